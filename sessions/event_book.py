"""Every write of a combined event: keyword-only, one transaction each."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_noop

from clubs.models import Club
from clubs.names import clean_name
from clubs.removing import remove
from scoring.lines import EntryError

from .models import Event, Session


@transaction.atomic
def save_event(
    *,
    club: Club,
    event: Event | None = None,
    title: str,
    method: str,
    least: int | None,
    sessions: Iterable[Session],
) -> Event:
    """Make an event of some sessions, or change one; the sessions themselves stay as they are.

    Raises EntryError where they cannot be combined: one alone, or ranked by different numbers.
    """
    sessions = _hold(club, sessions, event)
    _check_sessions(sessions, method)
    event = event or Event(club=club)
    event.title, event.method, event.least = clean_name(title), method, least
    event.full_clean()
    event.save()
    event.sessions.exclude(pk__in=[session.pk for session in sessions]).update(event=None)
    Session.objects.filter(pk__in=[session.pk for session in sessions]).update(event=event)
    return event


def _hold(club: Club, sessions: Iterable[Session], event: Event | None) -> list[Session]:
    """The sessions as they are now, held; raises EntryError where another event has taken one meanwhile."""
    held = club.sessions.select_for_update().filter(pk__in=[session.pk for session in sessions])
    found = list(held.order_by("pk"))
    if any(session.event_id not in (None, event and event.pk) for session in found):
        raise EntryError("sessions", gettext_noop("one of these sessions belongs to another event by now"))
    return found


def _check_sessions(sessions: list[Session], method: str) -> None:
    if len(sessions) < 2:
        raise EntryError("sessions", gettext_noop("choose two sessions at least"))
    columns = [[column.name for column in session.method.columns] for session in sessions]
    if len({names[0] for names in columns}) > 1:
        raise EntryError("sessions", gettext_noop("these sessions are ranked by different numbers"))
    if method == Event.Method.POINTS and any("matchpoints" not in names for names in columns):
        raise EntryError("method", gettext_noop("these sessions have no match points"))


def delete_event(*, event: Event, by=None) -> None:
    """Take an event away; its sessions stay, and it can be put back."""
    remove(event, club=event.club, by=by)
