"""BRiST: laws that hold for every board, and the options of a club."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge import CONTRACTS
from scoring.lines import check_options
from scoring.rulesets.brist import BONUS, EXTRA, FOUR, LISTED, RULESET, THREE, class_of
from tests.scoring.tables import record, refusal, score


def board(contract, tricks, declarer="S"):
    return {"declarer": declarer, "contract": contract, "tricks": tricks}


@given(contract=st.sampled_from(LISTED), tricks=st.integers(0, 13))
def test_a_made_board_adds_up_to_thirteen_and_its_bonus(contract, tricks):
    points = score(RULESET, FOUR, board(contract, tricks)).totals
    if tricks >= CONTRACTS[contract].need:
        assert points["S"] + points["W"] == 13 + BONUS[class_of(contract)]
    else:
        assert (points["S"], points["W"]) == (0, 13 - tricks + 10)
    assert (points["S"], points["W"]) == (points["N"], points["E"])


def test_there_are_twenty_contracts_and_the_rest_are_refused_unless_the_club_adds_them():
    assert (len(LISTED), len(EXTRA)) == (20, 15)
    for contract in EXTRA:
        assert refusal(RULESET, FOUR, board(contract, 9))[0] == "contract"
        assert refusal(RULESET, FOUR, board(contract, 9), options={"extra_contracts": True}) is None


@pytest.mark.parametrize(
    ("options", "contract", "bonus"),
    [
        ({}, "7NT", 10),
        ({"defence_bonus": "mirror"}, "6H", 25),
        ({"defence_bonus": "mirror"}, "7H", 50),
        ({"defence_bonus": "own", "defence_grand": 40}, "7H", 40),
    ],
)
def test_the_defence_bonus_is_the_clubs(options, contract, bonus):
    assert score(RULESET, FOUR, board(contract, 5), options=options).totals["W"] == 8 + bonus


def test_own_tricks_at_three_cannot_be_more_than_the_defence_won():
    entry = {**board("3NT", 9), "left_tricks": 5}
    assert refusal(RULESET, THREE, entry, options={"three_defence": "own"})[0] == "left_tricks"
    entry["left_tricks"] = 3
    assert score(RULESET, THREE, entry, options={"three_defence": "own"}).totals == {"S": 19, "W": 3, "E": 1}


def test_half_of_an_odd_number_of_tricks_stays_exact():
    found = score(RULESET, THREE, board("1C", 8), options={"three_defence": "half"})
    assert [found.totals["W"] * 2, found.totals["E"] * 2] == [5, 5]


def test_whoever_declares_out_of_turn_is_doubted_not_refused():
    options = check_options(RULESET, {})
    deal = RULESET.deal(record(RULESET, FOUR), 1, options)
    entry = RULESET.check(board("1C", 8, "W"), deal, options)
    assert [str(x) for x in RULESET.doubts(entry, deal, options)] == [
        "it is not this player's turn to declare"
    ]


@pytest.mark.parametrize(
    ("ties", "breaks"), [("shared", ()), ("made", ("made",)), ("bonuses", ("bonuses",)), ("play_off", ())]
)
def test_ties_are_broken_as_the_club_says(ties, breaks):
    assert RULESET.tie_breaks(check_options(RULESET, {"ties": ties})) == breaks
