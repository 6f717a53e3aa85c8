"""A longer search for a better seating: it finds one, says how good it is, and can be stopped at any time."""

from dataclasses import replace
from itertools import islice

import pytest

from scoring.formats import movement_csv
from scoring.movements.individual import individual
from scoring.movements.measure import measure
from scoring.movements.mitchell import straight_mitchell
from scoring.movements.mixed import mixed, threes
from scoring.movements.plan import check_movement
from scoring.movements.search import SLUG, may_improve, search


def badly_seated(players: int, rounds: int):
    """A movement in which all sit as in the first round, all the time."""
    movement = mixed(players, rounds, {4: 8, 3: 6})
    first = {place.table: place.seats for place in movement.in_round(1)}
    return replace(movement, places=tuple(replace(p, seats=first[p.table]) for p in movement.places))


def test_a_search_goes_from_the_movement_itself_to_the_best_possible():
    start = badly_seated(8, 5)
    found = list(search(start))
    assert found[0].movement == start
    assert found[0].measured.repeats == 12 * 10
    assert found[-1].measured.is_best_possible
    assert (found[-1].movement.slug, check_movement(found[-1].movement)) == (SLUG, ())
    repeats = [best.measured.repeats for best in found]
    assert repeats == sorted(repeats, reverse=True)


def test_the_same_seed_finds_the_same():
    def found(seed):
        return list(islice(search(badly_seated(11, 5), seed=seed), 12))

    assert found(3) == found(3)
    assert found(3)[-1].movement != found(4)[-1].movement


def test_the_first_round_the_tables_and_the_boards_stay():
    start = badly_seated(10, 4)
    best = list(islice(search(start), 10))[-1].movement
    assert best.in_round(1) == start.in_round(1)
    assert [(p.round, p.table, p.boards, len(p.seats)) for p in best.places] == [
        (p.round, p.table, p.boards, len(p.seats)) for p in start.places
    ]


def test_tables_of_three_are_shared_by_all():
    start = badly_seated(11, 6)
    assert max(measure(start).short.values()) - min(measure(start).short.values()) == 6
    best = list(islice(search(start), 40))[-1]
    assert max(best.measured.short.values()) - min(best.measured.short.values()) <= 3


def test_in_an_individual_nobody_gets_a_partner_twice_and_the_same_sit_out():
    start = individual(13, rounds=6, boards_per_round=4)
    best = list(islice(search(start), 30))[-1]
    sides = [
        frozenset((player, place.partner_of(player)))
        for place in best.movement.places
        for player in place.contestants
    ]
    assert len(set(sides)) == len(sides) // 2
    assert [best.movement.sit_outs(number) for number in range(1, 7)] == [
        start.sit_outs(number) for number in range(1, 7)
    ]
    assert best.measured.repeats <= measure(start).repeats


def test_a_search_goes_on_from_a_movement_of_ones_own():
    own = movement_csv.loads(movement_csv.dumps(badly_seated(9, 3)))
    assert may_improve(own)
    assert list(search(own))[-1].measured.is_best_possible


@pytest.mark.parametrize(
    "movement",
    [threes(9, 4), mixed(16, 5), mixed(11, 1), mixed(4, 8), straight_mitchell(14)],
    ids=["a plane of nine", "a plane of sixteen", "one round", "one table", "pairs"],
)
def test_where_nothing_can_be_better_no_search_is_offered(movement):
    assert not may_improve(movement)
