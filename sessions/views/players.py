"""The club's players: the list, each one's page, and what a player may do about his own data."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Role, club_view, has_role
from clubs.forms import NamingForm
from clubs.merging import find_successor
from clubs.models import Club, Player
from clubs.queries import all_players
from clubs.services import erase_player, update_player
from sessions import careers, charts, exports, ratings
from sessions.head_to_head import load_head_to_head
from sessions.personal_data import data_of
from sessions.tables import PlayersTable, show_rows

PAGE_SIZE = 40
CHARTED = 60


@require_safe
@club_view()
def players(request: HttpRequest, club: Club) -> HttpResponse:
    """Everyone with a published session whom the reader may know."""
    rows = PlayersTable.rows(careers.players_of(club), club)
    table, kind = show_rows(request, PlayersTable, rows)
    if kind:
        return exports.answer(kind, "players", *table.plain())
    return render(request, "sessions/players/players.html", {"table": table})


@require_safe
@gzip_page
@club_view()
def player(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """What a player has done over the years; one who turned out to be another is found there."""
    found = careers.find_player(club, player_id)
    if found is None:
        return _show_successor(club, player_id)
    career = careers.load_career(club, found)
    charted = [finish for finish in reversed(career.finishes[:CHARTED]) if finish.beaten is not None]
    context = {
        "career": career,
        "page": Paginator(career.finishes, PAGE_SIZE).get_page(request.GET.get("page")),
        "chart": charts.trend(
            [finish.beaten for finish in charted],
            title=_("How much of the others was left behind"),
            text=_("The last %(count)d sessions from left to right; the table below has the numbers.")
            % {"count": len(charted)},
        ),
        "has_chart": len(charted) > 1,
        "is_self": _is_self(request, found),
        "ratings": [(own, _draw_rating(own)) for own in ratings.ratings_of(club, found)],
    }
    return render(request, "sessions/players/player.html", context)


@require_safe
@club_view()
def head_to_head(request: HttpRequest, club: Club, player_id: int, other_id: int) -> HttpResponse:
    """Two players compared: who was ahead in the sessions that both played, and how they did together."""
    first, second = careers.find_player(club, player_id), careers.find_player(club, other_id)
    if first is None or second is None or first == second:
        raise Http404
    found = load_head_to_head(club, first, second)
    page = Paginator(found.meetings, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "sessions/players/head_to_head.html", {"found": found, "page": page})


def _draw_rating(own: ratings.OwnRating) -> str:
    """The last steps of a rating as a picture; a single one needs none."""
    steps = [moment.step for moment in own.moments[-CHARTED:]]
    if len(steps) < 2:
        return ""
    return charts.history(
        [step.value for step in steps],
        [step.spread for step in steps],
        title=_("The rating after each session"),
        text=_("The last %(count)d sessions from left to right; the table below has the numbers.")
        % {"count": len(steps)},
        key=f"rating-chart-{own.game.slug}",
    )


def _show_successor(club: Club, pk: int) -> HttpResponse:
    successor = find_successor(club, pk)
    if successor is None:
        raise Http404
    return redirect("sessions:player", club.slug, successor.pk)


def _is_self(request: HttpRequest, player: Player) -> bool:
    return request.user.is_authenticated and player.user_id == request.user.pk


def _own(request: HttpRequest, club: Club, pk: int, role: Role) -> Player:
    """The player, for himself and for that role in the club; else 403."""
    found = get_object_or_404(all_players(club), pk=pk)
    if not (has_role(request, role) or _is_self(request, found)):
        raise PermissionDenied
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.MEMBER)
def naming(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """A player chooses how strangers read his name; a director may do it for him."""
    found = _own(request, club, player_id, Role.DIRECTOR)
    form = NamingForm(request.POST or None, instance=found)
    if form.is_valid():
        update_player(player=found, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("sessions:naming", club.slug, player_id)
    return render(request, "sessions/players/naming.html", {"form": form, "player": found})


@require_safe
@club_view(Role.MEMBER)
def player_data(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """All that the club keeps about a player, as a file for himself or the owner."""
    found = _own(request, club, player_id, Role.OWNER)
    headers = {
        "Content-Disposition": content_disposition_header(True, f"player-{found.pk}.json"),
        "Cache-Control": "private, no-store",
    }
    return JsonResponse(data_of(found), headers=headers, json_dumps_params={"indent": 1})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.OWNER)
def erase(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Ask once, then forget who a player is; the results stay."""
    found = get_object_or_404(all_players(club), pk=player_id)
    if request.method == "POST":
        erase_player(player=found)
        messages.success(request, _("The player is forgotten; the results stay."))
        return redirect("clubs:members", club.slug)
    return render(request, "sessions/players/erase.html", {"player": found})


_PLAYER = "c/<slug:club_slug>/players/<int:player_id>/"

urlpatterns = [
    path("c/<slug:club_slug>/players/", players, name="players"),
    path(_PLAYER, player, name="player"),
    path(f"{_PLAYER}and/<int:other_id>/", head_to_head, name="head_to_head"),
    path(f"{_PLAYER}name/", naming, name="naming"),
    path(f"{_PLAYER}data.json", player_data, name="player_data"),
    path(f"{_PLAYER}erase/", erase, name="erase_player"),
]
