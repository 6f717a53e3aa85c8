"""The threads of the server: who waits, who comes first, and when there are more of them."""

import threading
from types import SimpleNamespace

import pytest

from clubs.crew import FEW, HELD_UP_SECONDS, Crew


class Task:
    """A request of a connection, which takes until it is let go."""

    def __init__(self, command, done):
        self.requests = [SimpleNamespace(command=command)]
        self.command, self.done = command, done
        self.go = threading.Event()

    def service(self):
        self.done.append(self.command)
        assert self.go.wait(10)

    def cancel(self):
        self.go.set()


@pytest.fixture
def crew():
    found = Crew(6)
    yield found
    found.shutdown(timeout=1)


def test_writers_come_before_readers_each_in_their_order(crew):
    tasks = [Task(command, []) for command in ("GET", "POST", "HEAD", "PUT", "GET")]
    for task in tasks:
        crew.add_task(task)
    waiting = [request.task.command for request in crew.queue]
    assert waiting == ["POST", "PUT", "GET", "HEAD", "GET"]
    crew.queue.clear()


def test_few_are_enough_while_nobody_waits(crew):
    crew.set_thread_count(6)
    crew.adjust()
    assert len(crew.threads) - crew.stop_count == FEW


def test_more_come_while_some_are_held_up_but_not_without_end(crew):
    done = []
    tasks = [Task("GET", done) for _each in range(10)]
    crew.set_thread_count(FEW)
    for task in tasks:
        crew.add_task(task)
    for _look in range(10):
        crew.taken_at -= 2 * HELD_UP_SECONDS
        crew.adjust()
    assert len(crew.threads) == 6
    for task in tasks:
        task.go.set()


def test_nobody_is_added_while_requests_are_taken_up(crew):
    crew.set_thread_count(FEW)
    tasks = [Task("GET", []) for _each in range(FEW + 1)]
    for task in tasks:
        crew.add_task(task)
    crew.taken_at += 60
    crew.adjust()
    assert len(crew.threads) == FEW
    for task in tasks:
        task.go.set()
