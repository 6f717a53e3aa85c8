"""The next round of a session whose rounds are drawn: looked at, changed by hand, and then seated."""

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.lines import EntryError
from sessions import advancing, drawing
from sessions.console_forms import RoundsForm
from sessions.models import ScoreLine, Session
from sessions.services import Actor, RefusedError

from .access import attempt, director_view, objection

ANSWER = re.compile(r"winner-(\d{1,6})-(\d{1,6})")


@director_view
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, session: Session) -> HttpResponse:
    """Look at the draw, say who goes on, exchange two by hand; posted, the round is seated."""
    if session.drawing is None:
        raise Http404
    if request.method == "POST" and _make(request, session):
        return redirect("sessions:direct", session.club.slug, session.pk)
    sent = request.POST if request.method == "POST" else request.GET
    found = drawing.outlook(
        session,
        answers=_answers(sent),
        order=_numbers(sent.get("order", "")),
        exchange=[number for name in ("one", "other") for number in _numbers(sent.get(name, ""))],
    )
    context = {
        "session": session,
        "outlook": found,
        "rounds_form": RoundsForm(initial={"rounds": session.planned_rounds}),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "sessions/director/draw.html", context, status=status)


def _make(request: HttpRequest, session: Session) -> bool:
    by = Actor(user=request.user, origin=ScoreLine.Origin.DIRECTOR)
    sent = request.POST
    try:
        drawing.draw_round(
            session=session,
            answers=_answers(sent),
            order=_numbers(sent.get("order", "")),
            token=sent.get("token", ""),
            by=by,
        )
    except (RefusedError, EntryError) as error:
        messages.error(request, objection(error))
        return False
    messages.success(request, _("Done: the phones and the projector show it. You can undo it under Changes."))
    return True


def _answers(sent: QueryDict) -> dict[tuple[int, int], int]:
    """Who goes on, by round and table, from the fields that say so."""
    found = ((ANSWER.fullmatch(name), _numbers(value)) for name, value in sent.items())
    return {(int(name[1]), int(name[2])): value[0] for name, value in found if name and value}


def _numbers(text: str) -> list[int]:
    """The whole numbers of a list with commas; none where anything else stands there."""
    parts = text.split(",")
    return [int(part) for part in parts] if all(re.fullmatch(r"\d{1,12}", part) for part in parts) else []


@director_view
@require_POST
def set_draws_itself(request: HttpRequest, session: Session) -> HttpResponse:
    """Say whether rounds are drawn as soon as the results are in."""
    draws_itself = "draws_itself" in request.POST
    attempt(request, advancing.set_draws_itself, _("Saved."), session=session, draws_itself=draws_itself)
    return redirect("sessions:draw", session.club.slug, session.pk)


@director_view
@require_POST
def plan_rounds(request: HttpRequest, session: Session) -> HttpResponse:
    """Say how many rounds there are to be."""
    form = RoundsForm(request.POST)
    if form.is_valid():
        rounds = form.cleaned_data["rounds"]
        attempt(request, drawing.plan_rounds, _("Saved."), session=session, rounds=rounds)
    else:
        messages.error(request, " ".join(form.errors["rounds"]))
    return redirect("sessions:draw", session.club.slug, session.pk)
