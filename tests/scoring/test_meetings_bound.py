"""How evenly single players meet, beside what no seating can beat; ``pytest -rP`` shows the figures."""

import pytest

from scoring.movements.measure import Measure, measure
from scoring.movements.mixed import mixed, threes

ROUNDS = range(2, 9)

ABOVE_IN_FOURS = {
    10: {5: 17, 7: 40, 8: 58},
    11: {5: 21, 6: 37, 7: 53},
    13: {5: 3, 6: 13},
    14: {5: 2},
    17: {6: 3, 7: 14},
    18: {6: 3, 7: 18},
    19: {6: 3},
    20: {6: 6, 7: 22},
    21: {8: 9},
    22: {8: 12},
    23: {8: 15},
    24: {8: 18},
}
ABOVE_IN_THREES = {
    12: {5: 3, 6: 7},
    18: {8: 1},
}
"""Meetings again by players and rounds, where the seating has more of them than the bound."""

CASES = [
    pytest.param(mixed, range(3, 61), ABOVE_IN_FOURS, id="fours and threes"),
    pytest.param(threes, range(3, 61, 3), ABOVE_IN_THREES, id="threes"),
]


def line(players: int, measured: dict[int, Measure]) -> str:
    figures = (f"{found.repeats:3} ({found.bound:2})" for found in measured.values())
    return f"{players:7}  " + "  ".join(figures)


@pytest.mark.parametrize(("build", "players", "above"), CASES)
def test_meetings_again_are_as_few_as_can_be_but_for_those_listed(build, players, above) -> None:
    print("Meetings again, with the bound beside them, by players and rounds")
    print("players  " + "  ".join(f"{rounds:3} rds " for rounds in ROUNDS))
    worse = {}
    for count in players:
        measured = {rounds: measure(build(count, rounds)) for rounds in ROUNDS}
        print(line(count, measured))
        for rounds, found in measured.items():
            if found.repeats > above.get(count, {}).get(rounds, found.bound):
                worse[count, rounds] = found.repeats
    assert worse == {}


@pytest.mark.parametrize(
    ("build", "players", "rounds"),
    [(threes, 9, 4), (threes, 15, 7), (threes, 21, 10), (mixed, 16, 5)],
)
def test_by_an_exact_design_everybody_meets_everybody_once(build, players, rounds) -> None:
    measured = measure(build(players, rounds))
    assert (measured.repeats, measured.bound) == (0, 0)
    assert measured.meetings == {1: players * (players - 1) // 2}
    assert set(measured.sit_outs.values()) == {0}
    assert len(set(measured.declared.values())) == 1
