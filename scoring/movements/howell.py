"""Howell movements: one winner, and over all the rounds every pair meets every other once.

In a cyclic Howell of T tables pair 2T sits still, and each other number, and each board set, goes up
by one (modulo 2T - 1) from round to round. The first rounds below are mathematical facts; those for more
than 10 tables were found by search, and with 2T - 1 a prime of the form 4k + 3 from its powers.
"""

from collections.abc import Iterator
from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.cyclic import advance, first_round
from scoring.movements.lengths import complete_length
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "howell"
NAME = _("Howell")

Row = tuple[int, int, int]  # North-South, East-West, board set

FIRST_ROUNDS: dict[int, tuple[Row, ...]] = {
    4: ((8, 1, 1), (3, 6, 4), (2, 7, 6), (5, 4, 7)),
    5: ((10, 1, 1), (6, 3, 2), (9, 5, 3), (2, 4, 8), (8, 7, 9)),
    6: ((12, 1, 1), (11, 10, 2), (9, 6, 4), (8, 4, 5), (7, 2, 6), (3, 5, 10)),
    7: ((14, 1, 1), (11, 8, 5), (2, 7, 8), (4, 6, 9), (13, 12, 11), (10, 3, 12), (5, 9, 13)),
    8: (
        *((16, 1, 1), (10, 8, 2), (6, 2, 3), (13, 5, 4)),
        *((4, 3, 8), (14, 11, 9), (9, 15, 11), (12, 7, 15)),
    ),
    9: (
        *((18, 1, 1), (9, 6, 4), (17, 13, 5), (16, 15, 6), (10, 8, 7)),
        *((2, 7, 8), (3, 12, 14), (5, 11, 15), (14, 4, 17)),
    ),
    10: (
        *((20, 1, 1), (9, 12, 2), (14, 7, 5), (3, 18, 6), (11, 10, 7)),
        *((19, 2, 8), (16, 5, 10), (13, 8, 12), (15, 6, 17), (4, 17, 18)),
    ),
}
WHOLE: dict[int, tuple[tuple[Row, ...], ...]] = {
    2: (
        ((1, 2, 1), (3, 4, 1)),
        ((1, 3, 2), (4, 2, 2)),
        ((1, 4, 3), (2, 3, 3)),
    ),
    3: (
        ((6, 1, 1), (3, 4, 2), (5, 2, 4)),
        ((6, 2, 2), (4, 5, 3), (1, 3, 4)),
        ((6, 3, 3), (5, 1, 2), (2, 4, 1)),
        ((6, 4, 4), (1, 2, 3), (3, 5, 1)),
        ((6, 5, 5), (2, 3, 5), (4, 1, 5)),
    ),
}

# Three tables without any sharing: two half sets for each table of each round, where all the pairs meet a
# half set, in three different rounds, and all are then compared equally.
HALVES: tuple[tuple[tuple[int, int], ...], ...] = (
    ((9, 10), (1, 8), (4, 5)),
    ((6, 8), (2, 9), (3, 4)),
    ((2, 5), (7, 8), (3, 10)),
    ((4, 7), (1, 2), (6, 10)),
    ((1, 3), (7, 9), (5, 6)),
)


def longest_howell(pairs: int) -> int:
    """Rounds of a complete Howell, 0 where there is none: it wants 2 to 40 tables."""
    tables = count_tables(pairs)
    is_known = tables in WHOLE or bool(_first_round(tables))
    return 2 * tables - 1 if pairs >= 4 and is_known else 0


def howell(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """The Howell for 4 to 80 pairs; with an odd number the highest number is missing.

    In a curtailed one the boards are turned at some tables, so that all are compared evenly.
    Raises MovementError for other numbers of pairs.
    """
    longest = longest_howell(pairs)
    if not longest:
        raise MovementError(
            "pairs", _("a Howell takes 4 to 80 pairs; %(pairs)d is not possible"), pairs=pairs
        )
    rounds, boards_per_round = complete_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    return _build(pairs, rounds, boards_per_round)


@cache
def _build(pairs: int, rounds: int, boards_per_round: int) -> Movement:
    places = [
        Place(number, table, _seat(pairs, row), boards)
        for number in range(1, rounds + 1)
        for table, (row, boards) in enumerate(_tables(pairs, number, rounds, boards_per_round), start=1)
    ]
    is_curtailed = rounds < longest_howell(pairs)
    places = balance_arrows(places) if is_curtailed else places
    notes = (
        _reason(pairs, rounds),
        count_note(rounds, boards_per_round, places),
        *_walk_notes(pairs),
        *([_turn_note()] if is_curtailed else []),
        *_share_notes(pairs, rounds, boards_per_round),
        *_phantom_notes(pairs, rounds),
    )
    return make_movement(SLUG, NAME, places, entered=pairs, notes=notes)


def _has_halves(pairs: int, rounds: int, boards_per_round: int) -> bool:
    return count_tables(pairs) == 3 and rounds == 5 and boards_per_round % 2 == 0


def _tables(
    pairs: int, round_number: int, rounds: int, boards_per_round: int
) -> Iterator[tuple[Row, tuple[int, ...]]]:
    """Who meets, and the boards, at each table of a round."""
    rows = rows_of_round(count_tables(pairs), round_number)
    if not _has_halves(pairs, rounds, boards_per_round):
        yield from ((row, board_set(row[2], boards_per_round)) for row in rows)
        return
    size = boards_per_round // 2
    for row, (one, other) in zip(rows, HALVES[round_number - 1], strict=True):
        yield row, (*board_set(one, size), *board_set(other, size))


def _seat(pairs: int, row: Row) -> dict[str, int]:
    return seat_pairs(*(pair if pair <= pairs else None for pair in row[:2]))


def rows_of_round(tables: int, round_number: int) -> tuple[Row, ...]:
    """Two pairs and a board set for each table of a complete Howell, in a round counted from 1."""
    if tables in WHOLE:
        return WHOLE[tables][round_number - 1]
    step, modulo = round_number - 1, 2 * tables - 1
    rows = _first_round(tables)
    return tuple(
        (advance(ns, step, modulo), advance(ew, step, modulo), advance(boards, step, modulo))
        for ns, ew, boards in rows
    )


def _first_round(tables: int) -> tuple[Row, ...]:
    return FIRST_ROUNDS.get(tables) or first_round(tables, 2 * tables - 1)


def _reason(pairs: int, rounds: int) -> Message:
    if rounds == longest_howell(pairs):
        return Message(_("One winner: every pair meets every other pair"))
    return Message(_("One winner: every pair meets most of the others, and none of them twice"))


def _turn_note() -> Message:
    return Message(_("Guide cards say who sits North-South: it is turned so that all are compared evenly"))


def _walk_notes(pairs: int) -> tuple[Message, ...]:
    tables = count_tables(pairs)
    if tables in WHOLE:
        return (Message(_("Pairs go where their guide card sends them")),)
    last = 2 * tables - 1
    walk = _("Each pair takes the seats of the pair numbered one lower; pair 1 follows pair %(last)d")
    if pairs == last:
        return (Message(walk, {"last": last}),)
    return (
        Message(_("Pair %(number)d stays at table 1"), {"number": pairs}),
        Message(walk, {"last": last}),
    )


def _share_notes(pairs: int, rounds: int, boards_per_round: int) -> tuple[Message, ...]:
    tables = count_tables(pairs)
    if tables == 2:
        return (Message(_("Both tables play the same boards in each round and pass them across")),)
    if _has_halves(pairs, rounds, boards_per_round):
        return (Message(_("The boards go in half sets; the table cards say which are next")),)
    if tables == 3 and rounds == 5:
        return (Message(_("In round 5 all the tables share one set of boards")),)
    return ()


def _phantom_notes(pairs: int, rounds: int) -> tuple[Message, ...]:
    if pairs % 2 == 0:
        return ()
    missing = {"number": pairs + 1}
    if rounds == longest_howell(pairs):
        return (Message(_("There is no pair %(number)d: each pair sits out one round"), missing),)
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, missing),)
