"""Which results meet on a board: the tables that played it, what was ruled, who is compared with whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from scoring.results import Award, Contest, Outcomes, Penalty, Scored, TableKey


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who met at a table in a round: the contestants of the first place's side, and of the other.

    A side of two players who score each for himself has two contestants.
    """

    key: TableKey
    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(slots=True)
class Group:
    """Results of one board that are compared with one another, each with its score for the first side.

    ``field_size`` counts the board's results in all its groups. ``is_smaller`` marks a group of a
    fouled board with fewer results than its largest group.
    """

    board: int
    results: list[tuple[Meeting, int]] = field(default_factory=list)
    weighted: list[tuple[Meeting, Outcomes]] = field(default_factory=list)
    field_size: int = 0
    is_fouled: bool = False
    is_smaller: bool = False

    @property
    def size(self) -> int:
        return len(self.results) + len(self.weighted)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each score occurs, in parts of ``1 / unit``, among ``results`` results."""

    by_score: Mapping[int, int]
    unit: int
    results: int


@dataclass(slots=True)
class Boards:
    """The boards of a contest: their results, the awards beside them, and how many results each has.

    ``sizes`` count the awards too. ``planned`` counts moreover the tables that did not play the board.
    """

    groups: dict[int, Group]
    awards: tuple[Award, ...]
    meetings: dict[TableKey, Meeting]
    sizes: dict[int, int]
    planned: dict[int, int]

    @property
    def expected(self) -> int:
        """The most results of a board."""
        return max(self.sizes.values(), default=0)


def sides(table: Scored) -> tuple[int | None, int | None]:
    """The contestants of the first place's side and of the other."""
    places = table.played.sitting.places
    return table.played.contestants.get(places[0]), table.played.contestants.get(places[1])


def meeting_of(table: Scored) -> Meeting:
    """Who met at a table. Partners sit opposite: every second place is of the first side."""
    played = table.played
    places, contestants = played.sitting.places, played.contestants
    first, second = (
        tuple(dict.fromkeys(contestants[p] for p in places[start::2] if p in contestants)) for start in (0, 1)
    )
    return Meeting(played.key, first, second)


def read_boards(contest: Contest, *, not_played: str = "") -> Boards:
    """The boards of a contest.

    ``not_played`` is the grade (``"A"``, ``"A+"``) that both sides get for a board recorded as not
    played; empty: such a board is left out.
    """
    awards = contest.awards
    if not_played:
        awards += _awards_for_unplayed(contest, not_played)
    ruled = {award.place: award for award in awards if not award.keeps_score}
    found = Boards({}, awards, {}, defaultdict(int), defaultdict(int))
    for table in contest.tables:
        meeting = meeting_of(table)
        found.meetings[meeting.key] = meeting
        if meeting.first and meeting.second:
            _read_table(found, table, meeting, ruled)
    for award in ruled.values():
        _read_ruling(found, award)
    return found


def _awards_for_unplayed(contest: Contest, grade: str) -> tuple[Award, ...]:
    ruled = {award.place for award in contest.awards}
    return tuple(
        Award(*table.played.key, line.number, first=grade, second=grade)
        for table in contest.tables
        for line in table.score.lines
        if not line.points and (*table.played.key, line.number) not in ruled
    )


def _read_table(
    found: Boards, table: Scored, meeting: Meeting, ruled: Mapping[tuple[int, int, int], Award]
) -> None:
    place = table.played.sitting.places[0]
    groups, sizes, planned, key = found.groups, found.sizes, found.planned, meeting.key
    for line in table.score.lines:
        board = line.number
        if ruled and (*key, board) in ruled:
            continue
        planned[board] += 1
        if line.points:
            sizes[board] += 1
            if board not in groups:
                groups[board] = Group(board)
            groups[board].results.append((meeting, int(line.points[place])))


def _read_ruling(found: Boards, award: Award) -> None:
    """A ruling counts as a result of its board; a weighted one is compared as well."""
    meeting = found.meetings.get((award.round, award.table))
    if meeting is None or not (meeting.first and meeting.second):
        return
    found.sizes[award.board] += 1
    found.planned[award.board] += 1
    if award.outcomes:
        group = found.groups.setdefault(award.board, Group(award.board))
        group.weighted.append((meeting, award.outcomes))


def groups_of(boards: Boards, contest: Contest) -> Iterable[Group]:
    """What is compared within itself: a board, or each group of a fouled board."""
    fouled = {item.board: item.groups for item in contest.fouled}
    for board, group in sorted(boards.groups.items()):
        group.field_size = group.size
        if board not in fouled:
            yield group
            continue
        yield from _split(group, fouled[board])


def _split(whole: Group, keys: Sequence[frozenset[TableKey]]) -> Iterable[Group]:
    at = {key: number for number, tables in enumerate(keys, start=1) for key in tables}
    parts: dict[int, Group] = {}
    for meeting, score in whole.results:
        parts.setdefault(at.get(meeting.key, 0), Group(whole.board)).results.append((meeting, score))
    for meeting, outcomes in whole.weighted:
        parts.setdefault(at.get(meeting.key, 0), Group(whole.board)).weighted.append((meeting, outcomes))
    for _number, part in sorted(parts.items()):
        part.field_size = whole.size
        part.is_fouled = len(parts) > 1
        part.is_smaller = part.size < max(each.size for each in parts.values())
        yield part


def count_scores(group: Group, *, fractional: bool) -> Counts:
    """The scores of a group, counted; with ``fractional`` each outcome of a ruling by its weight."""
    counts: dict[int, int] = defaultdict(int)
    for _meeting, score in group.results:
        counts[score] += 1
    if not (fractional and group.weighted):
        return Counts(counts, 1, len(group.results))
    weighted = [outcome for _meeting, outcomes in group.weighted for outcome in outcomes]
    unit = lcm(*(weight.denominator for _score, weight in weighted))
    for score in counts:
        counts[score] *= unit
    for score, weight in weighted:
        counts[score] += int(weight * unit)
    return Counts(counts, unit, group.size)


def fined(penalties: Sequence[Penalty], contestant: int, *, is_percent: bool) -> Fraction:
    """What is taken from a contestant, in points or in percentage points."""
    found = (p.amount for p in penalties if p.contestant == contestant and p.is_percent == is_percent)
    return sum(found, Fraction(0))
