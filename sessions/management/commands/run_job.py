"""Makes one file that takes a while; the site starts this by itself."""

import os
import signal
from contextlib import suppress

from django.core.management.base import BaseCommand, CommandParser

from sessions.jobs import Heartbeat
from sessions.jobs.working import work_on


class Command(BaseCommand):
    help = "Make the file of a job that the site has put down; started by the site itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *args, job: int, **options) -> None:
        with suppress(AttributeError, OSError):  # Windows has no such order of precedence
            os.nice(10)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a server in the background ignores it
        with suppress(KeyboardInterrupt), Heartbeat(job):  # interrupted once it is cancelled
            work_on(job)
