"""Published movements beside ours of the same size: the table, and the sizes at which ours are worse.

Movements are compared by the largest difference in sit-outs, by how often two meet at most, by how unevenly
they meet, and by the variance of the comparisons between rivals, in that order, with one board in a set.
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
Value = tuple[int, int, int, Fraction]

SEATS = {"individual": "NSEW", "triples": "SWE", "quads": "SWNE"}
TWO_WINNERS = (
    "straight-mitchell",
    "skip-mitchell",
    "share-relay-mitchell",
    "web-mitchell",
    "rover-mitchell",
)
ONE_WINNER = (
    "howell",
    "reduced-howell",
    "hesitation-mitchell",
    "scrambled-mitchell",
    "scrambled-web-mitchell",
)


# Where the best published movement of a size is more balanced than ours, and by what.
WORSE: dict[Size, str] = {
    ("pairs", 5, 5, 1): "comparisons 1.60, published 0.00",
    ("pairs", 6, 5, 1): "comparisons 2.67, published 0.00",
    ("pairs", 10, 6, 1): "comparisons 1.77, published 1.64",
    ("pairs", 10, 8, 1): "comparisons 2.47, published 1.76",
    ("pairs", 12, 8, 1): "comparisons 2.78, published 2.53",
    ("pairs", 14, 8, 1): "comparisons 3.33, published 3.16",
    ("pairs", 16, 6, 1): "comparisons 2.72, published 2.56",
    ("pairs", 16, 8, 1): "comparisons 1.53, published 1.00",
    ("pairs", 18, 8, 1): "comparisons 4.16, published 3.37",
    ("individual", 11, 11, 1): "comparisons 2.71, published 0.64",
    ("individual", 17, 17, 1): "comparisons 4.94, published 0.00",
    ("individual", 21, 21, 1): "comparisons 5.60, published 1.60",
    ("individual", 24, 12, 1): "meetings squared 402, published 360",
    ("individual", 25, 25, 1): "comparisons 5.33, published 1.33",
    ("individual", 28, 14, 1): "meetings squared 564, published 532",
    ("individual", 28, 27, 1): "comparisons 9.14, published 2.29",
    ("individual", 32, 7, 1): "meetings squared 240, published 228",
    ("individual", 32, 8, 1): "some meet twice, published once",
    ("individual", 32, 31, 1): "comparisons 8.00, published 0.00",
    ("individual", 33, 33, 1): "comparisons 11.00, published 2.00",
    ("individual", 36, 7, 1): "meetings squared 272, published 260",
    ("individual", 36, 9, 1): "some meet twice, published once",
    ("individual", 36, 35, 1): "comparisons 7.11, published 0.00",
    ("individual", 40, 39, 1): "some meet three times, published twice",
    ("individual", 41, 41, 1): "comparisons 12.07, published 0.00",
    ("individual", 44, 43, 1): "some meet three times, published twice",
    ("individual", 45, 45, 1): "some meet three times, published twice",
    ("individual", 48, 47, 1): "some meet three times, published twice",
    ("individual", 49, 49, 1): "some meet three times, published twice",
}

# Sizes for which we offer nothing: matches of two pairs, repeated round robins, 4n + 2 players.
NONE: frozenset[Size] = frozenset(
    {
        ("pairs", 2, 3, 2),
        ("pairs", 2, 8, 2),
        ("pairs", 2, 12, 2),
        ("pairs", 4, 1, 2),
        ("pairs", 4, 3, 2),
        ("pairs", 4, 6, 1),
        ("pairs", 4, 12, 1),
        ("pairs", 6, 6, 1),
        ("pairs", 6, 7, 1),
        ("pairs", 6, 10, 1),
        ("pairs", 8, 8, 1),
        ("pairs", 10, 18, 1),
        ("individual", 6, 9, 1),
        ("individual", 10, 10, 1),
        ("individual", 14, 14, 1),
        ("individual", 22, 9, 1),
        ("individual", 22, 11, 1),
        ("individual", 22, 12, 1),
        ("individual", 26, 9, 1),
        ("individual", 26, 12, 1),
        ("individual", 26, 13, 1),
        ("individual", 26, 16, 1),
        ("individual", 30, 15, 1),
        ("individual", 52, 51, 1),
        ("individual", 64, 16, 1),
    }
)


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
    """A published movement, its board sets as single boards."""
    sets: dict[tuple[int, ...], int] = {}
    places = []
    for round_number, table, *numbers, boards in entry["rows"]:
        key = tuple(boards) if isinstance(boards, list) else (boards,)
        board = sets.setdefault(key, len(sets) + 1)
        places.append(Place(round_number, table, _seats(entry["kind"], numbers), (board,)))
    winners = 2 if entry["properties"].get("never_switch_side") else 1
    return make_movement("published", entry["name"], places, winners=winners)


def _seats(kind: str, numbers: list[int]) -> dict[str, int]:
    if kind == "pairs":
        return seat_pairs(*(number or None for number in numbers))
    return {seat: number for seat, number in zip(SEATS[kind], numbers, strict=True) if number}


def value_of(movement: Movement) -> Value:
    """How unbalanced a movement is; less is better."""
    measured = balance(movement)
    sit_outs = measured.sit_outs.values()
    meetings = measured.meetings if movement.winners == 1 else {}
    uneven = sum(times * times * twos for times, twos in meetings.items())
    return max(sit_outs) - min(sit_outs), measured.most_meetings, uneven, measured.spread


def company_of(movement: Movement) -> Value:
    """The same for people without partners: all that counts is who sits with whom."""
    measured = measure(movement)
    sit_outs = measured.sit_outs.values()
    uneven = sum(times * times * twos for times, twos in measured.meetings.items())
    return max(sit_outs) - min(sit_outs), max(measured.meetings), uneven, Fraction(0)


def compare(entries: list[Mapping[str, Any]], *, most: int = 999) -> list[Comparison]:
    """One comparison for each size, up to ``most`` contestants, that the published movements cover."""
    best: dict[Size, Value] = {}
    for entry in entries:
        movement = as_movement(entry)
        size = (entry["kind"], len(movement.contestants), movement.rounds, movement.winners)
        if len(movement.contestants) > most:
            continue
        value = _measure_of(entry["kind"])(movement)
        best[size] = min(best.get(size, value), value)
    return [Comparison(size, theirs, _ours(size)) for size, theirs in sorted(best.items())]


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
                yield lambda f=family: f.build(count, rounds=rounds, boards_per_round=1)
    elif kind == "individual":
        for slug in ("individual", "rainbow-individual"):
            if rounds in MOVEMENTS[slug].choices(count):
                yield lambda s=slug: MOVEMENTS[s].build(count, rounds=rounds, boards_per_round=1)
    elif kind == "triples":
        yield lambda: threes(count, rounds)
    else:
        yield lambda: mixed(count, rounds, {4: 16})
