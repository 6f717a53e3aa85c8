"""Reads ratings: computed from the published places of a game's sessions, with the names joined.

Nothing is stored. The numbers are kept until one of those sessions changes.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet, Sum

from clubs.models import Club, Player
from clubs.privacy import is_hidden
from scoring.lines import Ruleset
from scoring.rulesets import RULESETS

from .models import Entrant, Placing, RatedGame, Session
from .once import KEEP_SECONDS
from .queries import Person, person_in
from .skill import SETTLED, History, Match, Step, Track, order, rate

LATEST = 40
"""So many sessions of a rating's history are shown on a player's page."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's line of a rating; ``rank`` is None as long as he has played too little."""

    person: Person
    is_hidden: bool
    rank: int | None
    step: Step
    sessions: int
    change: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A session in the history of a rating."""

    session: Session
    step: Step
    change: float


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A player's rating in a game, with its history, the newest last."""

    game: Ruleset
    moments: tuple[Moment, ...]

    @property
    def step(self) -> Step:
        return self.moments[-1].step

    @property
    def is_settled(self) -> bool:
        return len(self.moments) >= SETTLED

    @property
    def latest(self) -> tuple[Moment, ...]:
        """The last sessions, the newest first."""
        return self.moments[: -LATEST - 1 : -1]


def rated_games(club: Club) -> list[Ruleset]:
    """The games that the club rates, in their usual order."""
    slugs = set(RatedGame.objects.filter(club=club).values_list("ruleset_slug", flat=True))
    return [game for slug, game in RULESETS.items() if slug in slugs]


def is_rated(club: Club, ruleset: str) -> bool:
    return ruleset in RULESETS and RatedGame.objects.filter(club=club, ruleset_slug=ruleset).exists()


def load_rating(club: Club, ruleset: str) -> list[Rated]:
    """The rating of a game, the best first, in a number of queries that does not grow."""
    history = load_history(club, ruleset)
    players = Player.objects.in_bulk(history)
    found, rank = [], 0
    for key in order(history):
        if key in players:
            track = history[key]
            rank += 1
            found.append(_rated(players[key], club, track, rank if len(track) >= SETTLED else None))
    return found


def _rated(player: Player, club: Club, track: Track, rank: int | None) -> Rated:
    return Rated(
        person=person_in(player, club),
        is_hidden=is_hidden(player, club),
        rank=rank,
        step=track.last,
        sessions=len(track),
        change=track.changes[-1],
    )


def ratings_of(club: Club, player: Player) -> list[OwnRating]:
    """A player's ratings in all games that the club rates and he has played."""
    found = [(game, load_history(club, game.slug).get(player.pk)) for game in rated_games(club)]
    return [_own(game, track) for game, track in found if track is not None]


def _own(game: Ruleset, track: Track) -> OwnRating:
    sessions = Session.objects.only("title", "date", "club").in_bulk(track.sessions)
    rows = zip(track.steps, track.changes, strict=True)
    return OwnRating(game, tuple(Moment(sessions[step.session], step, change) for step, change in rows))


def load_history(club: Club, ruleset: str) -> History:
    """Everybody's steps in a game."""
    sessions = _sessions(club, ruleset)
    state = sessions.aggregate(count=Count("pk"), revisions=Sum("revision"), last=Max("pk"))
    key = "-".join(str(part) for part in ("rating", club.pk, ruleset, *state.values()))
    found = cache.get(key)
    if found is None:
        found = rate(_matches(sessions))
        cache.set(key, found, KEEP_SECONDS)
    return found


def _sessions(club: Club, ruleset: str) -> QuerySet[Session]:
    return club.sessions.filter(published_at__isnull=False, ruleset_slug=ruleset).order_by("date", "pk")


def _matches(sessions: QuerySet[Session]) -> Iterator[Match]:
    """The groups of each session that were ranked by themselves, in the order of play."""
    people = defaultdict(list)
    entrants = Entrant.objects.filter(session__in=sessions.order_by()).order_by("position", "pk")
    for contestant, player in entrants.values_list("contestant", "player"):
        people[contestant].append(player)
    groups = defaultdict(list)
    placings = Placing.objects.filter(session__in=sessions.order_by(), rank__isnull=False).order_by(
        "rank", "pk"
    )
    for session, group, contestant, rank in placings.values_list(
        "session", "contestant__group", "contestant", "rank"
    ):
        if people[contestant]:
            groups[session, group].append((tuple(people[contestant]), rank))
    in_order = {pk: at for at, pk in enumerate(sessions.values_list("pk", flat=True))}
    for session, _group in sorted(groups, key=lambda key: (in_order[key[0]], key[1])):
        teams, ranks = zip(*groups[session, _group], strict=True)
        yield Match(session, teams, ranks)
