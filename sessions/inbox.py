"""Results as the phones hand them in, perhaps late and often: each stored once, rivals kept beside."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from . import queries, services
from .models import ScoreLine, Seating, Session
from .services import Actor, ConflictError, Read, Recorded, RefusedError

AGREED_MAX = 10


class KeptError(RefusedError):
    """The moment has passed at the table, but the result is stored for the director to look at."""


def hand_in(
    *, seating: Seating, board: int, entry: Mapping | Read, by: Actor, key: str, expected: int | None
) -> Recorded:
    """Record a result from the table. Where another one stands, or the round is over, it is kept beside.

    Raises ConflictError with the line that stands, KeptError, or what ``record_line`` raises; sending the
    same key again gives the same answer.
    """
    try:
        recorded = services.record_line(
            seating=seating, board=board, entry=entry, by=by, key=key, expected=expected
        )
    except ConflictError as conflict:
        keep_rival(seating=seating, board=board, entry=conflict.entry, by=by, key=key)
        raise
    except RefusedError:
        if not queries.is_late(seating):
            raise
        checked = _checked(seating, board, entry)
        current = queries.find_current_line(seating, board)
        if current is not None and current.entry == checked:
            return _compared(Recorded(current, is_new=False), by)
        keep_rival(seating=seating, board=board, entry=checked, by=by, key=key)
        raise KeptError(_("This round has ended at the table. The director has your result.")) from None
    if recorded.seat is None:
        recorded = _answer(recorded.line, _checked(seating, board, entry))
    return _compared(recorded, by)


def _checked(seating: Seating, board: int, entry: Mapping | Read) -> Mapping:
    return services.check_entry(queries.load_seat(seating.session, seating), board, entry)


def _compared(recorded: Recorded, by: Actor) -> Recorded:
    """Where two phones are to enter each result: the second has entered the same."""
    line = recorded.line
    if not recorded.is_new and line.session.wants_second_entry and line.device != by.device:
        agree(line=line, by=ScoreLine.SECOND, device=by.device)
    return recorded


def _answer(line: ScoreLine, entry: Mapping) -> Recorded:
    """What is answered to a key that was handed in before, and stored as this line."""
    if not line.is_rival:
        if line.entry != entry:
            raise ConflictError(line, entry)
        return Recorded(line, is_new=False)
    current = queries.current_line(line)
    if current is None:
        raise KeptError(_("The director has your result."))
    if current.entry != line.entry:
        raise ConflictError(current, line.entry)
    return Recorded(current, is_new=False)


@transaction.atomic
def keep_rival(*, seating: Seating, board: int, entry: Mapping, by: Actor, key: str) -> ScoreLine:
    """Keep a result that does not count, once for each key, and mark the one that stands as disputed."""
    session = services.lock(seating.session)
    kept = queries.line_of_key(session, key)
    if kept is not None:
        return kept
    line = ScoreLine.objects.create(
        session=session,
        seating=seating,
        board=board,
        entry=dict(entry),
        is_current=False,
        is_rival=True,
        key=key[:64],
        origin=by.origin,
        by=by.user if getattr(by.user, "is_authenticated", False) else None,
        device=by.device[:64],
    )
    dispute(line=queries.current_line(line), device=by.device)
    services.touch(session)
    return line


@transaction.atomic
def dispute(*, line: ScoreLine | None, device: str) -> None:
    """Mark a line as one on which the table does not agree; the director is to look."""
    if line is not None:
        line.disputed_at, line.disputed_device, line.settled_at = timezone.now(), device[:64], None
        line.save(update_fields=["disputed_at", "disputed_device", "settled_at"])
        services.touch(line.session)


@transaction.atomic
def agree(*, line: ScoreLine, by: str, device: str) -> None:
    """Store which side of the table agreed to a line, and on which device; the first to agree stays."""
    if line.agreed_at is None:
        line.agreed_at, line.agreed_by, line.agreed_device = timezone.now(), by[:AGREED_MAX], device[:64]
        line.save(update_fields=["agreed_at", "agreed_by", "agreed_device"])
        services.touch(line.session)
        services.table_reported.send(sender=Session, session=line.session)


@transaction.atomic
def settle(*, line: ScoreLine) -> None:
    """The director has looked at a disputed line and lets it stand."""
    line.settled_at = timezone.now()
    line.save(update_fields=["settled_at"])
    services.touch(line.session)
    services.table_reported.send(sender=Session, session=line.session)
