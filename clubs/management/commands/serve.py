"""`manage.py serve`: a club night from this machine."""

import getpass

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from clubs import queries, server, services
from clubs.forms import StartForm
from clubs.start_code import start_code


class Command(BaseCommand):
    help = "Serve the site to everyone on this network until Ctrl-C."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
        parser.add_argument("--port", type=int, default=server.DEFAULT_PORT)
        parser.add_argument("--threads", type=int, default=server.THREADS, help="requests answered at once")
        parser.add_argument("--noinput", action="store_true", help="ask nothing; set up in the browser")
        parser.add_argument("--no-qr", action="store_true", help="print no square to scan")

    def handle(self, *, host: str, port: int, threads: int, noinput: bool, no_qr: bool, **options) -> None:
        if not server.is_port_free(host, port):
            raise CommandError(
                _("Port %(port)d is taken; try --port %(next)d.") % {"port": port, "next": port + 1}
            )
        server.prepare()
        path = self._first_run(noinput=noinput)
        self.stdout.write(_("Overtrick is open. Stop it with Ctrl-C."))
        server.print_addresses(host, port, path=path, qr=not no_qr)
        server.serve_forever(host, port, threads=threads)

    def _first_run(self, *, noinput: bool) -> str:
        """Set the club up where there is none; the path to be opened first."""
        if not queries.is_first_run():
            return ""
        if not noinput:
            self._ask_for_club()
            return ""
        self.stdout.write(_("Nobody has an account yet: set the club up at this address."))
        return f"start/?code={start_code()}"

    def _ask_for_club(self) -> None:
        """Ask until the answers will do."""
        self.stdout.write(_("Welcome. Who owns this club?"))
        while True:
            form = StartForm(self._answers())
            if form.is_valid() and self._start(form):
                return
            for field, problems in form.errors.items():
                self.stderr.write(f"{field}: {' '.join(problems)}")

    def _answers(self) -> dict:
        try:
            return {
                "club_name": input(_("Name of the club: ")),
                "username": input(_("Your user name: ")),
                "password": getpass.getpass(_("Password: ")),
                "code": start_code(),
            }
        except (EOFError, KeyboardInterrupt) as error:
            raise CommandError(
                _("Not set up. Run it again, or with --noinput to set up in the browser.")
            ) from error

    def _start(self, form: StartForm) -> bool:
        values = {name: form.cleaned_data[name] for name in ("username", "password", "club_name")}
        try:
            services.start_site(**values)
        except ValidationError as error:
            form.add_error(None, error.messages)
            return False
        return True
