"""Two phones that enter the same board at the same moment, on the real database of the run."""

import threading

import pytest
from django.db import connection

from sessions.models import ScoreLine, Session
from sessions.services import Actor, ConflictError, record_line

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"contract": "3NT", "declarer": "S", "tricks": 10}
SLAM = {"contract": "6S", "declarer": "S", "tricks": 12}


def at_once(*calls):
    """Run the calls in threads that start together; the outcome of each, errors included."""
    barrier, outcomes = threading.Barrier(len(calls)), [None] * len(calls)

    def run(index, call):
        barrier.wait()
        try:
            outcomes[index] = call()
        except Exception as error:  # the outcome is what the test looks at
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_one_line_is_current_and_the_other_phone_is_shown_the_difference(make_session, seating_of):
    session = make_session("brist", 4)
    seating = seating_of(session)

    def send(entry, device):
        return lambda: record_line(seating=seating, board=1, entry=entry, by=Actor(device=device), key=device)

    outcomes = at_once(send(GAME, "a"), send(SLAM, "b"))
    stored = ScoreLine.objects.get(session=session)
    conflicts = [outcome for outcome in outcomes if isinstance(outcome, ConflictError)]
    assert len(conflicts) == 1
    assert conflicts[0].current == stored
    assert stored.entry in (GAME, SLAM)
    assert conflicts[0].entry != stored.entry


def test_a_double_tap_stores_once(make_session, seating_of):
    session = make_session("brist", 4)
    seating = seating_of(session)
    revision = session.revision

    def send():
        return record_line(seating=seating, board=1, entry=GAME, by=Actor(device="a"), key="tap")

    outcomes = at_once(*[send] * 5)
    assert sorted(outcome.is_new for outcome in outcomes) == [False] * 4 + [True]
    assert ScoreLine.objects.filter(session=session).count() == 1
    assert Session.objects.get(pk=session.pk).revision == revision + 1


def test_many_tables_write_at_once_and_nothing_is_lost(make_session):
    session = make_session("brist", 16)
    seatings = list(session.seatings.all())

    def play(seating):
        def run():
            for board in (1, 2, 3):
                declarer = "SWN"[board - 1]
                record_line(
                    seating=seating, board=board, entry={**GAME, "declarer": declarer}, by=Actor(device="x")
                )

        return run

    assert at_once(*map(play, seatings)) == [None] * 4
    assert ScoreLine.objects.filter(session=session, is_current=True).count() == 12
    assert Session.objects.get(pk=session.pk).revision == session.revision + 12
