"""Reads a filled workbook back, cell by cell; whatever is not a workbook of this session is refused."""

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from xml.etree.ElementTree import ParseError

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lines import EntryError, Field, Value
from sessions import services
from sessions.models import ScoreLine
from sessions.queries import Night, TableRound
from sessions.words import say_error

from .formulas import LINES, MARK, VERSION
from .workbook import choice_text, people_of

BYTES_MAX = 2 * 1024 * 1024
UNPACKED_MAX = 40 * 1024 * 1024
PARTS_MAX = 300
TAGS_MAX = 600_000
"""Twice what a hundred tables of thirty boards have; parsing takes its time by the tag, not by the byte."""
ROWS_MAX = 5_000
COLUMNS_MAX = 60
TEXT_MAX = 200
LOCKED = b"\xd0\xcf\x11\xe0"
"""How a file begins that holds an encrypted workbook, or one of before 2007."""
DECLARATIONS = (b"<!DOCTYPE", b"<!ENTITY", b"<\0!\0D", b"\0<\0!\0D")
FORBIDDEN = MappingProxyType(
    {
        "vbaproject": gettext_lazy("it has macros"),
        "externallinks/": gettext_lazy("it is linked to other files"),
        "embeddings/": gettext_lazy("it has other files inside"),
        "activex": gettext_lazy("it has controls inside"),
    }
)


class NotReadError(Exception):
    """A file that is not read at all; ``str()`` says why, for people."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One row of the workbook: ``state`` is ``new``, ``same``, ``differs`` or ``wrong``.

    ``cell`` names where a wrong value stands; ``stored`` is the text of the line that stands there now.
    """

    sheet: str
    row: int
    seat: TableRound
    board: int
    state: str
    text: str = ""
    stored: str = ""
    entry: Mapping[str, Value] | None = None
    expected: int | None = None
    cell: str = ""
    message: str = ""


def read_book(content: bytes, night: Night) -> list[ReadLine]:
    """What a workbook says of every deal that it has. Raises NotReadError; stores nothing."""
    cells = read_sheets(content)
    session, language, rows = _read_map(cells.pop(LINES, ()))
    if session != night.session.pk:
        raise NotReadError(_("This workbook belongs to another session."))
    seats = {(seat.round, seat.table): seat for seat in night.rounds if not seat.is_sit_out}
    found: list[ReadLine] = []
    for row in rows:
        seat = seats.get((row.round, row.table))
        if seat is None:
            raise NotReadError(_("The seating has changed since this workbook was made; take a new one."))
        line = _read_line(row, seat, cells.get(row.sheet, {}), language)
        if line is not None:
            seats[row.round, row.table] = _after(seat, line)
            found.append(line)
    return found


def read_sheets(content: bytes) -> dict[str, dict[int, tuple]]:
    """The cells of each worksheet by row, once the file is seen to be safe to unpack. Raises NotReadError."""
    _check_package(content)
    return _read_cells(content)


def _check_package(content: bytes) -> None:
    """Look at the table of contents before anything is unpacked, then at each part before it is parsed."""
    if len(content) > BYTES_MAX:
        raise NotReadError(_("This file is too large for a workbook of a session."))
    if content.startswith(LOCKED):
        raise NotReadError(
            _("This file has a password or is of an old kind: save it as .xlsx without a password.")
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            parts = package.infolist()
            _check_names(parts)
            _check_parts(package, parts)
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise NotReadError(_("This is not an Excel workbook.")) from error
    except zlib.error as error:
        raise NotReadError(_("This workbook is damaged.")) from error


def _check_names(parts: Sequence[zipfile.ZipInfo]) -> None:
    if len(parts) > PARTS_MAX or sum(part.file_size for part in parts) > UNPACKED_MAX:
        raise NotReadError(_("This file unpacks to too much for a workbook of a session."))
    for part in parts:
        for name, why in FORBIDDEN.items():
            if name in part.filename.casefold():
                raise NotReadError(_("This workbook is not read: %(why)s.") % {"why": why})


def _check_parts(package: zipfile.ZipFile, parts: Sequence[zipfile.ZipInfo]) -> None:
    """No part may declare entities, and all of them together have no more tags than a large session."""
    tags = 0
    for part in parts:
        text = package.read(part)
        tags += text.count(b"<")
        if tags > TAGS_MAX:
            raise NotReadError(_("This file unpacks to too much for a workbook of a session."))
        if any(each in text for each in DECLARATIONS):
            raise NotReadError(_("This workbook is damaged."))


def _read_cells(content: bytes) -> dict[str, dict[int, tuple]]:
    """The values of each worksheet by row, as far as a workbook of ours reaches."""
    from openpyxl import load_workbook  # slow import
    from openpyxl.utils.exceptions import InvalidFileException  # slow import

    broken = (InvalidFileException, KeyError, ValueError, TypeError, AttributeError, IndexError)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return {page.title: _read_rows(page) for page in book.worksheets}
    except (*broken, zipfile.BadZipFile, EOFError, OSError, ParseError) as error:
        raise NotReadError(_("This workbook is damaged.")) from error


def _read_rows(page) -> dict[int, tuple]:
    rows = page.iter_rows(max_row=ROWS_MAX, max_col=COLUMNS_MAX, values_only=True)
    return {number: cells for number, cells in enumerate(rows, start=1) if any(x is not None for x in cells)}


@dataclass(frozen=True, slots=True)
class _MapRow:
    """Where a deal stands: its worksheet and row, and the column of each field."""

    sheet: str
    row: int
    round: int
    table: int
    board: int
    columns: Mapping[str, str]


def _read_map(rows) -> tuple[int, str, list[_MapRow]]:
    """The hidden sheet that says which row is which deal, and in which language its choices are."""
    lines = [rows[number] for number in sorted(rows)] if rows else []
    if not lines or lines[0][:2] != (MARK, VERSION):
        raise NotReadError(_("This workbook was not made here: take one from the list of sheets."))
    if len(lines[0]) < 4 or lines[0][3] not in dict(settings.LANGUAGES):
        raise NotReadError(_("This workbook is damaged."))
    return lines[0][2], lines[0][3], [_read_map_row(cells) for cells in lines[1:]]


def _read_map_row(cells: tuple) -> _MapRow:
    sheet, *numbers = cells[:5]
    if not isinstance(sheet, str) or not all(isinstance(x, int) and 0 < x < 10**6 for x in numbers):
        raise NotReadError(_("This workbook is damaged."))
    pairs = (str(cell).partition("=") for cell in cells[6:] if cell)
    return _MapRow(sheet, *numbers, {name: column for name, _sign, column in pairs})


def _read_line(row: _MapRow, seat: TableRound, cells: Mapping[int, tuple], language: str) -> ReadLine | None:
    """One deal, or None where nothing is filled in; its choices are in words of that language."""
    current = seat.lines.get(row.board)
    base = ReadLine(row.sheet, row.row, seat, row.board, "wrong", expected=current.pk if current else None)
    try:
        services.check_board(seat, row.board)
        deal = seat.deal(row.board)
    except EntryError as error:
        filled = _values(row, cells.get(row.row, ()), ())
        return replace(base, message=say_error(error), cell=f"B{row.row}") if any(filled.values()) else None
    fields = tuple(x for x in seat.ruleset.fields(deal, seat.options) if not x.for_director)
    values = _values(row, cells.get(row.row, ()), fields)
    with translation.override(language):
        if _is_blank(values, fields):
            return None
        entry = {item.name: _value(item, values.get(item.name), seat, deal) for item in fields}
    try:
        checked = services.check_entry(seat, row.board, _without_absent(fields, entry))
    except EntryError as error:
        return replace(base, message=say_error(error), cell=f"{row.columns.get(error.field, 'B')}{row.row}")
    text = seat.ruleset.describe(checked, deal)
    return _compared(replace(base, entry=checked, text=text), current)


def _compared(line: ReadLine, current: ScoreLine | None) -> ReadLine:
    if current is None:
        return replace(line, state="new")
    stored = line.seat.describe(line.board)
    kept = {name: value for name, value in current.entry.items() if name in line.entry}
    return replace(line, state="same" if kept == line.entry else "differs", stored=stored)


def _values(row: _MapRow, cells: tuple, fields: tuple[Field, ...]) -> dict[str, object]:
    """What stands in the cells of a row by field; of all its cells where no fields are given."""
    from openpyxl.utils import column_index_from_string  # slow import

    names = [item.name for item in fields] or list(row.columns)
    found: dict[str, object] = {}
    for name in names:
        column = row.columns.get(name, "")
        at = column_index_from_string(column) - 1 if column.isalpha() and len(column) < 3 else len(cells)
        found[name] = cells[at] if at < len(cells) else None
    return found


def _is_blank(values: Mapping[str, object], fields: tuple[Field, ...]) -> bool:
    """Whether nobody has filled in anything: seats may be printed, usual values too."""
    asked = [item for item in fields if item.kind != "seat"]
    return all(_text(values.get(item.name)) in ("", _text_of_default(item)) for item in asked)


def _text_of_default(item: Field) -> str:
    return next((choice_text(x) for x in item.choices if x.value == item.default), "")


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()[:TEXT_MAX]


def _value(item: Field, raw: object, seat: TableRound, deal) -> Value:
    text = _text(raw)
    if not text:
        return None
    if item.kind == "seat":
        return _place(text, seat, deal)
    if item.kind == "choice":
        same = (x.value for x in item.choices if _folded(text) in (_folded(choice_text(x)), _folded(x.label)))
        return next(same, text)
    if item.kind == "flag":
        return True
    return text


def _place(text: str, seat: TableRound, deal) -> str:
    """The place of whom a cell names: as the drop-down has it, or by the letter of the seat."""
    for place, person in zip(seat.places, people_of(seat, deal), strict=True):
        if _folded(text) in (_folded(person), _folded(deal.seats.get(place, place))):
            return place
    return text


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _without_absent(fields: tuple[Field, ...], entry: Mapping[str, Value]) -> dict[str, Value]:
    """The entry without a seat or a usual value that its other values make meaningless."""
    kept: dict[str, Value] = {}
    for item in fields:
        value = entry[item.name]
        is_printed = item.kind == "seat" or value in (None, item.default)
        if not (item.is_absent(entry) and is_printed):
            kept[item.name] = value
    return kept


def _after(seat: TableRound, line: ReadLine) -> TableRound:
    """The table as it would stand with a line of the workbook, so that the next one can be judged."""
    if line.entry is None or line.state == "same":
        return seat
    sitting = seat.with_entry(line.board, line.entry)
    drafted = ScoreLine(pk=line.expected, board=line.board, entry=dict(line.entry))
    return replace(
        seat,
        played=replace(seat.played, sitting=sitting),
        lines={**seat.lines, line.board: drafted},
        score=seat.ruleset.score(sitting, seat.options),
    )


def lines_to_record(lines: list[ReadLine]) -> Iterator[ReadLine]:
    """Those that would change something."""
    return (line for line in lines if line.state in ("new", "differs"))
