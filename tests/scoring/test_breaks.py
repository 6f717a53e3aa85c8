"""Breaks between the rounds: where matches are whole, and what they add to the evening."""

import pytest

from scoring.movements.balance import balance, whole_minutes
from scoring.movements.breaks import usual_breaks, with_breaks
from scoring.movements.drawn import DRAWINGS
from scoring.movements.mitchell import straight_mitchell
from scoring.movements.teams import american_whist, team_match, team_round_robin, whole_matches


@pytest.mark.parametrize(
    ("movement", "rounds"),
    [
        (american_whist(8, boards_per_round=4), (2, 4, 6)),
        (american_whist(7, boards_per_round=4), (3,)),
        (american_whist(3), (1,)),
        (team_round_robin(6, boards_per_round=8), (1, 2, 3, 4)),
        (team_round_robin(8, boards_per_round=3), (2, 4, 6)),
        (team_match(rounds=2), (1,)),
        (team_match(rounds=1), ()),
        (DRAWINGS["swiss"].movement(8, rounds=4, boards=8, has_teams=True), (1, 2, 3)),
        (straight_mitchell(10), ()),
    ],
    ids=lambda value: value.slug if hasattr(value, "slug") else "",
)
def test_teams_have_a_break_where_no_match_is_half_played_and_time_has_passed(movement, rounds):
    assert usual_breaks(movement) == rounds


def test_at_a_break_each_match_that_has_begun_is_whole():
    movement = american_whist(10, boards_per_round=3)
    for after in usual_breaks(movement):
        played = [place for place in movement.places if place.round <= after]
        meetings = {frozenset(map(movement.holder, place.contestants)) for place in played if place.is_played}
        assert len(played) == 2 * len(meetings)
    assert len(whole_matches(movement)) == 45


def test_there_is_no_break_after_the_last_round_and_one_alone_is_longer():
    movement = straight_mitchell(10)
    assert with_breaks(movement, (2, 5, 9)).breaks == {2: 10}
    assert with_breaks(movement, (1, 2, 2)).breaks == {1: 5, 2: 5}
    assert with_breaks(movement, (1, 2), 12).breaks == {1: 12, 2: 12}
    assert with_breaks(movement, ()).breaks == {}


def test_breaks_count_in_how_long_it_takes():
    movement = straight_mitchell(10)
    paused = with_breaks(movement, (2,), 15)
    assert balance(paused).minutes == whole_minutes(paused) == balance(movement).minutes + 15
    swiss = DRAWINGS["swiss"].movement(8, rounds=4, boards=8, has_teams=True)
    assert whole_minutes(with_breaks(swiss, None)) == whole_minutes(swiss) + 3 * 5 == 4 * 60 + 15
