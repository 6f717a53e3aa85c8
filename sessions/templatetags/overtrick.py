"""How pages show the values of ``scoring``: messages in the reader's language, points, per cent, suits."""

from fractions import Fraction

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scoring.bridge import SEAT_NAMES
from scoring.lines import Points, format_points
from scoring.sheets.cards import board_ranges
from sessions.words import figures, from_stored
from sessions.words import letters as local_letters
from sessions.words import say as say_message

register = template.Library()

SUITS = {
    "♠": ("suit-s", _("spades")),
    "♥": ("suit-h", _("hearts")),
    "♦": ("suit-d", _("diamonds")),
    "♣": ("suit-c", _("clubs")),
}
DIRECTIONS = {"NS": _("North-South"), "EW": _("East-West")}
VULNERABLE = {
    (): _("nobody vulnerable"),
    ("NS",): _("North-South vulnerable"),
    ("EW",): _("East-West vulnerable"),
    ("EW", "NS"): _("everybody vulnerable"),
}


@register.filter
def say(text) -> str:
    """A message or marked text of ``scoring`` in the reader's language."""
    return say_message(text)


@register.filter
def points(value: Points | None) -> str:
    """``20``, ``2½``, ``7.33``; nothing for no points."""
    return "" if value is None else figures(format_points(value))


@register.filter
def percent(value: Fraction | None) -> str:
    """A percentage with two decimals, rounded half up here and nowhere before."""
    return "" if value is None else decimals(value, 2)


def decimals(value: Points, places: int) -> str:
    """An exact number with so many decimals, half away from zero, and the reader's decimal mark."""
    scaled = abs(Fraction(value)) * 10**places
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if value < 0 and whole else ""
    return figures(f"{sign}{whole // 10**places}.{whole % 10**places:0{places}d}")


@register.filter
def whole_percent(value: Fraction) -> str:
    """A share in whole per cent, for records of many boards."""
    return figures(str(int(value + Fraction(1, 2))))


@register.filter
def signed(value: float, places: int) -> str:
    """A change, ``+0.4`` or ``−1.2``."""
    shown = decimals(Fraction(value), places)
    return f"−{shown[1:]}" if shown.startswith("-") else f"+{shown}"


@register.filter
def share(value: Fraction) -> str:
    """A share as per cent, ``60`` for three fifths."""
    return points(value * 100)


@register.filter
def taken(amount: Points | str) -> str:
    """What a penalty takes off, ``−2``; ``+2`` where it gives. An amount may be exact text, as stored."""
    exact = Fraction(amount)
    return f"−{points(exact)}" if exact >= 0 else f"+{points(-exact)}"


@register.filter
def seats(places) -> str:
    """The seats of a side together, ``NS``."""
    return local_letters("".join(sorted(places, key="NSEW".find)))


@register.filter
def letters(text: str) -> str:
    """Seats and contracts with the letters that the reader's language has for them."""
    return local_letters(str(text))


@register.filter
def ranges(boards) -> str:
    """Boards as a card has them, ``1–3, 7``."""
    return board_ranges(boards)


@register.filter
def figure(standing, column) -> str:
    """A figure of a standing, shown as its column says."""
    value = standing.figures.get(column.name)
    if value is None:
        return "–"
    if column.texts:
        return column.texts[int(value)]
    shown = {"percent": percent, "average": percent, "count": str}.get(column.kind, points)
    return shown(value)


@register.filter
def suits(text: str) -> SafeString:
    """Escaped text in the reader's letters, with each suit symbol in its colour and a spoken name."""
    return mark_safe("".join(_suit(char) for char in letters(text)))  # noqa: S308 (each piece is escaped)


def _suit(char: str) -> str:
    if char not in SUITS:
        return conditional_escape(char)
    css, name = SUITS[char]
    return format_html(
        '<span class="{}" aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
        css,
        char,
        name,
    )


@register.filter
def get(mapping, key):
    """The value of a mapping, nothing where it has none."""
    return mapping.get(key) if mapping else None


@register.filter
def in_unit(value: Points | None, kind: str) -> str:
    """A figure alone, shown as its column's kind says, with its unit."""
    if value is None:
        return ""
    return (
        f"{percent(value)} %"
        if kind == "percent"
        else decimals(value, 2)
        if kind == "average"
        else points(value)
    )


@register.filter
def ladder_score(value: Fraction, is_percent: bool) -> str:
    """A score of a ladder: per cents and averages with two decimals, sums as points are written."""
    if is_percent:
        return format_html('{}<span class="unit"> %</span>', decimals(value, 2))
    return decimals(value, 2) if value.denominator > 2 else points(value)


@register.filter
def names(side) -> SafeString:
    """The players of a side, each apart from the direction of the text around; a team's name before them."""
    players = format_html_join(" & ", "<bdi>{}</bdi>", ((person.name,) for person in side.players))
    if side.own_name:
        return format_html('<bdi>{}</bdi> <span class="teammates">{}</span>', side.own_name, players)
    return players or format_html("<bdi>{}</bdi>", side.label)


@register.filter
def seat_name(seat: str) -> str:
    """``"North"`` for ``"N"``; other seats as they are written."""
    return say_message(SEAT_NAMES.get(seat, seat))


@register.filter
def direction_name(group: str) -> str:
    """``"North-South"`` for ``"NS"``; other groups of winners as they are written."""
    return str(DIRECTIONS.get(group, group))


@register.filter
def vulnerability(deal) -> str:
    """Who is vulnerable on a deal, in words."""
    return str(VULNERABLE[tuple(sorted(deal.vulnerable))])


@register.filter
def stored(note) -> str:
    """A message that was stored with a session, in the reader's language."""
    return from_stored(note)
