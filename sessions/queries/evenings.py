"""Which sessions there are, who may see them, and who won."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Club, Player, Role
from scoring.rulesets import RULESETS
from sessions.models import Contestant, Placing, ScoreLine, Session
from sessions.rules import methods_of

from .people import person_of
from .ranking import north_south_first


def revision_of(*, club_slug: str, pk: int) -> Mapping | None:
    """What decides whether a leaderboard has changed and who may see it, in one small query."""
    fields = ("pk", "revision", "is_public", "club_id", "status", "published_at", "final_at", "notices")
    return Session.objects.filter(pk=pk, club__slug=club_slug).values(*fields).first()


def sessions_of(club: Club, *, role: Role | None) -> QuerySet[Session]:
    """The sessions that a role may see, newest first: a stranger sees the public ones only."""
    found = club.sessions.annotate(
        contestant_count=Count("contestants", distinct=True), table_count=Count("tables", distinct=True)
    )
    if role is None:
        found = found.filter(is_public=True)
    if role is None or role < Role.SCORER:
        found = found.exclude(status=Session.Status.SETUP)
    return found.order_by("-date", "-pk")


def may_see(session: Session, role: Role | None) -> bool:
    """Whether somebody with this role in the session's club may look at it."""
    if session.status == Session.Status.SETUP:
        return role is not None and role >= Role.SCORER
    return role is not None or session.is_public


def find_session(club: Club, pk: int, *, role: Role | None) -> Session | None:
    """The club's session of that key, or None where there is none or it is not to be seen."""
    session = club.sessions.select_related("club", "clock", "event__club").filter(pk=pk).first()
    return session if session is not None and may_see(session, role) else None


def sessions_between(club: Club, first: date, last: date) -> QuerySet[Session]:
    """The club's sessions of these days, both included, the oldest first."""
    found = club.sessions.filter(date__gte=first, date__lte=last).select_related("club")
    return found.order_by("date", "pk")


def count_lines_between(club: Club, first: date, last: date) -> int:
    """How many results these sessions have."""
    days = {"session__date__gte": first, "session__date__lte": last}
    return ScoreLine.objects.filter(session__club=club, is_current=True, entry__isnull=False, **days).count()


def table_numbers(session: Session) -> tuple[int, ...]:
    """The numbers of a session's tables, ascending."""
    return tuple(session.tables.order_by("number").values_list("number", flat=True))


def written_names(session: Session) -> str:
    """All that people have typed and a session's sheets show: its title, its club's name, its players'."""
    found = session.contestants.values_list("name", "entrants__player__name")
    names = [name for pair in found for name in pair if name]
    return " ".join([session.title, session.club.name, *names])


def has_results(session: Session) -> bool:
    return session.lines.exists() or session.adjustments.exists()


def may_reseat(session: Session) -> bool:
    """Whether the seating and the rules may still change."""
    return session.status != Session.Status.CLOSED and not has_results(session)


def usual_game(club: Club) -> str:
    """The game that the club played last, or the first there is."""
    last = club.sessions.order_by("-pk").values_list("ruleset_slug", flat=True).first()
    return last if last in RULESETS else next(iter(RULESETS))


def open_sessions(club: Club, *, role: Role | None) -> list[Session]:
    """The sessions in play or being set up, those in play first, with the number of their results."""
    lines = ScoreLine.objects.filter(session=OuterRef("pk"), is_current=True, entry__isnull=False)
    counted = lines.order_by().values("session").annotate(count=Count("pk")).values("count")
    found = sessions_of(club, role=role).exclude(status=Session.Status.CLOSED)
    found = found.select_related("club").annotate(line_count=Coalesce(Subquery(counted), 0))
    return list(found.order_by("status", "-date", "-pk"))


def finished_sessions(club: Club, *, role: Role | None) -> QuerySet[Session]:
    """The sessions whose play has ended, newest first."""
    return sessions_of(club, role=role).filter(status=Session.Status.CLOSED).select_related("club")


def usual_team_method(club: Club, ruleset: str) -> tuple[str, Mapping]:
    """How the club ranked teams last time, with the options; the game's usual way for them at first."""
    slugs = [method.slug for method in methods_of(RULESETS[ruleset], ranks_teams=True)]
    last = club.sessions.filter(ruleset_slug=ruleset, method_slug__in=slugs).order_by("-pk").first()
    return (last.method_slug, last.method_options) if last else (slugs[0], {})


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won a published session, or one group of it: the names, and the figure that ranks."""

    pk: int
    group: str
    name: str
    figure: Fraction | None
    label: str
    kind: str


def winners_of(sessions: Iterable[Session]) -> dict[int, list[Winner]]:
    """The published winners by session, North-South first; in three queries whatever their number."""
    known = {session.pk: session for session in sessions}
    placings = Placing.objects.filter(session__in=known, rank=1).select_related("contestant")
    found: dict[int, list[Winner]] = defaultdict(list)
    for placing in placings.prefetch_related("contestant__entrants__player").order_by("contestant__number"):
        found[placing.session_id].append(_winner(placing, known[placing.session_id]))
    return {
        pk: sorted(rows, key=lambda row: north_south_first((row.group, row))) for pk, rows in found.items()
    }


def _winner(placing: Placing, session: Session) -> Winner:
    contestant, first = placing.contestant, session.columns[0]
    people = (person_of(entrant.player, session) for entrant in contestant.entrants.all())
    names = " & ".join(person.name for person in people)
    figure = placing.figures.get(first.name)
    return Winner(
        pk=contestant.pk,
        group=contestant.group,
        name=contestant.name or names or str(contestant.number),
        figure=None if figure is None else Fraction(figure),
        label="" if first.kind == "percent" else first.label,
        kind=first.kind,
    )


def contestant_of(session: Session, player: Player | None) -> Contestant | None:
    """The contestant that a player belongs to in a session, if any."""
    if player is None:
        return None
    return session.contestants.filter(entrants__player=player).first()


def session_with_club(pk: int) -> Session:
    """A session whose right to be seen is already established."""
    return Session.objects.select_related("club", "clock").get(pk=pk)
