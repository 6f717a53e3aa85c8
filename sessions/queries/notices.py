"""The round clock and the director's messages."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils import timezone

from sessions.clock import ClockFace, read_clock
from sessions.models import Clock, Notice, Session, Table


def clock_of(session: Session) -> ClockFace | None:
    """The round clock as it stands now; None where nobody has started one."""
    clock = getattr(session, "clock", None) if session.notices else None
    return None if clock is None else read_clock(clock, timezone.now())


def is_time_up(pk: int) -> bool:
    """Whether the running clock of a session has come to its end."""
    return Clock.objects.filter(session=pk, ends_at__lte=timezone.now()).exists()


def most_boards(session: Session) -> int:
    """The boards of the longest round; 0 where matches have no set length."""
    return max((len(boards) for boards in session.seatings.values_list("boards", flat=True)), default=0)


def round_now(session: Session) -> int:
    """The latest round of which there is a result; the first while there is none."""
    return session.lines.filter(is_current=True).aggregate(last=Max("seating__round"))["last"] or 1


def last_round(session: Session) -> int:
    return session.seatings.aggregate(last=Max("round"))["last"] or 1


def breaks_ahead(session: Session) -> dict[int, int]:
    """The minutes of each break by the round after which it comes; none comes after the last."""
    if not session.breaks:
        return {}
    last = max(last_round(session), session.planned_rounds)
    return {after: minutes for after, minutes in sorted(session.breaks.items()) if after < last}


def messages_for(table: Table) -> list[Notice]:
    """What the director has to say to a table and the table has not read yet."""
    if not table.session.notices:
        return []
    found = table.session.messages.filter(Q(table=None) | Q(table=table), is_current=True)
    return list(found.exclude(readings__table=table).order_by("pk"))


def find_message(session: Session, pk: int, *, table: Table | None = None) -> Notice | None:
    """A message of this session that still stands; with ``table`` only one that is for it."""
    found = session.messages.select_related("session").filter(pk=pk, is_current=True)
    if table is not None:
        found = found.filter(Q(table=None) | Q(table=table))
    return found.first()


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as its sender follows it: the tables that have read it, and those that have not."""

    notice: Notice
    read: tuple[int, ...]
    unread: tuple[int, ...]


def sent_messages(session: Session, tables: Sequence[int]) -> list[Sent]:
    """The messages on the phones, the newest first."""
    if not session.notices:
        return []
    found = session.messages.filter(is_current=True).select_related("table")
    return [_sent(each, tables) for each in found.prefetch_related("readings__table").order_by("-pk")]


def _sent(notice: Notice, tables: Sequence[int]) -> Sent:
    read = {reading.table.number for reading in notice.readings.all()}
    asked = tables if notice.table is None else (notice.table.number,)
    return Sent(notice, tuple(sorted(read)), tuple(number for number in asked if number not in read))
