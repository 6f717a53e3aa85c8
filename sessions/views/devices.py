"""The director's list of the phones at the tables, and what the tables ask of the director."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from sessions import guessing, inbox, phones, queries
from sessions.console_forms import PhonesForm
from sessions.models import Session

from .director.access import attempt, director_view


@director_view
@require_GET
def devices(request: HttpRequest, session: Session) -> HttpResponse:
    """Every phone that has opened a table, by table."""
    return devices_page(request, session, PhonesForm.of(session))


def devices_page(request: HttpRequest, session: Session, form: PhonesForm, status: int = 200) -> HttpResponse:
    """The phones, how they are used, and who tried wrong codes."""
    context = {
        "session": session,
        "devices": queries.devices_of(session),
        "form": form,
        "guessers": guessing.guessers(),
        "now": timezone.now(),
    }
    return render(request, "sessions/tableside/devices.html", context, status=status)


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
def habits(request: HttpRequest, session: Session) -> HttpResponse:
    """Whether phones stay at the tables, and who checks a result."""
    form = PhonesForm(request.POST)
    if not form.is_valid():
        return devices_page(request, session, form, status=422)
    attempt(request, phones.set_habits, _("Saved."), session=session, **form.cleaned_data)
    return redirect("sessions:devices", session.club.slug, session.pk)


@director_view
@require_POST
def let_go(request: HttpRequest, session: Session, guesser_id: int) -> HttpResponse:
    """Let an address that tried too many wrong codes try again."""
    guesser = guessing.find_guesser(guesser_id)
    if guesser is None or not session.is_running:
        raise Http404
    attempt(request, guessing.let_go, _("It may try ten more codes."), guesser=guesser)
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
    path(f"{SESSION}devices/habits/", habits, name="phone_habits"),
    path(f"{SESSION}devices/guessers/<int:guesser_id>/let-go/", let_go, name="let_go"),
    path(f"{SESSION}calls/<int:table>/answer/", answer_call, name="answer_call"),
    path(f"{SESSION}<int:seating_id>/<int:board>/settle/", settle, name="settle_line"),
]
