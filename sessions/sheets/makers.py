"""The sheets of an evening as values: its tables, boards and contestants with their names."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from django.urls import reverse
from django.utils.translation import gettext_noop

from scoring.lines import check_options, format_points
from scoring.results import BoardPoints
from scoring.sheets import (
    OwnTable,
    Ranked,
    Result,
    Seated,
    Sheet,
    option_notes,
    personal_card,
    ranking_sheet,
    recording_sheet,
    seat_facts,
    side_label,
    traveller,
)
from scoring.sheets.cards import (
    Meeting,
    Visit,
    attendance_list,
    frequency_list,
    guide_card,
    movement_sheet,
    recap_sheet,
    seating_list,
    table_card,
    table_guide,
)
from scoring.sheets.pads import has_pad, pad_sheet
from scoring.sheets.scorecard import score_cards
from scoring.words import Message
from sessions import queries
from sessions.clock import tell_breaks
from sessions.models import Session
from sessions.name_lists import TEAM_SIZES
from sessions.queries import Night, TableRound
from sessions.words import from_stored

from .heads import (
    Order,
    board_name,
    called,
    card_head,
    date,
    game,
    own_head,
    paper_head,
    side_called,
    table_head,
    table_name,
)

TABLES_ACROSS = 8
GROUP_NAMES = MappingProxyType({"NS": gettext_noop("North-South"), "EW": gettext_noop("East-West")})


def make_recording_sheets(night: Night, order: Order) -> list[Sheet]:
    if night.has_common_boards:
        return [_round_sheet(night, rounds, order.is_filled) for rounds in recorded_tables(night)]
    return [_match_sheet(night, seat, order.is_filled) for (seat,) in recorded_tables(night)]


def recorded_tables(night: Night) -> list[list[TableRound]]:
    """The rounds that each recording sheet has: all of a table where boards are compared, else one."""
    seats = [seat for seat in night.rounds if not seat.is_sit_out]
    if night.has_common_boards:
        by_table = [[seat for seat in seats if seat.table == number] for number in night.table_numbers]
        return [rounds for rounds in by_table if rounds]
    return [[seat] for seat in sorted(seats, key=lambda x: (x.table, x.round))]


def _round_sheet(night: Night, rounds: Sequence[TableRound], is_filled: bool) -> Sheet:
    """All the rounds of a table on one sheet."""
    return recording_sheet(
        table_head(night, rounds[0].table, game(night), date(night)),
        ruleset=night.session.ruleset,
        options=night.options,
        seated=[Seated(seat.sitting, called(seat), _round_heading(seat)) for seat in rounds],
        is_filled=is_filled,
        is_compared=True,
    )


def _match_sheet(night: Night, seat: TableRound, is_filled: bool) -> Sheet:
    """One round of a table that keeps its own score."""
    return recording_sheet(
        _match_head(night, seat),
        ruleset=night.session.ruleset,
        options=night.options,
        seated=[Seated(seat.sitting, called(seat))],
        is_filled=is_filled,
    )


def _match_head(night: Night, seat: TableRound) -> Sheet:
    """The head of a sheet for one round of a table."""
    parts = [game(night), date(night)]
    if len(night.round_numbers) > 1:
        parts.insert(1, Message(gettext_noop("Round %(round)d"), {"round": seat.round}))
    full = {place: person.name for place, person in seat.seats.items() if person}
    return table_head(
        night,
        seat.table,
        *parts,
        people=seat_facts(Seated(seat.sitting, full)),
        notes=option_notes(night.options, night.session.ruleset.options),
    )


def make_pads(night: Night, order: Order) -> list[Sheet]:
    """We and they, above and below the line: one for each table and round."""
    return [
        pad_sheet(
            _match_head(night, seat),
            ruleset=night.session.ruleset,
            options=night.options,
            seated=Seated(seat.sitting, called(seat)),
            is_filled=order.is_filled,
        )
        for seat in sorted(night.rounds, key=lambda x: (x.table, x.round))
        if not seat.is_sit_out
    ]


def _round_heading(seat: TableRound) -> Message:
    sides = (f"{side.label} {side_called(side)}" for side in dict.fromkeys(seat.sides.values()))
    text = gettext_noop("Round %(round)d: %(sides)s")
    return Message(text, {"round": seat.round, "sides": "  –  ".join(sides)})


def make_travellers(night: Night, order: Order) -> list[Sheet]:
    points = {(*found.key, found.board): found for found in night.standings.boards}
    sheets = []
    for board in filter(lambda number: order.wants(board=number), night.board_numbers):
        seats = [seat for seat in night.of_board(board) if not seat.is_sit_out]
        if seats:
            results = [_result(seat, points.get((seat.round, seat.table, board))) for seat in seats]
            sheets.append(_traveller(night, board, results, order.is_filled))
    return sheets


def _traveller(night: Night, board: int, results: Sequence[Result], is_filled: bool) -> Sheet:
    return traveller(
        Sheet(
            title=night.session.title,
            overline=night.session.club.name,
            subtitle=(date(night),),
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
        seated=Seated(seat.sitting, called(seat)),
        numbers=(first.number, second.number),
        names=(side_called(first), side_called(second)),
        points=points,
    )


def make_ranking(night: Night, _order: Order) -> list[Sheet]:
    board = queries.make_leaderboard(night)
    groups = [
        (heading, [Ranked(place.standing, place.side.label, place.side.full_name) for place in places])
        for heading, places in _ranking_groups(board)
    ]
    head = Sheet(
        title=night.session.title,
        overline=night.session.club.name,
        subtitle=(game(night), date(night), night.session.get_status_display()),
        mark=Message(gettext_noop("Ranking")),
        notes=(*board.standings.how, _results_so_far(board)),
    )
    return [ranking_sheet(head, columns=night.session.ranking_columns, groups=groups)] if groups else []


def _ranking_groups(board: queries.Leaderboard) -> Iterator[tuple[Message | str, Sequence[queries.Place]]]:
    """The groups of winners, then those of each stratum and section, under their headings."""
    for group, places in board.groups.items():
        yield _group_name(group), places
    for part in board.parts:
        for group, places in part.groups.items():
            both = Message("%(part)s · %(group)s", {"part": part.title, "group": _group_name(group)})
            yield both if group else part.title, places


def _group_name(group: str) -> Message | str:
    return Message(GROUP_NAMES[group]) if group in GROUP_NAMES else group


def _results_so_far(board: queries.Leaderboard) -> Message:
    values = {"lines": board.lines, "expected": board.expected}
    if board.expected:
        return Message(gettext_noop("%(lines)d of %(expected)d results are in."), values)
    return Message(gettext_noop("%(lines)d results are in."), values)


def make_slips(night: Night, order: Order) -> list[Sheet]:
    """A slip for each table and round."""
    return [_slip(night, seat, order.is_filled) for seat in night.rounds if not seat.is_sit_out]


def _slip(night: Night, seat: TableRound, is_filled: bool) -> Sheet:
    sheet = recording_sheet(
        table_head(night, seat.table, *_sides_in_words(seat)),
        ruleset=night.session.ruleset,
        options=night.options,
        seated=[Seated(seat.sitting, {})],
        is_filled=is_filled,
        is_compared=True,
    )
    mark = gettext_noop("Round %(round)d · table %(table)d")
    values = {"round": seat.round, "table": seat.table}
    signatures = tuple(side.label for side in dict.fromkeys(seat.sides.values()))
    return replace(sheet, title=Message(mark, values), mark="", signatures=signatures)


def _sides_in_words(seat: TableRound) -> list[str]:
    return [f"{side.label} {side_called(side)}".strip() for side in dict.fromkeys(seat.sides.values())]


def make_guides(night: Night, order: Order) -> list[Sheet]:
    return [
        guide_card(
            replace(own_head(night, side), notes=tell_breaks(night.breaks)), _visits(night, side, stops)
        )
        for side, stops in queries.chart(night)
        if any(stops) and order.wants(side=side.pk)
    ]


def _visits(night: Night, side: queries.Side, stops: Sequence[queries.Stop | None]) -> list[Visit]:
    last = max(number for number, stop in zip(night.round_numbers, stops, strict=True) if stop)
    return [
        _visit(number, stop)
        if stop
        else Visit(number, alone=_alone(night, side, number, is_last=number > last))
        for number, stop in zip(night.round_numbers, stops, strict=True)
    ]


def _alone(night: Night, side: queries.Side, number: int, *, is_last: bool) -> Message:
    """Why somebody has no seat in a round."""
    if is_last and side.pk in night.gone:
        return Message(gettext_noop("no longer playing"))
    if any(drawn.round == number and side.pk in drawn.idle for drawn in night.draws):
        has_bye = night.session.drawing is not None and night.session.drawing.bye_wins
        return Message(gettext_noop("has a bye") if has_bye else gettext_noop("waits in line"))
    return Message(gettext_noop("sits out"))


def _visit(number: int, stop: queries.Stop) -> Visit:
    own = set(stop.seats)
    others = dict.fromkeys(side.label for place, side in stop.seat.sides.items() if place not in own)
    boards = () if stop.seat.is_sit_out else stop.seat.boards
    return Visit(number, stop.seat.table, stop.seats, tuple(others), boards)


def make_table_guides(night: Night, _order: Order) -> list[Sheet]:
    meetings = [_meeting(seat) for seat in night.rounds]
    head = replace(card_head(night, ""), notes=tell_breaks(night.breaks))
    return [
        table_guide(replace(head, title=table_name(table)), [x for x in meetings if x.table == table])
        for table in night.table_numbers
    ]


def _meeting(seat: TableRound) -> Meeting:
    seats: dict[str, list[str]] = {}
    for place, side in seat.sides.items():
        seats.setdefault(side.label, []).append(place)
    sides = {side_label(places): label for label, places in seats.items()}
    return Meeting(seat.round, seat.table, sides, seat.boards, seat.is_sit_out)


def make_movement(night: Night, _order: Order) -> list[Sheet]:
    meetings = [_meeting(seat) for seat in night.rounds]
    tables = night.table_numbers
    parts = [tables[at : at + TABLES_ACROSS] for at in range(0, len(tables), TABLES_ACROSS)]
    name = night.session.movement_name
    head = paper_head(night, Message(gettext_noop("Movement")), name and Message(name))
    notes = tuple(from_stored(note) for note in night.session.notes)
    notes = (*notes, *tell_breaks(night.breaks))
    return [movement_sheet(replace(head, notes=notes), meetings, tables=part) for part in parts]


def make_seating(night: Night, _order: Order) -> list[Sheet]:
    """The round that was drawn last; where each table goes on by itself, the last match of each."""
    seats = [night.of_table(table)[-1] for table in night.table_numbers]
    last = max(night.round_numbers, default=0)
    by_table = night.session.drawing is not None and night.session.drawing.by_table
    rows: list[tuple[int | None, str | Message, str | Message]] = [
        (seat.table, *_two_sides(seat)) for seat in seats if by_table or seat.round == last
    ]
    drawn = next((each for each in reversed(night.draws) if each.slots), None)
    word = Message(gettext_noop("has no opponent"))
    rows += [(None, _numbered(night.sides[pk]), word) for pk in (drawn.idle if drawn else ())]
    mark = Message(gettext_noop("Who sits where"))
    if not by_table:
        mark = Message(gettext_noop("Round %(round)d: who sits where"), {"round": last})
    return [seating_list(paper_head(night, mark), rows)] if rows else []


def _two_sides(seat: TableRound) -> tuple[str, str]:
    found = [_numbered(side) for side in dict.fromkeys(seat.sides.values())]
    return (found[0], found[1]) if len(found) > 1 else (found[0], "–")


def _numbered(side: queries.Side) -> str:
    return f"{side.label}  {side_called(side)}".strip()


def make_attendance(night: Night, order: Order) -> list[Sheet]:
    people = sorted(_who_comes(night)) if order.is_named else _whoever_comes(night)
    return [attendance_list(paper_head(night, Message(gettext_noop("Attendance"))), list(people))]


def _who_comes(night: Night) -> Iterator[tuple[str, str, str]]:
    """Everybody, with the number he plays under and where he begins."""
    charted = ((side, stops[0]) for side, stops in queries.chart(night) if stops and stops[0])
    first = {person.pk: stop for side, stop in charted for person in side.players}
    for side in night.sides.values():
        for person in side.players:
            yield person.name, side.label, _begins_at(first.get(person.pk))


def _whoever_comes(night: Night) -> Iterator[tuple[str, str, str]]:
    """Each seat of the first round, table by table, then the seats of those who sit that round out."""
    seated = set()
    for seat in night.rounds:
        if seat.round == night.round_numbers[0]:
            for side in dict.fromkeys(seat.sides.values()):
                places = "".join(place for place in seat.places if seat.sides.get(place) == side)
                seated.add(side.pk)
                yield from [("", side.label, _begins_at(queries.Stop(seat, places)))] * len(places)
    size = TEAM_SIZES[0] if night.session.has_teams else 2 if night.session.ruleset.partnerships else 1
    for side in night.sides.values():
        if side.pk not in seated:
            yield from [("", side.label, _begins_at(None))] * size


def _begins_at(stop: queries.Stop | None) -> str:
    return f"{stop.seat.table} {stop.seats}" if stop else "–"


def make_recap(night: Night, _order: Order) -> list[Sheet]:
    seats = {(seat.round, seat.table): seat for seat in night.rounds}
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for found in night.standings.boards:
        seat = seats[found.key]
        points[seat.sides[seat.places[0]].pk][found.board] = found.first
        points[seat.sides[seat.places[1]].pk][found.board] = found.second
    main = night.session.columns[0]
    groups = [
        (_group_name(group), [_recap_row(place, points, main.name) for place in places])
        for group, places in queries.make_leaderboard(night).groups.items()
    ]
    head = paper_head(night, Message(gettext_noop("Recap")), Message(night.session.method.name))
    head = replace(head, notes=tuple(_recap_byes(night)))
    return [recap_sheet(head, night.board_numbers, groups, total=Message(main.label))] if groups else []


def _recap_byes(night: Night) -> Iterator[Message]:
    """Who had a bye in which round, and what it earned: it is in the total, and in no board."""
    for bye in night.byes:
        side = night.sides[bye.contestant]
        name = _numbered(side) if not side.own_name else f"{side.label}  {side.own_name}"
        values = {"name": name, "bye": _tell_bye(night, side.pk, bye.round)}
        yield Message("%(name)s: %(bye)s", values)


def _recap_row(place: queries.Place, points: Mapping[int, Mapping[int, Fraction]], figure: str) -> tuple:
    side = place.side
    name = side.own_name or side_called(side)
    return side.label, name, points.get(side.pk, {}), place.standing.figures.get(figure)


def make_frequencies(night: Night, order: Order) -> list[Sheet]:
    by_board: dict[int, list[BoardPoints]] = defaultdict(list)
    for found in night.standings.boards:
        by_board[found.board].append(found)
    unit = Message(night.session.method.name)
    return [
        frequency_list(card_head(night, board_name(board)), by_board[board], unit=unit)
        for board in night.board_numbers
        if by_board[board] and order.wants(board=board)
    ]


def make_personal(night: Night, order: Order) -> list[Sheet]:
    points: dict[tuple[int, int], dict[int, BoardPoints]] = defaultdict(dict)
    for found in night.standings.boards if order.is_filled else ():
        points[found.key][found.board] = found
    unit = Message(night.session.method.name) if night.has_common_boards else ""
    return [
        personal_card(
            own_head(night, side),
            ruleset=night.session.ruleset,
            options=night.options,
            tables=_own_rounds(night, side, stops, points, is_filled=order.is_filled),
            is_filled=order.is_filled,
            unit=unit,
        )
        for side, stops in queries.chart(night)
        if order.wants(side=side.pk) and any(stop and not stop.seat.is_sit_out for stop in stops)
    ]


def _own_rounds(
    night: Night,
    side: queries.Side,
    stops: Sequence[queries.Stop | None],
    points: Mapping[tuple[int, int], Mapping[int, BoardPoints]],
    *,
    is_filled: bool,
) -> list[OwnTable | Message]:
    """The tables of a contestant, and the rounds in which it had a bye, in order."""
    byes = {bye.round for bye in night.byes if bye.contestant == side.pk}
    found: list[OwnTable | Message] = []
    for number, stop in zip(night.round_numbers, stops, strict=True):
        if number in byes:
            found.append(_tell_bye(night, side.pk, number, is_filled=is_filled))
        elif stop and not stop.seat.is_sit_out:
            found.append(_own_table(stop, points))
    return found


def _tell_bye(night: Night, contestant: int, number: int, *, is_filled: bool = True) -> Message:
    """A bye, with what it earned, as in the ranking."""
    earned = (bye for bye in night.standings.byes if (bye.contestant, bye.round) == (contestant, number))
    bye = next(earned, None) if is_filled else None
    if bye is None:
        return Message(gettext_noop("Round %(round)d · bye"), {"round": number})
    params = {"round": number, "points": format_points(bye.points), "top": format_points(bye.top)}
    if bye.top:
        return Message(gettext_noop("Round %(round)d · bye: %(points)s of %(top)s"), params)
    return Message(gettext_noop("Round %(round)d · bye: %(points)s"), params)


def _own_table(stop: queries.Stop, points: Mapping[tuple[int, int], Mapping[int, BoardPoints]]) -> OwnTable:
    seat, place = stop.seat, stop.seats[0]
    found = points.get((seat.round, seat.table), {})
    is_first = place in (seat.places[0::2] if len(set(seat.sides.values())) == 2 else seat.places[:1])
    earned = {board: x.first if is_first else x.second for board, x in found.items()}
    return OwnTable(Seated(seat.sitting, called(seat), _own_heading(stop)), place, earned)


def _own_heading(stop: queries.Stop) -> Message:
    """Where a contestant plays a round, and with whom."""
    seat, own = stop.seat, set(stop.seats)
    others = dict.fromkeys(side for place, side in seat.sides.items() if place not in own)
    where = Message(
        gettext_noop("Round %(round)d · table %(table)d"), {"round": seat.round, "table": seat.table}
    )
    names = "  –  ".join(_numbered(side) for side in others)
    values = {"where": where, "seats": side_label(stop.seats), "names": names}
    return Message("%(where)s · %(seats)s  –  %(names)s", values)


def make_table_cards(night: Night, order: Order) -> list[Sheet]:
    return [
        table_card(
            Sheet(title=table_name(table.number), overline=night.session.club.name, mark=""),
            address=f"{order.site}{reverse('sessions:tableside', args=[table.code])}",
            code=table.code,
        )
        for table in (row.table for row in queries.grid(night))
        if order.wants(table=table.number)
    ]


def make_score_cards(night: Night, _order: Order) -> list[Sheet]:
    places = dict.fromkeys(seat.places for seat in night.rounds if not seat.is_sit_out)
    return [card for each in places or night.session.ruleset.tables[:1] for card in _score_cards(night, each)]


def _score_cards(night: Night, places: tuple[str, ...]) -> Sequence[Sheet]:
    ruleset = night.session.ruleset
    head = Sheet(
        title=Message(ruleset.name),
        overline=night.session.club.name,
        subtitle=(Message(gettext_noop("%(count)d at a table"), {"count": len(places)}),),
        mark=Message(gettext_noop("Score card")),
        notes=option_notes(night.options, ruleset.options),
    )
    return score_cards(head, ruleset=ruleset, options=night.options, places=places)


def keeps_a_pad(session: Session) -> bool:
    return has_pad(session.ruleset)


def has_score_card(session: Session) -> bool:
    options = check_options(session.ruleset, session.options)
    places = session.ruleset.tables[0]
    return bool(score_cards(Sheet(""), ruleset=session.ruleset, options=options, places=places))
