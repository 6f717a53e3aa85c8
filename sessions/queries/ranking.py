"""The leaderboard: computed once for each revision of its session."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import get_language, gettext_noop

from clubs.privacy import audience
from scoring.results import Standing, Standings
from scoring.standings.refine import section_rankings, stratum_rankings
from scoring.words import Message
from sessions import rulings
from sessions.models import Session
from sessions.once import Made, make_once

from .final import Difference, differences, frozen_rows, placings
from .night import Night, load_night
from .people import Side


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the leaderboard: a standing and the contestant it belongs to."""

    standing: Standing
    side: Side

    @property
    def rank(self) -> str:
        """``"3"``, ``"3="`` for a tie, empty for who has no result yet."""
        if self.standing.rank is None:
            return ""
        return f"{self.standing.rank}{'=' if self.standing.is_tied else ''}"


@dataclass(frozen=True, slots=True)
class Part:
    """The places among a part of the field, a stratum or a section, by group of winners."""

    title: Message
    groups: Mapping[str, tuple[Place, ...]]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The ranking of a session by group of winners, with the number of lines behind it.

    ``parts`` are the places within strata and sections, where the session has any.
    """

    groups: Mapping[str, tuple[Place, ...]]
    standings: Standings
    lines: int
    expected: int
    decisions: tuple[rulings.Decision, ...] = ()
    differences: tuple["Difference", ...] = ()
    parts: tuple[Part, ...] = ()


def leaderboard(session: Session) -> Leaderboard:
    """The ranking of the session as it stands, or a moment ago where it is dear to compute."""
    return made_leaderboard(session).value


def made_leaderboard(session: Session) -> Made:
    """The ranking, computed once for each state of the session, and for each who may read its names."""
    key = f"leaderboard:{session.pk}:{audience()}:{get_language()}"
    return make_once(key, state_of(session), lambda: make_public_leaderboard(load_night(session)))


def state_of(session: Session) -> str:
    """A tag of all that a leaderboard depends on, but for who reads it in which language."""
    published = session.published_at.timestamp() if session.published_at else ""
    return f"{session.pk}-{session.revision}-{session.status}-{published}-{session.is_final}"


def make_public_leaderboard(night: Night) -> Leaderboard:
    """The ranking as readers see it: that of a published session is the one that was frozen."""
    if not night.session.is_published:
        return make_leaderboard(night)
    frozen = placings(night.session)
    found = make_leaderboard(night, frozen_rows(night, frozen))
    return replace(found, differences=differences(night, frozen))


def podium(board: Leaderboard) -> list[Place]:
    """The first three of each group of winners."""
    return [place for places in board.groups.values() for place in places[:3] if place.standing.rank]


def make_leaderboard(night: Night, rows: Iterable[Standing] = ()) -> Leaderboard:
    """The ranking as it is computed, or of the rows given."""
    found = replace(night.standings, rows=tuple(rows) or night.standings.rows)
    return Leaderboard(
        groups=_by_group(night, found),
        standings=night.standings,
        lines=sum(len(seat.lines) for seat in night.rounds),
        expected=sum(len(seat.boards) for seat in night.rounds if not seat.is_sit_out),
        decisions=night.decisions,
        parts=tuple(_parts(night, found)),
    )


def _by_group(night: Night, found: Standings) -> dict[str, tuple[Place, ...]]:
    groups = defaultdict(list)
    for standing in found.rows:
        groups[standing.group].append(Place(standing, night.sides[standing.contestant]))
    return {group: tuple(rows) for group, rows in sorted(groups.items(), key=north_south_first)}


def _parts(night: Night, found: Standings) -> Iterable[Part]:
    """Strata below the highest, then sections."""
    asked = (night.contenders, night.ranking)
    for name, own in stratum_rankings(found, *asked).items():
        yield Part(Message(gettext_noop("Stratum %(name)s"), {"name": name}), _by_group(night, own))
    for name, own in section_rankings(found, *asked).items():
        yield Part(Message(gettext_noop("Section %(name)s"), {"name": name}), _by_group(night, own))


def north_south_first(item: tuple[str, object]) -> str:
    return {"NS": "0", "EW": "1"}.get(item[0], item[0])


def preview(
    session: Session, *, method: str, method_options: Mapping, ranking_options: Mapping
) -> tuple[Session, Leaderboard]:
    """The session as if it were ranked this way, and its ranking then; nothing is stored."""
    seen = Session.objects.select_related("club").get(pk=session.pk)
    seen.method_slug, seen.method_options = method, dict(method_options)
    seen.ranking_options = dict(ranking_options)
    return seen, make_leaderboard(load_night(seen))
