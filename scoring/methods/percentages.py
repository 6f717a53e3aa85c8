"""The method ``matchpoints``: each board compared across the field, results as percentages."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.lines import Choice, Option, Options, Points
from scoring.methods.artificial import artificial_share
from scoring.methods.boards import Boards, Group, count_scores, fined, read_boards
from scoring.methods.byes import BYE, bye_grade, how_byes
from scoring.methods.choices import FOULED, LENGTHS, NOT_PLAYED, WEIGHTED, chosen, not_played_grade
from scoring.methods.credits import Books, Credits, keep_books
from scoring.methods.fouled import is_too_small, small_group_shares
from scoring.methods.matchpoint import BoardScale, scale_counts
from scoring.methods.ranking import ranked
from scoring.methods.reasons import (
    BoardReason,
    artificial_reason,
    compare_with_group,
    find_group,
    side_points,
)
from scoring.methods.rounding import round_half_up
from scoring.methods.totals import Totals
from scoring.results import Award, BoardPoints, ByePoints, Column, Contest, Outcomes, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _

UNEQUAL = Option(
    name="unequal",
    label=_("Boards with unequal results"),
    kind="choice",
    default="neuberg",
    choices=(
        Choice("neuberg", _("Neuberg's formula")),
        Choice("plain", _("Each board out of its own top")),
        Choice("own", _("Each board out of its own top, where averages count as results")),
    ),
    meaning=_("How a board played fewer times than others counts."),
)
TOTALS = Option(
    name="totals",
    label=_("Totals"),
    kind="choice",
    default="exact",
    choices=(
        Choice("exact", _("Exact until they are shown")),
        Choice("hundredths", _("Rounded to 0.01 before the percentage")),
    ),
    meaning=_("Some programs round the match points before they divide; we need not."),
)
DISPLAY = Option(
    name="display",
    label=_("Match points shown as"),
    kind="choice",
    default="two",
    choices=(
        Choice("two", _("2 for each result beaten, 1 for each equal")),
        Choice("one", _("1 for each result beaten, ½ for each equal")),
    ),
    meaning=_("Changes how match points are shown, and no percentage."),
)
AVERAGES = Option(
    name="averages",
    label=_("Maximum of an averaged board"),
    kind="choice",
    default="session",
    choices=(
        Choice("session", _("As on the boards with the most results")),
        Choice("board", _("As on the board's other tables")),
    ),
    # xgettext:no-python-format
    meaning=_("What average is 50 % of, where the board had fewer results than others."),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one contest, read once. ``divisor`` is 2 where match points are shown as 1 and ½."""

    formula: str
    fouled: str
    expected: int
    is_fractional: bool
    divisor: int
    sizes: Mapping[int, int]

    def expected_on(self, board: int) -> int:
        """How many results a board is brought to."""
        return self.sizes.get(board, 0) if self.formula == "own" else self.expected

    @property
    def top(self) -> int:
        """The top of a board with the most results."""
        return 2 * max(self.expected - 1, 1)


class Matchpoints:
    """The method ``matchpoints``."""

    slug = "matchpoints"
    name = _("Match points")
    compares_boards = True
    ranks_teams = False
    columns: tuple[Column, ...] = (
        Column("percent", _("Percent"), "percent"),
        Column("matchpoints", _("Match points")),
        Column("top", _("of")),
        Column("boards", _("Boards"), "count"),
    )
    options: tuple[Option, ...] = (
        UNEQUAL,
        TOTALS,
        DISPLAY,
        WEIGHTED,
        NOT_PLAYED,
        AVERAGES,
        FOULED,
        LENGTHS,
        BYE,
    )

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def rank(self, contest: Contest) -> Standings:
        boards = read_boards(contest, not_played=not_played_grade(self.options, contest.method_options))
        rules = self.rules(contest, boards)
        averages = self._chosen(contest, "averages")

        def award(item: Award, grade: Fraction | str, session: Fraction | None) -> tuple[Fraction, Fraction]:
            top = _award_top(item, boards, rules, averages) if item.top is None else item.top
            return artificial_share(grade, session) * top, top

        books = keep_books(contest, boards, judge=lambda group: judge(group, rules), award=award)
        byes = _credit_byes(books, contest, Fraction(rules.top, rules.divisor))
        most = max((total.boards for total in books.totals.values()), default=0)
        rows = [self._row(contest, number, books.totals.get(number), most) for number in contest.groups]
        how = (*self._how(contest, boards, rules), *how_byes(contest, byes))
        return Standings(ranked(rows), tuple(books.boards), how, byes=byes)

    def explain(self, contest: Contest, row: BoardPoints, *, is_first: bool) -> BoardReason:
        """The results beaten and equalled, and what became of the sum."""
        boards = read_boards(contest, not_played=not_played_grade(self.options, contest.method_options))
        rules = self.rules(contest, boards)
        group = find_group(boards, contest, row)
        if group is None:
            return artificial_reason(row, is_first=is_first)
        compared = compare_with_group(
            group,
            row.key,
            lambda own, other: Fraction(2 * (own > other) + (own == other), rules.divisor),
            is_first=is_first,
            fractional=rules.is_fractional,
        )
        points = side_points(row, is_first=is_first)
        return BoardReason(row.board, row.key, points, row.top, compared, _steps(group, rules, row))

    def rules(self, contest: Contest, boards: Boards) -> Rules:
        """The options that decide what a board gives."""
        return Rules(
            formula=self._chosen(contest, "unequal"),
            fouled=self._chosen(contest, "fouled"),
            expected=boards.expected,
            is_fractional=self._chosen(contest, "weighted") == "fractional",
            divisor=2 if self._chosen(contest, "display") == "one" else 1,
            sizes=boards.sizes,
        )

    def _chosen(self, contest: Contest, name: str) -> str:
        return chosen(self.options, contest.method_options, name)

    def _row(self, contest: Contest, contestant: int, total: Totals | None, most: int) -> Standing:
        group = contest.groups[contestant]
        if total is None or not total.top:
            return Standing(contestant, group, None, False, None, 0, {})
        factor = Fraction(most, total.boards) if self._chosen(contest, "lengths") == "scaled" else 1
        points = (total.points - fined(contest.penalties, contestant, is_percent=False)) * factor
        if self._chosen(contest, "totals") == "hundredths":
            points = round_half_up(points, 2)
        top = total.top * factor
        percent = points / top * 100 - fined(contest.penalties, contestant, is_percent=True)
        figures: dict[str, Points] = {"percent": percent, "matchpoints": points}
        figures |= {"top": top, "boards": total.boards}
        return Standing(contestant, group, None, False, percent, total.boards, figures)

    def _how(self, contest: Contest, boards: Boards, rules: Rules) -> tuple[Message, ...]:
        how = [_HOW_DISPLAY[rules.divisor]]
        if len(set(boards.sizes.values())) > 1:
            how.append(_HOW_UNEQUAL[rules.formula])
        if any(award.outcomes for award in boards.awards):
            how.append(HOW_WEIGHTED[rules.is_fractional])
        if any(not award.outcomes for award in boards.awards):
            how.append(_HOW_AWARDS)
        if contest.fouled:
            how.append(HOW_FOULED[rules.fouled])
        if contest.penalties:
            how.append(_HOW_PENALTIES)
        return tuple(Message(sentence) for sentence in how)


def _credit_byes(books: Books, contest: Contest, top: Fraction) -> tuple[ByePoints, ...]:
    """Each board of a bye as an artificial score out of ``top``; "A+" looks at the boards played."""
    grade = bye_grade(contest.method_options)
    if grade is None:
        return ()
    played = {bye.contestant: books.totals[bye.contestant].share for bye in contest.byes}
    found = []
    for bye in contest.byes:
        points = artificial_share(grade, played[bye.contestant]) * top
        for _board in range(bye.boards):
            books.totals[bye.contestant].add(points.numerator, points.denominator, top)
        found.append(ByePoints(bye.contestant, bye.round, points * bye.boards, top * bye.boards))
    return tuple(found)


def _award_top(item: Award, boards: Boards, rules: Rules, averages: str) -> Fraction:
    group = boards.groups.get(item.board)
    if averages == "session" or group is None or group.size < 2:
        return Fraction(rules.top, rules.divisor)
    return Fraction(2 * (group.size - 1), rules.divisor)


def judge(group: Group, rules: Rules) -> Credits:
    """The match points of a group's results."""
    if is_too_small(group, rules.fouled):
        return _judge_small(group, rules)
    scale = group_scale(group, rules)
    whole = scale.top * scale.unit
    return Credits(
        {score: (points, whole - points) for score, points in scale.by_score.items()},
        scale.unit * rules.divisor,
        scale.top // rules.divisor,
        tuple(_judge_weighted(group, scale, outcomes, rules) for _meeting, outcomes in group.weighted),
    )


def group_scale(group: Group, rules: Rules) -> BoardScale:
    """The match points of a group's scores, before the choice of display."""
    counts = count_scores(group, fractional=rules.is_fractional)
    formula = rules.formula
    if group.is_fouled:
        formula = "add" if rules.fouled == "add" else "neuberg"
    return scale_counts(
        counts.by_score,
        results=max(counts.results, 1),
        expected=rules.expected_on(group.board),
        formula=formula,
        unit=counts.unit,
    )


def _steps(group: Group, rules: Rules, row: BoardPoints) -> tuple[Message, ...]:
    """What is done with the sum of the comparisons."""
    results, expected = group.size, int(row.top) * rules.divisor // 2 + 1
    values: dict[str, object] = {"results": results, "expected": expected}
    values["half"] = "½" if rules.divisor == 2 else "1"
    found = [Message(_("Compared with the other results among %(results)s."), values)]
    if is_too_small(group, rules.fouled):
        found.append(Message(_("Too few to compare: the group gets artificial scores."), values))
    elif expected > results and group.is_fouled and rules.fouled == "add":
        found.append(Message(_("%(half)s is added for each result missing of %(expected)s."), values))
    elif expected > results:
        formula = _("Neuberg: (points + %(half)s) × %(expected)s / %(results)s − %(half)s.")
        found.append(Message(formula, values))
    return tuple(found)


def _judge_small(group: Group, rules: Rules) -> Credits:
    shares = small_group_shares([score for _meeting, score in group.results])
    parts = {s: (int(first * 200), int(second * 200)) for s, (first, second) in shares.items()}
    top = rules.top // rules.divisor
    return Credits({s: (first * top, second * top) for s, (first, second) in parts.items()}, 200, top)


def _judge_weighted(
    group: Group, scale: BoardScale, outcomes: Outcomes, rules: Rules
) -> tuple[Fraction, Fraction, int]:
    """A weighted ruling's points: each outcome's, by its weight.

    Among fractional results the ruling is compared with parts of itself too: what its outcomes win from
    one another they also lose, so that nothing is left of it.
    """
    if rules.is_fractional:
        own = sum((w * scale.by_score[s] / scale.unit for s, w in outcomes), Fraction(0))
        top = scale.top
    else:
        own, top = _outcomes_apart(group, outcomes, rules)
    return own / rules.divisor, (top - own) / rules.divisor, top // rules.divisor


def _outcomes_apart(group: Group, outcomes: Outcomes, rules: Rules) -> tuple[Fraction, int]:
    own, top = Fraction(0), rules.top
    for outcome, weight in outcomes:
        counts = count_scores(group, fractional=False)
        joined = {**counts.by_score, outcome: counts.by_score.get(outcome, 0) + 1}
        scale = scale_counts(
            joined, results=counts.results + 1, expected=rules.expected_on(group.board), formula=rules.formula
        )
        own += weight * scale.by_score[outcome] / scale.unit
        top = scale.top
    return own, top


_HOW_DISPLAY: Mapping[int, str] = {
    1: _("Match points: 2 for each result beaten, 1 for each equal."),
    2: _("Match points: 1 for each result beaten, ½ for each equal."),
}
_HOW_UNEQUAL: Mapping[str, str] = {
    "neuberg": _("Boards with fewer results are brought to the others by Neuberg's formula."),
    "plain": _("Boards with fewer results count out of their own top."),
    "own": _("Boards with fewer results count out of their own top; averages count as results."),
}
HOW_WEIGHTED: Mapping[bool, str] = {
    True: _("Weighted rulings are compared as fractions of a result, at the other tables too."),
    False: _("Each outcome of a weighted ruling is compared with the other tables, then weighted."),
}
HOW_FOULED: Mapping[str, str] = {
    "formula": _("Each group of a fouled board is compared within itself, then brought to the field."),
    "ebu": _("Groups of a fouled board are brought to the field; small ones get artificial scores (EBU)."),
    "acbl": _("Groups of a fouled board are brought to the field; small ones get artificial scores (ACBL)."),
    "add": _("Groups of a fouled board are compared within, with a point for each result missing."),
}
_HOW_AWARDS = _(
    "Artificial scores: average plus at least 60 %, average 50 %, average minus at most 40 % (Law 12C2)."
)
_HOW_PENALTIES = _("Penalties are taken off the totals.")
