"""A session on paper: the list of its sheets, and each of them as PDF, workbook or page."""

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import translation
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import club_view, has_role
from clubs.models import Club, Role
from sessions import queries
from sessions.jobs.works import XLSX_TYPE, make_pdf, make_xlsx
from sessions.models import Session
from sessions.sheets import build, pdf
from sessions.sheets.workbook import can_score
from sessions.views.director.grid import reachable_address
from sessions.views.jobs import ordered

PAPER_COOKIE, PAPER_SECONDS = "paper", 365 * 24 * 60 * 60


@club_view()
@require_GET
def sheets(request: HttpRequest, club: Club, session_id: int) -> HttpResponse:
    """What can be printed, for whoever may see the session (while it is set up: scorers and above)."""
    session = _find(request, club, session_id)
    pdf.get_ready()
    is_director = has_role(request, Role.DIRECTOR)
    kinds = build.kinds_for(session, is_director=is_director, may_fill=_may_fill(request, session))
    context = {
        "session": session,
        "groups": build.grouped(kinds),
        "paper": usual_paper(request),
        "papers": build.PAPERS.items(),
        "languages": settings.LANGUAGES,
        "language": get_language(),
        "choices": _choices(session),
        "is_filled": queries.has_results(session),
        "may_fill": _may_fill(request, session),
        "scores_itself": can_score(session),
        "may_upload": is_director,
        "unprintable": pdf.unprintable(queries.written_names(session)) if is_director else "",
        "tab": "sheets",
    }
    return render(request, "sessions/paper/sheets.html", context)


def _choices(session: Session) -> dict[str, tuple[str, list[tuple[int, str]]]]:
    """Of what there is a sheet each: what all of them are called, and each with its number or key."""
    night = queries.load_night(session)
    sides = sorted(night.sides.values(), key=lambda side: side.number)
    return {
        "table": (_("All tables"), [(x, _("Table %(number)s") % {"number": x}) for x in night.table_numbers]),
        "board": (_("All boards"), [(x, _("Board %(number)s") % {"number": x}) for x in night.board_numbers]),
        "side": (_("Everybody"), [(side.pk, f"{side.label} {side.name}".strip()) for side in sides]),
    }


@club_view()
@require_GET
def sheet(request: HttpRequest, club: Club, session_id: int, kind: str, extension: str) -> HttpResponse:
    """One kind of sheet as `pdf`, `xlsx` or `html`."""
    session = _find(request, club, session_id)
    try:
        order = build.read_order(kind, {"paper": usual_paper(request), **request.GET.dict()})
    except ValueError:
        raise Http404 from None
    kind_of_file = "html" if request.GET.get("format") == "html" else extension
    if kind_of_file not in ANSWERS:
        raise Http404
    if not _may_fill(request, session):
        order = build.as_blank(order)
    order = replace(order, site=reachable_address(request))
    with translation.override(order.language or get_language()):
        night = build.load_night(session, order)
        found = build.make_sheets(session, order, is_director=has_role(request, Role.DIRECTOR), night=night)
        if not found:
            return _nothing(request, session)
        if build.is_long(found, kind_of_file):
            return _ordered(request, session, order, kind_of_file)
        response = ANSWERS[kind_of_file](request, session, order, found, night)
    kept = {"max_age": PAPER_SECONDS, "samesite": "Lax", "httponly": True, "secure": settings.HTTPS}
    response.set_cookie(PAPER_COOKIE, order.paper, **kept)
    return response


def _find(request: HttpRequest, club: Club, pk: int) -> Session:
    session = queries.find_session(club, pk, role=request.club_role)
    if session is None or (session.status == Session.Status.SETUP and not has_role(request, Role.SCORER)):
        raise Http404
    return session


def usual_paper(request: HttpRequest) -> str:
    """The paper that this browser printed on last."""
    paper = request.COOKIES.get(PAPER_COOKIE, "")
    return paper if paper in build.PAPERS else next(iter(build.PAPERS))


def _may_fill(request: HttpRequest, session: Session) -> bool:
    return build.may_show_results(session, sees_all=has_role(request, Role.DIRECTOR))


def _answer_html(request: HttpRequest, session: Session, order: build.Order, found, _night) -> HttpResponse:
    back = reverse("sessions:sheets", args=[session.club.slug, session.pk])
    page = pdf.render_html(
        found,
        title=session.title,
        paper=order.paper,
        is_large=order.is_large,
        back_url=back,
        logo_url=session.club.logo_url,
    )
    return HttpResponse(page)


def _for_the_reader(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page in the reader's own language, whatever that of the sheets is."""

    @wraps(view)
    def inside(request: HttpRequest, *values) -> HttpResponse:
        with translation.override(request.LANGUAGE_CODE):
            return view(request, *values)

    return inside


@_for_the_reader
def _nothing(request: HttpRequest, session: Session) -> HttpResponse:
    return render(request, "sessions/paper/nothing.html", {"session": session}, status=404)


@_for_the_reader
def _without_printer(request: HttpRequest, session: Session) -> HttpResponse:
    html_url = f"{request.path.removesuffix('.pdf')}.html?{request.GET.urlencode()}"
    context = {"session": session, "html_url": html_url}
    return render(request, "sessions/paper/no_pdf.html", context, status=503)


@_for_the_reader
def _ordered(request: HttpRequest, session: Session, order: build.Order, extension: str) -> HttpResponse:
    """The same file, made while the reader waits on a page of its own."""
    return ordered(
        request,
        club=session.club,
        work="sheets",
        order={
            "session": session.pk,
            "revision": session.revision,
            "sheets": asdict(order),
            "extension": extension,
            "role": request.club_role,
        },
        title=f"{session.title}\u00a0· {build.KINDS[order.kind].name}",
        back_url=reverse("sessions:sheets", args=[session.club.slug, session.pk]),
    )


def _answer_pdf(request: HttpRequest, session: Session, order: build.Order, found, _night) -> HttpResponse:
    try:
        content = make_pdf(session, order, found)
    except pdf.NoPrinterError:
        return _without_printer(request, session)
    name = build.file_name(session, order, "pdf", found)
    return send_file(content, "application/pdf", name, as_attachment=False)


def _answer_xlsx(request: HttpRequest, session: Session, order: build.Order, found, night) -> HttpResponse:
    content = make_xlsx(session, order, found, night=night)
    return send_file(content, XLSX_TYPE, build.file_name(session, order, "xlsx", found), as_attachment=True)


def send_file(content: bytes, content_type: str, name: str, *, as_attachment: bool) -> HttpResponse:
    """A file to look at or to keep, fresh each time."""
    disposition = content_disposition_header(as_attachment, name)
    headers = {"Content-Disposition": disposition, "Cache-Control": "private, no-cache"}
    return HttpResponse(content, content_type=content_type, headers=headers)


ANSWERS = {"html": _answer_html, "pdf": _answer_pdf, "xlsx": _answer_xlsx}

_SHEETS = "c/<slug:club_slug>/sessions/<int:session_id>/sheets/"

urlpatterns = [
    path(_SHEETS, sheets, name="sheets"),
    path(f"{_SHEETS}<slug:kind>.<slug:extension>", sheet, name="sheet"),
]
