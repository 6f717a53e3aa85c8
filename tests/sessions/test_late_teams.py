"""A team comes late, or leaves, where all the matches were arranged at the start: nothing played is lost."""

from collections import Counter
from dataclasses import replace

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.movements.rematching import Stage, met_again, rematch
from scoring.movements.teams import american_whist, team_match, team_round_robin
from sessions import changes, changing, queries
from sessions.changes import Holder, ImpossibleError, Room, Spot, Who
from sessions.models import Chair
from sessions.words import say

LATE = {"names": ("Zoe", "Zack", "Zia", "Zeno"), "called": "Lates"}
BUILDS = {"american-whist": american_whist, "team-round-robin": team_round_robin, "team-match": team_match}


def room_of(movement, *, begun=0):
    """A room of this movement whose first rounds have been played."""
    people = {
        team: Who(
            team,
            team,
            tuple(f"P{team}-{at}" for at in range(4)),
            own_name=f"Team {team}",
            players=tuple(10 * team + at for at in range(4)),
        )
        for team in range(1, movement.teams + 1)
    }

    def holder(seat, number):
        team = movement.holder(number)
        return Holder(team, 10 * team + "NSEW".index(seat))

    spots = tuple(
        Spot(
            place.round, place.table,
            {seat: holder(seat, number) for seat, number in place.seats.items()},
            place.boards,
            played=place.boards if place.round <= begun else (),
            is_begun=place.round <= begun,
        )
        for place in movement.places
    )  # fmt: skip
    return Room(
        spots, people, (("N", "S", "E", "W"),), are_pairs=True, movement=movement.slug, has_teams=True
    )


def arrive(room):
    return changes.PLANNERS["arrive"](room, **LATE)


def leave(room, team):
    return changes.PLANNERS["leave"](room, contestant=team)


def said(change):
    return [say(message) for message in (*change.sentences, *change.faults)]


def matches(room):
    """By the two teams and the boards, the rounds of the tables that play them."""
    found = {}
    for spot in room.spots:
        if spot.is_played:
            found.setdefault((tuple(sorted(spot.contestants)), spot.boards), []).append(spot.round)
    return found


def meetings(room):
    return Counter(teams for teams, _boards in matches(room))


# --- the pure plan ------------------------------------------------------------------------------


def test_nobody_meets_again_and_nobody_waits_where_that_can_be():
    assert rematch((1, 2, 3), 1, [(1, 2)]) == (Stage(1, ((1, 3),), 2),)
    assert rematch((1, 2, 3), 2, []) == (Stage(2, ((1, 2), (2, 3), (3, 1))),)
    assert met_again(rematch(range(1, 9), 6, [(1, 2), (3, 4), (5, 6), (7, 8)]), []) == ()


@given(st.integers(3, 12), st.integers(1, 6), st.booleans())
def test_each_stage_has_everybody_once_or_over_two_rounds_twice(teams, rounds, over_two):
    stages = rematch(range(1, teams + 1), rounds, [], over_two=over_two)
    assert sum(stage.rounds for stage in stages) == rounds
    for stage in stages:
        times = Counter(team for two in stage.matches for team in two)
        assert set(times.values()) == {stage.rounds}
        assert len(times) + (stage.idle is not None) == teams
        assert len(set(map(frozenset, stage.matches))) == len(stage.matches)


# --- the room -----------------------------------------------------------------------------------


def test_a_late_team_takes_the_bye_of_a_round_robin():
    room = room_of(team_round_robin(5, boards_per_round=3), begun=1)
    change = arrive(room)
    goal = changes.apply(room, change)
    assert change.faults == ()
    assert len(change.after) == 8
    assert {key: spot for key, spot in change.before.items() if spot} == {}
    assert set(meetings(goal).values()) == {1}
    assert sum(0 in teams for teams in meetings(goal)) == 4
    host = next(spot for spot in goal.in_round(2) if spot.table == 6).seats["E"].contestant
    assert said(change)[0] == f"Round 2: Lates and Team {host} play each other at table {host} + 6."


def test_a_round_robin_of_an_even_number_goes_on_with_matches_over_two_rounds():
    room = room_of(team_round_robin(6, boards_per_round=3), begun=1)
    change = arrive(room)
    goal = changes.apply(room, change)
    assert change.faults == ()
    assert set(meetings(goal).values()) == {1}
    assert all(len(rounds) == 2 for rounds in matches(goal).values())
    assert sum(0 in teams for teams in meetings(goal)) == 4
    assert said(change)[0] == "Lates sit North-South at table 7."
    assert said(change)[1].startswith("Rounds 2 and 3, each match over both: ")


def test_american_whist_finishes_the_matches_that_have_begun():
    room = room_of(american_whist(6, boards_per_round=4), begun=1)
    change = arrive(room)
    goal = changes.apply(room, change)
    assert said(change)[0] == "Round 2 stays as it is: matches that have begun are finished there."
    assert goal.in_round(2) == room.in_round(2)
    assert all(len(rounds) == 2 for rounds in matches(goal).values())
    assert change.faults == ()


def test_where_all_that_is_left_finishes_matches_there_is_one_round_more():
    room = room_of(american_whist(7, boards_per_round=3), begun=3)
    change = arrive(room)
    assert "Round 7 is played as well." in said(change)
    goal = changes.apply(room, change)
    assert all(len(rounds) == 2 for rounds in matches(goal).values())
    assert any(0 in spot.contestants for spot in goal.in_round(7))


def test_a_third_team_comes_to_a_match_of_two():
    room = room_of(team_match(rounds=3, boards_per_round=4), begun=1)
    change = arrive(room)
    goal = changes.apply(room, change)
    assert change.faults == ()
    assert sorted(meetings(goal)) == [(0, 1), (0, 2), (1, 2)]
    assert sum("without an opponent" in text for text in said(change)) == 2


def test_who_must_meet_again_is_told():
    room = room_of(team_match(rounds=4, boards_per_round=4), begun=1)
    change = arrive(room)
    assert [say(fault) for fault in change.faults] == [
        "Team 1 and Team 2 meet again in round 4; they met in round 1."
    ]


def test_boards_that_are_needed_besides_are_told():
    room = room_of(team_match(rounds=2, boards_per_round=4), begun=0)
    assert said(arrive(room)) == [
        "Lates sit North-South at table 3.",
        "Rounds 1 and 2, each match over both: Team 1 – Team 2, Team 2 – Lates, Lates – Team 1.",
        "Boards 9 to 12 are needed besides.",
    ]


def test_nobody_comes_in_once_the_last_round_has_begun():
    room = room_of(team_round_robin(4, boards_per_round=3), begun=3)
    with pytest.raises(ImpossibleError, match="No round is left in which Lates could sit down"):
        arrive(room)


def test_when_a_team_of_an_even_round_robin_leaves_its_opponents_sit_out_in_turn():
    room = room_of(team_round_robin(6, boards_per_round=3), begun=1)
    goal = changes.apply(room, leave(room, 2))
    assert all(len(rounds) == 2 for rounds in matches(goal).values())
    assert all(spot == room.at(spot.key) for spot in goal.spots if spot.is_played)


def test_when_a_team_of_an_odd_round_robin_leaves_nobody_sits_out_any_more():
    room = room_of(team_round_robin(5, boards_per_round=3), begun=1)
    change = leave(room, 2)
    goal = changes.apply(room, change)
    for number in room.open_rounds:
        playing = {key for spot in goal.in_round(number) if spot.is_played for key in spot.contestants}
        assert playing == {1, 3, 4, 5}


def test_when_a_team_leaves_american_whist_no_pair_plays_without_its_teammates():
    room = room_of(american_whist(6, boards_per_round=4), begun=2)
    goal = changes.apply(room, leave(room, 3))
    ahead = {number: goal.in_round(number) for number in room.open_rounds}
    assert all(len(spot.contestants) == 2 for spots in ahead.values() for spot in spots)
    assert all(len(rounds) == 2 for rounds in matches(goal).values())


def test_a_late_team_takes_the_seats_of_one_that_has_left():
    room = room_of(team_round_robin(6, boards_per_round=3), begun=1)
    without = replace(changes.apply(room, leave(room, 2)), left=frozenset({2}))
    change = arrive(without)
    goal = changes.apply(without, change)
    assert sum(0 in teams for teams in meetings(goal)) == 4
    assert {spot.boards for spot in goal.spots} == {spot.boards for spot in room.spots}


@given(st.sampled_from(["american-whist", "team-round-robin"]), st.integers(3, 10), st.data())
def test_whoever_comes_or_goes_each_match_is_whole_or_as_it_was(slug, teams, data):
    movement = BUILDS[slug](teams, boards_per_round=3)
    begun = data.draw(st.integers(0, movement.rounds - 1))
    room = room_of(movement, begun=begun)
    if data.draw(st.booleans()) or teams < 4:
        change, newcomers = arrive(room), {0}
    else:
        ahead = {key for n in room.open_rounds for spot in room.in_round(n) for key in spot.contestants}
        change, newcomers = leave(room, data.draw(st.sampled_from(sorted(ahead)))), set()
    goal = changes.apply(room, change)
    assert all(goal.at(spot.key) == spot for spot in room.spots if spot.is_begun)
    again = sum(times - 1 for times in meetings(goal).values())
    assert again == len(change.faults)
    halves = [key for key, rounds in matches(goal).items() if len(rounds) != 2]
    was = [key for key, rounds in matches(room).items() if len(rounds) == 2]
    assert all(key in was and change.kind == "leave" for key in halves)
    if newcomers:
        assert any(0 in spot.contestants for spot in goal.spots)


# --- through the director's pages ---------------------------------------------------------------


@pytest.fixture
def robin(make_teams, play):
    """A round robin of five teams whose first round has been played; in it one team had the bye."""
    session = make_teams(team_round_robin(5, boards_per_round=1))
    first = session.seatings.filter(round=1).select_related("table")
    play(session, {(seat.table.number, seat.boards[0]): 50 * seat.table.number for seat in first})
    return session


def page(session, kind="arrive"):
    return reverse("sessions:change", args=[session.club.slug, session.pk, kind])


def state(session):
    """Who sits where, with which boards, who is entered, which tables there are."""
    chairs = Chair.objects.filter(seating__session=session)
    return (
        sorted(
            chairs.values_list("seating__round", "seating__table__number", "place", "contestant", "player")
        ),
        sorted(session.seatings.values_list("round", "table__number", "boards")),
        sorted(session.contestants.values_list("number", "name")),
        sorted(session.tables.values_list("number", flat=True)),
    )


def results(session):
    return sorted(
        session.lines.filter(is_current=True, entry__isnull=False).values_list(
            "seating__round", "board", "pk"
        )
    )


def rank(session):
    board = queries.leaderboard(queries.session_with_club(session.pk))
    return {place.side.name: place.standing.score for places in board.groups.values() for place in places}


def test_a_late_team_is_previewed_entered_ranked_and_taken_out_again(robin, signed_in, ada, director, play):
    client, before, ranked, entered = signed_in(ada), state(robin), rank(robin), results(robin)
    sent = {"names": "Lates: Zoe & Zack, Zia & Zeno"}
    shown = client.get(page(robin), sent)
    assert "Lates and Team" in shown.content.decode()
    assert state(robin) == before
    token = shown.context["preview"].token
    assert client.post(page(robin), {**sent, "token": token}).status_code == 302
    team = robin.contestants.get(name="Lates")
    assert [entrant.player.name for entrant in team.entrants.all()] == ["Zoe", "Zack", "Zia", "Zeno"]
    assert {name: score for name, score in rank(robin).items() if name != "Lates"} == ranked
    assert results(robin) == entered
    for seat in team.chairs.filter(place__in="NE", seating__round=2).select_related("seating__table"):
        board = seat.seating.boards[0]
        play(robin, {(seat.seating.table.number, board): 100 if seat.place == "N" else 0}, round=2)
    assert rank(robin)["Lates"] > 0
    change = robin.changes.get()
    assert "A result depends on it" in changing.why_it_stands(robin, change)


def test_a_late_team_is_taken_out_again_before_it_has_played(robin, signed_in, ada):
    client, before, ranked = signed_in(ada), state(robin), rank(robin)
    sent = {"names": "Lates: Zoe & Zack, Zia & Zeno"}
    token = client.get(page(robin), sent).context["preview"].token
    client.post(page(robin), {**sent, "token": token})
    assert state(robin) != before
    client.post(reverse("sessions:undo_seating", args=["riverside", robin.pk, robin.changes.get().pk]))
    assert (state(robin), rank(robin)) == (before, ranked)


def test_a_team_leaves_for_the_rounds_ahead_and_is_put_back(robin, signed_in, ada):
    client, before, entered = signed_in(ada), state(robin), results(robin)
    sent = {"contestant": robin.contestants.get(number=2).pk}
    token = client.get(page(robin, "leave"), sent).context["preview"].token
    assert client.post(page(robin, "leave"), {**sent, "token": token}).status_code == 302
    ahead = robin.seatings.filter(round__gt=1)
    assert not Chair.objects.filter(seating__in=ahead, contestant__number=2).exists()
    assert results(robin) == entered
    client.post(reverse("sessions:undo_seating", args=["riverside", robin.pk, robin.changes.get().pk]))
    assert state(robin) == before


@pytest.mark.parametrize("who", ["ben", "dov"])
def test_nobody_but_the_director_lets_a_team_in(robin, signed_in, request, who):
    client, before = signed_in(request.getfixturevalue(who)), state(robin)
    sent = {"names": "Lates: Zoe & Zack, Zia & Zeno"}
    assert client.get(page(robin), sent).status_code in (403, 404)
    assert client.post(page(robin), {**sent, "token": "x"}).status_code in (403, 404)
    assert state(robin) == before
