"""Sheets as a workbook: one worksheet each, numbers as numbers, text always as text."""

import io
import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction

import segno
from django.utils.translation import gettext as _

from scoring.sheets import Cell, Person, Row, Sheet, SheetColumn
from sessions.exports import FORMULA_STARTS, safe_text
from sessions.templatetags.overtrick import SUITS
from sessions.templatetags.paper import text_width
from sessions.words import letters

Tell = Callable[[int, int], None]

PAPER_SIZES = {"letter": 1, "a4": 9}
NUMBER_FORMATS = {"decimal": "0.00"}
NAME_MAX = 31
LINE = 15
"""The height of a line of text, in points."""
LOGO_HEIGHT, LOGO_WIDTH = 48, 200
"""The most room for a logo, in pixels."""
CODE = 320
"""The side of a square to be scanned, in pixels."""
GAP = 3
"""What a row has above and below its text."""
ROW_MIN, ROW_MAX, SIGNATURE = 20, 36, 32
"""The height of rows that are alike, at least and at most, and of the room to sign in."""
LETTER_POINTS, SMALLEST = 5.3, 0.5
"""How wide a letter is, and how much smaller it may be so that a sheet fits on one page."""
PAGE = (540, 770)
"""Width and height of what upright paper holds, in points, inside its margins."""
FOOTER_MAX = 60
"""The most letters of each part of a page's foot; Excel takes 255 in all."""
_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f\x7f]")
BOLD = 1.15
"""How much wider bold letters are."""
FONT, SUIT_FONT = "Calibri", "DejaVu Sans"
NARROWEST = 8
WIDEST = {"name": 48}
"""The most characters that a column shows on one line, 24 if nothing else is said."""


def render_xlsx(
    sheets: Sequence[Sheet], *, paper: str, logo: bytes | None = None, tell: Tell | None = None
) -> bytes:
    """The workbook of these sheets, of which there is at least one; ``tell`` hears how many are written."""
    from openpyxl import Workbook  # slow import

    book = Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    for number, sheet in enumerate(sheets, start=1):
        if tell:
            tell(number, len(sheets) + 1)
        name = sheet_name(str(sheet.mark or sheet.title), taken)
        taken.add(name.casefold())
        SheetWriter(book.create_sheet(name), sheet).write(PAPER_SIZES[paper], logo)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def sheet_name(text: str, taken: set[str]) -> str:
    """A worksheet's name: at most 31 allowed characters, unlike all ``taken`` (in lower case)."""
    plain = safe_text(_FORBIDDEN.sub(" ", text)).strip(" '")[:NAME_MAX].strip(" '") or "1"
    name, number = plain, 1
    while name.casefold() in taken or name.casefold() == "history":
        number += 1
        end = f" ({number})"
        name = plain[: NAME_MAX - len(end)] + end
    return name


def count_lines(text: str, width: int) -> int:
    """Over how many lines of so many letters a text is broken: after words and hyphens, else anywhere."""
    lines, left = 1, width
    for word in text.replace("-", "- ").split():
        taken = text_width(word) + 1
        if taken > left and left < width:
            lines, left = lines + 1, width
        lines += int(max(taken - 2, 0) // width)
        left -= taken % width
    return lines


def plain_number(value: int | Fraction) -> int | float:
    """A number as a workbook holds it."""
    return int(value) if value.denominator == 1 else float(value)


def in_letters(value: Cell, column: SheetColumn) -> Cell:
    """A cell with seats and contracts in the reader's letters; names as they are."""
    if isinstance(value, Person):
        return replace(value, seat=letters(value.seat), old_seat=letters(value.old_seat))
    is_name = column.kind in ("name", "pair")
    return letters(value) if isinstance(value, str) and not is_name else value


class SheetWriter:
    """Writes one sheet into a worksheet, from the top."""

    def __init__(self, page, sheet: Sheet) -> None:
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Side  # slow import

        thin = Side(style="thin", color="777777")
        self.page, self.sheet, self.row = page, sheet, 1
        self.dressed: dict[tuple, tuple] = {}
        self.width = len(sheet.columns)
        self.widths = [self._fit(at) for at in range(self.width)]
        self.plain, self.bold = Font(name=FONT), Font(name=FONT, bold=True)
        self.big = Font(name=FONT, bold=True, size=16)
        self.box = Border(left=thin, right=thin, top=thin, bottom=thin)
        self.line = Border(top=thin)
        self.shade = PatternFill("solid", fgColor="EEEEEE")
        self.wrapped = Alignment(wrap_text=True, vertical="center", horizontal="center")
        self.middle = Alignment(vertical="center", wrap_text=True)
        self.number = Alignment(horizontal="right", vertical="center", indent=1)
        self.centred = Alignment(horizontal="center", vertical="center")
        self.note = Alignment(vertical="top", wrap_text=True)
        self.indented = Alignment(horizontal="left", vertical="center", indent=1, wrap_text=True)

    def write(self, paper_size: int, logo: bytes | None) -> None:
        if logo:
            self._write_logo(logo)
        self._write_head()
        if self.sheet.code:
            self._write_code()
        first = self.row
        self._write_headings()
        last = self.row - 1
        self._write_rows()
        self._write_totals()
        self._write_foot()
        self._set_up_print(paper_size, first, last)

    def _fit(self, at: int) -> int:
        """The width of a column: that of its longest cell or of the longest word above it."""
        cells = [str(row.cells[at]) for row in self.sheet.rows if row.cells and row.cells[at] is not None]
        texts = [*cells, *str(self.sheet.columns[at].label).split()]
        widest = WIDEST.get(self.sheet.columns[at].kind, 24)
        return min(max(NARROWEST, *(len(text) + 3 for text in texts)), widest)

    def _put(self, column: int, value: Cell, *, font=None, number_format: str = ""):
        cell = self.page.cell(row=self.row, column=column)
        if isinstance(value, str | Person):
            text = safe_text(str(value))
            cell.value = text
            cell.data_type = "s"
            if text.startswith(FORMULA_STARTS):
                cell.quotePrefix = True
            if SUITS.keys() & set(text):
                font = self._with_suits(font)
        elif value is not None:
            cell.value = plain_number(value)
            number_format = number_format or ("General" if isinstance(cell.value, int) else "0.0#")
            self._dress(cell, number_format=number_format, alignment=self.number)
        if font:
            self._dress(cell, font=font)
        return cell

    def _dress(self, cell, **styles) -> None:
        """Set parts of a cell's style; what came out before is copied, as openpyxl is slow to look it up."""
        key = (cell._style and cell._style.tobytes(), *((name, id(style)) for name, style in styles.items()))
        if key in self.dressed:
            cell._style = copy(self.dressed[key][0])
            return
        for name, style in styles.items():
            setattr(cell, name, style)
        self.dressed[key] = copy(cell._style), styles  # which holds the styles, so that no other has their id

    def _with_suits(self, font):
        """A font that has suits, for offices that would take them from one of coloured pictures."""
        from openpyxl.styles import Font  # slow import

        return Font(name=SUIT_FONT, bold=font is not None and font.bold, size=font.size if font else 11)

    def _line(self, text: Cell, *, font=None) -> None:
        self._put(1, text, font=font)
        self.row += 1

    def _write_logo(self, logo: bytes) -> None:
        """The logo in a row of its own, so that no name lies under it."""
        from openpyxl.drawing.image import Image  # slow import

        picture = Image(io.BytesIO(logo))
        scale = min(LOGO_HEIGHT / picture.height, LOGO_WIDTH / picture.width)
        picture.width, picture.height = round(picture.width * scale), round(picture.height * scale)
        self.page.add_image(picture, f"A{self.row}")
        self.page.row_dimensions[self.row].height = 0.75 * LOGO_HEIGHT + GAP
        self.row += 1

    def _write_code(self) -> None:
        """The square that a phone scans, with room below the head, and the address."""
        from openpyxl.drawing.image import Image  # slow import

        file = io.BytesIO()
        segno.make(self.sheet.code, error="m").save(file, kind="png", scale=8, border=0)
        square = Image(file)
        square.width = square.height = CODE
        self.page.add_image(square, f"A{self.row}")
        self.page.row_dimensions[self.row].height = 0.75 * CODE + LINE
        self.row += 1
        self._line(self.sheet.code)

    def _write_head(self) -> None:
        sheet = self.sheet
        self._line(sheet.overline)
        self.page.row_dimensions[self.row].height = 1.6 * LINE
        self._line(sheet.title, font=self.big)
        self._line(sheet.mark, font=self.bold)
        self._line(" · ".join(map(str, sheet.subtitle)))
        for fact in sheet.people:
            self._put(1, fact.label, font=self.bold)
            self._put(min(3, self.width), fact.value)
            self.row += 1
        self.row += 1

    def _write_headings(self) -> None:
        """One row of headings, or two where columns have a common one."""
        depth = 2 if self.sheet.has_group_headings else 1
        column = 1
        for group in self.sheet.groups:
            if group.label:
                self._heading(column, group.label, span=len(group.columns))
                self.row += 1
            for at, found in enumerate(group.columns, start=column):
                self._heading(at, found.label, depth=1 if group.label else depth)
            self.row -= 1 if group.label else 0
            column += len(group.columns)
        self.row += depth

    def _heading(self, column: int, text: Cell, *, span: int = 1, depth: int = 1) -> None:
        """A heading over so many columns and rows; a row grows to the lines that it needs."""
        text = letters(str(text))
        cell = self._put(column, text, font=self.bold)
        self._dress(cell, alignment=self.wrapped, border=self.box, fill=self.shade)
        self._make_room(text, sum(self.widths[column - 1 : column - 1 + span]), depth=depth)
        self._merge(column, column + span - 1, depth=depth)

    def _make_room(self, text: Cell, width: int, *, depth: int = 1) -> None:
        """Raise the row so that the text fits into so many characters of width."""
        row = self.page.row_dimensions[self.row]
        row.height = max(row.height or 0, (LINE * count_lines(str(text), width - 3) + GAP) / depth)

    def _merge(self, first: int, last: int, *, depth: int = 1) -> None:
        if last > first or depth > 1:
            self.page.merge_cells(
                start_row=self.row, end_row=self.row + depth - 1, start_column=first, end_column=last
            )

    def _write_rows(self) -> None:
        """The rows, all as high as the highest unless that is very high; a heading is as high as it needs."""
        first = self.row
        for row in self.sheet.rows:
            self._write_row(row)
            self.row += 1
        needed = [self.page.row_dimensions[at].height or 0 for at in range(first, self.row)]
        plain = [height for height, row in zip(needed, self.sheet.rows, strict=True) if not row.heading]
        common = min(max([ROW_MIN, *plain]), ROW_MAX)
        for at, height in enumerate(needed, start=first):
            self.page.row_dimensions[at].height = max(height, common)

    def _write_row(self, row: Row) -> None:
        if row.heading:
            self._put(1, row.heading, font=self.bold).alignment = self.middle
            self._make_room(row.heading, int(sum(self.widths) / BOLD))
            self._merge(1, self.width)
        for at, (column, value) in enumerate(zip(self.sheet.columns, row.cells, strict=False), start=1):
            value = in_letters(value, column)
            cell = self._put(at, value, number_format=NUMBER_FORMATS.get(column.kind, ""))
            self._dress(cell, border=self.box)
            if isinstance(value, str | Person):
                self._dress(cell, alignment=self.indented)
                self._make_room(value, self.widths[at - 1])
            elif column.kind == "count":
                self._dress(cell, alignment=self.centred)

    def _write_totals(self) -> None:
        if not self.sheet.totals:
            return
        self._put(1, _("Total"), font=self.bold)
        column = len(self.sheet.plain_columns)
        for group, total in zip(self.sheet.labelled_groups, self.sheet.totals, strict=True):
            column += len(group.columns)
            self._put(column, total, font=self.bold).border = self.box
        self.row += 1

    def _write_foot(self) -> None:
        self.row += 1
        for name in self.sheet.signatures:
            self.page.row_dimensions[self.row].height = SIGNATURE
            self.row += 1
            self._put(1, letters(str(name)))
            for column in range(1, min(self.width, 5) + 1):
                self.page.cell(row=self.row, column=column).border = self.line
            self.row += 1
        for note in self.sheet.notes:
            self._put(1, note).alignment = self.note
            self._make_room(note, sum(self.widths))
            self._merge(1, self.width)
            self.row += 1

    def _set_up_print(self, paper_size: int, first: int, last: int) -> None:
        from openpyxl.utils import get_column_letter  # slow import

        page = self.page
        for at, width in enumerate(self.widths, start=1):
            page.column_dimensions[get_column_letter(at)].width = width
        page.print_title_rows = f"{first}:{last}"
        page.freeze_panes = page.cell(row=last + 1, column=1)
        self._fit_page(paper_size)
        page.print_options.horizontalCentered = True
        page.page_margins.left = page.page_margins.right = 0.4
        page.page_margins.top = page.page_margins.bottom = 0.6
        page.page_margins.header = page.page_margins.footer = 0.3
        parts = (self.sheet.overline, self.sheet.title, self.sheet.mark)
        page.oddFooter.left.text = " · ".join(_footer_text(str(part)) for part in parts if part)
        page.oddFooter.right.text = "&P / &N"

    def _fit_page(self, paper_size: int) -> None:
        """Upright or lying, whichever shows larger letters; over several pages if these are small on one."""
        page, setup = self.page, self.page.page_setup
        width = LETTER_POINTS * (sum(self.widths) or WIDEST["name"])
        height = sum(page.row_dimensions[at].height or LINE for at in range(1, self.row))
        upright, lying = (min(1, across / width, down / height) for across, down in (PAGE, PAGE[::-1]))
        is_lying = lying > 1.1 * upright
        setup.paperSize, setup.orientation = paper_size, "landscape" if is_lying else "portrait"
        setup.fitToWidth, setup.fitToHeight = 1, int(max(upright, lying) > SMALLEST)
        page.sheet_properties.pageSetUpPr.fitToPage = True


def _footer_text(text: str) -> str:
    """Text for the foot of a page, where an ampersand would begin an order."""
    return safe_text(text)[:FOOTER_MAX].replace("&", "&&")
