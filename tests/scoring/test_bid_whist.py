"""Bid Whist: the bidding checked call by call, the options of other rooms, and the end of a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import check_options
from scoring.methods import METHODS
from scoring.results import Contest, Played, Scored
from scoring.rulesets.bid_whist import PLACES, RULESET
from tests.scoring.tables import record, refusal, score

AUCTION = {"auction": True}
REDEAL = {"forced_bid": "redeal"}
WEST_FOUR = {"bidder": "W", "bid": "4U", "books": 10}


def hand(bidder, bid, books, **more):
    return {"bidder": bidder, "bid": bid, "books": books, **more}


def calls(*texts):
    return {f"call_{number}": text for number, text in enumerate(texts, start=1)}


def test_a_bidding_that_rises_is_accepted():
    entry = {**hand("N", "4NT", 10), **calls("3U", "4NT", "PASS", "PASS")}
    assert refusal(RULESET, PLACES, entry, options=AUCTION) is None


@pytest.mark.parametrize(
    ("entry", "field", "text"),
    [
        ({**WEST_FOUR, **calls("4U", "4D", "PASS", "PASS")}, "call_2", "4 ↓ is not higher than 4 ↑"),
        ({**WEST_FOUR, **calls("4U", "3NT", "PASS", "PASS")}, "call_2", "3 NT is not higher than 4 ↑"),
        (
            {**WEST_FOUR, **calls("4U", "PASS", "PASS")},
            "call_4",
            "this call is missing; give all four, or none",
        ),
        ({**WEST_FOUR, **calls(*["PASS"] * 4)}, "call_4", "when the others pass, the dealer must bid"),
        ({**WEST_FOUR, **calls("4U", "5U", "PASS", "PASS")}, "bid", "the bidding ended at 5U"),
        ({**WEST_FOUR, **calls("3U", "4U", "PASS", "PASS")}, "bidder", "North made the highest bid"),
    ],
)
def test_a_bidding_that_cannot_be_is_refused_at_its_call(entry, field, text):
    assert refusal(RULESET, PLACES, entry, options=AUCTION) == (field, text)


def test_where_down_outranks_up_it_may_be_bid_over_it():
    entry = {**hand("N", "4D", 10), **calls("4U", "4D", "PASS", "PASS")}
    assert refusal(RULESET, PLACES, entry, options={**AUCTION, "rank": "low"}) is None


def test_a_dealer_whom_the_bidding_forced_is_noted():
    entry = {**hand("S", "3U", 9), **calls("PASS", "PASS", "PASS", "3U")}
    assert record(RULESET, PLACES, entry, options=AUCTION).lines[0].entry["forced"] is True
    wrong = {**hand("S", "4U", 10), **calls("3U", "PASS", "PASS", "4U"), "forced": True}
    assert refusal(RULESET, PLACES, wrong, options=AUCTION) == ("forced", "somebody bid before the dealer")


def test_a_dealer_forced_to_more_than_the_lowest_bid_is_doubted():
    options = check_options(RULESET, {})
    deal = RULESET.deal(record(RULESET, PLACES), 1, options)
    entry = RULESET.check(hand("S", "5U", 11, forced=True), deal, options)
    assert len(RULESET.doubts(entry, deal, options)) == 1


def test_a_hand_passed_out_is_dealt_again_and_does_not_count():
    options = check_options(RULESET, REDEAL)
    sitting = record(RULESET, PLACES, WEST_FOUR, {"bid": "PASS"}, options=options)
    assert RULESET.deal(sitting, 3, options).dealer == "W"
    assert RULESET.score(sitting, options).lines[1].points == {}
    assert refusal(RULESET, PLACES, {"bid": "PASS", "bidder": "S"}, options=options)[0] == "bidder"
    assert refusal(RULESET, PLACES, {"bidder": "S", "bid": "PASS", "books": 1})[0] == "bid"


def test_a_renege_may_lose_the_match_and_give_five():
    entry = hand("S", "4U", 10, renege="bidder")
    lost = score(RULESET, PLACES, entry, options={"renege": "game"})
    assert (lost.winners, lost.totals["W"]) == (("W", "E"), 0)
    five = score(RULESET, PLACES, entry, options={"renege": "game_five"})
    assert (five.winners, five.totals) == (("W", "E"), {"S": 0, "W": 5, "N": 0, "E": 5})
    other = score(RULESET, PLACES, {**entry, "renege": "opponents"}, options={"renege": "game_five"})
    assert (other.winners, other.totals["S"]) == (("S", "N"), 5)


def test_two_reneges_are_applied_in_order():
    entry = hand("S", "4U", 8, renege="opponents", second_renege="bidder")
    assert score(RULESET, PLACES, entry, options={"second_renege": True}).totals["S"] == -4
    twice = hand("S", "4U", 13, renege="bidder", second_renege="bidder")
    assert score(RULESET, PLACES, twice, options={"second_renege": True}).totals["S"] == -4
    assert refusal(RULESET, PLACES, twice)[0] == "second_renege"
    only = hand("S", "4U", 13, second_renege="bidder")
    assert refusal(RULESET, PLACES, only, options={"second_renege": True})[0] == "second_renege"


def test_a_kitty_that_is_no_book_to_lose_makes_three_books_too_few():
    entry = hand("S", "3U", 3, renege="bidder")
    options = check_options(RULESET, {"renege_kitty": False})
    sitting = record(RULESET, PLACES, entry)
    assert "set with 0 books" in str(RULESET.explain(sitting, 1, options).words)


def test_two_sets_may_lose_a_match():
    entries = [hand("S", "3U", 8), hand("W", "3U", 8), hand("N", "3U", 8)]
    assert not score(RULESET, PLACES, *entries).is_over
    found = score(RULESET, PLACES, *entries, options={"two_sets": True})
    assert (found.is_over, found.winners) == (True, ("W", "E"))


def test_by_time_the_leaders_win_only_when_play_has_ended():
    options = {"end": "time"}
    assert score(RULESET, PLACES, WEST_FOUR, options=options).winners == ()
    ended = score(RULESET, PLACES, WEST_FOUR, options=options, is_ended=True)
    assert (ended.is_over, ended.winners) == (True, ("W", "E"))
    assert not score(RULESET, PLACES, WEST_FOUR, is_ended=True).winners


def won_matches(entry, double_match):
    options = check_options(RULESET, {"double_match": double_match})
    sitting = record(RULESET, PLACES, entry, options=options)
    played = Played(1, 1, {"S": 1, "N": 1, "W": 2, "E": 2}, sitting)
    contest = Contest((Scored(played, RULESET.score(sitting, options)),), {1: "", 2: ""}, RULESET, options)
    return {row.contestant: row.figures["won"] for row in METHODS["games"].rank(contest).rows}


def test_a_match_won_at_no_trump_or_with_a_boston_may_count_twice():
    no_trump, boston = hand("S", "4NT", 11), hand("S", "7U", 13)
    assert [won_matches(no_trump, x)[1] for x in ("none", "no_trump", "boston", "both")] == [1, 2, 1, 2]
    assert [won_matches(boston, x)[1] for x in ("none", "no_trump", "boston", "both")] == [1, 1, 2, 2]


HANDS = st.builds(
    hand,
    st.sampled_from(PLACES),
    st.sampled_from([f"{number}{kind}" for number in range(3, 8) for kind in ("U", "D", "NT")]),
    st.integers(1, 13),
    renege=st.sampled_from(["none", "bidder", "opponents"]),
)


@given(hands=st.lists(HANDS, max_size=25))
def test_a_match_ends_exactly_once_and_only_one_side_moves(hands):
    played = []
    for entry in hands:
        played.append(entry)
        found = score(RULESET, PLACES, *played)
        line = found.lines[-1]
        assert 0 in (line.points["S"], line.points["W"])
        assert found.is_over == (max(abs(found.totals["S"]), abs(found.totals["W"])) >= 7)
        assert bool(found.winners) == found.is_over
        if found.is_over:
            assert refusal(RULESET, PLACES, *played, WEST_FOUR)[0] == "board"
            break
