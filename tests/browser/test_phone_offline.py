"""Phones that drop off the network, are reloaded, whose server is killed: no result lost, none doubled."""

import pytest

from tests.browser.at_the_table import all_sent, enter, open_again, waiting

pytestmark = pytest.mark.browser

SETUP = """
import datetime, json
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from clubs.services import create_club, ensure_players
from sessions import services
from sessions.proposals import propose
owner = get_user_model().objects.create_user("ada", "ada@example.org", "felt-green-77")
club = create_club(name="Riverside", owner=owner)
session = services.create_session(club=club, ruleset="brist", date=datetime.date(2026, 3, 5), by=owner)
players = ensure_players(club=club, names=["Ines", "Jonas", "Kaja", "Liam"])
movement = propose(session.ruleset, 4)[0]
services.seat_players(session=session, entrants=[[each] for each in players], movement=movement)
session = services.start_session(session=session)
print(json.dumps([session.tables.get().code]))
"""
READ = """
import json
from sessions.models import ScoreLine
lines = ScoreLine.objects.order_by("pk")
print(json.dumps([[x.board, x.entry["contract"], x.entry["tricks"], x.is_current] for x in lines]))
"""


def lines_of(server):
    """Every version of every line, in the order in which they were stored."""
    return [tuple(line) for line in server.run(READ)]


def test_three_boards_without_a_network_arrive_in_order_once_it_is_back(server, open_phone):
    page = open_phone()
    enter(page, 1, "3NT", 9)
    page.get_by_text("saved").wait_for()
    page.context.set_offline(True)
    for board, contract, tricks in ((2, "6S", 12), (3, "1C", 6), (4, "3NT", 8)):
        enter(page, board, contract, tricks)
        waiting(page, board - 1)
        assert page.get_by_text("saved").count() == 0
    assert len(lines_of(server)) == 1
    page.context.set_offline(False)
    all_sent(page)
    page.get_by_text("Board 4 saved").wait_for()
    expected = [(1, "3NT", 9, True), (2, "6S", 12, True), (3, "1C", 6, True), (4, "3NT", 8, True)]
    assert lines_of(server) == expected


def test_a_reload_while_the_server_is_dead_keeps_the_table_and_what_was_entered(server, open_phone):
    page = open_phone()
    server.kill()
    enter(page, 1, "3NT", 9)
    waiting(page, 1)
    page.reload()
    waiting(page, 1)
    enter(page, 2, "6S", 12)
    waiting(page, 2)
    page = open_again(page)
    waiting(page, 2)
    enter(page, 3, "1C", 6)
    waiting(page, 3)
    server.start()
    all_sent(page)
    assert lines_of(server) == [(1, "3NT", 9, True), (2, "6S", 12, True), (3, "1C", 6, True)]


def lose_the_answer(server, route, lost):
    """The server stores the result and dies before the phone hears of it."""
    if server.is_alive:
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
    assert lines_of(server) == acknowledged


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
    assert lines_of(server) == [(1, "3NT", 9, True), (1, "6S", 12, False)]
    second.get_by_role("button", name="Keep what is recorded").click()
    all_sent(second)
