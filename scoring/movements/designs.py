"""Exact seatings for players without partners, in which no two sit at one table twice.

Sources: the affine planes of order 3 and 4; the four-line rotation for a number of tables that has no
divisor 2 or 3, from whose last line up to three players may be missing; cyclic Kirkman systems for 15, 21,
24 and 27 players in threes, of which the first round is given; the three-line rotation for other odd
numbers of tables.
"""

from dataclasses import dataclass

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

FOUR_ROUNDS_OF_TWELVE: tuple[Round, ...] = (
    ((1, 5, 9), (2, 8, 11), (3, 6, 12), (4, 7, 10)),
    ((1, 8, 12), (2, 5, 10), (3, 7, 9), (4, 6, 11)),
    ((1, 6, 10), (2, 7, 12), (3, 5, 11), (4, 8, 9)),
    ((1, 7, 11), (2, 6, 9), (3, 8, 10), (4, 5, 12)),
)


@dataclass(frozen=True, slots=True)
class Cyclic:
    """A first round; in each next one every number goes up by one within its block.

    There are ``blocks`` of ``modulo`` numbers; numbers beyond the blocks sit still. ``transversals`` are
    first tables of rounds in which whole blocks go up together.
    """

    modulo: int
    blocks: int
    first: Round
    transversals: Round = ()

    def rounds(self) -> tuple[Round, ...]:
        """All the rounds that it has."""
        turning = (tuple(self._up(table, step) for table in self.first) for step in range(self.modulo))
        crossing = (
            tuple(self._up(table, step) for step in range(self.modulo)) for table in self.transversals
        )
        return (*turning, *crossing)

    def _up(self, table: tuple[int, ...], step: int) -> tuple[int, ...]:
        return tuple(self._one_up(number, step) for number in table)

    def _one_up(self, number: int, step: int) -> int:
        block, place = divmod(number - 1, self.modulo)
        return number if block >= self.blocks else block * self.modulo + (place + step) % self.modulo + 1


KIRKMAN: dict[int, Cyclic] = {
    15: Cyclic(7, 2, ((15, 1, 8), (2, 3, 5), (4, 9, 13), (6, 12, 14), (7, 10, 11))),
    21: Cyclic(
        *(7, 3),
        ((1, 10, 17), (2, 4, 5), (3, 14, 16), (6, 13, 18), (7, 8, 21), (9, 11, 12), (15, 19, 20)),
        ((1, 11, 19), (1, 13, 16), (1, 14, 18)),
    ),
    24: Cyclic(
        *(11, 2),
        (
            *((23, 1, 17), (24, 7, 20), (2, 11, 19), (3, 6, 18)),
            *((4, 8, 9), (5, 12, 14), (10, 13, 21), (15, 16, 22)),
        ),
    ),
    27: Cyclic(
        *(13, 2),
        (
            *((27, 1, 14), (2, 22, 25), (10, 11, 15), (3, 9, 13), (8, 16, 17)),
            *((4, 6, 18), (5, 20, 24), (19, 21, 26), (7, 12, 23)),
        ),
    ),
}


def find_design(sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Rounds for tables of these sizes, the first in order of number; empty where none is known."""
    if sizes == (3, 3, 3):
        return PLANE_OF_NINE
    if sizes == (4, 4, 4, 4):
        return PLANE_OF_SIXTEEN
    if sizes == (4, 4, 4, 3):
        return tuple(_without_last(tables) for tables in PLANE_OF_SIXTEEN)
    if set(sizes) == {3} and len(sizes) > 3:
        return _threes(len(sizes))
    is_prime_to_6 = len(sizes) % 2 == 1 and len(sizes) % 3 != 0
    if len(sizes) >= 5 and is_prime_to_6 and set(sizes) <= {3, 4} and sizes.count(3) <= 3:
        return _four_lines(sizes)
    return ()


def _threes(tables: int) -> tuple[Round, ...]:
    """Rounds for tables of three only."""
    if 3 * tables in KIRKMAN:
        return KIRKMAN[3 * tables].rounds()
    if tables == 4:
        return FOUR_ROUNDS_OF_TWELVE
    return _three_lines(tables) if tables % 2 else ()


def _three_lines(count: int) -> tuple[Round, ...]:
    """The first line sits still, the others go up one and two tables a round; the number is odd."""
    return tuple(
        tuple((t + 1, count + (t - r) % count + 1, 2 * count + (t - 2 * r) % count + 1) for t in range(count))
        for r in range(count)
    )


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
