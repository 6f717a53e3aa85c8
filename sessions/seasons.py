"""Reads ladders: the published places of a club's sessions, as marks, ranked, with the names joined."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet, Sum

from clubs.models import Club, Player, Role
from clubs.privacy import is_hidden

from .ladders import MEAN, SUM, WEIGHTED, Mark, Row, Rules, place_points, rank
from .models import Entrant, Ladder, Placing, Session
from .once import KEEP_SECONDS
from .queries import Person, person_in

Who = tuple[int, ...]
"""The players of a row by key, ascending: one, or a whole pair or team."""

COMBINES = {Ladder.Measure.PERCENT: MEAN, Ladder.Measure.PER_BOARD: WEIGHTED}
POINTS = ("points", "net")
"""Where methods keep the points of a session."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder with its people, and the contestant that each mark came from, by session."""

    row: Row
    people: tuple[Person, ...]
    contestants: Mapping[int, int]
    is_hidden: bool

    @property
    def name(self) -> str:
        return " & ".join(person.name for person in self.people)

    @property
    def slug(self) -> str:
        """The row in an address: keys, never names."""
        return slug_of(tuple(person.pk for person in self.people))


@dataclass(frozen=True)
class Season:
    """A ladder as it stands: its rungs, best first, over so many sessions."""

    ladder: Ladder
    rungs: tuple[Rung, ...]
    sessions: Mapping[int, Session]

    @cached_property
    def size(self) -> int:
        """How many have a place."""
        return sum(rung.row.rank is not None for rung in self.rungs)

    def find(self, slug: str) -> Rung | None:
        return next((rung for rung in self.rungs if rung.slug == slug and not rung.is_hidden), None)

    def marks(self, rung: Rung) -> tuple[tuple[Mark, Session, int, bool], ...]:
        """Each session of a rung, the newest first: the mark, its contestant, and whether it counts."""
        found = [(mark, True) for mark in rung.row.counted] + [(mark, False) for mark in rung.row.left_out]
        rows = [
            (mark, self.sessions[mark.session], rung.contestants[mark.session], counts)
            for mark, counts in found
        ]
        return tuple(sorted(rows, key=lambda row: (row[1].date, row[1].pk), reverse=True))


def ladders_of(club: Club, *, role: Role | None) -> QuerySet[Ladder]:
    """The ladders that a role may see, newest first."""
    found = club.ladders.select_related("club")
    return found.filter(is_public=True) if role is None else found


def find_ladder(club: Club, pk: int, *, role: Role | None) -> Ladder | None:
    return ladders_of(club, role=role).filter(pk=pk).first()


def sessions_in(ladder: Ladder) -> QuerySet[Session]:
    """The published sessions that a ladder counts."""
    found = ladder.club.sessions.filter(published_at__isnull=False)
    if ladder.rulesets:
        found = found.filter(ruleset_slug__in=ladder.rulesets)
    if ladder.starts:
        found = found.filter(date__gte=ladder.starts)
    if ladder.ends:
        found = found.filter(date__lte=ladder.ends)
    return found


def rules_of(ladder: Ladder) -> Rules:
    return Rules(
        combine=COMBINES.get(ladder.measure, SUM),
        best=ladder.best,
        dropped=ladder.dropped,
        minimum=ladder.minimum,
        attendance=Fraction(ladder.attendance),
    )


def load_season(ladder: Ladder) -> Season:
    """A ladder in four queries whatever its size; its numbers are kept until one of its sessions changes."""
    sessions = {session.pk: session for session in sessions_in(ladder)}
    key = f"ladder:{state_of(ladder)}"
    found = cache.get(key)
    if found is None:
        found = _compute(ladder, sessions)
        cache.set(key, found, KEEP_SECONDS)
    rows, contestants = found
    players = Player.objects.in_bulk({pk for row in rows for pk in row.who})
    rungs = tuple(_rung(row, contestants[row.who], players, ladder) for row in rows)
    return Season(ladder, rungs, sessions)


def state_of(ladder: Ladder) -> str:
    """What a ladder's numbers depend on, in one query: its own rules, and the revisions of its sessions."""
    found = sessions_in(ladder).aggregate(count=Count("pk"), revisions=Sum("revision"), last=Max("pk"))
    rules = (
        *ladder.rulesets,
        *(getattr(ladder, name) for name in ("starts", "ends", "measure", "unit", "best", "dropped")),
        *(ladder.minimum, ladder.attendance, ladder.has_visitors, ladder.has_handicaps),
    )
    return "-".join(str(part) for part in (ladder.pk, *found.values(), *rules)).replace(" ", "")


def _compute(ladder: Ladder, sessions: Mapping[int, Session]) -> tuple[tuple[Row, ...], dict]:
    """The ranked rows, and by row and session the contestant."""
    people, visitors = _people(sessions)
    marks, contestants = [], defaultdict(dict)
    for placing, mark in _values(ladder, sessions):
        for who in _whos(ladder, people[placing.contestant_id]):
            if ladder.has_visitors or not visitors.intersection(who):
                marks.append(replace(mark, who=who))
                contestants[who][placing.session_id] = placing.contestant_id
    return rank(marks, rules_of(ladder)), dict(contestants)


def _people(sessions: Iterable[int]) -> tuple[dict[int, Who], frozenset[int]]:
    """The players of each contestant, and which of them are visitors."""
    found = Entrant.objects.filter(session__in=sessions).order_by("player_id")
    people, visitors = defaultdict(list), set()
    for contestant, player, is_visitor in found.values_list("contestant", "player", "player__is_visitor"):
        people[contestant].append(player)
        if is_visitor:
            visitors.add(player)
    return defaultdict(tuple, {pk: tuple(keys) for pk, keys in people.items()}), frozenset(visitors)


def _whos(ladder: Ladder, people: Who) -> tuple[Who, ...]:
    if ladder.unit == Ladder.Unit.PAIR:
        return (people,) if len(people) > 1 else ()
    return tuple((pk,) for pk in people)


def _values(ladder: Ladder, sessions: Mapping[int, Session]) -> Iterable[tuple[Placing, Mark]]:
    """Each placing with its mark, for nobody yet; none where the measure is not known."""
    placings = list(
        Placing.objects.filter(session__in=sessions, rank__isnull=False)
        .select_related("contestant")
        .only("session_id", "contestant__group", "rank", "figures")
    )
    ranks = {placing.pk: _rank_of(ladder, placing) for placing in placings}
    fields = Counter((each.session_id, each.contestant.group) for each in placings)
    ties = Counter((each.session_id, each.contestant.group, ranks[each.pk]) for each in placings)
    for placing in placings:
        group, rank = (placing.session_id, placing.contestant.group), ranks[placing.pk]
        if ladder.measure == Ladder.Measure.WINS:
            found = Mark(None, placing.session_id, Fraction(rank == 1))
        elif ladder.measure == Ladder.Measure.PLACES:
            points = place_points(rank, ties[(*group, rank)], fields[group])
            found = Mark(None, placing.session_id, points)
        else:
            found = _points(ladder, placing, sessions[placing.session_id])
        if found is not None:
            yield placing, found


def _rank_of(ladder: Ladder, placing: Placing) -> int:
    """The place, as it was without handicaps where the ladder does without them."""
    raw = None if ladder.has_handicaps else placing.figures.get("raw_rank")
    return placing.rank if raw is None else int(raw)


def _points(ladder: Ladder, placing: Placing, session: Session) -> Mark | None:
    """What a placing is worth in points, with its handicap where the ladder counts them."""
    figures, measure = placing.figures, ladder.measure
    names = POINTS if measure in (Ladder.Measure.TOTAL, Ladder.Measure.PER_BOARD) else (measure,)
    points = next((Fraction(figures[name]) for name in names if name in figures), None)
    if points is None:
        return None
    boards = int(Fraction(figures.get("boards", 0)))
    handicap = Fraction(figures.get("handicap", 0)) if ladder.has_handicaps else Fraction(0)
    if measure in (Ladder.Measure.TOTAL, Ladder.Measure.PER_BOARD) and _ranks_by_board(session):
        handicap *= boards
    if measure != Ladder.Measure.PER_BOARD:
        return Mark(None, placing.session_id, points + handicap, max(1, boards), handicap)
    if not boards:
        return None
    return Mark(None, placing.session_id, (points + handicap) / boards, boards, handicap / boards)


def _ranks_by_board(session: Session) -> bool:
    """Whether a session's result, and so its handicap, is in points a board."""
    return session.method.columns[0].kind == "average"


def _rung(row: Row, contestants: Mapping[int, int], players: Mapping[int, Player], ladder: Ladder) -> Rung:
    found = [players[pk] for pk in row.who if pk in players]
    return Rung(
        row=row,
        people=tuple(person_in(player, ladder.club) for player in found),
        contestants=contestants,
        is_hidden=any(is_hidden(player, ladder.club) for player in found),
    )


def slug_of(who: Who) -> str:
    return "-".join(str(pk) for pk in who)
