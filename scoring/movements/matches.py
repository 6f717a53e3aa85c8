"""Matches: in each round every side plays one other to the end, with no boards in common.

The circle method: side 1 holds its chair, the others move round it, and over a whole round robin each
two meet once. With an odd number the empty chair is a bye, which nobody has twice.
"""

from scoring.movements.plan import Movement, MovementError, Place, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "matches"
NAME = _("Matches, round robin")


def longest_matches(pairs: int) -> int:
    """Rounds until everybody has met everybody; 0 for fewer than two pairs."""
    return max(0, pairs - 1 + pairs % 2) if pairs > 1 else 0


def matches(pairs: int, rounds: int = 1) -> Movement:
    """Matches of two pairs at a table, in which no two meet twice.

    Raises MovementError for fewer than two pairs, or more rounds than a round robin has.
    """
    longest = longest_matches(pairs)
    if not longest:
        raise MovementError("pairs", _("a match needs two pairs"))
    if not 1 <= rounds <= longest:
        text = _("%(pairs)d pairs can play 1 to %(longest)d rounds before two meet again; not %(rounds)d")
        raise MovementError("rounds", text, pairs=pairs, longest=longest, rounds=rounds)
    places = [place for round_number in range(1, rounds + 1) for place in _places(pairs, round_number)]
    return make_movement(SLUG, NAME, places, entered=pairs, notes=_notes(pairs, rounds))


def _places(pairs: int, round_number: int) -> list[Place]:
    meetings = meetings_of_round(pairs, round_number)
    return [
        Place(round_number, table, seat_pairs(ns, ew)) for table, (ns, ew) in enumerate(meetings, start=1)
    ]


def meetings_of_round(pairs: int, round_number: int) -> list[tuple[int, int]]:
    """Who meets whom in a round counted from 1, without the bye; after a round robin it begins again."""
    return [meeting for meeting in circle(pairs, round_number) if max(meeting) <= pairs]


def circle(pairs: int, round_number: int) -> list[tuple[int, int]]:
    """Who meets whom in a round; a number above ``pairs`` is the bye."""
    chairs = pairs + pairs % 2
    moving = list(range(2, chairs + 1))
    step = (round_number - 1) % len(moving)
    ring = [1, *moving[len(moving) - step :], *moving[: len(moving) - step]]
    meetings = list(zip(ring[: chairs // 2], reversed(ring[chairs // 2 :]), strict=True))
    if round_number % 2 == 0:
        meetings[0] = meetings[0][::-1]
    return meetings


def _notes(pairs: int, rounds: int) -> tuple[Message, ...]:
    notes = [_reason(pairs, rounds)]
    if pairs % 2:
        notes.append(Message(_("One pair has a bye in each round, and none has two")))
    return tuple(notes)


def _reason(pairs: int, rounds: int) -> Message:
    if rounds == longest_matches(pairs):
        return Message(_("Everybody meets everybody once"))
    return Message(_("Nobody meets the same opponents twice"))
