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
from clubs.queries import logo_of
from clubs.sending import once
from scoring.lines import EntryError
from sessions import event_book, exports
from sessions import events as found_events
from sessions.event_forms import EventForm
from sessions.jobs.works import XLSX_TYPE, make_pdf
from sessions.models import Event
from sessions.sheets import pdf, xlsx
from sessions.sheets.build import PAPERS
from sessions.sheets.event import event_file_name, make_event_sheet
from sessions.sheets.heads import Order
from sessions.tables import EventTable, show_rows

from .director.access import objection
from .paper import send_file, usual_paper

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


@require_safe
@club_view()
def event_sheet(request: HttpRequest, club: Club, event_id: int, extension: str) -> HttpResponse:
    """The ranking list on paper: as `pdf`, `xlsx` or `html`."""
    if extension not in SHEETS:
        raise Http404
    outcome = found_events.load_event(_find(request, club, event_id))
    asked = request.GET.get("paper", "")
    order = Order("event", paper=asked if asked in PAPERS else usual_paper(request))
    return SHEETS[extension](request, outcome, order, [make_event_sheet(outcome)])


def _as_html(request: HttpRequest, outcome, order: Order, sheets: list) -> HttpResponse:
    values = {"title": outcome.event.title, "paper": order.paper, "logo_url": outcome.event.club.logo_url}
    return HttpResponse(pdf.render_html(sheets, back_url=outcome.event.get_absolute_url(), **values))


def _as_pdf(request: HttpRequest, outcome, order: Order, sheets: list) -> HttpResponse:
    """Where this machine draws no PDF the page is printed from the browser."""
    try:
        content = make_pdf(outcome.event, order, sheets)
    except pdf.NoPrinterError:
        return _as_html(request, outcome, order, sheets)
    return send_file(content, "application/pdf", event_file_name(outcome, "pdf"), as_attachment=False)


def _as_xlsx(request: HttpRequest, outcome, order: Order, sheets: list) -> HttpResponse:
    content = xlsx.render_xlsx(sheets, paper=order.paper, logo=logo_of(outcome.event.club))
    return send_file(content, XLSX_TYPE, event_file_name(outcome, "xlsx"), as_attachment=True)


SHEETS = {"html": _as_html, "pdf": _as_pdf, "xlsx": _as_xlsx}


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
    path(f"{_EVENT}ranking.<slug:extension>", event_sheet, name="event_sheet"),
    path(f"{_EVENT}edit/", edit_event, name="edit_event"),
    path(f"{_EVENT}delete/", delete_event, name="delete_event"),
    path(f"{_EVENT}rows/<int:contestant_id>/", event_row, name="event_row"),
]
