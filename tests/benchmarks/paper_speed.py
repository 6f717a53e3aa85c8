"""Sixty prefilled recording sheets on paper: ours, Chromium's print of the same pages, sheet by sheet.

Run ``python -m tests.benchmarks.paper_speed [sheets]``: one run, one machine, the same HTML for all. It
says the seconds, the ratio to Chromium's, and the peak of memory of a process that makes nothing else.
"""

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

COUNT = 60
ROWS = tuple(range(1, 22))
CHROMIUM = "/usr/bin/chromium"


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
    os.environ.setdefault("OVERTRICK_DATA", tempfile.mkdtemp())
    import django

    django.setup()


def _sheets(count: int):
    """Tables of three, twenty-one boards, every name another."""
    from scoring.lines import Sitting, default_options
    from scoring.rulesets import RULESETS
    from scoring.sheets import Fact, Seated, Sheet, recording_sheet

    ruleset = RULESETS["brist"]
    for number in range(1, count + 1):
        names = {place: f"Player {place}{number}" for place in "SWE"}
        people = tuple(Fact(place, name) for place, name in names.items())
        yield recording_sheet(
            Sheet("Thursday", overline="Riverside", mark=f"Table {number}", people=people),
            ruleset=ruleset,
            options=default_options(ruleset),
            seated=[Seated(Sitting(("S", "W", "E"), ROWS), names)],
            is_filled=False,
        ).words(str)


def _html(count: int) -> str:
    from sessions.sheets import pdf

    return pdf.render_html(list(_sheets(count)), title="Thursday", paper="a4")


def overtrick(count: int) -> int:
    """As the site makes it."""
    from sessions.sheets import pdf

    return len(pdf.render_pdf(_html(count)))


def weasyprint(count: int) -> int:
    """Every page laid out afresh, in one document."""
    from sessions.sheets import pdf
    from sessions.sheets.press import LEAF

    return len(pdf.render_pdf(_html(count).replace(LEAF, "")))


def chromium(count: int) -> int:
    """The same page printed by the browser, from its start to the file."""
    from playwright.sync_api import sync_playwright

    from sessions.sheets import pdf

    page_html = _html(count).replace("</head>", f"<style>{pdf.read_style()}</style></head>")
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
    ]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page()
        page.set_content(page_html)
        content = page.pdf(prefer_css_page_size=True)
        browser.close()
    return len(content)


def _measure(make, count: int, answer) -> None:
    _set_up()
    start = time.perf_counter()
    size = make(count)
    seconds = time.perf_counter() - start
    answer.put((seconds, size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024))


def measure(make, count: int) -> tuple[float, int, int]:
    """Seconds, bytes and megabytes of memory, in a process of its own."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=_measure, args=(make, count, answer))
    process.start()
    found = answer.get(timeout=900)
    process.join()
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    makers = [overtrick, weasyprint]
    makers += [chromium] if Path(CHROMIUM).exists() else []
    found = {make.__name__: measure(make, count) for make in makers}
    base = found.get("chromium", found["overtrick"])[0]
    print(f"{count} sheets of {len(ROWS)} rows")
    for name, (seconds, size, memory) in found.items():
        print(f"{name:20} {seconds:7.2f} s  {seconds / base:6.2f} x  {size / 1024:8.0f} KiB  {memory:5d} MiB")


if __name__ == "__main__":
    main()
