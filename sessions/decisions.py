"""Rulings beyond a share of the top: weighted, in points outright, and boards played in two forms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.names import clean_text
from scoring.lines import EntryError
from scoring.results import TableKey, weigh_outcomes

from . import queries
from .models import Adjustment, Seating, Session
from .rulings import read_outcome
from .services import REASON_MAX, RefusedError, lock, touch

POINTS_MOST = 10_000


@transaction.atomic
def award_weighted(
    *,
    seat: queries.TableRound,
    seating: Seating,
    board: int,
    outcomes: Sequence[tuple[str, str]],
    by=None,
    reason: str = "",
) -> Adjustment:
    """Rule several outcomes with weights in per cent (Law 12C1c); replaces an earlier award of the board.

    An outcome is a score of the first side or a result, as ``read_outcome`` reads it. Raises EntryError
    naming the field: ``score_1``, ``weight_2`` ..., or ``weight`` where they do not add up to 100.
    """
    if len(outcomes) < 2:
        raise EntryError("score_2", gettext_noop("a weighted ruling has at least two outcomes"))
    read = [_read(seat, board, number, *pair) for number, pair in enumerate(outcomes, start=1)]
    weigh_outcomes((each["score"], Fraction(each["weight"])) for each in read)
    return _replace_award(seating, board, by=by, reason=reason, outcomes=read)


def _read(seat: queries.TableRound, board: int, number: int, text: str, weight: str) -> dict:
    try:
        score = read_outcome(
            text, ruleset=seat.ruleset, options=seat.options, places=seat.places, board=board
        )
    except EntryError as error:
        raise EntryError(f"score_{number}", error.message.template, **error.message.params) from None
    exact = _number(weight.removesuffix("%"), f"weight_{number}", most=100)
    if exact <= 0:
        raise EntryError(f"weight_{number}", gettext_noop("each weight must be more than 0"))
    return {"score": score, "weight": str(exact), "text": " ".join(clean_text(text).split())}


@transaction.atomic
def award_points(
    *, seating: Seating, board: int, first: str, second: str, by=None, reason: str = ""
) -> Adjustment:
    """Give both sides of a board points outright, in the unit of the method: IMPs for instance.

    Replaces an earlier award of the board. Raises EntryError naming ``first`` or ``second``.
    """
    points = {name: str(_number(text, name)) for name, text in (("first", first), ("second", second))}
    return _replace_award(seating, board, by=by, reason=reason, is_points=True, **points)


def _replace_award(seating: Seating, board: int, *, by, reason: str, **values) -> Adjustment:
    session = _lock_open(seating.session)
    standing = session.adjustments.filter(kind=Adjustment.Kind.AWARD, is_current=True)
    standing.filter(seating=seating, board=board).update(is_current=False)
    return _decide(
        session, Adjustment.Kind.AWARD, seating=seating, board=board, by=by, reason=reason, **values
    )


@transaction.atomic
def foul_board(
    *, session: Session, board: int, forms: Mapping[TableKey, int], by=None, reason: str = ""
) -> Adjustment:
    """Rule that a board was played in several forms (Law 87): each group is compared within itself.

    ``forms`` are the numbers of those that were played, by round and table; who is not named played form 0.
    Replaces an earlier ruling on the board. Raises EntryError naming ``forms`` where all tables played the
    same, or one of them has not played the board.
    """
    session = _lock_open(session)
    played = {seat.played.key for seat in queries.load_night(session).of_board(board) if not seat.is_sit_out}
    if not forms.keys() <= played:
        raise EntryError("forms", gettext_noop("these tables do not play the board"))
    found = {key: forms.get(key, 0) for key in sorted(played)}
    if len(set(found.values())) < 2:
        raise EntryError("forms", gettext_noop("let some of the tables have played other cards, not all"))
    fouled = session.adjustments.filter(kind=Adjustment.Kind.FOULED, board=board, is_current=True)
    fouled.update(is_current=False)
    tables = [[*key, form] for key, form in found.items() if form]
    return _decide(session, Adjustment.Kind.FOULED, board=board, by=by, reason=reason, tables=tables)


def _decide(session: Session, kind: str, *, reason: str, **values) -> Adjustment:
    text = clean_text(reason)[:REASON_MAX]
    made = Adjustment.objects.create(session=session, kind=kind, reason=text, **values)
    touch(session)
    return made


def _number(text: str, field: str, *, most: int = POINTS_MOST) -> Fraction:
    plain = text.strip().replace(",", ".").replace("−", "-")
    try:
        exact = Fraction(plain)
    except (ValueError, ZeroDivisionError):
        raise EntryError(field, gettext_noop("%(text)s is not a number"), text=text) from None
    if abs(exact) > most:
        raise EntryError(field, gettext_noop("%(text)s is too much"), text=text)
    return exact


def _lock_open(session: Session) -> Session:
    session = lock(session)
    if session.is_final:
        raise RefusedError(_("This result is final; take it back before you change it."))
    return session
