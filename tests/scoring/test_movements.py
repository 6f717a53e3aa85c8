"""Pairs movements and matches: exact rows, and laws that hold for every number of pairs."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.movements import MOVEMENTS, propose_pairs
from scoring.movements.howell import howell
from scoring.movements.matches import longest_matches, matches
from scoring.movements.missing import build_missing, has_gap
from scoring.movements.mitchell import share_relay_mitchell, skip_mitchell, straight_mitchell
from scoring.movements.plan import (
    Movement,
    MovementError,
    Place,
    Share,
    Stop,
    chart,
    check_movement,
    find_shares,
    make_movement,
    seat_pairs,
)
from scoring.movements.rover import rover_mitchell

PAIRS = st.integers(4, 80)
WINNERS = st.sampled_from([None, 1, 2])
TIME = settings(max_examples=12)
PAIR_FAMILIES = [family for family in MOVEMENTS.values() if family.contestants == "pairs"]


def visitors(movement: Movement, *, table: int) -> list[int]:
    return [place.seats["E"] for place in movement.places if place.table == table]


def meetings(movement: Movement) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(p.contestants)) for p in movement.places if p.is_played)


def played(movement: Movement) -> set[int]:
    return {sum(len(stop.boards) for stop in stops) for stops in chart(movement).values()}


def sit_out_counts(movement: Movement) -> Counter[int]:
    rounds = range(1, movement.rounds + 1)
    return Counter(number for r in rounds for number in movement.sit_outs(r))


def words(movement: Movement) -> list[str]:
    return [str(note) for note in movement.notes]


def two_tables(*places: Place) -> Movement:
    return make_movement("own", "Own", places)


# Mitchell


def test_in_a_straight_mitchell_east_west_go_up_and_boards_go_down() -> None:
    movement = straight_mitchell(6, rounds=2, boards_per_round=2)
    assert movement.places == (
        Place(1, 1, {"N": 1, "S": 1, "E": 4, "W": 4}, (1, 2)),
        Place(1, 2, {"N": 2, "S": 2, "E": 5, "W": 5}, (3, 4)),
        Place(1, 3, {"N": 3, "S": 3, "E": 6, "W": 6}, (5, 6)),
        Place(2, 1, {"N": 1, "S": 1, "E": 6, "W": 6}, (3, 4)),
        Place(2, 2, {"N": 2, "S": 2, "E": 4, "W": 4}, (5, 6)),
        Place(2, 3, {"N": 3, "S": 3, "E": 5, "W": 5}, (1, 2)),
    )
    assert (movement.rounds, movement.tables, movement.winners, movement.boards) == (2, 3, 2, 6)


def test_in_a_skip_mitchell_of_six_tables_east_west_skip_after_round_three() -> None:
    movement = skip_mitchell(12)
    assert visitors(movement, table=1) == [7, 12, 11, 9, 8]
    assert "After round 3, East-West skip a table: they move up two" in words(movement)


def test_a_skip_mitchell_cut_before_the_skip_does_not_mention_it() -> None:
    assert not any("skip" in note for note in words(skip_mitchell(12, rounds=3)))


def test_a_share_and_relay_mitchell_shares_at_the_outer_tables_in_each_round() -> None:
    movement = share_relay_mitchell(12, boards_per_round=1)
    assert find_shares(movement) == tuple(Share(r, (1, 6), (r,)) for r in range(1, 7))
    assert words(movement)[3:5] == [
        "Tables 1 and 6 share boards in every round",
        "A set of boards rests on a stand between tables 3 and 4",
    ]
    assert len(meetings(movement)) == 36


def test_an_odd_pair_in_a_mitchell_leaves_its_opponents_without_a_game() -> None:
    movement = straight_mitchell(9)
    assert [movement.sit_outs(r) for r in range(1, 6)] == [(5,), (1,), (2,), (3,), (4,)]
    assert movement.in_round(1)[4].seats == {"N": 5, "S": 5}
    assert movement.in_round(1)[4].played_boards == ()
    assert "There is no pair 10: the pair that would meet it sits out that round" in words(movement)


def test_a_mitchell_that_lacks_north_south_leaves_those_who_come_to_its_last_table_without_a_game() -> None:
    movement = build_missing(straight_mitchell, 9, "NS")
    assert [movement.sit_outs(r) for r in range(1, 6)] == [(9,), (8,), (7,), (6,), (5,)]
    assert movement.in_round(1)[4].seats == {"E": 9, "W": 9}
    assert movement.in_round(2)[0].seats == {"N": 1, "S": 1, "E": 9, "W": 9}
    assert words(movement)[-2:] == [
        "No pair is at home at table 5: the East-West pair that comes there sits out that round",
        "Two winners: one pair North-South and one East-West",
    ]
    assert not any("no pair 10" in note for note in words(movement))


@pytest.mark.parametrize(("build", "pairs"), [(straight_mitchell, 10), (howell, 9), (rover_mitchell, 13)])
def test_where_no_side_of_a_mitchell_lacks_a_pair_nothing_changes(build, pairs) -> None:
    assert build_missing(build, pairs, "NS") == build(pairs)


def test_a_mitchell_for_one_winner_switches_arrows_in_the_last_eighth() -> None:
    movement = straight_mitchell(18, winners=1)
    north = [place.seats["N"] for place in movement.places if place.table == 1]
    assert north == [1, 1, 1, 1, 1, 1, 1, 1, 11]
    assert movement.winners == 1


@pytest.mark.parametrize("build", [straight_mitchell, skip_mitchell, share_relay_mitchell])
def test_a_mitchell_refuses_the_wrong_parity_of_tables(build) -> None:
    wrong = 12 if build is straight_mitchell else 10
    with pytest.raises(MovementError, match="is not possible with"):
        build(wrong)


def test_more_rounds_than_a_movement_has_are_refused() -> None:
    with pytest.raises(MovementError, match="1 to 5 rounds; 6 is not possible") as caught:
        straight_mitchell(10, rounds=6)
    assert caught.value.where == "rounds"


def test_a_round_without_boards_is_refused() -> None:
    with pytest.raises(MovementError, match="at least 1 board"):
        straight_mitchell(10, boards_per_round=0)


def test_a_mitchell_refuses_a_third_winner() -> None:
    with pytest.raises(MovementError, match="one winner or two"):
        straight_mitchell(10, winners=3)


# Howell


def test_a_howell_of_two_tables_plays_the_same_boards_at_both() -> None:
    movement = howell(4, boards_per_round=1)
    rows = [(p.seats["N"], p.seats["E"], *p.boards) for p in movement.places]
    assert rows == [(1, 2, 1), (3, 4, 1), (1, 3, 2), (4, 2, 2), (1, 4, 3), (2, 3, 3)]


def test_in_a_howell_all_numbers_but_the_highest_go_up_by_one() -> None:
    movement = howell(8, boards_per_round=1)
    rows = [(p.seats["N"], p.seats["E"], *p.boards) for p in movement.places if p.round in (1, 2, 7)]
    assert rows == [
        *[(8, 1, 1), (3, 6, 4), (2, 7, 6), (5, 4, 7)],
        *[(8, 2, 2), (4, 7, 5), (3, 1, 7), (6, 5, 1)],
        *[(8, 7, 7), (2, 5, 3), (1, 6, 5), (4, 3, 6)],
    ]


@pytest.mark.parametrize("pairs", [*range(4, 33, 2), 44, 60, 70, 80])
def test_in_a_whole_howell_every_pair_meets_every_other_once(pairs: int) -> None:
    movement = howell(pairs, rounds=pairs - 1)
    assert meetings(movement) == Counter(combinations(range(1, pairs + 1), 2))
    assert len(played(movement)) == 1


@pytest.mark.parametrize("pairs", range(5, 21, 2))
def test_in_a_whole_howell_with_an_odd_pair_everybody_sits_out_once(pairs: int) -> None:
    movement = howell(pairs, rounds=pairs)
    assert sit_out_counts(movement) == Counter(range(1, pairs + 1))
    assert len(played(movement)) == 1


@pytest.mark.parametrize("pairs", [3, 81])
def test_a_howell_refuses_what_it_has_no_table_for(pairs: int) -> None:
    with pytest.raises(MovementError, match="4 to 80 pairs"):
        howell(pairs)


# Every pairs movement


@TIME
@given(pairs=PAIRS, boards=st.sampled_from([None, 2, 3]), rounds=st.sampled_from([None, 2, 3]))
@example(pairs=21, boards=None, rounds=None)
def test_whichever_side_lacks_a_pair_everybody_meets_as_many_and_sits_out_at_most_once(
    pairs, boards, rounds
) -> None:
    usual, turned = (
        {m.slug: m for m in propose_pairs(pairs, boards, 2, rounds=rounds, missing=side)}
        for side in ("", "NS")
    )
    assert usual.keys() <= turned.keys()
    assert turned.keys() - usual.keys() <= {"web-mitchell"}  # without a host it may need one copy less
    for slug, movement in turned.items():
        assert check_movement(movement) == ()
        assert movement.contestants == tuple(range(1, pairs + 1))
        assert max(meetings(movement).values()) == 1 or may_meet_twice(movement)
        assert max(sit_out_counts(movement).values(), default=0) <= 1
        sizes = {(m.rounds, m.tables, m.boards, len(m.places)) for m in (movement, usual.get(slug, movement))}
        assert len(sizes) == 1
        if has_gap(movement):
            assert {min(place.seats) for place in movement.places if not place.is_played} == {"E"}


@TIME
@given(pairs=PAIRS, winners=WINNERS, boards=st.sampled_from([None, 1, 2, 3, 4, 5]))
def test_every_proposal_is_sound_and_nobody_meets_twice(pairs, winners, boards) -> None:
    for movement in propose_pairs(pairs, boards, winners):
        assert check_movement(movement) == ()
        assert max(meetings(movement).values()) == 1 or may_meet_twice(movement)
        assert movement.contestants == tuple(range(1, pairs + 1))


def may_meet_twice(movement: Movement) -> bool:
    is_rover = movement.slug == "rover-mitchell" and movement.tables in (9, 15)
    return is_rover or movement.slug == "two-lines"


@TIME
@given(tables=st.integers(2, 22), winners=WINNERS)
def test_without_an_odd_pair_all_play_the_same_number_of_boards(tables, winners) -> None:
    for movement in propose_pairs(2 * tables, None, winners):
        assert len(played(movement)) == 1


@TIME
@given(pairs=PAIRS)
def test_a_proposal_plays_about_an_evening(pairs) -> None:
    for movement in propose_pairs(pairs):
        assert 18 <= max(played(movement)) <= 30


@TIME
@given(pairs=PAIRS)
def test_nobody_sits_out_more_than_once(pairs) -> None:
    for movement in propose_pairs(pairs):
        assert max(sit_out_counts(movement).values(), default=0) <= 1


@TIME
@given(pairs=PAIRS, data=st.data())
def test_each_family_builds_every_length_that_it_offers(pairs, data) -> None:
    for family in PAIR_FAMILIES:
        if family.is_possible(pairs):
            rounds = data.draw(st.sampled_from(family.choices(pairs)))
            movement = family.build(pairs, rounds=rounds)
            assert (movement.slug, movement.rounds) == (family.slug, rounds)
            assert check_movement(movement) == ()


@pytest.mark.parametrize(
    ("pairs", "winners", "slugs"),
    [
        (4, 2, ["two-lines"]),
        (8, None, ["howell", "share-relay-mitchell", "skip-mitchell"]),
        (10, None, ["straight-mitchell", "howell"]),
        (10, 1, ["howell", "reduced-howell"]),
        (12, None, ["share-relay-mitchell", "skip-mitchell", "howell"]),
        (15, 2, ["share-relay-mitchell", "rover-mitchell", "weave-mitchell"]),
        (18, 1, ["scrambled-mitchell", "arrow-switched-mitchell"]),
        (28, None, ["skip-mitchell", "share-relay-mitchell"]),
        (42, None, ["sectioned-mitchell", "straight-mitchell", "scrambled-mitchell"]),
    ],
)
def test_the_best_proposal_comes_first(pairs, winners, slugs) -> None:
    assert [movement.slug for movement in propose_pairs(pairs, None, winners)][: len(slugs)] == slugs


def test_a_proposal_says_what_speaks_for_it_and_how_long_it_takes() -> None:
    assert words(propose_pairs(10)[0]) == [
        "An odd number of tables: the plainest movement there is",
        "Rounds: 5; boards a round: 5; boards to play: 25 of 25",
        "North-South stay; East-West move up one table, boards move down one",
        "Two winners: one pair North-South and one East-West",
        "About 196 minutes",
        "Pairs that keep their seats: 5",
    ]


@pytest.mark.parametrize(("pairs", "winners", "where"), [(3, None, "pairs"), (4, 3, "winners")])
def test_a_proposal_for_nobody_is_refused(pairs, winners, where) -> None:
    with pytest.raises(MovementError) as caught:
        propose_pairs(pairs, None, winners)
    assert caught.value.where == where


# Matches


def test_three_pairs_take_turns_at_one_table() -> None:
    movement = matches(3, rounds=3)
    assert [movement.sit_outs(r) for r in (1, 2, 3)] == [(1,), (2,), (3,)]
    assert movement.boards == 0


@given(pairs=st.integers(2, 40), data=st.data())
def test_in_matches_nobody_meets_twice_and_nobody_has_two_byes(pairs, data) -> None:
    movement = matches(pairs, data.draw(st.integers(1, longest_matches(pairs))))
    assert check_movement(movement) == ()
    assert max(meetings(movement).values()) == 1
    assert max(sit_out_counts(movement).values(), default=0) <= 1
    assert movement.contestants == tuple(range(1, pairs + 1))


@given(pairs=st.integers(2, 30))
def test_a_full_round_robin_is_every_match_once(pairs) -> None:
    movement = matches(pairs, longest_matches(pairs))
    assert meetings(movement) == Counter(combinations(range(1, pairs + 1), 2))


@pytest.mark.parametrize(("pairs", "rounds", "where"), [(1, 1, "pairs"), (4, 4, "rounds"), (4, 0, "rounds")])
def test_matches_that_cannot_be_are_refused(pairs, rounds, where) -> None:
    with pytest.raises(MovementError) as caught:
        matches(pairs, rounds)
    assert caught.value.where == where


# Charts


def test_a_chart_tells_a_pair_where_to_go_in_each_round() -> None:
    assert chart(howell(5, rounds=2, boards_per_round=2))[1] == (
        Stop(round=1, table=1, seats="EW", partner=None, opponents=(), boards=()),
        Stop(round=2, table=3, seats="NS", partner=None, opponents=(3,), boards=(7, 8)),
    )


def test_a_chart_has_a_stop_without_a_table_for_a_bye() -> None:
    stop = chart(matches(3))[1][0]
    assert stop == Stop(round=1, table=None)
    assert stop.is_sit_out


def test_a_table_is_found_by_round_and_number() -> None:
    movement = matches(4, 2)
    assert movement.at(round_number=2, table=2) == movement.places[3]
    assert movement.at(round_number=3, table=1) is None


# The checker


def test_the_checker_names_who_sits_twice() -> None:
    movement = two_tables(Place(1, 1, seat_pairs(1, 2)), Place(1, 2, seat_pairs(3, 1)))
    assert [str(fault) for fault in check_movement(movement)] == ["Round 1: number 1 sits at tables 1 and 2"]


def test_the_checker_names_who_meets_a_board_again() -> None:
    movement = two_tables(Place(1, 1, seat_pairs(1, 2), (1, 2)), Place(2, 1, seat_pairs(1, 3), (2, 3)))
    assert [str(fault) for fault in check_movement(movement)] == [
        "Round 2, table 1: number 1 meets board 2 again (round 1)"
    ]


def test_the_checker_lets_a_pair_rest_beside_a_board_it_meets_later() -> None:
    movement = two_tables(Place(1, 1, seat_pairs(1, None), (1,)), Place(2, 1, seat_pairs(1, 2), (1,)))
    assert check_movement(movement) == ()


def test_the_checker_names_a_table_that_is_there_twice() -> None:
    movement = two_tables(Place(1, 1, seat_pairs(1, 2)), Place(1, 1, seat_pairs(3, 4)))
    assert [str(fault) for fault in check_movement(movement)] == ["Round 1 has table 1 more than once"]


def test_the_checker_names_who_plays_against_itself() -> None:
    movement = two_tables(Place(1, 1, {"N": 1, "E": 1, "S": 2, "W": 3}))
    assert [str(fault) for fault in check_movement(movement)] == ["Round 1, table 1: number 1 has both sides"]


def test_the_checker_names_what_is_outside_the_movement() -> None:
    place = Place(2, 3, seat_pairs(1, 2))
    movement = Movement("own", "Own", 1, 1, 1, 0, (1,), (place,))
    assert [str(fault) for fault in check_movement(movement)] == [
        "Round 2, table 3 is outside the movement",
        "Round 2, table 3: number 2 is not entered",
    ]


def test_sharing_is_a_fault_only_with_too_few_copies() -> None:
    movement = share_relay_mitchell(12, rounds=1)
    assert check_movement(movement, copies=2) == ()
    assert [str(fault) for fault in check_movement(movement, copies=1)] == [
        "Round 1: tables 1, 6 need the same boards, and there are 1 copies"
    ]
