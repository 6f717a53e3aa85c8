"""The method ``butler``: each result compared in IMPs with the board's datum.

The datum is a mean without the extremes, or the median, usually rounded to 10. Bodies differ: a mean
rounded half away from zero is the common one, the Polish union's club results use the median.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import median

from scoring.lines import Choice, Option, format_points
from scoring.methods.boards import Boards, Group
from scoring.methods.choices import AVERAGE_IMPS
from scoring.methods.credits import Credits
from scoring.methods.reasons import Comparison, outcomes_of
from scoring.methods.rounding import round_half_up
from scoring.methods.signed import SHARED_OPTIONS, Signed
from scoring.results import BoardPoints, Contest, Outcomes
from scoring.scales import imps
from scoring.words import Message
from scoring.words import mark as _

DATUM = Option(
    name="datum",
    label=_("Datum"),
    kind="choice",
    default="mean",
    choices=(
        Choice("mean", _("Mean of the results without the extremes")),
        Choice("median", _("Median of the results")),
    ),
    meaning=_("What each result of a board is compared with."),
)
DROPPED = Option(
    name="dropped",
    label=_("Extremes left out at each end"),
    kind="number",
    default=1,
    minimum=0,
    maximum=5,
    meaning=_("How many of the best and of the worst results the mean leaves out; 2 in large fields."),
)
ROUNDING = Option(
    name="rounding",
    label=_("Rounding of the datum"),
    kind="choice",
    default="away",
    choices=(
        Choice("away", _("To 10, fives away from nought")),
        Choice("even", _("To 10, fives to the even ten")),
        Choice("none", _("Not rounded")),
    ),
    meaning=_("A rounded datum can move a result across a step of the IMP scale."),
)


def datum(
    scores: Sequence[int | Fraction], *, kind: str = "mean", dropped: int = 1, rounding: str = "away"
) -> Fraction:
    """The datum of a board from its results, of which there is at least one.

    ``dropped`` results are left out at each end, fewer where none would be left.
    """
    ordered = sorted(Fraction(score) for score in scores)
    if kind == "median":
        return round_datum(Fraction(median(ordered)), rounding)
    out = min(dropped, (len(ordered) - 1) // 2)
    kept = ordered[out : len(ordered) - out]
    return round_datum(sum(kept, Fraction(0)) / len(kept), rounding)


def round_datum(value: Fraction, rounding: str) -> Fraction:
    """A datum rounded to 10: ``"away"`` from nought or to the ``"even"`` ten at a half, or ``"none"``."""
    if rounding == "away":
        return round_half_up(value / 10, 0) * 10
    return Fraction(round(value / 10) * 10) if rounding == "even" else value


class Butler(Signed):
    """The method ``butler``."""

    slug = "butler"
    name = _("Butler IMPs")
    options: tuple[Option, ...] = (DATUM, DROPPED, ROUNDING, *SHARED_OPTIONS, AVERAGE_IMPS)

    def judge(self, group: Group, boards: Boards, contest: Contest) -> Credits:
        middle = self.datum_of(group, contest)
        found = {score: imps(score - middle) for score in {score for _meeting, score in group.results}}
        weighted = []
        for _meeting, outcomes in group.weighted:
            own = sum((weight * imps(score - middle) for score, weight in outcomes), Fraction(0))
            weighted.append((own, -own, 0))
        return Credits({score: (own, -own) for score, own in found.items()}, 1, 0, tuple(weighted))

    def datum_of(self, group: Group, contest: Contest) -> Fraction:
        """The datum of a group; a weighted ruling counts in it as its mean, if it counts at all."""
        scores: list[int | Fraction] = [score for _meeting, score in group.results]
        if not scores or self.is_fractional(contest):
            scores += [mean_outcome(outcomes) for _meeting, outcomes in group.weighted]
        return datum(
            scores,
            kind=self.chosen(contest, "datum"),
            dropped=self.chosen_number(contest, "dropped"),
            rounding=self.chosen(contest, "rounding"),
        )

    def compare(
        self, contest: Contest, group: Group, row: BoardPoints, *, is_first: bool
    ) -> tuple[Comparison, ...]:
        sign = 1 if is_first else -1
        middle = self.datum_of(group, contest)
        return tuple(
            Comparison(sign * score, sign * middle, 1, imps(sign * (score - middle)), weight)
            for score, weight in outcomes_of(group, row.key)
        )

    def steps(self, contest: Contest, group: Group, boards: Boards) -> tuple[Message, ...]:
        values = {"datum": format_points(self.datum_of(group, contest)), "results": group.size}
        return (Message(_("The datum of %(results)s results is %(datum)s to the first side."), values),)

    def average_plus(self, contest: Contest, boards: Boards) -> Fraction:
        return Fraction(self.chosen_number(contest, "average_imps"))

    def describe(self, contest: Contest) -> tuple[str, ...]:
        return (
            _HOW_DATUM[self.chosen(contest, "datum")],
            _HOW_ROUNDING[self.chosen(contest, "rounding")],
        )


def mean_outcome(outcomes: Outcomes) -> Fraction:
    """The mean score of a weighted ruling."""
    return sum((weight * score for score, weight in outcomes), Fraction(0))


_HOW_DATUM: Mapping[str, str] = {
    "mean": _("IMPs against the datum: the mean of the board's results without its extremes."),
    "median": _("IMPs against the datum: the median of the board's results."),
}
_HOW_ROUNDING: Mapping[str, str] = {
    "away": _("The datum is rounded to 10, fives away from nought."),
    "even": _("The datum is rounded to 10, fives to the even ten."),
    "none": _("The datum is not rounded."),
}
