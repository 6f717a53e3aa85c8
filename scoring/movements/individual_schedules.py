"""Rounds for single players at tables of four in which nobody has a partner twice, for 4 to 61 players.

A schedule is the first round of a whole session. The players are copies of a group, and a few more who
keep their place; in each later round everybody in the group goes on by one of its elements, in all copies
alike. With 4n and 4n + 1 players and as many rounds as there can be, everybody partners everybody once and
opposes everybody twice (a whist tournament); with two copies nearly everybody opposes everybody once.
Where there is a field with as many elements as tables, its lines let nobody sit with anybody twice at all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from scoring.movements.fields import Group, add, find_field, multiply, negate, order
from scoring.movements.individual_rows import TEXT

Table = tuple[int, ...]  # North, South, East, West
Round = tuple[Table, ...]

LINES = 4
SITTING_OUT = 40
"""Who sits out twice has missed more than two who oppose each other again."""
SIX = ("1536", "2356", "1425", "1435", "1236", "1624", "1346", "2534", "2645")
"""Nine rounds for six players, found by annealing: partners once or twice, opponents twice or thrice."""

WALKS = {"still": (0, 1), "all": (1, 2)}  # multipliers of the first two lines


@dataclass(frozen=True, slots=True)
class Schedule:
    """The ``first`` round of so many players over a group, their numbers counted from 1.

    Those who do not meet so are a ``rest`` table with its copies, and those who keep their place; they play
    three more rounds among themselves.
    """

    players: int
    group: Group
    first: Round
    rest: Round = ()

    @property
    def rounds(self) -> int:
        """How many rounds there are in all."""
        return order(self.group) + len(self._pairings())

    def all(self) -> tuple[Round, ...]:
        """The rounds in turn: those in which all have gone on by an element of the group, then the rest."""
        going = (
            tuple(tuple(self._go_on(number, step) for number in table) for table in self.first)
            for step in range(order(self.group))
        )
        return (*going, *map(self._rest_round, self._pairings()))

    def _pairings(self) -> tuple[Table, ...]:
        """The rest table, its players paired in all three ways."""
        ways = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
        return tuple(tuple(table[at] for at in way) for table in self.rest for way in ways)

    def _rest_round(self, table: Table) -> Round:
        going = order(self.group)
        copies = [tuple(self._go_on(number, step) for number in table) for step in range(going)]
        still = range(going + 1, self.players + 1)
        last = tuple(still[self.rest[0].index(number)] for number in table)
        return (*{frozenset(copy): copy for copy in reversed(copies)}.values(), last)

    def _go_on(self, number: int, step: int) -> int:
        going = order(self.group)
        copy, place = divmod(number - 1, going)
        if copy >= self.players // going:
            return number
        return copy * going + add(self.group, place, step) + 1


@cache
def _schedules() -> dict[int, tuple[Schedule, ...]]:
    """By number of players, the shortest first."""
    found = defaultdict(list)
    for line in TEXT.replace("\n ", "").splitlines():
        players, group, *rounds = line.split()
        moduli = tuple(map(int, group.split("x")))
        found[int(players)].append(Schedule(int(players), moduli, *map(_read, rounds)))
    return {players: tuple(sorted(many, key=lambda one: one.rounds)) for players, many in found.items()}


def _read(digits: str) -> Round:
    numbers = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    return tuple(zip(*(numbers[seat::4] for seat in range(4)), strict=True))


def longest_schedule(players: int) -> int:
    """The most rounds for so many players; 0 where nothing is known."""
    lines = players // LINES if _has_lines(players, 1) else 0
    again = len(SIX) if players == 6 else 0
    return max([lines, again, *(schedule.rounds for schedule in _schedules().get(players, ()))])


@cache
def find_rounds(players: int, rounds: int) -> tuple[Round, ...]:
    """So many rounds for so many players, where ``longest_schedule`` allows them.

    A shorter session takes rounds out of a longer one so that few oppose each other again.
    """
    if players == 6 and rounds > players:
        return tuple((tuple(map(int, table)),) for table in SIX[:rounds])
    if _has_lines(players, rounds):
        return line_rounds(players // LINES, WALKS["still"])[:rounds]
    schedule = next(one for one in _schedules()[players] if one.rounds >= rounds)
    every = schedule.all()
    return tuple(every[step] for step in _choose_steps(schedule, every, rounds))


def _has_lines(players: int, rounds: int) -> bool:
    tables = players // LINES
    return players % LINES == 0 and tables >= LINES and rounds <= tables and bool(find_field(tables))


def line_rounds(tables: int, walks: tuple[int, int]) -> tuple[Round, ...]:
    """Rounds in which no two meet twice, for as many tables as a field has elements.

    Each seat is a line of players; in each round a line goes on by its own multiple of the round. ``walks``
    are those of North and South; East's and West's are the opposite ones, or the next.
    """
    group = find_field(tables)
    multiples = _multiples(tables, group, walks)
    return tuple(
        tuple(
            tuple(
                line * tables + add(group, table, negate(group, multiply(tables, walk, step))) + 1
                for line, walk in enumerate(multiples)
            )
            for table in range(tables)
        )
        for step in range(tables)
    )


def _multiples(tables: int, group: Group, walks: tuple[int, int]) -> Table:
    opposite = [negate(group, walk) for walk in walks]
    if len({*walks, *opposite}) == LINES:
        return (*walks, *opposite)
    others = [element for element in range(1, tables) if element not in walks]
    return (*walks, *others[:2])


def _choose_steps(schedule: Schedule, every: tuple[Round, ...], rounds: int) -> list[int]:
    """Which rounds to play, ascending: few that repeat a meeting or a sit-out; always the same."""
    if rounds == len(every):
        return list(range(rounds))
    repeats = _count_repeats(every, schedule.players)
    starts = range(1, len(every) // 2 + 1) if len(schedule.group) == 1 else (1,)
    chosen = (_improve([stride * at % len(every) for at in range(rounds)], repeats) for stride in starts)
    return sorted(min((steps for steps in chosen if len(steps) == rounds), key=lambda s: _again(s, repeats)))


def _count_repeats(every: tuple[Round, ...], players: int) -> list[list[int]]:
    """For every two rounds what happens in both, nothing for a round with itself.

    A two that oppose each other again count 1, a player who sits out again ``SITTING_OUT``.
    """
    opposed = [{frozenset(two) for table in tables for two in _oppose(table)} for tables in every]
    seated = [{number for table in tables for number in table} for tables in every]
    repeats = [[0] * len(every) for _round in every]
    for one, other in combinations(range(len(every)), 2):
        sitting_out = players - len(seated[one] | seated[other])
        repeats[one][other] = len(opposed[one] & opposed[other]) + SITTING_OUT * sitting_out
        repeats[other][one] = repeats[one][other]
    return repeats


def _oppose(table: Table) -> Iterator[Table]:
    return product(table[:2], table[2:])


def _again(steps: Iterable[int], repeats: list[list[int]]) -> int:
    return sum(repeats[one][other] for one, other in combinations(sorted(steps), 2))


def _improve(start: list[int], repeats: list[list[int]]) -> set[int]:
    """Exchange one step for another while that lowers the repeats."""
    steps = set(start)
    while True:
        weight = [sum(repeats[one][other] for other in steps) for one in range(len(repeats))]
        out = max(sorted(steps), key=weight.__getitem__)
        rest = [one for one in range(len(repeats)) if one not in steps]
        into = min(rest, key=lambda one: weight[one] - repeats[one][out], default=out)
        if weight[into] - repeats[into][out] >= weight[out]:
            return steps
        steps = steps - {out} | {into}
