"""Where rounds are drawn: who has no opponent in a round that has not begun, and who may take the seat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.movements.drawn import Slot
from scoring.words import Message
from scoring.words import mark as _

from .change import find_faults
from .draw import sat_at, seat_slot
from .room import Holder, Room, Spot


def lone(room: Room, rounds: Iterable[int]) -> Iterator[tuple[int, list[Spot]]]:
    """Each who sits without an opponent in one of these rounds, with its table, or both where teams play."""
    for number in rounds:
        found: dict[int, list[Spot]] = {}
        for spot in room.in_round(number):
            if len(spot.contestants) == 1 and not spot.is_begun:
                found.setdefault(spot.contestants[0], []).append(spot)
        yield from found.items()


def take_seat(room: Room, spots: Sequence[Spot], host: int, guest: int) -> Room | None:
    """The room with a guest opposite a host who sits alone; None where they have met or cannot."""
    if not may_meet(room, host, guest):
        return None
    goal = room
    for spot in spots:
        free = [place for place in room.seatings[0] if place not in spot.seats]
        goal = goal.having(replace(spot, seats={**spot.seats, **_seats(room, guest, free)}))
    return None if find_faults(room, goal) else goal


def seat_new(room: Room, number: int, host: int, guest: int) -> tuple[Room, Slot] | None:
    """The room with both at a table of their own, or two where teams play; None where they have met."""
    if not may_meet(room, host, guest):
        return None
    last = max(spot.table for spot in room.in_round(number))
    slot = Slot((last + 1) // 2 + 1 if room.has_teams else last + 1, host, guest)
    boards = max(spot.boards for spot in room.in_round(number))
    return room.having(*seat_slot(room, slot, number, boards)), slot


def may_meet(room: Room, one: int, other: int) -> bool:
    """Whether the draw would have these two meet: nobody twice, but where it is a line that is moved."""
    met = any({one, other} <= set(spot.contestants) for spot in room.spots)
    return not met or room.drawing is None or not room.drawing.bye_wins


def tell_meeting(number: int, tables: Sequence[int], names: Sequence[str]) -> Message:
    text = _("Round %(round)d: %(name)s and %(other)s play each other at table %(table)s.")
    where = " + ".join(map(str, tables))
    return Message(text, {"round": number, "name": names[0], "other": names[1], "table": where})


def _seats(room: Room, guest: int, places: Sequence[str]) -> dict[str, Holder]:
    if not room.has_teams:
        return room.seats_for(guest, places)
    return {place: Holder(guest, sat_at(room, guest, place)) for place in places}
