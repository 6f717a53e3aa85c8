"""A night as one reader may see it: travellers, tables, recording sheets and cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext_noop as _

from scoring.lines import Part, Points
from scoring.methods.reasons import BoardReason, Explains
from scoring.results import BoardPoints, Method, Standing, TableKey
from scoring.standings.refine import explain_refinement
from sessions.models import Placing, Session
from sessions.queries import Difference, Night, Side, TableRound, differences, frozen_rows, placings

from .seats import boards_of, declared_in, has_place, is_first_side, partner_of, table_sides
from .values import (
    BoardProgress,
    Card,
    CardBye,
    CardRound,
    CardRow,
    Cell,
    Credit,
    Frequency,
    MoveMade,
    RecordRow,
    Result,
    RoundRecord,
    Source,
    TableProgress,
    TableSide,
    Traveller,
)

BOARD_FIGURES = ("matchpoints", "imps", "net", "margin")
"""The figures that add up what boards gave, so that their heading names a board's points too."""


class Readings:
    """A night as one reader may see it: who ``sees_all`` need not wait for a board's last table."""

    def __init__(self, night: Night, *, sees_all: bool = False) -> None:
        self.night = night
        self.sees_all = sees_all

    @cached_property
    def hidden(self) -> frozenset[int]:
        """Boards that somebody has yet to play, whose results would give them away."""
        if self.sees_all or self.night.session.status == Session.Status.CLOSED:
            return frozenset()
        return frozenset(board.number for board in self.boards if not board.is_complete)

    @cached_property
    def boards(self) -> tuple[BoardProgress, ...]:
        """The boards that tables compare, with their progress; none where each plays its own deals."""
        if not self.night.has_common_boards:
            return ()
        done, expected = Counter(), Counter()
        for seat, board in self._played():
            expected[board] += 1
            done[board] += board in seat.lines or (*seat.played.key, board) in self._awarded
        return tuple(BoardProgress(board, done[board], expected[board]) for board in sorted(expected))

    def _played(self) -> Iterable[tuple[TableRound, int]]:
        for seat in self.night.rounds:
            if not seat.is_sit_out:
                yield from ((seat, board) for board in boards_of(seat))

    @property
    def unit(self) -> str:
        """What a board's points are called under the session's method."""
        return board_unit(self.night.session.method)

    @cached_property
    def _awarded(self) -> frozenset[tuple[int, int, int]]:
        return frozenset((award.round, award.table, award.board) for award in self.night.awards)

    @cached_property
    def _compared(self) -> Mapping[tuple[TableKey, int], BoardPoints]:
        return {(found.key, found.board): found for found in self.night.standings.boards}

    def result(self, seat: TableRound, board: int) -> Result:
        """A board at a table, empty where it is hidden or has no result yet."""
        if board in self.hidden:
            return Result(seat, board, is_hidden=True)
        line = seat.line_score(board)
        text = seat.ruleset.describe(seat.lines[board].entry, line.deal) if line else ""
        found = self._compared.get((seat.played.key, board))
        if found is None:
            return Result(seat, board, line, text)
        first, second = Credit(found.first, found.top), Credit(found.second, found.top)
        return Result(seat, board, line, text, first, second, is_awarded=found.is_award)

    def traveller(self, number: int) -> Traveller | None:
        """The traveller of a board; None where no table compares it."""
        progress = {board.number: board for board in self.boards}
        if number not in progress:
            return None
        seats = [seat for seat, board in self._played() if board == number]
        rows = sorted((self.result(seat, number) for seat in seats), key=_best_first)
        numbers = sorted(progress)
        at = numbers.index(number)
        return Traveller(
            board=number,
            deal=seats[0].deal(number),
            rows=tuple(rows),
            frequencies=_frequencies(rows),
            previous=numbers[at - 1] if at else None,
            next=numbers[at + 1] if at + 1 < len(numbers) else None,
            done=progress[number].done,
            expected=progress[number].expected,
            is_hidden=number in self.hidden,
        )

    def tables(self) -> tuple[TableProgress, ...]:
        """Every table with its progress."""
        return tuple(self._table_progress(number) for number in self.night.table_numbers)

    def _table_progress(self, number: int) -> TableProgress:
        rounds = self.night.of_table(number)
        return TableProgress(
            number=number,
            now=self.night.current_round(number),
            done=sum(len(seat.lines) for seat in rounds),
            expected=sum(len(seat.boards) for seat in rounds if not seat.is_sit_out),
            is_complete=all(seat.is_complete or seat.is_ended for seat in rounds),
        )

    def record(self, table: int) -> tuple[RoundRecord, ...]:
        """The recording sheets of a table, round by round; empty where there is no such table."""
        return tuple(self._round_record(seat) for seat in self.night.of_table(table))

    def _round_record(self, seat: TableRound) -> RoundRecord:
        sides = table_sides(seat)
        boards = () if seat.is_sit_out else boards_of(seat)
        return RoundRecord(
            seat=seat,
            sides=sides,
            rows=tuple(self._record_row(seat, board, sides) for board in boards),
            totals=tuple(seat.score.totals.get(side.place, 0) for side in sides),
            winners=tuple(side.side for side in sides if side.place in seat.score.winners),
        )

    def _record_row(self, seat: TableRound, board: int, sides: tuple[TableSide, ...]) -> RecordRow:
        result = self.result(seat, board)
        if result.line is None:
            return RecordRow(result, None, (), (), tuple(Cell(None, None) for _side in sides))
        line, entry = result.line, seat.lines[board].entry
        return RecordRow(
            result=result,
            why=seat.explain(board),
            declared=tuple(declared_in(self.night, seat, line.deal, entry)),
            moves=tuple(MoveMade(seat.seats.get(move.place), move) for move in line.deal.moves),
            cells=tuple(Cell(line.points.get(s.place), line.running.get(s.place)) for s in sides),
        )

    def card(self, side: Side) -> Card:
        """Everything that a contestant played."""
        rows = self.standings
        standing = next(row for row in rows if row.contestant == side.pk)
        rounds = tuple(self._card_round(seat, side) for seat in self.night.of_side(side.pk))
        own = [row for found in rounds for row in found.rows]
        return Card(
            side=side,
            standing=standing,
            field_size=sum(row.group == standing.group for row in rows),
            rounds=rounds,
            total=self._total(side),
            penalties=tuple(p for p in self.night.penalties if p.contestant == side.pk),
            has_hidden=any(row.result.is_hidden for row in own),
            refinements=explain_refinement(standing, self.night.contenders[side.pk], self.night.ranking),
            sources=() if self.night.has_common_boards else _sources(side, own),
            difference=next((found for found in self._differences if found.side.pk == side.pk), None),
            byes=tuple(self._byes(side)),
        )

    def _byes(self, side: Side) -> Iterable[CardBye]:
        """The rounds in which a contestant was drawn without an opponent."""
        earned = {(bye.contestant, bye.round): bye for bye in self.night.standings.byes}
        for bye in self.night.byes:
            if bye.contestant == side.pk:
                found = earned.get((side.pk, bye.round))
                yield CardBye(bye.round, Credit(found.points, found.top) if found else None)

    @cached_property
    def _frozen(self) -> tuple[Placing, ...]:
        """The published places; none where nothing is published."""
        return tuple(placings(self.night.session)) if self.night.session.is_published else ()

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every contestant's standing: the published one where there is one, as on the leaderboard."""
        published = {row.contestant: row for row in frozen_rows(self.night, self._frozen)}
        return tuple(published.get(row.contestant, row) for row in self.night.standings.rows)

    @cached_property
    def _differences(self) -> tuple[Difference, ...]:
        return differences(self.night, self._frozen) if self._frozen else ()

    def _card_round(self, seat: TableRound, side: Side) -> CardRound:
        sides = table_sides(seat)
        own = next(found for found in sides if found.side.pk == side.pk)
        partner = partner_of(seat, own.place)
        others = (found.side for found in sides if found is not own)
        return CardRound(
            seat=seat,
            label=own.label,
            people=own.people,
            partner=partner,
            opponents=tuple(other for other in others if other is not partner),
            rows=() if seat.is_sit_out else tuple(self._card_row(seat, b, own) for b in boards_of(seat)),
            points=None if self.night.has_common_boards else seat.score.totals.get(own.place, 0),
            has_won=own.place in seat.score.winners if seat.score.winners else None,
        )

    def _card_row(self, seat: TableRound, board: int, own: TableSide) -> CardRow:
        result = self.result(seat, board)
        is_first = seat.places.index(own.place) % 2 == 0
        credit = result.first if is_first else result.second
        reason = self._reason(seat, board, is_first=is_first) if credit else None
        if result.line is None or result.is_awarded:
            return CardRow(result, None, credit, reason=reason)
        return CardRow(
            result,
            points=result.line.points.get(own.place),
            credit=credit,
            running=None if self.night.has_common_boards else result.line.running.get(own.place),
            why=seat.explain(board),
            reason=reason,
        )

    def _reason(self, seat: TableRound, board: int, *, is_first: bool) -> BoardReason | None:
        """The comparisons that gave a board's points, for the first place's side or the other."""
        method = self.night.session.method
        row = self._compared.get((seat.played.key, board))
        if row is None or not isinstance(method, Explains):
            return None
        return method.explain(self.night.contest_of(seat), row, is_first=is_first)

    def _total(self, side: Side) -> Credit | None:
        """The credits of all the boards together, as they rank before any penalty."""
        seats = {seat.played.key: seat for seat in self.night.of_side(side.pk)}
        found = [
            (board.first if is_first_side(seats[board.key], side) else board.second, board.top)
            for board in self.night.standings.boards
            if board.key in seats
        ]
        found += [(bye.points, bye.top) for bye in self.night.standings.byes if bye.contestant == side.pk]
        if not found:
            return None
        return Credit(
            sum((won for won, _t in found), Fraction(0)), sum((top for _w, top in found), Fraction(0))
        )


def board_unit(method: Method) -> str:
    """The heading of what a board gives: match points, IMPs, points."""
    labels = {column.name: column.label for column in method.columns}
    return next((labels[name] for name in BOARD_FIGURES if name in labels), _("Points"))


def _sources(side: Side, rows: Iterable[CardRow]) -> tuple[Source, ...]:
    """A contestant's points by reason, the most first; none unless they add up to all that he has."""
    found: dict[str, list[Part]] = defaultdict(list)
    total: Points = 0
    for row in rows:
        total += row.points or 0
        if row.why is not None:
            for part in row.why.parts:
                if has_place(row.result.seat, side, part.places):
                    found[str(part.reason)].append(part)
    sources = [
        Source(parts[0].reason, len(parts), sum(part.points for part in parts)) for parts in found.values()
    ]
    if sum(source.points for source in sources) != total:
        return ()
    return tuple(sorted(sources, key=lambda source: -source.points))


def _best_first(result: Result) -> tuple:
    first = result.first_side
    return (result.score is None, -(result.score or 0), first.number if first else 0)


def _frequencies(rows: Iterable[Result]) -> tuple[Frequency, ...]:
    """How often each score occurred; none where equal scores earned differently, as on a fouled board."""
    times: Counter[Points] = Counter()
    credits: dict[Points, tuple[Credit, Credit]] = {}
    for row in rows:
        if row.score is not None and row.first is not None:
            times[row.score] += 1
            if credits.setdefault(row.score, (row.first, row.second)) != (row.first, row.second):
                return ()
    return tuple(Frequency(score, times[score], *credits[score]) for score in sorted(times, reverse=True))
