"""Thirteen tricks between two sides, a point each."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.tricks import PLACES, RULESET
from tests.scoring.tables import refusal, score


@given(tricks=st.integers(0, 13))
def test_the_tricks_of_the_two_sides_make_thirteen(tricks):
    totals = score(RULESET, PLACES, {"tricks": tricks}).totals
    assert totals == {"S": tricks, "N": tricks, "W": 13 - tricks, "E": 13 - tricks}


def test_a_deal_has_thirteen_tricks():
    assert refusal(RULESET, PLACES, {"tricks": 14})[0] == "tricks"


def test_it_says_of_itself_that_it_is_unofficial():
    assert "unofficial" in RULESET.name.lower()
    assert "no published rules" in RULESET.summary
