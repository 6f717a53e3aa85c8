"""Everybody's own phone: it goes along with its player, waits with him, and sees what the others enter."""

import pytest

from sessions import phones, queries, services
from sessions.models import ScoreLine
from sessions.services import Actor
from tests.browser.at_the_table import tap_in
from tests.sessions.conftest import make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DIRECTOR = Actor(origin="director")


def join(phone, session, name):
    page = phone()
    page.goto(f"/h/{session.code}/")
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("link", name="Enter the result").wait_for()
    return page


def test_a_phone_follows_its_player_to_the_next_table(phone, make_session):  # noqa: F811
    session = make_session("duplicate", 6, boards_per_round=1)
    phones.set_habits(session=session, phones="own", checking="scorer")
    someone = session.club.players.get(name="Player 001")
    old = queries.seating_of(session, someone)
    page = join(phone, session, "Player 001")
    tap_in(page, f"Board {old.boards[0]}", contract="3NT", declarer="N", tricks="9")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Start round 2").click()
    page.get_by_text("still in round 1").wait_for()
    new = queries.seating_of(session, someone)
    assert new.table_id != old.table_id
    assert page.url.endswith(f"/t/{new.table.code}/")
    for seating in session.seatings.filter(round=1, ended_at=None):
        services.end_round(seating=seating, by=DIRECTOR)
    tap_in(page, f"Board {new.boards[0]}", contract="4S", declarer="S", tricks="10")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("saved").wait_for()
    assert [line.seating_id for line in ScoreLine.objects.order_by("pk")] == [old.pk, new.pk]


def test_a_second_phone_at_the_table_sees_by_itself_what_the_first_one_entered(phone, make_session):  # noqa: F811
    session = make_session("duplicate", 4, boards_per_round=2)
    phones.set_habits(session=session, phones="own", checking="opponents")
    seating = session.seatings.filter(round=1).order_by("table__number").first()
    names = [chair.player.name for chair in seating.chairs.select_related("player").order_by("place")]
    first, second = (join(phone, session, name) for name in names[:2])
    tap_in(first, f"Board {seating.boards[0]}", contract="3NT", declarer="N", tricks="9")
    first.get_by_role("button", name="They agree later").click()
    first.get_by_text("saved").wait_for()
    second.get_by_role("button", name="we agree").wait_for()
    second.get_by_role("button", name="we agree").click()
    second.get_by_text("Agreed.").wait_for()
    assert ScoreLine.objects.get().agreed_at is not None
