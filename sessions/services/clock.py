"""The round clock: started, paused, set."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.lines import EntryError

from .. import queries
from ..clock import LONGEST_MINUTES, left_seconds, usual_minutes
from ..models import Clock, Session
from .actors import RefusedError
from .revision import announce, lock


@transaction.atomic
def start_clock(*, session: Session) -> Clock:
    """Let the round's time run, from the beginning or from where it was paused."""
    clock = _lock_clock(session)
    if clock.ends_at is None and not clock.left_seconds:
        raise RefusedError(_("The time of this round is up: add a minute, or go on to the next round."))
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
def next_clock_round(*, session: Session, seen: int | None = None) -> Clock:
    """Set the clock to the next round, its full time not yet running.

    ``seen`` is the round that the sender saw: two who press at once go on by one round, not by two.
    """
    clock = _lock_clock(session)
    if seen not in (None, clock.round):
        raise RefusedError(_("The clock was set to another round meanwhile."))
    if clock.round >= queries.last_round(session):
        raise RefusedError(_("This is the last round."))
    clock.round += 1
    clock.left_seconds, clock.ends_at = clock.minutes * 60, None
    return _save_clock(clock)


@transaction.atomic
def set_clock(*, session: Session, round: int, minutes: int, has_sound: bool) -> Clock:
    """Which round it is, how long one takes, and whether its end is to be heard.

    Another round begins with its full time, not yet running; a running one keeps the time that it has.
    """
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise EntryError("minutes", gettext_noop("a round takes 1 to %(most)s minutes"), most=LONGEST_MINUTES)
    if not 1 <= round <= queries.last_round(session):
        raise EntryError("round", gettext_noop("there is no round %(number)s"), number=round)
    clock = _lock_clock(session)
    is_untouched = clock.ends_at is None and clock.left_seconds == clock.minutes * 60
    if is_untouched or clock.round != round:
        clock.left_seconds, clock.ends_at = minutes * 60, None
    clock.round, clock.minutes, clock.has_sound = round, minutes, has_sound
    return _save_clock(clock)


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
