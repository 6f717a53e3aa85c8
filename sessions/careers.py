"""Reads what a player has done over the years: from frozen places and counts, never from single lines."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from django.db.models import Count, Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.privacy import is_hidden
from scoring.results import Column

from .models import Chair, Entrant, Placing, Session
from .queries import Night, Person, person_in

OPPONENTS_MAX = 12
ROUND_NUMBERS = (10, 25, 50, 100, 250, 500, 1000)
COUNTED = {
    "made": _("Contracts made"),
    "slams": _("Slams bid and made"),
    "stopped": _("Contracts stopped"),
    "set": _("Own contracts set"),
    "bonuses": _("Bonuses won"),
    "bostons": _("Bostons"),
    "euchred": _("Euchred"),
    "marches": _("Marches"),
    "alone": _("Lone hands"),
    "hands": _("Hands won"),
    "games": _("Games won"),
    "matches": _("Matches won"),
}
"""The facts of lines that a player's page shows, in this order."""
OUT_OF = {"made": ("declared", "bids"), "stopped": ("defended",)}
"""Facts that are told out of how many."""


@dataclass(frozen=True, slots=True)
class Fact:
    """How often something happened to a player, ``out_of`` how many times it could; 0 where none is told."""

    label: str
    times: int
    out_of: int = 0

    @property
    def share(self) -> Fraction:
        """From 0 to 100."""
        return Fraction(100 * self.times, self.out_of) if self.out_of else Fraction(0)


def tally(night: Night) -> dict[int, Counter[str]]:
    """By player, what his lines of a night add up to."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for seat in night.rounds:
        for line in seat.score.lines:
            for place, counts in line.counts.items():
                person = night.person_at(seat, place, line.number)
                if person is not None:
                    found[person.pk].update({name: int(times) for name, times in counts.items()})
    return found


@dataclass(frozen=True, slots=True)
class Finish:
    """Where a player ended in a session, out of ``field``; ``figure`` is the number that ranked."""

    session: Session
    contestant: int
    rank: int
    is_tied: bool
    tied: int
    field: int
    figure: Fraction | None
    counts: Mapping[str, int] = field(default_factory=dict)
    group: str = ""

    @property
    def place(self) -> str:
        return f"{self.rank}{'=' if self.is_tied else ''}"

    @property
    def column(self) -> Column:
        return self.session.columns[0]

    @property
    def has_won(self) -> bool:
        return self.rank == 1 and self.field > 1

    @property
    def beaten(self) -> Fraction | None:
        """How much of the others was left behind, in per cent; who ties is half left behind."""
        if self.field < 2:
            return None
        behind = self.field - self.rank - (self.tied - 1) + Fraction(self.tied - 1, 2)
        return behind / (self.field - 1) * 100


@dataclass(frozen=True, slots=True)
class Together:
    """What two players did as partners."""

    person: Person
    is_hidden: bool
    sessions: int
    wins: int
    beaten: Fraction | None


@dataclass(frozen=True, slots=True)
class Met:
    """How many rounds somebody sat at the same table."""

    person: Person
    is_hidden: bool
    rounds: int


@dataclass(frozen=True, slots=True)
class Milestone:
    label: str
    finish: Finish


@dataclass(frozen=True)
class Career:
    """All published sessions of a player, the newest first, and what they say together."""

    person: Person
    finishes: tuple[Finish, ...]
    partners: tuple[Together, ...]
    opponents: tuple[Met, ...]

    @cached_property
    def wins(self) -> int:
        return sum(finish.has_won for finish in self.finishes)

    @cached_property
    def beaten(self) -> Fraction | None:
        return mean(finish.beaten for finish in self.finishes)

    @cached_property
    def best(self) -> tuple[Finish, ...]:
        """The five best sessions: most of the others left behind, of equal ones the larger field."""
        found = [finish for finish in self.finishes if finish.beaten is not None]
        return tuple(sorted(found, key=lambda each: (each.beaten, each.field), reverse=True)[:5])

    @cached_property
    def record(self) -> tuple[Fact, ...]:
        """The facts of all lines together, with their names."""
        totals: Counter[str] = Counter()
        for finish in self.finishes:
            totals.update(finish.counts)
        facts = (
            Fact(label, totals[name], sum(totals[other] for other in OUT_OF.get(name, ())))
            for name, label in COUNTED.items()
        )
        return tuple(fact for fact in facts if fact.times or fact.out_of)

    @cached_property
    def milestones(self) -> tuple[Milestone, ...]:
        return milestones(tuple(reversed(self.finishes)))


def mean(values: Iterable[Fraction | None]) -> Fraction | None:
    found = [value for value in values if value is not None]
    return sum(found, Fraction(0)) / len(found) if found else None


def milestones(finishes: Sequence[Finish]) -> tuple[Milestone, ...]:
    """What is worth remembering of sessions in their order: the latest milestone first."""
    found = []
    if finishes:
        found.append((0, Milestone(_("First session"), finishes[0])))
    wins = [at for at, finish in enumerate(finishes) if finish.has_won]
    for number, label in ((1, _("First win")), (10, _("Tenth win")), (50, _("Fiftieth win"))):
        if len(wins) >= number:
            found.append((wins[number - 1], Milestone(label, finishes[wins[number - 1]])))
    for number in ROUND_NUMBERS:
        if len(finishes) >= number:
            label = _("Session number %(number)d") % {"number": number}
            found.append((number - 1, Milestone(label, finishes[number - 1])))
    return tuple(milestone for _at, milestone in sorted(found, key=lambda each: -each[0]))


def players_of(club: Club) -> list[Player]:
    """The players with a published session whom the reader may know, with its number and last date."""
    published = Q(entries__session__published_at__isnull=False)
    found = club.players.annotate(
        played=Count("entries", filter=published), last=Max("entries__session__date", filter=published)
    )
    return [player for player in found.filter(played__gt=0) if not is_hidden(player, club)]


def find_player(club: Club, pk: int) -> Player | None:
    """The club's player of that key; None as well where the reader may not know who it is."""
    player = club.players.filter(pk=pk).first()
    return None if player is None or is_hidden(player, club) else player


def load_career(club: Club, player: Player) -> Career:
    """Everything on a player's page, in five queries whatever he has played."""
    finishes = finishes_of(player)
    return Career(
        person=person_in(player, club),
        finishes=finishes,
        partners=_partners(club, player, {finish.contestant: finish for finish in finishes}),
        opponents=_opponents(club, player),
    )


def _published(player: Player) -> QuerySet[Entrant]:
    return Entrant.objects.filter(player=player, session__published_at__isnull=False)


def finishes_of(player: Player) -> tuple[Finish, ...]:
    """His published sessions, the newest first, in three queries."""
    counts = dict(_published(player).values_list("contestant", "counts"))
    placings = Placing.objects.filter(contestant__in=counts, rank__isnull=False)
    placings = placings.select_related("session", "contestant").only(
        *("rank", "is_tied", "figures", "contestant__group"),
        *(f"session__{name}" for name in ("title", "date", "ruleset_slug")),
        *(f"session__{name}" for name in ("method_slug", "method_options", "ranking_options")),
    )
    fields, ties = _fields(player)
    return tuple(
        _finish(placing, counts[placing.contestant_id], fields, ties)
        for placing in placings.order_by("-session__date", "-session_id")
    )


def _fields(player: Player) -> tuple[Counter, Counter]:
    """By session and group how many were ranked, and by rank too how many of them shared it."""
    found = Placing.objects.filter(session__in=_published(player).values("session"), rank__isnull=False)
    rows = found.order_by().values_list("session", "contestant__group", "rank").annotate(Count("pk"))
    fields, ties = Counter(), Counter()
    for session, group, rank, times in rows:
        fields[session, group] += times
        ties[session, group, rank] = times
    return fields, ties


def _finish(placing: Placing, counts: Mapping[str, int], fields: Counter, ties: Counter) -> Finish:
    group = (placing.session_id, placing.contestant.group)
    figure = placing.figures.get(placing.session.columns[0].name)
    return Finish(
        session=placing.session,
        contestant=placing.contestant_id,
        rank=placing.rank,
        is_tied=placing.is_tied,
        tied=ties[(*group, placing.rank)],
        field=fields[group],
        figure=None if figure is None else Fraction(figure),
        counts=counts,
        group=placing.contestant.group,
    )


def _partners(club: Club, player: Player, finishes: Mapping[int, Finish]) -> tuple[Together, ...]:
    """With whom he was a contestant, of teams those with whom he sat, the most frequent first."""
    sat_together = Chair.objects.filter(
        contestant=OuterRef("contestant"), player=OuterRef("player"), seating__chairs__player=player
    )
    entrants = Entrant.objects.filter(contestant__in=_published(player).values("contestant"))
    entrants = entrants.filter(Q(contestant__name="") | Exists(sat_together))
    found: dict[Player, list[Finish]] = defaultdict(list)
    for entrant in entrants.exclude(player=player).select_related("player").defer("counts"):
        if entrant.contestant_id in finishes:
            found[entrant.player].append(finishes[entrant.contestant_id])
    rows = (_together(club, partner, shared) for partner, shared in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.sessions, row.person.name)))


def _together(club: Club, partner: Player, shared: Sequence[Finish]) -> Together:
    return Together(
        person=person_in(partner, club),
        is_hidden=is_hidden(partner, club),
        sessions=len(shared),
        wins=sum(finish.has_won for finish in shared),
        beaten=mean(finish.beaten for finish in shared),
    )


def _opponents(club: Club, player: Player) -> tuple[Met, ...]:
    """Who sat at his tables without being his partner, the most frequent first."""
    chairs = Chair.objects.alias(
        his=FilteredRelation("seating__chairs", condition=Q(seating__chairs__player=player))
    ).filter(his__isnull=False, seating__session__published_at__isnull=False, player__isnull=False)
    found = chairs.exclude(contestant=F("his__contestant")).values("player")
    rows = list(found.annotate(rounds=Count("seating", distinct=True)).order_by("-rounds", "player"))
    players = Player.objects.in_bulk([row["player"] for row in rows[:OPPONENTS_MAX]])
    return tuple(
        Met(person_in(players[row["player"]], club), is_hidden(players[row["player"]], club), row["rounds"])
        for row in rows[:OPPONENTS_MAX]
    )
