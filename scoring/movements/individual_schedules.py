"""Rounds for single players at tables of four in which nobody has a partner twice, for 4 to 61 players.

A schedule is the first round of a whole session. The players are copies of a group, and a few more who
keep their place; in each later round everybody in the group goes on by one of its elements, in all copies
alike. With 4n and 4n + 1 players and as many rounds as there can be, everybody partners everybody once and
opposes everybody twice (a whist tournament); with two copies nearly everybody opposes everybody once.
Where there is a field with as many elements as tables, its lines let nobody sit with anybody twice at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

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
    """The ``first`` round of so many players over a group, their numbers counted from 1."""

    players: int
    group: Group
    first: Round

    @property
    def rounds(self) -> int:
        """How many rounds there are in all."""
        return order(self.group)

    def at(self, step: int) -> Round:
        """The round in which all have gone on by an element of the group; 0 is the first."""
        return tuple(tuple(self._go_on(number, step) for number in table) for table in self.first)

    def _go_on(self, number: int, step: int) -> int:
        copy, place = divmod(number - 1, self.rounds)
        if copy >= self.players // self.rounds:
            return number
        return copy * self.rounds + add(self.group, place, step) + 1

    def repeats(self) -> Counter[int]:
        """What happens again so far on from the round in which it did, by element.

        A two that oppose each other again count 1, a player who sits out again ``SITTING_OUT``.
        """
        found: Counter[int] = Counter()
        weighed = [(starts, 1) for starts in self._meetings().values()]
        weighed += [(places, SITTING_OUT) for places in self._sit_outs().values()]
        for starts, weight in weighed:
            for one, other in combinations(starts, 2):
                apart = add(self.group, one, negate(self.group, other))
                found[apart] += weight
                found[negate(self.group, apart)] += weight
        return found

    def _sit_outs(self) -> dict[int, list[int]]:
        """For each copy, where in the group those stand who sit out in the first round."""
        found: dict[int, list[int]] = defaultdict(list)
        seated = {number for table in self.first for number in table}
        for number in {*range(1, self.players + 1)} - seated:
            copy, place = divmod(number - 1, self.rounds)
            if copy < self.players // self.rounds:
                found[copy].append(place)
        return found

    def _meetings(self) -> dict[tuple[int, int, int], list[int]]:
        """For each kind of two, where in the group its members that oppose in the first round stand."""
        found: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for north, south, east, west in self.first:
            for one in (north, south):
                for other in (east, west):
                    for kind, start in self._kinds(one, other):
                        found[kind].append(start)
        return found

    def _kinds(self, one: int, other: int) -> Iterator[tuple[tuple[int, int, int], int]]:
        """The copies of two players and how far they are apart, with the place of the first of them.

        Two in one copy that are half the group apart meet also the other way round.
        """
        (copy, place), (above, far) = sorted(divmod(number - 1, self.rounds) for number in (one, other))
        if above >= self.players // self.rounds:
            yield (copy, above, far), place
            return
        apart = add(self.group, far, negate(self.group, place))
        back = negate(self.group, apart)
        if copy != above or apart <= back:
            yield (copy, above, apart), place
        if copy == above and back <= apart:
            yield (copy, above, back), far


@cache
def _schedules() -> dict[int, tuple[Schedule, ...]]:
    """By number of players, the shortest first."""
    found = defaultdict(list)
    for line in TEXT.replace("\n ", "").splitlines():
        players, group, digits = line.split()
        numbers = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
        first = tuple(zip(*(numbers[seat::4] for seat in range(4)), strict=True))
        moduli = tuple(map(int, group.split("x")))
        found[int(players)].append(Schedule(int(players), moduli, first))
    return {players: tuple(sorted(many, key=lambda one: one.rounds)) for players, many in found.items()}


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
    return tuple(schedule.at(step) for step in _choose_steps(schedule, rounds))


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


def _choose_steps(schedule: Schedule, rounds: int) -> list[int]:
    """The elements by which to go on, ascending: few that repeat a meeting or a sit-out; always the same."""
    if rounds == schedule.rounds:
        return list(range(rounds))
    repeats = schedule.repeats()
    apart = [
        [repeats[add(schedule.group, one, negate(schedule.group, other))] for other in range(schedule.rounds)]
        for one in range(schedule.rounds)
    ]
    starts = range(1, schedule.rounds // 2 + 1) if len(schedule.group) == 1 else (1,)
    chosen = (_improve([stride * at % schedule.rounds for at in range(rounds)], apart) for stride in starts)
    return sorted(min((steps for steps in chosen if len(steps) == rounds), key=lambda s: _again(s, apart)))


def _again(steps: Iterable[int], apart: list[list[int]]) -> int:
    return sum(apart[one][other] for one, other in combinations(sorted(steps), 2))


def _improve(start: list[int], apart: list[list[int]]) -> set[int]:
    """Exchange one step for another while that lowers the repeats."""
    steps = set(start)
    while True:
        weight = [sum(apart[one][other] for other in steps) for one in range(len(apart))]
        out = max(sorted(steps), key=weight.__getitem__)
        rest = [one for one in range(len(apart)) if one not in steps]
        into = min(rest, key=lambda one: weight[one] - apart[one][out], default=out)
        if weight[into] - apart[into][out] >= weight[out]:
            return steps
        steps = steps - {out} | {into}
