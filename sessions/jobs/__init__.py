"""Files that take a while: made by a process of its own, so that no phone waits for them."""

import _thread
import hashlib
import json
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.signals import time_to_tidy
from sessions.models import Job

OPEN_MAX = 3
"""The most jobs that a club has under way at once."""
KEPT = timedelta(days=1)
FRESH = timedelta(minutes=1)
"""How long a file may serve whoever orders the same again: what is on it may have changed."""
LOST_AFTER = timedelta(seconds=90)
BEAT_SECONDS, GRACE_SECONDS = 5.0, 20.0


class BusyError(Exception):
    """The club has as many jobs under way as it may."""


class CancelledError(Exception):
    """Somebody no longer wants the file."""


# --- ordering -------------------------------------------------------------------------------------


def order_job(*, club: Club, work: str, order: Mapping, title: str, back_url: str) -> Job:
    """A job for this order; the one that is under way or was done just now, if any. Raises BusyError.

    ``order`` is plain JSON: whoever makes the file, in another process, reads it and the active language.
    """
    clear_old_jobs()
    full = {**order, "language": get_language()}
    digest = hashlib.sha256(json.dumps([work, full], sort_keys=True).encode()).hexdigest()
    found = _same(club, digest)
    if found is not None:
        return found
    with transaction.atomic():
        if len([job for job in _jobs(club) if job.is_open]) >= OPEN_MAX:
            raise BusyError
        job = Job.objects.create(
            club=club,
            key=secrets.token_urlsafe(18),
            order_digest=digest,
            work=work,
            order=full,
            title=title[:200],
            back_url=back_url[:300],
        )
    transaction.on_commit(lambda: _start(job))
    return job


def _jobs(club: Club) -> list[Job]:
    return [_judged(job) for job in Job.objects.filter(club=club).defer("content")]


def _same(club: Club, digest: str) -> Job | None:
    fresh = timezone.now() - FRESH
    found = (job for job in _jobs(club) if job.order_digest == digest)
    return next((x for x in found if x.is_open or (x.state == x.State.DONE and x.touched_at > fresh)), None)


def _start(job: Job) -> None:
    """Begin the job in a process of its own, which outlives the request."""
    if not settings.JOBS_HAVE_PROCESSES:
        from .working import work_on  # the same code, here and now

        work_on(job.pk)
        return
    subprocess.Popen(  # noqa: S603 (our own command and a number)
        [sys.executable, "-m", "django", "run_job", str(job.pk)],
        env={**os.environ, **_own_environment()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _own_environment() -> dict[str, str]:
    """What leads the process to this program and to the database in use, which need not be the usual one."""
    found = {
        "PYTHONPATH": os.pathsep.join([str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]),
        "DJANGO_SETTINGS_MODULE": "clubs.config.settings",
    }
    if connection.vendor == "sqlite":
        found["DATABASE_URL"] = f"sqlite:///{Path(connection.settings_dict['NAME']).as_posix()}"
    return found


# --- looking, fetching, cancelling ----------------------------------------------------------------


def find_job(club: Club, key: str, *, role: int | None = None) -> Job | None:
    """The club's job of that key, without its file: for a day, and for those who might have ordered it."""
    since = timezone.now() - KEPT
    job = Job.objects.filter(club=club, key=key, created_at__gte=since).defer("content").first()
    if job is None or (job.order.get("role") or 0) > (role or 0):
        return None
    return _judged(job)


def content_of(job: Job) -> bytes:
    return bytes(Job.objects.values_list("content", flat=True).get(pk=job.pk) or b"")


def cancel_job(job: Job) -> None:
    """Stop a job that is not done."""
    _open(job.pk).update(state=Job.State.CANCELLED)


def stop_job(job: Job) -> None:
    """End a job that has something to show already: its best so far is the file."""
    _open(job.pk).filter(content__isnull=False).update(state=Job.State.DONE)


@receiver(time_to_tidy, dispatch_uid="files_of_yesterday_leave_the_disk")
def clear_old_jobs(**kwargs) -> None:
    """Forget jobs and their files after a day."""
    Job.objects.filter(created_at__lt=timezone.now() - KEPT).delete()


def _judged(job: Job) -> Job:
    """The job as it is: failed, if nobody has worked on it for a while."""
    if job.is_open and job.touched_at < timezone.now() - LOST_AFTER:
        fail_job(job.pk, _("The computer stopped while it was being made."))
        job.refresh_from_db(fields=["state", "problem"])
    return job


def _open(pk: int):
    return Job.objects.filter(pk=pk, state__in=(Job.State.WAITING, Job.State.RUNNING))


# --- being made -----------------------------------------------------------------------------------


def take_job(pk: int) -> Job | None:
    """The waiting job, now running; None where somebody else took it or nobody wants it any more."""
    is_ours = Job.objects.filter(pk=pk, state=Job.State.WAITING).update(
        state=Job.State.RUNNING, touched_at=timezone.now()
    )
    return Job.objects.get(pk=pk) if is_ours else None


def tell(pk: int, done: int, parts: int) -> None:
    """Say how far a job is. Raises CancelledError where it has been cancelled."""
    if not _open(pk).update(parts_done=done, parts=parts, touched_at=timezone.now()):
        raise CancelledError


def note(pk: int, *, report: Mapping, content: bytes) -> None:
    """Put down the best so far, which stays if the job is stopped. Raises CancelledError if it has been."""
    if not _open(pk).update(report=dict(report), content=content, touched_at=timezone.now()):
        raise CancelledError


def finish_job(pk: int, *, content: bytes, file_name: str, content_type: str) -> None:
    _open(pk).update(
        state=Job.State.DONE,
        content=content,
        file_name=file_name[:200],
        content_type=content_type,
        touched_at=timezone.now(),
    )


def fail_job(pk: int, problem: str) -> None:
    _open(pk).update(state=Job.State.FAILED, problem=problem[:300])


class Heartbeat:
    """While a job is worked on, say so every few seconds; when it is cancelled, end this process.

    It is asked to end first, so that it takes its own files away; what does not listen is ended outright.
    """

    def __init__(self, pk: int) -> None:
        self.pk, self.is_over = pk, threading.Event()
        self.thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self.thread.start()
        return self

    def __exit__(self, *_args) -> None:
        self.is_over.set()
        self.thread.join()

    def _beat(self) -> None:
        while not self.is_over.wait(BEAT_SECONDS):
            if not _open(self.pk).update(touched_at=timezone.now()):
                connection.close()
                _thread.interrupt_main()
                if not self.is_over.wait(GRACE_SECONDS):
                    os._exit(0)
                return
        connection.close()
