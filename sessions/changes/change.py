"""A change as it is planned: what stands before and after it, what it does in sentences, its faults."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.movements.plan import Place, check_movement, make_movement
from scoring.words import Message
from scoring.words import mark as _

from .room import Holder, ImpossibleError, Key, Room, Spot, Who


@dataclass(frozen=True, slots=True)
class LineMove:
    """A result that goes to another table."""

    origin: Key
    goal: Key
    board: int


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be done: each affected place before and after, None where there is none.

    ``details`` are kept with the change as they are.
    """

    kind: str
    sentences: tuple[Message, ...]
    before: Mapping[Key, Spot | None]
    after: Mapping[Key, Spot | None]
    faults: tuple[Message, ...] = ()
    moves: tuple[LineMove, ...] = ()
    newcomer: Who | None = None
    is_back: bool = False
    left: int | None = None
    substitute: tuple[int, str] | None = None
    details: Mapping = field(default_factory=dict)


def settle(
    kind: str, room: Room, goal: Room, sentences: Iterable[Message], *, is_done: bool = False, **more
) -> Change:
    """The difference between two rooms as a change, with the faults that the second has and the first not.

    Faults of what has happened already (``is_done``) are told; others make the change impossible.
    """
    if not room.are_pairs and not is_done and find_faults(room, goal):
        goal = number_on(goal)
    old, new = ({spot.key: spot for spot in each.spots} for each in (room, goal))
    keys = [key for key in sorted(old | new) if old.get(key) != new.get(key)]
    comes_or_goes = room.drawing is not None and (more.get("newcomer") or more.get("left"))
    if not keys and not more.get("moves") and not comes_or_goes:
        raise ImpossibleError(_("Nothing would change."))
    faults = find_faults(room, goal)
    if faults and not is_done:
        raise ImpossibleError("%(fault)s", fault=faults[0])
    return Change(
        kind=kind,
        sentences=tuple(sentences),
        before={key: old.get(key) for key in keys},
        after={key: new.get(key) for key in keys},
        faults=faults,
        **more,
    )


def number_on(room: Room) -> Room:
    """Single players' tables that have not begun, with boards numbered on from the rounds before."""
    for number in room.rounds:
        before = [board for spot in room.spots if spot.round < number for board in spot.boards]
        start = max(before, default=0) + 1
        for spot in room.in_round(number):
            if not spot.is_begun and spot.boards and spot.boards[0] < start:
                shift = start - spot.boards[0]
                room = room.having(replace(spot, boards=tuple(board + shift for board in spot.boards)))
    return room


def find_faults(room: Room, goal: Room) -> tuple[Message, ...]:
    """What is wrong with the goal and was not before, each fault with the name of whom it concerns."""
    known = set(map(str, _faults(room)))
    return tuple(_named(fault, goal) for fault in _faults(goal) if str(fault) not in known)


def _faults(room: Room) -> tuple[Message, ...]:
    places = [
        Place(spot.round, spot.table, {p: _number(room, p, h) for p, h in spot.seats.items()}, spot.boards)
        for spot in room.spots
    ]
    return check_movement(make_movement("", "", places)) if places else ()


def _number(room: Room, place: str, holder: Holder) -> int:
    """Who is counted at a place: the two pairs of a team sit apart, so the second has a number of its own."""
    return holder.contestant + (_second_pairs(room) if room.has_teams and place in "EW" else 0)


def _second_pairs(room: Room) -> int:
    """What makes the number of a team that of its second pair."""
    return max(room.people, default=0) + 1


def _named(fault: Message, room: Room) -> Message:
    number = fault.params.get("number")
    who = None if number is None else room.people.get(number % _second_pairs(room))
    if who is None:
        return fault
    text = Message(fault.template, {**fault.params, "number": who.number})
    return Message(_("%(fault)s (%(name)s)"), {"fault": text, "name": who.name})
