"""The methods ``points_per_board`` and ``total_points``: points added up, or their average."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.lines import LineScore, Option, Options, Points
from scoring.methods.boards import fined
from scoring.methods.ranking import ranked_with_breaks
from scoring.results import Column, Contest, Scored, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _


@dataclass(slots=True)
class _Sum:
    """One contestant's points, boards and counts over his tables."""

    points: Points
    boards: int
    counts: Counter[str]


def _add_up(tables: Sequence[Scored]) -> dict[int, _Sum]:
    """Each contestant's points over all the lines; a pair is counted at the first of its places."""
    sums: dict[int, _Sum] = {}
    for table in tables:
        seats: dict[int, str] = {}
        for place, contestant in table.played.contestants.items():
            seats.setdefault(contestant, place)
        for contestant, place in seats.items():
            found = sums.setdefault(contestant, _Sum(0, 0, Counter()))
            for line in table.score.lines:
                _add_line(found, place, line)
    return sums


def _add_line(found: _Sum, place: str, line: LineScore) -> None:
    if place in line.points:
        found.points += line.points[place]
        found.boards += 1
        found.counts.update(line.counts.get(place, {}))


class TotalPoints:
    """The methods ``total_points`` and ``points_per_board``: points added up, or their average."""

    columns: tuple[Column, ...]
    compares_boards = False
    ranks_teams = False
    options: tuple[Option, ...] = ()

    def __init__(self, slug: str, name: str, *, per_board: bool) -> None:
        self.slug, self.name, self._per_board = slug, name, per_board
        average = Column("average", _("Points per board"), "average")
        total = Column("points", _("Points"))
        self.columns = (
            *((average, total) if per_board else (total, average)),
            Column("boards", _("Boards"), "count"),
            Column("declared", _("Declared"), "count"),
            Column("made", _("Made"), "count"),
            Column("bonuses", _("Bonuses"), "count"),
        )

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def rank(self, contest: Contest) -> Standings:
        sums = _add_up(contest.tables)
        breaks = contest.ruleset.tie_breaks(contest.options)
        rows = [self._row(contest, number, sums.get(number)) for number in contest.groups]
        return Standings(ranked_with_breaks(rows, breaks), (), (Message(self._how()),))

    def _row(self, contest: Contest, contestant: int, found: _Sum | None) -> Standing:
        group = contest.groups[contestant]
        if found is None or not found.boards:
            return Standing(contestant, group, None, False, None, 0, {})
        points = Fraction(found.points) - fined(contest.penalties, contestant, is_percent=False)
        average = points / found.boards
        figures: dict[str, Points] = {"average": average, "points": points, "boards": found.boards}
        figures |= {name: found.counts[name] for name in ("declared", "made", "bonuses")}
        score = average if self._per_board else points
        return Standing(contestant, group, None, False, score, found.boards, figures)

    def _how(self) -> str:
        if self._per_board:
            return _("Ranked by points per board, so that tables with different numbers of boards compare.")
        return _("Ranked by the points of all boards added up.")
