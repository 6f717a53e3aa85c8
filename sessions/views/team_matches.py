"""The matches of teams: all of them, one board by board, and the pairs over the whole room."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.methods import METHODS
from sessions import results
from sessions.clock import tell_breaks
from sessions.models import Session

from .public import SESSION, read_session, session_view

ACROSS = {"butler": _("Butler"), "cross_imps": _("Cross-IMPs")}


@require_safe
@session_view
def show_matches(request: HttpRequest, session: Session) -> HttpResponse:
    """Every match, round by round, and who did what against whom."""
    readings = read_session(request, session)
    matches = results.team_matches(readings)
    if not session.has_teams:
        raise Http404
    context = {
        "session": session,
        "tab": "matches",
        "rounds": results.matches_by_round(matches),
        "cross": results.cross_table(readings.night, matches),
        "breaks": tell_breaks(readings.night.breaks),
        "drawn": results.drawn_rounds(readings),
        "sides": readings.night.sides,
        "can_compare": results.can_compare_pairs(readings.night),
        **results.match_units(session),
    }
    return render(request, "sessions/teams/matches.html", context)


@require_safe
@session_view
def show_match(request: HttpRequest, session: Session, number: int) -> HttpResponse:
    """A match: both tables on every board, what they gave, and what it came to."""
    matches = results.team_matches(read_session(request, session))
    if not 1 <= number <= len(matches):
        raise Http404
    around = {"previous": matches[number - 2] if number > 1 else None}
    around |= {"next": matches[number] if number < len(matches) else None}
    context = {
        "session": session,
        "tab": "matches",
        "match": matches[number - 1],
        **around,
        **results.match_units(session),
    }
    return render(request, "sessions/teams/match.html", context)


@require_safe
@session_view
def show_pairs(request: HttpRequest, session: Session) -> HttpResponse:
    """The pairs of all teams, compared over the whole room."""
    night = read_session(request, session).night
    if not results.can_compare_pairs(night):
        raise Http404
    chosen = request.GET.get("by")
    chosen = chosen if chosen in ACROSS else results.ACROSS[0]
    context = {
        "session": session,
        "tab": "matches",
        "ways": ACROSS,
        "chosen": chosen,
        "method": METHODS[chosen],
        "pairs": results.pairs_across(night, method=chosen),
    }
    return render(request, "sessions/teams/pairs.html", context)


urlpatterns = [
    path(f"{SESSION}team-matches/", show_matches, name="team_matches"),
    path(f"{SESSION}team-matches/pairs/", show_pairs, name="team_pairs"),
    path(f"{SESSION}team-matches/<int:number>/", show_match, name="team_match"),
]
