"""Evenings whose rounds are drawn while playing, in a real Chromium: a Swiss of pairs and a knock-out."""

import re

import pytest

from sessions import queries, services
from sessions.models import Session, Table
from sessions.services import Actor
from tests.browser.chromium import PHONE
from tests.browser.fitness import look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = ["Ada & Al", "Bea & Bo", "Cy & Coz", "Dee & Dan", "Eve & Ed"]
WON = {"bid": "7NT", "bidder": "S", "books": 13}


def set_up(desk, sign_in, *, game, movement, names):
    """Ada seats these pairs by a movement of the list and opens the tables."""
    sign_in(desk, "ada")
    desk.goto("/c/riverside/sessions/new/")
    desk.get_by_role("radio", name=re.compile(f"^{game}")).check()
    desk.get_by_role("button", name="Next: who is here").click()
    desk.locator("#id_names").fill("\n".join(names))
    desk.locator(f"#movement-{movement}").wait_for(state="attached")
    desk.locator("details.more-movements").evaluate_all("all => all.forEach(each => each.open = true)")
    desk.locator(f"#movement-{movement}").check()
    desk.get_by_role("button", name="Seat them").click()
    desk.get_by_role("button", name="Open the tables").click()
    return Session.objects.get()


def play_round(session, number, entries):
    """Every board of a round at each table, with what the table entered."""
    for seat in queries.load_night(session).rounds:
        if seat.round == number and not seat.is_sit_out:
            seating = queries.find_seating(session, seat.pk)
            for board in seat.boards or (1,):
                services.record_line(seating=seating, board=board, entry=entries(seat, board), by=Actor())


def bridge(seat, board):
    return {"contract": "3NT", "declarer": "N", "tricks": 8 + seat.table, "risk": ""}


def whist(seat, _board):
    """The pair that was listed first wins; at table 2 the match is a draw by time."""
    return WON | {"bidder": "S" if seat.sides["S"].number < seat.sides["E"].number else "E"}


def to_the_draw(desk, session):
    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/")
    desk.get_by_role("link", name="Next round", exact=True).click()


def seat(desk):
    desk.get_by_role("button", name="Seat them so").click()
    desk.get_by_text("the phones and the projector show it").wait_for()


def at_home(open_browser, session, device=PHONE):
    """Somebody who looks on with a phone."""
    services.set_public(session=session, is_public=True)
    page = open_browser(device)
    page.goto(f"/c/riverside/sessions/{session.pk}/schedule/")
    return page


def test_a_swiss_evening_of_five_pairs(riverside, open_browser, phone, sign_in):
    desk = open_browser()
    session = set_up(desk, sign_in, game="Duplicate bridge Pairs", movement="swiss", names=PAIRS)
    table = phone()
    table.goto(f"/t/{Table.objects.get(session=session, number=1).code}/")
    play_round(session, 1, bridge)
    table.reload()
    assert "The next round is being drawn" in table.locator("main").inner_text()
    look(table, "phone-waiting")

    to_the_draw(desk, session)
    assert "Round 2 is drawn; matches: 2." in desk.locator(".change-sentences").inner_text()
    before = desk.locator(".draw-table tbody tr").all_inner_texts()
    desk.get_by_role("button", name="Exchange them").click()
    after = desk.locator(".draw-table tbody tr").all_inner_texts()
    assert before != after
    look(desk, "draw")
    desk.set_viewport_size({"width": 390, "height": 844})
    look(desk, "draw")
    desk.set_viewport_size({"width": 1280, "height": 800})
    seat(desk)

    table.get_by_text("Where you go next").wait_for()
    look(table, "phone-next")
    assert len(queries.load_night(session).round_numbers) == 2

    spectator = at_home(open_browser, session)
    assert spectator.locator("h2").all_inner_texts() == ["Round 2", "Round 1"]
    look(spectator, "schedule-swiss")
    desk.get_by_role("link", name="Projector").click()
    desk.wait_for_url("**/projector/")


def test_a_knock_out_from_the_byes_to_the_final(riverside, open_browser, sign_in):
    desk = open_browser()
    session = set_up(desk, sign_in, game="Bid Whist", movement="knock-out", names=PAIRS)
    play_round(session, 1, whist)
    to_the_draw(desk, session)
    seat(desk)
    spectator = at_home(open_browser, session)
    assert spectator.locator("h2").all_inner_texts() == ["The whole knock-out"]
    assert "the winner of match 3" in spectator.locator("#schedule").inner_text()
    look(spectator, "schedule-knock-out")

    play_round(session, 2, whist)
    to_the_draw(desk, session)
    seat(desk)
    final = session.seatings.get(round=3)
    services.record_line(seating=final, board=1, entry={"bid": "4U", "bidder": "S", "books": 11}, by=Actor())
    to_the_draw(desk, session)
    desk.get_by_role("radio").first.check()
    look(desk, "final")
    desk.get_by_role("button", name="Show what follows").click()
    assert "goes on, as the director decides" in desk.locator(".change-sentences").inner_text()
    desk.get_by_role("button", name="That is the result").click()
    spectator.reload()
    final_text = spectator.locator("#bracket-round-3 + ol").inner_text()
    assert "decided by the director" in final_text
    look(spectator, "schedule-final")


def test_progressive_tables_go_on_by_themselves_once_all_are_done(riverside, open_browser, phone, sign_in):
    desk = open_browser()
    session = set_up(desk, sign_in, game="Bid Whist", movement="progressive", names=PAIRS[:4])
    table = phone()
    table.goto(f"/t/{Table.objects.get(session=session, number=1).code}/")
    report(session, table=1)
    table.reload()
    assert "as soon as the other tables are done" in table.locator("main").inner_text()
    report(session, table=2)
    table.get_by_text("Where you go next").wait_for()
    assert "Who comes to table 1" in table.locator("main").inner_text()
    look(table, "phone-went-on")

    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/changes/")
    assert "Drawn by itself, as the results are in." in desk.locator(".change-history").inner_text()
    look(desk, "changes")
    desk.get_by_role("button", name="Undo: A round was drawn").click()
    table.reload()
    assert "The next round is being drawn" in table.locator("main").inner_text()
    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/draw/")
    look(desk, "draw-itself")
    seat(desk)
    table.get_by_text("Where you go next").wait_for()


def report(session, *, table):
    seating = session.seatings.get(round=1, table__number=table)
    services.record_line(seating=seating, board=1, entry=WON, by=Actor())
