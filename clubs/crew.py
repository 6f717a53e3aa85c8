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
"""Who has waited longer lets no writer before him, and gets one thread more."""


class Crew(ThreadedTaskDispatcher):
    """Hands out requests in the order of their coming, but those that write before those that look."""

    def __init__(self, *, few: int, most: int) -> None:
        super().__init__()
        self.few, self.most = min(few, most), most

    def start(self) -> None:
        self.set_thread_count(self.few)
        threading.Thread(target=self._watch, name="crew", daemon=True).start()

    def add_task(self, task) -> None:
        request = _Request(task)
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
        """One more thread while somebody has waited long; few again when nobody waits."""
        with self.lock:
            waiting = tuple(self.queue)
        if not waiting:
            self.set_thread_count(self.few)
        elif any(request.has_waited_long for request in waiting):
            self.set_thread_count(min(len(self.threads) - self.stop_count + 1, self.most))


class _Request:
    """What a connection wants done, as waitress hands it over."""

    def __init__(self, task) -> None:
        self.task, self.came_at = task, time.monotonic()
        self.writes = any(each.command not in ("GET", "HEAD") for each in task.requests[:1])

    @property
    def has_waited_long(self) -> bool:
        return time.monotonic() - self.came_at > PATIENCE_SECONDS

    def service(self) -> None:
        self.task.service()

    def cancel(self) -> None:
        self.task.cancel()
