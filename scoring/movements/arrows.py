"""Which tables turn their boards, so that all contestants are compared as evenly as can be.

Turning the boards at one table changes who is compared with whom on one set and nothing else. The search
turns a table whenever that makes the squares of all comparisons smaller, then shakes a few tables and
tries again, always in the same order. One winner only: with two, nobody may change direction.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import mul

from scoring.movements.balance import FIELD, HALF, pack, sides_of, unpack, unpack_high
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


class _Cards:
    """Who holds which cards of boards that are always played together.

    ``signs`` are 1 for who is North-South, -1 for East-West and 0 for who does not play them; ``north`` and
    ``east`` say the same with a bit for each contestant, ``packed`` with a field. ``agreed`` has in the field
    of each contestant the sum of the comparisons with all others, each times the sign of the other;
    ``unpacked`` is the same as a list, empty while it is out of date.
    """

    __slots__ = ("agreed", "east", "north", "packed", "playing", "signs", "unpacked")

    def __init__(self, count: int) -> None:
        self.signs = [0] * count
        self.north = self.east = self.playing = self.packed = self.agreed = 0
        self.unpacked: list[int] = []

    def set_sign(self, number: int, sign: int) -> None:
        self.packed += (sign - self.signs[number]) << FIELD * number
        self.signs[number] = sign
        self.north = self.north & ~(1 << number) | (sign > 0) << number
        self.east = self.east & ~(1 << number) | (sign < 0) << number
        self.playing = self.north | self.east


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays at a table in a round, as indexes, and what turning it costs whatever the comparisons are."""

    cards: _Cards
    members: tuple[int, ...]
    twos: tuple[tuple[int, int], ...]
    cost: int


class _Search:
    """The comparisons of all, kept up to date while tables are turned one at a time.

    A row of numbers is one long number with a field for each contestant, so that a whole row is added, or
    multiplied, at once. ``rows`` has the comparisons of each contestant.
    """

    def __init__(self, places: Sequence[Place]) -> None:
        numbers = sorted({number for place in places for number in place.contestants})
        index = {number: position for position, number in enumerate(numbers)}
        self.count = len(numbers)
        self.zero = pack((number, HALF) for number in range(self.count))
        self.sides: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.by_boards: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for position, place in enumerate(places):
            sides = sides_of(place)
            if sides:
                ns, ew = (tuple(index[number] for number in side) for side in sides)
                self.sides[position] = (ns, ew)
                self.by_boards[place.boards].append(position)
        self.all_cards = [_Cards(self.count) for _boards in self.by_boards]
        self.rows = [0] * self.count
        self.directions = [0] * self.count
        self.by_table = _by_table(places, self.sides)
        self.left = EFFORT
        self.tables = dict(sorted(self._fill()))
        self.cost = self._count_cost()

    def _fill(self) -> Iterator[tuple[int, _Table]]:
        for cards, positions in zip(self.all_cards, self.by_boards.values(), strict=True):
            for position in positions:
                for side, sign in zip(self.sides[position], (1, -1), strict=True):
                    for number in side:
                        cards.set_sign(number, sign)
                        self.directions[number] += sign
            self._fill_comparisons(cards, positions)
            for position in positions:
                ns, ew = self.sides[position]
                members = (*ns, *ew)
                cost = len(members) * (4 * (cards.playing.bit_count() - len(members)) + 1)
                yield position, _Table(cards, members, tuple(combinations(members, 2)), cost)
        for cards in self.all_cards:
            cards.agreed = sum(map(mul, cards.signs, self.rows))

    def _fill_comparisons(self, cards: _Cards, positions: list[int]) -> None:
        for number, sign in enumerate(cards.signs):
            if sign:
                self.rows[number] += sign * cards.packed - (1 << FIELD * number)
        for position in positions:
            ns, ew = self.sides[position]
            for side, across in ((ns, ew), (ew, ns)):
                met = pack((other, 1) for other in across)
                for number in side:
                    self.rows[number] += len(positions) * met  # -1 above, the other tables now

    def _count_cost(self) -> int:
        squares = sum(value * value for row in self.rows for value in unpack(row, self.count)) // 2
        return 4 * squares + sum(value * value for value in self.directions)

    def run(self) -> frozenset[int]:
        """The positions to turn."""
        turned: set[int] = set()
        self._descend_rows(turned)
        self._descend(turned)
        best, lowest = frozenset(turned), self.cost
        for shaken in _draws(list(self.tables), self.by_table):
            if self.left <= 0 or not lowest:
                break
            for position in sorted((turned ^ best) ^ shaken):
                self._turn(position, turned)
            self._descend(turned)
            if self.cost <= lowest:
                best, lowest = frozenset(turned), self.cost
        return best

    def _descend_rows(self, turned: set[int]) -> None:
        """Turn a table in all the rounds, where that helps."""
        for row in self.by_table:
            before = self.cost
            for position in row:
                self._turn(position, turned)
            if self.cost >= before:
                for position in row:
                    self._turn(position, turned)

    def _descend(self, turned: set[int]) -> None:
        """Turn tables in order, again and again, until there is none that helps."""
        last, is_better = -1, True
        while is_better:
            is_better, until = False, last
            for position, table in self.tables.items():
                self.left -= len(table.members) * (self.count + 60)
                is_known = position >= until >= 0 and not is_better
                if not is_known and self._gain(table) > 0:
                    self._turn(position, turned)
                    last, is_better = position, True

    def _gain(self, table: _Table) -> int:
        """By how much turning a table lowers the cost, up to a factor of 4."""
        cards, directions, rows = table.cards, self.directions, self.rows
        signs, agreed = cards.signs, cards.unpacked
        if not agreed:
            agreed = cards.unpacked = unpack_high(cards.agreed, self.count)
        gain = -table.cost
        for number in table.members:
            gain += signs[number] * (4 * (agreed[number] - HALF) + directions[number])
        for first, second in table.twos:
            compared = (rows[first] + self.zero >> FIELD * second & 2 * HALF - 1) - HALF
            gain -= 8 * signs[first] * signs[second] * compared
        return gain

    def _turn(self, position: int, turned: set[int]) -> None:
        table = self.tables[position]
        self.cost -= 4 * self._gain(table)
        cards = table.cards
        signs = [(number, cards.signs[number]) for number in table.members]
        own = pack(signs)
        others = cards.packed - own
        for number, sign in enumerate(cards.signs):
            if sign:
                self.rows[number] -= 2 * sign * own
        for number, sign in signs:
            self.rows[number] += 2 * sign * (own - others)
        self._agree_anew(table, own, others)
        for number, sign in signs:
            cards.agreed -= 2 * sign * self.rows[number]
            cards.set_sign(number, -sign)
            self.directions[number] -= 2 * sign
        turned ^= {position}

    def _agree_anew(self, table: _Table, own: int, others: int) -> None:
        """Let all agree with the comparisons that members of a table now have with others."""
        members = sum(1 << number for number in table.members)
        own_north, own_east = table.cards.north & members, table.cards.east & members
        north, east = table.cards.north ^ own_north, table.cards.east ^ own_east
        playing = north | east
        for cards in self.all_cards:
            same = (north & cards.north | east & cards.east).bit_count()
            own_same = (own_north & cards.north | own_east & cards.east).bit_count()
            change = (2 * same - (playing & cards.playing).bit_count()) * own
            change += (2 * own_same - (members & cards.playing).bit_count()) * others
            cards.agreed -= 2 * change
            cards.unpacked = []


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
