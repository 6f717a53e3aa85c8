"""What a change during play does to the rounds that are left: planned and checked here, stored elsewhere.

A room is every table in every round. A planner takes the room and what the director wants, and answers
with a `Change`: the places before and after, what happens in sentences, and every fault it would bring.
What has been played stays as it was played.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from clubs.names import name_key
from scoring.movements import MOVEMENTS
from scoring.movements.mixed import split_tables
from scoring.movements.plan import OPPOSITE, MovementError, Place, check_movement, make_movement
from scoring.movements.reseating import History, reseat
from scoring.words import Message
from scoring.words import mark as _

NEW = 0
"""Stands for the contestant who is not stored yet; its players are -1 and -2."""

MOST_STEPS = 20_000
"""How many seats a search tries before it gives up."""

TURNED = {"N": "E", "S": "W", "E": "N", "W": "S"}

Key = tuple[int, int]
Rounds = Sequence[int]


class ImpossibleError(Exception):
    """A change that cannot be made: ``message`` says why, in a player's words."""

    def __init__(self, template: str, **params: object) -> None:
        self.message = Message(template, params)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a place: the contestant, and which of its players sits there."""

    contestant: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """One table in one round. ``played`` are the boards with a result, ``ruled`` those with a ruling.

    ``is_begun`` once anything is stored for the table, even if it was withdrawn later.
    """

    round: int
    table: int
    seats: Mapping[str, Holder]
    boards: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    ruled: tuple[int, ...] = ()
    is_begun: bool = False

    @property
    def key(self) -> Key:
        return self.round, self.table

    @property
    def contestants(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(holder.contestant for holder in self.seats.values()))

    @property
    def is_played(self) -> bool:
        return len(self.contestants) > 1

    @property
    def unplayed(self) -> tuple[int, ...]:
        return tuple(board for board in self.boards if board not in (*self.played, *self.ruled))

    def seats_of(self, contestant: int) -> tuple[str, ...]:
        return tuple(place for place, holder in self.seats.items() if holder.contestant == contestant)


@dataclass(frozen=True, slots=True)
class Who:
    """A contestant as sentences name it, with the names and keys of its players."""

    key: int
    number: int
    names: tuple[str, ...]
    players: tuple[int, ...] = ()
    group: str = ""

    @property
    def name(self) -> str:
        return " & ".join(self.names) or f"{self.number} {self.group}".strip()


@dataclass(frozen=True, slots=True)
class Room:
    """Everybody's places, and what the game allows: seatings, and boards a round by players at a table.

    ``left`` are the contestants who have gone home; ``movement`` is the name of the movement.
    """

    spots: tuple[Spot, ...]
    people: Mapping[int, Who]
    seatings: tuple[tuple[str, ...], ...]
    are_pairs: bool
    boards: Mapping[int, int] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    movement: str = ""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({spot.round for spot in self.spots}))

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(sorted({spot.table for spot in self.spots}))

    @property
    def open_rounds(self) -> tuple[int, ...]:
        """The rounds that no table has begun, and that come after every round which one has."""
        begun = max((spot.round for spot in self.spots if spot.is_begun), default=0)
        return tuple(number for number in self.rounds if number > begun)

    def in_round(self, number: int) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.round == number)

    def at(self, key: Key) -> Spot | None:
        return next((spot for spot in self.spots if spot.key == key), None)

    def name(self, contestant: int) -> str:
        return self.people[contestant].name

    def players_of(self, contestant: int) -> tuple[int | None, ...]:
        """Who played for a contestant in its last round that is seated, in the order of the seats."""
        for spot in reversed(self.spots):
            places = spot.seats_of(contestant)
            if places:
                return tuple(spot.seats[place].player for place in places)
        return self.people[contestant].players

    def seats_for(self, contestant: int, places: Iterable[str]) -> dict[str, Holder]:
        """Places as the contestant's players take them."""
        players = self.players_of(contestant)
        return {
            place: Holder(contestant, players[at] if at < len(players) else None)
            for at, place in enumerate(places)
        }

    def present(self) -> tuple[int, ...]:
        """Who has not gone home, by number."""
        found = (who for key, who in self.people.items() if key not in self.left)
        return tuple(who.key for who in sorted(found, key=lambda who: (who.number, who.group)))

    def having(self, *spots: Spot) -> "Room":
        """The room with these places new or in the stead of what was there."""
        kept = {spot.key: spot for spot in self.spots} | {spot.key: spot for spot in spots}
        return replace(self, spots=tuple(kept[key] for key in sorted(kept)))

    def without(self, keys: Iterable[Key]) -> "Room":
        """The room without these places."""
        gone = set(keys)
        return replace(self, spots=tuple(spot for spot in self.spots if spot.key not in gone))

    def places(self, players: int) -> tuple[str, ...]:
        """The places of a table for so many players; empty where the game has no such table."""
        return next((places for places in self.seatings if len(places) == players), ())

    def first_board(self, number: int) -> int:
        """The board with which a round of single players begins."""
        boards = [board for spot in self.in_round(number) for board in spot.boards]
        if boards:
            return min(boards)
        return max((board for spot in self.spots for board in spot.boards), default=0) + 1

    def boards_for(self, number: int, players: int) -> tuple[int, ...]:
        """The boards of a table of so many single players in a round."""
        start = self.first_board(number)
        return tuple(range(start, start + self.boards.get(players, 0)))


@dataclass(frozen=True, slots=True)
class LineMove:
    """A result that goes to another table."""

    origin: Key
    goal: Key
    board: int


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be done: each affected place before and after, None where there is none."""

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


def settle(
    kind: str, room: Room, goal: Room, sentences: Iterable[Message], *, is_done: bool = False, **more
) -> Change:
    """The difference between two rooms as a change, with the faults that the second has and the first not.

    Faults of what has happened already (``is_done``) are told; others make the change impossible.
    """
    old, new = ({spot.key: spot for spot in each.spots} for each in (room, goal))
    keys = [key for key in sorted(old | new) if old.get(key) != new.get(key)]
    if not keys and not more.get("moves"):
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


def find_faults(room: Room, goal: Room) -> tuple[Message, ...]:
    """What is wrong with the goal and was not before, each fault with the name of whom it concerns."""
    known = set(map(str, _faults(room)))
    return tuple(_named(fault, goal) for fault in _faults(goal) if str(fault) not in known)


def _faults(room: Room) -> tuple[Message, ...]:
    places = [
        Place(spot.round, spot.table, {p: h.contestant for p, h in spot.seats.items()}, spot.boards)
        for spot in room.spots
    ]
    return check_movement(make_movement("", "", places)) if places else ()


def _named(fault: Message, room: Room) -> Message:
    who = room.people.get(fault.params.get("number", -1))
    if who is None:
        return fault
    text = Message(fault.template, {**fault.params, "number": who.number})
    return Message(_("%(fault)s (%(name)s)"), {"fault": text, "name": who.name})


# --- somebody arrives ---------------------------------------------------------------------------


def arrive(room: Room, *, names: Sequence[str]) -> Change:
    """A late player or pair takes a free seat in each round that is left, or goes round as a rover.

    Whoever had gone home and comes back is the same contestant as before.
    """
    back = _returning(room, names)
    who = room.people[back] if back is not None else _newcomer(room, names)
    people = {**room.people, who.key: who}
    room = replace(room, people=people, left=room.left - {who.key})
    goal, sentences = (_join_pairs if room.are_pairs else _join_tables)(room, who)
    if not sentences:
        raise ImpossibleError(
            _("No round is left in which %(name)s could sit down; add a round first."), name=who.name
        )
    if room.are_pairs and back is None and any(other.group for other in room.people.values()):
        who = replace(who, group=_group_of(goal, who.key))
    return settle("arrive", room, goal, sentences, newcomer=who, is_back=back is not None)


def _returning(room: Room, names: Sequence[str]) -> int | None:
    """The contestant of these names who has gone home. Raises ImpossibleError where one of them plays."""
    wanted = set(map(name_key, names))
    for who in room.people.values():
        known = {name_key(name): name for name in who.names}
        if who.key in room.left and wanted == set(known):
            return who.key
        for key in wanted & set(known):
            raise ImpossibleError(_("%(name)s is entered already."), name=known[key])
    return None


def _newcomer(room: Room, names: Sequence[str]) -> Who:
    number = max((who.number for who in room.people.values()), default=0) + 1
    return Who(NEW, number, tuple(names), tuple(-1 - at for at in range(len(names))))


def _group_of(room: Room, contestant: int) -> str:
    seats = Counter(place for spot in room.spots for place in spot.seats_of(contestant))
    return "NS" if seats["N"] >= seats["E"] else "EW"


def _join_tables(room: Room, who: Who) -> tuple[Room, list[Message]]:
    """A single player makes a short table full; where none is, the round is seated anew."""
    sentences = []
    for number in room.rounds:
        if number < min(room.open_rounds, default=number) and not _short_spots(room, number):
            continue
        joined = _join_round(room, number, who)
        if joined is not None:
            room, said = joined
            sentences += said
    return room, sentences


def _short_spots(room: Room, number: int) -> list[Spot]:
    """The tables of a round, not begun, that may have one player more."""
    found = [spot for spot in room.in_round(number) if not spot.is_begun and spot.is_played]
    return [spot for spot in found if room.places(len(spot.seats) + 1)]


def _join_round(room: Room, number: int, who: Who) -> tuple[Room, list[Message]] | None:
    short = _short_spots(room, number)
    is_open = number in room.open_rounds
    sitting = sum(len(spot.seats) for spot in room.in_round(number))
    if short and (not is_open or sitting + 1 == len(room.present())):
        met = _meetings(room, before=number)
        spot = min(short, key=lambda each: sum(met[frozenset((who.key, c))] for c in each.contestants))
        return _join_spot(room, spot, who)
    if is_open:
        goal = _seat_round(room, number)
        if any(who.key in spot.contestants for spot in goal.in_round(number)):
            return goal, _tell_round(goal, number)
    return None


def _join_spot(room: Room, spot: Spot, who: Who) -> tuple[Room, list[Message]]:
    players = len(spot.seats) + 1
    newcomer = room.seats_for(who.key, [""])
    seats = _fit([*spot.seats.items(), *newcomer.items()], room.places(players))
    joined = replace(spot, seats=seats, boards=room.boards_for(spot.round, players))
    text = _("Round %(round)d: %(name)s joins table %(table)d, which is then a table of %(players)d.")
    params = {"round": spot.round, "name": who.name, "table": spot.table, "players": players}
    return room.having(joined), [Message(text, params)]


def _fit(holders: Iterable[tuple[str, Holder]], places: Sequence[str]) -> dict[str, Holder]:
    """Everybody keeps a place that there still is; the others take those that are free, in order."""
    holders = list(holders)
    kept = {place: holder for place, holder in holders if place in places}
    free = iter(place for place in places if place not in kept)
    kept |= {next(free): holder for place, holder in holders if place not in places}
    return {place: kept[place] for place in places if place in kept}


def _join_pairs(room: Room, who: Who) -> tuple[Room, list[Message]]:
    """A pair takes the missing pair's seats; where none is missing, it takes a pair's place for a round."""
    goal, sentences, crowded = room, [], []
    for number in room.open_rounds:
        taken = _take_free_seat(goal, number, who)
        if taken is None:
            crowded.append(number)
        else:
            goal, said = taken
            sentences.append(said)
    if crowded:
        goal, said = _rove(goal, crowded, who)
        sentences += said
    return goal, sentences


def _take_free_seat(room: Room, number: int, who: Who) -> tuple[Room, Message] | None:
    """Sit down opposite a pair that has no opponent, at its table or at a new one."""
    for spot in room.in_round(number):
        if len(spot.contestants) == 1:
            goal = room.having(_opposite(room, spot, who))
            if not find_faults(room, goal):
                return goal, _meets(number, spot.table, who, room.name(spot.contestants[0]))
    seated = {contestant for spot in room.in_round(number) for contestant in spot.contestants}
    idle = [key for key in room.present() if key not in seated and key != who.key]
    if not idle or any(spot.boards for spot in room.spots):
        return None
    table = max(spot.table for spot in room.in_round(number)) + 1
    host = room.people[idle[0]]
    alone = Spot(number, table, room.seats_for(host.key, room.seatings[0][::2]))
    return room.having(_opposite(room, alone, who)), _meets(number, table, who, host.name)


def _opposite(room: Room, spot: Spot, who: Who) -> Spot:
    free = [place for place in room.seatings[0] if place not in spot.seats]
    return replace(spot, seats={**spot.seats, **room.seats_for(who.key, free)})


def _meets(number: int, table: int, who: Who, other: str) -> Message:
    text = _("Round %(round)d: %(name)s and %(other)s play each other at table %(table)d.")
    return Message(text, {"round": number, "name": who.name, "other": other, "table": table})


def _rove(room: Room, rounds: Rounds, who: Who) -> tuple[Room, list[Message]]:
    """The rover's seats, each bumped pair sitting out as seldom as can be. Raises ImpossibleError."""
    for most in range(1, len(rounds) + 1):
        found = _Roving(room, tuple(rounds), who.key, most).search()
        if found:
            return _bump(room, found, who)
    text = _("There is no seat for %(name)s: wherever they went, they would meet a board or a pair again.")
    raise ImpossibleError(text, name=who.name)


def _bump(room: Room, found: Iterable[tuple[Spot, int]], who: Who) -> tuple[Room, list[Message]]:
    sentences = []
    text = _("Round %(round)d: %(name)s plays at table %(table)d instead of %(other)s, who sits out.")
    for spot, bumped in found:
        kept = {place: holder for place, holder in spot.seats.items() if holder.contestant != bumped}
        taken = room.seats_for(who.key, spot.seats_of(bumped))
        room = room.having(replace(spot, seats={**kept, **taken}))
        params = {"round": spot.round, "table": spot.table, "name": who.name, "other": room.name(bumped)}
        sentences.append(Message(text, params))
    return room, sentences


class _Roving:
    """A search for one table a round at which the rover meets nothing and nobody twice."""

    def __init__(self, room: Room, rounds: tuple[int, ...], rover: int, most: int) -> None:
        self.room, self.rounds, self.most, self.steps = room, rounds, most, 0
        self.boards = {b for spot in room.spots if rover in spot.contestants for b in spot.boards}
        self.rover = rover

    def search(self) -> list[tuple[Spot, int]] | None:
        return self._from(0, frozenset(self.boards), (), ())

    def _from(self, at: int, met: frozenset[int], others: tuple, bumped: tuple):
        if at == len(self.rounds):
            return []
        for spot, out, other in self._seats(self.rounds[at], met, others, bumped):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return None
            rest = self._from(at + 1, met.union(spot.boards), (*others, other), (*bumped, out))
            if rest is not None:
                return [(spot, out), *rest]
        return None

    def _seats(self, number: int, met, others, bumped) -> Iterator[tuple[Spot, int, int]]:
        group = self.room.people[bumped[0]].group if bumped else None
        for spot in self.room.in_round(number):
            if len(spot.contestants) != 2 or met.intersection(spot.boards) or self.rover in spot.contestants:
                continue
            for out, other in (spot.contestants[::-1], spot.contestants):
                fits = group is None or self.room.people[out].group == group
                if fits and bumped.count(out) < self.most and other not in others:
                    yield spot, out, other


# --- somebody leaves ----------------------------------------------------------------------------


def leave(room: Room, *, contestant: int) -> Change:
    """Somebody goes home: whatever round has begun at the table stays, the rest is played without."""
    who = room.people[contestant]
    gone = replace(room, left=room.left | {contestant})
    goal, sentences = (_leave_pairs if room.are_pairs else _leave_tables)(gone, who)
    begun = [spot for spot in room.spots if contestant in spot.contestants and spot.is_begun]
    if begun:
        text = _("What %(name)s has played counts; round %(round)d at table %(table)d stays as it is.")
        last = begun[-1]
        params = {"name": who.name, "round": last.round, "table": last.table}
        sentences = [Message(text, params), *sentences]
    return settle("leave", room, goal, sentences, left=contestant)


def _spots_ahead(room: Room, contestant: int) -> list[Spot]:
    return [spot for spot in room.spots if contestant in spot.contestants and not spot.is_begun]


def _stand_up(spot: Spot, contestant: int) -> Spot:
    kept = {place: holder for place, holder in spot.seats.items() if holder.contestant != contestant}
    return replace(spot, seats=kept)


def _leave_pairs(room: Room, who: Who) -> tuple[Room, list[Message]]:
    sentences = []
    for spot in _spots_ahead(room, who.key):
        others = [room.name(key) for key in spot.contestants if key != who.key]
        room = room.having(_stand_up(spot, who.key)) if others else room.without([spot.key])
        text = _("Round %(round)d: %(other)s sits out at table %(table)d.")
        params = {"round": spot.round, "table": spot.table, "other": ", ".join(others)}
        sentences += [Message(text, params)] if others else []
    return room, sentences


def _leave_tables(room: Room, who: Who) -> tuple[Room, list[Message]]:
    sentences: list[Message] = []
    for spot in _spots_ahead(room, who.key):
        players = len(spot.seats) - 1
        if room.places(players):
            room, said = _shrink(room, spot, who)
        elif spot.round in room.open_rounds:
            room = _seat_round(room, spot.round)
            said = _tell_round(room, spot.round)
        else:
            text = _("Too few would be left at table %(table)d, and round %(round)d has begun elsewhere.")
            raise ImpossibleError(text, table=spot.table, round=spot.round)
        sentences += said
    return room, sentences


def _shrink(room: Room, spot: Spot, who: Who) -> tuple[Room, list[Message]]:
    players = len(spot.seats) - 1
    seats = _fit(_stand_up(spot, who.key).seats.items(), room.places(players))
    text = _("Round %(round)d: table %(table)d plays with %(players)d, without %(name)s.")
    params = {"round": spot.round, "table": spot.table, "players": players, "name": who.name}
    smaller = replace(spot, seats=seats, boards=room.boards_for(spot.round, players))
    return room.having(smaller), [Message(text, params)]


# --- a round of single players seated anew ------------------------------------------------------


def _seat_round(room: Room, number: int) -> Room:
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


def _meetings(room: Room, *, before: int) -> Counter:
    met: Counter = Counter()
    for spot in room.spots:
        if spot.round < before:
            met.update(frozenset((a, b)) for a in spot.contestants for b in spot.contestants if a < b)
    return met


def _tell_round(room: Room, number: int) -> list[Message]:
    sizes = Counter(len(spot.seats) for spot in room.in_round(number))
    text = _("Round %(round)d is seated anew: %(sizes)s.")
    parts = ", ".join(f"{count} × {size}" for size, count in sorted(sizes.items(), reverse=True))
    return [Message(text, {"round": number, "sizes": parts})]


# --- another player, tables together ------------------------------------------------------------


def substitute(room: Room, *, player: int, name: str, from_round: int) -> Change:
    """Somebody sits in for a player from a round on; the contestant stays the same."""
    if any(name_key(name) == name_key(known) for who in room.people.values() for known in who.names):
        raise ImpossibleError(_("%(name)s is entered already."), name=name)
    goal, owner = room, None
    for spot in room.spots:
        places = [place for place, holder in spot.seats.items() if holder.player == player]
        if places and spot.round >= from_round:
            owner = spot.seats[places[0]].contestant
            goal = goal.having(_sit_in(spot, places))
    if owner is None:
        raise ImpossibleError(_("That player has no seat from round %(round)d on."), round=from_round)
    text = _("From round %(round)d on, %(name)s sits in for a player of %(contestant)s.")
    if len(room.people[owner].players) < 2:
        text = _("From round %(round)d on, %(name)s plays for %(contestant)s.")
    params = {"round": from_round, "name": name, "contestant": room.name(owner)}
    tally = Message(_("The results count for the same contestant as before."))
    return settle("substitute", room, goal, [Message(text, params), tally], substitute=(owner, name))


def _sit_in(spot: Spot, places: Sequence[str]) -> Spot:
    seats = {
        place: replace(holder, player=-1) if place in places else holder
        for place, holder in spot.seats.items()
    }
    return replace(spot, seats=seats)


def merge(room: Room, *, table: int, other: int) -> Change:
    """From the next round on, whoever is at ``other`` plays at ``table``, if all of them fit at one."""
    if table == other:
        raise ImpossibleError(_("Choose two different tables."))
    goal, sentences = room, []
    for number in room.open_rounds:
        host, guest = room.at((number, table)), room.at((number, other))
        if host is None or guest is None:
            continue
        joined = _joined(room, host, guest)
        if joined is not None:
            goal = goal.without([guest.key]).having(joined)
            text = _("Round %(round)d: %(names)s go to table %(table)d; table %(other)d stays empty.")
            if joined.boards:
                text = _(
                    "Round %(round)d: %(names)s go to table %(table)d and play boards %(boards)s there; "
                    "table %(other)d stays empty."
                )
            names = ", ".join(room.name(key) for key in guest.contestants)
            params = {"round": number, "names": names, "table": table, "other": other}
            params["boards"] = ", ".join(map(str, joined.boards))
            sentences.append(Message(text, params))
    if not sentences:
        text = _(
            "In no round that is left do tables %(table)d and %(other)d fit together on boards new to them."
        )
        raise ImpossibleError(text, table=table, other=other)
    return settle("merge", room, goal, sentences)


def _joined(room: Room, host: Spot, guest: Spot) -> Spot | None:
    """Both tables at the first, on boards that none of them has met; None where that cannot be."""
    places = room.places(len(host.seats) + len(guest.seats))
    if not places or not host.seats or not guest.seats:
        return None
    seats = _fit([*host.seats.items(), *(("", holder) for holder in guest.seats.values())], places)
    for boards in _board_sets(room, host, guest, len(seats)):
        joined = replace(host, seats=seats, boards=boards)
        goal = room.without([guest.key]).having(joined)
        if not find_faults(room, goal):
            return joined
    return None


def _board_sets(room: Room, host: Spot, guest: Spot, players: int) -> list[tuple[int, ...]]:
    """The boards that a merged table may play: its own first, then those that nobody else has just then."""
    if not room.are_pairs:
        return [room.boards_for(host.round, players)]
    in_use = {spot.boards for spot in room.in_round(host.round) if spot.is_played}
    others = sorted({spot.boards for spot in room.spots}, key=lambda boards: (boards in in_use, boards))
    return list(dict.fromkeys((host.boards, guest.boards, *others)))


# --- fewer boards, fewer rounds, more rounds ----------------------------------------------------


def drop_board(room: Room, *, round: int) -> Change:
    """Nobody plays the last board of a round who has not played it; those who have keep it."""
    goal, sentences = room, []
    for spot in room.in_round(round):
        if not spot.is_played or not spot.boards or spot.boards[-1] not in spot.unplayed:
            continue
        if len(spot.boards) == 1:
            text = _("Table %(table)d would have nothing left to play; take the round away instead.")
            raise ImpossibleError(text, table=spot.table)
        goal = goal.having(replace(spot, boards=spot.boards[:-1]))
        text = _("Table %(table)d does not play board %(board)d in round %(round)d.")
        params = {"table": spot.table, "board": spot.boards[-1], "round": round}
        sentences.append(Message(text, params))
    if not sentences:
        raise ImpossibleError(_("Every table has played the last board of round %(round)d."), round=round)
    return settle("drop_board", room, goal, [*sentences, *_unequal(goal, round)])


def _unequal(room: Room, number: int) -> list[Message]:
    """Where single players declare in turn, whoever comes last in the order declares less often."""
    if room.are_pairs:
        return []
    text = _("At table %(table)d not everybody declares equally often then.")
    spots = [spot for spot in room.in_round(number) if spot.seats and len(spot.boards) % len(spot.seats)]
    return [Message(text, {"table": spot.table}) for spot in spots]


def cut_round(room: Room, *, round: int, table: int | None = None) -> Change:
    """The round stops after what has been played; tables that have played nothing of it stay empty in it."""
    goal, sentences = room, []
    for spot in room.in_round(round):
        if table in (None, spot.table):
            goal, said = _cut(goal, spot)
            sentences += said
    if not sentences:
        raise ImpossibleError(_("Every board of round %(round)d has been played there."), round=round)
    return settle("cut_round", room, goal, [*sentences, *_unequal(goal, round)])


def _cut(room: Room, spot: Spot) -> tuple[Room, list[Message]]:
    params = {"table": spot.table, "round": spot.round, "boards": ", ".join(map(str, spot.unplayed))}
    if spot.played and spot.unplayed:
        text = _("Table %(table)d leaves out boards %(boards)s in round %(round)d.")
        kept = tuple(board for board in spot.boards if board not in spot.unplayed)
        return room.having(replace(spot, boards=kept)), [Message(text, params)]
    if not spot.is_begun:
        text = _("Table %(table)d does not play round %(round)d.")
        return room.without([spot.key]), [Message(text, params)] if spot.is_played else []
    return room, []


def drop_round(room: Room) -> Change:
    """The last round is not played at all."""
    last = room.rounds[-1] if room.rounds else 0
    if last not in room.open_rounds:
        raise ImpossibleError(_("Round %(round)d has begun; cut it short instead."), round=last)
    if len(room.rounds) == 1:
        raise ImpossibleError(_("A session has at least one round."))
    goal = room.without(spot.key for spot in room.in_round(last))
    return settle("drop_round", room, goal, [Message(_("Round %(round)d is not played."), {"round": last})])


def add_round(room: Room) -> Change:
    """One round more at the end: the movement goes on, or single players are seated anew."""
    number = max(room.rounds, default=0) + 1
    goal = _continue(room, number) if room.are_pairs else _seat_round(room, number)
    text = _("Round %(round)d is played as well, at %(tables)d tables.")
    params = {"round": number, "tables": len(goal.in_round(number))}
    return settle("add_round", room, goal, [Message(text, params)])


def _continue(room: Room, number: int) -> Room:
    """The movement's own next round, without those who have gone home."""
    family = next((each for each in MOVEMENTS.values() if each.name == room.movement), None)
    count = max((who.number for who in room.people.values()), default=0)
    if family is None or family.longest(count) < number:
        text = _("This movement has no further round: everybody has met everybody they can.")
        raise ImpossibleError(text)
    boards = Counter(len(spot.boards) for spot in room.spots).most_common(1)[0][0]
    more = {"boards_per_round": boards} if boards else {}
    movement = family.build(count, rounds=number, **more)
    by_number = {who.number: who for who in room.people.values() if who.key not in room.left}
    for place in movement.in_round(number):
        seats: dict[str, Holder] = {}
        for contestant in place.contestants:
            if contestant in by_number:
                seats |= room.seats_for(by_number[contestant].key, place.seats_of(contestant))
        if seats:
            room = room.having(Spot(number, place.table, seats, place.boards))
    return room


# --- what went wrong at a table -----------------------------------------------------------------


def turn(room: Room, *, round: int, table: int) -> Change:
    """North-South and East-West sat the other way round: the results stay, the sides change."""
    spot = _spot(room, round, table)
    if not room.are_pairs:
        raise ImpossibleError(_("Here everybody plays for himself; exchange two players instead."))
    if set(spot.seats) != set(TURNED):
        raise ImpossibleError(_("Nobody plays at this table in this round."))
    seats = {place: spot.seats[TURNED[place]] for place in spot.seats}
    text = _("Round %(round)d, table %(table)d: %(first)s sat North-South and %(second)s East-West.")
    params = {
        "round": round,
        "table": table,
        "first": room.name(seats["N"].contestant),
        "second": room.name(seats["E"].contestant),
    }
    goal = room.having(replace(spot, seats=seats))
    return settle("turn", room, goal, [Message(text, params), *_results_stay(spot)], is_done=True)


def exchange(room: Room, *, round: int, first: int, second: int) -> Change:
    """Two sat in each other's place in a round: the results stay, the names change."""
    if first == second:
        raise ImpossibleError(_("Choose two different names."))
    goal, said = room, []
    for key in (first, second):
        if not any(key in spot.contestants for spot in room.in_round(round)):
            raise ImpossibleError(
                _("%(name)s has no seat in round %(round)d."), name=room.name(key), round=round
            )
    for spot in room.in_round(round):
        if {first, second}.intersection(spot.contestants):
            goal = goal.having(replace(spot, seats=_swapped(room, spot, first, second)))
            said += _results_stay(spot)
    text = _("Round %(round)d: %(first)s and %(second)s have each other's seats.")
    params = {"round": round, "first": room.name(first), "second": room.name(second)}
    return settle("exchange", room, goal, [Message(text, params), *said], is_done=True)


def _swapped(room: Room, spot: Spot, first: int, second: int) -> dict[str, Holder]:
    seats = dict(spot.seats)
    for gone, comes in ((first, second), (second, first)):
        places = spot.seats_of(gone)
        seats |= replace(room, spots=room.in_round(spot.round)).seats_for(comes, places)
    return seats


def _results_stay(spot: Spot) -> list[Message]:
    if not spot.played:
        return []
    text = _("The results of table %(table)d stay as they are (boards %(boards)s).")
    return [Message(text, {"table": spot.table, "boards": ", ".join(map(str, spot.played))})]


def move_results(room: Room, *, origin: Key, goal: Key) -> Change:
    """Boards that were entered for one table were played at another: their results go there.

    Boards that the other table was not to play change tables with them.
    """
    here, there = _spot(room, *origin), _spot(room, *goal)
    if origin == goal:
        raise ImpossibleError(_("Choose two different tables."))
    if not here.played:
        raise ImpossibleError(_("Table %(table)d has no result in round %(round)d."), **_where(here))
    if not there.is_played:
        raise ImpossibleError(_("Nobody plays at table %(table)d in round %(round)d."), **_where(there))
    clash = sorted(set(here.played) & set(there.played))
    if clash:
        text = _("Table %(table)d has a result on board %(board)d in round %(round)d already; withdraw one.")
        raise ImpossibleError(text, **_where(there), board=clash[0])
    moved = _moved(room, here, there)
    text = _("The results of boards %(boards)s go from table %(from)d to table %(to)d.")
    params = {"boards": ", ".join(map(str, here.played)), "from": here.table, "to": there.table}
    lines = tuple(LineMove(origin, goal, board) for board in here.played)
    return settle("move_results", room, moved, [Message(text, params)], is_done=True, moves=lines)


def _moved(room: Room, here: Spot, there: Spot) -> Room:
    foreign = tuple(board for board in here.played if board not in there.boards)
    if not here.boards and not there.boards:
        boards = (), ()
    else:
        given = there.unplayed[: len(foreign)]
        boards = (
            tuple(sorted({*here.boards, *given} - set(foreign))),
            tuple(sorted({*there.boards, *foreign} - set(given))),
        )
    emptied = replace(here, boards=boards[0], played=(), is_begun=True)
    filled = replace(there, boards=boards[1], played=(*there.played, *here.played), is_begun=True)
    return room.having(emptied, filled)


def _spot(room: Room, number: int, table: int) -> Spot:
    spot = room.at((number, table))
    if spot is None:
        raise ImpossibleError(_("There is no table %(table)d in round %(round)d."), table=table, round=number)
    return spot


def _where(spot: Spot) -> dict[str, int]:
    return {"table": spot.table, "round": spot.round}


PLANNERS = {
    "arrive": arrive,
    "leave": leave,
    "substitute": substitute,
    "merge": merge,
    "drop_board": drop_board,
    "cut_round": cut_round,
    "drop_round": drop_round,
    "add_round": add_round,
    "turn": turn,
    "exchange": exchange,
    "move_results": move_results,
}
AFTERWARDS = ("turn", "exchange", "move_results")
"""What may still be put right once play has ended."""


# --- the chart of what changes ------------------------------------------------------------------


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
