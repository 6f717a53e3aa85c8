"""The room as the director watches it, and the codes that open its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_GET, require_http_methods

from clubs.access import Role, club_view
from clubs.asking import ask
from clubs.models import Club
from clubs.server import lan_addresses
from sessions import queries, services
from sessions.models import Session, Table

from .access import attempt, director_view
from .clock import console

PAGE = ["GET", "HEAD", "POST"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@director_view
@require_GET
def direct(request: HttpRequest, session: Session) -> HttpResponse:
    """Every table in every round, and what is to be done next."""
    if session.status == Session.Status.SETUP:
        step = "room" if session.movement_name else "setup"
        return redirect(f"sessions:{step}", session.club.slug, session.pk)
    context = {"may_reseat": queries.may_reseat(session), **_grid(session), **console(session)}
    return render(request, "sessions/director/direct.html", context)


def _grid_etag(request: HttpRequest, club: Club, session_id: int) -> str | None:
    found = queries.revision_of(club_slug=club.slug, pk=session_id)
    if found is None:
        return None
    parts = (session_id, found["revision"], found["notices"], queries.is_time_up(session_id), get_language())
    return f'"{".".join(map(str, parts))}"'


@club_view(role=Role.DIRECTOR)
@require_GET
@cache_control(private=True, no_cache=True)
@etag(_grid_etag)
def fragment(request: HttpRequest, club: Club, session_id: int) -> HttpResponse:
    """The grid alone, answered 304 while no result has changed."""
    session = queries.find_session(club, session_id, role=request.club_role)
    if session is None:
        raise Http404
    return render(request, "sessions/director/_grid.html", _grid(session))


def _grid(session: Session) -> dict:
    night = queries.load_night(session)
    return {
        "session": session,
        "night": night,
        "rows": queries.grid(night),
        "concerns": queries.concerns(night),
        "board": queries.make_leaderboard(night),
        "is_all_in": not queries.unplayed(night),
        "is_last_drawn": session.drawing is not None and queries.has_nothing_to_draw(night),
        "statuses": Session.Status,
    }


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on a table, or on the wall of the hall (None): where it leads, and the square to scan."""

    table: Table | None
    address: str

    @property
    def image(self) -> str:
        """The square as an image's address; white behind, so that it scans from a dark page as well."""
        return segno.make(self.address, error="m").svg_data_uri(scale=4, border=2, light="#fff")


@director_view
@require_GET
def codes(request: HttpRequest, session: Session) -> HttpResponse:
    """A card for each table, to be printed and cut."""
    base = reachable_address(request)
    context = {
        "session": session,
        "hall": Card(None, f"{base}{reverse('sessions:hall', args=[session.code])}"),
        "cards": [Card(table, f"{base}{_path(table)}") for table in session.tables.all()],
        "join_address": f"{base}/t/",
        "is_local": urlsplit(base).hostname in LOOPBACK,
    }
    return render(request, "sessions/director/codes.html", context)


def _path(table: Table) -> str:
    return reverse("sessions:tableside", args=[table.code])


def reachable_address(request: HttpRequest) -> str:
    """Where phones find the site: as the director reached it, or this machine's own network address."""
    parts = urlsplit(request.build_absolute_uri("/"))
    if parts.hostname in LOOPBACK:
        return _on_the_network(parts.scheme, parts.port, lan_addresses())
    return f"{parts.scheme}://{parts.netloc}"


def _on_the_network(scheme: str, port: int | None, addresses: Sequence[str]) -> str:
    """The first address at which the site answers others; the loopback where there is none."""
    host = next((address for address in addresses if address in settings.ALLOWED_HOSTS), LOOPBACK[0])
    return f"{scheme}://{host}{f':{port}' if port else ''}"


@director_view
@require_http_methods(PAGE)
def renew_hall_code(request: HttpRequest, session: Session) -> HttpResponse:
    """Ask once, then give the hall another code; the old one opens nothing any more."""
    if request.method != "POST":
        return _ask_for_code(
            request,
            session,
            heading=_("A new code for the hall?"),
            text=_("The card on the wall leads nowhere any more. Phones at their tables go on."),
        )
    done = _("The hall has a new code; the old one opens nothing any more.")
    attempt(request, services.renew_hall_code, done, session=session)
    return redirect("sessions:codes", session.club.slug, session.pk)


def _ask_for_code(request: HttpRequest, session: Session, **values) -> HttpResponse:
    back = reverse("sessions:codes", args=[session.club.slug, session.pk])
    return ask(request, deed=_("New code"), back_url=back, **values)


@director_view
@require_http_methods(PAGE)
def renew_code(request: HttpRequest, session: Session, table: int) -> HttpResponse:
    """Ask once, then give a table another code; the old one opens nothing any more."""
    found = queries.find_numbered_table(session, table)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _ask_for_code(
            request,
            session,
            heading=_("A new code for table %(table)d?") % {"table": table},
            text=_("The card on the table and the phones there stop working until they have the new one."),
        )
    done = _("Table %(table)d has a new code; the old one opens nothing any more.") % {"table": table}
    attempt(request, services.renew_code, done, table=found)
    return redirect("sessions:codes", session.club.slug, session.pk)
