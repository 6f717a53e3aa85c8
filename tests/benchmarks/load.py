"""A big evening on one machine: ``python -m tests.benchmarks.load``.

Seats a session, serves it in a process of its own on 127.0.0.1, and lets every table hand in a line every so
often while spectators poll the leaderboard as its page does. Prints how long the answers took, counts what is
stored against what was acknowledged, and ends with 1 where an answer was an error or a count differs. Uses
SQLite in a scratch folder, or the empty database that DATABASE_URL names.
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
PATIENCE = 30
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
    """One keep-alive connection with its cookies."""

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
        size = 0 if status == 304 else int(found.get("content-length", 0))
        return status, found, await reader.readexactly(size)


@dataclass
class Evening:
    port: int
    address: str
    every: float
    poll: float
    ends_at: float
    posts: Answers = field(default_factory=Answers)
    polls: Answers = field(default_factory=Answers)
    acknowledged: int = 0

    async def table(self, code: str, boards: list[int]) -> None:
        """Hand in a line each time round, each under its own key, until the boards or the time are over."""
        phone = Browser(self.port)
        await asyncio.sleep(random.random() * self.every)
        await phone.ask(f"/t/{code}/")
        for board in boards:
            if time.monotonic() > self.ends_at:
                return
            entry = {"contract": "3NT", "tricks": str(random.randint(7, 12))}
            line = {"round": 1, "board": board, "key": f"{code}{board}", "expected": "", "entry": entry}
            started = time.monotonic()
            status, _headers, body = await phone.ask(f"/t/{code}/lines/", body=json.dumps(line))
            spent = time.monotonic() - started
            self.posts.note(status, spent)
            self.acknowledged += status == 200 and json.loads(body)["state"] in ("stored", "same")
            await asyncio.sleep(max(0, self.every - spent))

    async def spectator(self) -> None:
        """Poll the leaderboard as its page does, and take an unchanged one from the cache."""
        browser, tag = Browser(self.port), ""
        await asyncio.sleep(random.random() * self.poll)
        while time.monotonic() < self.ends_at:
            headers = ["HX-Request: true", *([f"If-None-Match: {tag}"] if tag else [])]
            started = time.monotonic()
            status, found, _body = await browser.ask(self.address, headers=headers)
            spent = time.monotonic() - started
            self.polls.note(status, spent)
            tag = found.get("etag", tag)
            await asyncio.sleep(max(0, self.poll - spent))


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


async def play(wishes, port: int, slug: str, session: int, boards: dict) -> Evening:
    address = f"/c/{slug}/sessions/{session}/leaderboard/"
    evening = Evening(port, address, wishes.every, wishes.poll, time.monotonic() + wishes.seconds)
    tables = [evening.table(code, numbers) for code, numbers in boards.items()]
    await asyncio.gather(*tables, *(evening.spectator() for _number in range(wishes.spectators)))
    return evening


def show(name: str, answers: Answers) -> None:
    figures = "  ".join(f"{answers.at(share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
    print(f"{name:<12}{len(answers.times):>8}{answers.errors:>8}  {figures}   {answers.statuses}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--every", type=float, default=10, help="seconds between a table's lines")
    parser.add_argument("--poll", type=float, default=5, help="seconds between a spectator's looks")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "OVERTRICK_DATA": folder}
        lines = int(wishes.seconds / wishes.every) + 1
        found = run(SETUP.format(tables=wishes.tables, boards=lines + -lines % 4), environment)
        slug, session, boards = json.loads(found)
        port = free_port()
        server = serve(port, environment)
        try:
            evening = asyncio.run(play(wishes, port, slug, session, boards))
        finally:
            server.terminate()
            server.wait()
        current, every = map(int, run(COUNT, environment).split())
    print(f"{'':<12}{'answers':>8}{'errors':>8}  {'p50':>8}  {'p95':>8}  {'p99':>8}  {'worst':>8}   ms")
    show("lines", evening.posts)
    show("leaderboard", evening.polls)
    print(f"acknowledged {evening.acknowledged}, stored {current}, versions {every}")
    is_good = evening.acknowledged == current == every
    return 0 if is_good and not evening.posts.errors + evening.polls.errors else 1


if __name__ == "__main__":
    sys.exit(main())
