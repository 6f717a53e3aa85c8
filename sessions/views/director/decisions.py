"""The director's decisions: boards awarded, points taken."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.lines import EntryError
from sessions import queries, services
from sessions.models import Session
from sessions.setup_forms import PenaltyForm

from .access import attempt, director_view, objection
from .lines import award_form, find_place, show_line

PAGE = ["GET", "HEAD", "POST"]


@director_view
@require_http_methods(PAGE)
def penalties(request: HttpRequest, session: Session) -> HttpResponse:
    """The penalties that stand, and a form for another."""
    night = queries.load_night(session)
    form = PenaltyForm(request.POST or None, sides=list(night.sides.values()))
    if form.is_valid() and _fine(request, session, form):
        return redirect("sessions:penalties", session.club.slug, session.pk)
    context = {
        "session": session,
        "form": form,
        "penalties": [(night.sides[x.contestant_id], x) for x in night.adjustments if x.contestant_id],
    }
    status = 422 if form.is_bound else 200
    return render(request, "sessions/director/penalties.html", context, status=status)


def _fine(request: HttpRequest, session: Session, form: PenaltyForm) -> bool:
    values = dict(form.cleaned_data)
    contestant = queries.find_contestant(session, values.pop("contestant"))
    try:
        services.fine(contestant=contestant, by=request.user, **values)
    except EntryError as error:
        form.add_error(error.field, objection(error))
    except services.RefusedError as error:
        form.add_error(None, objection(error))
    return form.is_valid()


@director_view
@require_POST
def withdraw(request: HttpRequest, session: Session, adjustment_id: int) -> HttpResponse:
    """Take a penalty or an award back."""
    adjustment = queries.find_adjustment(session, adjustment_id)
    if adjustment is None:
        raise Http404
    attempt(request, services.withdraw_adjustment, _("Taken back."), adjustment=adjustment)
    if adjustment.seating_id is None:
        return redirect("sessions:penalties", session.club.slug, session.pk)
    place = (adjustment.seating_id, adjustment.board)
    return redirect("sessions:direct_line", session.club.slug, session.pk, *place)


@director_view
@require_POST
def award(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Award a board instead of comparing it."""
    place = find_place(session, seating_id, board)
    form = award_form(place, request.POST)
    if not place.may_award or not form.is_valid():
        return show_line(request, place, award=form, status=422)
    try:
        seating = queries.find_seating(session, seating_id)
        services.award_board(seating=seating, board=board, by=request.user, **form.cleaned_data)
    except EntryError as error:
        form.add_error(error.field, objection(error))
        return show_line(request, place, award=form, status=422)
    except services.RefusedError as error:
        form.add_error(None, objection(error))
        return show_line(request, place, award=form, status=409)
    return redirect("sessions:direct_line", session.club.slug, session.pk, seating_id, board)
