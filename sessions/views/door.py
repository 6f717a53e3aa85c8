"""The door of the tables: whoever has a code comes in, and whoever tries many codes has to wait."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from clubs.access import caller_address, club_zone
from clubs.models import Player
from clubs.privacy import CLUB, read_by
from sessions import guessing, phones, queries, table_page
from sessions.models import CODE_LENGTH, Device, Session, Table
from sessions.services import Actor

SEEN_MAX = 50
FORBIDDEN, NOT_FOUND, GONE, TOO_MANY = 403, 404, 410, 429


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
    and only so often; a phone that has been at the table is told that play has ended.
    """

    @private
    @wraps(view)
    def guarded(request: HttpRequest, code: str, **kwargs) -> HttpResponse:
        code = clean_code(code)
        if code not in seen(request) and is_held(request):
            return rest(request)
        table = queries.find_table(code)
        if table is None:
            return turn_away(request, code, **kwargs)
        remember(request, code)
        if _device_of(request, table).is_shut_out:
            return render(request, "sessions/tableside/shut.html", status=FORBIDDEN)
        with club_zone(table.session.club), read_by(CLUB):
            return view(request, table, **kwargs)

    return guarded


def hall_view(view: Callable) -> Callable:
    """Turn `view(request, session, ...)` into the view of a route with the code of the hall."""

    @private
    @wraps(view)
    def guarded(request: HttpRequest, code: str, **kwargs) -> HttpResponse:
        code = clean_code(code)
        if code not in seen(request) and is_held(request):
            return rest(request)
        session = queries.find_hall(code)
        if session is None:
            return turn_away(request, code)
        remember(request, code)
        with club_zone(session.club), read_by(CLUB):
            return view(request, session, **kwargs)

    return guarded


def clean_code(text: str) -> str:
    """A code as it is stored, however it was typed."""
    return "".join(char for char in text.upper() if char.isalnum())[: CODE_LENGTH + 1]


# --- what a phone is known by ---------------------------------------------------------------------


def seen(request: HttpRequest) -> list[str]:
    """The codes that this phone has opened."""
    return request.session.get("tables", [])


def remember(request: HttpRequest, code: str) -> None:
    """Know the phone again, and that it has opened this."""
    request.session.setdefault("device", uuid.uuid4().hex)
    if code not in seen(request):
        request.session["tables"] = [*seen(request), code][-SEEN_MAX:]


def actor(request: HttpRequest) -> Actor:
    """Whoever is behind this phone."""
    return Actor(user=request.user, device=request.session["device"])


def player_of(request: HttpRequest, session: Session) -> Player | None:
    """Whose phone this is in a session, where its owner has said so."""
    pk = request.session.get("players", {}).get(str(session.pk))
    return None if pk is None else queries.find_entered(session, pk)


def set_player(request: HttpRequest, session: Session, player: Player | None) -> None:
    """Keep whose phone this is in a session; nobody's, where somebody chose a table."""
    named = dict(list(request.session.get("players", {}).items())[-SEEN_MAX:])
    named.pop(str(session.pk), None)
    if player is not None:
        named[str(session.pk)] = player.pk
    request.session["players"] = named


def _device_of(request: HttpRequest, table: Table) -> Device:
    agent = request.headers.get("User-Agent", "")
    player = player_of(request, table.session)
    return phones.welcome(table=table, token=request.session["device"], agent=agent, player=player)


# --- nobody comes in --------------------------------------------------------------------------------


def turn_away(request: HttpRequest, code: str, **kwargs) -> HttpResponse:
    """A code that opens nothing now: told apart only to a phone that it has opened before."""
    is_known = code in seen(request)
    table = queries.find_closed_table(code) if is_known else None
    if table is not None:
        return _say_it_is_over(request, table, **kwargs)
    session = queries.find_closed_hall(code) if is_known else None
    if session is not None:
        return render(request, "sessions/tableside/closed.html", {"session": session}, status=GONE)
    guessing.count_miss(caller_address(request))
    context = {"code": code, "is_wrong": True}
    return render(request, "sessions/tableside/join.html", context, status=NOT_FOUND)


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


def is_held(request: HttpRequest) -> bool:
    """Whether too many wrong codes came from there."""
    return guessing.is_held(caller_address(request))


def rest(request: HttpRequest) -> HttpResponse:
    """Wait: even the right code is not looked at now."""
    return render(request, "sessions/tableside/rest.html", status=TOO_MANY)
