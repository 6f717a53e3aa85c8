"""Barometer: everybody meets everybody, and all tables play the same boards at the same time.

There is a copy of the boards for each table, so each result is compared with the whole field, and the
standing after a round is that of boards which are finished. Who meets whom is the round robin of
``matches``; boards are turned so that all are compared evenly.
"""

from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.few import longest_repeated
from scoring.movements.howell import longest_howell
from scoring.movements.lengths import complete_length
from scoring.movements.matches import meetings_of_round
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "barometer"
NAME = _("Barometer")


def longest_barometer(pairs: int) -> int:
    """Rounds until all have met all, and more for so few pairs that they may meet again; 4 to 80 pairs."""
    return max(longest_howell(pairs), longest_repeated(pairs))


def barometer(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """One winner; with an odd number one pair sits out in each round. Raises MovementError."""
    longest = longest_barometer(pairs)
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAME), pairs=pairs)
    complete = longest_howell(pairs)
    length = {"rounds": rounds, "boards_per_round": boards_per_round}
    return _build(pairs, *complete_length(longest if (rounds or 0) > complete else complete, **length))


@cache
def _build(pairs: int, rounds: int, boards_per_round: int) -> Movement:
    places = balance_arrows(
        Place(number, table, seat_pairs(ns, ew), board_set(number, boards_per_round))
        for number in range(1, rounds + 1)
        for table, (ns, ew) in enumerate(meetings_of_round(pairs, number), start=1)
    )
    copies = pairs // 2
    notes = (
        Message(_("One winner: all tables play the same boards, and the standing is always whole")),
        count_note(rounds, boards_per_round, places),
        Message(_("You need %(copies)d copies of the boards"), {"copies": copies}),
        Message(_("Guide cards say where each pair goes and who sits North-South")),
        *_phantom_notes(pairs),
    )
    return make_movement(SLUG, NAME, places, entered=pairs, notes=notes)


def _phantom_notes(pairs: int) -> tuple[Message, ...]:
    if pairs % 2 == 0:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": 2 * count_tables(pairs)}),)
