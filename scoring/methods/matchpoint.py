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
    counts = Counter(scores)
    points, below = {}, 0
    for score in sorted(counts):
        points[score] = 2 * below + counts[score] - 1
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
    top). A lone result is worth half of the top.
    """
    raw = matchpoints(scores)
    results = len(scores)
    if formula == "plain" and results > 1:
        return BoardScale(raw, 1, 2 * (results - 1))
    expected = max(expected, results)
    scaled = {score: (points + 1) * expected - results for score, points in raw.items()}
    return BoardScale(scaled, results, 2 * (expected - 1))
