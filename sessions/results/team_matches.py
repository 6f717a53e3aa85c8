"""Matches of teams as readers look them up: each board at both tables, and what the match came to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.lines import Points
from scoring.methods import METHODS
from scoring.methods.reasons import ExplainsMatches, MatchBoard, MatchReason
from scoring.results import Contest, MatchPoints, Penalty, Played, Scored, Standing
from scoring.words import Message
from sessions.models import Session
from sessions.queries import Night, Person, Side, TableRound

from .readings import Readings
from .seats import table_sides
from .values import Result, TableSide

ACROSS = ("butler", "cross_imps")
"""How pairs of teams are compared over the whole room."""

FEWEST_ACROSS = 3


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A board of a match; ``own`` are the tables at which the first team sits first, ``others`` the rest.

    ``difference`` is that of the two scores for the first team. ``first`` and ``second`` are what the board
    gave each, and the totals what they have gained so far; all None while a table is missing.
    """

    board: int
    own: tuple[Result, ...]
    others: tuple[Result, ...]
    difference: Points | None = None
    first: Fraction | None = None
    second: Fraction | None = None
    first_total: Fraction | None = None
    second_total: Fraction | None = None
    is_award: bool = False
    is_hidden: bool = False

    @property
    def gains(self) -> tuple[Fraction | None, Fraction | None]:
        """What each team is shown to have got: of a swing, which one loses and the other wins, the winner."""
        if not self.first or self.first + (self.second or 0):
            return self.first, self.second
        return (self.first, None) if self.first > 0 else (None, self.second)

    @property
    def why(self) -> tuple[tuple[TableRound, Message], ...]:
        """The tables that have a result, and that in words."""
        played = (result for result in (*self.own, *self.others) if result.line)
        return tuple((result.seat, result.seat.explain(self.board).words) for result in played)

    @property
    def is_half_played(self) -> bool:
        """Whether one table has a result that waits for the other's."""
        return self.first is None and any(result.line for result in (*self.own, *self.others))


@dataclass(frozen=True, slots=True)
class Room:
    """One table of a match in one round, with who sits there."""

    seat: TableRound
    sides: tuple[TableSide, ...]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match as pages tell it; ``number`` counts the session's matches in order."""

    number: int
    points: MatchPoints
    first: Side
    second: Side
    rooms: tuple[Room, ...]
    rows: tuple[MatchRow, ...]
    steps: tuple[Message, ...]
    penalties: tuple[tuple[Side, Penalty], ...]

    @property
    def is_complete(self) -> bool:
        return self.points.done == self.points.boards

    @property
    def has_hidden(self) -> bool:
        return any(row.is_hidden for row in self.rows)

    @property
    def gains(self) -> tuple[Fraction, Fraction]:
        """What the boards gave to each team in all, losses not taken off."""
        return _gained(row.first for row in self.rows), _gained(row.second for row in self.rows)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A match from one team's side, as on its card: ``own`` and ``other`` are what it earned the two."""

    match: TeamMatch
    opponents: Side
    margin: Fraction
    own: Fraction
    other: Fraction


@dataclass(frozen=True, slots=True)
class PairAcross:
    """A pair of a team in the comparison over the whole room."""

    standing: Standing
    people: tuple[Person, ...]
    team: Side


def team_matches(readings: Readings) -> tuple[TeamMatch, ...]:
    """The matches of a session of teams, in order of rounds and teams; none where pairs are ranked."""
    method = readings.night.session.method
    if not isinstance(method, ExplainsMatches):
        return ()
    found = (reason for contest in readings.night.contests for reason in method.explain_matches(contest))
    return tuple(_read(readings, number, reason) for number, reason in enumerate(found, start=1))


def matches_by_round(matches: Sequence[TeamMatch]) -> tuple[tuple[int, tuple[TeamMatch, ...]], ...]:
    """The matches under the round in which they begin."""
    found: dict[int, list[TeamMatch]] = defaultdict(list)
    for match in matches:
        found[match.points.rounds[0]].append(match)
    return tuple((number, tuple(found[number])) for number in sorted(found))


def matches_of(matches: Iterable[TeamMatch], side: Side) -> tuple[TeamLine, ...]:
    """A team's matches from its own side."""
    return tuple(_line(match, side) for match in matches if side.pk in (match.first.pk, match.second.pk))


def match_numbers(matches: Iterable[TeamMatch]) -> dict[tuple[int, int], int]:
    """The number of the match to which a table belongs in a round, for a way to it from elsewhere."""
    return {room.seat.played.key: match.number for match in matches for room in match.rooms}


def cross_table(night: Night, matches: Iterable[TeamMatch]) -> tuple[tuple[Side, tuple], ...]:
    """Each team with its results against the others, in order of numbers; None against itself."""
    teams = sorted(night.sides.values(), key=lambda side: side.number)
    found: dict[tuple[int, int], list[tuple[TeamMatch, Fraction]]] = defaultdict(list)
    for match in matches:
        if match.points.done:
            found[match.first.pk, match.second.pk].append((match, match.points.first_points))
            found[match.second.pk, match.first.pk].append((match, match.points.second_points))
    return tuple(
        (team, tuple(None if other is team else tuple(found[team.pk, other.pk]) for other in teams))
        for team in teams
    )


def _line(match: TeamMatch, side: Side) -> TeamLine:
    points = match.points
    if side.pk == match.first.pk:
        return TeamLine(match, match.second, points.first_margin, points.first_points, points.second_points)
    return TeamLine(match, match.first, points.second_margin, points.second_points, points.first_points)


def _read(readings: Readings, number: int, reason: MatchReason) -> TeamMatch:
    night, points = readings.night, reason.match
    seats = {seat.played.key: seat for seat in night.rounds}
    keys = sorted({key for board in reason.boards for key in (*board.own, *board.others)})
    first, second = night.sides[points.first], night.sides[points.second]
    fines = (p for p in night.penalties if p.round in points.rounds)
    here = (p for p in fines if p.contestant in (first.pk, second.pk))
    return TeamMatch(
        number=number,
        points=points,
        first=first,
        second=second,
        rooms=tuple(Room(seats[key], table_sides(seats[key])) for key in keys),
        rows=_rows(readings, seats, reason.boards),
        steps=reason.steps,
        penalties=tuple((night.sides[p.contestant], p) for p in here),
    )


def _rows(
    readings: Readings, seats: Mapping[tuple[int, int], TableRound], boards: Iterable[MatchBoard]
) -> tuple[MatchRow, ...]:
    rows, first, second = [], Fraction(0), Fraction(0)
    for board in boards:
        row = _row(readings, seats, board)
        if board.points is not None:
            first += max(board.points[0], Fraction(0))
            second += max(board.points[1], Fraction(0))
            if not row.is_hidden:
                row = replace(row, first_total=first, second_total=second)
        rows.append(row)
    return tuple(rows)


def _row(readings: Readings, seats: Mapping[tuple[int, int], TableRound], board: MatchBoard) -> MatchRow:
    own, others = (
        tuple(readings.result(seats[key], board.board) for key in keys) for keys in (board.own, board.others)
    )
    if board.board in readings.hidden:
        return MatchRow(board.board, own, others, is_hidden=True)
    first, second = board.points or (None, None)
    return MatchRow(
        board.board,
        own,
        others,
        difference=None if first is None or board.is_award else _difference(own, others),
        first=first,
        second=second,
        is_award=board.is_award,
    )


def _difference(own: Sequence[Result], others: Sequence[Result]) -> Points | None:
    """The two scores' difference for the first team, where there are just two and neither was ruled."""
    if len(own) != 1 or len(others) != 1 or own[0].score is None or others[0].score is None:
        return None
    return own[0].score - others[0].score


def _gained(points: Iterable[Fraction | None]) -> Fraction:
    return sum((max(won, Fraction(0)) for won in points if won is not None), Fraction(0))


def match_units(session: Session) -> dict[str, str | bool]:
    """What decides a match and what it earns, as they are called; only the latter where they are the same."""
    labels = {column.name: column.label for column in session.columns}
    margin, result = session.method.margin_name, labels["result"]
    is_by_margin = margin == result
    return {
        "margin_name": "" if is_by_margin else margin,
        "result_name": result,
        "is_by_margin": is_by_margin,
    }


# --- pairs of teams over the whole room ---------------------------------------------------------


def can_compare_pairs(night: Night) -> bool:
    """Whether boards are played at enough tables for their pairs to be compared."""
    tables: dict[int, int] = defaultdict(int)
    for seat in night.rounds:
        for board in seat.boards if not seat.is_sit_out else ():
            tables[board] += 1
    return night.session.has_teams and max(tables.values(), default=0) >= FEWEST_ACROSS


def pairs_across(night: Night, *, method: str = ACROSS[0]) -> tuple[PairAcross, ...]:
    """The pairs of all teams ranked by their boards over the whole room, whatever their matches gave.

    A pair is two players who sat as partners; a board counts for those who played it.
    """
    pairs: dict[frozenset[int], int] = {}
    who: dict[int, tuple[tuple[Person, ...], Side]] = {}
    tables = []
    for seat in night.rounds:
        numbers: dict[str, int] = {}
        for side in table_sides(seat) if not seat.is_sit_out else ():
            key = frozenset(person.pk for person in side.people)
            number = pairs.setdefault(key, len(pairs) + 1)
            who.setdefault(number, (side.people, side.side))
            numbers |= {place: number for place in seat.places if seat.sides[place].pk == side.side.pk}
        tables.append(Scored(Played(seat.round, seat.table, numbers, seat.sitting), seat.score))
    contest = _contest_of_pairs(night, tables, who)
    ranked = METHODS[method].rank(contest).rows
    return tuple(PairAcross(row, *who[row.contestant]) for row in ranked if row.rank)


def _contest_of_pairs(night: Night, tables: Sequence[Scored], pairs: Iterable[int]) -> Contest:
    return Contest(
        tables=tuple(tables),
        groups=dict.fromkeys(pairs, ""),
        ruleset=night.session.ruleset,
        options=night.options,
        awards=night.awards,
        fouled=night.fouled,
    )
