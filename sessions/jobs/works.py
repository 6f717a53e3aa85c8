"""The works that a job may be: each reads its order and makes a file."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from clubs.access import Role
from clubs.queries import logo_of
from scoring.formats import movement_csv
from scoring.movements.search import Best, search
from sessions import queries
from sessions.models import Job
from sessions.sheets import build, pdf, season, xlsx
from sessions.sheets.formulas import render_book
from sessions.sheets.heads import Order

from . import note

SEARCH_SECONDS = 300
NOTE_SECONDS = 0.5
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SEARCH = "search"
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
    night = build.load_night(session, order)
    sheets = build.make_sheets(session, order, is_director=is_director, night=night)
    if extension == "xlsx":
        content, kind = make_xlsx(session, order, sheets, night=night, tell=tell), XLSX_TYPE
    else:
        content, kind = make_pdf(session, order, sheets, tell=tell), "application/pdf"
    return Made(content, build.file_name(session, order, extension, sheets), kind)


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


def make_xlsx(session, order: Order, sheets, *, night=None, tell: Tell | None = None) -> bytes:
    """The workbook of a session's sheets; recording sheets score themselves where the game allows it."""
    logo = logo_of(session.club) if session.club.logo_version else None
    book = build.make_book(session, order, sheets, night=night)
    if book is not None:
        return render_book(book, paper=order.paper, logo=logo, tell=tell)
    return xlsx.render_xlsx(sheets, paper=order.paper, logo=logo, tell=tell)


def make_season(job: Job, tell: Tell) -> Made:
    """Every result of a time, as a workbook."""
    span = season.Span.from_plain(job.order["span"])
    content = season.write_season(job.club, span, tell=tell)
    return Made(content, season.file_name(job.club, span), XLSX_TYPE)


def search_movement(job: Job, tell: Tell) -> Made:
    """A better seating than the one ordered, as CSV: the best of five minutes, or what ends them before."""
    start = replace(movement_csv.loads(job.order["movement"]), slug=job.order["slug"])
    began, noted, first = time.monotonic(), 0.0, None
    for best in search(start, seed=job.order["seed"]):
        first, seconds = first or best, time.monotonic() - began
        if not noted or seconds - noted > NOTE_SECONDS:
            noted = seconds or NOTE_SECONDS
            note(job.pk, report=_report(first, best, seconds), content=_csv(best))
            tell(int(seconds), SEARCH_SECONDS)
        if seconds > SEARCH_SECONDS:
            break
    note(job.pk, report=_report(first, best, seconds), content=_csv(best))
    return Made(_csv(best), "movement.csv", "text/csv")


def _report(first: Best, best: Best, seconds: float) -> dict:
    """What a search has found so far, in plain numbers."""
    short = best.measured.short.values()
    return {
        "first": first.measured.repeats,
        "best": best.measured.repeats,
        "bound": best.measured.bound,
        "short": [min(short), max(short)],
        "tries": best.tries,
        "seconds": round(seconds),
    }


def _csv(best: Best) -> bytes:
    return movement_csv.dumps(best.movement).encode()


def _role(job: Job) -> Role | None:
    role = job.order.get("role")
    return None if role is None else Role(role)


WORKS: Mapping[str, Callable[[Job, Tell], Made]] = MappingProxyType(
    {"sheets": make_sheets, "season": make_season, SEARCH: search_movement}
)
