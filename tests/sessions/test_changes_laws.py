"""Laws of changes during play: whoever comes or leaves, nobody sits twice or meets a board twice."""

from dataclasses import replace
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements import MOVEMENTS
from scoring.movements.missing import build_missing
from scoring.movements.mixed import mixed
from scoring.movements.plan import Movement
from scoring.rulesets import RULESETS
from sessions.changes import NEW, PLANNERS, Change, Holder, ImpossibleError, Room, Spot, Who, apply

SINGLES = RULESETS["brist"].tables
PAIRS = RULESETS["duplicate"].tables


def room_of(movement: Movement, *, are_pairs: bool, begun: int) -> Room:
    """A room in which so many rounds have been played."""
    size = 2 if are_pairs else 1
    people = {
        number: Who(
            number,
            number,
            tuple(f"Player {number}.{at}" for at in range(size)),
            tuple(number * 10 + at for at in range(size)),
        )
        for number in movement.contestants
    }
    spots = tuple(
        Spot(
            place.round,
            place.table,
            {seat: Holder(number, number * 10) for seat, number in place.seats.items()},
            place.boards,
            played=place.played_boards if place.round <= begun else (),
            is_begun=place.round <= begun and place.is_played,
        )
        for place in movement.places
    )
    seatings = PAIRS if are_pairs else SINGLES
    return Room(spots, people, seatings, are_pairs, {4: 4, 3: 3}, movement=movement.slug)


def after(room: Room, change: Change, number: int) -> Room:
    """The room once the change is stored: the newcomer has a key of its own."""
    goal = apply(room, change)
    left = (room.left | {change.left}) if change.left is not None else room.left
    if change.is_back:
        left = left - {change.newcomer.key}
    goal = replace(goal, left=left)
    if NEW not in goal.people:
        return goal
    who = replace(goal.people[NEW], key=number)
    people = {key: each for key, each in goal.people.items() if key != NEW} | {number: who}
    spots = tuple(
        replace(spot, seats={place: _known(holder, number) for place, holder in spot.seats.items()})
        for spot in goal.spots
    )
    return replace(goal, people=people, spots=spots)


def _known(holder: Holder, number: int) -> Holder:
    return replace(holder, contestant=number) if holder.contestant == NEW else holder


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["arrive", "leave", "merge", "drop_board", "cut_round", "add_round", "drop_round"]),
        st.integers(0, 10**6),
    ),
    max_size=5,
)


def plan(room: Room, kind: str, pick: int) -> Change | None:
    """A change of this kind with values chosen by a number; None where it is refused."""
    present, rounds, tables = room.present(), room.rounds, room.tables
    names = (f"Late {pick}",) if not room.are_pairs else (f"Late {pick}", f"Later {pick}")
    values = {
        "arrive": {"names": names},
        "leave": {"contestant": present[pick % len(present)]},
        "merge": {"table": tables[pick % len(tables)], "other": tables[pick // 7 % len(tables)]},
        "drop_board": {"round": rounds[pick % len(rounds)]},
        "cut_round": {"round": rounds[pick % len(rounds)]},
    }
    try:
        return PLANNERS[kind](room, **values.get(kind, {}))
    except ImpossibleError:
        return None


def check(before: Room, room: Room) -> None:
    """Nobody sits twice or meets a board twice, tables are whole, and what was played stays."""
    for number in room.rounds:
        seated = [key for spot in room.in_round(number) for key in spot.contestants]
        assert len(seated) == len(set(seated))
    for key in room.people:
        boards = [b for spot in room.spots if spot.is_played and key in spot.contestants for b in spot.boards]
        assert len(boards) == len(set(boards))
    for spot in room.spots:
        assert room.are_pairs or len(spot.seats) in (3, 4)
        assert not room.left.intersection(spot.contestants) or spot.is_begun
    for spot in before.spots:
        if spot.is_begun:
            now = room.at(spot.key)
            assert (now.seats, now.played) == (spot.seats, spot.played)
            assert set(spot.played) <= set(now.boards)


def go_through(room: Room, changes) -> None:
    for number, (kind, pick) in enumerate(changes, start=1001):
        if not room.rounds:
            return
        change = plan(room, kind, pick)
        if change is not None:
            goal = after(room, change, number)
            check(room, goal)
            room = goal


@settings(max_examples=60, deadline=None)
@given(players=st.integers(6, 24), rounds=st.integers(1, 4), begun=st.integers(0, 3), changes=CHANGES)
def test_single_players_come_and_go_and_the_rest_still_play(players, rounds, begun, changes):
    movement = mixed(players, rounds, {4: 4, 3: 3})
    go_through(room_of(movement, are_pairs=False, begun=min(begun, rounds)), changes)


@settings(max_examples=60, deadline=None)
@given(
    pairs=st.integers(5, 24),
    slug=st.sampled_from(["straight-mitchell", "skip-mitchell", "share-relay-mitchell", "howell", "matches"]),
    rounds=st.integers(1, 6),
    begun=st.integers(0, 5),
    missing=st.sampled_from(["", "NS"]),
    changes=CHANGES,
)
def test_pairs_come_and_go_and_nobody_meets_a_board_twice(pairs, slug, rounds, begun, missing, changes):
    family = MOVEMENTS[slug]
    longest = family.longest(pairs)
    if not longest:
        return
    rounds = min(rounds, longest)
    boards = {} if slug == "matches" else {"boards_per_round": 2}
    build = family.build if slug == "matches" else partial(build_missing, family.build, missing=missing)
    movement = build(pairs, rounds=rounds, **boards)
    go_through(room_of(movement, are_pairs=True, begun=min(begun, rounds)), changes)
