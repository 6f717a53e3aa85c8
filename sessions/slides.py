"""What the projector shows: the ranking in pages that fit, the clock, and who sits where next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import queries
from .models import Session
from .queries import Leaderboard, Night, Place, TableRound
from .results import TableSide, table_sides

ROWS_A_PAGE = 9
TABLES_A_PAGE = 6


@dataclass(frozen=True, slots=True)
class RankingPage:
    """So many rows of one group of winners as fit; ``page`` of ``pages``."""

    group: str
    places: tuple[Place, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class TableNext:
    """A table and who sits down at it."""

    seat: TableRound
    sides: tuple[TableSide, ...]


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """So many tables of the next round as fit."""

    round: int
    tables: tuple[TableNext, ...]
    page: int
    pages: int


def make_slides(session: Session) -> dict:
    """Everything that the slides lay out."""
    board = queries.leaderboard(session)
    return {
        "session": session,
        "club": session.club,
        "board": board,
        "rankings": tuple(ranking_pages(board)),
        "clock": queries.clock_of(session) if session.is_running else None,
        "seatings": tuple(seating_pages(queries.load_night(session))) if session.is_running else (),
    }


def ranking_pages(board: Leaderboard) -> Iterator[RankingPage]:
    for group, places in board.groups.items():
        pages = paginate(places, ROWS_A_PAGE)
        for number, page in enumerate(pages, 1):
            yield RankingPage(group, tuple(page), number, len(pages))


def seating_pages(night: Night) -> Iterator[SeatingPage]:
    """The tables of the round that comes next, or of the first before anybody has played."""
    number = next_round(night)
    seats = [seat for seat in night.rounds if seat.round == number]
    pages = paginate(seats, TABLES_A_PAGE)
    for page, found in enumerate(pages, 1):
        tables = tuple(TableNext(seat, table_sides(seat)) for seat in found)
        yield SeatingPage(number, tables, page, len(pages))


def next_round(night: Night) -> int:
    """The round after the one being played; the round itself while it has no result yet."""
    clock = queries.clock_of(night.session)
    played = [seat.round for seat in night.rounds if seat.lines or seat.is_ended]
    if not played and (clock is None or clock.round == 1):
        return 1
    return (clock.round if clock else _round_now(night)) + 1


def _round_now(night: Night) -> int:
    """The earliest round in which a table is still playing."""
    playing = (seat.round for seat in night.rounds if not (seat.is_ended or seat.is_complete))
    return min(playing, default=max(night.round_numbers, default=1))


def paginate(rows: Sequence, size: int) -> list[Sequence]:
    """The rows in pages of nearly equal length, none longer than ``size``."""
    count = -(-len(rows) // size)
    return [rows[len(rows) * at // count : len(rows) * (at + 1) // count] for at in range(count)]
