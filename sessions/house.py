"""The rules that a club or a session plays by: every write of them, keyword-only, in one transaction."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.removing import remove
from scoring.lines import check_options
from scoring.methods import METHODS
from scoring.results import Method
from scoring.rulesets import RULESETS
from scoring.standings.refine import RANKING

from .models import HouseRules, RatedGame, Session
from .services import RefusedError, lock, touch


@transaction.atomic
def set_house_rules(
    *,
    club: Club,
    ruleset: str,
    options: Mapping,
    method: str,
    method_options: Mapping,
    ranking_options: Mapping | None = None,
) -> HouseRules:
    """Let new sessions of a game start from these rules; sessions that exist keep theirs.

    Raises EntryError for a value that an option cannot have, RefusedError for a method of another game.
    """
    game = RULESETS[ruleset]
    values = {
        "options": check_options(game, options),
        "method_slug": _method_of(ruleset, method).slug,
        "method_options": check_options(METHODS[method], method_options),
        "ranking_options": check_options(RANKING, ranking_options or {}),
    }
    found, _made = HouseRules.objects.update_or_create(club=club, ruleset_slug=ruleset, defaults=values)
    return found


@transaction.atomic
def reset_house_rules(*, club: Club, ruleset: str, by=None) -> None:
    """Back to the usual rules; the club's own can be put back."""
    for own in club.house_rules.filter(ruleset_slug=ruleset):
        remove(own, club=club, by=by)


@transaction.atomic
def set_rated(*, club: Club, ruleset: str, is_on: bool) -> None:
    """Begin or stop to rate a game; every published session counts, whenever it was."""
    if is_on:
        RatedGame.objects.get_or_create(club=club, ruleset_slug=ruleset)
    else:
        club.rated_games.filter(ruleset_slug=ruleset).delete()


@transaction.atomic
def change_method(
    *, session: Session, method: str, method_options: Mapping, ranking_options: Mapping | None = None
) -> Session:
    """Rank a session another way, or with other handicaps or strata; its results stay as they are.

    Possible until the session is published. Raises EntryError and RefusedError as above.
    """
    session = lock(session)
    if session.is_published:
        raise RefusedError(_("This session is published; take it back before you rank it another way."))
    is_new = method != session.method_slug
    if is_new and _method_of(session.ruleset_slug, method).ranks_teams != session.has_teams:
        raise RefusedError(_("Pairs and teams are ranked in other ways: the seating must change first."))
    session.method_slug = method
    session.method_options = check_options(METHODS[method], method_options)
    if ranking_options is not None:
        session.ranking_options = check_options(RANKING, ranking_options)
    session.save(update_fields=["method_slug", "method_options", "ranking_options"])
    return touch(session)


def _method_of(ruleset: str, method: str) -> Method:
    if method not in RULESETS[ruleset].methods:
        raise RefusedError(_("This game has no such way to compare results."))
    return METHODS[method]
