"""Changes during play as they are made and undone: one transaction each, nothing entered is lost."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.services import ensure_players

from . import changes, seatings
from .changes import Change, ImpossibleError, Key, LineMove, Room, Spot
from .models import Chair, Contestant, Entrant, ScoreLine, Seating, SeatingChange, Section, Session, Table
from .services import Actor, RefusedError, free_code, lock, record_line, touch, withdraw_line
from .words import say


@dataclass(frozen=True, slots=True)
class Preview:
    """A change before it is made; ``token`` tells whether it would still be the same."""

    room: Room
    change: Change
    token: str


# --- before -------------------------------------------------------------------------------------


def preview_change(*, session: Session, kind: str, values: Mapping) -> Preview:
    """What a change would do now. Raises RefusedError, in a player's words, where it cannot be."""
    _check_moment(session, kind)
    room = seatings.load_room(session)
    try:
        change = changes.PLANNERS[kind](room, **values)
    except ImpossibleError as error:
        text = say(error.message)
        raise RefusedError(text[:1].upper() + text[1:]) from None
    return Preview(room, change, _token(change))


def _check_moment(session: Session, kind: str) -> None:
    if session.is_published:
        raise RefusedError(_("This session is published; take it back before you change a seat."))
    if session.status == Session.Status.SETUP:
        raise RefusedError(_("The tables are not open yet: change the set-up instead."))
    if session.status == Session.Status.CLOSED and kind not in changes.AFTERWARDS:
        raise RefusedError(_("Play has ended; open the tables again first."))


def _token(change: Change) -> str:
    stored = [change.kind, _stored(change.before), _stored(change.after), dict(change.details)]
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:32]


def _stored(places: Mapping[Key, Spot | None]) -> list[dict]:
    """Places as they are kept: ``seats`` is None where the table stands empty in the round."""
    return [_stored_spot(key, spot) for key, spot in places.items()]


def _stored_spot(key: Key, spot: Spot | None) -> dict:
    number, table = key
    if spot is None:
        return {"round": number, "table": table, "seats": None, "boards": []}
    seats = {place: [holder.contestant, holder.player] for place, holder in spot.seats.items()}
    return {"round": number, "table": table, "seats": seats, "boards": list(spot.boards)}


# --- doing --------------------------------------------------------------------------------------


@transaction.atomic
def make_change(*, session: Session, kind: str, values: Mapping, token: str, by: Actor) -> SeatingChange:
    """Make a change that was previewed. Raises RefusedError where the tables have moved on meanwhile."""
    session = lock(session)
    found = preview_change(session=session, kind=kind, values=values)
    if found.token != token:
        raise RefusedError(_("The tables have moved on meanwhile; look at the change once more."))
    change = found.change
    entries = _withdraw_moved(session, change.moves, by)
    details, known = _enter_people(session, change)
    after = [_with_keys(spot, known) for spot in _stored(change.after)]
    details["tables"] = _place_everybody(session, after)
    details["moves"] = [[list(move.origin), list(move.goal), move.board] for move in change.moves]
    _record_moved(session, change.moves, entries, by)
    _end_rounds(session, details.get("ends", ()), timezone.now())
    made = SeatingChange.objects.create(
        session=session,
        kind=kind,
        sentences=[{"template": m.template, "params": dict(m.params)} for m in change.sentences],
        before=_stored(change.before),
        after=after,
        details=details,
        last_line=_last_line(session),
        by=by.user if getattr(by.user, "is_authenticated", False) else None,
    )
    touch(session)
    return made


@dataclass(frozen=True, slots=True)
class _Known:
    """The keys that the placeholders of a plan stand for."""

    contestants: Mapping[int, int]
    players: Mapping[int, int]


def _enter_people(session: Session, change: Change) -> tuple[dict, _Known]:
    """Store who is new; what was made is told, so that it can be taken away again."""
    details: dict = dict(change.details)
    known = _Known({}, {})
    if change.left is not None:
        details["left"] = change.left
    if change.is_back and change.newcomer is not None:
        details["back"] = change.newcomer.key
    elif change.newcomer is not None:
        table = min((table for (_round, table), spot in change.after.items() if _sits_new(spot)), default=1)
        contestant, known = _enter_contestant(session, change.newcomer, table)
        details["contestants"] = [contestant.pk]
    if change.substitute is not None:
        entrant = _enter_substitute(session, *change.substitute)
        details["entrants"] = [entrant.pk]
        known = _Known({}, {-1: entrant.player_id})
    return details, known


def _sits_new(spot: Spot | None) -> bool:
    return spot is not None and changes.NEW in spot.contestants


def _section_near(session: Session, table: int) -> Section:
    """The section of a table, or of the one before it where it is to be added."""
    near = session.tables.filter(number__lte=table).select_related("section").last()
    return near.section if near else session.sections.order_by("letter").first()


def _enter_contestant(session: Session, who: changes.Who, table: int) -> tuple[Contestant, _Known]:
    players = ensure_players(club=session.club, names=who.names)
    contestant = Contestant.objects.create(
        session=session,
        section=_section_near(session, table),
        number=who.number,
        group=who.group,
        name=who.own_name,
    )
    for position, player in enumerate(players):
        Entrant.objects.create(session=session, contestant=contestant, player=player, position=position)
    keys = {-1 - position: player.pk for position, player in enumerate(players)}
    return contestant, _Known({changes.NEW: contestant.pk}, keys)


def _enter_substitute(session: Session, contestant: int, name: str) -> Entrant:
    (player,) = ensure_players(club=session.club, names=[name])
    last = Entrant.objects.filter(contestant_id=contestant).aggregate(last=Max("position"))["last"]
    position = 0 if last is None else last + 1
    return Entrant.objects.create(session=session, contestant_id=contestant, player=player, position=position)


def _with_keys(spot: dict, known: _Known) -> dict:
    if spot["seats"] is None:
        return spot
    seats = {
        place: [known.contestants.get(contestant, contestant), known.players.get(player, player)]
        for place, (contestant, player) in spot["seats"].items()
    }
    return spot | {"seats": seats}


def _place_everybody(session: Session, spots: Iterable[Mapping]) -> list[int]:
    """Make the stored places so; the numbers of the tables that had to be added."""
    tables = {table.number: table for table in session.tables.all()}
    found = {(seat.round, seat.table.number): seat for seat in session.seatings.select_related("table")}
    added = []
    for spot in spots:
        seating = found.get((spot["round"], spot["table"]))
        if spot["seats"] is None:
            _clear(seating)
            continue
        if spot["table"] not in tables:
            tables[spot["table"]] = _add_table(session, spot["table"])
            added.append(spot["table"])
        if seating is None:
            seating = Seating(session=session, table=tables[spot["table"]], round=spot["round"])
        _sit_down(seating, spot)
    return added


def _end_rounds(session: Session, places: Iterable[Sequence[int]], moment) -> None:
    """Close the rounds at these tables, or open them again where the moment is None."""
    for number, table in places:
        session.seatings.filter(round=number, table__number=table).update(ended_at=moment)


def _clear(seating: Seating | None) -> None:
    """Take a table out of a round; one that holds a line or a ruling stays."""
    if seating is None:
        return
    if seating.lines.exists() or seating.adjustments.exists():
        raise RefusedError(
            _("Table %(table)d has a result in round %(round)d.")
            % {"table": seating.table.number, "round": seating.round}
        )
    seating.delete()


def _add_table(session: Session, number: int) -> Table:
    section = _section_near(session, number)
    return Table.objects.create(session=session, section=section, number=number, code=free_code())


def _sit_down(seating: Seating, spot: Mapping) -> None:
    seating.boards = spot["boards"]
    seating.save()
    seating.chairs.all().delete()
    Chair.objects.bulk_create(
        Chair(seating=seating, place=place, contestant_id=contestant, player_id=player)
        for place, (contestant, player) in spot["seats"].items()
    )


# --- results that go to another table -----------------------------------------------------------


def _withdraw_moved(session: Session, moves: Sequence[LineMove], by: Actor) -> list[Mapping]:
    """Take the moved results back where they stand; their entries, in the order of the moves."""
    entries = []
    for move in reversed(moves):
        line = _current_line(session, move.origin, move.board)
        reason = _("goes to table %(table)d") % {"table": move.goal[1]}
        withdraw_line(line=line, by=by, reason=reason)
        entries.append(line.entry)
    return entries[::-1]


def _current_line(session: Session, key: Key, board: int) -> ScoreLine:
    lines = session.lines.filter(seating__round=key[0], seating__table__number=key[1], board=board)
    lines = lines.filter(is_current=True, entry__isnull=False)
    found = lines.select_related("session__club", "seating__session__club", "seating__table").first()
    if found is None:
        raise RefusedError(_("Board %(board)d has no result there any more.") % {"board": board})
    return found


def _record_moved(session: Session, moves: Sequence[LineMove], entries: Sequence[Mapping], by: Actor) -> None:
    for move, entry in zip(moves, entries, strict=True):
        seating = session.seatings.select_related("session__club", "table").get(
            round=move.goal[0], table__number=move.goal[1]
        )
        reason = _("was entered for table %(table)d") % {"table": move.origin[1]}
        record_line(seating=seating, board=move.board, entry=entry, by=by, reason=reason)


# --- undoing ------------------------------------------------------------------------------------


@transaction.atomic
def undo_change(*, change: SeatingChange, by: Actor) -> SeatingChange:
    """Put every affected place back. Raises RefusedError once a later result or change depends on it."""
    session = lock(change.session)
    change = SeatingChange.objects.select_for_update().get(pk=change.pk)
    reason = why_it_stands(session, change)
    if reason:
        raise RefusedError(reason)
    back = [
        LineMove(tuple(goal), tuple(origin), board) for origin, goal, board in change.details.get("moves", [])
    ]
    entries = _withdraw_moved(session, back, by)
    _place_everybody(session, change.before)
    _record_moved(session, back, entries, by)
    session.contestants.filter(pk__in=change.details.get("contestants", [])).delete()
    session.entrants.filter(pk__in=change.details.get("entrants", [])).delete()
    session.tables.filter(number__in=change.details.get("tables", []), seatings__isnull=True).delete()
    _end_rounds(session, change.details.get("ends", ()), None)
    change.undone_at = timezone.now()
    change.save(update_fields=["undone_at"])
    touch(session)
    return change


def why_it_stands(session: Session, change: SeatingChange) -> str:
    """Why a change cannot be undone; empty where it can."""
    if change.is_undone:
        return _("This change is undone already.")
    if session.is_published:
        return _("This session is published; take it back before you change a seat.")
    if session.changes.filter(pk__gt=change.pk, undone_at__isnull=True).exists():
        return _("Undo the later changes first.")
    if session.adjustments.filter(contestant__in=change.details.get("contestants", [])).exists():
        return _("Points were taken from or given to who came; withdraw that first.")
    line = next(iter(_dependent_lines(session, change)), None)
    if line is None:
        return ""
    text = _("A result depends on it: round %(round)d, table %(table)d, board %(board)d.")
    return text % {"round": line.seating.round, "table": line.seating.table.number, "board": line.board}


def reasons_to_stand(session: Session, found: Sequence[SeatingChange]) -> list[str]:
    """For each change, the newest first, why it cannot be undone; only one of them ever can."""
    newest = next((change for change in found if not change.is_undone), None)
    later = _("Undo the later changes first.")
    done = _("This change is undone already.")
    return [
        why_it_stands(session, change) if change is newest else done if change.is_undone else later
        for change in found
    ]


def _dependent_lines(session: Session, change: SeatingChange) -> Iterable[ScoreLine]:
    """Results recorded since at a table that would then have other players, or not play the board."""
    since = session.lines.filter(pk__gt=change.last_line, entry__isnull=False)
    before, after = (
        {(spot["round"], spot["table"]): spot for spot in spots} for spots in (change.before, change.after)
    )
    for line in since.select_related("seating__table"):
        key = (line.seating.round, line.seating.table.number)
        if key in before and _depends(before[key], after[key], line.board):
            yield line


def _depends(before: Mapping, after: Mapping, board: int) -> bool:
    is_left_out = bool(before["boards"]) and board not in before["boards"]
    return before["seats"] != after["seats"] or is_left_out


def _last_line(session: Session) -> int:
    return session.lines.aggregate(last=Max("pk"))["last"] or 0
