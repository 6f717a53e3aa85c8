"""The projector: ranking, clock and next seating; who may look on, and what a look costs."""

import pytest
from django.urls import reverse

from sessions import queries, services, slides
from sessions.models import Session

BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
ADDRESSES = ("projector", "projector_slides")


def url(name, session):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk])


@pytest.fixture
def bridge(make_session):
    return make_session("duplicate", 4, boards_per_round=2)


@pytest.fixture
def shown(bridge):
    services.set_public(session=bridge, is_public=True)
    return Session.objects.get(pk=bridge.pk)


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_session_for_members_only_is_not_there_for_others(
    bridge, client, signed_in, ben, dov, hilltop, name
):
    assert client.get(url(name, bridge)).status_code == 404
    assert signed_in(dov).get(url(name, bridge)).status_code == 404
    assert signed_in(ben).get(url(name, bridge)).status_code == 200


@pytest.mark.parametrize("name", ADDRESSES)
def test_everyone_sees_the_projector_of_a_session_that_is_shown(shown, client, name):
    response = client.get(url(name, shown))
    assert response.status_code == 200
    assert "who sits where" in response.content.decode()
    assert client.post(url(name, shown)).status_code == 405


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_session_of_another_club_is_not_there(shown, hilltop, client, name):
    assert client.get(url(name, shown).replace("riverside", "hilltop")).status_code == 404


def test_a_look_at_what_has_not_changed_costs_one_query(shown, client, django_assert_num_queries):
    etag = client.get(url("projector_slides", shown))["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(url("projector_slides", shown), headers={"If-None-Match": etag})
    assert answer.status_code == 304


def test_news_of_a_result_and_of_the_clock_reaches_the_projector(shown, client, seating_of, phone):
    address = url("projector_slides", shown)
    first = client.get(address)
    seat = seating_of(shown)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=phone)
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert "1 of 12 results" in second.content.decode()
    services.start_clock(session=shown)
    third = client.get(address, headers={"If-None-Match": second["ETag"]})
    assert 'data-slide="clock"' in third.content.decode()


def test_names_are_text_on_the_projector(make_session, client):
    names = ["<b>Bold</b> Name", *(f"Player {number}" for number in range(7))]
    session = make_session("duplicate", 4, boards_per_round=2, names=names)
    services.set_public(session=session, is_public=True)
    page = client.get(url("projector", session)).content.decode()
    assert "<b>Bold</b>" not in page
    services.post_message(session=session, text="for the phones only")
    assert "for the phones only" not in client.get(url("projector", session)).content.decode()


@pytest.mark.parametrize(
    ("rows", "lengths"), [(0, []), (9, [9]), (10, [5, 5]), (19, [6, 6, 7]), (27, [9, 9, 9])]
)
def test_a_ranking_is_turned_over_in_pages_that_fit(rows, lengths):
    assert [len(page) for page in slides.paginate(range(rows), 9)] == lengths


def test_the_first_round_is_announced_before_play_and_the_next_one_after(bridge, seating_of, phone):
    assert slides.next_round(queries.load_night(bridge)) == 1
    seat = seating_of(bridge)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=phone)
    assert slides.next_round(queries.load_night(Session.objects.get(pk=bridge.pk))) == 2


def test_the_clock_says_which_round_comes_next(bridge):
    services.set_clock(session=bridge, round=2, minutes=15, has_sound=False)
    assert slides.next_round(queries.load_night(queries.session_with_club(bridge.pk))) == 3


def test_no_seating_follows_the_last_round(bridge):
    last = queries.last_round(bridge)
    services.set_clock(session=bridge, round=last, minutes=15, has_sound=False)
    assert slides.make_slides(queries.session_with_club(bridge.pk))["seatings"] == ()


def test_both_directions_have_their_own_pages(make_session):
    session = make_session("duplicate", 10, movement="straight-mitchell")
    found = slides.make_slides(queries.session_with_club(session.pk))["rankings"]
    assert [(page.group, page.page, page.pages) for page in found] == [("NS", 1, 1), ("EW", 1, 1)]


def test_a_session_that_is_over_shows_its_ranking_alone(shown, client):
    services.close_session(session=shown)
    page = client.get(url("projector", shown)).content.decode()
    assert "who sits where" not in page
    assert "provisional" in page
