"""Who writes, and what a write may be refused with."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..models import ScoreLine
from ..queries import TableRound

REASON_MAX = 200


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes: an account, a device at a table, or both; ``origin`` as in ``ScoreLine.Origin``."""

    user: object = None
    device: str = ""
    origin: str = ScoreLine.Origin.TABLE

    @property
    def is_director(self) -> bool:
        return self.origin != ScoreLine.Origin.TABLE


class RefusedError(Exception):
    """A write that the state of the session does not allow; ``str()`` says why, for people."""


class ConflictError(Exception):
    """Somebody else recorded another result meanwhile: ``current`` is theirs, ``entry`` was ours."""

    def __init__(self, current: ScoreLine, entry: Mapping) -> None:
        self.current = current
        self.entry = entry
        super().__init__(_("this board has another result already"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The line that now stands; ``is_new`` is false where the same was already stored.

    ``seat`` is the table before it, but None where the key itself was known already.
    """

    line: ScoreLine
    is_new: bool
    seat: TableRound | None = None
