"""A large field in sections: each is a Mitchell of its own at its own tables, with its own set of boards.

Tables, and pairs in them, are numbered on from section to section; all sections play the same boards, so
results are compared across the whole field.
"""

from collections.abc import Iterator

from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import (
    count_note,
    longest_share_relay,
    longest_skip,
    longest_straight,
    share_relay_mitchell,
    skip_mitchell,
    straight_mitchell,
)
from scoring.movements.plan import Movement, MovementError, Place, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "sectioned-mitchell"
NAME = _("Mitchell in sections")
MOST_TABLES = 15
FEWEST_TABLES = 7


def split_sections(pairs: int) -> tuple[int, ...]:
    """The tables of each section, as equal as can be; empty where the field is too small to split."""
    tables = (pairs + 1) // 2
    count = -(-tables // MOST_TABLES)
    if count < 2 or tables // count < FEWEST_TABLES:
        return ()
    return tuple(tables // count + (index < tables % count) for index in range(count))


def longest_sections(pairs: int) -> int:
    """Rounds that all the sections can play; 0 where one section is enough: up to 15 tables."""
    return min((_longest(2 * tables) for tables in split_sections(pairs)), default=0)


def _longest(pairs: int) -> int:
    return longest_straight(pairs) or longest_share_relay(pairs)


def sectioned_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """Two or more Mitchells side by side; two winners over all. Raises MovementError."""
    longest = longest_sections(pairs)
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAME), pairs=pairs)
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    places = list(_places(pairs, rounds, boards_per_round))
    sizes = ", ".join(map(str, split_sections(pairs)))
    copies = len(split_sections(pairs))
    notes = (
        Message(_("Sections of %(sizes)s tables, with the same boards in each"), {"sizes": sizes}),
        count_note(rounds, boards_per_round, places),
        Message(_("You need %(copies)d copies of the boards"), {"copies": copies}),
        Message(_("North-South stay; East-West move up one table within their section, boards down")),
        *_phantom_notes(pairs),
        Message(_("Two winners: one pair North-South and one East-West")),
    )
    return make_movement(SLUG, NAME, places, winners=2, notes=notes, sections=split_sections(pairs))


def _places(pairs: int, rounds: int, boards_per_round: int) -> Iterator[Place]:
    before, all_tables = 0, (pairs + 1) // 2
    for tables in split_sections(pairs):
        section = _mitchell(tables, rounds, boards_per_round)
        for place in section.places:
            ns, ew = place.seats["N"] + before, place.seats["E"] - tables + all_tables + before
            seats = seat_pairs(ns, ew if ew <= pairs else None)
            yield Place(place.round, place.table + before, seats, place.boards)
        before += tables


def _mitchell(tables: int, rounds: int, boards_per_round: int) -> Movement:
    if tables % 2:
        build = straight_mitchell
    else:
        build = skip_mitchell if rounds <= longest_skip(2 * tables) else share_relay_mitchell
    return build(2 * tables, rounds=rounds, boards_per_round=boards_per_round)


def _phantom_notes(pairs: int) -> tuple[Message, ...]:
    if pairs % 2 == 0:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": pairs + 1}),)
