"""Combined events: several sessions ranked as one, and how a director defines them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Role, club_view
from clubs.asking import ask
from clubs.models import Club
from clubs.sending import once
from scoring.lines import EntryError
from sessions import event_book, exports
from sessions import events as found_events
from sessions.event_forms import EventForm
from sessions.models import Event
from sessions.tables import EventTable, show_rows

from .director.access import objection

PAGE = ["GET", "HEAD", "POST"]


@require_safe
@club_view()
def events(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's combined events, newest first."""
    found = found_events.events_of(club, role=request.club_role)
    return render(request, "sessions/events/events.html", {"events": found})


@require_safe
@club_view()
def event(request: HttpRequest, club: Club, event_id: int) -> HttpResponse:
    """An event to search, sort and take along; each row opens what it is made of."""
    outcome = found_events.load_event(_find(request, club, event_id))
    columns = EventTable.session_columns(outcome)
    table, kind = show_rows(request, EventTable, EventTable.rows(outcome), extra_columns=columns)
    if kind:
        return exports.answer(kind, f"event-{event_id}", *table.plain())
    return render(request, "sessions/events/event.html", {"outcome": outcome, "table": table})


@require_safe
@club_view()
def event_row(request: HttpRequest, club: Club, event_id: int, contestant_id: int) -> HttpResponse:
    """How a row adds up: each session with its boards, down to the contestant's card."""
    outcome = found_events.load_event(_find(request, club, event_id))
    row = outcome.find(contestant_id)
    if row is None:
        raise Http404
    return render(request, "sessions/events/row.html", {"outcome": outcome, "row": row})


def _find(request: HttpRequest, club: Club, pk: int) -> Event:
    found = found_events.find_event(club, pk, role=request.club_role)
    if found is None:
        raise Http404
    return found


@require_http_methods(PAGE)
@club_view(Role.DIRECTOR)
@once
def new_event(request: HttpRequest, club: Club) -> HttpResponse:
    """Combine some sessions."""
    return _edit(request, club, None)


@require_http_methods(PAGE)
@club_view(Role.DIRECTOR)
def edit_event(request: HttpRequest, club: Club, event_id: int) -> HttpResponse:
    """Change what an event combines, or how."""
    return _edit(request, club, _find(request, club, event_id))


def _edit(request: HttpRequest, club: Club, found: Event | None) -> HttpResponse:
    sessions = found_events.eligible_sessions(club, found)
    form = EventForm(request.POST or None, sessions=sessions, event=found)
    if form.is_valid():
        try:
            return redirect(event_book.save_event(club=club, event=found, **form.values()))
        except EntryError as error:
            form.add_error(error.field, objection(error))
    status = 422 if form.is_bound else 200
    return render(request, "sessions/events/edit.html", {"form": form, "event": found}, status=status)


@require_http_methods(PAGE)
@club_view(Role.DIRECTOR)
def delete_event(request: HttpRequest, club: Club, event_id: int) -> HttpResponse:
    """Ask once, then take an event away; its sessions stay."""
    found = _find(request, club, event_id)
    if request.method != "POST":
        return ask(
            request,
            heading=_("Delete “%(title)s”?") % {"title": found.title},
            text=_("Its ranking goes. The sessions stay as they are. You can put it back for 30 days."),
            deed=_("Delete this event"),
            back_url=found.get_absolute_url(),
            shown=[session.title for session in found_events.sessions_in(found)],
        )
    event_book.delete_event(event=found, by=request.user)
    messages.success(request, _("The event is gone; its sessions stay."))
    return redirect("clubs:removed", club.slug)


_EVENTS = "c/<slug:club_slug>/events/"
_EVENT = f"{_EVENTS}<int:event_id>/"

urlpatterns = [
    path(_EVENTS, events, name="events"),
    path(f"{_EVENTS}new/", new_event, name="new_event"),
    path(_EVENT, event, name="event"),
    path(f"{_EVENT}edit/", edit_event, name="edit_event"),
    path(f"{_EVENT}delete/", delete_event, name="delete_event"),
    path(f"{_EVENT}rows/<int:contestant_id>/", event_row, name="event_row"),
]
