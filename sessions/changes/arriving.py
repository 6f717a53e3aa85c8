"""Somebody arrives late: a free seat, a short table, or a rover's round."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from clubs.names import name_key
from scoring.words import Message
from scoring.words import mark as _

from .change import Change, find_faults, settle
from .rematching import join_teams
from .room import NEW, ImpossibleError, Room, Spot, Who
from .seating import fit, meetings, seat_round, tell_round
from .vacancies import lone, seat_new, take_seat, tell_meeting

MOST_STEPS = 20_000
"""How many seats a search tries before it gives up."""

Rounds = Sequence[int]


def arrive(room: Room, *, names: Sequence[str], called: str = "") -> Change:
    """A late player or pair takes a free seat in each round that is left, or goes round as a rover.

    A team has a name that it is ``called``. Whoever had gone home and comes back is the same contestant as
    before.
    """
    back = _returning(room, names)
    who = room.people[back] if back is not None else _newcomer(room, names, called)
    people = {**room.people, who.key: who}
    room = replace(room, people=people, left=room.left - {who.key})
    if room.has_teams and room.drawing is None:
        found = join_teams(room, who)
        change = settle("arrive", room, found.room, found.sentences, newcomer=who, is_back=back is not None)
        return replace(change, faults=found.warnings)
    if room.drawing is not None:
        goal, sentences = _join_draw(room, who)
    else:
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


def _newcomer(room: Room, names: Sequence[str], called: str) -> Who:
    number = max((who.number for who in room.people.values()), default=0) + 1
    players = tuple(-1 - at for at in range(len(names)))
    return Who(NEW, number, tuple(names), players, own_name=called)


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
        met = meetings(room, before=number)
        spot = min(short, key=lambda each: sum(met[frozenset((who.key, c))] for c in each.contestants))
        return _join_spot(room, spot, who)
    if is_open:
        goal = seat_round(room, number)
        if any(who.key in spot.contestants for spot in goal.in_round(number)):
            return goal, tell_round(goal, number)
    return None


def _join_spot(room: Room, spot: Spot, who: Who) -> tuple[Room, list[Message]]:
    players = len(spot.seats) + 1
    newcomer = room.seats_for(who.key, [""])
    seats = fit([*spot.seats.items(), *newcomer.items()], room.places(players))
    joined = replace(spot, seats=seats, boards=room.boards_for(spot.round, players))
    text = _("Round %(round)d: %(name)s joins table %(table)d, which is then a table of %(players)d.")
    params = {"round": spot.round, "name": who.name, "table": spot.table, "players": players}
    return room.having(joined), [Message(text, params)]


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


def _join_draw(room: Room, who: Who) -> tuple[Room, list[Message]]:
    """Where rounds are drawn: opposite whoever has no opponent in a round not begun, or drawn next time."""
    for host, spots in lone(room, [number for number in room.rounds if _may_join(room, number)]):
        goal = take_seat(room, spots, host, who.key)
        if goal is not None:
            return goal, [_tell_match(room, spots[0].round, [spot.table for spot in spots], who, host)]
    for number in room.open_rounds if room.drawing.bye_wins else ():
        for host in room.waiting if _may_join(room, number) else ():
            found = seat_new(room, number, host, who.key)
            if found is not None:
                tables = found[1].tables(has_teams=room.has_teams)
                return found[0], [_tell_match(room, number, tables, who, host)]
    if not room.drawing.takes_latecomers:
        raise ImpossibleError(_("Nobody can come in any more: the first round has begun or is full."))
    return room, [Message(_("%(name)s takes part from the next round that is drawn."), {"name": who.name})]


def _may_join(room: Room, number: int) -> bool:
    """Whether a newcomer may take a place in a round; in a knock-out nobody comes in after the first."""
    return number == 1 or room.drawing.takes_latecomers


def _tell_match(room: Room, number: int, tables: Sequence[int], who: Who, host: int) -> Message:
    return tell_meeting(number, tables, (who.name, room.name(host)))


def _take_free_seat(room: Room, number: int, who: Who) -> tuple[Room, Message] | None:
    """Sit down opposite a pair that has no opponent, at its table or at a new one."""
    for spot in room.in_round(number):
        if len(spot.contestants) == 1:
            goal = room.having(_opposite(room, spot, who))
            if not find_faults(room, goal):
                return goal, _meets(number, spot.table, who, room.name(spot.contestants[0]))
    seated = {contestant for spot in room.in_round(number) for contestant in spot.contestants}
    idle = [key for key in room.present() if key not in seated and key != who.key]
    if not idle or any(spot.boards for spot in room.in_round(number)):
        return None
    table = max(spot.table for spot in room.in_round(number)) + 1
    host = room.people[idle[0]]
    alone = Spot(number, table, room.seats_for(host.key, room.seatings[0][::2]), ())
    return room.having(_opposite(room, alone, who)), _meets(number, table, who, host.name)


def _opposite(room: Room, spot: Spot, who: Who) -> Spot:
    free = [place for place in room.seatings[0] if place not in spot.seats]
    return replace(spot, seats={**spot.seats, **room.seats_for(who.key, free)})


def _meets(number: int, table: int, who: Who, other: str) -> Message:
    return tell_meeting(number, [table], (who.name, other))


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
    text = _("Round %(round)d: %(name)s play at table %(table)d instead of %(other)s, who sit out.")
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
