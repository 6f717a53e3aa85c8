"""What many ask for at once is made once, and what is dear to make is not made anew for every change."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from django.core.cache import cache

KEEP_SECONDS = 60 * 60
DEAR_SECONDS = 0.1
"""What takes more of the processor than this rests before it is made again."""
REST_TIMES = 10
REST_SECONDS_MAX = 2
"""It rests so many times what it took, but no longer than this."""
OLD_SECONDS = 4
"""Nobody gets anything older while another makes it anew: he waits."""

_locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class Made:
    """A value, the ``tag`` of what it was made from, when, and until when it rests (seconds since 1970)."""

    tag: str
    value: Any
    made_at: float
    rests_until: float = 0.0

    def will_do(self, tag: str) -> bool:
        """Whether nothing newer is wanted now."""
        return self.tag == tag or time.time() < self.rests_until

    @property
    def is_old(self) -> bool:
        return time.time() - self.made_at > OLD_SECONDS


def make_once(key: str, tag: str, make: Callable[[], Any]) -> Made:
    """What was made under this key from ``tag``; what was made before while it rests or another makes it.

    ``make`` returns the value, or a ``Made`` where it has been made from something that rests itself.
    """
    last = cache.get(key)
    if last is not None and last.will_do(tag):
        return last
    lock = _lock_of(key)
    if not lock.acquire(blocking=last is None or last.is_old):
        return last
    try:
        meanwhile = cache.get(key)
        if meanwhile is not None and meanwhile.will_do(tag):
            return meanwhile
        made = _make(tag, make)
        cache.set(key, made, KEEP_SECONDS)
        return made
    finally:
        lock.release()


def _lock_of(key: str) -> threading.Lock:
    with _guard:
        return _locks.setdefault(key, threading.Lock())


def _make(tag: str, make: Callable[[], Any]) -> Made:
    started = time.thread_time()
    found, at = make(), time.time()
    spent = time.thread_time() - started
    rests_until = at + min(REST_TIMES * spent, REST_SECONDS_MAX) if spent > DEAR_SECONDS else 0.0
    if isinstance(found, Made):
        return replace(found, rests_until=max(found.rests_until, rests_until))
    return Made(tag, found, at, rests_until)
