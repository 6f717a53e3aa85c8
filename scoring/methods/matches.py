"""Matches of teams, found from who met whom: each board at two tables, sides changed.

A team's two pairs sit in opposite directions. Where A met B on a board with A sitting first, and B met
A on it with B sitting first, the two results are one board of a match.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.methods.boards import sides
from scoring.results import Award, Contest, Outcomes, Scored, TableKey

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """A board at one table: the score of the side that sat first, as outcomes with weights; or an award."""

    key: TableKey
    board: int
    first: int
    outcomes: Outcomes = ()
    award: Award | None = None


@dataclass(slots=True)
class Match:
    """Two teams and the boards that they meet on; by board the ``tables``, and the ``results`` there are.

    A table comes with the team that sits first at it.
    """

    teams: Pairing
    rounds: tuple[int, ...]
    boards: set[int] = field(default_factory=set)
    results: dict[int, list[Result]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[int, list[tuple[TableKey, int]]] = field(default_factory=lambda: defaultdict(list))


def find_matches(contest: Contest, *, is_long: bool) -> list[Match]:
    """The matches of a contest, in order of rounds and teams.

    Two teams who meet in several rounds on different boards play a match each time, or one match in all
    if ``is_long``. A board whose two tables stand in different rounds belongs to a match over both.
    """
    awards = {award.place: award for award in contest.awards}
    tables: dict[tuple[Pairing, int], list[tuple[TableKey, int]]] = defaultdict(list)
    results: dict[tuple[Pairing, int], list[Result]] = defaultdict(list)
    for table in contest.tables:
        first, second = sides(table)
        if first is None or second is None or first == second:
            continue
        teams = (min(first, second), max(first, second))
        found = {result.board: result for result in _read_results(table, first, awards)}
        for board in {*table.played.sitting.boards, *found}:
            tables[teams, board].append((table.played.key, first))
            if board in found:
                results[teams, board].append(found[board])
    return _gather(tables, results, is_long=is_long)


def _read_results(table: Scored, first: int, awards: Mapping[tuple[int, int, int], Award]) -> list[Result]:
    key, place = table.played.key, table.played.sitting.places[0]
    found = [
        Result(key, line.number, first, ((int(line.points[place]), Fraction(1)),))
        for line in table.score.lines
        if line.points and (*key, line.number) not in awards
    ]
    for award in awards.values():
        if (award.round, award.table) == key:
            is_weighted = bool(award.outcomes)
            found.append(Result(key, award.board, first, award.outcomes, None if is_weighted else award))
    return found


def _gather(
    tables: Mapping[tuple[Pairing, int], list[tuple[TableKey, int]]],
    results: Mapping[tuple[Pairing, int], list[Result]],
    *,
    is_long: bool,
) -> list[Match]:
    of_pairing: dict[Pairing, set[int]] = defaultdict(set)
    for (teams, _board), found in tables.items():
        of_pairing[teams] |= _rounds(found)
    matches: dict[tuple[tuple[int, ...], Pairing], Match] = {}
    for (teams, board), found in sorted(tables.items()):
        span = tuple(sorted(of_pairing[teams] if is_long else _rounds(found)))
        match = matches.setdefault((span, teams), Match(teams, span))
        match.boards.add(board)
        match.tables[board] += found
        match.results[board] += results.get((teams, board), [])
    return [match for _order, match in sorted(matches.items(), key=lambda item: item[0])]


def _rounds(tables: Iterable[tuple[TableKey, int]]) -> set[int]:
    return {round_number for (round_number, _table), _first in tables}


def split_results(match: Match, board: int) -> tuple[list[Result], list[Result]]:
    """The results of a board where the match's first team sat first, and where the other did."""
    found = match.results.get(board, [])
    own = [result for result in found if result.first == match.teams[0]]
    return own, [result for result in found if result.first != match.teams[0]]
