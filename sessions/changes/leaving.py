"""Somebody goes home, is replaced, or goes to another table: the rounds that are left, without."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from clubs.names import name_key
from scoring.words import Message
from scoring.words import mark as _

from .change import Change, settle
from .rematching import leave_teams
from .room import ImpossibleError, Room, Spot, Who
from .seating import fit, seat_round, tell_round
from .vacancies import lone, take_seat, tell_meeting


def leave(room: Room, *, contestant: int) -> Change:
    """Somebody goes home: whatever round has begun at the table stays, the rest is played without."""
    who = room.people[contestant]
    gone = replace(room, left=room.left | {contestant})
    if not _spots_ahead(gone, contestant) and room.drawing is None:
        text = _("%(name)s has no seat in the rounds that are left; cut the round short instead.")
        raise ImpossibleError(text, name=who.name)
    goal, sentences = _leaver(room)(gone, who)
    warnings: tuple[Message, ...] = ()
    if room.has_teams and room.drawing is None:
        found = leave_teams(gone, goal, sentences)
        goal, sentences, warnings = found.room, list(found.sentences), found.warnings
    if room.drawing is not None:
        sentences.append(Message(_("%(name)s is not drawn any more."), {"name": who.name}))
    begun = [spot for spot in room.spots if contestant in spot.contestants and spot.is_begun]
    if begun:
        text = _("The results of %(name)s count; round %(round)d at table %(table)d stays as it is.")
        last = begun[-1]
        params = {"name": who.name, "round": last.round, "table": last.table}
        sentences = [Message(text, params), *sentences]
    details = {} if room.drawing is None else {"unplayed": list(room.open_rounds)}
    change = settle("leave", room, goal, sentences, left=contestant, details=details)
    return replace(change, faults=warnings) if warnings else change


def _leaver(room: Room) -> Callable[[Room, Who], tuple[Room, list[Message]]]:
    if room.drawing is not None and not room.drawing.is_bracket:
        return _leave_draw
    return _leave_pairs if room.are_pairs else _leave_tables


def _leave_draw(room: Room, who: Who) -> tuple[Room, list[Message]]:
    """Where rounds are drawn: whoever waits for an opponent, in line or alone at a table, takes the seat."""
    spots = _spots_ahead(room, who.key)
    hosts = {key for spot in spots for key in spot.contestants if key != who.key}
    if len(hosts) != 1:
        return _leave_pairs(room, who)
    host, number = hosts.pop(), spots[0].round
    without = room.without([spot.key for spot in spots])
    alone = [_stand_up(spot, who.key) for spot in spots]
    others = [(key, ()) for key in room.waiting if key not in (who.key, host)]
    for guest, left in (*others, *lone(without, [number])):
        goal = take_seat(without.without([spot.key for spot in left]), alone, host, guest)
        if goal is not None:
            tables = [spot.table for spot in spots]
            return goal, [tell_meeting(number, tables, (room.name(guest), room.name(host)))]
    return _leave_pairs(room, who)


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
        text = _("Round %(round)d: %(other)s sit out at table %(table)d.")
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
            room = seat_round(room, spot.round)
            said = tell_round(room, spot.round)
        else:
            text = _("Too few would be left at table %(table)d, and round %(round)d has begun elsewhere.")
            raise ImpossibleError(text, table=spot.table, round=spot.round)
        sentences += said
    return room, sentences


def _shrink(room: Room, spot: Spot, who: Who) -> tuple[Room, list[Message]]:
    players = len(spot.seats) - 1
    seats = fit(_stand_up(spot, who.key).seats.items(), room.places(players))
    text = _("Round %(round)d: table %(table)d plays with %(players)d, without %(name)s.")
    params = {"round": spot.round, "table": spot.table, "players": players, "name": who.name}
    smaller = replace(spot, seats=seats, boards=room.boards_for(spot.round, players))
    return room.having(smaller), [Message(text, params)]


# --- another player, tables together ------------------------------------------------------------


def substitute(room: Room, *, player: int, name: str, from_round: int, whole: bool = False) -> Change:
    """Somebody sits in for a player from a round on; the contestant stays the same.

    Where the round has begun, the boards that were played stay with who played them, unless the ``whole``
    round is the substitute's.
    """
    if any(name_key(name) == name_key(known) for who in room.people.values() for known in who.names):
        raise ImpossibleError(_("%(name)s is entered already."), name=name)
    goal, owner, halfway = room, None, []
    for spot in room.spots:
        places = [place for place, holder in spot.seats.items() if holder.player == player]
        if places and spot.round >= from_round:
            halfway += [] if whole or not spot.played else [spot]
            owner = spot.seats[places[0]].contestant
            goal = goal.having(_sit_in(spot, places))
    if owner is None:
        raise ImpossibleError(_("That player has no seat from round %(round)d on."), round=from_round)
    text = _("From round %(round)d on, %(name)s sits in for a player of %(contestant)s.")
    if len(room.people[owner].players) < 2:
        text = _("From round %(round)d on, %(name)s plays for %(contestant)s.")
    params = {"round": from_round, "name": name, "contestant": room.name(owner)}
    sentences = [
        Message(text, params),
        *_stay(room, halfway, owner, player),
        Message(_("The results count for the same contestant as before.")),
    ]
    played = [[spot.round, spot.table, list(spot.played)] for spot in halfway]
    details = {"played": played} if played else {}
    return settle("substitute", room, goal, sentences, substitute=(owner, name), details=details)


def _stay(room: Room, halfway: Sequence[Spot], owner: int, player: int) -> Iterator[Message]:
    """What somebody has played of a round before another sits in."""
    names = dict(zip(room.people[owner].players, room.people[owner].names, strict=True))
    text = _("Round %(round)d, table %(table)d: what has been played stays with %(name)s: %(boards)s.")
    for spot in halfway:
        boards = ", ".join(map(str, spot.played))
        who = {"name": names.get(player, room.name(owner)), "boards": boards}
        yield Message(text, {"round": spot.round, "table": spot.table, **who})


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
    seats = fit([*host.seats.items(), *(("", holder) for holder in guest.seats.values())], places)
    met = _boards_met(room.without([host.key, guest.key]), {*host.contestants, *guest.contestants})
    fresh = (boards for boards in _board_sets(room, host, guest, len(seats)) if not met & set(boards))
    boards = next(fresh, None)
    return None if boards is None else replace(host, seats=seats, boards=boards)


def _boards_met(room: Room, contestants: set[int]) -> set[int]:
    """The boards that any of them plays, in whatever round."""
    spots = (spot for spot in room.spots if spot.is_played and contestants.intersection(spot.contestants))
    return {board for spot in spots for board in spot.boards}


def _board_sets(room: Room, host: Spot, guest: Spot, players: int) -> list[tuple[int, ...]]:
    """The boards that a merged table may play: its own first, then those that nobody else has just then."""
    if not room.are_pairs:
        return [room.boards_for(host.round, players)]
    in_use = {spot.boards for spot in room.in_round(host.round) if spot.is_played}
    others = sorted({spot.boards for spot in room.spots}, key=lambda boards: (boards in in_use, boards))
    return list(dict.fromkeys((host.boards, guest.boards, *others)))
