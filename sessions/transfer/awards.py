"""Which rows of a file were awarded rather than compared: by their label, or by match points of their own."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.formats.usebio import TravellerLine
from scoring.methods import board_scale

from .findings import Findings, decimal, refuse
from .rows import Row

ROUNDED = Fraction(1, 20)
"""Programs print match points to 0.1 at the coarsest."""
FEW = 5
"""Of so many rows, one may have match points of its own beside a result that is compared."""
MANY = 200
"""Rows on a board beyond which none is tried left out, for that takes time with their square."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A row that receives something else than its comparison.

    ``points`` are the file's for both sides, None where it names no more than a label. ``own_top`` is the
    top of the board among its compared results. With ``keeps_score`` the result is compared all the same.
    """

    row: Row
    points: tuple[Fraction, Fraction] | None
    own_top: int
    keeps_score: bool = False

    @property
    def label(self) -> tuple[Fraction, Fraction] | None:
        """The file's percentages as shares from 0 to 1."""
        found = self.row.line.artificial
        return None if found is None else (found[0] / 100, found[1] / 100)


def find_rulings(rows: Sequence[Row], findings: Findings) -> list[Ruling]:
    """The rulings of all boards; what they are is told, where the file does not say it plainly."""
    boards: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        boards[row.board].append(row)
    most = max(map(len, boards.values()), default=0)
    return [ruling for _board, found in sorted(boards.items()) for ruling in _on_board(found, most, findings)]


def _on_board(rows: Sequence[Row], most: int, findings: Findings) -> Iterator[Ruling]:
    compared = [row for row in rows if row.score is not None]
    for row in rows:
        if row.line.artificial is not None:
            yield _labelled(row, len(compared), most, findings)
    fit = _explain(compared, len(rows), most)
    if fit is None:
        _tell_unexplained(compared, most, findings)
        return
    for row, keeps_score in fit:
        _tell_ruling(row, findings, keeps_score=keeps_score)
        results = len(compared) - (not keeps_score)
        yield Ruling(row, _points(row.line), 2 * (results - 1), keeps_score=keeps_score)


def _labelled(row: Row, results: int, most: int, findings: Findings) -> Ruling:
    """The ruling of a label; its match points count where they are possible and not just left at 0."""
    if max(row.line.artificial or ()) > 100:
        raise refuse(row.where, _("an award of more than 100 %%: %(label)s"), label=row.line.score_text)
    points = _points(row.line)
    if points and not all(0 <= point <= 2 * (most - 1) for point in points):
        findings.differ(row.where, _("its match points are more than a board has; the label counts"))
        points = None
    return Ruling(row, points if points and any(points) else None, 2 * (results - 1))


def _points(line: TravellerLine) -> tuple[Fraction, Fraction] | None:
    if line.ns_points is None or line.ew_points is None:
        return None
    return line.ns_points, line.ew_points


def _explain(rows: Sequence[Row], listed: int, most: int) -> list[tuple[Row, bool]] | None:
    """The rows to be ruled so that all others have the match points of some usual scale.

    Each comes with whether its result stays compared. None where no single ruling explains the board.
    """
    if len(rows) < 2 or any(_points(row.line) is None for row in rows):
        return []
    odd = min((_odd_rows(rows, rows, *scale) for scale in _scales(listed, most)), key=len)
    if not odd:
        return []
    for out in rows if len(rows) <= MANY else ():
        others = [row for row in rows if row is not out]
        if any(not _odd_rows(others, others, *scale) for scale in _scales(listed, most)):
            return [(out, False)] if len(odd) > 1 else [(odd[0], True)]
    return [(odd[0], True)] if len(odd) == 1 and len(rows) >= FEW else None


def _scales(listed: int, most: int) -> tuple[tuple[str, int], ...]:
    """Formulas with the results expected: raw, Neuberg's to the board's own rows, and to the session's."""
    return ("plain", listed), ("neuberg", listed), ("neuberg", most)


def _odd_rows(rows: Sequence[Row], compared: Sequence[Row], formula: str, expected: int) -> list[Row]:
    """The rows whose match points are not those of a scale."""
    scale = board_scale([row.score or 0 for row in compared], expected=expected, formula=formula)
    return [
        row for row in rows if not _fits(row, Fraction(scale.by_score[row.score or 0], scale.unit), scale.top)
    ]


def _fits(row: Row, first: Fraction, top: int) -> bool:
    ns, ew = _points(row.line) or (first, top - first)
    return abs(first - ns) <= ROUNDED and abs(top - first - ew) <= ROUNDED


def _tell_ruling(row: Row, findings: Findings, *, keeps_score: bool) -> None:
    ns, ew = _points(row.line) or (Fraction(0), Fraction(0))
    template = (
        _("%(score)s with %(ns)s and %(ew)s match points: these count; the score is still compared")
        if keeps_score
        else _("%(score)s with %(ns)s and %(ew)s match points: these count; the score is not compared")
    )
    findings.differ(row.where, template, score=row.line.score_text, ns=decimal(ns), ew=decimal(ew))


def _tell_unexplained(rows: Sequence[Row], most: int, findings: Findings) -> None:
    """The rows whose match points in the file are not what their scores earn by the nearest scale."""
    scales = _scales(len(rows), most)
    formula, expected = min(scales, key=lambda scale: len(_odd_rows(rows, rows, *scale)))
    scale = board_scale([row.score or 0 for row in rows], expected=expected, formula=formula)
    template = _("%(ns)s and %(ew)s match points in the file, %(first)s and %(second)s by its score")
    for row in _odd_rows(rows, rows, formula, expected):
        ns, ew = _points(row.line) or (Fraction(0), Fraction(0))
        first = Fraction(scale.by_score[row.score or 0], scale.unit)
        values = {"ns": ns, "ew": ew, "first": first, "second": scale.top - first}
        findings.differ(row.where, template, **{name: decimal(value) for name, value in values.items()})


def tell_labels(rulings: Sequence[Ruling], findings: Findings) -> None:
    """Labels like A5050 whose match points are something else: the points count."""
    for ruling in rulings:
        if ruling.label is None or ruling.points is None:
            continue
        (first, second), (ns, ew) = ruling.label, ruling.points
        if ns * second != ew * first:
            template = _("“%(label)s” with %(ns)s and %(ew)s match points: the points count")
            params = {"label": ruling.row.line.score_text, "ns": decimal(ns), "ew": decimal(ew)}
            findings.differ(ruling.row.where, template, **params)
