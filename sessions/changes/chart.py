"""Where everybody is in the rounds that a change affects."""

from dataclasses import dataclass, replace

from .change import Change
from .room import Room, Who


@dataclass(frozen=True, slots=True)
class Cell:
    """Where somebody is in a round after a change; no table for who sits out, or has gone home."""

    table: int | None
    seats: str = ""
    boards: tuple[int, ...] = ()
    is_changed: bool = False
    is_gone: bool = False


def chart(room: Room, change: Change) -> tuple[tuple[int, ...], tuple[tuple[Who, tuple[Cell, ...]], ...]]:
    """The rounds from the first affected one on, and for everybody in them a cell a round."""
    goal = apply(room, change)
    first = min((number for number, _table in change.after), default=1)
    rounds = tuple(number for number in goal.rounds if number >= first)
    people = sorted(goal.people.values(), key=lambda who: ("NSEW".find(who.group[:1]), who.number))
    gone = _gone(room, change)
    return rounds, tuple((who, _row(room, goal, rounds, who.key, is_gone=who.key in gone)) for who in people)


def _gone(room: Room, change: Change) -> frozenset[int]:
    """Who has gone home, once the change is made."""
    back = {change.newcomer.key} if change.newcomer else set()
    leaving = {change.left} if change.left is not None else set()
    return (room.left | leaving) - back


def apply(room: Room, change: Change) -> Room:
    """The room as it stands once the change is made."""
    goal = room.without(change.after).having(*(spot for spot in change.after.values() if spot))
    who = change.newcomer
    return replace(goal, people={**goal.people, who.key: who}) if who else goal


def _row(
    room: Room, goal: Room, rounds: tuple[int, ...], contestant: int, *, is_gone: bool
) -> tuple[Cell, ...]:
    before, after = ([_seat_in(each, contestant, number) for number in rounds] for each in (room, goal))
    return tuple(
        replace(now, is_changed=now != then, is_gone=is_gone and now.table is None)
        for then, now in zip(before, after, strict=True)
    )


def _seat_in(room: Room, contestant: int, number: int) -> Cell:
    for spot in room.in_round(number):
        places = spot.seats_of(contestant)
        if places and spot.is_played:
            return Cell(spot.table, "".join(sorted(places, key="NSEW".find)), spot.boards)
    return Cell(None)
