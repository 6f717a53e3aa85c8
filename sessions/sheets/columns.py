"""How wide the columns of a sheet are and how large their headings, so that no word is broken.

Lengths are in millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.sheets import Sheet, SheetColumn
from sessions.templatetags.paper import brief_label, count_lines, text_width

POINT = 0.3528
LETTER, BOLD = 0.56, 0.61
"""The width of a small letter, as a part of the size of letters."""
NARROW = frozenset("fijlrt.,:;'|!()[] /")
SLIM = {**dict.fromkeys("ijl.,:;'|!", 0.45), **dict.fromkeys("frt()[]", 0.25)}
"""How much less than a small letter these are wide."""
SHARES = 400
"""The parts of a sheet's width that its columns share out, a quarter of a per cent each."""
HEAD, BREATH = 0.8, 1.05
EDGE = 0.4
"""What the first column has less than the others: the frame of the table is drawn within it."""
HEADS = (100, 94, 88, 80, 70)
CELLS = (100, 90, 80, 70)
LARGEST, ROOM = 1.5, 6
"""How much larger the letters of cells may become, and what such a cell must have to spare for a margin."""
NAMES = (95, 85, 80, 70, 60)
"""How large headings of columns may be, and names above columns, in per cent."""
LEAST_POINTS = 7
"""No letters are smaller."""
SPARED = {"name": 0.75, "pair": 0.85, "person": 0.85, "points": 0.88, "decimal": 0.88, "count": 0.9}
"""The part of its width that a column keeps where another needs more."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The share of each column, and the size of headings and of names above columns in per cent.

    ``sizes`` are those of the letters of each column. In ``roomy`` columns numbers stand away from the edge.
    Where ``is_tight``, long words of headings have to be hyphenated.
    """

    shares: tuple[int, ...]
    heads: int
    names: int
    sizes: tuple[str, ...] = ()
    roomy: tuple[int, ...] = ()
    is_tight: bool = False

    @property
    def classes(self) -> str:
        return f"t{self.heads} g{self.names}{' tight' if self.is_tight else ''}"


def fit_columns(
    sheet: Sheet, *, width: float, em: float, padding: float, cells: Sequence[float], sizes: Sequence[str]
) -> Columns:
    """The columns of a sheet that is so wide.

    ``padding`` is what a cell leaves free beside its text, ``cells`` what the texts of each column need that
    are to stand in one line.
    """
    total = sum(column.width for column in sheet.columns) or 1
    usual = [width * column.width / total for column in sheet.columns]
    heads, widths, is_enough = 100, usual, True
    for letters, heads in product(CELLS, list(_sizes(HEADS, HEAD * em))):
        above = _needs(sheet, heads / 100 * HEAD * em, padding + width / SHARES)
        below = (letters / 100 * cell + padding + width / SHARES for cell in cells)
        needs = [max(each) + (0 if at else EDGE) for at, each in enumerate(zip(above, below, strict=True))]
        widths, is_enough = _widened(sheet.columns, usual, needs)
        if is_enough:
            break
    names = _fit_names(sheet, widths, em, padding) if sheet.has_group_headings else NAMES[0]
    roomy = tuple(
        at for at, each in enumerate(zip(sheet.columns, widths, cells, strict=True)) if _is_roomy(*each)
    )
    return Columns(_shares(widths), heads, names, tuple(sizes), roomy, is_tight=not is_enough)


def _is_roomy(column: SheetColumn, width: float, cell: float) -> bool:
    return column.kind in ("points", "decimal") and width - cell * LARGEST > ROOM


def word_width(text: str) -> float:
    """How many small letters the longest word is wide."""
    return max(
        (text_width(word) - sum(SLIM.get(char, 0) for char in word) for word in text.split()), default=0
    )


def unbroken_width(text: str) -> float:
    return text_width(text) - 0.45 * sum(char in NARROW for char in text)


def _sizes(sizes: Sequence[int], em: float) -> Iterator[int]:
    """Those of the sizes that can still be read, the largest in any case."""
    yield sizes[0]
    yield from (size for size in sizes[1:] if size / 100 * em / POINT >= LEAST_POINTS)


def _needs(sheet: Sheet, em: float, padding: float) -> list[float]:
    """What the longest word of each heading needs; columns of one width under names are alike."""
    found: list[float] = []
    for group in sheet.groups:
        letter = (LETTER if group.label else BOLD) * BREATH
        found += [word_width(str(column.label)) * letter * em + padding for column in group.columns]
    under = [bool(group.label) for group in sheet.groups for _column in group.columns]
    alike: dict[int, float] = {}
    for column, need, is_under in zip(sheet.columns, found, under, strict=True):
        if is_under:
            alike[column.width] = max(need, alike.get(column.width, 0))
    return [
        alike[column.width] if is_under else need
        for column, need, is_under in zip(sheet.columns, found, under, strict=True)
    ]


def _widened(
    columns: Sequence[SheetColumn], widths: Sequence[float], needs: Sequence[float]
) -> tuple[list[float], bool]:
    """Widths that meet the needs as far as other columns have something to spare; whether all are met."""
    least = [
        max(need, width * SPARED.get(column.kind, 0.85))
        for column, width, need in zip(columns, widths, needs, strict=True)
    ]
    spare = sum(max(0.0, width - low) for width, low in zip(widths, least, strict=True))
    missing = sum(max(0.0, need - width) for width, need in zip(widths, needs, strict=True))
    given = min(spare, missing)
    taken, met = (given / spare if spare else 0), (given / missing if missing else 1)
    found = [
        width - taken * (width - low) if width > low else width + met * (max(need, width) - width)
        for width, low, need in zip(widths, least, needs, strict=True)
    ]
    return found, missing <= spare


def _fit_names(sheet: Sheet, widths: Sequence[float], em: float, padding: float) -> int:
    """The largest size at which names above columns are whole words in two lines; else in three."""
    found, at = [], 0
    for group in sheet.groups:
        room = sum(widths[at : at + len(group.columns)]) - padding
        at += len(group.columns)
        if group.label:
            found.append((brief_label(group), room))
    sizes = list(_sizes(NAMES, em))
    whole = [
        size
        for size in sizes
        if all(word_width(text) * BOLD * size / 100 * em <= room for text, room in found)
    ]
    for most in (2, 3):
        for size in whole:
            letter = BOLD * size / 100 * em
            if all(count_lines(text, round(room / letter, 1)) <= most for text, room in found):
                return size
    return (whole or sizes)[-1]


def _shares(widths: Sequence[float]) -> tuple[int, ...]:
    """Equal widths get equal shares; what is left over goes to the widest, the rest of that to the first."""
    total = sum(widths) or 1
    found = [int(SHARES * width / total + 1e-9) for width in widths]
    widest = [at for at, width in enumerate(widths) if width > max(widths) - 0.01]
    more = (SHARES - sum(found)) // max(1, len(widest))
    found = [share + more * (at in widest) for at, share in enumerate(found)]
    return tuple(share + (0 if at else SHARES - sum(found)) for at, share in enumerate(found))
