"""Keeps the demonstration in a database of its own, and away from every other."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubs.models import Club

from .club import find_club

CLUB_FILE, DEMO_FILE = "overtrick.sqlite3", "demo.sqlite3"
SQLITE_SUFFIXES = ("-wal", "-shm", "-journal", "")


class NotDemoError(Exception):
    """The database is not for demonstrations; ``str()`` says why, for people."""


def use_own_database() -> None:
    """Point this process at the demonstration's file beside the club's, unless another database is named.

    To be called before anything is read. All threads share the settings of the connection, so whoever
    connects later comes to the same file.
    """
    path = Path(database_name())
    if path.name == CLUB_FILE:
        connection.close()
        connection.settings_dict["NAME"] = str(path.with_name(DEMO_FILE))


def use_own_key() -> None:
    """Sign with another key than a real club's site here, which must not honour our cookies."""
    settings.SECRET_KEY = salted_hmac("overtrick.demo", "key").hexdigest()


def database_name() -> str:
    return str(connection.settings_dict["NAME"])


def check_is_demo() -> None:
    """Raise NotDemoError unless the database is empty or holds demonstration clubs only. Writes nothing."""
    tables = connection.introspection.table_names()
    if not tables:
        return
    if Club._meta.db_table not in tables:
        raise NotDemoError(_("The database %(name)s holds something else.") % {"name": database_name()})
    if Club.objects.filter(is_demo=False).exists():
        raise NotDemoError(_("The database %(name)s holds a real club.") % {"name": database_name()})
    if find_club() is None and get_user_model().objects.exists():
        raise NotDemoError(_("The database %(name)s has accounts already.") % {"name": database_name()})


def clear() -> None:
    """Empty the demonstration's database, which must have been checked."""
    check_is_demo()
    path = Path(database_name())
    if path.name == DEMO_FILE:
        connection.close()
        for suffix in SQLITE_SUFFIXES:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    elif connection.introspection.table_names():
        call_command("flush", interactive=False, verbosity=0)
