"""Finds names that may be one person's: other accents or order, an initial, a letter. No database."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext_lazy as _

from .names import plain_letters

SHORTEST = 6
"""Shorter names differ by a letter too easily."""
CROWD = 8
"""So many names that share a trait say nothing about one another."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two keys whose names are alike, the lower first, and in what way."""

    first: int
    second: int
    reason: str


def fold(name: str) -> tuple[str, ...]:
    """The words of a name in small letters without accents, in alphabetical order."""
    return tuple(sorted(re.findall(r"\w+", plain_letters(name))))


def find_alike(names: Mapping[int, str]) -> list[Alike]:
    """Every two that are alike, the surest first; in time that grows with the names, not with their pairs."""
    words = {key: fold(name) for key, name in names.items()}
    found: dict[tuple[int, int], str] = {}
    for reason, traits, agree in REASONS:
        for pair in _sharing(words, traits):
            if pair not in found and agree(*(words[key] for key in pair)):
                found[pair] = reason
    return [Alike(*pair, reason) for pair, reason in found.items()]


def _sharing(
    words: Mapping[int, tuple[str, ...]], traits: Callable[[tuple[str, ...]], Iterable]
) -> list[tuple[int, int]]:
    """The pairs of keys that have a trait in common, in order."""
    first: dict = {}  # most traits are of one name only
    others = defaultdict(list)
    for key, found in words.items():
        for trait in set(traits(found)):
            if first.setdefault(trait, key) != key:
                others[trait].append(key)
    small = (sorted([first[trait], *keys]) for trait, keys in others.items() if len(keys) < CROWD)
    return sorted({pair for group in small for pair in combinations(group, 2)})


def _whole(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [words] if words else []


def _initials(words: tuple[str, ...]) -> list[tuple]:
    """All the words, with one of them cut to its first letter."""
    if len(words) < 2:
        return []
    return [(word[0], words[:at] + words[at + 1 :]) for at, word in enumerate(words)]


def _without_one(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A name of two words or more, and what is left of it without one of three."""
    shorter = [words[:at] + words[at + 1 :] for at in range(len(words))] if len(words) > 2 else []
    return [words, *shorter] if len(words) > 1 else []


def _letters(words: tuple[str, ...]) -> list[str]:
    """The name, and it with one letter left out: two that share one of these differ by a letter at most."""
    text = " ".join(words)
    if len(text) < SHORTEST:
        return []
    return [text, *(text[:at] + text[at + 1 :] for at in range(len(text)))]


def _always(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    return True


def _one_is_short(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    return min(map(len, set(first) ^ set(second)), default=0) == 1


def _other_length(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    return len(first) != len(second)


def _same_signs(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Numbers and initials in names tell people apart."""
    return _signs(first) == _signs(second)


def _signs(words: tuple[str, ...]) -> list[str]:
    return re.findall(r"\d+|\b\w\b", " ".join(words))


REASONS: tuple[tuple[str, Callable, Callable], ...] = (
    (_("The same words, whatever their order and accents"), _whole, _always),
    (_("One has an initial for a word of the other"), _initials, _one_is_short),
    (_("One has a word more than the other"), _without_one, _other_length),
    (_("A letter is different"), _letters, _same_signs),
)
"""What makes two names alike, the surest first: why, the traits to share, and what must hold besides."""
