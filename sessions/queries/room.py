"""The room as the director watches it: the grid, the guide cards, and single boards."""

from dataclasses import dataclass, replace

from scoring.lines import Points
from scoring.words import Message
from sessions.models import Adjustment, ScoreLine, Table

from .concerns import is_unconfirmed
from .night import Night, TableRound
from .people import Side
from .ranking import north_south_first


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a contestant is in one round; ``seats`` as on a guide card (``"NS"``)."""

    seat: TableRound
    seats: str


def chart(night: Night) -> tuple[tuple[Side, tuple[Stop | None, ...]], ...]:
    """Each contestant with its stops round by round, a team pair by pair; None for a round without a seat."""
    stops: dict[tuple[Side, int], Stop] = {}
    seated = {side for seat in night.rounds for side in seat.sides.values()}
    for seat in night.rounds:
        for side in set(seat.sides.values()):
            taken = [place for place in seat.places if seat.sides.get(place) == side]
            stops[side, seat.round] = Stop(seat, "".join(sorted(taken, key="NSEW".find)))
    rounds = night.round_numbers
    sides = seated if night.session.has_teams else night.sides.values()
    return tuple(
        (_in_full(side), tuple(stops.get((side, r)) for r in rounds))
        for side in sorted(sides, key=lambda side: _chart_order(night, side))
    )


def _chart_order(night: Night, side: Side) -> tuple:
    """By direction and number; the pairs of a team as its players are listed."""
    listed = [person.pk for person in night.sides[side.pk].players]
    pair = [listed.index(person.pk) for person in side.players if person.pk in listed]
    return north_south_first((side.group, None)), side.number, pair


def _in_full(side: Side) -> Side:
    """A team's pair by the names of both."""
    return replace(side, own_name=side.full_name) if side.own_name else side


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
class BoardView:
    """A board at a table as the director reads it: the line in words, its points, doubts and award."""

    board: int
    line: ScoreLine | None
    text: str = ""
    points: tuple[tuple[Side, Points], ...] = ()
    words: Message | None = None
    doubts: tuple[Message, ...] = ()
    award: Adjustment | None = None
    is_unconfirmed: bool = False


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
        doubts=() if line.settled_at else seat.doubts(board),
        award=award,
        is_unconfirmed=is_unconfirmed(night.session, seat, line),
    )


def board_views(night: Night, seat: TableRound) -> tuple[BoardView, ...]:
    """The boards of a table in a round; in an open-ended game the hands so far and the next one."""
    following = () if seat.boards or seat.next_board is None else (seat.next_board,)
    boards = sorted({*seat.boards, *seat.lines, *following})
    return () if seat.is_sit_out else tuple(board_view(night, seat, board) for board in boards)
