"""A session on paper: the list of its sheets, and each of them as PDF, workbook or page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from clubs.access import club_view, has_role
from clubs.models import Club, Role
from sessions import queries
from sessions.models import Session
from sessions.sheets import build, pdf, xlsx

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@club_view()
@require_GET
def sheets(request: HttpRequest, club: Club, session_id: int) -> HttpResponse:
    """What can be printed, for whoever may see the session (while it is set up: scorers and above)."""
    session = _find(request, club, session_id)
    context = {
        "session": session,
        "kinds": build.kinds_for(session),
        "papers": build.PAPERS.items(),
        "tables": queries.table_numbers(session),
        "is_filled": queries.has_results(session),
        "may_fill": _may_fill(request, session),
        "tab": "sheets",
    }
    return render(request, "sessions/paper/sheets.html", context)


@club_view()
@require_GET
def sheet(request: HttpRequest, club: Club, session_id: int, kind: str, extension: str) -> HttpResponse:
    """One kind of sheet as `pdf`, `xlsx` or `html`."""
    session = _find(request, club, session_id)
    try:
        order = build.read_order(kind, request.GET)
        answer = ANSWERS["html" if request.GET.get("format") == "html" else extension]
    except (ValueError, KeyError):
        raise Http404 from None
    if not _may_fill(request, session):
        order = build.as_blank(order)
    found = build.make_sheets(session, order)
    if not found:
        return render(request, "sessions/paper/nothing.html", {"session": session}, status=404)
    return answer(request, session, order, found)


def _find(request: HttpRequest, club: Club, pk: int) -> Session:
    session = queries.find_session(club, pk, role=request.club_role)
    if session is None or (session.status == Session.Status.SETUP and not has_role(request, Role.SCORER)):
        raise Http404
    return session


def _may_fill(request: HttpRequest, session: Session) -> bool:
    return build.may_show_results(session, sees_all=has_role(request, Role.DIRECTOR))


def _answer_html(request: HttpRequest, session: Session, order: build.Order, found) -> HttpResponse:
    back = reverse("sessions:sheets", args=[session.club.slug, session.pk])
    return HttpResponse(pdf.render_html(found, title=session.title, paper=order.paper, back_url=back))


def _answer_pdf(request: HttpRequest, session: Session, order: build.Order, found) -> HttpResponse:
    page = pdf.render_html(found, title=session.title, paper=order.paper)
    try:
        content = pdf.render_pdf(page)
    except pdf.NoPrinterError:
        html_url = f"{request.path.removesuffix('.pdf')}.html?{request.GET.urlencode()}"
        return render(
            request, "sessions/paper/no_pdf.html", {"session": session, "html_url": html_url}, status=503
        )
    return _file(content, "application/pdf", build.file_name(session, order, "pdf"), as_attachment=False)


def _answer_xlsx(request: HttpRequest, session: Session, order: build.Order, found) -> HttpResponse:
    content = xlsx.render_xlsx(found, paper=order.paper)
    return _file(content, XLSX_TYPE, build.file_name(session, order, "xlsx"), as_attachment=True)


def _file(content: bytes, content_type: str, name: str, *, as_attachment: bool) -> HttpResponse:
    disposition = content_disposition_header(as_attachment, name)
    headers = {"Content-Disposition": disposition, "Cache-Control": "private, no-cache"}
    return HttpResponse(content, content_type=content_type, headers=headers)


ANSWERS = {"html": _answer_html, "pdf": _answer_pdf, "xlsx": _answer_xlsx}

_SHEETS = "c/<slug:club_slug>/sessions/<int:session_id>/sheets/"

urlpatterns = [
    path(_SHEETS, sheets, name="sheets"),
    path(f"{_SHEETS}<slug:kind>.<slug:extension>", sheet, name="sheet"),
]
