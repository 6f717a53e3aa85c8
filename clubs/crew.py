"""The threads that answer requests: few while all goes fast, more while some are held up, writers first.

Python runs one thread at a time. With many at work each answer takes long, and a result that is being stored
keeps the next one from its turn; a few get the same work done sooner. But some answers take seconds, a PDF
for one, and must not keep everybody waiting.
"""

import threading
import time
from contextlib import suppress

from waitress.task import ThreadedTaskDispatcher

FEW = 3
HELD_UP_SECONDS = 0.25


class Crew(ThreadedTaskDispatcher):
    """Hands out requests in the order of their coming, but those that write before those that look."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.few = most, min(FEW, most)
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
        """Behind the writers that wait already; nowhere, where a thread has taken it meanwhile."""
        with suppress(ValueError):
            self.queue.remove(request)
            self.queue.insert(sum(other.writes for other in self.queue), request)

    def _watch(self) -> None:
        while True:
            time.sleep(HELD_UP_SECONDS)
            self.adjust()

    def adjust(self) -> None:
        """One more thread where requests wait and none was taken up for a while; few where none waits."""
        if not self.queue:
            self.set_thread_count(self.few)
        elif time.monotonic() - self.taken_at > HELD_UP_SECONDS:
            self.set_thread_count(min(len(self.threads) - self.stop_count + 1, self.most))


class _Request:
    """What a connection wants done, as waitress hands it over."""

    def __init__(self, task, crew: Crew) -> None:
        self.task, self.crew = task, crew
        self.writes = any(each.command not in ("GET", "HEAD") for each in task.requests[:1])

    def service(self) -> None:
        self.crew.taken_at = time.monotonic()
        self.task.service()

    def cancel(self) -> None:
        self.task.cancel()
