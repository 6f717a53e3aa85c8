"""A movement as a table in a CSV file: read with every fault named, and written again.

Two forms. The plain one has a heading, and a row for each table in each round:

    round,table,NS,EW,boards          pairs
    round,table,N,S,E,W,boards        single players; a column of seats may be missing, a cell empty
    round,table,1,2,3,4,5,boards      the same at tables whose seats have numbers

``boards`` are numbers and ranges: ``1-3``, ``1 2 5``. The EBU's form begins with a line of numbers (type,
tables, boards, boards a round, rounds; perhaps a missing pair or the number of players), then has the rows
in order: table by table within each round, as ``NS,EW,set`` or ``N,S,E,W,set`` where the type says
individual. Separators are commas, semicolons or tabs, as a spreadsheet writes them.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scoring.formats import FormatError, check_size, decode_text
from scoring.movements.plan import (
    Movement,
    Place,
    board_set,
    check_movement,
    make_movement,
    seat_pairs,
)
from scoring.words import Message
from scoring.words import mark as _

SLUG = "own"
NAME = _("Own movement")
SEATS = ("N", "S", "E", "W")
NUMBERED = ("1", "2", "3", "4", "5", "6")
PLAIN = ("round", "table")
MOST_ROUNDS, MOST_TABLES, MOST_NUMBER, MOST_BOARDS = 100, 200, 999, 999
MITCHELL = 1
INDIVIDUAL = (3, 4)  # one winner, four winners
WINNERS = {MITCHELL: 2, 4: 4}
TYPES = range(8)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds: the movement, or every fault that keeps it from being one; never both."""

    movement: Movement | None
    faults: tuple[Message, ...]


def loads(data: str | bytes, *, name: str = NAME) -> Movement:
    """The movement in a file. Raises FormatError with its first fault."""
    reading = read(data, name=name)
    if reading.movement is None:
        first = reading.faults[0]
        raise FormatError(Message(_("the movement")), first)
    return reading.movement


def read(data: str | bytes, *, name: str = NAME) -> Reading:
    """Read a movement and check it; each fault names its line, or its round, table and number."""
    check_size(data)
    text = data if isinstance(data, str) else decode_text(data)[0]
    lines = [line for line in _split(text) if any(line.cells)]
    if not lines:
        return Reading(None, (Message(_("There is nothing in it")),))
    collected = _Faults()
    if lines[0].cells[0].lower() in PLAIN:
        places, winners = _read_plain(lines, collected), 0
    else:
        places, winners = _read_ebu(lines, collected)
    if collected.found or not places:
        return Reading(None, tuple(collected.found) or (Message(_("There is no table in it")),))
    movement = make_movement(SLUG, name, places, winners=winners or _count_winners(places))
    faults = (*check_movement(movement), *_gaps(movement))
    return Reading(None, faults) if faults else Reading(movement, ())


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    cells: tuple[str, ...]


@dataclass(slots=True)
class _Faults:
    """Faults found so far, by line."""

    found: list[Message] = field(default_factory=list)

    def add(self, line: _Line, text: str, **params: object) -> None:
        self.found.append(
            Message(_("Line %(line)d: %(fault)s"), {"line": line.number, "fault": Message(text, params)})
        )


def _split(text: str) -> Iterator[_Line]:
    """The lines by the separator that the first of them uses."""
    head = text.strip().splitlines()[0] if text.strip() else ""
    separator = max(",;\t", key=head.count)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        cells = next(csv.reader([line], delimiter=separator), [])
        yield _Line(number, tuple(cell.strip() for cell in cells))


def _read_plain(lines: Sequence[_Line], faults: _Faults) -> list[Place]:
    columns = _columns(lines[0], faults)
    if faults.found:
        return []
    places = (_read_row(line, columns, faults) for line in lines[1:])
    return [place for place in places if place is not None]


def _columns(head: _Line, faults: _Faults) -> dict[str, int]:
    """Where each column stands, by its name; what is not known is an error, and not passed over."""
    names = [
        name if name in PLAIN or name == "boards" else name.upper() for name in map(str.lower, head.cells)
    ]
    for name in names:
        if name and name not in (*PLAIN, "boards", "NS", "EW", *SEATS, *NUMBERED):
            faults.add(head, _("column %(name)s is not known"), name=name)
        if name and names.count(name) > 1:
            faults.add(head, _("column %(name)s is there twice"), name=name)
    for name in PLAIN:
        if name not in names:
            faults.add(head, _("column %(name)s is missing"), name=name)
    is_pairs = "NS" in names or "EW" in names
    if is_pairs and any(seat in names for seat in (*SEATS, *NUMBERED)):
        faults.add(head, _("columns are for pairs (NS, EW) or for single players (N, S, E, W), not both"))
    if sum(seat in names for seat in ("NS", "EW", *SEATS, *NUMBERED)) < 2:
        faults.add(head, _("there must be columns for those who sit at the table: NS and EW, or N, S, E, W"))
    return {name: index for index, name in enumerate(names) if name}


def _read_row(line: _Line, columns: dict[str, int], faults: _Faults) -> Place | None:
    before = len(faults.found)
    cells = {name: line.cells[index] if index < len(line.cells) else "" for name, index in columns.items()}
    if len(line.cells) > max(columns.values()) + 1 and any(line.cells[max(columns.values()) + 1 :]):
        faults.add(line, _("it has more cells than there are columns"))
    round_number = _number(line, "round", cells["round"], MOST_ROUNDS, faults)
    table = _number(line, "table", cells["table"], MOST_TABLES, faults)
    held = {
        name: _number(line, name, cells[name], MOST_NUMBER, faults)
        for name in ("NS", "EW", *SEATS, *NUMBERED)
        if cells.get(name, "") not in ("", "-", "0")
    }
    boards = _boards(line, cells.get("boards", ""), faults)
    if not held:
        faults.add(line, _("nobody sits at this table"))
    if len(faults.found) > before:
        return None
    seats = {seat: held[name] for name in held for seat in (name if len(name) == 2 else name[:1])}
    return Place(round_number, table, seats, boards)


def _number(line: _Line, name: str, cell: str, most: int, faults: _Faults) -> int:
    if not (cell.isascii() and cell.isdigit()):
        faults.add(line, _("%(name)s: a whole number is wanted, not “%(cell)s”"), name=name, cell=cell[:20])
        return 1
    value = int(cell[:9])
    if not 1 <= value <= most:
        faults.add(
            line, _("%(name)s: %(value)d is not between 1 and %(most)d"), name=name, value=value, most=most
        )
        return 1
    return value


def _boards(line: _Line, cell: str, faults: _Faults) -> tuple[int, ...]:
    """Board numbers from ``1-3`` or ``1 2 5`` or ``1,2,5``; empty for none."""
    boards: list[int] = []
    for part in re.sub(r"\s*[-–]\s*", "-", cell).replace(",", " ").replace("+", " ").split():
        first, dash, last = part.partition("-")
        low = _number(line, "boards", first, MOST_BOARDS, faults)
        high = _number(line, "boards", last, MOST_BOARDS, faults) if dash else low
        if high < low:
            faults.add(line, _("boards: %(part)s runs backwards"), part=part)
        boards.extend(range(low, high + 1))
    if len(set(boards)) < len(boards):
        faults.add(line, _("boards: a board is there twice"))
    return tuple(boards)


def _read_ebu(lines: Sequence[_Line], faults: _Faults) -> tuple[list[Place], int]:
    head = lines[0]
    names = ("movement type", "tables", "boards", "boards a round", "rounds")
    if len(head.cells) < len(names):
        faults.add(head, _("the heading round, table, ... or the five numbers of the EBU's form are wanted"))
        return [], 0
    kind = -1
    if head.cells[0].isdigit():
        kind = int(head.cells[0])
    if kind not in TYPES:
        faults.add(
            head, _("movement type: a number from 0 to 7 is wanted, not “%(cell)s”"), cell=head.cells[0][:20]
        )
    tables = _number(head, names[1], head.cells[1], MOST_TABLES, faults)
    _number(head, names[2], head.cells[2], MOST_BOARDS, faults)
    size = _number(head, names[3], head.cells[3], MOST_BOARDS, faults)
    rounds = _number(head, names[4], head.cells[4], MOST_ROUNDS, faults)
    if faults.found:
        return [], 0
    rows = lines[1:]
    if len(rows) != tables * rounds:
        text = _("%(tables)d tables and %(rounds)d rounds make %(wanted)d rows; there are %(found)d")
        faults.add(head, text, tables=tables, rounds=rounds, wanted=tables * rounds, found=len(rows))
        return [], 0
    missing = head.cells[5] if len(head.cells) > 5 and kind not in INDIVIDUAL else ""
    places = [_ebu_row(line, divmod(index, tables), kind, size, faults) for index, line in enumerate(rows)]
    left = _without(places, int(missing)) if missing.isdigit() and int(missing) else places
    return _apart(left) if kind == MITCHELL else left, WINNERS.get(kind, 1)


def _ebu_row(line: _Line, where: tuple[int, int], kind: int, size: int, faults: _Faults) -> Place:
    width = 5 if kind in INDIVIDUAL else 3
    cells = [cell for cell in line.cells if cell]
    if len(cells) != width:
        faults.add(
            line, _("%(wanted)d numbers are wanted; there are %(found)d"), wanted=width, found=len(cells)
        )
        return Place(1, 1, {})
    *numbers, boards = (_number(line, _("a number"), cell, MOST_NUMBER, faults) for cell in cells)
    seats = dict(zip(SEATS, numbers, strict=True)) if width == 5 else seat_pairs(numbers[0], numbers[1])
    return Place(where[0] + 1, where[1] + 1, seats, board_set(boards, size))


def _apart(places: Sequence[Place]) -> list[Place]:
    """East-West pairs numbered on after North-South, where both lines begin with 1."""
    north = {place.seats["N"] for place in places if "N" in place.seats}
    east = {place.seats["E"] for place in places if "E" in place.seats}
    if not north & east:
        return list(places)
    shift = {"N": 0, "S": 0, "E": max(north), "W": max(north)}
    return [
        Place(p.round, p.table, {seat: n + shift[seat] for seat, n in p.seats.items()}, p.boards)
        for p in places
    ]


def _without(places: Sequence[Place], missing: int) -> list[Place]:
    """The same without the missing pair."""
    return [
        Place(p.round, p.table, {seat: n for seat, n in p.seats.items() if n != missing}, p.boards)
        for p in places
    ]


def _gaps(movement: Movement) -> Iterator[Message]:
    """Rounds without a table, and numbers that are left out."""
    played = {place.round for place in movement.places}
    for missing in sorted(set(range(1, movement.rounds + 1)) - played):
        yield Message(_("Round %(round)d has no table"), {"round": missing})
    numbers = movement.contestants
    for before, after in zip((0, *numbers), numbers, strict=False):
        if after > before + 1:
            text = _("Numbers from %(first)d to %(last)d never sit")
            yield Message(text, {"first": before + 1, "last": after - 1})


def _count_winners(places: Sequence[Place]) -> int:
    """Two where no pair is ever both North-South and East-West."""
    north = {number for place in places for seat, number in place.seats.items() if seat in "NS"}
    east = {number for place in places for seat, number in place.seats.items() if seat in "EW"}
    is_pairs = all(len(place.contestants) <= 2 for place in places)
    return 2 if is_pairs and east and not north & east else 1


def dumps(movement: Movement) -> str:
    """The movement in the plain form, lines ended as spreadsheets do."""
    used = {seat for place in movement.places for seat in place.seats}
    is_pairs = used <= set(SEATS) and all(map(_is_pair_table, movement.places))
    numbered = tuple(seat for seat in NUMBERED if seat in used)
    names = ("NS", "EW") if is_pairs else (*(SEATS if used & set(SEATS) else ()), *numbered)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*PLAIN, *names, "boards"])
    for place in movement.places:
        held = [place.seats.get(name[0], "") for name in names]
        writer.writerow([place.round, place.table, *held, format_boards(place.boards)])
    return out.getvalue()


def _is_pair_table(place: Place) -> bool:
    seats = place.seats
    return seats.get("N") == seats.get("S") and seats.get("E") == seats.get("W")


def format_boards(boards: Sequence[int]) -> str:
    """Boards as ranges: ``1-3 7``."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
