"""Which sheets a session has, and their values: a night's tables, boards and places with their names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.results import BoardPoints
from scoring.sheets import (
    Ranked,
    Result,
    Seated,
    Sheet,
    option_notes,
    ranking_sheet,
    recording_sheet,
    seat_facts,
    traveller,
)
from scoring.words import Message
from sessions import queries
from sessions.models import Session
from sessions.queries import Night, Person, Side, TableRound
from sessions.words import say

PAPERS = MappingProxyType({"a4": "A4", "letter": "US Letter"})
GROUP_NAMES = MappingProxyType({"NS": gettext_noop("North-South"), "EW": gettext_noop("East-West")})


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants printed: the kind of sheet, on which paper, blank or filled, of which table."""

    kind: str
    paper: str = "a4"
    is_filled: bool = True
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sheet as the list offers it; ``make`` builds its sheets from a night."""

    slug: str
    name: str | Promise
    meaning: str | Promise
    make: Callable[[Night, bool], Sequence[Sheet]]
    has_blanks: bool = True
    is_by_table: bool = False
    needs_common_boards: bool = False


def read_order(kind: str, params: Mapping[str, str]) -> Order:
    """The order of an address. Raises ValueError for a kind, paper or table that cannot be."""
    paper, filled = params.get("paper", "a4"), params.get("filled", "1")
    if kind not in KINDS or paper not in PAPERS or filled not in ("0", "1"):
        raise ValueError(kind)
    table = params.get("table", "")
    is_by_table = KINDS[kind].is_by_table and table != ""
    return Order(kind, paper, filled == "1", _read_number(table) if is_by_table else None)


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


def kinds_for(session: Session) -> tuple[Kind, ...]:
    """The kinds of sheet that this session's game and method have."""
    is_compared = session.method.compares_boards
    return tuple(kind for kind in KINDS.values() if is_compared or not kind.needs_common_boards)


def make_sheets(session: Session, order: Order) -> tuple[Sheet, ...]:
    """The sheets ordered, in the active language; none where the session has nothing to print."""
    kind = KINDS[order.kind]
    if kind not in kinds_for(session):
        return ()
    night = queries.load_night(session, table=order.table)
    return tuple(sheet.words(say) for sheet in kind.make(night, order.is_filled))


def file_name(session: Session, order: Order, extension: str) -> str:
    """A name for the file that every system can keep: ``2026-03-05-club-night-recording-table-3.pdf``."""
    parts = [str(session.date), slugify(session.title)[:60], order.kind]
    if order.table is not None:
        parts.append(f"table-{order.table}")
    if not order.is_filled:
        parts.append("blank")
    return f"{'-'.join(part for part in parts if part)}.{extension}"


# --- the kinds ------------------------------------------------------------------------------------


def _recording_sheets(night: Night, is_filled: bool) -> list[Sheet]:
    seats = [seat for seat in night.rounds if not seat.is_sit_out]
    if night.has_common_boards:
        by_table = [[seat for seat in seats if seat.table == number] for number in night.table_numbers]
        return [_round_sheet(night, rounds, is_filled) for rounds in by_table if rounds]
    return [_match_sheet(night, seat, is_filled) for seat in sorted(seats, key=lambda x: (x.table, x.round))]


def _round_sheet(night: Night, rounds: Sequence[TableRound], is_filled: bool) -> Sheet:
    """All the rounds of a table on one sheet."""
    return recording_sheet(
        _head(night, rounds[0].table, _game(night), _date(night)),
        ruleset=night.session.ruleset,
        options=night.options,
        seated=[Seated(seat.sitting, _called(seat), _round_heading(seat)) for seat in rounds],
        is_filled=is_filled,
        is_compared=True,
    )


def _match_sheet(night: Night, seat: TableRound, is_filled: bool) -> Sheet:
    """One round of a table that keeps its own score."""
    parts = [_game(night), _date(night)]
    if len(night.round_numbers) > 1:
        parts.insert(1, Message(gettext_noop("Round %(round)d"), {"round": seat.round}))
    full = {place: person.name for place, person in seat.seats.items() if person}
    head = _head(
        night,
        seat.table,
        *parts,
        people=seat_facts(Seated(seat.sitting, full)),
        notes=option_notes(night.options, night.session.ruleset.options),
    )
    return recording_sheet(
        head,
        ruleset=night.session.ruleset,
        options=night.options,
        seated=[Seated(seat.sitting, _called(seat))],
        is_filled=is_filled,
    )


def _round_heading(seat: TableRound) -> Message:
    sides = (f"{side.label} {_side_called(side)}" for side in dict.fromkeys(seat.sides.values()))
    text = gettext_noop("Round %(round)d: %(sides)s")
    return Message(text, {"round": seat.round, "sides": "  –  ".join(sides)})


def _travellers(night: Night, is_filled: bool) -> list[Sheet]:
    points = {(*found.key, found.board): found for found in night.standings.boards}
    sheets = []
    for board in night.board_numbers:
        seats = [seat for seat in night.of_board(board) if not seat.is_sit_out]
        if seats:
            results = [_result(seat, points.get((seat.round, seat.table, board))) for seat in seats]
            sheets.append(_traveller(night, board, results, is_filled))
    return sheets


def _traveller(night: Night, board: int, results: Sequence[Result], is_filled: bool) -> Sheet:
    return traveller(
        Sheet(
            title=night.session.title,
            overline=night.session.club.name,
            subtitle=(_date(night),),
            mark=Message(gettext_noop("Board %(board)d"), {"board": board}),
        ),
        ruleset=night.session.ruleset,
        options=night.options,
        board=board,
        results=results,
        is_filled=is_filled,
        unit=Message(night.session.method.name),
    )


def _result(seat: TableRound, points: BoardPoints | None) -> Result:
    first, second = (seat.sides[place] for place in seat.places[:2])
    return Result(
        seated=Seated(seat.sitting, _called(seat)),
        numbers=(first.number, second.number),
        names=(_side_called(first), _side_called(second)),
        points=points,
    )


def _ranking(night: Night, _is_filled: bool) -> list[Sheet]:
    board = queries.make_leaderboard(night)
    groups = [
        (
            Message(GROUP_NAMES[group]) if group in GROUP_NAMES else group,
            [Ranked(place.standing, place.side.label, place.side.name) for place in places],
        )
        for group, places in board.groups.items()
    ]
    head = Sheet(
        title=night.session.title,
        overline=night.session.club.name,
        subtitle=(_game(night), _date(night), night.session.get_status_display()),
        mark=Message(gettext_noop("Ranking")),
        notes=(*board.standings.how, _results_so_far(board)),
    )
    return [ranking_sheet(head, columns=night.session.method.columns, groups=groups)] if groups else []


def _results_so_far(board: queries.Leaderboard) -> Message:
    values = {"lines": board.lines, "expected": board.expected}
    if board.expected:
        return Message(gettext_noop("%(lines)d of %(expected)d results are in."), values)
    return Message(gettext_noop("%(lines)d results are in."), values)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.slug: kind
        for kind in (
            Kind(
                "recording",
                _("Recording sheets"),
                _("One for each table: its players, its boards, room for every result."),
                _recording_sheets,
                is_by_table=True,
            ),
            Kind(
                "travellers",
                _("Travellers"),
                _("One for each board: the pairs that play it, in order."),
                _travellers,
                needs_common_boards=True,
            ),
            Kind(
                "ranking",
                _("Ranking list"),
                _("The result of the session, to hang on the wall."),
                _ranking,
                has_blanks=False,
            ),
        )
    }
)


# --- names and heads ------------------------------------------------------------------------------


def _head(night: Night, table: int, *subtitle, **values) -> Sheet:
    return Sheet(
        title=night.session.title,
        overline=night.session.club.name,
        subtitle=subtitle,
        mark=Message(gettext_noop("Table %(table)d"), {"table": table}),
        **values,
    )


def _game(night: Night) -> Message:
    return Message(night.session.ruleset.name)


def _date(night: Night) -> str:
    return date_format(night.session.date, "DATE_FORMAT")


def _called(seat: TableRound) -> dict[str, str]:
    """What the players at a table call one another, by place."""
    return {place: person.called for place, person in seat.seats.items() if isinstance(person, Person)}


def _side_called(side: Side) -> str:
    return " & ".join(person.called for person in side.players)
