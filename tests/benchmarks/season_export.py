"""A season's results as a workbook: seconds and memory for few lines and for many, and what phones notice.

Run ``python -m tests.benchmarks.season_export [lines] [file]``: it makes a club of its own with at least so
many lines (100,000 unless said otherwise) in a database of its own. It
writes workbooks of a hundredth, a tenth, half and all of them, each in a process by itself, keeps the last
one if a file is named, and then lets tables hand in lines to the site, first in peace and then from a
director's order of the whole season until it is made: how long the answers took meanwhile.
"""

import asyncio
import datetime
import json
import math
import multiprocessing
import os
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import load

LINES = 100_000
TABLES, BOARDS = 42, 24
FIRST_DAY = datetime.date(2025, 1, 1)
SHARES = (0.01, 0.1, 0.5, 1)
PHONES, EVERY, SECONDS, IN_PEACE, BOARDS_AHEAD = 40, 2.0, 20.0, 12, 400
"""Tables, seconds between two lines of one, and of the time in peace; boards of that time, and in all."""
ORDER = """
import os
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what the job's own process inherits is not waited for
from clubs.models import Club
from sessions import jobs
job = jobs.order_job(
    club=Club.objects.get(name="Riverside"), work="season", title="Season", back_url="/",
    order={"span": {"first": "2025-01-01", "last": "2027-01-01"}, "role": 30},
)
print("FOUND", job.pk)
"""
LOOK = "SELECT state, julianday(touched_at) - julianday(created_at) FROM club_sessions_job"


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


@dataclass
class Meanwhile(load.Evening):
    """Tables that hand in lines from the moment when the season is ordered until it is made."""

    environment: Mapping = field(default_factory=dict)
    state: str = ""
    made_in: float = 0.0

    async def play(self, boards: dict[str, list[int]], spectators: int = 0) -> None:
        phones = {code: load.Browser(self.port) for code in boards}
        await asyncio.gather(*(self.open(code, phone) for code, phone in phones.items()))
        await asyncio.to_thread(load.run, ORDER, self.environment)
        self.ends_at = math.inf
        tables = asyncio.gather(*(self.table(code, phones[code], rest) for code, rest in boards.items()))
        while self.state in ("", "waiting", "running"):
            await asyncio.sleep(0.5)
            self.state, days = _look(self.environment["OVERTRICK_DATA"])
            self.made_in = days * 24 * 60 * 60
        self.ends_at = 0
        await tables


def _look(data: str) -> tuple[str, float]:
    """How the order stands, and for how many days it has been worked on."""
    (file,) = Path(data).glob("*.sqlite3")
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return database.execute(LOOK).fetchone()


def _measure_phones(data: str) -> None:
    """What tables wait for an answer, in peace and all the while that the season is being written."""
    environment = {**os.environ, "OVERTRICK_DATA": data}
    found = load.run(load.SETUP.format(tables=PHONES, boards=BOARDS_AHEAD), environment)
    port = load.free_port()
    server = load.serve(port, environment)
    slug, session, boards = json.loads(found)
    times = (port, f"/c/{slug}/sessions/{session}/leaderboard/", EVERY, EVERY, SECONDS)
    try:
        peace, busy = load.Evening(*times, False), Meanwhile(*times, False, environment=environment)
        asyncio.run(peace.play({code: rest[:IN_PEACE] for code, rest in boards.items()}, spectators=0))
        asyncio.run(busy.play({code: rest[IN_PEACE:] for code, rest in boards.items()}))
    finally:
        server.terminate()
        server.wait()
    print(f"{'':<12}{'answers':>8}{'errors':>8}  {'p50':>8}  {'p95':>8}  {'p99':>8}  {'worst':>8}   ms")
    load.show("in peace", peace.posts)
    load.show("meanwhile", busy.posts)
    print(f"the season was {busy.state} after {busy.made_in:.0f} s, and tables handed in lines all that time")


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
