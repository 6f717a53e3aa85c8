"""Charts as SVG made on the server: shapes before colours, and a sentence for whoever cannot see them."""

import math
from collections.abc import Sequence
from fractions import Fraction

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 78, 14, 18, 24
GRID = (0, 25, 50, 75, 100)
STEP, DOTTED = 5, 60
"""A rating's scale ends at multiples of the first; more points than the second have no dots."""
_SVG = (
    '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-text"'
    ' xmlns="http://www.w3.org/2000/svg"><title id="{}-title">{}</title><desc id="{}-text">{}</desc>{}</svg>'
)


def trend(values: Sequence[Fraction], *, title: str, text: str, key: str = "trend") -> SafeString:
    """A line of per cents from left to right, a dot for each, and a broken line at their average."""
    parts = [_grid()]
    if values:
        average = sum(values, Fraction(0)) / len(values)
        parts += [_level(average), _line(values), _dots(values)]
    drawing = format_html_join("", "{}", ((part,) for part in parts))
    return format_html(_SVG, WIDTH, HEIGHT, key, key, key, title, key, text, drawing)


def _x(at: int, count: int) -> str:
    inner = WIDTH - LEFT - RIGHT
    return f"{LEFT + (inner / 2 if count == 1 else inner * at / (count - 1)):.1f}"


def _y(value: Fraction | int) -> str:
    return f"{HEIGHT - BOTTOM - float(value) / 100 * (HEIGHT - TOP - BOTTOM):.1f}"


def _grid() -> SafeString:
    return _rules([(Fraction(number), f"{number} %") for number in GRID[::2]])


def _rules(levels: Sequence[tuple[Fraction, str]]) -> SafeString:
    """A line across at each height, with its label at the left."""
    rule = '<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="tick" x="{}" y="{}">{}</text>'
    rows = (
        (LEFT, _y(at), WIDTH - RIGHT, _y(at), LEFT - 8, f"{float(_y(at)) + 4:.1f}", label)
        for at, label in levels
    )
    return format_html_join("", rule, rows)


def _level(value: Fraction) -> SafeString:
    line = '<line class="level" x1="{}" y1="{}" x2="{}" y2="{}"/>'
    return format_html(line, LEFT, _y(value), WIDTH - RIGHT, _y(value))


def _line(values: Sequence[Fraction]) -> SafeString:
    points = " ".join(f"{_x(at, len(values))},{_y(value)}" for at, value in enumerate(values))
    return format_html('<polyline class="line" points="{}"/>', points)


def _dots(values: Sequence[Fraction]) -> SafeString:
    """A dot for each value; the first places, at 100, are rings so that they stand out in any colour."""
    rows = (
        ("best" if value == 100 else "dot", _x(at, len(values)), _y(value), 5 if value == 100 else 3)
        for at, value in enumerate(values)
    )
    return format_html_join("", '<circle class="{}" cx="{}" cy="{}" r="{}"/>', rows)


# --- a rating -----------------------------------------------------------------------------------------


def history(
    values: Sequence[float], spreads: Sequence[float], *, title: str, text: str, key: str = "history"
) -> SafeString:
    """A line from left to right within the band of its uncertainty, on a scale that fits them."""
    low = math.floor(min(value - spread for value, spread in zip(values, spreads, strict=True)) / STEP) * STEP
    high = math.ceil(max(value + spread for value, spread in zip(values, spreads, strict=True)) / STEP) * STEP

    def at(value: float) -> Fraction:
        """The height of a value in per cent of the chart."""
        return Fraction(value - low) / Fraction(high - low) * 100

    upper = [at(value + spread) for value, spread in zip(values, spreads, strict=True)]
    lower = [at(value - spread) for value, spread in zip(values, spreads, strict=True)]
    middle = [at(value) for value in values]
    labels = [(number, f"{number:g}") for number in (low, (low + high) / 2, high)]
    parts = [_rules([(at(number), label) for number, label in labels]), _band(upper, lower), _line(middle)]
    if len(values) <= DOTTED:
        parts.append(_dots([min(value, Fraction(99)) for value in middle]))
    drawing = format_html_join("", "{}", ((part,) for part in parts))
    return format_html(_SVG, WIDTH, HEIGHT, key, key, key, title, key, text, drawing)


def _band(upper: Sequence[Fraction], lower: Sequence[Fraction]) -> SafeString:
    count = len(upper)
    there = [f"{_x(at, count)},{_y(value)}" for at, value in enumerate(upper)]
    back = [f"{_x(at, count)},{_y(value)}" for at, value in enumerate(lower)]
    return format_html('<polygon class="band" points="{}"/>', " ".join([*there, *reversed(back)]))
