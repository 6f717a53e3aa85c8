"""Matches of teams for the rounds that are left when a team has come or gone: nobody twice, if it can be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.movements.swiss import draw_swiss

Two = tuple[int, int]

MOST_STEPS = 5_000
MOST_ORDERS = 24


@dataclass(frozen=True, slots=True)
class Stage:
    """Matches that are whole after ``rounds`` rounds, and who has no opponent in them.

    In one round both tables of a match play it at once. Over two, each team is at home to its second in the
    first, and to its first in the other, so that nobody waits and no boards are shared.
    """

    rounds: int
    matches: tuple[Two, ...]
    idle: int | None = None


def rematch(
    teams: Sequence[int],
    rounds: int,
    met: Iterable[Two],
    *,
    waited: Sequence[int] = (),
    over_two: bool = False,
) -> tuple[Stage, ...]:
    """The stages of so many rounds with the fewest meetings again, and among these with the fewest idle.

    ``met`` are those who have played each other, in either order, and ``waited`` those who have been without
    an opponent; ``over_two`` where matches over two rounds are as welcome as those in one, even if nobody
    would wait anyway.
    """
    twos = tuple(met)
    known = frozenset(map(frozenset, twos))
    orders = [(*teams[at:], *teams[:at]) for at in range(min(len(teams), MOST_ORDERS))]
    ways = (over_two or len(teams) % 2 == 1, False)
    plans = [
        _plan(order, rounds, known, waited, over_two=way) for way in dict.fromkeys(ways) for order in orders
    ]
    return min(plans, key=lambda stages: (len(met_again(stages, twos)), _idle_rounds(stages)))


def met_again(stages: Iterable[Stage], met: Iterable[Two]) -> tuple[Two, ...]:
    """The matches of teams who have met before, in these stages or earlier."""
    known = set(map(frozenset, met))
    found = []
    for two in (two for stage in stages for two in stage.matches):
        found += [two] if frozenset(two) in known else []
        known.add(frozenset(two))
    return tuple(found)


def _idle_rounds(stages: Iterable[Stage]) -> int:
    return sum(stage.rounds for stage in stages if stage.idle is not None)


def _plan(
    teams: Sequence[int],
    rounds: int,
    met: frozenset[frozenset[int]],
    waited: Sequence[int],
    *,
    over_two: bool,
) -> tuple[Stage, ...]:
    stages: list[Stage] = []
    known = set(met)
    while rounds:
        stage = _ring(teams, known) if over_two and rounds > 1 and len(teams) > 2 else None
        stage = stage or _round(teams, known, waited)
        waited = waited if stage.idle is None else (*waited, stage.idle)
        stages.append(stage)
        known |= set(map(frozenset, stage.matches))
        rounds -= stage.rounds
    return tuple(stages)


def _round(teams: Sequence[int], known: set[frozenset[int]], byes: Sequence[int]) -> Stage:
    met = [(min(two), max(two)) for two in known]
    drawn = draw_swiss(teams, met, byes)
    return Stage(1, drawn.matches, drawn.bye)


def _ring(teams: Sequence[int], known: set[frozenset[int]]) -> Stage | None:
    """Two rounds in which each team plays two others: a ring of three or more, or several."""
    for allowed in range(len(teams) + 1):
        found = _Ring(teams, known, allowed).search()
        if found is not None:
            return Stage(2, tuple(zip(teams, found, strict=True)))
    return None


class _Ring:
    """A search for the visitors of each team, with so many meetings again at most."""

    def __init__(self, teams: Sequence[int], known: set[frozenset[int]], allowed: int) -> None:
        self.teams, self.known, self.allowed, self.steps = teams, known, allowed, 0

    def search(self) -> tuple[int, ...] | None:
        return self._from((), 0)

    def _from(self, visitors: tuple[int, ...], again: int) -> tuple[int, ...] | None:
        self.steps += 1
        if again > self.allowed or self.steps > MOST_STEPS:
            return None
        if len(visitors) == len(self.teams):
            return visitors
        at = len(visitors)
        for visitor in (*self.teams[at + 1 :], *self.teams[:at]):
            if visitor in visitors or self._is_at_home(visitor, visitors):
                continue
            is_again = frozenset((self.teams[at], visitor)) in self.known
            found = self._from((*visitors, visitor), again + is_again)
            if found is not None:
                return found
        return None

    def _is_at_home(self, visitor: int, visitors: tuple[int, ...]) -> bool:
        """Whether the visitor has the next host as its own visitor: they would meet twice."""
        host = self.teams[len(visitors)]
        at = self.teams.index(visitor)
        return at < len(visitors) and visitors[at] == host
