"""The director's decisions: a board awarded, points taken or given."""

from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.names import clean_text
from scoring.lines import EntryError
from scoring.methods import GRADES

from ..models import Adjustment, Contestant, Seating
from .actors import REASON_MAX, RefusedError
from .revision import lock_open, touch


@transaction.atomic
def award_board(
    *, seating: Seating, board: int, first: str, second: str, by=None, reason: str = "", top: str = ""
) -> Adjustment:
    """Award a board instead of comparing it: a share in per cent or a grade for each side.

    Replaces an earlier award of the board. Raises EntryError for a share outside 0 to 100.
    """
    session = lock_open(seating.session)
    shares = {"first": clean_share(first, "first"), "second": clean_share(second, "second")}
    _withdraw(session.adjustments.filter(seating=seating, board=board, kind=Adjustment.Kind.AWARD))
    adjustment = Adjustment.objects.create(
        session=session,
        kind=Adjustment.Kind.AWARD,
        seating=seating,
        board=board,
        top=top,
        by=by,
        reason=clean_text(reason)[:REASON_MAX],
        **shares,
    )
    touch(session)
    return adjustment


def clean_share(text: str, field: str) -> str:
    """A grade, or a percentage as an exact text. Raises EntryError naming the field."""
    text = text.strip().upper().replace("%", "").replace(",", ".")
    if text in GRADES:
        return text
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise EntryError(field, "%(text)s is neither a percentage nor A+, A or A-", text=text) from None
    if not 0 <= share <= 100:
        raise EntryError(field, "%(text)s is not between 0 and 100 per cent", text=text)
    return str(share)


@transaction.atomic
def fine(
    *,
    contestant: Contestant,
    amount: str,
    is_percent: bool = False,
    round: int | None = None,
    by=None,
    reason: str = "",
) -> Adjustment:
    """Take points (or percentage points) from a contestant; a negative amount gives them.

    With a ``round`` they come off a team's match of that round, before it becomes victory points. Raises
    EntryError for an amount that is no number, and for a round in which the team has no match.
    """
    session = lock_open(contestant.session)
    try:
        exact = Fraction(amount.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise EntryError("amount", gettext_noop("%(text)s is not a number"), text=amount) from None
    adjustment = Adjustment.objects.create(
        session=session,
        kind=Adjustment.Kind.PENALTY,
        contestant=contestant,
        amount=str(exact),
        is_percent=is_percent,
        seating=None if round is None else _match_of(contestant, round),
        by=by,
        reason=clean_text(reason)[:REASON_MAX],
    )
    touch(session)
    return adjustment


def _match_of(contestant: Contestant, round: int) -> Seating:
    """A table at which a team plays its match of a round."""
    found = contestant.session.seatings.filter(round=round, chairs__contestant=contestant).first()
    if found is None:
        text = gettext_noop("%(name)s has no match in round %(number)s")
        raise EntryError("round", text, name=str(contestant), number=round)
    return found


@transaction.atomic
def withdraw_adjustment(*, adjustment: Adjustment) -> None:
    """Take a decision back; it stays readable."""
    session = lock_open(adjustment.session)
    _withdraw(session.adjustments.filter(pk=adjustment.pk))
    touch(session)


@transaction.atomic
def put_back_adjustment(*, adjustment: Adjustment, by=None) -> Adjustment:
    """Let a decision that was taken back or replaced stand again, as a new one; another in its place goes."""
    session = lock_open(adjustment.session)
    if adjustment.kind == Adjustment.Kind.AWARD:
        place = {"kind": adjustment.kind, "seating": adjustment.seating_id, "board": adjustment.board}
        _withdraw(session.adjustments.filter(**place))
    elif adjustment.kind == Adjustment.Kind.FOULED:
        _withdraw(session.adjustments.filter(kind=adjustment.kind, board=adjustment.board))
    elif _stands_again(adjustment):
        raise RefusedError(_("It stands again already."))
    adjustment.pk, adjustment.created_at, adjustment.is_current = None, None, True
    adjustment._state.adding = True
    adjustment.by = by
    adjustment.save()
    touch(session)
    return adjustment


def _stands_again(penalty: Adjustment) -> bool:
    """Whether a penalty that was taken back has been put back since: two would count twice."""
    names = ("kind", "contestant", "amount", "is_percent", "seating", "reason")
    same = {name: getattr(penalty, name) for name in names}
    return penalty.session.adjustments.filter(is_current=True, pk__gt=penalty.pk, **same).exists()


def _withdraw(adjustments) -> None:
    adjustments.filter(is_current=True).update(is_current=False)
