"""The leaderboard as it is sent: laid out once, and packed once, for all who look at it."""

import gzip
from dataclasses import dataclass
from importlib.metadata import version

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.access import club_zone
from clubs.privacy import audience

from . import queries
from .models import Session
from .once import Made, make_once
from .ranking_table import count_pages, make_parts, make_tables, page_links

VERSION = version("overtrick")
PAGES_MAX = 99
PACKING = 6


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the leaderboard as bytes, plain and gzipped, with the ETag that it goes under."""

    etag: str
    plain: bytes
    packed: bytes

    @property
    def html(self) -> SafeString:
        return mark_safe(self.plain.decode())  # noqa: S308 (our own template's output)


def read_page(text: str | None) -> int:
    """The number of a page as it was asked for; the first for anything that is none."""
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 4
    return min(max(int(text), 1), PAGES_MAX) if is_number else 1


def lay_out(session: Session, page: int = 1) -> Sheet:
    """A page of the ranking for the present reader. Of the session only what its state tells is looked at."""
    where = f"{session.pk}:{audience()}:{get_language()}:{page}"
    return make_once(f"sheet:{where}", queries.state_of(session), lambda: _lay_out(session.pk, page)).value


def make_etag(state: str, page: int = 1) -> str:
    """A weak tag of all that a leaderboard's text depends on."""
    return f'W/"{state}-{page}-{audience()}-{get_language()}-{VERSION}"'


def _lay_out(pk: int, page: int) -> Made:
    session = queries.session_with_club(pk)
    made = queries.made_leaderboard(session)
    etag = make_etag(made.tag, page)
    board, shown = made.value, min(page, count_pages(made.value))
    context = {"session": session, "board": board, "etag": etag, "page": shown, "pages": page_links(board)}
    with club_zone(session.club):
        context["tables"] = make_tables(session, board, shown)
        context["parts"] = make_parts(session, board) if shown == 1 else ()
        text = str(render_to_string("sessions/public/_leaderboard.html", context))
    plain = text.encode()
    sheet = Sheet(etag, plain, gzip.compress(plain, PACKING, mtime=0))
    return Made(made.tag, sheet, made.made_at, made.rests_until)
