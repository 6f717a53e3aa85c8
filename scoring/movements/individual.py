"""Individual movements: single players at tables of four, each round with a new partner.

In a whist tournament everybody partners everybody once and opposes everybody twice. For 4n players the
highest number sits still and all others go up by one from round to round (modulo 4n - 1); for 4n + 1
everyone goes up (modulo 4n + 1) and one sits out. With 4n + 3 players one of 4n + 4 is missing, and the
others at its table sit out with it: each of them three times.
"""

from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.individual_rows import TEXT
from scoring.movements.lengths import complete_length
from scoring.movements.mitchell import count_note
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement
from scoring.words import Message
from scoring.words import mark as _

SLUG = "individual"
NAME = _("Individual")
RAINBOW = "rainbow-individual"
RAINBOW_NAME = _("Rainbow individual")
SEATS = ("N", "S", "E", "W")

Table = tuple[int, ...]  # North, South, East, West


@cache
def _first_rounds() -> dict[int, tuple[Table, ...]]:
    found = {}
    for line in TEXT.replace("\n ", "").splitlines():
        players, digits = line.split()
        numbers = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
        quarters = (numbers[seat::4] for seat in range(4))
        found[int(players)] = tuple(zip(*quarters, strict=True))
    return found


def _whole(players: int) -> int:
    """For how many players the schedule is that so many use; 0 where there is none."""
    wanted = players + 1 if players % 4 == 3 else players
    return wanted if players >= 4 and (wanted in _first_rounds() or wanted == 9) else 0


def longest_individual(players: int) -> int:
    """Rounds until everybody has had every partner, 0 where no schedule is known (4n + 2 players)."""
    whole = _whole(players)
    return whole - 1 if whole and whole % 4 == 0 else whole


def individual(players: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """The individual movement, curtailed where time asks for it; all tables play the same boards.

    Nobody partners anybody twice. Raises MovementError for other numbers of players, or of rounds.
    """
    longest = longest_individual(players)
    if not longest:
        text = _("%(name)s is not possible with %(players)d players")
        raise MovementError("players", text, name=Message(NAME), players=players)
    rounds, boards_per_round = complete_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    return _build(players, rounds, boards_per_round)


@cache
def _build(players: int, rounds: int, boards_per_round: int) -> Movement:
    whole, stride = _whole(players), _stride(_whole(players), rounds)
    tables = [
        (round_number, table)
        for round_number in range(1, rounds + 1)
        for table in _round(whole, (round_number - 1) * stride)
        if max(table) <= players
    ]
    places = balance_arrows(_place_all(tables, boards_per_round))
    movement = make_movement(SLUG, NAME, places, entered=players)
    notes = _notes(movement, longest_individual(players), boards_per_round)
    return make_movement(SLUG, NAME, places, entered=players, notes=notes)


def _place_all(tables: list[tuple[int, Table]], boards_per_round: int) -> list[Place]:
    places: list[Place] = []
    for round_number, players in tables:
        table = sum(place.round == round_number for place in places) + 1
        seats = dict(zip(SEATS, players, strict=True))
        places.append(Place(round_number, table, seats, board_set(round_number, boards_per_round)))
    return places


def _round(whole: int, step: int) -> tuple[Table, ...]:
    """The tables of one round, so many steps after the first."""
    if whole == 9:
        return _round_of_nine(step)
    modulo = whole - 1 if whole % 4 == 0 else whole

    def advance(number: int) -> int:
        return number if number > modulo else (number - 1 + step) % modulo + 1

    return tuple(tuple(advance(number) for number in table) for table in _first_rounds()[whole])


NINE: tuple[tuple[tuple[int, int], ...], ...] = (
    ((1, 0), (2, 0), (0, 2), (0, 1)),
    ((1, 1), (2, 2), (1, 2), (2, 1)),
)


def _round_of_nine(step: int) -> tuple[Table, ...]:
    """Nine players are the pairs of numbers modulo 3; a round adds one such pair to all of them."""
    right, up = divmod(step % 9, 3)
    return tuple(
        tuple(3 * ((across + right) % 3) + (along + up) % 3 + 1 for across, along in table) for table in NINE
    )


def _stride(whole: int, rounds: int) -> int:
    """How far to go from round to round so that fewest oppose each other twice in a curtailed session."""
    modulo = whole - 1 if whole % 4 == 0 else whole
    if rounds == modulo or whole in (4, 9):
        return 1
    return min(range(1, modulo // 2 + 1), key=lambda stride: _again(whole, modulo, rounds, stride))


def _again(whole: int, modulo: int, rounds: int, stride: int) -> tuple[bool, int]:
    steps = {stride * index % modulo for index in range(rounds)}
    again = sum(
        (step + apart) % modulo in steps for apart in _second_meetings(whole, modulo) for step in steps
    )
    return len(steps) < rounds, again


@cache
def _second_meetings(whole: int, modulo: int) -> tuple[int, ...]:
    """Steps between the rounds in which the same two oppose each other."""
    at: dict[int, list[int]] = {}
    for north, south, east, west in _first_rounds()[whole]:
        for first, second in ((north, east), (north, west), (south, east), (south, west)):
            if max(first, second) > modulo:
                at.setdefault(0, []).append(min(first, second))
                continue
            gap = (second - first) % modulo
            start, gap = (first, gap) if gap <= modulo // 2 else (second, modulo - gap)
            at.setdefault(gap, []).append(start)
    return tuple((starts[0] - later) % modulo for starts in at.values() for later in starts[1:])


def _notes(movement: Movement, longest: int, boards_per_round: int) -> tuple[Message, ...]:
    return (
        _reason(len(movement.contestants), movement.rounds == longest),
        count_note(movement.rounds, boards_per_round, movement.places),
        Message(_("All tables play the same boards in each round and pass them on, or have copies")),
        *_sit_out_notes(len(movement.contestants)),
    )


def _reason(players: int, is_complete: bool) -> Message:
    if not is_complete:
        return Message(_("A new partner in each round"))
    if players % 4 == 3 or players in NEARLY:
        return Message(_("Everybody has every partner once"))
    return Message(_("Everybody has every partner once and every opponent twice"))


NEARLY = frozenset((40, 44, 45, 48, 49))  # opponents not quite twice each


def _sit_out_notes(players: int) -> tuple[Message, ...]:
    if players % 4 == 0:
        return ()
    text = _("Players who sit out each round: %(count)d, in turn")
    return (Message(text, {"count": players % 4}),)


def longest_rainbow(players: int) -> int:
    """Rounds of a rainbow, 0 where it is impossible: four times a number without divisors 2 and 3."""
    tables = players // 4
    is_possible = players % 4 == 0 and tables >= 5 and tables % 2 and tables % 3
    return tables if is_possible else 0


def rainbow_individual(
    players: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """The boards stay; North goes up one table, East down one, South up two, West down two.

    Nobody meets anybody twice. Four winners, one in each seat; as North only ever compares with North.
    """
    tables = longest_rainbow(players)
    if not tables:
        text = _("%(name)s is not possible with %(players)d players")
        raise MovementError("players", text, name=Message(RAINBOW_NAME), players=players)
    rounds, boards_per_round = complete_length(tables, rounds=rounds, boards_per_round=boards_per_round)
    walks = (1, 2, -1, -2)
    places = []
    for step in range(rounds):
        for table in range(tables):
            numbers = [line * tables + (table - walk * step) % tables + 1 for line, walk in enumerate(walks)]
            seats = dict(zip(SEATS, numbers, strict=True))
            places.append(Place(step + 1, table + 1, seats, board_set(table + 1, boards_per_round)))
    notes = (
        Message(_("Nobody meets anybody twice; a winner in each of the four seats")),
        count_note(rounds, boards_per_round, places),
        Message(_("The boards stay; North goes up one table, South two; East goes down one, West two")),
    )
    return make_movement(RAINBOW, RAINBOW_NAME, places, winners=4, notes=notes)
