"""From the points of each score to what every contestant has: the books of a comparison."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.methods.boards import Boards, Group, Meeting, groups_of
from scoring.methods.totals import Totals
from scoring.results import Award, BoardPoints, Contest


@dataclass(frozen=True, slots=True)
class Credits:
    """What the results of a group earn: by score, the two sides' points in parts of ``1 / unit``.

    ``top`` is the most there is to earn (0: no such thing). ``weighted`` are the group's weighted
    rulings in their order: both sides' points, and the top.
    """

    by_score: Mapping[int, tuple[int, int]]
    unit: int
    top: int
    weighted: tuple[tuple[Fraction, Fraction, int], ...] = ()


@dataclass(slots=True)
class Books:
    """The totals of every contestant, and what each board gave."""

    totals: dict[int, Totals] = field(default_factory=lambda: defaultdict(Totals))
    boards: list[BoardPoints] = field(default_factory=list)


Judge = Callable[[Group], Credits]
Awarder = Callable[[Award, Fraction | str, Fraction | None], tuple[Fraction, Fraction]]
"""Points and top for one side of an award, given its grade and the contestant's share so far."""


def keep_books(contest: Contest, boards: Boards, *, judge: Judge, award: Awarder) -> Books:
    """Credit every result with what ``judge`` says of its group, then every award."""
    books = Books()
    apart = {item.place for item in boards.awards if item.keeps_score}
    for group in groups_of(boards, contest):
        _credit_group(books, group, judge(group), apart)
    sessions = {contestant: total.share for contestant, total in books.totals.items()}
    for item in boards.awards:
        meeting = boards.meetings.get((item.round, item.table))
        if meeting is not None and not item.outcomes:
            _credit_award(books, item, meeting, sessions, award)
    return books


def _credit_group(books: Books, group: Group, credits: Credits, apart: set[tuple[int, int, int]]) -> None:
    unit, top, board, totals = credits.unit, credits.top, group.board, books.totals
    shown = {s: (Fraction(a, unit), Fraction(b, unit)) for s, (a, b) in credits.by_score.items()}
    whole = Fraction(top)
    for meeting, score in group.results:
        if apart and (*meeting.key, board) in apart:
            continue
        first, second = credits.by_score[score]
        for contestant in meeting.first:
            totals[contestant].add(first, unit, top)
        for contestant in meeting.second:
            totals[contestant].add(second, unit, top)
        books.boards.append(BoardPoints(meeting.key, board, score, *shown[score], whole))
    for (meeting, _outcomes), (own, other, most) in zip(group.weighted, credits.weighted, strict=True):
        _credit(books, meeting.first, own, Fraction(most))
        _credit(books, meeting.second, other, Fraction(most))
        ruled = BoardPoints(meeting.key, board, None, own, other, Fraction(most), is_award=True)
        books.boards.append(ruled)


def _credit(books: Books, contestants: tuple[int, ...], points: Fraction, top: Fraction) -> None:
    for contestant in contestants:
        books.totals[contestant].add(points.numerator, points.denominator, top)


def _credit_award(
    books: Books,
    item: Award,
    meeting: Meeting,
    sessions: Mapping[int, Fraction | None],
    award: Awarder,
) -> None:
    """Each side looks at its session as it stands without any award."""
    given = []
    for at, contestants, grade in ((0, meeting.first, item.first), (1, meeting.second, item.second)):
        top = Fraction(0)
        points = [award(item, grade, sessions.get(contestant)) for contestant in contestants]
        if not points:
            points = [award(item, grade, None)]
        if item.points is not None:
            points = [(item.points[at], top) for _points, top in points]
        for contestant, (won, top) in zip(contestants, points, strict=False):
            _credit(books, (contestant,), won, top)
        given.append(points[0])
    (first, top), (second, _top) = given
    books.boards.append(BoardPoints(meeting.key, item.board, None, first, second, top, is_award=True))
