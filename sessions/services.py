"""Every write of a session: keyword-only, one transaction each, nothing overwritten."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.models import Club, Player
from clubs.names import clean_name, clean_text
from scoring.lines import EntryError, check_options
from scoring.methods import GRADES, METHODS
from scoring.movements import Movement
from scoring.rulesets import RULESETS

from . import queries
from .careers import tally
from .clock import LONGEST_MINUTES, left_seconds, usual_minutes
from .models import (
    Adjustment,
    Chair,
    Clock,
    Contestant,
    Entrant,
    Notice,
    Placing,
    Posting,
    Reading,
    ScoreLine,
    Seating,
    Section,
    Session,
    Table,
    make_code,
)

REASON_MAX = 200


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes: an account, a device at a table, or both; ``origin`` as in ``ScoreLine.Origin``."""

    user: object = None
    device: str = ""
    origin: str = ScoreLine.Origin.TABLE

    @property
    def is_director(self) -> bool:
        return self.origin != ScoreLine.Origin.TABLE


class RefusedError(Exception):
    """A write that the state of the session does not allow; ``str()`` says why, for people."""


class ConflictError(Exception):
    """Somebody else recorded another result meanwhile: ``current`` is theirs, ``entry`` was ours."""

    def __init__(self, current: ScoreLine, entry: Mapping) -> None:
        self.current = current
        self.entry = entry
        super().__init__(_("this board has another result already"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The line that now stands; ``is_new`` is false where the same was already stored."""

    line: ScoreLine
    is_new: bool


# --- setting up ---------------------------------------------------------------------------------


@transaction.atomic
def create_session(
    *,
    club: Club,
    ruleset: str,
    date: datetime.date,
    title: str = "",
    by=None,
    options: Mapping | None = None,
    method: str = "",
    method_options: Mapping | None = None,
) -> Session:
    """A new session, being set up: by the club's own rules, unless options or a method are given.

    Raises EntryError for options that the game does not know.
    """
    game = RULESETS[ruleset]
    if options is None and not method:
        rules = queries.house_rules(club, ruleset)
        options, method, method_options = rules.options, rules.method.slug, rules.method_options
    return Session.objects.create(
        club=club,
        title=clean_name(title) if title.strip() else _(game.name),
        date=date,
        ruleset_slug=ruleset,
        options=check_options(game, options or {}),
        method_slug=method or game.methods[0],
        method_options=dict(method_options or {}),
        created_by=by,
    )


@transaction.atomic
def update_session(*, session: Session, **values) -> Session:
    """Change title, date, options or method. Options of the game change only before the first result."""
    session = lock(session)
    if session.is_final and values.keys() - {"title", "date"}:
        raise RefusedError(_("This result is final; take it back before you change it."))
    if "title" in values:
        values["title"] = clean_name(values["title"])
    if "options" in values:
        values["options"] = check_options(session.ruleset, values["options"])
        if values["options"] != session.options and queries.has_results(session):
            raise RefusedError(_("The rules cannot change once a result is recorded."))
    if values.get("method_slug", session.method_slug) not in METHODS:
        raise RefusedError(_("There is no such way to compare results."))
    for name, value in values.items():
        setattr(session, name, value)
    session.full_clean(exclude=["created_by"])
    session.save(update_fields=list(values))
    return touch(session)


@transaction.atomic
def seat_players(
    *,
    session: Session,
    entrants: Sequence[Sequence[Player]],
    movement: Movement,
    plan: Mapping | None = None,
) -> Session:
    """Seat contestants 1, 2, 3 ... as the movement says; whatever was seated before is replaced.

    ``entrants`` holds the players of each contestant, in the order of their numbers. Tables keep their
    codes. Raises RefusedError once a result is recorded or when somebody is named twice.
    """
    session = lock(session)
    if session.status == Session.Status.CLOSED or queries.has_results(session):
        raise RefusedError(_("The seating cannot be replaced once a result is recorded."))
    _check_entrants(session, entrants, movement)
    session.seatings.all().delete()
    session.contestants.all().delete()
    section, _made = Section.objects.get_or_create(session=session, letter="A")
    contestants = _create_contestants(session, section, entrants, movement)
    _create_seatings(session, section, movement, contestants, entrants)
    session.plan = dict(plan or {})
    session.movement_name = movement.name
    session.notes = [{"template": m.template, "params": dict(m.params)} for m in movement.notes]
    session.save(update_fields=["plan", "movement_name", "notes"])
    return touch(session)


def _check_entrants(session: Session, entrants: Sequence[Sequence[Player]], movement: Movement) -> None:
    players = [player for group in entrants for player in group]
    if any(player.club_id != session.club_id for player in players):
        raise RefusedError(_("Every player must belong to this club."))
    seen: set[int] = set()
    for player in players:
        if player.pk in seen:
            raise RefusedError(_("%(name)s is named twice.") % {"name": player.name})
        seen.add(player.pk)
    if len(entrants) < max(movement.contestants):
        raise RefusedError(_("The movement needs more players than are here."))


def _create_contestants(
    session: Session, section: Section, entrants: Sequence[Sequence[Player]], movement: Movement
) -> dict[int, Contestant]:
    groups = _groups(movement)
    made = Contestant.objects.bulk_create(
        Contestant(session=session, section=section, number=number, group=groups.get(number, ""))
        for number in range(1, len(entrants) + 1)
    )
    Entrant.objects.bulk_create(
        Entrant(session=session, contestant=contestant, player=player, position=position)
        for contestant, group in zip(made, entrants, strict=True)
        for position, player in enumerate(group)
    )
    return {contestant.number: contestant for contestant in made}


def _groups(movement: Movement) -> dict[int, str]:
    """The group of winners of each number: its side in the first round where there are two."""
    if movement.winners != 2:
        return {}
    found: dict[int, str] = {}
    for place in movement.places:
        for seat, number in place.seats.items():
            found.setdefault(number, "NS" if seat in "NS" else "EW")
    return found


def _create_seatings(
    session: Session,
    section: Section,
    movement: Movement,
    contestants: Mapping[int, Contestant],
    entrants: Sequence[Sequence[Player]],
) -> None:
    tables = {table.number: table for table in session.tables.all()}
    session.tables.filter(number__gt=movement.tables).delete()
    for number in range(1, movement.tables + 1):
        if number not in tables:
            tables[number] = Table.objects.create(
                session=session, section=section, number=number, code=free_code()
            )
    seatings = Seating.objects.bulk_create(
        Seating(session=session, table=tables[place.table], round=place.round, boards=list(place.boards))
        for place in movement.places
    )
    Chair.objects.bulk_create(
        Chair(seating=seating, place=seat, contestant=contestants[number], player=player)
        for seating, place in zip(seatings, movement.places, strict=True)
        for seat, number, player in _chairs(place.seats, entrants)
    )


def _chairs(seats: Mapping[str, int], entrants: Sequence[Sequence[Player]]):
    """Each seat with its contestant's number and the player of it who sits there."""
    taken: dict[int, int] = {}
    for seat, number in seats.items():
        players = entrants[number - 1]
        position = taken.get(number, 0)
        taken[number] = position + 1
        yield seat, number, players[position] if position < len(players) else None


def free_code() -> str:
    """A table code that no other table has."""
    code = make_code()
    while Table.objects.filter(code=code).exists():
        code = make_code()
    return code


@transaction.atomic
def start_session(*, session: Session) -> Session:
    """Open the tables for results."""
    session = lock(session)
    if session.status != Session.Status.SETUP:
        raise RefusedError(_("This session has started already."))
    if not session.seatings.exists():
        raise RefusedError(_("Seat the players first."))
    return _set_status(session, Session.Status.RUNNING)


@transaction.atomic
def unstart_session(*, session: Session) -> Session:
    """Back to setting up, while no result is recorded."""
    session = lock(session)
    if queries.has_results(session):
        raise RefusedError(_("The set-up is closed once a result is recorded."))
    return _set_status(session, Session.Status.SETUP)


@transaction.atomic
def delete_session(*, session: Session) -> None:
    """Remove a session that has no result; one with results stays."""
    session = lock(session)
    if queries.has_results(session):
        raise RefusedError(_("A session with results cannot be deleted."))
    session.delete()


@transaction.atomic
def renew_code(*, table: Table) -> Table:
    """A new code for a table; the old one opens nothing any more."""
    table.code = free_code()
    table.save(update_fields=["code"])
    touch(table.session)
    return table


# --- results ------------------------------------------------------------------------------------


@transaction.atomic
def record_line(
    *,
    seating: Seating,
    board: int,
    entry: Mapping,
    by: Actor,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
) -> Recorded:
    """Record a board's result, or correct it. The same key, or the same result, stores once.

    ``expected`` is the key of the line that the sender saw there, None for none: when another stands,
    ConflictError shows it. A table corrects only its last line, until its round ends; a director corrects
    any line and says why. Raises EntryError for what the game refuses and RefusedError at the wrong moment.
    """
    session = lock(seating.session)
    key = key or uuid.uuid4().hex
    stored = ScoreLine.objects.filter(session=session, key=key).first()
    if stored is not None and (stored.seating_id, stored.board) != (seating.pk, board):
        raise RefusedError(_("This entry was already used for another board; reload the page."))
    if stored is not None:
        return Recorded(stored, is_new=False)
    seat = _playing_seat(session, seating, by)
    current = seat.lines.get(board)
    checked = check_entry(seat, board, entry)
    if current is not None and current.entry == checked:
        return Recorded(current, is_new=False)
    previous = _current_version(seating, board)
    if (current.pk if current else None) != expected:
        if current is None:
            raise RefusedError(_("The line was withdrawn meanwhile; enter the result again."))
        raise ConflictError(current, checked)
    if current is not None:
        _check_correction(seat, current, by, reason)
    return Recorded(_store(session, seating, board, checked, previous, by, key, reason), is_new=True)


@dataclass(frozen=True, slots=True)
class Draft:
    """A line to be recorded with others; ``expected`` is the key of the line that was seen there."""

    seating: int
    board: int
    entry: Mapping
    expected: int | None


@transaction.atomic
def record_lines(*, session: Session, lines: Sequence[Draft], by: Actor, reason: str) -> int:
    """Record several lines of a session, all or none; how many of them were new. Raises as record_line."""
    seatings = {seating.pk: seating for seating in session.seatings.select_related("session__club", "table")}
    done = 0
    for line in lines:
        if line.seating not in seatings:
            raise RefusedError(_("The seating has changed meanwhile."))
        recorded = record_line(
            seating=seatings[line.seating],
            board=line.board,
            entry=line.entry,
            by=by,
            expected=line.expected,
            reason=reason,
        )
        done += recorded.is_new
    return done


def _playing_seat(session: Session, seating: Seating, by: Actor) -> queries.TableRound:
    """The table in its round, if somebody plays there and this actor may write there now."""
    seat = _open_seat(session, seating, by)
    if seat.is_sit_out:
        raise RefusedError(_("Nobody plays at this table in this round."))
    return seat


def _open_seat(session: Session, seating: Seating, by: Actor) -> queries.TableRound:
    """The table in its round, if this actor may write there now."""
    if session.is_final:
        raise RefusedError(_("This result is final; take it back before you change it."))
    if session.status == Session.Status.SETUP:
        raise RefusedError(_("This session has not started."))
    if not by.is_director and session.status != Session.Status.RUNNING:
        raise RefusedError(_("This session has ended; ask the director."))
    night = queries.load_night(session, table=seating.table.number)
    seat = next(found for found in night.rounds if found.pk == seating.pk)
    if not by.is_director and seat.is_ended:
        raise RefusedError(_("This round has ended at the table; ask the director."))
    return seat


def check_entry(seat: queries.TableRound, board: int, entry: Mapping) -> Mapping:
    """The entry as it is stored. Raises EntryError where board or result cannot be."""
    check_board(seat, board)
    checked = seat.ruleset.check(entry, seat.deal(board), seat.options)
    _check_later_lines(seat, board, checked)
    return checked


def check_board(seat: queries.TableRound, board: int) -> None:
    """Raise EntryError unless the table plays this board in this round, or this hand now."""
    if seat.boards and board not in seat.boards:
        boards = ", ".join(map(str, seat.boards))
        raise EntryError(
            "board",
            gettext_noop("board %(board)s is not played here now; this table has %(boards)s"),
            board=board,
            boards=boards,
        )
    if not seat.boards and board not in seat.lines and board != seat.sitting.next_number():
        raise EntryError(
            "board", gettext_noop("hand %(number)s comes next"), number=seat.sitting.next_number()
        )


def _check_later_lines(seat: queries.TableRound, board: int, checked: Mapping) -> None:
    """A correction must not end a match before hands that are recorded already."""
    sitting = seat.with_entry(board, checked)
    scored = seat.ruleset.score(sitting, seat.options).lines
    if len(scored) < len(sitting.lines):
        raise EntryError(
            "board",
            gettext_noop(
                "with this result the match ends with hand %(number)s; withdraw the later hands first"
            ),
            number=scored[-1].number,
        )


def _check_correction(seat: queries.TableRound, current: ScoreLine, by: Actor, reason: str) -> None:
    if by.is_director:
        if not reason.strip():
            raise EntryError("reason", gettext_noop("say why the result changes"))
    elif seat.last_line is None or seat.last_line.pk != current.pk:
        raise RefusedError(_("Only the last result can be corrected at the table; ask the director."))


def _current_version(seating: Seating, board: int) -> ScoreLine | None:
    return ScoreLine.objects.filter(seating=seating, board=board, is_current=True).first()


def _store(
    session: Session,
    seating: Seating,
    board: int,
    entry: Mapping | None,
    previous: ScoreLine | None,
    by: Actor,
    key: str,
    reason: str,
) -> ScoreLine:
    if previous is not None:
        ScoreLine.objects.filter(pk=previous.pk).update(is_current=False)
    line = ScoreLine.objects.create(
        session=session,
        seating=seating,
        board=board,
        entry=None if entry is None else dict(entry),
        replaces=previous,
        key=key[:64],
        origin=by.origin,
        by=by.user if getattr(by.user, "is_authenticated", False) else None,
        device=by.device[:64],
        reason=clean_text(reason)[:REASON_MAX],
    )
    touch(session)
    return line


@transaction.atomic
def withdraw_line(*, line: ScoreLine, by: Actor, reason: str, key: str = "") -> ScoreLine:
    """Take a line back, so that the board has no result; its history stays. Directors only."""
    session = lock(line.session)
    seat = _playing_seat(session, line.seating, by)
    if not by.is_director:
        raise RefusedError(_("Only the director withdraws a result."))
    if not reason.strip():
        raise EntryError("reason", gettext_noop("say why the result is withdrawn"))
    if line.board not in seat.lines:
        raise RefusedError(_("This board has no result to withdraw."))
    if not seat.boards and line.board != max(seat.lines):
        raise RefusedError(_("Withdraw the last hand first: later hands depend on this one."))
    previous = _current_version(line.seating, line.board)
    return _store(session, line.seating, line.board, None, previous, by, key or uuid.uuid4().hex, reason)


@transaction.atomic
def put_back(*, line: ScoreLine, by: Actor, reason: str) -> ScoreLine:
    """Make an earlier version of a line the current one again, as a new version. Directors only."""
    session = lock(line.session)
    seat = _playing_seat(session, line.seating, by)
    if not by.is_director:
        raise RefusedError(_("Only the director puts a result back."))
    if line.entry is None:
        raise RefusedError(_("That version is a withdrawal; withdraw the line instead."))
    checked = check_entry(seat, line.board, line.entry)
    previous = _current_version(line.seating, line.board)
    return _store(session, line.seating, line.board, checked, previous, by, uuid.uuid4().hex, reason)


@transaction.atomic
def end_round(*, seating: Seating, by: Actor) -> Seating:
    """Close a round at a table: nothing there changes any more but by the director."""
    session = lock(seating.session)
    seat = _open_seat(session, seating, by)
    if not by.is_director and not (seat.is_complete or _may_stop_early(seat)):
        missing = ", ".join(str(board) for board in seat.boards if board not in seat.lines)
        raise RefusedError(_("These boards have no result yet: %(boards)s.") % {"boards": missing})
    return _set_ended(session, seating, timezone.now())


def _may_stop_early(seat: queries.TableRound) -> bool:
    """A game without a fixed number of deals ends when time is called, after at least one."""
    return not seat.boards and bool(seat.lines)


@transaction.atomic
def reopen_round(*, seating: Seating) -> Seating:
    """Let a table correct its round again."""
    session = lock(seating.session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("This session has ended."))
    return _set_ended(session, seating, None)


def _set_ended(session: Session, seating: Seating, moment) -> Seating:
    seating.ended_at = moment
    seating.save(update_fields=["ended_at"])
    touch(session)
    return seating


# --- the director's decisions -------------------------------------------------------------------


@transaction.atomic
def award_board(
    *, seating: Seating, board: int, first: str, second: str, by=None, reason: str = "", top: str = ""
) -> Adjustment:
    """Award a board instead of comparing it: a share in per cent or a grade for each side.

    Replaces an earlier award of the board. Raises EntryError for a share outside 0 to 100.
    """
    session = _lock_open(seating.session)
    shares = {"first": clean_share(first, "first"), "second": clean_share(second, "second")}
    _withdraw(session.adjustments.filter(seating=seating, board=board, kind=Adjustment.Kind.AWARD))
    adjustment = Adjustment.objects.create(
        session=session,
        kind=Adjustment.Kind.AWARD,
        seating=seating,
        board=board,
        top=top,
        by=by,
        reason=clean_text(reason)[:REASON_MAX],
        **shares,
    )
    touch(session)
    return adjustment


def clean_share(text: str, field: str) -> str:
    """A grade, or a percentage as an exact text. Raises EntryError naming the field."""
    text = text.strip().upper().replace("%", "").replace(",", ".")
    if text in GRADES:
        return text
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise EntryError(field, "%(text)s is neither a percentage nor A+, A or A-", text=text) from None
    if not 0 <= share <= 100:
        raise EntryError(field, "%(text)s is not between 0 and 100 per cent", text=text)
    return str(share)


@transaction.atomic
def fine(
    *, contestant: Contestant, amount: str, is_percent: bool = False, by=None, reason: str = ""
) -> Adjustment:
    """Take points (or percentage points) from a contestant; a negative amount gives them."""
    session = _lock_open(contestant.session)
    try:
        exact = Fraction(amount.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise EntryError("amount", gettext_noop("%(text)s is not a number"), text=amount) from None
    adjustment = Adjustment.objects.create(
        session=session,
        kind=Adjustment.Kind.PENALTY,
        contestant=contestant,
        amount=str(exact),
        is_percent=is_percent,
        by=by,
        reason=clean_text(reason)[:REASON_MAX],
    )
    touch(session)
    return adjustment


@transaction.atomic
def withdraw_adjustment(*, adjustment: Adjustment) -> None:
    """Take a decision back; it stays readable."""
    session = _lock_open(adjustment.session)
    _withdraw(session.adjustments.filter(pk=adjustment.pk))
    touch(session)


def _withdraw(adjustments) -> None:
    adjustments.filter(is_current=True).update(is_current=False)


def _lock_open(session: Session) -> Session:
    session = lock(session)
    if session.is_final:
        raise RefusedError(_("This result is final; take it back before you change it."))
    return session


# --- the end of the evening ---------------------------------------------------------------------


@transaction.atomic
def close_session(*, session: Session) -> Session:
    """End play: the tables' codes open nothing any more. Missing boards simply do not count."""
    session = lock(session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("Only a session in play can be closed."))
    session.closed_at = timezone.now()
    session.save(update_fields=["closed_at"])
    return _set_status(session, Session.Status.CLOSED)


@transaction.atomic
def reopen_session(*, session: Session) -> Session:
    """Back into play, so that tables may write again; a published session is taken back first."""
    session = lock(session)
    if session.is_published:
        raise RefusedError(_("Take the published result back before you open the tables again."))
    if session.status != Session.Status.CLOSED:
        raise RefusedError(_("Only a closed session can be opened again."))
    return _set_status(session, Session.Status.RUNNING)


@transaction.atomic
def publish_session(*, session: Session, correction_minutes: int = 0, by=None) -> Session:
    """Freeze the places as a record and show the session to everyone.

    For so many minutes the director may still correct it; then it is final.
    """
    session = lock(session)
    if session.status != Session.Status.CLOSED:
        raise RefusedError(_("Close the session before you publish it."))
    session.published_at = None
    _freeze(session, queries.load_night(session))
    touch(session)
    session.published_at = timezone.now()
    session.final_at = session.published_at + datetime.timedelta(minutes=correction_minutes)
    session.is_public = True
    session.save(update_fields=["published_at", "final_at", "is_public"])
    _post(session, Posting.Kind.PUBLISHED, by=by)
    return session


def _freeze(session: Session, night: queries.Night) -> None:
    session.placings.all().delete()
    Placing.objects.bulk_create(
        Placing(
            session=session,
            contestant_id=row.contestant,
            rank=row.rank,
            is_tied=row.is_tied,
            score="" if row.score is None else str(row.score),
            figures={name: str(value) for name, value in row.figures.items()},
        )
        for row in night.standings.rows
    )
    _freeze_counts(session, night)


def _freeze_counts(session: Session, night: queries.Night) -> None:
    """Keep with each player what his lines add up to."""
    counts = tally(night)
    entrants = list(session.entrants.all())
    for entrant in entrants:
        entrant.counts = dict(counts[entrant.player_id])
    Entrant.objects.bulk_update(entrants, ["counts"])


def _freeze_again(session: Session) -> None:
    night = queries.load_night(session)
    changes = [found.as_stored() for found in queries.differences(night)]
    _freeze_counts(session, night)
    if changes:
        _freeze(session, night)
        _post(session, Posting.Kind.CORRECTED, changes=changes)


def _post(session: Session, kind: str, *, by=None, reason: str = "", changes: Sequence = ()) -> None:
    """Record what happened to a published result."""
    Posting.objects.create(
        session=session,
        kind=kind,
        changes=list(changes),
        reason=clean_text(reason)[:REASON_MAX],
        by=by if getattr(by, "is_authenticated", False) else None,
    )


@transaction.atomic
def finalise_session(*, session: Session, by=None) -> Session:
    """Declare a published result final before its time for corrections is over."""
    session = lock(session)
    if not session.is_correctable:
        raise RefusedError(_("Only a published result that may still be corrected is declared final."))
    session.final_at = timezone.now()
    session.save(update_fields=["final_at"])
    _post(session, Posting.Kind.FINAL, by=by)
    return touch(session)


@transaction.atomic
def unpublish_session(*, session: Session, reason: str, by=None) -> Session:
    """Take a published session back: not final, and only for members. The reason is kept."""
    session = lock(session)
    if not session.is_published:
        raise RefusedError(_("This session is not published."))
    if not reason.strip():
        raise EntryError("reason", gettext_noop("say why the result is taken back"))
    session.placings.all().delete()
    session.published_at = session.final_at = None
    session.is_public = False
    session.save(update_fields=["published_at", "final_at", "is_public"])
    _post(session, Posting.Kind.TAKEN_BACK, by=by, reason=reason)
    return touch(session)


@transaction.atomic
def set_public(*, session: Session, is_public: bool) -> Session:
    """Show a session to everyone while it goes on, or to members only."""
    session = lock(session)
    if session.is_published and not is_public:
        raise RefusedError(_("Take the published session back instead."))
    session.is_public = is_public
    session.save(update_fields=["is_public"])
    return touch(session)


def lock(session: Session) -> Session:
    """The session as it stands now, held until the transaction ends."""
    return Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)


def touch(session: Session) -> Session:
    """Raise the revision, in the same transaction as the change it tells of.

    A published result that may still be corrected is frozen anew, and what that changes is recorded.
    """
    Session.objects.filter(pk=session.pk).update(revision=F("revision") + 1)
    session.refresh_from_db(fields=["revision"])
    if session.is_correctable:
        _freeze_again(session)
    return session


def _set_status(session: Session, status: str) -> Session:
    session.status = status
    session.save(update_fields=["status"])
    return touch(session)


# --- the round clock ----------------------------------------------------------------------------


@transaction.atomic
def start_clock(*, session: Session) -> Clock:
    """Let the round's time run, from the beginning or from where it was paused."""
    clock = _lock_clock(session)
    if clock.ends_at is None and not clock.left_seconds:
        raise RefusedError(_("The time of this round is up: add a minute, or go on to the next round."))
    if clock.ends_at is None:
        clock.ends_at = timezone.now() + datetime.timedelta(seconds=clock.left_seconds)
    return _save_clock(clock)


@transaction.atomic
def pause_clock(*, session: Session) -> Clock:
    """Stop the round's time where it is."""
    clock = _lock_clock(session)
    clock.left_seconds, clock.ends_at = left_seconds(clock, timezone.now()), None
    return _save_clock(clock)


@transaction.atomic
def add_minute(*, session: Session) -> Clock:
    """Give the round a minute more; after its end, a minute from now."""
    clock, now = _lock_clock(session), timezone.now()
    if clock.ends_at is None:
        clock.left_seconds += 60
    else:
        clock.ends_at = max(clock.ends_at, now) + datetime.timedelta(seconds=60)
    return _save_clock(clock)


@transaction.atomic
def next_clock_round(*, session: Session) -> Clock:
    """Set the clock to the next round, its full time not yet running."""
    clock = _lock_clock(session)
    if clock.round >= queries.last_round(session):
        raise RefusedError(_("This is the last round."))
    clock.round += 1
    clock.left_seconds, clock.ends_at = clock.minutes * 60, None
    return _save_clock(clock)


@transaction.atomic
def set_clock(*, session: Session, round: int, minutes: int, has_sound: bool) -> Clock:
    """Which round it is, how long one takes, and whether its end is to be heard.

    Another round begins with its full time, not yet running; a running one keeps the time that it has.
    """
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise EntryError("minutes", gettext_noop("a round takes 1 to %(most)s minutes"), most=LONGEST_MINUTES)
    if not 1 <= round <= queries.last_round(session):
        raise EntryError("round", gettext_noop("there is no round %(number)s"), number=round)
    clock = _lock_clock(session)
    is_untouched = clock.ends_at is None and clock.left_seconds == clock.minutes * 60
    if is_untouched or clock.round != round:
        clock.left_seconds, clock.ends_at = minutes * 60, None
    clock.round, clock.minutes, clock.has_sound = round, minutes, has_sound
    return _save_clock(clock)


def _lock_clock(session: Session) -> Clock:
    """The clock of a session in play, made where it has none yet, and held with the session."""
    session = lock(session)
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("The clock runs while the session is in play."))
    minutes = usual_minutes(queries.most_boards(session))
    values = {"round": queries.round_now(session), "minutes": minutes, "left_seconds": minutes * 60}
    return Clock.objects.get_or_create(session=session, defaults=values)[0]


def _save_clock(clock: Clock) -> Clock:
    clock.save()
    announce(clock.session)
    return clock


def announce(session: Session) -> None:
    """Raise what tells the pages that the clock or a message has changed; no result has."""
    Session.objects.filter(pk=session.pk).update(notices=F("notices") + 1)


# --- the director's messages --------------------------------------------------------------------


@transaction.atomic
def post_message(*, session: Session, text: str, table: Table | None = None, by=None) -> Notice:
    """Show a message on the phone of a table, or of every table, until it is read there."""
    session = lock(session)
    text = clean_text(text)[:REASON_MAX]
    if not text:
        raise EntryError("text", gettext_noop("write what the tables shall read"))
    if session.status != Session.Status.RUNNING:
        raise RefusedError(_("Messages reach the tables while the session is in play."))
    notice = Notice.objects.create(
        session=session, table=table, text=text, by=by if getattr(by, "is_authenticated", False) else None
    )
    announce(session)
    return notice


@transaction.atomic
def withdraw_message(*, notice: Notice) -> None:
    """Take a message off the phones."""
    Notice.objects.filter(pk=notice.pk).update(is_current=False)
    announce(notice.session)


@transaction.atomic
def acknowledge(*, notice: Notice, table: Table, device: str = "") -> None:
    """Note that a table has read a message; reading it twice notes it once."""
    _reading, is_new = Reading.objects.get_or_create(
        notice=notice, table=table, defaults={"device": device[:64]}
    )
    if is_new:
        announce(table.session)


@transaction.atomic
def set_travellers(*, session: Session, travellers: str) -> Session:
    """Which boards' other results the phones at the tables may show."""
    session = lock(session)
    session.travellers = Session.Travellers(travellers)
    session.save(update_fields=["travellers"])
    announce(session)
    return session


# --- undo ---------------------------------------------------------------------------------------


@transaction.atomic
def undo(*, line: ScoreLine, by: Actor) -> ScoreLine:
    """Make what stood before a change current again, as a new version. Raises RefusedError too late."""
    session = lock(line.session)
    if not ScoreLine.objects.filter(session=session, pk=line.pk, is_current=True).exists():
        raise RefusedError(_("The result has changed meanwhile; look at it again."))
    reason = _("undone")
    if line.replaces is None or line.replaces.entry is None:
        return withdraw_line(line=line, by=by, reason=reason)
    return put_back(line=line.replaces, by=by, reason=reason)
