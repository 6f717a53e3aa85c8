"""Which sheets a session has, and how one is ordered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.sheets import Sheet
from sessions import queries
from sessions.models import Session
from sessions.queries import Night
from sessions.words import say

from . import makers
from .heads import Order, without_names
from .room import Page, are_roomy
from .workbook import Book
from .workbook import make_book as book_of

PAPERS = MappingProxyType({"a4": "A4", "letter": "US Letter"})
LEAVES_AT_ONCE = MappingProxyType({"pdf": 16, "xlsx": 40})
"""The most leaves, or worksheets, of a file that is made within a request."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sheet as the list offers it; ``make`` builds its sheets from a night.

    ``one_of`` says of what there is a sheet each: ``table``, ``board`` or ``side``. ``has_blanks``: there is
    one without names, ``has_results``: one with results, which ``is_for_play`` says is not the usual one.
    ``per_page`` are the numbers of sheets that may share a page, the usual one first. ``scores_itself``: what
    is written into its workbook is scored there by formulas.
    """

    slug: str
    name: str | Promise
    meaning: str | Promise
    make: Callable[[Night, Order], Sequence[Sheet]]
    group: str = "table"
    has_blanks: bool = True
    has_results: bool = True
    is_for_play: bool = False
    one_of: str = ""
    needs_common_boards: bool = False
    needs_results: bool = False
    is_for_director: bool = False
    scores_itself: bool = False
    per_page: tuple[int, ...] = (1,)
    suits: Callable[[Session], bool] = lambda _session: True


def read_order(kind: str, params: Mapping[str, str]) -> Order:
    """The order of an address. Raises ValueError for a kind, paper or table that cannot be."""
    if kind not in KINDS:
        raise ValueError(kind)
    usual = "0" if KINDS[kind].is_for_play else "1"
    paper, filled = params.get("paper", "a4"), params.get("filled", usual)
    if paper not in PAPERS or filled not in ("none", "0", "1"):
        raise ValueError(paper)
    per_page = _read_number(params.get("per_page") or "0")
    if per_page not in (0, *KINDS[kind].per_page):
        raise ValueError(per_page)
    language = params.get("language", "")
    if language not in ("", *dict(settings.LANGUAGES)):
        raise ValueError(language)
    wanted = params.get(KINDS[kind].one_of, "")
    one = {KINDS[kind].one_of: _read_number(wanted)} if wanted else {}
    return Order(
        kind,
        paper,
        filled == "1",
        **one,
        per_page=per_page,
        is_named=filled != "none" or not KINDS[kind].has_blanks,
        is_large=params.get("large") == "1",
        language=language,
    )


def may_show_results(session: Session, *, sees_all: bool) -> bool:
    """Whether sheets with results are for this reader: boards still to be played must not be given away."""
    return sees_all or not (session.is_running and session.method.compares_boards)


def as_blank(order: Order) -> Order:
    """The same order without results."""
    return replace(order, is_filled=False)


def _read_number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def kinds_for(session: Session, *, is_director: bool, may_fill: bool) -> tuple[Kind, ...]:
    """The kinds of sheet that this session's game and method have, and that are for this reader."""
    return tuple(
        kind
        for kind in KINDS.values()
        if (session.method.compares_boards or not kind.needs_common_boards)
        and (is_director or not kind.is_for_director)
        and (may_fill or not kind.needs_results)
        and kind.suits(session)
    )


def make_sheets(
    session: Session, order: Order, *, is_director: bool = False, night: Night | None = None
) -> tuple[Sheet, ...]:
    """The sheets ordered, in the active language; none where the session has nothing to print.

    ``night`` is what ``load_night`` has loaded for this order, where it is wanted again for the workbook.
    """
    kind = KINDS[order.kind]
    if kind not in kinds_for(session, is_director=is_director, may_fill=order.is_filled):
        return ()
    sheets = [sheet.words(say) for sheet in kind.make(night or load_night(session, order), order)]
    size = _size(kind, order, sheets, has_badge=bool(session.club.logo_version))
    return tuple(replace(sheet, size=size) for sheet in sheets)


def load_night(session: Session, order: Order) -> Night:
    """The tables of an order, without names where it is to be blank."""
    night = queries.load_night(session, table=order.table)
    return night if order.is_named else without_names(night)


def make_book(
    session: Session, order: Order, sheets: Sequence[Sheet], *, night: Night | None = None
) -> Book | None:
    """The sheets as a workbook to fill in; None where they are no recording sheets."""
    if not KINDS[order.kind].scores_itself:
        return None
    return book_of(night or load_night(session, order), sheets, is_filled=order.is_filled)


def _size(kind: Kind, order: Order, sheets: Sequence[Sheet], *, has_badge: bool) -> int:
    """How many sheets share a page: as many as are wanted, or fewer where one needs more room."""
    wanted = order.per_page or kind.per_page[0]
    sizes = sorted((size for size in kind.per_page if size <= wanted), reverse=True)
    pages = (
        Page(order.paper, size, is_large=order.is_large, has_badge=has_badge) for size in sizes if size > 1
    )
    is_wide = any(sheet.is_wide for sheet in sheets)
    return next((page.size for page in pages if not is_wide and are_roomy(sheets, page)), 1)


def is_long(sheets: Sequence[Sheet], extension: str) -> bool:
    """Whether these sheets take so long that nobody should wait for them within a request."""
    return -(-len(sheets) // sheets[0].size) > LEAVES_AT_ONCE.get(extension, len(sheets))


def grouped(kinds: Sequence[Kind]) -> list[tuple[str | Promise, list[Kind]]]:
    """The kinds under the heading of whom they are for, those without any left out."""
    found = [(name, [kind for kind in kinds if kind.group == slug]) for slug, name in GROUPS.items()]
    return [(name, members) for name, members in found if members]


def file_name(session: Session, order: Order, extension: str, sheets: Sequence[Sheet] = ()) -> str:
    """A name for the file that every system can keep: ``2026-03-05-club-night-recording-table-3.pdf``."""
    parts = [str(session.date), slugify(session.title)[:60], order.kind]
    parts += [f"{name}-{getattr(order, name)}" for name in ("table", "board") if getattr(order, name)]
    if order.side is not None and sheets:
        parts.append(slugify(sheets[0].mark))
    if not order.is_filled:
        parts.append("blank")
    return f"{'-'.join(part for part in parts if part)}.{extension}"


GROUPS = MappingProxyType(
    {
        "table": _("For the tables"),
        "player": _("For the players"),
        "result": _("Results"),
        "director": _("For the director"),
    }
)
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.slug: kind
        for kind in (
            Kind(
                "recording",
                _("Recording sheets"),
                _("One for each table: its players, its boards, room for every result."),
                makers.make_recording_sheets,
                one_of="table",
                scores_itself=True,
            ),
            Kind(
                "pads",
                _("Scoring pads"),
                _("We and they, above and below the line, one for each table."),
                makers.make_pads,
                one_of="table",
                suits=makers.keeps_a_pad,
            ),
            Kind(
                "travellers",
                _("Travellers"),
                _("One for each board: the pairs that play it, in order."),
                makers.make_travellers,
                one_of="board",
                needs_common_boards=True,
                per_page=(2, 1),
            ),
            Kind(
                "slips",
                _("Pick-up slips"),
                _("One for each table and round, with pairs and boards filled in."),
                makers.make_slips,
                needs_common_boards=True,
                is_for_play=True,
                one_of="table",
                per_page=(4, 2, 1),
            ),
            Kind(
                "table-guides",
                _("Table guide cards"),
                _("Who comes to each table, round by round."),
                makers.make_table_guides,
                has_blanks=False,
                one_of="table",
                per_page=(4, 2, 1),
            ),
            Kind(
                "table-cards",
                _("Table cards"),
                _("The number of each table, and the square that opens it on a phone."),
                makers.make_table_cards,
                has_blanks=False,
                one_of="table",
                is_for_director=True,
                per_page=(2, 1, 4),
            ),
            Kind(
                "score-card",
                _("Score card of the game"),
                _("What every contract earns, by the rules of this session."),
                makers.make_score_cards,
                group="player",
                has_blanks=False,
                suits=makers.has_score_card,
            ),
            Kind(
                "guides",
                _("Guide cards"),
                _("For each pair or player: where to go, round by round."),
                makers.make_guides,
                group="player",
                has_results=False,
                one_of="side",
                per_page=(4, 2, 1),
            ),
            Kind(
                "seating",
                _("Who sits where"),
                _("The round that was drawn last, to hang on the wall."),
                makers.make_seating,
                group="player",
                has_blanks=False,
                suits=lambda session: session.drawing is not None,
            ),
            Kind(
                "personal",
                _("Personal score cards"),
                _("For each pair or player: every board with opponents and result."),
                makers.make_personal,
                group="player",
                one_of="side",
                per_page=(1, 2),
            ),
            Kind(
                "ranking",
                _("Ranking list"),
                _("The result of the session, to hang on the wall."),
                makers.make_ranking,
                group="result",
                has_blanks=False,
            ),
            Kind(
                "recap",
                _("Recap sheet"),
                _("What everybody earned on every board, on one sheet."),
                makers.make_recap,
                group="result",
                has_blanks=False,
                needs_common_boards=True,
                needs_results=True,
            ),
            Kind(
                "frequencies",
                _("Frequencies"),
                _("For each board how often every score came, and what it earned."),
                makers.make_frequencies,
                group="result",
                has_blanks=False,
                one_of="board",
                needs_common_boards=True,
                needs_results=True,
                suits=lambda session: not session.has_teams,
                per_page=(4, 2, 1),
            ),
            Kind(
                "movement",
                _("Movement"),
                _("Who meets whom at every table, round by round."),
                makers.make_movement,
                group="director",
                has_blanks=False,
                is_for_director=True,
            ),
            Kind(
                "attendance",
                _("Attendance list"),
                _("Everybody's name, with room to tick off and to sign."),
                makers.make_attendance,
                group="director",
                has_results=False,
                is_for_director=True,
            ),
        )
    }
)
