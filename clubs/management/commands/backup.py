"""`manage.py backup`: a copy of everything, while people play."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = "Copy the SQLite database into one file, also while the server runs."

    def add_arguments(self, parser) -> None:
        usual = settings.DATA_DIR / "backups"
        parser.add_argument(
            "folder", nargs="?", type=Path, default=usual, help=f"where to (default: {usual})"
        )

    def handle(self, *, folder: Path, **options) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(_("This club is kept in PostgreSQL: back it up with pg_dump."))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"overtrick-{timezone.now():%Y-%m-%d-%H%M%S}.sqlite3"
        path.touch(mode=0o600)
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise CommandError(_("The copy is not whole: %(problem)s") % {"problem": found})
        self.stdout.write(_("Everything is in %(path)s.") % {"path": path})
