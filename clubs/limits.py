"""Says when somebody asks too often, without remembering who it was."""

import hashlib

from django.core.cache import cache


def is_too_often(what: str, who: str, *, times: int, seconds: int) -> bool:
    """Count one more of ``what`` by ``who``: whether there have been more than ``times`` in ``seconds``."""
    key = f"limit:{what}:{hashlib.sha256(who.encode()).hexdigest()}"
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) > times
    except ValueError:  # it ended in between
        return False
