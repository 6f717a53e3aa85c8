"""An evening of three teams in a real browser: two matches each, from the names to the published result."""

import pytest
from django.urls import reverse

from sessions.models import Session, Table
from tests.browser.fitness import is_fit_for_a_thumb
from tests.browser.test_club_night import (
    Evening,
    confirm,
    fetch,
    open_table,
    set_up,
    start_round,
    tap_in,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("browser"),
]

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
