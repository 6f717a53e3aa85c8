"""Tables as files: CSV, workbook, JSON. Text stays text, whatever a spreadsheet would make of it."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from datetime import date

from django.http import HttpResponse
from django.utils.http import content_disposition_header

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")  # noqa: RUF001
"""How a text begins that a spreadsheet would run; East Asian ones take the wide signs too."""
Cell = str | int | float | date | None
NARROWEST = 12
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
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


def write_xlsx(
    headings: Sequence[str], rows: Iterable[Sequence[Cell]], *, widths: Sequence[int] = ()
) -> bytes:
    """A workbook of one sheet, in which no text is a formula; rows are written as they come.

    ``widths`` are those of the columns, in letters; without them the headings have room.
    """
    from openpyxl import Workbook  # slow import
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    _set_up(sheet, widths or [max(len(heading) + 3, NARROWEST) for heading in headings])
    bold = Font(bold=True)
    sheet.append([_cell(sheet, heading, bold) for heading in headings])
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _set_up(sheet, widths: Sequence[int]) -> None:
    """Headings that stay in sight and are printed on each page, across paper that lies."""
    from openpyxl.utils import get_column_letter  # slow import

    sheet.freeze_panes, sheet.print_title_rows = "A2", "1:1"
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    for at, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width


def _cell(sheet, value: Cell, font=None):
    """A value for a row; a text that would be taken for a formula or an error is marked as text."""
    text = safe_text(value) if isinstance(value, str) else value
    if font is None and not str(text).startswith(("=", "#")):
        return text
    from openpyxl.cell import WriteOnlyCell  # slow import

    cell = WriteOnlyCell(sheet, text)
    if isinstance(text, str):
        cell.data_type = "s"
    if font:
        cell.font = font
    return cell


def safe_text(text: str) -> str:
    """Text without the characters that a workbook cannot hold."""
    return _ILLEGAL.sub("", text)


WRITERS = {"csv": write_csv, "json": write_json, "xlsx": write_xlsx}
