"""Wrong codes: an address that tries many is slowed, then stopped, and the directors can read of it.

The addresses themselves are kept nowhere, neither here nor in the log of the server: only a keyed hash,
for a day.
"""

import datetime
import ipaddress
import logging

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubs.limits import is_too_often

from .models import Guesser
from .services import RefusedError

log = logging.getLogger("overtrick.codes")

RECENT_MAX = 10
RECENT = datetime.timedelta(minutes=1)
REST = datetime.timedelta(minutes=1)
MISSES_MAX = 30
MEMORY = datetime.timedelta(hours=1)
STOP = datetime.timedelta(hours=1)
LET_GO_MAX = 3
KEPT = datetime.timedelta(days=1)
NETWORK_BITS = 64
"""Of an IPv6 address: one household or hall has all the addresses below."""


def is_held(address: str) -> bool:
    """Whether no code of this address is looked at for the time being."""
    return Guesser.objects.filter(address=hash_of(address), held_until__gt=timezone.now()).exists()


@transaction.atomic
def count_miss(address: str) -> Guesser:
    """Note a wrong code: ten in a minute let the address rest, thirty in an hour stop it."""
    now = timezone.now()
    Guesser.objects.filter(last_at__lt=now - KEPT).delete()
    fresh = {"recent_since": now, "since": now, "last_at": now}
    found, _is_new = Guesser.objects.get_or_create(address=hash_of(address), defaults=fresh)
    found = Guesser.objects.select_for_update().get(pk=found.pk)
    _count(found, now)
    if found.misses >= MISSES_MAX:
        _hold(found, now + STOP, is_stopped=True)
        log.warning("%d wrong table codes from address %s: stopped for an hour", found.misses, found)
    elif found.recent >= RECENT_MAX:
        _hold(found, now + REST, is_stopped=False)
        log.warning("%d wrong table codes from address %s: it rests for a minute", found.misses, found)
    found.save()
    return found


def _count(found: Guesser, now: datetime.datetime) -> None:
    if now - found.recent_since > RECENT:
        found.recent, found.recent_since = 0, now
    if now - found.since > MEMORY:
        found.misses, found.since = 0, now
    found.recent += 1
    found.misses += 1
    found.last_at = now


def _hold(found: Guesser, until: datetime.datetime, *, is_stopped: bool) -> None:
    found.held_until, found.is_stopped, found.recent = until, is_stopped, 0
    if is_stopped:
        found.since = until


@transaction.atomic
def let_go(*, guesser: Guesser) -> None:
    """Let a stopped address try again, as often as a new one may rest; thrice in an hour at the most.

    A director of one club must not open the doors of all of them. Raises RefusedError.
    """
    if is_too_often("let-go", guesser.address, times=LET_GO_MAX, seconds=int(STOP.total_seconds())):
        raise RefusedError(_("This address was let try again several times; it has to wait now."))
    guesser.held_until, guesser.is_stopped = None, False
    guesser.recent, guesser.misses = 0, MISSES_MAX - RECENT_MAX
    guesser.since = guesser.recent_since = timezone.now()
    guesser.save()
    log.warning("address %s may try table codes again: a director said so", guesser)


def guessers() -> list[Guesser]:
    """Who was made to wait within a day, the latest first."""
    since = timezone.now() - KEPT
    return list(Guesser.objects.filter(held_until__isnull=False, last_at__gt=since))


def find_guesser(pk: int) -> Guesser | None:
    return Guesser.objects.filter(pk=pk, is_stopped=True).first()


def hash_of(address: str) -> str:
    """An address, or the network that it is in, so that it can be told from others and not be read."""
    return salted_hmac("overtrick.codes", _network(address), algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))
