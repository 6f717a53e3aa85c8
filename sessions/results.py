"""Results as readers look them up: a board's traveller, a table's record, a contestant's card."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext_noop as _

from scoring.lines import Deal, Entry, Explanation, Field, LineScore, Move, Part, Points
from scoring.methods.reasons import BoardReason, Explains
from scoring.movements.plan import OPPOSITE
from scoring.results import BoardPoints, Method, Penalty, Standing, TableKey
from scoring.words import Message

from .models import Session
from .queries import Night, Person, Side, TableRound

COMPASS = "NSEW"
BOARD_FIGURES = ("matchpoints", "imps", "net", "margin")
"""The figures that add up what boards gave, so that their heading names a board's points too."""


@dataclass(frozen=True, slots=True)
class Credit:
    """What a side earned by comparison: points out of ``top``."""

    points: Fraction
    top: Fraction

    @property
    def percent(self) -> Fraction | None:
        return self.points / self.top * 100 if self.top else None


@dataclass(frozen=True, slots=True)
class Result:
    """A board at a table: its line in short, and the credits of the first place's side and the other.

    ``line`` is None while nothing counts; ``is_hidden`` where the reader must wait for other tables.
    """

    seat: TableRound
    board: int
    line: LineScore | None = None
    text: str = ""
    first: Credit | None = None
    second: Credit | None = None
    is_awarded: bool = False
    is_hidden: bool = False

    @property
    def first_side(self) -> Side | None:
        return self.seat.sides.get(self.seat.places[0])

    @property
    def second_side(self) -> Side | None:
        return self.seat.sides.get(self.seat.places[1])

    @property
    def score(self) -> Points | None:
        """The points of the first place's side; None for an award or a board not played."""
        if self.line is None or self.is_awarded:
            return None
        return self.line.points.get(self.seat.places[0])

    @property
    def first_score(self) -> Points | None:
        """The score where it goes to the first place's side, as a traveller has it."""
        return self.score if self.score is not None and self.score >= 0 else None

    @property
    def second_score(self) -> Points | None:
        return -self.score if self.score is not None and self.score < 0 else None


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score occurred on a board, and what each side got for it."""

    score: Points
    times: int
    first: Credit
    second: Credit


@dataclass(frozen=True, slots=True)
class Traveller:
    """A board at all its tables, the best score for the first side on top."""

    board: int
    deal: Deal
    rows: tuple[Result, ...]
    frequencies: tuple[Frequency, ...]
    previous: int | None
    next: int | None
    done: int
    expected: int
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class TableSide:
    """Who scores together at a table: ``label`` is the seats, ``place`` the first of them."""

    label: str
    place: str
    side: Side
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side earned with a line, and its total so far; both None where it earned nothing."""

    points: Points | None
    running: Points | None


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat that a line names: the field's label, the seat, and the player who had it."""

    label: str
    seat: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class MoveMade:
    """Somebody changed seats before a board."""

    person: Person | None
    move: Move


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One row of a recording sheet."""

    result: Result
    why: Explanation | None
    declared: tuple[Declared, ...]
    moves: tuple[MoveMade, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """The recording sheet of a table in one round."""

    seat: TableRound
    sides: tuple[TableSide, ...]
    rows: tuple[RecordRow, ...]
    totals: tuple[Points, ...]
    winners: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class CardRow:
    """One board on a contestant's card."""

    result: Result
    points: Points | None
    credit: Credit | None
    running: Points | None = None
    why: Explanation | None = None
    reason: BoardReason | None = None


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round on a contestant's card: where, with and against whom, and its boards."""

    seat: TableRound
    label: str
    partner: Side | None
    opponents: tuple[Side, ...]
    rows: tuple[CardRow, ...]
    points: Points | None
    has_won: bool | None


@dataclass(frozen=True, slots=True)
class Card:
    """All that a contestant played, with what it adds up to."""

    side: Side
    standing: Standing
    field_size: int
    rounds: tuple[CardRound, ...]
    total: Credit | None
    penalties: tuple[Penalty, ...]
    has_hidden: bool
    sources: tuple["Source", ...] = ()

    @property
    def rank(self) -> str:
        if self.standing.rank is None:
            return ""
        return f"{self.standing.rank}{'=' if self.standing.is_tied else ''}"


@dataclass(frozen=True, slots=True)
class Source:
    """What a contestant's points came from: a reason, how many boards gave any for it, how many in all."""

    reason: Message
    boards: int
    points: Points


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far a table has come: the round it is in, its lines of those expected."""

    number: int
    now: TableRound
    done: int
    expected: int
    is_complete: bool

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits there now."""
        return tuple(person for person in self.now.seats.values() if person is not None)

    @property
    def state(self) -> str:
        if self.is_complete:
            return "complete"
        return "playing" if self.done else "waiting"


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How many of a board's tables have played it."""

    number: int
    done: int
    expected: int

    @property
    def is_complete(self) -> bool:
        return self.done >= self.expected


class Readings:
    """A night as one reader may see it: who ``sees_all`` need not wait for a board's last table."""

    def __init__(self, night: Night, *, sees_all: bool = False) -> None:
        self.night = night
        self.sees_all = sees_all

    @cached_property
    def hidden(self) -> frozenset[int]:
        """Boards that somebody has yet to play, whose results would give them away."""
        if self.sees_all or self.night.session.status == Session.Status.CLOSED:
            return frozenset()
        return frozenset(board.number for board in self.boards if not board.is_complete)

    @cached_property
    def boards(self) -> tuple[BoardProgress, ...]:
        """The boards that tables compare, with their progress; none where each plays its own deals."""
        if not self.night.has_common_boards:
            return ()
        done, expected = Counter(), Counter()
        for seat, board in self._played():
            expected[board] += 1
            done[board] += board in seat.lines or (*seat.played.key, board) in self._awarded
        return tuple(BoardProgress(board, done[board], expected[board]) for board in sorted(expected))

    def _played(self) -> Iterable[tuple[TableRound, int]]:
        for seat in self.night.rounds:
            if not seat.is_sit_out:
                yield from ((seat, board) for board in boards_of(seat))

    @property
    def unit(self) -> str:
        """What a board's points are called under the session's method."""
        return board_unit(self.night.session.method)

    @cached_property
    def _awarded(self) -> frozenset[tuple[int, int, int]]:
        return frozenset((award.round, award.table, award.board) for award in self.night.awards)

    @cached_property
    def _compared(self) -> Mapping[tuple[TableKey, int], BoardPoints]:
        return {(found.key, found.board): found for found in self.night.standings.boards}

    def result(self, seat: TableRound, board: int) -> Result:
        """A board at a table, empty where it is hidden or has no result yet."""
        if board in self.hidden:
            return Result(seat, board, is_hidden=True)
        line = seat.line_score(board)
        text = seat.ruleset.describe(seat.lines[board].entry, line.deal) if line else ""
        found = self._compared.get((seat.played.key, board))
        if found is None:
            return Result(seat, board, line, text)
        first, second = Credit(found.first, found.top), Credit(found.second, found.top)
        return Result(seat, board, line, text, first, second, is_awarded=found.is_award)

    def traveller(self, number: int) -> Traveller | None:
        """The traveller of a board; None where no table compares it."""
        progress = {board.number: board for board in self.boards}
        if number not in progress:
            return None
        seats = [seat for seat, board in self._played() if board == number]
        rows = sorted((self.result(seat, number) for seat in seats), key=_best_first)
        numbers = sorted(progress)
        at = numbers.index(number)
        return Traveller(
            board=number,
            deal=seats[0].deal(number),
            rows=tuple(rows),
            frequencies=_frequencies(rows),
            previous=numbers[at - 1] if at else None,
            next=numbers[at + 1] if at + 1 < len(numbers) else None,
            done=progress[number].done,
            expected=progress[number].expected,
            is_hidden=number in self.hidden,
        )

    def tables(self) -> tuple[TableProgress, ...]:
        """Every table with its progress."""
        return tuple(self._table_progress(number) for number in self.night.table_numbers)

    def _table_progress(self, number: int) -> TableProgress:
        rounds = self.night.of_table(number)
        return TableProgress(
            number=number,
            now=self.night.current_round(number),
            done=sum(len(seat.lines) for seat in rounds),
            expected=sum(len(seat.boards) for seat in rounds if not seat.is_sit_out),
            is_complete=all(seat.is_complete or seat.is_ended for seat in rounds),
        )

    def record(self, table: int) -> tuple[RoundRecord, ...]:
        """The recording sheets of a table, round by round; empty where there is no such table."""
        return tuple(self._round_record(seat) for seat in self.night.of_table(table))

    def _round_record(self, seat: TableRound) -> RoundRecord:
        sides = table_sides(seat)
        boards = () if seat.is_sit_out else boards_of(seat)
        return RoundRecord(
            seat=seat,
            sides=sides,
            rows=tuple(self._record_row(seat, board, sides) for board in boards),
            totals=tuple(seat.score.totals.get(side.place, 0) for side in sides),
            winners=tuple(side.side for side in sides if side.place in seat.score.winners),
        )

    def _record_row(self, seat: TableRound, board: int, sides: tuple[TableSide, ...]) -> RecordRow:
        result = self.result(seat, board)
        if result.line is None:
            return RecordRow(result, None, (), (), tuple(Cell(None, None) for _side in sides))
        line, entry = result.line, seat.lines[board].entry
        return RecordRow(
            result=result,
            why=seat.explain(board),
            declared=tuple(_declared(seat, line.deal, entry)),
            moves=tuple(MoveMade(seat.seats.get(move.place), move) for move in line.deal.moves),
            cells=tuple(Cell(line.points.get(s.place), line.running.get(s.place)) for s in sides),
        )

    def card(self, side: Side) -> Card:
        """Everything that a contestant played."""
        rows = self.night.standings.rows
        standing = next(row for row in rows if row.contestant == side.pk)
        rounds = tuple(self._card_round(seat, side) for seat in self.night.of_side(side.pk))
        own = [row for found in rounds for row in found.rows]
        return Card(
            side=side,
            standing=standing,
            field_size=sum(row.group == standing.group for row in rows),
            rounds=rounds,
            total=self._total(side),
            penalties=tuple(p for p in self.night.penalties if p.contestant == side.pk),
            has_hidden=any(row.result.is_hidden for row in own),
            sources=() if self.night.has_common_boards else _sources(side, own),
        )

    def _card_round(self, seat: TableRound, side: Side) -> CardRound:
        sides = table_sides(seat)
        own = next(found for found in sides if found.side.pk == side.pk)
        partner = partner_of(seat, own.place)
        others = (found.side for found in sides if found is not own)
        return CardRound(
            seat=seat,
            label=own.label,
            partner=partner,
            opponents=tuple(other for other in others if other is not partner),
            rows=() if seat.is_sit_out else tuple(self._card_row(seat, b, own) for b in boards_of(seat)),
            points=None if self.night.has_common_boards else seat.score.totals.get(own.place, 0),
            has_won=own.place in seat.score.winners if seat.score.winners else None,
        )

    def _card_row(self, seat: TableRound, board: int, own: TableSide) -> CardRow:
        result = self.result(seat, board)
        is_first = seat.places.index(own.place) % 2 == 0
        credit = result.first if is_first else result.second
        reason = self._reason(seat, board, is_first=is_first) if credit else None
        if result.line is None or result.is_awarded:
            return CardRow(result, None, credit, reason=reason)
        return CardRow(
            result,
            points=result.line.points.get(own.place),
            credit=credit,
            running=None if self.night.has_common_boards else result.line.running.get(own.place),
            why=seat.explain(board),
            reason=reason,
        )

    def _reason(self, seat: TableRound, board: int, *, is_first: bool) -> BoardReason | None:
        """The comparisons that gave a board's points, for the first place's side or the other."""
        method = self.night.session.method
        row = self._compared.get((seat.played.key, board))
        if row is None or not isinstance(method, Explains):
            return None
        return method.explain(self.night.contest, row, is_first=is_first)

    def _total(self, side: Side) -> Credit | None:
        """The credits of all the boards together, as they rank before any penalty."""
        seats = {seat.played.key: seat for seat in self.night.of_side(side.pk)}
        found = [
            (board.first if _is_first(seats[board.key], side) else board.second, board.top)
            for board in self.night.standings.boards
            if board.key in seats
        ]
        if not found:
            return None
        return Credit(
            sum((won for won, _t in found), Fraction(0)), sum((top for _w, top in found), Fraction(0))
        )


def board_unit(method: Method) -> str:
    """The heading of what a board gives: match points, IMPs, points."""
    labels = {column.name: column.label for column in method.columns}
    return next((labels[name] for name in BOARD_FIGURES if name in labels), _("Points"))


def _sources(side: Side, rows: Iterable[CardRow]) -> tuple[Source, ...]:
    """A contestant's points by reason, the most first; none unless they add up to all that he has."""
    found: dict[str, list[Part]] = defaultdict(list)
    total: Points = 0
    for row in rows:
        total += row.points or 0
        if row.why is not None:
            for part in row.why.parts:
                if _has_place(row.result.seat, side, part.places):
                    found[str(part.reason)].append(part)
    sources = [
        Source(parts[0].reason, len(parts), sum(part.points for part in parts)) for parts in found.values()
    ]
    if sum(source.points for source in sources) != total:
        return ()
    return tuple(sorted(sources, key=lambda source: -source.points))


def _has_place(seat: TableRound, side: Side, places: Iterable[str]) -> bool:
    return any(place in seat.sides and seat.sides[place].pk == side.pk for place in places)


def boards_of(seat: TableRound) -> tuple[int, ...]:
    """The boards of a table in a round: those set for it, else the hands it has played."""
    return tuple(sorted({*seat.boards, *seat.lines}))


def table_sides(seat: TableRound) -> tuple[TableSide, ...]:
    """The contestants at a table with their seats, in the order of places."""
    places: dict[int, list[str]] = defaultdict(list)
    for place in seat.places:
        if place in seat.sides:
            places[seat.sides[place].pk].append(place)
    return tuple(_table_side(seat, taken) for taken in places.values())


def _table_side(seat: TableRound, places: list[str]) -> TableSide:
    people = (seat.seats.get(place) for place in places)
    label = "".join(sorted(places, key=lambda place: (COMPASS.find(place), place)))
    return TableSide(label, places[0], seat.sides[places[0]], tuple(p for p in people if p is not None))


def partner_of(seat: TableRound, place: str) -> Side | None:
    """The player opposite, where four single players play two against two."""
    if set(seat.places) != set(OPPOSITE) or len({side.pk for side in seat.sides.values()}) < 4:
        return None
    return seat.sides.get(OPPOSITE[place])


def _is_first(seat: TableRound, side: Side) -> bool:
    first = seat.sides.get(seat.places[0])
    return first is not None and first.pk == side.pk


def _declared(seat: TableRound, deal: Deal, entry: Entry) -> Iterable[Declared]:
    for field in _seat_fields(seat, deal):
        place = entry.get(field.name)
        if place in deal.seats:
            yield Declared(field.label, deal.seats[place], seat.seats.get(place))


def _seat_fields(seat: TableRound, deal: Deal) -> Iterable[Field]:
    return (field for field in seat.ruleset.fields(deal, seat.options) if field.kind == "seat")


def _best_first(result: Result) -> tuple:
    first = result.first_side
    return (result.score is None, -(result.score or 0), first.number if first else 0)


def _frequencies(rows: Iterable[Result]) -> tuple[Frequency, ...]:
    """How often each score occurred; none where equal scores earned differently, as on a fouled board."""
    times: Counter[Points] = Counter()
    credits: dict[Points, tuple[Credit, Credit]] = {}
    for row in rows:
        if row.score is not None and row.first is not None:
            times[row.score] += 1
            if credits.setdefault(row.score, (row.first, row.second)) != (row.first, row.second):
                return ()
    return tuple(Frequency(score, times[score], *credits[score]) for score in sorted(times, reverse=True))
