"""What many ask for at once is made once, and what is dear to make is not made anew for every change."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

KEEP_SECONDS = 60 * 60
"""How long a cache keeps what is dear and looked at by few."""
KEEP_MAX = 64
"""So many things are kept, those that were asked for last; copying them in and out of a cache would cost
more than many of them do."""
DEAR_SECONDS = 0.1
"""What takes more of the processor than this rests before it is made again."""
REST_TIMES = 20
REST_SECONDS_MAX = 3.0
"""It rests so many times what it took, but no longer than this."""
OLD_SECONDS = 4
"""Who would get anything older while another makes it anew waits, if not too many wait already."""
WAITING_MAX = 1
"""A server has so many threads only: with more of them waiting, nobody would be left to take results in."""


class _Maker:
    """Who makes a thing holds the lock; ``waiting`` are the others that want no older one."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting = 0

    def acquire(self, last: "Made | None") -> bool:
        """Whether it is the caller's turn to make it; if not, ``last`` must do for him."""
        if self.lock.acquire(blocking=False):
            return True
        if last is not None and (not last.is_old or self.waiting >= WAITING_MAX):
            return False
        self.waiting += 1
        try:
            return self.lock.acquire()
        finally:
            self.waiting -= 1


_makers: WeakValueDictionary[str, _Maker] = WeakValueDictionary()
_kept: "OrderedDict[str, Made]" = OrderedDict()
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
    Everybody gets the same value: nobody may change it.
    """
    last = _look_up(key)
    if last is not None and last.will_do(tag):
        return last
    maker = _maker_of(key)
    if not maker.acquire(last):
        return last
    try:
        meanwhile = _look_up(key)
        if meanwhile is not None and meanwhile.will_do(tag):
            return meanwhile
        made = _make(tag, make)
        _keep(key, made)
        return made
    finally:
        maker.lock.release()


def forget() -> None:
    """Keep nothing of what was made."""
    with _guard:
        _kept.clear()


def _look_up(key: str) -> Made | None:
    with _guard:
        if key in _kept:
            _kept.move_to_end(key)
        return _kept.get(key)


def _keep(key: str, made: Made) -> None:
    with _guard:
        _kept[key] = made
        _kept.move_to_end(key)
        while len(_kept) > KEEP_MAX:
            _kept.popitem(last=False)


def _maker_of(key: str) -> _Maker:
    with _guard:
        return _makers.setdefault(key, _Maker())


def _make(tag: str, make: Callable[[], Any]) -> Made:
    started = time.thread_time()
    found, at = make(), time.time()
    spent = time.thread_time() - started
    rests_until = at + min(REST_TIMES * spent, REST_SECONDS_MAX) if spent > DEAR_SECONDS else 0.0
    if isinstance(found, Made):
        return replace(found, rests_until=max(found.rests_until, rests_until))
    return Made(tag, found, at, rests_until)
