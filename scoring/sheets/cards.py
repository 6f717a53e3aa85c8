"""The smaller papers of an evening: guide cards, movement, attendance, frequencies, recap, table cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.lines import Points
from scoring.results import BoardPoints
from scoring.words import Message
from scoring.words import mark as _

from . import Cell, ColumnGroup, Row, Sheet, SheetColumn, Text, side_label


@dataclass(frozen=True, slots=True)
class Visit:
    """Where a contestant is in a round; ``table`` is None for who has no seat.

    Who has no opponents sits out, or is as ``alone`` says.
    """

    round: int
    table: int | None = None
    seats: str = ""
    opponents: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    alone: Text = Message(_("sits out"))


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets at a table in a round: the labels of the contestants by the seats that they take."""

    round: int
    table: int
    sides: Mapping[str, str]
    boards: tuple[int, ...] = ()
    is_sit_out: bool = False


def board_ranges(boards: Sequence[int]) -> str:
    """``"1–3, 7"`` for boards 1, 2, 3 and 7."""
    parts: list[list[int]] = []
    for board in sorted(boards):
        if parts and board == parts[-1][-1] + 1:
            parts[-1].append(board)
        else:
            parts.append([board])
    return ", ".join(str(x[0]) if len(x) == 1 else f"{x[0]}–{x[-1]}" for x in parts)


def table_of(head: Sheet, columns: Sequence[SheetColumn], rows: Sequence[tuple[Cell, ...]]) -> Sheet:
    """A sheet of these columns, without common headings."""
    groups = tuple(ColumnGroup((column,)) for column in columns)
    return replace(head, groups=groups, rows=tuple(map(Row, rows)))


def guide_card(head: Sheet, visits: Sequence[Visit]) -> Sheet:
    """Where a contestant goes round by round."""
    has_boards = any(visit.boards for visit in visits)
    columns = [
        SheetColumn(Message(_("Round")), "count", 22),
        SheetColumn(Message(_("Table")), "count", 22),
        SheetColumn(Message(_("Seat")), "text", 20),
        SheetColumn(Message(_("Opponents")), "text", 36),
    ]
    columns += [SheetColumn(Message(_("Boards")), "text", 36)] if has_boards else []
    return table_of(head, columns, [_visit_cells(visit, has_boards) for visit in visits])


def _visit_cells(visit: Visit, has_boards: bool) -> tuple[Cell, ...]:
    against: Text = ", ".join(visit.opponents) or visit.alone
    cells: tuple[Cell, ...] = (visit.round, visit.table, side_label(visit.seats) or None, against)
    return (*cells, board_ranges(visit.boards) or None) if has_boards else cells


def table_guide(head: Sheet, meetings: Sequence[Meeting]) -> Sheet:
    """Who comes to a table round by round, and which boards lie on it."""
    sides = list(dict.fromkeys(side for meeting in meetings for side in meeting.sides))
    has_boards = any(meeting.boards for meeting in meetings)
    columns = [SheetColumn(Message(_("Round")), "count", 22)]
    columns += [SheetColumn(side, "text", 26) for side in sides]
    columns += [SheetColumn(Message(_("Boards")), "text", 36)] if has_boards else []
    rows: list[tuple[Cell, ...]] = []
    for meeting in meetings:
        cells: tuple[Cell, ...] = (meeting.round, *(meeting.sides.get(side, "–") for side in sides))
        rows.append((*cells, board_ranges(meeting.boards) or None) if has_boards else cells)
    return table_of(head, columns, rows)


def movement_sheet(head: Sheet, meetings: Sequence[Meeting], *, tables: Sequence[int]) -> Sheet:
    """The whole movement: a row a round, a column a table, in a cell who meets and on which boards."""
    found = {(meeting.round, meeting.table): meeting for meeting in meetings}
    rounds = sorted({meeting.round for meeting in meetings})
    columns = [SheetColumn(Message(_("Round")), "count", 14)]
    columns += [SheetColumn(Message(_("Table %(table)d"), {"table": table}), "text", 28) for table in tables]
    return table_of(
        head,
        columns,
        [(number, *(_meeting_cell(found.get((number, table))) for table in tables)) for number in rounds],
    )


def _meeting_cell(meeting: Meeting | None) -> Cell:
    if meeting is None:
        return "–"
    who = " – ".join(meeting.sides.values())
    boards = board_ranges(meeting.boards)
    return f"{who} ({boards})" if boards else who


def seating_list(head: Sheet, rows: Sequence[tuple[int | None, Text, Text]]) -> Sheet:
    """Who sits where in one round, to hang on the wall: table, North-South, East-West."""
    columns = [
        SheetColumn(Message(_("Table")), "count", 18),
        SheetColumn(Message(_("North-South")), "name", 80),
        SheetColumn(Message(_("East-West")), "name", 80),
    ]
    return table_of(head, columns, rows)


def attendance_list(head: Sheet, people: Sequence[tuple[str, str, str]]) -> Sheet:
    """Everybody with the number he plays under and where he begins; room to tick off and to sign."""
    columns = [
        SheetColumn(Message(_("Name")), "name", 70),
        SheetColumn(Message(_("No.")), "text", 16),
        SheetColumn(Message(_("Begins at")), "text", 24),
        SheetColumn(Message(_("Here")), "text", 14),
        SheetColumn(Message(_("Paid")), "text", 16),
        SheetColumn(Message(_("Signature")), "text", 50),
    ]
    return table_of(head, columns, [(*person, None, None, None) for person in people])


def frequency_list(head: Sheet, points: Sequence[BoardPoints], *, unit: Text) -> Sheet:
    """How often each score of a board came, the best for the first side at the top."""
    scores = Counter(found.score for found in points if found.score is not None and not found.is_award)
    earned: dict[Points | None, BoardPoints] = {found.score: found for found in points if not found.is_award}
    columns = (
        ColumnGroup((SheetColumn(Message(_("Score")), "points", 30, is_main=True),)),
        ColumnGroup((SheetColumn(Message(_("Times")), "count", 24),)),
        ColumnGroup((SheetColumn("NS", "points", 26), SheetColumn("EW", "points", 26)), unit),
    )
    rows = tuple(
        Row((score, scores[score], earned[score].first, earned[score].second))
        for score in sorted(scores, reverse=True)
    )
    return replace(head, groups=columns, rows=rows)


def recap_sheet(
    head: Sheet,
    boards: Sequence[int],
    groups: Sequence[tuple[Text, Sequence[tuple[str, str, Mapping[int, Fraction], Points | None]]]],
    *,
    total: Text,
) -> Sheet:
    """What each contestant earned on each board: label, name, points by board, and the figure that ranks.

    Each group of winners stands under its heading.
    """
    columns = [
        SheetColumn(Message(_("No.")), "text", 17),
        SheetColumn(Message(_("Name")), "pair", 44),
        *(SheetColumn(str(board), "points", 11) for board in boards),
        SheetColumn(total, "decimal", 19, is_main=True),
    ]
    rows: list[Row] = []
    for heading, found in groups:
        rows += [Row(heading=heading)] if heading else []
        rows += [
            Row((label, name, *(points.get(board) for board in boards), figure))
            for label, name, points, figure in found
        ]
    return replace(table_of(head, columns, ()), rows=tuple(rows))


def table_card(head: Sheet, *, address: str, code: str) -> Sheet:
    """What stands on a table: its number, and the square that opens it on a phone."""
    return replace(head, code=address, subtitle=(*head.subtitle, code))
