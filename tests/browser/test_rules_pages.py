"""The rules, the rulings and the reasons in a real browser: legible on a phone, and without a script."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from sessions import house, queries, services
from sessions.models import ScoreLine
from tests.sessions.conftest import director, make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def bridge(make_session):  # noqa: F811
    """Six pairs; South makes a trick more at each later table."""
    session = make_session("duplicate", 6, movement="straight-mitchell", boards_per_round=2)
    for seat in queries.load_night(session).rounds:
        for board in seat.boards:
            entry = BRIDGE | {"tricks": 8 + seat.table}
            key = f"{seat.pk}-{board}"
            ScoreLine.objects.create(session=session, seating_id=seat.pk, board=board, entry=entry, key=key)
    services.set_public(session=session, is_public=True)
    return services.close_session(session=session)


def is_whole(page):
    """Whether nothing sticks out, and nobody is kept from reading it."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_points_unfold_without_a_script(bridge, open_browser):
    page = open_browser(PHONE, java_script_enabled=False)
    pair = bridge.contestants.filter(group="NS").first()
    page.goto(f"/c/riverside/sessions/{bridge.pk}/contestants/{pair.pk}/")
    first = page.locator("details.why").first
    assert not page.get_by_text("Compared with the other results among 3.").first.is_visible()
    first.locator("summary").click()
    assert first.get_by_text("Compared with the other results among 3.").is_visible()


def test_the_pages_of_the_rules_and_the_reasons_are_whole_on_a_phone(bridge, open_browser):
    house.set_house_rules(
        club=bridge.club,
        ruleset="brist",
        options={"defence_bonus": "mirror"},
        method="total_points",
        method_options={},
    )
    page = open_browser(PHONE)
    pair = bridge.contestants.first()
    for address in (
        "/c/riverside/rules/",
        "/c/riverside/rules/brist/as-played/",
        f"/c/riverside/sessions/{bridge.pk}/",
        f"/c/riverside/sessions/{bridge.pk}/contestants/{pair.pk}/",
        f"/c/riverside/sessions/{bridge.pk}/boards/1/",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
        is_whole(page)


def test_the_directors_pages_of_rules_and_rulings_are_whole_on_a_phone(bridge, open_browser, sign_in, ada):
    page = open_browser(PHONE)
    sign_in(page, "ada")
    seat = queries.load_night(bridge).at(table=1, round=1)
    for address in (
        "/c/riverside/rules/brist/",
        f"/c/riverside/sessions/{bridge.pk}/direct/scoring/",
        f"/c/riverside/sessions/{bridge.pk}/direct/boards/1/",
        f"/c/riverside/sessions/{bridge.pk}/direct/{seat.pk}/{seat.boards[0]}/",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
        is_whole(page)
