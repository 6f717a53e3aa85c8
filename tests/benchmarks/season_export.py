"""A season's results as a workbook: seconds and memory for few lines and for many, and what phones notice.

Run ``python -m tests.benchmarks.season_export [lines] [file]``: it makes a club of its own with at least so
many lines (100,000 unless said otherwise) in a database of its own. It
writes workbooks of a hundredth, a tenth, half and all of them, each in a process by itself, keeps the last
one if a file is named, and then lets tables hand in lines to the site, first in peace and then while a
director's order of the whole season is being made: how long the answers took, how often the page told more.
"""

import asyncio
import datetime
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from . import load

LINES = 100_000
TABLES, BOARDS = 42, 24
FIRST_DAY = datetime.date(2025, 1, 1)
SHARES = (0.01, 0.1, 0.5, 1)
PHONES, EVERY, SECONDS = 40, 2.0, 20.0
ORDER = """
import datetime
from clubs.models import Club
from sessions import jobs
job = jobs.order_job(
    club=Club.objects.get(name="Riverside"), work="season", title="Season", back_url="/",
    order={"span": {"first": "2025-01-01", "last": "2027-01-01"}, "role": 30},
)
print("FOUND", job.pk)
"""
LOOK = """
import json
from sessions.models import Job
job = Job.objects.defer("content").get()
print("FOUND", json.dumps([job.state, job.percent, (job.touched_at - job.created_at).total_seconds()]))
"""


def _set_up(data: str) -> None:
    os.environ["OVERTRICK_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
    import django

    django.setup()


def _fill(data: str, sessions: int) -> None:
    """A club with so many evenings of a thousand lines each."""
    _set_up(data)
    from django.core.management import call_command
    from django.db import transaction

    from clubs.services import create_club, ensure_players
    from scoring.rulesets import RULESETS
    from sessions import services
    from sessions.proposals import propose

    call_command("migrate", verbosity=0)
    club = create_club(name="Riverside")
    players = ensure_players(club=club, names=[f"Player {n:03d}" for n in range(4 * TABLES)])
    plan = propose(RULESETS["brist"], len(players), rounds=1, boards={4: BOARDS})[0]
    with transaction.atomic():
        for number in range(sessions):
            day = FIRST_DAY + datetime.timedelta(days=number)
            session = services.create_session(club=club, ruleset="brist", date=day, title=f"Evening {number}")
            services.seat_players(session=session, entrants=[(player,) for player in players], movement=plan)
            _play(session)


def _play(session) -> None:
    from sessions.models import ScoreLine

    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating=seating,
            board=board,
            key=f"{seating.pk}-{board}",
            entry={"contract": "3NT", "declarer": "SWNE"[board % 4], "tricks": 7 + board % 5},
        )
        for seating in session.seatings.all()
        for board in seating.boards
    )


def _export(data: str, days: int, file: str, answer) -> None:
    _set_up(data)
    from clubs.models import Club
    from sessions.sheets.season import Span, write_season

    told = []
    span = Span(FIRST_DAY, FIRST_DAY + datetime.timedelta(days=days - 1))
    start = time.perf_counter()
    content = write_season(Club.objects.get(), span, tell=lambda done, parts: told.append(done))
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if file:
        Path(file).write_bytes(content)
    answer.put((told[-1], len(told), seconds, len(content), memory))


def _apart(target, *values):
    process = multiprocessing.get_context("spawn").Process(target=target, args=values)
    process.start()
    process.join()


def _measure_workbooks(data: str, sessions: int, file: str) -> None:
    for days in sorted({max(1, round(sessions * share)) for share in SHARES}):
        answer = multiprocessing.get_context("spawn").Queue()
        _apart(_export, data, days, file if days == sessions else "", answer)
        count, told, seconds, size, memory = answer.get()
        print(f"{count:7d} lines {seconds:7.1f} s {size // 1024:6d} KiB {memory:4d} MiB, {told} steps")


def _measure_phones(data: str) -> None:
    """What tables wait for an answer, in peace and while the season is being written."""
    environment = {**os.environ, "OVERTRICK_DATA": data}
    found = load.run(load.SETUP.format(tables=PHONES, boards=48), environment)
    port = load.free_port()
    server = load.serve(port, environment)
    try:
        print(f"{'':<12}{'answers':>8}{'errors':>8}  {'p50':>8}  {'p95':>8}  {'p99':>8}  {'worst':>8}   ms")
        load.show("in peace", _play_on(port, found, 0))
        load.run(ORDER, environment)
        load.show("meanwhile", _play_on(port, found, 12))
        print(_watch(environment))
    finally:
        server.terminate()
        server.wait()


def _play_on(port: int, found: str, first: int) -> load.Answers:
    """A line each other second from every table, from its ``first`` board on."""
    slug, session, boards = json.loads(found)
    address = f"/c/{slug}/sessions/{session}/leaderboard/"
    evening = load.Evening(port, address, EVERY, EVERY, SECONDS, has_pages=False)
    asyncio.run(evening.play({code: numbers[first:] for code, numbers in boards.items()}, spectators=0))
    return evening.posts


def _watch(environment) -> str:
    """How far the job was when the tables had done, and how long all of it took."""
    _state, percent, _seconds = json.loads(load.run(LOOK, environment))
    while (found := json.loads(load.run(LOOK, environment)))[0] in ("waiting", "running"):
        time.sleep(1)
    return f"the season was {percent} % made when the tables ended; {found[0]} after {found[2]:.0f} s"


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    file = sys.argv[2] if len(sys.argv) > 2 else ""
    sessions = -(-lines // (TABLES * BOARDS))
    with tempfile.TemporaryDirectory() as data:
        start = time.perf_counter()
        _apart(_fill, data, sessions)
        print(f"{sessions} evenings made in {time.perf_counter() - start:.0f} s")
        _measure_workbooks(data, sessions, file)
        _measure_phones(data)


if __name__ == "__main__":
    main()
