"""Ways to compare results: laws that hold for every input, and the cases that decide a rule."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import Line, Sitting, default_options
from scoring.methods import METHODS, board_scale, matchpoints, neuberg, ranked
from scoring.results import Award, Penalty, Played, Standing
from scoring.rulesets import RULESETS
from scoring.standings import score_tables, standings

NESW = ("N", "E", "S", "W")
DUPLICATE, BRIST, BID_WHIST = (RULESETS[slug] for slug in ("duplicate", "brist", "bid_whist"))
SCORES = st.lists(st.integers(-760, 760).map(lambda tens: tens * 10), min_size=1, max_size=40)


def three_no_trump(tricks, declarer="N"):
    return {"contract": "3NT", "risk": "", "declarer": declarer, "tricks": tricks}


def bridge_table(table, ns, ew, entries, *, round=1):
    lines = tuple(Line(board, entry) for board, entry in sorted(entries.items()))
    sitting = Sitting(NESW, tuple(sorted(entries)), lines)
    return Played(round, table, {"N": ns, "S": ns, "E": ew, "W": ew}, sitting)


def rank(ruleset, played, *, method=None, **more):
    contestants = {c for table in played for c in table.contestants.values()}
    groups = more.pop("groups", dict.fromkeys(sorted(contestants), ""))
    return standings(
        score_tables(played, ruleset=ruleset, options=more.get("options")),
        ruleset=ruleset,
        method=method or ruleset.methods[0],
        groups=groups,
        **more,
    )


def percents(found):
    return {row.contestant: row.figures["percent"] for row in found.rows}


@given(SCORES)
def test_the_two_sides_of_a_board_share_its_top(scores):
    points, top = matchpoints(scores), 2 * (len(scores) - 1)
    others = matchpoints([-score for score in scores])
    assert all(points[score] + others[-score] == top for score in scores)


@given(SCORES, st.randoms())
def test_the_order_of_results_changes_nothing(scores, random):
    shuffled = random.sample(scores, len(scores))
    assert matchpoints(shuffled) == matchpoints(scores)


@given(SCORES)
def test_a_better_score_never_gets_fewer_points(scores):
    points = matchpoints(scores)
    ordered = [points[score] for score in sorted(points)]
    assert ordered == sorted(ordered)


@given(SCORES)
def test_matchpoints_are_what_comparing_each_pair_gives(scores):
    points = matchpoints(scores)
    for score in scores:
        by_pairs = sum(2 * (score > other) + (score == other) for other in scores) - 1
        assert points[score] == by_pairs


@given(SCORES, st.integers(0, 20))
def test_neuberg_with_no_result_missing_is_the_plain_score(scores, missing):
    size = len(scores)
    assert all(neuberg(p, results=size, expected=size) == p for p in matchpoints(scores).values())
    scale = board_scale(scores, expected=size + missing, formula="neuberg")
    mean = sum(Fraction(scale.by_score[score], scale.unit) for score in scores) / size
    assert mean == Fraction(scale.top, 2)


def test_a_board_with_fewer_results_is_brought_to_the_others():
    boards = {1: three_no_trump(9), 2: three_no_trump(9)}
    tables = [
        bridge_table(1, 1, 11, boards),
        bridge_table(2, 2, 12, {1: three_no_trump(10), 2: {"contract": "NP"}}),
        bridge_table(3, 3, 13, {1: three_no_trump(8), 2: three_no_trump(8)}),
    ]
    found = {(b.key[1], b.board): b.first for b in rank(DUPLICATE, tables).boards}
    assert found == {(1, 1): 2, (2, 1): 4, (3, 1): 0, (1, 2): Fraction(7, 2), (3, 2): Fraction(1, 2)}


def test_a_passed_out_board_is_compared_as_nought():
    tables = [
        bridge_table(1, 1, 11, {1: {"contract": "PASS"}}),
        bridge_table(2, 2, 12, {1: three_no_trump(9)}),
        bridge_table(3, 3, 13, {1: three_no_trump(8)}),
    ]
    assert percents(rank(DUPLICATE, tables)) == {1: 50, 11: 50, 2: 100, 12: 0, 3: 0, 13: 100}


def test_a_sit_out_is_compared_with_nobody():
    alone = Played(1, 3, {"N": 3, "S": 3}, Sitting(NESW, (1,), (Line(1, three_no_trump(9)),)))
    tables = [bridge_table(1, 1, 11, {1: three_no_trump(9)}), bridge_table(2, 2, 12, {1: three_no_trump(8)})]
    with_sit_out = rank(DUPLICATE, [*tables, alone])
    assert [row.rank for row in with_sit_out.rows if row.contestant == 3] == [None]
    assert percents(rank(DUPLICATE, tables)) == {1: 100, 11: 0, 2: 0, 12: 100}


def two_boards(award):
    tables = [
        bridge_table(1, 1, 11, {1: three_no_trump(9), 2: three_no_trump(9)}),
        bridge_table(2, 2, 12, {1: three_no_trump(8), 2: three_no_trump(9)}),
        bridge_table(3, 3, 13, {1: three_no_trump(7), 2: three_no_trump(8)}),
    ]
    return rank(DUPLICATE, tables, awards=(award,))


def test_average_plus_is_at_least_the_session_of_the_other_boards():
    found = percents(two_boards(Award(1, 1, 2, first="A+", second="A-")))
    assert found[1] == 100
    assert found[11] == 0


def test_average_plus_is_sixty_for_who_has_less():
    found = percents(two_boards(Award(1, 3, 2, first="A+", second="A-")))
    assert found[3] == 30
    assert found[13] == 70


def test_an_awarded_board_need_not_add_up_and_is_not_compared():
    found = two_boards(Award(1, 1, 2, first=Fraction(3, 5), second=Fraction(3, 5)))
    board = {b.key[1]: (b.first, b.second, b.is_award) for b in found.boards if b.board == 2}
    assert board[1] == (Fraction(12, 5), Fraction(12, 5), True)
    assert board[2] == (Fraction(7, 2), Fraction(1, 2), False)


def test_an_award_may_leave_the_score_it_replaces_in_the_comparison():
    award = Award(1, 1, 2, first=Fraction(1), second=Fraction(0), keeps_score=True)
    board = {b.key[1]: (b.first, b.is_award) for b in two_boards(award).boards if b.board == 2}
    assert board == {1: (4, True), 2: (3, False), 3: (0, False)}


def test_a_penalty_lowers_the_percentage():
    tables = [bridge_table(1, 1, 11, {1: three_no_trump(9)}), bridge_table(2, 2, 12, {1: three_no_trump(8)})]
    fines = (Penalty(1, Fraction(5, 2), is_percent=True), Penalty(11, Fraction(-1)))
    found = percents(rank(DUPLICATE, tables, penalties=fines))
    assert found == {1: Fraction(195, 2), 11: 50, 2: 0, 12: 100}


def row(contestant, score, group=""):
    score = None if score is None else Fraction(score)
    return Standing(contestant, group, None, False, score, 1, {})


def test_equals_share_a_place_and_the_next_place_skips():
    found = ranked([row(1, 50), row(2, 60), row(3, 50), row(4, 40), row(5, None)])
    assert [(r.contestant, r.rank, r.is_tied) for r in found] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (4, 4, False),
        (5, None, False),
    ]


def test_two_winners_are_ranked_apart():
    found = ranked([row(1, 50, "NS"), row(2, 60, "EW"), row(3, 40, "NS"), row(4, 55, "EW")])
    assert {r.contestant: r.rank for r in found} == {1: 1, 3: 2, 2: 1, 4: 2}


def test_percentages_that_look_equal_rank_by_their_exact_value():
    found = ranked([row(1, Fraction(583333, 10000)), row(2, Fraction(175, 3))])
    assert [r.contestant for r in found] == [2, 1]


def brist_table(table, players, tricks, *, round=1):
    places = ("S", "W", "N", "E") if len(players) == 4 else ("S", "W", "E")
    lines = tuple(
        Line(n, {"declarer": places[(n - 1) % len(places)], "contract": "1NT", "tricks": won})
        for n, won in enumerate(tricks, start=1)
    )
    boards = tuple(range(1, len(tricks) + 1))
    return Played(round, table, dict(zip(places, players, strict=True)), Sitting(places, boards, lines))


def test_points_per_board_compare_tables_with_different_numbers_of_boards():
    found = rank(BRIST, [brist_table(1, (1, 2, 3, 4), [7, 7, 7, 7]), brist_table(2, (5, 6, 7), [8, 8, 8])])
    averages = {r.contestant: r.figures["average"] for r in found.rows}
    assert averages[1] == Fraction(7 + 6 + 7 + 6, 4)
    assert averages[5] == Fraction(8 + 5 + 5, 3)
    assert found.rows[0].contestant == 1


def test_a_tie_is_broken_by_contracts_made_where_the_club_says_so():
    tables = [brist_table(1, (1, 2, 3, 4), [7, 7])]
    shared = rank(BRIST, tables)
    assert [r.rank for r in shared.rows] == [1, 1, 1, 1]
    options = default_options(BRIST) | {"ties": "made"}
    broken = rank(BRIST, tables, options=options)
    assert {r.contestant: r.rank for r in broken.rows} == {1: 1, 2: 1, 3: 3, 4: 3}
    assert {r.score for r in broken.rows} == {Fraction(13, 2)}


def test_a_void_board_counts_for_nobody():
    lines = (Line(1, {"declarer": "S", "contract": "VOID"}),)
    table = Played(1, 1, {"S": 1, "W": 2, "E": 3}, Sitting(("S", "W", "E"), (1, 2, 3), lines))
    assert [r.rank for r in rank(BRIST, [table], groups={1: "", 2: "", 3: ""}).rows] == [None] * 3


def test_matches_won_rank_before_the_difference_of_points():
    def match(table, first, second, *hands):
        lines = tuple(
            Line(n, {"bidder": b, "bid": bid, "books": books})
            for n, (b, bid, books) in enumerate(hands, start=1)
        )
        seats = {"S": first, "N": first, "W": second, "E": second}
        return Played(1, table, seats, Sitting(("S", "W", "N", "E"), (), lines))

    tables = [
        match(1, 1, 2, ("S", "3NT", 13)),
        match(2, 3, 4, ("W", "4U", 10), ("S", "7U", 6)),
        match(3, 5, 6, ("S", "3U", 9)),
    ]
    found = rank(BID_WHIST, tables)
    assert [(r.contestant, r.rank, r.figures["won"]) for r in found.rows] == [
        (1, 1, 1),
        (4, 2, 1),
        (5, 3, 0),
        (6, 4, 0),
        (3, 5, 0),
        (2, 6, 0),
    ]


def test_every_method_shows_the_figures_that_its_columns_name():
    brist = [brist_table(1, (1, 2, 3, 4), [7, 7])]
    bridge = [bridge_table(1, 1, 11, {1: three_no_trump(9)}), bridge_table(2, 2, 12, {1: three_no_trump(8)})]
    for slug, ruleset, tables in (
        ("points_per_board", BRIST, brist),
        ("total_points", BRIST, brist),
        ("matchpoints", DUPLICATE, bridge),
    ):
        for found in rank(ruleset, tables, method=slug).rows:
            assert {column.name for column in METHODS[slug].columns} <= set(found.figures)
