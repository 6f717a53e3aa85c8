"""What grows old leaves the disk: failed sign-ins, sessions of the browser, and what other parts keep."""

import logging
import threading
import time
from datetime import timedelta
from importlib import import_module

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.core.cache import cache
from django.db import DatabaseError, close_old_connections, transaction
from django.dispatch import receiver
from django.utils import timezone

from .signals import time_to_tidy

KEPT = timedelta(days=30)
"""How long it is known who signed in, and who failed to."""
PAUSE_SECONDS = 60 * 60
log = logging.getLogger(__name__)


def tidy() -> None:
    """Forget all that is older than it need be."""
    since = timezone.now() - KEPT
    for kept in (AccessAttempt, AccessFailureLog, AccessLog):
        kept.objects.filter(attempt_time__lt=since).delete()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    time_to_tidy.send(sender=None)


def tidy_if_possible() -> None:
    """Tidy, and where that fails leave it for the next time: nothing else depends on it."""
    try:
        with transaction.atomic():
            tidy()
    except DatabaseError:
        log.exception("what has grown old could not be forgotten")


@receiver([user_logged_in, user_login_failed], dispatch_uid="tidy_where_people_sign_in")
def tidy_now_and_then(**kwargs) -> None:
    """Tidy at most once an hour: for sites whose server knows nothing of it."""
    if cache.add("tidied", True, PAUSE_SECONDS):
        tidy_if_possible()


def keep_tidy() -> None:
    """Tidy every hour, aside, for as long as the program runs."""
    threading.Thread(target=_tidy_for_ever, name="tidying", daemon=True).start()


def _tidy_for_ever() -> None:
    while True:
        time.sleep(PAUSE_SECONDS)
        tidy_if_possible()
        close_old_connections()
