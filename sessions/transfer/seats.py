"""Rounds and tables for meetings of which only the travellers tell.

Each two pairs that meet are one table in one round. No pair may sit twice in a round, and no board of a
section may be at two tables, unless more tables play it than there are rounds. That is a colouring of the
meetings, begun with the order in which travellers list them (often the order of play) and improved by tabu
search (Hertz and de Werra 1987); what it cannot finish is coloured greedily.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from .rows import Row

STEPS = 3000
MANY = 400
"""Meetings beyond which no improvement is tried, for it takes time with their square."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Two pairs at a table in a round, with the rows that they played."""

    round: int
    table: int
    rows: tuple[Row, ...]

    @property
    def first(self) -> Row:
        return self.rows[0]

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(row.board for row in self.rows)


def seat_rows(rows: Iterable[Row]) -> list[Sitting]:
    """Every meeting at a table of its own in its round; a pair that can stay at its table does."""
    wishes: dict[tuple[str, int, int], int] = {}
    meetings: dict[tuple[str, int, int], list[Row]] = defaultdict(list)
    listed: dict[tuple[str, int], int] = defaultdict(int)
    for row in rows:
        key = (row.section, row.ns.index, row.ew.index)
        listed[row.section, row.board] += 1
        wishes.setdefault(key, listed[row.section, row.board])
        meetings[key].append(row)
    found = [tuple(sorted(group, key=lambda row: row.board)) for group in meetings.values()]
    rounds = find_rounds(_needs(found), list(wishes.values()))
    return _assign_tables(found, rounds)


def _needs(meetings: Sequence[tuple[Row, ...]]) -> list[frozenset[object]]:
    """What only one table can have at a time: its two pairs, and its boards, where there is one of each."""
    pairs = [frozenset({rows[0].ns.index, rows[0].ew.index}) for rows in meetings]
    boards = [frozenset((row.section, row.board) for row in rows) for rows in meetings]
    most = [max(Counter(chain.from_iterable(needs)).values(), default=0) for needs in (pairs, boards)]
    if most[1] > most[0]:
        return pairs
    return [two | some for two, some in zip(pairs, boards, strict=True)]


def find_rounds(needs: Sequence[frozenset[object]], wishes: Sequence[int]) -> list[int]:
    """A round from 1 for each meeting, so that no two of a round need the same; near ``wishes``."""
    users: dict[object, list[int]] = defaultdict(list)
    for index, wanted in enumerate(needs):
        for need in wanted:
            users[need].append(index)
    rivals = [{rival for need in wanted for rival in users[need]} - {i} for i, wanted in enumerate(needs)]
    fewest = max(map(len, users.values()), default=1)
    for count in range(fewest, fewest + 3):
        found = _search(rivals, [min(wish, count) for wish in wishes], count)
        if found:
            return found
    return _greedy(rivals, wishes)


def _greedy(rivals: Sequence[set[int]], wishes: Sequence[int]) -> list[int]:
    rounds: dict[int, int] = {}
    for index in sorted(range(len(rivals)), key=lambda i: wishes[i]):
        taken = {rounds[rival] for rival in rivals[index] if rival in rounds}
        rounds[index] = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return [rounds[index] for index in range(len(rivals))]


def _search(rivals: Sequence[set[int]], start: Sequence[int], count: int) -> list[int]:
    """Rounds without a clash, or an empty list when the steps run out."""
    chance = random.Random(1)  # noqa: S311 (for variety, the same at every run)
    rounds = list(start)
    clashes = [[0] * (count + 1) for _meeting in rivals]
    for index, found in enumerate(rivals):
        for rival in found:
            clashes[index][rounds[rival]] += 1
    barred: dict[tuple[int, int], int] = {}
    for step in range(STEPS):
        torn = [index for index in range(len(rivals)) if clashes[index][rounds[index]]]
        if not torn:
            return rounds
        if len(rivals) > MANY:
            break
        index, new = _best_move(torn, clashes, rounds, barred, step, chance)
        barred[index, rounds[index]] = step + 10 + chance.randrange(10)
        for rival in rivals[index]:
            clashes[rival][rounds[index]] -= 1
            clashes[rival][new] += 1
        rounds[index] = new
    return []


def _best_move(
    torn: Sequence[int],
    clashes: Sequence[Sequence[int]],
    rounds: Sequence[int],
    barred: Mapping[tuple[int, int], int],
    step: int,
    chance: random.Random,
) -> tuple[int, int]:
    """The meeting and the round that leave the fewest clashes, among those not moved lately."""
    moves = [
        (clashes[index][new] - clashes[index][rounds[index]], chance.random(), index, new)
        for index in torn
        for new in range(1, len(clashes[index]))
        if new != rounds[index] and barred.get((index, new), 0) <= step
    ]
    if not moves:
        return torn[0], chance.randrange(1, len(clashes[0]))
    _gain, _chance, index, new = min(moves)
    return index, new


def _assign_tables(meetings: Sequence[tuple[Row, ...]], rounds: Sequence[int]) -> list[Sitting]:
    """Tables numbered through the sections; in a section, each pair keeps its table while it sits NS."""
    by_section: dict[str, dict[int, list[tuple[Row, ...]]]] = defaultdict(lambda: defaultdict(list))
    for rows, number in zip(meetings, rounds, strict=True):
        by_section[rows[0].section][number].append(rows)
    sittings: list[Sitting] = []
    offset = 0
    for in_rounds in by_section.values():
        homes: dict[int, int] = {}
        for number in sorted(in_rounds):
            for table, rows in _round_tables(in_rounds[number], homes).items():
                sittings.append(Sitting(number, offset + table, rows))
        offset += max(len(found) for found in in_rounds.values())
    return sorted(sittings, key=lambda sitting: (sitting.round, sitting.table))


def _round_tables(found: Sequence[tuple[Row, ...]], homes: dict[int, int]) -> dict[int, tuple[Row, ...]]:
    """Tables of one round, from 1 without a gap; ``homes`` remembers who sat where."""
    tables: dict[int, tuple[Row, ...]] = {}
    waiting = []
    for rows in sorted(found, key=lambda rows: (rows[0].ns.number, rows[0].ns.index)):
        home = homes.get(rows[0].ns.index)
        if home is not None and home <= len(found) and home not in tables:
            tables[home] = rows
        else:
            waiting.append(rows)
    free = (table for table in range(1, len(found) + 1) if table not in tables)
    for table, rows in zip(free, waiting, strict=True):
        tables[table] = rows
        homes.setdefault(rows[0].ns.index, table)
    return tables
