"""A round that has been drawn is seated, with what is to be known of it in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.movements.drawn import Drawing, Match, Slot, Slots, repeats
from scoring.movements.plan import seat_pairs
from scoring.words import Message
from scoring.words import mark as _

from .change import Change, settle
from .room import Holder, ImpossibleError, Key, Room, Spot


def draw(
    room: Room,
    *,
    drawing: Drawing,
    slots: Slots,
    matches: Sequence[Match] = (),
    decided: Mapping[Key, int] | None = None,
    details: Mapping | None = None,
) -> Change:
    """Seat the matches of these slots; who has met before, who has a bye, and who goes on is said by name.

    Where each table goes on by itself, a match gets the first round that is free for the table and for
    both; else all have the next round. ``matches`` are those so far. ``details`` are kept with the change.
    """
    goal = room
    for slot in slots:
        if slot.table is not None:
            goal = goal.having(_seat(room, slot, by_table=drawing.by_table))
    first = min((spot.round for spot in goal.spots if room.at(spot.key) is None), default=0)
    if not first:
        raise ImpossibleError(_("Nobody has an opponent for another round."))
    again = () if drawing.by_table or not drawing.bye_wins else repeats(slots, matches)
    warnings = tuple(_repeats(room, again))
    sentences = [
        *_decisions(room, decided or {}),
        Message(
            _("Round %(round)d is drawn; matches: %(count)d."),
            {"round": first, "count": len(goal.spots) - len(room.spots)},
        ),
        *warnings,
        *_idle(room, drawing, slots),
    ]
    change = settle("draw", room, goal, sentences, details={**(details or {}), "round": first})
    return replace(change, faults=warnings)


def decide(
    room: Room, *, decided: Mapping[Key, int], details: Mapping | None = None, **_draw: object
) -> Change:
    """Only say who has won, where nothing more is played."""
    sentences = tuple(_decisions(room, decided))
    if not sentences:
        raise ImpossibleError(_("Nothing would change."))
    return Change("decide", sentences, {}, {}, details=details or {})


def _seat(room: Room, slot: Slot, *, by_table: bool) -> Spot:
    number = _free_round(room, slot) if by_table else max(room.rounds, default=0) + 1
    seats: dict[str, Holder] = {}
    by_place = seat_pairs(slot.first, slot.second)
    for contestant in slot.contestants:
        places = [place for place, holder in by_place.items() if holder == contestant]
        seats |= room.seats_for(contestant, places)
    return Spot(number, slot.table or 0, seats, _boards(room))


def _free_round(room: Room, slot: Slot) -> int:
    taken = (
        spot.round
        for spot in room.spots
        if spot.table == slot.table or set(slot.contestants).intersection(spot.contestants)
    )
    return max(taken, default=0) + 1


def _boards(room: Room) -> tuple[int, ...]:
    """The boards that come next, as many as in the first round; the same at every table."""
    size = max((len(spot.boards) for spot in room.in_round(1)), default=0)
    last = max((board for spot in room.spots for board in spot.boards), default=0)
    return tuple(range(last + 1, last + 1 + size))


def _decisions(room: Room, decided: Mapping[Key, int]) -> Iterator[Message]:
    text = _("Round %(round)d, table %(table)d: %(name)s goes on, as the director decides.")
    for (number, table), winner in sorted(decided.items()):
        yield Message(text, {"round": number, "table": table, "name": room.name(winner)})


def _repeats(room: Room, again: Sequence[tuple[Slot, int]]) -> Iterator[Message]:
    text = _("%(first)s and %(second)s meet again at table %(table)d; they met in round %(round)d.")
    for slot, last in again:
        names = {"first": room.name(slot.first), "second": room.name(slot.contestants[-1])}
        yield Message(text, {**names, "table": slot.table, "round": last})


def _idle(room: Room, drawing: Drawing, slots: Slots) -> Iterator[Message]:
    idle = [room.name(slot.first) for slot in slots if slot.table is None]
    text = _("Without an opponent: %(names)s.") if drawing.bye_wins else _("In line: %(names)s.")
    if idle:
        yield Message(text, {"names": ", ".join(idle)})


def exchanged(slots: Slots, one: int, other: int) -> Slots:
    """The slots with these two in each other's place."""
    swap = {one: other, other: one}
    return tuple(
        replace(
            slot,
            first=swap.get(slot.first, slot.first),
            second=None if slot.second is None else swap.get(slot.second, slot.second),
        )
        for slot in slots
    )
