"""A rubber: what stands below and above the line, when it ends, and when it is broken off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge import CONTRACTS, SEATS, SIDES, contract_score, trick_score
from scoring.lines import check_options, default_options
from scoring.rulesets.rubber import RULESET, stand_of
from tests.scoring.tables import record, refusal, score

GAME_N = {"contract": "3NT", "declarer": "N", "tricks": 9}
GAME_E = {"contract": "3NT", "declarer": "E", "tricks": 9}
PART_N = {"contract": "2H", "declarer": "N", "tricks": 8}
PART_E = {"contract": "2S", "declarer": "E", "tricks": 8}
PASSED = {"contract": "PASS"}
OPTIONS = default_options(RULESET)


def test_two_games_to_none_earn_seven_hundred_and_end_the_rubber():
    found = score(RULESET, SEATS, GAME_N, GAME_N)
    assert found.totals == {"N": 900, "E": 0, "S": 900, "W": 0}
    assert (found.is_over, found.winners) == (True, ("N", "S"))


def test_two_games_to_one_earn_five_hundred():
    assert score(RULESET, SEATS, GAME_N, GAME_E, GAME_N).totals["N"] == 100 + 100 + 500


def test_the_winner_is_the_side_with_more_points_even_without_the_rubber():
    disaster = {"contract": "7NTXX", "declarer": "N", "tricks": 3}
    found = score(RULESET, SEATS, disaster, GAME_N, GAME_N)
    assert found.is_over
    assert found.totals["E"] > found.totals["N"]
    assert found.winners == ("E", "W")


def test_a_game_wipes_out_the_other_sides_part_score():
    sitting = record(RULESET, SEATS, PART_E, GAME_N, PART_N)
    assert stand_of(sitting).part_scores == {"NS": 60, "EW": 0}


def test_whoever_has_a_game_is_vulnerable():
    sitting = record(RULESET, SEATS, GAME_E)
    assert RULESET.deal(sitting, 2, OPTIONS).vulnerable == {"EW"}
    assert score(RULESET, SEATS, GAME_E, {**GAME_E, "tricks": 7}).lines[-1].points["N"] == 200


def test_the_deal_passes_on_after_a_hand_that_was_passed_out():
    sitting = record(RULESET, SEATS, PASSED)
    assert RULESET.deal(sitting, 2, OPTIONS).dealer == "E"
    assert score(RULESET, SEATS, PASSED).lines[0].points == dict.fromkeys(SEATS, 0)


def test_no_hand_follows_the_end_of_the_rubber():
    field, text = refusal(RULESET, SEATS, GAME_N, GAME_N, PART_E)
    assert (field, text) == ("board", "the rubber ended with deal 2")


def test_a_rubber_under_way_has_no_winner_and_no_bonus():
    found = score(RULESET, SEATS, GAME_N, PART_E)
    assert (found.is_over, found.winners, found.totals["N"], found.totals["E"]) == (False, (), 100, 60)


@pytest.mark.parametrize(
    ("entries", "north", "east"),
    [
        ([GAME_N], 100 + 300, 0),
        ([GAME_N, PART_E], 100 + 300, 60 + 100),
        ([GAME_N, GAME_E], 100, 100),
        ([PART_N], 60 + 100, 0),
        ([PART_N, PART_E], 60, 60),
        ([GAME_N, GAME_N], 900, 0),
        ([PASSED], 0, 0),
    ],
)
def test_a_rubber_broken_off_pays_for_the_only_game_and_the_only_part_score(entries, north, east):
    found = score(RULESET, SEATS, *entries, is_ended=True)
    assert (found.totals["N"], found.totals["E"], found.is_over) == (north, east, True)


def test_the_bonus_of_a_rubber_broken_off_is_explained_with_its_last_deal():
    sitting = record(RULESET, SEATS, GAME_N, PART_E, is_ended=True)
    parts = RULESET.explain(sitting, 2, OPTIONS).parts
    assert [(part.places, part.points, str(part.reason)) for part in parts] == [
        (("E", "W"), 60, "below the line: tricks bid and made"),
        (("N", "S"), 300, "above the line: the only game of an unfinished rubber"),
        (("E", "W"), 100, "above the line: the only part score left"),
    ]


def test_older_laws_pay_fifty_for_the_part_score():
    found = score(RULESET, SEATS, PART_N, options={"unfinished_part": "50"}, is_ended=True)
    assert found.totals["N"] == 110


def test_honours_count_for_the_side_that_holds_them_even_when_it_defends():
    entry = {"contract": "4S", "declarer": "N", "tricks": 9, "honours": "NS100"}
    assert score(RULESET, SEATS, entry).lines[0].points == {"N": 100, "E": 50, "S": 100, "W": 50}


def test_at_no_trump_only_four_aces_are_honours():
    field, _text = refusal(RULESET, SEATS, {**GAME_N, "honours": "EW100"})
    assert field == "honours"
    assert score(RULESET, SEATS, {**GAME_N, "honours": "EW150"}).totals["E"] == 150


def test_a_club_that_ignores_honours_has_no_field_for_them():
    options = check_options(RULESET, {"honours": False})
    deal = RULESET.deal(record(RULESET, SEATS), 1, options)
    assert "honours" not in [field.name for field in RULESET.fields(deal, options)]


HANDS = st.builds(
    lambda contract, declarer, tricks: {"contract": contract, "declarer": declarer, "tricks": tricks},
    st.sampled_from(list(CONTRACTS)),
    st.sampled_from(SEATS),
    st.integers(0, 13),
)


@given(hands=st.lists(HANDS, max_size=30))
def test_a_rubber_ends_exactly_when_a_side_has_its_second_game(hands):
    played = []
    for hand in hands:
        if refusal(RULESET, SEATS, *played, hand):
            break
        played.append(hand)
        found = score(RULESET, SEATS, *played)
        games = {side: sum(line.counts[side[0]]["games"] for line in found.lines) for side in SIDES}
        assert found.is_over == (2 in games.values())
        assert max(games.values()) <= 2


@given(hand=HANDS)
def test_a_single_deal_is_worth_its_duplicate_score_without_the_bonus_for_game_or_part_score(hand):
    points = score(RULESET, SEATS, hand).lines[0].points
    duplicate = contract_score(hand["contract"], hand["tricks"], vulnerable=False)
    bonus = 300 if trick_score(CONTRACTS[hand["contract"]]) >= 100 else 50
    own, other = points[hand["declarer"]], points[SEATS[(SEATS.index(hand["declarer"]) + 1) % 4]]
    assert (own, other) == ((duplicate - bonus, 0) if duplicate > 0 else (0, -duplicate))
