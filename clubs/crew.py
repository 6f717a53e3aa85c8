"""The threads that answer requests: few while all goes fast, more while some are held up, writers first.

Python runs one thread at a time. With many at work each answer takes long, and a result that is being stored
keeps the next one from its turn; a few get the same work done sooner. But some answers take seconds, a PDF
for one, and must not keep everybody waiting.
"""

import threading
import time
from contextlib import suppress

from waitress.task import ThreadedTaskDispatcher

LOOK_SECONDS = 0.25
PATIENCE_SECONDS = 1
"""Who has waited longer lets no writer before him."""
CROWD = 150
"""Where more connections are open, each is closed with its answer: the server looks through all of them
between any two answers, and most of them only wait for their next turn."""


class Crew(ThreadedTaskDispatcher):
    """Hands out requests in the order of their coming, but those that write before those that look."""

    def __init__(self, *, few: int, most: int) -> None:
        super().__init__()
        self.few, self.most = min(few, most), most
        self.taken_at = time.monotonic()

    def start(self) -> None:
        self.set_thread_count(self.few)
        threading.Thread(target=self._watch, name="crew", daemon=True).start()

    def add_task(self, task) -> None:
        request = _Request(task, self)
        super().add_task(request)
        if request.writes:
            with self.lock:
                self._move_up(request)

    def _move_up(self, request: "_Request") -> None:
        """Behind the writers that wait already and all who waited long; it may have been taken meanwhile."""
        with suppress(ValueError):
            self.queue.remove(request)
            before = sum(other.writes or other.has_waited_long for other in self.queue)
            self.queue.insert(before, request)

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.adjust()

    def adjust(self) -> None:
        """One more thread where some wait and none was taken up for a while; one less where all goes on.

        Many threads at work only slow one another down: that the queue is long is no reason for more.
        """
        count = len(self.threads) - self.stop_count
        is_held_up = self.queue and time.monotonic() - self.taken_at > LOOK_SECONDS
        self.set_thread_count(min(count + 1, self.most) if is_held_up else max(count - 1, self.few))


class _Request:
    """What a connection wants done, as waitress hands it over."""

    def __init__(self, task, crew: Crew) -> None:
        self.task, self.crew, self.came_at = task, crew, time.monotonic()
        self.asked = task.requests[0]
        self.writes = self.asked.command not in ("GET", "HEAD")

    @property
    def has_waited_long(self) -> bool:
        return time.monotonic() - self.came_at > PATIENCE_SECONDS

    def service(self) -> None:
        self.crew.taken_at = time.monotonic()
        if len(self.task.server.active_channels) > CROWD:
            self.asked.headers["CONNECTION"] = "close"
        self.task.service()

    def cancel(self) -> None:
        self.task.cancel()
