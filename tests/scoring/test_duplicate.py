"""Lines of duplicate bridge whose score is not what their contract gives."""

import pytest

from scoring.bridge import SEATS
from scoring.lines import EntryError, Line, Sitting
from scoring.rulesets.duplicate import RULESET, board_deal, score_ns

MADE_FOUR_SPADES = {"contract": "4S", "risk": "", "declarer": "S", "tricks": 12}


def check(entry, board=1):
    return RULESET.check(entry, board_deal(board), {})


def test_a_recorded_score_counts_whatever_the_contract_gives():
    entry = check({**MADE_FOUR_SPADES, "score": 620})
    assert score_ns(entry, 1) == 620
    assert RULESET.describe(entry, board_deal(1)) == "4♠ S +2 (620)"


def test_a_score_that_the_contract_gives_anyway_is_not_kept():
    assert check({**MADE_FOUR_SPADES, "score": 480}) == MADE_FOUR_SPADES


def test_a_contract_that_is_not_known_needs_its_score():
    assert check({"contract": "?", "score": "-480"}) == {"contract": "?", "score": -480}
    with pytest.raises(EntryError, match="the score is needed") as caught:
        check({"contract": "?"})
    assert caught.value.field == "score"


@pytest.mark.parametrize("score", [485, 10, 0, 40])
def test_a_score_that_no_contract_gives_is_refused(score):
    with pytest.raises(EntryError, match="no score of a contract"):
        check({"contract": "?", "score": score})


@pytest.mark.parametrize("contract", ["PASS", "NP"])
def test_a_board_without_play_has_no_score_of_its_own(contract):
    with pytest.raises(EntryError, match="does not go with the rest"):
        check({"contract": contract, "score": 100})


def test_a_recorded_score_is_doubted_and_explained():
    entry = check({"contract": "?", "score": -480})
    assert [str(doubt) for doubt in RULESET.doubts(entry, board_deal(1), {})] == [
        "the score is not what the contract gives"
    ]
    explained = RULESET.explain(Sitting(SEATS, (1,), (Line(1, entry),)), 1, {})
    assert str(explained.words) == "480 to EW, as it was recorded"
    assert [(part.places, part.points) for part in explained.parts] == [(("E", "W"), 480)]
    scored = RULESET.score(Sitting(SEATS, (1,), (Line(1, entry),)), {})
    assert scored.lines[0].points == {"N": -480, "S": -480, "E": 480, "W": 480}


@pytest.mark.parametrize(
    ("contract", "risk", "tricks", "doubts"),
    [
        ("1NT", "", 1, ["that is 6 down"]),
        ("4S", "X", 6, ["that is 4 down"]),
        ("7NT", "", 13, ["a grand slam, bid and made"]),
        ("7NT", "", 6, ["that is 7 down", "a grand slam that went down"]),
        ("3NT", "", 9, []),
    ],
)
def test_what_is_unlikely_is_doubted_not_refused(contract, risk, tricks, doubts):
    entry = check({"contract": contract, "risk": risk, "declarer": "S", "tricks": tricks})
    assert [str(doubt) for doubt in RULESET.doubts(entry, board_deal(1), {})] == doubts


def counts(**entry):
    line = Line(1, {"risk": "", "declarer": "S"} | entry)
    return RULESET.score(Sitting(SEATS, (1,), (line,)), {}).lines[0].counts


def test_a_line_tells_what_it_adds_to_the_players_records():
    assert counts(contract="4S", tricks=9, risk="X") == {
        "S": {"declared": 1, "made": 0, "slams": 0},
        "E": {"defended": 1, "stopped": 1},
        "W": {"defended": 1, "stopped": 1},
    }
    assert counts(contract="6NT", tricks=12, declarer="W")["W"] == {"declared": 1, "made": 1, "slams": 1}
    assert counts(contract="3NT", tricks=12)["S"]["slams"] == 0, "twelve tricks are no slam that was bid"
    for nothing in ("PASS", "NP", "?"):
        assert counts(contract=nothing, score=-480) == {}
