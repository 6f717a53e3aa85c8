"""A longer search for a seating of single players who meet again less often, with a best so far at any time.

Two who sit at different tables change places in one round. What makes it worse is taken too, ever less as the
search cools down, and then it begins anew, for twice as long (simulated annealing). Fewer meetings are no
gain where somebody is at a short table far more often than others. The first round, the sizes of the tables
and who sits out stay as they are; where nobody has a partner twice, that stays so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from scoring.movements.measure import Measure, measure
from scoring.movements.mixed import SLUG as MIXED
from scoring.movements.mixed import THREES, seat_again
from scoring.movements.plan import OPPOSITE, Movement, Place
from scoring.words import mark as _

SLUG = "found"
NAME = _("Found by a longer search")
TRIES_AT_ONCE = 4000
FIRST_TRIES, MOST_TRIES = 60_000, 4_000_000
HOT, COLD = 2.4, 0.24
PARTNER_AGAIN, MEETING_AGAIN = 20, 2  # beside the squares of how often each is at a short table


Cost = tuple[int, int, int]
"""Partners again, meetings again, and the squares of how often each has been at a short table."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best seating that a search has found so far, after so many tries of an exchange."""

    movement: Movement
    measured: Measure
    tries: int


def may_improve(movement: Movement) -> bool:
    """Whether a search makes sense: single players meet again more often than arithmetic asks for."""
    is_single = all(len(place.contestants) == len(place.seats) for place in movement.places)
    is_long = movement.winners == 1 and movement.rounds > 1 and movement.tables > 1
    return is_single and is_long and not _is_done(measure(movement))


def search(movement: Movement, *, seed: int = 1) -> Iterator[Best]:
    """The best so far, again and again; the first is the movement itself. Ends when no seating can be better.

    Whoever asks may stop at any time. The same seed finds the same.
    """
    annealing = _Annealing(movement, seed)
    best, lowest = Best(movement, measure(movement), 0), annealing.cost
    yield best
    while not _is_done(best.measured):
        rounds, lowest = annealing.go_on(lowest)
        best = replace(best, tries=annealing.tries)
        if rounds:
            found = _movement_of(movement, rounds, is_partnered=annealing.is_partnered)
            best = Best(found, measure(found), annealing.tries)
        yield best


def _is_done(measured: Measure) -> bool:
    """Whether nothing is left to look for: the fewest meetings, and short tables shared by all."""
    return measured.is_best_possible and max(measured.short.values()) - min(measured.short.values()) <= 1


def _movement_of(movement: Movement, rounds: Sequence[Sequence[int]], *, is_partnered: bool) -> Movement:
    """The movement with its players in other places, and seats chosen anew where partners do not count."""
    places: list[Place] = []
    for number, players in enumerate(rounds, start=1):
        left = iter(players)
        for place in movement.in_round(number):
            seats = {seat: next(left) for seat in place.seats}
            places.append(replace(place, seats=seats))
    return replace(
        movement,
        slug=SLUG,
        name=NAME,
        places=tuple(places if is_partnered else seat_again(places)),
        notes=(),
    )


class _Annealing:
    """Who sits at which place of each round, with what has been counted of it kept up to date.

    ``tables`` gives for each place of a round the places of its table, ``mates`` the place of the partner.
    """

    def __init__(self, movement: Movement, seed: int) -> None:
        self.draw = Random(seed).random  # noqa: S311 (a search, to be repeated from its seed)
        rounds = [movement.in_round(number) for number in range(1, movement.rounds + 1)]
        self.rounds = [[p for place in places for p in place.seats.values()] for places in rounds]
        self.tables = [_tables(places) for places in rounds]
        self.mates = [_mates(places) for places in rounds]
        self.longest = max(len(place.seats) for place in movement.places)
        self.size = max(movement.contestants) + 1
        self.met = [0] * self.size**2
        self.partnered = [0] * self.size**2
        self.short = [0] * self.size
        for number, seated in enumerate(self.rounds):
            for at in range(len(seated)):
                self._count(number, at, 1)
        self.is_partnered = movement.slug not in (MIXED, THREES) and max(self.partnered) == 1
        self.cost = self._count_cost()
        self.most_short = _least_short(self.short[1:]) + self.size // 2
        self.tries, self.length, self.step = 0, FIRST_TRIES, 0

    def _count(self, number: int, at: int, times: int) -> None:
        """Count, or with -1 forget, what one player has of a round."""
        seated, table, mate = self.rounds[number], self.tables[number][at], self.mates[number][at]
        row = seated[at] * self.size
        for other in table:
            if other != at:
                self.met[row + seated[other]] += times
        if mate is not None:
            self.partnered[row + seated[mate]] += times
        self.short[seated[at]] += times * (len(table) < self.longest)

    def _count_cost(self) -> Cost:
        partners = _again(self.partnered) if self.is_partnered else 0
        return partners, _again(self.met), sum(times * times for times in self.short)

    def go_on(self, lowest: Cost) -> tuple[list[list[int]], Cost]:
        """Some tries more: the cheapest seating and its cost; no rounds where none was below the lowest."""
        best: list[list[int]] = []
        for _try in range(TRIES_AT_ONCE):
            is_changed = self._try_exchange(self._heat())
            if is_changed and self.cost < lowest and self.cost[2] <= self.most_short:
                best, lowest = [list(seated) for seated in self.rounds], self.cost
        return best, lowest

    def _heat(self) -> float:
        """How warm it is: from hot to cold, then anew and for twice as long."""
        self.tries, self.step = self.tries + 1, self.step + 1
        if self.step > self.length:
            self.length, self.step = min(2 * self.length, MOST_TRIES), 1
        return float(HOT * (COLD / HOT) ** (self.step / self.length))

    def _try_exchange(self, heat: float) -> bool:
        """Make an exchange drawn by lot, or not; whether it was made."""
        number = 1 + int(self.draw() * (len(self.rounds) - 1))
        tables, places = self.tables[number], len(self.rounds[number])
        one, other = int(self.draw() * places), int(self.draw() * places)
        if one == other or (tables[one] is tables[other] and not self.is_partnered):
            return False
        partners, again, short = self._change(number, one, other)
        worse = PARTNER_AGAIN * partners + MEETING_AGAIN * again + short
        if worse > 0 and self.draw() >= exp(-worse / heat):
            return False
        self._exchange(number, one, other)
        self.cost = (self.cost[0] + partners, self.cost[1] + again, self.cost[2] + short)
        return True

    def _change(self, number: int, one: int, other: int) -> Cost:
        """By how much an exchange raises each part of the cost."""
        seated, met = self.rounds[number], self.met
        here, there = self.tables[number][one], self.tables[number][other]
        first, second = seated[one] * self.size, seated[other] * self.size
        again = 0
        if here is not there:
            for at in here:
                if at != one:
                    again += met[second + seated[at]] - met[first + seated[at]] + 1
            for at in there:
                if at != other:
                    again += met[first + seated[at]] - met[second + seated[at]] + 1
        partners = self._change_of_partners(number, one, other) if self.is_partnered else 0
        if len(here) == len(there):
            return partners, again, 0
        down, up = (one, other) if len(here) > len(there) else (other, one)
        return partners, again, 2 * (self.short[seated[down]] - self.short[seated[up]] + 1)

    def _change_of_partners(self, number: int, one: int, other: int) -> int:
        seated, had = self.rounds[number], self.partnered
        mate, mate_of_other = self.mates[number][one], self.mates[number][other]
        if mate is None or mate_of_other is None or mate == other:
            return 0
        first, second = seated[one] * self.size, seated[other] * self.size
        mine, theirs = seated[mate], seated[mate_of_other]
        return had[second + mine] - had[first + mine] + had[first + theirs] - had[second + theirs] + 2

    def _exchange(self, number: int, one: int, other: int) -> None:
        """Let two change places; whoever sits with them is counted anew too."""
        seated, tables = self.rounds[number], self.tables[number]
        touched = sorted({*tables[one], *tables[other]})
        for at in touched:
            self._count(number, at, -1)
        seated[one], seated[other] = seated[other], seated[one]
        for at in touched:
            self._count(number, at, 1)


def _again(counts: Sequence[int]) -> int:
    """Meetings again by two players, of whom each has counted the other."""
    return sum(times * (times - 1) for times in counts) // 4


def _least_short(times: Sequence[int]) -> int:
    """The least that the squares of how often each is at a short table can add up to."""
    each, more = divmod(sum(times), len(times))
    return more * (each + 1) ** 2 + (len(times) - more) * each**2


def _tables(places: Sequence[Place]) -> list[range]:
    """For each place of a round in order, the places of its table."""
    found: list[range] = []
    for place in places:
        table = range(len(found), len(found) + len(place.seats))
        found.extend([table] * len(place.seats))
    return found


def _mates(places: Sequence[Place]) -> list[int | None]:
    """For each place of a round in order, where the partner sits; None at a table without two sides."""
    found: list[int | None] = []
    for place in places:
        start, seats = len(found), list(place.seats)
        has_sides = set(seats) == set(OPPOSITE)
        found.extend(start + seats.index(OPPOSITE[seat]) if has_sides else None for seat in seats)
    return found
