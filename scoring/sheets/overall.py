"""The ranking over several sessions on one sheet: what each gave, and what it adds up to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.lines import Points
from scoring.words import Message
from scoring.words import mark as _

from . import FIGURE_KINDS, Cell, ColumnGroup, Row, Sheet, SheetColumn, Text

SHARES_MAX = 12
"""With more sessions than fit beside one another, their number stands in place of what each gave."""


@dataclass(frozen=True, slots=True)
class Overall:
    """One row: the place as it is told (``"3="``), the name, the total, and each session's share of it."""

    place: str
    name: str
    total: Points | None
    shares: tuple[Points | None, ...]
    boards: int

    @property
    def played(self) -> int:
        return sum(share is not None for share in self.shares)


def overall_sheet(head: Sheet, *, kind: str, sessions: Sequence[Text], rows: Sequence[Overall]) -> Sheet:
    """The ranking list of a combined event. ``kind`` is that of what is combined, as in ``Column``."""
    figure = FIGURE_KINDS.get(kind, "points")
    has_shares = len(sessions) <= SHARES_MAX
    columns = [
        SheetColumn(Message(_("Place")), "text", 9, is_main=True),
        SheetColumn(Message(_("Name")), "name", 60),
        SheetColumn(Message(_("Total")), figure, 15, is_main=True),
        *(SheetColumn(label, figure, 14) for label in sessions if has_shares),
        *([] if has_shares else [SheetColumn(Message(_("Sessions")), "count", 12)]),
        SheetColumn(Message(_("Boards")), "count", 11),
    ]
    return replace(
        head,
        groups=tuple(ColumnGroup((column,)) for column in columns),
        rows=tuple(Row(_cells(row, has_shares=has_shares)) for row in rows),
    )


def _cells(row: Overall, *, has_shares: bool) -> tuple[Cell, ...]:
    between: tuple[Cell, ...] = row.shares if has_shares else (row.played,)
    return (row.place, row.name, row.total, *between, row.boards)
