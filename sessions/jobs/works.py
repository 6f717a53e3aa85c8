"""The works that a job may be: each reads its order and makes a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clubs.access import Role
from clubs.queries import logo_of
from sessions import queries
from sessions.models import Job
from sessions.sheets import build, pdf, season, xlsx
from sessions.sheets.heads import Order

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Made:
    """A file that is ready."""

    content: bytes
    name: str
    content_type: str


def make_sheets(job: Job, tell: Tell) -> Made:
    """All the sheets of an order, as PDF or workbook."""
    session = queries.find_session(job.club, job.order["session"], role=_role(job))
    order, extension = Order(**job.order["sheets"]), job.order["extension"]
    is_director = (_role(job) or 0) >= Role.DIRECTOR
    sheets = build.make_sheets(session, order, is_director=is_director)
    if extension == "xlsx":
        logo = logo_of(job.club)
        content, kind = xlsx.render_xlsx(sheets, paper=order.paper, logo=logo, tell=tell), XLSX_TYPE
    else:
        content, kind = make_pdf(session, order, sheets, tell=tell), "application/pdf"
    return Made(content, build.file_name(session, order, extension), kind)


def make_pdf(session, order: Order, sheets, *, tell: Tell | None = None) -> bytes:
    """The PDF of the sheets of a session, or of an event. Raises NoPrinterError."""
    logo = logo_of(session.club) if session.club.logo_version else None
    page = pdf.render_html(
        sheets,
        title=session.title,
        paper=order.paper,
        is_large=order.is_large,
        logo_url=pdf.LOGO_URL if logo else "",
    )
    return pdf.render_pdf(page, logo=logo, tell=tell)


def make_season(job: Job, tell: Tell) -> Made:
    """Every result of a time, as a workbook."""
    span = season.Span.from_plain(job.order["span"])
    content = season.write_season(job.club, span, tell=tell)
    return Made(content, season.file_name(job.club, span), XLSX_TYPE)


def _role(job: Job) -> Role | None:
    role = job.order.get("role")
    return None if role is None else Role(role)


WORKS: Mapping[str, Callable[[Job, Tell], Made]] = MappingProxyType(
    {"sheets": make_sheets, "season": make_season}
)
