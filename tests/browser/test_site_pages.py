"""The club's site in a real browser: for everyone's eyes and hands, on a phone, by day and by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from clubs.services import add_news, add_player, set_colour
from sessions import services
from sessions.house import set_rated
from sessions.ladder_book import create_ladder
from sessions.models import ScoreLine
from sessions.queries import load_night
from tests.browser.fitness import faint_elsewise
from tests.sessions.conftest import make_session  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ENTRY = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}


@pytest.fixture
def addresses(make_session, riverside):  # noqa: F811
    """The pages of a club with two published evenings, whose names are long enough to hurt."""
    names = ["Ben Carter", "Cleo Diaz", "Marguerite Oyelaran-Featherstonehaugh", "W" * 60, *"EFGH"]
    for _night in range(2):
        session = make_session("duplicate", 4, names=names)
        ScoreLine.objects.bulk_create(
            ScoreLine(session=session, seating_id=seat.pk, board=board, entry=ENTRY, key=f"{seat.pk}-{board}")
            for seat in load_night(session).rounds
            for board in seat.boards
        )
        services.close_session(session=session)
        services.publish_session(session=session)
    add_news(club=riverside, title="Cake", text="On Monday")
    ladder = create_ladder(club=riverside, title="Season", dropped=1)
    ben = riverside.players.get(name="Ben Carter").pk
    site = [("club",), ("players",), ("player", ben), ("ladders",), ("ladder", ladder.pk), ("calendar",)]
    site += [("ladder_row", ladder.pk, str(ben)), ("news",), ("embed_ladder", ladder.pk)]
    set_rated(club=riverside, ruleset="duplicate", is_on=True)
    cleo = riverside.players.get(name="Cleo Diaz").pk
    pair = session.contestants.first().pk
    site += [
        ("ratings",),
        ("rating", "duplicate"),
        ("head_to_head", ben, cleo),
        ("compare", session.pk, pair),
    ]
    found = [reverse(f"sessions:{name}", args=[riverside.slug, *args]) for name, *args in site]
    other = session.contestants.last().pk
    return [*found[:-1], f"{found[-1]}?other={other}"]


def faults(page):
    found = Axe().run(page).response["violations"]
    shown = [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found]
    return shown + faint_elsewise(page)


def test_what_is_hard_to_read_in_the_dark_only_is_found(phone):
    page = phone()
    dark = "<style>@media (prefers-color-scheme: dark) { body { background: #000; color: #222 } }</style>"
    page.set_content(f"<html lang=en><title>Faint</title>{dark}<main><h1>Faint</h1></main>")
    assert faint_elsewise(page) == [("color-contrast dark", "<h1>Faint</h1>")]


def test_the_clubs_site_is_for_everyone(phone, addresses):
    page = phone()
    for where in [*addresses, reverse("sessions:api")]:
        page.goto(where)
        assert not faults(page), where
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, where


def test_an_owners_pages_are_for_everyone_in_a_colour_of_the_clubs_own(phone, sign_in, olga, riverside):
    set_colour(club=riverside, colour="#ffdd00")
    kept = riverside.players.get(name="Ben Carter")
    gone = add_player(club=riverside, name="Carter, Ben")
    merge = reverse("clubs:merge", args=[riverside.slug])
    pages = ["settings", "people", "members", "duplicates"]
    where = [reverse(f"clubs:{name}", args=[riverside.slug]) for name in pages]
    where += [f"{merge}?kept={kept.pk}&gone={gone.pk}", reverse("clubs:account"), reverse("clubs:codes")]
    page = phone()
    sign_in(page, "olga")
    for address in where:
        page.goto(address)
        assert not faults(page), address
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_a_ladder_is_sorted_and_opened_by_keyboard(open_browser, addresses):
    page = open_browser()
    page.goto(addresses[4])
    page.get_by_role("link", name="Sessions", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**sort=played**")
    assert page.locator("th[aria-sort]").inner_text().startswith("Sessions")
    page.get_by_role("link", name="Ben Carter").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/rows/**")
    assert page.locator(".badge", has_text="left out").is_visible()
