"""The arithmetic of a ladder: many sessions of each contestant into one number and a place. No database here.

A **mark** is what one session gave somebody. Marks are put in order, the worst may be left out, the best
alone may count, and those that count are added up or averaged.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

SUM, MEAN, WEIGHTED = "sum", "mean", "weighted"


@dataclass(frozen=True, slots=True)
class Mark:
    """What ``who`` earned in a session; ``weight`` is the number of boards behind ``value``.

    ``handicap`` is the part of the value that a handicap gave.
    """

    who: Hashable
    session: int
    value: Fraction
    weight: int = 1
    handicap: Fraction = Fraction(0)

    @property
    def raw(self) -> Fraction:
        """The value without the handicap."""
        return self.value - self.handicap


@dataclass(frozen=True, slots=True)
class Rules:
    """How marks are counted.

    ``combine`` adds them up (``sum``), averages them (``mean``), or averages them by weight (``weighted``).
    ``dropped`` worst marks are left out, but never the only one; then at most ``best`` count. Whoever has
    fewer than ``minimum`` sessions has no place. ``attendance`` is added for each session, counted or not.
    """

    combine: str = MEAN
    best: int | None = None
    dropped: int = 0
    minimum: int = 0
    attendance: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a ladder. ``rank`` is None for who has not played often enough.

    ``raw`` is what the score would be without handicaps, of the same sessions.
    """

    who: Hashable
    rank: int | None
    is_tied: bool
    score: Fraction
    combined: Fraction
    attendance: Fraction
    counted: tuple[Mark, ...]
    left_out: tuple[Mark, ...]
    raw: Fraction

    @property
    def sessions(self) -> int:
        return len(self.counted) + len(self.left_out)

    @property
    def place(self) -> str:
        """``"3"``, ``"3="`` for a tie, empty without a place."""
        return "" if self.rank is None else f"{self.rank}{'=' if self.is_tied else ''}"


def rank(marks: Iterable[Mark], rules: Rules) -> tuple[Row, ...]:
    """The ladder, best first; those with too few sessions after all who have a place."""
    by_who: dict[Hashable, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_who[mark.who].append(mark)
    rows = [_unranked(who, found, rules) for who, found in by_who.items()]
    rows.sort(key=lambda row: (row.sessions < rules.minimum, -row.score))
    placed = [row.score for row in rows if row.sessions >= rules.minimum]
    return tuple(_placed(row, placed) if row.sessions >= rules.minimum else row for row in rows)


def split(marks: Iterable[Mark], rules: Rules) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
    """The marks that count and those left out, each best first; of equal marks the later session counts."""
    ordered = sorted(marks, key=lambda mark: (-mark.value, -mark.session))
    keep = max(1, len(ordered) - rules.dropped)
    keep = keep if rules.best is None else min(keep, max(1, rules.best))
    return tuple(ordered[:keep]), tuple(ordered[keep:])


def combine(marks: Sequence[Mark], how: str) -> Fraction:
    """One number out of the marks that count."""
    if how == SUM:
        return sum((mark.value for mark in marks), Fraction(0))
    weights = [mark.weight if how == WEIGHTED else 1 for mark in marks]
    total = sum((mark.value * weight for mark, weight in zip(marks, weights, strict=True)), Fraction(0))
    return total / sum(weights) if sum(weights) else Fraction(0)


def place_points(rank: int, tied: int, field: int) -> Fraction:
    """A point, and one more for each contestant left behind; those who tie share their points."""
    return Fraction(field - rank + 1) - Fraction(tied - 1, 2)


def _unranked(who: Hashable, marks: Sequence[Mark], rules: Rules) -> Row:
    counted, left_out = split(marks, rules)
    combined, attendance = combine(counted, rules.combine), rules.attendance * len(marks)
    raw = combine([replace(mark, value=mark.raw) for mark in counted], rules.combine) + attendance
    return Row(who, None, False, combined + attendance, combined, attendance, counted, left_out, raw)


def _placed(row: Row, scores: Sequence[Fraction]) -> Row:
    return replace(row, rank=scores.index(row.score) + 1, is_tied=scores.count(row.score) > 1)
