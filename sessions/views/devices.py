"""The director's list of the phones at the tables, and what the tables ask of the director."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from sessions import inbox, phones, queries
from sessions.models import Session

from .director.access import attempt, director_view


@director_view
@require_GET
def devices(request: HttpRequest, session: Session) -> HttpResponse:
    """Every phone that has opened a table, by table."""
    context = {"session": session, "devices": queries.devices_of(session)}
    return render(request, "sessions/tableside/devices.html", context)


@director_view
@require_POST
def shut_out(request: HttpRequest, session: Session, device_id: int) -> HttpResponse:
    """Keep a phone from its table, or let it in again."""
    device = queries.find_device(session, device_id)
    if device is None:
        raise Http404
    is_shut_out = "let_in" not in request.POST
    done = _("The phone is shut out.") if is_shut_out else _("The phone may write again.")
    attempt(request, phones.set_shut_out, done, device=device, is_shut_out=is_shut_out)
    return redirect("sessions:devices", session.club.slug, session.pk)


@director_view
@require_POST
def ask_opponents(request: HttpRequest, session: Session) -> HttpResponse:
    """Whether the opponents agree to each result."""
    is_asked = "ask" in request.POST
    done = _("From now on the opponents agree.") if is_asked else _("The scorer's word is enough.")
    attempt(request, phones.ask_opponents, done, session=session, is_asked=is_asked)
    return redirect("sessions:devices", session.club.slug, session.pk)


@director_view
@require_POST
def answer_call(request: HttpRequest, session: Session, table: int) -> HttpResponse:
    """The director comes to the table that called."""
    found = queries.find_numbered_table(session, table)
    if found is None:
        raise Http404
    done = _("The call of table %(table)d is answered.") % {"table": table}
    attempt(request, phones.answer_call, done, table=found)
    return redirect("sessions:direct", session.club.slug, session.pk)


@director_view
@require_POST
def settle(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Let a disputed line stand."""
    seating = queries.find_seating(session, seating_id)
    line = queries.find_current_line(seating, board) if seating else None
    if line is None:
        raise Http404
    attempt(request, inbox.settle, _("The result stands."), line=line)
    return redirect("sessions:direct", session.club.slug, session.pk)


SESSION = "c/<slug:club_slug>/sessions/<int:session_id>/direct/"

urlpatterns = [
    path(f"{SESSION}devices/", devices, name="devices"),
    path(f"{SESSION}devices/<int:device_id>/shut-out/", shut_out, name="shut_out"),
    path(f"{SESSION}devices/opponents/", ask_opponents, name="ask_opponents"),
    path(f"{SESSION}calls/<int:table>/answer/", answer_call, name="answer_call"),
    path(f"{SESSION}<int:seating_id>/<int:board>/settle/", settle, name="settle_line"),
]
