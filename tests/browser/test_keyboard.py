"""Everything with the keyboard alone: Tab, arrows, Space and Enter, as somebody without a mouse has it."""

import pytest

from sessions import services
from sessions.models import ScoreLine, Session
from sessions.services import Actor
from tests.browser.chromium import PHONE
from tests.sessions.conftest import make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("browser"),
]
HERE = "selector => document.activeElement.matches(selector)"
NAMED = "text => document.activeElement.textContent.trim().startsWith(text)"


def tab_to(page, what, *, by=HERE, key="Tab"):
    """Go on by Tab until the focus is there."""
    for _step in range(80):
        if page.evaluate(by, what):
            return
        page.keyboard.press(key)
    raise AssertionError(f"Tab never comes to {what}")


def press(page, text):
    """Go to the button or link that begins so, and press it."""
    tab_to(page, text, by=NAMED)
    page.keyboard.press("Enter")


def choose(page, name, value):
    """Go to a group of keys and along it by the arrows."""
    tab_to(page, f'input[name="{name}"]')
    page.keyboard.press("Space")
    tab_to(page, f'[name="{name}"][value="{value}"]:checked', key="ArrowRight")


def test_a_board_is_played_corrected_and_the_director_called_by_keyboard(phone, make_session):  # noqa: F811
    session = make_session("duplicate", 4, boards_per_round=2)
    page = phone()
    page.goto("/t/")
    page.keyboard.type(session.tables.get(number=1).code)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Enter the result").wait_for()
    press(page, "Enter the result")
    choose(page, "contract", "3NT")
    press(page, "Next")
    choose(page, "declarer", "N")
    press(page, "Next")
    choose(page, "tricks", "9")
    press(page, "Show the score")
    page.get_by_role("button", name="Confirm").wait_for()
    press(page, "Confirm")
    page.get_by_text("saved").wait_for()

    press(page, "Correct board")
    page.get_by_role("button", name="Show the score").wait_for()
    choose(page, "tricks", "10")
    press(page, "Show the score")
    page.get_by_role("button", name="Confirm").wait_for()
    press(page, "Confirm")
    page.get_by_text("3NT N +1").first.wait_for()
    press(page, "Call the director")
    page.get_by_text("The director is called.").wait_for()
    assert [line.entry["tricks"] for line in ScoreLine.objects.order_by("pk")] == [9, 10]


def test_the_director_settles_a_doubt_and_writes_to_the_tables_by_keyboard(
    open_browser,
    sign_in,
    make_session,  # noqa: F811
    seating_of,  # noqa: F811
):
    session = make_session("duplicate", 4, boards_per_round=2)
    seat = seating_of(session)
    entry = {"contract": "7NT", "risk": "", "declarer": "N", "tricks": 6}
    services.record_line(seating=seat, board=seat.boards[0], entry=entry, by=Actor(device="p"))
    page = open_browser(PHONE)
    sign_in(page, "ada")
    page.goto(f"/c/riverside/sessions/{session.pk}/direct/")
    press(page, "⚠")
    page.get_by_role("button", name="Let it stand").wait_for()
    press(page, "Let it stand")
    page.get_by_text("nothing wants a look").wait_for()
    press(page, "Start the clock")
    page.get_by_text("The clock runs.").wait_for()
    press(page, "Message to the tables")
    tab_to(page, "input[name=text]")
    page.keyboard.type("Coffee")
    press(page, "Send")
    page.get_by_text("not read yet").wait_for()
    assert Session.objects.get(pk=session.pk).messages.get().text == "Coffee"
