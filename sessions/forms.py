"""The form of one result, made of the fields that the game asks for.

``EntryForm`` serves the pad at the table and the director's correction alike; the template
``sessions/_entry_fields.html`` lays it out, ``sessions/tableside.css`` and ``.js`` dress it.
"""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.lines import Choice, Deal, EntryError, Field, Value

from . import services
from .queries import TableRound
from .words import say, say_error, say_spoken

VALUE_MAX = 100
KEY_MAX = 64
KEYS_MAX = 21
ROW_LETTERS_MAX = 16
COMPASS = ("N", "W", "E", "S")


@dataclass(frozen=True, slots=True)
class Key:
    """One value to press: what eye and ear get, its colour, and whether it is pressed."""

    value: str
    label: str
    spoken: str = ""
    note: str = ""
    tone: str = ""
    seat: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """A field as a page shows it. ``layout`` is grid, row, compass, digits, number or switch.

    ``rows`` are the rows of a grid, with None for a cell that the game leaves out.
    """

    field: Field
    value: str
    keys: tuple[Key, ...]
    rows: tuple[tuple[Key | None, ...], ...]
    layout: str
    label: str
    help: str
    error: str = ""

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def is_on(self) -> bool:
        return self.value == "true"

    @property
    def chosen(self) -> Key | None:
        return next((key for key in self.keys if key.is_chosen), None)

    @property
    def is_preset(self) -> bool:
        """Whether the game names the usual seat itself, so that it is asked about only on demand."""
        return self.field.kind == "seat" and self.field.required and self.field.default is not None

    @property
    def is_tucked(self) -> bool:
        """Whether the field hides behind "more": optional, and not a short row with a usual answer."""
        letters = sum(len(key.label) for key in self.keys)
        is_short = self.layout == "row" and letters <= ROW_LETTERS_MAX
        return not (is_short and self.field.default is not None)

    @property
    def is_changed(self) -> bool:
        return self.value != as_text(self.field.default) and self.value not in ("", "false")

    @property
    def absent_json(self) -> str:
        """When the field vanishes, for the script."""
        return json.dumps(self.field.absent_when)

    @property
    def par_json(self) -> str:
        """Tricks that each contract needs, for the script; empty where there is no such thing."""
        return json.dumps(dict(self.field.par)) if self.field.par else ""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision on one screen, with the optional fields that are in sight there or behind "more"."""

    control: Control
    shown: tuple[Control, ...] = ()
    tucked: tuple[Control, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether "more" holds something that its reader must see."""
        return any(control.error or control.is_changed for control in self.tucked)

    @property
    def more(self) -> str:
        return ", ".join(control.label for control in self.tucked)


@dataclass(frozen=True)
class Sender:
    """What a form carries besides its fields: its own key, and the line that the sender saw."""

    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    expected: int | None = None

    @classmethod
    def read(cls, data: Mapping[str, str]) -> "Sender":
        """As posted; a key or a line that is no such thing counts as none."""
        expected = data.get("expected", "")
        is_number = expected.isascii() and expected.isdecimal() and len(expected) < 19
        key = "".join(char for char in data.get("key", "") if char.isalnum())[:KEY_MAX]
        return cls(key or uuid.uuid4().hex, int(expected) if is_number else None)


class EntryForm:
    """A result of one board at one table: empty, or filled from ``data`` (as posted) or an ``entry``.

    Raises EntryError where the table does not play the board; ``is_ahead`` prepares a hand before its turn.
    ``is_director`` offers what only a director may enter. After ``is_valid()`` there is ``entry``, the
    mapping to be stored, or ``errors`` by field.
    """

    def __init__(
        self,
        seat: TableRound,
        board: int,
        *,
        data: Mapping[str, str] | None = None,
        entry: Mapping[str, Value] | None = None,
        sender: Sender | None = None,
        is_director: bool = False,
        is_ahead: bool = False,
    ) -> None:
        if not is_ahead:
            services.check_board(seat, board)
        self.seat = seat
        self.board = board
        self.deal: Deal = seat.deal(board)
        fields = seat.ruleset.fields(self.deal, seat.options)
        self.fields: tuple[Field, ...] = tuple(x for x in fields if is_director or not x.for_director)
        self.is_director = is_director
        self.is_filled = data is not None or entry is not None
        self.values = read_values(self.fields, data) if data is not None else show_values(self.fields, entry)
        self.sender = sender or Sender(expected=seat.lines[board].pk if board in seat.lines else None)
        self.errors: dict[str, str] = {}
        self.entry: Mapping[str, Value] = {}

    @property
    def posted(self) -> Mapping[str, Value]:
        """What was filled in, unchecked, without the values that another one makes meaningless."""
        return drop_absent(self.fields, self.values)

    def is_valid(self) -> bool:
        """Check what was filled in."""
        try:
            self.entry = services.check_entry(self.seat, self.board, self.posted)
        except EntryError as error:
            self.add_error(error)
        return not self.errors

    def add_error(self, error: EntryError) -> None:
        self.errors[error.field] = say_error(error)

    @property
    def message(self) -> str:
        """What is wrong with the whole rather than with a field of it."""
        names = {item.name for item in self.fields}
        return " ".join(text for name, text in self.errors.items() if name not in names)

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        return tuple(self._control(item) for item in self.fields)

    @property
    def presets(self) -> tuple[Control, ...]:
        """The seats that the game has filled in already."""
        return tuple(control for control in self.controls if control.is_preset)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The decisions in order; an optional field goes with the next one, or with the last."""
        asked = [control for control in self.controls if not control.is_preset]
        mains = [control for control in asked if control.field.required] or asked[:1]
        steps, extras = [], []
        for control in asked:
            if control not in mains:
                extras.append(control)
            elif control is not mains[-1]:
                steps.append(_step(control, extras))
                extras = []
        last = mains[-1:]
        return (*steps, *(_step(control, extras) for control in last))

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """The result as posted, name by name, for a page that passes it on."""
        return tuple((name, value) for name, value in self.values.items() if value)

    def _control(self, item: Field) -> Control:
        keys = self._keys(item)
        is_grid = item.kind == "choice" and any(choice.row for choice in item.choices)
        return Control(
            field=item,
            value=self.values[item.name],
            keys=keys,
            rows=_rows(self._choices(item), keys) if is_grid else (),
            layout="grid" if is_grid else _layout(item, self.deal),
            label=say(item.label),
            help=say(item.help),
            error=self.errors.get(item.name, ""),
        )

    def _choices(self, item: Field) -> tuple[Choice, ...]:
        return tuple(choice for choice in item.choices if self.is_director or not choice.for_director)

    def _keys(self, item: Field) -> tuple[Key, ...]:
        value = self.values[item.name]
        if item.kind == "number" and item.maximum - item.minimum < KEYS_MAX:
            numbers = map(str, range(item.minimum, item.maximum + 1))
            return tuple(Key(text, text, is_chosen=text == value) for text in numbers)
        make = self._seat_key if item.kind == "seat" else _key
        return tuple(make(choice, choice.value == value) for choice in self._choices(item))

    def _seat_key(self, choice: Choice, is_chosen: bool) -> Key:
        seat = self.deal.seats.get(choice.value, choice.value)
        name = name_at(self.seat, choice.value)
        return Key(choice.value, name, note=say(choice.label), seat=seat, is_chosen=is_chosen)


def name_at(seat: TableRound, place: str) -> str:
    """What the player of a place is called, or its contestant where no player is named."""
    person = seat.seats.get(place)
    if person is not None:
        return person.called
    side = seat.sides.get(place)
    return side.name if side is not None else _("nobody")


def as_text(value: Value) -> str:
    """A value as a form carries it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def show_values(fields: Sequence[Field], entry: Mapping[str, Value] | None) -> dict[str, str]:
    """An entry as texts by field, or what the game presets."""
    if entry is None:
        return {item.name: as_text(item.default) for item in fields}
    return {item.name: as_text(entry.get(item.name, item.default)) for item in fields}


def read_values(fields: Sequence[Field], data: Mapping[str, str]) -> dict[str, str]:
    """What was posted, as texts by field; a switch that is off posts nothing."""
    return {item.name: _read(item, data.get(item.name, "").strip()[:VALUE_MAX]) for item in fields}


def _read(item: Field, text: str) -> str:
    return as_text(text in ("true", "on", "1")) if item.kind == "flag" else text


def drop_absent(fields: Sequence[Field], values: Mapping[str, str]) -> dict[str, str]:
    """The values without those of fields that another value makes meaningless."""
    kept: dict[str, str] = {}
    for item in fields:
        if not item.is_absent(kept):
            kept[item.name] = values[item.name]
    return kept


def _step(control: Control, extras: Sequence[Control]) -> Step:
    return Step(
        control,
        shown=tuple(extra for extra in extras if not extra.is_tucked),
        tucked=tuple(extra for extra in extras if extra.is_tucked),
    )


def _key(choice: Choice, is_chosen: bool) -> Key:
    return Key(
        choice.value, say(choice.label), say_spoken(choice.spoken), tone=choice.tone, is_chosen=is_chosen
    )


def _layout(item: Field, deal: Deal) -> str:
    if item.kind == "seat":
        return "compass" if set(deal.seats.values()) <= set(COMPASS) else "row"
    if item.kind == "number":
        return "digits" if item.maximum - item.minimum < KEYS_MAX else "number"
    return "switch" if item.kind == "flag" else "row"


def _rows(choices: Sequence[Choice], keys: Sequence[Key]) -> tuple[tuple[Key | None, ...], ...]:
    """Keys by the rows of the pad, in columns by tone; a row without tones fills its width by itself."""
    tones = list(dict.fromkeys(choice.tone for choice in choices if choice.tone))
    rows: dict[str, list[Key]] = {}
    for choice, key in zip(choices, keys, strict=True):
        rows.setdefault(choice.row, []).append(key)
    return tuple(_columns(row, tones) for row in rows.values())


def _columns(row: Sequence[Key], tones: Sequence[str]) -> tuple[Key | None, ...]:
    by_tone = {key.tone: key for key in row}
    if not by_tone.keys() <= set(tones):
        return tuple(row)
    return tuple(by_tone.get(tone) for tone in tones)
