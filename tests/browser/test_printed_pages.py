"""The browser's own print of the sheets: on paper as in the PDF, on a screen wholly in sight."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.browser.chromium import DESK
from tests.sessions.conftest import make_session  # noqa: F401 (fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
POINTS = {"a4": (595, 842), "letter": (612, 792)}
OUTSIDE = """() => [...document.querySelectorAll(".sheet *")].filter(part => {
  const paper = part.closest(".leaf, .sheet").getBoundingClientRect(), box = part.getBoundingClientRect();
  return box.width && (box.left < paper.left - 1 || box.right > paper.right + 1);
}).map(part => part.outerHTML.slice(0, 80))"""


KINDS = ("guides", "travellers", "recording", "table-cards")


@pytest.mark.parametrize(("paper", "large"), [("a4", ""), ("letter", "1")])
def test_each_leaf_comes_on_a_paper_of_its_own(open_browser, sign_in, make_session, ada, paper, large):  # noqa: F811
    session = make_session("duplicate", 8, rounds=3)
    page = open_browser(DESK)
    sign_in(page, "ada")
    for kind in KINDS:
        address = reverse("sessions:sheet", args=[session.club.slug, session.pk, kind, "html"])
        page.goto(f"{address}?paper={paper}&large={large}&filled=0")
        assert page.evaluate(OUTSIDE) == []
        leaves = page.locator("main > *").count()
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
        sizes = {(round(leaf.mediabox.width), round(leaf.mediabox.height)) for leaf in printed}
        assert (kind, len(printed), sizes) == (kind, leaves, {POINTS[paper]})
