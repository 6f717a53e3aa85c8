"""Who sits and scores together at a table in a round, and who declares."""

from collections import defaultdict
from collections.abc import Iterable

from scoring.lines import Deal, Entry, Field
from scoring.movements.plan import OPPOSITE
from sessions.queries import Night, Side, TableRound

from .values import Declared, TableSide

COMPASS = "NSEW"


def has_place(seat: TableRound, side: Side, places: Iterable[str]) -> bool:
    return any(place in seat.sides and seat.sides[place].pk == side.pk for place in places)


def boards_of(seat: TableRound) -> tuple[int, ...]:
    """The boards of a table in a round: those set for it, else the hands it has played."""
    return tuple(sorted({*seat.boards, *seat.lines}))


def table_sides(seat: TableRound) -> tuple[TableSide, ...]:
    """The contestants at a table with their seats, in the order of places."""
    places: dict[int, list[str]] = defaultdict(list)
    for place in seat.places:
        if place in seat.sides:
            places[seat.sides[place].pk].append(place)
    return tuple(_table_side(seat, taken) for taken in places.values())


def _table_side(seat: TableRound, places: list[str]) -> TableSide:
    people = (seat.seats.get(place) for place in places)
    label = "".join(sorted(places, key=lambda place: (COMPASS.find(place), place)))
    return TableSide(label, places[0], seat.sides[places[0]], tuple(p for p in people if p is not None))


def partner_of(seat: TableRound, place: str) -> Side | None:
    """The player opposite, where four single players play two against two."""
    if set(seat.places) != set(OPPOSITE) or len({side.pk for side in seat.sides.values()}) < 4:
        return None
    return seat.sides.get(OPPOSITE[place])


def is_first_side(seat: TableRound, side: Side) -> bool:
    first = seat.sides.get(seat.places[0])
    return first is not None and first.pk == side.pk


def declared_in(night: Night, seat: TableRound, deal: Deal, entry: Entry) -> Iterable[Declared]:
    for field in _seat_fields(seat, deal):
        place = entry.get(field.name)
        if place in deal.seats:
            yield Declared(field.label, deal.seats[place], night.person_at(seat, place, deal.number))


def _seat_fields(seat: TableRound, deal: Deal) -> Iterable[Field]:
    return (field for field in seat.ruleset.fields(deal, seat.options) if field.kind == "seat")
