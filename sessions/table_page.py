"""What a table is told: who sits where for the next board, what a result earns, where everybody goes next."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.bridge import SEAT_NAMES, format_result
from scoring.lines import Deal, Entry, EntryError, Field, Points, Sitting

from .forms import COMPASS, EntryForm, as_text, name_at
from .models import ScoreLine, Session
from .queries import Night, Person, Side, TableRound
from .results import RoundRecord, TableSide, table_sides
from .templatetags.overtrick import vulnerability
from .words import say

NUMBERED = range(1, 17)
"""Boards after which the conditions of duplicate boards repeat."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A side of the table in one deal: who sits there, nobody where ``name`` is empty."""

    seat: str
    title: str
    name: str = ""
    role: str = ""
    is_vulnerable: bool = False


@dataclass(frozen=True, slots=True)
class BoardNow:
    """The board under play, as the phone in the middle of the table shows it."""

    number: int
    title: str
    role: str
    conditions: str
    is_anybody_vulnerable: bool
    seats: tuple[SeatNow, ...]
    moves: tuple[str, ...]
    is_compass: bool


@dataclass(frozen=True, slots=True)
class Earned:
    """What one side earns with a line, and its total after it."""

    label: str
    name: str
    points: Points | None
    total: Points


@dataclass(frozen=True, slots=True)
class Preview:
    """A result before it counts: fact by fact, in words, in points, and what is doubtful in it."""

    title: str
    text: str
    facts: tuple[tuple[str, str], ...]
    words: str
    earned: tuple[Earned, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """Where one contestant of a table goes next; no table where it sits nowhere, and why in ``seats``."""

    name: str
    table: int | None
    seats: str


@dataclass(frozen=True, slots=True)
class Sent:
    """A result as a phone hands it in: where, what, its key, and who agreed; or that a round ``ends``."""

    round: int
    board: int
    key: str
    expected: str
    entry: Mapping[str, str]
    agreed: str = ""
    ends: bool = False

    @property
    def carried(self) -> Mapping[str, str]:
        return {"key": self.key, "expected": self.expected}


def read_sent(body: bytes) -> Sent:
    """Read the JSON of a result. Raises ValueError where it is none."""
    found = json.loads(body)
    if isinstance(found, dict) and found.get("ends") is True:
        found = {**found, "board": 1, "entry": {}}
    if not isinstance(found, dict) or not isinstance(found.get("entry"), dict):
        raise ValueError("no result")
    numbers = [found.get("round"), found.get("board")]
    if not all(type(number) is int and 0 < number < 10**9 for number in numbers):
        raise ValueError("no place")
    texts = [found.get(name, "") for name in ("key", "expected", "agreed")]
    if not all(isinstance(text, str) for text in (*texts, *found["entry"].values())) or not texts[0].strip():
        raise ValueError("no texts")
    return Sent(*numbers, texts[0], texts[1], found["entry"], texts[2], ends=found.get("ends") is True)


@dataclass(frozen=True, slots=True)
class Asked:
    """A line that another phone recorded and that this one may agree to."""

    line: ScoreLine
    title: str
    text: str


def asked(seat: TableRound, session: Session, device: str) -> tuple[Asked, ...]:
    """The lines of a round that wait for the opponents' word and came from another phone."""
    if not session.asks_opponents:
        return ()
    open_lines = (line for line in seat.lines.values() if not line.agreed_at and not line.is_disputed)
    return tuple(
        Asked(line, board_title(seat, line.board), say(seat.describe(line.board)))
        for line in open_lines
        if line.origin == ScoreLine.Origin.TABLE and line.device != device
    )


def second_due(seat: TableRound, session: Session, device: str) -> tuple[int, ...]:
    """The boards that another phone has entered and that this one is to enter too, without seeing how."""
    if not session.wants_second_entry:
        return ()
    lines = (line for line in seat.lines.values() if not (line.agreed_at or line.disputed_at))
    return tuple(
        sorted(
            line.board for line in lines if line.origin == ScoreLine.Origin.TABLE and line.device != device
        )
    )


def uncompared(seat: TableRound, session: Session) -> tuple[int, ...]:
    """The boards that only one phone has entered, where two are to do so."""
    if not session.wants_second_entry:
        return ()
    return tuple(board for board, line in sorted(seat.lines.items()) if not line.agreed_at)


def asked_sides(seat: TableRound, session: Session) -> tuple[str, ...]:
    """Whom the scorer asks, as ``opponents`` says it; nobody where they are not asked, or are not there."""
    return opponents(seat) if session.asks_opponents and not seat.is_sit_out else ()


def opponents(seat: TableRound) -> tuple[str, str]:
    """Whom the scorer asks, as stored and as said: the other side, or all others where each plays alone."""
    scorer = seat.sides[seat.places[0]].pk
    others = [side.label for side in table_sides(seat) if side.side.pk != scorer]
    return (others[0], _seats_words(others[0])) if len(others) == 1 else (ScoreLine.OTHERS, _("The others"))


def board_title(seat: TableRound, number: int) -> str:
    """``"Board 7"``, or ``"Hand 7"`` where a table plays its own deals."""
    return (_("Board %(number)s") if seat.boards else _("Hand %(number)s")) % {"number": number}


def board_now(seat: TableRound, number: int) -> BoardNow:
    """The conditions of a board at this table. Raises EntryError once the match has ended."""
    deal = seat.deal(number)
    taken = set(deal.seats.values())
    is_compass = taken <= set(COMPASS)
    return BoardNow(
        number=number,
        title=board_title(seat, number),
        role=_role(seat, deal),
        conditions=vulnerability(deal) if _has_vulnerability(seat, deal) else "",
        is_anybody_vulnerable=bool(deal.vulnerable),
        seats=tuple(_seat_now(seat, deal, each) for each in (COMPASS if is_compass else deal.seats.values())),
        moves=tuple(_move_words(seat, deal)),
        is_compass=is_compass,
    )


def _seat_now(seat: TableRound, deal: Deal, letter: str) -> SeatNow:
    title = say(SEAT_NAMES.get(letter, letter))
    place = next((place for place, taken in deal.seats.items() if taken == letter), None)
    if place is None:
        return SeatNow(letter, title)
    return SeatNow(
        seat=letter,
        title=title,
        name=name_at(seat, place),
        role=_seat_role(deal, place),
        is_vulnerable=any(letter in side for side in deal.vulnerable),
    )


def _seat_role(deal: Deal, place: str) -> str:
    if deal.declarer is not None:
        return _("declares") if place == deal.declarer else ""
    return _("deals") if place == deal.dealer else ""


def _role(seat: TableRound, deal: Deal) -> str:
    if deal.declarer is not None:
        return _("%(name)s declares") % {"name": name_at(seat, deal.declarer)}
    return _("%(name)s deals") % {"name": name_at(seat, deal.dealer)} if deal.dealer else ""


def _has_vulnerability(seat: TableRound, deal: Deal) -> bool:
    """Whether the game knows vulnerability at all, so that "nobody" is worth saying."""
    fresh = Sitting(seat.places, tuple(NUMBERED))
    return bool(deal.vulnerable) or any(
        seat.ruleset.deal(fresh, number, seat.options).vulnerable for number in NUMBERED
    )


def _move_words(seat: TableRound, deal: Deal):
    for move in deal.moves:
        names = {"from": say(SEAT_NAMES.get(move.from_seat, move.from_seat))}
        names |= {"to": say(SEAT_NAMES.get(move.to_seat, move.to_seat)), "name": name_at(seat, move.place)}
        yield _("%(name)s moves from %(from)s to %(to)s.") % names
    empty = [say(SEAT_NAMES[letter]) for letter in COMPASS if letter not in deal.seats.values()]
    if deal.moves and len(empty) == 1:
        yield _("%(seat)s stays empty.") % {"seat": empty[0]}


def preview(seat: TableRound, number: int, entry: Entry) -> Preview:
    """What a checked entry says and earns, were it the line of this board."""
    deal = seat.deal(number)
    sitting = seat.with_entry(number, entry)
    line = next(line for line in seat.ruleset.score(sitting, seat.options).lines if line.number == number)
    return Preview(
        title=board_title(seat, number),
        text=say(seat.ruleset.describe(entry, deal)),
        facts=facts(seat, number, entry),
        words=_sentence(say(seat.ruleset.explain(sitting, number, seat.options).words)),
        earned=tuple(_earned(seat, side, line.points, line.running) for side in table_sides(seat)),
        doubts=(*doubt_words(seat, deal, entry), *_repeated(seat, number, entry)),
    )


def doubt_words(seat: TableRound, deal: Deal, entry: Entry) -> tuple[str, ...]:
    """What is unlikely in an entry, each as a sentence."""
    return tuple(_sentence(say(each)) for each in seat.ruleset.doubts(entry, deal, seat.options))


def _repeated(seat: TableRound, number: int, entry: Entry) -> tuple[str, ...]:
    """A question where somebody may have read the contract of the board before once more."""
    last = seat.last_line
    names = [item.name for item in seat.fields(number) if names_a_contract(item)]
    has_result = any(item.kind == "number" and item.name in entry for item in seat.fields(number))
    if last is None or last.board == number or not (names and has_result):
        return ()
    if any(entry.get(name) != last.entry.get(name) for name in names):
        return ()
    return (repeated_words(seat, last.board),)


def repeated_words(seat: TableRound, board: int) -> str:
    """What is asked where a contract is that of another board once more."""
    return _("The same contract as on %(board)s") % {"board": board_title(seat, board)}


def names_a_contract(item: Field) -> bool:
    """Whether a field says what was bid, or by whom where the game does not fix it."""
    return item.required and item.kind in ("choice", "seat") and item.default is None


def typed(seat: TableRound, number: int, data: Mapping[str, str]) -> Preview | None:
    """What somebody was entering, where it makes sense by itself."""
    try:
        form = EntryForm(seat, number, data=data)
    except EntryError:
        return None
    return preview(seat, number, form.entry) if form.is_valid() else None


def refusal(night: Night, seat: TableRound, number: int, *, is_second: bool = False) -> str:
    """Why the table cannot enter this board now; empty where it can. ``is_second``: to be compared."""
    now = night.current_round(seat.table)
    if seat.is_sit_out:
        return _("Nobody plays at this table in this round.")
    if seat.is_ended:
        return _("This round has ended at the table; ask the director.")
    if now is not None and now.round != seat.round:
        return _("Round %(number)s has not begun at this table.") % {"number": seat.round}
    if number in seat.lines and number != seat.correctable and not is_second:
        return _("Only the last result can be corrected at the table; ask the director.")
    return ""


def totals(seat: TableRound) -> tuple[Earned, ...]:
    """Each side of the table with its total of the round."""
    return tuple(_earned(seat, side, {}, seat.score.totals) for side in table_sides(seat))


def side_names(seat: TableRound) -> tuple[str, ...]:
    """The sides of the table as their points are shown."""
    return tuple(_called(side) for side in table_sides(seat))


def _earned(
    seat: TableRound, side: TableSide, points: Mapping[str, Points], running: Mapping[str, Points]
) -> Earned:
    return Earned(side.label, _called(side), points.get(side.place), running.get(side.place, 0))


def _called(side: TableSide) -> str:
    return " & ".join(person.called for person in side.people) or side.side.name


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def facts(seat: TableRound, number: int, entry: Entry) -> tuple[tuple[str, str], ...]:
    """The label and the value of each field that the entry fills in, as people say them."""
    filled = (item for item in seat.fields(number) if _is_worth_saying(item, entry))
    return tuple((say(item.label), _fact(seat, item, entry)) for item in filled)


def _is_worth_saying(item: Field, entry: Entry) -> bool:
    value = entry.get(item.name)
    return value not in (None, False) and (item.required or value != item.default)


def _fact(seat: TableRound, item: Field, entry: Entry) -> str:
    value = as_text(entry[item.name])
    if item.kind == "flag":
        return _("yes")
    if item.kind == "number":
        return _number_fact(item, entry)
    label = next((say(choice.label) for choice in item.choices if choice.value == value), value)
    if item.kind == "seat":
        return _("%(name)s (%(seat)s)") % {"name": name_at(seat, value), "seat": label}
    return label


def _number_fact(item: Field, entry: Entry) -> str:
    """The number, and the result against the contract where it has one."""
    number = int(entry[item.name] or 0)
    need = next((item.par[value] for value in map(as_text, entry.values()) if value in item.par), None)
    return str(number) if need is None else f"{number} ({format_result(number, need)})"


def departures(night: Night, seat: TableRound) -> tuple[Departure, ...]:
    """Where each contestant of this table sits in the next round; empty after the last that is seated."""
    if seat.round >= night.last_round or is_waiting(night, seat):
        return ()
    return tuple(_departure(night, seat, side) for side in table_sides(seat))


def _departure(night: Night, seat: TableRound, side: TableSide) -> Departure:
    goal = _next_seat(night, side, seat)
    if goal is None:
        return Departure(_called(side), None, _why_nowhere(night, side.side))
    label = next(found.label for found in table_sides(goal) if found.side.pk == side.side.pk)
    return Departure(_called(side), goal.table, _seats_words(label))


def _next_seat(night: Night, side: TableSide, seat: TableRound) -> TableRound | None:
    """Where these people sit in the next round, or in the next match where each table goes on by itself."""
    drawing = night.session.drawing
    later = (found for found in night.of_side(side.side.pk) if found.round > seat.round)
    goal = next((found for found in later if _sits(side, found)), None)
    is_near = goal is not None and (goal.round == seat.round + 1 or (drawing and drawing.by_table))
    return goal if is_near else None


def _why_nowhere(night: Night, side: Side) -> str:
    if side.pk in night.gone:
        return _("no longer playing")
    if not night.draws:
        return _("sits out")
    if side.pk not in night.draws[-1].idle:
        return _("is out")
    return _("has a bye") if night.session.drawing.bye_wins else _("waits in line")


def is_waiting(night: Night, seat: TableRound) -> bool:
    """Whether this table's next round is yet to be drawn."""
    session = night.session
    if session.drawing is None or not session.is_running:
        return False
    if session.drawing.by_table:
        return all(
            found.round <= seat.round for side in seat.sides.values() for found in night.of_side(side.pk)
        )
    return seat.round == night.last_round != session.planned_rounds


def _sits(side: TableSide, seat: TableRound) -> bool:
    """Whether these people sit there: of a team, the other pair has a seat elsewhere."""
    there = {person.pk for person in seat.seats.values() if person}
    return not side.people or any(person.pk in there for person in side.people)


def _seats_words(letters: str) -> str:
    """``"North-South"`` for ``"NS"``."""
    return "-".join(say(SEAT_NAMES.get(letter, letter)) for letter in letters)


def next_at(night: Night, seat: TableRound) -> TableRound | None:
    """What this table is in its next round; None where this was its last."""
    return next((found for found in night.of_table(seat.table) if found.round > seat.round), None)


def arrivals(seat: TableRound) -> tuple[tuple[str, str], ...]:
    """Who sits down at a table, with the seats to take."""
    return tuple((_called(side), _seats_words(side.label)) for side in table_sides(seat))


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as somebody finds it who comes into the hall: its round, and who sits there."""

    number: int
    round: int
    names: tuple[str, ...]


def who_sits_where(night: Night) -> tuple[TableNow, ...]:
    """Every table with the people who are there now."""
    seats = filter(None, (night.current_round(number) for number in night.table_numbers))
    return tuple(
        TableNow(seat.table, seat.round, tuple(_called(side) for side in table_sides(seat))) for seat in seats
    )


def by_letter(people: Iterable[Person]) -> tuple[tuple[str, tuple[Person, ...]], ...]:
    """People under the first letter of their names, in the order given."""
    found: dict[str, list[Person]] = {}
    for person in people:
        found.setdefault(person.name[:1].upper(), []).append(person)
    return tuple((letter, tuple(group)) for letter, group in found.items())


def winners(record: RoundRecord) -> str:
    """The names of who won the match; empty while it goes on."""
    return " & ".join(side.name for side in record.winners)
