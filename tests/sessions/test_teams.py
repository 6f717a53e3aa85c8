"""Sessions of teams: seated at two tables each, ranked by the matches between them."""

from fractions import Fraction

import pytest

from scoring.movements.teams import american_whist, team_match, team_round_robin
from sessions import queries, services
from sessions.services import RefusedError


def seated(session, *, table, round=1):
    """Who sits where: the seat, the team's name and the player's."""
    chairs = session.seatings.get(table__number=table, round=round).chairs.order_by("pk")
    return [(chair.place, chair.contestant.name, chair.player.name) for chair in chairs]


def test_a_team_sits_at_two_tables_in_opposite_directions(make_teams):
    session = make_teams(team_match(boards_per_round=2))
    assert seated(session, table=1) == [
        ("N", "Team 1", "Player 1-1"),
        ("S", "Team 1", "Player 1-2"),
        ("E", "Team 2", "Player 2-3"),
        ("W", "Team 2", "Player 2-4"),
    ]
    assert seated(session, table=2) == [
        ("N", "Team 2", "Player 2-1"),
        ("S", "Team 2", "Player 2-2"),
        ("E", "Team 1", "Player 1-3"),
        ("W", "Team 1", "Player 1-4"),
    ]


def test_in_the_second_half_team_2_changes_tables(make_teams):
    session = make_teams(team_match(boards_per_round=2))
    assert [name for _seat, _team, name in seated(session, table=1, round=2)] == [
        "Player 1-1",
        "Player 1-2",
        "Player 2-1",
        "Player 2-2",
    ]


def test_a_match_is_ranked_by_its_victory_points(make_teams, play):
    session = make_teams(team_match(rounds=1, boards_per_round=4))
    play(session, {(1, 1): 620, (2, 1): 170, (1, 2): -50, (2, 2): 0, (1, 3): 0, (2, 3): 0})
    night = queries.load_night(session)
    assert [
        (night.sides[row.contestant].name, row.rank, row.figures["result"]) for row in night.standings.rows
    ] == [
        ("Team 1", 1, Fraction("14.18")),
        ("Team 2", 2, Fraction("5.82")),
    ]


def test_a_team_with_a_bye_has_no_seat(make_teams):
    session = make_teams(team_round_robin(3, boards_per_round=2))
    night = queries.load_night(session)
    assert [len(night.of_side(pk)) for pk in night.sides] == [4, 4, 4]
    assert len(night.rounds) == 6


def test_teams_play_no_movement_of_pairs_and_pairs_none_of_teams(make_teams, make_session):
    pairs = make_session("duplicate", 4, start=False)
    with pytest.raises(RefusedError, match="Teams need a movement"):
        services.seat_players(session=pairs, entrants=[[]] * 3, movement=american_whist(3))


def test_pairs_that_are_seated_are_not_ranked_as_teams(make_session):
    session = make_session("duplicate", 4, start=False)
    with pytest.raises(RefusedError, match="Pairs and teams"):
        services.update_session(session=session, method_slug="teams_imps")
