"""Recompute published results from their lines, and print where they differ from what was published."""

import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sessions import queries
from sessions.models import Session


class Command(BaseCommand):
    help = "Recompute published sessions from their lines; exit with 1 where places or scores differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", nargs="?", type=int, help="the session's number, as in its address")
        parser.add_argument("--all", action="store_true", help="every published session")

    def handle(self, *args, session: int | None, all: bool, **options) -> None:
        if (session is None) != all:
            raise CommandError("Name one session, or --all.")
        found = list(queries.published_sessions(session))
        if session is not None and not found:
            raise CommandError(f"There is no published session {session}.")
        count = sum(self.verify(each) for each in found)
        self.stdout.write(f"{len(found)} verified, {count} differ.")
        if count:
            sys.exit(1)

    def verify(self, session: Session) -> bool:
        """Print the differences of one session; whether there are any."""
        differences = queries.differences(queries.load_night(session))
        for found in differences:
            was, now = (_place(rank, score) for rank, score in _pairs(found))
            self.stdout.write(f"{session.pk} {session}: {found.side.label} {found.side}: {was} -> {now}")
        return bool(differences)


def _pairs(found: queries.Difference) -> tuple[tuple[str, str], tuple[str, str]]:
    return (found.was_rank, found.was_score), (found.rank, found.score)


def _place(rank: str, score: str) -> str:
    return f"place {rank or '-'}, score {score or '-'}"
