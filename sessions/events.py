"""Reads combined events: the rankings of several sessions as one, with the names joined."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clubs.models import Club, Role
from scoring.lines import Points
from scoring.results import Standing, Standings
from scoring.standings.combine import combine_sessions
from scoring.words import Message

from .models import Event, Session
from .queries import Leaderboard, Person, Place, leaderboard, sessions_of

ELIGIBLE_MAX = 200
Who = frozenset[int]
"""The players of a contestant by key: the same ones in every session."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a session gave: the number that ranked there, over so many boards, by which contestant."""

    session: Session
    value: Fraction
    boards: int
    contestant: int


@dataclass(frozen=True, slots=True)
class Combined:
    """One line of a combined event, with its share of each session; None for one not played."""

    standing: Standing
    people: tuple[Person, ...]
    shares: tuple[Share | None, ...]

    @property
    def name(self) -> str:
        return " & ".join(person.name for person in self.people)

    @property
    def place(self) -> str:
        """``"3"``, ``"3="`` for a tie, empty without a place."""
        rank = self.standing.rank
        return "" if rank is None else f"{rank}{'=' if self.standing.is_tied else ''}"

    @property
    def total(self) -> Points | None:
        return self.standing.figures.get("total")

    @property
    def terms(self) -> tuple[Share, ...]:
        """The shares that the total is made of, in the order of the sessions."""
        return tuple(share for share in self.shares if share is not None)

    @property
    def boards(self) -> int:
        return sum(share.boards for share in self.terms)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A combined event as it stands: its sessions in order, its lines best first, and how it was made."""

    event: Event
    sessions: tuple[Session, ...]
    rows: tuple[Combined, ...]
    how: tuple[Message, ...]
    kind: str

    def find(self, contestant: int) -> Combined | None:
        """The line of whoever was this contestant in one of the sessions."""
        own = (row for row in self.rows if any(share.contestant == contestant for share in row.terms))
        return next(own, None)

    @property
    def is_final(self) -> bool:
        return bool(self.sessions) and all(session.is_final for session in self.sessions)


def events_of(club: Club, *, role: Role | None) -> list[Event]:
    """The combined events all of whose sessions a role may see, the newest first."""
    seen = set(sessions_of(club, role=role).values_list("pk", flat=True))
    events = club.events.select_related("club").prefetch_related("sessions")
    return [event for event in events if {session.pk for session in event.sessions.all()} <= seen]


def find_event(club: Club, pk: int, *, role: Role | None) -> Event | None:
    return next((event for event in events_of(club, role=role) if event.pk == pk), None)


def eligible_sessions(club: Club, event: Event | None = None) -> list[Session]:
    """The sessions that an event may combine, its own first: in play or over, and of no other event."""
    found = club.sessions.exclude(status=Session.Status.SETUP).order_by("-date", "-pk")
    own = found.filter(event=event) if event else ()
    return [*own, *found.filter(event=None)[:ELIGIBLE_MAX]]


def sessions_in(event: Event) -> tuple[Session, ...]:
    """The sessions of an event, in the order in which they were played."""
    return tuple(event.sessions.select_related("club").order_by("date", "pk"))


def load_event(event: Event) -> Outcome:
    """The event from the rankings of its sessions, as readers see them now."""
    sessions = sessions_in(event)
    boards = [leaderboard(session) for session in sessions]
    numbers: dict[Who, int] = {}
    places: list[dict[int, Place]] = [_places(board, numbers) for board in boards]
    found = combine_sessions(
        [_standings(own) for own in places],
        by=event.method,
        figure=FIGURES.get(event.method, ""),
        least=event.least,
        groups=dict.fromkeys(numbers.values(), ""),
    )
    rows = tuple(_combined(row, sessions, places) for row in found.rows)
    kind = sessions[0].columns[0].kind if sessions and event.method != Event.Method.POINTS else "points"
    return Outcome(event, sessions, rows, found.how, kind)


FIGURES = {Event.Method.POINTS: "matchpoints"}
"""What is combined where it is not the number that ranks."""


def _places(board: Leaderboard, numbers: dict[Who, int]) -> dict[int, Place]:
    """The places of a session by the number that its players have in the event."""
    found = {}
    for place in (place for places in board.groups.values() for place in places):
        who = frozenset(person.pk for person in place.side.players)
        if who:
            found[numbers.setdefault(who, len(numbers) + 1)] = place
    return found


def _standings(places: Mapping[int, Place]) -> Standings:
    rows = (replace(place.standing, contestant=number) for number, place in places.items())
    return Standings(tuple(rows))


def _combined(row: Standing, sessions: Iterable[Session], places: Iterable[Mapping[int, Place]]) -> Combined:
    own = [found.get(row.contestant) for found in places]
    shares = []
    for number, (session, place) in enumerate(zip(sessions, own, strict=True), 1):
        value = row.figures.get(f"session_{number}")
        known = place is not None and value is not None
        shares.append(
            Share(session, Fraction(value), place.standing.boards, place.side.pk) if known else None
        )
    people = next(place.side.players for place in own if place is not None)
    return Combined(row, people, tuple(shares))
