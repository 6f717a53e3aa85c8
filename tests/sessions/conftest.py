"""Small sessions of each game at Riverside."""

import datetime

import pytest

from clubs.services import ensure_players
from scoring.movements import MOVEMENTS, Movement
from scoring.movements.missing import build_missing
from sessions import services
from sessions.jobs.works import make_xlsx
from sessions.models import Session
from sessions.proposals import propose
from sessions.services import Actor
from sessions.sheets import build
from sessions.sheets.build import Order

EVENING = datetime.date(2026, 3, 5)


@pytest.fixture
def make_session(riverside, ada):
    """`make_session("brist", 7)`: a running session of so many contestants, tables seated and open."""

    def make(
        ruleset,
        count,
        *,
        start=True,
        rounds=None,
        movement=None,
        boards_per_round=None,
        boards=None,
        club=None,
        options=None,
        names=None,
    ) -> Session:
        club = club or riverside
        session = services.create_session(
            club=club, ruleset=ruleset, date=EVENING, title=f"{ruleset} night", by=ada, options=options
        )
        size = 2 if session.ruleset.partnerships else 1
        names = names or [f"Player {number:03d}" for number in range(1, count * size + 1)]
        players = ensure_players(club=club, names=names)
        entrants = [players[at : at + size] for at in range(0, count * size, size)]
        if isinstance(movement, Movement):
            plan = movement
        elif movement:
            plan = MOVEMENTS[movement].build(count, rounds=rounds, boards_per_round=boards_per_round)
        else:
            plan = propose(
                session.ruleset, count, rounds=rounds, boards=boards, boards_per_round=boards_per_round
            )[0]
        services.seat_players(session=session, entrants=entrants, movement=plan)
        return services.start_session(session=session) if start else Session.objects.get(pk=session.pk)

    return make


@pytest.fixture
def hostless(make_session):
    """Seven pairs for three rounds at four tables; at the fourth nobody sits North-South."""
    build = MOVEMENTS["skip-mitchell"].build
    movement = build_missing(build, 7, "NS", rounds=3, boards_per_round=2)
    return make_session("duplicate", 7, movement=movement)


@pytest.fixture
def make_teams(riverside, ada):
    """`make_teams(team_match())`: a running session of as many teams as the movement has."""

    def make(movement, *, method="teams_imps", size=4, start=True, **values) -> Session:
        session = services.create_session(
            club=riverside, ruleset="duplicate", date=EVENING, title="Teams", by=ada, method=method, **values
        )
        numbers = range(1, movement.teams + 1)
        teams = [
            ensure_players(club=riverside, names=[f"Player {team}-{at}" for at in range(1, size + 1)])
            for team in numbers
        ]
        names = [f"Team {team}" for team in numbers]
        services.seat_players(session=session, entrants=teams, movement=movement, names=names)
        return services.start_session(session=session) if start else Session.objects.get(pk=session.pk)

    return make


@pytest.fixture
def play(director):
    """`play(session, {(1, 7): 620})`: North-South of table 1 score 620 on board 7."""

    def record(session, scores, *, round=1):
        for (table, board), score in scores.items():
            seating = session.seatings.get(table__number=table, round=round)
            entry = {"contract": "?", "score": score} if score else {"contract": "PASS"}
            services.record_line(seating=seating, board=board, entry=entry, by=director)

    return record


@pytest.fixture
def phone():
    return Actor(device="phone-1")


@pytest.fixture
def director(ada):
    return Actor(user=ada, origin="director")


@pytest.fixture
def seating_of():
    """`seating_of(session, table=1, round=1)`"""

    def find(session, *, table=1, round=1):
        return session.seatings.get(table__number=table, round=round)

    return find


@pytest.fixture
def book_of():
    """`book_of(session, **order)`: the recording sheets of a session as a workbook."""

    def make(session, *, is_filled=False, **values):
        order = Order("recording", is_filled=is_filled, **values)
        return make_xlsx(session, order, build.make_sheets(session, order, is_director=True))

    return make
