"""The set-up page with all that unfolds in it, in a real browser: nothing sticks out, and axe is content."""

import re

import pytest

from tests.browser.chromium import DESK, PHONE
from tests.browser.fitness import look

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
