"""What a job's process does: makes the file as whoever ordered it would see it, and says how far it is."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.utils import translation
from django.utils.translation import gettext as _

from clubs.access import Role, club_zone
from clubs.privacy import audience_of, read_by
from sessions.models import Job
from sessions.sheets import pdf

from . import CancelledError, fail_job, finish_job, take_job, tell
from .works import WORKS

TELL_SECONDS = 0.5
log = logging.getLogger(__name__)


def work_on(pk: int) -> None:
    """Make the file of a waiting job, or say why that failed."""
    job = take_job(pk)
    if job is None:
        return
    try:
        with _as_ordered(job):
            made = WORKS[job.work](job, _teller(pk))
        finish_job(pk, content=made.content, file_name=made.name, content_type=made.content_type)
    except CancelledError:
        return
    except pdf.NoPrinterError:
        fail_job(pk, _("This computer cannot make a PDF: Pango is missing."))
    except Exception:  # whatever it is, the page must not wait for ever
        log.exception("job %d (%s) failed", pk, job.work)
        fail_job(pk, _("Something went wrong while it was being made; the log of the program has more."))


@contextmanager
def _as_ordered(job: Job) -> Iterator[None]:
    role = job.order.get("role")
    audience = audience_of(None if role is None else Role(role))
    with translation.override(job.order["language"]), club_zone(job.club), read_by(audience):
        yield


def _teller(pk: int) -> Callable[[int, int], None]:
    """Writes down how far a job is, now and then; the last part always."""
    last = 0.0

    def say(done: int, parts: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == parts or now - last > TELL_SECONDS:
            last = now
            tell(pk, done, parts)

    return say
