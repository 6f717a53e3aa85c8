"""How much room a sheet has on its page, and how high its rows and large its letters can be there.

Lengths are in millimetres, widths of texts in small letters. Fonts differ from computer to computer, so
what a text needs is estimated, rather too high than too low.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import groupby

from scoring.sheets import Person, Sheet, SheetColumn
from sessions.templatetags.paper import (
    SIGNATURE_MAX,
    WORD_MAX,
    brief_heading,
    brief_label,
    column_sizes,
    count_lines,
    kept_rows,
    largest,
    names_size,
    plain,
    size,
    word_size,
)

from .columns import BOLD, HEAD, LETTER, POINT, SHARES, Columns, fit_columns, unbroken_width, word_width

PAPERS = {"a4": (210, 297), "letter": (216, 279)}
MARGIN_WIDTH, MARGIN_HEIGHT = 24, 23.5
SLOTS = {"a4": 136, "letter": 127}
SLOT_PADDING = {1: 0, 2: 7, 4: 10}
POINTS = {(1, False): 10, (2, False): 10, (4, False): 8.8, (1, True): 12.5, (2, True): 12, (4, True): 10.5}
"""The size of letters by the sheets on a page and large print."""
CAPITAL = 0.76
"""The width of a capital letter set apart, as a part of the size of letters."""
BADGE = {1: 26, 2: 26, 4: 17}
BADGE_HEIGHT = {1: 13, 2: 13, 4: 9}
MARK = {False: {1: 48, 2: 48, 4: 24}, True: {1: 54, 2: 54, 4: 24}}

HEIGHTS = (18, 16, 14, 13, 12, 11, 10, 9.5, 9, 8.5, 8, 7.6, 7.2, 6.8, 6.4, 6, 5.7, 5.4, 5.1, 4.8)
"""The heights that rows may have, by the classes of the style."""
WRITTEN_MIN, WRITTEN_MAX = 5.4, 13
"""The height of a row that somebody writes into, at least and at most."""
HEIGHT_MAX = {1: HEIGHTS[0], 2: 14, 4: 12}
"""The most by the sheets on a page."""
AIRY = 11
"""The height up to which letters of the usual size do not look lost in a row."""
FLOWING = tuple(height for height in HEIGHTS if 6.4 <= height <= 13)
"""The heights of rows that go on over several pages."""
SNUG_MAX = 8.5
"""The height of rows that smaller letters bring onto one page, at most."""
LETTERS = ((16, 150), (12, 130), (9.5, 115), (0, 100))
"""How large letters are, in per cent, from which height of a row on."""
SMALLER = (90, 80, 70)
SLACK = 0.93
PAGES_MAX = 400

KINDS = {"name": 1.1, "pair": 0.85, "person": 0.9, "count": 1.15, "points": 1.15, "decimal": 1.15}
NUMBERS = ("count", "points", "decimal")
BRIEF, SHORT, TEXT, FIRST = 1.25, 1.05, 0.9, 1.2
"""The size of letters of each kind of cell, as a part of the sheet's."""
TITLES = {at: {"long": 1.5, "endless": 1.1} for at in (1, 2)} | {
    4: {"medium": 1.35, "long": 1.15, "endless": 1}
}
"""The size of a title by its length, as a part of the sheet's."""
PADDING = {1: 1.9, 2: 1.9, 4: 1.3}
WIDE_PADDING = 1.1
NAME_PADDING = 0.8
BREATH, WIDE_BREATH = 1.04, 1.15
"""What a text that stands in one line leaves free, on lying paper where cells have little padding."""
WIDE_MARK = 90
LINE = 1.12
RULE = 0.2


@dataclass(frozen=True, slots=True)
class Look:
    """How the lines of a sheet are drawn: height of a row, size of letters in per cent, columns."""

    height: float
    letters: int = 100
    columns: Columns = Columns((), 100, 95)
    is_flowing: bool = False

    @property
    def classes(self) -> str:
        return f"h{round(self.height * 10)} x{self.letters} {self.columns.classes}"

    def alike(self, other: "Look") -> "Look":
        """The smaller of both in each of its parts."""
        columns = replace(self.columns, names=min(self.columns.names, other.columns.names))
        return Look(min(self.height, other.height), min(self.letters, other.letters), columns)


@dataclass(frozen=True, slots=True)
class Page:
    """What sheets are printed on: so many share a page."""

    paper: str = "a4"
    size: int = 1
    is_large: bool = False
    has_badge: bool = False

    @property
    def em(self) -> float:
        return POINTS[self.size, self.is_large] * POINT

    def area(self, *, is_wide: bool) -> tuple[float, float]:
        """Width and height of what one sheet may fill."""
        width, height = PAPERS[self.paper]
        if is_wide:
            width, height = height, width
        inside = width - MARGIN_WIDTH
        if self.size == 1:
            return inside, height - MARGIN_HEIGHT
        padding = SLOT_PADDING[self.size]
        return (inside / 2 - 5 if self.size == 4 else inside), SLOTS[self.paper] - padding


def looks(sheets: Sequence[Sheet], page: Page) -> list[Look]:
    """The look of each sheet; sheets of one shape look alike."""
    measured = [_Measured(sheet, page) for sheet in sheets]
    found: dict[tuple, Look | None] = {}
    for shape, alike in _by_shape(measured).items():
        sizes = [largest(each) for each in zip(*(x.sizes for x in alike), strict=True)]
        for each in alike:
            each.sizes = sizes
        cells = [max(each) for each in zip(*(x.unbroken for x in alike), strict=True)]
        columns = alike[0].fit(cells)
        for each in alike:
            each.columns = columns
        fitting = [each.look for each in alike if each.look is not None]
        found[shape] = reduce(Look.alike, fitting) if fitting else None
    return [found[each.shape] if each.look is not None else each.flowing for each in measured]


def _by_shape(measured: Iterable["_Measured"]) -> dict[tuple, list["_Measured"]]:
    found: dict[tuple, list[_Measured]] = {}
    for each in measured:
        found.setdefault(each.shape, []).append(each)
    return found


def are_roomy(sheets: Sequence[Sheet], page: Page) -> bool:
    """Whether each of the sheets has room enough in its part of the page."""
    measured = [_Measured(sheet, page) for sheet in sheets]
    is_tight = page.is_large and any(each.columns.is_tight for each in measured)
    return not is_tight and all(each.look is not None for each in measured)


class _Measured:
    """A sheet and what its parts need on a page."""

    def __init__(self, sheet: Sheet, page: Page) -> None:
        self.sheet, self.page, self.em = sheet, page, page.em
        self.width, self.height = page.area(is_wide=sheet.is_wide)
        self._known: dict[int, list[float]] = {}
        self.sizes = column_sizes(sheet)

    @property
    def shape(self) -> tuple:
        """What sheets have in common that are to look alike."""
        sheet = self.sheet
        return (len(sheet.rows), len(sheet.people), bool(sheet.signatures), sheet.columns, sheet.is_wide)

    def fit(self, cells: Sequence[float]) -> Columns:
        """The columns in which the cells need so much."""
        padding = PADDING[self.page.size]
        return fit_columns(
            self.sheet, width=self.width, em=self.em, padding=padding, cells=cells, sizes=self.sizes
        )

    @cached_property
    def columns(self) -> Columns:
        return self.fit(self.unbroken)

    @cached_property
    def widths(self) -> list[float]:
        """What the columns have for text."""
        return [self.width * share / SHARES - PADDING[self.page.size] for share in self.columns.shares]

    @cached_property
    def look(self) -> Look | None:
        """The largest that lets the sheet fit; None where it needs several pages."""
        room = (self.height - self.head() - self.top() - self.foot()) * SLACK
        usual = self._fitting(room, self._heights())
        smaller = (
            self._look(height, letters)
            for letters in SMALLER
            for height in self._heights(SNUG_MAX)
            if letters / 100 * self._tightest <= 1 and self._fits(room, height, letters)
        )
        return next(usual, None) or next(smaller, None)

    @property
    def flowing(self) -> Look:
        """The look of a sheet that goes on over as few pages as can be, the last of them well filled."""
        first = self.height - self.head() - self.top()
        other = self.height - self.top() - FLOWING[0]
        for pages in range(2, PAGES_MAX):
            room = (first + (pages - 1) * other - self.foot()) * SLACK
            kept = (pages - 1) * self._most_kept * FLOWING[-1]
            found = next(self._fitting(room - kept, FLOWING), None)
            if found is not None:
                return replace(found, is_flowing=True)
        return self._look(FLOWING[-1], is_flowing=True)

    @property
    def _most_kept(self) -> int:
        """The most rows that stay on one page with the next."""
        kept = kept_rows(self.sheet)
        runs = groupby(range(len(self.sheet.rows)), key=kept.__contains__)
        return max((sum(1 for _number in run) for is_kept, run in runs if is_kept), default=0)

    def _look(self, height: float, letters: int = 100, *, is_flowing: bool = False) -> Look:
        return Look(height, letters, self.columns, is_flowing)

    @property
    def _is_written(self) -> bool:
        """Whether somebody writes on it by hand."""
        return bool(self.sheet.signatures) or any(None in row.cells for row in self.sheet.rows)

    def _heights(self, limit: float = HEIGHTS[0]) -> Sequence[float]:
        least, most = (WRITTEN_MIN, WRITTEN_MAX) if self._is_written else (HEIGHTS[-1], HEIGHTS[0])
        most = min(most, limit, HEIGHT_MAX[self.page.size])
        return [height for height in HEIGHTS if least <= height <= most]

    def _fitting(self, room: float, heights: Sequence[float]) -> Iterator[Look]:
        """The looks with which the rows fit into so much room, the largest first."""
        for height in heights:
            letters = self._letters(height)
            is_airy = height > AIRY * letters / 100 and not self._is_written
            if not is_airy and self._fits(room, height, letters):
                yield self._look(height, letters)

    def _fits(self, room: float, height: float, letters: int) -> bool:
        return sum(max(height + RULE, need) for need in self._needs(letters)) <= room

    def _letters(self, height: float) -> int:
        """How large letters may be: numbers as narrow as their columns, most names within their rows."""
        wanted = next(letters for least, letters in LETTERS if height >= least)
        sizes = [letters for _least, letters in LETTERS if letters <= wanted]
        narrow = [x for x in (*sizes, *SMALLER) if x / 100 * self._tightest <= 1] or [SMALLER[-1]]
        most = len(self.sheet.rows) // 5
        usual = [x for x in narrow if x >= 100]
        low = (x for x in usual if sum(need > height + RULE for need in self._needs(x)) <= most)
        return next(low, min(narrow[0], 100))

    @cached_property
    def _texts(self) -> list[list[str]]:
        columns = self.sheet.columns
        return [[plain(*each) for each in zip(row.cells, columns, strict=False)] for row in self.sheet.rows]

    @cached_property
    def unbroken(self) -> list[float]:
        """How wide the widest text of each column is that must stand in one line."""
        columns = self.sheet.columns
        found = [0.0] * len(columns)
        for texts in self._texts:
            for at, (column, text) in enumerate(zip(columns, texts, strict=False)):
                found[at] = max(found[at], self._unbroken(at, column, text)) if text else found[at]
        return found

    @cached_property
    def _tightest(self) -> float:
        """How much of its column the widest text takes that must stand in one line."""
        columns = zip(self.sheet.columns, self.widths, self.unbroken, strict=True)
        return max((text / (width + self._spared(column)) for column, width, text in columns), default=0)

    def _unbroken(self, at: int, column: SheetColumn, text: str) -> float:
        if column.kind in NUMBERS:
            part = 1 if self.sheet.is_wide and column.kind == "points" else KINDS[column.kind]
            breath = WIDE_BREATH if part == 1 else BREATH
            return unbroken_width(text) * (BOLD if column.is_main else LETTER) * part * self.em * breath
        if self.sizes[at] == "brief":
            part = (LETTER * BRIEF if at else BOLD * FIRST) * BREATH
            return unbroken_width(text) * part * self.em
        if column.kind == "name":
            return 0
        part = self._part(at, column) * (LETTER if at else BOLD) * self.em
        return min(word_width(text), WORD_MAX) * part * BREATH

    def _spared(self, column: SheetColumn) -> float:
        """What columns of points on lying paper do without."""
        is_close = self.sheet.is_wide and column.kind == "points"
        return PADDING[1] - WIDE_PADDING if is_close else 0

    def _needs(self, letters: int) -> list[float]:
        """The least height of each row."""
        if letters not in self._known:
            part = letters / 100 * self.em
            self._known[letters] = [self._need(at, part) for at in range(len(self.sheet.rows))]
        return self._known[letters]

    def _need(self, number: int, em: float) -> float:
        row = self.sheet.rows[number]
        if not row.cells:
            lines = count_lines(str(row.heading), round(self.width / (0.9 * self.em * BOLD)))
            return max(5.8, lines * 0.9 * self.em * 1.3 + RULE)
        return RULE + max(
            self._cell_need(
                at, text, em, is_move=isinstance(cell, Person) and bool(cell.old_seat and cell.name)
            )
            for at, (text, cell) in enumerate(zip(self._texts[number], row.cells, strict=True))
        )

    def _cell_need(self, at: int, text: str, em: float, *, is_move: bool) -> float:
        if not text:
            return 0
        column = self.sheet.columns[at]
        part = self._part(at, column) * em
        if column.kind in NUMBERS:
            return part * LINE
        lines = count_lines(text, round(self.widths[at] / (part * (LETTER if at else BOLD)), 1))
        return max(lines, 2 if is_move else 1) * part * LINE + (NAME_PADDING if column.kind == "name" else 0)

    def _part(self, at: int, column: SheetColumn) -> float:
        """The size of a column's letters."""
        if at == 0:
            return KINDS["name"] if column.kind == "name" else FIRST
        if column.kind == "text":
            return {"brief": BRIEF, "short": SHORT}.get(self.sizes[at], TEXT)
        return BRIEF if self.sizes[at] == "brief" else KINDS[column.kind]

    def head(self) -> float:
        """Down to the table: whose sheet it is, and who sits where."""
        sheet, em = self.sheet, self.em
        wide = WIDE_MARK if sheet.is_wide else MARK[self.page.is_large][self.page.size]
        names = self.width - (wide if sheet.mark else 0)
        names -= BADGE[self.page.size] if self.page.has_badge else 0
        title = TITLES[self.page.size].get(size(sheet.title), 1.9)
        over = count_lines(str(sheet.overline), self.width / (0.85 * em * CAPITAL)) * 0.85 * 1.25 * em
        lines = count_lines(str(sheet.title), names / (title * em * BOLD)) * title * 1.12
        if sheet.subtitle:
            lines += count_lines(" · ".join(map(str, sheet.subtitle)), names / (em * LETTER)) * 1.25
        mark = {"brief": 2, "short": 1.4}.get(word_size(sheet.mark), 1)
        marked = count_lines(str(sheet.mark), (wide - 4) / (mark * em * BOLD)) * mark * 1.12
        badge = BADGE_HEIGHT[self.page.size] if self.page.has_badge else 0
        return over + max(lines * em, marked * em, badge) + 2.6 + self._people() + (0 if sheet.people else 2)

    def _people(self) -> float:
        if not self.sheet.people:
            return 0
        part = {"medium": 1.1, "long": 1, "endless": 0.75}.get(names_size(self.sheet), 1.2)
        width = self.width / len(self.sheet.people) - 2
        most = max(
            count_lines(str(fact.value), width / (part * self.em * BOLD)) for fact in self.sheet.people
        )
        return 3.2 + max(8, (0.85 * 1.3 + most * part * 1.15) * self.em)

    def top(self) -> float:
        """The headings of the columns."""
        em, head = self.em, HEAD * self.columns.heads / 100 * self.em
        labels = [column.label for column in self.sheet.columns]
        widths = zip(labels, self.widths, strict=True)
        lines = max((count_lines(str(x), width / (head * BOLD)) for x, width in widths), default=0)
        height = lines * 1.1 * head + 1.8
        if not self.sheet.has_group_headings:
            return height
        part = self.columns.names / 100 * em
        most, at = 0.0, 0
        for group in self.sheet.groups:
            width = sum(self.widths[at : at + len(group.columns)])
            at += len(group.columns)
            found = count_lines(brief_label(group), width / (part * BOLD)) * part * 1.1
            most = max(most, found + (part * 1.1 if group.note else 0))
        return height + most + 1.8

    def foot(self) -> float:
        """Totals, lines to sign on, remarks, a square to be scanned."""
        sheet, em = self.sheet, self.em
        height = 9.6 if sheet.totals else 0.4
        if sheet.signatures:
            width = self.width / len(sheet.signatures) - 3
            lines = max(
                count_lines(brief_heading(str(x), SIGNATURE_MAX), width / (0.85 * em * LETTER))
                for x in sheet.signatures
            )
            height += 10 + lines * 0.85 * 1.1 * em
        return height + sum(
            1.6 + count_lines(str(note), self.width / (0.85 * em * LETTER)) * 0.85 * 1.25 * em
            for note in sheet.notes
        )
