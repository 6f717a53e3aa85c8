"""Where everybody is in the rounds that a change affects."""

from dataclasses import dataclass, replace

from .change import Change
from .room import Room, Who


@dataclass(frozen=True, slots=True)
class Cell:
    """Where somebody is in a round after a change; no table where it sits out."""

    table: int | None
    seats: str = ""
    boards: tuple[int, ...] = ()
    is_changed: bool = False


def chart(room: Room, change: Change) -> tuple[tuple[int, ...], tuple[tuple[Who, tuple[Cell, ...]], ...]]:
    """The rounds from the first affected one on, and for everybody in them a cell a round."""
    goal = apply(room, change)
    first = min((number for number, _table in change.after), default=1)
    rounds = tuple(number for number in goal.rounds if number >= first)
    people = sorted(goal.people.values(), key=lambda who: (who.group, who.number))
    rows = ((who, tuple(_cell(room, goal, who.key, number) for number in rounds)) for who in people)
    return rounds, tuple(rows)


def apply(room: Room, change: Change) -> Room:
    """The room as it stands once the change is made."""
    goal = room.without(change.after).having(*(spot for spot in change.after.values() if spot))
    who = change.newcomer
    return replace(goal, people={**goal.people, who.key: who}) if who else goal


def _cell(room: Room, goal: Room, contestant: int, number: int) -> Cell:
    now, before = (_seat_in(each, contestant, number) for each in (goal, room))
    return replace(now, is_changed=now != before)


def _seat_in(room: Room, contestant: int, number: int) -> Cell:
    for spot in room.in_round(number):
        places = spot.seats_of(contestant)
        if places and spot.is_played:
            return Cell(spot.table, "".join(sorted(places, key="NSEW".find)), spot.boards)
    return Cell(None)
