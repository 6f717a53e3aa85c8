"""`manage.py demo`: a club full of life to look round in, in a database of its own."""

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs import server
from clubs.models import Club
from sessions.demo import club as demo_club
from sessions.demo import database


class Command(BaseCommand):
    help = "Show a demonstration club to everyone on this network until Ctrl-C. Real clubs are not touched."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
        parser.add_argument("--port", type=int, default=server.DEFAULT_PORT)
        parser.add_argument("--fresh", action="store_true", help="forget what was played; build it anew")
        parser.add_argument(
            "--no-serve", "--build-only", action="store_true", dest="build_only", help="build it and stop"
        )
        parser.add_argument("--no-qr", action="store_true", help="print no square to scan")

    def handle(self, *, host: str, port: int, fresh: bool, build_only: bool, no_qr: bool, **options) -> None:
        if not build_only and not server.is_port_free(host, port):
            raise CommandError(
                _("Port %(port)d is taken; try --port %(next)d.") % {"port": port, "next": port + 1}
            )
        try:
            club = self._build(fresh=fresh)
            if build_only:
                return
            database.use_own_key()
            call_command("collectstatic", interactive=False, verbosity=0)
        except KeyboardInterrupt as error:
            raise CommandError(_("Stopped; the demonstration is as it was.")) from error
        self._print_accounts()
        self._print_addresses(club, host, port, qr=not no_qr)
        server.serve_forever(host, port)

    def _build(self, *, fresh: bool) -> Club:
        database.use_own_database()
        try:
            database.check_is_demo()
            if fresh:
                database.clear()
        except (database.NotDemoError, OSError) as error:
            raise CommandError(_("%(problem)s Nothing was changed.") % {"problem": error}) from error
        call_command("migrate", interactive=False, verbosity=0)
        if demo_club.find_club() is None:
            self.stdout.write(_("Dealing the cards; this takes some ten seconds, the first time only ..."))
        club = demo_club.build()
        self.stdout.write(_("The demonstration is kept in %(name)s.") % {"name": database.database_name()})
        return club

    def _print_accounts(self) -> None:
        self.stdout.write(_("Sign in as one of these, or just look round:"))
        for username, role in demo_club.ACCOUNTS:
            self.stdout.write(f"  {username} / {demo_club.PASSWORD}  ({role.label})")

    def _print_addresses(self, club: Club, host: str, port: int, *, qr: bool) -> None:
        site = server.site_urls(host, port)[0].rstrip("/")
        self.stdout.write(_("The club: %(url)s") % {"url": site + reverse("sessions:club", args=[club.slug])})
        for session in demo_club.live_sessions(club):
            code = demo_club.busy_table(session).code
            self.stdout.write(f"{session.title}: {site}{reverse('sessions:tableside', args=[code])}")
        self.stdout.write(_("Overtrick is open. Stop it with Ctrl-C."))
        server.print_addresses(host, port, qr=qr)
