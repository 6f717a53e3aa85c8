"""The pages of a session of teams: ranking, matches, a match, a team, the pairs over the room."""

from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.lines import EntryError
from scoring.movements.teams import american_whist, team_match, team_round_robin
from sessions import queries, results, services
from sessions.models import Session
from sessions.results import Readings
from sessions.table_page import departures

WHOLE = {(1, 1): 620, (2, 1): 170, (1, 2): -50, (2, 2): 0, (1, 3): 110, (2, 3): 110, (1, 4): 0, (2, 4): 0}


def read(session, *, sees_all=True):
    return Readings(queries.load_night(Session.objects.get(pk=session.pk)), sees_all=sees_all)


@pytest.fixture
def match(make_teams, play):
    """Two teams, four boards: 10 IMPs one way, 2 the other."""
    session = make_teams(team_match(rounds=1, boards_per_round=4))
    play(session, WHOLE)
    return session


@pytest.fixture
def get(client, match):
    """`get("team_match", 1)`: a page of the match as everyone sees it."""
    services.set_public(session=match, is_public=True)

    def load(name, *args):
        return client.get(reverse(f"sessions:{name}", args=[match.club.slug, match.pk, *args]))

    return load


def test_a_match_is_told_board_by_board(match):
    (found,) = results.team_matches(read(match))
    rows = [(row.board, row.difference, *row.gains, row.first_total, row.second_total) for row in found.rows]
    assert rows == [
        (1, 450, 10, None, 10, 0),
        (2, -50, None, 2, 10, 2),
        (3, 0, 0, 0, 10, 2),
        (4, 0, 0, 0, 10, 2),
    ]
    assert found.gains == (10, 2)
    assert [str(step) for step in found.steps] == ["8 IMPs over 4 boards are 14.18 to 5.82 victory points."]


def test_a_board_that_one_table_has_yet_to_play_waits(make_teams, play):
    session = make_teams(team_match(rounds=1, boards_per_round=2))
    play(session, {(1, 1): 620})
    (found,) = results.team_matches(read(session))
    assert [(row.is_half_played, row.gains) for row in found.rows] == [
        (True, (None, None)),
        (False, (None, None)),
    ]
    assert not found.is_complete


def test_who_looks_on_waits_for_a_board_until_every_table_has_played_it(make_teams, play):
    session = make_teams(team_match(rounds=1, boards_per_round=2))
    play(session, {(1, 1): 620})
    (found,) = results.team_matches(read(session, sees_all=False))
    assert [(row.is_hidden, row.own[0].line) for row in found.rows] == [(True, None), (True, None)]


def test_the_pages_of_a_match_show_both_tables_and_lead_to_one_another(match, get):
    page = get("team_match", 1).content.decode()
    for text in ("Team 1", "Team 2", "620", "170", "450", "14.18 – 5.82", "10 – 2", "Player 2-3"):
        assert text in page
    board = get("board", 1).content.decode()
    assert reverse("sessions:team_match", args=[match.club.slug, match.pk, 1]) + "#board-1" in board
    assert "14.18" in get("team_matches").content.decode()
    assert get("team_match", 2).status_code == 404
    assert get("team_match", 0).status_code == 404


def test_a_teams_card_lists_its_matches_and_what_was_taken_off(match, get):
    team = match.contestants.get(number=2)
    services.fine(contestant=team, amount="0.5", reason="Late")
    page = get("contestant", team.pk).content.decode()
    for text in ("Team 1", "5.82", "−½", "5.32", "Player 2-1"):
        assert text in page


def test_the_ranking_names_a_team_with_its_players(match, get):
    page = get("session").content.decode()
    assert '<bdi>Team 1</bdi> <span class="teammates"><bdi>Player 1-1</bdi>' in page


def test_a_session_of_pairs_has_no_matches_of_teams(make_session, client):
    session = make_session("duplicate", 4)
    services.set_public(session=session, is_public=True)
    for name in ("team_matches", "team_pairs"):
        assert (
            client.get(reverse(f"sessions:{name}", args=[session.club.slug, session.pk])).status_code == 404
        )


def test_a_board_of_two_tables_compares_no_pairs_over_the_room(match, get):
    assert not results.can_compare_pairs(queries.load_night(match))
    assert get("team_pairs").status_code == 404


def test_pairs_over_the_room_are_ranked_by_the_same_boards(make_teams, play):
    session = make_teams(american_whist(5, boards_per_round=1))
    for seating in session.seatings.select_related("table"):
        score = 620 if seating.table.number == 1 else 170
        play(session, {(seating.table.number, seating.boards[0]): score}, round=seating.round)
    night = queries.load_night(session)
    assert results.can_compare_pairs(night)
    ranked = results.pairs_across(night, method="cross_imps")
    first = ranked[0]
    assert [str(person) for person in first.people] == ["Player 1-1", "Player 1-2"]
    assert (first.team.name, len(ranked)) == ("Team 1", 10)
    assert sum(pair.standing.figures["imps"] for pair in ranked) == 0


def test_each_against_each_has_the_result_of_the_row(match):
    readings = read(match)
    cross = results.cross_table(readings.night, results.team_matches(readings))
    found = {
        (team.name, at): [points for _match, points in cell]
        for team, cells in cross
        for at, cell in enumerate(cells)
        if cell
    }
    assert found == {("Team 1", 1): [Fraction("14.18")], ("Team 2", 0): [Fraction("5.82")]}


# --- line-ups and penalties ---------------------------------------------------------------------


@pytest.fixture
def direct(signed_in, ada):
    """`direct(session, "penalties", {...})`: a page of the director, posted where there are values."""
    client = signed_in(ada)

    def load(session, name, values=None, *args):
        page = reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])
        return client.get(page) if values is None else client.post(page, values)

    return load


def players(session, team):
    return list(session.contestants.get(number=team).entrants.values_list("player_id", flat=True))


def line_up(session, team, order, *, rounds):
    """What the form of a team's line-up sends: its players by their places in the list."""
    chosen = [players(session, team)[at] for at in order]
    seats = dict(zip(("north", "south", "east", "west"), chosen, strict=True))
    return {"from_round": rounds[0], "to_round": rounds[1], **seats}


def preview_and_make(direct, session, values):
    found = direct(session, "change", {**values}, "line_up").context["preview"]
    return direct(session, "change", {**values, "token": found.token}, "line_up")


def north_south(session, *, round):
    """Who sits North-South at table 1."""
    chairs = session.seatings.get(table__number=1, round=round).chairs.filter(place__in="NS")
    return [chair.player.name for chair in chairs.order_by("place")]


def test_the_fifth_player_comes_in_for_the_second_match(make_teams, direct):
    session = make_teams(american_whist(3, boards_per_round=2), size=5)
    values = line_up(session, 1, (0, 4, 2, 3), rounds=(2, 2))
    assert preview_and_make(direct, session, values).status_code == 302
    assert north_south(session, round=1) == ["Player 1-1", "Player 1-2"]
    assert north_south(session, round=2) == ["Player 1-1", "Player 1-5"]
    assert session.changes.get().kind == "line_up"
    direct(session, "undo_seating", {}, session.changes.get().pk)
    assert north_south(session, round=2) == ["Player 1-1", "Player 1-2"]


def test_a_line_up_of_two_teams_or_of_three_people_is_refused(make_teams, direct):
    session = make_teams(american_whist(3, boards_per_round=2))
    mixed = line_up(session, 1, (0, 1, 2, 3), rounds=(1, 2)) | {"west": players(session, 2)[0]}
    assert "All four play for the same team" in direct(session, "change", mixed, "line_up").content.decode()
    twice = line_up(session, 1, (0, 1, 2, 2), rounds=(1, 2))
    assert "Nobody sits on two chairs" in direct(session, "change", twice, "line_up").content.decode()


def test_the_changes_of_a_session_of_teams_are_those_that_teams_can_make(make_teams, make_session, direct):
    def kinds(session):
        headings = direct(session, "changes").context["headings"]
        return {action.kind for heading in headings for action in heading.actions}

    teams = kinds(make_teams(american_whist(3, boards_per_round=2)))
    assert {"line_up", "arrive", "leave"} <= teams
    assert not teams & {"merge", "exchange"}
    assert "line_up" not in kinds(make_session("duplicate", 4))


def test_a_penalty_in_imps_comes_off_its_match(match, direct):
    team = match.contestants.get(number=1)
    values = {"contestant": team.pk, "amount": "3", "round": "1", "reason": "Late"}
    assert direct(match, "penalties", values).status_code == 302
    (found,) = results.team_matches(read(match))
    assert (found.points.first_margin, found.points.second_margin) == (5, -8)
    assert [(side.name, penalty.amount) for side, penalty in found.penalties] == [("Team 1", 3)]
    page = direct(match, "penalties").content.decode()
    assert "in the match of round 1" in page


def test_a_penalty_in_victory_points_comes_off_the_total(match, direct):
    team = match.contestants.get(number=1)
    direct(match, "penalties", {"contestant": team.pk, "amount": "1", "round": "", "reason": "Late"})
    (row, _other) = read(match).night.standings.rows
    assert row.figures["result"] == Fraction("13.18")


def test_a_penalty_for_a_round_without_a_match_is_refused(make_teams):
    session = make_teams(team_round_robin(3, boards_per_round=2))
    night = queries.load_night(session)
    idle = next(pk for pk in night.sides if 1 not in {seat.round for seat in night.of_side(pk)})
    with pytest.raises(EntryError, match="has no match in round 1"):
        services.fine(contestant=session.contestants.get(pk=idle), amount="3", round=1)


def test_a_session_of_pairs_is_fined_without_matches(make_session, direct):
    session = make_session("duplicate", 4)
    assert "round" not in direct(session, "penalties").context["form"].fields


# --- elsewhere ----------------------------------------------------------------------------------


def test_other_programs_read_what_a_team_is_called_and_who_plays_for_it(match, client):
    services.set_public(session=match, is_public=True)
    page = reverse("sessions:api_session", args=[match.club.slug, match.pk])
    places = client.get(page).json()["groups"][0]["places"]
    assert [(place["rank"], place["team"], place["score"]) for place in places] == [
        (1, "Team 1", "709/50"),
        (2, "Team 2", "291/50"),
    ]
    assert len(places[0]["names"]) == 4


def test_the_winner_of_a_session_is_named_as_the_team(match):
    services.close_session(session=match)
    services.publish_session(session=match)
    published = Session.objects.get(pk=match.pk)
    assert [winner.name for winner in queries.winners_of([published])[match.pk]] == ["Team 1"]


def test_guide_cards_are_for_the_pairs_of_teams(make_teams):
    night = queries.load_night(make_teams(team_match(boards_per_round=1)))
    found = [
        (side.name, *(f"{stop.seat.table} {stop.seats}" for stop in stops))
        for side, stops in queries.chart(night)
    ]
    assert found == [
        ("Team 1: Player 1-1 & Player 1-2", "1 NS", "1 NS"),
        ("Team 1: Player 1-3 & Player 1-4", "2 EW", "2 EW"),
        ("Team 2: Player 2-1 & Player 2-2", "2 NS", "1 EW"),
        ("Team 2: Player 2-3 & Player 2-4", "1 EW", "2 NS"),
    ]


def test_a_phone_tells_each_pair_where_it_goes_next(make_teams):
    night = queries.load_night(make_teams(team_match(boards_per_round=1)))
    gone = {
        table: [(each.table, each.seats) for each in departures(night, night.at(table=table, round=1))]
        for table in (1, 2)
    }
    assert gone == {
        1: [(1, "North-South"), (2, "North-South")],
        2: [(1, "East-West"), (2, "East-West")],
    }


def test_a_player_who_joins_by_name_is_sent_to_the_table_of_his_own_pair(match):
    tables = {
        name: queries.table_of(match, match.club.players.get(name=name)).number
        for name in ("Player 1-1", "Player 1-3", "Player 2-2", "Player 2-4")
    }
    assert tables == {"Player 1-1": 1, "Player 1-3": 2, "Player 2-2": 2, "Player 2-4": 1}


def test_in_board_a_match_each_board_is_shown_as_won_tied_or_lost(make_teams, play, client):
    session = make_teams(team_match(rounds=1, boards_per_round=4), method="board_a_match")
    play(session, WHOLE)
    services.set_public(session=session, is_public=True)
    (found,) = results.team_matches(read(session))
    half = Fraction(1, 2)
    assert [row.gains for row in found.rows] == [(1, 0), (0, 1), (half, half), (half, half)]
    assert (found.points.first_points, found.gains) == (2, (2, 2))
    page = reverse("sessions:team_match", args=[session.club.slug, session.pk, 1])
    assert "2 – 2" in client.get(page).content.decode()


def test_a_match_by_imps_alone_shows_the_imps_gained(make_teams, play, client):
    session = make_teams(team_match(rounds=1, boards_per_round=4), method_options={"vp_scale": "none"})
    play(session, WHOLE)
    services.set_public(session=session, is_public=True)
    page = client.get(
        reverse("sessions:team_match", args=[session.club.slug, session.pk, 1])
    ).content.decode()
    assert "<dt>IMPs</dt><dd>10 – 2</dd>" in page
    assert "<dt>VPs</dt>" not in page
