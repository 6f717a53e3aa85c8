"""At the table: a code opens the page on which its players record what happened, and nothing else."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import wraps

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import club_zone
from clubs.privacy import CLUB, read_by
from scoring.lines import EntryError
from sessions import inbox, phones, queries, services, table_page
from sessions.forms import EntryForm, Sender
from sessions.models import CODE_LENGTH, Device, ScoreLine, Seating, Table
from sessions.queries import Night, TableRound
from sessions.results import Readings
from sessions.services import Actor, ConflictError, RefusedError
from sessions.words import say_error

MISSES_MAX = 10
MISSES_SECONDS = 60
SEEN_MAX = 50

FORBIDDEN, NOT_FOUND, CONFLICT, GONE, REFUSED, TOO_MANY = 403, 404, 409, 410, 422, 429


# --- the right: whoever has the code -----------------------------------------------------------


def private(view: Callable) -> Callable:
    """Keep a page out of caches and search engines: its address is a key."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


def table_view(view: Callable) -> Callable:
    """Turn `view(request, table, ...)` into the view of a route with a table's code.

    The code is the right, while its session runs. A wrong one answers like one of a session that is over,
    and only so often a minute; a phone that has been at the table is told that play has ended.
    """

    @private
    @wraps(view)
    def guarded(request: HttpRequest, code: str, **kwargs) -> HttpResponse:
        code = clean_code(code)
        if code not in _seen(request) and _is_resting(request):
            return _rest(request)
        table = queries.find_table(code)
        if table is None:
            return _turn_away(request, code, **kwargs)
        _remember(request, code)
        if _device_of(request, table).is_shut_out:
            return render(request, "sessions/tableside/shut.html", status=FORBIDDEN)
        with club_zone(table.session.club), read_by(CLUB):
            return view(request, table, **kwargs)

    return guarded


def clean_code(text: str) -> str:
    """A code as it is stored, however it was typed."""
    return "".join(char for char in text.upper() if char.isalnum())[: CODE_LENGTH + 1]


def _seen(request: HttpRequest) -> list[str]:
    """The codes that this phone has opened."""
    return request.session.get("tables", [])


def _remember(request: HttpRequest, code: str) -> None:
    request.session.setdefault("device", uuid.uuid4().hex)
    if code not in _seen(request):
        request.session["tables"] = [*_seen(request), code][-SEEN_MAX:]


def _device_of(request: HttpRequest, table: Table) -> Device:
    agent = request.headers.get("User-Agent", "")
    return phones.welcome(table=table, token=request.session["device"], agent=agent)


def _turn_away(request: HttpRequest, code: str, **kwargs) -> HttpResponse:
    table = queries.find_closed_table(code) if code in _seen(request) else None
    if table is not None:
        return _say_it_is_over(request, table, **kwargs)
    _count_miss(request)
    return _ask_again(request, code)


def _say_it_is_over(
    request: HttpRequest, table: Table, round: int | None = None, board: int | None = None
) -> HttpResponse:
    """The results are in; what was being entered is shown, so that the director can be told."""
    typed = None
    if request.method == "POST" and board is not None:
        seat = queries.load_night(table.session, table=table.number).at(table=table.number, round=round)
        typed = table_page.typed(seat, board, request.POST) if seat else None
    context = {"table": table, "session": table.session, "typed": typed}
    return render(request, "sessions/tableside/closed.html", context, status=GONE)


def _ask_again(request: HttpRequest, code: str) -> HttpResponse:
    context = {"code": code, "is_wrong": True}
    return render(request, "sessions/tableside/join.html", context, status=NOT_FOUND)


def _rest(request: HttpRequest) -> HttpResponse:
    return render(request, "sessions/tableside/rest.html", status=TOO_MANY)


def _misses_key(request: HttpRequest) -> str:
    return f"table-code-misses:{request.META.get('REMOTE_ADDR', '')}"


def _is_resting(request: HttpRequest) -> bool:
    return cache.get(_misses_key(request), 0) >= MISSES_MAX


def _count_miss(request: HttpRequest) -> None:
    if not cache.add(_misses_key(request), 1, MISSES_SECONDS):
        with suppress(ValueError):  # the minute ended between the two
            cache.incr(_misses_key(request))


@require_safe
@private
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the code on the table and go there."""
    code = clean_code(request.GET.get("code", ""))
    if not code:
        return render(request, "sessions/tableside/join.html")
    if code not in _seen(request) and _is_resting(request):
        return _rest(request)
    table = queries.find_table(code)
    return _turn_away(request, code) if table is None else redirect("sessions:tableside", table.code)


# --- the page ----------------------------------------------------------------------------------


@require_safe
@table_view
def tableside(request: HttpRequest, table: Table) -> HttpResponse:
    """What happens at the table now: the next board, the end of a round, a sit-out, or thanks."""
    night = queries.load_night(table.session, table=table.number)
    seat = night.current_round(table.number)
    if seat is None:
        return _show(request, table, "nobody.html")
    if seat.next_board is not None:
        form = EntryForm(seat, seat.next_board)
        return _show(request, table, "board.html", seat, form=form, **_board_context(night, seat, form))
    return _show_end(request, table, seat)


def _show_end(request: HttpRequest, table: Table, seat: TableRound) -> HttpResponse:
    night = queries.load_night(table.session)
    following = table_page.next_at(night, seat)
    record = _record(night, seat)
    context = {
        "record": record,
        "winners": table_page.winners(record),
        "totals": table_page.totals(seat),
        "departures": table_page.departures(night, seat),
        "following": following,
        "arrivals": table_page.arrivals(following) if following else (),
    }
    return _show(request, table, "finished.html" if seat.is_ended else "complete.html", seat, **context)


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
        refusal = table_page.refusal(night, seat, board)
        if refusal:
            return _show(request, table, "refused.html", seat, status=REFUSED, message=refusal)
        entry = seat.lines[board].entry if board in seat.lines else None
        return _show_pad(request, table, night, EntryForm(seat, board, entry=entry))
    sender = Sender.read(request.POST)
    if "change" in request.POST:
        sender = Sender(expected=sender.expected)
        return _show_pad(request, table, night, EntryForm(seat, board, data=request.POST, sender=sender))
    form = EntryForm(seat, board, data=request.POST, sender=sender)
    if not form.is_valid():
        return _show_pad(request, table, night, form, status=REFUSED)
    found = table_page.preview(seat, board, form.entry)
    opponents = table_page.opponents(seat) if table.session.asks_opponents else ()
    return _show(request, table, "preview.html", seat, form=form, preview=found, opponents=opponents)


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
        line = _store(request, table, form)
    except ConflictError as conflict:
        return _show_conflict(request, table, form, conflict)
    except RefusedError as refusal:
        again = EntryForm(seat, board, data=request.POST)
        return _show_refusal(request, table, again, str(refusal))
    if request.POST.get("agreed") and table.session.asks_opponents:
        inbox.agree(line=line, by=request.POST["agreed"], device=actor(request).device)
    text = table_page.preview(seat, board, form.entry)
    messages.success(request, _("%(board)s saved: %(result)s") % {"board": text.title, "result": text.text})
    return redirect("sessions:tableside", table.code)


def _store(request: HttpRequest, table: Table, form: EntryForm) -> ScoreLine:
    return inbox.hand_in(
        seating=find_seating(table, form.seat.round),
        board=form.board,
        entry=form.entry,
        by=actor(request),
        key=form.sender.key,
        expected=form.sender.expected,
    ).line


def find_seating(table: Table, round: int) -> Seating:
    """The table's seating of a round, which is a 404 where there is none."""
    seating = queries.find_round(table, round)
    if seating is None:
        raise Http404
    return seating


def actor(request: HttpRequest) -> Actor:
    """Whoever is behind this phone."""
    return Actor(user=request.user, device=request.session["device"])


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
    path("t/", join, name="join"),
    path("t/<str:code>/", tableside, name="tableside"),
    path(BOARD, enter, name="table_enter"),
    path(f"{BOARD}record/", record, name="table_record"),
    path("t/<str:code>/rounds/<int:round>/end/", end_round, name="table_end"),
]
