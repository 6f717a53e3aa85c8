"""An evening of three teams in a real browser: two matches each, from the names to the published result."""

import re

import pytest
from django.urls import reverse

from sessions import queries
from sessions.models import Session, Table
from tests.browser.fitness import is_fit_for_a_thumb, look
from tests.browser.test_club_night import (
    Evening,
    confirm,
    fetch,
    open_table,
    set_up,
    start_round,
    tap_in,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAMS = [
    "Oaks: Ines Alder & Jonas Birch, Kaja Cedar & Liam Dogwood & Mira Elder",
    "Elms: Noah Fir, Olivia Gum, Pavel Hazel, Quinn Ivy",
    "Rosa Juniper; Søren Kapok; Tove Larch; Uri Maple",
]
EVENING = Evening("Duplicate bridge, teams", TEAMS, [], "", "", (("boards_per_round", "1"),))
MADE, DOWN = (
    [("contract", "4S"), ("declarer", "S"), ("tricks", "10")],
    [
        ("contract", "4S"),
        ("declarer", "S"),
        ("tricks", "9"),
    ],
)


def test_three_teams_play_two_matches_each_and_read_them_board_by_board(
    riverside, open_browser, phone, sign_in
):
    desk = open_browser()
    session = set_up(desk, sign_in, EVENING)
    assert [team.name for team in session.contestants.order_by("number")] == [
        "Oaks",
        "Elms",
        "Team Rosa Juniper",
    ]
    phones = [open_table(phone, table.code) for table in Table.objects.filter(session=session)]

    for page, result in zip(phones, (MADE, DOWN, MADE), strict=True):
        tap_in(page, result)
        confirm(page)
    assert "Kaja Cedar" in phones[1].locator("main").inner_text() + phones[2].locator("main").inner_text()

    change_line_up(desk, session)
    start_round(phones, 2)
    phones[1].get_by_text("Mira Elder").first.wait_for()
    for page, result in zip(phones, (DOWN, MADE, MADE), strict=True):
        tap_in(page, result)
        confirm(page)

    end(desk, session)
    read_matches(phone, session)
    assert fetch(desk, f"/c/riverside/sessions/{session.pk}/sheets/guides.pdf")


def change_line_up(desk, session):
    """The fifth player of the Oaks comes in for the second round, from the desk."""
    desk.goto(reverse("sessions:changes", args=["riverside", session.pk]))
    desk.get_by_role("link", name="A team's line-up").click()
    desk.get_by_label("From round").select_option("2")
    for seat, name in (
        ("North", "Ines Alder"),
        ("South", "Jonas Birch"),
        ("East", "Mira Elder"),
        ("West", "Liam Dogwood"),
    ):
        desk.get_by_label(seat, exact=True).select_option(label=name)
    desk.get_by_role("button", name="Show what changes").click()
    assert "Mira Elder & Liam Dogwood" in desk.locator(".change-preview").inner_text()
    desk.get_by_role("button", name="Do it").click()
    desk.get_by_text("Done.").first.wait_for()


def end(desk, session):
    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/")
    desk.get_by_role("link", name="End the session").click()
    desk.get_by_role("button", name="End the session").click()
    desk.get_by_role("button", name="Publish the result").click()
    assert Session.objects.get().is_published


def read_matches(phone, session):
    """Somebody at home opens every page of the matches, on a phone, by day and by night."""
    for scheme in ("light", "dark"):
        home = phone(color_scheme=scheme)
        home.goto(f"/c/riverside/sessions/{session.pk}/team-matches/")
        assert home.locator(".match-line").count() == 3
        is_fit_for_a_thumb(home)
        home.locator(".match-line").first.click()
        home.get_by_text("Open room").first.wait_for(state="attached")
        home.get_by_text("Why?").first.click()
        is_fit_for_a_thumb(home)
        home.goto(f"/c/riverside/sessions/{session.pk}/")
        home.get_by_role("link", name="Oaks").click()
        assert "Team Rosa Juniper" in home.locator(".team-card").inner_text()
        is_fit_for_a_thumb(home)


TWO = Evening(
    "Duplicate bridge, teams",
    ["Oaks: Ines Alder, Jonas Birch, Kaja Cedar, Liam Dogwood, Mira Elder", *TEAMS[1:2]],
    [],
    "",
    "",
    (("rounds", "2"), ("boards_per_round", "4")),
)
GIVEN = [("contract", "3NT"), ("declarer", "N"), ("tricks", "9")]


def test_two_teams_play_both_halves_with_a_break_and_another_line_up_between(
    riverside, open_browser, phone, sign_in
):
    desk = open_browser()
    session = set_up(desk, sign_in, TWO)
    phones = [open_table(phone, table.code) for table in Table.objects.filter(session=session)]
    for results in ((MADE, DOWN), (GIVEN, GIVEN)):
        for page, result in zip(phones, results, strict=True):
            tap_in(page, result)
            confirm(page)
    boards = [session.seatings.get(round=1, table__number=table).boards for table in (1, 2)]
    assert boards == [[1, 2], [1, 2]]

    take_a_break(desk, phone, session)
    change_line_up(desk, session)
    start_round(phones, 2)
    phones[1].get_by_text("Mira Elder").first.wait_for()
    for results in ((GIVEN, GIVEN), (DOWN, MADE)):
        for page, result in zip(phones, results, strict=True):
            tap_in(page, result)
            confirm(page)

    end(desk, session)
    read_two_halves(phone, session)


def take_a_break(desk, phone, session):
    """The break that was proposed runs on the console and on a phone, is shortened, and ends."""
    desk.goto(reverse("sessions:direct", args=["riverside", session.pk]))
    desk.get_by_role("button", name="Start the clock").click()
    desk.get_by_role("button", name="Break, 10 minutes").click()
    desk.get_by_text("left, then round 2").wait_for()
    desk.get_by_role("button", name="− 1 minute").click()
    desk.locator(".clock-left", has_text=re.compile("^8:")).wait_for()
    look(desk, "break-desk")
    guest = phone()
    guest.goto(reverse("sessions:tableside", args=[session.tables.first().code]))
    guest.locator(".clock.is-break", has_text="left, then round 2").wait_for()
    is_fit_for_a_thumb(guest)
    look(guest, "break-phone")
    assert "sits out" not in guest.locator("main").inner_text()
    desk.get_by_role("button", name="Next round").click()
    desk.locator(".clock.ready", has_text="Round 2").wait_for()


def read_two_halves(phone, session):
    """A match for each half: +420 and +50 are 10 IMPs for one, +620 and +100 then 12 for the other."""
    home = phone()
    home.goto(reverse("sessions:team_matches", args=["riverside", session.pk]))
    assert home.locator(".match-line").count() == 2
    is_fit_for_a_thumb(home)
    home.locator(".match-line").first.click()
    home.get_by_text("Open room").first.wait_for(state="attached")
    look(home, "two-halves")
    assert "10 – 0" in home.locator("main").inner_text()
    board = queries.leaderboard(queries.session_with_club(session.pk))
    (places,) = board.groups.values()
    assert {place.side.name: place.standing.figures["margin"] for place in places} == {
        "Oaks": 10 - 12,
        "Elms": 12 - 10,
    }


LATE = "Lates: Vera Nutmeg & Wim Oleander, Xena Poplar & Yann Quince"


def test_a_late_team_takes_the_bye_and_its_new_table_has_a_phone(riverside, open_browser, phone, sign_in):
    desk = open_browser()
    session = set_up(desk, sign_in, EVENING, "team-round-robin")
    first = session.seatings.filter(round=1).exclude(boards=[])
    phones = [open_table(phone, seating.table.code) for seating in first.select_related("table")]
    for page, result in zip(phones, (MADE, DOWN), strict=True):
        tap_in(page, result)
        confirm(page)

    desk.goto(reverse("sessions:changes", args=["riverside", session.pk]))
    desk.get_by_role("link", name="Somebody comes late").click()
    desk.get_by_label("The team and its players").fill(LATE)
    desk.get_by_role("button", name="Show what changes").click()
    assert desk.locator(".change-preview").inner_text().count("Lates and ") == 2
    for width in (1280, 390):
        desk.set_viewport_size({"width": width, "height": 844})
        look(desk, "late-team")
    desk.get_by_role("button", name="Do it").click()
    desk.get_by_text("Done.").first.wait_for()

    session.refresh_from_db()
    new = Table.objects.get(session=session, number=4)
    page = open_table(phone, new.code)
    assert "Vera Nutmeg" in page.locator("main").inner_text()
