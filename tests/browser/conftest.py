"""A real Chromium, and the people who hold it: phones at the tables, a desk, somebody at home."""

import os

import pytest
from playwright.sync_api import Locator, sync_playwright

from tests.browser.at_the_table import KEPT, PACKED, wait_until
from tests.browser.chromium import DESK, FLAGS, PHONE, find_chromium
from tests.browser.served import Server, make_store
from tests.conftest import PASSWORD

# Playwright's loop runs in the test's own thread, where Django would refuse plain database access.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(scope="session", autouse=True)
def whole_pages():
    """A click is over when the page that it leads to is read to its end: one that has only begun lacks rows.

    ``no_wait_after=True`` leaves that out, for pages that are held back on purpose.
    """
    click = Locator.click

    def click_and_read(self, **options):
        click(self, **options)
        if not options.get("no_wait_after"):
            self.page.wait_for_load_state("domcontentloaded")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "click", click_and_read)
        yield


@pytest.fixture(scope="session")
def chromium():
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_browser(chromium, live_server):
    """`open_browser(PHONE)`: a page of its own, with its own cookies, whose errors fail the test."""
    contexts, errors = [], []

    def open_page(device=DESK, **more):
        context = chromium.new_context(base_url=live_server.url, accept_downloads=True, **device, **more)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda entry: _note(errors, entry))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors


def _note(errors, entry):
    """Blocked content and script errors fail a test; an answer of 409, or none, is part of the game.

    So is an answer that nobody waits for any more, as the page that asked has been left: htmx says both that
    it was given up and that it is over. What fails otherwise has a name of its own.
    """
    expected = ("status of 4", "net::ERR_", "htmx:sendAbort", "htmx:afterRequest")
    if entry.type == "error" and not any(text in entry.text for text in expected):
        errors.append(entry.text)


@pytest.fixture
def phone(open_browser):
    return lambda **more: open_browser(PHONE, **more)


@pytest.fixture
def sign_in():
    def enter(page, username):
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill(username)
        page.locator("input[name=password]").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(lambda url: "/sign-in" not in url)

    return enter


@pytest.fixture(scope="module")
def prepared(request, tmp_path_factory):
    """The data that the module's SETUP makes, made once, and the codes of its tables."""
    store = make_store(tmp_path_factory.mktemp("prepared"))
    server = Server(store)
    codes = server.run(request.module.SETUP)
    server.start()
    server.kill()
    yield store, codes
    store.drop()


@pytest.fixture
def server(prepared, tmp_path):
    """A server of its own over a copy of the module's data, which a test may kill."""
    store, codes = prepared
    own = store.copy(tmp_path / "data")
    found = Server(own)
    found.codes = codes
    found.start()
    yield found
    found.kill()
    own.drop()


@pytest.fixture
def open_phone(chromium, server):
    """`open_phone(2)`: a phone at table 2 of `server`, whose script's errors fail the test."""
    contexts, errors = [], []

    def open_page(table=1, *, works=True):
        workers = "allow" if works else "block"
        context = chromium.new_context(base_url=server.url, service_workers=workers, **PHONE)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"/t/{server.codes[table - 1]}/")
        wait_until(lambda: page.evaluate(PACKED) and (not works or page.evaluate(KEPT)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors
