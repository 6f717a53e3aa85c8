"""Which players of a team sit at which of its two tables, in some rounds."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.words import Message
from scoring.words import mark as _

from .change import Change, settle
from .room import ImpossibleError, Room, Spot

SEATS = ("north", "south", "east", "west")


def line_up(room: Room, *, from_round: int, to_round: int, **players: int) -> Change:
    """From one round to another a team plays with these four; ``players`` are by the names of ``SEATS``.

    They sit wherever their team does in that direction; what is entered there stays.
    """
    seats = {name[0].upper(): players[name] for name in SEATS}
    team = _team_of(room, seats)
    spots = [spot for spot in room.spots if from_round <= spot.round <= to_round and team in spot.contestants]
    if not spots:
        raise ImpossibleError(_("%(team)s has no seat in these rounds."), team=room.name(team))
    goal = room.having(*(_take_seats(spot, team, seats) for spot in spots))
    return settle("line_up", room, goal, [_tell(room, spot, team, seats) for spot in spots])


def _team_of(room: Room, seats: Mapping[str, int]) -> int:
    """The team of which all four are. Raises ImpossibleError."""
    teams = {key for key, who in room.people.items() for player in seats.values() if player in who.players}
    if len(teams) != 1:
        raise ImpossibleError(_("All four play for the same team; these do not."))
    if len(set(seats.values())) < len(seats):
        raise ImpossibleError(_("Nobody sits on two chairs: choose four different players."))
    return teams.pop()


def _take_seats(spot: Spot, team: int, seats: Mapping[str, int]) -> Spot:
    taken = {
        place: replace(holder, player=seats[place]) if holder.contestant == team else holder
        for place, holder in spot.seats.items()
    }
    return replace(spot, seats=taken)


def _tell(room: Room, spot: Spot, team: int, seats: Mapping[str, int]) -> Message:
    names = dict(zip(room.people[team].players, room.people[team].names, strict=True))
    places = spot.seats_of(team)
    pair = " & ".join(names[seats[place]] for place in places)
    text = _("Round %(round)d, table %(table)d: %(pair)s sit %(seats)s for %(team)s.")
    params = {"round": spot.round, "table": spot.table, "pair": pair, "team": room.name(team)}
    return Message(text, params | {"seats": "-".join(places)})
