"""MOVEMENTS: every kind of movement by its slug, each with what it takes and how to build it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.movements import howell, matches, mitchell, mixed
from scoring.movements.plan import Movement
from scoring.movements.propose import propose_pairs
from scoring.words import mark as _

__all__ = ["MOVEMENTS", "Family", "Movement", "propose_pairs"]

MOST_RESEATINGS = 12


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of movement. ``summary`` is for the director who chooses.

    ``longest`` gives the most rounds for a number of contestants, 0 where the kind is impossible.
    ``build`` takes that number and, by name, what its own docstring lists (always ``rounds``).
    """

    slug: str
    name: str
    summary: str
    contestants: Literal["pairs", "players"]
    longest: Callable[[int], int]
    build: Callable[..., Movement]

    def is_possible(self, number: int) -> bool:
        """Whether so many contestants can play this kind of movement."""
        return bool(self.choices(number))

    def choices(self, number: int) -> tuple[int, ...]:
        """The possible numbers of rounds, ascending; empty where the kind is impossible."""
        return tuple(range(1, self.longest(number) + 1))


def _longest_mixed(players: int) -> int:
    fewest = min(len(seats) for seats in mixed.SEATINGS)
    return MOST_RESEATINGS if players >= fewest else 0


_FAMILIES = (
    Family(
        mitchell.STRAIGHT,
        mitchell.NAMES[mitchell.STRAIGHT],
        _("For an odd number of tables; two winners"),
        "pairs",
        mitchell.longest_straight,
        mitchell.straight_mitchell,
    ),
    Family(
        mitchell.SKIP,
        mitchell.NAMES[mitchell.SKIP],
        _("For an even number of tables, without sharing boards; two winners"),
        "pairs",
        mitchell.longest_skip,
        mitchell.skip_mitchell,
    ),
    Family(
        mitchell.SHARE_RELAY,
        mitchell.NAMES[mitchell.SHARE_RELAY],
        _("For an even number of tables, all rounds; two winners"),
        "pairs",
        mitchell.longest_share_relay,
        mitchell.share_relay_mitchell,
    ),
    Family(
        howell.SLUG,
        howell.NAME,
        _("Everybody meets everybody; one winner"),
        "pairs",
        howell.longest_howell,
        howell.howell,
    ),
    Family(
        mixed.SLUG,
        mixed.NAME,
        _("Single players, any number, new company in each round"),
        "players",
        _longest_mixed,
        mixed.mixed,
    ),
    Family(
        matches.SLUG,
        matches.NAME,
        _("Whole games, pair against pair, nobody twice"),
        "pairs",
        matches.longest_matches,
        matches.matches,
    ),
)

MOVEMENTS: Mapping[str, Family] = {family.slug: family for family in _FAMILIES}
