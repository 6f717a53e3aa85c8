"""What people type for a contract, a suit, a bid, a seat or yes and no, whatever language they type it in."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import MappingProxyType

from django.conf import settings
from django.utils import translation

from clubs.names import plain_letters
from scoring.bridge import SEAT_NAMES, SYMBOLS
from scoring.lines import Choice
from sessions.words import letters, say

from .workbook import LEVELS, choice_text

OTHERS = MappingProxyType(
    {
        "♣": ("♣", "kreuz"),
        "♦": ("♦", "caro"),
        "♥": ("♥", "herz"),
        "♠": ("♠",),
        "NT": ("n", "nt", "sa", "st", "sans", "ohne", "бк"),
        "U": ("↑", "up", "high"),
        "D": ("↓", "down", "low"),
        "X": ("x", "k", "kontra", "contre", "contra", "contro", "dbl", "double", "контра"),
        "XX": ("xx", "rk", "rekontra", "surcontre", "recontra", "surcontro", "rdbl", "redouble", "реконтра"),
        "PASS": ("pass", "p", "passed", "passe", "passo", "paso", "пас"),
        "NP": ("np",),
    }
)
"""What is typed besides the words and letters that the languages of the interface have."""

DOUBLES = {"XX": "redoubled", "X": "doubled"}
ALSO_YES = frozenset({"x", "✓", "✔", "1", "true"})
ALSO_NO = frozenset({"", "0", "false"})

_LOOK_ALIKES = str.maketrans("авекмнорстух♡♢♤♧×", "abekmhopctyx♥♦♠♣x")  # noqa: RUF001 (alike)
_DROPPED = re.compile("[\\s.,:;'\"’()\\-–—_\ufe0e\ufe0f]+")  # noqa: RUF001
Words = Callable[[tuple], Iterator[tuple[str, str]]]


class UnclearError(ValueError):
    """A text that means one thing in some languages and another in others."""


def folded(text: str) -> str:
    """What spellings of a word share: case, accents, spaces and dots do not count, nor whose alphabet."""
    return _DROPPED.sub("", plain_letters(text)).translate(_LOOK_ALIKES)


def find_choice(choices: tuple[Choice, ...], text: str, language: str) -> str | None:
    """The value that a text means, with ``X`` behind it for a doubled contract; None for none.

    The language of the workbook comes first, the others only where it has no such word. Raises UnclearError.
    """
    plain = folded(text)
    found = _meaning(_choice_words, choices, plain, language)
    return _find_doubled(choices, plain, language) if found is None else found


def find_seat(seats: tuple[str, ...], text: str, language: str) -> str | None:
    """The seat that a letter or a word means, None for none. Raises UnclearError."""
    return _meaning(_seat_words, seats, folded(text), language)


def find_flag(text: str) -> bool | None:
    """Whether a text says yes or no, by a word of any language or its first letter; None for neither."""
    plain = folded(text)
    if plain in ALSO_YES | _said("yes"):
        return True
    return False if plain in ALSO_NO | _said("no") else None


def _find_doubled(choices: tuple[Choice, ...], plain: str, language: str) -> str | None:
    contracts = tuple(choice for choice in choices if choice.tone and choice.row in LEVELS)
    for word, risk in _risk_words():
        if plain.endswith(word):
            found = _meaning(_choice_words, contracts, plain.removesuffix(word), language)
            if found is not None:
                return found + risk
    return None


def _meaning(words: Words, things: tuple, plain: str, language: str) -> str | None:
    found = _dictionary(words, things, language).get(plain, frozenset())
    if not found:
        found = frozenset().union(
            *(_dictionary(words, things, other).get(plain, ()) for other, _name in settings.LANGUAGES)
        )
    if len(found) > 1:
        raise UnclearError(plain)
    return next(iter(found), None)


@lru_cache(maxsize=256)
def _dictionary(words: Words, things: tuple, language: str) -> dict[str, frozenset[str]]:
    """The values that each spelling has in a language."""
    found: dict[str, set[str]] = {}
    with translation.override(language):
        for value, word in words(things):
            found.setdefault(folded(word), set()).add(value)
    return {word: frozenset(values) for word, values in found.items()}


def _choice_words(choices: tuple[Choice, ...]) -> Iterator[tuple[str, str]]:
    for choice in choices:
        level = choice.row if choice.row in LEVELS else ""
        kind = SYMBOLS.get(choice.tone) or choice.value.removeprefix(level)
        spoken = say(choice.spoken.removeprefix(level).strip())
        own = (choice.value,) if translation.get_language() == "en" else ()
        words = [f"{level}{word}" for word in (spoken, *OTHERS.get(kind, ())) if word]
        yield from ((choice.value, word) for word in (choice_text(choice), say(choice.label), *words, *own))


def _seat_words(seats: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for seat in seats:
        yield from ((seat, word) for word in (letters(seat), say(SEAT_NAMES.get(seat, seat))))


@lru_cache(maxsize=2)
def _said(text: str) -> frozenset[str]:
    """A word in every language, and its first letter."""
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {folded(say(text)), folded(say(text))[:1]}
    return frozenset(found)


@lru_cache(maxsize=1)
def _risk_words() -> tuple[tuple[str, str], ...]:
    """The words for a double behind a contract, the longest first."""
    found = [(folded(word), risk) for risk in DOUBLES for word in OTHERS[risk]]
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found += [(folded(say(word)), risk) for risk, word in DOUBLES.items()]
    return tuple(sorted(set(found), key=lambda pair: (-len(pair[0]), pair)))
