"""What went wrong at a table: the wrong way round, the wrong seats, the wrong table."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.words import Message
from scoring.words import mark as _

from .change import Change, LineMove, settle
from .room import Holder, ImpossibleError, Key, Room, Spot

TURNED = {"N": "E", "S": "W", "E": "N", "W": "S"}


def turn(room: Room, *, round: int, table: int) -> Change:
    """North-South and East-West sat the other way round: the results stay, the sides change."""
    spot = _spot(room, round, table)
    if not room.are_pairs:
        raise ImpossibleError(_("Here everybody plays for himself; exchange two players instead."))
    if set(spot.seats) != set(TURNED):
        raise ImpossibleError(_("Nobody plays at this table in this round."))
    seats = {place: spot.seats[TURNED[place]] for place in spot.seats}
    text = _("Round %(round)d, table %(table)d: %(first)s sat North-South and %(second)s East-West.")
    params = {
        "round": round,
        "table": table,
        "first": room.name(seats["N"].contestant),
        "second": room.name(seats["E"].contestant),
    }
    goal = room.having(replace(spot, seats=seats))
    return settle("turn", room, goal, [Message(text, params), *_results_stay(spot)], is_done=True)


def exchange(room: Room, *, round: int, first: int, second: int) -> Change:
    """Two sat in each other's place in a round: the results stay, the names change."""
    if first == second:
        raise ImpossibleError(_("Choose two different names."))
    goal, said = room, []
    for key in (first, second):
        if not any(key in spot.contestants for spot in room.in_round(round)):
            raise ImpossibleError(
                _("%(name)s has no seat in round %(round)d."), name=room.name(key), round=round
            )
    for spot in room.in_round(round):
        if {first, second}.intersection(spot.contestants):
            goal = goal.having(replace(spot, seats=_swapped(room, spot, first, second)))
            said += _results_stay(spot)
    text = _("Round %(round)d: %(first)s and %(second)s have each other's seats.")
    params = {"round": round, "first": room.name(first), "second": room.name(second)}
    return settle("exchange", room, goal, [Message(text, params), *said], is_done=True)


def _swapped(room: Room, spot: Spot, first: int, second: int) -> dict[str, Holder]:
    seats = dict(spot.seats)
    for gone, comes in ((first, second), (second, first)):
        places = spot.seats_of(gone)
        seats |= replace(room, spots=room.in_round(spot.round)).seats_for(comes, places)
    return seats


def _results_stay(spot: Spot) -> list[Message]:
    if not spot.played:
        return []
    text = _("The results of table %(table)d stay as they are (boards %(boards)s).")
    if len(spot.played) == 1:
        text = _("The result of table %(table)d stays as it is (board %(boards)s).")
    return [Message(text, {"table": spot.table, "boards": ", ".join(map(str, spot.played))})]


def move_results(room: Room, *, origin: Key, goal: Key) -> Change:
    """Boards that were entered for one table were played at another: their results go there.

    Boards that the other table was not to play change tables with them.
    """
    here, there = _spot(room, *origin), _spot(room, *goal)
    if origin == goal:
        raise ImpossibleError(_("Choose two different tables."))
    if not here.played:
        raise ImpossibleError(_("Table %(table)d has no result in round %(round)d."), **_where(here))
    if not there.is_played:
        raise ImpossibleError(_("Nobody plays at table %(table)d in round %(round)d."), **_where(there))
    clash = sorted(set(here.played) & set(there.played))
    if clash:
        text = _("Table %(table)d has a result on board %(board)d in round %(round)d already; withdraw one.")
        raise ImpossibleError(text, **_where(there), board=clash[0])
    foreign, given = _exchanged(here, there)
    text = _("The results of boards %(boards)s go from table %(from)d to table %(to)d.")
    if len(here.played) == 1:
        text = _("The result of board %(boards)s goes from table %(from)d to table %(to)d.")
    params = {"boards": ", ".join(map(str, here.played)), "from": here.table, "to": there.table}
    lines = tuple(LineMove(origin, goal, board) for board in here.played)
    said = [Message(text, params), *_tell_boards(here, there, foreign, given)]
    moved = _moved(room, here, there, foreign, given)
    return settle("move_results", room, moved, said, is_done=True, moves=lines)


def _exchanged(here: Spot, there: Spot) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The boards that the other table was not to play, and as many of its own that it gives for them."""
    foreign = tuple(board for board in here.played if board not in there.boards)
    if not here.boards and not there.boards:
        return (), ()
    return foreign, there.unplayed[: len(foreign)]


def _tell_boards(
    here: Spot, there: Spot, foreign: tuple[int, ...], given: tuple[int, ...]
) -> Iterator[Message]:
    """Which boards change tables, so that each is played where it is to be."""
    params = {"foreign": ", ".join(map(str, foreign)), "to": there.table, "from": here.table}
    if given:
        text = _("Boards change tables: %(foreign)s to table %(to)d, %(given)s to table %(from)d.")
        yield Message(text, {**params, "given": ", ".join(map(str, given))})
    elif foreign:
        yield Message(_("Boards change tables: %(foreign)s to table %(to)d."), params)


def _moved(room: Room, here: Spot, there: Spot, foreign: tuple[int, ...], given: tuple[int, ...]) -> Room:
    boards = (
        tuple(sorted({*here.boards, *given} - set(foreign))),
        tuple(sorted({*there.boards, *foreign} - set(given))),
    )
    emptied = replace(here, boards=boards[0], played=(), is_begun=True)
    filled = replace(there, boards=boards[1], played=(*there.played, *here.played), is_begun=True)
    return room.having(emptied, filled)


def _spot(room: Room, number: int, table: int) -> Spot:
    spot = room.at((number, table))
    if spot is None:
        raise ImpossibleError(_("There is no table %(table)d in round %(round)d."), table=table, round=number)
    return spot


def _where(spot: Spot) -> dict[str, int]:
    return {"table": spot.table, "round": spot.round}
