"""Exact seatings for players without partners, in which no two sit at one table twice.

Sources: the affine planes of order 3 and 4; four lines that go round by the multiples in the field of 5 or 8
tables; for 24, 28, 36, 40 ... 60 players in fours, resolvable designs with blocks of four (of pairs, or of
groups of two or three who never meet), which turn modulo the number of their rounds; cyclic Kirkman systems
for 15, 21, 24 and 27 players in threes; a nearly Kirkman system for 18, each of whom never meets one other;
the three-line rotation for other odd numbers of tables of three. Up to three players may be missing from a
seating in fours: each leaves a table of three.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice

from scoring.movements.fields import add, find_field, multiply
from scoring.movements.reseating import Round

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

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


FIRSTS_OF_EIGHTEEN = ("D8C34F5I12BA76EHG9", "61HG3DA74BF5982IEC")
"""Two first rounds in threes, found by annealing: four blocks turn modulo 4, two players sit still."""

FIRST_OF_FOURS: dict[int, tuple[int, str]] = {
    24: (7, "M58KNCF6OJ1D2B379IAEG4HL"),
    28: (9, "S5HK1BIEANOQJ8324FP6DL7CM9GR"),
    36: (11, "Y3DWZEOAaP2L1S8BC6JMNHUX4G9IFRKTQ5V7"),
    40: (13, "e5IV19OPEMbcRZBC2K8GFXLTS7Y34da6HDAJUQNW"),
    44: (14, "hDPZiEKW154gFNS6TVYI2aLUO8fAeMBQ3GR9JcdHbC7X"),
    48: (15, "k9GjlOVFmd1U2LMIHabXW6734CEPJRTeYgiA5ScBKh8QZDNf"),
    52: (17, "qFWn1R24IiJLZAac38dCKP5TbgMk6SHfNjY7eBpO9mUGQElXhVDo"),
    56: (18, "t8KouGYq1LRSJjpkbF3A2mPeWIh4iO7M5sTDZ6fVlUHn9rcgXBECdNQa"),
    60: (19, "wIUdxbn1yuBK2VaTLotmeCHA3i7vM6QJfPjc4SF5NlYOg9rh8XspRqGDkEZW"),
}
"""By players: the modulus of three blocks, and the first round in the order of its tables, as ``DIGITS``."""

FIELDS_OF_TABLES = (5, 8)


def find_design(sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Rounds for tables of these sizes, the first in order of number; empty where none is known."""
    if sizes == (3, 3, 3):
        return PLANE_OF_NINE
    if set(sizes) == {3} and len(sizes) > 3:
        return _threes(len(sizes))
    fours = _fours(len(sizes)) if set(sizes) <= {3, 4} and sizes.count(3) <= 3 else ()
    return _number(_spread_short(_leave_out(fours, sizes.count(3)))) if fours else ()


def split_word(word: str, sizes: Sequence[int]) -> Round:
    """The players at each table from a word of one digit each, in the order of the tables."""
    numbers = iter(DIGITS.index(digit) + 1 for digit in word)
    return tuple(tuple(islice(numbers, size)) for size in sizes)


def _threes(tables: int) -> tuple[Round, ...]:
    """Rounds for tables of three only."""
    if 3 * tables in KIRKMAN:
        return KIRKMAN[3 * tables].rounds()
    if tables == 4:
        return FOUR_ROUNDS_OF_TWELVE
    if tables == 6:
        return _number(tuple(chain.from_iterable(map(_turn_eighteen, FIRSTS_OF_EIGHTEEN))))
    return _three_lines(tables) if tables % 2 else ()


def _turn_eighteen(word: str) -> tuple[Round, ...]:
    return Cyclic(4, 4, split_word(word, [3] * 6)).rounds()


def _three_lines(count: int) -> tuple[Round, ...]:
    """The first line sits still, the others go up one and two tables a round; the number is odd."""
    return tuple(
        tuple((t + 1, count + (t - r) % count + 1, 2 * count + (t - 2 * r) % count + 1) for t in range(count))
        for r in range(count)
    )


def _fours(tables: int) -> tuple[Round, ...]:
    """Rounds for so many full tables of four."""
    if 4 * tables in FIRST_OF_FOURS:
        modulo, word = FIRST_OF_FOURS[4 * tables]
        return Cyclic(modulo, 3, split_word(word, [4] * tables)).rounds()
    if tables in FIELDS_OF_TABLES:
        return _four_lines(tables)
    return PLANE_OF_SIXTEEN if tables == 4 else ()


def _four_lines(count: int) -> tuple[Round, ...]:
    """Line 0 sits still and line k goes up k tables a round; at last lines of eight are by themselves."""
    field = find_field(count)
    lines = [[4 * table + line + 1 for table in range(count)] for line in range(4)]
    rounds = [
        tuple(
            tuple(lines[line][add(field, table, multiply(count, line, step))] for line in range(4))
            for table in range(count)
        )
        for step in range(count)
    ]
    if count % 4 == 0:
        rounds.append(tuple(tuple(line[at : at + 4]) for at in range(0, count, 4) for line in lines))
    return tuple(rounds)


def _leave_out(rounds: tuple[Round, ...], count: int) -> tuple[Round, ...]:
    """The rounds without so many players, no two of whom may sit together: who costs the fewest rounds."""
    gone: set[int] = set()
    for _missing in range(count):
        players = [player for table in rounds[0] for player in table if player not in gone]
        best = max(reversed(players), key=lambda player: len(_apart(rounds, gone | {player})))
        gone.add(best)
        rounds = _apart(rounds, gone)
    left = (tuple(tuple(p for p in table if p not in gone) for table in tables) for tables in rounds)
    return tuple(tuple(sorted(tables, key=len, reverse=True)) for tables in left)


def _apart(rounds: tuple[Round, ...], gone: set[int]) -> tuple[Round, ...]:
    """The rounds in which no table lacks two."""
    return tuple(tables for tables in rounds if all(len(gone.intersection(table)) < 2 for table in tables))


def _spread_short(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """The rounds in an order in which tables of three are shared as evenly as can be from the first on."""
    left, ordered = list(rounds), []
    been: Counter[int] = Counter()
    while left:
        best = min(left, key=lambda tables: sum(been[player] for player in _at_threes(tables)))
        left.remove(best)
        been.update(_at_threes(best))
        ordered.append(best)
    return tuple(ordered)


def _at_threes(tables: Round) -> list[int]:
    return [player for table in tables if len(table) == 3 for player in table]


def _number(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """The same with the players numbered as they sit in the first round."""
    numbers = {p: at for at, p in enumerate((p for table in rounds[0] for p in table), start=1)}
    return tuple(tuple(tuple(numbers[p] for p in table) for table in tables) for tables in rounds)
