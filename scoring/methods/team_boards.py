"""The methods ``board_a_match`` and ``point_a_board``: each board of a match won, tied or lost.

Sources: ACBL handbook, types of team events (board-a-match: any difference wins); Lederer Trophy,
scoring (point-a-board).
"""

from collections.abc import Sequence
from fractions import Fraction

from scoring.lines import Choice, Option
from scoring.methods.artificial import artificial_share
from scoring.methods.byes import BYE
from scoring.methods.matches import Match
from scoring.methods.rounding import HALF
from scoring.methods.teams import MATCHES, TIES, Pair, Teams, add_pairs, how_compared
from scoring.results import Column, Contest, MatchPoints
from scoring.words import Message
from scoring.words import mark as _

MIN_DIFFERENCE = Option(
    name="min_difference",
    label=_("A difference of 10"),
    kind="choice",
    default="0",
    choices=(Choice("0", _("Wins the board")), Choice("10", _("Is a tie"))),
    meaning=_("Some bodies take scores that differ by 10 as equal."),
)


class TeamsBoards(Teams):
    """The methods ``board_a_match`` (1, ½, 0) and ``point_a_board`` (2, 1, 0)."""

    columns: tuple[Column, ...] = (
        Column("percent", _("Percent"), "percent"),
        Column("result", _("Points")),
        Column("won", _("Matches won")),
        Column("matches", _("Matches"), "count"),
        Column("boards", _("Boards"), "count"),
    )
    options: tuple[Option, ...] = (MIN_DIFFERENCE, MATCHES, TIES, BYE)

    def __init__(self, slug: str, name: str, *, top: int, how: str) -> None:
        self.slug, self.name, self.board_top, self._sentence = slug, name, Fraction(top), how

    def judge(self, difference: int, contest: Contest) -> Pair:
        won = win_share(difference, int(self.chosen(contest, "min_difference"))) * self.board_top
        return won, self.board_top - won

    def award(self, grade: Fraction | str, contest: Contest) -> Fraction:
        return artificial_share(grade, None) * self.board_top

    def most(self, contest: Contest, boards: int) -> Fraction:
        return self.board_top * boards

    def convert(self, contest: Contest, match: Match, boards: Sequence[Pair]) -> tuple[Pair, Pair]:
        earned = add_pairs(boards)
        return (earned[0] - earned[1], earned[1] - earned[0]), earned

    def describe(self, contest: Contest, matches: Sequence[MatchPoints]) -> tuple[str, ...]:
        if self.chosen(contest, "min_difference") == "10":
            return (self._sentence, _("A difference of 10 is a tie."))
        return (self._sentence,)

    def _how(self, contest: Contest) -> tuple[Message, ...]:
        is_fined = any(penalty.round is None for penalty in contest.penalties)
        off = (Message(_("Penalties are taken off the totals.")),) if is_fined else ()
        return (*off, *how_compared(contest))


def win_share(difference: int, ignored: int) -> Fraction:
    """1 for a difference won, ½ for a tie, 0 for one lost; up to ``ignored`` points are a tie."""
    if abs(difference) <= ignored:
        return HALF
    return Fraction(difference > 0)
