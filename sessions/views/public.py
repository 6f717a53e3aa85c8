"""The club's site: its sessions, a session's leaderboard, and every result behind it."""

from collections.abc import Callable
from functools import wraps

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from clubs.access import Role, club_view, has_role
from clubs.echo import for_any_stranger
from clubs.models import Club
from clubs.privacy import audience_of, read_by
from clubs.queries import player_of, role_of
from sessions import live, queries, results
from sessions.models import Session
from sessions.ranking_table import find_names, page_links
from sessions.results import Readings, board_unit, make_bracket, make_schedule

PAGE_SIZE = 20


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
@gzip_page
@session_view
def show_session(request: HttpRequest, session: Session) -> HttpResponse:
    """The leaderboard, which keeps itself up to date while the session runs."""
    board = queries.leaderboard(session)
    query = request.GET.get("q", "").strip()
    context = {
        "session": session,
        "tab": "ranking",
        "leaderboard": live.lay_out(session, live.read_page(request.GET.get("page"))).html,
        "pages": page_links(board),
        "query": query,
        "found": find_names(board, query),
        "podium": queries.podium(board),
        "board": board,
        "rules": queries.session_rules(session),
        "differences": board.differences if has_role(request, Role.DIRECTOR) else (),
        "mine": queries.contestant_of(session, player_of(request.user, session.club)),
    }
    return render(request, "sessions/public/session.html", context)


@require_safe
def leaderboard(request: HttpRequest, club_slug: str, session_id: int) -> HttpResponse:
    """The leaderboard alone: 304 for whoever has it already, at the cost of one small query.

    A stranger may get what another one was told a moment ago.
    """
    found = queries.revision_of(club_slug=club_slug, pk=session_id)
    role = found and role_of(request.user, Club(pk=found["club_id"]))
    if found is None or not queries.may_see(Session(**found), role):
        raise Http404
    with read_by(audience_of(role)):
        return _send(request, live.lay_out(Session(**found), live.read_page(request.GET.get("page"))))


def _send(request: HttpRequest, sheet: live.Sheet) -> HttpResponse:
    response = get_conditional_response(request, etag=sheet.etag) or _answer(request, sheet)
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    response["ETag"] = sheet.etag
    response["X-Robots-Tag"] = "noindex"
    return for_any_stranger(response)


def _answer(request: HttpRequest, sheet: live.Sheet) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(sheet.plain)
    return HttpResponse(sheet.packed, headers={"Content-Encoding": "gzip"})


@require_safe
@session_view
def show_tables(request: HttpRequest, session: Session) -> HttpResponse:
    """Every table and how far it is."""
    context = {"session": session, "tab": "tables", "tables": read_session(request, session).tables()}
    return render(request, "sessions/public/tables.html", context)


@require_safe
@session_view
def show_schedule(request: HttpRequest, session: Session) -> HttpResponse:
    """Who meets whom, round by round, and what came of it."""
    readings = read_session(request, session)
    schedule = make_schedule(readings)
    context = {
        "session": session,
        "tab": "schedule",
        "schedule": schedule,
        "bracket": make_bracket(readings.night, schedule.rounds),
        "sides": readings.night.sides,
    }
    return render(request, "sessions/public/schedule.html", context)


@require_safe
@gzip_page
@session_view
def show_table(request: HttpRequest, session: Session, table: int) -> HttpResponse:
    """What a table recorded, round by round."""
    rounds = read_session(request, session).record(table)
    if not rounds:
        raise Http404
    context = {"session": session, "tab": "tables", "table": table, "rounds": rounds}
    return render(request, "sessions/public/table.html", context)


@require_safe
@session_view
def show_boards(request: HttpRequest, session: Session) -> HttpResponse:
    """Every board that tables compare."""
    boards = read_session(request, session).boards
    if not session.method.compares_boards:
        raise Http404
    return render(
        request, "sessions/public/boards.html", {"session": session, "tab": "boards", "boards": boards}
    )


@require_safe
@gzip_page
@session_view
def show_board(request: HttpRequest, session: Session, board: int) -> HttpResponse:
    """The traveller of a board, once it gives nothing away."""
    readings = read_session(request, session)
    traveller = readings.traveller(board)
    if traveller is None:
        raise Http404
    unit = board_unit(session.method)
    context = {"session": session, "tab": "boards", "traveller": traveller, "unit": unit}
    context["matches"] = results.match_numbers(results.team_matches(readings))
    return render(request, "sessions/public/board.html", context)


@require_safe
@gzip_page
@session_view
def show_contestant(request: HttpRequest, session: Session, contestant_id: int) -> HttpResponse:
    """A contestant's own card: every board, or every match of a team, and what it adds up to."""
    readings = read_session(request, session)
    side = readings.night.sides.get(contestant_id)
    if side is None:
        raise Http404
    context = {"session": session, "tab": "card", "card": readings.card(side), "unit": readings.unit}
    if session.has_teams:
        lines = results.matches_of(results.team_matches(readings), side)
        context |= {"lines": lines, **results.match_units(session)}
        return render(request, "sessions/teams/team.html", context)
    return render(request, "sessions/public/contestant.html", context)


@require_safe
@session_view
def compare_contestants(request: HttpRequest, session: Session, contestant_id: int) -> HttpResponse:
    """A contestant and another, chosen by ``?other=``, on every board that both have played."""
    readings = read_session(request, session)
    sides = readings.night.sides
    if contestant_id not in sides or not session.method.compares_boards or session.has_teams:
        raise Http404
    side, other = sides[contestant_id], sides.get(read_number(request.GET.get("other", "")))
    is_duel = other not in (None, side)
    context = {
        "session": session,
        "tab": "card",
        "side": side,
        "others": [each for each in sides.values() if each is not side],
        "duel": results.compare(readings.card(side), readings.card(other)) if is_duel else None,
        "unit": readings.unit,
    }
    return render(request, "sessions/public/compare.html", context)


def read_number(text: str) -> int | None:
    """A whole number that was sent, such as a key; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def read_session(request: HttpRequest, session: Session) -> Readings:
    """The session as this reader may see it: a director need not wait for a board's last table."""
    return Readings(queries.load_night(session), sees_all=has_role(request, Role.DIRECTOR))


SESSION = "c/<slug:club_slug>/sessions/<int:session_id>/"

urlpatterns = [
    path("c/<slug:club_slug>/", show_club, name="club"),
    path(SESSION, show_session, name="session"),
    path(f"{SESSION}leaderboard/", leaderboard, name="leaderboard"),
    path(f"{SESSION}tables/", show_tables, name="tables"),
    path(f"{SESSION}schedule/", show_schedule, name="schedule"),
    path(f"{SESSION}tables/<int:table>/", show_table, name="table"),
    path(f"{SESSION}boards/", show_boards, name="boards"),
    path(f"{SESSION}boards/<int:board>/", show_board, name="board"),
    path(f"{SESSION}contestants/<int:contestant_id>/", show_contestant, name="contestant"),
    path(f"{SESSION}contestants/<int:contestant_id>/compare/", compare_contestants, name="compare"),
]
