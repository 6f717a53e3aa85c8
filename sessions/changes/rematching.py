"""Where all matches of teams were arranged at the start: one comes late or leaves, and the rest changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from scoring.movements.rematching import Stage, rematch
from scoring.movements.teams import SLUG as WHIST
from scoring.words import Message
from scoring.words import mark as _

from .change import find_faults
from .draw import sat_at, seat_teams
from .room import Holder, ImpossibleError, Room, Spot, Who
from .vacancies import tell_meeting

Two = tuple[int, int]
Boards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rematched:
    """The room with other matches, what is said of them, and who meets again."""

    room: Room
    sentences: tuple[Message, ...]
    warnings: tuple[Message, ...] = ()


def join_teams(room: Room, who: Who) -> Rematched:
    """A late team meets whoever is without an opponent, or else all the matches ahead are arranged anew."""
    if not room.open_rounds:
        raise ImpossibleError(_("No round is left in which %(name)s could sit down."), name=who.name)
    return _take_free_seats(room, who) or _rearrange(room, who)


def leave_teams(room: Room, without: Room, sentences: Sequence[Message]) -> Rematched:
    """A team leaves: its opponents sit out, as ``without`` has it, unless other matches leave fewer idle."""
    stays = Rematched(without, tuple(sentences))
    if not room.open_rounds or len(room.present()) < 2:
        return stays
    arranged = _rearrange(without)
    is_split = any(_is_lone(spot) for spot in without.spots) and _has_split_teams(without)
    if is_split or _idle(arranged.room) < _idle(without):
        begun = tuple(m for m in sentences if m.params.get("round") not in room.open_rounds)
        return replace(arranged, sentences=(*begun, *arranged.sentences))
    return stays


# --- free seats ---------------------------------------------------------------------------------


def _take_free_seats(room: Room, who: Who) -> Rematched | None:
    """In each round that is left, opposite who sits alone or has a bye; None where that cannot be."""
    goal, said = room, []
    for number in room.open_rounds:
        lone = [spot for spot in goal.in_round(number) if _is_lone(spot)]
        if lone:
            goal = goal.having(*(_opposite(goal, spot, who.key) for spot in lone))
            tables, hosts = [spot.table for spot in lone], [spot.contestants[0] for spot in lone]
        else:
            hosts = _without_match(goal, number, who.key)[:1]
            if not hosts or _have_met(goal, hosts[0], who.key):
                return None
            two = (hosts[0], who.key)
            spots = _meet(goal, _homes(goal), [number], two, _fresh(goal, number, two))
            goal, tables = goal.having(*spots), [spot.table for spot in spots]
        said += [tell_meeting(number, tables, (who.name, _named(room, hosts)))]
    return None if find_faults(room, goal) else Rematched(goal, tuple(said))


def _is_lone(spot: Spot) -> bool:
    return len(spot.contestants) == 1 and not spot.is_begun


def _opposite(room: Room, spot: Spot, team: int) -> Spot:
    free = [place for place in room.seatings[0] if place not in spot.seats]
    return replace(spot, seats={**spot.seats, **{p: Holder(team, sat_at(room, team, p)) for p in free}})


def _without_match(room: Room, number: int, newcomer: int = -1) -> list[int]:
    playing = {key for spot in room.in_round(number) if spot.is_played for key in spot.contestants}
    return [key for key in room.present() if key not in playing and key != newcomer]


def _have_met(room: Room, one: int, other: int) -> bool:
    return any({one, other} <= set(spot.contestants) for spot in room.spots)


def _idle(room: Room) -> int:
    """How many are without an opponent in the rounds that are left, or one of their pairs is."""
    return sum(
        len(
            {*_without_match(room, number), *(s.contestants[0] for s in room.in_round(number) if _is_lone(s))}
        )
        for number in room.open_rounds
    )


def _has_split_teams(room: Room) -> bool:
    """Whether somewhere ahead one pair of a team plays while the other sits alone."""
    return any(
        _is_lone(spot) and spot.contestants[0] not in _without_match(room, spot.round)
        for spot in room.spots
        if spot.round in room.open_rounds
    )


# --- all of it anew -----------------------------------------------------------------------------


def _rearrange(room: Room, newcomer: Who | None = None) -> Rematched:
    """Other matches in the rounds that are left, but for those in which matches that have begun end."""
    kept = [number for number in room.open_rounds if _ends_matches(room, number)]
    free = [number for number in room.open_rounds if number not in kept]
    said = list(_tell_kept(kept))
    if not free:
        free = [max(room.rounds) + 1]
        said.append(Message(_("Round %(round)d is played as well."), {"round": free[0]}))
    pool = _Pool(room)
    room = room.without([spot.key for number in free for spot in room.in_round(number)])
    met = list(_met(room))
    waited = [team for number in room.rounds for team in _without_match(room, number)]
    stages = rematch(room.present(), len(free), met, waited=waited, over_two=room.movement == WHIST)
    homes = _homes(room)
    if newcomer:
        params = {"name": newcomer.name, "table": homes[newcomer.key]}
        said.append(Message(_("%(name)s sit North-South at table %(table)d."), params))
    warnings: list[Message] = []
    rounds = iter(free)
    for stage in stages:
        numbers = [next(rounds) for _round in range(stage.rounds)]
        warnings += _tell_again(room, stage, numbers[0])
        dealt = pool.deal(room, stage.matches)
        for two, boards in zip(stage.matches, dealt, strict=True):
            room = room.having(*_meet(room, homes, numbers, two, boards))
        said.append(_tell_stage(room, stage, numbers))
    return Rematched(room, (*said, *pool.tell_new()), tuple(warnings))


def _ends_matches(room: Room, number: int) -> bool:
    """Whether a match of which one table has begun is finished at another in this round."""
    begun = {_meeting(spot) for spot in room.spots if spot.round not in room.open_rounds and spot.is_played}
    return any(spot.is_played and _meeting(spot)[::-1] in begun for spot in room.in_round(number))


def _meeting(spot: Spot) -> tuple[tuple[int, Boards], tuple[int, Boards]]:
    """North-South and East-West, each with the boards; the other table of the match has them exchanged."""
    home, visitors = (spot.seats[place].contestant for place in "NE")
    return (home, spot.boards), (visitors, spot.boards)


def _met(room: Room) -> Iterator[Two]:
    for spot in room.spots:
        if spot.is_played:
            one, other = spot.contestants
            yield (one, other)


def _homes(room: Room) -> dict[int, int]:
    """The table at which each team is North-South: where it was last, or one that is nobody's."""
    found: dict[int, int] = {}
    present = room.present()
    for spot in reversed(room.spots):
        team = spot.seats["N"].contestant if "N" in spot.seats else None
        if team in present and team not in found and spot.table not in found.values():
            found[team] = spot.table
    free = (table for table in count(1) if table not in found.values())
    return found | {team: next(free) for team in present if team not in found}


def _meet(
    room: Room, homes: Mapping[int, int], numbers: Sequence[int], two: Two, boards: Boards
) -> list[Spot]:
    """Both tables of a match: in one round, or the second in the next."""
    sides = zip((numbers[0], numbers[-1]), (two, two[::-1]), strict=True)
    return [
        Spot(number, homes[home], seat_teams(room, home, visitors), boards)
        for number, (home, visitors) in sides
    ]


class _Pool:
    """The sets of boards of an evening, and those that have to be made besides."""

    def __init__(self, room: Room) -> None:
        played = [spot.boards for spot in room.spots if spot.boards]
        self.size = Counter(map(len, played)).most_common(1)[0][0]
        self.sets = sorted({boards for boards in played if len(boards) == self.size})
        self.top = max(board for boards in played for board in boards)
        self.new: list[Boards] = []

    def deal(self, room: Room, matches: Sequence[Two]) -> list[Boards]:
        """For each match a set of its own that neither team has met; known ones as far as they go."""
        met = {team: _boards_of(room, team) for two in matches for team in two}
        fitting = [
            [
                at
                for at, boards in enumerate(self.sets)
                if not met[a] & set(boards) and not met[b] & set(boards)
            ]
            for a, b in matches
        ]
        given: dict[int, int] = {}
        for match in range(len(matches)):
            _find_set(match, fitting, given, set())
        by_match = {match: self.sets[at] for at, match in given.items()}
        return [by_match.get(match) or self._make() for match in range(len(matches))]

    def _make(self) -> Boards:
        boards = tuple(range(self.top + 1, self.top + 1 + self.size))
        self.top = boards[-1]
        self.sets.append(boards)
        self.new.append(boards)
        return boards

    def tell_new(self) -> Iterator[Message]:
        if self.new:
            text = _("Boards %(first)d to %(last)d are needed besides.")
            yield Message(text, {"first": self.new[0][0], "last": self.top})


def _find_set(match: int, fitting: Sequence[Sequence[int]], given: dict[int, int], seen: set[int]) -> bool:
    """Give a match a set, if need be by finding another for who has it."""
    for at in fitting[match]:
        if at not in seen:
            seen.add(at)
            if at not in given or _find_set(given[at], fitting, given, seen):
                given[at] = match
                return True
    return False


def _boards_of(room: Room, team: int) -> set[int]:
    return {board for spot in room.spots if team in spot.contestants for board in spot.boards}


def _fresh(room: Room, number: int, two: Two) -> Boards:
    """Boards for a match in a round that nobody else plays then and neither team has met."""
    pool = _Pool(room)
    busy = {spot.boards for spot in room.in_round(number) if spot.is_played}
    pool.sets = [boards for boards in pool.sets if boards not in busy]
    return pool.deal(room, [two])[0]


# --- in words -----------------------------------------------------------------------------------


def _named(room: Room, teams: Iterable[int]) -> str:
    return ", ".join(room.name(team) for team in dict.fromkeys(teams))


def _tell_kept(rounds: Sequence[int]) -> Iterator[Message]:
    text = _("Round %(round)d stays as it is: matches that have begun are finished there.")
    for number in rounds:
        yield Message(text, {"round": number})


def _tell_stage(room: Room, stage: Stage, numbers: Sequence[int]) -> Message:
    matches = ", ".join(f"{room.name(one)} – {room.name(other)}" for one, other in stage.matches)
    params = {"round": numbers[0], "next": numbers[-1], "matches": matches}
    if stage.idle is not None:
        text = _("Round %(round)d: %(matches)s; without an opponent: %(name)s.")
        return Message(text, {**params, "name": room.name(stage.idle)})
    if stage.rounds > 1:
        return Message(_("Rounds %(round)d and %(next)d, each match over both: %(matches)s."), params)
    return Message(_("Round %(round)d: %(matches)s."), params)


def _tell_again(room: Room, stage: Stage, number: int) -> Iterator[Message]:
    text = _("%(first)s and %(second)s meet again in round %(round)d; they met in round %(last)d.")
    for two in stage.matches:
        last = max((spot.round for spot in room.spots if set(two) <= set(spot.contestants)), default=0)
        if last:
            names = {"first": room.name(two[0]), "second": room.name(two[1])}
            yield Message(text, {**names, "round": number, "last": last})
