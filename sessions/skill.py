"""A rating that takes the partner and the field into account. No database here.

The model is Plackett and Luce's as Weng and Lin made it fast ("A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12, 2011), in the package ``openskill``. A pair counts as the
sum of its players, and a field is ranked as a whole: to beat whom one was expected to beat earns little.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Track:
    """A player's rating after each of his sessions, in order; packed, for a club may have many years."""

    sessions: array = field(default_factory=lambda: array("Q"))
    values: array = field(default_factory=lambda: array("d"))
    spreads: array = field(default_factory=lambda: array("d"))

    def __len__(self) -> int:
        return len(self.sessions)

    def add(self, step: Step) -> None:
        self.sessions.append(step.session)
        self.values.append(step.value)
        self.spreads.append(step.spread)

    @property
    def last(self) -> Step:
        return Step(self.sessions[-1], self.values[-1], self.spreads[-1])

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(map(Step, self.sessions, self.values, self.spreads))

    @property
    def changes(self) -> tuple[float, ...]:
        """What each session changed."""
        return tuple(value - was for value, was in zip(self.values, (START, *self.values), strict=False))


History = Mapping[int, Track]
"""The track of each player."""


def rate(matches: Iterable[Match]) -> History:
    """Everybody's rating after each session, from matches in the order in which they were played."""
    model = PlackettLuce(mu=START, sigma=SPREAD)
    ratings = defaultdict(model.rating)
    tracks: dict[int, Track] = defaultdict(Track)
    for match in matches:
        if len(match.teams) < 2:
            continue
        after = model.rate([[ratings[key] for key in team] for team in match.teams], ranks=list(match.ranks))
        for team, found in zip(match.teams, after, strict=True):
            for key, rating in zip(team, found, strict=True):
                ratings[key] = rating
                tracks[key].add(Step(match.session, rating.mu, rating.sigma))
    return dict(tracks)


def order(history: History) -> list[int]:
    """The players by their last rating, the best first; whoever has played too little after all others."""
    return sorted(history, key=lambda key: (len(history[key]) < SETTLED, -history[key].values[-1], key))
