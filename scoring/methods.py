"""Ways to compare results: matchpoints, points per board, total points, matches won.

Sources: Laws of Duplicate Bridge 2017, Law 78A (matchpoints) and 12C2 (artificial scores); Gerard
Neuberg's formula for boards with fewer results than others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scoring.lines import Choice, LineScore, Option, Points
from scoring.results import (
    Award,
    BoardPoints,
    Column,
    Contest,
    Method,
    Penalty,
    Scored,
    Standing,
    Standings,
)
from scoring.words import Message
from scoring.words import mark as _

HALF = Fraction(1, 2)
GRADES = {"A+": Fraction(3, 5), "A": HALF, "A-": Fraction(2, 5)}


def matchpoints(scores: Iterable[int]) -> dict[int, int]:
    """Matchpoints by distinct score: 2 for each score beaten, 1 for each tied (Law 78A).

    The top is 2(n-1) for n results. Time grows with the results, not with their square.
    """
    counts = Counter(scores)
    points, below = {}, 0
    for score in sorted(counts):
        points[score] = 2 * below + counts[score] - 1
        below += counts[score]
    return points


def neuberg(points: Points, *, results: int, expected: int) -> Fraction:
    """Neuberg's formula: matchpoints among ``results`` brought to a field of ``expected``.

    ``(m + 1) E / A - 1``; with all the results present it changes nothing.
    """
    return Fraction(points + 1) * expected / results - 1


def artificial_share(grade: Fraction | str, session: Fraction | None) -> Fraction:
    """The share of the top for an award. ``session`` is the contestant's share on his other boards.

    Law 12C2: a non-offender (A+) gets at least 60 %, and his session's result when it is better; an
    offender (A-) at most 40 %, and his session's when it is worse.
    """
    if isinstance(grade, Fraction):
        return grade
    share = GRADES[grade]
    if session is None or grade == "A":
        return share
    return max(share, session) if grade == "A+" else min(share, session)


@dataclass(frozen=True, slots=True)
class BoardScale:
    """Matchpoints of one board: ``by_score[score] / unit`` points out of ``top``."""

    by_score: Mapping[int, int]
    unit: int
    top: int


def board_scale(scores: Sequence[int], *, expected: int, formula: str) -> BoardScale:
    """The matchpoints of each distinct score of a board.

    ``formula`` is ``"neuberg"`` (brought to ``expected`` results), ``"plain"`` (out of the board's own
    top). A lone result is worth half of the top.
    """
    raw = matchpoints(scores)
    results = len(scores)
    if formula == "plain" and results > 1:
        return BoardScale(raw, 1, 2 * (results - 1))
    expected = max(expected, results)
    scaled = {score: (points + 1) * expected - results for score, points in raw.items()}
    return BoardScale(scaled, results, 2 * (expected - 1))


class _Totals:
    """Sums of fractions with few denominators, exact and cheap: a whole number for each denominator."""

    __slots__ = ("boards", "parts", "top")

    def __init__(self) -> None:
        self.parts: dict[int, int] = defaultdict(int)
        self.top = Fraction(0)
        self.boards = 0

    def add(self, numerator: int, denominator: int, top: int | Fraction) -> None:
        self.parts[denominator] += numerator
        self.top += top
        self.boards += 1

    @property
    def points(self) -> Fraction:
        return sum((Fraction(number, unit) for unit, number in self.parts.items()), Fraction(0))

    @property
    def share(self) -> Fraction | None:
        return self.points / self.top if self.top else None


def _sides(table: Scored) -> tuple[int | None, int | None]:
    """The contestants of the first place's side and of the other."""
    places = table.played.sitting.places
    return table.played.contestants.get(places[0]), table.played.contestants.get(places[1])


def _compared(contest: Contest) -> tuple[dict[int, list[tuple[Scored, int]]], dict[int, int]]:
    """By board: the tables with a score to compare; and how many results it counts, awards included."""
    apart = {award.place for award in contest.awards if not award.keeps_score}
    results: dict[int, list[tuple[Scored, int]]] = defaultdict(list)
    for table in contest.tables:
        if None in _sides(table):
            continue
        first = table.played.sitting.places[0]
        for line in table.score.lines:
            if line.points and (*table.played.key, line.number) not in apart:
                results[line.number].append((table, int(line.points[first])))
    sizes = Counter({board: len(found) for board, found in results.items()})
    sizes.update(board for _round, _table, board in apart)
    return results, dict(sizes)


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
        results, sizes = _compared(contest)
        expected = max(sizes.values(), default=0)
        totals: dict[int, _Totals] = defaultdict(_Totals)
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
    totals: dict[int, _Totals], table: Scored, board: int, score: int, scale: BoardScale
) -> BoardPoints:
    points = scale.by_score[score]
    other = scale.top * scale.unit - points
    for contestant, won in zip(_sides(table), (points, other), strict=True):
        if contestant is not None:
            totals[contestant].add(won, scale.unit, scale.top)
    first, second = Fraction(points, scale.unit), Fraction(other, scale.unit)
    return BoardPoints(table.played.key, board, score, first, second, Fraction(scale.top))


def _award_boards(contest: Contest, totals: dict[int, _Totals], *, top: Fraction) -> list[BoardPoints]:
    """Credit the awards. Each looks at the sessions as they stand without any award."""
    tables = {table.played.key: table for table in contest.tables}
    sessions = {contestant: total.share for contestant, total in totals.items()}
    return [
        _credit_award(totals, tables[(award.round, award.table)], award, sessions, top)
        for award in contest.awards
        if (award.round, award.table) in tables
    ]


def _credit_award(
    totals: dict[int, _Totals],
    table: Scored,
    award: Award,
    sessions: Mapping[int, Fraction | None],
    session_top: Fraction,
) -> BoardPoints:
    top = session_top if award.top is None else award.top
    points = []
    for contestant, grade in zip(_sides(table), (award.first, award.second), strict=True):
        session = None if contestant is None else sessions.get(contestant)
        won = artificial_share(grade, session) * top
        points.append(won)
        if contestant is not None:
            totals[contestant].add(won.numerator, won.denominator, top)
    return BoardPoints(table.played.key, award.board, None, points[0], points[1], top, is_award=True)


def _percent_row(contest: Contest, contestant: int, total: _Totals | None) -> Standing:
    group = contest.groups[contestant]
    if total is None or not total.top:
        return Standing(contestant, group, None, False, None, 0, {})
    points = total.points - _fined(contest.penalties, contestant, is_percent=False)
    if contest.method_options.get("totals") == "hundredths":
        points = round_half_up(points, 2)
    percent = points / total.top * 100 - _fined(contest.penalties, contestant, is_percent=True)
    figures: dict[str, Points] = {"percent": percent, "matchpoints": points}
    figures |= {"top": total.top, "boards": total.boards}
    return Standing(contestant, group, None, False, percent, total.boards, figures)


def round_half_up(value: Fraction, places: int) -> Fraction:
    """Round to so many decimals, half away from zero."""
    scale = 10**places
    whole = int(abs(value) * scale + HALF)
    return Fraction(whole if value >= 0 else -whole, scale)


def _fined(penalties: Sequence[Penalty], contestant: int, *, is_percent: bool) -> Fraction:
    found = (p.amount for p in penalties if p.contestant == contestant and p.is_percent == is_percent)
    return sum(found, Fraction(0))


def _how_matchpoints(formula: str, sizes: Mapping[int, int]) -> tuple[Message, ...]:
    how = [Message(_("Match points: 2 for each result beaten, 1 for each equal, across the field."))]
    if len(set(sizes.values())) > 1 and formula == "neuberg":
        how.append(Message(_("Boards with fewer results are brought to the others by Neuberg's formula.")))
    if len(set(sizes.values())) > 1 and formula == "plain":
        how.append(Message(_("Boards with fewer results count out of their own top.")))
    return tuple(how)


def ranked(rows: Iterable[Standing]) -> tuple[Standing, ...]:
    """Rank by ``score``, highest first, within each group; equals share a place and the next skips.

    Contestants without a score come last and have no rank. Comparison is exact.
    """
    ordered = sorted(rows, key=lambda row: (row.group, row.score is None, -(row.score or 0), row.contestant))
    counts = Counter((row.group, row.score) for row in ordered)
    placed: list[Standing] = []
    seen: Counter[str] = Counter()
    first: dict[tuple[str, Fraction | None], int] = {}
    for row in ordered:
        seen[row.group] += 1
        if row.score is None:
            placed.append(row)
            continue
        key = (row.group, row.score)
        rank = first.setdefault(key, seen[row.group])
        placed.append(_placed(row, rank, is_tied=counts[key] > 1))
    return tuple(placed)


def _placed(row: Standing, rank: int, *, is_tied: bool) -> Standing:
    return Standing(row.contestant, row.group, rank, is_tied, row.score, row.boards, row.figures)


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

    def rank(self, contest: Contest) -> Standings:
        sums = _add_up(contest.tables)
        breaks = contest.ruleset.tie_breaks(contest.options)
        rows = [self._row(contest, number, sums.get(number)) for number in contest.groups]
        return Standings(_ranked_with_breaks(rows, breaks), (), (Message(self._how()),))

    def _row(self, contest: Contest, contestant: int, found: _Sum | None) -> Standing:
        group = contest.groups[contestant]
        if found is None or not found.boards:
            return Standing(contestant, group, None, False, None, 0, {})
        points = Fraction(found.points) - _fined(contest.penalties, contestant, is_percent=False)
        average = points / found.boards
        figures: dict[str, Points] = {"average": average, "points": points, "boards": found.boards}
        figures |= {name: found.counts[name] for name in ("declared", "made", "bonuses")}
        score = average if self._per_board else points
        return Standing(contestant, group, None, False, score, found.boards, figures)

    def _how(self) -> str:
        if self._per_board:
            return _("Ranked by points per board, so that tables with different numbers of boards compare.")
        return _("Ranked by the points of all boards added up.")


def _ranked_with_breaks(rows: Sequence[Standing], breaks: Sequence[str]) -> tuple[Standing, ...]:
    """Rank by score, then by the named figures, compared exactly and in turn."""
    if not breaks:
        return ranked(rows)
    keys = sorted({_break_key(row, breaks) for row in rows if row.score is not None})
    order = {key: Fraction(position) for position, key in enumerate(keys)}
    by_order = [row if row.score is None else _rescored(row, order[_break_key(row, breaks)]) for row in rows]
    scores = {row.contestant: row.score for row in rows}
    return tuple(_rescored(row, scores[row.contestant]) for row in ranked(by_order))


def _break_key(row: Standing, breaks: Sequence[str]) -> tuple[Points, ...]:
    return (row.score or 0, *(row.figures.get(name, 0) for name in breaks))


def _rescored(row: Standing, score: Fraction | None) -> Standing:
    return Standing(row.contestant, row.group, row.rank, row.is_tied, score, row.boards, row.figures)


class Games:
    """The method ``games``: matches won, then the difference of points."""

    slug = "games"
    name = _("Matches won")
    compares_boards = False
    columns: tuple[Column, ...] = (
        Column("won", _("Won")),
        Column("lost", _("Lost"), "count"),
        Column("difference", _("Difference")),
        Column("points", _("Points")),
        Column("boards", _("Hands"), "count"),
    )
    options: tuple[Option, ...] = ()

    def rank(self, contest: Contest) -> Standings:
        tallies: dict[int, Counter[str]] = defaultdict(Counter)
        for table in contest.tables:
            if None not in _sides(table) and table.score.lines:
                _tally(tallies, table)
        rows = [self._row(contest, number, tallies.get(number)) for number in contest.groups]
        how = Message(_("Ranked by matches won, then by the difference of points."))
        return Standings(_ranked_with_breaks(rows, ("difference",)), (), (how,))

    def _row(self, contest: Contest, contestant: int, tally: Counter[str] | None) -> Standing:
        group = contest.groups[contestant]
        if tally is None:
            return Standing(contestant, group, None, False, None, 0, {})
        fine = _fined(contest.penalties, contestant, is_percent=False)
        figures: dict[str, Points] = {name: tally[name] for name in ("won", "lost", "points", "boards")}
        figures["difference"] = Fraction(tally["points"] - tally["against"]) - fine
        score = Fraction(tally["won"])
        return Standing(contestant, group, None, False, score, tally["boards"], figures)


def _tally(tallies: dict[int, Counter[str]], table: Scored) -> None:
    places = table.played.sitting.places
    first, second = _sides(table)
    for contestant, own, other in ((first, places[0], places[1]), (second, places[1], places[0])):
        if contestant is None:
            continue
        tally = tallies[contestant]
        tally["points"] += int(table.score.totals[own])
        tally["against"] += int(table.score.totals[other])
        tally["boards"] += len(table.score.lines)
        tally["won"] += own in table.score.winners
        tally["lost"] += other in table.score.winners


_ALL: tuple[Method, ...] = (
    Matchpoints(),
    TotalPoints("points_per_board", _("Points per board"), per_board=True),
    TotalPoints("total_points", _("Total points"), per_board=False),
    Games(),
)

METHODS: Mapping[str, Method] = MappingProxyType({method.slug: method for method in _ALL})
