"""Two phones enter each result without seeing the other's: compared automatically."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from sessions import phones, queries, services
from sessions.models import ScoreLine
from sessions.queries import Kind
from sessions.services import Actor

GAME = {"contract": "3NT", "tricks": "9"}
SLAM = {"contract": "6S", "tricks": "12"}


@pytest.fixture
def brist(make_session):
    session = make_session("brist", 4)
    return phones.set_habits(session=session, phones="table", checking="second")


@pytest.fixture
def other():
    return Client()


def at(session, name="tableside", *args):
    return reverse(f"sessions:{name}", args=[session.tables.get().code, *args])


def enter(client, session, board, entry):
    """Open the table, fill in the pad, confirm; the answer of the last step, followed."""
    client.get(at(session))
    return client.post(at(session, "table_record", 1, board), entry, follow=True)


def kinds(session):
    return [concern.kind for concern in queries.concerns(queries.load_night(session))]


def test_the_second_phone_is_asked_for_the_board_and_does_not_see_the_first_ones_result(client, other, brist):
    enter(client, brist, 1, GAME)
    assert "/boards/2/" in client.get(at(brist)).content.decode()
    page = other.get(at(brist)).content.decode()
    assert "Another phone has entered this board" in page
    assert "/rounds/1/boards/1/" in page
    assert "3NT =" not in page
    assert 'value="3NT" checked' not in other.get(at(brist, "table_enter", 1, 1)).content.decode()


def test_two_equal_entries_confirm_the_result_and_both_phones_are_on_record(client, other, brist):
    enter(client, brist, 1, GAME)
    page = enter(other, brist, 1, GAME).content.decode()
    assert "both phones say" in page
    line = ScoreLine.objects.get()
    assert (line.agreed_by, line.agreed_device) == (ScoreLine.SECOND, other.session["device"])
    assert "/boards/2/" in other.get(at(brist)).content.decode()


def test_the_same_phone_twice_is_no_second_entry(client, brist):
    enter(client, brist, 1, GAME)
    client.post(at(brist, "table_record", 1, 1), GAME)
    assert ScoreLine.objects.get().agreed_at is None


def test_two_different_entries_are_both_kept_and_the_director_is_told(client, other, brist):
    enter(client, brist, 1, GAME)
    assert enter(other, brist, 1, SLAM).status_code == 409
    stored = [(line.entry["contract"], line.is_current, line.is_rival) for line in ScoreLine.objects.all()]
    assert stored == [("3NT", True, False), ("6S", False, True)]
    assert Kind.CONFLICT in kinds(brist)
    assert "/boards/2/" in other.get(at(brist)).content.decode()


def test_a_result_taken_instead_is_compared_with_the_other_phone_again(client, other, brist):
    enter(client, brist, 1, GAME)
    enter(other, brist, 1, SLAM)
    current = ScoreLine.objects.get(is_current=True)
    enter(other, brist, 1, SLAM | {"expected": str(current.pk)})
    assert "Another phone has entered this board" in client.get(at(brist)).content.decode()
    enter(client, brist, 1, SLAM)
    assert ScoreLine.objects.get(is_current=True).agreed_by == ScoreLine.SECOND
    assert Kind.CONFLICT not in kinds(brist)


def test_a_missing_second_entry_wants_a_look_once_play_has_gone_on(client, brist):
    enter(client, brist, 1, GAME)
    assert Kind.UNCONFIRMED not in kinds(brist)
    enter(client, brist, 2, SLAM)
    assert kinds(brist) == [Kind.UNCONFIRMED]


def test_a_second_entry_that_comes_after_the_round_still_compares(client, other, brist):
    enter(client, brist, 1, GAME)
    services.end_round(seating=brist.seatings.get(), by=Actor(origin="director"))
    body = {"round": 1, "board": 1, "key": "late", "expected": "", "entry": GAME}
    answer = other.post(at(brist, "table_lines"), json.dumps(body), content_type="application/json")
    assert answer.json()["state"] == "same"
    assert ScoreLine.objects.get().agreed_by == ScoreLine.SECOND


def test_the_boards_ahead_of_the_second_phone_begin_with_the_one_it_owes(client, other, brist):
    enter(client, brist, 1, GAME)
    numbers = [board["number"] for board in other.get(at(brist, "table_pack")).json()["rounds"][0]["boards"]]
    assert numbers[:2] == [1, 2]
