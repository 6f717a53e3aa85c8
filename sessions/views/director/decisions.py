"""The director's decisions: boards awarded, points taken, boards played in two forms."""

from collections.abc import Callable

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.sending import once
from scoring.lines import EntryError
from sessions import decisions, queries, services
from sessions.models import Adjustment, Session
from sessions.ruling_forms import FouledForm
from sessions.setup_forms import PenaltyForm
from sessions.words import say

from .access import attempt, director_view, objection
from .lines import LinePlace, award_form, find_place, points_form, show_line, weighted_form

PAGE = ["GET", "HEAD", "POST"]


@director_view
@require_http_methods(PAGE)
@once
def penalties(request: HttpRequest, session: Session) -> HttpResponse:
    """The penalties that stand, and a form for another."""
    night = queries.load_night(session)
    sides = list(night.sides.values())
    form = PenaltyForm(
        request.POST or None, sides=sides, has_percent=session.ranks_in_percent, margins=_margins(night)
    )
    if form.is_valid() and _fine(request, session, form):
        return redirect("sessions:penalties", session.club.slug, session.pk)
    context = {
        "session": session,
        "form": form,
        "penalties": [(night.sides[x.contestant_id], x) for x in night.adjustments if x.contestant_id],
        "decisions": queries.board_decisions(night),
        "past": queries.past_decisions(night),
    }
    status = 422 if form.is_bound else 200
    return render(request, "sessions/director/penalties.html", context, status=status)


def _margins(night: queries.Night) -> dict[int, str]:
    """What a penalty may be taken off beside the total: the sum of a team's match, by round."""
    name = night.session.method.margin_name if night.session.has_teams else ""
    text = _("the %(imps)s of the match in round %(number)s")
    return {number: text % {"imps": say(name), "number": number} for number in night.round_numbers if name}


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
    return _to_place(session, adjustment)


@director_view
@require_POST
def put_back(request: HttpRequest, session: Session, adjustment_id: int) -> HttpResponse:
    """Let a decision that was taken back stand again."""
    adjustment = queries.find_past_adjustment(session, adjustment_id)
    if adjustment is None:
        raise Http404
    done = _("It stands again.")
    attempt(request, services.put_back_adjustment, done, adjustment=adjustment, by=request.user)
    return _to_place(session, adjustment)


def _to_place(session: Session, adjustment: Adjustment) -> HttpResponse:
    """The page of what a decision is about."""
    if adjustment.contestant_id is not None:
        return redirect("sessions:penalties", session.club.slug, session.pk)
    if adjustment.seating_id is None:
        return redirect("sessions:direct_board", session.club.slug, session.pk, adjustment.board)
    place = (adjustment.seating_id, adjustment.board)
    return redirect("sessions:direct_line", session.club.slug, session.pk, *place)


@director_view
@require_POST
def award(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Award a board instead of comparing it."""
    place = find_place(session, seating_id, board)
    form = award_form(place, request.POST)
    return _rule(request, place, "award", form, services.award_board, is_open=place.may_award)


@director_view
@require_POST
def weigh(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Rule several outcomes of a board with their weights."""
    place = find_place(session, seating_id, board)
    form = weighted_form(place, request.POST)

    def award_weighted(**values) -> None:
        values = {"by": values["by"], "seating": values["seating"], "reason": values["reason"]}
        decisions.award_weighted(seat=place.seat, board=board, outcomes=form.outcomes(), **values)

    return _rule(request, place, "weighted", form, award_weighted, is_open=place.may_award)


@director_view
@require_POST
def give_points(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Give both sides of a board points outright."""
    place = find_place(session, seating_id, board)
    form = points_form(place, request.POST)
    return _rule(request, place, "points", form, decisions.award_points, is_open=place.may_give_points)


def _rule(
    request: HttpRequest, place: LinePlace, name: str, form: Form, service: Callable, *, is_open: bool
) -> HttpResponse:
    """Carry a ruling out, or show the line again with the form and what is wrong with it."""
    if not is_open or not form.is_valid():
        return show_line(request, place, **{name: form}, status=422)
    session, board = place.session, place.board
    try:
        seating = queries.find_seating(session, place.seat.pk)
        service(seating=seating, board=board, by=request.user, **form.cleaned_data)
    except EntryError as error:
        named = (name for name in (error.field, f"{error.field}_1") if name in form.fields)
        form.add_error(next(named, None), objection(error))
        return show_line(request, place, **{name: form}, status=422)
    except services.RefusedError as error:
        form.add_error(None, objection(error))
        return show_line(request, place, **{name: form}, status=409)
    return redirect("sessions:direct_line", session.club.slug, session.pk, place.seat.pk, board)


@director_view
@require_http_methods(PAGE)
def board(request: HttpRequest, session: Session, board: int) -> HttpResponse:
    """A board at all its tables, and the ruling that some of them played other cards."""
    night = queries.load_night(session)
    seats = [seat for seat in night.of_board(board) if not seat.is_sit_out]
    if not seats or not night.has_common_boards:
        raise Http404
    ruled = queries.fouled_board(night, board)
    form = FouledForm(request.POST or None, board=board, seats=seats, ruled=ruled)
    if form.is_valid() and _foul(request, session, board, form):
        return redirect("sessions:direct_board", session.club.slug, session.pk, board)
    context = {
        "session": session,
        "board": board,
        "views": [(seat, queries.board_view(night, seat, board)) for seat in seats],
        "form": form,
        "fouled": ruled,
        "decisions": queries.board_decisions(night, board),
    }
    status = 422 if form.is_bound else 200
    return render(request, "sessions/director/board.html", context, status=status)


def _foul(request: HttpRequest, session: Session, board: int, form: FouledForm) -> bool:
    reason = form.cleaned_data["reason"]
    try:
        decisions.foul_board(
            session=session, board=board, forms=form.played_forms(), by=request.user, reason=reason
        )
    except (EntryError, services.RefusedError) as error:
        form.add_error(None, objection(error))
    return form.is_valid()
