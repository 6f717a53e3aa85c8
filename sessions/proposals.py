"""Which ways of seating a game allows for those who are here, chosen by the game's shape."""

from collections.abc import Mapping, Sequence

from scoring.lines import Ruleset
from scoring.movements import MOVEMENTS, Movement, propose_pairs
from scoring.movements.matches import matches
from scoring.movements.mixed import mixed, split_tables

__all__ = ["MOVEMENTS", "propose"]


def propose(
    ruleset: Ruleset,
    count: int,
    *,
    rounds: int | None = None,
    boards: Mapping[int, int] | None = None,
    boards_per_round: int | None = None,
    partners: Sequence[tuple[int, int]] = (),
) -> tuple[Movement, ...]:
    """The movements for ``count`` contestants (players, or pairs where the game has partnerships).

    ``boards`` are boards a round by players at a table (games without fixed pairs), and
    ``boards_per_round`` those of a pairs' movement; ``partners`` are contestants kept together at a
    table of four. The best comes first. Raises MovementError where nothing fits.
    """
    if not ruleset.partnerships:
        usual = {size: counts[0] for size, counts in ruleset.boards.items()}
        return (
            mixed(
                count,
                rounds=rounds or 1,
                boards_per_round=usual | dict(boards or {}),
                seatings=ruleset.tables,
                partners=partners,
            ),
        )
    if not ruleset.boards:
        return (matches(count, rounds=rounds or 1),)
    return propose_pairs(count, boards_per_round=boards_per_round)


def table_sizes(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    """The sizes of the tables at which so many single players sit, fewest tables of three."""
    return split_tables(players, [len(seats) for seats in ruleset.tables])
