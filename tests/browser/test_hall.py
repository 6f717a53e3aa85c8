"""The clock in a real browser: it counts by the server, the hall turns over, messages come and go."""

import datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from sessions import services
from sessions.models import Clock, Session
from tests.sessions.conftest import director, make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
HALL = {"viewport": {"width": 1920, "height": 1080}}


@pytest.fixture
def bridge(make_session):  # noqa: F811
    session = make_session("duplicate", 6, boards_per_round=2)
    return services.set_public(session=session, is_public=True)


def projector(session):
    return f"/c/{session.club.slug}/sessions/{session.pk}/projector/"


def end_in(session, seconds):
    """Let the running clock end so soon."""
    Clock.objects.update(ends_at=timezone.now() + datetime.timedelta(seconds=seconds))
    services.announce(session)


def test_the_hall_turns_over_by_keys_and_counts_down(bridge, open_browser):
    services.start_clock(session=bridge)
    end_in(bridge, 122)
    page = open_browser(HALL)
    page.goto(projector(bridge))
    shown = page.locator("[data-slide]:visible")
    assert shown.count() == 1
    assert shown.get_attribute("data-slide").startswith("ranking")
    page.keyboard.press("ArrowRight")
    assert shown.get_attribute("data-slide") == "clock"
    page.locator(".clock.warning").wait_for(timeout=60_000)
    assert page.locator("[data-clock-word]").inner_text() == "about to end"
    page.keyboard.press(" ")
    assert page.get_by_text("This page stays until you press Space.").is_visible()
    page.keyboard.press("ArrowLeft")
    assert shown.get_attribute("data-slide").startswith("ranking")


@pytest.mark.parametrize("device", [HALL, {"viewport": {"width": 390, "height": 844}}])
def test_nothing_is_cut_off_on_any_slide(bridge, open_browser, device):
    services.start_clock(session=bridge)
    page = open_browser(device)
    page.goto(projector(bridge))
    for _slide in range(page.locator("[data-slide]").count()):
        assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]
        fits = "[...document.querySelectorAll('[data-slide]')].find(each => !each.hidden).scrollHeight"
        if device is HALL:
            assert page.evaluate(fits) <= 1080
        page.keyboard.press("ArrowRight")


def test_a_phone_whose_clock_is_wrong_counts_by_the_servers(bridge, phone):
    services.start_clock(session=bridge)
    end_in(bridge, 600)
    page = phone()
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    page.goto(f"/t/{bridge.tables.get(number=1).code}/")
    page.wait_for_timeout(700)
    minutes, _seconds = page.locator("[data-clock-left]").inner_text().split(":")
    assert minutes in ("9", "10")


def test_a_message_arrives_by_itself_and_goes_when_it_is_read(bridge, phone):
    page = phone()
    page.goto(f"/t/{bridge.tables.get(number=1).code}/")
    services.post_message(session=Session.objects.get(pk=bridge.pk), text="Coffee <b>now</b>")
    page.get_by_text("Coffee <b>now</b>").wait_for(timeout=60_000)
    page.get_by_role("button", name="Read").click()
    page.get_by_text("Coffee").wait_for(state="detached")
    assert bridge.messages.get().readings.count() == 1


def test_no_page_of_the_clock_shuts_anybody_out(bridge, open_browser, sign_in, seating_of, director):  # noqa: F811
    seat = seating_of(bridge)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=director)
    services.set_travellers(session=bridge, travellers=Session.Travellers.ENTERED)
    services.start_clock(session=bridge)
    services.post_message(session=bridge, text="Coffee")
    page, code = open_browser(), bridge.tables.get(number=1).code
    sign_in(page, "ada")
    grid = projector(bridge).replace("projector", "direct")
    for address in (grid, projector(bridge), f"/t/{code}/", f"/t/{code}/boards/{seat.boards[0]}/"):
        page.goto(address)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
