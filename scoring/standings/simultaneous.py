"""A simultaneous event: thousands of pairs on the same boards, from contracts to places in one pass.

Does what ``score_tables`` and ``standings`` do for duplicate bridge by match points with Neuberg's
formula, from columns instead of tables, and gives the same places. There are no rulings here, no fouled
boards, and nothing to unfold afterwards: an event that has those goes the other way.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import NamedTuple

from scoring.bridge import PASS, SCORES, SEATS, side_of, vulnerable_sides
from scoring.lines import EntryError, Points
from scoring.methods.matchpoint import scale_counts
from scoring.results import Standing
from scoring.words import mark as _


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board's results as columns of the same length; ``scores`` are North-South's."""

    board: int
    ns: Sequence[int]
    ew: Sequence[int]
    scores: Sequence[int]


class Placed(NamedTuple):
    """A pair and its place. ``points`` are match points in parts of ``1 / unit``; ``top`` is a board's."""

    contestant: int
    group: str
    rank: int
    is_tied: bool
    points: int
    unit: int
    boards: int
    top: int

    @property
    def matchpoints(self) -> Fraction:
        return Fraction(self.points, self.unit)

    @property
    def percent(self) -> Fraction:
        return Fraction(self.points * 100, self.unit * self.boards * self.top)

    @property
    def standing(self) -> Standing:
        """The same as the method ``matchpoints`` gives it."""
        figures: dict[str, Points] = {"percent": self.percent, "matchpoints": self.matchpoints}
        figures |= {"top": Fraction(self.boards * self.top), "boards": self.boards}
        return Standing(
            self.contestant, self.group, self.rank, self.is_tied, self.percent, self.boards, figures
        )


def read_traveller(
    board: int,
    *,
    ns: Sequence[int],
    ew: Sequence[int],
    contracts: Sequence[str],
    declarers: Sequence[str],
    tricks: Sequence[int],
) -> Traveller:
    """A board's results from its contracts (``"4SX"``), declarers (``"N"``) and tricks (0 to 13).

    A deal that was passed out has the contract ``"PASS"``, with any declarer and tricks. Raises EntryError
    for the first row that cannot be.
    """
    if not len(ns) == len(ew) == len(contracts) == len(declarers) == len(tricks):
        raise EntryError("board", _("the columns of board %(board)s differ in length"), board=board)
    sides = vulnerable_sides(board)
    of = {seat: _SIGNED[side_of(seat), side_of(seat) in sides] for seat in SEATS}
    try:
        scores = [of[seat][text][won] for seat, text, won in zip(declarers, contracts, tricks, strict=True)]
    except KeyError:
        rows = zip(declarers, contracts, tricks, strict=True)
        scores = [_score_row(of, seat, text, won) for seat, text, won in rows]
    return Traveller(board, ns, ew, scores)


_Scores = Mapping[str, Mapping[int, int]]
_SIGNED: Mapping[tuple[str, bool], _Scores] = {
    (side, vulnerable): {
        text: {won: sign * score for won, score in enumerate(scores)}
        for text, scores in (*SCORES[vulnerable].items(), (PASS, (0,) * 14))
    }
    for side, sign in (("NS", 1), ("EW", -1))
    for vulnerable in (False, True)
}


def _score_row(of: Mapping[str, _Scores], seat: str, text: str, won: int) -> int:
    """The score of one row. Raises EntryError naming what it cannot be."""
    if text == PASS:
        return 0
    if text not in SCORES[True]:
        raise EntryError("contract", _("%(text)s is not a contract"), text=text)
    if seat not in of:
        raise EntryError("declarer", _("%(text)s is not a seat"), text=seat)
    if won not in of[seat][text]:
        raise EntryError("tricks", _("%(text)s is not a number of tricks"), text=won)
    return of[seat][text][won]


def rank_simultaneous(
    travellers: Iterable[Traveller], *, groups: Mapping[int, str] | None = None
) -> tuple[Placed, ...]:
    """Every pair with its place, the best first within each group.

    ``groups`` may rank pairs apart; all who played are ranked, in the group ``""`` where it says nothing.
    Boards that the same tables played one after another are added up together, which is quicker. Where no
    board has two results there is nothing to compare, and nobody has a place.
    """
    found = list(travellers)
    expected = max((len(traveller.scores) for traveller in found), default=0)
    if expected < 2:
        return ()
    unit = lcm(*{len(traveller.scores) for traveller in found if traveller.scores})
    top = 2 * (expected - 1)
    totals: dict[int, int] = defaultdict(int)
    boards: dict[int, int] = defaultdict(int)
    for (ns, ew), run in groupby(found, key=lambda traveller: (traveller.ns, traveller.ew)):
        columns = [_points(traveller, expected, unit) for traveller in run if traveller.scores]
        most = len(columns) * top * unit
        for first, second, points in zip(ns, ew, map(sum, zip(*columns, strict=True)), strict=True):
            totals[first] += points
            totals[second] += most - points
            boards[first] += len(columns)
            boards[second] += len(columns)
    return _rank(totals, boards, groups or {}, unit, top)


def _points(traveller: Traveller, expected: int, unit: int) -> list[int]:
    """The match points of each row's North-South, in parts of ``1 / unit``."""
    scores = traveller.scores
    scale = scale_counts(Counter(scores), results=len(scores), expected=expected, formula="neuberg")
    factor = unit // scale.unit
    by_score = {score: points * factor for score, points in scale.by_score.items()}
    return [by_score[score] for score in scores]


def _rank(
    totals: Mapping[int, int],
    boards: Mapping[int, int],
    groups: Mapping[int, str],
    unit: int,
    top: int,
) -> tuple[Placed, ...]:
    """Places by the share of the top, compared as whole numbers of one common part."""
    shared = lcm(*set(boards.values()))
    part = {count: shared // count for count in set(boards.values())}
    keys = {pair: totals[pair] * part[boards[pair]] for pair in boards}
    by_group: dict[str, list[int]] = {}
    for pair in sorted(boards):
        by_group.setdefault(groups.get(pair, ""), []).append(pair)
    rows: list[Placed] = []
    for group, pairs in sorted(by_group.items()):
        equal = Counter(keys[pair] for pair in pairs)
        rank, last = 0, -1
        for at, pair in enumerate(sorted(pairs, key=keys.__getitem__, reverse=True), start=1):
            if keys[pair] != last:
                rank, last = at, keys[pair]
            rows.append(Placed(pair, group, rank, equal[last] > 1, totals[pair], unit, boards[pair], top))
    return tuple(rows)
