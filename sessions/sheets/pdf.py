"""Sheets as pages: one HTML for the browser's own print and for WeasyPrint, which makes the PDF."""

import hashlib
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from threading import Lock, Thread

from django.contrib.staticfiles import finders
from django.core.cache import cache as kept
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language, get_language_bidi

from clubs.signals import server_begins
from scoring.sheets import Sheet

from .press import BLANK, Tell, print_leaves
from .room import Page, looks

CACHE_SECONDS = 60 * 60
LETTERS_SECONDS = 2
"""How long a list of sheets waits until it knows which letters cannot be printed."""
LAST_USUAL = "\u052f"
"""Up to here every font has every letter: Latin, Greek, Cyrillic."""
LOGO_URL = "logo:png"
STYLE = "sessions/paper.css"
DESIGN_STYLE = f'@page {{ @bottom-right {{ content: "{BLANK}"; }} }}'
_ONE_AT_A_TIME = Lock()


class NoPrinterError(Exception):
    """This machine lacks what WeasyPrint draws with (Pango); pages still print from the browser."""


def render_html(
    sheets: Sequence[Sheet],
    *,
    title: str,
    paper: str,
    back_url: str = "",
    is_large: bool = False,
    logo_url: str = "",
) -> str:
    """The sheets as one HTML page in the active language; with ``back_url``, for a screen."""
    size = sheets[0].size
    found = looks(sheets, Page(paper, size, is_large=is_large, has_badge=bool(logo_url)))
    drawn = list(zip(sheets, found, strict=True))
    context = {
        "sheets": drawn,
        "leaves": [drawn[at : at + size] for at in range(0, len(drawn), size)],
        "mark": sheets[0].mark if len(sheets) == 1 else "",
        "club_name": sheets[0].overline,
        "size": size,
        "is_large": is_large,
        "title": title,
        "paper": paper,
        "back_url": back_url,
        "logo_url": logo_url,
        "language_code": get_language() or "en",
        "direction": "rtl" if get_language_bidi() else "ltr",
    }
    return render_to_string("sessions/paper/pages.html", context)


def render_pdf(html: str, *, logo: bytes | None = None, tell: Tell | None = None) -> bytes:
    """The PDF of such a page, made once for the same page. Raises NoPrinterError.

    ``logo`` is the picture that stands at ``LOGO_URL``; ``tell`` hears how many leaves of how many are done.

    The page itself is the key, so whatever changes in it (a result, a name, the language, the paper)
    makes another. One PDF is made at a time: an impatient second click waits for the first.
    """
    key = f"sheet:{hashlib.sha256(html.encode()).hexdigest()}"
    found = kept.get(key)
    if found is None:
        with _ONE_AT_A_TIME:
            found = kept.get(key) or _draw(html, logo, tell)
            kept.set(key, found, CACHE_SECONDS)
    return found


def _draw(html: str, logo: bytes | None, tell: Tell | None) -> bytes:
    try:
        return print_leaves(html, partial(_lay_out, logo=logo), tell or (lambda done, parts: None))
    except (ImportError, OSError) as error:
        raise NoPrinterError(str(error)) from error


def unprintable(text: str) -> str:
    """The letters of a text that no font of this machine has, each once; none while that is not yet known."""
    odd = "".join(sorted({char for char in text if char > LAST_USUAL and char.isprintable()}))
    key = f"letters:{hashlib.sha256(odd.encode()).hexdigest()}"
    if odd and kept.get(key) is None:
        finding = Thread(target=_find_unprintable, args=(odd, key), daemon=True)
        finding.start()
        finding.join(LETTERS_SECONDS)
    return kept.get(key) or ""


def _find_unprintable(text: str, key: str) -> None:
    """Keep what WeasyPrint complains of when it draws a text."""
    complaints, logger = _Complaints(), logging.getLogger("weasyprint")
    with _ONE_AT_A_TIME, suppress(ImportError, OSError):
        logger.addHandler(complaints)
        try:
            _lay_out(f"<p>{escape(' '.join(text))}</p>", logo=None).write_pdf()
        finally:
            logger.removeHandler(complaints)
        kept.set(key, "".join(char for char in text if char in complaints.letters), CACHE_SECONDS)


class _Complaints(logging.Handler):
    """Gathers the letters that are in no font."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: set[object] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.args, tuple):
            self.letters.update(record.args[:1])


def _lay_out(html: str, *, logo: bytes | None, is_design: bool = False):
    """The page as WeasyPrint lays it out; a design's pages have no numbers."""
    from weasyprint import HTML  # slow import

    fonts, style, design = _tools()
    page = HTML(string=html, base_url=None, url_fetcher=_fetcher(logo))
    return page.render(stylesheets=[style, design] if is_design else [style], font_config=fonts)


@cache
def _tools():
    """What every PDF needs and none changes."""
    from weasyprint import CSS  # slow import
    from weasyprint.text.fonts import FontConfiguration

    fetcher = _fetcher(None)
    style = CSS(string=read_style(), url_fetcher=fetcher)
    return FontConfiguration(), style, CSS(string=DESIGN_STYLE, url_fetcher=fetcher)


def _fetcher(logo: bytes | None):
    """Fetches nothing: no scheme is allowed, and the only address that has a content is the logo's."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # slow import

    class Fetcher(URLFetcher):
        def fetch(self, url, headers=None):
            if logo is not None and url == LOGO_URL:
                return URLFetcherResponse(url, logo, {"Content-Type": "image/png"})
            return super().fetch(url, headers)

    return Fetcher(allowed_protocols=())


@cache
def get_ready() -> Thread:
    """Read in what every PDF needs, once and aside: whoever looks at the list of sheets prints soon."""
    thread = Thread(target=_get_ready, daemon=True)
    thread.start()
    return thread


@receiver(server_begins, dispatch_uid="the_first_sheet_is_printed_as_fast_as_others")
def get_ready_at_once(**kwargs) -> None:
    """Nobody waits longer because the server has only begun."""
    get_ready()


def _get_ready() -> None:
    with _ONE_AT_A_TIME, suppress(ImportError, OSError):
        _lay_out("<p>1 ♠ <b>A</b>", logo=None)


def read_style() -> str:
    with open(finders.find(STYLE), encoding="utf-8") as file:
        return file.read()
