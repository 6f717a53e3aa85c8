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


def _meetings(players: Iterable[int]) -> Iterator[tuple[int, int]]:
    return combinations(sorted(players), 2)


def count_meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each two players sit at one table, by their numbers in ascending order."""
    return Counter(meeting for tables in rounds for table in tables for meeting in _meetings(table))


def reseat(blocks: Sequence[Block], sizes: Sequence[int], history: History) -> list[Table]:
    """Seat the blocks at tables of these sizes with the fewest repeated meetings that are found.

    The blocks must fill the tables exactly: each table of odd size needs a block of one.
    """
    company = _Company.of(blocks, history)
    best, lowest = [], None
    for order in _starting_orders(blocks):
        room = company.improve(company.room(fill(order, sizes)))
        cost = sum(map(company.cost, room))
        if lowest is None or cost < lowest:
            best, lowest = room, cost
        if lowest == 0:
            break
    return [tuple(blocks[index] for index in table) for table in best]


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


def _size(blocks: Iterable[Block]) -> int:
    return sum(map(len, blocks))


_Seated = tuple[int, ...]  # a table, or who leaves it, by the indexes of blocks
_Group = tuple[_Seated, int, int]  # who may leave a table together, their size, and what that changes


@dataclass(frozen=True, slots=True)
class _Company:
    """What blocks, each by its index, cost together: ``ties`` for two at one table.

    ``short`` is what a block costs at a table that is not of the ``longest``.
    """

    indexes: Mapping[Block, int]
    sizes: Sequence[int]
    ties: Sequence[Sequence[int]]
    short: Sequence[int]
    longest: int

    @classmethod
    def of(cls, blocks: Sequence[Block], history: History) -> "_Company":
        met = history.met
        return cls(
            indexes={block: index for index, block in enumerate(blocks)},
            sizes=[len(block) for block in blocks],
            ties=[
                [
                    0
                    if one is other
                    else MEETING_AGAIN * sum(met.get(two, 0) for two in _between(one, other))
                    for other in blocks
                ]
                for one in blocks
            ],
            short=[SHORT_AGAIN * sum(history.short.get(player, 0) for player in block) for block in blocks],
            longest=history.longest,
        )

    def room(self, tables: Iterable[Table]) -> list[_Seated]:
        return [tuple(self.indexes[block] for block in table) for table in tables]

    def cost(self, table: _Seated) -> int:
        """How unwelcome a table is, for meetings again and for players at a short table again."""
        again = sum(self.ties[one][other] for one, other in combinations(table, 2))
        return again + sum(self.short[block] for block in table) if self._is_short(table) else again

    def _is_short(self, table: _Seated) -> bool:
        return sum(self.sizes[block] for block in table) != self.longest

    def improve(self, room: list[_Seated]) -> list[_Seated]:
        """Exchange blocks between tables until no exchange lowers the cost."""
        time = 0
        changed, tried = [1] * len(room), dict.fromkeys(combinations(range(len(room)), 2), 0)
        while any(tried[two] < max(changed[two[0]], changed[two[1]]) for two in tried):
            for two in tried:
                first, second = two
                if tried[two] < max(changed[first], changed[second]):
                    time += 1
                    tried[two] = time
                    better = self._best_exchange(room[first], room[second])
                    if better:
                        room[first], room[second] = better
                        changed[first] = changed[second] = time + 1
        return room

    def _best_exchange(self, first: _Seated, second: _Seated) -> tuple[_Seated, _Seated] | None:
        ties, lowest, best = self.ties, 0, None
        backs = self._groups(second, first)
        for out, size, change in self._groups(first, second):
            for back, size_back, change_back in backs:
                if size == size_back and not len(out) == len(back) == 2:
                    cost = change + change_back
                    for one in out:
                        for other in back:
                            cost -= 2 * ties[one][other]
                    if cost < lowest:
                        lowest, best = cost, (out, back)
        return (_replace(first, *best), _replace(second, *best[::-1])) if best else None

    def _groups(self, table: _Seated, to: _Seated) -> list[_Group]:
        """What may leave a table: one block, or two single players in exchange for two partners.

        Each with how much it changes the costs to go to the other table, whoever comes back.
        """
        ties = self.ties
        further = self._is_short(to) - self._is_short(table)
        changes = {}
        for block in table:
            row = ties[block]
            change = further * self.short[block]
            for other in to:
                change += row[other]
            for other in table:
                change -= row[other]
            changes[block] = change
        groups: list[_Group] = [((block,), self.sizes[block], changes[block]) for block in table]
        if any(self.sizes[block] > 1 for block in (*table, *to)):
            singles = [block for block in table if self.sizes[block] == 1]
            for one, other in combinations(singles, 2):
                groups.append(((one, other), 2, changes[one] + changes[other] + 2 * ties[one][other]))
        return groups


def _between(one: Block, other: Block) -> Iterator[tuple[int, int]]:
    for first in one:
        for second in other:
            yield (first, second) if first < second else (second, first)


def _replace(table: _Seated, out: _Seated, back: _Seated) -> _Seated:
    return tuple(block for block in table if block not in out) + back
