"""What a round without an opponent earns, where rounds are drawn from results and numbers are odd.

Sources: Laws of Duplicate Bridge 2017, Law 12C2 (average plus); 12 of 20 VPs, which is the same 60 %, is
what bodies usually give for a bye in a Swiss.
"""

from collections.abc import Iterable
from fractions import Fraction

from scoring.lines import Choice, Option, Options, format_points
from scoring.methods.artificial import GRADES
from scoring.methods.choices import chosen
from scoring.methods.rounding import HALF
from scoring.results import ByePoints, Contest
from scoring.words import Message
from scoring.words import mark as _

BYE = Option(
    name="bye",
    label=_("A bye in a Swiss"),
    kind="choice",
    default="plus",
    choices=(
        # xgettext:no-python-format
        Choice("plus", _("Average plus: 60 %, as 12 of 20 VPs; in IMPs, average plus once")),
        Choice("own", _("Average plus, or as in the other rounds where that is better")),
        Choice("average", _("Average")),
        Choice("none", _("Nothing: the round is left out")),
    ),
    meaning=_("What a round without an opponent earns, where the rounds are drawn from the ranking."),
)
_GRADES: dict[str, Fraction | str] = {"plus": GRADES["A+"], "own": "A+", "average": HALF}


def bye_grade(options: Options) -> Fraction | str | None:
    """A bye as an artificial score: a share of what there is to earn, or ``"A+"``; None: it is left out."""
    return _GRADES.get(chosen((BYE,), options, BYE.name))


def how_byes(contest: Contest, byes: Iterable[ByePoints]) -> tuple[Message, ...]:
    """What a reader should know of the byes of a contest."""
    worth = sorted({(bye.points, bye.top) for bye in byes})
    if not worth:
        return (Message(_("A bye earns nothing and counts for nothing.")),) if contest.byes else ()
    if len(worth) > 1:
        return (Message(_OWN),)
    points, top = worth[0]
    values = {"points": format_points(points), "top": format_points(top)}
    if top:
        return (Message(_("A bye earns %(points)s of %(top)s points that there are to win."), values),)
    return (Message(_("A bye earns %(points)s points."), values),)


# xgettext:no-python-format
_OWN = _("A bye earns at least 60 % of what there is to win; what each earned stands on its card.")
