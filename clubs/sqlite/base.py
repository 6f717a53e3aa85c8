"""Django's SQLite, but the threads of a process wait for one another instead of asking again and again.

SQLite has one writer at a time. Who finds it busy sleeps a little and tries again, ever longer, while others
that come later slip in; here each thread gets its turn as soon as the one before is done. Other processes,
and writes outside a transaction, still meet SQLite's own lock.
"""

import threading
from collections import defaultdict, deque

from django.db import OperationalError
from django.db.backends.sqlite3 import base


class Queue:
    """Gives turns in the order in which they were asked for."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.is_taken = False
        self.waiting: deque[threading.Event] = deque()

    def take(self, timeout: float) -> bool:
        """Whether the turn came before ``timeout`` seconds were over."""
        with self.guard:
            if not self.is_taken:
                self.is_taken = True
                return True
            mine = threading.Event()
            self.waiting.append(mine)
        if mine.wait(timeout):
            return True
        with self.guard:
            if mine not in self.waiting:  # it came at the last moment
                return True
            self.waiting.remove(mine)
        return False

    def pass_on(self) -> None:
        with self.guard:
            if self.waiting:
                self.waiting.popleft().set()
            else:
                self.is_taken = False


_queues: dict[str, Queue] = defaultdict(Queue)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has its turn from the start of a transaction to its end."""

    _turn = None

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._pass_turn()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._pass_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._pass_turn()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._pass_turn()

    def _take_turn(self) -> None:
        if self._turn is not None:
            return
        queue = _queues[str(self.settings_dict["NAME"])]
        if not queue.take(self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError("database is locked")
        self._turn = queue

    def _pass_turn(self) -> None:
        queue, self._turn = self._turn, None
        if queue is not None:
            queue.pass_on()
