"""The best known rounds for tables of four and three: exact designs, then what a long search has found."""

from functools import cache
from itertools import islice

from scoring.movements.designs import find_design
from scoring.movements.reseating import Round
from scoring.movements.schedule_rows import TEXT

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@cache
def find_schedule(sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Rounds for tables of these sizes, as far as any are known; empty where none is.

    The players of the first round are in order of number, unless it stands in a design otherwise.
    """
    designed = find_design(sizes)
    players = sum(sizes)
    if players not in _searched() or sizes != _usual_sizes(players):
        return designed
    before, words = _searched()[players]
    first = designed or (_split("".join(DIGITS[:players]), sizes),)
    return (*first[:before], *(_split(word, sizes) for word in words))


def _usual_sizes(players: int) -> tuple[int, ...]:
    """As many tables of four as can be, the rest of three; from six players on."""
    threes = -players % 4
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


@cache
def _searched() -> dict[int, tuple[int, tuple[str, ...]]]:
    found = {}
    for line in TEXT.replace("\n ", " ").splitlines():
        players, before, *words = line.split()
        found[int(players)] = (int(before), tuple(words))
    return found


def _split(word: str, sizes: tuple[int, ...]) -> Round:
    numbers = iter(DIGITS.index(digit) + 1 for digit in word)
    return tuple(tuple(islice(numbers, size)) for size in sizes)
