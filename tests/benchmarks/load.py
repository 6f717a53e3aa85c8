"""A big evening on one machine: ``python -m tests.benchmarks.load``.

Seats a session, serves it in a process of its own on 127.0.0.1, and lets every table hand in a line every so
often while spectators poll the leaderboard as its page does. Every table's page is opened before the clock
starts; with ``--pages`` a phone also loads its page and the boards ahead after each line, as it does in the
hall. Prints how long the answers took, how old the leaderboard was that a spectator got (since the oldest
acknowledged line that it did not show yet), what the server and everybody beside it used of the processors,
and counts what is stored against what was acknowledged. Ends with 1 where an answer was an error or a count
differs. Uses SQLite in a scratch folder, and then a database of its own beside the one that DATABASE_URL
names, if it names one of PostgreSQL.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass, field
from pathlib import Path

from tests.browser.served import FileStore, PostgresStore

PROJECT = Path(__file__).resolve().parents[2]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
PATIENCE = 30
OPENING_SECONDS = 20
POLLS = ("HX-Request: true", "Accept-Encoding: gzip")
SHOWN = re.compile(rb">(\d+) of \d+ results<")
SETUP = """
import datetime
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from clubs.services import create_club, ensure_players
from sessions import services
from sessions.proposals import propose
owner = get_user_model().objects.create_user("load", "load@example.org", "felt-green-77")
club = create_club(name="Load", owner=owner)
session = services.create_session(club=club, ruleset="brist", date=datetime.date(2026, 3, 5), by=owner)
players = ensure_players(club=club, names=[f"Player {{number:04d}}" for number in range(4 * {tables})])
movement = propose(session.ruleset, len(players), boards={{4: {boards}}})[0]
services.seat_players(session=session, entrants=[[each] for each in players], movement=movement)
session = services.start_session(session=session)
services.set_public(session=session, is_public=True)
boards = {{seat.table.code: seat.boards for seat in session.seatings.filter(round=1).select_related("table")}}
import json
print("FOUND", json.dumps([club.slug, session.pk, boards]))
"""
COUNT = """
from sessions.models import ScoreLine, Session
print("FOUND", ScoreLine.objects.filter(is_current=True).count(), ScoreLine.objects.count())
"""


@dataclass
class Answers:
    """The times of one kind of request in milliseconds, with their statuses."""

    times: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def note(self, status: int, seconds: float) -> None:
        self.times.append(seconds * 1000)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    @property
    def errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status not in (200, 304))

    def at(self, share: float) -> float:
        ordered = sorted(self.times) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Browser:
    """A connection that is kept while the server keeps it, with its cookies."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies, self.streams = port, {}, None

    async def ask(self, path: str, *, body: str = "", headers=()) -> tuple[int, dict, bytes]:
        """Status, headers and body; a connection that the server has closed is opened again once."""
        for is_last in (False, True):
            try:
                return await asyncio.wait_for(self._ask(path, body, headers), PATIENCE)
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                self.streams = None
                if is_last:
                    return 0, {}, b""
        raise AssertionError

    async def _ask(self, path: str, body: str, headers) -> tuple[int, dict, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        found = {}
        for line in head.split("\r\n")[1:]:
            name, _colon, value = line.partition(": ")
            found[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _equals, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        status = int(head.split(" ", 2)[1])
        content = await reader.readexactly(0 if status == 304 else int(found.get("content-length", 0)))
        if found.get("connection", "").lower() == "close":
            writer.close()
            self.streams = None
        return status, found, content


@dataclass
class Evening:
    port: int
    address: str
    every: float
    poll: float
    seconds: float
    has_pages: bool
    ends_at: float = 0.0
    opened: Answers = field(default_factory=Answers)
    posts: Answers = field(default_factory=Answers)
    pages: Answers = field(default_factory=Answers)
    polls: Answers = field(default_factory=Answers)
    ages: list[float] = field(default_factory=list)
    acknowledged_at: list[float] = field(default_factory=list)

    async def play(self, boards: dict[str, list[int]], spectators: int) -> None:
        phones = {code: Browser(self.port) for code in boards}
        await asyncio.gather(*(self.open(code, phone) for code, phone in phones.items()))
        self.ends_at = time.monotonic() + self.seconds
        tables = [self.table(code, phones[code], numbers) for code, numbers in boards.items()]
        await asyncio.gather(*tables, *(self.spectator() for _number in range(spectators)))

    async def open(self, code: str, phone: Browser) -> None:
        """Open a table's page, some time before play begins."""
        await asyncio.sleep(random.random() * OPENING_SECONDS)
        await self.load(self.opened, phone, f"/t/{code}/")

    async def load(self, answers: Answers, phone: Browser, path: str) -> None:
        started = time.monotonic()
        status, _headers, _body = await phone.ask(path)
        answers.note(status, time.monotonic() - started)

    async def table(self, code: str, phone: Browser, boards: list[int]) -> None:
        """Hand in a line each time round, each under its own key, until the boards or the time are over."""
        await asyncio.sleep(random.random() * self.every)
        for board in boards:
            started = time.monotonic()
            if started > self.ends_at:
                return
            await self.hand_in(code, phone, board)
            if self.has_pages:
                await self.load(self.pages, phone, f"/t/{code}/")
                await self.load(self.pages, phone, f"/t/{code}/pack/")
            await asyncio.sleep(max(0, self.every - (time.monotonic() - started)))

    async def hand_in(self, code: str, phone: Browser, board: int) -> None:
        entry = {"contract": "3NT", "tricks": str(random.randint(7, 12))}
        line = {"round": 1, "board": board, "key": f"{code}{board}", "expected": "", "entry": entry}
        started = time.monotonic()
        status, _headers, body = await phone.ask(f"/t/{code}/lines/", body=json.dumps(line))
        self.posts.note(status, time.monotonic() - started)
        if status == 200 and json.loads(body)["state"] in ("stored", "same"):
            self.acknowledged_at.append(time.monotonic())

    async def spectator(self) -> None:
        """Poll the leaderboard as its page does, and take an unchanged one from the cache."""
        browser, tag, shown = Browser(self.port), "", 0
        await asyncio.sleep(random.random() * self.poll)
        while (started := time.monotonic()) < self.ends_at:
            headers = [
                "HX-Request: true",
                "Accept-Encoding: gzip",
                *([f"If-None-Match: {tag}"] if tag else []),
            ]
            status, found, body = await browser.ask(self.address, headers=headers)
            self.polls.note(status, time.monotonic() - started)
            tag, shown = found.get("etag", tag), count_shown(found, body, shown)
            self.ages.append(self.age(shown, started))
            await asyncio.sleep(max(0, self.poll - (time.monotonic() - started)))

    def age(self, shown: int, at: float) -> float:
        """For how many seconds the oldest line had been acknowledged that he is not shown, when he asked."""
        missing = self.acknowledged_at[shown : shown + 1]
        return max(0.0, at - missing[0]) if missing else 0.0


def count_shown(headers: dict, body: bytes, before: int) -> int:
    """The lines that a leaderboard says it counts; as before where it has not changed."""
    if not body:
        return before
    text = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
    found = SHOWN.search(text)
    return int(found[1]) if found else before


@dataclass(frozen=True)
class Used:
    """Seconds of the processors used so far: by the server, this program, PostgreSQL, and all together."""

    server: float
    own: float
    database: float
    everything: float

    @classmethod
    def read(cls, pid: int) -> "Used":
        database = sum(
            _seconds(path, 13, 17) for path in Path("/proc").glob("[0-9]*/stat") if _is_database(path)
        )
        server, everything = _seconds(Path(f"/proc/{pid}/stat"), 13, 15), _seconds(Path("/proc/stat"), 1, 4)
        return cls(server, sum(os.times()[:2]), database, everything)

    def __sub__(self, other: "Used") -> "Used":
        return Used(*(now - before for now, before in zip(astuple(self), astuple(other), strict=True)))

    def shares(self, wall: float) -> dict[str, float]:
        """Each one's share of one processor, in per cent."""
        others = self.everything - self.server - self.own - self.database
        spent = {"the server": self.server, "this program": self.own, "PostgreSQL": self.database}
        return {name: 100 * used / wall for name, used in (spent | {"others": others}).items()}


def _words(path: Path) -> list[str]:
    """The first line of a file of /proc; nothing where there is no such file, or no more."""
    try:
        return path.read_text(encoding="utf-8").partition("\n")[0].split()
    except OSError:
        return []


def _seconds(path: Path, first: int, last: int) -> float:
    return sum(map(int, _words(path)[first:last])) / os.sysconf("SC_CLK_TCK")


def _is_database(path: Path) -> bool:
    return _words(path)[1:2] == ["(postgres)"]


def run(code: str, environment) -> str:
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    return re.search(r"^FOUND (.*)$", done.stdout, re.M)[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(port: int, environment) -> subprocess.Popen:
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--noinput", "--no-qr"]
    process = subprocess.Popen([sys.executable, "manage.py", *words], cwd=PROJECT, env=environment, **QUIET)
    for _try in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.1)
    raise SystemExit("the server does not answer")


def play(wishes, port: int, found: str) -> Evening:
    slug, session, boards = json.loads(found)
    address = f"/c/{slug}/sessions/{session}/leaderboard/"
    evening = Evening(port, address, wishes.every, wishes.poll, wishes.seconds, wishes.pages)
    asyncio.run(evening.play(boards, wishes.spectators))
    return evening


def show(name: str, answers: Answers) -> None:
    figures = "  ".join(f"{answers.at(share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
    print(f"{name:<12}{len(answers.times):>8}{answers.errors:>8}  {figures}   {answers.statuses}")


def report(evening: Evening, current: int, every: int, used: Used, wall: float) -> bool:
    """Print the table; whether nothing was lost, doubled or refused."""
    kinds = {"opened": evening.opened, "lines": evening.posts, "pages": evening.pages}
    print(f"{'':<12}{'answers':>8}{'errors':>8}  {'p50':>8}  {'p95':>8}  {'p99':>8}  {'worst':>8}   ms")
    for name, answers in (kinds | {"leaderboard": evening.polls}).items():
        if answers.times:
            show(name, answers)
    ages = sorted(evening.ages) or [0.0]
    print(f"age of the leaderboard: p50 {ages[len(ages) // 2]:.1f} s, worst {ages[-1]:.1f} s")
    acknowledged = len(evening.acknowledged_at)
    lost, doubled = max(0, acknowledged - current), max(0, every - acknowledged)
    print(f"lines acknowledged {acknowledged}, stored {current}, lost {lost}, doubled {doubled}")
    shares = ", ".join(f"{name} {share:.0f} %" for name, share in used.shares(wall).items())
    print(f"of {os.cpu_count()} processors: {shares}")
    errors = sum(answers.errors for answers in (*kinds.values(), evening.polls))
    return not (lost or doubled or errors)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--every", type=float, default=10, help="seconds between a table's lines")
    parser.add_argument("--poll", type=float, default=5, help="seconds between a spectator's looks")
    parser.add_argument("--pages", action="store_true", help="phones load their pages too, as in the hall")
    wishes = parser.parse_args()
    went_well = [spend(wishes, store) for store in make_stores()]
    return 0 if all(went_well) else 1


def make_stores() -> list[FileStore | PostgresStore]:
    """An empty database of each kind that there is."""
    url = os.environ.get("DATABASE_URL", "")
    stores = [FileStore(Path(tempfile.mkdtemp()))]
    if url.startswith("postgres"):
        stores.append(PostgresStore.make(Path(tempfile.mkdtemp()), url))
    return stores


def spend(wishes: argparse.Namespace, store: FileStore | PostgresStore) -> bool:
    """Spend an evening over a database, which is gone afterwards; whether all went well."""
    environment = {**os.environ, **store.environment}
    lines = int(wishes.seconds / wishes.every) + 1
    try:
        found = run(SETUP.format(tables=wishes.tables, boards=lines + -lines % 4), environment)
        port = free_port()
        server = serve(port, environment)
        before, started = Used.read(server.pid), time.monotonic()
        try:
            evening = play(wishes, port, found)
            used, wall = Used.read(server.pid) - before, time.monotonic() - started
        finally:
            server.terminate()
            server.wait()
        current, every = map(int, run(COUNT, environment).split())
    finally:
        store.drop()
    print(f"{'SQLite' if isinstance(store, FileStore) else 'PostgreSQL'}, {wishes.seconds:.0f} s:")
    return report(evening, current, every, used, wall)


if __name__ == "__main__":
    sys.exit(main())
