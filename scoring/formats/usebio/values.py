"""What a USEBIO file says, as plain values: an event, who took part, the travellers.

Source: USEBIO 1.2, usebio.org/documentation/usebio-1.2.pdf, and files from six scoring programs.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.bridge import SIDES
from scoring.formats import FormatWarning

EVENT_TYPES = frozenset(
    {
        "MP_PAIRS",
        "BUTLER_PAIRS",
        "CROSS_IMP",
        "AGGREGATE",
        "INDIVIDUAL",
        "SWISS_PAIRS",
        "SWISS_PAIRS_CROSS_IMPS",
        "SWISS_PAIRS_BUTLER_IMPS",
        "TEAMS",
        "SWISS_TEAMS",
        "HEAD_TO_HEAD",
        "KO",
        "LADDER",
    }
)
"""The types of event that :attr:`Event.event_type` may name; any other is as the file has it."""


@dataclass(frozen=True, slots=True)
class Section:
    """Part of an event: a session and a section of it, by their names. Both empty: the whole event."""

    session: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class EntrantPlayer:
    """A player as named in the file; an identity that is not given is empty."""

    name: str
    club_id: str = ""
    national_id: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, a player of an individual, or a team, with its published result.

    ``number`` is the file's (``"5"``, ``"5NS"``, ``"1-3-4"``). ``direction`` is ``"NS"`` or ``"EW"`` for
    a pair that keeps it. ``total`` is in the points of the event, ``place`` as printed (``"7="``),
    ``adjustment`` and ``handicap`` in the unit of the file. ``pairs`` are those of a team.
    """

    section: Section
    number: str
    kind: str = "PAIR"
    name: str = ""
    direction: str = ""
    players: tuple[EntrantPlayer, ...] = ()
    boards_played: int | None = None
    total: Fraction | None = None
    percent: Fraction | None = None
    place: str = ""
    adjustment: Fraction | None = None
    handicap: Fraction | None = None
    pairs: tuple["Entrant", ...] = ()


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """A row of a traveller.

    ``contract`` is ``"3NT"``, ``"PASS"`` or empty where unknown; ``risk`` is ``""``, ``"X"`` or ``"XX"``.
    A passed-out board has no declarer and no tricks. ``score`` is that of North-South, None where the
    board was adjusted or not played. ``artificial`` is an adjusted score as percentages of a top for
    North-South and East-West; where points are given too, the points count. ``contract_label`` and
    ``score_label`` hold the file's own text where it differs from ours.
    """

    ns: str
    ew: str
    contract: str = ""
    risk: str = ""
    declarer: str = ""
    tricks: int | None = None
    lead: str = ""
    score: int | None = None
    artificial: tuple[Fraction, Fraction] | None = None
    ns_points: Fraction | None = None
    ew_points: Fraction | None = None
    direction: str = ""
    remarks: str = ""
    contract_label: str = ""
    score_label: str = ""

    @property
    def contract_text(self) -> str:
        """The contract as the file writes it."""
        return self.contract_label or self.contract + self.risk

    @property
    def score_text(self) -> str:
        """The score as the file writes it: ``"-140"``, ``"A6040"``."""
        return self.score_label or format_score(self.score, self.artificial)


@dataclass(frozen=True, slots=True)
class BoardResults:
    """The traveller of one board in one section; other sections have their own of the same number.

    ``average`` is the datum of a Butler. In a match, ``imps`` or the two sides' points of the board.
    """

    section: Section
    number: int
    lines: tuple[TravellerLine, ...] = ()
    average: Fraction | None = None
    imps: Fraction | None = None
    team_points: Fraction | None = None
    opposing_team_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams (or pairs) with its score and its boards."""

    section: Section
    round_number: str
    team: str
    opposing_team: str
    team_score: Fraction | None = None
    opposing_team_score: Fraction | None = None
    boards: tuple[BoardResults, ...] = ()


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """The cards of a board: four hands, North first and clockwise, each ``"AKQ.J109.-.."`` by suit.

    Suits are spades, hearts, diamonds, clubs, divided by points; a void is empty.
    """

    section: Section
    number: int
    hands: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """A session's or an event's results.

    ``event_type`` is one of :data:`EVENT_TYPES`, or what the file says. ``winners`` is 1 or 2, None where
    not said. ``sections`` are in the order of the file. Warnings do not count in comparisons.
    """

    club_name: str = ""
    club_id: str = ""
    name: str = ""
    event_type: str = "MP_PAIRS"
    scoring_method: str = ""
    match_scoring_method: str = ""
    date: datetime.date | None = None
    program: str = ""
    program_version: str = ""
    winners: int | None = None
    boards_played: int | None = None
    sections: tuple[Section, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    boards: tuple[BoardResults, ...] = ()
    matches: tuple[Match, ...] = ()
    deals: tuple[DealtBoard, ...] = ()
    warnings: tuple[FormatWarning, ...] = field(default=(), compare=False)

    @property
    def every_board(self) -> tuple[BoardResults, ...]:
        """All travellers, those inside matches too."""
        return self.boards + tuple(board for match in self.matches for board in match.boards)

    @property
    def used_sections(self) -> tuple[Section, ...]:
        """The sections in which somebody is entered, plays, or has cards."""
        listed = [entrant.section for entrant in self.entrants]
        played = [board.section for board in self.boards] + [match.section for match in self.matches]
        return tuple(dict.fromkeys(listed + played + [deal.section for deal in self.deals]))


def entrants_by_seat(event: Event) -> Mapping[tuple[Section, str, str], Entrant]:
    """Who is meant by a number on a traveller: entrants by section, number and side.

    A number that stands for two pairs is told apart by the side; a pair without a direction, or alone
    under its number, is found under both. The pairs of a team are listed by their own numbers.
    """
    seats: dict[tuple[Section, str, str], Entrant] = {}
    listed = [*event.entrants, *(pair for team in event.entrants for pair in team.pairs)]
    pairs = [entrant for entrant in listed if entrant.kind != "TEAM"]
    for entrant in pairs:
        for side in (entrant.direction,) if entrant.direction else SIDES:
            seats.setdefault((entrant.section, entrant.number, side), entrant)
    for entrant in pairs:
        for side in SIDES:
            seats.setdefault((entrant.section, entrant.number, side), entrant)
    return seats


def format_score(score: int | None, artificial: tuple[Fraction, Fraction] | None) -> str:
    if artificial is None:
        return "" if score is None else str(score)
    if all(part.denominator == 1 and 0 <= part <= 99 for part in artificial):
        return "A" + "".join(f"{int(part):02d}" for part in artificial)
    return "-".join(f"{format_number(part)}%" for part in artificial)


def format_number(number: Fraction) -> str:
    """A number in decimals, exactly if its decimals end within twelve places, else to four places."""
    places = next((n for n in range(13) if (number * 10**n).denominator == 1), 4)
    digits = f"{abs(round(number * 10**places)):0{places + 1}d}"
    sign = "-" if number < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
