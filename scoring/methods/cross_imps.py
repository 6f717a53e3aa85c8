"""The method ``cross_imps``: each result compared in IMPs with every other of the board.

Sources: Laws of Duplicate Bridge 2017, Law 78B; EBU forum, "Factoring manually" (unequal numbers);
results published by RealBridge (the board that some did not play).
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate

from scoring.lines import Choice, Option
from scoring.methods.boards import Boards, Group, count_scores
from scoring.methods.choices import AVERAGE_IMPS
from scoring.methods.credits import Credits
from scoring.methods.reasons import Comparison, compare_with_group
from scoring.methods.signed import SHARED_OPTIONS, Signed
from scoring.results import BoardPoints, Contest, Outcomes
from scoring.scales import IMP_BOUNDS, imps
from scoring.words import Message
from scoring.words import mark as _

MANY = 24
"""From how many distinct scores on a sweep is faster than comparing each with each."""

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

    The comparison of a result with itself adds nothing. Time grows with the distinct scores, of which a
    bridge board has a few hundred at most, and not with the results.
    """
    if len(counts) > MANY and not any(score % 10 for score in counts):
        return _sweep(counts)
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


def _sweep(counts: Mapping[int, int]) -> dict[int, int]:
    """The same for scores in tens: the results that lie each step of the scale below, less those above.

    ``below[i]`` counts the results up to the score in cell i; the cells reach a whole scale beyond both
    ends. A step t above a score lie all results but those below it, so that for each step
    ``below[i - t] - (all - below[i + t - 1])`` is what it adds.
    """
    steps = [bound // 10 for bound in IMP_BOUNDS]
    low, high = min(counts) // 10 - steps[-1], max(counts) // 10 + steps[-1]
    cells = [0] * (high - low + 1)
    for score, count in counts.items():
        cells[score // 10 - low] = count
    below = list(accumulate(cells))
    outside = len(steps) * below[-1]
    found = {}
    for score in counts:
        at = score // 10 - low
        found[score] = sum([below[at - step] + below[at + step - 1] for step in steps]) - outside
    return found


def swings(score: int, counts: Mapping[int, int]) -> int:
    """IMPs of one score against all the results that ``counts`` holds, added up."""
    return sum(imps(score - other) * times for other, times in counts.items())


class CrossImps(Signed):
    """The method ``cross_imps``."""

    slug = "cross_imps"
    name = _("Cross-IMPs")
    options: tuple[Option, ...] = (COMPARISONS, *SHARED_OPTIONS, AVERAGE_IMPS)

    def judge(self, group: Group, boards: Boards, contest: Contest) -> Credits:
        is_fractional = self.is_fractional(contest)
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

    def compare(
        self, contest: Contest, group: Group, row: BoardPoints, *, is_first: bool
    ) -> tuple[Comparison, ...]:
        return compare_with_group(
            group,
            row.key,
            lambda own, other: imps(own - other),
            is_first=is_first,
            fractional=self.is_fractional(contest),
        )

    def steps(self, contest: Contest, group: Group, boards: Boards) -> tuple[Message, ...]:
        factor, divisor = self._factor(contest, group.size, max(boards.planned.values(), default=0))
        values: dict[str, object] = {"factor": factor, "divisor": divisor, "results": group.size}
        how = _("Compared with the other results among %(results)s.")
        done = _("The sum is multiplied by %(factor)s and divided by %(divisor)s.")
        if factor == 1:
            done = _("The sum is divided by %(divisor)s.") if divisor > 1 else _("The sum counts.")
        return Message(how, values), Message(done, values)

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
