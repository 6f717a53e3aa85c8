"""Builds the demonstration club through the same services that a real evening goes through."""

import datetime
from collections.abc import Sequence
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player, Role
from clubs.services import add_member, add_player, create_account, create_club, link_player, update_club
from scoring.rulesets import RULESETS
from sessions.event_book import save_event
from sessions.ladder_book import create_ladder
from sessions.models import Event, Ladder, Session, Table
from sessions.queries import load_night

from .evenings import CLUB_DESCRIPTION, CLUB_NAME, LIVE, MEMBERS, PAST, VISITORS, Evening
from .playing import play_half, play_out, seat

ACCOUNTS = (("owner", Role.OWNER), ("director", Role.DIRECTOR), ("player", Role.MEMBER))
PASSWORD = "demo"  # noqa: S105 (printed at every start, for a database of inventions)

Couple = tuple[Player, Player]


@transaction.atomic
def build(*, today: datetime.date | None = None) -> Club:
    """The demonstration club: made whole where there is none; else only today's live sessions are added.

    What was played is kept. All or nothing: a build that is interrupted leaves no trace.
    """
    today = today or timezone.localdate()
    club = find_club()
    if club is None:
        club = _found_club()
        for evening in sorted(PAST, key=lambda evening: -evening.days_ago):
            hold_past(club, evening, today)
        _found_ladders(club)
        _found_events(club)
    for evening, couples in _live_couples(club):
        if not club.sessions.filter(date=today, ruleset_slug=evening.ruleset).exists():
            hold_live(club, evening, couples, today)
    return club


def find_club() -> Club | None:
    """The demonstration club of this database."""
    return Club.objects.filter(is_demo=True).order_by("pk").first()


def live_sessions(club: Club) -> list[Session]:
    """The newest session in play of each game."""
    running = club.sessions.filter(status=Session.Status.RUNNING).order_by("date", "pk")
    return list({session.ruleset_slug: session for session in running}.values())


def busy_table(session: Session) -> Table:
    """A table of a session in play at which somebody has an opponent now."""
    night = load_night(session)
    now = (night.current_round(number) for number in night.table_numbers)
    return session.tables.get(number=next(seat.table for seat in now if not seat.is_sit_out))


def _found_club() -> Club:
    users = {name: create_account(username=name, password=PASSWORD) for name, _role in ACCOUNTS}
    club = create_club(name=_(CLUB_NAME), owner=users["owner"], is_demo=True, slug="demo")
    update_club(club=club, short_name="Lantern", description=_(CLUB_DESCRIPTION))
    members = [
        add_player(club=club, name=name, number=str(n), **_strength(n))
        for n, name in enumerate(MEMBERS, start=101)
    ]
    for name in VISITORS:
        add_player(club=club, name=name, is_visitor=True)
    for (name, role), player in zip(reversed(ACCOUNTS), members, strict=False):
        add_member(club=club, user=users[name], role=role)
        link_player(player=player, user=users[name])
    return club


def _strength(number: int) -> dict:
    """A handicap and master points, the more of the one the fewer of the other; the same for partners."""
    rank = (number - 101) // 2 * 7 % 10
    return {"handicap": rank, "master_points": 500 - 50 * rank}


def _found_ladders(club: Club) -> None:
    """A season of each of two games, and one of them all for the places."""
    create_ladder(club=club, title=_("All games, by places"), measure=Ladder.Measure.PLACES, dropped=1)
    create_ladder(club=club, title=_("BRiST, points a board"), rulesets=["brist"], measure="per_board")
    create_ladder(club=club, title=_("Bridge, best ten"), rulesets=["duplicate"], best=10)


def _found_events(club: Club) -> None:
    """The evenings that are one event together."""
    sessions = {session.title: session for session in club.sessions.filter(status=Session.Status.CLOSED)}
    for title in dict.fromkeys(evening.event for evening in PAST if evening.event):
        own = [sessions[_(evening.title)] for evening in PAST if evening.event == title]
        save_event(club=club, title=_(title), method=Event.Method.BOARDS, least=None, sessions=own)


def hold_past(club: Club, evening: Evening, today: datetime.date) -> None:
    """Add an evening of some days before ``today``, played and published; the same again deals the same."""
    couples = _taken(_couples(club, evening.same_as or evening.name), evening)
    date = today - datetime.timedelta(days=evening.days_ago)
    session = seat(club, evening, _entrants(couples, evening), date=date, by=_director(club))
    play_out(session, evening)


def hold_live(club: Club, evening: Evening, couples: Sequence[Couple], today: datetime.date) -> None:
    """Add an evening that these couples are in the middle of."""
    session = seat(club, evening, _entrants(couples, evening), date=today, by=_director(club))
    play_half(session, evening)


def _live_couples(club: Club) -> list[tuple[Evening, list[Couple]]]:
    """Tonight's evenings with the couples of each: nobody is in two places at once."""
    free, found = _couples(club, "tonight"), []
    for evening in LIVE:
        taken = _taken(free, evening)
        free = free[len(taken) :]
        found.append((evening, taken))
    return found


def _couples(club: Club, seed: str) -> list[Couple]:
    """Regular partners, the couple that has an account first, then members, then visitors."""
    random = Random(seed)  # noqa: S311 (cards, not secrets)
    players = {player.name: player for player in club.players.all()}
    members, visitors = (
        [tuple(players[name] for name in names[at : at + 2]) for at in range(0, len(names), 2)]
        for names in (MEMBERS, VISITORS)
    )
    others = members[1:]
    random.shuffle(others)
    random.shuffle(visitors)
    return [members[0], *others, *visitors]


def _taken(couples: list[Couple], evening: Evening) -> list[Couple]:
    size = 4 if evening.teams else 2 if RULESETS[evening.ruleset].partnerships else 1
    return couples[: (evening.count * size + 1) // 2]


def _entrants(couples: Sequence[Couple], evening: Evening) -> list[tuple[Player, ...]]:
    """The contestants in the order of their numbers: teams of two couples, couples, or single players."""
    entrants: list[tuple[Player, ...]] = list(couples)
    if evening.teams:
        entrants = [first + second for first, second in zip(couples[::2], couples[1::2], strict=True)]
    if not RULESETS[evening.ruleset].partnerships:
        entrants = [(player,) for couple in couples for player in couple][: evening.count]
    Random(evening.name).shuffle(entrants)  # noqa: S311
    return entrants


def _director(club: Club):
    return club.memberships.filter(role=Role.DIRECTOR).first().user
