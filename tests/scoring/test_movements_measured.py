"""How even movements are, and laws of the kinds that came after the Mitchell and the Howell."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements import MOVEMENTS, propose_pairs, propose_players, propose_teams
from scoring.movements.balance import balance, find_still
from scoring.movements.barometer import barometer
from scoring.movements.cyclic import hesitation_mitchell, reduced_howell
from scoring.movements.few import longest_repeated, repeated_howell, two_lines
from scoring.movements.howell import howell, longest_howell
from scoring.movements.individual import individual, longest_individual, rainbow_individual
from scoring.movements.measure import measure
from scoring.movements.mitchell import straight_mitchell
from scoring.movements.mixed import mixed, threes
from scoring.movements.plan import MovementError, check_movement, find_shares
from scoring.movements.rover import rover_mitchell
from scoring.movements.sections import sectioned_mitchell, split_sections
from scoring.movements.teams import (
    american_whist,
    team_match,
    team_round_robin,
    whole_matches,
)
from scoring.movements.weave import weave_mitchell
from scoring.movements.web import web_mitchell

TIME = settings(max_examples=30)


# Balance


def test_in_a_howell_of_eight_pairs_everybody_competes_equally_with_everybody() -> None:
    measured = balance(howell(8, rounds=7, boards_per_round=1))
    assert set(measured.compared.values()) == {3}
    assert (measured.spread, measured.quality, measured.share) == (0, 100, 1)
    assert measured.meetings == {1: 28}


def test_a_mitchell_compares_each_line_within_itself() -> None:
    measured = balance(straight_mitchell(6, boards_per_round=2, rounds=3), minutes_per_board=7)
    assert measured.lines == ((1, 2, 3), (4, 5, 6))
    assert {measured.compared[two] for two in combinations((1, 2, 3), 2)} == {6}
    assert {measured.common[two] for two in combinations((4, 5, 6), 2)} == {6}
    assert measured.still == (1, 2, 3)
    assert measured.minutes == 3 * 2 * 7 + 2 * 2


def test_a_curtailed_movement_gives_everybody_a_share_of_the_boards() -> None:
    assert balance(straight_mitchell(18, rounds=6)).share == Fraction(2, 3)


def test_an_odd_pair_means_that_some_sit_out_once() -> None:
    assert Counter(balance(straight_mitchell(9)).sit_outs.values()) == {1: 5, 0: 4}


# Pairs between Mitchell and Howell


@TIME
@given(pairs=st.integers(7, 52), data=st.data())
def test_in_a_hesitation_or_reduced_howell_all_play_all_the_boards_and_nobody_meets_twice(pairs, data):
    family = MOVEMENTS[data.draw(st.sampled_from(["hesitation-mitchell", "reduced-howell"]))]
    if not family.is_possible(pairs):
        return
    tables = (pairs + 1) // 2
    rounds = data.draw(st.integers(min(tables + 1, family.longest(pairs)), family.longest(pairs)))
    movement = family.build(pairs, rounds=rounds, boards_per_round=1)
    measured = balance(movement)
    assert check_movement(movement) == ()
    assert measured.most_meetings == 1
    if pairs % 2 == 0 and rounds >= tables + 1 + (family.slug == "reduced-howell"):
        assert measured.share == 1


def test_turning_single_tables_compares_pairs_more_evenly_than_turning_rounds() -> None:
    even = balance(MOVEMENTS["scrambled-mitchell"].build(18, rounds=9, boards_per_round=1))
    plain = balance(MOVEMENTS["arrow-switched-mitchell"].build(18, rounds=9, boards_per_round=1))
    assert even.spread <= plain.spread
    assert even.quality > 90


def test_a_hesitation_mitchell_lasts_a_round_longer_than_it_has_tables() -> None:
    assert hesitation_mitchell(14).rounds == 8
    assert reduced_howell(14, rounds=9, boards_per_round=3).boards == 27


# Large fields


@pytest.mark.parametrize("tables", [8, 11, 14, 17, 20, 29, 40])
@pytest.mark.parametrize("rounds", [5, 6, 7])
def test_in_a_web_mitchell_everybody_plays_all_the_boards(tables, rounds) -> None:
    movement = web_mitchell(2 * tables, rounds=rounds, boards_per_round=2)
    assert check_movement(movement) == ()
    assert set(balance(movement).played.values()) == {2 * rounds}
    assert balance(movement).most_meetings == 1


def test_a_web_of_twenty_tables_needs_two_copies_of_the_boards() -> None:
    movement = web_mitchell(40, rounds=13, boards_per_round=2)
    assert check_movement(movement, copies=2) == ()
    assert str(movement.notes[0]) == "Everybody plays all the boards, of which you need 2 copies"


def test_a_field_of_forty_tables_is_split_into_three_sections() -> None:
    assert split_sections(80) == (14, 13, 13)
    movement = sectioned_mitchell(80)
    assert check_movement(movement, copies=3) == ()
    assert movement.contestants == tuple(range(1, 81))
    assert [movement.section_at(table) for table in (1, 14, 15, 27, 28, 40)] == ["A", "A", "B", "B", "C", "C"]
    assert balance(movement).share >= Fraction(9, 10)


def test_sections_after_the_twenty_sixth_have_two_letters() -> None:
    movement = replace(sectioned_mitchell(32), sections=(1,) * 30)
    assert [movement.section_at(table) for table in (1, 26, 27, 28)] == ["A", "Z", "AA", "AB"]


@pytest.mark.parametrize("pairs", range(13, 32, 2))
def test_with_a_rover_nobody_sits_out_twice_and_all_play_at_full_tables(pairs) -> None:
    movement = rover_mitchell(pairs, rounds=pairs // 2, boards_per_round=1)
    assert check_movement(movement) == ()
    assert all(place.is_played for place in movement.places)
    assert max(balance(movement).sit_outs.values()) == 1
    twice = sum(times > 1 for times in balance(movement).opposed.values())
    assert twice == (1 if pairs // 2 in (9, 15) else 0)


# Wishes


def test_two_copies_of_the_boards_let_a_web_lead_in_a_large_field() -> None:
    assert propose_pairs(40, copies=2)[0].slug == "web-mitchell"
    assert propose_pairs(40, copies=1)[0].slug == "skip-mitchell"


@pytest.mark.parametrize("pairs", [40, 60, 80])
def test_where_nobody_says_how_many_sets_there_are_a_large_field_plays_enough_of_the_boards(pairs) -> None:
    assert balance(propose_pairs(pairs)[0]).share >= Fraction(7, 10)


def test_four_pairs_with_two_winners_play_in_two_lines() -> None:
    (found,) = propose_pairs(4, None, 2)
    assert (found.slug, found.rounds, found.boards) == ("two-lines", 4, 24)


def test_seven_tables_play_all_the_boards() -> None:
    assert (propose_pairs(14)[0].rounds, propose_pairs(14)[0].boards) == (7, 28)


def test_who_must_sit_still_leaves_out_the_movements_in_which_nobody_does() -> None:
    found = propose_pairs(14, winners=1, still=5)
    assert found == ()
    assert all(len(find_still(movement)) >= 5 for movement in propose_pairs(14, still=5))
    assert propose_pairs(14, still=5)[0].slug == "straight-mitchell"


def test_a_short_evening_leaves_out_what_takes_longer() -> None:
    found = propose_pairs(16, boards_per_round=2, minutes=130)
    assert found
    assert all(balance(movement).minutes <= 130 for movement in found)


@pytest.mark.parametrize(
    ("pairs", "minutes", "rounds", "boards"),
    [(20, 120, 7, 2), (8, 45, 4, 1), (14, 45, 4, 1), (8, 120, 5, 3)],
)
def test_what_would_take_too_long_is_made_shorter(pairs, minutes, rounds, boards) -> None:
    best = propose_pairs(pairs, minutes=minutes)[0]
    assert (best.rounds, len(best.places[0].boards)) == (rounds, boards)


@TIME
@given(pairs=st.integers(4, 80), minutes=st.integers(8, 240))
def test_whatever_time_there_is_something_fits_it(pairs, minutes) -> None:
    found = propose_pairs(pairs, minutes=minutes)
    assert found
    assert all(balance(movement).minutes <= minutes for movement in found)
    assert all(check_movement(movement) == () for movement in found)


def test_the_rounds_asked_for_are_the_rounds_proposed() -> None:
    assert {movement.rounds for movement in propose_pairs(12, rounds=7)} == {7}
    with pytest.raises(MovementError, match="1 to 11 rounds; not 12"):
        propose_pairs(12, rounds=12)


@TIME
@given(pairs=st.integers(4, 80), winners=st.sampled_from([None, 1, 2]), copies=st.sampled_from([None, 1, 3]))
def test_no_kind_of_movement_is_proposed_twice(pairs, winners, copies) -> None:
    found = propose_pairs(pairs, None, winners, copies=copies)
    assert len({movement.slug for movement in found}) == len(found)
    most = max(2, copies or -(-pairs // 28))
    assert all(check_movement(movement, copies=most) == () for movement in found)


@pytest.mark.parametrize("tables", range(4, 41, 4))
def test_in_a_weave_all_opponents_meet_without_sharing_boards(tables) -> None:
    movement = weave_mitchell(2 * tables, rounds=tables, boards_per_round=1)
    measured = balance(movement)
    assert check_movement(movement, copies=1) == ()
    assert Counter(measured.opposed.values()) == {1: tables * tables}
    assert set(measured.played.values()) == {tables}
    assert measured.still == tuple(range(1, tables + 1))


def test_three_tables_play_a_howell_without_sharing_and_all_are_compared_equally() -> None:
    six, five = howell(6, rounds=5, boards_per_round=4), howell(5, rounds=5, boards_per_round=4)
    assert check_movement(six, copies=1) == ()
    assert (balance(six).spread, balance(five).spread) == (0, 0)
    assert set(balance(six).played.values()) == {20}


@pytest.mark.parametrize("pairs", range(4, 11))
def test_a_few_pairs_may_meet_again_and_again_with_new_boards(pairs) -> None:
    movement = repeated_howell(pairs, rounds=longest_repeated(pairs), boards_per_round=1)
    assert check_movement(movement) == ()
    measured = balance(movement)
    assert measured.most_meetings - min(measured.opposed.values()) <= 1
    assert max(measured.sit_outs.values()) - min(measured.sit_outs.values()) <= 1


def test_a_howell_is_offered_more_than_once_only_where_once_is_too_short() -> None:
    assert "repeated-howell" not in [m.slug for m in propose_pairs(6, rounds=5)]
    assert propose_pairs(6, rounds=8)[0].slug == "repeated-howell"


@pytest.mark.parametrize(("pairs", "rounds"), [(2, 12), (4, 3), (4, 12)])
def test_two_fixed_lines_meet_again_and_again(pairs, rounds) -> None:
    movement = two_lines(pairs, rounds=rounds, boards_per_round=2)
    assert check_movement(movement, copies=2) == ()
    assert balance(movement).lines == (
        tuple(range(1, pairs // 2 + 1)),
        tuple(range(pairs // 2 + 1, pairs + 1)),
    )


@TIME
@given(pairs=st.integers(4, 40), data=st.data())
def test_in_a_barometer_all_tables_play_the_same_boards(pairs, data) -> None:
    rounds = data.draw(st.integers(1, longest_howell(pairs)))
    movement = barometer(pairs, rounds=rounds, boards_per_round=1)
    assert check_movement(movement, copies=pairs // 2) == ()
    assert balance(movement).most_meetings == 1
    assert all(place.boards == (place.round,) for place in movement.places)


def test_a_barometer_is_offered_where_each_table_can_have_a_copy() -> None:
    assert "barometer" in [m.slug for m in propose_pairs(12, copies=6)]
    assert "barometer" not in [m.slug for m in propose_pairs(12, copies=5)]


@TIME
@given(pairs=st.integers(7, 40), data=st.data())
def test_turning_the_boards_of_a_short_howell_makes_it_more_even(pairs, data) -> None:
    rounds = data.draw(st.integers(2, longest_howell(pairs) - 1))
    turned = howell(pairs, rounds=rounds, boards_per_round=1)
    plain = howell(pairs, rounds=longest_howell(pairs), boards_per_round=1)
    cut = replace(plain, places=tuple(p for p in plain.places if p.round <= rounds), rounds=rounds)
    assert balance(turned).spread <= balance(cut).spread


# Single players


WHIST = [n for n in range(4, 62) if n % 4 < 2]


@pytest.mark.parametrize("players", WHIST)
def test_in_a_whole_individual_everybody_partners_all_once_and_opposes_all_twice(players) -> None:
    movement = individual(players, rounds=longest_individual(players), boards_per_round=1)
    measured = balance(movement)
    twos = set(combinations(range(1, players + 1), 2))
    assert measured.partnered == dict.fromkeys(twos, 1)
    assert measured.opposed == dict.fromkeys(twos, 2)
    assert set(measured.sit_outs.values()) == {players % 4}


@pytest.mark.parametrize("players", [8, 9, 13, 16, 17, 20, 24, 25, 28, 29, 32, 36, 37, 41, 44, 48, 49, 53])
def test_in_some_whole_individuals_everybody_competes_equally_with_everybody(players) -> None:
    movement = individual(players, rounds=longest_individual(players), boards_per_round=1)
    assert (balance(movement).spread, balance(movement).quality) == (0, 100)


@TIME
@given(players=st.integers(4, 61), data=st.data())
def test_in_any_individual_nobody_has_a_partner_twice_and_all_sit_out_as_often(players, data) -> None:
    longest = 6 if players == 6 else longest_individual(players)
    movement = individual(players, rounds=data.draw(st.integers(1, longest)), boards_per_round=1)
    measured = balance(movement)
    assert check_movement(movement) == ()
    assert max(measured.partnered.values()) == 1
    assert measured.most_meetings <= 2
    assert max(measured.sit_outs.values()) - min(measured.sit_outs.values()) <= 2
    assert movement.contestants == tuple(range(1, players + 1))
    assert len(movement.in_round(1)) == players // 4


@pytest.mark.parametrize("players", range(4, 61))
def test_every_number_of_players_up_to_sixty_has_an_individual_of_many_rounds(players) -> None:
    assert longest_individual(players) >= players // 2 - players % 2


def test_six_players_may_go_on_for_nine_rounds() -> None:
    measured = balance(individual(6, rounds=9, boards_per_round=1))
    assert Counter(measured.partnered.values()) == {1: 12, 2: 3}
    assert measured.meetings == {2: 9, 3: 6}
    assert set(measured.sit_outs.values()) == {3}


@pytest.mark.parametrize("players", [20, 28, 32, 36, 44, 52, 64])
def test_in_a_rainbow_nobody_meets_anybody_twice(players) -> None:
    movement = rainbow_individual(players, rounds=players // 4)
    assert check_movement(movement) == ()
    assert measure(movement).repeats == 0
    assert find_shares(movement) == ()


@pytest.mark.parametrize(
    ("players", "rounds"), [(9, 4), (12, 4), (15, 7), (21, 10), (24, 11), (27, 13), (33, 11)]
)
def test_tables_of_three_meet_by_an_exact_design(players, rounds) -> None:
    assert measure(threes(players, rounds)).repeats == 0


@TIME
@given(players=st.integers(6, 60), rounds=st.integers(1, 8))
def test_no_seating_beats_its_bound_and_everybody_declares_alike(players, rounds) -> None:
    measured = measure(mixed(players, rounds, {4: 12, 3: 9}))
    assert measured.repeats >= measured.bound
    assert set(measured.declared.values()) == {3 * rounds}


@pytest.mark.parametrize(("players", "rounds"), [(7, 3), (8, 4), (12, 7), (16, 8), (15, 8), (35, 8), (60, 8)])
def test_the_stored_seatings_are_the_best_possible(players, rounds) -> None:
    assert measure(mixed(players, rounds)).is_best_possible


def test_twelve_people_are_offered_tables_of_three_as_they_meet_nobody_twice() -> None:
    assert [m.slug for m in propose_players(12, 4)] == ["threes", "mixed", "individual"]


# Teams


@pytest.mark.parametrize("teams", range(3, 22, 2))
def test_in_american_whist_each_two_teams_play_the_same_boards_at_both_tables(teams) -> None:
    movement = american_whist(teams, boards_per_round=2)
    assert check_movement(movement, copies=1) == ()
    assert whole_matches(movement) == tuple(combinations(range(1, teams + 1), 2))


@pytest.mark.parametrize("teams", [*range(4, 25, 2), 40, 80])
def test_american_whist_of_even_numbers_ends_with_a_round_of_whole_matches(teams) -> None:
    movement = american_whist(teams, boards_per_round=2)
    assert check_movement(movement, copies=2) == ()
    assert whole_matches(movement) == tuple(combinations(range(1, teams + 1), 2))
    assert {share.round for share in find_shares(movement)} == {teams - 1}
    homes = {(place.table, place.seats["N"]) for place in movement.places}
    assert homes == {(team, team) for team in range(1, teams + 1)}


@pytest.mark.parametrize("teams", [4, 6, 10, 12])
def test_an_even_american_whist_cut_short_leaves_no_match_half_played(teams) -> None:
    for rounds in range(1, teams):
        movement = american_whist(teams, rounds=rounds)
        assert check_movement(movement, copies=2) == ()
        played = Counter(team for two in whole_matches(movement) for team in two)
        assert played == dict.fromkeys(range(1, teams + 1), rounds)


def test_american_whist_wants_three_teams() -> None:
    with pytest.raises(MovementError, match="3 teams or more"):
        american_whist(2)


@pytest.mark.parametrize("teams", [*range(3, 26), 40, 79, 80])
def test_in_a_round_robin_each_two_teams_play_a_whole_match_in_one_round(teams) -> None:
    movement = team_round_robin(teams, boards_per_round=2)
    assert check_movement(movement, copies=2 if teams > 6 else 2 * (teams // 2)) == ()
    assert whole_matches(movement) == tuple(combinations(range(1, teams + 1), 2))
    assert {len(movement.sit_outs(number)) for number in range(1, movement.rounds + 1)} == {teams % 2 * 2}
    homes = {(place.table, place.seats["N"]) for place in movement.places}
    assert homes == {(team, team) for team in range(1, teams + 1)}


@pytest.mark.parametrize("teams", [0, 1, 2, 81])
def test_a_round_robin_wants_three_teams_to_eighty(teams) -> None:
    with pytest.raises(MovementError, match="3 to 80 teams"):
        team_round_robin(teams)


def test_teams_are_offered_what_shares_no_boards_first() -> None:
    offered = {count: [movement.slug for movement in propose_teams(count)] for count in range(2, 8)}
    assert offered == {
        2: ["team-match"],
        3: ["american-whist", "team-round-robin"],
        4: ["american-whist", "team-round-robin"],
        5: ["american-whist", "team-round-robin"],
        6: ["american-whist", "team-round-robin"],
        7: ["american-whist", "team-round-robin"],
    }


def test_a_match_of_teams_has_the_boards_asked_for_however_it_is_played() -> None:
    found = {movement.slug: len(movement.places[0].boards) for movement in propose_teams(5, boards_a_match=8)}
    assert found == {"american-whist": 8, "team-round-robin": 8}
    assert len(propose_teams(2, rounds=3, boards_a_match=24)[0].places[0].boards) == 8


def test_teams_with_too_little_time_are_offered_nothing() -> None:
    assert propose_teams(5, boards_a_match=8, minutes=30) == ()


@pytest.mark.parametrize(("count", "rounds"), [(1, None), (0, None), (7, 8), (4, 0)])
def test_too_many_teams_or_rounds_are_refused(count, rounds) -> None:
    with pytest.raises(MovementError, match="teams"):
        propose_teams(count, rounds=rounds)


@pytest.mark.parametrize("parts", range(1, 9))
def test_a_match_of_two_teams_is_played_at_two_tables(parts) -> None:
    movement = team_match(rounds=parts, boards_per_round=12)
    assert check_movement(movement) == ()
    assert whole_matches(movement) == ((1, 2),)


def test_in_a_match_of_two_halves_each_pair_meets_both_pairs_of_the_other_team() -> None:
    assert balance(team_match()).opposed == {(1, 2): 1, (1, 4): 1, (2, 3): 1, (3, 4): 1}
