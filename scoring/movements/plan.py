"""Who sits where, with which boards, in every round of a session; and what can be wrong with it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from scoring.words import Message
from scoring.words import mark as _

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


class MovementError(ValueError):
    """A movement that cannot be built: ``where`` names the argument, ``message`` says why."""

    def __init__(self, where: str, template: str, **params: object) -> None:
        self.where = where
        self.message = Message(template, params)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Place:
    """One table in one round, both counted from 1.

    ``seats`` maps a seat to the number of the contestant there: a pair has two seats, and the seats
    of a missing pair are absent. ``boards`` are the boards that lie on the table, whether or not
    anybody plays them; empty where the game has no fixed number of deals.
    """

    round: int
    table: int
    seats: Mapping[str, int]
    boards: tuple[int, ...] = ()

    @property
    def contestants(self) -> tuple[int, ...]:
        """The numbers at the table, each once, in the order of the seats."""
        return tuple(dict.fromkeys(self.seats.values()))

    @property
    def is_played(self) -> bool:
        """Whether anybody has an opponent here."""
        return len(self.contestants) > 1

    @property
    def played_boards(self) -> tuple[int, ...]:
        """The boards for which a line is expected from this table; none at a sit-out."""
        return self.boards if self.is_played else ()

    def seats_of(self, number: int) -> tuple[str, ...]:
        """The seats that a contestant takes, in the order of ``seats``."""
        return tuple(seat for seat, holder in self.seats.items() if holder == number)

    def partner_of(self, number: int) -> int | None:
        """The other player of the side where four single players play two against two, else None."""
        if set(self.seats) != set(OPPOSITE) or len(self.contestants) < 4:
            return None
        return self.seats[OPPOSITE[self.seats_of(number)[0]]]

    def opponents_of(self, number: int) -> tuple[int, ...]:
        """Everybody else at the table, but for a partner."""
        own = {number, self.partner_of(number)}
        return tuple(other for other in self.contestants if other not in own)


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session: its ``places`` by round and table, and ``notes`` for the director.

    ``winners`` is 2 where North-South and East-West are ranked apart. ``boards`` counts the different
    boards in play, 0 in open-ended games. ``contestants`` are all the numbers entered, ascending, with
    those that never sit. ``planned`` are the rounds to be played where all after the first are drawn from
    results, so that they have no places yet. Where ``teams`` play, the numbers are those of their pairs: 1
    to ``teams`` the first pair of each, and as many more the second; 0 where each number is ranked itself.
    ``sections`` are the tables of each section, in the order of the tables; empty where the field is one.
    ``breaks`` are the minutes of each break by the round after which it comes.
    """

    slug: str
    name: str
    rounds: int
    tables: int
    winners: int
    boards: int
    contestants: tuple[int, ...]
    places: tuple[Place, ...]
    notes: tuple[Message, ...] = ()
    planned: int = 0
    teams: int = 0
    sections: tuple[int, ...] = ()
    breaks: Mapping[int, int] = field(default_factory=dict)

    def section_at(self, table: int) -> str:
        """The letter of a table's section: A, B ... Z, AA, AB ...; A where the field is one."""
        number = sum(last < table for last in accumulate(self.sections[:-1]))
        tens, ones = divmod(number, 26)
        return (chr(ord("A") + tens - 1) if tens else "") + chr(ord("A") + ones)

    def holder(self, number: int) -> int:
        """Who is ranked for what a number plays: its team, or the number itself."""
        return (number - 1) % self.teams + 1 if self.teams else number

    @property
    def holders(self) -> int:
        """How many are ranked: teams, or the numbers up to the highest."""
        return self.teams or max(self.contestants)

    def in_round(self, round_number: int) -> tuple[Place, ...]:
        """The tables of one round."""
        return tuple(place for place in self.places if place.round == round_number)

    def at(self, *, round_number: int, table: int) -> Place | None:
        """The place at a table in a round; None where the table stands empty."""
        found = (p for p in self.places if p.round == round_number and p.table == table)
        return next(found, None)

    def sit_outs(self, round_number: int) -> tuple[int, ...]:
        """Who does not play in a round, ascending: not seated, or seated without an opponent."""
        places = self.in_round(round_number)
        playing = {number for place in places if place.is_played for number in place.contestants}
        return tuple(number for number in self.contestants if number not in playing)


def make_movement(
    slug: str,
    name: str,
    places: Iterable[Place],
    *,
    entered: int = 0,
    winners: int = 1,
    notes: Sequence[Message] = (),
    planned: int = 0,
    teams: int = 0,
    sections: Sequence[int] = (),
) -> Movement:
    """A movement of these places, in order, with rounds, tables and boards counted from them.

    The contestants are 1 to ``entered`` and whoever else has a seat; both pairs of all ``teams``.
    """
    ordered = tuple(sorted(places, key=lambda place: (place.round, place.table)))
    seated = {number for place in ordered for number in place.contestants}
    return Movement(
        slug=slug,
        name=name,
        rounds=max(place.round for place in ordered),
        tables=max(place.table for place in ordered),
        winners=winners,
        boards=len({board for place in ordered for board in place.boards}),
        contestants=tuple(sorted(seated.union(range(1, max(entered, 2 * teams) + 1)))),
        places=ordered,
        notes=tuple(notes),
        planned=planned,
        teams=teams,
        sections=tuple(sections),
    )


def seat_pairs(ns: int | None, ew: int | None) -> dict[str, int]:
    """The seats of two pairs; None is the missing pair, whose seats are left out."""
    seats = {"N": ns, "S": ns, "E": ew, "W": ew}
    return {seat: pair for seat, pair in seats.items() if pair is not None}


def board_set(number: int, size: int) -> tuple[int, ...]:
    """The boards of a set: set 1 of size 3 is boards 1, 2, 3; set 2 is boards 4, 5, 6."""
    return tuple(range((number - 1) * size + 1, number * size + 1))


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one contestant is in one round; ``table`` is None for who has no seat.

    ``seats`` is as written on a guide card: ``"NS"`` for a pair, ``"E"`` for a player.
    """

    round: int
    table: int | None
    seats: str = ""
    partner: int | None = None
    opponents: tuple[int, ...] = ()
    boards: tuple[int, ...] = ()

    @property
    def is_sit_out(self) -> bool:
        """Whether the contestant plays nothing in this round."""
        return not self.opponents


def chart(movement: Movement) -> dict[int, tuple[Stop, ...]]:
    """For each contestant, ascending, one stop a round: the stuff of guide cards."""
    found: dict[tuple[int, int], Stop] = {}
    for place in movement.places:
        for number in place.contestants:
            found[number, place.round] = _stop(place, number)
    rounds = range(1, movement.rounds + 1)
    return {
        number: tuple(found.get((number, r), Stop(round=r, table=None)) for r in rounds)
        for number in movement.contestants
    }


def _stop(place: Place, number: int) -> Stop:
    return Stop(
        round=place.round,
        table=place.table,
        seats="".join(place.seats_of(number)),
        partner=place.partner_of(number),
        opponents=place.opponents_of(number),
        boards=place.played_boards,
    )


@dataclass(frozen=True, slots=True)
class Share:
    """Boards that more than one table plays in the same round."""

    round: int
    tables: tuple[int, ...]
    boards: tuple[int, ...]


def find_shares(movement: Movement) -> tuple[Share, ...]:
    """Where tables need the same boards at once, by round and table."""
    shares: dict[tuple[int, tuple[int, ...]], list[int]] = defaultdict(list)
    for (round_number, board), tables in _tables_by_board(movement).items():
        if len(tables) > 1:
            shares[round_number, tuple(sorted(tables))].append(board)
    return tuple(Share(r, tables, tuple(sorted(boards))) for (r, tables), boards in sorted(shares.items()))


def _tables_by_board(movement: Movement) -> dict[tuple[int, int], list[int]]:
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place in movement.places:
        for board in place.played_boards:
            tables[place.round, board].append(place.table)
    return tables


def check_movement(movement: Movement, *, copies: int | None = None) -> tuple[Message, ...]:
    """Every fault of a movement, in words that name round, table and contestant; empty when sound.

    A sound movement fits its numbers of rounds, tables and contestants, seats nobody twice in a round,
    and gives nobody a board twice. Tables that share boards are at fault only if they outnumber the
    ``copies`` of each board.
    """
    return (
        *_frame_faults(movement),
        *_seat_faults(movement),
        *_board_faults(movement),
        *(_copy_faults(movement, copies) if copies is not None else ()),
    )


def _frame_faults(movement: Movement) -> Iterator[Message]:
    times = Counter((place.round, place.table) for place in movement.places)
    for (round_number, table), count in times.items():
        where = {"round": round_number, "table": table}
        if not 1 <= round_number <= movement.rounds or not 1 <= table <= movement.tables:
            yield Message(_("Round %(round)d, table %(table)d is outside the movement"), where)
        if count > 1:
            yield Message(_("Round %(round)d has table %(table)d more than once"), where)


def _seat_faults(movement: Movement) -> Iterator[Message]:
    tables: dict[tuple[int, int], int] = {}
    entered = set(movement.contestants)
    for place in movement.places:
        for number in place.contestants:
            who = {"round": place.round, "table": place.table, "number": number}
            if number not in entered:
                yield Message(_("Round %(round)d, table %(table)d: number %(number)d is not entered"), who)
            if _plays_itself(place, number):
                yield Message(_("Round %(round)d, table %(table)d: number %(number)d has both sides"), who)
            first = tables.setdefault((place.round, number), place.table)
            if first != place.table:
                text = _("Round %(round)d: number %(number)d sits at tables %(first)d and %(table)d")
                yield Message(text, who | {"first": first})


def _plays_itself(place: Place, number: int) -> bool:
    seats = place.seats_of(number)
    return any(OPPOSITE.get(seat) != other for seat in seats for other in seats if seat != other)


def _board_faults(movement: Movement) -> Iterator[Message]:
    met: dict[tuple[int, int], int] = {}
    text = _(
        "Round %(round)d, table %(table)d: number %(number)d meets board %(board)d again (round %(first)d)"
    )
    for place in movement.places:
        for number in place.contestants:
            for board in place.played_boards:
                who = {"round": place.round, "table": place.table, "number": number, "board": board}
                if (number, board) in met:
                    yield Message(text, who | {"first": met[number, board]})
                met.setdefault((number, board), place.round)


def _copy_faults(movement: Movement, copies: int) -> Iterator[Message]:
    text = _("Round %(round)d: tables %(tables)s need the same boards, and there are %(copies)d copies")
    for share in find_shares(movement):
        if len(share.tables) > copies:
            tables = ", ".join(map(str, share.tables))
            yield Message(text, {"round": share.round, "tables": tables, "copies": copies})
