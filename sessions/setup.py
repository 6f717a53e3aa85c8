"""What the set-up page's values mean: names become players, players contestants, and these a seating."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from random import Random

from django.db import transaction
from django.utils.translation import gettext_noop

from clubs.models import Player
from clubs.names import name_key
from clubs.services import ensure_players
from scoring.formats import movement_csv
from scoring.lines import Ruleset
from scoring.movements import MOVEMENTS, Movement
from scoring.movements.balance import find_still, whole_minutes
from scoring.movements.breaks import break_length, with_breaks
from scoring.movements.matches import SLUG as MATCHES
from scoring.movements.missing import build_missing
from scoring.movements.plan import MovementError
from scoring.movements.propose import company, with_company
from scoring.movements.search import NAME as FOUND_NAME
from scoring.movements.search import SLUG as FOUND
from scoring.movements.search import may_improve
from scoring.words import Message

from . import services
from .clock import read_breaks
from .models import Session
from .name_lists import Names, Team, read_names, read_teams, write_names, write_teams
from .own_movement import OwnMovementError, read_own
from .proposals import propose

USUAL_MATCHES = 3
SEEDS = 10**9

DRAW, LISTED = "draw", "listed"
ITSELF, DIRECTOR = "itself", "director"


# --- seating ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the director asked for; a number left open, or no movement named, is the program's to choose.

    ``boards`` are boards a round by players at a table, ``tables`` those to be used at most. ``winners``,
    ``copies`` (sets of boards at hand) and ``minutes`` restrict what is proposed; who is named in
    ``still`` keeps a seat; ``missing`` is the side that lacks a pair in a Mitchell of an odd number,
    ``"NS"`` or, left empty, East-West; ``own`` is a movement as it was pasted, and stands for all the
    others; ``found`` is one that a longer search has found, as CSV. ``breaks`` are the rounds after which
    there is one, as they were typed, and ``break_minutes`` how long each is. Where rounds are drawn,
    ``draws`` is ``ITSELF``, ``DIRECTOR`` or, left empty, as is usual for them. The ``seed`` fixes the draw,
    so that nothing moves by itself.
    """

    order: str = LISTED
    seed: int = 0
    movement: str = ""
    rounds: int | None = None
    boards_per_round: int | None = None
    boards: Mapping[int, int] = field(default_factory=dict)
    winners: int | None = None
    copies: int | None = None
    minutes: int | None = None
    still: str = ""
    missing: str = ""
    own: str = ""
    found: str = ""
    tables: int | None = None
    breaks: str = ""
    break_minutes: int | None = None
    draws: str = ""

    @property
    def draws_itself(self) -> bool | None:
        """Whether each round is drawn by itself; None where it is as usual."""
        return self.draws == ITSELF if self.draws else None

    @property
    def is_drawn(self) -> bool:
        return self.order == DRAW


def wishes_of(plan: Mapping) -> Wishes:
    """The wishes as they were stored in a session's plan."""
    known = {name: plan[name] for name in Wishes.__dataclass_fields__ if name in plan}
    boards = {int(size): count for size, count in known.pop("boards", {}).items()}
    return Wishes(**known, boards=boards)


def with_own_breaks(movement: Movement, wishes: Wishes) -> Movement:
    """The movement with the breaks that were asked for, or else those that are of use if there is time."""
    if wishes.breaks.strip():
        return with_breaks(movement, read_breaks(wishes.breaks), wishes.break_minutes)
    paused = with_breaks(movement, None, wishes.break_minutes)
    has_time = wishes.minutes is None or whole_minutes(paused) <= wishes.minutes
    return paused if has_time else movement


def plan_of(names: str, wishes: Wishes) -> dict:
    """What a session keeps of its set-up: the list as typed, and the wishes."""
    stored = asdict(wishes)
    stored["boards"] = {str(size): count for size, count in wishes.boards.items()}
    return stored | {"names": names}


def read_list(text: str, session: Session) -> tuple[Team, ...]:
    """The contestants of a session as listed. Raises ValidationError."""
    if session.has_teams:
        return read_teams(text)
    return tuple(Team("", names) for names in read_names(text, pairs=session.ruleset.partnerships))


def usual_order(ruleset: Ruleset) -> str:
    """Single players are drawn; pairs keep the numbers in which they are listed."""
    return LISTED if ruleset.partnerships else DRAW


def has_partners(ruleset: Ruleset) -> bool:
    """Whether single players may keep a partner: at a table of four, sides sit opposite."""
    return not ruleset.partnerships and any(len(seats) == 4 for seats in ruleset.tables)


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def proposals(
    ruleset: Ruleset, count: int, wishes: Wishes, *, has_teams: bool = False
) -> tuple[Movement, ...]:
    """Every movement for so many contestants within the wishes, with its breaks, the best first.

    Raises MovementError where nothing fits.
    """
    proposed = _proposed(ruleset, count, wishes, has_teams=has_teams)
    return tuple(with_own_breaks(movement, wishes) for movement in proposed)


def _proposed(ruleset: Ruleset, count: int, wishes: Wishes, *, has_teams: bool) -> tuple[Movement, ...]:
    if wishes.own.strip():
        own = _own_movement(ruleset, count, wishes.own, has_teams=has_teams)
        return with_found((own,), wishes.found)
    fixed = _are_partners_fixed(ruleset, wishes)
    proposed = propose(
        ruleset,
        count,
        rounds=wishes.rounds or _usual_rounds(ruleset, count),
        boards=wishes.boards,
        partners=tuple((first, first + 1) for first in range(1, count, 2)) if fixed else (),
        boards_per_round=wishes.boards_per_round,
        winners=wishes.winners,
        copies=wishes.copies,
        minutes=_minutes_to_play(wishes),
        still=len(read_still(wishes.still)),
        missing=wishes.missing,
        has_teams=has_teams,
        planned=wishes.rounds,
        tables=wishes.tables or 0,
    )
    return with_found(proposed, wishes.found)


def _minutes_to_play(wishes: Wishes) -> int | None:
    """The minutes that the breaks which were asked for leave."""
    if wishes.minutes is None:
        return None
    after = read_breaks(wishes.breaks)
    return max(1, wishes.minutes - len(after) * break_length(len(after), wishes.break_minutes))


def with_found(proposed: tuple[Movement, ...], text: str) -> tuple[Movement, ...]:
    """The movements, and among them the one that a search has found if its tables and rounds fit."""
    if not text:
        return proposed
    found = movement_csv.loads(text)
    like = next((movement for movement in proposed if _shape(movement) == _shape(found)), None)
    if like is None:
        return proposed
    places = (replace(own, seats=new.seats) for own, new in zip(like.places, found.places, strict=True))
    notes = (Message(gettext_noop("The same tables and rounds as proposed, with other company")),)
    better = with_company(replace(like, slug=FOUND, name=FOUND_NAME, places=tuple(places), notes=notes))
    return tuple(sorted([better, *proposed], key=company))


def _shape(movement: Movement) -> tuple:
    """Who plays at all, and which tables are set up in which round, for whom of which seats."""
    return movement.contestants, [
        (place.round, place.table, sorted(place.seats)) for place in movement.places
    ]


def may_search(ruleset: Ruleset, wishes: Wishes, movement: Movement) -> bool:
    """Whether a longer search for a better seating than this makes sense."""
    return not ruleset.partnerships and not _are_partners_fixed(ruleset, wishes) and may_improve(movement)


def _are_partners_fixed(ruleset: Ruleset, wishes: Wishes) -> bool:
    return not wishes.is_drawn and has_partners(ruleset)


def choose(ruleset: Ruleset, count: int, wishes: Wishes, *, has_teams: bool = False) -> Movement:
    """The movement that was asked for, whatever speaks against it; else the best."""
    asked = MOVEMENTS.get(wishes.movement)
    found = proposals(ruleset, count, wishes, has_teams=has_teams)
    chosen = next((movement for movement in found if movement.slug == wishes.movement), None)
    if chosen or asked is None or wishes.own.strip() or not ruleset.partnerships or not ruleset.boards:
        return chosen or found[0]
    if asked.longest(count) < (wishes.rounds or 1) or (asked.contestants == "teams") != has_teams:
        return found[0]
    length = {"rounds": wishes.rounds, "boards_per_round": wishes.boards_per_round}
    return with_own_breaks(build_missing(asked.build, count, wishes.missing, **length), wishes)


def _own_movement(ruleset: Ruleset, count: int, text: str, *, has_teams: bool) -> Movement:
    try:
        return read_own(text, ruleset=ruleset, count=count, has_teams=has_teams)
    except OwnMovementError as error:
        raise MovementError("own", "%(fault)s", fault=error.faults[0]) from None


def read_still(text: str) -> list[str]:
    """The names of who keeps a seat: one on each line, or with commas between."""
    return [name.strip() for name in re.split(r"[\n,;]", text) if name.strip()]


def keep_still(entrants: list[list[Player]], names: Sequence[str], movement: Movement) -> None:
    """Give whoever is named a number whose seat stays. Raises MovementError where there are too few."""
    keys = set(map(name_key, names))
    wanted = [at for at, group in enumerate(entrants) if keys & {name_key(p.name) for p in group}]
    seats = [number - 1 for number in find_still(movement)]
    if len(wanted) > len(seats):
        text = gettext_noop("in this movement %(count)d keep their seats; %(wanted)d are to")
        raise MovementError("still", text, count=len(seats), wanted=len(wanted))
    free = [at for at in seats if at not in wanted]
    for at in (at for at in wanted if at not in seats):
        to = free.pop(0)
        entrants[at], entrants[to] = entrants[to], entrants[at]


def _usual_rounds(ruleset: Ruleset, count: int) -> int | None:
    if ruleset.partnerships and not ruleset.boards:
        return min(USUAL_MATCHES, MOVEMENTS[MATCHES].longest(count)) or None
    return None


@transaction.atomic
def keep_list(*, session: Session, listed: str, wishes: Wishes, **values) -> Session:
    """Keep what was typed without seating anybody. Raises RefusedError once a result is recorded."""
    session = services.update_session(session=session, **values)
    return services.keep_plan(session=session, plan=plan_of(listed, wishes))


@transaction.atomic
def keep_found(*, session: Session, text: str) -> Session:
    """Offer a movement that a search has found, as CSV, among those proposed. Raises RefusedError."""
    movement_csv.loads(text)
    plan = {**session.plan, "found": text, "movement": FOUND}
    return services.keep_plan(session=session, plan=plan)


@transaction.atomic
def seat(
    *, session: Session, entries: Sequence[Names], wishes: Wishes, called: Sequence[str] = (), **values
) -> Session:
    """Make players of all the names, seat them as wished, and keep what was typed.

    ``called`` are the names of teams; ``values`` are the session's own: title, date, options, method.
    Unknown names become visitors. Raises MovementError where no movement fits and RefusedError once a
    result is recorded.
    """
    if values:
        session = services.update_session(session=session, **values)
    movement = choose(session.ruleset, len(entries), wishes, has_teams=session.has_teams)
    listed = write_teams(list(map(Team, called, entries))) if called else write_names(entries)
    players = iter(ensure_players(club=session.club, names=[name for names in entries for name in names]))
    entrants = [[next(players) for _name in names] for names in entries]
    order = list(range(len(entries)))
    if wishes.is_drawn:
        Random(wishes.seed).shuffle(order)  # noqa: S311 (a draw for seats, to be repeated from its seed)
    entrants = [entrants[at] for at in order]
    keep_still(entrants, read_still(wishes.still), movement)
    return services.seat_players(
        session=session,
        entrants=entrants,
        movement=movement,
        plan=plan_of(listed, wishes),
        names=[called[at] for at in order] if called else (),
        draws_itself=wishes.draws_itself,
    )


def draw_again(*, session: Session) -> Session:
    """Seat the same players by a new draw."""
    plan = session.plan
    wishes = wishes_of({**plan, "order": DRAW, "seed": new_seed()})
    listed = read_list(plan.get("names", ""), session)
    called = [entry.called for entry in listed if entry.called]
    return seat(session=session, entries=[entry.players for entry in listed], wishes=wishes, called=called)
