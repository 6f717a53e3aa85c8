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


MISTAKES = ("turn", "exchange", "move_results")
"""What is put right where people have played already; all else leaves alone what has begun."""

KINDS = (
    *("play", "play", "arrive", "leave", "return", "merge", "substitute"),
    *("drop_board", "cut_round", "add_round", "drop_round", *MISTAKES),
)
CHANGES = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 10**6)), max_size=12)


def plan(room: Room, kind: str, pick: int) -> Change | None:
    """A change of this kind with values chosen by a number; None where it is refused."""
    present, rounds, tables = room.present(), room.rounds, room.tables
    names = (f"Late {pick}",) if not room.are_pairs else (f"Late {pick}", f"Later {pick}")
    number, table = rounds[pick % len(rounds)], tables[pick // 7 % len(tables)]
    left, played = sorted(room.left), [spot for spot in room.spots if spot.played]
    values = {
        "arrive": {"names": names},
        "return": {"names": room.people[left[pick % len(left)]].names} if left else None,
        "leave": {"contestant": present[pick % len(present)]},
        "substitute": {
            "player": present[pick % len(present)] * 10,
            "name": f"Sub {pick}",
            "from_round": number,
        },
        "merge": {"table": tables[pick % len(tables)], "other": table},
        "drop_board": {"round": number},
        "cut_round": {"round": number},
        "turn": {"round": number, "table": table},
        "exchange": {
            "round": number,
            "first": present[pick % len(present)],
            "second": present[pick // 11 % len(present)],
        },
        "move_results": {"origin": played[pick % len(played)].key, "goal": (number, table)}
        if played
        else None,
    }
    if values.get(kind, {}) is None:
        return None
    try:
        return PLANNERS["arrive" if kind == "return" else kind](room, **values.get(kind, {}))
    except ImpossibleError:
        return None


def play_next(room: Room) -> Room:
    """The room once the first round that has not begun is played at every table."""
    number = min(room.open_rounds, default=None)
    return room.having(
        *(
            replace(spot, played=spot.boards, is_begun=True)
            for spot in room.in_round(number or 0)
            if spot.is_played and not spot.is_begun
        )
    )


def results(room: Room) -> list[tuple[int, int]]:
    return sorted((spot.round, board) for spot in room.spots for board in spot.played)


def check(before: Room, room: Room, kind: str) -> None:
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
        assert set(spot.played) <= set(spot.boards)
    if kind == "move_results":
        assert sorted(board for _round, board in results(room)) == sorted(b for _r, b in results(before))
        return
    assert results(room) == results(before)
    for spot in before.spots if kind not in MISTAKES else ():
        if spot.is_begun:
            now = room.at(spot.key)
            assert sorted(now.contestants) == sorted(spot.contestants)
            assert now.played == spot.played
            assert kind == "substitute" or now.seats == spot.seats


def check_undoing(room: Room, change: Change) -> None:
    """What a change keeps of the places before it brings back every one of them."""
    goal = apply(room, change)
    back = goal.without(change.after).having(*(spot for spot in change.before.values() if spot))
    assert sorted(back.spots, key=lambda spot: spot.key) == sorted(room.spots, key=lambda spot: spot.key)


def go_through(room: Room, changes) -> None:
    for number, (kind, pick) in enumerate(changes, start=1001):
        if not room.rounds:
            return
        if kind == "play":
            room = play_next(room)
            continue
        change = plan(room, kind, pick)
        if change is not None and not change.faults:
            check_undoing(room, change)
            goal = after(room, change, number)
            check(room, goal, kind)
            room = goal


@settings(max_examples=60)
@given(players=st.integers(6, 24), rounds=st.integers(1, 4), begun=st.integers(0, 3), changes=CHANGES)
def test_single_players_come_and_go_and_the_rest_still_play(players, rounds, begun, changes):
    movement = mixed(players, rounds, {4: 4, 3: 3})
    go_through(room_of(movement, are_pairs=False, begun=min(begun, rounds)), changes)


@settings(max_examples=60)
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
