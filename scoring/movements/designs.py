"""Exact seatings for players without partners, in which no two sit at one table twice.

Sources: the affine planes of order 3 and 4, and the four-line rotation for a number of tables that has
no divisor 2 or 3; up to three players may be missing from its last line.
"""

from scoring.movements.reseating import Round

PLANE_OF_NINE: tuple[Round, ...] = (
    ((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    ((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    ((1, 5, 9), (2, 6, 7), (3, 4, 8)),
    ((1, 6, 8), (2, 4, 9), (3, 5, 7)),
)
PLANE_OF_SIXTEEN: tuple[Round, ...] = (
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
    ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
    ((1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)),
    ((1, 7, 12, 14), (2, 8, 11, 13), (3, 5, 10, 16), (4, 6, 9, 15)),
    ((1, 8, 10, 15), (2, 7, 9, 16), (3, 6, 12, 13), (4, 5, 11, 14)),
)


def find_design(sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Rounds for tables of these sizes, the first in order of number; empty where none is known."""
    if sizes == (3, 3, 3):
        return PLANE_OF_NINE
    if sizes == (4, 4, 4, 4):
        return PLANE_OF_SIXTEEN
    if sizes == (4, 4, 4, 3):
        return tuple(_without_last(tables) for tables in PLANE_OF_SIXTEEN)
    is_prime_to_6 = len(sizes) % 2 == 1 and len(sizes) % 3 != 0
    if len(sizes) >= 5 and is_prime_to_6 and set(sizes) <= {3, 4} and sizes.count(3) <= 3:
        return _four_lines(sizes)
    return ()


def _without_last(tables: Round) -> Round:
    """The round without player 16, the short table last."""
    left = [tuple(player for player in table if player != 16) for table in tables]
    return tuple(sorted(left, key=len, reverse=True))


def _four_lines(sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Line 0 sits still and line k goes up k tables a round: two lines meet by each pair once."""
    count = len(sizes)
    first = _in_order(sizes)
    rounds = []
    for step in range(count):
        tables = [
            tuple(
                first[(table + line * step) % count][line]
                for line in range(4)
                if line < sizes[(table + line * step) % count]
            )
            for table in range(count)
        ]
        rounds.append(tuple(sorted(tables, key=len, reverse=True)))
    return tuple(rounds)


def _in_order(sizes: tuple[int, ...]) -> Round:
    """Players 1, 2, 3 ... filled into the tables."""
    starts = [sum(sizes[:index]) + 1 for index in range(len(sizes))]
    return tuple(tuple(range(start, start + size)) for start, size in zip(starts, sizes, strict=True))
