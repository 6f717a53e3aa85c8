"""How much room a sheet has on its page, and how high its rows and large its letters can be there.

Lengths are in millimetres, widths of texts in small letters. Fonts differ from computer to computer, so
what a text needs is estimated, rather too high than too low.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.sheets import Person, Sheet, SheetColumn
from sessions.templatetags.paper import (
    GROUP_MAX,
    SIGNATURE_MAX,
    brief_heading,
    names_size,
    plain,
    size,
    text_width,
    word_size,
)

PAPERS = {"a4": (210, 297), "letter": (216, 279)}
MARGIN_WIDTH, MARGIN_HEIGHT = 24, 23.5
SLOTS = {"a4": 136, "letter": 127}
SLOT_PADDING = {1: 0, 2: 7, 4: 10}
POINTS = {(1, False): 10, (2, False): 10, (4, False): 8.8, (1, True): 12.5, (2, True): 12, (4, True): 10.5}
"""The size of letters by the sheets on a page and large print."""
POINT = 0.3528
LETTER, BOLD, CAPITAL = 0.56, 0.61, 0.76
"""The width of a small letter, as a part of the size of letters."""
BADGE = {1: 26, 2: 26, 4: 17}
BADGE_HEIGHT = {1: 13, 2: 13, 4: 9}
MARK = {False: {1: 48, 2: 48, 4: 24}, True: {1: 54, 2: 54, 4: 24}}

HEIGHTS = (18, 16, 14, 13, 12, 11, 10, 9.5, 9, 8.5, 8, 7.6, 7.2, 6.8, 6.4, 6, 5.7, 5.4)
"""The heights that rows may have, by the classes of the style."""
WRITTEN_MAX = 13
"""The height of a row that somebody writes into, at most."""
HEIGHT_MAX = {1: HEIGHTS[0], 2: 14, 4: 12}
"""The most by the sheets on a page."""
AIRY = 11
"""The height up to which letters of the usual size do not look lost in a row."""
FLOWING = tuple(height for height in HEIGHTS if 6.4 <= height <= 13)
"""The heights of rows that go on over several pages."""
SNUG = tuple(height for height in HEIGHTS if height <= 8.5)
"""The heights of rows that smaller letters bring onto one page."""
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
NARROW = frozenset("fijlrt.,:;'|!()[] /")
LINE = 1.12
RULE = 0.2


@dataclass(frozen=True, slots=True)
class Look:
    """How the lines of a sheet are drawn: the height of a row, and the size of letters in per cent."""

    height: float
    letters: int = 100

    @property
    def classes(self) -> str:
        return f"h{round(self.height * 10)} x{self.letters}"


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
    for each in measured:
        look = each.look
        known = found.setdefault(each.shape, look)
        if look is not None and known is not None:
            found[each.shape] = Look(min(known.height, look.height), min(known.letters, look.letters))
        elif known is None:
            found[each.shape] = look
    return [found[each.shape] if each.look is not None else each.flowing for each in measured]


def are_roomy(sheets: Sequence[Sheet], page: Page) -> bool:
    """Whether each of the sheets has room enough in its part of the page."""
    return all(_Measured(sheet, page).look is not None for sheet in sheets)


@lru_cache(maxsize=4096)
def count_lines(text: str, width: float) -> int:
    """In how many lines a text stands that may be ``width`` small letters wide; long words are broken."""
    lines, left = 1, width
    for word in text.split():
        needed = text_width(word)
        if needed > left:
            lines += left < width
            pieces = max(1, -(-needed // width))
            lines += int(pieces) - 1
            left, needed = width, needed - (pieces - 1) * width
        left -= needed + 0.6
    return int(lines)


class _Measured:
    """A sheet and what its parts need on a page."""

    def __init__(self, sheet: Sheet, page: Page) -> None:
        self.sheet, self.page, self.em = sheet, page, page.em
        self.width, self.height = page.area(is_wide=sheet.is_wide)
        total = sum(column.width for column in sheet.columns) or 1
        self._known: dict[int, list[float]] = {}
        padding = PADDING[page.size]
        self.widths = [self.width * column.width / total - padding for column in sheet.columns]

    @property
    def shape(self) -> tuple:
        """What sheets have in common that are to look alike."""
        sheet = self.sheet
        return (len(sheet.rows), len(sheet.people), bool(sheet.signatures), sheet.columns, sheet.is_wide)

    @cached_property
    def look(self) -> Look | None:
        """The largest that lets the sheet fit; None where it needs several pages."""
        room = (self.height - self.head() - self.top() - self.foot()) * SLACK
        usual = self._fitting(room, self._heights())
        smaller = (
            Look(height, letters)
            for letters in SMALLER
            for height in SNUG
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
            found = next(self._fitting(room, FLOWING), None)
            if found is not None:
                return found
        return Look(FLOWING[-1])

    @property
    def _is_written(self) -> bool:
        """Whether somebody writes on it by hand."""
        return bool(self.sheet.signatures) or any(None in row.cells for row in self.sheet.rows)

    def _heights(self) -> Sequence[float]:
        most = WRITTEN_MAX if self._is_written else HEIGHTS[0]
        return [height for height in HEIGHTS if height <= min(most, HEIGHT_MAX[self.page.size])]

    def _fitting(self, room: float, heights: Sequence[float]) -> Iterator[Look]:
        """The looks with which the rows fit into so much room, the largest first."""
        for height in heights:
            letters = self._letters(height)
            is_airy = height > AIRY * letters / 100 and not self._is_written
            if not is_airy and self._fits(room, height, letters):
                yield Look(height, letters)

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
    def _tightest(self) -> float:
        """How much of its column the widest text takes that must stand in one line."""
        columns = list(zip(self.sheet.columns, self.widths, strict=True))
        return max(
            (
                self._unbroken(at, column, text) / (width + self._spared(column))
                for texts in self._texts
                for at, ((column, width), text) in enumerate(zip(columns, texts, strict=False))
                if text
            ),
            default=0,
        )

    def _unbroken(self, at: int, column: SheetColumn, text: str) -> float:
        width = text_width(text) - 0.45 * sum(char in NARROW for char in text)
        if column.kind in NUMBERS:
            part = 1 if self.sheet.is_wide and column.kind == "points" else KINDS[column.kind]
            return width * (BOLD if column.is_main else LETTER) * part * self.em
        if column.kind == "text" and not at:
            return width * BOLD * FIRST * self.em
        if column.kind in ("text", "person") and size(text) == "brief":
            return width * LETTER * BRIEF * self.em
        return 0

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
            self._cell_need(at, text, em, is_move=isinstance(cell, Person) and bool(cell.old_seat))
            for at, (text, cell) in enumerate(zip(self._texts[number], row.cells, strict=True))
        )

    def _cell_need(self, at: int, text: str, em: float, *, is_move: bool) -> float:
        if not text:
            return 0
        column = self.sheet.columns[at]
        part = self._part(at, column, text) * em
        if column.kind in NUMBERS:
            return part * LINE
        lines = count_lines(text, round(self.widths[at] / (part * (LETTER if at else BOLD)), 1))
        return max(lines, 2 if is_move else 1) * part * LINE

    def _part(self, at: int, column: SheetColumn, text: str) -> float:
        """The size of a cell's letters."""
        if at == 0:
            return FIRST
        if column.kind == "text":
            return {"brief": BRIEF, "short": SHORT}.get(size(text), TEXT)
        is_brief = column.kind == "person" and size(text) == "brief"
        return BRIEF if is_brief else KINDS[column.kind]

    def head(self) -> float:
        """Down to the table: whose sheet it is, and who sits where."""
        sheet, em = self.sheet, self.em
        wide = MARK[self.page.is_large][self.page.size]
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
        em = self.em
        labels = [column.label for column in self.sheet.columns]
        widths = zip(labels, self.widths, strict=True)
        lines = max((count_lines(str(x), width / (0.8 * em * BOLD)) for x, width in widths), default=0)
        height = lines * 0.8 * 1.1 * em + 1.8
        if not self.sheet.has_group_headings:
            return height
        part = {"long": 0.8, "endless": 0.7}.get(names_size(self.sheet), 0.95) * em
        most, at = 0.0, 0
        for group in self.sheet.groups:
            width = sum(self.widths[at : at + len(group.columns)])
            at += len(group.columns)
            found = (
                count_lines(brief_heading(str(group.label), GROUP_MAX), width / (part * BOLD)) * part * 1.1
            )
            most = max(most, found + (0.75 * 1.1 * em if group.note else 0))
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
