"""What a phone at the table sends: results, perhaps late and often, who agreed, and calls."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from scoring.lines import EntryError
from sessions import inbox, phones, queries, services, table_page
from sessions.forms import EntryForm, Sender
from sessions.models import ScoreLine, Seating, Table
from sessions.services import ConflictError, Recorded, RefusedError
from sessions.words import say, say_error

from .door import actor, table_view
from .tableside import CONFLICT, REFUSED, find_seating, told

FORBIDDEN, MALFORMED = 403, 400


# --- results that come in -----------------------------------------------------------------------


def same_origin(view: Callable) -> Callable:
    """Let only our own pages send: the code in the address is the right, so no token is asked for.

    A form of another site cannot send JSON unasked, and its browser names the site that it comes from.
    """

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        origin = request.headers.get("Origin")
        is_ours = origin is None or urlsplit(origin).netloc == request.get_host()
        if not is_ours or request.content_type != "application/json":
            return JsonResponse({"state": "wait", "message": _("Open the table's page again.")}, status=400)
        return view(request, *args, **kwargs)

    return guarded


def in_json(view: Callable) -> Callable:
    """Answer a turned-away phone in JSON: it goes on keeping what it could not hand in, and says why."""

    @wraps(view)
    def answered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.headers["Content-Type"] == "application/json":
            return response
        words = {
            403: _("The director has shut this phone out. Show the result to the director."),
            404: _("This table has a new code. Scan the card on the table again."),
            410: _("Play has ended. Show the result to the director."),
        }
        message = words.get(response.status_code, _("The table is busy; this goes on by itself."))
        return JsonResponse({"state": "wait", "message": message}, status=response.status_code)

    return answered


@same_origin
@require_POST
@in_json
@table_view
def receive(request: HttpRequest, table: Table) -> HttpResponse:
    """Take one result, or the end of a round, however often it is sent, and say what became of it:

    ``stored``, ``same`` (it stood already), ``conflict`` (another stands: both are kept), ``kept`` (too late
    at the table: the director has it) or ``refused`` (it cannot be: the phone keeps it).
    """
    try:
        sent = table_page.read_sent(request.body)
    except ValueError:
        return JsonResponse({"state": "refused", "message": _("This is no result.")}, status=MALFORMED)
    seating = queries.find_round(table, sent.round)
    if seating is None:
        return _refuse(request, sent, _("This table does not play that round."))
    if sent.ends:
        return _end(request, seating, sent)
    try:
        return _hand_in(request, table, seating, sent)
    except EntryError as error:
        return _refuse(request, sent, say_error(error))


def _end(request: HttpRequest, seating: Seating, sent: table_page.Sent) -> HttpResponse:
    """End a round of the table, once."""
    if seating.ended_at is not None:
        return _answer(request, sent, "same", 200)
    try:
        services.end_round(seating=seating, by=actor(request))
    except RefusedError as refusal:
        seat = queries.load_seat(seating.session, seating)
        return _refuse(request, sent, str(refusal), seat=seat)
    return _answer(request, sent, "stored", 200)


def _hand_in(request: HttpRequest, table: Table, seating: Seating, sent: table_page.Sent) -> HttpResponse:
    """Store a result; it is read once the table is known as it stands, and nobody else writes."""
    sender = Sender.read(sent.carried)
    try:
        recorded = inbox.hand_in(
            seating=seating,
            board=sent.board,
            entry=lambda seat: EntryForm(seat, sent.board, data=sent.entry, sender=sender).posted,
            by=actor(request),
            key=sender.key,
            expected=sender.expected,
        )
    except ConflictError as conflict:
        return _show_both(request, table, _form_of(seating, sent), sent, conflict)
    except inbox.KeptError as kept:
        mine = _mine(table, _form_of(seating, sent))
        return _answer(request, sent, "kept", REFUSED, message=str(kept), mine=mine)
    except RefusedError as refusal:
        return _refuse(request, sent, str(refusal), mine=_mine(table, _form_of(seating, sent)))
    if sent.agreed and table.session.asks_opponents:
        inbox.agree(line=recorded.line, by=sent.agreed, device=actor(request).device)
    if recorded.is_new or recorded.line.agreed_by == ScoreLine.SECOND:
        _tell(request, seating, recorded)
    return _answer(request, sent, "stored" if recorded.is_new else "same", 200, line=recorded.line.pk)


def _tell(request: HttpRequest, seating: Seating, recorded: Recorded) -> None:
    """Say on the phone's next page what is stored."""
    line = recorded.line
    seat = recorded.seat or queries.load_seat(seating.session, seating)
    result = say(seat.ruleset.describe(line.entry, seat.deal(line.board)))
    messages.success(request, told(recorded, board=table_page.board_title(seat, line.board), result=result))


def _form_of(seating: Seating, sent: table_page.Sent) -> EntryForm:
    """What was sent, checked. Raises EntryError for what makes no sense."""
    seat = queries.load_seat(seating.session, seating)
    form = EntryForm(seat, sent.board, data=sent.entry, sender=Sender.read(sent.carried))
    form.entry = services.check_entry(seat, sent.board, form.posted)
    return form


def _mine(table: Table, form: EntryForm) -> table_page.Preview:
    """What was handed in, with the names of the table."""
    night = queries.load_night(table.session, table=table.number)
    seat = night.at(table=table.number, round=form.seat.round)
    return table_page.preview(seat, form.board, form.entry)


def _show_both(
    request: HttpRequest, table: Table, form: EntryForm, sent: table_page.Sent, conflict: ConflictError
) -> HttpResponse:
    night = queries.load_night(table.session, table=table.number)
    seat = night.at(table=table.number, round=form.seat.round)
    context = {
        "table": table,
        "seat": seat,
        "form": form,
        "current": conflict.current,
        "theirs": table_page.preview(seat, form.board, conflict.current.entry),
        "mine": table_page.preview(seat, form.board, form.entry),
        "may_replace": seat.correctable == form.board,
        "replacing": Sender(expected=conflict.current.pk),
    }
    return _answer(request, sent, "conflict", CONFLICT, **context)


def _refuse(request: HttpRequest, sent: table_page.Sent, message: str, **context) -> HttpResponse:
    return _answer(request, sent, "refused", REFUSED, message=message, **context)


def _answer(
    request: HttpRequest, sent: table_page.Sent, state: str, status: int, *, message: str = "", **context
) -> HttpResponse:
    """The answer names the key, so that nothing else on the network passes for it."""
    found = {"key": sent.key, "state": state, "message": message}
    if status == 200:
        found |= context
    else:
        context |= {"state": state, "message": message, "sent": sent}
        found["html"] = render_to_string("sessions/tableside/_receipt.html", context, request)
    return JsonResponse(found, status=status)


# --- agreeing, and calling the director -----------------------------------------------------------


@require_POST
@table_view
def agree(request: HttpRequest, table: Table, round: int, board: int) -> HttpResponse:
    """A second phone at the table agrees to a line that the first one recorded, or objects to it."""
    line = queries.find_current_line(find_seating(table, round), board)
    device = actor(request).device
    if line is None or str(line.pk) != request.POST.get("line") or line.device == device:
        raise Http404
    if "object" in request.POST:
        inbox.dispute(line=line, device=device)
        messages.warning(request, _("The director is told that this result is not agreed."))
    else:
        inbox.agree(line=line, by="", device=device)
        messages.success(request, _("Agreed."))
    return redirect("sessions:tableside", table.code)


@require_POST
@table_view
def call(request: HttpRequest, table: Table) -> HttpResponse:
    """Ask the director to come to the table, or say that it is not needed any more."""
    if "cancel" in request.POST:
        phones.answer_call(table=table)
        messages.success(request, _("The call is taken back."))
    else:
        why = request.POST.get("why", "")
        phones.call_director(table=table, why=why if why in Table.Call.values else Table.Call.HELP)
        messages.success(request, _("The director is called to this table."))
    return redirect("sessions:tableside", table.code)


BOARD = "t/<str:code>/rounds/<int:round>/boards/<int:board>/"

urlpatterns = [
    path("t/<str:code>/lines/", receive, name="table_lines"),
    path("t/<str:code>/call/", call, name="table_call"),
    path(f"{BOARD}agree/", agree, name="table_agree"),
]
