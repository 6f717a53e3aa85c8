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
from scoring.rulesets.chicago import part_scores_of
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


def sitting_of(slug, places, entries, options=None, *, is_ended=False):
    """The ruleset, its options, and a sitting in which each entry was checked and recorded in turn."""
    ruleset, sitting = RULESETS[slug], Sitting(places)
    options = check_options(ruleset, options or {})
    for entry in entries:
        number = sitting.next_number()
        checked = ruleset.check(entry, ruleset.deal(sitting, number, options), options)
        sitting = Sitting(places, (), (*sitting.lines, Line(number, checked)))
    return ruleset, options, Sitting(places, (), sitting.lines, is_ended)


def score_of(slug, places, entries, options=None, *, is_ended=False):
    ruleset, options, sitting = sitting_of(slug, places, entries, options, is_ended=is_ended)
    return ruleset.score(sitting, options)


def bid(contract, declarer, tricks, honours="none"):
    return {"contract": contract, "declarer": declarer, "tricks": tricks, "honours": honours}


PART_SCORES = {40: ("1NT", 7), 60: ("2H", 8), 70: ("1NT", 7), 100: ("3NT", 9)}
"""A contract and the tricks that score so much below the line, no more and nothing above."""


def part_score(points, declarer):
    contract, tricks = PART_SCORES[points]
    return bid(contract, declarer, tricks)


def rubber_hand(given, expected):
    game = [bid("3NT", "N", 9)] * given["vulnerable"]
    carried = given.get("part_score_before", 0)
    before = [part_score(carried, "N")] if carried else []
    last = bid(f"{given['contract']}{given['doubled']}", "N", given["tricks"])
    counts = score_of("rubber", bridge.SEATS, [*game, *before, last]).lines[-1].counts
    found = {
        "below": counts["N"]["below"],
        "above_declarer": counts["N"]["above"],
        "above_defenders": counts["E"]["above"],
        "game": bool(counts["N"]["games"]),
        "part_score_total": carried + counts["N"]["below"],
    }
    assert {name: found[name] for name in expected} == expected


def rubber_bonus(given, expected):
    won, lost = given["games"]
    entries = [bid("3NT", "E", 9)] * lost + [bid("3NT", "N", 9)] * won
    if given.get("part_score_side"):
        entries.append(bid("1NT", "N", 7))
    played = sum(bridge.trick_score(bridge.CONTRACTS[x["contract"]]) for x in entries if x["declarer"] == "N")
    total = score_of("rubber", bridge.SEATS, entries, is_ended=given.get("unfinished", False)).totals["N"]
    assert {"bonus": total - played} == expected


def honours(given, expected):
    is_all = given["holding"] != "4_trump_honours_one_hand"
    contract = "3NT" if given["holding"].endswith("nt") else "4S"
    without = play("rubber", bridge.SEATS, bid(contract, "N", 10))
    held = play("rubber", bridge.SEATS, bid(contract, "N", 10, "NS150" if is_all else "NS100"))
    assert {"points": held["N"] - without["N"]} == expected


def rubber_match(given, expected):
    assert given["ns"] == {"game_below": 100, "part_below": 70, "above": 20}
    assert given["ew"] == {"below": 60, "above": 60}
    last = given["last_hand"]
    entries = [
        bid("5C", "N", 12),
        bid("2H", "E", 10),
        bid("1NT", "N", 7),
        bid("1S", "S", 7),
        bid(last["contract"], last["declarer"][0], last["tricks"]),
    ]
    score = score_of("rubber", bridge.SEATS, entries)
    ruleset, options, sitting = sitting_of("rubber", bridge.SEATS, entries)
    found = {
        "ns_total": score.totals["N"],
        "ew_total": score.totals["E"],
        "rubber": bridge.side_of(score.winners[0]),
        "bonus": ruleset.explain(sitting, 5, options).parts[-1].points,
    }
    assert found == expected


def chicago_vulnerability(given, expected):
    before = [bid("1C", "N", 6)] * (given["deal"] - 1)
    ruleset, options, sitting = sitting_of("chicago", bridge.SEATS, before)
    deal = ruleset.deal(sitting, given["deal"], options)
    names = {
        frozenset(): "none",
        frozenset({bridge.side_of(deal.dealer)}): "dealer_side",
        frozenset(bridge.SIDES): "both",
    }
    assert {"vulnerable": names[deal.vulnerable]} == expected


def chicago(given, expected):
    if "passed_out" in given:
        before = [bid("1C", "N", 6)] * (given["deal"] - 1)
        ruleset, options, sitting = sitting_of("chicago", bridge.SEATS, [*before, {"contract": "PASS"}])
        first, again = (ruleset.deal(sitting, given["deal"] + step, options) for step in (0, 1))
        same = (first.dealer, first.vulnerable) == (again.dealer, again.vulnerable)
        counts = bool(ruleset.score(sitting, options).lines[-1].points)
        assert {"redeal_same_dealer": same, "deal_counts": counts} == expected
    elif given.get("deal4_partscore_not_completing_game"):
        entries = [*[bid("1C", "N", 6)] * 3, bid("2H", "N", 8)]
        assert {"bonus": score_of("chicago", bridge.SEATS, entries).lines[-1].points["N"] - 60} == expected
    else:
        chicago_game(given["deals"], expected)


def chicago_game(deals, expected):
    """With North dealing first, East-West are vulnerable on deal 2 and North-South on deal 3."""
    first = "E" if deals[1].get("vulnerable") else "N"
    seats = {"A": first, "B": "N" if first == "E" else "E"}
    entries = [part_score(deal["made_trick_score"], seats[deal["side"]]) for deal in deals]
    _ruleset, options, sitting = sitting_of("chicago", bridge.SEATS, entries)
    last = deals[-1]["made_trick_score"]
    bonus = score_of("chicago", bridge.SEATS, entries).lines[-1].points[first] - last
    found = {"A_game_bonus": bonus}
    found["A_carried"] = part_scores_of(sitting, options)[bridge.side_of(first)]
    assert {name: found[name] for name in expected} == expected


BRISCA_PLACES = {2: ("S", "N"), 3: ("S", "W", "E")}


def brisca_entry(card_points):
    return {f"points_{number}": points for number, points in enumerate(card_points, start=1)}


def brisca_hand(given, expected):
    places = BRISCA_PLACES[len(given["card_points"])]
    entry = brisca_entry(given["card_points"])
    if "error" in expected:
        assert refusal(play, "brisca", places, entry).startswith("points_")
        return
    points = play("brisca", places, entry)
    winners = [number for number, place in enumerate(places) if points[place]]
    assert ({"winner": winners[0]} if winners else {"void": True}) == expected


def brisca_match(given, expected):
    hands = {0: (70, 50), 1: (50, 70), None: (60, 60)}
    entries = [brisca_entry(hands[winner]) for winner in given["hand_winners"]]
    score = score_of("brisca", ("S", "N"), entries, {"target": given["target"]})
    winner = "SN".index(score.winners[0]) if score.winners else None
    assert {"hands_won": [score.totals["S"], score.totals["N"]], "match_winner": winner} == expected


FIVE = ("1", "2", "3", "4", "5")
PLACE_OF = dict(zip("ABCDE", FIVE, strict=True))


def euchre_entry(given):
    alone = "choice" if given.get("alone") else "no"
    partner = PLACE_OF.get(given["partner"])
    entry = {"caller": PLACE_OF[given["caller"]], "alone": alone, "tricks": given["attacker_tricks"]}
    return entry | ({"partner": partner} if partner else {})


def euchre(given, expected):
    if "error" in expected:
        assert refusal(play, "euchre_five", FIVE, euchre_entry(given)) == "partner"
        return
    options = {"lone_march": str(given["lone_march"])} if given.get("lone_march") else {}
    points = play("euchre_five", FIVE, euchre_entry(given), options=options)
    assert {name: points[PLACE_OF[name]] for name in expected} == expected


def euchre_lines(totals):
    """Hands that bring each player to his total by calling alone: 2 for five tricks, 1 for three."""
    for place, total in zip(FIVE, totals, strict=True):
        yield from [{"caller": place, "alone": "choice", "tricks": 5}] * (total // 2)
        yield from [{"caller": place, "alone": "choice", "tricks": 3}] * (total % 2)


def euchre_match(given, expected):
    scorers = tuple(FIVE[at] for at, points in enumerate(given["delta"]) if points)
    if len(scorers) == 3:
        caller, partner = (place for place in FIVE if place not in scorers)
        last = {"caller": caller, "partner": partner, "tricks": 1}
    else:
        last = {"caller": scorers[0], "partner": scorers[1], "tricks": 3}
    entries = [*euchre_lines(given["before"]), last]
    score = score_of("euchre_five", FIVE, entries, {"target": given["target"], "ties": "shared"})
    winners = ["ABCDE"[FIVE.index(place)] for place in score.winners]
    assert {"totals": [score.totals[place] for place in FIVE], "winners": winners} == expected


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
    "bridge_rubber_hand": rubber_hand,
    "bridge_rubber_bonus": rubber_bonus,
    "bridge_honours": honours,
    "bridge_rubber_match": rubber_match,
    "bridge_chicago_vulnerability": chicago_vulnerability,
    "bridge_chicago": chicago,
    "brisca_hand": brisca_hand,
    "brisca_match": brisca_match,
    "euchre5": euchre,
    "euchre5_match": euchre_match,
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
