"""Movements between Mitchell and Howell: some pairs sit still, the others follow one another round.

With T tables and R rounds (T < R < 2T - 1) pairs R + 1 to 2T keep their tables, one a table; every other
number, and every board set, goes up by one (modulo R) from round to round. Everybody plays all R sets and
meets R opponents, each once. R = T + 1 is the hesitation Mitchell, with a single table that turns;
R = 2T - 1 would be the Howell. One winner: the boards are turned so that all are compared evenly.
"""

from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.cyclic_rows import TEXT
from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import (
    Movement,
    MovementError,
    Place,
    board_set,
    find_shares,
    make_movement,
    seat_pairs,
)
from scoring.words import Message
from scoring.words import mark as _

HESITATION = "hesitation-mitchell"
REDUCED = "reduced-howell"
NAMES = {HESITATION: _("Hesitation Mitchell"), REDUCED: _("Reduced Howell")}
MOST_ROUNDS = 27

Row = tuple[int, int, int]  # North-South, East-West, board set


@cache
def _table() -> dict[tuple[int, int], tuple[Row, ...]]:
    found = {}
    for line in TEXT.replace("\n ", "").splitlines():
        tables, rounds, digits = line.split()
        numbers = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
        rows = tuple(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
        found[int(tables), int(rounds)] = rows
    return found


def first_round(tables: int, rounds: int) -> tuple[Row, ...]:
    """The first round of the cyclic movement; empty where there is none."""
    return _table().get((tables, rounds), ())


def advance(number: int, step: int, modulo: int) -> int:
    """A number some rounds on; those above ``modulo`` sit still."""
    return number if number > modulo else (number - 1 + step) % modulo + 1


def longest_hesitation(pairs: int) -> int:
    """Rounds of a complete hesitation Mitchell, 0 where there is none: it wants 4 to 26 tables."""
    tables = count_tables(pairs)
    return tables + 1 if first_round(tables, tables + 1) else 0


def longest_reduced(pairs: int) -> int:
    """Most rounds of a reduced Howell, 0 where there is none: it wants 4 to 25 tables."""
    tables = count_tables(pairs)
    longest = min(2 * tables - 2, MOST_ROUNDS)
    return longest if longest >= tables + 2 and first_round(tables, longest) else 0


def hesitation_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """One more round than tables, one winner. With an odd number the highest number is missing.

    Raises MovementError where it is impossible, or for a length that is.
    """
    longest = longest_hesitation(pairs)
    _check(HESITATION, pairs, longest)
    length = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    return _build(HESITATION, pairs, longest, *length)


def reduced_howell(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """From two more rounds than tables up to one less than a Howell; one winner.

    Among the movements that last the rounds asked for, the shortest is taken, so that everybody plays
    all the boards where possible. Raises MovementError.
    """
    longest = longest_reduced(pairs)
    _check(REDUCED, pairs, longest)
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    complete = max(rounds, count_tables(pairs) + 2)
    return _build(REDUCED, pairs, complete, rounds, boards_per_round)


def _check(slug: str, pairs: int, longest: int) -> None:
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAMES[slug]), pairs=pairs)


@cache
def _build(slug: str, pairs: int, complete: int, rounds: int, boards_per_round: int) -> Movement:
    rows = first_round(count_tables(pairs), complete)
    places = balance_arrows(
        _place(round_number, table, row, (pairs, complete, boards_per_round))
        for round_number in range(1, rounds + 1)
        for table, row in enumerate(rows, start=1)
    )
    notes = (
        _reason(slug, pairs, complete),
        count_note(rounds, boards_per_round, places),
        *_walk_notes(pairs, complete),
        *_phantom_notes(pairs),
    )
    movement = make_movement(slug, NAMES[slug], places, entered=pairs, notes=notes)
    return _with_share_note(movement)


def _place(round_number: int, table: int, row: Row, frame: tuple[int, int, int]) -> Place:
    pairs, modulo, boards_per_round = frame
    ns, ew, boards = (advance(number, round_number - 1, modulo) for number in row)
    sides = (pair if pair <= pairs else None for pair in (ns, ew))
    return Place(round_number, table, seat_pairs(*sides), board_set(boards, boards_per_round))


def _reason(slug: str, pairs: int, complete: int) -> Message:
    if slug == HESITATION:
        return Message(_("One winner: almost a Mitchell, but at one table the pairs turn round"))
    text = _("One winner: each pair meets %(count)d others, and %(still)d pairs sit still")
    return Message(text, {"count": complete, "still": 2 * count_tables(pairs) - complete})


def _walk_notes(pairs: int, complete: int) -> tuple[Message, ...]:
    still = {"first": complete + 1, "last": pairs}
    walk = _("Each other pair goes where the pair numbered one lower sat; pair 1 follows pair %(last)d")
    return (
        Message(_("Pairs %(first)d to %(last)d keep their tables"), still),
        Message(walk, {"last": complete}),
        Message(_("Guide cards say who sits North-South: it is turned so that all are compared evenly")),
    )


def _phantom_notes(pairs: int) -> tuple[Message, ...]:
    if pairs % 2 == 0:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": pairs + 1}),)


def _with_share_note(movement: Movement) -> Movement:
    if not find_shares(movement):
        return movement
    note = Message(_("Two tables share boards in each round"))
    frame = {"entered": max(movement.contestants), "notes": (*movement.notes, note)}
    return make_movement(movement.slug, movement.name, movement.places, **frame)  # type: ignore[arg-type]
