"""The director's messages to the tables, and what the phones may show."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.names import clean_text
from scoring.lines import EntryError

from ..models import Notice, Reading, Session, Table
from .actors import REASON_MAX, RefusedError
from .revision import announce, lock


@transaction.atomic
def post_message(*, session: Session, text: str, table: Table | None = None, by=None) -> Notice:
    """Show a message on the phone of a table, or of every table, until it is read there."""
    session = lock(session)
    text = clean_text(text)[:REASON_MAX]
    if not text:
        raise EntryError("text", gettext_noop("write what the tables shall read"))
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("Messages reach the tables while the session is in play."))
    notice = Notice.objects.create(
        session=session, table=table, text=text, by=by if getattr(by, "is_authenticated", False) else None
    )
    announce(session)
    return notice


@transaction.atomic
def withdraw_message(*, notice: Notice) -> None:
    """Take a message off the phones."""
    Notice.objects.filter(pk=notice.pk).update(is_current=False)
    announce(notice.session)


@transaction.atomic
def acknowledge(*, notice: Notice, table: Table, device: str = "") -> None:
    """Note that a table has read a message; reading it twice notes it once."""
    _reading, is_new = Reading.objects.get_or_create(
        notice=notice, table=table, defaults={"device": device[:64]}
    )
    if is_new:
        announce(table.session)


@transaction.atomic
def set_travellers(*, session: Session, travellers: str) -> Session:
    """Which boards' other results the phones at the tables may show."""
    session = lock(session)
    session.travellers = Session.Travellers(travellers)
    session.save(update_fields=["travellers"])
    announce(session)
    return session
