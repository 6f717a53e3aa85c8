"""How soon a tap on a phone shows its effect, in Chromium: python -m tests.benchmarks.tap_speed

Plays a board on each kind of network and prints, for each tap, the milliseconds until anything had changed
and was painted, and until the next screen was there (a key of the pad stays pressed for 120 on purpose).
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.at_the_table import PACKED, wait_until
from tests.browser.chromium import FLAGS, PHONE, find_chromium
from tests.browser.served import Server, make_store
from tests.browser.test_phone_offline import SETUP

WATCH = """() => {
  const painted = (done) => requestAnimationFrame(() => setTimeout(done));
  addEventListener("click", () => {
    const start = performance.now();
    window.effect = null;
    const watch = new MutationObserver(() => {
      watch.disconnect();
      painted(() => { window.effect = performance.now() - start; });
    });
    watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    const land = () => painted(() => { window.next = performance.now() - start; });
    addEventListener("focusin", land, { once: true });
    window.next = null;
  }, true);
}"""
TAPS = (
    ("open the pad", 'a:has-text("Enter the result")'),
    ("contract", '[data-main] label.key:has(input[value="3NT"])'),
    ("tricks", '[data-main] label.key:has(input[name="tricks"][value="9"])'),
    ("confirm", 'button:has-text("Confirm")'),
)


def measure(page, selector) -> tuple[float, float]:
    """Until anything had changed, and until the next screen was there."""
    page.locator(selector).first.click()
    wait_until(lambda: page.evaluate("window.effect && window.next") is not None)
    return page.evaluate("[window.effect, window.next]")


def play(page) -> list[tuple[float, float]]:
    return [measure(page, selector) for _name, selector in TAPS]


def slow_down(page, milliseconds) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", conditions)


def networks(page, server):
    """Each kind of network, brought about when it is asked for."""
    yield "as it is in the hall"
    slow_down(page, 400)
    yield "400 ms away"
    slow_down(page, 3000)
    yield "3 s away"
    slow_down(page, 0)
    page.context.set_offline(True)
    yield "none"
    page.context.set_offline(False)
    server.kill()
    yield "server killed"


def run(folder: Path) -> None:
    store = make_store(folder)
    server = Server(store)
    (code,) = server.run(SETUP)
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_context(base_url=server.url, **PHONE).new_page()
        page.goto(f"/t/{code}/")
        wait_until(lambda: page.evaluate(PACKED))
        page.evaluate(WATCH)
        print(f"{'network':24}" + "".join(f"{name:>14}" for name, _selector in TAPS))
        for name in networks(page, server):
            print(
                f"{name:24}" + "".join(f"{effect:9.0f} / {screen:.0f}" for effect, screen in play(page)),
                flush=True,
            )
            page.wait_for_timeout(1000)
        browser.close()
    if server.is_alive:
        server.kill()
    store.drop()


if __name__ == "__main__":
    run(Path(tempfile.mkdtemp()))
