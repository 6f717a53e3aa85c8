"""Every table in every round as a value: who sits where, what has been played, what the game allows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.movements.drawn import Drawing
from scoring.words import Message

NEW = 0
"""Stands for the contestant who is not stored yet; its players are -1 and -2."""

Key = tuple[int, int]
"""Round and table."""


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
    own_name: str = ""

    @property
    def name(self) -> str:
        return self.own_name or " & ".join(self.names) or f"{self.number} {self.group}".strip()


@dataclass(frozen=True, slots=True)
class Room:
    """Everybody's places, and what the game allows: seatings, and boards a round by players at a table.

    ``left`` are the contestants who have gone home, ``waiting`` those who were drawn without an opponent, in
    the order of the line; ``movement`` is the slug of the movement,
    ``drawing`` how further rounds are drawn, if they are.
    """

    spots: tuple[Spot, ...]
    people: Mapping[int, Who]
    seatings: tuple[tuple[str, ...], ...]
    are_pairs: bool
    boards: Mapping[int, int] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    waiting: tuple[int, ...] = ()
    movement: str = ""
    drawing: Drawing | None = None
    has_teams: bool = False

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
