"""The round clock: started, paused, set; the breaks between rounds."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.lines import EntryError

from .. import queries
from ..clock import LONGEST_MINUTES, left_seconds, usual_minutes
from ..models import Clock, Session
from .actors import RefusedError
from .revision import announce, lock, touch


@transaction.atomic
def start_clock(*, session: Session) -> Clock:
    """Let the round's time run, from the beginning or from where it was paused."""
    clock = _lock_clock(session)
    if clock.ends_at is None and not clock.left_seconds:
        raise RefusedError(
            _("The break is over: add a minute, or go on to the next round.")
            if clock.break_minutes
            else _("The time of this round is up: add a minute, or go on to the next round.")
        )
    if clock.ends_at is None:
        clock.ends_at = timezone.now() + datetime.timedelta(seconds=clock.left_seconds)
    return _save_clock(clock)


@transaction.atomic
def pause_clock(*, session: Session) -> Clock:
    """Stop the round's time where it is."""
    clock = _lock_clock(session)
    clock.left_seconds, clock.ends_at = left_seconds(clock, timezone.now()), None
    return _save_clock(clock)


@transaction.atomic
def add_minute(*, session: Session) -> Clock:
    """Give the round a minute more; after its end, a minute from now."""
    clock, now = _lock_clock(session), timezone.now()
    if clock.ends_at is None:
        clock.left_seconds += 60
    else:
        clock.ends_at = max(clock.ends_at, now) + datetime.timedelta(seconds=60)
    return _save_clock(clock)


@transaction.atomic
def take_minute(*, session: Session) -> Clock:
    """Give the round, or the break, a minute less; it may end at once."""
    clock, now = _lock_clock(session), timezone.now()
    if clock.ends_at is None:
        clock.left_seconds = max(0, clock.left_seconds - 60)
    else:
        clock.ends_at = max(now, clock.ends_at - datetime.timedelta(seconds=60))
    return _save_clock(clock)


@transaction.atomic
def next_clock_round(
    *,
    session: Session,
    seen: int | None = None,
    is_break: bool | None = None,
    skips_break: bool = False,
) -> Clock:
    """Go on: into the break that is planned after this round, which runs at once, or to the next round.

    A round's full time does not run yet. With ``skips_break`` it is the next round in any case. ``seen`` is
    the round that the sender saw, and ``is_break`` whether he saw its break: two who press at once go on by
    one step, not by two.
    """
    clock = _lock_clock(session)
    if seen not in (None, clock.round) or is_break not in (None, clock.break_minutes > 0):
        raise RefusedError(_("The clock was set to another round meanwhile."))
    minutes = queries.breaks_ahead(clock.session).get(clock.round)
    if minutes and not clock.break_minutes and not skips_break:
        return _begin_break(clock, minutes)
    if clock.round >= queries.last_round(session):
        raise RefusedError(_why_no_next(clock.session, clock.round))
    return _set_round(clock, clock.round + 1)


def _begin_break(clock: Clock, minutes: int) -> Clock:
    clock.break_minutes = minutes
    clock.ends_at = timezone.now() + datetime.timedelta(minutes=minutes)
    clock.left_seconds = minutes * 60
    return _save_clock(clock)


def _set_round(clock: Clock, number: int) -> Clock:
    clock.round, clock.break_minutes = number, 0
    clock.left_seconds, clock.ends_at = clock.minutes * 60, None
    return _save_clock(clock)


def _why_no_next(session: Session, number: int) -> str:
    if number < session.planned_rounds:
        return _("Round %(round)d is not drawn yet.") % {"round": number + 1}
    return _("This is the last round.")


@transaction.atomic
def set_clock(*, session: Session, round: int, minutes: int, has_sound: bool) -> Clock:
    """Which round it is, how long one takes, and whether its end is to be heard.

    Another round begins with its full time, not yet running; a running one, and a break, keep their time.
    """
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise EntryError("minutes", gettext_noop("a round takes 1 to %(most)s minutes"), most=LONGEST_MINUTES)
    if not 1 <= round <= queries.last_round(session):
        raise EntryError("round", gettext_noop("there is no round %(number)s"), number=round)
    clock = _lock_clock(session)
    is_untouched = clock.ends_at is None and clock.left_seconds == clock.minutes * 60
    is_other = clock.round != round
    clock.minutes, clock.has_sound = minutes, has_sound
    if is_other or (is_untouched and not clock.break_minutes):
        return _set_round(clock, round)
    return _save_clock(clock)


@transaction.atomic
def set_breaks(*, session: Session, rounds: Sequence[int], minutes: int) -> Session:
    """After which rounds there is a break, and of how many minutes each; one that goes on stays as it is."""
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise EntryError("minutes", gettext_noop("a break takes 1 to %(most)s minutes"), most=LONGEST_MINUTES)
    session = lock(session)
    if session.status == Session.Status.CLOSED:
        raise RefusedError(_("Play has ended."))
    last = max(queries.last_round(session), session.planned_rounds)
    for number in rounds:
        if not 1 <= number < last:
            text = gettext_noop("there is no round after round %(number)s")
            raise EntryError("rounds", text, number=number)
    session.plan = {**session.plan, "pauses": {str(after): minutes for after in sorted(set(rounds))}}
    session.save(update_fields=["plan"])
    announce(session)
    return touch(session)


def _lock_clock(session: Session) -> Clock:
    """The clock of a session in play, made where it has none yet, and held with the session."""
    session = lock(session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("The clock runs while the session is in play."))
    minutes = usual_minutes(queries.most_boards(session))
    values = {"round": queries.round_now(session), "minutes": minutes, "left_seconds": minutes * 60}
    return Clock.objects.get_or_create(session=session, defaults=values)[0]


def _save_clock(clock: Clock) -> Clock:
    clock.save()
    announce(clock.session)
    return clock
