"""A published result: its places as they were frozen, and where its lines no longer add up to them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import QuerySet

from scoring.results import Standing
from sessions.models import Placing, Posting, Session

from .night import Night
from .people import Side


def placings(session: Session) -> list[Placing]:
    """The published places, by rank."""
    return list(session.placings.select_related("contestant").order_by("contestant__group", "rank", "pk"))


@dataclass(frozen=True, slots=True)
class Difference:
    """A contestant whose place or score is not what was frozen; ``""`` for no place and no score."""

    side: Side
    was_rank: str
    was_score: str
    rank: str
    score: str

    def as_stored(self) -> dict:
        """The difference as it is kept with a posting."""
        was, now = [self.was_rank, self.was_score], [self.rank, self.score]
        return {"contestant": self.side.pk, "was": was, "now": now}


def _rank_text(rank: int | None, is_tied: bool) -> str:
    return "" if rank is None else f"{rank}{'=' if is_tied else ''}"


def _place_text(found: Placing | Standing | None) -> tuple[str, str]:
    """A place and its exact score, as two texts; both empty for who has none."""
    if found is None:
        return "", ""
    score = "" if found.score is None else str(found.score)
    return _rank_text(found.rank, found.is_tied), score


def differences(night: Night, frozen: Iterable[Placing] | None = None) -> tuple[Difference, ...]:
    """Where a session's lines no longer add up to the places that were published."""
    before = {row.contestant_id: row for row in (placings(night.session) if frozen is None else frozen)}
    now = {row.contestant: row for row in night.standings.rows}
    found = ((pk, _place_text(before.get(pk)), _place_text(now.get(pk))) for pk in night.sides)
    return tuple(Difference(night.sides[pk], *was, *is_now) for pk, was, is_now in found if was != is_now)


def frozen_rows(night: Night, frozen: Iterable[Placing]) -> tuple[Standing, ...]:
    """The standings with the places, scores and figures that were published, in their order."""
    computed = {row.contestant: row for row in night.standings.rows}
    ordered = sorted(frozen, key=lambda row: (row.rank is None, row.rank or 0, row.pk))
    return tuple(
        replace(
            computed[row.contestant_id],
            rank=row.rank,
            is_tied=row.is_tied,
            score=row.exact_score,
            figures={name: Fraction(value) for name, value in row.figures.items()},
        )
        for row in ordered
        if row.contestant_id in computed
    )


def published_sessions(pk: int | None = None) -> QuerySet[Session]:
    """The sessions whose result is published, or the one of them with that key."""
    found = Session.objects.filter(published_at__isnull=False).select_related("club").order_by("pk")
    return found if pk is None else found.filter(pk=pk)


def postings(session: Session) -> list[Posting]:
    """What happened to the published result, the newest first."""
    return list(session.postings.select_related("by").order_by("-pk"))
