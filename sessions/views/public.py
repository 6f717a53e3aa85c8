"""The club's site: its sessions, a session's leaderboard, and every result behind it."""

import time
from collections.abc import Callable, Mapping
from functools import wraps
from importlib.metadata import version

from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubs.access import Role, club_view, club_zone, has_role
from clubs.models import Club
from clubs.privacy import audience, audience_of, read_by
from clubs.queries import player_of, role_of
from sessions import queries
from sessions.models import Session
from sessions.results import Readings, board_unit
from sessions.tables import LeaderboardTable

VERSION = version("overtrick")
PAGE_SIZE = 20
BIG_SECONDS = 0.25
REST_SECONDS = 3
"""A ranking that takes longer than the first to lay out is laid out anew no sooner than after the second."""


def session_view(view: Callable) -> Callable:
    """Turn `view(request, session, ...)` into the view of a route with a club's slug and a session's key.

    A session that the reader may not see is a 404, as one that is not there.
    """

    @club_view()
    @wraps(view)
    def guarded(request: HttpRequest, club: Club, session_id: int, **kwargs) -> HttpResponse:
        session = queries.find_session(club, session_id, role=request.club_role)
        if session is None:
            raise Http404
        return view(request, session, **kwargs)

    return guarded


@require_safe
@club_view()
def show_club(request: HttpRequest, club: Club) -> HttpResponse:
    """What is played now, and the latest results."""
    role = request.club_role
    page = Paginator(queries.finished_sessions(club, role=role), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "open_sessions": queries.open_sessions(club, role=role),
        "page": page,
        "winners": queries.winners_of(page.object_list),
    }
    return render(request, "sessions/public/club.html", context)


@require_safe
@session_view
def show_session(request: HttpRequest, session: Session) -> HttpResponse:
    """The leaderboard, which keeps itself up to date while the session runs."""
    context = {
        "session": session,
        "tab": "ranking",
        "leaderboard": render_leaderboard(session),
        "podium": queries.podium(session),
        "board": queries.leaderboard(session),
        "rules": queries.session_rules(session),
        "differences": _differences(request, session),
        "mine": queries.contestant_of(session, player_of(request.user, session.club)),
    }
    return render(request, "sessions/public/session.html", context)


def _differences(request: HttpRequest, session: Session) -> tuple[queries.Difference, ...]:
    """Where a published result is not what its lines add up to, for directors to know."""
    return queries.leaderboard(session).differences if has_role(request, Role.DIRECTOR) else ()


@require_safe
def leaderboard(request: HttpRequest, club_slug: str, session_id: int) -> HttpResponse:
    """The leaderboard alone: 304 for whoever has it already, at the cost of one small query."""
    found = queries.revision_of(club_slug=club_slug, pk=session_id)
    role = found and role_of(request.user, Club(pk=found["club_id"]))
    if found is None or not queries.may_see(Session(**found), role):
        raise Http404
    with read_by(audience_of(role)):
        return _answer_leaderboard(request, session_id, found)


def _answer_leaderboard(request: HttpRequest, session_id: int, found: Mapping) -> HttpResponse:
    etag, text = _rested_leaderboard(found) or (make_etag(Session(**found)), None)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(text or _fresh_leaderboard(session_id))
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    response["ETag"] = etag
    response["X-Robots-Tag"] = "noindex"
    return response


def _rest_key(pk: int) -> str:
    return f"leaderboard-rest:{pk}:{audience()}:{get_language()}"


def _rested_leaderboard(found: Mapping) -> tuple[str, str] | None:
    """A big ranking as it was last laid out, while it rests or somebody lays it out anew; else nothing.

    With hundreds of tables a result comes in many times a second, and everybody's next look would compute.
    """
    key = _rest_key(found["pk"])
    last = cache.get(key)
    if last is None or last[0] == make_etag(Session(**found)):
        return None
    return None if cache.add(f"{key}:now", True, REST_SECONDS) else last


def _fresh_leaderboard(session_id: int) -> SafeString:
    session, started = queries.session_with_club(session_id), time.monotonic()
    text = render_leaderboard(session)
    spent, key = time.monotonic() - started, _rest_key(session_id)
    if spent > BIG_SECONDS:
        cache.set(f"{key}:now", True, min(4 * spent, REST_SECONDS))
    if spent > BIG_SECONDS or key in cache:
        cache.set(key, (make_etag(session), str(text)), queries.CACHE_SECONDS)
    return text


def make_etag(session: Session) -> str:
    """A weak tag of all that a leaderboard's text depends on."""
    published = session.published_at.timestamp() if session.published_at else ""
    state = (session.revision, session.status, published, session.is_final)
    parts = (session.pk, *state, audience(), get_language(), VERSION)
    return f'W/"{"-".join(map(str, parts))}"'


def render_leaderboard(session: Session) -> SafeString:
    """The leaderboard, laid out once for each revision, language, and audience of its names."""
    key = f"leaderboard-page:{make_etag(session)}"
    text = cache.get(key)
    if text is None:
        board = queries.leaderboard(session)
        tables = [
            (group, LeaderboardTable(places, session=session)) for group, places in board.groups.items()
        ]
        context = {"session": session, "board": board, "tables": tables, "etag": make_etag(session)}
        with club_zone(session.club):
            text = str(render_to_string("sessions/public/_leaderboard.html", context))
        cache.set(key, text, queries.CACHE_SECONDS)
    return mark_safe(text)  # noqa: S308 (our own template's output)


@require_safe
@session_view
def show_tables(request: HttpRequest, session: Session) -> HttpResponse:
    """Every table and how far it is."""
    context = {"session": session, "tab": "tables", "tables": _read(request, session).tables()}
    return render(request, "sessions/public/tables.html", context)


@require_safe
@session_view
def show_table(request: HttpRequest, session: Session, table: int) -> HttpResponse:
    """What a table recorded, round by round."""
    rounds = _read(request, session).record(table)
    if not rounds:
        raise Http404
    context = {"session": session, "tab": "tables", "table": table, "rounds": rounds}
    return render(request, "sessions/public/table.html", context)


@require_safe
@session_view
def show_boards(request: HttpRequest, session: Session) -> HttpResponse:
    """Every board that tables compare."""
    boards = _read(request, session).boards
    if not session.method.compares_boards:
        raise Http404
    return render(
        request, "sessions/public/boards.html", {"session": session, "tab": "boards", "boards": boards}
    )


@require_safe
@session_view
def show_board(request: HttpRequest, session: Session, board: int) -> HttpResponse:
    """The traveller of a board, once it gives nothing away."""
    traveller = _read(request, session).traveller(board)
    if traveller is None:
        raise Http404
    unit = board_unit(session.method)
    context = {"session": session, "tab": "boards", "traveller": traveller, "unit": unit}
    return render(request, "sessions/public/board.html", context)


@require_safe
@session_view
def show_contestant(request: HttpRequest, session: Session, contestant_id: int) -> HttpResponse:
    """A contestant's own card: every board, and what it adds up to."""
    readings = _read(request, session)
    side = readings.night.sides.get(contestant_id)
    if side is None:
        raise Http404
    context = {"session": session, "tab": "card", "card": readings.card(side), "unit": readings.unit}
    return render(request, "sessions/public/contestant.html", context)


def _read(request: HttpRequest, session: Session) -> Readings:
    """The session as this reader may see it: a director need not wait for a board's last table."""
    return Readings(queries.load_night(session), sees_all=has_role(request, Role.DIRECTOR))


SESSION = "c/<slug:club_slug>/sessions/<int:session_id>/"

urlpatterns = [
    path("c/<slug:club_slug>/", show_club, name="club"),
    path(SESSION, show_session, name="session"),
    path(f"{SESSION}leaderboard/", leaderboard, name="leaderboard"),
    path(f"{SESSION}tables/", show_tables, name="tables"),
    path(f"{SESSION}tables/<int:table>/", show_table, name="table"),
    path(f"{SESSION}boards/", show_boards, name="boards"),
    path(f"{SESSION}boards/<int:board>/", show_board, name="board"),
    path(f"{SESSION}contestants/<int:contestant_id>/", show_contestant, name="contestant"),
]
