"""Everything with the keyboard alone: Tab, arrows, Space and Enter, as somebody without a mouse has it."""

import pytest

from sessions import phones, services
from sessions.models import ScoreLine, Session
from sessions.services import Actor
from tests.browser.chromium import PHONE
from tests.sessions.conftest import make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
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


def submit(page, text):
    """Press a button whose answer is another page."""
    with page.expect_navigation():
        press(page, text)


def choose(page, name, value):
    """Go to a group of keys and along it by the arrows."""
    tab_to(page, f'input[name="{name}"]')
    page.keyboard.press("Space")
    tab_to(page, f'[name="{name}"][value="{value}"]:checked', key="ArrowRight")


def confirm_by_keyboard(page, declarer=None):
    """3NT just made, from the page of the board to the press that confirms it."""
    press(page, "Enter the result")
    choose(page, "contract", "3NT")
    press(page, "Next")
    if declarer:
        choose(page, "declarer", declarer)
        press(page, "Next")
    choose(page, "tricks", "9")
    press(page, "Show the score")
    page.get_by_role("button", name="Confirm").wait_for()
    press(page, "Confirm")


def test_a_board_is_played_corrected_and_the_director_called_by_keyboard(phone, make_session):  # noqa: F811
    session = make_session("duplicate", 4, boards_per_round=2)
    page = phone()
    page.goto("/t/")
    page.keyboard.type(session.tables.get(number=1).code)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Enter the result").wait_for()
    confirm_by_keyboard(page, declarer="N")
    page.get_by_text("saved").wait_for()

    press(page, "Correct board")
    page.get_by_role("button", name="Show the score").wait_for()
    choose(page, "tricks", "10")
    press(page, "Show the score")
    page.get_by_role("button", name="Confirm").wait_for()
    press(page, "Confirm")
    page.get_by_text("saved").wait_for()
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


def fill_in(page, **values):
    """Go from field to field and type."""
    for name, text in values.items():
        tab_to(page, f'[name="{name.replace("__", "-")}"]')
        page.keyboard.type(text)


def test_two_phones_disagree_and_one_takes_its_own_result_by_keyboard(phone, make_session):  # noqa: F811
    session = make_session("brist", 4)
    phones.set_habits(session=session, phones="table", checking="opponents")
    first, second = phone(), phone()
    for page, tricks in ((first, "9"), (second, "10")):
        page.goto(f"/t/{session.tables.get().code}/")
        page.wait_for_load_state("networkidle")
        press(page, "Enter the result")
        choose(page, "contract", "3NT")
        press(page, "Next")
        choose(page, "tricks", tricks)
        press(page, "Show the score")
        page.get_by_role("button", name="Confirm: the others agree", exact=False).wait_for()
    press(first, "Change")
    press(first, "Show the score")
    first.get_by_role("button", name="They agree later").wait_for()
    press(first, "They agree later")
    first.get_by_text("saved").wait_for()
    press(second, "Confirm")
    second.get_by_text("two different results").wait_for()
    press(second, "Take mine instead")
    second.get_by_text("saved").wait_for()
    first.reload()
    press(first, "That is wrong")
    first.get_by_text("The director is told").wait_for()
    line = ScoreLine.objects.get(is_current=True)
    assert (line.entry["tricks"], line.is_disputed) == (10, True)


def test_the_director_rules_corrects_undoes_and_puts_back_by_keyboard(
    open_browser,
    sign_in,
    make_session,  # noqa: F811
    seating_of,  # noqa: F811
):
    session = make_session("duplicate", 4, boards_per_round=2)
    seat = seating_of(session)
    entry = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
    services.record_line(seating=seat, board=seat.boards[0], entry=entry, by=Actor(device="p"))
    page = open_browser(PHONE)
    sign_in(page, "ada")
    console = f"/c/riverside/sessions/{session.pk}/direct/"
    page.goto(f"{console}{seat.pk}/{seat.boards[0]}/")
    choose(page, "tricks", "10")
    fill_in(page, reason="misread")
    submit(page, "Save the correction")
    page.get_by_text("misread").first.wait_for()
    page.goto(console)
    submit(page, "Undo")
    page.goto(f"{console}{seat.pk}/{seat.boards[0]}/")
    page.get_by_role("button", name="Put back").first.wait_for()
    submit(page, "Put back")
    page.goto(f"{console}{seat.pk}/{seat.boards[0]}/")
    press(page, "Award the board")
    fill_in(page, award__first="60", award__second="40", award__reason="slow")
    submit(page, "Award")
    page.get_by_role("button", name="Withdraw the award").wait_for()
    submit(page, "Withdraw the award")
    page.goto(f"{console}{seat.pk}/{seat.boards[0]}/")
    press(page, "Weighted result")
    outcome = {"weighted__score_1": "3NT N 9", "weighted__weight_1": "60"}
    outcome |= {"weighted__score_2": "1NT N 7", "weighted__weight_2": "40", "weighted__reason": "hesitation"}
    fill_in(page, **outcome)
    submit(page, "Rule it so")
    page.get_by_role("button", name="Withdraw the award").wait_for()
    stands = session.adjustments.get(is_current=True)
    assert (stands.reason, [each["weight"] for each in stands.outcomes]) == ("hesitation", ["60", "40"])
    line = ScoreLine.objects.get(is_current=True)
    assert (line.entry["tricks"], ScoreLine.objects.count()) == (10, 4)


def test_the_director_fines_and_runs_the_clock_by_keyboard(open_browser, sign_in, make_session):  # noqa: F811
    session = make_session("duplicate", 4, boards_per_round=2)
    page = open_browser(PHONE)
    sign_in(page, "ada")
    console = f"/c/riverside/sessions/{session.pk}/direct/"
    page.goto(f"{console}penalties/")
    tab_to(page, "select")
    page.keyboard.press("ArrowDown")
    fill_in(page, amount="10", reason="late")
    submit(page, "Take them")
    page.get_by_role("button", name="Withdraw").wait_for()
    submit(page, "Withdraw")
    page.get_by_text("Taken back or replaced").wait_for()
    page.goto(console)
    press(page, "Start the clock")
    page.get_by_text("The clock runs.").wait_for()
    for button, then in (
        ("Pause", "Start the clock"),
        ("+ 1 minute", "Start the clock"),
        ("Next round", "Start the clock"),
    ):
        press(page, button)
        page.get_by_role("button", name=then).wait_for()
    assert session.clock.round == 2


def test_a_page_that_comes_late_leaves_the_focus_on_the_same_button(phone, make_session):  # noqa: F811
    """The server's page comes in the place of the phone's own while somebody is on the way by Tab."""
    session = make_session("brist", 4)
    page, held = phone(service_workers="block"), []
    page.goto(f"/t/{session.tables.get().code}/")
    page.wait_for_load_state("networkidle")
    page.route(page.url, lambda route: held.append(route))
    confirm_by_keyboard(page)
    page.get_by_role("heading", name="Board 2").wait_for()
    while not held:
        page.wait_for_timeout(20)
    tab_to(page, "Call the director", by=NAMED)
    page.evaluate("document.querySelector('[data-page]').dataset.old = ''")
    held[0].continue_()
    page.locator("[data-page][data-old]").wait_for(state="detached")
    page.keyboard.press("Enter")
    page.get_by_text("The director is called.").wait_for()


def test_trying_to_send_again_leaves_the_focus_on_the_same_button(phone, make_session):  # noqa: F811
    session = make_session("brist", 4)
    page = phone(service_workers="block")
    page.goto(f"/t/{session.tables.get().code}/")
    page.wait_for_load_state("networkidle")
    page.route("**/lines/", lambda route: route.abort())
    confirm_by_keyboard(page)
    page.locator("[data-lines-waiting] li").wait_for()
    tab_to(page, "Correct", by=NAMED)
    page.evaluate("document.querySelector('[data-lines-waiting] li').dataset.old = ''")
    page.locator("[data-lines-waiting] [data-old]").wait_for(state="detached")
    assert page.evaluate(NAMED, "Correct")


def test_a_leaderboard_that_changes_leaves_the_focus_on_the_same_name(
    open_browser,
    make_session,  # noqa: F811
    seating_of,  # noqa: F811
):
    session = make_session("duplicate", 4, boards_per_round=2)
    services.set_public(session=session, is_public=True)
    seat = seating_of(session)
    page = open_browser(PHONE)
    page.goto(session.get_absolute_url())
    name = page.locator("#leaderboard .who a").nth(1).inner_text()
    tab_to(page, name, by=NAMED)
    entry = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
    services.record_line(seating=seat, board=seat.boards[0], entry=entry, by=Actor(device="p"))
    page.locator("#leaderboard").get_by_text("1 of").wait_for()
    assert page.evaluate(NAMED, name)
