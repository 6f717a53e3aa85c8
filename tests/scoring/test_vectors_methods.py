"""Published and computed cases for IMPs, VPs, Butler, teams and weighted rulings; published worked examples.

The folder is named by ``VECTORS_DIR``, ``../shared/oracle`` by default.
"""

from collections import Counter
from fractions import Fraction

import pytest

from scoring.bridge import contract_score
from scoring.lines import Line, Sitting
from scoring.methods import (
    artificial_imps,
    board_scale,
    cross_imps,
    datum,
    matchpoints,
    round_half_up,
    win_share,
)
from scoring.results import Award, FouledBoard, Played
from scoring.rulesets import RULESETS
from scoring.scales import continuous_scale, discrete_scale, imps, parse_scale
from scoring.standings import score_tables, standings
from tests.oracle import oracle_path, read_json

DUPLICATE = RULESETS["duplicate"]
SEATS = ("N", "E", "S", "W")


def field(scores, **more):
    """A board that as many tables played as there are scores, ranked: pair 1 against 101, and so on."""
    tables = [
        Played(
            1,
            number,
            {"N": number, "S": number, "E": 100 + number, "W": 100 + number},
            Sitting(SEATS, (1,), () if score is None else (given_score(score),)),
        )
        for number, score in enumerate(scores, start=1)
    ]
    groups = {c: "" for table in tables for c in table.contestants.values()}
    return standings(score_tables(tables, ruleset=DUPLICATE), ruleset=DUPLICATE, groups=groups, **more)


def given_score(score, board=1):
    return Line(board, {"contract": "PASS"} if not score else {"contract": "?", "score": score})


def credits_of(found):
    return {row.key[1]: row.first for row in found.boards}


def imp_scale(given, expected):
    assert {"imps": imps(given["difference"])} == expected
    assert imps(-given["difference"]) == -expected["imps"]


def team_board(given, expected):
    difference = given["our_ns_score"] + given["our_ew_score"]
    assert {"difference": difference, "imps": imps(difference)} == expected


def continuous_vps(given, expected):
    margin = given["imp_margin"]
    own, other = continuous_scale(given["boards"]).convert(margin)
    found = {"winner_vp": f"{float(max(own, other)):.2f}", "loser_vp": f"{float(min(own, other)):.2f}"}
    if "perspective_vp" in expected:
        found["perspective_vp"] = f"{float(own):.2f}"
    assert found == expected


def discrete_vps(given, expected):
    low, high = (int(word) for word in given["boards_band"].split("-"))
    for boards in range(low, high + 1):
        won, lost = discrete_scale(boards).convert(given["imp_margin"])
        assert {"winner_vp": won, "loser_vp": lost} == expected


def cross_imp_pair(given, expected):
    scores = [given["my_score"], *given["other_scores_same_direction"]]
    total = cross_imps(Counter(scores))[given["my_score"]]
    found = credits_of(field(scores, method="cross_imps"))[1]
    assert found == Fraction(total, len(scores) - 1)
    assert round(float(found), 1) == expected["average"]
    if "total" in expected:
        options = {"comparisons": "total"}
        assert credits_of(field(scores, method="cross_imps", method_options=options))[1] == total
        assert total == expected["total"]


def butler_pair(given, expected):
    middle = Fraction(given.get("datum", 0))
    if "ns_scores" in given:
        scores, dropped = given["ns_scores"], given["drop_top"]
        assert datum(scores, dropped=dropped, rounding="none") == Fraction(str(expected["datum_exact"]))
        middle = datum(scores, dropped=dropped)
        assert middle == expected["datum"]
        row = credits_of(field(scores, method="butler"))[scores.index(given["my_score"]) + 1]
        assert row == expected["imps"]
    assert imps(given["my_score"] - middle) == expected["imps"]


def team_points(top):
    def run(given, expected):
        difference = given["our_ns_score"] + given["our_ew_score"]
        won = win_share(difference, 0) * top
        assert {"points_us": won, "points_them": top - won} == expected

    return run


def artificial(given, expected):
    assert {"imps": artificial_imps(given["award"], Fraction(3))} == expected


@pytest.mark.parametrize("way", ["fractional", "apart"])
def test_a_weighted_ruling_counts_as_published_in_either_way(way):
    for case in cases_of("bridge_weighted_mp"):
        given, expected = case["input"], case["expected"]
        outcomes = tuple((x["score"], Fraction(x["weight"], 100)) for x in given["outcomes"])
        award = Award(1, 5, 1, "A", "A", outcomes=outcomes)
        found = field(
            [*given["other_ns_scores"], None],
            method="matchpoints",
            awards=(award,),
            method_options={"weighted": way},
        )
        row = next(row for row in found.boards if row.key[1] == 5)
        assert (row.first, row.top) == (Fraction(str(expected["mp_ns"])), expected["top"])
        assert row.first + row.second == row.top


RUNNERS = {
    "bridge_imp": imp_scale,
    "bridge_team_board": team_board,
    "bridge_vp_wbf20": continuous_vps,
    "bridge_vp_acbl20_discrete": discrete_vps,
    "bridge_cross_imps": cross_imp_pair,
    "bridge_butler": butler_pair,
    "bridge_bam": team_points(1),
    "bridge_pab_2": team_points(2),
    "bridge_artificial_imp": artificial,
}


def cases_of(*rulesets):
    folder = oracle_path("VECTORS_DIR", "")
    for path in sorted(folder.glob("*.json")):
        cases = read_json(path)
        if isinstance(cases, list):
            yield from (case for case in cases if case.get("ruleset") in rulesets)


def test_every_case_agrees():
    faults, ran = [], Counter()
    for case in cases_of(*RUNNERS):
        ran[case["ruleset"]] += 1
        try:
            RUNNERS[case["ruleset"]](case["input"], case["expected"])
        except AssertionError as error:
            faults.append(f"{case['ruleset']} {case['input']}: {error}")
    print(f"agree: {sum(ran.values()) - len(faults)} of {sum(ran.values())} {dict(ran)}")
    assert not faults, "\n".join(faults)
    assert set(ran) == set(RUNNERS)


def example(name):
    path = oracle_path("VECTORS_DIR", "") / "facts" / "formula_examples.json"
    return next(item for item in read_json(path) if item["id"] == name)


def tenths_towards_average(value, middle):
    """Rounded to 0.1, with 0.05 going towards the average, as the EBU's article has it."""
    return middle + (1 if value > middle else -1) * -(-(abs(value - middle) * 10 - Fraction(1, 2)) // 1) / 10


def in_order(scale, scores):
    return [Fraction(scale.by_score[score], scale.unit) for score in scores]


def test_neubergs_article_eleven_results_expected_and_ten_there():
    case = example("ebu-neuberg-11-10")
    scale = board_scale(case["ns_scores"], expected=11, formula="neuberg")
    assert [round(float(p), 1) for p in in_order(scale, case["ns_scores"])] == case["mp_ns"]
    assert scale.top == 20


def test_a_fouled_board_of_seven_and_three_by_the_article():
    case = example("ebu-fouled-7-3")
    scores = list(range(1000, 0, -100))
    found = field(scores, method="matchpoints", fouled=(foul(8, 9, 10),))
    rows = credits_of(found)
    shown = [f"{float(tenths_towards_average(rows[number], 9)):.1f}" for number in range(1, 11)]
    assert shown == [f"{points:.1f}" for points in (*case["group7"], *case["group3"])]
    assert (sum(list(rows.values())[:7]), sum(list(rows.values())[7:])) == (63, 27)


def foul(*tables):
    return FouledBoard(1, (frozenset((1, table) for table in tables),))


def test_the_acbl_gives_a_small_group_of_a_fouled_board_artificial_scores():
    for tables, percents in (((8, 9, 10), [70, 60, 50]), ((9, 10), [65, 55]), ((10,), [60])):
        scores = list(range(1000, 0, -100))
        found = field(
            scores, method="matchpoints", fouled=(foul(*tables),), method_options={"fouled": "acbl"}
        )
        group = [row for row in found.boards if row.key[1] in tables]
        assert [row.first / row.top * 100 for row in group] == percents
        assert [row.second / row.top * 100 for row in group] == percents[::-1]


def three_forms(sizes, rule):
    """A board whose tables played it in forms of these sizes: for each size, whether it is artificial."""
    tables = iter(range(1, sum(sizes) + 1))
    groups = tuple(frozenset((1, next(tables)) for _table in range(size)) for size in sizes)
    found = field(
        list(range(100, 100 * sum(sizes) + 1, 100)),
        method="matchpoints",
        fouled=(FouledBoard(1, groups[1:]),),
        method_options={"fouled": rule},
    )
    own = [[row for row in found.boards if row.key in group] for group in groups]
    return [sum(row.first + row.second for row in rows) != sum(row.top for row in rows) for rows in own]


def test_a_board_in_three_forms_has_artificial_scores_in_its_small_groups():
    assert three_forms((6, 3, 2), "acbl") == [False, True, True]
    assert three_forms((3, 2, 1), "acbl") == [False, True, True]
    assert three_forms((3, 3, 3), "acbl") == [False, False, False]
    assert three_forms((4, 3, 2), "ebu") == [False, True, True]
    assert three_forms((4, 4, 3), "ebu") == [False, False, True]
    assert three_forms((5, 3, 1), "formula") == [False, False, False]


def test_the_ebu_wants_a_small_group_to_be_at_most_a_third_of_the_field():
    options = {"fouled": "ebu"}
    for size, is_artificial in ((8, False), (9, True)):
        scores = list(range(100, 100 * size + 1, 100))
        found = field(scores, method="matchpoints", fouled=(foul(1, 2, 3),), method_options=options)
        rows = [row for row in found.boards if row.key[1] in (1, 2, 3)]
        assert all((row.first + row.second > row.top) == is_artificial for row in rows)


def test_the_acbls_formula_is_neubergs_in_half_points():
    scores = [620, 620, 600, 170, -100]
    found = field(
        [*scores, 50, 60, 70, 80],
        method="matchpoints",
        fouled=(foul(6, 7, 8, 9),),
        method_options={"display": "one", "fouled": "acbl"},
    )
    plain = matchpoints(scores)
    by_formula = [Fraction(9 * plain[score], 2 * 5) + Fraction(9 - 5, 2 * 5) for score in scores]
    assert [credits_of(found)[number] for number in range(1, 6)] == by_formula


def test_the_simple_way_adds_a_point_for_each_result_missing():
    case = example("nz-fouled-9")
    scores = [300, 100, 400, 420, 200, *(50, 90, 70, 70)]
    found = field(scores, method="matchpoints", fouled=(foul(6, 7, 8, 9),), method_options={"fouled": "add"})
    rows = [credits_of(found)[number] for number in range(1, 10)]
    assert rows == [*case["group_A_simple"], *case["group_B_simple"]]
    assert sum(rows) == 72


def test_one_for_each_result_beaten_and_half_for_each_equal():
    case = example("acbl-learn-7")
    found = field(case["ns_scores"], method="matchpoints", method_options={"display": "one"})
    rows = sorted(found.boards, key=lambda row: row.key)
    assert [row.first for row in rows] == case["mp_ns"]
    assert [row.second for row in rows] == case["mp_ew"]
    ordered = sorted(case["mp_ns"], reverse=True)
    ranks = {row.contestant: row.figures["percent"] for row in found.rows if row.contestant < 100}
    assert [ranks[n] for n in range(1, 8)] == [Fraction(mp) / 6 * 100 for mp in case["mp_ns"]]
    assert [str(ordered.index(mp) + 1) for mp in case["mp_ns"]] == [r.strip("=") for r in case["rank"]]


def test_averages_beside_compared_results_share_the_boards_points():
    scores = [500, 400, 300, 200, 100, None]
    found = field(scores, method="matchpoints", awards=(Award(1, 6, 1, "A", "A"),))
    rows = credits_of(found)
    assert sum(rows.values()) == 30
    assert rows[6] == 5
    two = field([*scores[:4], None, None], method="matchpoints", awards=two_averages())
    assert sum(credits_of(two).values()) == 30


def two_averages():
    return Award(1, 5, 1, "A", "A"), Award(1, 6, 1, "A", "A")


def test_a_real_weighted_ruling_changes_the_scores_of_all():
    case = example("weighted-ruling")
    outcomes = ((170, Fraction(67, 100)), (140, Fraction(33, 100)))
    found = field([*case["ns_scores"], None], method="matchpoints", awards=(ruling(outcomes),))
    rows = {row.key[1]: row for row in found.boards}
    shown = [float(round_half_up(rows[n].first / rows[n].top * 100, 2)) for n in range(1, 12)]
    assert shown == [*case["pct_ns"], 61.8]
    assert all(row.first + row.second == row.top for row in found.boards)


def ruling(outcomes):
    return Award(1, 11, 1, "A", "A", outcomes=outcomes)


def test_the_other_way_the_others_are_not_compared_with_a_weighted_ruling():
    case = example("weighted-ruling")
    outcomes = ((170, Fraction(67, 100)), (140, Fraction(33, 100)))
    found = field(
        [*case["ns_scores"], None],
        method="matchpoints",
        awards=(ruling(outcomes),),
        method_options={"weighted": "apart", "unequal": "plain"},
    )
    shown = {row.score: f"{float(row.first / row.top * 100):.2f}" for row in found.boards}
    assert shown == {170: "77.78", 140: "33.33", -100: "5.56", None: "61.80"}


@pytest.mark.parametrize(
    ("scores", "shown"), [([420, 300, None], ["2.25", "-2.25"]), ([100, 100, -200, None], None)]
)
def test_a_board_that_some_did_not_play_is_scaled_in_cross_imps(scores, shown):
    tables = [
        Played(
            1,
            number,
            {"N": number, "S": number, "E": 100 + number, "W": 100 + number},
            Sitting(SEATS, (1,), (Line(1, {"contract": "NP"}) if s is None else given_score(s),)),
        )
        for number, s in enumerate(scores, start=1)
    ]
    found = standings(
        score_tables(tables, ruleset=DUPLICATE),
        ruleset=DUPLICATE,
        method="cross_imps",
        method_options={"comparisons": "scaled"},
        groups=dict.fromkeys(range(1, len(scores) + 1), ""),
    )
    rows = [row.first for row in found.boards]
    expected = len(scores)
    totals = cross_imps(Counter(s for s in scores if s is not None))
    factor = Fraction(expected, (expected - 1) * (expected - 1))
    assert rows == [totals[s] * factor for s in scores if s is not None]
    if shown:
        assert [f"{float(row):.2f}" for row in rows] == shown


def test_the_published_scaled_imps():
    """Three IMPs at two of three tables count 2.25; minus eight at three of four count -3.56."""
    case = example("ximp-neuberg")
    assert "2.25" in case["what"]
    assert Fraction(3 * 3, 2 * 2) == Fraction("2.25")
    assert f"{float(Fraction(-8 * 4, 3 * 3)):.2f}" == "-3.56"


def test_a_plus_takes_a_tenth_more_of_the_top():
    found = field([500, 400, 300, 200, 100, None], method="matchpoints", awards=(Award(1, 6, 1, "A+", "A-"),))
    assert credits_of(found)[6] == Fraction(6)


def test_a_club_scale_for_three_boards_reads_as_published():
    table = example("vp-3-boards")["imps_to_vp"]
    scale = parse_scale("\n".join(f"{margin} {vps}" for margin, vps in table.items()))
    assert {m: scale.convert(int(m))[0] for m in table} == table
    assert all(sum(scale.convert(int(m))) == 20 for m in table)


def test_contract_scores_of_a_foreign_suite():
    for text, vulnerable, tricks, score in example("scalabridge-scores")["cases"]:
        contract = text[0] + {"N": "NT"}.get(text[1], text[1]) + text[2:]
        assert contract_score(contract, tricks, vulnerable=bool(vulnerable)) == score


def test_unequal_numbers_of_boards_are_factored_in_imps():
    scores = {1: [100, 50, 0], 2: [100, 50, None], 3: [400, 50, 50]}
    tables = [
        Played(
            1,
            number,
            {"N": number, "S": number, "E": 100 + number, "W": 100 + number},
            Sitting(
                SEATS,
                (1, 2, 3),
                tuple(given_score(s, board) for board, s in enumerate(row, start=1) if s is not None),
            ),
        )
        for number, row in scores.items()
    ]
    options = {"lengths": "scaled", "comparisons": "total"}
    found = standings(
        score_tables(tables, ruleset=DUPLICATE),
        ruleset=DUPLICATE,
        method="cross_imps",
        method_options=options,
        groups={1: "", 2: "", 3: ""},
    )
    rows = {row.contestant: (row.score, row.figures["average"]) for row in found.rows}
    assert rows == {
        1: (-7 - 2, Fraction(-9, 3)),
        2: (Fraction(-7 * 3, 2), Fraction(-7, 2)),
        3: (14 + 2, Fraction(16, 3)),
    }
