"""Why a board gave what it gave: each comparison, for the side that asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from scoring.lines import Points
from scoring.methods.boards import Boards, Group, groups_of
from scoring.results import BoardPoints, Contest, MatchPoints, Outcomes, TableKey
from scoring.words import Message
from scoring.words import mark as _

Compare = Callable[[Points, Points], Points]
"""Points of an own score against another, for one comparison."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score that a result was compared with: how often it occurred, and what each time gave.

    Scores are from the side that asks. ``count`` is a fraction where a weighted ruling is compared;
    ``weight`` is that of the own outcome.
    """

    own: Points
    score: Points
    count: Points
    points: Points
    weight: Fraction = Fraction(1)

    @property
    def total(self) -> Fraction:
        """What the comparison adds."""
        return Fraction(self.points) * self.count * self.weight


@dataclass(frozen=True, slots=True)
class BoardReason:
    """Why one side has its points on a board.

    The ``comparisons``, from the lowest score up, add to ``raw``; ``steps`` say in words what made that
    sum into ``points`` out of ``top`` (0: no such thing). An artificial score has no comparisons.
    """

    board: int
    key: TableKey
    points: Fraction
    top: Fraction
    comparisons: tuple[Comparison, ...]
    steps: tuple[Message, ...]

    @property
    def raw(self) -> Fraction:
        return sum((comparison.total for comparison in self.comparisons), Fraction(0))


@runtime_checkable
class Explains(Protocol):
    """A method that can say why a board gave what it gave."""

    def explain(self, contest: Contest, row: BoardPoints, *, is_first: bool) -> BoardReason:
        """The reason for one side of a row of the method's own ranking of ``contest``."""
        ...


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match of two teams: what it gave each, None while a table is missing.

    ``own`` are the tables at which the match's first team sits first, ``others`` those at which the other
    team does; both with the tables that have yet to play it.
    """

    board: int
    own: tuple[TableKey, ...]
    others: tuple[TableKey, ...]
    points: tuple[Fraction, Fraction] | None
    is_award: bool = False


@dataclass(frozen=True, slots=True)
class MatchReason:
    """How a match came to its result: board by board, and in words what was made of their sum."""

    match: MatchPoints
    boards: tuple[MatchBoard, ...]
    steps: tuple[Message, ...]


@runtime_checkable
class ExplainsMatches(Protocol):
    """A method for teams, which can say how each match came to its result."""

    @property
    def margin_name(self) -> str:
        """What decides a match before it becomes points, ``"IMPs"``; empty where boards are points."""
        ...

    def explain_matches(self, contest: Contest) -> tuple[MatchReason, ...]:
        """The matches of the method's own ranking of ``contest``, in their order."""
        ...


def find_group(boards: Boards, contest: Contest, row: BoardPoints) -> Group | None:
    """The group in which a table's result on a board is compared; None for an artificial score."""
    for group in groups_of(boards, contest):
        if group.board == row.board and outcomes_of(group, row.key):
            return group
    return None


def outcomes_of(group: Group, key: TableKey) -> Outcomes:
    """A table's result in its group as outcomes with weights; empty where it has none."""
    for meeting, outcomes in group.weighted:
        if meeting.key == key:
            return outcomes
    return tuple((score, Fraction(1)) for meeting, score in group.results if meeting.key == key)


def compare_with_group(
    group: Group, key: TableKey, compare: Compare, *, is_first: bool, fractional: bool
) -> tuple[Comparison, ...]:
    """A table's result against every other of its group, one comparison for each score."""
    sign = 1 if is_first else -1
    others = _others(group, key, fractional=fractional)
    return tuple(
        Comparison(sign * own, sign * score, count, compare(sign * own, sign * score), weight)
        for own, weight in outcomes_of(group, key)
        for score, count in sorted(others.items(), key=lambda item: sign * item[0])
    )


def _others(group: Group, key: TableKey, *, fractional: bool) -> Mapping[int, Points]:
    counts: dict[int, Points] = {}
    for meeting, score in group.results:
        if meeting.key != key:
            counts[score] = counts.get(score, 0) + 1
    for meeting, outcomes in group.weighted if fractional else ():
        for score, weight in outcomes if meeting.key != key else ():
            counts[score] = counts.get(score, 0) + weight
    return counts


def side_points(row: BoardPoints, *, is_first: bool) -> Fraction:
    """What the side has."""
    return row.first if is_first else row.second


def artificial_reason(row: BoardPoints, *, is_first: bool) -> BoardReason:
    """The reason for an artificial score: none but the ruling."""
    step = Message(_("An artificial score: this board is not compared."))
    return BoardReason(row.board, row.key, side_points(row, is_first=is_first), row.top, (), (step,))
