"""Ladders: the club's seasons, each row with its arithmetic, and how a director defines them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Role, club_view
from clubs.models import Club
from clubs.sending import once
from sessions import exports, ladder_book, ratings, seasons
from sessions.ladder_forms import LadderForm
from sessions.models import Ladder
from sessions.tables import LadderTable, show_rows


@require_safe
@club_view()
def ladders(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's ladders, newest first."""
    found = seasons.ladders_of(club, role=request.club_role)
    context = {"ladders": found, "rated": ratings.rated_games(club)}
    return render(request, "sessions/ladders/ladders.html", context)


@require_safe
@gzip_page
@club_view()
def ladder(request: HttpRequest, club: Club, ladder_id: int) -> HttpResponse:
    """A ladder to search, sort and take along."""
    season = seasons.load_season(_find(request, club, ladder_id))
    table, kind = show_rows(
        request, LadderTable, LadderTable.rows(season), exclude=LadderTable.hidden(season)
    )
    if kind:
        return exports.answer(kind, f"ladder-{ladder_id}", *table.plain())
    return render(request, "sessions/ladders/ladder.html", {"season": season, "table": table})


@require_safe
@club_view()
def ladder_row(request: HttpRequest, club: Club, ladder_id: int, who: str) -> HttpResponse:
    """How a row adds up: every session, counted or left out."""
    season = seasons.load_season(_find(request, club, ladder_id))
    rung = season.find(who)
    if rung is None:
        raise Http404
    context = {"season": season, "rung": rung, "marks": season.marks(rung)}
    return render(request, "sessions/ladders/row.html", context)


def _find(request: HttpRequest, club: Club, pk: int) -> Ladder:
    found = seasons.find_ladder(club, pk, role=request.club_role)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.DIRECTOR)
@once
def new_ladder(request: HttpRequest, club: Club) -> HttpResponse:
    """Define a ladder."""
    form = LadderForm(request.POST or None, instance=Ladder(club=club))
    if form.is_valid():
        return redirect(ladder_book.create_ladder(club=club, **form.cleaned_data))
    return render(request, "sessions/ladders/edit.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.DIRECTOR)
def edit_ladder(request: HttpRequest, club: Club, ladder_id: int) -> HttpResponse:
    """Change what a ladder counts."""
    found = _find(request, club, ladder_id)
    form = LadderForm(request.POST or None, instance=found)
    if form.is_valid():
        return redirect(ladder_book.update_ladder(ladder=found, **form.cleaned_data))
    return render(request, "sessions/ladders/edit.html", {"form": form, "ladder": found})


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.DIRECTOR)
def delete_ladder(request: HttpRequest, club: Club, ladder_id: int) -> HttpResponse:
    """Ask once, then take a ladder away; its sessions stay."""
    found = _find(request, club, ladder_id)
    if request.method != "POST":
        return render(request, "sessions/ladders/delete.html", {"season": seasons.load_season(found)})
    ladder_book.delete_ladder(ladder=found, by=request.user)
    messages.success(request, _("The ladder is gone; its sessions stay."))
    return redirect("clubs:removed", club.slug)


_LADDERS = "c/<slug:club_slug>/ladders/"
_LADDER = f"{_LADDERS}<int:ladder_id>/"

urlpatterns = [
    path(_LADDERS, ladders, name="ladders"),
    path(f"{_LADDERS}new/", new_ladder, name="new_ladder"),
    path(_LADDER, ladder, name="ladder"),
    path(f"{_LADDER}edit/", edit_ladder, name="edit_ladder"),
    path(f"{_LADDER}delete/", delete_ladder, name="delete_ladder"),
    path(f"{_LADDER}rows/<slug:who>/", ladder_row, name="ladder_row"),
]
