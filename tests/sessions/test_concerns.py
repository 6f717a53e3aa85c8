"""What wants the director's eye, the most urgent first, until the director has looked."""

import datetime

import pytest
from django.utils import timezone

from sessions import inbox, phones, queries, services
from sessions.models import Clock, ScoreLine, Session
from sessions.queries import Kind
from sessions.services import Actor

PHONE = Actor(device="p")
GAME = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
DOWN = {"contract": "7NT", "declarer": "S", "tricks": 6, "risk": ""}


@pytest.fixture
def bridge(make_session):
    """Two tables, three rounds of two boards."""
    return make_session("duplicate", 4, boards_per_round=2)


def found(session):
    night = queries.load_night(Session.objects.select_related("clock").get(pk=session.pk))
    return [(each.kind, each.seat.table, each.seat.round, each.board) for each in queries.concerns(night)]


def record(seating, entry=GAME, board=None):
    board = board or seating.boards[0]
    return services.record_line(seating=seating, board=board, entry=entry, by=PHONE).line


def test_a_table_behind_the_clock_is_late_and_one_that_is_done_is_not(bridge, seating_of):
    services.start_clock(session=bridge)
    for board in seating_of(bridge, table=1).boards:
        record(seating_of(bridge, table=1), {**GAME, "declarer": "NS"[board % 2]}, board)
    assert found(bridge) == []
    Clock.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=1))
    assert found(bridge) == [(Kind.LATE, 2, 1, None)]
    services.next_clock_round(session=bridge)
    assert found(bridge) == [(Kind.LATE, 2, 1, None)]


def test_a_doubtful_result_is_asked_about_until_the_director_lets_it_stand(bridge, seating_of):
    line = record(seating_of(bridge), DOWN)
    assert found(bridge) == [(Kind.DOUBTFUL, 1, 1, line.board)]
    inbox.settle(line=line)
    assert found(bridge) == []
    night = queries.load_night(bridge)
    assert night.at(table=1, round=1).state == "playing"


def test_a_result_that_the_opponents_have_not_agreed_to_wants_a_look_once_play_goes_on(bridge, seating_of):
    phones.set_habits(session=bridge, phones="table", checking="opponents")
    seating = seating_of(bridge)
    record(seating)
    assert found(bridge) == []
    record(seating, {**GAME, "declarer": "E"}, seating.boards[1])
    assert found(bridge)[0] == (Kind.UNCONFIRMED, 1, 1, None)
    for line in ScoreLine.objects.all():
        inbox.agree(line=line, by="EW", device="p")
    assert found(bridge) == []


def test_the_most_urgent_comes_first(bridge, seating_of):
    first, second = seating_of(bridge, table=1), seating_of(bridge, table=2)
    record(first, DOWN, first.boards[1])
    line = record(second)
    inbox.dispute(line=line, device="q")
    kinds = [kind for kind, *_where in found(bridge)]
    assert kinds == [Kind.CONFLICT, Kind.MISSING, Kind.DOUBTFUL]
