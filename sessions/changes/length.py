"""Fewer boards, fewer rounds, more rounds."""

from collections import Counter
from dataclasses import replace

from scoring.movements import MOVEMENTS
from scoring.words import Message
from scoring.words import mark as _

from .change import Change, settle
from .room import Holder, ImpossibleError, Room, Spot
from .seating import seat_round

LEFT_OUT = _("Table %(table)d does not play board %(board)d in round %(round)d.")


def drop_board(room: Room, *, round: int) -> Change:
    """Nobody plays the last board of a round who has not played it; those who have keep it."""
    goal, sentences = room, []
    for spot in room.in_round(round):
        if not spot.is_played or not spot.boards or spot.boards[-1] not in spot.unplayed:
            continue
        if len(spot.boards) == 1:
            text = _("Table %(table)d would have nothing left to play; take the round away instead.")
            raise ImpossibleError(text, table=spot.table)
        goal = goal.having(replace(spot, boards=spot.boards[:-1]))
        params = {"table": spot.table, "board": spot.boards[-1], "round": round}
        sentences.append(Message(LEFT_OUT, params))
    if not sentences:
        raise ImpossibleError(_("Every table has played the last board of round %(round)d."), round=round)
    return settle("drop_board", room, goal, [*sentences, *_unequal(goal, round)])


def _unequal(room: Room, number: int) -> list[Message]:
    """Where single players declare in turn, whoever comes last in the order declares less often."""
    if room.are_pairs:
        return []
    text = _("At table %(table)d not everybody declares equally often then.")
    spots = [spot for spot in room.in_round(number) if spot.seats and len(spot.boards) % len(spot.seats)]
    return [Message(text, {"table": spot.table}) for spot in spots]


def cut_round(room: Room, *, round: int, table: int | None = None) -> Change:
    """The round stops after what has been played; tables that have played nothing of it stay empty in it."""
    goal, sentences = room, []
    for spot in room.in_round(round):
        if table in (None, spot.table):
            goal, said = _cut(goal, spot)
            sentences += said
    if not sentences:
        raise ImpossibleError(_("Every board of round %(round)d has been played there."), round=round)
    return settle("cut_round", room, goal, [*sentences, *_unequal(goal, round)])


def _cut(room: Room, spot: Spot) -> tuple[Room, list[Message]]:
    params: dict[str, object] = {"table": spot.table, "round": spot.round}
    if spot.played and spot.unplayed:
        text = _("Table %(table)d leaves out boards %(boards)s in round %(round)d.")
        params["boards"] = ", ".join(map(str, spot.unplayed))
        if len(spot.unplayed) == 1:
            text, params["board"] = LEFT_OUT, spot.unplayed[0]
        kept = tuple(board for board in spot.boards if board not in spot.unplayed)
        return room.having(replace(spot, boards=kept)), [Message(text, params)]
    if not spot.is_begun:
        text = _("Table %(table)d does not play round %(round)d.")
        return room.without([spot.key]), [Message(text, params)] if spot.is_played else []
    return room, []


def drop_round(room: Room) -> Change:
    """The last round is not played at all."""
    last = room.rounds[-1] if room.rounds else 0
    if last not in room.open_rounds:
        raise ImpossibleError(_("Round %(round)d has begun; cut it short instead."), round=last)
    if len(room.rounds) == 1:
        raise ImpossibleError(_("A session has at least one round."))
    goal = room.without(spot.key for spot in room.in_round(last))
    return settle("drop_round", room, goal, [Message(_("Round %(round)d is not played."), {"round": last})])


def add_round(room: Room) -> Change:
    """One round more at the end: the movement goes on, or single players are seated anew."""
    number = max(room.rounds, default=0) + 1
    goal = _continue(room, number) if room.are_pairs else seat_round(room, number)
    text = _("Round %(round)d is played as well, at %(tables)d tables.")
    params = {"round": number, "tables": len(goal.in_round(number))}
    return settle("add_round", room, goal, [Message(text, params)])


def _continue(room: Room, number: int) -> Room:
    """The movement's own next round, without those who have gone home."""
    family = MOVEMENTS.get(room.movement)
    count = max((who.number for who in room.people.values()), default=0)
    if family is None or family.longest(count) < number:
        text = _("This movement has no further round: everybody has met everybody they can.")
        raise ImpossibleError(text)
    boards = Counter(len(spot.boards) for spot in room.spots).most_common(1)[0][0]
    more = {"boards_per_round": boards} if boards else {}
    movement = family.build(count, rounds=number, **more)
    by_number = {who.number: who for who in room.people.values() if who.key not in room.left}
    for place in movement.in_round(number):
        seats: dict[str, Holder] = {}
        for contestant in place.contestants:
            if contestant in by_number:
                seats |= room.seats_for(by_number[contestant].key, place.seats_of(contestant))
        if seats:
            room = room.having(Spot(number, place.table, seats, place.boards))
    return room
