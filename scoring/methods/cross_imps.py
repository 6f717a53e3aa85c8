"""The method ``cross_imps``: each result compared in IMPs with every other of the board.

Sources: Laws of Duplicate Bridge 2017, Law 78B; EBU forum, "Factoring manually" (unequal numbers);
results published by RealBridge (the board that some did not play).
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.lines import Choice, Option
from scoring.methods.boards import Boards, Group, count_scores
from scoring.methods.choices import AVERAGE_IMPS
from scoring.methods.credits import Credits
from scoring.methods.signed import SHARED_OPTIONS, Signed
from scoring.results import Contest, Outcomes
from scoring.scales import imps
from scoring.words import mark as _

COMPARISONS = Option(
    name="comparisons",
    label=_("The comparisons of a board"),
    kind="choice",
    default="average",
    choices=(
        Choice("average", _("Averaged: IMPs for each comparison")),
        Choice("total", _("Added up")),
        Choice("scaled", _("Averaged, and a board with results missing brought to the others")),
    ),
    meaning=_("How the comparisons of a result with the other tables become its IMPs."),
)


def cross_imps(counts: Mapping[int, int]) -> dict[int, int]:
    """IMPs by distinct score, added up over all the results that ``counts`` holds.

    The comparison of a result with itself adds nothing. Time grows with the square of the distinct
    scores, of which a bridge board has a few hundred at most, and not with the results.
    """
    ordered = sorted(counts.items())
    totals = dict.fromkeys(counts, 0)
    for at, (score, count) in enumerate(ordered):
        gained = 0
        for other, times in ordered[:at]:
            swing = imps(score - other)
            gained += swing * times
            totals[other] -= swing * count
        totals[score] += gained
    return totals


def swings(score: int, counts: Mapping[int, int]) -> int:
    """IMPs of one score against all the results that ``counts`` holds, added up."""
    return sum(imps(score - other) * times for other, times in counts.items())


class CrossImps(Signed):
    """The method ``cross_imps``."""

    slug = "cross_imps"
    name = _("Cross-IMPs")
    options: tuple[Option, ...] = (COMPARISONS, *SHARED_OPTIONS, AVERAGE_IMPS)

    def judge(self, group: Group, boards: Boards, contest: Contest) -> Credits:
        is_fractional = self.chosen(contest, "weighted") == "fractional"
        counts = count_scores(group, fractional=is_fractional)
        results = counts.results
        planned = max(boards.planned.values(), default=0)
        factor, unit = self._factor(contest, results, planned)
        by_score = {s: (total * factor, -total * factor) for s, total in cross_imps(counts.by_score).items()}
        apart = self._factor(contest, results + (not is_fractional), planned)
        weighted = []
        for _meeting, outcomes in group.weighted:
            own = _expected_swings(outcomes, counts.by_score) / counts.unit * Fraction(*apart)
            weighted.append((own, -own, 0))
        return Credits(by_score, unit * counts.unit, 0, tuple(weighted))

    def _factor(self, contest: Contest, results: int, planned: int) -> tuple[int, int]:
        """What turns the sum over a board's other results into its IMPs: numerator, denominator."""
        comparisons = self.chosen(contest, "comparisons")
        if comparisons == "total":
            return 1, 1
        if comparisons == "scaled" and planned > 1:
            return planned, max(results, 1) * (planned - 1)
        return 1, max(results - 1, 1)

    def average_plus(self, contest: Contest, boards: Boards) -> Fraction:
        average = self.chosen_number(contest, "average_imps")
        if self.chosen(contest, "comparisons") == "total":
            return Fraction(average * max(boards.expected - 1, 1))
        return Fraction(average)

    def describe(self, contest: Contest) -> tuple[str, ...]:
        return (
            _("IMPs: each result compared with every other of the board (Law 78B)."),
            _HOW[self.chosen(contest, "comparisons")],
        )


def _expected_swings(outcomes: Outcomes, counts: Mapping[int, int]) -> Fraction:
    return sum((weight * swings(score, counts) for score, weight in outcomes), Fraction(0))


_HOW: Mapping[str, str] = {
    "average": _("A board's IMPs are the average of its comparisons."),
    "total": _("A board's IMPs are the sum of its comparisons."),
    "scaled": _(
        "A board's IMPs are the sum of its comparisons, N / n (N - 1) fold where n of N tables played it."
    ),
}
