"""The method ``aggregate``: the points of the contracts themselves, added up (Law 78C)."""

from fractions import Fraction

from scoring.lines import Option
from scoring.methods.boards import Boards, Group
from scoring.methods.butler import mean_outcome
from scoring.methods.credits import Credits
from scoring.methods.reasons import Comparison, outcomes_of
from scoring.methods.signed import SHARED_OPTIONS, Signed
from scoring.results import BoardPoints, Column, Contest
from scoring.words import Message
from scoring.words import mark as _

AVERAGE_POINTS = Option(
    name="average_points",
    label=_("Points for average plus"),
    kind="number",
    default=100,
    minimum=0,
    maximum=1000,
    meaning=_("What average plus is worth; average minus costs as much."),
)


class Aggregate(Signed):
    """The method ``aggregate``."""

    slug = "aggregate"
    name = _("Net total points")
    columns: tuple[Column, ...] = (
        Column("net", _("Net points")),
        Column("average", _("a board"), "average"),
        Column("boards", _("Boards"), "count"),
    )
    options: tuple[Option, ...] = (*SHARED_OPTIONS, AVERAGE_POINTS)

    def judge(self, group: Group, boards: Boards, contest: Contest) -> Credits:
        means = [mean_outcome(outcomes) for _meeting, outcomes in group.weighted]
        weighted = tuple((own, -own, 0) for own in means)
        return Credits({score: (score, -score) for _meeting, score in group.results}, 1, 0, weighted)

    def compare(
        self, contest: Contest, group: Group, row: BoardPoints, *, is_first: bool
    ) -> tuple[Comparison, ...]:
        sign = 1 if is_first else -1
        return tuple(
            Comparison(sign * score, 0, 1, sign * score, weight)
            for score, weight in outcomes_of(group, row.key)
        )

    def steps(self, contest: Contest, group: Group, boards: Boards) -> tuple[Message, ...]:
        return (Message(_("The points count as they are.")),)

    def average_plus(self, contest: Contest, boards: Boards) -> Fraction:
        return Fraction(self.chosen_number(contest, "average_points"))

    def describe(self, contest: Contest) -> tuple[str, ...]:
        return (_("The points of all contracts added up, those of the opponents taken off (Law 78C)."),)
