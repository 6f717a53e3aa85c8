"""Brisca: card points, void hands, three at the top, cantes, and the match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import check_options, default_options
from scoring.methods import METHODS
from scoring.results import Contest, Played, Scored
from scoring.rulesets.brisca import FOUR, RULESET, SIX, THREE, TWO
from tests.scoring.tables import record, refusal, score

OPTIONS = default_options(RULESET)
CARDS = (11, 10, 4, 3, 2) * 4


def points(*card_points):
    return {f"points_{number}": value for number, value in enumerate(card_points, start=1)}


def test_the_last_side_is_counted_from_what_the_others_leave():
    sitting = record(RULESET, FOUR, points(47))
    assert sitting.lines[0].entry == {"points_1": 47, "points_2": 73, "trump": None}
    assert RULESET.score(sitting, OPTIONS).totals == {"S": 0, "W": 1, "N": 0, "E": 1}


@pytest.mark.parametrize("entry", [points(1), points(119), points(61, 60), points(70, 40), points("x")])
def test_two_sides_cannot_have_what_no_cards_add_up_to(entry):
    assert refusal(RULESET, TWO, entry)[0].startswith("points_")


def test_three_sides_cannot_have_more_than_there_is():
    assert refusal(RULESET, THREE, points(80, 50)) == (
        "points_2",
        "that makes 130; there are only 120 points in the cards",
    )


@given(cards=st.sets(st.sampled_from(range(20))))
def test_whatever_cards_a_side_has_taken_can_be_recorded(cards):
    taken = sum(CARDS[number] for number in cards)
    assert refusal(RULESET, TWO, points(taken)) is None


def test_sixty_all_is_void_whatever_the_club_says_of_ties():
    for ties in ("nobody", "shared"):
        assert score(RULESET, FOUR, points(60), options={"ties": ties}).totals == dict.fromkeys(FOUR, 0)


def test_two_equal_of_three_share_the_hand_only_by_option():
    entry = points(50, 50, 20)
    assert score(RULESET, THREE, entry).totals == {"S": 0, "W": 0, "E": 0}
    assert score(RULESET, THREE, entry, options={"ties": "shared"}).totals == {"S": 1, "W": 1, "E": 0}


def test_the_deal_goes_to_the_right_void_hands_too_unless_the_club_deals_them_again():
    sitting = record(RULESET, FOUR, points(60))
    assert RULESET.deal(sitting, 2, OPTIONS).dealer == "E"
    assert RULESET.deal(sitting, 2, check_options(RULESET, {"void_deal": "same"})).dealer == "S"


def test_cantes_are_added_to_the_points_of_the_cards():
    entry = {**points(50), "cantes_1": 40}
    options = {"cantes": True}
    assert score(RULESET, TWO, entry, options=options).totals == {"S": 1, "N": 0}
    assert refusal(RULESET, TWO, {**points(50), "cantes_2": 30}, options=options)[0] == "cantes_2"
    too_much = {**points(50), "cantes_1": 80, "cantes_2": 40}
    assert refusal(RULESET, TWO, too_much, options=options)[0] == "cantes_2"
    assert refusal(RULESET, TWO, entry)[0] == "cantes_1"


def test_six_play_in_two_sides_of_three():
    assert score(RULESET, SIX, points(65)).totals == {"1": 1, "2": 0, "3": 1, "4": 0, "5": 1, "6": 0}


@given(hands=st.lists(st.sampled_from([30, 60, 90]), max_size=15), target=st.integers(1, 5))
def test_a_match_ends_with_the_hand_that_reaches_the_target(hands, target):
    won = {30: 0, 60: 0, 90: 0}
    for number, hand in enumerate(hands, start=1):
        entries = [points(x) for x in hands[:number]]
        won[hand] += 1
        found = score(RULESET, TWO, *entries, options={"target": target})
        ended = max(won[30], won[90]) >= target
        assert found.is_over == ended
        if ended:
            assert found.winners == (("S",) if hand == 90 else ("N",))
            break


def test_matches_won_rank_single_players_at_tables_of_any_size():
    tables = tuple(
        Scored(Played(1, number, dict(zip(places, range(start, 9), strict=False)), sitting), scored)
        for number, (places, start, entry) in enumerate(
            [(FOUR, 1, points(70)), (THREE, 5, points(20, 90, 10))], start=1
        )
        for sitting in [record(RULESET, places, entry, options={"target": 1})]
        for scored in [RULESET.score(sitting, {**OPTIONS, "target": 1})]
    )
    groups = dict.fromkeys(range(1, 8), "")
    rows = METHODS["games"].rank(Contest(tables, groups, RULESET, OPTIONS)).rows
    assert {row.contestant for row in rows if row.figures["won"] == 1} == {1, 3, 6}
    assert {row.contestant for row in rows if row.figures["lost"] == 1} == {2, 4, 5, 7}
