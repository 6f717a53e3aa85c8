"""Whole evenings whose rounds are drawn: whatever comes out, nobody sits twice and nobody is forgotten."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements.drawn import (
    DRAWINGS,
    KNOCK_OUT,
    PROGRESSIVE,
    RISE_AND_FLY,
    SWISS,
    Drawing,
    Match,
    Slot,
    State,
    longest_swiss,
    repeats,
    rounds_to_win,
)
from scoring.movements.plan import MovementError, check_movement


def play(slots: tuple[Slot, ...], round_number: int, winners: set[int]) -> tuple[Match, ...]:
    """The matches of a round; where neither is named, the first wins."""
    return tuple(
        Match(round_number, slot.table, *slot.contestants, winner=_winner(slot, winners))
        for slot in slots
        if slot.table is not None
    )


def _winner(slot: Slot, winners: set[int]) -> int:
    return next((number for number in slot.contestants if number in winners), slot.first)


def after(state: State, slots: tuple[Slot, ...], matches: tuple[Match, ...]) -> State:
    idle = tuple(slot.first for slot in slots if slot.table is None)
    return replace(state, matches=state.matches + matches, slots=slots, byes=state.byes + idle)


def people(slots: tuple[Slot, ...]) -> list[int]:
    return sorted(number for slot in slots for number in slot.contestants)


# Swiss


def test_a_swiss_begins_with_neighbours_of_the_list_and_the_last_has_the_bye() -> None:
    assert DRAWINGS[SWISS].first((1, 2, 3, 4, 5), 0) == (Slot(1, 1, 2), Slot(2, 3, 4), Slot(None, 5))


def test_who_has_sat_north_south_less_often_sits_there_next() -> None:
    state = State((1, 2), matches=(Match(1, 1, 1, 2),), slots=(Slot(1, 1, 2),))
    assert DRAWINGS[SWISS].following(state) == (Slot(1, 2, 1),)


def test_a_match_that_comes_again_is_named_with_its_round() -> None:
    matches = (Match(1, 1, 1, 2), Match(2, 1, 3, 1))
    assert repeats((Slot(1, 2, 1), Slot(2, 3, 4)), matches) == ((Slot(1, 2, 1), 1),)


@settings(max_examples=40)
@given(count=st.integers(4, 30), data=st.data())
def test_in_a_swiss_nobody_meets_twice_whoever_stays_away_or_comes_late(count, data) -> None:
    swiss = DRAWINGS[SWISS]
    state = State(tuple(range(1, count + 1)))
    slots, here = swiss.first(state.ranking, 0), list(state.ranking)
    for number in range(1, min(5, count // 2)):
        assert people(slots) == sorted(here)
        assert not repeats(slots, state.matches)
        state = after(state, slots, play(slots, number, set()))
        if data.draw(st.booleans()):
            here.remove(data.draw(st.sampled_from(here)))
        if data.draw(st.booleans()):
            here.append(count + number)
        state = replace(state, ranking=tuple(data.draw(st.permutations(here))))
        slots = swiss.following(state)


@settings(max_examples=40)
@given(count=st.integers(3, 15), data=st.data())
def test_in_a_swiss_nobody_has_a_second_bye_while_somebody_has_had_none(count, data) -> None:
    swiss, here = DRAWINGS[SWISS], list(range(1, count + 1))
    state = State(tuple(here))
    slots = swiss.first(state.ranking, 0)
    for number in range(1, 8):
        state = after(state, slots, play(slots, number, set()))
        if data.draw(st.booleans()) and len(here) > 3:
            here.remove(data.draw(st.sampled_from(here)))
        if data.draw(st.booleans()):
            here.append(count + number)
        state = replace(state, ranking=tuple(data.draw(st.permutations(here))))
        slots = swiss.following(state)
        assert people(slots) == sorted(here)
        for slot in slots:
            assert slot.second is not None or slot.first not in state.byes or set(here) <= set(state.byes)


def test_a_draw_says_who_is_passed_over() -> None:
    swiss = DRAWINGS[SWISS]
    matches = (Match(1, 1, 1, 2), Match(1, 2, 3, 4), Match(2, 1, 3, 1), Match(2, 2, 4, 5))
    state = State((1, 2, 3, 4, 5), matches, byes=(5, 2))
    slots = swiss.following(state)
    assert [slot.contestants for slot in slots] == [(5, 1), (2, 3), (4,)]
    assert [(str(why.text)[:35], why.people) for why in swiss.explain(state, slots)] == [
        ("%(name)s has the bye; further down ", {"name": (4,), "others": (5,)}),
        ("%(name)s meets %(other)s further do", {"name": (1,), "other": (5,), "passed": (2, 3)}),
    ]


@pytest.mark.parametrize(("count", "usual", "longest"), [(4, 3, 3), (5, 3, 5), (12, 4, 11), (40, 6, 39)])
def test_a_swiss_has_rounds_enough_for_one_winner_and_no_meeting_twice(count, usual, longest) -> None:
    assert (DRAWINGS[SWISS].usual(count), longest_swiss(count)) == (usual, longest)


def test_more_rounds_than_opponents_are_refused() -> None:
    with pytest.raises(MovementError, match="4 pairs can play 1 to 3 rounds"):
        DRAWINGS[SWISS].movement(4, rounds=4)


# Knock-out


@settings(max_examples=60)
@given(count=st.integers(2, 40), data=st.data())
def test_a_knock_out_leaves_one_who_has_never_lost_after_as_many_rounds_as_it_says(count, data) -> None:
    knock_out = DRAWINGS[KNOCK_OUT]
    state = State(tuple(range(1, count + 1)))
    slots = knock_out.first(state.ranking, 0)
    for number in range(1, rounds_to_win(count) + 1):
        tables = [slot.table for slot in slots if slot.table is not None]
        assert tables == list(range(1, len(tables) + 1))
        winners = {data.draw(st.sampled_from(slot.contestants)) for slot in slots if slot.second}
        beaten = {n for match in state.matches for n in match.contestants if n != match.winner}
        assert not beaten.intersection(people(slots))
        state = after(state, slots, play(slots, number, winners))
        if number < rounds_to_win(count):
            slots = knock_out.following(state)
    with pytest.raises(MovementError, match="the final has been played"):
        knock_out.following(state)
    assert len({match.winner for match in state.last_round}) == 1


def test_whom_the_winner_beat_goes_on_when_the_winner_goes_home() -> None:
    slots = (Slot(1, 1, 4), Slot(2, 2, 3))
    state = State((2, 3, 4), play(slots, 1, {1, 2}), slots)
    assert DRAWINGS[KNOCK_OUT].following(state) == (Slot(1, 4, 2),)


def test_a_knock_out_waits_for_every_winner() -> None:
    slots = (Slot(1, 1, 4), Slot(2, 2, 3))
    open_match = Match(1, 2, 2, 3, is_over=False)
    state = State((1, 2, 3, 4), (Match(1, 1, 1, 4, winner=1), open_match), slots)
    assert DRAWINGS[KNOCK_OUT].undecided(state) == (open_match,)


# Progressive


def test_winners_go_up_and_somebody_who_comes_late_waits_for_the_loser_at_the_top() -> None:
    slots = DRAWINGS[PROGRESSIVE].first(range(1, 7), 0)
    assert slots == (Slot(1, 1, 2), Slot(2, 3, 4), Slot(3, 5, 6))
    state = State((1, 2, 3, 4, 5, 6, 7), play(slots, 1, {1, 4, 5}), slots)
    moved = DRAWINGS[PROGRESSIVE].following(state)
    assert moved == (Slot(1, 1, 4), Slot(2, 3, 5), Slot(3, 6, 7), Slot(None, 2))


def test_tables_close_up_when_somebody_goes_home() -> None:
    slots = DRAWINGS[PROGRESSIVE].first(range(1, 7), 0)
    state = State((1, 2, 3, 5, 6), play(slots, 1, {1, 4, 5}), slots)
    assert DRAWINGS[PROGRESSIVE].following(state) == (Slot(1, 1, 3), Slot(2, 5, 6), Slot(None, 2))


# Rise and fly


def test_who_loses_gets_up_and_who_is_first_in_line_sits_down() -> None:
    fly = DRAWINGS[RISE_AND_FLY]
    slots = fly.first(range(1, 6), 1)
    assert slots == (Slot(1, 1, 2), Slot(None, 3), Slot(None, 4), Slot(None, 5))
    state = State(tuple(range(1, 6)), (Match(1, 1, 1, 2, winner=2),), slots)
    assert fly.following(state) == (Slot(1, 2, 3), Slot(None, 4), Slot(None, 5), Slot(None, 1))


def test_unless_told_otherwise_somebody_waits_for_a_seat() -> None:
    first = DRAWINGS[RISE_AND_FLY].first
    waiting = {count: sum(slot.table is None for slot in first(range(count), 0)) for count in range(3, 9)}
    assert waiting == {3: 1, 4: 2, 5: 1, 6: 2, 7: 1, 8: 2}


def test_with_nobody_in_line_the_two_play_on_and_a_table_that_plays_is_left_alone() -> None:
    fly = DRAWINGS[RISE_AND_FLY]
    slots = (Slot(1, 1, 2), Slot(2, 3, 4))
    playing = Match(1, 2, 3, 4, is_over=False)
    state = State((1, 2, 3, 4), (playing, Match(1, 1, 1, 2, winner=2)), slots)
    assert fly.following(state) == (Slot(1, 2, 1),)


def test_two_tables_take_from_the_line_in_the_order_in_which_they_ended() -> None:
    slots = (Slot(1, 1, 2), Slot(2, 3, 4), Slot(None, 5))
    state = State(tuple(range(1, 6)), (Match(1, 2, 3, 4, winner=3), Match(1, 1, 1, 2, winner=1)), slots)
    assert DRAWINGS[RISE_AND_FLY].following(state) == (Slot(1, 1, 4), Slot(2, 3, 5), Slot(None, 2))


def test_a_drawn_match_keeps_its_table_until_somebody_says_who_stays() -> None:
    fly = DRAWINGS[RISE_AND_FLY]
    slots = fly.first((1, 2, 3), 1)
    state = State((1, 2, 3), (Match(1, 1, 1, 2),), slots)
    assert fly.undecided(state) == (Match(1, 1, 1, 2),)
    with pytest.raises(MovementError, match="no table has finished"):
        fly.following(state)


@settings(max_examples=60)
@given(count=st.integers(2, 16), tables=st.integers(0, 5), data=st.data())
def test_in_rise_and_fly_everybody_sits_or_waits_and_nobody_does_both(count, tables, data) -> None:
    fly, here = DRAWINGS[RISE_AND_FLY], list(range(1, count + 1))
    slots = fly.first(here, tables)
    state = after(State(tuple(here)), slots, ())
    playing = {slot.table: slot for slot in slots if slot.table is not None}
    for number in range(1, 9):
        ended = data.draw(st.sets(st.sampled_from(sorted(playing)), min_size=1))
        new = tuple(
            replace(
                match, is_over=match.table in ended, winner=match.winner if match.table in ended else None
            )
            for match in play(tuple(playing.values()), number, set())
        )
        earlier = tuple(match for match in state.matches if match.winner is not None)
        if data.draw(st.booleans()):
            here.append(count + number)
        state = replace(state, matches=earlier + new, ranking=tuple(here))
        slots = fly.following(state)
        line = [slot.first for slot in slots if slot.table is None]
        playing = {table: slot for table, slot in playing.items() if table not in ended}
        playing |= {slot.table: slot for slot in slots if slot.table is not None}
        assert sorted([*line, *people(tuple(playing.values()))]) == here
        state = replace(state, slots=slots)


# The first round as a movement


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_the_first_round_is_sound_and_says_how_many_follow(drawing: Drawing, count) -> None:
    movement = drawing.movement(count, boards=4)
    assert check_movement(movement) == ()
    assert movement.contestants == tuple(range(1, count + 1))
    assert (movement.rounds, movement.planned) == (1, drawing.usual(count))
    assert {place.boards for place in movement.places} == {(1, 2, 3, 4)}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_one_alone_has_nobody_to_play(drawing: Drawing) -> None:
    with pytest.raises(MovementError, match="two pairs"):
        drawing.movement(1)
