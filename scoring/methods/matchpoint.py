"""Match points of one board, and Neuberg's formula for boards with fewer results than others.

Sources: Laws of Duplicate Bridge 2017, Law 78A; Gerard Neuberg.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.lines import Points


def matchpoints(scores: Iterable[int]) -> dict[int, int]:
    """Matchpoints by distinct score: 2 for each score beaten, 1 for each tied (Law 78A).

    The top is 2(n-1) for n results. Time grows with the results, not with their square.
    """
    return matchpoints_of_counts(Counter(scores))


def matchpoints_of_counts(counts: Mapping[int, int], *, unit: int = 1) -> dict[int, int]:
    """The same where the scores are counted already, in parts of ``1 / unit``; so are the points."""
    points, below = {}, 0
    for score in sorted(counts):
        points[score] = 2 * below + counts[score] - unit
        below += counts[score]
    return points


def neuberg(points: Points, *, results: int, expected: int) -> Fraction:
    """Neuberg's formula: matchpoints among ``results`` brought to a field of ``expected``.

    ``(m + 1) E / A - 1``; with all the results present it changes nothing.
    """
    return Fraction(points + 1) * expected / results - 1


@dataclass(frozen=True, slots=True)
class BoardScale:
    """Matchpoints of one board: ``by_score[score] / unit`` points out of ``top``."""

    by_score: Mapping[int, int]
    unit: int
    top: int


def board_scale(scores: Sequence[int], *, expected: int, formula: str) -> BoardScale:
    """The matchpoints of each distinct score of a board.

    ``formula`` is ``"neuberg"`` (brought to ``expected`` results), ``"plain"`` (out of the board's own
    top), ``"add"`` (one point for each result missing). A lone result is worth half of the top.
    """
    return scale_counts(Counter(scores), results=len(scores), expected=expected, formula=formula)


def scale_counts(
    counts: Mapping[int, int], *, results: int, expected: int, formula: str, unit: int = 1
) -> BoardScale:
    """The same where the scores are counted already, in parts of ``1 / unit``."""
    raw = matchpoints_of_counts(counts, unit=unit)
    expected = max(expected, results)
    if formula == "plain" and results > 1:
        return BoardScale(raw, unit, 2 * (results - 1))
    if formula == "add":
        added = (expected - results) * unit
        return BoardScale({s: points + added for s, points in raw.items()}, unit, 2 * (expected - 1))
    scaled = {s: (points + unit) * expected - results * unit for s, points in raw.items()}
    return BoardScale(scaled, results * unit, 2 * (expected - 1))
