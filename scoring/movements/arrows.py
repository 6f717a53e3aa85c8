"""Which tables turn their boards, so that all contestants are compared as evenly as can be.

Turning the boards at one table changes who is compared with whom on one set and nothing else. The search
turns a table whenever that makes the squares of all comparisons smaller, then shakes a few tables and
tries again, always in the same order. One winner only: with two, nobody may change direction.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import mul

from scoring.movements.balance import sides_of
from scoring.movements.plan import Place

EFFORT = 2_500_000  # products, after which no more is tried
MOST_SHAKES = 600
SHAKEN = 4
TURNED = {"N": "E", "S": "W", "E": "N", "W": "S"}


def balance_arrows(places: Iterable[Place]) -> list[Place]:
    """The same places, some with North-South and East-West exchanged."""
    places = list(places)
    search = _Search(places)
    turned = search.run()
    return [turn(place) if index in turned else place for index, place in enumerate(places)]


def turn(place: Place) -> Place:
    """The place with the other side North-South."""
    seats = {seat: place.seats[other] for seat, other in TURNED.items() if other in place.seats}
    return Place(place.round, place.table, seats, place.boards)


class _Search:
    """The comparisons of all, kept up to date while tables are turned one at a time."""

    def __init__(self, places: Sequence[Place]) -> None:
        numbers = sorted({number for place in places for number in place.contestants})
        index = {number: position for position, number in enumerate(numbers)}
        self.count = len(numbers)
        self.tables: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.boards: dict[int, tuple[int, ...]] = {}
        for position, place in enumerate(places):
            sides = sides_of(place)
            if sides:
                ns, ew = (tuple(index[number] for number in side) for side in sides)
                self.tables[position] = (ns, ew)
                self.boards[position] = place.boards
        self.signs = {boards: [0] * self.count for boards in self.boards.values()}
        self.compared = [[0] * self.count for _row in range(self.count)]
        self.directions = [0] * self.count
        self.rows = _by_table(places, self.tables)
        self.left = EFFORT
        self._fill()

    def _fill(self) -> None:
        by_boards: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for position, boards in self.boards.items():
            by_boards[boards].append(position)
        for boards, positions in by_boards.items():
            signs = self.signs[boards]
            for position in positions:
                for side, sign in zip(self.tables[position], (1, -1), strict=True):
                    for number in side:
                        signs[number] = sign
                        self.directions[number] += sign
            self._fill_comparisons(signs, positions)

    def _fill_comparisons(self, signs: list[int], positions: list[int]) -> None:
        playing = [number for number in range(self.count) if signs[number]]
        for first, second in combinations(playing, 2):
            self._add(first, second, signs[first] * signs[second])
        for position in positions:
            ns, ew = self.tables[position]
            for first in ns:
                for second in ew:
                    self._add(first, second, len(positions))  # -1 above, the other tables now

    def _add(self, first: int, second: int, value: int) -> None:
        self.compared[first][second] += value
        self.compared[second][first] += value

    def run(self) -> frozenset[int]:
        """The positions to turn."""
        turned: set[int] = set()
        self._descend_rows(turned)
        self._descend(turned)
        best, lowest = frozenset(turned), self._cost()
        for shaken in _draws(list(self.tables), self.rows):
            if self.left <= 0 or not lowest:
                break
            for position in sorted((turned ^ best) ^ shaken):
                self._turn(position, turned)
            self._descend(turned)
            cost = self._cost()
            if cost <= lowest:
                best, lowest = frozenset(turned), cost
        return best

    def _descend_rows(self, turned: set[int]) -> None:
        """Turn a table in all the rounds, where that helps."""
        for row in self.rows:
            before = self._cost()
            for position in row:
                self._turn(position, turned)
            if self._cost() >= before:
                for position in row:
                    self._turn(position, turned)

    def _cost(self) -> int:
        squares = sum(value * value for row in self.compared for value in row) // 2
        return 4 * squares + sum(value * value for value in self.directions)

    def _descend(self, turned: set[int]) -> None:
        is_better = True
        while is_better:
            is_better = False
            for position in self.tables:
                if self._gain(position) > 0:
                    self._turn(position, turned)
                    is_better = True

    def _gain(self, position: int) -> int:
        """By how much turning a table lowers the cost, up to a factor."""
        signs = self.signs[self.boards[position]]
        members = [number for side in self.tables[position] for number in side]
        others = sum(map(abs, signs)) - len(members)
        self.left -= len(members) * (self.count + 60)
        gain = 0
        for number in members:
            row, sign = self.compared[number], signs[number]
            agreed = sum(map(mul, row, signs)) - sum(row[other] * signs[other] for other in members)
            gain += 4 * (sign * agreed - others) + sign * self.directions[number] - 1
        return gain

    def _turn(self, position: int, turned: set[int]) -> None:
        signs = self.signs[self.boards[position]]
        members = [number for side in self.tables[position] for number in side]
        others = [number for number in range(self.count) if signs[number] and number not in members]
        for number in members:
            sign = signs[number]
            for other in others:
                self._add(number, other, -2 * sign * signs[other])
            self.directions[number] -= 2 * sign
        for number in members:
            signs[number] = -signs[number]
        turned ^= {position}


def _by_table(places: Sequence[Place], positions: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    rows: dict[int, list[int]] = defaultdict(list)
    for position in positions:
        rows[places[position].table].append(position)
    return tuple(map(tuple, rows.values()))


def _draws(positions: Sequence[int], rows: Sequence[tuple[int, ...]]) -> Iterator[frozenset[int]]:
    """A few positions, or a table in all the rounds, as if drawn, and always the same."""
    state = 12345
    for time in range(MOST_SHAKES if positions else 0):
        draws = []
        for _draw in range(SHAKEN):
            state = (1103515245 * state + 12345) % 2**31
            draws.append(state >> 8)
        if time % 4 == 3:
            yield frozenset(rows[draws[0] % len(rows)])
        else:
            yield frozenset(positions[draw % len(positions)] for draw in draws)
