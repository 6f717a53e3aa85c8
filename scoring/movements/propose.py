"""Which movement suits so many pairs: every possible one, the best first."""

from scoring.movements.howell import howell, longest_howell
from scoring.movements.mitchell import (
    count_tables,
    longest_share_relay,
    longest_skip,
    longest_straight,
    share_relay_mitchell,
    skip_mitchell,
    straight_mitchell,
)
from scoring.movements.plan import Movement, MovementError, find_shares
from scoring.words import mark as _

FEWEST_PAIRS = 4
_MITCHELLS = (
    (longest_straight, straight_mitchell),
    (longest_skip, skip_mitchell),
    (longest_share_relay, share_relay_mitchell),
)
_HOWELL_TABLES = {None: 4, 1: 7}  # up to so many tables, a Howell is the better choice


def propose_pairs(
    pairs: int, boards_per_round: int | None = None, winners: int | None = None
) -> tuple[Movement, ...]:
    """The movements for so many pairs, best first; each says in its notes what speaks for it.

    ``winners`` of 1 or 2 restricts them; None leaves it open. A Howell leads in a small room. Then come
    the most rounds, and among equals what shares no boards. Two winners need 5 pairs: for 4 the answer
    is then empty. Raises MovementError for under 4 pairs and for another number of winners.
    """
    if winners not in (None, 1, 2):
        raise MovementError("winners", _("there can be one winner or two"))
    if pairs < FEWEST_PAIRS:
        text = _("a movement needs %(fewest)d pairs; there are %(pairs)d")
        raise MovementError("pairs", text, fewest=FEWEST_PAIRS, pairs=pairs)
    found = [
        build(pairs, boards_per_round=boards_per_round, winners=winners or 2)
        for longest, build in _MITCHELLS
        if longest(pairs)
    ]
    found.sort(key=lambda movement: (-movement.rounds, len(find_shares(movement)) > 0))
    return _with_howell(found, pairs, boards_per_round, winners)


def _with_howell(
    found: list[Movement], pairs: int, boards_per_round: int | None, winners: int | None
) -> tuple[Movement, ...]:
    if winners == 2 or not longest_howell(pairs):
        return tuple(found)
    is_first = count_tables(pairs) <= _HOWELL_TABLES[winners]
    found.insert(0 if is_first else len(found), howell(pairs, boards_per_round=boards_per_round))
    return tuple(found)
