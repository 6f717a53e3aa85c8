"""How sheets of paper show cells, and how much room these take."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import segno
from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.sheets import Cell, ColumnGroup, Person, Row, Sheet, SheetColumn

from .overtrick import SUITS, decimals, letters, points

register = template.Library()

PERSON_MAX, MOVER_MAX, WORD_MAX = 18, 15, 12
"""Letters of a name, and of a word of it, that a narrow cell holds; the full name stands at the head."""

SIGNATURE_MAX = 46
"""The same of a name below a line to sign on."""

LEFTWARD = r"[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
WHOLE = re.compile(rf"(\b\d+–\d+\b|{LEFTWARD}(?:[\s'’\".-]+{LEFTWARD})*)")
"""What is drawn as a whole: ranges of numbers, and what is written from right to left."""
SYLLABLE = 4
"""The fewest letters of the last word of a name that is cut short."""

SIZES = ((7, "brief"), (15, "short"), (28, "medium"), (62, "long"))
ORDER = ("", *(name for _limit, name in SIZES), "endless")
KEPT_MAX = 8
"""The most rows under one heading that stay on one page."""
SIZED = ("text", "person")
"""The kinds of columns whose letters are as large as their texts are short."""


@register.filter
def shown(value: Cell, column: SheetColumn) -> SafeString | str:
    """A cell's text: numbers as their column says, names short enough for it, suits marked."""
    if isinstance(value, Person):
        return _person(value)
    return mark_suits(plain(value, column)) if isinstance(value, str) else plain(value, column)


def plain(value: Cell, column: SheetColumn) -> str:
    """The letters of a cell's text."""
    if value is None:
        return ""
    if isinstance(value, Person):
        seats = {"seat": letters(value.seat), "old_seat": letters(value.old_seat)}
        return str(replace(value, name=_brief_name(value), **seats))
    if isinstance(value, str):
        return _brief_pair(value) if column.kind == "pair" else _written(value, column)
    return decimals(value, 2) if column.kind == "decimal" else points(value).replace("-", "−")


def _written(text: str, column: SheetColumn) -> str:
    """Seats and contracts in the reader's letters; names as they are."""
    return text if column.kind == "name" else letters(text)


def _person(person: Person) -> SafeString:
    name = mark_suits(_brief_name(person))
    if person.old_seat:
        who = format_html("<bdi>{}</bdi>: ", name) if person.name else ""
        return format_html("{}<b>{}\u00a0→\u00a0{}</b>", who, letters(person.old_seat), letters(person.seat))
    return format_html("<b>{}</b> <bdi>{}</bdi>", letters(person.seat), name)


def _brief_name(person: Person) -> str:
    return _brief(person.name, MOVER_MAX if person.old_seat else PERSON_MAX)


def _brief(name: str, width: int) -> str:
    """A name for a narrow cell: no long word, nor many."""
    return shorten(" ".join(shorten(word, WORD_MAX) for word in name.split()), width)


def _brief_pair(names: str) -> str:
    return " & ".join(_brief(name, PERSON_MAX) for name in names.split(" & "))


@register.filter
def heading(names: str, width: int) -> SafeString:
    """Names below a line to sign on, each at most ``width`` letters wide."""
    return mark_suits(brief_heading(names, width))


@register.filter
def above(group: ColumnGroup) -> SafeString:
    """What stands above columns."""
    return mark_suits(brief_label(group))


def brief_label(group: ColumnGroup) -> str:
    """The label of a group; names are short, as they stand in full at the head."""
    label = letters(str(group.label))
    return _brief_pair(label) if group.note else label


def brief_heading(names: str, width: int) -> str:
    return " & ".join(shorten(name, width) for name in letters(names).split(" & "))


@register.filter
def mark_suits(text: str) -> SafeString:
    """Escaped text in which each suit symbol has the class of its colour.

    Ranges of numbers stay in one line, and what is written from right to left does not move its neighbours.
    """
    parts = ((_whole(part) if at % 2 else _suits(part),) for at, part in enumerate(WHOLE.split(str(text))))
    return format_html_join("", "{}", parts)


def _whole(text: str) -> str:
    template = '<span class="range">{}</span>' if text[0].isdecimal() else "<bdi>{}</bdi>"
    return format_html(template, text)


def _suits(text: str) -> str:
    return format_html_join("", "{}", ((_suit(char),) for char in text))


def _suit(char: str) -> str:
    if char not in SUITS:
        return conditional_escape(char)
    return format_html('<span class="{}">{}</span>', SUITS[char][0], char)


@lru_cache(maxsize=8192)
def text_width(text: str) -> float:
    """How many small letters a text is wide: ideographs and emoji count as two, marks as none."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> float:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    if char in "MW@%mw…":
        return 1.6
    return 1.3 if char.isupper() or char in "жшщюыфм" else 1


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


def shorten(text: str, width: int) -> str:
    """The text, or as many of its words as fit, with an ellipsis; a long word is cut between two letters."""
    if text_width(text) <= width:
        return text
    kept = ""
    for char in text:
        if text_width(kept + char) > width - 1:
            break
        kept += char
    whole, _space, part = kept.rpartition(" ")
    if text.startswith(kept.rstrip() + " "):
        kept = _without_particles(kept.rstrip())
    elif whole and (len(part) < SYLLABLE or len(whole) > len(kept) / 2):
        kept = _without_particles(whole)
    return kept.rstrip(" \u200d…") + "…"


def _without_particles(text: str) -> str:
    """A name cut short does not end with its "de" or "von und zu"."""
    first, *words = text.split(" ")
    while words and len(words[-1]) < SYLLABLE:
        words.pop()
    return " ".join([first, *words])


@register.filter
def size(text: str) -> str:
    """``brief``, ``short``, ``medium``, ``long`` or ``endless``: the class that lets a text fit."""
    return _size(text_width(str(text)))


@register.filter
def word_size(text: str) -> str:
    """The same for the longest word of a text that may be broken between its words."""
    return _size(max(map(text_width, str(text).split()), default=0))


@register.filter
def names_size(sheet: Sheet) -> str:
    """The same for all the names at the head of a sheet, so that they look alike."""
    names = [*(fact.value for fact in sheet.people), *(group.label for group in sheet.groups)]
    return _size(max((text_width(str(name)) for name in names), default=0))


def _size(width: float) -> str:
    return next((name for limit, name in SIZES if width <= limit), "endless")


@register.filter
def scan_square(address: str) -> SafeString:
    """The square that a phone scans, as a drawing within the page."""
    drawing = segno.make(address, error="m").svg_inline(scale=4, border=0, omitsize=True)
    return mark_safe(drawing)  # noqa: S308 (lines drawn from the address; no text of it is inside)


@register.simple_tag
def drawn_rows(sheet: Sheet, look) -> Iterator[tuple[Row, SafeString, bool]]:
    """Each row with its cells, and whether it stays on one page with the next.

    A sheet has hundreds of cells, so they are put together here.
    """
    classes = _cell_classes(sheet, look.columns)
    kept = kept_rows(sheet) if look.is_flowing else ()
    for number, row in enumerate(sheet.rows):
        cells = enumerate(zip(sheet.columns, classes, row.cells, strict=False))
        content = format_html_join("", "{}", ((_drawn_cell(at, *each),) for at, each in cells))
        yield row, content, number in kept


def kept_rows(sheet: Sheet) -> set[int]:
    """The rows that stay on one page with the next: all but the last of a few under one heading."""
    heads = [number for number, row in enumerate(sheet.rows) if row.heading]
    parts = pairwise([*heads, len(sheet.rows)])
    return {n for start, end in parts if end - start - 1 <= KEPT_MAX for n in range(start, end - 1)}


def _cell_classes(sheet: Sheet, drawn) -> list[str]:
    found = []
    for at, (column, fit) in enumerate(zip(sheet.columns, drawn.sizes, strict=True)):
        words = [column.kind, fit, "main" * column.is_main, "roomy" * (at in drawn.roomy)]
        found.append(" ".join(filter(None, words if at else [column.kind, "first"])))
    return found


def column_sizes(sheet: Sheet) -> list[str]:
    """How large the letters of each column are: those of its longest text, so that all look alike."""
    rows = [row.cells for row in sheet.rows if row.cells]
    return [
        largest(size(plain(cells[at], column)) for cells in rows) if column.kind in SIZED else ""
        for at, column in enumerate(sheet.columns)
    ]


def largest(sizes: Iterable[str]) -> str:
    """The size of the longest of several texts."""
    return max(sizes, key=ORDER.index, default=SIZES[0][1])


def _drawn_cell(at: int, column: SheetColumn, classes: str, cell: Cell) -> SafeString:
    content = conditional_escape(shown(cell, column))
    opening, closing = ("<td", "</td>") if at else ('<th scope="row"', "</th>")
    html = f'{opening} class="{classes}" data-slot="cell">{content}{closing}'
    return mark_safe(html)  # noqa: S308 (the classes are ours, the content is escaped)


@register.filter
def group_totals(sheet: Sheet) -> list[tuple[ColumnGroup, Cell]]:
    """Each total with the columns that it adds up."""
    return list(zip(sheet.labelled_groups, sheet.totals, strict=True))
