"""Tables of different sizes for single players: everybody who can play plays, and meets new people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from types import MappingProxyType

from scoring.movements.plan import Movement, MovementError, Place, make_movement
from scoring.movements.reseating import Block, History, Round, count_meetings, fill, reseat
from scoring.movements.schedules import find_schedule
from scoring.words import Message
from scoring.words import mark as _

SLUG = "mixed"
NAME = _("Tables of four and three")
OTHER_NAME = _("Tables of several sizes")
NAMES_BY_SIZES: Mapping[frozenset[int], str] = {
    frozenset({2}): _("Tables of two"),
    frozenset({3}): _("Tables of three"),
    frozenset({4}): _("Tables of four"),
    frozenset({5}): _("Tables of five"),
    frozenset({6}): _("Tables of six"),
    frozenset({4, 3}): NAME,
}
THREES = "threes"
THREES_NAME = NAMES_BY_SIZES[frozenset({3})]

Seating = tuple[str, ...]
Partners = Sequence[tuple[int, int]]

SEATINGS: tuple[Seating, ...] = (("S", "W", "N", "E"), ("S", "W", "E"))
BOARDS_PER_ROUND: Mapping[int, int] = {4: 16, 3: 15}


def split_tables(players: int, sizes: Sequence[int] = (4, 3)) -> tuple[int, ...]:
    """The sizes of the tables, largest share to the first of ``sizes``; their sum is who plays.

    Who all fit at one table sit there. Else as few as possible sit out, then as many tables as possible are
    of the first size. With fours and
    threes nobody sits out from six players on. Raises MovementError if there is no full table.
    """
    if players in sizes:
        return (players,)
    for seated in range(players, min(sizes) - 1, -1):
        tables = _fill_sizes(seated, tuple(sizes))
        if tables is not None:
            return tables
    text = _("a table needs %(fewest)d players; there are %(players)d")
    raise MovementError("players", text, fewest=min(sizes), players=players)


def _fill_sizes(players: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    if players == 0:
        return ()
    if not sizes:
        return None
    for count in range(players // sizes[0], -1, -1):
        rest = _fill_sizes(players - count * sizes[0], sizes[1:])
        if rest is not None:
            return (sizes[0],) * count + rest
    return None


def mixed(
    players: int,
    rounds: int = 1,
    boards_per_round: Mapping[int, int] = BOARDS_PER_ROUND,
    *,
    seatings: Sequence[Seating] = SEATINGS,
    partners: Partners = (),
) -> Movement:
    """Seat single players at tables of several sizes, anew for each round.

    ``seatings`` are the seats of each kind of table, clockwise from the scorer, the preferred kind
    first. ``boards_per_round`` is by table size, a multiple of it, so that all declare equally often;
    a size without boards is open-ended. The boards of a later round are numbered on. ``partners`` sit
    opposite each other at every table of four. Raises MovementError.
    """
    sizes = split_tables(players, [len(seats) for seats in seatings])
    _check_arguments(players, rounds, boards_per_round, partners)
    room = _Room(players, sizes, {len(seats): tuple(seats) for seats in seatings}, _by_player(partners))
    tables = _plan_rounds(room, rounds)
    places = _places(room, tables, boards_per_round)
    name = NAMES_BY_SIZES.get(frozenset(sizes), OTHER_NAME)
    return make_movement(SLUG, name, places, entered=players, notes=_notes(room, tables))


def threes(players: int, rounds: int = 1, boards_per_round: int | None = None) -> Movement:
    """Tables of three only, of whom nobody has a partner. Raises MovementError."""
    boards = {3: BOARDS_PER_ROUND[3] if boards_per_round is None else boards_per_round}
    movement = mixed(players, rounds, boards, seatings=SEATINGS[1:])
    return replace(movement, slug=THREES, name=THREES_NAME)


def _check_arguments(
    players: int, rounds: int, boards_per_round: Mapping[int, int], partners: Partners
) -> None:
    if rounds < 1:
        raise MovementError("rounds", _("there must be at least one round"))
    for size, boards in boards_per_round.items():
        if boards < 0 or boards % size:
            text = _("at a table of %(size)d, boards come in multiples of %(size)d; %(boards)d is not one")
            raise MovementError("boards_per_round", text, size=size, boards=boards)
    for number, times in Counter(number for pair in partners for number in pair).items():
        if times > 1:
            text = _("player %(number)d can have only one partner")
            raise MovementError("partners", text, number=number)
        if not 1 <= number <= players:
            text = _("there is no player %(number)d to be a partner")
            raise MovementError("partners", text, number=number)


def _by_player(partners: Partners) -> dict[int, int]:
    return dict(partners) | {second: first for first, second in partners}


@dataclass(frozen=True, slots=True)
class _Room:
    """What stays the same in all the rounds."""

    players: int
    sizes: tuple[int, ...]
    seatings: Mapping[int, Seating]
    partners: Mapping[int, int]


def _plan_rounds(room: _Room, rounds: int) -> list[Round]:
    """The players at each table, round by round, in no order of seats."""
    is_free = not room.partners and sum(room.sizes) == room.players
    planned = list(find_schedule(room.sizes, rounds)) if is_free else []
    while len(planned) < rounds:
        blocks = _blocks(room, planned)
        if planned:
            tables = reseat(blocks, room.sizes, History.of(planned, room.sizes))
        else:
            tables = fill(blocks, room.sizes)
        planned.append(tuple(tuple(player for block in table for player in block) for table in tables))
    return planned


def _blocks(room: _Room, planned: Sequence[Round]) -> list[Block]:
    """Who moves together in the next round: partners, unless one sits out or a table of three needs one."""
    playing = _playing(room, planned)
    couples = [(a, b) for a, b in room.partners.items() if a < b and a in playing and b in playing]
    single = len(playing) - 2 * len(couples)
    missing = max(0, sum(size % 2 for size in room.sizes) - single) // 2
    short = Counter(p for tables in planned for table in tables if len(table) % 2 for p in table)
    split = sorted(couples, key=lambda couple: (short[couple[0]] + short[couple[1]], -couple[0]))[:missing]
    together = {player: couple for couple in couples if couple not in split for player in couple}
    return list(dict.fromkeys(together.get(player, (player,)) for player in playing))


def _playing(room: _Room, planned: Sequence[Round]) -> tuple[int, ...]:
    """Who plays next: those who have played least, then the lowest numbers."""
    played = Counter(player for tables in planned for table in tables for player in table)
    ranked = sorted(range(1, room.players + 1), key=lambda player: (played[player], player))
    return tuple(sorted(ranked[: sum(room.sizes)]))


def _places(room: _Room, rounds: Sequence[Round], boards_per_round: Mapping[int, int]) -> list[Place]:
    places: list[Place] = []
    most = max(boards_per_round.get(size, 0) for size in room.sizes)
    for round_number, tables in enumerate(rounds, start=1):
        for table, players in enumerate(tables, start=1):
            start = (round_number - 1) * most + 1
            boards = tuple(range(start, start + boards_per_round.get(len(players), 0)))
            seats = dict(zip(room.seatings[len(players)], players, strict=True))
            places.append(Place(round_number, table, seats, boards))
    return seat_again(places, room.partners)


def seat_again(places: Sequence[Place], partners: Mapping[int, int] = MappingProxyType({})) -> list[Place]:
    """The same tables with the best seats at each: partners opposite, then new ones, then who scored least.

    ``partners`` gives for each player who has one the other. The first seat of a table is the scorer's.
    """
    scored: Counter[int] = Counter()
    together: Counter[frozenset[int]] = Counter()
    seated = []
    for place in places:
        best = min(_orders(place), key=partial(_unwelcome, scored, together, partners))
        scored[next(iter(best.seats.values()))] += 1
        together.update(_sides(best))
        seated.append(best)
    return seated


def _orders(place: Place) -> Iterator[Place]:
    """The table with its players in every order."""
    for order in permutations(place.seats.values()):
        yield replace(place, seats=dict(zip(place.seats, order, strict=True)))


def _unwelcome(
    scored: Counter[int], together: Counter[frozenset[int]], partners: Mapping[int, int], place: Place
) -> tuple[int, int, int]:
    sides = _sides(place)
    present = place.seats.values()
    apart = sum(partners.get(p) in present and {p, partners[p]} not in sides for p in present)
    return apart, sum(together[side] for side in sides), scored[next(iter(present))]


def _sides(place: Place) -> list[frozenset[int]]:
    """The partners at a table of two sides."""
    twos = ((player, place.partner_of(player)) for player in place.seats.values())
    return list(dict.fromkeys(frozenset((one, other)) for one, other in twos if other is not None))


def _notes(room: _Room, rounds: Sequence[Round]) -> tuple[Message, ...]:
    return (
        *_size_notes(room),
        *_sit_out_notes(room, rounds),
        *_meeting_notes(room, rounds),
    )


def _size_notes(room: _Room) -> tuple[Message, ...]:
    text = _("Tables of %(size)d: %(count)d")
    return tuple(Message(text, {"size": s, "count": c}) for s, c in Counter(room.sizes).items())


def _sit_out_notes(room: _Room, rounds: Sequence[Round]) -> tuple[Message, ...]:
    text = _("Player %(number)d sits out round %(round)d")
    return tuple(
        Message(text, {"number": number, "round": round_number})
        for round_number, tables in enumerate(rounds, start=1)
        for number in range(1, room.players + 1)
        if not any(number in table for table in tables)
    )


def _meeting_notes(room: _Room, rounds: Sequence[Round]) -> tuple[Message, ...]:
    if len(rounds) == 1:
        return ()
    met = count_meetings(rounds)
    again = sum(times > 1 for (a, b), times in met.items() if room.partners.get(a) != b)
    if not again and room.partners:
        return (Message(_("Nobody meets the same opponents twice")),)
    if not again:
        return (Message(_("No two players meet twice")),)
    return (Message(_("Pairs of players who meet more than once: %(count)d"), {"count": again}),)
