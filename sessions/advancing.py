"""Rounds that are drawn as soon as their results are in and confirmed, where a session draws itself.

Such a draw is a change like the director's: it is told, and can be undone. What the director has undone is
not drawn again by itself, and what was drawn from a result that has been corrected since is drawn anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.movements.drawn import Match, Slot
from scoring.words import Message

from . import changing, queries, seatings
from .changes import Key
from .drawing import Desk
from .models import ScoreLine, SeatingChange, Session
from .queries import Night, TableRound
from .services import Actor, RefusedError, lock, table_reported, touch

Won = tuple[int, int, int | None]
"""Round and table of a match, and the contestant who has won it, if any."""

_OPENING = Message(gettext_noop("Drawn by itself, as the results are in."))


@receiver(table_reported, dispatch_uid="what_can_be_drawn_is_drawn")
def follow_report(sender, session: Session, **kwargs) -> None:
    """Draw what can be drawn now; a report never fails for it."""
    if session.draws_itself and session.drawing is not None and session.is_running:
        try:
            advance(session)
        except RefusedError:
            return


@transaction.atomic
def advance(session: Session) -> SeatingChange | None:
    """Seat who can go on, if anybody can. Raises RefusedError where the tables have moved on meanwhile."""
    session = lock(session)
    desk = _desk_without_stale_draw(session)
    desk.state = replace(desk.state, matches=tuple(_without_held(session, desk.state.matches)))
    latest = desk.state.latest if desk.drawing.by_table else desk.state.last_round
    if not desk.drawing.by_table and not all(match.is_over for match in latest):
        return None
    found = desk.draw(waits_for_answers=not desk.drawing.by_table)
    if found.preview is None or not found.pairings:
        return None
    details = {**found.values["details"], "itself": True}
    values = {**found.values, "details": details, "opening": _OPENING}
    token = changing.preview_change(session=session, kind="draw", values=values).token
    return changing.make_change(session=session, kind="draw", values=values, token=token, by=Actor())


def _desk_without_stale_draw(session: Session) -> Desk:
    """The session at the moment, without its newest draw where a result behind that has changed since."""
    desk = _desk(session)
    newest = session.changes.filter(undone_at__isnull=True).last()
    if newest is None or not newest.details.get("itself"):
        return desk
    stands = {(*match.key, match.winner) for match in desk.state.matches if match.is_over}
    if _rests_on(newest) <= stands or changing.why_it_stands(session, newest):
        return desk
    changing.undo_change(change=newest, by=Actor())
    newest.refresh_from_db()
    newest.details["is_renewed"] = True
    newest.save(update_fields=["details"])
    return _desk(session)


def _desk(session: Session) -> Desk:
    """What a draw looks at; a match is over only once everybody has agreed to it who is to."""
    night = queries.load_night(session)
    desk = Desk(night, seatings.load_room(session, night))
    settled = {seat.played.key for seat in night.rounds if _is_settled(night, seat)}
    matches = (
        match if settled.issuperset(_tables(session, match)) else replace(match, winner=None, is_over=False)
        for match in desk.state.matches
    )
    desk.state = replace(desk.state, matches=tuple(matches))
    return desk


def _tables(session: Session, match: Match) -> set[Key]:
    """The tables of a match with its round."""
    slot = Slot(match.table, *match.contestants)
    return {(match.round, table) for table in slot.tables(has_teams=session.has_teams)}


def _is_settled(night: Night, seat: TableRound) -> bool:
    return seat.is_complete and all(_is_agreed(night.session, line) for line in seat.lines.values())


def _is_agreed(session: Session, line: ScoreLine) -> bool:
    if line.is_disputed:
        return False
    is_asked = session.asks_opponents or session.wants_second_entry
    return not is_asked or bool(line.agreed_at or line.settled_at) or line.origin != ScoreLine.Origin.TABLE


def _rests_on(change: SeatingChange) -> set[Won]:
    return {(number, table, winner) for number, table, winner in change.details["from"]}


def _without_held(session: Session, matches: Iterable[Match]) -> Iterator[Match]:
    """The matches; one from which the director has undone a draw waits for him."""
    held: set[Won] = set()
    for change in session.changes.filter(kind="draw", undone_at__isnull=False):
        if change.details.get("itself") and not change.details.get("is_renewed"):
            held |= _rests_on(change)
    for match in matches:
        is_held = (*match.key, match.winner) in held
        yield replace(match, winner=None, is_over=False) if is_held else match


@transaction.atomic
def set_draws_itself(*, session: Session, draws_itself: bool) -> Session:
    """Say whether each round is drawn as soon as the results are in; what is in already is drawn at once."""
    session = lock(session)
    if session.drawing is None:
        raise RefusedError(_("All the rounds are seated already."))
    session.draws_itself = draws_itself
    session.save(update_fields=["draws_itself"])
    session = touch(session)
    follow_report(Session, session)
    return session
