"""What a workbook that scores itself holds: a sheet a table, its lines, and what every entry earns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language

from scoring.lines import Choice, Deal, Field, Options, Points, Ruleset, Value, check_options
from scoring.sheets import Sheet
from scoring.sheets.outcomes import Outcomes, make_outcomes
from sessions.models import Session
from sessions.queries import Night, TableRound
from sessions.words import bid_letter, letters, say, suit_letter

from .makers import recorded_tables

LEVELS = frozenset("1234567")
_WILD = re.compile(r"[*?~]")


@dataclass(frozen=True, slots=True)
class BookRow:
    """One deal: who sits where as the drop-down shows it, its conditions, and what is recorded already.

    ``fixed`` are the points by place where the recorded line has a score of its own; ``line`` is its key.
    ``sitting`` are the keys of the contestants by place.
    """

    round: int
    table: int
    deal: Deal
    fields: tuple[Field, ...]
    people: tuple[str, ...]
    entry: Mapping[str, Value] | None = None
    fixed: tuple[Points, ...] = ()
    line: int | None = None
    sitting: str = ""


@dataclass(frozen=True, slots=True)
class BookSheet:
    """One worksheet: a recording sheet, and what its rows are but for those that are headings."""

    sheet: Sheet
    places: tuple[str, ...]
    rows: tuple[BookRow, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A session as a workbook; ``outcomes`` by the places of a table and whether they are vulnerable.

    A kind of table whose points cannot be looked up has none. ``language`` is that of its drop-downs.
    """

    session: int
    language: str
    sheets: tuple[BookSheet, ...]
    outcomes: Mapping[tuple[str, ...], Mapping[bool, Outcomes]]
    are_pairs: bool


def can_score(session: Session) -> bool:
    """Whether a workbook can score the session's game: no deal of it remembers another."""
    options = check_options(session.ruleset, session.options)
    return all(outcomes_of(session.ruleset, places, options) for places in session.ruleset.tables[:1])


def make_book(night: Night, sheets: Sequence[Sheet], *, is_filled: bool) -> Book:
    """The workbook of these recording sheets of a session, blank or with what is recorded."""
    ruleset = night.session.ruleset
    tables = recorded_tables(night)
    found = {x: outcomes_of(ruleset, x, night.options) for x in {seats[0].places for seats in tables}}
    pages = tuple(
        BookSheet(sheet, seats[0].places, tuple(_rows(seats, sheet, is_filled=is_filled)))
        for seats, sheet in zip(tables, sheets, strict=True)
    )
    return Book(night.session.pk, get_language() or "en", pages, found, ruleset.partnerships)


def outcomes_of(ruleset: Ruleset, places: tuple[str, ...], options: Options) -> dict[bool, Outcomes]:
    """What the entries of a table earn, by whether the side that they name is vulnerable."""
    found = {x: make_outcomes(ruleset, places, options, vulnerable=x) for x in (False, True)}
    return {is_so: outcomes for is_so, outcomes in found.items() if outcomes is not None}


def _rows(seats: Sequence[TableRound], sheet: Sheet, *, is_filled: bool) -> Iterator[BookRow]:
    """What the rows of a sheet are: those of its only round, or below the heading of each."""
    parts: list[list[int]] = [] if sheet.rows and sheet.rows[0].heading else [[]]
    for row in sheet.rows:
        if row.heading:
            parts.append([])
        else:
            parts[-1].append(int(row.cells[0]))
    for seat, numbers in zip(seats, parts, strict=True):
        yield from (_row(seat, number, is_filled=is_filled) for number in numbers)


def _row(seat: TableRound, number: int, *, is_filled: bool) -> BookRow:
    known = seat.sitting if is_filled else replace(seat.sitting, lines=())
    deal = seat.ruleset.deal(known, number, seat.options)
    fields = tuple(x for x in seat.ruleset.fields(deal, seat.options) if not x.for_director)
    line = seat.lines.get(number) if is_filled else None
    entry = line.entry if line else None
    fixed: tuple[Points, ...] = ()
    if entry is not None and set(entry) - {item.name for item in fields}:
        points = seat.line_score(number).points
        fixed = tuple(points.get(place, 0) for place in seat.places)
    key = line.pk if line else None
    people, sitting = people_of(seat, deal), sitting_of(seat)
    return BookRow(seat.round, seat.table, deal, fields, people, entry, fixed, key, sitting)


def people_of(seat: TableRound, deal: Deal) -> tuple[str, ...]:
    """The players as the drop-down of a deal names them, by place; seats alone where nobody is named."""
    names = names_of(seat)
    return tuple(f"{letters(deal.seats.get(x, x))} {names[x]}".strip() for x in seat.places)


def names_of(seat: TableRound) -> dict[str, str]:
    """The players by place as a workbook names them: nobody where pairs meet others round after round.

    What formulas take for a sign that stands for any letter is left out.
    """
    people = {} if seat.boards and seat.ruleset.partnerships else seat.seats
    names = {place: person.called if (person := people.get(place)) else "" for place in seat.places}
    return {place: " ".join(_WILD.sub(" ", name).split()) for place, name in names.items()}


def sitting_of(seat: TableRound) -> str:
    """Who plays at a table, so that a workbook of another seating is known: ``N=4 E=7 S=4 W=7``."""
    return " ".join(f"{place}={seat.sides[place].pk}" for place in seat.places if place in seat.sides)


def text_of(item: Field, value: Value) -> str | int | None:
    """A value as a cell of a workbook has it, in the active language: ``4H``, other choices in words."""
    if value is None or value is False:
        return None
    if item.kind == "number":
        return int(value)
    if value is True:
        return say("yes")
    return next((choice_text(x) for x in item.choices if x.value == value), str(value))


def choice_text(choice: Choice) -> str:
    """A choice as it is typed: contracts, suits and bids by their letters, others in words."""
    if not choice.value:
        return ""
    level = choice.row if choice.row in LEVELS else ""
    kind = choice.value.removeprefix(level)
    if choice.tone:
        return level + suit_letter(choice.tone) if kind == choice.tone else choice.label
    return level + bid_letter(kind) if level else letters(say(choice.label))


def texts_of(item: Field) -> list[str]:
    """What the drop-down of a field offers."""
    if item.kind == "flag":
        return [say("yes")]
    return [choice_text(choice) for choice in item.choices if choice.value and not choice.for_director]
