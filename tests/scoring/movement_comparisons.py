"""Published movements beside ours of the same size: the table, and the sizes at which ours are worse.

Movements are compared by the largest difference in sit-outs, by how often two are partners at most, by how
often two oppose each other at most, by how unevenly they do, and by the variance of the comparisons between
rivals, in that order, for one board in a round.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from scoring.movements import MOVEMENTS
from scoring.movements.balance import balance
from scoring.movements.measure import measure
from scoring.movements.mixed import mixed, threes
from scoring.movements.plan import Movement, Place, make_movement, seat_pairs

Size = tuple[str, int, int, int]  # kind, contestants, rounds, winners
Value = tuple[int, int, int, int, Fraction]

SEATS = {"individual": "NSEW", "triples": "SWE", "quads": "SWNE"}
TWO_WINNERS = (
    "straight-mitchell",
    "skip-mitchell",
    "share-relay-mitchell",
    "web-mitchell",
    "rover-mitchell",
    "weave-mitchell",
    "two-lines",
)
ONE_WINNER = (
    "howell",
    "reduced-howell",
    "hesitation-mitchell",
    "scrambled-mitchell",
    "scrambled-web-mitchell",
    "repeated-howell",
    "barometer",
)


# Sizes where the best published movement is more balanced than ours, and by what.
WORSE: dict[Size, str] = {}

# Sizes for which we offer nothing, and why.
NONE: dict[Size, str] = {}


@dataclass(frozen=True)
class Comparison:
    """The best published movement of a size, and ours; None where we offer none."""

    size: Size
    theirs: Value
    ours: Value | None

    @property
    def verdict(self) -> str:
        if self.ours is None:
            return "none"
        return "worse" if self.ours > self.theirs else "same" if self.ours == self.theirs else "better"

    def __str__(self) -> str:
        kind, count, rounds, winners = self.size
        return (
            f"{kind:10} {count:3} contestants {rounds:3} rounds {winners} winners: {self.verdict:6} "
            f"ours {show(self.ours)}, published {show(self.theirs)}"
        )


def show(value: Value | None) -> str:
    if value is None:
        return "none"
    *whole, spread = value
    return f"{whole} {float(spread):.2f}"


def as_movement(entry: Mapping[str, Any]) -> Movement:
    """A published movement; a set that is not given by its boards is a single board."""
    places = [
        Place(round_number, table, _seats(entry["kind"], numbers), _boards(dealt))
        for round_number, table, *numbers, dealt in entry["rows"]
    ]
    winners = 2 if entry["properties"].get("never_switch_side") else 1
    return make_movement("published", entry["name"], places, winners=winners)


def _boards(dealt: int | list[int]) -> tuple[int, ...]:
    return tuple(dealt) if isinstance(dealt, list) else (dealt,)


def _seats(kind: str, numbers: list[int]) -> dict[str, int]:
    if kind == "pairs":
        return seat_pairs(*(number or None for number in numbers))
    return {seat: number for seat, number in zip(SEATS[kind], numbers, strict=True) if number}


def value_of(movement: Movement) -> Value:
    """How unbalanced a movement is; less is better."""
    measured = balance(movement)
    sit_outs = measured.sit_outs.values()
    partners = max(measured.partnered.values(), default=0)
    meetings = measured.meetings if movement.winners != 2 else {}
    uneven = sum(times * times * twos for times, twos in meetings.items())
    boards = Fraction(sum(len(place.boards) for place in movement.places), len(movement.places))
    spread = measured.spread / boards**2
    return max(sit_outs) - min(sit_outs), partners, measured.most_meetings, uneven, spread


def company_of(movement: Movement) -> Value:
    """The same for people without partners: all that counts is who sits with whom."""
    measured = measure(movement)
    sit_outs = measured.sit_outs.values()
    uneven = sum(times * times * twos for times, twos in measured.meetings.items())
    return max(sit_outs) - min(sit_outs), 0, max(measured.meetings), uneven, Fraction(0)


def compare(entries: list[Mapping[str, Any]]) -> Iterator[Comparison]:
    """One comparison for each size that the published movements cover, as it is made."""
    best: dict[Size, Value] = {}
    for entry in entries:
        movement = as_movement(entry)
        size = (entry["kind"], len(movement.contestants), movement.rounds, movement.winners)
        value = _measure_of(entry["kind"])(movement)
        best[size] = min(best.get(size, value), value)
    yield from (Comparison(size, theirs, _ours(size)) for size, theirs in sorted(best.items()))


def _measure_of(kind: str) -> Callable[[Movement], Value]:
    return company_of if kind in ("triples", "quads") else value_of


@cache
def _ours(size: Size) -> Value | None:
    found = [_measure_of(size[0])(build()) for build in _builds(*size)]
    return min(found, default=None)


def _builds(kind: str, count: int, rounds: int, winners: int) -> Iterator[Callable[[], Movement]]:
    if kind == "pairs":
        for slug in TWO_WINNERS if winners == 2 else ONE_WINNER:
            family = MOVEMENTS[slug]
            if rounds in family.choices(count):
                yield lambda f=family: f.build(count, rounds=rounds, boards_per_round=2)
    elif kind == "individual":
        for slug in ("individual", "rainbow-individual"):
            if rounds in MOVEMENTS[slug].choices(count):
                yield lambda s=slug: MOVEMENTS[s].build(count, rounds=rounds, boards_per_round=2)
    elif kind == "triples":
        yield lambda: threes(count, rounds)
    else:
        yield lambda: mixed(count, rounds, {4: 16})
