"""What the set-up page's values mean: names become players, players contestants, and these a seating."""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.models import Player
from clubs.names import clean_name, name_key
from clubs.services import ensure_players
from scoring.lines import Ruleset
from scoring.movements import MOVEMENTS, Movement
from scoring.movements.balance import find_still
from scoring.movements.matches import SLUG as MATCHES
from scoring.movements.plan import MovementError

from . import services
from .models import Session
from .own_movement import OwnMovementError, read_own
from .proposals import propose

MAX_LINES = 200
MAX_COMPLAINTS = 6
USUAL_MATCHES = 3
SEEDS = 10**9

DRAW, LISTED = "draw", "listed"

NUMBERING = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-•*])\s+")
BETWEEN_PARTNERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (r"\s*\t\s*", r"\s*&\s*", r"\s*/\s*", r"\s*\+\s*", r"\s*;\s*", r"\s+and\s+", r"\s*,\s*")
)
BETWEEN_PLAYERS = re.compile(r"\t|;|&|\s/\s|,.*,")

Names = tuple[str, ...]


# --- names --------------------------------------------------------------------------------------


def read_names(text: str, *, pairs: bool) -> tuple[Names, ...]:
    """The names of each contestant, a line each; blank lines do not count.

    A pair is written ``Ada & Ben``, with ``/``, ``+``, a comma, a semicolon, ``and`` or a tab between.
    Raises ValidationError with the line of each problem.
    """
    found, complaints, seen = [], [], {}
    for number, line in _numbered_lines(text):
        try:
            names = tuple(clean_name(part) for part in _split_line(line, pairs=pairs))
            _check_repeats(names, number, seen)
            found.append(names)
        except ValidationError as error:
            complaints.append(
                _("Line %(line)d: %(problem)s") % {"line": number, "problem": error.messages[0]}
            )
    if len(found) > MAX_LINES:
        complaints.append(_("At most %(limit)d lines fit in a session.") % {"limit": MAX_LINES})
    if complaints:
        raise ValidationError(shortened(complaints))
    return tuple(found)


def count_lines(text: str) -> int:
    """How many contestants a list stands for, whether or not each line is right."""
    return min(MAX_LINES, sum(1 for _line in _numbered_lines(text)))


def write_names(entries: Sequence[Names]) -> str:
    """A list that ``read_names`` reads back."""
    return "\n".join(_write_line(names) for names in entries)


def _write_line(names: Names) -> str:
    written = (mark.join(names) for mark in (" & ", " / ", " + ", "; "))
    return next((line for line in written if _partners(line) == list(names)), "\t".join(names))


def add_names(text: str, names: Sequence[str]) -> str:
    """The list with a line for each name that no line of it has yet."""
    known = {name_key(part) for _number, line in _numbered_lines(text) for part in _all_parts(line)}
    new = [name for name in names if name_key(name) not in known]
    return "\n".join([*(line for line in text.splitlines() if line.strip()), *new])


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        bare = NUMBERING.sub("", line.strip())
        if bare.strip():
            yield number, bare


def _split_line(line: str, *, pairs: bool) -> list[str]:
    if not pairs:
        if BETWEEN_PLAYERS.search(line):
            raise ValidationError(_("one name on each line, please."))
        return [line]
    parts = _partners(line)
    if len(parts) == 1:
        raise ValidationError(_("%(name)s has no partner; write both names.") % {"name": _short(parts[0])})
    if len(parts) > 2:
        raise ValidationError(_("a pair is two names; here are %(count)d.") % {"count": len(parts)})
    return parts


def _partners(line: str) -> list[str]:
    """The parts of a line at the first kind of separator that it has."""
    for separator in BETWEEN_PARTNERS:
        parts = [part for part in separator.split(line) if part.strip()]
        if len(parts) > 1 or separator.search(line):
            return parts or [line]
    return [line]


def _all_parts(line: str) -> list[str]:
    return [line, *_partners(line)]


def _check_repeats(names: Names, number: int, seen: dict[str, int]) -> None:
    for name in names:
        first = seen.setdefault(name_key(name), number)
        if first != number or [name_key(other) for other in names].count(name_key(name)) > 1:
            text = _("%(name)s is on line %(first)d already.")
            raise ValidationError(text % {"name": _short(name), "first": first})


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"


def shortened(complaints: list[str]) -> list[str]:
    """The first of many complaints, and how many more there are."""
    rest = len(complaints) - MAX_COMPLAINTS
    if rest <= 0:
        return complaints
    return [*complaints[:MAX_COMPLAINTS], _("… and %(count)d more.") % {"count": rest}]


# --- seating ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the director asked for; a number left open, or no movement named, is the program's to choose.

    ``boards`` are boards a round by players at a table. ``winners``, ``copies`` (sets of boards at hand)
    and ``minutes`` restrict what is proposed; who is named in ``still`` keeps a seat; ``own`` is a
    movement as it was pasted, and stands for all the others. The ``seed`` fixes the draw, so that nothing
    moves by itself.
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
    own: str = ""

    @property
    def is_drawn(self) -> bool:
        return self.order == DRAW


def wishes_of(plan: Mapping) -> Wishes:
    """The wishes as they were stored in a session's plan."""
    known = {name: plan[name] for name in Wishes.__dataclass_fields__ if name in plan}
    boards = {int(size): count for size, count in known.pop("boards", {}).items()}
    return Wishes(**known, boards=boards)


def plan_of(entries: Sequence[Names], wishes: Wishes) -> dict:
    """What a session keeps of its set-up: the list as typed, and the wishes."""
    stored = asdict(wishes)
    stored["boards"] = {str(size): count for size, count in wishes.boards.items()}
    return stored | {"names": write_names(entries)}


def usual_order(ruleset: Ruleset) -> str:
    """Single players are drawn; pairs keep the numbers in which they are listed."""
    return LISTED if ruleset.partnerships else DRAW


def has_partners(ruleset: Ruleset) -> bool:
    """Whether single players may keep a partner: at a table of four, sides sit opposite."""
    return not ruleset.partnerships and any(len(seats) == 4 for seats in ruleset.tables)


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def proposals(ruleset: Ruleset, count: int, wishes: Wishes) -> tuple[Movement, ...]:
    """Every movement for so many contestants within the wishes, the best first.

    Raises MovementError where nothing fits.
    """
    if wishes.own.strip():
        return (_own_movement(ruleset, count, wishes.own),)
    fixed = not wishes.is_drawn and has_partners(ruleset)
    return propose(
        ruleset,
        count,
        rounds=wishes.rounds or _usual_rounds(ruleset, count),
        boards=wishes.boards,
        partners=tuple((first, first + 1) for first in range(1, count, 2)) if fixed else (),
        boards_per_round=wishes.boards_per_round,
        winners=wishes.winners,
        copies=wishes.copies,
        minutes=wishes.minutes,
        still=len(read_still(wishes.still)),
    )


def choose(ruleset: Ruleset, count: int, wishes: Wishes) -> Movement:
    """The movement that was asked for, whatever speaks against it; else the best."""
    asked = MOVEMENTS.get(wishes.movement)
    found = proposals(ruleset, count, wishes)
    chosen = next((movement for movement in found if movement.slug == wishes.movement), None)
    if chosen or asked is None or wishes.own.strip() or not ruleset.partnerships or not ruleset.boards:
        return chosen or found[0]
    if asked.longest(count) < (wishes.rounds or 1):
        return found[0]
    return asked.build(count, rounds=wishes.rounds, boards_per_round=wishes.boards_per_round)


def _own_movement(ruleset: Ruleset, count: int, text: str) -> Movement:
    try:
        return read_own(text, ruleset=ruleset, count=count)
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
def seat(*, session: Session, entries: Sequence[Names], wishes: Wishes, **values) -> Session:
    """Make players of all the names, seat them as wished, and keep what was typed.

    ``values`` are the session's own: title, date, options, method. Unknown names become visitors.
    Raises MovementError where no movement fits and RefusedError once a result is recorded.
    """
    if values:
        session = services.update_session(session=session, **values)
    movement = choose(session.ruleset, len(entries), wishes)
    players = iter(ensure_players(club=session.club, names=[name for names in entries for name in names]))
    entrants = [[next(players) for _name in names] for names in entries]
    if wishes.is_drawn:
        Random(wishes.seed).shuffle(entrants)  # noqa: S311 (a draw for seats, to be repeated from its seed)
    keep_still(entrants, read_still(wishes.still), movement)
    return services.seat_players(
        session=session, entrants=entrants, movement=movement, plan=plan_of(entries, wishes)
    )


def draw_again(*, session: Session) -> Session:
    """Seat the same players by a new draw."""
    plan = session.plan
    wishes = wishes_of({**plan, "order": DRAW, "seed": new_seed()})
    entries = read_names(plan.get("names", ""), pairs=session.ruleset.partnerships)
    return seat(session=session, entries=entries, wishes=wishes)
