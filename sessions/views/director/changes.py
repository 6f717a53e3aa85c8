"""Changes during play: each is looked at before it is made, and can be taken back."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.formats.movement_csv import dumps
from scoring.lines import EntryError
from sessions import changes as planning
from sessions import changing, seatings
from sessions.change_forms import ACTIONS, DRAWN_TITLES, ChangeForm, action_of, headings_for
from sessions.changing import Preview
from sessions.models import ScoreLine, SeatingChange, Session
from sessions.services import Actor, RefusedError

from .access import attempt, director_view, objection


@dataclass(frozen=True, slots=True)
class Made:
    """A change that was made, and why it stands; ``why`` is empty where it can be undone."""

    change: SeatingChange
    title: str
    why: str


@director_view
@require_GET
def history(request: HttpRequest, session: Session) -> HttpResponse:
    """What can be changed, and what has been."""
    context = {
        "session": session,
        "headings": headings_for(
            are_pairs=session.ruleset.partnerships,
            is_drawn=session.drawing is not None,
            has_teams=session.has_teams,
        ),
        "changes": _made(session),
    }
    return render(request, "sessions/director/changes/history.html", context)


def _made(session: Session) -> list[Made]:
    found = seatings.history_of_changes(session)
    reasons = changing.reasons_to_stand(session, found)
    return [Made(each, _title(each.kind), why) for each, why in zip(found, reasons, strict=True)]


def _title(kind: str) -> str:
    return ACTIONS[kind].title if kind in ACTIONS else DRAWN_TITLES[kind]


@director_view
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, session: Session, kind: str) -> HttpResponse:
    """Fill in, look at what would happen, and then do it."""
    if kind not in ACTIONS:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    is_asked = bool(sent) or not ACTIONS[kind].fields
    action = action_of(kind, is_drawn=session.drawing is not None, has_teams=session.has_teams)
    form = ChangeForm(sent if is_asked else None, action=action, room=seatings.load_room(session))
    if not (is_asked and form.is_valid()):
        return _show(request, session, form, status=422 if is_asked else 200)
    if request.method == "POST" and _make(request, session, form):
        return redirect("sessions:changes", session.club.slug, session.pk)
    return _preview(request, session, form)


def _make(request: HttpRequest, session: Session, form: ChangeForm) -> bool:
    token = request.POST.get("token", "")
    values = {"kind": form.action.kind, "values": form.values(), "token": token, "by": _actor(request)}
    try:
        changing.make_change(session=session, **values)
    except (RefusedError, EntryError) as error:
        messages.error(request, objection(error))
        return False
    messages.success(request, _("Done. The standing is computed anew; you can undo this below."))
    return True


def _actor(request: HttpRequest) -> Actor:
    return Actor(user=request.user, origin=ScoreLine.Origin.DIRECTOR)


def _preview(request: HttpRequest, session: Session, form: ChangeForm) -> HttpResponse:
    try:
        found = changing.preview_change(session=session, kind=form.action.kind, values=form.values())
    except RefusedError as error:
        return _show(request, session, form, refusal=str(error), status=422)
    return _show(request, session, form, preview=found, status=409 if request.method == "POST" else 200)


def _show(
    request: HttpRequest,
    session: Session,
    form: ChangeForm,
    *,
    preview: Preview | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    is_charted = preview and not session.has_teams
    rounds, rows = planning.chart(preview.room, preview.change) if is_charted else ((), ())
    context = {
        "session": session,
        "action": form.action,
        "form": form,
        "preview": preview,
        "refusal": refusal,
        "rounds": rounds,
        "rows": rows,
    }
    return render(request, "sessions/director/changes/change.html", context, status=status)


@director_view
@require_POST
def undo(request: HttpRequest, session: Session, change_id: int) -> HttpResponse:
    """Put everybody back to where they were."""
    found = seatings.find_change(session, change_id)
    if found is None:
        raise Http404
    attempt(request, changing.undo_change, _("Undone."), change=found, by=_actor(request))
    return redirect("sessions:changes", session.club.slug, session.pk)


@director_view
@require_GET
def movement(request: HttpRequest, session: Session) -> HttpResponse:
    """The movement as it stands now, for a spreadsheet or another evening."""
    if not session.seatings.exists():
        raise Http404
    response = HttpResponse(dumps(seatings.movement_of(session)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="movement-{session.pk}.csv"'
    return response


PLACE = "c/<slug:club_slug>/sessions/<int:session_id>/direct/changes/"

urlpatterns = [
    path(PLACE, history, name="changes"),
    path(f"{PLACE}movement.csv", movement, name="movement_csv"),
    path(f"{PLACE}<int:change_id>/undo/", undo, name="undo_seating"),
    path(f"{PLACE}<slug:kind>/", change, name="change"),
]
