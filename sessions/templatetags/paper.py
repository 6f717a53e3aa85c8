"""How sheets of paper show cells, and how much room these take."""

import unicodedata
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise

import segno
from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.sheets import Cell, ColumnGroup, Person, Row, Sheet, SheetColumn

from .overtrick import SUITS, decimals, letters, points

register = template.Library()

PERSON_MAX, MOVER_MAX, WORD_MAX = 18, 15, 12
"""Letters of a name, and of a word of it, that a narrow cell holds; the full name stands at the head."""

GROUP_MAX, SIGNATURE_MAX = 34, 46
"""The same of a name above columns, and below a line to sign on."""

SIZES = ((7, "brief"), (15, "short"), (28, "medium"), (62, "long"))


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
    """Names above a column or below a line to sign on, each at most ``width`` letters wide."""
    return mark_suits(brief_heading(names, width))


def brief_heading(names: str, width: int) -> str:
    return " & ".join(shorten(name, width) for name in letters(names).split(" & "))


@register.filter
def mark_suits(text: str) -> SafeString:
    """Escaped text in which each suit symbol has the class of its colour."""
    return format_html_join("", "{}", ((_suit(char),) for char in str(text)))


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
    if char in "MW@%mw":
        return 1.6
    return 1.3 if char.isupper() else 1


def shorten(text: str, width: int) -> str:
    """The text, or as much of it as fits, with an ellipsis; never in the middle of a letter with marks."""
    if text_width(text) <= width:
        return text
    kept = ""
    for char in text:
        if text_width(kept + char) > width - 1:
            break
        kept += char
    return kept.rstrip(" \u200d…") + "…"


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


@register.filter
def shares(sheet: Sheet) -> list[str]:
    """The class of each column's width in half per cents of the sheet's: ``w15`` is 7.5 %; 200 in all."""
    ends = [0, *accumulate(column.width for column in sheet.columns)]
    marks = [round(200 * end / ends[-1]) for end in ends]
    return [f"w{end - start}" for start, end in pairwise(marks)]


@register.filter
def drawn_cells(row: Row, sheet: Sheet) -> SafeString:
    """The cells of a row; a sheet has hundreds, so they are put together here."""
    pairs = zip(sheet.columns, row.cells, strict=True)
    return format_html_join("", "{}", ((_drawn_cell(at, *pair),) for at, pair in enumerate(pairs)))


def _drawn_cell(at: int, column: SheetColumn, cell: Cell) -> SafeString:
    content = conditional_escape(shown(cell, column))
    if at == 0:
        classes, opening, closing = f"{column.kind} first", '<th scope="row"', "</th>"
    else:
        fit = f" {size(cell)}" if column.kind in ("text", "person") else ""
        classes = f"{column.kind}{fit}{' main' if column.is_main else ''}"
        opening, closing = "<td", "</td>"
    html = f'{opening} class="{classes}" data-slot="cell">{content}{closing}'
    return mark_safe(html)  # noqa: S308 (the classes are ours, the content is escaped)


@register.filter
def group_totals(sheet: Sheet) -> list[tuple[ColumnGroup, Cell]]:
    """Each total with the columns that it adds up."""
    return list(zip(sheet.labelled_groups, sheet.totals, strict=True))
