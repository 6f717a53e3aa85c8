"""`manage.py import_session`: a results file of another program becomes a closed session."""

import datetime
import json
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from clubs.models import Club
from scoring.formats import MAX_BYTES, FormatError
from sessions.services import RefusedError
from sessions.transfer import ImportReport, import_usebio
from sessions.words import say


class Command(BaseCommand):
    help = "Store a USEBIO file of matchpoint pairs as a closed session, and tell what differs."

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", default="", help="address (slug) of the club; not needed if only one")
        parser.add_argument(
            "--date", type=datetime.date.fromisoformat, help="YYYY-MM-DD, if the file has none"
        )
        parser.add_argument("--public", action="store_true", help="show it to everyone")
        parser.add_argument(
            "--publish", action="store_true", help="freeze its places and show it to everyone"
        )
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *, file: Path, club: str, date, public: bool, publish: bool, **options) -> None:
        try:
            session, report = import_usebio(
                club=find_club(club),
                data=read_file(file),
                filename=file.name,
                date=date,
                is_public=public,
                publish=publish,
            )
        except FormatError as error:
            raise CommandError(f"{file.name}: {say(error.where)}: {say(error.message)}") from error
        except (RefusedError, ValidationError) as error:
            raise CommandError(f"{file.name}: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps({"session": session.pk, **report.as_json()}, ensure_ascii=False))
        else:
            self._tell(session, report)

    def _tell(self, session, report: ImportReport) -> None:
        self.stdout.write(f"{session.title}, {session.date}: {session.get_absolute_url()}")
        template = _("%(pairs)d pairs, %(tables)d tables, %(boards)d boards, %(lines)d results")
        self.stdout.write(template % report.counts)
        for sentence in report.rule:
            self.stdout.write(sentence)
        for difference in report.differences:
            self.stdout.write(_("Differs: %(what)s") % {"what": difference})
        for warning in report.warnings:
            self.stdout.write(_("Note: %(what)s") % {"what": warning})


def find_club(slug: str) -> Club:
    """The club of that address, or the only one. Raises CommandError naming those there are."""
    clubs = list(Club.objects.order_by("slug"))
    found = [club for club in clubs if club.slug == slug] if slug else clubs
    if len(found) == 1:
        return found[0]
    if not clubs:
        raise CommandError(_("There is no club yet."))
    slugs = ", ".join(club.slug for club in clubs)
    raise CommandError(_("Say which club with --club: %(slugs)s.") % {"slugs": slugs})


def read_file(file: Path) -> bytes:
    """The bytes of a file, but not many more than a results file may have."""
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be read: %(why)s") % {"file": file, "why": error.strerror}
        ) from error
