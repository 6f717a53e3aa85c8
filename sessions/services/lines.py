"""Results: recorded once, corrected as new versions, undone, and rounds that end."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.names import clean_text
from scoring.lines import EntryError

from .. import queries
from ..models import ScoreLine, Seating, Session
from .actors import REASON_MAX, Actor, ConflictError, Recorded, RefusedError
from .revision import lock, table_reported, touch

Read = Callable[[queries.TableRound], Mapping]
"""Reads a result, once it is known who sits there. Raises EntryError for what is none."""


@transaction.atomic
def record_line(
    *,
    seating: Seating,
    board: int,
    entry: Mapping | Read,
    by: Actor,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
) -> Recorded:
    """Record a board's result, or correct it. The same key, or the same result, stores once.

    ``expected`` is the key of the line that the sender saw there, None for none: when another stands,
    ConflictError shows it. A table corrects only its last line, until its round ends; a director corrects
    any line and says why. Raises EntryError for what the game refuses and RefusedError at the wrong moment.
    """
    session = lock(seating.session)
    key = key or uuid.uuid4().hex
    versions = _versions(session, seating, key)
    stored = next((line for line in versions if line.key == key), None)
    if stored is not None and (stored.seating_id, stored.board) != (seating.pk, board):
        raise RefusedError(_("This entry was already used for another board; reload the page."))
    if stored is not None:
        return Recorded(stored, is_new=False)
    seat = _playing_seat(session, seating, by, versions)
    current = seat.lines.get(board)
    checked = check_entry(seat, board, entry)
    if current is not None and current.entry == checked:
        return Recorded(current, is_new=False, seat=seat)
    previous = _version_of(versions, board)
    if (current.pk if current else None) != expected:
        if current is None:
            raise RefusedError(_("The line was withdrawn meanwhile; enter the result again."))
        raise ConflictError(current, checked)
    if current is not None:
        _check_correction(seat, current, by, reason)
    line = _store(session, seating, board, checked, previous, by, key, reason)
    return Recorded(line, is_new=True, seat=seat)


@dataclass(frozen=True, slots=True)
class Draft:
    """A line to be recorded with others; ``expected`` is the key of the line that was seen there."""

    seating: int
    board: int
    entry: Mapping
    expected: int | None


@transaction.atomic
def record_lines(*, session: Session, lines: Sequence[Draft], by: Actor, reason: str) -> int:
    """Record several lines of a session, all or none; how many of them were new. Raises as record_line."""
    seatings = {seating.pk: seating for seating in session.seatings.select_related("session__club", "table")}
    done = 0
    for line in lines:
        if line.seating not in seatings:
            raise RefusedError(_("The seating has changed meanwhile."))
        recorded = record_line(
            seating=seatings[line.seating],
            board=line.board,
            entry=line.entry,
            by=by,
            expected=line.expected,
            reason=reason,
        )
        done += recorded.is_new
    return done


def _versions(session: Session, seating: Seating, key: str = "") -> list[ScoreLine]:
    """What counts on each board of a table in its round, withdrawals too, and the line under a key."""
    return list(session.lines.filter(Q(key=key) | Q(seating=seating, is_current=True)))


def _version_of(versions: Iterable[ScoreLine], board: int) -> ScoreLine | None:
    return next((line for line in versions if line.board == board), None)


def _playing_seat(
    session: Session, seating: Seating, by: Actor, versions: Iterable[ScoreLine]
) -> queries.TableRound:
    """The table in its round, if somebody plays there and this actor may write there now."""
    seat = _open_seat(session, seating, by, versions)
    if seat.is_sit_out:
        raise RefusedError(_("Nobody plays at this table in this round."))
    return seat


def _open_seat(
    session: Session, seating: Seating, by: Actor, versions: Iterable[ScoreLine]
) -> queries.TableRound:
    """The table in its round, if this actor may write there now."""
    if session.is_final:
        raise RefusedError(_("This result is final; take it back before you change it."))
    if session.status == Session.Status.SETUP:
        raise RefusedError(_("This session has not started."))
    if not by.is_director and session.status != Session.Status.RUNNING:
        raise RefusedError(_("This session has ended; ask the director."))
    seat = queries.load_seat(session, seating, versions)
    if not by.is_director and seat.is_ended:
        raise RefusedError(_("This round has ended at the table; ask the director."))
    return seat


def check_entry(seat: queries.TableRound, board: int, entry: Mapping | Read) -> Mapping:
    """The entry as it is stored. Raises EntryError where board or result cannot be."""
    check_board(seat, board)
    found = entry(seat) if callable(entry) else entry
    checked = seat.ruleset.check(found, seat.deal(board), seat.options)
    _check_later_lines(seat, board, checked)
    return checked


def check_board(seat: queries.TableRound, board: int) -> None:
    """Raise EntryError unless the table plays this board in this round, or this hand now."""
    if seat.boards and board not in seat.boards:
        boards = ", ".join(map(str, seat.boards))
        raise EntryError(
            "board",
            gettext_noop("board %(board)s is not played here now; this table has %(boards)s"),
            board=board,
            boards=boards,
        )
    if not seat.boards and board not in seat.lines and board != seat.sitting.next_number():
        raise EntryError(
            "board", gettext_noop("hand %(number)s comes next"), number=seat.sitting.next_number()
        )


def _check_later_lines(seat: queries.TableRound, board: int, checked: Mapping) -> None:
    """A correction must not end a match before hands that are recorded already."""
    sitting = seat.with_entry(board, checked)
    scored = seat.ruleset.score(sitting, seat.options).lines
    if len(scored) < len(sitting.lines):
        raise EntryError(
            "board",
            gettext_noop(
                "with this result the match ends with hand %(number)s; withdraw the later hands first"
            ),
            number=scored[-1].number,
        )


def _check_correction(seat: queries.TableRound, current: ScoreLine, by: Actor, reason: str) -> None:
    if by.is_director:
        if not reason.strip():
            raise EntryError("reason", gettext_noop("say why the result changes"))
    elif seat.last_line is None or seat.last_line.pk != current.pk:
        raise RefusedError(_("Only the last result can be corrected at the table; ask the director."))


def _store(
    session: Session,
    seating: Seating,
    board: int,
    entry: Mapping | None,
    previous: ScoreLine | None,
    by: Actor,
    key: str,
    reason: str,
) -> ScoreLine:
    if previous is not None:
        ScoreLine.objects.filter(pk=previous.pk).update(is_current=False)
    line = ScoreLine.objects.create(
        session=session,
        seating=seating,
        board=board,
        entry=None if entry is None else dict(entry),
        replaces=previous,
        key=key[:64],
        origin=by.origin,
        by=by.user if getattr(by.user, "is_authenticated", False) else None,
        device=by.device[:64],
        reason=clean_text(reason)[:REASON_MAX],
    )
    touch(session, is_held=True)
    table_reported.send(sender=Session, session=session)
    return line


@transaction.atomic
def withdraw_line(*, line: ScoreLine, by: Actor, reason: str, key: str = "") -> ScoreLine:
    """Take a line back, so that the board has no result; its history stays. Directors only."""
    session = lock(line.session)
    versions = _versions(session, line.seating)
    seat = _playing_seat(session, line.seating, by, versions)
    if not by.is_director:
        raise RefusedError(_("Only the director withdraws a result."))
    if not reason.strip():
        raise EntryError("reason", gettext_noop("say why the result is withdrawn"))
    if line.board not in seat.lines:
        raise RefusedError(_("This board has no result to withdraw."))
    if not seat.boards and line.board != max(seat.lines):
        raise RefusedError(_("Withdraw the last hand first: later hands depend on this one."))
    previous = _version_of(versions, line.board)
    return _store(session, line.seating, line.board, None, previous, by, key or uuid.uuid4().hex, reason)


@transaction.atomic
def put_back(*, line: ScoreLine, by: Actor, reason: str) -> ScoreLine:
    """Make an earlier version of a line the current one again, as a new version. Directors only."""
    session = lock(line.session)
    versions = _versions(session, line.seating)
    seat = _playing_seat(session, line.seating, by, versions)
    if not by.is_director:
        raise RefusedError(_("Only the director puts a result back."))
    if line.entry is None:
        raise RefusedError(_("That version is a withdrawal; withdraw the line instead."))
    checked = check_entry(seat, line.board, line.entry)
    previous = _version_of(versions, line.board)
    return _store(session, line.seating, line.board, checked, previous, by, uuid.uuid4().hex, reason)


@transaction.atomic
def end_round(*, seating: Seating, by: Actor) -> Seating:
    """Close a round at a table: nothing there changes any more but by the director."""
    session = lock(seating.session)
    seat = _open_seat(session, seating, by, _versions(session, seating))
    if not by.is_director and not (seat.is_complete or _may_stop_early(seat)):
        missing = ", ".join(str(board) for board in seat.boards if board not in seat.lines)
        raise RefusedError(_("These boards have no result yet: %(boards)s.") % {"boards": missing})
    return _set_ended(session, seating, timezone.now())


def _may_stop_early(seat: queries.TableRound) -> bool:
    """A game without a fixed number of deals ends when time is called, after at least one."""
    return not seat.boards and bool(seat.lines)


@transaction.atomic
def reopen_round(*, seating: Seating) -> Seating:
    """Let a table correct its round again."""
    session = lock(seating.session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("This session has ended."))
    return _set_ended(session, seating, None)


def _set_ended(session: Session, seating: Seating, moment) -> Seating:
    seating.ended_at = moment
    seating.save(update_fields=["ended_at"])
    touch(session)
    table_reported.send(sender=Session, session=session)
    return seating


@transaction.atomic
def undo(*, line: ScoreLine, by: Actor) -> ScoreLine:
    """Make what stood before a change current again, as a new version. Raises RefusedError too late."""
    session = lock(line.session)
    if not ScoreLine.objects.filter(session=session, pk=line.pk, is_current=True).exists():
        raise RefusedError(_("The result has changed meanwhile; look at it again."))
    reason = _("undone")
    if line.replaces is None or line.replaces.entry is None:
        return withdraw_line(line=line, by=by, reason=reason)
    return put_back(line=line.replaces, by=by, reason=reason)
