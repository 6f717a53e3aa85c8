"""The ranking as pages lay it out: row by row in plain values, page by page where it is long."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.names import plain_letters
from scoring.results import Column

from .models import Session
from .queries import Leaderboard, Place
from .templatetags.overtrick import figure, names
from .words import say

ROWS_A_PAGE = 100
FOUND_MAX = 20
UNITS = {"percent": "%"}


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant: ``others`` are the headings and texts of its other figures; ``rank`` may be empty.

    ``result`` changes when its place or score does.
    """

    pk: int
    rank: str
    number: int
    address: str
    names: SafeString
    score: str
    others: tuple[tuple[str, str], ...]
    result: str
    has_result: bool


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A page of one group of winners; ``score`` and ``others`` are the headings of the figures."""

    group: str
    score: str
    others: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class PartTables:
    """The tables of a stratum or a section, by group of winners."""

    title: str
    tables: tuple[RankingTable, ...]


@dataclass(frozen=True, slots=True)
class PageLink:
    """One of the pages of a long ranking, with its first place and its last."""

    number: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Found:
    """A contestant whose name was asked for, and the page on which it stands."""

    pk: int
    rank: str
    names: SafeString
    page: int


def make_tables(session: Session, board: Leaderboard, page: int | None = None) -> tuple[RankingTable, ...]:
    """Each group of winners; with ``page`` that page of it alone."""
    return tuple(
        _make_table(session, group, places if page is None else _part(board, places, page))
        for group, places in board.groups.items()
        if page in (None, 1) or _part(board, places, page)
    )


def make_parts(session: Session, board: Leaderboard) -> tuple[PartTables, ...]:
    """The places within strata and sections, each a ranking of its own."""
    return tuple(
        PartTables(
            say(part.title),
            tuple(_make_table(session, group, places, most=1) for group, places in part.groups.items()),
        )
        for part in board.parts
    )


def _part(board: Leaderboard, places: Sequence[Place], page: int) -> Sequence[Place]:
    rows = _rows_a_page(board)
    return places[rows * (page - 1) : rows * page]


def _rows_a_page(board: Leaderboard) -> int:
    """Of each group of winners, which share a page."""
    return max(1, ROWS_A_PAGE // max(1, len(board.groups)))


def count_pages(board: Leaderboard) -> int:
    return -(-_longest(board) // _rows_a_page(board)) or 1


def _longest(board: Leaderboard) -> int:
    return max((len(places) for places in board.groups.values()), default=0)


def page_links(board: Leaderboard) -> tuple[PageLink, ...]:
    """The pages of the ranking; none where it fits one."""
    longest, rows, pages = _longest(board), _rows_a_page(board), count_pages(board)
    starts = ((page, rows * (page - 1)) for page in range(1, pages + 1))
    links = tuple(PageLink(page, start + 1, min(longest, start + rows)) for page, start in starts)
    return links if pages > 1 else ()


def find_names(board: Leaderboard, text: str) -> tuple[Found, ...]:
    """The contestants with a name that holds ``text``, in the order of their places; not all if too many."""
    wanted, rows = plain_letters(text), _rows_a_page(board)
    found = (
        Found(place.side.pk, place.rank, names(place.side), at // rows + 1)
        for places in board.groups.values()
        for at, place in enumerate(places)
        if wanted and wanted in plain_letters(place.side.name)
    )
    return tuple(each for each, _number in zip(found, range(FOUND_MAX), strict=False))


def _make_table(
    session: Session, group: str, places: Sequence[Place], most: int | None = None
) -> RankingTable:
    """A table with all the figures of the ranking, or with the first ``most`` of them."""
    first, *others = session.ranking_columns[:most]
    labelled = tuple((say(other.label), other) for other in others)
    address = reverse("sessions:contestant", args=[session.club.slug, session.pk, 0]).removesuffix("0/")
    return RankingTable(
        group=group,
        score=say(first.label),
        others=tuple(label for label, _other in labelled),
        rows=tuple(_make_row(place, first, labelled, address) for place in places),
    )


def _make_row(place: Place, first: Column, others: Sequence[tuple[str, Column]], address: str) -> Row:
    standing, side = place.standing, place.side
    return Row(
        pk=side.pk,
        rank=place.rank,
        number=side.number,
        address=f"{address}{side.pk}/",
        names=names(side),
        score=_score(standing, first),
        others=tuple((label, figure(standing, other)) for label, other in others),
        result=f"{place.rank} {standing.score}",
        has_result=bool(standing.figures),
    )


def _score(standing, first: Column) -> str:
    text, unit = figure(standing, first), UNITS.get(first.kind, "")
    if unit and standing.figures:
        return format_html('{}<span class="unit"> {}</span>', text, unit)
    return text
