"""At the table: a code opens the page on which its players record what happened, and nothing else."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Player
from scoring.lines import EntryError
from sessions import inbox, queries, services, table_page
from sessions.forms import EntryForm, Sender
from sessions.models import ScoreLine, Seating, Session, Table
from sessions.queries import Night, TableRound
from sessions.results import Readings
from sessions.services import ConflictError, Recorded, RefusedError
from sessions.words import say_error

from .door import actor, player_of, table_view

OK, NO_CONTENT, CONFLICT, REFUSED = 200, 204, 409, 422


# --- the page ----------------------------------------------------------------------------------


@require_safe
@table_view
def tableside(request: HttpRequest, table: Table) -> HttpResponse:
    """What happens at the table now: the next board, the end of a round, a sit-out, or thanks."""
    night = queries.load_night(table.session, table=table.number)
    seat = night.current_round(table.number)
    if seat is None:
        return _show(request, table, "nobody.html")
    moved = _go_along(request, table, seat)
    if moved is not None:
        return moved
    due = second_due(request, table, seat)
    board = due[0] if due else seat.next_board
    if board is None:
        return _show_end(request, table, seat)
    form = EntryForm(seat, board, sender=Sender() if due else None)
    return _show(request, table, "board.html", seat, form=form, **_board_context(night, seat, form))


def _go_along(request: HttpRequest, table: Table, seat: TableRound) -> HttpResponse | None:
    """Where a phone that goes along with its player belongs, if not to what this table plays now."""
    player = own_player(request, table.session)
    own = queries.seating_of(table.session, player) if player else None
    if own is None:
        return None
    if own.table_id != table.pk:
        return redirect("sessions:tableside", own.table.code)
    return _show(request, table, "early.html", seat, own=own) if own.round > seat.round else None


def own_player(request: HttpRequest, session: Session) -> Player | None:
    """With whom this phone goes along; nobody where phones stay at the tables."""
    return player_of(request, session) if session.has_own_phones else None


def second_due(request: HttpRequest, table: Table, seat: TableRound) -> tuple[int, ...]:
    """The boards that this phone is to enter as the second one."""
    return table_page.second_due(seat, table.session, request.session["device"])


@require_safe
@table_view
def pulse(request: HttpRequest, table: Table) -> HttpResponse:
    """Whether anything has happened at the table: for phones that share it."""
    return JsonResponse({"pulse": queries.pulse_of(table)})


def _show_end(request: HttpRequest, table: Table, seat: TableRound) -> HttpResponse:
    night = queries.load_around(table.session, table.number)
    is_waiting = table_page.is_waiting(night, seat)
    if "waiting" in request.GET:
        return _answer_waiting(is_waiting=is_waiting)
    following = table_page.next_at(night, seat)
    record = _record(night, seat)
    context = {
        "record": record,
        "winners": table_page.winners(record),
        "totals": table_page.totals(seat),
        "uncompared": table_page.uncompared(seat, table.session),
        "departures": table_page.departures(night, seat),
        "following": following,
        "arrivals": table_page.arrivals(following) if following else (),
        "is_waiting": is_waiting,
    }
    return _show(request, table, "finished.html" if seat.is_ended else "complete.html", seat, **context)


def _answer_waiting(*, is_waiting: bool) -> HttpResponse:
    """Nothing while the next round is not drawn; then a phone that asks shows its page anew."""
    return HttpResponse(status=NO_CONTENT if is_waiting else OK)


def _record(night: Night, seat: TableRound):
    """The recording sheet of this round: its own table hides nothing from itself."""
    return Readings(night, sees_all=True).record(seat.table)[_index(night, seat)]


def _index(night: Night, seat: TableRound) -> int:
    return night.of_table(seat.table).index(seat)


def _board_context(night: Night, seat: TableRound, form: EntryForm) -> dict:
    return {
        "board": table_page.board_now(seat, form.board),
        "record": _record(night, seat),
        "totals": table_page.totals(seat),
    }


def _show(
    request: HttpRequest,
    table: Table,
    template: str,
    seat: TableRound | None = None,
    *,
    status=200,
    **context,
) -> HttpResponse:
    context |= {
        "table": table,
        "session": table.session,
        "seat": seat,
        "clock": queries.clock_of(table.session),
        "notices": queries.messages_for(table),
        "asked": table_page.asked(seat, table.session, request.session["device"]) if seat else (),
        "opponents": table_page.asked_sides(seat, table.session) if seat else (),
        "unseen": second_due(request, table, seat) if seat else (),
        "me": own_player(request, table.session),
        "pulse": queries.pulse_of(table),
        "shows_totals": not table.session.method.compares_boards,
    }
    return render(request, f"sessions/tableside/{template}", context, status=status)


# --- a result ----------------------------------------------------------------------------------


def board_view(view: Callable) -> Callable:
    """Turn `view(request, table, night, seat, board)` into the view of a route with round and board.

    A round that this table does not have is a 404; a board that it cannot record now is refused in words.
    """

    @table_view
    @wraps(view)
    def guarded(request: HttpRequest, table: Table, round: int, board: int) -> HttpResponse:
        night = queries.load_night(table.session, table=table.number)
        seat = night.at(table=table.number, round=round)
        if seat is None:
            raise Http404
        try:
            services.check_board(seat, board)
            return view(request, table, night, seat, board)
        except EntryError as error:
            return _show(request, table, "refused.html", seat, status=REFUSED, message=say_error(error))

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@board_view
def enter(request: HttpRequest, table: Table, night: Night, seat: TableRound, board: int) -> HttpResponse:
    """The pad of one board; what is posted is shown once more before it counts."""
    if request.method != "POST":
        return _open_pad(request, table, night, seat, board)
    sender = Sender.read(request.POST)
    if "change" in request.POST:
        sender = Sender(expected=sender.expected)
        return _show_pad(request, table, night, EntryForm(seat, board, data=request.POST, sender=sender))
    form = EntryForm(seat, board, data=request.POST, sender=sender)
    if not form.is_valid():
        return _show_pad(request, table, night, form, status=REFUSED)
    found = table_page.preview(seat, board, form.entry)
    return _show(request, table, "preview.html", seat, form=form, preview=found)


def _open_pad(request: HttpRequest, table: Table, night: Night, seat: TableRound, board: int) -> HttpResponse:
    """The pad as it is first seen: with the result that stands, unless this phone is to enter it anew."""
    is_second = board in second_due(request, table, seat)
    refusal = table_page.refusal(night, seat, board, is_second=is_second)
    if refusal:
        return _show(request, table, "refused.html", seat, status=REFUSED, message=refusal)
    if is_second:
        return _show_pad(request, table, night, EntryForm(seat, board, sender=Sender()))
    entry = seat.lines[board].entry if board in seat.lines else None
    return _show_pad(request, table, night, EntryForm(seat, board, entry=entry))


def _show_pad(
    request: HttpRequest, table: Table, night: Night, form: EntryForm, *, status: int = 200
) -> HttpResponse:
    context = _board_context(night, form.seat, form)
    return _show(request, table, "pad.html", form.seat, status=status, form=form, **context)


@require_POST
@board_view
def record(request: HttpRequest, table: Table, night: Night, seat: TableRound, board: int) -> HttpResponse:
    """Store the result that was confirmed, once; another one in its place is shown beside it."""
    form = EntryForm(seat, board, data=request.POST, sender=Sender.read(request.POST))
    if not form.is_valid():
        return _show_pad(request, table, night, form, status=REFUSED)
    try:
        recorded = _store(request, table, form)
    except ConflictError as conflict:
        return _show_conflict(request, table, form, conflict)
    except RefusedError as refusal:
        again = EntryForm(seat, board, data=request.POST)
        return _show_refusal(request, table, again, str(refusal))
    if request.POST.get("agreed") and table.session.asks_opponents:
        inbox.agree(line=recorded.line, by=request.POST["agreed"], device=actor(request).device)
    seen = table_page.preview(seat, board, form.entry)
    messages.success(request, told(recorded, board=seen.title, result=seen.text))
    return redirect("sessions:tableside", table.code)


def told(recorded: Recorded, *, board: str, result: str) -> str:
    """What the phone says of a result that was handed in and counts."""
    words = {"board": board, "result": result}
    if not recorded.is_new and recorded.line.agreed_by == ScoreLine.SECOND:
        return _("%(board)s: both phones say %(result)s") % words
    return _("%(board)s saved: %(result)s") % words


def _store(request: HttpRequest, table: Table, form: EntryForm) -> Recorded:
    return inbox.hand_in(
        seating=find_seating(table, form.seat.round),
        board=form.board,
        entry=form.entry,
        by=actor(request),
        key=form.sender.key,
        expected=form.sender.expected,
    )


def find_seating(table: Table, round: int) -> Seating:
    """The table's seating of a round, which is a 404 where there is none."""
    seating = queries.find_round(table, round)
    if seating is None:
        raise Http404
    return seating


def _show_conflict(
    request: HttpRequest, table: Table, form: EntryForm, conflict: ConflictError
) -> HttpResponse:
    current = conflict.current
    night = queries.load_night(table.session, table=table.number)
    seat = night.at(table=table.number, round=form.seat.round)
    context = {
        "current": current,
        "is_same_device": current.device == request.session["device"],
        "theirs": table_page.preview(seat, form.board, current.entry),
        "mine": table_page.preview(seat, form.board, form.entry),
        "replacing": Sender(expected=current.pk),
        "may_replace": seat.correctable == form.board,
    }
    return _show(request, table, "conflict.html", seat, status=CONFLICT, form=form, **context)


def _show_refusal(request: HttpRequest, table: Table, form: EntryForm, message: str) -> HttpResponse:
    mine = table_page.typed(form.seat, form.board, dict(form.hidden))
    context = {"form": form, "mine": mine, "message": message}
    return _show(request, table, "refused.html", form.seat, status=REFUSED, **context)


# --- the end of a round ------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@table_view
def end_round(request: HttpRequest, table: Table, round: int) -> HttpResponse:
    """Ask whether the round is over, and end it; ending it twice ends it once."""
    night = queries.load_night(table.session, table=table.number)
    seat = night.at(table=table.number, round=round)
    if seat is None:
        raise Http404
    if request.method != "POST":
        return _show(request, table, "end.html", seat, totals=table_page.totals(seat))
    if not seat.is_ended:
        try:
            services.end_round(seating=find_seating(table, round), by=actor(request))
        except RefusedError as refusal:
            return _show(request, table, "refused.html", seat, status=REFUSED, message=str(refusal))
    return redirect("sessions:tableside", table.code)


BOARD = "t/<str:code>/rounds/<int:round>/boards/<int:board>/"

urlpatterns = [
    path("t/<str:code>/", tableside, name="tableside"),
    path("t/<str:code>/pulse/", pulse, name="table_pulse"),
    path(BOARD, enter, name="table_enter"),
    path(f"{BOARD}record/", record, name="table_record"),
    path("t/<str:code>/rounds/<int:round>/end/", end_round, name="table_end"),
]
