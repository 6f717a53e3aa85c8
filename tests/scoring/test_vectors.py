"""Each worked case of every vector file, for the rulesets and methods built so far.

The folder is named by ``VECTORS_DIR``, ``../shared/oracle`` by default. What is not built yet is
listed by name when the tests run with ``-rA``.
"""

from collections import Counter
from fractions import Fraction

import pytest

from scoring import bridge
from scoring.lines import EntryError, Line, Sitting, check_options
from scoring.methods import artificial_share, matchpoints, neuberg
from scoring.rulesets import RULESETS
from scoring.rulesets.bid_whist import adjust_books, is_higher_bid
from tests.oracle import oracle_path, read_json


def play(slug, places, entry, *, board=1, options=None):
    """The points by place of one line, or the EntryError that refuses it."""
    ruleset = RULESETS[slug]
    options = check_options(ruleset, options or {})
    deal = ruleset.deal(Sitting(places), board, options)
    checked = ruleset.check(entry, deal, options)
    return ruleset.score(Sitting(places, (), (Line(board, checked),)), options).lines[0].points


def refusal(call, *args, **kwargs):
    with pytest.raises(EntryError) as caught:
        call(*args, **kwargs)
    return caught.value.field


ERROR_FIELDS = {
    "contract_not_in_game": "contract",
    "tricks_out_of_range": "tricks",
    "kitty_book_missing": "books",
    "books_out_of_range": "books",
}


def duplicate(given, expected):
    if given.get("passed_out"):
        points = play("duplicate", bridge.SEATS, {"contract": "PASS"})
        assert {"score_ns": points["N"], "score_ew": points["E"]} == expected
        return
    entry = {
        "contract": f"{given['level']}{given['denomination']}{given['doubled'].upper()}",
        "declarer": "N",
        "tricks": given["tricks_won_by_declarer"],
    }
    board = 2 if given["declarer_vulnerable"] else 1
    points = play("duplicate", bridge.SEATS, entry, board=board)
    assert {"score_declarer_side": points["N"]} == expected


def undertricks(given, expected):
    found = [
        bridge.undertrick_score(given["doubled"].upper(), count, vulnerable=given["declarer_vulnerable"])
        for count in given["undertricks"]
    ]
    assert found == expected["penalty"]


def board(given, expected):
    vulnerable = bridge.vulnerability_of(given["board"])
    found = {"dealer": bridge.dealer_of(given["board"]), "vulnerable": vulnerable.lower()}
    assert found == {**expected, "vulnerable": expected["vulnerable"].lower()}


def matchpoint_board(given, expected):
    scores = given["ns_scores"]
    points, top = matchpoints(scores), 2 * (len(scores) - 1)
    if "ns_mp_by_score" in expected:
        assert points == {int(score): value for score, value in expected["ns_mp_by_score"].items()}
        assert top == expected["top"]
    for score, percent in expected.get("ns_percent_by_score", {}).items():
        assert round(float(Fraction(points[int(score)] * 100, top)), 1) == percent


def neuberg_case(given, expected):
    points = neuberg(
        Fraction(str(given["raw_mp"])), results=given["results"], expected=given["expected_results"]
    )
    top = 2 * (given["expected_results"] - 1)
    if "mp" in expected:
        digits = len(str(expected["mp"]).partition(".")[2])
        assert round(float(points), digits) == float(expected["mp"])
    if "top" in expected:
        assert top == expected["top"]
    if "percent" in expected:
        assert round(float(points * 100 / top), 1) == expected["percent"]


def artificial(given, expected):
    session = given["session_percent"]
    share = artificial_share(given["award"], None if session is None else Fraction(session, 100))
    assert {"percent": share * 100} == expected


def brist_four(given, expected):
    entry = {"declarer": "S", "contract": given["contract"], "tricks": given["declarer_tricks"]}
    options = {"defence_bonus": given.get("defender_bonus", "flat").replace("flat10", "flat")}
    if "error" in expected:
        field = refusal(play, "brist", ("S", "W", "N", "E"), entry, options=options)
        assert field == ERROR_FIELDS[expected["error"]]
        return
    points = play("brist", ("S", "W", "N", "E"), entry, options=options)
    assert points["S"] == points["N"]
    assert points["W"] == points["E"]
    assert {"declarer_side": points["S"], "defender_side": points["W"]} == expected


def brist_three(given, expected):
    entry = {"declarer": "S", "contract": given["contract"], "tricks": given["declarer_tricks"]}
    points = play("brist", ("S", "W", "E"), entry, options={"three_defence": given["three_player_defence"]})
    assert {"P1": points["S"], "P2": points["W"], "P3": points["E"]} == expected


def brist_rotation(given, expected):
    ruleset = RULESETS["brist"]
    places = {4: ("S", "W", "N", "E"), 3: ("S", "W", "E")}[given["players"]]
    deal = ruleset.deal(Sitting(places), given["board"], check_options(ruleset, {}))
    assert {"declarer": deal.declarer} == expected


BID_TYPES = {"uptown": "U", "downtown": "D", "no_trump": "NT", "special": "D"}
RENEGE = {None: "none", "bidder": "bidder", "opp": "opponents"}


def bid_whist_entry(given):
    return {
        "bidder": "S",
        "bid": f"{given['bid']}{BID_TYPES[given['type']]}",
        "books": given["bidder_books_incl_kitty"],
        "renege": RENEGE[given.get("renege_by")],
    }


def bid_whist(given, expected, options=None):
    places, entry = ("S", "W", "N", "E"), bid_whist_entry(given)
    if "error" in expected:
        assert refusal(play, "bid_whist", places, entry) == ERROR_FIELDS[expected["error"]]
        return
    points = play("bid_whist", places, entry, options=options)
    found = {"bidder_delta": points["S"], "opponent_delta": points["W"]}
    found["adjusted_bidder_books"] = adjust_books(entry["books"], entry["renege"])
    assert {name: found[name] for name in expected} == expected


def bid_whist_bid_only(given, expected):
    bid_whist(given, expected, options={"overbooks": "bid_only", "boston": "thirteen"})


def bid_whist_auction(given, expected):
    bids = [given[name].replace("N", "NT") for name in ("next", "standing")]
    assert {"legal": is_higher_bid(*bids)} == expected


def hand_worth(points):
    """A bid and the books that earn the bidding side exactly these points."""
    if points < 0:
        return {"bid": f"{-points}U", "books": 1}
    if points > 7:
        return {"bid": "3NT", "books": points // 2 + 6}
    return {"bid": "3U", "books": points + 6}


def bid_whist_lines(scores, last):
    """Hands that bring two sides to the given scores without ending the match, and a last one."""
    hands = []
    for side, score in zip("SW", scores, strict=True):
        steps = {1: [4, -3], 2: [5, -3], -1: [-4, 3], -2: [-5, 3]}.get(score, [score])
        hands += [{"bidder": side, **hand_worth(points)} for points in steps if points]
    return [*hands, {"bidder": "SW"[last[0]], **hand_worth(last[1])}]


def bid_whist_match(given, expected):
    ruleset, places = RULESETS["bid_whist"], ("S", "W", "N", "E")
    options = check_options(ruleset, {})
    sitting = Sitting(places)
    for entry in bid_whist_lines(given["scores_before"], (given["bidder"], given["delta"])):
        number = sitting.next_number()
        checked = ruleset.check(entry, ruleset.deal(sitting, number, options), options)
        sitting = Sitting(places, (), (*sitting.lines, Line(number, checked)))
    score = ruleset.score(sitting, options)
    winner = None if not score.is_over else "SW".index(next(x for x in score.winners if x in "SW"))
    assert {"scores": [score.totals["S"], score.totals["W"]], "winner": winner} == expected


BUILT = {
    "bridge_duplicate": duplicate,
    "bridge_undertricks": undertricks,
    "bridge_board": board,
    "bridge_matchpoints": matchpoint_board,
    "bridge_neuberg": neuberg_case,
    "bridge_artificial_mp": artificial,
    "brist_4p": brist_four,
    "brist_3p": brist_three,
    "brist_rotation": brist_rotation,
    "bidwhist_sp": bid_whist,
    "bidwhist_opt_bid_only": bid_whist_bid_only,
    "bidwhist_sp_auction": bid_whist_auction,
    "bidwhist_sp_match": bid_whist_match,
}


def all_cases():
    folder = oracle_path("VECTORS_DIR", "")
    for path in sorted(folder.glob("*.json")):
        cases = read_json(path)
        if isinstance(cases, list):
            yield from ((path.name, number, case) for number, case in enumerate(cases))


def test_every_vector_of_a_built_ruleset_agrees():
    faults, ran, missing = [], Counter(), Counter()
    for name, number, case in all_cases():
        runner = BUILT.get(case["ruleset"])
        if runner is None:
            missing[case["ruleset"]] += 1
            continue
        ran[case["ruleset"]] += 1
        try:
            runner(case["input"], case["expected"])
        except (AssertionError, EntryError, pytest.fail.Exception) as error:
            faults.append(f"{name}[{number}] {case['ruleset']} {case['input']}: {error}")
    print(f"agree: {sum(ran.values()) - len(faults)} of {sum(ran.values())} {dict(ran)}")
    print(f"not built yet: {dict(missing)}")
    assert not faults, "\n".join(faults)
    assert ran, "no vector was run"
