"""The field of a session as it is ranked: handicaps, strata, and sessions that points may come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.standings.refine import carried_points, find_levels, has_strata, own_handicap, strata_of
from sessions.models import Session

from .night import Night
from .people import Side

SOURCES_MAX = 60


@dataclass(frozen=True, slots=True)
class Competitor:
    """A contestant with the handicap and the stratum that he has, and what he carries over."""

    side: Side
    handicap: Fraction
    stratum: str
    carried: Fraction | None


def competitors(night: Night) -> Iterator[Competitor]:
    """Every contestant as he is ranked, in the order of numbers."""
    names = [stratum.name for stratum in strata_of(night.ranking)] if has_strata(night.ranking) else []
    levels = find_levels(night.contenders, night.ranking) if names else {}
    for pk, side in night.sides.items():
        contender = night.contenders[pk]
        yield Competitor(
            side,
            handicap=own_handicap(contender, night.ranking),
            stratum=names[levels[pk]] if names else "",
            carried=carried_points(contender.earlier, night.ranking),
        )


def carry_sources(session: Session) -> list[Session]:
    """The sessions that points may be carried over from: over, no later, and ranked by the same number."""
    found = session.club.sessions.filter(status=Session.Status.CLOSED, date__lte=session.date)
    found = found.exclude(pk=session.pk).select_related("club")[:SOURCES_MAX]
    later = _later(session)
    unit = session.method.columns[0].name
    return [each for each in found if each.pk not in later and each.method.columns[0].name == unit]


def _later(session: Session) -> set[int]:
    """The sessions that live on what is carried over from this one, directly or not."""
    found: set[int] = set()
    now = {session.pk}
    while now:
        now = set(Session.objects.filter(carried_from__in=now).values_list("pk", flat=True)) - found
        found |= now
    return found
