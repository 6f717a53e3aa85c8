"""How evenly single players meet, beside what no seating can beat; ``pytest -rP`` shows the figures."""

import pytest

from scoring.movements.measure import Measure, measure
from scoring.movements.mixed import mixed, threes

ROUNDS = range(2, 9)

ABOVE_IN_FOURS = {
    10: {4: 9, 5: 17, 7: 40, 8: 59},
    11: {4: 13, 5: 23, 6: 36, 7: 52, 8: 76},
    12: {8: 93},
    13: {5: 3, 6: 13},
    14: {5: 2},
    17: {6: 4, 7: 16, 8: 33},
    18: {6: 3, 7: 18},
    19: {6: 3, 7: 21},
    20: {6: 6, 7: 24},
    21: {7: 5, 8: 18},
    22: {7: 8, 8: 21},
    23: {6: 2, 7: 8, 8: 23},
    24: {6: 3, 7: 11, 8: 25},
    25: {8: 3},
    26: {8: 6},
    27: {8: 6},
    28: {8: 9},
    29: {8: 1},
    30: {8: 2},
    31: {8: 2},
    32: {8: 2},
}
ABOVE_IN_THREES = {
    12: {5: 3, 6: 9},
    18: {7: 2, 8: 7},
}
"""Meetings again by players and rounds, where the seating has more of them than the bound."""

CASES = [
    pytest.param(mixed, range(6, 41), ABOVE_IN_FOURS, id="fours and threes"),
    pytest.param(threes, range(6, 41, 3), ABOVE_IN_THREES, id="threes"),
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
