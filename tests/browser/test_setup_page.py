"""The set-up page with all that unfolds in it, in a real browser: nothing sticks out, and axe is content."""

import datetime
import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from sessions import services
from tests.browser.chromium import DESK, PHONE
from tests.browser.fitness import look
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = "\n".join(f"Ann{chr(65 + at)} & Ben{chr(65 + at)}" for at in range(7))
UNFOLD = "document.querySelectorAll('main details').forEach(each => each.open = true)"


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_the_director_chooses_who_sits_out_and_sees_who_meets_whom(riverside, open_browser, sign_in, device):
    page = open_browser(device)
    sign_in(page, "ada")
    page.goto("/c/riverside/sessions/new/")
    page.get_by_role("radio", name=re.compile("^Duplicate bridge Pairs")).check()
    page.get_by_role("button", name="Next: who is here").click()
    page.locator("#id_names").fill(NAMES)
    page.locator("#movement-howell").wait_for(state="attached")
    page.locator("details.wishes > summary").click()
    page.locator("#id_missing").select_option("NS")
    page.get_by_text("No pair is at home at table 4").first.wait_for(state="attached")
    page.evaluate(UNFOLD)
    assert page.get_by_role("region", name="Who meets whom: Howell", exact=True).is_visible()
    look(page, "set-up")


@pytest.mark.parametrize(
    ("locale", "counted"),
    [
        ("en", {0: "0 pairs", 1: "1 pair", 2: "2 pairs"}),
        ("ru", {1: "1 пара", 3: "3 пары", 5: "5 пар", 21: "21 пара"}),
    ],
)
def test_pairs_are_counted_as_the_language_counts(make_session_page, locale, counted):
    page = make_session_page(locale)
    for count, text in counted.items():
        page.locator("#id_names").fill("\n".join(f"Ann{at} & Ben{at}" for at in range(count)))
        expect(page.locator("[data-count]")).to_have_text(text)


@pytest.fixture
def make_session_page(riverside, ada, open_browser):
    """The set-up page of a session of pairs, in a language."""

    def make(locale):
        day = datetime.date(2026, 3, 5)
        session = services.create_session(club=riverside, ruleset="duplicate", date=day, title="T", by=ada)
        page = open_browser(locale=locale)
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill("ada")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("form button[type=submit], form button:not([type])").last.click()
        page.wait_for_url(lambda url: "/sign-in" not in url)
        page.goto(reverse("sessions:setup", args=[riverside.slug, session.pk]))
        return page

    return make
