"""One table in one round, and one line of it: look, correct, withdraw, put back, award."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.lines import EntryError
from sessions import queries, services
from sessions.forms import EntryForm, Sender
from sessions.models import ScoreLine, Session
from sessions.results import table_sides
from sessions.ruling_forms import PointsForm, WeightedForm
from sessions.services import Actor, ConflictError, RefusedError
from sessions.setup_forms import AwardForm, ReasonForm

from .access import attempt, director_view


@dataclass(frozen=True)
class LinePlace:
    """A board at a table: the session whole, the table in its round, the current line if there is one."""

    night: queries.Night
    seat: queries.TableRound
    board: int

    @property
    def session(self) -> Session:
        return self.night.session

    @property
    def current(self) -> ScoreLine | None:
        return self.seat.lines.get(self.board)

    @property
    def is_played_here(self) -> bool:
        return not self.seat.is_sit_out

    @property
    def may_award(self) -> bool:
        """Whether the board is compared with other tables, so that a share of its top can be given."""
        return self.night.has_common_boards and self.is_played_here

    @property
    def may_give_points(self) -> bool:
        """Whether boards give plus and minus points, which have no top to take a share of."""
        return self.may_award and not self.session.ranks_in_percent

    @property
    def sides(self) -> list[queries.Side]:
        """The contestants at the table, in the order of their places, each once."""
        return list({side.pk: side for side in self.seat.sides.values()}.values())


def find_place(session: Session, seating_id: int, board: int) -> LinePlace:
    """The board at the table, or a 404 where the table does not play it."""
    night = queries.load_night(session)
    seat = queries.find_table_round(night, seating_id)
    if seat is None:
        raise Http404
    try:
        services.check_board(seat, board)
        seat.deal(board)
    except EntryError:
        raise Http404 from None
    return LinePlace(night, seat, board)


def actor(request: HttpRequest) -> Actor:
    return Actor(user=request.user, origin=ScoreLine.Origin.DIRECTOR)


@director_view
@require_GET
def seating(request: HttpRequest, session: Session, seating_id: int) -> HttpResponse:
    """The boards of a table in a round."""
    night = queries.load_night(session)
    seat = queries.find_table_round(night, seating_id)
    if seat is None:
        raise Http404
    context = {
        "session": session,
        "seat": seat,
        "boards": queries.board_views(night, seat),
        "rounds": night.of_table(seat.table),
    }
    return render(request, "sessions/director/seating.html", context)


@director_view
@require_POST
def end_round(request: HttpRequest, session: Session, seating_id: int) -> HttpResponse:
    """Close a round at a table, whatever is missing."""
    found = _seating(session, seating_id)
    done = _("The round has ended at table %(table)d.") % {"table": found.table.number}
    attempt(request, services.end_round, done, seating=found, by=actor(request))
    return redirect("sessions:direct_seating", session.club.slug, session.pk, seating_id)


@director_view
@require_POST
def reopen_round(request: HttpRequest, session: Session, seating_id: int) -> HttpResponse:
    """Let the table write in this round again."""
    found = _seating(session, seating_id)
    done = _("Table %(table)d can write in this round again.") % {"table": found.table.number}
    attempt(request, services.reopen_round, done, seating=found)
    return redirect("sessions:direct_seating", session.club.slug, session.pk, seating_id)


def _seating(session: Session, pk: int):
    found = queries.find_seating(session, pk)
    if found is None:
        raise Http404
    return found


@director_view
@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """A line with its history; posting enters or corrects the result."""
    place = find_place(session, seating_id, board)
    if request.method != "POST":
        return show_line(request, place)
    sender = Sender.read(request.POST)
    entry = EntryForm(place.seat, board, data=request.POST, sender=sender, is_director=True)
    reason = ReasonForm(request.POST, is_required=sender.expected is not None)
    if not (entry.is_valid() & reason.is_valid()):
        return show_line(request, place, entry=entry, reason=reason, status=422)
    return _record(request, place, entry, reason)


def _record(request: HttpRequest, place: LinePlace, entry: EntryForm, reason: ReasonForm) -> HttpResponse:
    try:
        recorded = services.record_line(
            seating=queries.find_seating(place.session, place.seat.pk),
            board=place.board,
            entry=entry.entry,
            by=actor(request),
            key=entry.sender.key,
            expected=entry.sender.expected,
            reason=reason.cleaned_data["reason"],
        )
    except ConflictError as conflict:
        return _show_conflict(request, place, entry, conflict)
    except EntryError as error:
        entry.add_error(error)
        return show_line(request, place, entry=entry, reason=reason, status=422)
    except RefusedError as error:
        return show_line(request, place, entry=entry, reason=reason, problem=str(error), status=409)
    messages.success(request, _("Saved.") if recorded.is_new else _("The same result stands already."))
    return _to_line(place)


def _show_conflict(
    request: HttpRequest, place: LinePlace, entry: EntryForm, conflict: ConflictError
) -> HttpResponse:
    """Show what stands now beside what was sent; sending it again replaces it knowingly."""
    place = find_place(place.session, place.seat.pk, place.board)
    again = Sender(expected=conflict.current.pk)
    entry = EntryForm(place.seat, place.board, entry=conflict.entry, sender=again, is_director=True)
    ours = place.seat.ruleset.describe(conflict.entry, place.seat.deal(place.board))
    context = {"entry": entry, "reason": ReasonForm(request.POST), "ours": ours}
    return show_line(request, place, **context, status=409)


@director_view
@require_POST
def withdraw(request: HttpRequest, session: Session, seating_id: int, board: int) -> HttpResponse:
    """Take a result back, with a reason; the one that its sender saw, and no other."""
    place = find_place(session, seating_id, board)
    form = ReasonForm(request.POST, prefix="withdraw")
    if not form.is_valid():
        return show_line(request, place, withdrawal=form, status=422)
    if place.current is None or str(place.current.pk) != request.POST.get("expected"):
        problem = _("The result has changed meanwhile; look at it again.")
        return show_line(request, place, withdrawal=form, problem=problem, status=409)
    done = _("The result is withdrawn; you can put it back from the history.")
    found = queries.find_line(session, seating_id=seating_id, board=board, pk=place.current.pk)
    reason = form.cleaned_data["reason"]
    attempt(request, services.withdraw_line, done, line=found, by=actor(request), reason=reason)
    return _to_line(place)


@director_view
@require_POST
def put_back(
    request: HttpRequest, session: Session, seating_id: int, board: int, line_id: int
) -> HttpResponse:
    """Make an earlier version the current one again."""
    place = find_place(session, seating_id, board)
    found = queries.find_line(session, seating_id=seating_id, board=board, pk=line_id)
    if found is None:
        raise Http404
    reason = request.POST.get("reason", "").strip() or _("put back")
    attempt(request, services.put_back, _("Put back."), line=found, by=actor(request), reason=reason)
    return _to_line(place)


def _to_line(place: LinePlace) -> HttpResponse:
    session = place.session
    return redirect("sessions:direct_line", session.club.slug, session.pk, place.seat.pk, place.board)


def award_form(place: LinePlace, data=None) -> AwardForm:
    return AwardForm(data, sides=_side_names(place), prefix="award")


def weighted_form(place: LinePlace, data=None) -> WeightedForm:
    sides = table_sides(place.seat)
    return WeightedForm(data, side=sides[0].label if sides else "", prefix="weighted")


def points_form(place: LinePlace, data=None) -> PointsForm:
    return PointsForm(data, sides=_side_names(place), prefix="points")


def _side_names(place: LinePlace) -> list[str]:
    return [f"{side.label} · {side.name}" for side in place.sides]


def show_line(
    request: HttpRequest,
    place: LinePlace,
    *,
    entry: EntryForm | None = None,
    reason: ReasonForm | None = None,
    withdrawal: ReasonForm | None = None,
    award: AwardForm | None = None,
    weighted: WeightedForm | None = None,
    points: PointsForm | None = None,
    ours: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a line, with whichever of its forms was filled in and refused."""
    current = place.current
    standing = current.entry if current else None
    context = {
        "session": place.session,
        "place": place,
        "seat": place.seat,
        "board": place.board,
        "current": current,
        "look_at": queries.reasons_to_look(place.night, place.seat, place.board),
        "view": queries.board_view(place.night, place.seat, place.board),
        "form": entry or EntryForm(place.seat, place.board, entry=standing, is_director=True),
        "reason": reason or ReasonForm(is_required=current is not None),
        "withdrawal": withdrawal or ReasonForm(prefix="withdraw"),
        "ruled": queries.line_decisions(place.night, place.seat, place.board),
        "award_form": award or award_form(place),
        "weighted_form": weighted or weighted_form(place),
        "points_form": points or points_form(place),
        "versions": queries.versions(place.seat, place.board),
        "ours": ours,
        "problem": problem,
    }
    return render(request, "sessions/director/line.html", context, status=status)
