"""A rating that takes the partner and the field into account. No database here.

The model is Plackett and Luce's as Weng and Lin made it fast ("A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12, 2011), in the package ``openskill``. A pair counts as the
sum of its players, and a field is ranked as a whole: to beat whom one was expected to beat earns little.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

START, SPREAD = 25.0, 25.0 / 3
"""Where everybody begins, and how unsure that is."""
SETTLED = 5
"""So many sessions until a rating has a place among the others."""


@dataclass(frozen=True, slots=True)
class Match:
    """Contestants of a session who were ranked against one another: the players of each, and its rank."""

    session: int
    teams: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A player's rating after a session: in two thirds of cases the truth lies within ``spread`` of it."""

    session: int
    value: float
    spread: float


History = Mapping[int, tuple[Step, ...]]
"""The steps of each player, in order."""


def rate(matches: Iterable[Match]) -> History:
    """Everybody's rating after each session, from matches in the order in which they were played."""
    model = PlackettLuce(mu=START, sigma=SPREAD)
    ratings = defaultdict(model.rating)
    steps: dict[int, list[Step]] = defaultdict(list)
    for match in matches:
        if len(match.teams) < 2:
            continue
        after = model.rate([[ratings[key] for key in team] for team in match.teams], ranks=list(match.ranks))
        for team, found in zip(match.teams, after, strict=True):
            for key, rating in zip(team, found, strict=True):
                ratings[key] = rating
                steps[key].append(Step(match.session, rating.mu, rating.sigma))
    return {key: tuple(found) for key, found in steps.items()}


def order(history: History) -> list[int]:
    """The players by their last rating, the best first; whoever has played too little after all others."""
    return sorted(history, key=lambda key: (len(history[key]) < SETTLED, -history[key][-1].value, key))


def changes(steps: Sequence[Step]) -> list[float]:
    """What each session changed."""
    before = [START, *(step.value for step in steps[:-1])]
    return [step.value - was for step, was in zip(steps, before, strict=True)]
