"""The room as the director watches it: the grid, the guide cards, and what wants an eye."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.lines import Points
from scoring.words import Message
from sessions.models import Adjustment, ScoreLine, Session, Table

from .night import Night, TableRound
from .people import Side
from .ranking import north_south_first

DISPUTED = Message(gettext_noop("the table does not agree on this result"), {})


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a contestant is in one round; ``seats`` as on a guide card (``"NS"``)."""

    seat: TableRound
    seats: str


def chart(night: Night) -> tuple[tuple[Side, tuple[Stop | None, ...]], ...]:
    """Each contestant with its stops round by round; None for a round without a seat."""
    stops: dict[tuple[int, int], Stop] = {}
    for seat in night.rounds:
        for pk in {side.pk for side in seat.sides.values()}:
            taken = [place for place in seat.places if place in seat.sides and seat.sides[place].pk == pk]
            places = "".join(sorted(taken, key="NSEW".find))
            stops[pk, seat.round] = Stop(seat, places)
    rounds = night.round_numbers
    sides = sorted(
        night.sides.values(), key=lambda side: (north_south_first((side.group, None)), side.number)
    )
    return tuple((side, tuple(stops.get((side.pk, r)) for r in rounds)) for side in sides)


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table with its rounds, None where it stands empty, and the round that it is in."""

    table: Table
    cells: tuple[TableRound | None, ...]
    current: TableRound | None


def grid(night: Night) -> tuple[GridRow, ...]:
    """The room as the director watches it: a row a table, a cell a round."""
    cells = {(seat.table, seat.round): seat for seat in night.rounds}
    return tuple(
        GridRow(
            table=table,
            cells=tuple(cells.get((table.number, number)) for number in night.round_numbers),
            current=night.current_round(table.number),
        )
        for table in night.session.tables.all()
    )


@dataclass(frozen=True, slots=True)
class Concern:
    """A board that wants the director's eye: its result is doubtful, or missing when it should be there."""

    seat: TableRound
    board: int
    doubts: tuple[Message, ...] = ()

    @property
    def is_missing(self) -> bool:
        return not self.doubts


def concerns(night: Night) -> tuple[Concern, ...]:
    """Doubtful results first, then the boards left out: a later one has been played, or play is over."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    doubtful = [
        Concern(seat, board, seat.doubts(board))
        for seat in night.rounds
        for board in seat.lines
        if seat.doubts(board) and (seat.round, seat.table, board) not in awarded
    ]
    missing = [
        Concern(seat, board)
        for seat in night.rounds
        for board in _left_out(night, seat)
        if (seat.round, seat.table, board) not in awarded
    ]
    return (*_disputed(night), *doubtful, *missing)


def _disputed(night: Night) -> list[Concern]:
    """The lines on which a table does not agree, or two phones differ."""
    lines = [(seat, board, line) for seat in night.rounds for board, line in seat.lines.items()]
    return [Concern(seat, board, (DISPUTED,)) for seat, board, line in lines if line.is_disputed]


def _left_out(night: Night, seat: TableRound) -> tuple[int, ...]:
    if seat.is_sit_out:
        return ()
    later = any(other.lines for other in night.of_table(seat.table) if other.round > seat.round)
    if seat.is_ended or later or night.session.status == Session.Status.CLOSED:
        return seat.missing
    return tuple(board for board in seat.missing if board < max(seat.lines, default=0))


def unplayed(night: Night) -> tuple[Concern, ...]:
    """Every board that has neither a result nor an award, and every match that has not ended."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    return tuple(
        Concern(seat, board)
        for seat in night.rounds
        if not seat.is_complete
        for board in (seat.missing if seat.boards else (seat.sitting.next_number(),))
        if (seat.round, seat.table, board) not in awarded
    )


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board at a table as the director reads it: the line in words, its points, doubts and award."""

    board: int
    line: ScoreLine | None
    text: str = ""
    points: tuple[tuple[Side, Points], ...] = ()
    words: Message | None = None
    doubts: tuple[Message, ...] = ()
    award: Adjustment | None = None


def board_view(night: Night, seat: TableRound, board: int) -> BoardView:
    """One board of a table; its line is None where there is no result."""
    places = ((x.seating_id, x.board, x) for x in night.adjustments)
    award = next((x for pk, number, x in places if (pk, number) == (seat.pk, board)), None)
    line = seat.lines.get(board)
    score = seat.line_score(board)
    if line is None or score is None:
        return BoardView(board, line, award=award)
    return BoardView(
        board=board,
        line=line,
        text=seat.describe(board),
        points=tuple({side.pk: (side, score.points[place]) for place, side in seat.sides.items()}.values()),
        words=seat.explain(board).words,
        doubts=seat.doubts(board),
        award=award,
    )


def board_views(night: Night, seat: TableRound) -> tuple[BoardView, ...]:
    """The boards of a table in a round; in an open-ended game the hands so far and the next one."""
    following = () if seat.boards or seat.next_board is None else (seat.next_board,)
    boards = sorted({*seat.boards, *seat.lines, *following})
    return () if seat.is_sit_out else tuple(board_view(night, seat, board) for board in boards)
