"""A workbook that scores itself: formulas look up what an entry earns in a table of every possible one."""

import io
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.lines import Field
from scoring.sheets import score_sides, side_label
from scoring.sheets.outcomes import Outcomes, is_vulnerable
from sessions.words import say

from .workbook import Book, BookRow, BookSheet, text_of, texts_of
from .xlsx import FONT, PAPER_SIZES, safe_text, sheet_name

LINES, PEOPLE, CHOICES = "Overtrick", "People", "Choices"
MARK, VERSION = "overtrick-lines", 1
SEPARATOR = "|"
NOBODY = "–"


def render_book(book: Book, *, paper: str) -> bytes:
    """The workbook as a file."""
    from openpyxl import Workbook  # slow import

    file = Workbook()
    file.remove(file.active)
    writer = _BookWriter(file, book)
    for sheet in book.sheets:
        writer.write(sheet, PAPER_SIZES[paper])
    writer.hide_lookups()
    stream = io.BytesIO()
    file.save(stream)
    return stream.getvalue()


def entry_key(outcomes: Outcomes, key: Sequence) -> str:
    """An entry as the formulas spell it: whether somebody is named, then the text of each value."""
    values = dict(zip((item.name for item in outcomes.fields), key, strict=True))
    is_named = outcomes.seat is not None and not outcomes.seat.is_absent(values)
    texts = [_key_text(item, values[item.name]) for item in outcomes.fields]
    return SEPARATOR.join(["+" if is_named else "-", *texts])


def _key_text(item: Field, value) -> str:
    """A value within a key; the usual one is left out, as who fills in a sheet may leave it out."""
    text = text_of(item, None if value == item.default else value)
    return "" if text is None else str(text)


def letter(column: int) -> str:
    from openpyxl.utils import get_column_letter  # slow import

    return get_column_letter(column)


class _BookWriter:
    """Writes sheets and, behind them, the tables that their formulas and drop-downs look into."""

    def __init__(self, file, book: Book) -> None:
        self.file, self.book = file, book
        self.taken = {LINES.casefold(), PEOPLE.casefold(), CHOICES.casefold()}
        self.visible = []
        self.people = file.create_sheet(PEOPLE)
        self.choices = file.create_sheet(CHOICES)
        self.lines = file.create_sheet(LINES)
        self.lines.append([MARK, VERSION, book.session])
        self.ranges: dict[tuple[str, ...], str] = {}
        self.scores = {
            places: self._write_scores(at, found)
            for at, (places, found) in enumerate(book.outcomes.items(), start=1)
        }

    def _write_scores(self, at: int, outcomes: Mapping[bool, Outcomes]) -> "_Lookup":
        """The table of outcomes: a key, then the points from the named place on, by vulnerability."""
        name = f"Scores {at}"
        self.taken.add(name.casefold())
        page = self.file.create_sheet(name)
        keys = list(dict.fromkeys(key for found in outcomes.values() for key in found.points))
        size = max(len(points) for found in outcomes.values() for points in found.points.values())
        main = next(iter(outcomes.values()))
        for key in keys:
            cells = [
                [_plain(x) for x in found.points.get(key, ())] or [NOBODY] * size
                for found in outcomes.values()
            ]
            page.append([entry_key(main, key), *(cell for part in cells for cell in part)])
        return _Lookup(name, len(keys), size, tuple(outcomes), main)

    def write(self, sheet: BookSheet, paper_size: int) -> None:
        name = sheet_name(_("Table %(name)s") % {"name": sheet.name}, self.taken)
        self.taken.add(name.casefold())
        page = self.file.create_sheet(name, len(self.visible))
        self.visible.append(page)
        _PageWriter(self, page, sheet, self.scores[sheet.places]).write(paper_size)

    def choice_range(self, texts: Sequence[str]) -> str:
        """Where a drop-down finds these texts."""
        key = tuple(texts)
        if key not in self.ranges:
            column = len(self.ranges) + 1
            for row, text in enumerate(key, start=1):
                _write_text(self.choices.cell(row, column), text)
            self.ranges[key] = f"'{CHOICES}'!${letter(column)}$1:${letter(column)}${len(key)}"
        return self.ranges[key]

    def people_range(self, people: Sequence[str]) -> str:
        row = self.people.max_row + 1
        for column, text in enumerate(people, start=1):
            _write_text(self.people.cell(row, column), text)
        return f"'{PEOPLE}'!$A${row}:${letter(len(people))}${row}"

    def hide_lookups(self) -> None:
        for page in self.file.worksheets[len(self.visible) :]:
            page.sheet_state = "hidden"
            page.protection.sheet = True


class _Lookup:
    """Where the points of a kind of table stand."""

    def __init__(self, name: str, rows: int, size: int, states: tuple[bool, ...], outcomes: Outcomes) -> None:
        self.size, self.states, self.outcomes = size, states, outcomes
        self.keys = f"'{name}'!$A$1:$A${rows}"
        self.points = f"'{name}'!$B$1:${letter(1 + size * len(states))}${rows}"


class _PageWriter:
    """Writes one table's sheet: what is known, cells to fill in, formulas."""

    def __init__(self, book: _BookWriter, page, sheet: BookSheet, lookup: _Lookup) -> None:
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side  # slow import

        thin = Side(style="thin", color="777777")
        self.book, self.page, self.sheet, self.lookup = book, page, sheet, lookup
        self.fields = self._fields()
        self.first_field = 4
        self.first_score = self.first_field + len(self.fields)
        self.sides = score_sides(sheet.places, are_pairs=book.book.are_pairs)
        self.step = 2 if book.book.has_totals else 1
        self.helper = self.first_score + self.step * len(self.sides) + 1
        self.bold, self.big = Font(name=FONT, bold=True), Font(name=FONT, bold=True, size=16)
        self.box, self.shade = (
            Border(left=thin, right=thin, top=thin, bottom=thin),
            PatternFill("solid", fgColor="EEEEEE"),
        )
        self.entry = PatternFill("solid", fgColor="FFF9DB")
        self.open, self.wrapped = (
            Protection(locked=False),
            Alignment(wrap_text=True, horizontal="center", vertical="center"),
        )

    def _fields(self) -> tuple[Field, ...]:
        found: dict[str, Field] = {}
        for row in self.sheet.rows:
            for item in row.fields:
                found.setdefault(item.name, item)
        return tuple(found.values())

    def write(self, paper_size: int) -> None:
        _write_text(self.page.cell(1, 1), self.sheet.title).font = self.big
        _write_text(self.page.cell(2, 1), _("Table %(name)s") % {"name": self.sheet.name}).font = self.bold
        facts = "   ".join(f"{place}: {name}" for place, name in self.sheet.facts)
        _write_text(self.page.cell(3, 1), facts)
        self._write_headings(5)
        for row, found in enumerate(self.sheet.rows, start=6):
            self._write_row(row, found)
        last = 5 + len(self.sheet.rows)
        if self.book.book.has_totals:
            self._write_totals(last + 1, last)
        self._validate(last)
        self._set_up(paper_size, last)

    def _write_headings(self, row: int) -> None:
        texts = [_("Round"), _("Board"), _("Dealer"), *(say(item.heading) for item in self.fields)]
        for side in self.sides:
            texts += [side_label(side), _("Total")][: self.step]
        for column, text in enumerate(texts, start=1):
            cell = _write_text(self.page.cell(row, column), text)
            cell.font, cell.fill, cell.border, cell.alignment = self.bold, self.shade, self.box, self.wrapped
        self.page.row_dimensions[row].height = 34

    def _write_row(self, row: int, found: BookRow) -> None:
        self.page.row_dimensions[row].height = 20
        self.page.cell(row, 1, found.round)
        self.page.cell(row, 2, found.deal.number)
        _write_text(self.page.cell(row, 3), _conditions(found))
        for column, item in enumerate(self.fields, start=self.first_field):
            cell = self.page.cell(row, column)
            cell.protection, cell.fill = self.open, self.entry
            _write_value(cell, _shown(found, item))
        people = self.book.people_range(found.people)
        self._write_helpers(row, people)
        for at, side in enumerate(self.sides):
            self._write_points(row, found, at, side)
        for column in range(1, self.helper - 1):
            self.page.cell(row, column).border = self.box
        columns = (f"{item.name}={letter(at)}" for at, item in enumerate(self.fields, start=self.first_field))
        self.book.lines.append(
            [self.page.title, row, found.round, found.table, found.deal.number, found.line, *columns]
        )

    def _ref(self, name: str, row: int) -> str:
        at = next(at for at, item in enumerate(self.fields) if item.name == name)
        return f"${letter(self.first_field + at)}{row}"

    def _key_ref(self, item: Field, row: int) -> str:
        """A cell within a key, empty where it has the usual value."""
        cell, usual = self._ref(item.name, row), text_of(item, item.default)
        return f'IF({cell}="{usual}","",{cell})' if usual not in (None, "") else cell

    def _write_helpers(self, row: int, people: str) -> None:
        """Hidden beside the row: who is named, counted from 1, and where the entry stands in the table."""
        seat = self.lookup.outcomes.seat
        named = self._ref(seat.name, row) if seat else '""'
        position = f'=IF({named}="",1,MATCH({named},{people},0))' if seat else "=1"
        self.page.cell(row, self.helper, position)
        texts = [
            f'IF({named}="","-","+")',
            *(self._key_ref(item, row) for item in self.lookup.outcomes.fields),
        ]
        key = f'&"{SEPARATOR}"&'.join(texts)
        self.page.cell(row, self.helper + 1, f"=MATCH({key},{self.lookup.keys},0)")

    def _write_points(self, row: int, found: BookRow, at: int, side: Sequence[str]) -> None:
        column = self.first_score + at * self.step
        index = self.sheet.places.index(side[0])
        cell = self.page.cell(row, column)
        cell.value = _plain(found.fixed[index]) if found.fixed else self._formula(row, found, index)
        if self.step == 2:
            points = letter(column)
            total = f'=IF(ISNUMBER({points}{row}),SUM({points}$6:{points}{row}),"")'
            self.page.cell(row, column + 1, total).font = self.bold

    def _formula(self, row: int, found: BookRow, index: int) -> str:
        lookup, position, at = self.lookup, f"${letter(self.helper)}{row}", f"${letter(self.helper + 1)}{row}"
        fields = lookup.outcomes.fields
        first, number = fields[0], next(item for item in fields if item.kind == "number")
        states = [lookup.states.index(is_vulnerable(found.deal, place)) for place in self.sheet.places]
        shift = f"+{lookup.size}*CHOOSE({position},{','.join(map(str, states))})" if any(states) else ""
        column = f"1+MOD({index + 1}-{position},{lookup.size}){shift}"
        empty, last = self._ref(first.name, row), self._ref(number.name, row)
        return f'=IF({empty}="","",IFERROR(INDEX({lookup.points},{at},{column}),IF({last}="","","?")))'

    def _write_totals(self, row: int, last: int) -> None:
        _write_text(self.page.cell(row, 1), _("Total")).font = self.bold
        for at in range(len(self.sides)):
            column = self.first_score + 2 * at + 1
            points = letter(column - 1)
            cell = self.page.cell(row, column, f"=SUM({points}6:{points}{last})")
            cell.font, cell.border = self.bold, self.box

    def _validate(self, last: int) -> None:
        from openpyxl.worksheet.datavalidation import DataValidation  # slow import

        for column, item in enumerate(self.fields, start=self.first_field):
            at = letter(column)
            if item.kind == "seat":
                for row in range(6, last + 1):
                    self._add(
                        DataValidation(
                            "list",
                            formula1=f"='{PEOPLE}'!$A${self._people_row(row)}:${letter(len(self.sheet.places))}${self._people_row(row)}",
                            allow_blank=True,
                        ),
                        f"{at}{row}",
                    )
            elif item.kind == "number":
                rule = DataValidation(
                    "whole",
                    operator="between",
                    formula1=str(item.minimum),
                    formula2=str(item.maximum),
                    allow_blank=True,
                )
                self._add(rule, f"{at}6:{at}{last}")
            else:
                rule = DataValidation(
                    "list", formula1=f"={self.book.choice_range(texts_of(item))}", allow_blank=True
                )
                self._add(rule, f"{at}6:{at}{last}")

    def _people_row(self, row: int) -> int:
        return self.book.people.max_row - len(self.sheet.rows) + row - 5

    def _add(self, rule, where: str) -> None:
        rule.showErrorMessage, rule.errorStyle = True, "stop"
        rule.errorTitle, rule.error = _("This cannot be"), _("Choose one of what the rules allow here.")
        rule.add(where)
        self.page.add_data_validation(rule)

    def _set_up(self, paper_size: int, last: int) -> None:
        page = self.page
        widths = [7, 7, 15, *(18 if item.kind == "seat" else 14 for item in self.fields)]
        for column in range(1, self.helper - 1):
            page.column_dimensions[letter(column)].width = widths[column - 1] if column <= len(widths) else 9
        for column in (self.helper, self.helper + 1):
            page.column_dimensions[letter(column)].hidden = True
        page.print_title_rows, page.freeze_panes = "5:5", "D6"
        page.print_area = f"A1:{letter(self.helper - 2)}{last + 2}"
        page.page_setup.paperSize, page.page_setup.orientation = paper_size, "landscape"
        page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
        page.sheet_properties.pageSetUpPr.fitToPage = True
        page.protection.sheet = True


def _conditions(found: BookRow) -> str:
    deal = found.deal
    vulnerable = _("all") if len(deal.vulnerable) > 1 else next(iter(deal.vulnerable), "")
    return " · ".join(part for part in (deal.dealer or "", vulnerable) if part)


def _shown(found: BookRow, item: Field) -> str | int | None:
    """The recorded value; before that, only the seat that the rules fix."""
    default = next((own.default for own in found.fields if own.name == item.name), None)
    known = {item.name: default} if item.kind == "seat" else {}
    value = (known if found.entry is None else found.entry).get(item.name)
    if item.kind == "seat" and value:
        return found.people[list(found.deal.seats).index(str(value))]
    return text_of(item, value)


def _plain(points) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


def _write_value(cell, value: str | int | None) -> None:
    if isinstance(value, str):
        _write_text(cell, value)
    else:
        cell.value = value


def _write_text(cell, text: str):
    """A cell that is text whatever it begins with."""
    cell.value = safe_text(text)
    cell.data_type = "s"
    cell.quotePrefix = text[:1] in "=+-@\t\r\n|%" if text else False
    return cell
