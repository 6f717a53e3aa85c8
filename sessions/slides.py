"""What the projector shows: the ranking in pages that fit, the clock, and who sits where next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import queries
from .models import Session
from .queries import Leaderboard, Night, Place, Side, TableRound
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
    """So many tables of the next round as fit; on the last page who has no opponent in it.

    ``round`` is None where each table goes on by itself.
    """

    round: int | None
    tables: tuple[TableNext, ...]
    page: int
    pages: int
    idle: tuple[Side, ...] = ()


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
    number = None if _goes_on_by_table(night) else next_round(night)
    pages = paginate(_seats_next(night, number), TABLES_A_PAGE)
    for page, found in enumerate(pages, 1):
        tables = tuple(TableNext(seat, table_sides(seat)) for seat in found)
        idle = _idle(night, number) if page == len(pages) else ()
        yield SeatingPage(number, tables, page, len(pages), idle)


def _goes_on_by_table(night: Night) -> bool:
    return night.session.drawing is not None and night.session.drawing.by_table


def _seats_next(night: Night, number: int | None) -> list[TableRound]:
    if number is not None:
        return [seat for seat in night.rounds if seat.round == number]
    return [seat for table in night.table_numbers for seat in night.of_table(table)[-1:]]


def _idle(night: Night, number: int | None) -> tuple[Side, ...]:
    """Who was drawn without an opponent, in the order of the line."""
    drawn = next((each for each in reversed(night.draws) if each.slots), None)
    if drawn is None or number not in (None, drawn.round):
        return ()
    return tuple(night.sides[pk] for pk in drawn.idle if pk in night.sides)


def next_round(night: Night) -> int:
    """The round after the one being played; the round itself while it has no result yet."""
    clock = queries.clock_of(night.session)
    played = {seat.round for seat in night.rounds if seat.lines or seat.is_ended}
    if not played and (clock is None or clock.round == 1):
        return 1
    now = clock.round if clock else _round_now(night)
    is_coming = night.session.drawing is not None and now not in played
    return now if is_coming else now + 1


def _round_now(night: Night) -> int:
    """The earliest round in which a table is still playing."""
    playing = (seat.round for seat in night.rounds if not (seat.is_ended or seat.is_complete))
    return min(playing, default=max(night.round_numbers, default=1))


def paginate(rows: Sequence, size: int) -> list[Sequence]:
    """The rows in pages of nearly equal length, none longer than ``size``."""
    count = -(-len(rows) // size)
    return [rows[len(rows) * at // count : len(rows) * (at + 1) // count] for at in range(count)]
