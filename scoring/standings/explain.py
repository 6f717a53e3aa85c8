"""Why a contestant has what he has: a board's points unfolded, and the addends of a total."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scoring.methods import METHODS
from scoring.methods.boards import meeting_of
from scoring.methods.reasons import BoardReason, Explains
from scoring.results import BoardPoints, Contest, Penalty, Scored, Standings, TableKey


@dataclass(frozen=True, slots=True)
class Addend:
    """One addend of a contestant's total: a board's points out of ``top``, or a penalty taken off.

    ``row`` is None for a penalty; ``penalty`` is None for a board.
    """

    points: Fraction
    top: Fraction
    row: BoardPoints | None = None
    penalty: Penalty | None = None


def explain_board(
    contest: Contest, found: Standings, *, method: str, key: TableKey, board: int, contestant: int
) -> BoardReason | None:
    """Why a contestant has his points on a board at a table; None where there is nothing to explain.

    ``found`` is the ranking of ``contest`` by ``method``. Raises KeyError for an unknown method.
    """
    way = METHODS[method]
    row = next((row for row in found.boards if row.key == key and row.board == board), None)
    is_first = _is_first(contest.tables, key, contestant)
    if row is None or is_first is None or not isinstance(way, Explains):
        return None
    return way.explain(contest, row, is_first=is_first)


def explain_total(contest: Contest, found: Standings, *, contestant: int) -> tuple[Addend, ...]:
    """The addends of a contestant's points: his boards in order, then what was taken off.

    Penalties in per cent come after the division and are not among them.
    """
    sides = {table.played.key: meeting_of(table) for table in contest.tables}
    addends = []
    for row in sorted(found.boards, key=lambda row: (row.key, row.board)):
        meeting = sides[row.key]
        if contestant in meeting.first:
            addends.append(Addend(row.first, row.top, row))
        elif contestant in meeting.second:
            addends.append(Addend(row.second, row.top, row))
    fines = (p for p in contest.penalties if p.contestant == contestant and not p.is_percent)
    return (*addends, *(Addend(-fine.amount, Fraction(0), penalty=fine) for fine in fines))


def _is_first(tables: Iterable[Scored], key: TableKey, contestant: int) -> bool | None:
    """Whether a contestant sat on the first side at a table; None if he sat elsewhere."""
    for table in tables:
        if table.played.key == key:
            meeting = meeting_of(table)
            if contestant in (*meeting.first, *meeting.second):
                return contestant in meeting.first
    return None
