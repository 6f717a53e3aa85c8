"""Sessions of teams: seated at two tables each, ranked by the matches between them."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.names import clean_name, name_key
from scoring.formats.movement_csv import dumps
from scoring.methods import METHODS
from scoring.movements.teams import american_whist, team_match, team_round_robin
from scoring.rulesets import RULESETS
from sessions import queries, services, table_page
from sessions.careers import load_career
from sessions.models import Session
from sessions.name_lists import Team, add_teammates, read_teams, write_teams
from sessions.own_movement import OwnMovementError, read_own
from sessions.seatings import movement_of
from sessions.services import RefusedError
from sessions.sheets import makers
from sessions.sheets.heads import Order
from sessions.words import say
from tests.sessions.conftest import EVENING

LIST = """Oaks: Ada Park & Ben Carter, Cleo Diaz & Dov Levi
Elms: Eve; Finn; Gus; Hal; Ida
Jo, Kim, Lou and Max
"""


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


def test_the_phone_sends_each_pair_of_a_team_to_its_own_next_table(make_teams):
    session = make_teams(team_match(boards_per_round=2))
    night = queries.load_around(session, 1)
    going = table_page.departures(night, night.at(table=1, round=1))
    assert [(goal.name, goal.table, goal.seats) for goal in going] == [
        ("Player 1-1 & Player 1-2", 1, "North-South"),
        ("Player 2-3 & Player 2-4", 2, "North-South"),
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


# --- who is here --------------------------------------------------------------------------------


def test_a_team_is_a_line_with_its_name_and_four_to_six_players():
    assert read_teams(LIST) == (
        Team("Oaks", ("Ada Park", "Ben Carter", "Cleo Diaz", "Dov Levi")),
        Team("Elms", ("Eve", "Finn", "Gus", "Hal", "Ida")),
        Team("Team Jo", ("Jo", "Kim", "Lou", "Max")),
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Oaks: Ada & Ben, Cleo", "Line 1: a team has 4 to 6 players; here are 3."),
        ("Oaks:", "Line 1: a team has 4 to 6 players; here are 0."),
        ("A, B, C, D\nE, F, G, a", "Line 2: a is on line 1 already."),
        ("Oaks: A, B, C, D\noaks: E, F, G, H", "Teams 1 and 2 are both called oaks."),
    ],
)
def test_what_is_wrong_with_a_list_of_teams_is_said_by_line(text, complaint):
    with pytest.raises(ValidationError) as caught:
        read_teams(text)
    assert caught.value.messages == [complaint]


def test_ticked_members_fill_the_last_team_and_then_the_next():
    ticked = ["Ben", "Cleo", "Dov", "Eve", "Finn"]
    assert add_teammates("Oaks: Ada\n", ticked) == "Oaks: Ada & Ben, Cleo & Dov\nEve & Finn"
    assert add_teammates("Oaks:", ["Ada"]) == "Oaks: Ada"
    assert add_teammates("Oaks: A, B, C, D", ["b", "E"]) == "Oaks: A, B, C, D\nE"


words = st.text("abcdeÅßñю", min_size=3, max_size=8).map(lambda text: clean_name(f"x{text}y"))


@given(
    words,
    st.lists(words, min_size=4, max_size=6, unique_by=name_key),
    st.sampled_from(["", ", Jr", " & Co", "/2"]),
)
def test_a_list_of_teams_is_read_back_as_written(called, players, tail):
    team = Team(called, (players[0] + tail, *players[1:]))
    assert read_teams(write_teams([team])) == (team,)


OPTIONS = {
    f"{method.slug}_{option.name}": option.default
    for method in METHODS.values()
    if method.ranks_teams
    for option in method.options
}


def setup_page(session):
    return reverse("sessions:setup", args=[session.club.slug, session.pk])


def test_the_director_chooses_teams_writes_them_down_and_seats_them(signed_in, ada, riverside):
    client = signed_in(ada)
    made = client.post(
        reverse("sessions:new_session", args=[riverside.slug]),
        {"ruleset": "duplicate-teams", "date": "2026-03-05", "title": ""},
    )
    session = Session.objects.get()
    assert (session.title, session.method_slug) == ("Duplicate bridge, teams", "teams_imps")
    page = client.get(made["Location"])
    assert "Teams, one on each line" in page.content.decode()
    values = {field.html_name: field.value() for field in page.context["form"]}
    values = {name: value for name, value in values.items() if value not in (False, None)}
    done = client.post(
        made["Location"],
        values | {"names": LIST, "boards_per_round": "6", "method_teams_imps_vp_scale": "none"},
    )
    assert done.status_code == 302
    session = Session.objects.get()
    assert (session.movement_name, session.method_options["vp_scale"]) == ("American Whist", "none")
    assert [len(seat.boards) for seat in session.seatings.all()] == [6] * 6
    assert [side.name for side in queries.load_sides(session).values()] == ["Oaks", "Elms", "Team Jo"]
    assert LIST.splitlines()[0] in client.get(setup_page(session)).context["form"]["names"].value()


def test_a_draw_gives_the_teams_other_numbers_and_keeps_their_players(signed_in, ada, riverside):
    client = signed_in(ada)
    session = services.create_session(
        club=riverside, ruleset="duplicate", date="2026-03-05", method="teams_imps"
    )
    values = {"title": "Teams", "date": "2026-03-05", "names": LIST, "order": "draw", "seed": "3"}
    values |= {f"method_{name}": value for name, value in OPTIONS.items()} | {"method": "teams_imps"}
    assert client.post(setup_page(session), values).status_code == 302
    called = {
        side.name: [str(person) for person in side.players] for side in queries.load_sides(session).values()
    }
    assert called["Oaks"] == ["Ada Park", "Ben Carter", "Cleo Diaz", "Dov Levi"]
    assert list(called) != ["Oaks", "Elms", "Team Jo"]


def test_a_new_session_of_teams_is_ranked_as_the_last_one_was(riverside, make_teams):
    own = {"vp_scale": "pasted", "vp_table": "0 15 15\n5 20 10"}
    make_teams(team_match(boards_per_round=1), method_options=own)
    session = services.create_session(club=riverside, ruleset="duplicate", date=EVENING, has_teams=True)
    assert (session.method_slug, session.method_options) == ("teams_imps", own)


def test_the_first_session_of_teams_is_ranked_by_imps_and_pairs_stay_as_they_were(riverside):
    made = [
        services.create_session(club=riverside, ruleset="duplicate", date=EVENING, has_teams=has_teams)
        for has_teams in (True, False)
    ]
    assert [session.method_slug for session in made] == ["teams_imps", "matchpoints"]


# --- a player's page ----------------------------------------------------------------------------


def test_of_a_team_those_are_partners_who_sat_together(make_teams, play, riverside):
    session = make_teams(team_match(rounds=1, boards_per_round=1))
    play(session, {(1, 1): 620, (2, 1): 170})
    services.close_session(session=session)
    services.publish_session(session=session)
    player = riverside.players.get(name="Player 1-1")
    career = load_career(riverside, player)
    assert [str(together.person) for together in career.partners] == ["Player 1-2"]
    assert [(finish.rank, finish.field) for finish in career.finishes] == [(1, 2)]


# --- a movement written and read ----------------------------------------------------------------


@pytest.mark.parametrize("movement", [american_whist(5, boards_per_round=2), team_match(boards_per_round=3)])
def test_a_movement_of_teams_is_written_by_pairs_and_read_back(make_teams, movement):
    written = dumps(movement_of(make_teams(movement)))
    found = read_own(written, ruleset=RULESETS["duplicate"], count=movement.teams, has_teams=True)
    assert (found.places, found.teams) == (movement.places, movement.teams)


def test_a_movement_for_another_number_of_teams_says_how_many_pairs_it_has():
    written = dumps(american_whist(3, boards_per_round=2))
    with pytest.raises(OwnMovementError, match="6 pairs; 4 teams have two each"):
        read_own(written, ruleset=RULESETS["duplicate"], count=4, has_teams=True)


# --- breaks -------------------------------------------------------------------------------------


def teams_of(count):
    return "\n".join(f"Team {t}: A{t} & B{t}, C{t} & D{t}" for t in range(1, count + 1))


def set_up(client, ada, riverside, *, teams, **values):
    """A session of teams as the set-up page seats it."""
    session = services.create_session(
        club=riverside, ruleset="duplicate", date=EVENING, title="Teams", by=ada, has_teams=True
    )
    form = client.get(setup_page(session)).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
    answer = client.post(setup_page(session), {**sent, "names": teams_of(teams), **values})
    return queries.session_with_club(session.pk), answer


def test_teams_are_proposed_a_break_and_it_is_part_of_the_time(signed_in, ada, riverside):
    client = signed_in(ada)
    session, _answer = set_up(client, ada, riverside, teams=4, rounds="3", boards_per_round="8")
    assert session.breaks == {2: 10}
    facts = client.get(setup_page(session)).context["proposed"][0].facts
    assert {"about 3:14 hours", "Break of 10 minutes after round 2"} <= set(facts)
    room = client.get(reverse("sessions:room", args=["riverside", session.pk])).content.decode()
    assert "Break of 10 minutes after round 2." in room


@pytest.mark.parametrize(
    ("values", "breaks"),
    [
        ({"breaks": "0"}, {}),
        ({"breaks": "1, 2", "break_minutes": "7"}, {1: 7, 2: 7}),
        ({"breaks": "1;2;9"}, {1: 5, 2: 5}),
        ({"break_minutes": "20"}, {2: 20}),
        ({"minutes": "190"}, {}),
    ],
)
def test_the_director_says_after_which_rounds_there_is_a_break(signed_in, ada, riverside, values, breaks):
    session, answer = set_up(
        signed_in(ada), ada, riverside, teams=4, rounds="3", boards_per_round="8", **values
    )
    assert (answer.status_code, session.breaks) == (302, breaks)


def test_what_is_no_round_is_named_beside_its_field(signed_in, ada, riverside):
    _session, answer = set_up(signed_in(ada), ada, riverside, teams=4, breaks="tea")
    assert answer.status_code == 422
    assert "Write the numbers of rounds, such as 2, 4." in answer.content.decode()


def test_breaks_stand_on_the_matches_the_movement_and_the_guide_cards(make_teams, signed_in, ada):
    session = make_teams(american_whist(4, boards_per_round=2))
    services.set_breaks(session=session, rounds=[2], minutes=15)
    told = "Break of 15 minutes after round 2"
    page = signed_in(ada).get(reverse("sessions:team_matches", args=["riverside", session.pk]))
    assert told in page.content.decode()
    night = queries.load_night(queries.session_with_club(session.pk))
    for make in (makers.make_movement, makers.make_guides, makers.make_table_guides):
        assert {tuple(map(say, sheet.notes[-1:])) for sheet in make(night, Order("any"))} == {(told,)}
