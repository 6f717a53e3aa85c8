"""A phone whose browser runs no script: plain forms do everything, as long as there is a network."""

import pytest

from sessions import phones
from sessions.models import ScoreLine, Seating
from tests.browser.chromium import PHONE
from tests.sessions.conftest import make_session  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def plain(open_browser):
    return lambda: open_browser(PHONE, java_script_enabled=False)


def enter(page, **values):
    for name, value in values.items():
        page.locator(f'label.key:has(input[name="{name}"][value="{value}"])').click()
    page.get_by_role("button", name="Show the score").click()
    page.get_by_text("This scores").wait_for()


def test_a_round_is_joined_played_agreed_and_ended_without_script(plain, make_session):  # noqa: F811
    session = make_session("duplicate", 4, boards_per_round=2)
    phones.set_habits(session=session, phones="table", checking="opponents")
    page = plain()
    page.goto("/t/")
    page.get_by_label("Table code").fill(session.code)
    page.get_by_role("button", name="Go to my table").click()
    page.get_by_role("button", name="Player 001", exact=True).click()
    enter(page, contract="3NT", declarer="N", tricks="9")
    page.get_by_role("button", name="Confirm: East-West agree").click()
    page.get_by_text("saved").wait_for()
    enter(page, contract="4S", declarer="S", tricks="10")
    page.get_by_role("button", name="They agree later").click()
    page.get_by_role("button", name="Start round 2").click()
    page.get_by_text("Round 2").first.wait_for()
    lines = [(x.entry["contract"], x.agreed_by) for x in ScoreLine.objects.order_by("pk")]
    assert lines == [("3NT", "EW"), ("4S", "")]
    assert Seating.objects.filter(ended_at__isnull=False).count() == 1


def test_a_second_entry_is_compared_without_script(plain, make_session):  # noqa: F811
    session = make_session("brist", 4)
    phones.set_habits(session=session, phones="table", checking="second")
    address = f"/t/{session.tables.get().code}/"
    for words in ("saved", "both phones say"):
        page = plain()
        page.goto(address)
        enter(page, contract="3NT", tricks="9")
        page.get_by_role("button", name="Confirm").click()
        page.get_by_text(words).wait_for()
    assert ScoreLine.objects.get().agreed_by == ScoreLine.SECOND
