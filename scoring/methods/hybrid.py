"""The method ``hybrid``: a match's IMPs as a share of VPs, and 2, 1 or 0 points for each board.

Source: Lederer Trophy, scoring: matches of 10 boards, up to 30 VPs for the IMPs and 20 for the boards.
Its own table of IMPs is not in print; here it is the WBF's continuous scale, enlarged.
"""

from collections.abc import Sequence
from fractions import Fraction

from scoring.lines import Option, Options, format_points
from scoring.methods.byes import BYE
from scoring.methods.choices import AVERAGE_IMPS, chosen_number
from scoring.methods.matches import Match
from scoring.methods.rounding import round_half_up
from scoring.methods.team_boards import MIN_DIFFERENCE, TeamsBoards
from scoring.methods.team_imps import TeamsImps
from scoring.methods.teams import MATCHES, TIES, Pair, add_pairs
from scoring.results import Column, Contest, MatchPoints
from scoring.scales import continuous_scale
from scoring.words import Message
from scoring.words import mark as _

IMP_SHARE = Option(
    name="imp_vps",
    label=_("VPs for the IMPs of a match"),
    kind="number",
    default=30,
    minimum=1,
    maximum=100,
    meaning=_("How many VPs the IMPs can bring at most, beside the points of the boards."),
)


class Hybrid(TeamsImps):
    """The method ``hybrid``."""

    slug = "hybrid"
    name = _("Teams, IMPs and points a board")
    options: tuple[Option, ...] = (IMP_SHARE, MIN_DIFFERENCE, MATCHES, TIES, AVERAGE_IMPS, BYE)
    _boards = TeamsBoards("", "", top=2, how="")

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def most(self, contest: Contest, boards: int) -> Fraction:
        imps = chosen_number(self.options, contest.method_options, "imp_vps")
        return Fraction(imps) + self._boards.most(contest, boards)

    def convert(self, contest: Contest, match: Match, boards: Sequence[Pair]) -> tuple[Pair, Pair]:
        margins = add_pairs(boards)
        vps = [self._vps(contest, len(match.boards), margin) for margin in margins]
        points = add_pairs(self._boards.play(contest, match).boards.values())
        return margins, (vps[0] + points[0], vps[1] + points[1])

    def _vps(self, contest: Contest, boards: int, margin: Fraction) -> Fraction:
        """The share of the VPs that a margin over so many boards brings."""
        scale = continuous_scale(max(boards, 1))
        most = chosen_number(self.options, contest.method_options, "imp_vps")
        return scale.convert(int(round_half_up(margin, 0)))[0] * most / scale.top

    def tell(self, contest: Contest, match: MatchPoints) -> tuple[Message, ...]:
        text = _(
            "%(imps)s IMPs over %(boards)d boards bring %(vps)s, the boards %(points)s: %(total)s in all."
        )
        return tuple(
            Message(text, self._parts(contest, match.boards, margin, total))
            for margin, total in (
                (match.first_margin, match.first_points),
                (match.second_margin, match.second_points),
            )
        )

    def _parts(self, contest: Contest, boards: int, margin: Fraction, total: Fraction) -> dict[str, object]:
        vps = self._vps(contest, boards, margin)
        values = {"imps": margin, "vps": vps, "points": total - vps, "total": total}
        return {"boards": boards, **{name: format_points(value) for name, value in values.items()}}

    def describe(self, contest: Contest, matches: Sequence[MatchPoints]) -> tuple[str, ...]:
        return (
            _("The IMPs of a match become VPs by the WBF's continuous scale, enlarged to the share set."),
            _("Each board adds 2 points where it is won, 1 where it is tied."),
        )
