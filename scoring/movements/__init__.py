"""MOVEMENTS: every kind of movement by its slug, each with what it takes and how to build it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.movements import (
    barometer,
    cyclic,
    few,
    howell,
    individual,
    matches,
    mitchell,
    mixed,
    rover,
    sections,
    switched,
    teams,
    weave,
    web,
)
from scoring.movements.plan import Movement
from scoring.movements.propose import propose_pairs, propose_players, propose_teams
from scoring.words import mark as _

__all__ = ["MOVEMENTS", "Family", "Movement", "propose_pairs", "propose_players", "propose_teams"]

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
    contestants: Literal["pairs", "players", "teams"]
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


def _longest_threes(players: int) -> int:
    return MOST_RESEATINGS if players >= 3 else 0


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
        weave.SLUG,
        weave.NAME,
        _("For 4, 8, 12 ... tables, all rounds, no boards shared; guide cards; two winners"),
        "pairs",
        weave.longest_weave,
        weave.weave_mitchell,
    ),
    Family(
        switched.ARROW,
        switched.NAMES[switched.ARROW],
        _("A Mitchell with some rounds turned; one winner"),
        "pairs",
        switched.longest_switched,
        switched.arrow_switched_mitchell,
    ),
    Family(
        switched.SCRAMBLED,
        switched.NAMES[switched.SCRAMBLED],
        _("A Mitchell turned at single tables, most evenly; one winner"),
        "pairs",
        switched.longest_switched,
        switched.scrambled_mitchell,
    ),
    Family(
        cyclic.HESITATION,
        cyclic.NAMES[cyclic.HESITATION],
        _("One more round than tables; one winner"),
        "pairs",
        cyclic.longest_hesitation,
        cyclic.hesitation_mitchell,
    ),
    Family(
        cyclic.REDUCED,
        cyclic.NAMES[cyclic.REDUCED],
        _("Between Mitchell and Howell: some pairs sit still; one winner"),
        "pairs",
        cyclic.longest_reduced,
        cyclic.reduced_howell,
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
        barometer.SLUG,
        barometer.NAME,
        _("All tables play the same boards at once, of which each has a copy; one winner"),
        "pairs",
        barometer.longest_barometer,
        barometer.barometer,
    ),
    Family(
        few.REPEATED,
        few.NAMES[few.REPEATED],
        _("For few pairs and a long session; one winner"),
        "pairs",
        few.longest_repeated,
        few.repeated_howell,
    ),
    Family(
        few.LINES,
        few.NAMES[few.LINES],
        _("Two or four pairs who keep their direction; two winners"),
        "pairs",
        few.longest_lines,
        few.two_lines,
    ),
    Family(
        rover.SLUG,
        rover.NAME,
        _("For an odd number of pairs without a half table; two winners"),
        "pairs",
        rover.longest_rover,
        rover.rover_mitchell,
    ),
    Family(
        web.SLUG,
        web.NAME,
        _("For many tables and several copies of the boards: all play all of them"),
        "pairs",
        web.longest_web,
        web.web_mitchell,
    ),
    Family(
        web.SCRAMBLED,
        web.SCRAMBLED_NAME,
        _("A web Mitchell turned at single tables; one winner"),
        "pairs",
        web.longest_web,
        web.scrambled_web,
    ),
    Family(
        sections.SLUG,
        sections.NAME,
        _("For a large field, with a copy of the boards in each section; two winners"),
        "pairs",
        sections.longest_sections,
        sections.sectioned_mitchell,
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
        mixed.THREES,
        mixed.THREES_NAME,
        _("Single players, three at a table, nobody twice where that can be"),
        "players",
        _longest_threes,
        mixed.threes,
    ),
    Family(
        individual.SLUG,
        individual.NAME,
        _("Single players, a new partner in each round; one winner"),
        "players",
        individual.longest_individual,
        individual.individual,
    ),
    Family(
        individual.RAINBOW,
        individual.RAINBOW_NAME,
        _("Single players who keep their seats; four winners"),
        "players",
        individual.longest_rainbow,
        individual.rainbow_individual,
    ),
    Family(
        matches.SLUG,
        matches.NAME,
        _("Whole games, pair against pair, nobody twice"),
        "pairs",
        matches.longest_matches,
        matches.matches,
    ),
    Family(
        teams.SLUG,
        teams.NAME,
        _("Teams of four, each against each, in the American way"),
        "teams",
        teams.longest_whist,
        teams.american_whist,
    ),
    Family(
        teams.ROBIN,
        teams.ROBIN_NAME,
        _("Teams of four, each against each, a whole match in each round"),
        "teams",
        teams.longest_robin,
        teams.team_round_robin,
    ),
    Family(
        teams.TWO,
        teams.TWO_NAME,
        _("Two teams at two tables"),
        "teams",
        teams.longest_match,
        teams.team_match,
    ),
)

MOVEMENTS: Mapping[str, Family] = {family.slug: family for family in _FAMILIES}
