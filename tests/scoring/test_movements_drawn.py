"""Rounds that depend on results: Swiss, knock-out, progressive tables, rise and fly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements.plan import MovementError
from scoring.movements.swiss import (
    Queue,
    advance_bracket,
    draw_bracket,
    draw_swiss,
    move_winners,
    rank_by_score,
    start_queue,
)


def test_neighbours_in_the_ranking_meet() -> None:
    draw = draw_swiss((4, 2, 1, 3))
    assert (draw.matches, draw.bye, draw.repeats) == (((4, 2), (1, 3)), None, 0)


def test_who_has_met_does_not_meet_again() -> None:
    assert draw_swiss((1, 2, 3, 4), met=[(2, 1)]).matches == ((1, 3), (2, 4))


def test_an_earlier_choice_gives_way_where_the_last_two_have_met() -> None:
    assert draw_swiss((1, 2, 3, 4), met=[(3, 4)]).matches == ((1, 3), (2, 4))


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    assert draw_swiss((1, 2, 3, 4, 5), byes={5}).bye == 4


def test_where_all_have_met_the_fewest_meet_again() -> None:
    met = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]
    draw = draw_swiss((1, 2, 3, 4), met)
    assert draw.repeats == 1
    assert (3, 4) in draw.matches


def test_level_scores_rank_by_number() -> None:
    assert rank_by_score({1: 10, 2: 20, 3: 10}) == (2, 1, 3)


@settings(max_examples=40)
@given(count=st.integers(4, 40), data=st.data())
def test_as_many_rounds_as_half_the_field_repeat_no_match_and_give_nobody_two_byes(count, data) -> None:
    met: set[tuple[int, int]] = set()
    byes: set[int] = set()
    for _round in range(min(6, count // 2)):
        ranking = data.draw(st.permutations(range(1, count + 1)))
        draw = draw_swiss(ranking, met, byes)
        assert draw.repeats == 0
        assert draw.bye not in byes
        assert sorted(n for match in draw.matches for n in match) == sorted(set(ranking) - {draw.bye})
        met.update(draw.matches)
        byes.update({draw.bye} - {None})


@pytest.mark.parametrize("ranking", [(1,), (1, 1)])
def test_a_draw_for_nobody_is_refused(ranking) -> None:
    with pytest.raises(MovementError):
        draw_swiss(ranking)


# Knock-out


def test_the_two_best_can_meet_in_the_final_only() -> None:
    assert draw_bracket((1, 2, 3, 4, 5, 6, 7, 8)) == ((1, 8), (4, 5), (2, 7), (3, 6))


def test_the_best_have_the_byes() -> None:
    assert draw_bracket((1, 2, 3, 4, 5)) == ((1, None), (4, 5), (2, None), (3, None))


def test_winners_go_on_and_after_the_final_nobody() -> None:
    semi = advance_bracket(draw_bracket((1, 2, 3, 4, 5)), winners={4, 2, 3})
    assert semi == ((1, 4), (2, 3))
    final = advance_bracket(semi, {4, 2})
    assert final == ((4, 2),)
    assert advance_bracket(final, {2}) == ()


def test_a_match_without_a_winner_holds_up_the_next_round() -> None:
    with pytest.raises(MovementError, match="no single winner"):
        advance_bracket(((1, 2),), winners=set())


# Progressive and rise and fly


def test_winners_go_up_a_table_and_the_loser_at_the_top_goes_to_the_last() -> None:
    moved = move_winners(((1, 2), (3, 4), (5, 6)), winners={1, 4, 5})
    assert moved == Queue(((1, 4), (3, 5), (6, 2)))


def test_one_table_alone_plays_on() -> None:
    assert move_winners(((1, 2),), winners={2}) == Queue(((2, 1),))


def test_who_waits_sits_down_at_the_last_table_for_the_loser_at_the_top() -> None:
    moved = move_winners(((1, 2), (3, 4)), winners={1, 4}, waiting=(5, 6))
    assert moved == Queue(((1, 4), (3, 5)), (6, 2))


def test_the_first_sit_down_and_the_rest_stand_in_line() -> None:
    assert start_queue((1, 2, 3, 4, 5), tables=1) == Queue(((1, 2),), (3, 4, 5))
    assert start_queue((1, 2, 3), tables=4) == Queue(((1, 2),), (3,))
