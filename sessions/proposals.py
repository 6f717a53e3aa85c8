"""Which ways of seating a game allows for those who are here, chosen by the game's shape."""

from collections.abc import Mapping, Sequence

from scoring.lines import Ruleset
from scoring.movements import MOVEMENTS, Movement, propose_pairs, propose_players, propose_teams
from scoring.movements.matches import matches
from scoring.movements.mixed import mixed
from scoring.movements.plan import MovementError
from scoring.words import mark as _

__all__ = ["MOVEMENTS", "propose"]


def propose(
    ruleset: Ruleset,
    count: int,
    *,
    rounds: int | None = None,
    boards: Mapping[int, int] | None = None,
    partners: Sequence[tuple[int, int]] = (),
    has_teams: bool = False,
    **wishes,
) -> tuple[Movement, ...]:
    """The movements for ``count`` contestants: teams, or pairs where the game has partnerships, or players.

    ``boards`` are boards a round by players at a table (games without fixed pairs), and ``partners``
    contestants kept together at a table of four; ``wishes`` are those of `propose_pairs`. The best
    comes first. Raises MovementError where nothing fits.
    """
    if not ruleset.partnerships:
        usual = {size: counts[0] for size, counts in ruleset.boards.items()}
        given = {"boards_per_round": usual | dict(boards or {}), "seatings": ruleset.tables}
        if partners or not usual:
            return (mixed(count, rounds=rounds or 1, partners=partners, **given),)
        return propose_players(count, rounds or 1, **given)
    if not ruleset.boards:
        return (matches(count, rounds=rounds or 1),)
    if has_teams:
        found = _propose_teams(count, rounds=rounds, **wishes)
    else:
        found = propose_pairs(count, rounds=rounds, **wishes)
    if not found:
        raise MovementError("movement", _("no movement fits all these wishes; leave one of them open"))
    return found


def _propose_teams(
    count: int,
    *,
    rounds: int | None = None,
    boards_per_round: int | None = None,
    minutes: int | None = None,
    **_of_pairs,
) -> tuple[Movement, ...]:
    """The movements for so many teams; ``boards_per_round`` are those of a match."""
    return propose_teams(count, rounds=rounds, boards_a_match=boards_per_round, minutes=minutes)
