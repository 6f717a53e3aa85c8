"""The method ``teams_imps``: the swings of a match in IMPs, and these in VPs.

Source: Laws of Duplicate Bridge 2017, Laws 78B, 78D and 86; for the VPs see ``scoring.scales``.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.lines import Choice, Option, Options, format_points
from scoring.methods.artificial import artificial_imps
from scoring.methods.byes import BYE
from scoring.methods.choices import AVERAGE_IMPS, chosen, chosen_number
from scoring.methods.matches import Match
from scoring.methods.rounding import round_half_up
from scoring.methods.teams import MATCHES, TIES, Pair, Teams, add_pairs
from scoring.results import Column, Contest, MatchPoints
from scoring.scales import VpScale, continuous_scale, discrete_scale, imps, parse_scale
from scoring.words import Message
from scoring.words import mark as _

VP_SCALE = Option(
    name="vp_scale",
    label=_("Victory points"),
    kind="choice",
    default="continuous",
    choices=(
        Choice("continuous", _("WBF, 20 VPs with two decimals")),
        Choice("discrete", _("Older scale, 20 VPs in whole numbers, for 6 to 11 boards")),
        Choice("pasted", _("The club's own table")),
        Choice("none", _("None: IMPs count")),
    ),
    meaning=_("How the IMPs of a match become its result."),
)
VP_TABLE = Option(
    name="vp_table",
    label=_("The club's own table of victory points"),
    kind="text",
    default="",
    maximum=4000,
    meaning=_("What each difference in IMPs is worth: to the winner of the match, and to the loser."),
    help=_("A line each: IMPs, the winner's VPs, the loser's, such as 3-5 12 8. Begin at 0; 26+ may end it."),
    check=parse_scale,
    counts_when=("vp_scale", ("pasted",)),
)


class TeamsImps(Teams):
    """The method ``teams_imps``: the swings of a match in IMPs, and these in VPs."""

    slug = "teams_imps"
    name = _("Teams, IMPs")
    columns: tuple[Column, ...] = (
        Column("result", _("VPs")),
        Column("margin", _("IMPs")),
        Column("won", _("Matches won")),
        Column("matches", _("Matches"), "count"),
        Column("boards", _("Boards"), "count"),
    )
    margin_name = _("IMPs")
    options: tuple[Option, ...] = (VP_SCALE, VP_TABLE, MATCHES, TIES, AVERAGE_IMPS, BYE)

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        """The result is in VPs; or in IMPs, which then have one column alone but for penalties."""
        first, *others = self.columns
        if chosen(self.options, options, "vp_scale") != "none":
            return self.columns
        return (Column(first.name, _("IMPs")), Column("margin", _("before penalties")), *others[1:])

    def judge(self, difference: int, contest: Contest) -> Pair:
        won = Fraction(imps(difference))
        return won, -won

    def award(self, grade: Fraction | str, contest: Contest) -> Fraction:
        average = chosen_number(self.options, contest.method_options, "average_imps")
        return artificial_imps(grade, Fraction(average))

    def most(self, contest: Contest, boards: int) -> Fraction:
        scale = self.scale(contest, max(boards, 1))
        return Fraction(0) if scale is None else scale.top

    def convert(self, contest: Contest, match: Match, boards: Sequence[Pair]) -> tuple[Pair, Pair]:
        """Each team by its own margin: after an artificial score the two need not balance."""
        margins = add_pairs(boards)
        scale = self.scale(contest, len(match.boards))
        if scale is None:
            return margins, margins
        first, second = (scale.convert(int(round_half_up(margin, 0)))[0] for margin in margins)
        return margins, (first, second)

    def scale(self, contest: Contest, boards: int) -> VpScale | None:
        """The VP scale for a match of so many boards; None where IMPs count."""
        kind = self.chosen(contest, "vp_scale")
        if kind == "none":
            return None
        if kind == "pasted":
            return parse_scale(str(contest.method_options.get("vp_table", "")))
        older = discrete_scale(boards) if kind == "discrete" else None
        return older or continuous_scale(boards)

    def tell(self, contest: Contest, match: MatchPoints) -> tuple[Message, ...]:
        if self.scale(contest, match.boards) is None:
            return ()
        margins = match.first_margin, match.second_margin
        points = {"first": format_points(match.first_points), "second": format_points(match.second_points)}
        params = {"boards": match.boards, **points}
        if sum(margins):
            params |= {"own": format_points(margins[0]), "other": format_points(margins[1])}
            return (Message(_APART, params), *_rounded(margins))
        return (Message(_TOGETHER, params | {"margin": format_points(abs(margins[0]))}), *_rounded(margins))

    def describe(self, contest: Contest, matches: Sequence[MatchPoints]) -> tuple[str, ...]:
        kind = self.chosen(contest, "vp_scale")
        how = [_("The difference on each board in IMPs (Law 78B), added up over the match."), _HOW[kind]]
        if kind == "discrete" and any(discrete_scale(match.boards) is None for match in matches):
            how.append(
                _("It has no column for some matches here: those count by the WBF's continuous scale.")
            )
        if any(match.first_margin.denominator > 1 for match in matches):
            how.append(_("Fractions of an IMP are rounded over the match, halves away from nought."))
        return tuple(how)


_TOGETHER = _("%(margin)s IMPs over %(boards)d boards are %(first)s to %(second)s victory points.")
_APART = _(
    "The margins of the two teams differ, as after an artificial score or a penalty: %(own)s and %(other)s"
    " IMPs over %(boards)d boards are %(first)s and %(second)s victory points."
)


def _rounded(margins: Sequence[Fraction]) -> tuple[Message, ...]:
    """What was done with fractions of an IMP."""
    if all(margin.denominator == 1 for margin in margins):
        return ()
    return (Message(_("Fractions of an IMP are rounded over the match, halves away from nought.")),)


_HOW: Mapping[str, str] = {
    "continuous": _("The IMPs of a match become VPs by the WBF's continuous 20-VP scale (2013)."),
    "discrete": _("The IMPs of a match become VPs by the older 20-VP scale in whole numbers."),
    "pasted": _("The IMPs of a match become VPs by the club's own scale."),
    "none": _("Ranked by IMPs."),
}
