"""Small sessions of each game at Riverside."""

import datetime

import pytest

from clubs.services import ensure_players
from scoring.movements import MOVEMENTS
from sessions import services
from sessions.models import Session
from sessions.proposals import propose
from sessions.services import Actor

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
        if movement:
            plan = MOVEMENTS[movement].build(count, rounds=rounds, boards_per_round=boards_per_round)
        else:
            plan = propose(
                session.ruleset, count, rounds=rounds, boards=boards, boards_per_round=boards_per_round
            )[0]
        services.seat_players(session=session, entrants=entrants, movement=plan)
        return services.start_session(session=session) if start else Session.objects.get(pk=session.pk)

    return make


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
