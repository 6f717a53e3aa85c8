"""Every page of the tables and of the director's console, in all its states, is fit for everybody:

on a phone and on a desk, and on a phone that its owner has made dark, large, high in contrast, left-handed.
"""

import datetime
import json

import pytest
from django.utils import timezone

from sessions import guessing, inbox, phones, queries, services
from sessions.models import Clock, Device
from sessions.services import Actor
from tests.browser.chromium import DESK, PHONE
from tests.browser.fitness import is_fit_for_a_thumb
from tests.sessions.conftest import director, make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCORER = Actor(device="0123456789")
GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
DOWN = {"contract": "7NT", "risk": "", "declarer": "S", "tricks": 6}
LIKED = {"size": "huge", "contrast": "high", "hand": "left", "tricks": "par"}
SEEN = {
    "phone": ({**PHONE, "color_scheme": "light"}, {}),
    "phone as its owner likes it": ({**PHONE, "color_scheme": "dark"}, LIKED),
    "desk": ({**DESK, "color_scheme": "light"}, {}),
}


@pytest.fixture(params=SEEN)
def page(request, open_browser):
    device, look = SEEN[request.param]
    opened = open_browser(device)
    opened.add_init_script(f"localStorage.setItem('look', {json.dumps(json.dumps(look))})")
    return opened


@pytest.fixture
def evening(make_session, seating_of):  # noqa: F811
    """Something of everything: a conflict, a doubt, a table behind, a call, a guesser, a message, rulings."""
    session = make_session("duplicate", 6, boards_per_round=2)
    phones.set_habits(session=session, phones="own", checking="second")
    services.set_travellers(session=session, travellers="entered")
    first, second = seating_of(session, table=1), seating_of(session, table=2)
    for seat, entry in ((first, GAME), (second, DOWN)):
        services.record_line(seating=seat, board=seat.boards[0], entry=entry, by=SCORER)
    inbox.keep_rival(seating=first, board=first.boards[0], entry=DOWN, by=Actor(device="9876"), key="k")
    phones.call_director(table=session.tables.get(number=3), why="turned")
    services.start_clock(session=session)
    Clock.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=1))
    services.post_message(session=session, text="Coffee")
    services.award_board(seating=second, board=second.boards[1], first="60", second="40", reason="slow")
    fined = services.fine(contestant=session.contestants.first(), amount="1", reason="late")
    services.withdraw_adjustment(adjustment=fined)
    services.fine(contestant=session.contestants.last(), amount="1", reason="late")
    for _miss in range(guessing.MISSES_MAX):
        guessing.count_miss("192.0.2.1")
    return session


def test_the_directors_console_is_fit_for_everybody(page, sign_in, evening, seating_of):  # noqa: F811
    page.goto(f"/t/{evening.tables.get(number=1).code}/")
    sign_in(page, "ada")
    root = f"/c/riverside/sessions/{evening.pk}/"
    seat = seating_of(evening, table=1)
    line = f"direct/{seat.pk}/{seat.boards[0]}/"
    ruled = seating_of(evening, table=2)
    pages = ("direct/", "direct/devices/", "codes/", "direct/penalties/", "direct/end/", "projector/")
    pages += (
        f"direct/{seat.pk}/",
        line,
        f"direct/{ruled.pk}/{ruled.boards[1]}/",
        f"direct/boards/{seat.boards[0]}/",
    )
    for address in pages:
        page.goto(root + address)
        for each in page.locator("main summary").all():
            each.click()
        is_fit_for_a_thumb(page)


def test_the_end_of_an_evening_is_fit_for_everybody(page, sign_in, evening):
    services.close_session(session=evening)
    sign_in(page, "ada")
    root = f"/c/riverside/sessions/{evening.pk}/direct/"
    page.goto(root)
    is_fit_for_a_thumb(page)
    page.get_by_role("button", name="Publish the result").click()
    page.get_by_text("Provisional: you may correct it until").wait_for()
    is_fit_for_a_thumb(page)
    page.get_by_role("button", name="Declare it final now").click()
    page.get_by_text("The result is final.").wait_for()
    is_fit_for_a_thumb(page)


def test_every_page_of_a_table_is_fit_for_everybody(page, evening, seating_of, director):  # noqa: F811
    first, second = evening.tables.get(number=1), evening.tables.get(number=2)
    seat = seating_of(evening, table=2)
    for address in ("/t/", f"/h/{evening.code}/", "/t/?code=ZZZZZZ", f"/t/{second.code}/"):
        page.goto(address)
        is_fit_for_a_thumb(page)
    page.goto(f"/t/{second.code}/rounds/2/boards/1/")
    is_fit_for_a_thumb(page)
    phones.set_habits(session=evening, phones="own", checking="opponents")
    page.goto(f"/t/{second.code}/")
    page.get_by_text("Do you agree?").wait_for()
    is_fit_for_a_thumb(page)
    page.goto(f"/t/{second.code}/boards/{seat.boards[0]}/")
    is_fit_for_a_thumb(page)
    services.record_line(seating=seat, board=seat.boards[1], entry=GAME, by=SCORER)
    page.goto(f"/t/{second.code}/")
    page.get_by_role("button", name="Start round 2").wait_for()
    is_fit_for_a_thumb(page)
    who = seating_of(evening, table=1).chairs.first().player
    page.goto(f"/h/{evening.code}/")
    page.get_by_role("button", name=who.name).click()
    services.end_round(seating=seating_of(evening, table=1), by=director)
    page.goto(f"/t/{first.code}/")
    is_fit_for_a_thumb(page)
    Device.objects.update(is_shut_out=True)
    page.goto(f"/t/{first.code}/")
    page.get_by_text("This phone is shut out").wait_for()
    is_fit_for_a_thumb(page)
    Device.objects.update(is_shut_out=False)
    services.close_session(session=evening)
    page.goto(f"/t/{first.code}/")
    page.get_by_text("Play has ended").wait_for()
    is_fit_for_a_thumb(page)


def test_every_slide_of_the_projector_is_fit_for_everybody(page, sign_in, evening):
    sign_in(page, "ada")
    page.goto(f"/c/riverside/sessions/{evening.pk}/projector/")
    page.locator("body.turning").wait_for()
    slides = page.locator("[data-slide]").evaluate_all("all => all.map((each) => each.dataset.slide)")
    assert {each.partition("-")[0] for each in slides} == {"ranking", "clock", "seating"}
    for slide in slides:
        page.locator(f'[data-slide="{slide}"]').wait_for()
        is_fit_for_a_thumb(page)
        page.keyboard.press("ArrowRight")


def test_a_sit_out_and_the_end_of_play_are_fit_for_everybody(page, make_session, director):  # noqa: F811
    odd = make_session("duplicate", 5, rounds=3, boards_per_round=1)
    idle = next(seat for seat in queries.load_night(odd).rounds if seat.is_sit_out and seat.round == 1)
    code = odd.tables.get(number=idle.table).code
    page.goto(f"/t/{code}/")
    page.get_by_role("heading", name="Sit-out").wait_for()
    is_fit_for_a_thumb(page)
    for seating in odd.seatings.order_by("round"):
        services.end_round(seating=seating, by=director)
    page.goto(f"/t/{code}/")
    page.get_by_text("Thank you for playing").wait_for()
    is_fit_for_a_thumb(page)


def test_who_tries_too_many_codes_gets_a_page_that_is_fit_for_everybody(page, db):
    for number in range(guessing.MISSES_MAX + 1):
        page.goto(f"/t/?code=ZZZZZ{number % 10}")
    page.get_by_role("heading", name="Too many wrong codes").wait_for()
    is_fit_for_a_thumb(page)
