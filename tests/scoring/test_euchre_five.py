"""Five-handed euchre: who scores with a partner, alone, and when the match ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import default_options
from scoring.rulesets.euchre_five import PLACES, RULESET
from tests.scoring.tables import record, refusal, score

OPTIONS = default_options(RULESET)


def hand(caller, partner, tricks, **more):
    return {"caller": caller, "partner": partner, "tricks": tricks, **more}


def alone(caller, tricks, why="choice"):
    return {"caller": caller, "alone": why, "tricks": tricks}


def test_everybody_keeps_his_own_score_while_sides_change():
    found = score(RULESET, PLACES, hand("1", "2", 3), hand("3", "1", 0), alone("4", 5))
    assert found.totals == {"1": 1, "2": 5, "3": 0, "4": 6, "5": 4}


@pytest.mark.parametrize(
    ("options", "caller", "defender"),
    [({}, 2, 0), ({"lone_march": "4"}, 4, 0), ({"lone_march": "5"}, 5, 0)],
)
def test_a_lone_march_is_worth_what_the_club_says(options, caller, defender):
    found = score(RULESET, PLACES, alone("1", 5), options=options)
    assert (found.totals["1"], found.totals["2"]) == (caller, defender)
    forced = score(RULESET, PLACES, alone("1", 5, "forced"), options=options)
    assert forced.totals == found.totals


def test_a_lone_march_bonus_is_not_for_two():
    assert score(RULESET, PLACES, hand("1", "2", 5), options={"lone_march": "4"}).totals["1"] == 2


def test_a_sweep_by_the_defenders_is_four_or_two():
    assert score(RULESET, PLACES, hand("1", "2", 0)).totals["3"] == 4
    assert score(RULESET, PLACES, hand("1", "2", 0), options={"defender_sweep": "2"}).totals["3"] == 2


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (hand("1", "1", 3), "partner"),
        (hand("1", None, 3), "partner"),
        (hand("1", "2", 3, alone="choice"), "partner"),
        (hand("1", "6", 3), "partner"),
        (hand("1", "2", 6), "tricks"),
        (hand("0", "2", 3), "caller"),
        ({**alone("1", 3), "called_card": "AS"}, "called_card"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(entry, field):
    assert refusal(RULESET, PLACES, entry)[0] == field


def test_a_trump_called_for_a_partner_is_doubted_or_refused_by_option():
    deal = RULESET.deal(record(RULESET, PLACES), 1, OPTIONS)
    for card in ("AS", "JC"):
        entry = RULESET.check(hand("1", "2", 3, trump="S", called_card=card), deal, OPTIONS)
        assert [str(doubt) for doubt in RULESET.doubts(entry, deal, OPTIONS)] == [
            "the called card is a trump"
        ]
        assert refusal(RULESET, PLACES, entry, options={"partner_card": "plain"})[0] == "called_card"
    fine = RULESET.check(hand("1", "2", 3, trump="S", called_card="AH"), deal, OPTIONS)
    assert RULESET.doubts(fine, deal, OPTIONS) == ()


def test_two_who_pass_the_target_together_share_it_or_play_on():
    entries = [hand("1", "2", 5)] * 5
    shared = score(RULESET, PLACES, *entries)
    assert (shared.is_over, shared.winners) == (True, ("1", "2"))
    going_on = score(RULESET, PLACES, *entries, options={"ties": "play_on"})
    assert (going_on.is_over, going_on.winners) == (False, ())
    decided = score(RULESET, PLACES, *entries, alone("2", 3), options={"ties": "play_on"})
    assert decided.winners == ("2",)


def test_the_deal_goes_round_all_five():
    sitting = record(RULESET, PLACES)
    dealers = [RULESET.deal(sitting, number, OPTIONS).dealer for number in range(1, 7)]
    assert dealers == ["1", "2", "3", "4", "5", "1"]


@given(caller=st.sampled_from(PLACES), partner=st.sampled_from([*PLACES, None]), tricks=st.integers(0, 5))
def test_one_side_scores_and_the_other_does_not(caller, partner, tricks):
    entry = alone(caller, tricks) if partner in (None, caller) else hand(caller, partner, tricks)
    totals = score(RULESET, PLACES, entry).totals
    attackers = {caller, partner} - {None}
    attack = {totals[place] for place in attackers}
    defence = {totals[place] for place in PLACES if place not in attackers}
    assert len(attack) == len(defence) == 1
    assert min(*attack, *defence) == 0 < max(*attack, *defence)
