"""What is compared and what comes of it: tables that have played, awards, standings.

Contestants are whole numbers here; their names join elsewhere.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from scoring.lines import (
    EntryError,
    Option,
    Options,
    Points,
    Ruleset,
    Sitting,
    SittingScore,
    format_points,
)
from scoring.words import Message
from scoring.words import mark as _

TableKey = tuple[int, int]
"""Round and table; a table's number is its own throughout the session, over all sections."""


@dataclass(frozen=True, slots=True)
class Played:
    """One table in one round: who sits where, and what they have recorded.

    ``contestants`` maps places to contestants; a place without one is empty (a sit-out for the rest).
    """

    round: int
    table: int
    contestants: Mapping[str, int]
    sitting: Sitting

    @property
    def key(self) -> TableKey:
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class Scored:
    """A table with its score under a ruleset."""

    played: Played
    score: SittingScore


Outcome = tuple[int, Fraction]
"""A score of the table's first place, and its weight."""

Outcomes = tuple[Outcome, ...]


def weigh_outcomes(outcomes: Iterable[tuple[int, Points]]) -> Outcomes:
    """Outcomes with their weights in per cent, for an award.

    Raises EntryError where a weight is not positive, a score comes twice, or they are not 100 in all.
    """
    found = tuple((score, Fraction(weight) / 100) for score, weight in outcomes)
    if any(weight <= 0 for _score, weight in found):
        raise EntryError("weight", _("each weight must be more than 0"))
    if len({score for score, _weight in found}) < len(found):
        raise EntryError("score", _("each score may stand once in a weighted ruling"))
    total = sum((weight for _score, weight in found), Fraction(0))
    if total != 1:
        raise EntryError(
            "weight", _("the weights add up to %(total)s, not to 100"), total=format_points(total * 100)
        )
    return found


@dataclass(frozen=True, slots=True)
class Award:
    """A board that is not compared: each side receives a share of the top instead.

    ``first`` and ``second`` (the side of the table's first place and the other) are a share from 0 to
    1, or one of the grades of Law 12C2, ``"A+" "A" "A-"``, which look at the contestant's session.
    ``top`` is the board's maximum where it is not the session's. With ``keeps_score`` the table's own
    score is still compared with the others', and only these two sides receive something else for it.

    A weighted ruling (Law 12C1c) has ``outcomes`` instead: scores of the table's first place with their
    weights, which add up to 1. Then ``first`` and ``second`` mean nothing. ``points`` are what the two
    sides receive outright, in the unit of the method (IMPs for instance), instead of a share.
    """

    round: int
    table: int
    board: int
    first: Fraction | str
    second: Fraction | str
    top: Fraction | None = None
    reason: str = ""
    keeps_score: bool = False
    outcomes: Outcomes = ()
    points: tuple[Fraction, Fraction] | None = None

    @property
    def place(self) -> tuple[int, int, int]:
        """Round, table and board."""
        return self.round, self.table, self.board


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from (negative: given to) a contestant, in the unit of the method's total.

    ``is_percent``: the amount is in percentage points of the contestant's result. With a ``round`` it is
    taken, in IMPs, off a team's match of that round instead, before the match becomes victory points.
    """

    contestant: int
    amount: Fraction
    is_percent: bool = False
    reason: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class FouledBoard:
    """A board that some tables played in another form (Law 87): each group is compared within itself.

    ``groups`` are the tables of every changed form; all the others are one more group.
    """

    board: int
    groups: tuple[frozenset[TableKey], ...]


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """What one comparison gave: points of the two sides, out of ``top``. ``score`` is the first's."""

    key: TableKey
    board: int
    score: Points | None
    first: Fraction
    second: Fraction
    top: Fraction
    is_award: bool = False


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """A match of two teams: what it was decided by (IMPs or board points), and what it earned each.

    ``boards`` are those it was set, ``done`` those with a result at both tables.
    """

    first: int
    second: int
    rounds: tuple[int, ...]
    boards: int
    done: int
    first_margin: Fraction
    second_margin: Fraction
    first_points: Fraction
    second_points: Fraction


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which a contestant was drawn without an opponent; the others play so many boards in it."""

    contestant: int
    round: int
    boards: int


@dataclass(frozen=True, slots=True)
class ByePoints:
    """What a bye earned, out of ``top`` (0: no such thing)."""

    contestant: int
    round: int
    points: Fraction
    top: Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant's line in the ranking.

    ``score`` is the number that ranks, unrounded; ``figures`` are the columns of the method.
    ``rank`` is ``None`` for a contestant with no result yet. ``group`` separates winners (``"NS"``).
    """

    contestant: int
    group: str
    rank: int | None
    is_tied: bool
    score: Fraction | None
    boards: int
    figures: Mapping[str, Points]


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a standing: its key, heading, and how to show it (``points``, ``percent``, ``count``).

    A figure of the kind ``text`` is the number of one of ``texts``, from 0.
    """

    name: str
    label: str
    kind: str = "points"
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranking: standings best first within each group, the boards behind it, and how it was made.

    ``matches`` are those of teams, where the method knows any; ``byes`` what rounds without an opponent
    earned.
    """

    rows: tuple[Standing, ...]
    boards: tuple[BoardPoints, ...] = ()
    how: tuple[Message, ...] = ()
    matches: tuple[MatchPoints, ...] = ()
    byes: tuple[ByePoints, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest:
    """All that a method needs: the scored tables, the groups of contestants, what was ruled.

    ``walkovers`` counts, by contestant, the drawn matches from which it had to go on, and so won. ``byes``
    are the rounds in which somebody was drawn without an opponent.
    """

    tables: tuple[Scored, ...]
    groups: Mapping[int, str]
    ruleset: Ruleset
    options: Options
    method_options: Options = field(default_factory=dict)
    awards: tuple[Award, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    fouled: tuple[FouledBoard, ...] = ()
    walkovers: Mapping[int, int] = field(default_factory=dict)
    byes: tuple[Bye, ...] = ()


class Method(Protocol):
    """A way to compare results. The first of ``columns`` is the figure that ranks."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def columns(self) -> tuple[Column, ...]: ...

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        """The same columns, headed as what they hold is called under these options of the method."""
        ...

    @property
    def compares_boards(self) -> bool:
        """Whether tables play the same boards, so that a board has a traveller."""
        ...

    @property
    def ranks_teams(self) -> bool:
        """Whether who is ranked sits at two tables at once: teams, their pairs in opposite directions.

        Such a method explains its matches, see `scoring.methods.reasons.ExplainsMatches`.
        """
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def rank(self, contest: Contest) -> Standings:
        """Compare the tables and rank the contestants."""
        ...
