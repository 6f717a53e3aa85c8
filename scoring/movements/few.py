"""Movements for so few pairs that they meet again: a Howell played more than once, and two fixed lines."""

from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.howell import longest_howell, rows_of_round
from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

REPEATED = "repeated-howell"
LINES = "two-lines"
NAMES = {REPEATED: _("Howell, more than once"), LINES: _("Two lines, met again and again")}
MOST_ROUNDS = 20
MOST_PAIRS = 10
MOST_MEETINGS = 12
USUAL_LINES = 4, 6  # rounds, and boards a round


def longest_repeated(pairs: int) -> int:
    """The most rounds, 0 where it is impossible: it wants 4 to 10 pairs, who meet up to four times."""
    if not 4 <= pairs <= MOST_PAIRS:
        return 0
    return min(MOST_ROUNDS, 4 * longest_howell(pairs))


@cache
def repeated_howell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """More rounds than a Howell has: it begins again with new boards. One winner. Raises MovementError."""
    longest = longest_repeated(pairs)
    _check(REPEATED, pairs, longest)
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    places = balance_arrows(
        _again(pairs, round_number, table, boards_per_round)
        for round_number in range(1, rounds + 1)
        for table in range(count_tables(pairs))
    )
    times = -(-rounds // longest_howell(pairs))
    notes = (
        Message(_("One winner: each pair meets each other up to %(count)d times"), {"count": times}),
        count_note(rounds, boards_per_round, places),
        Message(_("Guide cards say who sits North-South: it is turned so that all are compared evenly")),
    )
    return make_movement(REPEATED, NAMES[REPEATED], places, entered=pairs, notes=notes)


def _again(pairs: int, round_number: int, table: int, boards_per_round: int) -> Place:
    whole = longest_howell(pairs)
    time, step = divmod(round_number - 1, whole)
    ns, ew, dealt = rows_of_round(count_tables(pairs), step + 1)[table]
    sides = (pair if pair <= pairs else None for pair in (ns, ew))
    return Place(
        round_number, table + 1, seat_pairs(*sides), board_set(time * whole + dealt, boards_per_round)
    )


def longest_lines(pairs: int) -> int:
    """The most rounds: 12 for 2 or 4 pairs, 0 for others."""
    return MOST_MEETINGS if pairs in (2, 4) else 0


def two_lines(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """One table or two with two winners; new boards in each round, which two tables share.

    Raises MovementError.
    """
    longest = longest_lines(pairs)
    _check(LINES, pairs, longest)
    if rounds is None and boards_per_round is None:
        rounds, boards_per_round = USUAL_LINES
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    tables = pairs // 2
    places = [
        Place(
            number,
            table + 1,
            seat_pairs(table + 1, tables + (table + number - 1) % tables + 1),
            board_set(number, boards_per_round),
        )
        for number in range(1, rounds + 1)
        for table in range(tables)
    ]
    notes = (
        Message(_("North-South stay; East-West change tables after each round, and meet them again")),
        count_note(rounds, boards_per_round, places),
        Message(_("Two winners: one pair North-South and one East-West")),
    )
    return make_movement(LINES, NAMES[LINES], places, winners=2, notes=notes)


def _check(slug: str, pairs: int, longest: int) -> None:
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAMES[slug]), pairs=pairs)
