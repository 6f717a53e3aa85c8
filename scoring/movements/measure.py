"""How evenly people without partners meet, beside the least that arithmetic allows.

A repeat is a round in which two sit together that sat together in an earlier one, counted once for each
earlier one: who meet three times have three repeats.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from scoring.movements.plan import Movement, Place
from scoring.movements.reseating import count_meetings

Sizes = tuple[int, ...]

PROVEN: Mapping[tuple[Sizes, int], int] = {
    ((3, 3, 3, 3), 5): 3,
    ((3, 3, 3, 3), 6): 7,
    ((4, 3, 3, 3), 5): 3,
    ((4, 4, 3, 3), 5): 2,
}
"""The fewest repeats at tables of these sizes in so many rounds, by trying all seatings, where that is more
than arithmetic says."""


@dataclass(frozen=True, slots=True)
class Measure:
    """``meetings`` counts the twos who sit together never, once, twice ...; ``bound`` no seating can beat.

    ``declared`` counts by player the boards that each declares where everybody at a table declares
    equally often; ``sit_outs`` and ``short`` count by player the rounds off and at a smaller table.
    """

    meetings: Mapping[int, int]
    repeats: int
    bound: int
    declared: Mapping[int, int]
    sit_outs: Mapping[int, int]
    short: Mapping[int, int]

    @property
    def is_best_possible(self) -> bool:
        """Whether no seating whatever has fewer repeats."""
        return self.repeats == self.bound


def measure(movement: Movement) -> Measure:
    """Measure a movement of single players by the company that they keep."""
    met = count_meetings([tuple(place.contestants for place in movement.places)])
    twos = combinations(movement.contestants, 2)
    return Measure(
        meetings=dict(sorted(Counter(met[two] for two in twos).items())),
        repeats=sum(comb(times, 2) for times in met.values()),
        bound=max(_bound_by_company(movement), _bound_by_tables(movement), _bound_by_proof(movement)),
        declared=_count_declared(movement),
        sit_outs=_count(movement, (n for r in _rounds(movement) for n in movement.sit_outs(r))),
        short=_count(movement, _at_short_tables(movement.places)),
    )


def _rounds(movement: Movement) -> range:
    return range(1, movement.rounds + 1)


def _count(movement: Movement, numbers: Iterable[int]) -> dict[int, int]:
    found = Counter(numbers)
    return {number: found[number] for number in movement.contestants}


def _at_short_tables(places: Sequence[Place]) -> Iterable[int]:
    most = max(len(place.contestants) for place in places)
    return (number for place in places if len(place.contestants) < most for number in place.contestants)


def _count_declared(movement: Movement) -> dict[int, int]:
    declared: Counter[int] = Counter(dict.fromkeys(movement.contestants, 0))
    for place in movement.places:
        for number in place.contestants:
            declared[number] += len(place.played_boards) // len(place.contestants)
    return dict(declared)


def _bound_by_company(movement: Movement) -> int:
    """What company there is, spread over all players and by each over all others as evenly as can be.

    Where all tables are of one size, everybody has that much company in each round, or sits out.
    """
    players = len(movement.contestants)
    company = [len(place.contestants) - 1 for place in movement.places for _seat in place.contestants]
    step = max(company) if len(set(company)) == 1 else 1
    each, more = divmod(sum(company) // step, players)
    least = more * _evenly((each + 1) * step, players - 1) + (players - more) * _evenly(
        each * step, players - 1
    )
    return -(-least // 2)


def _bound_by_tables(movement: Movement) -> int:
    """With fewer tables than a table has seats, some come from the same table of an earlier round."""
    rounds = [movement.in_round(number) for number in _rounds(movement)]
    tables = [len(places) for places in rounds]
    is_full = all(not movement.sit_outs(number) for number in _rounds(movement))
    if not is_full:
        return 0
    return sum(
        _evenly(len(place.contestants), tables[earlier])
        for later, places in enumerate(rounds)
        for earlier in range(later)
        for place in places
    )


def _bound_by_proof(movement: Movement) -> int:
    """What trying all seatings has shown, where the tables are the same in all rounds and nobody sits out."""
    sizes = {
        tuple(sorted((len(place.contestants) for place in movement.in_round(number)), reverse=True))
        for number in _rounds(movement)
        if not movement.sit_outs(number)
    }
    return PROVEN.get((min(sizes), movement.rounds), 0) if len(sizes) == 1 else 0


def _evenly(things: int, boxes: int) -> int:
    """The fewest twos of things in one box."""
    if boxes <= 0:
        return 0
    each, more = divmod(things, boxes)
    return more * comb(each + 1, 2) + (boxes - more) * comb(each, 2)
