"""A filled workbook comes back: what it says line by line, then, on confirmation, on the record."""

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.lines import EntryError
from sessions import queries, services
from sessions.models import ScoreLine, Session
from sessions.services import Actor
from sessions.sheets.reading import BYTES_MAX, NotReadError, ReadLine, lines_to_record, read_book

from .director.access import director_view, objection

SALT = "workbook"
HOUR = 60 * 60


@director_view
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, session: Session) -> HttpResponse:
    """Choose a file; then see what was read in it. Nothing is stored yet."""
    if request.method != "POST":
        return render(request, "sessions/paper/upload.html", {"session": session, "most": BYTES_MAX})
    try:
        lines = read_book(_content(request), queries.load_night(session))
    except NotReadError as error:
        context = {"session": session, "most": BYTES_MAX, "refusal": str(error)}
        return render(request, "sessions/paper/upload.html", context, status=422)
    to_record = list(lines_to_record(lines))
    context = {
        "session": session,
        "lines": lines,
        "to_record": to_record,
        "differs": [line for line in to_record if line.state == "differs"],
        "wrong": [line for line in lines if line.state == "wrong"],
        "emptied": [line for line in lines if line.state == "emptied"],
        "same": [line for line in lines if line.state == "same"],
        "packed": _pack(session, to_record),
    }
    return render(request, "sessions/paper/review.html", context)


@director_view
@require_POST
def confirm(request: HttpRequest, session: Session) -> HttpResponse:
    """Record what was shown: all of it, or nothing where something has changed meanwhile."""
    actor = Actor(user=request.user, origin=ScoreLine.Origin.IMPORT)
    reason = request.POST.get("reason", "").strip() or _("from a workbook")
    try:
        lines = _unpack(session, request.POST.get("packed", ""))
        done = services.record_lines(session=session, lines=lines, by=actor, reason=reason)
    except signing.BadSignature:
        messages.error(request, _("This list is no longer valid; choose the workbook again."))
        return redirect("sessions:upload", session.club.slug, session.pk)
    except (services.RefusedError, services.ConflictError, EntryError) as error:
        text = _("Nothing was recorded, because something has changed meanwhile: %(why)s")
        messages.error(request, text % {"why": objection(error)})
        return redirect("sessions:upload", session.club.slug, session.pk)
    text = ngettext("%(count)d result was recorded.", "%(count)d results were recorded.", done)
    messages.success(request, text % {"count": done})
    return redirect("sessions:direct", session.club.slug, session.pk)


def _content(request: HttpRequest) -> bytes:
    file = request.FILES.get("workbook")
    if file is None:
        raise NotReadError(_("Choose a workbook first."))
    if file.size > BYTES_MAX:
        raise NotReadError(_("This file is too large for a workbook of a session."))
    return file.read()


def _pack(session: Session, lines: list[ReadLine]) -> str:
    """What was shown, signed, so that exactly this is recorded."""
    found = [[line.seat.pk, line.board, dict(line.entry), line.expected] for line in lines]
    return signing.dumps([session.pk, found], salt=SALT, compress=True)


def _unpack(session: Session, packed: str) -> list[services.Draft]:
    pk, found = signing.loads(packed, salt=SALT, max_age=HOUR)
    if pk != session.pk:
        raise signing.BadSignature
    return [services.Draft(*values) for values in found]


_UPLOAD = "c/<slug:club_slug>/sessions/<int:session_id>/sheets/upload/"

urlpatterns = [
    path(_UPLOAD, upload, name="upload"),
    path(f"{_UPLOAD}confirm/", confirm, name="confirm_upload"),
]
