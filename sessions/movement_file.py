"""A file of a movement as the text that can be pasted: CSV as it is, the first sheet of an Excel workbook."""

import csv
import io
from datetime import date, time
from numbers import Number

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from scoring.formats import FormatError, decode_text

from .sheets.reading import NotReadError, read_sheets
from .words import say

BYTES_MAX = 500_000
COLUMNS_MAX = 40
CELL_MAX = 100
EXCEL = b"PK"


def read_movement_file(upload: UploadedFile) -> str:
    """The text of a file, with rows of cells as CSV. Raises NotReadError, which names the cell at fault."""
    if upload.size > BYTES_MAX:
        raise NotReadError(_("This file is too large for a movement."))
    content = upload.read()
    if content.startswith(EXCEL):
        return _from_workbook(content)
    try:
        text, _encoding = decode_text(content)
    except FormatError as error:
        raise NotReadError(say(error.message)) from error
    if "\0" in text:
        raise NotReadError(_("This is neither a text file nor an Excel workbook."))
    return text


def _from_workbook(content: bytes) -> str:
    sheets = read_sheets(content)
    rows = next((rows for rows in sheets.values() if rows), {})
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for number, cells in rows.items():
        writer.writerow([_text(cell, number, at) for at, cell in enumerate(cells[:COLUMNS_MAX])])
    if not rows:
        raise NotReadError(_("This workbook has nothing on its sheets."))
    return written.getvalue()


def _text(cell: object, row: int, column: int) -> str:
    """A cell as it would be typed; Excel turns 1-3 into a date, which is not what was meant."""
    if cell is None or cell == "":
        return ""
    where = {"cell": f"{_letter(column)}{row}"}
    if isinstance(cell, date | time):
        text = _("Cell %(cell)s is a date: format the column as text, and write 1-3 for boards 1 to 3.")
        raise NotReadError(text % where)
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if not isinstance(cell, str | Number) or len(str(cell)) > CELL_MAX:
        raise NotReadError(_("Cell %(cell)s is too long for a movement.") % where)
    return str(cell).strip()


def _letter(column: int) -> str:
    """The name of a column counted from 0, up to AN."""
    tens, ones = divmod(column, 26)
    return ("A" if tens else "") + chr(ord("A") + ones)
