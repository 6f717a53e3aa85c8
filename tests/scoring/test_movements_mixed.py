"""Tables of four and three: who sits where, and how often people meet again."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements.mixed import mixed, split_tables
from scoring.movements.plan import Movement, MovementError, Place, Stop, chart, check_movement
from scoring.movements.reseating import count_meetings


def meetings(movement: Movement) -> Counter[tuple[int, int]]:
    return count_meetings([[place.contestants for place in movement.places]])


def words(movement: Movement) -> list[str]:
    return [str(note) for note in movement.notes]


def played_rounds(movement: Movement) -> list[int]:
    return [sum(not stop.is_sit_out for stop in stops) for stops in chart(movement).values()]


def sides(movement: Movement) -> Iterator[set[int]]:
    for place in movement.places:
        if len(place.seats) == 4:
            yield {place.seats["N"], place.seats["S"]}
            yield {place.seats["E"], place.seats["W"]}


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (4, 3, 3, 3)),
        (23, (4, 4, 4, 4, 4, 3)),
    ],
)
def test_people_split_into_as_few_tables_of_three_as_possible(players, tables) -> None:
    assert split_tables(players) == tables


@given(players=st.integers(6, 200))
def test_from_six_players_on_nobody_is_left_over(players) -> None:
    tables = split_tables(players)
    assert sum(tables) == players
    assert tables.count(3) == -players % 4


@given(players=st.integers(5, 60))
def test_tables_of_five_leave_out_the_remainder(players) -> None:
    assert split_tables(players, sizes=(5,)) == (5,) * (players // 5)


@pytest.mark.parametrize("players", [0, 1, 2])
def test_two_people_are_no_table(players) -> None:
    with pytest.raises(MovementError, match="a table needs 3 players"):
        split_tables(players)


def test_seven_people_sit_clockwise_from_the_scorer_with_north_empty_at_three() -> None:
    assert mixed(7).places == (
        Place(1, 1, {"S": 1, "W": 2, "N": 3, "E": 4}, tuple(range(1, 17))),
        Place(1, 2, {"S": 5, "W": 6, "E": 7}, tuple(range(1, 16))),
    )


def test_the_boards_of_a_later_round_are_numbered_on() -> None:
    movement = mixed(7, rounds=2, boards_per_round={4: 8, 3: 6})
    assert [place.boards for place in movement.in_round(2)] == [tuple(range(9, 17)), tuple(range(9, 15))]


def test_a_game_without_fixed_boards_has_none() -> None:
    assert mixed(8, boards_per_round={}).boards == 0


def test_at_four_a_player_has_a_partner_and_at_three_has_none() -> None:
    stops = chart(mixed(7, boards_per_round={}))
    assert stops[1] == (Stop(round=1, table=1, seats="S", partner=3, opponents=(2, 4)),)
    assert stops[5] == (Stop(round=1, table=2, seats="S", partner=None, opponents=(6, 7)),)


def test_five_people_take_turns_to_sit_out() -> None:
    movement = mixed(5, rounds=5)
    assert [movement.sit_outs(r) for r in range(1, 6)] == [(5,), (4,), (3,), (2,), (1,)]
    assert "Player 5 sits out round 1" in words(movement)


@settings(max_examples=40)
@given(players=st.integers(3, 45), rounds=st.integers(1, 5))
def test_everybody_plays_as_often_as_the_rest_and_nobody_sits_twice(players, rounds) -> None:
    movement = mixed(players, rounds)
    assert check_movement(movement) == ()
    assert movement.contestants == tuple(range(1, players + 1))
    assert max(played_rounds(movement)) - min(played_rounds(movement)) <= 1


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (9, 4),
        (13, 4),
        (15, 5),
        (16, 5),
        (17, 5),
        (18, 5),
        (19, 5),
        (20, 5),
        (21, 3),
        (24, 3),
        (28, 7),
        (40, 4),
    ],
)
def test_so_many_rounds_pass_before_two_meet_again(players, rounds) -> None:
    movement = mixed(players, rounds)
    assert max(meetings(movement).values()) == 1
    assert "No two players meet twice" in words(movement)


def test_three_tables_of_four_cannot_avoid_one_meeting_again_at_each() -> None:
    assert words(mixed(12, rounds=2)) == ["Tables of 4: 3", "Pairs of players who meet more than once: 3"]


def test_six_players_are_told_that_a_second_round_repeats_meetings() -> None:
    assert words(mixed(6, rounds=2)) == ["Tables of 3: 2", "Pairs of players who meet more than once: 2"]


@pytest.mark.parametrize("players", [7, 8, 11, 19, 23, 26])
def test_nobody_is_at_a_table_of_three_in_each_of_three_rounds_where_there_is_room(players) -> None:
    short = Counter(
        p for place in mixed(players, 3).places if len(place.seats) == 3 for p in place.contestants
    )
    assert max(short.values(), default=0) <= 2


def test_nobody_keeps_the_score_in_every_round() -> None:
    scorers = Counter(place.seats["S"] for place in mixed(16, rounds=4).places)
    assert max(scorers.values()) <= 2


@settings(max_examples=40)
@given(players=st.integers(6, 30), rounds=st.integers(1, 4), data=st.data())
def test_fixed_partners_never_oppose_each_other_at_a_table_of_four(players, rounds, data) -> None:
    couples = data.draw(st.integers(0, players // 2))
    partners = [(2 * k + 1, 2 * k + 2) for k in range(couples)]
    movement = mixed(players, rounds, partners=partners)
    assert check_movement(movement) == ()
    tables = [set(place.contestants) for place in movement.places if len(place.seats) == 4]
    together = [set(pair) for pair in partners for table in tables if set(pair) <= table]
    assert all(pair in list(sides(movement)) for pair in together)


@pytest.mark.parametrize("players", [8, 12, 16, 20])
def test_fixed_partners_stay_together_where_all_tables_are_of_four(players) -> None:
    partners = [(k, k + 1) for k in range(1, players, 2)]
    movement = mixed(players, rounds=3, partners=partners)
    expected = Counter(dict.fromkeys(partners, 3))
    assert Counter(tuple(sorted(side)) for side in sides(movement)) == expected


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"rounds": 0}, "rounds"),
        ({"boards_per_round": {4: 15}}, "boards_per_round"),
        ({"boards_per_round": {3: -3}}, "boards_per_round"),
        ({"partners": [(1, 2), (2, 3)]}, "partners"),
        ({"partners": [(1, 9)]}, "partners"),
    ],
)
def test_a_seating_that_cannot_be_is_refused(arguments, where) -> None:
    with pytest.raises(MovementError) as caught:
        mixed(8, **arguments)
    assert caught.value.where == where


def test_the_same_request_gives_the_same_seating() -> None:
    assert mixed(14, 4) == mixed(14, 4)


@pytest.mark.parametrize(
    ("players", "sizes", "expected", "name"),
    [
        (6, (4, 2, 3, 6), (6,), "Tables of six"),
        (8, (4, 2, 3, 6), (4, 4), "Tables of four"),
        (10, (4, 2, 3, 6), (4, 4, 2), "Tables of several sizes"),
        (10, (5,), (5, 5), "Tables of five"),
        (11, (4, 3), (4, 4, 3), "Tables of four and three"),
        (9, (4, 3), (3, 3, 3), "Tables of three"),
    ],
)
def test_a_movement_is_called_by_the_tables_that_it_has(players, sizes, expected, name) -> None:
    seatings = tuple(tuple(map(str, range(size))) for size in sizes)
    found = mixed(players, boards_per_round={}, seatings=seatings)
    assert (tuple(len(place.seats) for place in found.places), found.name) == (expected, name)
