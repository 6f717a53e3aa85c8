"""Handicaps, strata, carry-over and combined events in a real browser: whole on a phone, light and dark."""

import datetime

import pytest

from scoring.standings.refine import complete_ranking
from sessions import event_book, house, queries, services
from sessions.models import ScoreLine, Session
from tests.browser.fitness import is_fit_for_a_thumb
from tests.sessions.conftest import director, make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAME = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
RANKING = {
    "handicaps": "session",
    "carry": "carried",
    "carry_share": 50,
    "strata": "master_points",
    "strata_limits": "A 300\nB",
}
PHONE = {"viewport": {"width": 390, "height": 844}}


def play(session):
    for seat in queries.load_night(session).rounds:
        for board in seat.boards:
            entry = GAME | {"tricks": 7 + seat.table}
            key = f"{seat.pk}-{board}"
            ScoreLine.objects.create(session=session, seating_id=seat.pk, board=board, entry=entry, key=key)
    services.set_public(session=session, is_public=True)
    return services.close_session(session=session)


@pytest.fixture
def cup(make_session):  # noqa: F811
    """Two evenings of the same four pairs; the second has handicaps, strata, and points from the first."""
    first, second = play(make_session("duplicate", 4)), play(make_session("duplicate", 4))
    date = first.date + datetime.timedelta(days=7)
    Session.objects.filter(pk=second.pk).update(date=date)
    second = Session.objects.select_related("club").get(pk=second.pk)
    for number, entrant in enumerate(second.entrants.select_related("player")):
        entrant.player.handicap, entrant.player.master_points = number, 100 * number
        entrant.player.save()
    options = complete_ranking(RANKING)
    house.change_method(session=second, method="matchpoints", method_options={}, ranking_options=options)
    services.set_field(session=second, handicaps={}, strata={}, carried_from=first)
    sessions = [first, Session.objects.get(pk=second.pk)]
    return event_book.save_event(
        club=first.club, title="Autumn cup", method="boards", least=None, sessions=sessions
    )


def test_what_stands_beside_a_result_is_whole_on_a_phone(cup, open_browser):
    page = open_browser(PHONE)
    first, second = cup.sessions.order_by("date")
    pair = second.contestants.first()
    for address in (
        "/c/riverside/events/",
        cup.get_absolute_url(),
        f"{cup.get_absolute_url()}rows/{pair.pk}/",
        second.get_absolute_url(),
        f"/c/riverside/sessions/{second.pk}/contestants/{pair.pk}/",
    ):
        page.goto(address)
        is_fit_for_a_thumb(page)


def test_the_directors_pages_of_it_are_whole_on_a_phone(cup, open_browser, sign_in, ada):
    page = open_browser(PHONE)
    sign_in(page, "ada")
    second = cup.sessions.latest("date")
    for address in (
        "/c/riverside/events/new/",
        f"{cup.get_absolute_url()}edit/",
        f"/c/riverside/sessions/{second.pk}/direct/field/",
        f"/c/riverside/sessions/{second.pk}/direct/scoring/",
        "/c/riverside/ladders/new/",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
        is_fit_for_a_thumb(page)
