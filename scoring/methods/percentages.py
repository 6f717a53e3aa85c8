"""The method ``matchpoints``: each board compared across the field, results as percentages."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from scoring.lines import Choice, Option, Points
from scoring.methods.artificial import artificial_share
from scoring.methods.boards import compared_boards, fined, sides
from scoring.methods.matchpoint import BoardScale, board_scale
from scoring.methods.ranking import ranked
from scoring.methods.rounding import round_half_up
from scoring.methods.totals import Totals
from scoring.results import Award, BoardPoints, Column, Contest, Scored, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _


class Matchpoints:
    """The method ``matchpoints``: each board compared across the field, results as percentages."""

    slug = "matchpoints"
    name = _("Match points")
    compares_boards = True
    columns: tuple[Column, ...] = (
        Column("percent", _("Percent"), "percent"),
        Column("matchpoints", _("Match points")),
        Column("top", _("of")),
        Column("boards", _("Boards"), "count"),
    )
    options: tuple[Option, ...] = (
        Option(
            name="unequal",
            label=_("Boards with unequal results"),
            kind="choice",
            default="neuberg",
            choices=(
                Choice("neuberg", _("Neuberg's formula")),
                Choice("plain", _("Each board out of its own top")),
            ),
            meaning=_("How a board played fewer times than others counts."),
        ),
        Option(
            name="totals",
            label=_("Totals"),
            kind="choice",
            default="exact",
            choices=(
                Choice("exact", _("Exact until they are shown")),
                Choice("hundredths", _("Rounded to 0.01 before the percentage")),
            ),
            meaning=_("Some programs round the match points before they divide; we need not."),
        ),
    )

    def rank(self, contest: Contest) -> Standings:
        formula = str(contest.method_options.get("unequal", "neuberg"))
        results, sizes = compared_boards(contest)
        expected = max(sizes.values(), default=0)
        totals: dict[int, Totals] = defaultdict(Totals)
        boards: list[BoardPoints] = []
        given = {award.place for award in contest.awards}
        for board, found in sorted(results.items()):
            scale = board_scale([score for _t, score in found], expected=expected, formula=formula)
            boards += [
                _credit(totals, table, board, score, scale)
                for table, score in found
                if not given or (*table.played.key, board) not in given
            ]
        boards += _award_boards(contest, totals, top=Fraction(2 * max(expected - 1, 1)))
        rows = [_percent_row(contest, number, totals.get(number)) for number in contest.groups]
        return Standings(ranked(rows), tuple(boards), _how_matchpoints(formula, sizes))


def _credit(
    totals: dict[int, Totals], table: Scored, board: int, score: int, scale: BoardScale
) -> BoardPoints:
    points = scale.by_score[score]
    other = scale.top * scale.unit - points
    for contestant, won in zip(sides(table), (points, other), strict=True):
        if contestant is not None:
            totals[contestant].add(won, scale.unit, scale.top)
    first, second = Fraction(points, scale.unit), Fraction(other, scale.unit)
    return BoardPoints(table.played.key, board, score, first, second, Fraction(scale.top))


def _award_boards(contest: Contest, totals: dict[int, Totals], *, top: Fraction) -> list[BoardPoints]:
    """Credit the awards. Each looks at the sessions as they stand without any award."""
    tables = {table.played.key: table for table in contest.tables}
    sessions = {contestant: total.share for contestant, total in totals.items()}
    return [
        _credit_award(totals, tables[(award.round, award.table)], award, sessions, top)
        for award in contest.awards
        if (award.round, award.table) in tables
    ]


def _credit_award(
    totals: dict[int, Totals],
    table: Scored,
    award: Award,
    sessions: Mapping[int, Fraction | None],
    session_top: Fraction,
) -> BoardPoints:
    top = session_top if award.top is None else award.top
    points = []
    for contestant, grade in zip(sides(table), (award.first, award.second), strict=True):
        session = None if contestant is None else sessions.get(contestant)
        won = artificial_share(grade, session) * top
        points.append(won)
        if contestant is not None:
            totals[contestant].add(won.numerator, won.denominator, top)
    return BoardPoints(table.played.key, award.board, None, points[0], points[1], top, is_award=True)


def _percent_row(contest: Contest, contestant: int, total: Totals | None) -> Standing:
    group = contest.groups[contestant]
    if total is None or not total.top:
        return Standing(contestant, group, None, False, None, 0, {})
    points = total.points - fined(contest.penalties, contestant, is_percent=False)
    if contest.method_options.get("totals") == "hundredths":
        points = round_half_up(points, 2)
    percent = points / total.top * 100 - fined(contest.penalties, contestant, is_percent=True)
    figures: dict[str, Points] = {"percent": percent, "matchpoints": points}
    figures |= {"top": total.top, "boards": total.boards}
    return Standing(contestant, group, None, False, percent, total.boards, figures)


def _how_matchpoints(formula: str, sizes: Mapping[int, int]) -> tuple[Message, ...]:
    how = [Message(_("Match points: 2 for each result beaten, 1 for each equal, across the field."))]
    if len(set(sizes.values())) > 1 and formula == "neuberg":
        how.append(Message(_("Boards with fewer results are brought to the others by Neuberg's formula.")))
    if len(set(sizes.values())) > 1 and formula == "plain":
        how.append(Message(_("Boards with fewer results count out of their own top.")))
    return tuple(how)
