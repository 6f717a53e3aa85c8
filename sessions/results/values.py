"""What a reader is shown of a result: rows of travellers, recording sheets and cards."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.lines import Deal, Explanation, LineScore, Move, Points
from scoring.methods.reasons import BoardReason
from scoring.results import Penalty, Standing
from scoring.words import Message
from sessions.queries import Difference, Person, Side, TableRound


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
    people: tuple[Person, ...]
    partner: Side | None
    opponents: tuple[Side, ...]
    rows: tuple[CardRow, ...]
    points: Points | None
    has_won: bool | None


@dataclass(frozen=True, slots=True)
class CardBye:
    """A round without an opponent, and what it earned; None where it counts as a match won, or not at all."""

    round: int
    credit: Credit | None


@dataclass(frozen=True, slots=True)
class Card:
    """All that a contestant played, with what it adds up to.

    ``standing`` is the published one where the session is; ``difference`` says where the boards below it
    add up to another.
    """

    side: Side
    standing: Standing
    field_size: int
    rounds: tuple[CardRound, ...]
    total: Credit | None
    penalties: tuple[Penalty, ...]
    has_hidden: bool
    sources: tuple["Source", ...] = ()
    refinements: tuple[Message, ...] = ()
    difference: Difference | None = None
    byes: tuple[CardBye, ...] = ()

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
