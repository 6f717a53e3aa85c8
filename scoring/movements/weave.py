"""Weave Mitchell: four, eight, twelve ... tables, every round, without a relay and without sharing boards.

Tables, pairs and board sets are the elements of a product of finite fields with as many elements as there
are tables. In a round East-West go on from their first table by the element of that round, and the boards
by its double (the product with 2 in each field): as 1, 2 and 2 - 1 all have inverses, nobody meets a pair
or a set twice. Two orthogonal Latin squares do the same; no such pair exists for two or six tables.
"""

from scoring.movements.fields import Group, add, double, find_group, negate
from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "weave-mitchell"
NAME = _("Weave Mitchell")
MOST_TABLES = 40


def longest_weave(pairs: int) -> int:
    """Rounds of a complete weave Mitchell, 0 where there is none: it wants 4, 8, 12 ... up to 40 tables."""
    tables = count_tables(pairs)
    return tables if 4 <= tables <= MOST_TABLES and tables % 4 == 0 else 0


def weave_mitchell(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """The movement for so many pairs, with two winners. Raises MovementError."""
    longest = longest_weave(pairs)
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAME), pairs=pairs)
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    group = find_group(longest)
    places = [
        _place(group, step, table, (pairs, boards_per_round))
        for step in range(rounds)
        for table in range(longest)
    ]
    notes = (
        Message(_("Everybody meets every opponent, and no boards are shared")),
        count_note(rounds, boards_per_round, places),
        Message(_("North-South stay; guide cards say where East-West and the boards go")),
        *_phantom_notes(pairs, longest),
        Message(_("Two winners: one pair North-South and one East-West")),
    )
    return make_movement(SLUG, NAME, places, entered=pairs, winners=2, notes=notes)


def _place(group: Group, step: int, table: int, frame: tuple[int, int]) -> Place:
    pairs, boards_per_round = frame
    tables = count_tables(pairs)
    visitors = tables + add(group, table, negate(group, step)) + 1
    dealt = add(group, table, negate(group, double(group, step))) + 1
    seats = seat_pairs(table + 1, visitors if visitors <= pairs else None)
    return Place(step + 1, table + 1, seats, board_set(dealt, boards_per_round))


def _phantom_notes(pairs: int, tables: int) -> tuple[Message, ...]:
    if pairs == 2 * tables:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": pairs + 1}),)
