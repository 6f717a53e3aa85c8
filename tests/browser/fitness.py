"""Whether a page is fit for everybody: clean by axe, big enough for a thumb, no wider than its window."""

import os

from axe_playwright_python.sync_playwright import Axe

SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
  .filter((each) => each.offsetParent && each.checkVisibility())
  .map((each) => [each.closest("label") ?? each, each])
  .filter(([box]) => box.getBoundingClientRect().height < 43.5 && !box.matches(".skip-link, .site-footer *"))
  .map(([box]) => box.outerHTML.slice(0, 120))"""
IS_DARK = "() => matchMedia('(prefers-color-scheme: dark)').matches"
WIDTH = "() => document.documentElement.scrollWidth"
PHONE_WIDTH = 390


def is_fit_for_a_thumb(page):
    """Clean by axe, in the dark as well as in the light, and no wider than the window; in that of a phone,
    with targets for a thumb.
    """
    page.mouse.move(0, 0)
    width = page.viewport_size["width"]
    found = Axe().run(page).response["violations"]
    faults = [(each["id"], each["nodes"][0]["html"]) for each in found]
    faults += page.evaluate(SMALL) if width <= PHONE_WIDTH else []
    faults += faint_elsewise(page)
    assert not faults, f"{page.url}: {faults}"
    assert page.evaluate(WIDTH) <= width, page.url


def faint_elsewise(page):
    """What is hard to read in the dark, or, on a page in the dark, in the light."""
    usual, other = ("dark", "light") if page.evaluate(IS_DARK) else ("light", "dark")
    page.emulate_media(color_scheme=other)
    found = Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    page.emulate_media(color_scheme=usual)
    return [(f"{each['id']} {other}", each["nodes"][0]["html"]) for each in found]


def look(page, name):
    """Nothing for axe to complain of, nothing wider than the page, in the light and in the dark.

    The pictures are kept in the folder that ``PICTURES`` names.
    """
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        folder = os.environ.get("PICTURES")
        if folder:
            width = page.viewport_size["width"]
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
        found = Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
