"""What every write shares: a session is held, changed, and its revision raised."""

from collections.abc import Sequence

from django.db.models import F
from django.dispatch import Signal
from django.utils.translation import gettext as _

from clubs.names import clean_text
from scoring.standings.refine import find_levels, has_handicaps, has_strata, own_handicap, strata_of

from .. import queries
from ..careers import tally
from ..models import Contestant, Entrant, Placing, Posting, Session
from .actors import REASON_MAX, RefusedError

table_reported = Signal()
"""Sent with the ``session``, in the transaction, once a result, a word on it or the end of a round is in."""


def lock(session: Session) -> Session:
    """The session as it stands now, held until the transaction ends."""
    return Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)


def lock_open(session: Session) -> Session:
    """The session, held; raises RefusedError where its result is final."""
    session = lock(session)
    if session.is_final:
        raise RefusedError(_("This result is final; take it back before you change it."))
    return session


def touch(session: Session, *, is_held: bool = False) -> Session:
    """Raise the revision, in the same transaction as the change it tells of; ``is_held`` by ``lock``.

    A published result that may still be corrected is frozen anew, and what that changes is recorded.
    A session to which points are carried over from here changes as well.
    """
    Session.objects.filter(pk=session.pk).update(revision=F("revision") + 1)
    if is_held:
        session.revision += 1
    else:
        session.refresh_from_db(fields=["revision"])
    if session.is_correctable:
        _freeze_again(session)
    for pk in Session.objects.filter(carried_from=session).order_by().values_list("pk", flat=True):
        touch(Session.objects.select_related("club").get(pk=pk))
    return session


def set_status(session: Session, status: str) -> Session:
    session.status = status
    session.save(update_fields=["status"])
    return touch(session)


def announce(session: Session) -> None:
    """Raise what tells the pages that the clock or a message has changed; no result has."""
    Session.objects.filter(pk=session.pk).update(notices=F("notices") + 1)


def freeze(session: Session, night: queries.Night) -> None:
    """Keep the places as they stand, and the handicaps and strata that they rest on."""
    _fix_contenders(night)
    session.placings.all().delete()
    Placing.objects.bulk_create(
        Placing(
            session=session,
            contestant_id=row.contestant,
            rank=row.rank,
            is_tied=row.is_tied,
            score="" if row.score is None else str(row.score),
            figures={name: str(value) for name, value in row.figures.items()},
        )
        for row in night.standings.rows
    )
    _freeze_counts(session, night)


def _fix_contenders(night: queries.Night) -> None:
    """Let no later change of a player's handicap or rating touch a published result."""
    names = [stratum.name for stratum in strata_of(night.ranking)] if has_strata(night.ranking) else []
    levels = find_levels(night.contenders, night.ranking) if names else {}
    contestants = Contestant.objects.in_bulk(night.sides)
    for pk, contender in night.contenders.items():
        if has_handicaps(night.ranking):
            contestants[pk].handicap = str(own_handicap(contender, night.ranking))
        if names:
            contestants[pk].stratum = names[levels[pk]]
    if names or has_handicaps(night.ranking):
        Contestant.objects.bulk_update(contestants.values(), ["handicap", "stratum"])


def _freeze_counts(session: Session, night: queries.Night) -> None:
    """Keep with each player what his lines add up to."""
    counts = tally(night)
    entrants = list(session.entrants.all())
    for entrant in entrants:
        entrant.counts = dict(counts[entrant.player_id])
    Entrant.objects.bulk_update(entrants, ["counts"])


def _freeze_again(session: Session) -> None:
    night = queries.load_night(session)
    changes = [found.as_stored() for found in queries.differences(night)]
    _freeze_counts(session, night)
    if changes:
        freeze(session, night)
        record_posting(session, Posting.Kind.CORRECTED, changes=changes)


def record_posting(session: Session, kind: str, *, by=None, reason: str = "", changes: Sequence = ()) -> None:
    """Record what happened to a published result."""
    Posting.objects.create(
        session=session,
        kind=kind,
        changes=list(changes),
        reason=clean_text(reason)[:REASON_MAX],
        by=by if getattr(by, "is_authenticated", False) else None,
    )
