"""What the director ruled, told in words."""

from sessions import rulings
from sessions.models import Adjustment, Session

from .night import Night, TableRound


def find_adjustment(session: Session, pk: int) -> Adjustment | None:
    """A decision of this session that still stands."""
    found = session.adjustments.select_related("session__club").filter(pk=pk, is_current=True)
    return found.first()


def find_past_adjustment(session: Session, pk: int) -> Adjustment | None:
    """A decision of this session that was taken back or replaced."""
    found = session.adjustments.select_related("session__club").filter(pk=pk, is_current=False)
    return found.first()


def fouled_board(night: Night, board: int) -> Adjustment | None:
    """The ruling that a board was played in two forms, where it stands."""
    fouled = (x for x in night.adjustments if x.kind == Adjustment.Kind.FOULED)
    return next((x for x in fouled if x.board == board), None)


def board_decisions(night: Night, board: int | None = None) -> tuple[rulings.Decision, ...]:
    """The rulings that stand on a board, or on all boards, told in full."""
    found = (x for x in night.adjustments if x.board is not None and board in (None, x.board))
    return night.tell(found, in_full=True)


def line_decisions(night: Night, seat: TableRound, board: int) -> tuple[rulings.Decision, ...]:
    """The ruling that stands on a board at one table."""
    found = (x for x in night.adjustments if (x.seating_id, x.board) == (seat.pk, board))
    return night.tell(found, in_full=True)


def past_decisions(night: Night) -> tuple[rulings.Decision, ...]:
    """The decisions taken back or replaced, the latest first."""
    found = night.session.adjustments.filter(is_current=False).select_related("by", "seating__table")
    return night.tell(found.order_by("-pk"), in_full=True)
