"""What a change during play starts from, and the changes made so far: reads only."""

from collections import defaultdict
from collections.abc import Mapping

from scoring.movements.plan import Movement, Place, make_movement

from .changes import Holder, Key, Room, Spot, Who
from .models import Adjustment, SeatingChange, Session
from .queries import Night, TableRound, gone_home, load_night
from .setup import wishes_of


def load_room(session: Session, night: Night | None = None) -> Room:
    """Everybody's places in every round, and what the game allows; in nine queries, or three with a night."""
    night = night or load_night(session)
    begun = _begun(session)
    spots = tuple(_spot(night, seat, is_begun=seat.pk in begun) for seat in night.rounds)
    left = gone_home(session)
    return Room(
        spots=spots,
        people={side.pk: _who(side) for side in night.sides.values()},
        seatings=session.ruleset.tables,
        are_pairs=session.ruleset.partnerships,
        boards=_boards(session, spots),
        left=left,
        waiting=tuple(key for key in _waiting(night) if key not in left),
        movement=session.movement_slug,
        drawing=session.drawing,
        has_teams=session.has_teams,
    )


def _waiting(night: Night) -> list[int]:
    """Who was drawn without an opponent last, and has none yet."""
    drawn = next((each for each in reversed(night.draws) if each.slots), None)
    if drawn is None:
        return []
    is_round = not night.session.drawing.by_table
    busy = {
        side.pk
        for seat in night.rounds
        if not seat.is_complete or (is_round and seat.round == drawn.round)
        for side in seat.sides.values()
    }
    return [key for key in drawn.idle if key not in busy]


def _begun(session: Session) -> set[int]:
    """The seatings that hold anything: a line, though withdrawn, or a ruling."""
    lines = session.lines.values_list("seating_id", flat=True).distinct()
    ruled = session.adjustments.filter(seating__isnull=False).values_list("seating_id", flat=True)
    return {*lines, *ruled}


def _spot(night: Night, seat: TableRound, *, is_begun: bool) -> Spot:
    ruled = (
        x.board
        for x in night.adjustments
        if x.seating_id == seat.pk and x.kind == Adjustment.Kind.AWARD and x.board is not None
    )
    return Spot(
        round=seat.round,
        table=seat.table,
        seats={place: Holder(side.pk, _player(seat, place)) for place, side in seat.sides.items()},
        boards=seat.boards,
        played=tuple(sorted(seat.lines)),
        ruled=tuple(sorted(ruled)),
        is_begun=is_begun or seat.is_ended,
    )


def _player(seat: TableRound, place: str) -> int | None:
    person = seat.seats.get(place)
    return person.pk if person else None


def _who(side) -> Who:
    people = side.players
    return Who(
        side.pk,
        side.number,
        tuple(person.name for person in people),
        tuple(person.pk for person in people),
        side.group,
        side.own_name,
    )


def _boards(session: Session, spots: tuple[Spot, ...]) -> Mapping[int, int]:
    """Boards a round by players at a table: as seated so far, else as wished, else as usual."""
    game = session.ruleset
    if game.partnerships:
        return {}
    usual = {size: counts[0] for size, counts in game.boards.items()}
    wished = wishes_of(session.plan).boards
    seated = {
        size: max((len(spot.boards) for spot in spots if len(spot.seats) == size), default=0)
        for size in usual
    }
    alike = {size: _like(size, seated) for size in usual}
    return {size: seated[size] or wished.get(size) or alike[size] or usual[size] for size in usual}


def _like(size: int, seated: Mapping[int, int]) -> int:
    """About as many boards as the other tables have, in a multiple of the players; else 0."""
    most = max(seated.values(), default=0)
    return max(1, round(most / size)) * size if most else 0


def movement_of(session: Session) -> Movement:
    """Who sits where as a movement, by the contestants' numbers; counted anew where two share a number.

    Of teams the pairs have numbers: 1 to n their first pairs, and as many more the second.
    """
    room = load_room(session)
    people = sorted(room.people.values(), key=lambda who: (who.group != "NS", who.group, who.number))
    numbers = {who.key: who.number for who in people}
    if len(set(numbers.values())) < len(numbers):
        numbers = {who.key: at for at, who in enumerate(people, start=1)}
    second = _second_pairs(room) if room.has_teams else frozenset()
    return make_movement(
        "",
        session.movement_name,
        (
            Place(spot.round, spot.table, _numbered(spot, numbers, second), spot.boards)
            for spot in room.spots
            if spot.seats
        ),
        teams=len(numbers) if room.has_teams else 0,
    )


def _second_pairs(room: Room) -> frozenset[tuple[Key, int]]:
    """The places, each with a team, of the pair whose players are listed after those at its other table."""
    listed: dict[tuple[int, int], list[tuple[int, Key]]] = defaultdict(list)
    for spot in room.spots:
        for team in spot.contestants:
            order = room.people[team].players
            sitting = (spot.seats[place].player for place in spot.seats_of(team))
            first = min((order.index(player) for player in sitting if player in order), default=0)
            listed[spot.round, team].append((first, spot.key))
    return frozenset((max(pairs)[1], team) for (_round, team), pairs in listed.items() if len(pairs) > 1)


def _numbered(spot: Spot, numbers: Mapping[int, int], second: frozenset) -> dict[str, int]:
    return {
        place: numbers[holder.contestant] + (len(numbers) if (spot.key, holder.contestant) in second else 0)
        for place, holder in spot.seats.items()
    }


def standing_changes(session: Session) -> list[SeatingChange]:
    """The changes that have not been undone, the oldest first."""
    return list(session.changes.filter(undone_at__isnull=True))


def history_of_changes(session: Session) -> list[SeatingChange]:
    """Every change with its author, the newest first."""
    return list(session.changes.select_related("by").order_by("-pk"))


def find_change(session: Session, pk: int) -> SeatingChange | None:
    """A change of this session, and of no other."""
    return session.changes.select_related("session__club").filter(pk=pk).first()
