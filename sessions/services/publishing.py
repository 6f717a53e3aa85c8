"""The end of the evening: closed, published, final, or taken back."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.lines import EntryError

from .. import queries
from ..models import Posting, Session
from .actors import RefusedError
from .revision import freeze, lock, record_posting, set_status, touch


@transaction.atomic
def close_session(*, session: Session) -> Session:
    """End play: the tables' codes open nothing any more. Missing boards simply do not count."""
    session = lock(session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("Only a session in play can be closed."))
    session.closed_at = timezone.now()
    session.save(update_fields=["closed_at"])
    return set_status(session, Session.Status.CLOSED)


@transaction.atomic
def reopen_session(*, session: Session) -> Session:
    """Back into play, so that tables may write again; a published session is taken back first."""
    session = lock(session)
    if session.is_published:
        raise RefusedError(_("Take the published result back before you open the tables again."))
    if session.status != Session.Status.CLOSED:
        raise RefusedError(_("Only a closed session can be opened again."))
    return set_status(session, Session.Status.RUNNING)


@transaction.atomic
def publish_session(*, session: Session, correction_minutes: int = 0, by=None) -> Session:
    """Freeze the places as a record and show the session to everyone.

    For so many minutes the director may still correct it; then it is final.
    """
    session = lock(session)
    if session.status != Session.Status.CLOSED:
        raise RefusedError(_("Close the session before you publish it."))
    session.published_at = None
    freeze(session, queries.load_night(session))
    touch(session)
    session.published_at = timezone.now()
    session.final_at = session.published_at + datetime.timedelta(minutes=correction_minutes)
    session.is_public = True
    session.save(update_fields=["published_at", "final_at", "is_public"])
    record_posting(session, Posting.Kind.PUBLISHED, by=by)
    return session


@transaction.atomic
def finalise_session(*, session: Session, by=None) -> Session:
    """Declare a published result final before its time for corrections is over."""
    session = lock(session)
    if not session.is_correctable:
        raise RefusedError(_("Only a published result that may still be corrected is declared final."))
    session.final_at = timezone.now()
    session.save(update_fields=["final_at"])
    record_posting(session, Posting.Kind.FINAL, by=by)
    return touch(session)


@transaction.atomic
def unpublish_session(*, session: Session, reason: str, by=None) -> Session:
    """Take a published session back: not final, and only for members. The reason is kept."""
    session = lock(session)
    if not session.is_published:
        raise RefusedError(_("This session is not published."))
    if not reason.strip():
        raise EntryError("reason", gettext_noop("say why the result is taken back"))
    session.placings.all().delete()
    session.published_at = session.final_at = None
    session.is_public = False
    session.save(update_fields=["published_at", "final_at", "is_public"])
    record_posting(session, Posting.Kind.TAKEN_BACK, by=by, reason=reason)
    return touch(session)


@transaction.atomic
def set_public(*, session: Session, is_public: bool) -> Session:
    """Show a session to everyone while it goes on, or to members only."""
    session = lock(session)
    if session.is_published and not is_public:
        raise RefusedError(_("Take the published session back instead."))
    session.is_public = is_public
    session.save(update_fields=["is_public"])
    return touch(session)
