"""What a command reports: a text for people, the same as plain data for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from scoring.lines import EntryError, Option, Points, Value
from scoring.words import mark as _

_YES = ("yes", "true", "on", "1")
_NO = ("no", "false", "off", "0")


@dataclass(frozen=True, slots=True)
class Report:
    """``data`` is made of what JSON knows; points that are no whole numbers are texts: ``"7/2"``."""

    text: str
    data: object


def plain_points(points: Points) -> int | str:
    """Points as JSON has them, exact."""
    return int(points) if points == int(points) else str(Fraction(points))


def plain_by_place(points: Mapping[str, Points]) -> dict[str, int | str]:
    """Points by place as JSON has them."""
    return {place: plain_points(value) for place, value in points.items()}


def make_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, left: Sequence[int] = ()) -> str:
    """Columns of text: numbers to the right, the columns named in ``left`` to the left."""
    lines = [headings, *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(headings))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def read_options(texts: Sequence[str], options: Sequence[Option]) -> dict[str, Value]:
    """``["target=5", "auction=yes", "vp_table=FILE"]`` as values; a text is read from the file named.

    Raises EntryError for an option that is none, OSError for a file that cannot be read.
    """
    known = {option.name: option for option in options}
    found: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise EntryError("option", _("%(text)s is not of the form name=value"), text=text)
        if name not in known:
            names = ", ".join(known) or "none"
            raise EntryError(name, _("there is no such option; there are: %(names)s"), names=names)
        found[name] = _read_option(known[name], value.strip())
    return found


def _read_option(option: Option, text: str) -> Value:
    if option.kind == "number" and text.isascii() and text.isdecimal() and len(text) <= 6:
        return int(text)
    if option.kind == "flag" and text.casefold() in (*_YES, *_NO):
        return text.casefold() in _YES
    if option.kind == "text":
        return Path(text).read_text(encoding="utf-8", errors="replace") if text else ""
    if option.kind == "choice" and text in {choice.value for choice in option.choices}:
        return text
    raise EntryError(
        option.name, _("%(text)s is not possible; %(form)s"), text=text, form=option_form(option)
    )


def option_form(option: Option) -> str:
    """What an option may be: ``"1 to 50"``, ``"yes or no"``, ``"target or time"``, a file."""
    if option.kind == "number":
        return f"{option.minimum} to {option.maximum}"
    if option.kind == "flag":
        return "yes or no"
    if option.kind == "text":
        return "the name of a file"
    *most, last = [choice.value for choice in option.choices]
    return f"{', '.join(most)} or {last}" if most else last


def option_text(value: Value) -> str:
    """A value as it is written after the equals sign."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
