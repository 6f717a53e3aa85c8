"""People come late, in a real Chromium: what the director does, and what the phones then say."""

import re

import pytest

from clubs.services import ensure_players
from scoring.movements import MOVEMENTS
from sessions import queries, services
from sessions.models import Session, Table
from sessions.services import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ELEVEN = ["Ines", "Jonas", "Kaja", "Liam", "Mira", "Noah", "Olivia", "Pavel", "Quinn", "Rosa", "Søren"]
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}


def set_up_eleven(desk, sign_in):
    """Ada seats eleven for two rounds, as listed, and opens the tables."""
    sign_in(desk, "ada")
    desk.goto("/c/riverside/sessions/new/")
    desk.get_by_role("radio", name=re.compile("^BRiST")).check()
    desk.get_by_role("button", name="Next: who is here").click()
    desk.locator("#id_names").fill("\n".join(ELEVEN))
    desk.locator("[name=rounds]").fill("2")
    desk.get_by_role("button", name="Seat them").click()
    desk.get_by_role("button", name="Open the tables").click()
    return Session.objects.get()


def play_round(session, entry_of, *, number):
    """Record every board of a round and end it at each table, as its phone would."""
    for seat in queries.load_night(session).rounds:
        if seat.round != number or seat.is_sit_out:
            continue
        seating = queries.find_seating(session, seat.pk)
        for board in seat.boards:
            services.record_line(seating=seating, board=board, entry=entry_of(seat, board), by=Actor())
        services.end_round(seating=seating, by=Actor())


def brist(seat, board):
    return {"contract": "3NT", "declarer": seat.deal(board).declarer, "tricks": 10}


def change(desk, session, action, **fields):
    """Look at a change and do it; what it says before it is done."""
    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/")
    desk.get_by_role("link", name="Changes").click()
    desk.get_by_role("link", name=re.compile(f"^{action}")).click()
    for name, value in fields.items():
        desk.locator(f"[name={name}]").fill(value)
    desk.get_by_role("button", name="Show what changes").click()
    said = desk.locator(".change-sentences").inner_text()
    desk.get_by_role("button", name="Do it").click()
    desk.get_by_text("The standing is computed anew").wait_for()
    return said


def phone_at(phone, session, number):
    """The phone on a table."""
    page = phone()
    page.goto(f"/t/{Table.objects.get(session=session, number=number).code}/")
    return page


def test_a_twelfth_player_after_the_first_round_and_the_phone_says_where(
    riverside, open_browser, phone, sign_in
):
    desk = open_browser()
    session = set_up_eleven(desk, sign_in)
    play_round(session, brist, number=1)
    at_three = phone_at(phone, session, 3)
    assert "Zoe" not in at_three.locator("main").inner_text()

    said = change(desk, session, "Somebody comes late", names="Zoe Late")
    assert said == "Round 2: Zoe Late joins table 3, which is then a table of 4."

    at_three.reload()
    assert "Zoe Late" in at_three.locator("main").inner_text()
    night = queries.load_night(session)
    assert [len(seat.seats) for seat in night.rounds if seat.round == 2] == [4, 4, 4]
    for seat in (seat for seat in night.rounds if seat.round == 2):
        page = at_three if seat.table == 3 else phone_at(phone, session, seat.table)
        page.get_by_role("button", name="Start round 2").or_(
            page.get_by_role("link", name="Enter the result")
        ).first.wait_for()
        told = page.locator("main").inner_text()
        assert all(person.called in told for person in seat.seats.values())

    desk.get_by_role("button", name="Undo: Somebody comes late").click()
    desk.get_by_text("Undone.").wait_for()
    at_three.reload()
    assert "Zoe" not in at_three.locator("main").inner_text()


@pytest.fixture
def seven_and_a_half_tables(riverside, ada):
    """Fifteen pairs at a Mitchell of eight tables; pair 16 is missing."""
    session = services.create_session(
        club=riverside, ruleset="duplicate", date="2026-03-05", title="Pairs", by=ada
    )
    names = [f"Pair{number} {half}" for number in range(1, 16) for half in ("First", "Second")]
    players = ensure_players(club=riverside, names=names)
    movement = MOVEMENTS["skip-mitchell"].build(15, rounds=3, boards_per_round=1)
    services.seat_players(
        session=session, entrants=[players[at : at + 2] for at in range(0, 30, 2)], movement=movement
    )
    return services.start_session(session=session)


def test_a_late_pair_takes_the_missing_seats_and_the_next_one_goes_round_as_a_rover(
    seven_and_a_half_tables, open_browser, phone, sign_in
):
    session, desk = seven_and_a_half_tables, open_browser()
    play_round(session, lambda seat, board: BRIDGE, number=1)
    sign_in(desk, "ada")
    change(desk, session, "Somebody comes late", names="Zoe Late & Yves Late")
    said = change(desk, session, "Somebody comes late", names="Uma Rover & Vito Rover")
    assert said.count("sit out") == 2
    (table,) = re.findall(r"Round 2: .* play at table (\d+)", said)
    told = phone_at(phone, session, int(table)).locator("main").inner_text()
    assert [name for name in ("Uma", "Vito") if name not in told] == []
