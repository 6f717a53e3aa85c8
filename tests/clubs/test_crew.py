"""The threads of the server: who waits, who comes first, and when there are more of them."""

import threading
import time
from types import SimpleNamespace

import pytest

from clubs.crew import CROWD, LOOK_SECONDS, PATIENCE_SECONDS, Crew


class Task:
    """A request of a connection, which takes until it is let go."""

    def __init__(self, command, done, connections=1):
        self.requests = [SimpleNamespace(command=command, headers={})]
        self.server = SimpleNamespace(active_channels=range(connections))
        self.command, self.done = command, done
        self.go = threading.Event()

    def service(self):
        self.done.append(self.command)
        assert self.go.wait(10)

    def cancel(self):
        self.go.set()


@pytest.fixture
def crew():
    found = Crew(few=2, most=6)
    yield found
    found.shutdown(timeout=1)


def test_writers_come_before_readers_each_in_their_order(crew):
    tasks = [Task(command, []) for command in ("GET", "POST", "HEAD", "PUT", "GET")]
    for task in tasks:
        crew.add_task(task)
    waiting = [request.task.command for request in crew.queue]
    assert waiting == ["POST", "PUT", "GET", "HEAD", "GET"]
    crew.queue.clear()


def test_a_reader_who_has_waited_long_lets_no_writer_before_him(crew):
    crew.add_task(Task("GET", []))
    crew.queue[0].came_at -= 2 * PATIENCE_SECONDS
    for command in ("HEAD", "POST"):
        crew.add_task(Task(command, []))
    assert [request.task.command for request in crew.queue] == ["GET", "POST", "HEAD"]
    crew.queue.clear()


@pytest.mark.parametrize(("connections", "headers"), [(CROWD, {}), (CROWD + 1, {"CONNECTION": "close"})])
def test_in_a_crowd_each_connection_is_closed_with_its_answer(crew, connections, headers):
    task = Task("GET", [], connections)
    task.go.set()
    crew.add_task(task)
    crew.queue.popleft().service()
    assert task.requests[0].headers == headers


def test_few_are_enough_while_nobody_waits(crew):
    crew.set_thread_count(6)
    for _look in range(10):
        crew.adjust()
    assert len(crew.threads) - crew.stop_count == 2


@pytest.fixture
def busy(crew):
    """Both threads at work, and eight requests that wait."""
    crew.set_thread_count(2)
    tasks = [Task("GET", []) for _each in range(10)]
    for task in tasks:
        crew.add_task(task)
    while len(crew.queue) > 8:
        time.sleep(0.001)
    yield crew
    for task in tasks:
        task.go.set()


def test_more_come_while_none_is_taken_up_but_not_without_end(busy):
    for _look in range(10):
        busy.taken_at = time.monotonic() - 2 * LOOK_SECONDS
        busy.adjust()
    assert len(busy.threads) == 6


def test_a_long_queue_that_moves_gets_no_more(busy):
    busy.taken_at = time.monotonic() + 60
    busy.adjust()
    assert len(busy.threads) == 2
