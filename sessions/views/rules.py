"""The rules as a club plays them, for all to read and for directors to set; how a session is scored."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Role, club_view
from clubs.asking import ask
from clubs.models import Club
from scoring.lines import EntryError
from scoring.rulesets import RULESETS
from sessions import house, queries
from sessions.models import Session
from sessions.ranking_table import make_parts, make_tables
from sessions.rules import Rules, worked_examples
from sessions.ruling_forms import RulesForm
from sessions.services import RefusedError
from sessions.words import say

from .director.access import attempt, director_view, objection

PAGE = ["GET", "HEAD", "POST"]


@require_safe
@club_view()
def games(request: HttpRequest, club: Club) -> HttpResponse:
    """Every game, with what the club plays otherwise than usual."""
    return render(request, "sessions/rules/games.html", {"all_rules": queries.all_house_rules(club)})


@require_safe
@club_view()
def as_played(request: HttpRequest, club: Club, ruleset: str) -> HttpResponse:
    """The rules of a game as they are played here, with worked examples."""
    rules = _find_rules(club, ruleset)
    context = {"rules": rules, "examples": worked_examples(rules.ruleset, rules.options)}
    return render(request, "sessions/rules/as_played.html", context)


@club_view(role=Role.DIRECTOR)
@require_http_methods(PAGE)
def house_rules(request: HttpRequest, club: Club, ruleset: str) -> HttpResponse:
    """Set how new sessions of a game are played."""
    rules = _find_rules(club, ruleset)
    form = RulesForm(request.POST or None, rules=rules, with_game=True)
    if form.is_valid() and _save(form, club, ruleset):
        messages.success(request, _("Saved: new sessions are played by these rules."))
        return redirect("sessions:rules_as_played", club.slug, ruleset)
    context = {"rules": rules, "form": form}
    return render(request, "sessions/rules/edit.html", context, status=_status(form))


def _save(form: RulesForm, club: Club, ruleset: str) -> bool:
    try:
        house.set_house_rules(club=club, ruleset=ruleset, options=form.game_options(), **form.values())
    except (EntryError, RefusedError) as error:
        form.add_error(None, objection(error))
    return form.is_valid()


@club_view(role=Role.DIRECTOR)
@require_http_methods(PAGE)
def reset(request: HttpRequest, club: Club, ruleset: str) -> HttpResponse:
    """Ask once, then back to the usual rules."""
    rules = _find_rules(club, ruleset)
    if request.method != "POST":
        return ask(
            request,
            heading=_("Back to the usual rules of %(game)s?") % {"game": say(rules.ruleset.name)},
            text=_("Sessions that exist keep their rules. You can put yours back for 30 days."),
            deed=_("Back to the usual rules"),
            back_url=reverse("sessions:house_rules", args=[club.slug, ruleset]),
        )
    values = {"club": club, "ruleset": ruleset, "by": request.user}
    attempt(request, house.reset_house_rules, _("The usual rules again."), **values)
    return redirect("clubs:removed", club.slug)


def _find_rules(club: Club, ruleset: str) -> Rules:
    if ruleset not in RULESETS:
        raise Http404
    return queries.house_rules(club, ruleset)


@director_view
@require_http_methods(PAGE)
def scoring(request: HttpRequest, session: Session) -> HttpResponse:
    """How a session is ranked: change it, or look first at what would come of it."""
    rules = queries.session_rules(session)
    form = RulesForm(request.POST or None, rules=rules, with_game=False)
    is_look = "preview" in request.POST
    if form.is_valid() and not is_look and _change(form, session):
        messages.success(request, _("Saved: the ranking is computed anew."))
        return redirect("sessions:scoring", session.club.slug, session.pk)
    now = queries.make_public_leaderboard(queries.load_night(session))
    context = {"session": session, "rules": rules, "form": form, "now": now}
    if form.is_valid() and is_look:
        context |= _look(session, form)
    return render(request, "sessions/rules/scoring.html", context, status=_status(form))


def _change(form: RulesForm, session: Session) -> bool:
    try:
        house.change_method(session=session, **form.values())
    except (EntryError, RefusedError) as error:
        form.add_error(None, objection(error))
    return form.is_valid()


def _look(session: Session, form: RulesForm) -> dict:
    """The ranking as it would be, beside what is stored, which stays."""
    seen, board = queries.preview(session, **form.values())
    tables, parts = make_tables(seen, board), make_parts(seen, board)
    return {"preview": board, "tables": tables, "preview_parts": parts, "seen": seen}


def _status(form: RulesForm) -> int:
    return 422 if form.is_bound and not form.is_valid() else 200


urlpatterns = [
    path("c/<slug:club_slug>/rules/", games, name="rules"),
    path("c/<slug:club_slug>/rules/<slug:ruleset>/", house_rules, name="house_rules"),
    path("c/<slug:club_slug>/rules/<slug:ruleset>/reset/", reset, name="reset_house_rules"),
    path("c/<slug:club_slug>/rules/<slug:ruleset>/as-played/", as_played, name="rules_as_played"),
    path("c/<slug:club_slug>/sessions/<int:session_id>/direct/scoring/", scoring, name="scoring"),
]
