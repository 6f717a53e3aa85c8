"""The console beside the grid: the round clock, and the undo of the last change."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_GET, require_POST

from clubs.access import Role, club_view
from clubs.models import Club
from sessions import queries, services
from sessions.clock import ClockFace, usual_minutes
from sessions.console_forms import BreaksForm, ClockForm, MessageForm, PublishForm, TravellersForm
from sessions.models import Session

from ..public import read_number
from .access import attempt, director_view
from .lines import actor

DEEDS = {
    "start": (services.start_clock, gettext_lazy("The clock runs.")),
    "pause": (services.pause_clock, gettext_lazy("The clock stands.")),
    "minute": (services.add_minute, gettext_lazy("A minute more.")),
    "less": (services.take_minute, gettext_lazy("A minute less.")),
    "next": (services.next_clock_round, gettext_lazy("The clock goes on.")),
    "skip": (
        partial(services.next_clock_round, skips_break=True),
        gettext_lazy("The clock is set for the next round."),
    ),
}
GO_ON = ("next", "skip")


def console(session: Session) -> dict:
    """What stands beside the grid: the clock, what the tables were told, the last change, the forms."""
    tables = queries.table_numbers(session)
    return {
        **live(session, tables),
        "clock_form": ClockForm(initial=_clock_values(session)),
        "breaks_form": BreaksForm.of(session.breaks),
        "message_form": MessageForm(tables=tables),
        "travellers_form": TravellersForm(initial={"travellers": session.travellers}),
        "publish_form": PublishForm(),
        "postings": queries.postings(session),
    }


def _clock_values(session: Session) -> dict:
    """What the clock is set to, or would be."""
    face = queries.clock_of(session)
    if face is not None:
        return {"round": face.round, "minutes": face.minutes, "has_sound": face.has_sound}
    return {
        "round": queries.round_now(session),
        "minutes": usual_minutes(queries.most_boards(session)),
        "has_sound": False,
    }


def live(session: Session, tables: tuple[int, ...]) -> dict:
    """The part of the console that changes by itself."""
    clock = queries.clock_of(session)
    return {
        "session": session,
        "clock": clock,
        "break_next": _break_next(session, clock),
        "sent": queries.sent_messages(session, tables),
        "change": queries.last_change(session),
    }


def _break_next(session: Session, clock: ClockFace | None) -> int:
    """The minutes of the break that is next; 0 where a round is."""
    if clock is None or clock.is_break:
        return 0
    return queries.breaks_ahead(session).get(clock.round, 0)


def _live_etag(request: HttpRequest, club: Club, session_id: int) -> str | None:
    found = queries.revision_of(club_slug=club.slug, pk=session_id)
    parts = found and (found["pk"], found["revision"], found["notices"], found["status"], get_language())
    return f'W/"{"-".join(map(str, parts))}"' if parts else None


@club_view(role=Role.DIRECTOR)
@require_GET
@cache_control(private=True, no_cache=True)
@etag(_live_etag)
def fragment(request: HttpRequest, club: Club, session_id: int) -> HttpResponse:
    """The clock and the messages alone, answered 304 while nothing has changed."""
    session = queries.find_session(club, session_id, role=request.club_role)
    if session is None:
        raise Http404
    return render(request, "sessions/clock/_console.html", live(session, queries.table_numbers(session)))


@director_view
@require_POST
def act(request: HttpRequest, session: Session, deed: str) -> HttpResponse:
    """Start, pause, add or take a minute, go on to the break or the next round."""
    if deed not in DEEDS:
        raise Http404
    service, done = DEEDS[deed]
    seen = _seen(request) if deed in GO_ON else {}
    attempt(request, service, done, session=session, **seen)
    return to_console(session)


def _seen(request: HttpRequest) -> dict:
    """Where the clock stood when the button was pressed."""
    number = read_number(request.POST.get("round", ""))
    return {"seen": number, "is_break": None if number is None else "break" in request.POST}


@director_view
@require_POST
def set_breaks(request: HttpRequest, session: Session) -> HttpResponse:
    """After which rounds there is a break, and how long it is."""
    return store(request, session, BreaksForm(request.POST), services.set_breaks, _("The breaks are set."))


@director_view
@require_POST
def set_clock(request: HttpRequest, session: Session) -> HttpResponse:
    """How long a round takes."""
    form = ClockForm(request.POST)
    return store(request, session, form, services.set_clock, _("The clock is set."))


@director_view
@require_POST
def undo(request: HttpRequest, session: Session, line_id: int) -> HttpResponse:
    """Take the last change of a result back."""
    line = queries.find_change(session, line_id)
    if line is None:
        raise Http404
    attempt(request, services.undo, _("Undone."), line=line, by=actor(request))
    return to_console(session)


def to_console(session: Session) -> HttpResponse:
    return redirect(reverse("sessions:direct", args=[session.club.slug, session.pk]))


def store(request: HttpRequest, session: Session, form, service, done: str, **values) -> HttpResponse:
    """Hand a form to its service, or say what is wrong with it; then back to the grid."""
    if form.is_valid():
        attempt(request, service, done, session=session, **form.cleaned_data, **values)
    else:
        messages.error(request, " ".join(error for errors in form.errors.values() for error in errors))
    return to_console(session)
