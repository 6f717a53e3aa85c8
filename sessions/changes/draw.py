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
    opening: Message | None = None,
    reasons: Sequence[Message] = (),
) -> Change:
    """Seat the matches of these slots; who has met before, who has a bye, and who goes on is said by name.

    Where each table goes on by itself, a match gets the first round that is free for the table and for
    both; else all have the next round. ``matches`` are those so far. ``details`` are kept with the change;
    ``opening`` is said first, and the ``reasons`` why it was drawn so after what was drawn.
    """
    goal = room
    for slot in slots:
        goal = goal.having(*_seat(room, slot, by_table=drawing.by_table))
    new = [spot for spot in goal.spots if room.at(spot.key) is None]
    first = min((spot.round for spot in new), default=0)
    if not first:
        raise ImpossibleError(_("Nobody has an opponent for another round."))
    again = () if drawing.by_table or not drawing.bye_wins else repeats(slots, matches)
    warnings = tuple(_repeats(room, again))
    sentences = [
        *([opening] if opening else []),
        *_decisions(room, decided or {}),
        Message(
            _("Round %(round)d is drawn; matches: %(count)d."),
            {"round": first, "count": sum(slot.table is not None for slot in slots)},
        ),
        *warnings,
        *_idle(room, drawing, slots),
        *reasons,
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


def _seat(room: Room, slot: Slot, *, by_table: bool) -> list[Spot]:
    """The table of a match, or both where teams play; none for a bye."""
    number = _free_round(room, slot) if by_table else max(room.rounds, default=0) + 1
    return seat_slot(room, slot, number, _boards(room))


def seat_slot(room: Room, slot: Slot, number: int, boards: tuple[int, ...]) -> list[Spot]:
    """A match in a round with its boards: a table, or both where teams play; none for a bye."""
    if not room.has_teams:
        found = [(table, _pairs(room, ns, ew)) for table, ns, ew in slot.seats()]
    else:
        second = max(room.people) + 1
        found = [
            (table, seat_teams(room, ns, ew - second)) for table, ns, ew in slot.seats(second_pairs=second)
        ]
    return [Spot(number, table, seats, boards) for table, seats in found]


def _pairs(room: Room, ns: int, ew: int) -> dict[str, Holder]:
    seats: dict[str, Holder] = {}
    for contestant, places in ((ns, "NS"), (ew, "EW")):
        seats |= room.seats_for(contestant, places)
    return seats


def seat_teams(room: Room, home: int, visitors: int) -> dict[str, Holder]:
    """The first pair of a team against the second of another, as they sat in their last round."""
    return {
        place: Holder(team, sat_at(room, team, place)) for place, team in seat_pairs(home, visitors).items()
    }


def sat_at(room: Room, team: int, place: str) -> int | None:
    """Who of a team had a place last; in the order of its players where nobody has yet."""
    for spot in reversed(room.spots):
        if place in spot.seats and spot.seats[place].contestant == team:
            return spot.seats[place].player
    players = room.people[team].players
    return players["NSEW".index(place)] if len(players) > 3 else None


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
        table = slot.tables(has_teams=room.has_teams)[0]
        yield Message(text, {**names, "table": table, "round": last})


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
