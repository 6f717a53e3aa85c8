"""A workbook that scores itself: formulas look up what an entry earns in a table of every possible one."""

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from scoring.bridge import SYMBOLS
from scoring.lines import Field
from scoring.sheets import Row, score_sides
from scoring.sheets.outcomes import Outcomes, is_vulnerable
from sessions.exports import FORMULA_STARTS, safe_text
from sessions.words import suit_letter

from .workbook import Book, BookRow, BookSheet, text_of, texts_of
from .xlsx import NARROWEST, PAPER_SIZES, SheetWriter, Tell, plain_number, sheet_name

LINES, PEOPLE, CHOICES = "Overtrick", "People", "Choices"
MARK, VERSION = "overtrick-lines", 3
SEPARATOR = "|"
NOBODY = "–"
SUITS = ("C", "D", "H", "S")


def render_book(book: Book, *, paper: str, logo: bytes | None = None, tell: Tell | None = None) -> bytes:
    """The workbook as a file; ``tell`` hears how many sheets are written."""
    from openpyxl import Workbook  # slow import

    file = Workbook()
    file.remove(file.active)
    writer = _BookWriter(file, book)
    for number, sheet in enumerate(book.sheets, start=1):
        if tell:
            tell(number, len(book.sheets) + 1)
        writer.write(sheet, PAPER_SIZES[paper], logo)
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
        self.lines.append([MARK, VERSION, book.session, book.language])
        self.ranges: dict[tuple[str, ...], str] = {}
        self.rows_of_people: dict[tuple[str, ...], int] = {}
        self.scores = {
            places: self._write_scores(at, found) if found else None
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
                [plain_number(x) for x in found.points.get(key, ())] or [NOBODY] * size
                for found in outcomes.values()
            ]
            page.append([entry_key(main, key), *(cell for part in cells for cell in part)])
        return _Lookup(name, len(keys), size, tuple(outcomes), main)

    def write(self, sheet: BookSheet, paper_size: int, logo: bytes | None) -> None:
        name = sheet_name(self._title(sheet), self.taken)
        self.taken.add(name.casefold())
        page = self.file.create_sheet(name, len(self.visible))
        self.visible.append(page)
        _PageWriter(self, page, sheet, self.scores[sheet.places]).write(paper_size, logo)

    def _title(self, sheet: BookSheet) -> str:
        """The table, and its round where the table has a sheet for each."""
        title = str(sheet.sheet.mark or sheet.sheet.title)
        rounds = {row.round for row in sheet.rows}
        if len(rounds) != 1 or {row.round for each in self.book.sheets for row in each.rows} == rounds:
            return title
        return f"{title} · {_('Round %(round)d') % {'round': rounds.pop()}}"

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
        """Where a drop-down finds these players."""
        key = tuple(people)
        if key not in self.rows_of_people:
            row = self.rows_of_people[key] = len(self.rows_of_people) + 1
            for column, text in enumerate(people, start=1):
                _write_text(self.people.cell(row, column), text)
        row = self.rows_of_people[key]
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


class _PageWriter(SheetWriter):
    """Writes a recording sheet: its fields are cells to fill in, its points and totals formulas."""

    def __init__(self, book: _BookWriter, page, sheet: BookSheet, lookup: _Lookup | None) -> None:
        from openpyxl.styles import PatternFill, Protection  # slow import

        self.fields = _fields(sheet.rows)
        super().__init__(page, sheet.sheet)
        self.book, self.places, self.lookup = book, sheet.places, lookup
        self.rows = iter(sheet.rows)
        self.columns = {x.field: at for at, x in enumerate(self.sheet.columns, start=1) if x.field}
        self.sides = score_sides(sheet.places, are_pairs=book.book.are_pairs)
        self.step = 2 if self.sheet.totals else 1
        self.first_score = 1 + self.width - self.step * len(self.sides)
        self.helper = self.width + 2
        self.first_row = 0
        self.entry, self.open = PatternFill("solid", fgColor="FFF9DB"), Protection(locked=False)
        self.ruled: dict[tuple, tuple[Field, tuple[str, ...], list[tuple[int, int]]]] = {}

    def _fit(self, at: int) -> int:
        """As wide as what is written there will be."""
        item = self.fields.get(self.sheet.columns[at].field)
        texts = texts_of(item) if item else []
        return max(super()._fit(at), *(min(len(text) + 5, 24) for text in texts), NARROWEST)

    def _write_rows(self) -> None:
        self.first_row = self.row
        super()._write_rows()
        self._write_rules()

    def _write_rules(self) -> None:
        """What may be typed into the open cells: one rule for all in which it is the same."""
        from openpyxl.worksheet.cell_range import MultiCellRange  # slow import

        found: dict = {}
        for item, people, cells in self.ruled.values():
            rule = _rule(self.book, item, people)
            found.setdefault((rule.formula1, rule.formula2), (rule, []))[1].extend(cells)
        for rule, cells in found.values():
            rule.sqref = MultiCellRange(" ".join(_ranges(cells)))
            self.page.add_data_validation(rule)

    def _write_row(self, row: Row) -> None:
        super()._write_row(row)
        if row.heading:
            return
        found = next(self.rows)
        for name, column in self.columns.items():
            self._write_entry(column, found, self.fields[name])
        if self.lookup:
            self._write_helpers(self.lookup, self.book.people_range(found.people))
        for at, side in enumerate(self.sides):
            self._write_points(found, at, side)
        self._note_line(found)

    def _note_line(self, found: BookRow) -> None:
        """Which deal this row is, whose, and what was recorded of it when the workbook was made."""
        columns = (f"{name}={letter(column)}" for name, column in self.columns.items())
        numbers = [self.row, found.round, found.table, found.deal.number, found.line]
        self.book.lines.append([self.page.title, *numbers, found.sitting, *columns])

    def _write_entry(self, column: int, found: BookRow, item: Field) -> None:
        """An open cell with what is known of the entry, and the rule for what may be typed there."""
        cell = self._put(column, _shown(found, item))
        self._dress(cell, protection=self.open, fill=self.entry, alignment=self.indented, font=self.plain)
        own = next((own for own in found.fields if own.name == item.name), item)
        people = tuple(found.people) if own.kind == "seat" else ()
        key = (own.kind, own.minimum, own.maximum, own.choices, people)
        self.ruled.setdefault(key, (own, people, []))[2].append((column, self.row))

    def _ref(self, name: str) -> str:
        return f"${letter(self.columns[name])}{self.row}"

    def _key_ref(self, item: Field) -> str:
        """A cell within a key, empty where it has the usual value."""
        cell, usual = self._ref(item.name), text_of(item, item.default)
        if usual in (None, ""):
            return cell
        quoted = str(usual).replace('"', '""')
        return f'IF({cell}&""="{quoted}","",{cell})'

    def _write_helpers(self, lookup: _Lookup, people: str) -> None:
        """Hidden beside the row: who is named, counted from 1, and where the entry stands in the table."""
        seat = lookup.outcomes.seat
        named = self._ref(seat.name) if seat else '""'
        position = f'=IF({named}="",1,MATCH({named},{people},0))' if seat else "=1"
        self.page.cell(self.row, self.helper, position)
        texts = [f'IF({named}="","-","+")', *map(self._key_ref, lookup.outcomes.fields)]
        key = f'&"{SEPARATOR}"&'.join(texts)
        self.page.cell(self.row, self.helper + 1, f"=MATCH({key},{lookup.keys},0)")

    def _write_points(self, found: BookRow, at: int, side: Sequence[str]) -> None:
        """What a side earns, by formula; where no formula knows, a cell for whoever reckons it."""
        column = self.first_score + at * self.step
        index = self.places.index(side[0])
        cell = self.page.cell(self.row, column)
        if found.fixed:
            cell.value = plain_number(found.fixed[index])
        elif self.lookup:
            cell.value = self._formula(self.lookup, found, index)
        else:
            self._dress(cell, protection=self.open)
        self._dress(cell, alignment=self.number, border=self.box)
        if self.step == 2:
            points = letter(column)
            total = f'=IF(ISNUMBER({points}{self.row}),SUM({points}${self.first_row}:{points}{self.row}),"")'
            cell = self.page.cell(self.row, column + 1, total)
            self._dress(cell, font=self.bold, alignment=self.number, border=self.box)

    def _formula(self, lookup: _Lookup, found: BookRow, index: int) -> str:
        position, at = f"${letter(self.helper)}{self.row}", f"${letter(self.helper + 1)}{self.row}"
        fields = lookup.outcomes.fields
        first, number = fields[0], next(item for item in fields if item.kind == "number")
        states = [lookup.states.index(is_vulnerable(found.deal, place)) for place in self.places]
        shift = f"+{lookup.size}*CHOOSE({position},{','.join(map(str, states))})" if any(states) else ""
        column = f"1+MOD({index + 1}-{position},{lookup.size}){shift}"
        empty, last = self._ref(first.name), self._ref(number.name)
        return f'=IF({empty}="","",IFERROR(INDEX({lookup.points},{at},{column}),IF({last}="","","?")))'

    def _write_totals(self) -> None:
        if not self.sheet.totals:
            return
        self._put(1, _("Total"), font=self.bold)
        for at in range(len(self.sides)):
            column = self.first_score + 2 * at
            points = letter(column)
            cell = self.page.cell(self.row, column + 1)
            lines = f"{points}{self.first_row}:{points}{self.row - 1}"
            cell.value = f'=IF(COUNT({lines})=0,"",SUM({lines}))'
            self._dress(cell, font=self.bold, alignment=self.number, border=self.box)
        self.row += 1

    def _write_foot(self) -> None:
        if any(choice.tone for item in self.fields.values() for choice in item.choices):
            self.row += 1
            self._put(1, "   ".join(f"{suit_letter(x)} {SYMBOLS[x]}" for x in SUITS))
        super()._write_foot()

    def _set_up_print(self, paper_size: int, first: int, last: int) -> None:
        super()._set_up_print(paper_size, first, last)
        page = self.page
        for column in (self.helper, self.helper + 1):
            page.column_dimensions[letter(column)].hidden = True
        page.print_area = f"A1:{letter(self.width)}{self.row}"
        page.protection.sheet = True


def _fields(rows: Sequence[BookRow]) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for row in rows:
        for item in row.fields:
            found.setdefault(item.name, item)
    return found


def _rule(book: _BookWriter, item: Field, people: Sequence[str]):
    """What may be typed into a field, the same for whoever may type the same."""
    from openpyxl.worksheet.datavalidation import DataValidation  # slow import

    if item.kind == "number":
        limits = {"formula1": str(item.minimum), "formula2": str(item.maximum)}
        rule = DataValidation("whole", operator="between", allow_blank=True, **limits)
        rule.error = _("A whole number from %(least)d to %(most)d.") % {
            "least": item.minimum,
            "most": item.maximum,
        }
    else:
        where = book.people_range(people) if item.kind == "seat" else book.choice_range(texts_of(item))
        rule = DataValidation("list", formula1=where, allow_blank=True)
        rule.error = _("Choose one of what the rules allow here.")
    rule.showErrorMessage, rule.errorStyle, rule.errorTitle = True, "stop", _("This cannot be")
    return rule


def _ranges(cells: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Cells, each a column and a row, as ranges of cells one below the other."""
    ordered = sorted(cells)
    for (column, _offset), run in groupby(enumerate(ordered), key=lambda at: (at[1][0], at[1][1] - at[0])):
        rows = [row for _at, (_column, row) in run]
        yield f"{letter(column)}{rows[0]}:{letter(column)}{rows[-1]}"


def _shown(found: BookRow, item: Field) -> str | int | None:
    """The recorded value; before that, only the seat that the rules fix."""
    default = next((own.default for own in found.fields if own.name == item.name), None)
    known = {item.name: default} if item.kind == "seat" else {}
    value = (known if found.entry is None else found.entry).get(item.name)
    if item.kind == "seat" and value:
        return found.people[list(found.deal.seats).index(str(value))]
    return text_of(item, value)


def _write_text(cell, text: str):
    """A cell that is text whatever it begins with."""
    cell.value = safe_text(text)
    cell.data_type = "s"
    cell.quotePrefix = text.startswith(FORMULA_STARTS)
    return cell
