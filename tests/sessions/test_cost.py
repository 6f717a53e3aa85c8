"""What a page costs does not grow with the session."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.services import update_player
from sessions import queries, services
from sessions.models import ScoreLine, Session


def fill(session):
    """A result on every board of every table, stored in one go."""
    lines = [
        ScoreLine(
            session=session,
            seating=seating,
            board=board,
            entry={
                "contract": "3NT",
                "risk": "",
                "declarer": "N",
                "tricks": 6 + (board + seating.table_id) % 8,
            },
            key=f"{seating.pk}/{board}",
        )
        for seating in session.seatings.all()
        for board in seating.boards
    ]
    ScoreLine.objects.bulk_create(lines)
    return services.touch(session)


def count(call):
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


@pytest.mark.parametrize("pairs", [6, 40])
def test_a_night_is_loaded_in_six_queries(make_session, pairs):
    session = fill(make_session("duplicate", pairs, boards_per_round=2))
    session = Session.objects.get(pk=session.pk)
    assert count(lambda: queries.load_night(session).standings) == 6


def test_a_leaderboard_is_computed_once_for_a_revision(make_session):
    session = fill(make_session("duplicate", 6, boards_per_round=2))
    assert count(lambda: queries.leaderboard(session)) == 6
    assert count(lambda: queries.leaderboard(session)) == 0
    assert count(lambda: queries.leaderboard(services.touch(session))) > 6


def test_the_percentages_of_a_full_field_average_fifty(make_session):
    session = fill(make_session("duplicate", 8, movement="skip-mitchell", boards_per_round=4))
    rows = queries.load_night(session).standings.rows
    assert sum(row.figures["percent"] for row in rows) / len(rows) == 50
    assert {row.group for row in rows} == {"NS", "EW"}


def test_a_new_name_is_on_the_leaderboard_at_once(make_session):
    session = fill(make_session("duplicate", 6, boards_per_round=2))
    player = session.entrants.first().player
    queries.leaderboard(session)
    update_player(player=player, name="Zoë Renamed")
    session.refresh_from_db()
    names = [place.side.name for rows in queries.leaderboard(session).groups.values() for place in rows]
    assert any("Zoë Renamed" in name for name in names)
