"""What a phone at a table does and shows, in words of the tests."""

import time


def wait_until(is_so):
    for _try in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come")


KEPT = """async () => Boolean(navigator.serviceWorker.controller && await caches.match(location.pathname))"""
PACKED = """() => new Promise((done) => {
  const request = indexedDB.open("overtrick-table", 1);
  request.onsuccess = () => {
    const all = request.result.transaction("packs").objectStore("packs").getAll();
    all.onsuccess = () => { done(all.result.length > 0); request.result.close(); };
  };
  request.onerror = () => done(false);
})"""


def tap_in(page, title, **values):
    """Tap a result in, from the page of the board to the question whether it is right."""
    page.locator("h1").filter(has_text=title).first.wait_for()
    page.locator("form.stepping").wait_for(state="attached")
    page.get_by_role("link", name="Enter the result").click()
    for field, value in values.items():
        page.locator(f'[data-main] label.key:has(input[name="{field}"][value="{value}"])').click()
    page.get_by_role("button", name="Change", exact=True).wait_for()


def enter(page, board, contract, tricks):
    """Tap a result of BRiST in and confirm it; what the phone then says is left to the test."""
    tap_in(page, f"Board {board}", contract=contract, tricks=tricks)
    confirm(page)


def confirm(page, button="Confirm"):
    """Press the button; it has been pressed once the phone has kept the result and shows what comes next."""
    page.get_by_role("button", name=button).click()
    page.locator(".preview").wait_for(state="detached")


def waiting(page, count):
    page.locator("[data-waiting]").filter(has_text=f"Waiting to send: {count}").wait_for()


def all_sent(page):
    page.locator("[data-outbox]").wait_for(state="hidden")


def open_again(page):
    """Close the phone's page and open the table once more, as after a restart of the browser."""
    address, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(address)
    return again
