"""What cross-IMPs, Butler and aggregate have in common: boards give plus and minus points.

What one side gains the other loses, there is no top, and the totals rank.
"""

from abc import ABC, abstractmethod
from fractions import Fraction

from scoring.lines import Option, Options, Points
from scoring.methods.artificial import artificial_imps
from scoring.methods.boards import Boards, Group, fined, read_boards
from scoring.methods.byes import BYE, bye_grade, how_byes
from scoring.methods.choices import LENGTHS, NOT_PLAYED, WEIGHTED, chosen, chosen_number, not_played_grade
from scoring.methods.credits import Books, Credits, keep_books
from scoring.methods.percentages import HOW_WEIGHTED
from scoring.methods.ranking import ranked
from scoring.methods.reasons import (
    BoardReason,
    Comparison,
    artificial_reason,
    find_group,
    side_points,
)
from scoring.methods.totals import Totals
from scoring.results import Award, BoardPoints, ByePoints, Column, Contest, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _

SHARED_OPTIONS: tuple[Option, ...] = (WEIGHTED, NOT_PLAYED, LENGTHS, BYE)


class Signed(ABC):
    """A method adds ``slug``, ``name``, ``columns``, ``options``, and how it judges a group of results."""

    slug: str
    name: str
    compares_boards = True
    ranks_teams = False
    columns: tuple[Column, ...] = (
        Column("imps", _("IMPs")),
        Column("average", _("a board"), "average"),
        Column("boards", _("Boards"), "count"),
    )
    options: tuple[Option, ...] = SHARED_OPTIONS

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def rank(self, contest: Contest) -> Standings:
        boards = self.read(contest)
        average = self.average_plus(contest, boards)

        def award(
            _item: Award, grade: Fraction | str, _session: Fraction | None
        ) -> tuple[Fraction, Fraction]:
            return artificial_imps(grade, average), Fraction(0)

        books = keep_books(
            contest, boards, judge=lambda group: self.judge(group, boards, contest), award=award
        )
        byes = _credit_byes(books, contest, average)
        most = max((total.boards for total in books.totals.values()), default=0)
        rows = [self._row(contest, number, books.totals.get(number), most) for number in contest.groups]
        how = (*self._how(contest, boards), *how_byes(contest, byes))
        return Standings(ranked(rows), tuple(books.boards), how, byes=byes)

    def read(self, contest: Contest) -> Boards:
        """The boards of the contest, as the options have it."""
        return read_boards(contest, not_played=not_played_grade(self.options, contest.method_options))

    def chosen(self, contest: Contest, name: str) -> str:
        return chosen(self.options, contest.method_options, name)

    def chosen_number(self, contest: Contest, name: str) -> int:
        return chosen_number(self.options, contest.method_options, name)

    @abstractmethod
    def average_plus(self, contest: Contest, boards: Boards) -> Fraction:
        """What average plus is worth."""

    @abstractmethod
    def compare(
        self, contest: Contest, group: Group, row: BoardPoints, *, is_first: bool
    ) -> tuple[Comparison, ...]:
        """What a result is compared with, and what each comparison gives."""

    @abstractmethod
    def steps(self, contest: Contest, group: Group, boards: Boards) -> tuple[Message, ...]:
        """What is done with the sum of the comparisons."""

    def explain(self, contest: Contest, row: BoardPoints, *, is_first: bool) -> BoardReason:
        """The comparisons behind a board's points."""
        boards = self.read(contest)
        group = find_group(boards, contest, row)
        if group is None:
            return artificial_reason(row, is_first=is_first)
        compared = self.compare(contest, group, row, is_first=is_first)
        points = side_points(row, is_first=is_first)
        steps = self.steps(contest, group, boards)
        return BoardReason(row.board, row.key, points, row.top, compared, steps)

    def is_fractional(self, contest: Contest) -> bool:
        """Whether weighted rulings are compared at the other tables too."""
        return self.chosen(contest, "weighted") == "fractional"

    @abstractmethod
    def judge(self, group: Group, boards: Boards, contest: Contest) -> Credits:
        """The points of a group's results."""

    @abstractmethod
    def describe(self, contest: Contest) -> tuple[str, ...]:
        """The rules of the comparison, in sentences."""

    def _row(self, contest: Contest, contestant: int, total: Totals | None, most: int) -> Standing:
        group = contest.groups[contestant]
        if total is None:
            return Standing(contestant, group, None, False, None, 0, {})
        factor = Fraction(most, total.boards) if self.chosen(contest, "lengths") == "scaled" else 1
        points = total.points * factor - fined(contest.penalties, contestant, is_percent=False)
        figures: dict[str, Points] = {self.columns[0].name: points, "average": points / factor / total.boards}
        figures["boards"] = total.boards
        return Standing(contestant, group, None, False, points, total.boards, figures)

    def _how(self, contest: Contest, boards: Boards) -> tuple[Message, ...]:
        how = [Message(sentence) for sentence in self.describe(contest)]
        if any(award.outcomes for award in boards.awards):
            how.append(Message(HOW_WEIGHTED[self.is_fractional(contest)]))
        if any(not award.outcomes for award in boards.awards):
            worth = {"points": str(self.average_plus(contest, boards))}
            how.append(Message(_("Average plus is worth %(points)s, average minus costs as much."), worth))
        if contest.fouled:
            how.append(Message(_("Each group of a fouled board is compared within itself.")))
        return (*how, *how_fined(contest))


def _credit_byes(books: Books, contest: Contest, average_plus: Fraction) -> tuple[ByePoints, ...]:
    """A bye is worth one average plus in all, however many boards it has; or what they would have brought."""
    grade = bye_grade(contest.method_options)
    if grade is None:
        return ()
    means = {bye.contestant: _mean(books.totals[bye.contestant]) for bye in contest.byes}
    found = []
    for bye in contest.byes:
        points = artificial_imps(grade, average_plus)
        if grade == "A+":
            points = max(points, means[bye.contestant] * bye.boards)
        for board in range(bye.boards):
            books.totals[bye.contestant].add(points.numerator if board == 0 else 0, points.denominator, 0)
        found.append(ByePoints(bye.contestant, bye.round, points if bye.boards else Fraction(0), Fraction(0)))
    return tuple(found)


def _mean(total: Totals) -> Fraction:
    return total.points / total.boards if total.boards else Fraction(0)


def how_fined(contest: Contest) -> tuple[Message, ...]:
    """What became of the penalties of a contest that knows no percentages."""
    percent = any(penalty.is_percent for penalty in contest.penalties)
    points = any(not penalty.is_percent and penalty.round is None for penalty in contest.penalties)
    return (
        *((Message(_("Penalties are taken off the totals.")),) if points else ()),
        *((Message(_("Penalties in per cent mean nothing here and are left out.")),) if percent else ()),
    )
