"""The writers of one process take turns at SQLite in the order of their coming."""

import threading
import time

from clubs.sqlite.base import Queue


def wait_for(queue, count):
    while len(queue.waiting) < count:
        time.sleep(0.001)


def test_turns_come_in_the_order_in_which_they_were_asked_for():
    queue, order = Queue(), []
    assert queue.take(0)

    def write(number):
        assert queue.take(10)
        order.append(number)
        queue.pass_on()

    writers = []
    for number in range(5):
        writers.append(threading.Thread(target=write, args=(number,)))
        writers[-1].start()
        wait_for(queue, number + 1)
    queue.pass_on()
    for writer in writers:
        writer.join(10)
    assert order == [0, 1, 2, 3, 4]


def test_who_waits_too_long_gives_up_and_leaves_the_queue():
    queue = Queue()
    assert queue.take(0)
    assert not queue.take(0.01)
    assert not queue.waiting
    queue.pass_on()
    assert queue.take(0)
