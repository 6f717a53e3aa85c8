"""Places: the highest first, equals share a place and the next place skips."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from scoring.lines import Points
from scoring.results import Standing


def ranked(rows: Iterable[Standing]) -> tuple[Standing, ...]:
    """Rank by ``score``, highest first, within each group; equals share a place and the next skips.

    Contestants without a score come last and have no rank. Comparison is exact.
    """
    ordered = sorted(rows, key=lambda row: (row.group, row.score is None, -(row.score or 0), row.contestant))
    counts = Counter((row.group, row.score) for row in ordered)
    placed: list[Standing] = []
    seen: Counter[str] = Counter()
    first: dict[tuple[str, Fraction | None], int] = {}
    for row in ordered:
        seen[row.group] += 1
        if row.score is None:
            placed.append(row)
            continue
        key = (row.group, row.score)
        rank = first.setdefault(key, seen[row.group])
        placed.append(_placed(row, rank, is_tied=counts[key] > 1))
    return tuple(placed)


def _placed(row: Standing, rank: int, *, is_tied: bool) -> Standing:
    return Standing(row.contestant, row.group, rank, is_tied, row.score, row.boards, row.figures)


def ranked_with_breaks(rows: Sequence[Standing], breaks: Sequence[str]) -> tuple[Standing, ...]:
    """Rank by score, then by the named figures, compared exactly and in turn."""
    if not breaks:
        return ranked(rows)
    keys = sorted({_break_key(row, breaks) for row in rows if row.score is not None})
    order = {key: Fraction(position) for position, key in enumerate(keys)}
    by_order = [row if row.score is None else _rescored(row, order[_break_key(row, breaks)]) for row in rows]
    scores = {row.contestant: row.score for row in rows}
    return tuple(_rescored(row, scores[row.contestant]) for row in ranked(by_order))


def _break_key(row: Standing, breaks: Sequence[str]) -> tuple[Points, ...]:
    return (row.score or 0, *(row.figures.get(name, 0) for name in breaks))


def _rescored(row: Standing, score: Fraction | None) -> Standing:
    return Standing(row.contestant, row.group, row.rank, row.is_tied, score, row.boards, row.figures)
