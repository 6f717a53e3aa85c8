"""Tables as files: CSV, workbook, JSON. Text stays text, whatever a spreadsheet would make of it."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from itertools import chain

from django.http import HttpResponse
from django.utils.http import content_disposition_header

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")  # noqa: RUF001
"""How a text begins that a spreadsheet would run; East Asian ones take the wide signs too."""
Cell = str | int | float | None
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def answer(kind: str, name: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> HttpResponse:
    """The file of that kind, one of ``TYPES``, for downloading."""
    content = WRITERS[kind]([str(heading) for heading in headings], rows)
    headers = {"Content-Disposition": content_disposition_header(True, f"{name}.{kind}")}
    return HttpResponse(content, content_type=TYPES[kind], headers=headers)


def guarded(value: Cell) -> Cell:
    """Text that a spreadsheet would run is marked as text with an apostrophe; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def write_csv(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """Comma-separated, with the mark by which spreadsheets know UTF-8."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerows([guarded(cell) for cell in row] for row in (headings, *rows))
    return file.getvalue().encode("utf-8-sig")


def write_json(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    found = [dict(zip(headings, row, strict=True)) for row in rows]
    return json.dumps(found, ensure_ascii=False, indent=1).encode()


def write_xlsx(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A workbook of one sheet, in which no text is a formula; rows are written as they come."""
    from openpyxl import Workbook  # slow import
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.utils.exceptions import IllegalCharacterError

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.freeze_panes = "A2"
    for row in chain([headings], rows):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet)
            try:
                cell.value = value
            except IllegalCharacterError:
                cell.value = "".join(char for char in str(value) if char.isprintable())
            if isinstance(value, str):
                cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


WRITERS = {"csv": write_csv, "json": write_json, "xlsx": write_xlsx}
