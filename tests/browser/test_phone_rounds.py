"""A whole session on two phones that drop off and on: rounds end, results are corrected and agreed without
a network, the server is killed; in the end the stored lines are the acknowledged taps, one by one."""

import pytest

from tests.browser.at_the_table import all_sent, confirm, open_again, tap_in, waiting

pytestmark = pytest.mark.browser

SETUP = """
import datetime, json
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth import get_user_model
from clubs.services import create_club, ensure_players
from scoring.movements import MOVEMENTS
from sessions import phones, services
owner = get_user_model().objects.create_user("ada", "ada@example.org", "felt-green-77")
club = create_club(name="Riverside", owner=owner)
session = services.create_session(club=club, ruleset="duplicate", date=datetime.date(2026, 3, 5), by=owner)
players = ensure_players(club=club, names=list("ABCDEFGH"))
movement = MOVEMENTS["howell"].build(4, rounds=3, boards_per_round=2)
services.seat_players(session=session, entrants=list(zip(players[::2], players[1::2])), movement=movement)
services.start_session(session=session)
phones.set_habits(session=session, phones="table", checking="opponents")
print(json.dumps([table.code for table in session.tables.order_by("number")]))
"""
LINES = """
import json
from sessions.models import ScoreLine
lines = ScoreLine.objects.select_related("seating__table").order_by("pk")
print(json.dumps([[x.seating.table.number, x.seating.round, x.board, x.entry["contract"], x.entry["declarer"],
                   x.entry["tricks"], x.is_current, x.agreed_by] for x in lines]))
"""
ROUNDS = """
import json
from sessions.models import Seating
seats = Seating.objects.filter(table__number=1).order_by("round")
print(json.dumps([[x.round, x.boards, x.ended_at is not None] for x in seats]))
"""
DEALS = [("3NT", "N", 9), ("4S", "S", 10), ("2H", "E", 8), ("1C", "W", 6), ("6NT", "N", 12), ("5D", "S", 11)]


class Scorer:
    """South with the phone of a table: keeps a list of all that was acknowledged."""

    def __init__(self, page, table):
        self.page, self.table = page, table
        self.acknowledged = []

    def enter(self, round, board, deal, *, is_agreed=True):
        contract, declarer, tricks = deal
        tap_in(self.page, f"Board {board}", contract=contract, declarer=declarer, tricks=tricks)
        confirm(self.page, "Confirm: East-West agree" if is_agreed else "They agree later")
        self.acknowledged.append([self.table, round, board, *deal, True, "EW" if is_agreed else ""])

    def end(self, round):
        self.page.get_by_role("button", name=f"Start round {round + 1}").click()


def stored_at(server, table):
    return [line for line in server.run(LINES) if line[0] == table]


def test_a_whole_session_with_phones_that_drop_off_and_a_server_that_is_killed(server, open_phone):
    rounds = server.run(ROUNDS)
    boards = [(number, board) for number, boards, _is_ended in rounds for board in boards]
    first, second = Scorer(open_phone(1), 1), Scorer(open_phone(2, works=False), 2)
    first.enter(*boards[0], DEALS[0])
    first.page.get_by_text("saved").wait_for()
    play_offline_over_the_end_of_a_round(first, boards)
    assert stored_at(server, 1) == first.acknowledged[:1]
    enter_while_the_server_dies(second, boards, server)
    correct_what_waits(first, boards[2])
    first.page.context.set_offline(False)
    all_sent(first.page)
    assert stored_at(server, 1) == first.acknowledged
    assert [is_ended for _number, _boards, is_ended in server.run(ROUNDS)] == [True, False, False]
    finish_after_a_restart(first, boards)
    second.end(1)
    for at in range(2, 6):
        second.enter(*boards[at], DEALS[at])
        all_sent(second.page)
        if at == 3:
            second.end(2)
    assert stored_at(server, 1) == first.acknowledged
    assert stored_at(server, 2) == second.acknowledged
    assert len(server.run(LINES)) == len(first.acknowledged) + len(second.acknowledged)


def play_offline_over_the_end_of_a_round(scorer, boards):
    """Three boards, with a reload in between; nothing is told as saved."""
    page = scorer.page
    page.context.set_offline(True)
    scorer.enter(*boards[1], DEALS[1], is_agreed=False)
    waiting(page, 1)
    scorer.end(1)
    waiting(page, 2)
    scorer.enter(*boards[2], DEALS[2])
    waiting(page, 3)
    page.reload()
    waiting(page, 3)
    scorer.enter(*boards[3], DEALS[3])
    waiting(page, 4)
    assert page.get_by_text("saved").count() == 0


def enter_while_the_server_dies(scorer, boards, server):
    scorer.enter(*boards[0], DEALS[4])
    scorer.page.get_by_text("saved").wait_for()
    server.kill()
    scorer.enter(*boards[1], DEALS[5])
    waiting(scorer.page, 1)
    server.start()
    all_sent(scorer.page)


def correct_what_waits(scorer, board):
    """Correct the third result before it was ever sent: both versions will arrive, the second one counts."""
    page, (contract, declarer, _tricks) = scorer.page, DEALS[2]
    page.get_by_role("button", name=f"Correct Board {board[1]}").click()
    page.locator('[data-main] label.key:has(input[name="tricks"][value="7"])').click()
    confirm(page, "Confirm: East-West agree")
    waiting(page, 4)
    scorer.acknowledged[2][6] = False
    scorer.acknowledged.insert(3, [1, *board, contract, declarer, 7, True, "EW"])


def finish_after_a_restart(scorer, boards):
    """The browser is closed and opened again: exactly where the table is."""
    scorer.page = open_again(scorer.page)
    scorer.end(2)
    for at, deal in ((4, DEALS[4]), (5, DEALS[5])):
        scorer.enter(*boards[at], deal)
        all_sent(scorer.page)
    scorer.page.get_by_role("button", name="Finish").click()
    scorer.page.get_by_text("Thank you for playing").wait_for()


def test_a_dead_battery_costs_nothing_and_its_results_come_when_the_phone_does(server, open_phone):
    (number, boards, _is_ended) = server.run(ROUNDS)[0]
    old = Scorer(open_phone(1), 1)
    old.enter(number, boards[0], DEALS[0])
    old.page.get_by_text("saved").wait_for()
    old.page.context.set_offline(True)
    old.enter(number, boards[1], DEALS[1])
    waiting(old.page, 1)

    new = Scorer(open_phone(1), 1)
    new.page.get_by_role("heading", name=f"Board {boards[1]}").first.wait_for()
    new.enter(number, boards[1], DEALS[1])
    new.page.get_by_role("button", name="Start round 2").wait_for()

    old.page.context.set_offline(False)
    all_sent(old.page)
    old.page.get_by_role("button", name="Start round 2").wait_for()
    assert stored_at(server, 1) == [*old.acknowledged[:1], *new.acknowledged]
