"""Ratings: which games the club rates, the table of each, and how the numbers come about."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Role, club_view
from clubs.models import Club
from scoring.rulesets import RULESETS
from sessions import exports, house, ratings
from sessions.skill import SETTLED, START
from sessions.tables import RatingTable, show_rows


@require_safe
@club_view()
def rating_games(request: HttpRequest, club: Club) -> HttpResponse:
    """The games that are rated; a director says which."""
    rated = ratings.rated_games(club)
    context = {"rated": rated, "others": [game for game in RULESETS.values() if game not in rated]}
    return render(request, "sessions/ratings/games.html", context)


@require_safe
@club_view()
def rating(request: HttpRequest, club: Club, ruleset: str) -> HttpResponse:
    """The rating of a game, to search, sort and take along, and what it means."""
    if not ratings.is_rated(club, ruleset):
        raise Http404
    table, kind = show_rows(request, RatingTable, RatingTable.rows(ratings.load_rating(club, ruleset), club))
    if kind:
        return exports.answer(kind, f"rating-{ruleset}", *table.plain())
    context = {"table": table, "game": RULESETS[ruleset], "settled": SETTLED, "start": int(START)}
    return render(request, "sessions/ratings/rating.html", context)


@require_POST
@club_view(Role.DIRECTOR)
def switch_rating(request: HttpRequest, club: Club, ruleset: str, *, is_on: bool) -> HttpResponse:
    """Begin or stop to rate a game; nothing is lost, for nothing is stored."""
    if ruleset not in RULESETS:
        raise Http404
    house.set_rated(club=club, ruleset=ruleset, is_on=is_on)
    name = _(RULESETS[ruleset].name)
    text = _("%(game)s is rated now.") if is_on else _("%(game)s is rated no more.")
    messages.success(request, text % {"game": name})
    return redirect("sessions:ratings", club.slug)


_RATINGS = "c/<slug:club_slug>/ratings/"

urlpatterns = [
    path(_RATINGS, rating_games, name="ratings"),
    path(f"{_RATINGS}<slug:ruleset>/", rating, name="rating"),
    path(f"{_RATINGS}<slug:ruleset>/on/", switch_rating, {"is_on": True}, name="rating_on"),
    path(f"{_RATINGS}<slug:ruleset>/off/", switch_rating, {"is_on": False}, name="rating_off"),
]
