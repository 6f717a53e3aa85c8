"""The rules as a club, or a session, plays them."""

from clubs.models import Club
from scoring.methods import METHODS
from scoring.rulesets import RULESETS
from scoring.standings.refine import RANKING
from sessions.models import HouseRules, Session
from sessions.rules import Rules, complete


def house_rules(club: Club, ruleset: str) -> Rules:
    """How a club plays a game: its own rules, or the usual ones."""
    return _rules(ruleset, club.house_rules.filter(ruleset_slug=ruleset).first())


def all_house_rules(club: Club) -> tuple[Rules, ...]:
    """How a club plays each game there is."""
    own = {found.ruleset_slug: found for found in club.house_rules.all()}
    return tuple(_rules(slug, own.get(slug)) for slug in RULESETS)


def session_rules(session: Session) -> Rules:
    """The rules that a session is played by."""
    return _rules(session.ruleset_slug, session)


def _rules(slug: str, stored: HouseRules | Session | None) -> Rules:
    ruleset = RULESETS[slug]
    method = METHODS[stored.method_slug if stored else ruleset.methods[0]]
    return Rules(
        ruleset=ruleset,
        options=complete(ruleset.options, stored.options if stored else {}),
        method=method,
        method_options=complete(method.options, stored.method_options if stored else {}),
        ranking_options=complete(RANKING.options, stored.ranking_options if stored else {}),
        is_own=stored is not None,
    )
