"""Phones that drop off the network, are reloaded, whose server is killed: no result lost, none doubled."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PROJECT = Path(__file__).resolve().parents[2]
SETUP = """
import datetime
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from clubs.services import create_club, ensure_players
from scoring.movements import MOVEMENTS
from sessions import services
from sessions.proposals import propose
owner = get_user_model().objects.create_user("ada", "ada@example.org", "felt-green-77")
club = create_club(name="Riverside", owner=owner)
session = services.create_session(club=club, ruleset="brist", date=datetime.date(2026, 3, 5), by=owner)
players = ensure_players(club=club, names=["Ines", "Jonas", "Kaja", "Liam"])
movement = propose(session.ruleset, 4)[0]
services.seat_players(session=session, entrants=[[each] for each in players], movement=movement)
session = services.start_session(session=session)
print("CODE", session.tables.get().code)
"""
READ = """
import json
from sessions.models import ScoreLine
lines = ScoreLine.objects.order_by("pk")
print("LINES", json.dumps([[x.board, x.entry["contract"], x.entry["tricks"], x.is_current] for x in lines]))
"""


class Server:
    """The site as a club serves it, in a process of its own that can be killed in the middle of things."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.environment = {**os.environ, "OVERTRICK_DATA": str(folder), "DATABASE_URL": ""}
        self.process = None

    def run(self, code, mark):
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
        done = subprocess.run(
            command, cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=True
        )
        return next(line for line in done.stdout.splitlines() if line.startswith(mark))[len(mark) + 1 :]

    def manage(self, *words):
        return [sys.executable, "manage.py", *words]

    def start(self):
        command = self.manage(
            "serve", "--host", "127.0.0.1", "--port", str(self.port), "--noinput", "--no-qr"
        )
        self.process = subprocess.Popen(
            command, cwd=PROJECT, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _try in range(150):
            try:
                urllib.request.urlopen(f"{self.url}/t/", timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not answer")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def lines(self):
        return [tuple(line) for line in json.loads(self.run(READ, "LINES"))]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The data of a club with one table in play, made once: the folder and the table's code."""
    folder = tmp_path_factory.mktemp("prepared")
    server = Server(folder)
    code = server.run(SETUP, "CODE")
    server.start()
    server.kill()
    return folder, code


@pytest.fixture
def server(prepared, tmp_path):
    folder, code = prepared
    found = Server(shutil.copytree(folder, tmp_path / "data"))
    found.code = code
    found.start()
    yield found
    found.kill()


@pytest.fixture
def open_phone(chromium, server):
    """A phone at the table, with a store of its own, whose script's errors fail the test."""
    contexts, errors = [], []

    def open_page(*, works=True):
        workers = "allow" if works else "block"
        context = chromium.new_context(base_url=server.url, service_workers=workers, **PHONE)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"/t/{server.code}/")
        wait_until(lambda: page.evaluate(PACKED) and (not works or page.evaluate(KEPT)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors


def wait_until(is_so):
    for _try in range(100):
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


def enter(page, board, contract, tricks):
    """Tap a result in and confirm it; what the phone then says is left to the test."""
    page.get_by_role("heading", name=f"Board {board} ").or_(
        page.get_by_role("heading", name=f"Board {board}", exact=True)
    ).first.wait_for()
    page.get_by_role("link", name="Enter the result").click()
    for field, value in (("contract", contract), ("tricks", tricks)):
        page.locator(f'[data-main] label.key:has(input[name="{field}"][value="{value}"])').click()
    page.get_by_role("button", name="Confirm").click()


def waiting(page, count):
    page.locator("[data-waiting]").filter(has_text=f"Waiting to send: {count}").wait_for()


def all_sent(page):
    page.locator("[data-outbox]").wait_for(state="hidden")


def test_three_boards_without_a_network_arrive_in_order_once_it_is_back(server, open_phone):
    page = open_phone()
    enter(page, 1, "3NT", 9)
    page.get_by_text("saved").wait_for()
    page.context.set_offline(True)
    for board, contract, tricks in ((2, "6S", 12), (3, "1C", 6), (4, "3NT", 8)):
        enter(page, board, contract, tricks)
        waiting(page, board - 1)
        assert page.get_by_text("saved").count() == 0
    assert len(server.lines()) == 1
    page.context.set_offline(False)
    all_sent(page)
    page.get_by_text("Board 4 saved").wait_for()
    expected = [(1, "3NT", 9, True), (2, "6S", 12, True), (3, "1C", 6, True), (4, "3NT", 8, True)]
    assert server.lines() == expected


def test_a_reload_while_the_server_is_dead_keeps_the_table_and_what_was_entered(server, open_phone):
    page = open_phone()
    server.kill()
    enter(page, 1, "3NT", 9)
    waiting(page, 1)
    page.reload()
    waiting(page, 1)
    enter(page, 2, "6S", 12)
    waiting(page, 2)
    page.close()
    page = open_again(page, server)
    waiting(page, 2)
    enter(page, 3, "1C", 6)
    waiting(page, 3)
    server.start()
    all_sent(page)
    assert server.lines() == [(1, "3NT", 9, True), (2, "6S", 12, True), (3, "1C", 6, True)]


def open_again(page, server):
    again = page.context.new_page()
    again.goto(f"/t/{server.code}/")
    return again


def lose_the_answer(server, route, lost):
    """The server stores the result and dies before the phone hears of it."""
    if server.process.poll() is None:
        route.fetch()
        server.kill()
    route.abort()
    lost.append(route)


def test_a_server_killed_in_the_middle_of_an_entry_doubles_nothing(server, open_phone):
    page = open_phone(works=False)  # as over plain http, where a browser runs no worker
    acknowledged, lost = [], []
    for board in range(1, 5):
        contract, tricks = (("3NT", 9), ("6S", 12))[board % 2]
        if board == 3:
            page.route("**/lines/", lambda route: lose_the_answer(server, route, lost))
        enter(page, board, contract, tricks)
        if board == 3:
            waiting(page, 1)
            while not lost:
                page.wait_for_timeout(50)
            page.unroute("**/lines/")
            server.start()
            all_sent(page)
        else:
            page.get_by_text(f"Board {board} saved").wait_for()
        acknowledged.append((board, contract, tricks, True))
    assert server.lines() == acknowledged


def test_two_phones_that_differ_keep_both_versions_and_say_so(server, open_phone):
    first, second = open_phone(), open_phone()
    second.context.set_offline(True)
    enter(second, 1, "6S", 12)
    waiting(second, 1)
    enter(first, 1, "3NT", 9)
    first.get_by_text("saved").wait_for()
    second.context.set_offline(False)
    second.get_by_text("two different results").wait_for()
    second.reload()
    second.get_by_text("two different results").wait_for()
    assert server.lines() == [(1, "3NT", 9, True), (1, "6S", 12, False)]
    second.get_by_role("button", name="Keep what is recorded").click()
    all_sent(second)
