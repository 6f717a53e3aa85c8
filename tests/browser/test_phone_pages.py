"""The phone's pages for everybody: checked by axe, big enough for a thumb, and as its owner likes them."""

import pytest

from sessions.models import ScoreLine
from tests.browser.fitness import is_fit_for_a_thumb
from tests.sessions.conftest import make_session  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_table(phone, session):
    page = phone()
    page.goto(f"/t/{session.tables.get(number=1).code}/")
    return page


def tap(page, **values):
    page.get_by_role("link", name="Enter the result").click()
    for name, value in values.items():
        page.locator(f'[data-main] label.key:has(input[name="{name}"][value="{value}"])').click()


@pytest.mark.parametrize("look", [{}, {"size": "huge", "contrast": "high", "hand": "left", "tricks": "par"}])
def test_every_screen_of_an_entry_is_fit_for_a_thumb(phone, make_session, look):  # noqa: F811
    page = open_table(phone, make_session("brist", 4))
    page.evaluate("look => localStorage.setItem('look', JSON.stringify(look))", look)
    page.reload()
    page.get_by_text("Text size and display").click()
    is_fit_for_a_thumb(page)
    tap(page, contract="3NT")
    page.get_by_text("Show the score").wait_for()
    is_fit_for_a_thumb(page)
    page.locator('[data-main] label.key:has(input[name="tricks"][value="9"])').click()
    page.get_by_role("button", name="Confirm").wait_for()
    is_fit_for_a_thumb(page)


def test_the_screens_without_a_network_and_a_conflict_are_fit_for_a_thumb(phone, make_session):  # noqa: F811
    session = make_session("brist", 4)
    first, second = open_table(phone, session), open_table(phone, session)
    second.wait_for_load_state("networkidle")
    second.route("**/t/**", lambda route: route.abort())
    tap(second, contract="6S", tricks="12")
    second.get_by_role("button", name="Confirm").wait_for()
    is_fit_for_a_thumb(second)
    second.get_by_role("button", name="Confirm").click()
    second.get_by_text("Waiting to send: 1").wait_for()
    is_fit_for_a_thumb(second)
    tap(first, contract="3NT", tricks="9")
    first.get_by_role("button", name="Confirm").click()
    first.get_by_text("saved").wait_for()
    second.unroute("**/t/**")
    second.get_by_text("two different results").wait_for()
    is_fit_for_a_thumb(second)
    second.get_by_role("button", name="Take mine instead").click()
    second.get_by_text("saved").wait_for()
    assert ScoreLine.objects.get(is_current=True).entry["contract"] == "6S"
    assert ScoreLine.objects.count() == 3


def test_the_look_is_kept_on_the_phone_and_set_before_the_page_is_painted(phone, make_session):  # noqa: F811
    page = open_table(phone, make_session("brist", 4))
    page.get_by_text("Text size and display").click()
    page.get_by_role("radio", name="largest").check()
    page.get_by_role("radio", name="=, +1, −2").check()
    page.reload()
    root = page.locator("html")
    assert (root.get_attribute("data-size"), root.get_attribute("data-tricks")) == ("huge", "par")
    tap(page, contract="3NT")
    key = page.locator('[data-main] label.key:has(input[name="tricks"][value="9"])')
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    assert key.locator(".key-par").evaluate(size) > key.locator(".key-text").evaluate(size)


def test_a_result_is_entered_with_the_keyboard_alone(phone, make_session):  # noqa: F811
    page = open_table(phone, make_session("brist", 4))
    page.get_by_role("link", name="Enter the result").focus()
    page.keyboard.press("Enter")
    page.locator('input[name="contract"][value="3NT"]').focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    page.locator('input[name="tricks"][value="9"]').focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Show the score").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Confirm").focus()
    page.keyboard.press("Enter")
    page.get_by_text("saved").wait_for()


def test_a_second_phone_objects_and_the_director_is_told(phone, make_session):  # noqa: F811
    session = make_session("brist", 4)
    session.checking = "opponents"
    session.save()
    first = open_table(phone, session)
    tap(first, contract="3NT", tricks="9")
    first.get_by_role("button", name="They agree later").click()
    first.get_by_text("saved").wait_for()
    second = open_table(phone, session)
    is_fit_for_a_thumb(second)
    second.get_by_role("button", name="That is wrong").click()
    second.get_by_text("The director is told").wait_for()
    assert ScoreLine.objects.get().is_disputed


def test_who_is_quicker_than_the_script_loses_no_tap(phone, make_session):  # noqa: F811
    session = make_session("brist", 4)
    page, held = phone(), []
    page.route("**/tableside*.js", lambda route: held.append(route))
    page.goto(f"/t/{session.tables.get().code}/", wait_until="commit")
    page.get_by_role("link", name="Enter the result").click(no_wait_after=True)
    page.locator('label.key:has(input[name="contract"][value="3NT"])').click(no_wait_after=True)
    held[0].continue_()
    page.get_by_role("button", name="Show the score").wait_for()
    page.locator("form.stepping").wait_for()
    assert page.locator('input[name="contract"][value="3NT"]').is_checked()
    page.locator('[data-main] label.key:has(input[name="tricks"][value="9"])').click()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("saved").wait_for()
    assert page.url.endswith("/")


def test_a_page_is_not_exchanged_under_a_thumb(phone, make_session):  # noqa: F811
    """The server's page comes while a finger is on the phone's own: the tap counts, and the page is kept."""
    session = make_session("brist", 4)
    page, held = open_table(lambda: phone(service_workers="block"), session), []
    page.wait_for_load_state("networkidle")
    page.route(page.url, lambda route: held.append(route))
    tap(page, contract="3NT", tricks="9")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("heading", name="Board 2").wait_for()
    while not held:
        page.wait_for_timeout(20)
    page.get_by_role("link", name="Enter the result").hover()
    page.mouse.down()
    with page.expect_response(page.url) as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    page.locator('input[name="contract"][value="3NT"]').wait_for(state="attached")
    page.locator("body.focused form.stepping").wait_for()
    assert ScoreLine.objects.get().entry["contract"] == "3NT"
