"""Rover (bump) Mitchell: one pair more than the tables seat goes round and takes a North-South place.

The rover sits out the first round; after that it sits North-South at the tables of a sequence, and the
pair that it bumps sits out. Source of the sequences: the move manual of the EBU's PairsScorer. With an
odd number of tables the movement beneath is a straight Mitchell, else share-and-relay.
"""

from scoring.movements.mitchell import count_note, share_relay_mitchell, straight_mitchell
from scoring.movements.plan import Movement, MovementError, Place, make_movement
from scoring.words import Message
from scoring.words import mark as _

SLUG = "rover-mitchell"
NAME = _("Rover Mitchell")

SEQUENCES: dict[int, tuple[int, ...]] = {
    6: (1, 3, 5, 2, 4),
    7: (1, 3, 5, 7, 2, 4),
    8: (1, 6, 2, 7, 3, 8, 4),
    9: (1, 5, 9, 2, 4, 7, 3, 6),
    10: (1, 7, 2, 8, 3, 9, 4, 10, 5),
    11: (1, 3, 5, 7, 9, 11, 2, 4, 6, 8),
    12: (3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8),
    13: (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10),
    14: (1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7),
    15: (1, 3, 5, 7, 9, 12, 14, 2, 4, 6, 8, 10, 11, 13),
}
MEETS_TWICE = (9, 15)  # tables at which the rover meets one pair twice over all the rounds


def longest_rover(pairs: int) -> int:
    """Rounds of a complete rover Mitchell, 0 where there is none: an odd number from 13 to 31 pairs."""
    return pairs // 2 if pairs % 2 and pairs // 2 in SEQUENCES else 0


def rover_mitchell(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """Two winners; the highest number is the rover, and counts as North-South. Raises MovementError."""
    tables = pairs // 2
    if not longest_rover(pairs):
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAME), pairs=pairs)
    base = straight_mitchell if tables % 2 else share_relay_mitchell
    beneath = base(pairs - 1, rounds=rounds, boards_per_round=boards_per_round)
    places = [_with_rover(place, pairs, SEQUENCES[tables]) for place in beneath.places]
    return make_movement(SLUG, NAME, places, winners=2, notes=_notes(pairs, beneath))


def _with_rover(place: Place, rover: int, sequence: tuple[int, ...]) -> Place:
    if place.round == 1 or sequence[place.round - 2] != place.table:
        return place
    seats = {**place.seats, "N": rover, "S": rover}
    return Place(place.round, place.table, seats, place.boards)


def _notes(pairs: int, beneath: Movement) -> tuple[Message, ...]:
    tables = pairs // 2
    text = _(
        "Pair %(rover)d roves: it sits out round 1, then takes the North-South seats at tables %(tables)s"
    )
    sequence = ", ".join(map(str, SEQUENCES[tables][: beneath.rounds - 1]))
    boards_per_round = len(beneath.places[0].boards)
    return (
        Message(_("No table stands half empty: whoever sits out does so once")),
        count_note(beneath.rounds, boards_per_round, beneath.places),
        *beneath.notes[2:],
        *([Message(text, {"rover": pairs, "tables": sequence})] if beneath.rounds > 1 else []),
        Message(_("The pair that the rover bumps sits out that round")),
        *_repeat_notes(tables, beneath),
    )


def _repeat_notes(tables: int, beneath: Movement) -> tuple[Message, ...]:
    if tables in MEETS_TWICE and beneath.rounds == tables:
        return (Message(_("The rover meets one pair twice")),)
    return ()
