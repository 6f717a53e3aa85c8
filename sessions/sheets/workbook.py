"""What a workbook that scores itself holds: a sheet a table, its lines, and what every entry earns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.lines import Choice, Deal, Field, Options, Points, Ruleset, Value, check_options
from scoring.sheets import OPEN_ROWS
from scoring.sheets.outcomes import Outcomes, make_outcomes
from sessions.models import Session
from sessions.queries import Night, TableRound
from sessions.words import say

GAP = "|"
"""Stands between the values of an entry in the table of outcomes."""


@dataclass(frozen=True, slots=True)
class BookRow:
    """One deal: who sits where as the drop-down shows it, its conditions, and what is recorded already.

    ``fixed`` are the points by place where the recorded line has a score of its own; ``line`` is its key.
    """

    round: int
    table: int
    deal: Deal
    fields: tuple[Field, ...]
    people: tuple[str, ...]
    entry: Mapping[str, Value] | None = None
    fixed: tuple[Points, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class BookSheet:
    """One worksheet: a table in a round, or all its rounds where boards are compared."""

    name: str
    title: str
    facts: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    rows: tuple[BookRow, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A session as a workbook; ``outcomes`` by the places of a table and whether they are vulnerable."""

    session: int
    sheets: tuple[BookSheet, ...]
    outcomes: Mapping[tuple[str, ...], Mapping[bool, Outcomes]]
    are_pairs: bool
    has_totals: bool = True


def can_score(session: Session) -> bool:
    """Whether a workbook can score the session's game: no deal of it remembers another."""
    options = check_options(session.ruleset, session.options)
    return all(outcomes_of(session.ruleset, places, options) for places in session.ruleset.tables[:1])


def make_book(night: Night, *, is_filled: bool) -> Book:
    """The workbook of a session, blank or with what is recorded."""
    session, is_compared = night.session, night.has_common_boards
    seats = [seat for seat in night.rounds if not seat.is_sit_out]
    by_sheet: dict[object, list[TableRound]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.table, seat.round)):
        by_sheet.setdefault(seat.table if is_compared else (seat.table, seat.round), []).append(seat)
    found = {x: outcomes_of(session.ruleset, x, night.options) for x in {seat.places for seat in seats}}
    sheets = tuple(_sheet(night, members, is_filled=is_filled) for members in by_sheet.values())
    return Book(session.pk, sheets, found, session.ruleset.partnerships, has_totals=not is_compared)


def outcomes_of(ruleset: Ruleset, places: tuple[str, ...], options: Options) -> dict[bool, Outcomes]:
    """What the entries of a table earn, by whether the side that they name is vulnerable."""
    found = {x: make_outcomes(ruleset, places, options, vulnerable=x) for x in (False, True)}
    return {is_so: outcomes for is_so, outcomes in found.items() if outcomes is not None}


def _sheet(night: Night, seats: Sequence[TableRound], *, is_filled: bool) -> BookSheet:
    first = seats[0]
    several = not night.has_common_boards and len(night.round_numbers) > 1
    name = f"{first.table}-{first.round}" if several else str(first.table)
    facts = (
        ()
        if len(seats) > 1
        else tuple((place, person.name) for place, person in first.seats.items() if person is not None)
    )
    rows = tuple(_row(night, seat, number, is_filled) for seat in seats for number in _numbers(seat))
    return BookSheet(name, night.session.title, facts, first.places, rows)


def _numbers(seat: TableRound) -> tuple[int, ...]:
    if seat.boards:
        return seat.boards
    if seat.score.is_over:
        return tuple(sorted(seat.lines))
    return tuple(range(1, max(OPEN_ROWS, max(seat.lines, default=0)) + 1))


def _row(night: Night, seat: TableRound, number: int, is_filled: bool) -> BookRow:
    deal = seat.ruleset.deal(seat.sitting, number, seat.options)
    fields = tuple(x for x in seat.ruleset.fields(deal, seat.options) if not x.for_director)
    line = seat.lines.get(number) if is_filled else None
    entry = line.entry if line else None
    fixed: tuple[Points, ...] = ()
    if entry is not None and set(entry) - {item.name for item in fields}:
        points = seat.line_score(number).points
        fixed = tuple(points.get(place, 0) for place in seat.places)
    key = line.pk if line else None
    return BookRow(seat.round, seat.table, deal, fields, people_of(seat, deal), entry, fixed, key)


def people_of(seat: TableRound, deal: Deal) -> tuple[str, ...]:
    """The players as the drop-down of a deal names them, by place; seats alone where nobody is named."""
    found = []
    for place in seat.places:
        person = seat.seats.get(place)
        name = "" if seat.boards and seat.ruleset.partnerships else (person.called if person else "")
        found.append(f"{deal.seats.get(place, place)} {name}".strip())
    return tuple(found)


def text_of(item: Field, value: Value) -> str | int | None:
    """A value as a cell of a workbook has it: contracts by their letters (``4H``), other choices in words."""
    if value is None or value is False:
        return None
    if item.kind == "number":
        return int(value)
    if value is True:
        return say("yes")
    return next((choice_text(x) for x in item.choices if x.value == value), str(value))


def choice_text(choice: Choice) -> str:
    if not choice.value:
        return ""
    return choice.value if choice.tone or choice.row.isdigit() else say(choice.label)


def texts_of(item: Field) -> list[str]:
    """What the drop-down of a field offers."""
    if item.kind == "flag":
        return [say("yes")]
    return [choice_text(choice) for choice in item.choices if choice.value]
