"""What many ask for at once is made once; what is dear rests."""

import threading
import time

import pytest

from sessions import once
from sessions.once import Made, make_once


@pytest.fixture
def dear(monkeypatch):
    """Everything counts as dear, and rests as long as anything may."""
    monkeypatch.setattr(once, "DEAR_SECONDS", -1)
    monkeypatch.setattr(once, "REST_TIMES", 10**9)


def test_the_same_tag_is_made_once():
    calls = []
    for _look in range(3):
        made = make_once("thing", "a", lambda: calls.append(1) or "value")
    assert (made.value, calls) == ("value", [1])


def test_a_new_tag_is_made_anew_where_it_is_cheap():
    make_once("thing", "a", lambda: "old")
    assert make_once("thing", "b", lambda: "new").value == "new"


def test_what_is_dear_rests_and_keeps_the_tag_it_was_made_from(dear):
    make_once("thing", "a", lambda: "old")
    rested = make_once("thing", "b", lambda: "new")
    assert (rested.tag, rested.value) == ("a", "old")


def test_after_its_rest_it_is_made_anew(dear, monkeypatch):
    make_once("thing", "a", lambda: "old")
    later = once.time.time() + once.REST_SECONDS_MAX
    monkeypatch.setattr(once.time, "time", lambda: later)
    assert make_once("thing", "b", lambda: "new").value == "new"


def test_what_was_made_from_something_that_rests_has_its_tag_and_its_rest(dear):
    def make():
        part = make_once("part", "a", lambda: "part")
        return Made(part.tag, "whole", part.made_at, part.rests_until)

    whole = make_once("whole", "b", make)
    assert (whole.tag, whole.value) == ("a", "whole")
    assert whole.rests_until >= make_once("part", "c", lambda: "other").rests_until


def test_while_one_makes_it_the_others_have_the_last_one():
    make_once("thing", "a", lambda: "old")
    begun, go_on = threading.Event(), threading.Event()

    def make():
        begun.set()
        go_on.wait(10)
        return "new"

    maker = threading.Thread(target=make_once, args=("thing", "b", make))
    maker.start()
    begun.wait(10)
    assert make_once("thing", "b", lambda: "mine").value == "old"
    go_on.set()
    maker.join(10)
    assert make_once("thing", "b", lambda: "mine").value == "new"


def test_who_comes_first_together_waits_for_the_one_that_makes_it():
    calls, found = [], []
    start = threading.Barrier(8)

    def look():
        start.wait(10)
        found.append(make_once("thing", "a", lambda: calls.append(1) or "value").value)

    lookers = [threading.Thread(target=look) for _each in range(8)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join(10)
    assert (found, calls) == (["value"] * 8, [1])


def test_few_only_wait_for_what_is_old_so_that_threads_are_left_for_others(monkeypatch):
    monkeypatch.setattr(once, "OLD_SECONDS", -1)
    make_once("thing", "a", lambda: "old")
    begun, go_on, found = threading.Event(), threading.Event(), []

    def make():
        begun.set()
        go_on.wait(10)
        return "new"

    def look():
        found.append(make_once("thing", "b", make).value)

    lookers = [threading.Thread(target=look) for _each in range(1 + once.WAITING_MAX)]
    lookers[0].start()
    begun.wait(10)
    for looker in lookers[1:]:
        looker.start()
    while once._maker_of("thing").waiting < once.WAITING_MAX:
        time.sleep(0.001)
    assert make_once("thing", "b", make).value == "old"
    go_on.set()
    for looker in lookers:
        looker.join(10)
    assert found == ["new"] * len(lookers)


def test_a_maker_that_fails_leaves_nothing_behind():
    def fail():
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        make_once("thing", "a", fail)
    assert make_once("thing", "a", lambda: "value").value == "value"


def test_only_the_last_things_are_kept(monkeypatch):
    monkeypatch.setattr(once, "KEEP_MAX", 2)
    for key in "abac":
        make_once(key, "1", lambda key=key: key)
    assert [make_once(key, "1", lambda: "anew").value for key in "acb"] == ["a", "c", "anew"]
