"""Sixty prefilled recording sheets on paper: ours, Chromium's print of the same pages, sheet by sheet.

Run ``python -m tests.benchmarks.paper_speed [sheets]``: one run, one machine, the same HTML for all. It
says the seconds, the ratio to Chromium's, and the peak of memory of a process that makes nothing else.

Run ``python -m tests.benchmarks.paper_speed single`` for each kind of sheet of each game, blank, prefilled
and filled: the pages of its PDF and the processor's seconds of PDF, workbook and page, asked for as a reader
does, the better of two; also those of the first PDF of a process that has got ready, as a server does when it
begins. What takes over a second is marked, and an empty page of WeasyPrint's says how fast the machine is.
"""

import io
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


def _play(slug: str):
    """An evening of a game for eight, or four pairs, with every result."""
    import datetime

    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from clubs.services import create_club, ensure_players
    from sessions import queries, services
    from sessions.demo.dealing import Dealer
    from sessions.proposals import propose

    call_command("migrate", verbosity=0)
    user = get_user_model().objects.create_user("director", password=None)
    club = create_club(name="Riverside", owner=user)
    day = datetime.date(2026, 3, 5)
    session = services.create_session(club=club, ruleset=slug, date=day, title="Thursday", by=user)
    size = 2 if session.ruleset.partnerships else 1
    players = ensure_players(club=club, names=[f"Player {number}" for number in range(1, 8 * size + 1)])
    entrants = [players[at : at + size] for at in range(0, len(players), size)]
    services.seat_players(session=session, entrants=entrants, movement=propose(session.ruleset, 8)[0])
    session = services.start_session(session=session)
    night = queries.load_night(session)
    dealer = Dealer(session.ruleset, night.options, "paper", is_common=night.has_common_boards)
    for seat in night.rounds:
        seating = queries.find_seating(session, seat.pk)
        lines = () if seat.is_sit_out else dealer.play(seat.places, seat.boards, at=f"{seat.pk}").lines
        for line in lines:
            services.record_line(
                seating=seating, board=line.number, entry=line.entry, by=services.Actor(user=user)
            )
    return user, session


def _ask(client, session, kind: str, extension: str, filled: str) -> tuple[float, int]:
    """The seconds of one sheet, of the first table, board or side where each has one, and a PDF's pages."""
    from django.core.cache import cache
    from django.urls import reverse
    from pypdf import PdfReader

    from sessions.sheets import build

    cache.clear()
    one_of = build.KINDS[kind].one_of
    first = {"side": session.contestants.order_by("number").first().pk}.get(one_of, 1)
    where = reverse("sessions:sheet", args=[session.club.slug, session.pk, kind, extension])
    started = time.process_time()
    answer = client.get(where, {"filled": filled, one_of: first})
    seconds = time.process_time() - started
    if answer.status_code != 200:
        return float("nan"), 0
    return seconds, len(PdfReader(io.BytesIO(answer.content)).pages) if extension == "pdf" else 0


def _measure_single(slug: str) -> None:
    _set_up()
    from django.test import Client

    from sessions.sheets import build, pdf

    user, session = _play(slug)
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    pdf.get_ready().join()
    first, _pages = _ask(client, session, "recording", "pdf", "1")
    print(f"{slug}: the first PDF of a process {first:.2f} s{'  slow' * (first > 1)}", flush=True)
    started = time.process_time()
    pdf._lay_out("<p>A</p>", logo=None).write_pdf()
    print(f"  an empty page {time.process_time() - started:.3f} s", flush=True)
    for kind in build.kinds_for(session, is_director=True, may_fill=True):
        for filled, name in (("none", "blank"), ("0", "prefilled"), ("1", "filled")):
            found = [
                min(_ask(client, session, kind.slug, each, filled) for _try in range(2))
                for each in ("pdf", "xlsx", "html")
            ]
            times, pages = [seconds for seconds, _pages in found], found[0][1]
            shown = "".join(f"{seconds:7.2f}" for seconds in times)
            print(f"  {kind.slug:14}{name:10}{pages:4d}{shown}{'  slow' * (max(times) > 1)}", flush=True)


def single() -> None:
    """Each game in a process of its own."""
    from scoring.rulesets import RULESETS

    context = multiprocessing.get_context("spawn")
    for slug in RULESETS:
        process = context.Process(target=_measure_single, args=(slug,))
        process.start()
        process.join()


def main() -> None:
    if sys.argv[1:] == ["single"]:
        single()
        return
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
