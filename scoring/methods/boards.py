"""Which results meet on a board, and what is taken from a contestant."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction

from scoring.results import Contest, Penalty, Scored


def sides(table: Scored) -> tuple[int | None, int | None]:
    """The contestants of the first place's side and of the other."""
    places = table.played.sitting.places
    return table.played.contestants.get(places[0]), table.played.contestants.get(places[1])


def compared_boards(contest: Contest) -> tuple[dict[int, list[tuple[Scored, int]]], dict[int, int]]:
    """By board: the tables with a score to compare; and how many results it counts, awards included."""
    apart = {award.place for award in contest.awards if not award.keeps_score}
    results: dict[int, list[tuple[Scored, int]]] = defaultdict(list)
    for table in contest.tables:
        if None in sides(table):
            continue
        first = table.played.sitting.places[0]
        for line in table.score.lines:
            if line.points and (*table.played.key, line.number) not in apart:
                results[line.number].append((table, int(line.points[first])))
    sizes = Counter({board: len(found) for board, found in results.items()})
    sizes.update(board for _round, _table, board in apart)
    return results, dict(sizes)


def fined(penalties: Sequence[Penalty], contestant: int, *, is_percent: bool) -> Fraction:
    found = (p.amount for p in penalties if p.contestant == contestant and p.is_percent == is_percent)
    return sum(found, Fraction(0))
