"""Seating people at tables round after round so that they meet as many others as possible.

A block is what moves together: a player, or two fixed partners. A table is a tuple of blocks. The
search is greedy and deterministic: from several starting orders, exchange blocks of equal size between
two tables while that lowers the number of repeated meetings, and keep the best result.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

Block = tuple[int, ...]
Table = tuple[Block, ...]
Round = tuple[tuple[int, ...], ...]  # the players at each table

STARTS = 500  # divided by the number of players: how many starting orders are tried
SHUFFLING_PRIME = 10007
MEETING_AGAIN, SHORT_AGAIN = 4, 3  # what each costs, times how often it has been so


@dataclass(frozen=True, slots=True)
class History:
    """What earlier rounds have brought: meetings by two numbers, and times at a short table."""

    met: Mapping[tuple[int, int], int]
    short: Mapping[int, int]
    longest: int

    @classmethod
    def of(cls, rounds: Iterable[Round], sizes: Sequence[int]) -> "History":
        """The history of these rounds, played at tables of these sizes."""
        tables = [table for tables in rounds for table in tables]
        met = Counter(meeting for table in tables for meeting in _meetings(table))
        short = Counter(player for table in tables if len(table) < max(sizes) for player in table)
        return cls(met, short, max(sizes))

    def cost(self, table: Table) -> int:
        """How unwelcome a table is, for meetings again and for players at a short table again."""
        players = [player for block in table for player in block]
        again = self._again(players) - sum(self._again(block) for block in table if len(block) > 1)
        if len(players) == self.longest:
            return MEETING_AGAIN * again
        short = sum(self.short.get(player, 0) for player in players)
        return MEETING_AGAIN * again + SHORT_AGAIN * short

    def _again(self, players: Iterable[int]) -> int:
        return sum(self.met.get(meeting, 0) for meeting in _meetings(players))


def _meetings(players: Iterable[int]) -> Iterator[tuple[int, int]]:
    return combinations(sorted(players), 2)


def count_meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each two players sit at one table, by their numbers in ascending order."""
    return Counter(meeting for tables in rounds for table in tables for meeting in _meetings(table))


def reseat(blocks: Sequence[Block], sizes: Sequence[int], history: History) -> list[Table]:
    """Seat the blocks at tables of these sizes with the fewest repeated meetings that are found.

    The blocks must fill the tables exactly: each table of odd size needs a block of one.
    """
    best: list[Table] = []
    for order in _starting_orders(blocks):
        tables = improve(fill(order, sizes), history)
        if not best or _total(tables, history) < _total(best, history):
            best = tables
        if _total(best, history) == 0:
            break
    return best


def _total(tables: Sequence[Table], history: History) -> int:
    return sum(history.cost(table) for table in tables)


def _starting_orders(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The blocks in their own order, then shuffled by the powers of 2, 3, 4 ... modulo a prime."""
    players = sum(map(len, blocks))
    for base in range(1, max(1, STARTS // players) + 1):
        keys = [pow(base, place + 1, SHUFFLING_PRIME) for place in range(len(blocks))]
        yield [blocks[place] for place in sorted(range(len(blocks)), key=keys.__getitem__)]


def fill(blocks: Sequence[Block], sizes: Sequence[int]) -> list[Table]:
    """Deal the blocks out in order; where some are fixed partners, they go to the even tables first."""
    if all(len(block) == 1 for block in blocks):
        queue = iter(blocks)
        return [tuple(islice(queue, size)) for size in sizes]
    return _fill_with_partners(blocks, sizes)


def _fill_with_partners(blocks: Sequence[Block], sizes: Sequence[int]) -> list[Table]:
    single: list[Block] = [block for block in blocks if len(block) == 1]
    double: list[Block] = [block for block in blocks if len(block) == 2]
    tables: list[list[Block]] = [[single.pop(0)] if size % 2 else [] for size in sizes]
    for table, size in sorted(zip(tables, sizes, strict=True), key=lambda pair: pair[1] % 2 == 0):
        while (space := size - _size(table)) > 0:
            wants_single = size % 2 == 1 and len(single) >= 2
            is_double = bool(double) and space >= 2 and not wants_single
            table.append((double if is_double else single).pop(0))
    return [tuple(table) for table in tables]


def improve(tables: list[Table], history: History) -> list[Table]:
    """Exchange blocks between tables until no exchange lowers the cost."""
    tables = list(tables)
    is_better = True
    while is_better:
        is_better = False
        for first, second in combinations(range(len(tables)), 2):
            better = _best_exchange(tables[first], tables[second], history)
            if better:
                tables[first], tables[second] = better
                is_better = True
    return tables


def _best_exchange(first: Table, second: Table, history: History) -> tuple[Table, Table] | None:
    lowest = history.cost(first) + history.cost(second)
    best = None
    if lowest == 0:
        return None
    for pair in _exchanges(first, second):
        cost = history.cost(pair[0]) + history.cost(pair[1])
        if cost < lowest:
            lowest, best = cost, pair
    return best


def _exchanges(first: Table, second: Table) -> Iterator[tuple[Table, Table]]:
    for out in _groups(first):
        for back in _groups(second):
            if _size(out) == _size(back) and not (len(out) == len(back) == 2):
                yield _replace(first, out, back), _replace(second, back, out)


def _groups(table: Table) -> Iterator[tuple[Block, ...]]:
    """What may leave a table: one block, or two single players in exchange for two partners."""
    for block in table:
        yield (block,)
    yield from combinations([block for block in table if len(block) == 1], 2)


def _size(blocks: Iterable[Block]) -> int:
    return sum(map(len, blocks))


def _replace(table: Table, out: tuple[Block, ...], back: tuple[Block, ...]) -> Table:
    return tuple(block for block in table if block not in out) + back
