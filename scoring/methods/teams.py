"""What the methods for teams have in common: matches, what each board gives, what a match earns."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.lines import Choice, Option, Options, Points
from scoring.methods.artificial import artificial_share
from scoring.methods.boards import fined, sides
from scoring.methods.byes import bye_grade, how_byes
from scoring.methods.choices import chosen
from scoring.methods.matches import Match, Result, find_matches, split_results
from scoring.methods.ranking import ranked_with_breaks
from scoring.methods.reasons import (
    BoardReason,
    Comparison,
    MatchBoard,
    MatchReason,
    artificial_reason,
    side_points,
)
from scoring.methods.rounding import HALF
from scoring.methods.signed import how_fined
from scoring.results import (
    BoardPoints,
    ByePoints,
    Column,
    Contest,
    MatchPoints,
    Standing,
    Standings,
    TableKey,
)
from scoring.words import Message
from scoring.words import mark as _

MATCHES = Option(
    name="matches",
    label=_("Teams that meet in several rounds"),
    kind="choice",
    default="rounds",
    choices=(
        Choice("rounds", _("Play a match each time")),
        Choice("teams", _("Play one match in all")),
    ),
    meaning=_("Whether the boards of all rounds between two teams make one match."),
)
TIES = Option(
    name="ties",
    label=_("Equal results"),
    kind="choice",
    default="shared",
    choices=(
        Choice("shared", _("Share the place")),
        Choice("margin", _("Are separated by the difference over all boards")),
    ),
    meaning=_("What decides between teams with the same total."),
)

Pair = tuple[Fraction, Fraction]


@dataclass(slots=True)
class _Team:
    """What a team has gathered: the result that ranks, the margin, matches and boards."""

    points: Fraction = Fraction(0)
    margin: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    won: Fraction = Fraction(0)
    matches: int = 0
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """The boards of one match, as they went into it: what each gave the two teams."""

    match: Match
    boards: Mapping[int, Pair]
    rows: tuple[BoardPoints, ...]


def swing(own: Result, other: Result) -> Iterable[tuple[int, Fraction]]:
    """The differences for the team that sat first in ``own``, with their weights.

    Both scores are those of the sides that sat first: our +620 at one table, and their +170 at the
    other, make 450 for us.
    """
    for score, weight in own.outcomes:
        for theirs, times in other.outcomes:
            yield score - theirs, weight * times


class Teams(ABC):
    """The common part: matches, what each board gives the two teams, what a match earns, the ranking."""

    slug: str
    name: str
    compares_boards = True
    ranks_teams = True
    columns: tuple[Column, ...]
    options: tuple[Option, ...]
    board_top = Fraction(0)
    margin_name = ""

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def rank(self, contest: Contest) -> Standings:
        tables = [self.play(contest, match) for match in self.matches(contest)]
        matches = tuple(self._match_points(contest, table) for table in tables)
        teams: dict[int, _Team] = defaultdict(_Team)
        for match in matches:
            if match.done:
                _credit_match(teams, match, self.board_top, self.most(contest, match.boards))
        byes = self._credit_byes(teams, contest)
        rows = [self._row(contest, number, teams.get(number)) for number in contest.groups]
        breaks = ("margin",) if self.chosen(contest, "ties") == "margin" else ()
        boards = tuple(row for table in tables for row in table.rows)
        how = tuple(Message(text) for text in self.describe(contest, matches))
        how = (*how, *self._how(contest), *how_byes(contest, byes))
        return Standings(ranked_with_breaks(rows, breaks), boards, how, matches, byes)

    def _credit_byes(self, teams: Mapping[int, _Team], contest: Contest) -> tuple[ByePoints, ...]:
        """A share of what a match of as many boards can bring; one average plus where there is no most."""
        grade = bye_grade(contest.method_options)
        if grade is None:
            return ()
        shares = {bye.contestant: _share(teams[bye.contestant]) for bye in contest.byes}
        found = []
        for bye in contest.byes:
            most = self.most(contest, bye.boards)
            earned = self.award(grade, contest)
            if most:
                earned = artificial_share(grade, shares[bye.contestant]) * most
            teams[bye.contestant].points += earned
            teams[bye.contestant].top += self.board_top * bye.boards
            found.append(ByePoints(bye.contestant, bye.round, earned, most))
        return tuple(found)

    def chosen(self, contest: Contest, name: str) -> str:
        return chosen(self.options, contest.method_options, name)

    def explain(self, contest: Contest, row: BoardPoints, *, is_first: bool) -> BoardReason:
        """The result at the other table of the match, and what the difference gives."""
        points = side_points(row, is_first=is_first)
        found = self._find(contest, row)
        if found is None:
            return artificial_reason(row, is_first=is_first)
        own, others = found
        sign = 1 if is_first else -1
        compared = tuple(
            Comparison(sign * score, sign * theirs, 1, self._gain(score - theirs, contest, is_first), w * v)
            for score, w in own.outcomes
            for other in others
            for theirs, v in other.outcomes
        )
        step = Message(
            _("Compared with the same board at the other table, where the team sat the other way.")
        )
        return BoardReason(row.board, row.key, points, row.top, compared, (step,))

    def _gain(self, difference: int, contest: Contest, is_first: bool) -> Fraction:
        return self.judge(difference, contest)[0 if is_first else 1]

    def _find(self, contest: Contest, row: BoardPoints) -> tuple[Result, list[Result]] | None:
        """A table's result and those it is compared with; None where an award decides the board."""
        for match in self.matches(_of_meeting(contest, row.key)):
            own, others = split_results(match, row.board)
            for result in (*own, *others):
                if result.key == row.key:
                    awarded = any(item.award for item in (*own, *others))
                    return None if awarded else (result, others if result in own else own)
        return None

    def matches(self, contest: Contest) -> list[Match]:
        """Who plays whom on which boards."""
        return find_matches(contest, is_long=self.chosen(contest, "matches") == "teams")

    def explain_matches(self, contest: Contest) -> tuple[MatchReason, ...]:
        """Each match with its boards, and in words how it came to its result."""
        played = (self.play(contest, match) for match in self.matches(contest))
        return tuple(self._match_reason(contest, table) for table in played)

    def _match_reason(self, contest: Contest, table: PlayedMatch) -> MatchReason:
        boards = tuple(_match_board(table, board) for board in sorted(table.match.boards))
        points = self._match_points(contest, table)
        return MatchReason(points, boards, self.tell(contest, points) if points.done else ())

    @abstractmethod
    def judge(self, difference: int, contest: Contest) -> Pair:
        """What a difference on a board gives the team that has it, and the other."""

    @abstractmethod
    def award(self, grade: Fraction | str, contest: Contest) -> Fraction:
        """What an artificial score gives a team."""

    @abstractmethod
    def most(self, contest: Contest, boards: int) -> Fraction:
        """The most that a match of so many boards can earn; 0 where there is no such thing."""

    @abstractmethod
    def convert(self, contest: Contest, match: Match, boards: Sequence[Pair]) -> tuple[Pair, Pair]:
        """The margins of a match for its two teams, and what these earn."""

    @abstractmethod
    def describe(self, contest: Contest, matches: Sequence[MatchPoints]) -> tuple[str, ...]:
        """The rules of the comparison, in sentences."""

    def tell(self, contest: Contest, match: MatchPoints) -> tuple[Message, ...]:
        """In sentences, what was made of the sum of a match's boards."""
        return ()

    def _how(self, contest: Contest) -> tuple[Message, ...]:
        return (*how_fined(contest), *how_compared(contest))

    def play(self, contest: Contest, match: Match) -> PlayedMatch:
        """What the boards of a match gave its two teams, and the rows of both tables."""
        found: dict[int, Pair] = {}
        rows: list[BoardPoints] = []
        for board in sorted(match.boards):
            own, others = split_results(match, board)
            points = self.play_board(contest, own, others)
            if points is None:
                continue
            found[board] = points
            rows += [self._board_row(result, points, match) for result in (*own, *others)]
        return PlayedMatch(match, found, tuple(rows))

    def play_board(self, contest: Contest, own: Sequence[Result], others: Sequence[Result]) -> Pair | None:
        """The board's points for the match's first team and the other; None while a table is missing.

        An award at either table decides the whole board. Where more tables play it (teams of eight),
        each is compared with each.
        """
        for result in (*own, *others):
            if result.award is not None:
                given = self._award_pair(result, contest)
                return given if result in own else given[::-1]
        if not own or not others:
            return None
        first = second = Fraction(0)
        compared = [(one, other) for one in own for other in others if _same_cards(contest, one, other)]
        for one, other in compared:
            for difference, weight in swing(one, other):
                won, lost = self.judge(difference, contest)
                first, second = first + won * weight, second + lost * weight
        return (first, second) if compared else None

    def _award_pair(self, result: Result, contest: Contest) -> Pair:
        """The award of the side that sat first at its table, and of the other."""
        award = result.award
        if award is None:
            raise ValueError(result)
        if award.points is not None:
            return award.points
        return self.award(award.first, contest), self.award(award.second, contest)

    def _board_row(self, result: Result, points: Pair, match: Match) -> BoardPoints:
        first, second = points if result.first == match.teams[0] else points[::-1]
        is_award = result.award is not None or len(result.outcomes) > 1
        score = None if is_award else result.outcomes[0][0]
        return BoardPoints(result.key, result.board, score, first, second, self.board_top, is_award)

    def _match_points(self, contest: Contest, table: PlayedMatch) -> MatchPoints:
        match, done = table.match, list(table.boards.values())
        fines = tuple(_fine(contest, team, match) for team in match.teams)
        margins, earned = self.convert(contest, match, [*done, (-fines[0], -fines[1])])
        return MatchPoints(*match.teams, match.rounds, len(match.boards), len(done), *margins, *earned)

    def _row(self, contest: Contest, contestant: int, team: _Team | None) -> Standing:
        group = contest.groups[contestant]
        if team is None:
            return Standing(contestant, group, None, False, None, 0, {})
        off_total = [penalty for penalty in contest.penalties if penalty.round is None]
        points = team.points - fined(off_total, contestant, is_percent=False)
        figures: dict[str, Points] = {"result": points, "margin": team.margin, "won": team.won}
        figures |= {"matches": team.matches, "boards": team.boards}
        score = points
        if team.top:
            score = points / team.top * 100 - fined(contest.penalties, contestant, is_percent=True)
            figures["percent"] = score
        return Standing(contestant, group, None, False, score, team.boards, figures)


def _match_board(table: PlayedMatch, board: int) -> MatchBoard:
    match, found = table.match, table.match.tables[board]
    return MatchBoard(
        board,
        tuple(key for key, first in found if first == match.teams[0]),
        tuple(key for key, first in found if first != match.teams[0]),
        table.boards.get(board),
        any(result.award for result in match.results[board]),
    )


def _same_cards(contest: Contest, one: Result, other: Result) -> bool:
    """Whether two tables played a board in the same form; else there is nothing to compare (Law 87)."""
    groups = [group for item in contest.fouled if item.board == one.board for group in item.groups]
    return all((one.key in group) == (other.key in group) for group in groups)


def _of_meeting(contest: Contest, key: TableKey) -> Contest:
    """The contest with no tables but those of the two teams that met at this one."""
    teams = next((set(sides(table)) for table in contest.tables if table.played.key == key), set())
    return replace(contest, tables=tuple(table for table in contest.tables if set(sides(table)) == teams))


def how_compared(contest: Contest) -> tuple[Message, ...]:
    """What a reader should know of penalties within matches and of boards with two sorts of cards."""
    found = []
    if any(penalty.round is not None for penalty in contest.penalties):
        found.append(_("Penalties of a match are taken off its sum, before it becomes its result."))
    if contest.fouled:
        found.append(_("A board that the two tables of a match had with other cards counts only as ruled."))
    return tuple(Message(text) for text in found)


def _fine(contest: Contest, team: int, match: Match) -> Fraction:
    """What is taken off a team's match itself."""
    found = (p.amount for p in contest.penalties if p.contestant == team and p.round in match.rounds)
    return sum(found, Fraction(0))


def _share(team: _Team) -> Fraction | None:
    """What a team earned of all that it could."""
    return team.points / team.most if team.most else None


def _credit_match(
    teams: Mapping[int, _Team], match: MatchPoints, board_top: Fraction, most: Fraction
) -> None:
    for number, points, other, margin in (
        (match.first, match.first_points, match.second_points, match.first_margin),
        (match.second, match.second_points, match.first_points, match.second_margin),
    ):
        team = teams[number]
        team.points += points
        team.margin += margin
        team.top += board_top * match.done
        team.most += most
        team.won += 1 if points > other else HALF if points == other else 0
        team.matches += 1
        team.boards += match.done


def add_pairs(pairs: Iterable[Pair]) -> Pair:
    """The sums of both sides."""
    first = second = Fraction(0)
    for own, other in pairs:
        first, second = first + own, second + other
    return first, second
