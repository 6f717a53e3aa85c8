"""Individual movements: single players at tables of four, each round with a new partner.

In a whist tournament everybody partners everybody once and opposes everybody twice. One, two or three sit
out in each round where four do not divide the players, all in turn. In a rainbow everybody keeps a seat,
and there is a winner for each of the four.
"""

from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.balance import balance
from scoring.movements.fields import find_field
from scoring.movements.individual_schedules import (
    LINES,
    WALKS,
    Round,
    find_rounds,
    line_rounds,
    longest_schedule,
)
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


def longest_individual(players: int) -> int:
    """Rounds until everybody has had every partner that there is; 0 where no schedule is known."""
    return longest_schedule(players)


def individual(players: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """The individual movement, curtailed where time asks for it; all tables play the same boards.

    Nobody partners anybody twice, unless six players go on after six rounds. Raises MovementError for
    more rounds than are known, or where none are.
    """
    longest = longest_individual(players)
    if not longest:
        text = _("%(name)s is not possible with %(players)d players")
        raise MovementError("players", text, name=Message(NAME), players=players)
    rounds, boards_per_round = complete_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    return _build(players, rounds, boards_per_round)


@cache
def _build(players: int, rounds: int, boards_per_round: int) -> Movement:
    places = _place_all(find_rounds(players, rounds), boards_per_round)
    movement = make_movement(SLUG, NAME, places, entered=players)
    if balance(movement).spread:
        places = balance_arrows(places)
    return make_movement(SLUG, NAME, places, entered=players, notes=_notes(movement, boards_per_round))


def _place_all(rounds: tuple[Round, ...], boards_per_round: int) -> list[Place]:
    return [
        Place(number, table, dict(zip(SEATS, players, strict=True)), board_set(number, boards_per_round))
        for number, tables in enumerate(rounds, start=1)
        for table, players in enumerate(tables, start=1)
    ]


def _notes(movement: Movement, boards_per_round: int) -> tuple[Message, ...]:
    return (
        _reason(movement),
        count_note(movement.rounds, boards_per_round, movement.places),
        Message(_("All tables play the same boards in each round and pass them on, or have copies")),
        *_sit_out_notes(len(movement.contestants)),
    )


def _reason(movement: Movement) -> Message:
    measured, twos = balance(movement), len(movement.contestants) * (len(movement.contestants) - 1) // 2
    if measured.meetings == {2: twos}:
        return Message(_("Everybody has every partner once and every opponent twice"))
    if max(measured.partnered.values()) > 1:
        return Message(_("Every partner once or twice, and the opponents as evenly as can be"))
    if measured.most_meetings == 1:
        return Message(_("A new partner in each round, and no opponent twice"))
    return Message(_("A new partner in each round"))


def _sit_out_notes(players: int) -> tuple[Message, ...]:
    if players % 4 == 0:
        return ()
    text = _("Players who sit out each round: %(count)d, in turn")
    return (Message(text, {"count": players % 4}),)


def longest_rainbow(players: int) -> int:
    """Rounds of a rainbow, 0 where it is impossible.

    It wants four times 8, 9, 16 or a number of tables without divisors 2 and 3, of which there are five.
    """
    tables = players // LINES
    has_walks = tables % 2 and tables % 3 or bool(find_field(tables))
    return tables if players % LINES == 0 and tables >= 5 and has_walks else 0


def rainbow_individual(
    players: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """The boards stay, and the four seats go round, each at a pace of its own.

    With an odd number of tables that has no divisor 3 North goes up one table, South two, East down one and
    West two; else guide cards say where. Nobody meets anybody twice. Four winners, one in each seat; as North
    only ever compares with North.
    """
    tables = longest_rainbow(players)
    if not tables:
        text = _("%(name)s is not possible with %(players)d players")
        raise MovementError("players", text, name=Message(RAINBOW_NAME), players=players)
    rounds, boards_per_round = complete_length(tables, rounds=rounds, boards_per_round=boards_per_round)
    places = [
        Place(number, table, dict(zip(SEATS, seated, strict=True)), board_set(table, boards_per_round))
        for number, seating in enumerate(_rainbow_rounds(tables)[:rounds], start=1)
        for table, seated in enumerate(seating, start=1)
    ]
    walk = _("The boards stay; North goes up one table, South two; East goes down one, West two")
    cards = _("The boards stay; guide cards say where each player goes")
    notes = (
        Message(_("Nobody meets anybody twice; a winner in each of the four seats")),
        count_note(rounds, boards_per_round, places),
        Message(walk if _walks_plainly(tables) else cards),
    )
    return make_movement(RAINBOW, RAINBOW_NAME, places, winners=4, notes=notes)


def _walks_plainly(tables: int) -> bool:
    return tables % 2 == 1 and tables % 3 != 0


def _rainbow_rounds(tables: int) -> tuple[Round, ...]:
    if not _walks_plainly(tables):
        return line_rounds(tables, WALKS["all"])
    walks = (1, 2, -1, -2)
    return tuple(
        tuple(
            tuple(line * tables + (table - walk * step) % tables + 1 for line, walk in enumerate(walks))
            for table in range(tables)
        )
        for step in range(tables)
    )
