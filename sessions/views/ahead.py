"""What a phone takes along into a hall without a network: the worker, and pages for the boards ahead."""

import hashlib
import json

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from sessions import queries, score_tables, table_page
from sessions.forms import EntryForm, Sender
from sessions.models import Table
from sessions.queries import Night, TableRound

from .door import table_view
from .tableside import second_due

ASSETS = (
    "overtrick/overtrick.css",
    "overtrick/overtrick.js",
    "overtrick/theme.js",
    "overtrick/mark.svg",
    "sessions/clock.css",
    "sessions/clock.js",
    "sessions/focus.js",
    "sessions/tableside.css",
    "sessions/tableside.js",
    "sessions/pad.js",
    "sessions/own-preview.js",
    "sessions/own-scores.js",
    "sessions/look-menu.js",
    "sessions/waiting.js",
    "sessions/outbox.js",
    "sessions/look.js",
)
HANDS_AHEAD = 4
BOARDS_AHEAD = 16
COMPACT = {"ensure_ascii": False, "separators": (",", ":")}


# --- the worker that keeps the page -------------------------------------------------------------


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script by which a browser opens the tables' pages without a network."""
    assets = [staticfiles_storage.url(name) for name in ASSETS]
    version = hashlib.sha256("".join(assets).encode()).hexdigest()[:12]
    kept = json.dumps({"version": version, "assets": assets, "static": settings.STATIC_URL})
    context = {"kept": kept}
    return render(request, "sessions/tableside/sw.js", context, content_type="text/javascript")


# --- the boards ahead ---------------------------------------------------------------------------


@require_safe
@gzip_page
@table_view
def pack(request: HttpRequest, table: Table) -> HttpResponse:
    """What the phone needs to go on by itself: for this round and some more a page for each missing board,
    and one for what follows."""
    whole = queries.load_around(table.session, table.number)
    seats = _rounds_ahead(whole, table)
    rounds = [_stage(request, table, whole, seat, may_go_on=seat is not seats[-1]) for seat in seats]
    return JsonResponse({"rounds": rounds})


def _rounds_ahead(night: Night, table: Table) -> list[TableRound]:
    """The round that the table is in, and the next ones as far as a phone takes them along."""
    now = night.current_round(table.number)
    if now is None or now.is_ended:
        return []
    following = [seat for seat in night.of_table(table.number) if seat.round > now.round]
    found, boards = [now], len(now.missing)
    for seat in following if now.boards and not table.session.has_own_phones else ():
        boards += len(seat.boards)
        if boards > BOARDS_AHEAD:
            break
        found.append(seat)
    return found


def _stage(request: HttpRequest, table: Table, night: Night, seat: TableRound, *, may_go_on: bool) -> dict:
    due = second_due(request, table, seat)
    following = table_page.next_at(night, seat)
    context = {"table": table, "session": table.session, "seat": seat, "unseen": due}
    context |= {"opponents": table_page.asked_sides(seat, table.session), "following": following}
    numbers = (*due, *_numbers_ahead(seat))
    boards = [_board(request, seat, number, context) for number in numbers]
    context |= {
        "departures": table_page.departures(night, seat),
        "arrivals": table_page.arrivals(following) if following else (),
        "may_go_on": may_go_on or following is None,
    }
    after = render_to_string("sessions/tableside/_after.html", context, request)
    scores = score_tables.ahead(seat, _numbers_told(seat), due)
    return {"round": seat.round, "boards": boards, "after": after, "scores": scores}


def _numbers_ahead(seat: TableRound) -> tuple[int, ...]:
    if seat.next_board is None:
        return ()
    return seat.missing or tuple(range(seat.next_board, seat.next_board + HANDS_AHEAD))


def _numbers_told(seat: TableRound) -> tuple[int, ...]:
    """The deals of which a phone is told what an entry earns: a board may yet be corrected."""
    return seat.boards or _numbers_ahead(seat)


def _board(request: HttpRequest, seat: TableRound, number: int, context: dict) -> dict:
    form = EntryForm(seat, number, is_ahead=True, sender=Sender())
    is_sure = bool(seat.boards) or number == seat.next_board
    page = {"form": form, "board": table_page.board_now(seat, number), "is_sure": is_sure}
    html = render_to_string("sessions/tableside/_ahead.html", context | page, request)
    return {"number": number, "html": html}


@require_safe
@gzip_page
@table_view
def scores(request: HttpRequest, table: Table, round: int, board: int) -> HttpResponse:
    """What each entry of a deal earns and which are doubtful; kept by the phone, as its pack names it."""
    night = queries.load_night(table.session, table=table.number)
    seat = night.at(table=table.number, round=round)
    if seat is None or board not in _numbers_told(seat):
        raise Http404
    return JsonResponse(score_tables.score_table(seat, board), json_dumps_params=COMPACT)


urlpatterns = [
    path("t/<str:code>/rounds/<int:round>/boards/<int:board>/scores/", scores, name="table_scores"),
    path("t/sw.js", worker, name="table_worker"),
    path("t/<str:code>/pack/", pack, name="table_pack"),
]
