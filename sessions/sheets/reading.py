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
from django.utils.translation import gettext_lazy, gettext_noop

from scoring.lines import Deal, EntryError, Field, Value
from scoring.words import Message
from sessions import services
from sessions.models import ScoreLine
from sessions.queries import Night, TableRound
from sessions.words import say_error

from .formulas import LINES, MARK, VERSION
from .spellings import UnclearError, find_choice, find_flag, find_seat, folded
from .workbook import names_of, people_of, sitting_of, text_of

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
    """One row of the workbook: ``state`` is ``new``, ``same``, ``differs``, ``wrong`` or ``emptied``.

    ``cell`` names where a wrong value stands; ``stored`` is the text of the line that stands there now, and
    ``is_late`` says that it was stored after the workbook was made. ``doubts`` are possible but unlikely. An
    emptied row had a result, which stays.
    """

    sheet: str
    row: int
    round: int
    table: int
    board: int
    state: str
    seat: TableRound | None = None
    text: str = ""
    stored: str = ""
    entry: Mapping[str, Value] | None = None
    expected: int | None = None
    is_late: bool = False
    cell: str = ""
    message: str = ""
    doubts: tuple[Message, ...] = ()


def read_book(content: bytes, night: Night) -> list[ReadLine]:
    """What a workbook says of every deal that it has. Raises NotReadError; stores nothing."""
    cells = read_sheets(content)
    session, language, rows = _read_map(cells.pop(LINES, ()))
    if session != night.session.pk:
        raise NotReadError(_("This workbook belongs to another session."))
    seats = {(seat.round, seat.table): seat for seat in night.rounds if not seat.is_sit_out}
    before = _entries_before(night, rows)
    found: list[ReadLine] = []
    for row in rows:
        seat = seats.get((row.round, row.table))
        values = _values(row, cells.get(row.sheet, {}).get(row.row, ()))
        line = _read_line(row, values, seat, language, before.get(row.line))
        if line is not None:
            found.append(line)
            if seat is not None:
                seats[row.round, row.table] = _after(seat, line)
    return found


def _entries_before(night: Night, rows: "Sequence[_MapRow]") -> dict[int | None, Mapping[str, Value]]:
    """What was recorded when the workbook was made, by the key of the line."""
    keys = [row.line for row in rows if row.line]
    lines = ScoreLine.objects.filter(session=night.session, pk__in=keys, entry__isnull=False)
    return dict(lines.values_list("pk", "entry"))


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
    """Where a deal stands: its worksheet and row, and the column of each field.

    ``line`` is the key of what was recorded and ``sitting`` who sat there when the workbook was made.
    """

    sheet: str
    row: int
    round: int
    table: int
    board: int
    line: int | None
    sitting: str
    columns: Mapping[str, str]

    def cell(self, field: str) -> str:
        """The cell of a field; for the whole row, that of its number."""
        return f"{self.columns.get(field, 'A')}{self.row}"


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
    line, sitting = (*cells[5:7], None, None)[:2]
    are_numbers = all(isinstance(x, int) and 0 < x < 10**6 for x in numbers)
    if not (isinstance(sheet, str) and are_numbers and isinstance(line, int | None)):
        raise NotReadError(_("This workbook is damaged."))
    pairs = (str(cell).partition("=") for cell in cells[7:] if cell)
    return _MapRow(sheet, *numbers, line, sitting or "", {name: column for name, _sign, column in pairs})


def _read_line(
    row: _MapRow,
    values: Mapping[str, object],
    seat: TableRound | None,
    language: str,
    before: Mapping[str, Value] | None,
) -> ReadLine | None:
    """One deal, or None where nothing is filled in; its choices are in words of that language.

    ``before`` is what was recorded when the workbook was made: a row that still says so says nothing.
    """
    base = ReadLine(row.sheet, row.row, row.round, row.table, row.board, "wrong", seat)
    if seat is None:
        text = _("This table does not play this round any more.")
        return replace(base, message=text, cell=row.cell("")) if _has_result(values) else None
    current = seat.lines.get(row.board)
    base = replace(base, expected=current.pk if current else None)
    try:
        services.check_board(seat, row.board)
        deal = seat.deal(row.board)
    except EntryError as error:
        return replace(base, message=say_error(error), cell=row.cell("")) if _has_result(values) else None
    fields = tuple(x for x in seat.ruleset.fields(deal, seat.options) if not x.for_director)
    if _is_blank(values, fields, language):
        return _emptied(base, current, row)
    try:
        entry = {item.name: _value(item, values.get(item.name), seat, deal, language) for item in fields}
        checked = services.check_entry(seat, row.board, _without_absent(fields, entry))
    except EntryError as error:
        return replace(base, message=say_error(error), cell=row.cell(error.field))
    text, doubts = seat.ruleset.describe(checked, deal), seat.ruleset.doubts(checked, deal, seat.options)
    line = _compared(replace(base, entry=checked, text=text, doubts=doubts), current, row)
    if line.state == "same" or (before is not None and _agrees(before, checked)):
        return replace(line, state="same")
    if row.sitting != sitting_of(seat):
        text = _("Others sit here since this workbook was made; take a new one.")
        return replace(line, state="wrong", message=text, cell=row.cell(""))
    return line


def _emptied(line: ReadLine, current: ScoreLine | None, row: _MapRow) -> ReadLine | None:
    """A row without the result that it had, where there still is one; None for one that never had any."""
    if current is None or row.line is None or line.seat is None:
        return None
    return replace(line, state="emptied", stored=line.seat.describe(line.board))


def _agrees(stored: Mapping[str, Value], read: Mapping[str, Value]) -> bool:
    """Whether a line says what was read, apart from what a workbook has no cell for."""
    return {name: stored[name] for name in stored.keys() & read.keys()} == dict(read)


def _compared(line: ReadLine, current: ScoreLine | None, row: _MapRow) -> ReadLine:
    if current is None:
        return replace(line, state="new", is_late=row.line is not None)
    stored = line.seat.describe(line.board) if line.seat else ""
    state = "same" if _agrees(current.entry, line.entry or {}) else "differs"
    return replace(line, state=state, stored=stored, is_late=row.line != current.pk)


def _values(row: _MapRow, cells: tuple) -> dict[str, object]:
    """What stands in the cells of a row by field."""
    from openpyxl.utils import column_index_from_string  # slow import

    found: dict[str, object] = {}
    for name, column in row.columns.items():
        at = column_index_from_string(column) - 1 if column.isalpha() and len(column) < 3 else len(cells)
        found[name] = cells[at] if at < len(cells) else None
    return found


def _has_result(values: Mapping[str, object]) -> bool:
    """Whether a row has a number, as every result has: names may be printed there."""
    return any(_text(value).isdecimal() for value in values.values())


def _is_blank(values: Mapping[str, object], fields: tuple[Field, ...], language: str) -> bool:
    """Whether nobody has filled in anything: seats may be printed, usual values too."""
    asked = [item for item in fields if item.kind != "seat"]
    with translation.override(language):
        usual = {item.name: folded(str(text_of(item, item.default) or "")) for item in asked}
    return all(folded(_text(values.get(item.name))) in ("", usual[item.name]) for item in asked)


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()[:TEXT_MAX]


def _value(item: Field, raw: object, seat: TableRound, deal: Deal, language: str) -> Value:
    """What a cell says of a field. Raises EntryError where that depends on the language."""
    text = _text(raw)
    if not text or (item.kind != "number" and not folded(text)):
        return None
    try:
        if item.kind == "seat":
            return _place(text, seat, deal, language)
        if item.kind == "choice":
            found = find_choice(item.choices, text, language)
            return text if found is None else found
    except UnclearError as error:
        message = gettext_noop("%(value)s can mean more than one thing; choose from the list in the cell")
        raise EntryError(item.name, message, value=text) from error
    if item.kind == "flag":
        found = find_flag(text)
        return text if found is None else found
    return text


def _place(text: str, seat: TableRound, deal: Deal, language: str) -> str:
    """The place of whom a cell names: as the drop-down has it, by his name alone, or by the seat.

    A seat with the name of nobody at the table counts: somebody has been replaced since.
    """
    places = {deal.seats.get(place, place): place for place in seat.places}
    names = {folded(name): place for place, name in names_of(seat).items() if name}
    if len(names) == len(places) and folded(text) in names:
        return names[folded(text)]
    with translation.override(language):
        people = [folded(each) for each in people_of(seat, deal)]
    if folded(text) in people:
        return seat.places[people.index(folded(text))]
    found = find_seat(tuple(places), text, language)
    if found is None:
        letter, _space, name = text.partition(" ")
        found = find_seat(tuple(places), letter, language)
        if names.get(folded(name)) not in (None, places.get(found or "")):
            return text
    return text if found is None else places[found]


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
    if line.entry is None or line.state not in ("new", "differs"):
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
