"""The vocabulary of Overtrick: what a scorer fills in, what a table has played, what it earned.

Read this module first. A game is one module that offers a :class:`Ruleset`; everything else (forms,
columns, sheets, the demo, the contract tests) follows from what the ruleset says of itself.

Three words recur:

* A **place** is a chair that one player keeps for a whole sitting. It is named by the seat in which
  the sitting began (``"S"``), even when the player later moves, as at a BRiST table of three.
* A **deal** is one board under play: its number, who sits in which seat now, who deals or declares,
  who is vulnerable.
* A **line** is the record of one deal: a mapping from the names of fields to checked values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Protocol, runtime_checkable

from scoring.words import Message
from scoring.words import mark as _

Kind = Literal["choice", "seat", "number", "flag"]
OptionKind = Literal["choice", "number", "flag", "text"]
Value = str | int | bool | None
Entry = Mapping[str, Value]
Options = Mapping[str, Value]
Points = int | Fraction


def format_points(points: Points) -> str:
    """Points for a reader: whole numbers plainly, halves as ``"2½"``, others with two decimals."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(int(whole))
    if rest == Fraction(1, 2) and whole >= 0:
        return f"{int(whole)}½" if whole else "½"
    return f"{float(points):.2f}"


class EntryError(ValueError):
    """Input that cannot be: ``field`` names where, ``message`` says what, in a player's words."""

    def __init__(self, field_name: str, template: str, **params: object) -> None:
        self.field = field_name
        self.message = Message(template, params)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a field or option may take.

    ``row`` groups choices into the rows of a pad. ``tone`` is a suit letter (``"S" "H" "D" "C"``) or
    empty; ``spoken`` is the name for screen readers where the label is made of symbols. A choice
    ``for_director`` is not offered to the table.
    """

    value: str
    label: str
    row: str = ""
    tone: str = ""
    spoken: str = ""
    for_director: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that the scorer fills in.

    ``kind`` is ``choice`` (one of ``choices``), ``seat`` (a place at the table; its choices are the
    places), ``number`` (``minimum`` to ``maximum``) or ``flag``. ``default`` is pre-set. The field is
    asked for only while no value in ``absent_when`` holds: ``(("contract", ("PASS",)),)`` says that a
    passed-out board has no such field. ``par`` names, for a number of tricks, how many the chosen
    contract needs: a mapping from the value of the first field to that number. A field ``for_director``
    is not asked at the table; nothing else is changed by leaving it empty. ``short`` is the label above a
    narrow column, where the label itself is too long for one.
    """

    name: str
    label: str
    kind: Kind
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0
    required: bool = True
    default: Value = None
    help: str = ""
    absent_when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    par: Mapping[str, int] = field(default_factory=dict)
    for_director: bool = False
    short: str = ""

    @property
    def heading(self) -> str:
        """The label above a narrow column."""
        return self.short or self.label

    def is_absent(self, entry: Entry) -> bool:
        """Whether what is already entered makes this field meaningless."""
        return any(str(entry.get(name, "")) in values for name, values in self.absent_when)


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that a club may set. ``meaning`` says in a sentence what changes.

    ``kind`` is ``choice``, ``number`` or ``flag``, as for a field, or ``text``: lines that a club pastes, at
    most ``maximum`` characters, which ``check`` reads (it raises EntryError naming the line). The option
    counts only where another one has one of the values in ``counts_when``, ``("vp_scale", ("pasted",))``
    for instance; a text that counts must not be empty. ``help`` shows how it is written.
    """

    name: str
    label: str
    kind: OptionKind
    default: Value
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0
    meaning: str = ""
    help: str = ""
    check: Callable[[str], object] | None = None
    counts_when: tuple[str, tuple[str, ...]] = ("", ())

    def counts(self, options: Options) -> bool:
        """Whether the option makes a difference, given the values of the others (all of them)."""
        name, values = self.counts_when
        return not name or options.get(name) in values


class HasOptions(Protocol):
    """A ruleset, a method: whatever a club may set."""

    @property
    def options(self) -> tuple[Option, ...]: ...


@dataclass(frozen=True, slots=True)
class Move:
    """Before a deal, the player of ``place`` goes from one seat to another."""

    place: str
    from_seat: str
    to_seat: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The conditions of one board at one table, known before it is played.

    ``seats`` maps each place to the seat that its player takes in this deal, clockwise from the
    scorer. ``declarer`` is set where the rules fix it. ``vulnerable`` holds sides (``"NS"``,
    ``"EW"``).
    """

    number: int
    seats: Mapping[str, str]
    dealer: str | None = None
    declarer: str | None = None
    vulnerable: frozenset[str] = frozenset()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded board: its number and the checked entry."""

    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one table plays in one round: its places, its boards, and the lines so far in order.

    ``places`` are clockwise from the scorer. ``boards`` is empty where the game has no fixed number of
    deals (a match to +7); then deals are numbered 1, 2, 3 ... ``is_ended``: play here has been closed,
    so that an unfinished rubber is settled and a match by time has its winner.
    """

    places: tuple[str, ...]
    boards: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    is_ended: bool = False

    def line(self, number: int) -> Line:
        """The line of a board. Raises KeyError where the board has none."""
        for line in self.lines:
            if line.number == number:
                return line
        raise KeyError(number)

    def before(self, number: int) -> "Sitting":
        """The same sitting as it stood before deal ``number``."""
        return Sitting(self.places, self.boards, tuple(x for x in self.lines if x.number < number))

    def next_number(self) -> int | None:
        """The first board not yet recorded; ``None`` when all the set boards are."""
        done = {line.number for line in self.lines}
        if self.boards:
            return next((board for board in self.boards if board not in done), None)
        return max(done, default=0) + 1


@dataclass(frozen=True, slots=True)
class Part:
    """One addend of a score: which places earned it, how many points, and for what.

    Where boards are compared, the other side has the same as a loss.
    """

    places: tuple[str, ...]
    points: Points
    reason: Message


@dataclass(frozen=True, slots=True)
class LineScore:
    """One scored line. ``points`` and ``running`` (the total so far) are by place.

    ``counts`` are facts that a standing may add up, by place and name: ``{"S": {"made": 1}}``.
    """

    number: int
    deal: Deal
    points: Mapping[str, Points]
    running: Mapping[str, Points]
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a line earned what it did: the parts add up to its points, ``words`` say it in a sentence."""

    parts: tuple[Part, ...]
    words: Message


@dataclass(frozen=True, slots=True)
class SittingScore:
    """A scored sitting: its lines in order, totals by place, whether it has ended, and who won.

    ``winners`` are places; empty while the sitting goes on, and for games compared with other tables.
    """

    lines: tuple[LineScore, ...]
    totals: Mapping[str, Points]
    is_over: bool
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example with its source: an entry and the points by place that it must earn."""

    places: tuple[str, ...]
    entry: Entry
    points: Mapping[str, Points]
    source: str
    board: int = 1
    options: Options = field(default_factory=dict)


class Ruleset(Protocol):
    """A game, as one module of ``scoring.rulesets`` offers it.

    ``tables`` lists the seatings a table may have, each clockwise from the scorer. ``partnerships``
    is true where two players score as one contestant. ``carries`` is true where what a deal earns depends
    on the deals before it, and not on its entry and conditions alone. ``methods`` names the ways to compare
    results, the usual one first. ``columns`` are the headings of a recording sheet, by the names of fields.
    """

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def tables(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def partnerships(self) -> bool: ...
    @property
    def carries(self) -> bool: ...
    @property
    def boards(self) -> Mapping[int, tuple[int, ...]]:
        """Usual numbers of boards by players at a table, the first recommended; empty: open-ended."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def methods(self) -> tuple[str, ...]: ...
    @property
    def examples(self) -> tuple[Example, ...]: ...

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        """What the scorer fills in for this deal, in the order of asking."""
        ...

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        """The conditions of deal ``number``, given what the sitting has recorded before it."""
        ...

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        """The entry as it is stored. Raises :class:`EntryError` for what the rules refuse."""
        ...

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        """What is possible but unlikely in a checked entry: asked about, never refused."""
        ...

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        """Fold the lines of one sitting, in order, into points by place."""
        ...

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        """Unfold the points of the line ``number``, which the sitting must hold."""
        ...

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        """The counts that separate equal totals, the first first; empty: a tie is shared."""
        ...

    def describe(self, entry: Entry, deal: Deal) -> str:
        """A short text of the line for a cell: ``"3NT S 10"``."""
        ...


@runtime_checkable
class EarnsAlone(Protocol):
    """A ruleset whose deals depend on others, where a deal by itself earns something all the same."""

    def earn_alone(self, entry: Entry, options: Options, *, is_vulnerable: bool) -> Mapping[str, Points]:
        """The points by place of a checked entry that no other deal precedes, without bonuses for several.

        ``is_vulnerable`` tells of the side that the entry names.
        """
        ...


def default_options(owner: HasOptions) -> dict[str, Value]:
    """Every option of a ruleset or a method at its default."""
    return {option.name: option.default for option in owner.options}


def check_options(owner: HasOptions, given: Options) -> dict[str, Value]:
    """The full options of a session, of its game or its method: defaults, overridden by ``given``.

    Raises EntryError that names an unknown option, or one whose value is outside its choices or limits or
    cannot be read.
    """
    known = {option.name: option for option in owner.options}
    for name in given:
        if name not in known:
            raise EntryError(name, _UNKNOWN_OPTION, name=name)
    values = {name: _check_option(option, given.get(name, option.default)) for name, option in known.items()}
    for name, option in known.items():
        if option.kind == "text" and not values[name] and option.counts(values):
            raise EntryError(name, _MISSING, label=option.label)
    return values


_UNKNOWN_OPTION = _("there is no option %(name)s in this game")
_BAD_OPTION = _("%(value)s is not a possible value of %(label)s")


def _check_option(option: Option, value: Value) -> Value:
    if option.kind == "text":
        return _check_text(option, value)
    if option.kind == "choice":
        ok = value in {choice.value for choice in option.choices}
    elif option.kind == "number":
        ok = isinstance(value, int) and not isinstance(value, bool)
        ok = ok and option.minimum <= int(value or 0) <= option.maximum
    else:
        ok = isinstance(value, bool)
    if not ok:
        raise EntryError(option.name, _BAD_OPTION, value=value, label=option.label)
    return value


_TOO_LONG = _("%(label)s may have %(maximum)s characters; this has %(length)s")


def _check_text(option: Option, value: Value) -> str:
    """A text with its lines ended alike; what is written is read even where it does not count."""
    if not isinstance(value, str):
        raise EntryError(option.name, _BAD_OPTION, value=value, label=option.label)
    text = "\n".join(line.rstrip() for line in value.strip().splitlines())
    if len(text) > option.maximum:
        raise EntryError(option.name, _TOO_LONG, label=option.label, maximum=option.maximum, length=len(text))
    if text and option.check is not None:
        option.check(text)
    return text


_MISSING = _("%(label)s is missing")
_NOT_A_CHOICE = _("%(value)s is not possible here")
_NOT_A_NUMBER = _("%(value)s is not a whole number")
_OUT_OF_RANGE = _("%(label)s must be %(minimum)s to %(maximum)s; %(value)s is not")


def check_fields(fields: Sequence[Field], entry: Entry) -> dict[str, Value]:
    """Check an entry against its fields, one by one, and return it with numbers as whole numbers.

    A field that is absent by another's value is dropped when empty and refused when filled in.
    Raises EntryError for the first field that is missing, unknown or out of range.
    """
    names = {item.name for item in fields}
    for name in entry:
        if name not in names:
            raise EntryError(str(name), _("there is no field %(name)s in this game"), name=name)
    checked: dict[str, Value] = {}
    for item in fields:
        value = _tidy(entry.get(item.name))
        if item.is_absent(checked):
            if value not in (None, False, item.default):
                raise EntryError(item.name, _("%(label)s does not go with the rest"), label=item.label)
            continue
        checked[item.name] = _check_field(item, value)
    return checked


def _tidy(value: Value) -> Value:
    if isinstance(value, str):
        value = value.strip()
        return value or None
    return value


def _check_field(item: Field, value: Value) -> Value:
    if value is None:
        value = item.default
    if value is None and item.kind == "flag":
        return False
    if value is None:
        if item.required:
            raise EntryError(item.name, _MISSING, label=item.label)
        return None
    return {"number": _check_number, "flag": _check_flag}.get(item.kind, _check_choice)(item, value)


def _check_choice(item: Field, value: Value) -> Value:
    if value not in {choice.value for choice in item.choices}:
        raise EntryError(item.name, _NOT_A_CHOICE, value=value, label=item.label)
    return value


def _check_number(item: Field, value: Value) -> Value:
    text = str(value)
    if isinstance(value, bool) or not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise EntryError(item.name, _NOT_A_NUMBER, value=value)
    number = int(text)
    if not item.minimum <= number <= item.maximum:
        raise EntryError(
            item.name,
            _OUT_OF_RANGE,
            label=item.label,
            minimum=item.minimum,
            maximum=item.maximum,
            value=number,
        )
    return number


def _check_flag(item: Field, value: Value) -> Value:
    if value not in (True, False, "true", "false", "on", "1", "0"):
        raise EntryError(item.name, _NOT_A_CHOICE, value=value, label=item.label)
    return value in (True, "true", "on", "1")
