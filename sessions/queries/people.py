"""Who played: a session's contestants and players, named as the present reader may know them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db.models import F, Max, QuerySet

from clubs.models import Club, Player
from clubs.privacy import CLUB, audience, shown_names
from clubs.queries import players
from scoring.standings.refine import Contender, Strength
from sessions.models import Chair, Contestant, Entrant, Seating, SeatingChange, Session
from sessions.words import letters


@dataclass(frozen=True, slots=True)
class Person:
    """A player as pages and sheets name him."""

    pk: int
    name: str
    called: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Side:
    """A contestant with its players; ``label`` is its number as spoken at the table (``"4 NS"``).

    ``own_name`` is that of a team; others are called by their players. At a table a team is the pair of it
    that sits there. ``contender`` is what handicaps and strata go by.
    """

    pk: int
    number: int
    group: str
    section: str
    players: tuple[Person, ...]
    is_single: bool = False
    own_name: str = ""
    contender: Contender = Contender()

    @property
    def label(self) -> str:
        return letters(f"{self.number} {self.group}".strip())

    @property
    def name(self) -> str:
        return self.own_name or " & ".join(person.name for person in self.players) or self.label

    @property
    def full_name(self) -> str:
        """A team with its players; others as they are called."""
        players = " & ".join(person.name for person in self.players)
        return f"{self.own_name}: {players}" if self.own_name and players else self.name

    def __str__(self) -> str:
        return self.name


def load_sides(session: Session, *, seatings: QuerySet[Seating] | None = None) -> dict[int, Side]:
    """The contestants of a session, or of some of its seatings, with their players, by key."""
    players: dict[int, list[Player]] = defaultdict(list)
    contestants = Contestant.objects.filter(session=session).select_related("section")
    entrants = Entrant.objects.filter(session=session).select_related("player").order_by("position", "pk")
    if seatings is not None:
        here = Chair.objects.filter(seating__in=seatings)
        contestants = contestants.filter(pk__in=here.values("contestant"))
        entrants = entrants.filter(contestant__in=here.values("contestant"))
    for entrant in entrants:
        players[entrant.contestant_id].append(entrant.player)
    return {
        contestant.pk: Side(
            pk=contestant.pk,
            number=contestant.number,
            group=contestant.group,
            section=contestant.section.letter,
            players=tuple(person_of(player, session) for player in players[contestant.pk]),
            is_single=not session.ruleset.partnerships,
            own_name=contestant.name,
            contender=_contender(contestant, players[contestant.pk]),
        )
        for contestant in contestants
    }


def gone_home(session: Session) -> frozenset[int]:
    """The keys of the contestants who have gone home and not come back."""
    gone: set[int] = set()
    for change in SeatingChange.objects.filter(session=session, undone_at__isnull=True):
        gone |= {change.details["left"]} if "left" in change.details else set()
        gone -= {change.details.get("back")}
    return frozenset(gone)


def _contender(contestant: Contestant, players: Iterable[Player]) -> Contender:
    return Contender(
        players=tuple(strength_of(player) for player in players),
        section=contestant.section.letter,
        handicap=Fraction(contestant.handicap) if contestant.handicap else None,
        stratum=contestant.stratum,
    )


def strength_of(player: Player) -> Strength:
    """What the club keeps of a player's strength."""
    numbers = (player.handicap, player.rating, player.master_points)
    return Strength(*(_exact(number) for number in numbers), letter=player.stratum)


def _exact(number: Decimal | None) -> Fraction | None:
    return None if number is None else Fraction(number)


def person_of(player: Player, session: Session) -> Person:
    """A player of a session; its club is looked up only for readers who need its choice of names."""
    if audience() == CLUB:
        return Person(player.pk, player.name, player.called)
    return person_in(player, session.club)


def person_in(player: Player, club: Club) -> Person:
    """The player as the present reader may know him: the one place where names join the results."""
    return Person(player.pk, *shown_names(player, club))


def last_players(club: Club, most: int) -> list[Player]:
    """The active players of a club who played last, the latest first, then by name; so many at most."""
    played = Max("entries__session__date")
    return list(players(club).annotate(last=played).order_by(F("last").desc(nulls_last=True), "name")[:most])
