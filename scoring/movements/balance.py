"""How even a movement is: who meets whom, who is compared with whom, who sits out, how long it takes.

Two contestants are compared on every board that both play: +1 where they hold the same cards, as each
then scores against the other; -1 where they hold opposite cards, as each then helps the other; and, where
they meet, the number of other tables at that board, as all of it goes to one or the other. (Manning,
"Duplicate Bridge Movements"; the sum is the same for every way of turning the boards, the spread is not.)
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from sys import byteorder

from scoring.movements.plan import OPPOSITE, Movement, Place, find_shares

MINUTES_PER_BOARD = Fraction(15, 2)
MINUTES_PER_MOVE = 2
ENOUGH = Fraction(7, 10)  # of the boards in play, which the EBU wants every contestant to be given

Two = tuple[int, int]

FIELD = 32  # bits of a number in a row, which is from -HALF to HALF
HALF = 1 << FIELD - 1


def pack(values: Iterable[Two]) -> int:
    """A row of numbers, of which each is given with its place, as one long number.

    A whole row is added to another, or multiplied by a number, at once.
    """
    return sum(value << FIELD * place for place, value in values)


def unpack(row: int, count: int) -> list[int]:
    """The first ``count`` numbers of a row."""
    return [value - HALF for value in unpack_high(row, count)]


def unpack_high(row: int, count: int) -> list[int]:
    """The numbers of a row, each more by HALF."""
    fields = (row + _zero(count)).to_bytes(count * FIELD // 8, byteorder)
    values = memoryview(fields).cast("I").tolist()
    return values if byteorder == "little" else values[::-1]


@cache
def _zero(count: int) -> int:
    return pack((place, HALF) for place in range(count))


@dataclass(frozen=True)
class Balance:
    """The measured qualities of a movement; meetings and comparisons are by two numbers, ascending.

    ``directions`` counts for each contestant the boards North-South less the boards East-West.
    ``still`` are those who never change their seat, ``copies`` the sets of boards that are needed.
    """

    contestants: tuple[int, ...]
    opposed: Mapping[Two, int]
    partnered: Mapping[Two, int]
    common: Mapping[Two, int]
    compared: Mapping[Two, int]
    lines: tuple[tuple[int, ...], ...]
    played: Mapping[int, int]
    boards: int
    directions: Mapping[int, int]
    sit_outs: Mapping[int, int]
    still: tuple[int, ...]
    copies: int
    minutes: int

    @cached_property
    def rivals(self) -> tuple[Two, ...]:
        """Everyone who is ranked against everyone: all, or each line by itself with two winners."""
        return tuple(two for line in self.lines for two in combinations(line, 2))

    @cached_property
    def meetings(self) -> Counter[int]:
        """How many twos oppose each other how often; never is 0."""
        return Counter(self.opposed.get(two, 0) for two in combinations(self.contestants, 2))

    @property
    def most_meetings(self) -> int:
        """How often two oppose each other at most."""
        return max(self.opposed.values(), default=0)

    @property
    def repeats(self) -> int:
        """Meetings beyond the first, of all the twos together."""
        return sum(times - 1 for times in self.opposed.values() if times > 1)

    @property
    def share(self) -> Fraction:
        """The smallest share of the boards in play that anybody plays; 1 in open-ended games."""
        if not self.boards or not self.played:
            return Fraction(1)
        return Fraction(min(self.played.values()), self.boards)

    @cached_property
    def spread(self) -> Fraction:
        """The variance of the comparisons between rivals; 0 is perfectly even."""
        values = [self.compared.get(two, 0) for two in self.rivals]
        if not values:
            return Fraction(0)
        count, squares = len(values), sum(value * value for value in values)
        return Fraction(count * squares - sum(values) ** 2, count * count)

    @property
    def quality(self) -> int:
        """The comparisons as a percentage: 100 where all rivals compete equally."""
        values = [self.compared.get(two, 0) for two in self.rivals]
        total = sum(values)
        if not total or not self.spread:
            return 100
        mean = Fraction(total, len(values))
        return round(100 * mean**2 / (mean**2 + self.spread))


def balance(
    movement: Movement,
    *,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
    minutes_per_move: int = MINUTES_PER_MOVE,
) -> Balance:
    """Measure a movement. A board takes 7½ minutes and a move 2 unless told otherwise."""
    opposed, partnered = _count_company(movement.places)
    common, compared = _compare(movement)
    stops = Counter(number for place in movement.places if place.is_played for number in place.contestants)
    played: Counter[int] = Counter(dict.fromkeys(movement.contestants, 0))
    for place in movement.places:
        played.update(dict.fromkeys(place.contestants, len(place.played_boards)))
    return Balance(
        contestants=movement.contestants,
        opposed=opposed,
        partnered=partnered,
        common=common,
        compared=compared,
        lines=_lines(movement),
        played=dict(played),
        boards=movement.boards,
        directions=_directions(movement),
        sit_outs={number: movement.rounds - stops[number] for number in movement.contestants},
        still=find_still(movement),
        copies=max((len(share.tables) for share in find_shares(movement)), default=1),
        minutes=measure_minutes(movement, Fraction(minutes_per_board), minutes_per_move),
    )


def _ordered(first: int, second: int) -> Two:
    return (first, second) if first < second else (second, first)


def _count_company(places: Iterable[Place]) -> tuple[Counter[Two], Counter[Two]]:
    opposed: Counter[Two] = Counter()
    partnered: Counter[Two] = Counter()
    for place in places:
        for first, second in combinations(place.contestants, 2):
            together = place.partner_of(first) == second
            (partnered if together else opposed)[_ordered(first, second)] += 1
    return opposed, partnered


def sides_of(place: Place) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Who holds the North-South cards and who East-West; None where there are no two sides."""
    seats = place.seats
    if seats.keys() != OPPOSITE.keys() or not place.is_played:
        return None
    return tuple({seats["N"]: 0, seats["S"]: 0}), tuple({seats["E"]: 0, seats["W"]: 0})


def _compare(movement: Movement) -> tuple[Counter[Two], Counter[Two]]:
    """Boards in common, and the comparisons, by two contestants."""
    numbers = sorted({number for place in movement.places for number in place.contestants})
    index = {number: position for position, number in enumerate(numbers)}
    together, against, sided = ([0] * len(numbers) for _row in range(3))
    for places, boards in _plays(movement):
        everyone = pack((index[number], boards) for place in places for number in place.contestants)
        signs = {index[number]: 1 - 2 * side for number, side in _side_of_each(places)}
        cards = pack((at, sign * boards) for at, sign in signs.items())
        for number in {number for place in places for number in place.contestants}:
            together[index[number]] += everyone
        takers = pack((at, 1) for at in signs)
        for at, sign in signs.items():
            against[at] += sign * cards
            sided[at] |= takers
        for first, second in _opponents(places):  # -1 above, the other tables now
            against[index[first]] += len(places) * boards << FIELD * index[second]
            against[index[second]] += len(places) * boards << FIELD * index[first]
    return _by_two(numbers, together, together), _by_two(numbers, against, sided)


def _by_two(numbers: Sequence[int], rows: Sequence[int], known: Sequence[int]) -> Counter[Two]:
    """The numbers in rows, by two contestants, where another row knows of them."""
    found: Counter[Two] = Counter()
    for at, number in enumerate(numbers):
        values, is_known = unpack(rows[at], len(numbers)), unpack(known[at], len(numbers))
        for other in range(at + 1, len(numbers)):
            if is_known[other]:
                found[number, numbers[other]] = values[other]
    return found


def _opponents(places: Iterable[Place]) -> Iterator[Two]:
    for place in places:
        ns, ew = sides_of(place) or ((), ())
        yield from product(ns, ew)


def _side_of_each(places: Iterable[Place]) -> Iterator[tuple[int, int]]:
    for place in places:
        for side, numbers in enumerate(sides_of(place) or ()):
            yield from ((number, side) for number in numbers)


def _plays(movement: Movement) -> Iterator[tuple[tuple[Place, ...], int]]:
    """The places that play the same board, with the number of boards of which that is true."""
    plays: dict[int, list[int]] = defaultdict(list)
    for index, place in enumerate(movement.places):
        for board in place.played_boards:
            plays[board].append(index)
    for indexes, boards in Counter(map(tuple, plays.values())).items():
        yield tuple(movement.places[index] for index in indexes), boards


def _lines(movement: Movement) -> tuple[tuple[int, ...], ...]:
    if movement.winners != 2:
        return (movement.contestants,)
    north = {place.seats[seat] for place in movement.places for seat in ("N", "S") if seat in place.seats}
    rest = set(movement.contestants) - north
    return tuple(sorted(north)), tuple(sorted(rest))


def _directions(movement: Movement) -> dict[int, int]:
    found: Counter[int] = Counter(dict.fromkeys(movement.contestants, 0))
    for place in movement.places:
        for number, side in _side_of_each([place]):
            found[number] += (1 - 2 * side) * max(1, len(place.boards))
    return dict(found)


def find_still(movement: Movement) -> tuple[int, ...]:
    """Who keeps the same seat at the same table whenever seated, ascending."""
    seats: dict[int, set[tuple[int, tuple[str, ...]]]] = defaultdict(set)
    for place in movement.places:
        for number in place.contestants:
            seats[number].add((place.table, place.seats_of(number)))
    return tuple(sorted(number for number, found in seats.items() if len(found) == 1))


def count_minutes(rounds: int, boards_per_round: int) -> int:
    """How long so many rounds take, at the usual pace."""
    return round(rounds * boards_per_round * MINUTES_PER_BOARD) + MINUTES_PER_MOVE * (rounds - 1)


def whole_minutes(movement: Movement) -> int:
    """How long all its rounds take with their breaks, also those that are yet to be drawn."""
    minutes = measure_minutes(movement)
    if not movement.planned:
        return minutes
    return minutes * movement.planned + sum(movement.breaks.values())


def measure_minutes(
    movement: Movement, per_board: Fraction = MINUTES_PER_BOARD, per_move: int = MINUTES_PER_MOVE
) -> int:
    """How long a movement takes: in each round as long as the table with the most boards."""
    longest: dict[int, int] = defaultdict(int)
    for place in movement.places:
        longest[place.round] = max(longest[place.round], len(place.boards))
    pauses = sum(length for after, length in movement.breaks.items() if after < movement.rounds)
    return round(sum(longest.values()) * per_board) + per_move * (movement.rounds - 1) + pauses
