"""A round of single players: seated anew, or with one more or fewer at a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from scoring.movements.mixed import split_tables
from scoring.movements.plan import OPPOSITE, MovementError
from scoring.movements.reseating import History, reseat
from scoring.words import Message
from scoring.words import mark as _

from .room import Holder, ImpossibleError, Room, Spot


def fit(holders: Iterable[tuple[str, Holder]], places: Sequence[str]) -> dict[str, Holder]:
    """Everybody keeps a place that there still is; the others take those that are free, in order."""
    holders = list(holders)
    kept = {place: holder for place, holder in holders if place in places}
    free = iter(place for place in places if place not in kept)
    kept |= {next(free): holder for place, holder in holders if place not in places}
    return {place: kept[place] for place in places if place in kept}


def seat_round(room: Room, number: int) -> Room:
    """The round with everybody present, at tables of the usual sizes, meeting new people where it can be."""
    sizes = _sizes(room)
    before = [spot for spot in room.spots if spot.round < number and spot.is_played]
    rounds = [
        tuple(spot.contestants for spot in before if spot.round == each)
        for each in {spot.round for spot in before}
    ]
    played = Counter(key for spot in before for key in spot.contestants)
    playing = sorted(room.present(), key=lambda key: played[key])[: sum(sizes)]
    in_order = [key for key in room.present() if key in playing]
    tables = reseat([(key,) for key in in_order], sizes, History.of(rounds, sizes))
    goal = room.without(spot.key for spot in room.in_round(number))
    for table, blocks in enumerate(tables, start=1):
        keys = tuple(key for block in blocks for key in block)
        boards = room.boards_for(number, len(keys))
        goal = goal.having(Spot(number, table, _best_seats(room, number, keys), boards))
    return goal


def _sizes(room: Room) -> tuple[int, ...]:
    try:
        return split_tables(len(room.present()), [len(places) for places in room.seatings])
    except MovementError as error:
        raise ImpossibleError("%(reason)s", reason=error.message) from None


def _best_seats(room: Room, number: int, keys: tuple[int, ...]) -> dict[str, Holder]:
    """New partners, then whoever has been the scorer least."""
    places = room.places(len(keys))
    before = [spot for spot in room.spots if spot.round < number]
    scorers = Counter(spot.seats[places[0]].contestant for spot in before if places[0] in spot.seats)
    partners = Counter(side for spot in before for side in _sides(spot))

    def unwelcome(order: tuple[int, ...]) -> tuple[int, int]:
        spot = Spot(0, 0, {place: Holder(key) for place, key in zip(places, order, strict=True)})
        return sum(partners[side] for side in _sides(spot)), scorers[order[0]]

    order = min(permutations(keys), key=unwelcome) if len(keys) <= 4 else keys
    return {place: room.seats_for(key, [place])[place] for place, key in zip(places, order, strict=True)}


def _sides(spot: Spot) -> list[frozenset[int]]:
    if set(spot.seats) != set(OPPOSITE):
        return []
    return [frozenset((spot.seats[a].contestant, spot.seats[b].contestant)) for a, b in ("NS", "EW")]


def meetings(room: Room, *, before: int) -> Counter:
    """How often each two have sat at one table before a round."""
    met: Counter = Counter()
    for spot in room.spots:
        if spot.round < before:
            met.update(frozenset((a, b)) for a in spot.contestants for b in spot.contestants if a < b)
    return met


def tell_round(room: Room, number: int) -> list[Message]:
    """The sizes of a round's tables, for the director."""
    sizes = sorted((len(spot.seats) for spot in room.in_round(number)), reverse=True)
    text = _("Round %(round)d is seated anew, at tables of %(sizes)s.")
    return [Message(text, {"round": number, "sizes": ", ".join(map(str, sizes))})]
