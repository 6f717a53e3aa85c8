"""The best known rounds for tables of four and three: exact designs, then what a long search has found."""

from functools import cache

from scoring.movements.designs import find_design, split_word
from scoring.movements.reseating import Round
from scoring.movements.schedule_rows import TEXT


@cache
def find_schedule(sizes: tuple[int, ...], rounds: int) -> tuple[Round, ...]:
    """The best known seating of so many rounds at tables of these sizes, or as many of them as are known.

    The players of the first round are in order of number, unless it stands in a design otherwise.
    """
    designed = find_design(sizes)
    words = _searched().get((sizes, rounds))
    if len(designed) >= rounds or not words:
        return designed[:rounds]
    players = iter(range(1, sum(sizes) + 1))
    first = tuple(tuple(next(players) for _seat in range(size)) for size in sizes)
    return (first, *(split_word(word, sizes) for word in words))


@cache
def _searched() -> dict[tuple[tuple[int, ...], int], tuple[str, ...]]:
    """The rounds after the first, by the sizes of the tables and the number of rounds."""
    found = {}
    for line in TEXT.replace("\n ", " ").splitlines():
        fours, threes, *words = line.split()
        found[(4,) * int(fours) + (3,) * int(threes), len(words) + 1] = tuple(words)
    return found
