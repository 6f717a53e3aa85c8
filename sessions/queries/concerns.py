"""What wants the director's eye: results in conflict, doubtful or missing, tables behind, words not given."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext_noop

from scoring.words import Message
from sessions.clock import ClockFace
from sessions.models import ScoreLine, Session

from .night import Night, TableRound
from .notices import clock_of

DISPUTED = Message(gettext_noop("the table does not agree on this result"), {})
MISSING = Message(gettext_noop("no result"), {})
NOT_AGREED = gettext_noop("the opponents have not agreed yet: %(boards)s")
NOT_COMPARED = gettext_noop("not entered by a second phone yet: %(boards)s")
OVERTAKEN = Message(gettext_noop("the winner has changed since the next match was drawn"), {})
OVERTIME = Message(gettext_noop("time is up, and the round is not complete"), {})


class Kind(Enum):
    """Why something wants a look, in the order of urgency; the value is how a page marks it."""

    CONFLICT = "conflict"
    LATE = "late"
    MISSING = "missing"
    DOUBTFUL = "doubtful"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True)
class Concern:
    """Something that wants the director's eye: a board of a table in a round, or all of it (None)."""

    kind: Kind
    seat: TableRound
    board: int | None
    words: tuple[Message, ...]


def concerns(night: Night) -> tuple[Concern, ...]:
    """All that wants a look, the most urgent first; a board that the director has ruled on does not."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    missing = (_missing(seat, board) for seat, board in _left_out(night))
    found = (*_of_lines(night), *_overtaken(night), *_late(night), *missing, *_unconfirmed(night))
    order = list(Kind)
    open_ones = (each for each in found if (each.seat.round, each.seat.table, each.board) not in awarded)
    return tuple(sorted(open_ones, key=lambda each: order.index(each.kind)))


def reasons_to_look(night: Night, seat: TableRound, board: int) -> tuple[Message, ...]:
    """Why the result of a board wants the director's eye; empty where nothing is the matter."""
    of_lines = (each for each in _of_lines(night) if (each.seat.pk, each.board) == (seat.pk, board))
    found = tuple(words for each in of_lines for words in each.words)
    line = seat.lines.get(board)
    if line is None or not is_unconfirmed(night.session, seat, line):
        return found
    words = NOT_COMPARED if night.session.wants_second_entry else NOT_AGREED
    return (*found, Message(words, {"boards": str(board)}))


def unplayed(night: Night) -> tuple[Concern, ...]:
    """Every board that has neither a result nor an award, and every match that has not ended."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    return tuple(
        _missing(seat, board)
        for seat in night.rounds
        if not seat.is_complete
        for board in (seat.missing if seat.boards else (seat.sitting.next_number(),))
        if (seat.round, seat.table, board) not in awarded
    )


def has_nothing_to_draw(night: Night) -> bool:
    """Whether the last of the planned rounds is drawn, and everybody knows who has won it."""
    last = max(night.round_numbers, default=0)
    if not 0 < night.session.planned_rounds <= last:
        return False
    seats = (seat for seat in night.rounds if seat.round == last and not seat.is_sit_out)
    return not night.session.drawing.needs_winners or all(night.winner_of(seat) for seat in seats)


def _missing(seat: TableRound, board: int) -> Concern:
    return Concern(Kind.MISSING, seat, board, (MISSING,))


def _of_lines(night: Night) -> Iterable[Concern]:
    """What is to be said of the results there are; one that the director has let stand says nothing more."""
    for seat in night.rounds:
        for board, line in seat.lines.items():
            if line.is_disputed:
                yield Concern(Kind.CONFLICT, seat, board, (DISPUTED,))
            elif line.settled_at is None and seat.doubts(board):
                yield Concern(Kind.DOUBTFUL, seat, board, seat.doubts(board))


def _unconfirmed(night: Night) -> Iterable[Concern]:
    """The tables with results that wait for a word or a second entry, all of a round's together."""
    for seat in night.rounds:
        boards = [
            board for board, line in sorted(seat.lines.items()) if is_unconfirmed(night.session, seat, line)
        ]
        if boards:
            words = NOT_COMPARED if night.session.wants_second_entry else NOT_AGREED
            message = Message(words, {"boards": ", ".join(map(str, boards))})
            yield Concern(Kind.UNCONFIRMED, seat, None, (message,))


def is_unconfirmed(session: Session, seat: TableRound, line: ScoreLine) -> bool:
    """Whether a word is missing that was to be given: play has gone on since."""
    is_asked = session.asks_opponents or session.wants_second_entry
    is_looked_at = line.settled_at or line.is_disputed
    if not is_asked or line.agreed_at or is_looked_at or line.origin != ScoreLine.Origin.TABLE:
        return False
    return seat.is_ended or seat.is_complete or seat.last_line.pk != line.pk


def _overtaken(night: Night) -> Iterable[Concern]:
    """The matches whose winner was drawn on, and is not the winner any more."""
    if night.session.drawing is None or not night.session.drawing.needs_winners:
        return
    for drawn in night.draws:
        for number, table, winner in drawn.rests_on:
            seat = night.at(table=table, round=number)
            if seat is not None and winner is not None and night.winner_of(seat) != winner:
                yield Concern(Kind.CONFLICT, seat, None, (OVERTAKEN,))


def _late(night: Night) -> Iterable[Concern]:
    """The tables that the round clock has left behind."""
    clock = clock_of(night.session) if night.session.is_running else None
    for number in night.table_numbers if clock else ():
        seat = night.current_round(number)
        words = None if seat is None or seat.is_sit_out or seat.is_ended else _lateness(seat, clock)
        if words is not None:
            yield Concern(Kind.LATE, seat, None, (words,))


def _lateness(seat: TableRound, clock: ClockFace) -> Message | None:
    if seat.round < clock.round and not seat.is_complete:
        return Message(gettext_noop("still in round %(round)d"), {"round": seat.round})
    return OVERTIME if seat.round == clock.round and clock.is_over and not seat.is_complete else None


def _left_out(night: Night) -> Iterable[tuple[TableRound, int]]:
    """The boards without a result where there should be one: a later one is played, or play is over."""
    for seat in night.rounds:
        if seat.is_sit_out:
            continue
        later = any(other.lines for other in night.of_table(seat.table) if other.round > seat.round)
        is_over = seat.is_ended or later or night.session.status == Session.Status.CLOSED
        last = max(seat.lines, default=0)
        yield from ((seat, board) for board in seat.missing if is_over or board < last)
