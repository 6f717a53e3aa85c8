"""What follows from an entry, laid out for a reader who cannot ask the ruleset: a phone without a network.

A diagram asks for one field after another, as a key to flowers does, and ends at a finding. It is drawn by
asking the ruleset itself, with entries that are decided only as far as it looks; so no rule is written twice.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from scoring.lines import Deal, Entry, EntryError, Field, Line, Options, Points, Ruleset, Sitting, Value

ENTRIES_MAX = 16_000
VALUES_MAX = 50
"""What depends on more entries than that, or on a number that has more values, is not laid out."""

Found = TypeVar("Found", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Ask:
    """A field to be asked for: its values as a form carries them, and which counts where it says nothing."""

    name: str
    values: tuple[str, ...]
    usual: int | None


@dataclass(frozen=True, slots=True)
class Diagram(Generic[Found]):
    """Findings by entry. A node is the number of an ask and, for each of its values, where that leads:

    to the node of that number, or, below zero, to the finding ``-1 - number``; so ``root`` too.
    """

    asks: tuple[Ask, ...]
    nodes: tuple[tuple[int, ...], ...]
    findings: tuple[Found, ...]
    root: int

    def find(self, entry: Mapping[str, str]) -> Found:
        """The finding for an entry as a form carries it. Raises LookupError for a value that is unknown."""
        at = self.root
        while at >= 0:
            number, *ways = self.nodes[at]
            ask = self.asks[number]
            text = entry.get(ask.name, "")
            if text not in ask.values and (text or ask.usual is None):
                raise LookupError(ask.name)
            at = ways[ask.values.index(text) if text in ask.values else int(ask.usual or 0)]
        return self.findings[-1 - at]


def draw(
    fields: Sequence[Field], find: Callable[[Entry], Found], *, most: int = ENTRIES_MAX
) -> Diagram[Found | None] | None:
    """Lay out what ``find`` makes of every entry that a table may enter; nothing for what it refuses.

    ``None`` where that takes more than ``most`` entries.
    """
    offered = {item.name: item for item in fields if not item.for_director}
    artist = _Artist(offered, find, most)
    try:
        root = artist.draw({})
    except _TooManyError:
        return None
    asks = tuple(_ask(offered[name]) for name in artist.asked)
    return Diagram(asks, tuple(artist.nodes), tuple(artist.findings), root)


def draw_points(
    ruleset: Ruleset, sitting: Sitting, number: int, options: Options
) -> Diagram[tuple[Points | None, ...] | None] | None:
    """The points of each place, in their order, for every entry of a deal; a place may have none.

    ``None`` where they cannot be told from the entry alone, or there are too many entries.
    """
    if ruleset.carries:
        return None
    fields = ruleset.fields(ruleset.deal(sitting, number, options), options)

    def find(entry: Entry) -> tuple[Points | None, ...]:
        alone = Sitting(sitting.places, sitting.boards, (Line(number, entry),))
        points = ruleset.score(alone, options).lines[0].points
        return tuple(points.get(place) for place in sitting.places)

    return draw(fields, find)


def conditions(deal: Deal) -> tuple[Hashable, ...]:
    """All of a deal that the points and the doubts of an entry hang on; not its number, nor who deals."""
    return tuple(deal.seats.items()), deal.declarer, tuple(sorted(deal.vulnerable))


# --- entries in the making --------------------------------------------------------------------------


class _TooManyError(Exception):
    """There are more entries than may be laid out."""


class _WantedError(Exception):
    """A value was looked at that is not decided yet."""

    def __init__(self, item: Field) -> None:
        self.item = item


class _Partial(Mapping[str, Value]):
    """An entry that is decided in part: whoever looks at anything else is told to decide that first."""

    def __init__(self, fields: Mapping[str, Field], decided: Mapping[str, Value]) -> None:
        self._fields, self._decided = fields, decided

    def __getitem__(self, name: str) -> Value:
        if name in self._decided:
            return self._decided[name]
        item = self._fields[name]
        if item.is_absent(self):
            raise KeyError(name)
        raise _WantedError(item)

    def __iter__(self) -> Iterator[str]:
        return (name for name, item in self._fields.items() if not item.is_absent(self))

    def __len__(self) -> int:
        return sum(1 for _name in self)


@dataclass(slots=True)
class _Artist(Generic[Found]):
    """Draws a diagram from its findings upwards; what is alike is drawn once."""

    fields: Mapping[str, Field]
    find: Callable[[Entry], Found]
    entries_left: int
    asked: dict[str, int] = field(default_factory=dict)
    nodes: dict[tuple[int, ...], int] = field(default_factory=dict)
    findings: dict[Found | None, int] = field(default_factory=dict)

    def draw(self, decided: dict[str, Value]) -> int:
        """Where an entry leads that is decided so far."""
        self.entries_left -= 1
        if self.entries_left < 0:
            raise _TooManyError
        found: Found | None = None
        try:
            found = self.find(_Partial(self.fields, decided))
        except _WantedError as wanted:
            return self._branch(decided, wanted.item)
        except (EntryError, LookupError):
            found = None
        return -1 - self.findings.setdefault(found, len(self.findings))

    def _branch(self, decided: dict[str, Value], item: Field) -> int:
        values = _values(item)
        if len(values) > VALUES_MAX:
            raise _TooManyError
        ways = [self.draw({**decided, item.name: value}) for value in values]
        if len(set(ways)) == 1:
            return ways[0]
        number = self.asked.setdefault(item.name, len(self.asked))
        return self.nodes.setdefault((number, *ways), len(self.nodes))


def _values(item: Field) -> tuple[Value, ...]:
    """What a table may enter; a number left empty is not among it, for it may stand for another."""
    if item.kind == "flag":
        return (False, True)
    if item.kind == "number":
        return tuple(range(item.minimum, item.maximum + 1))
    offered = tuple(choice.value for choice in item.choices if not choice.for_director)
    return offered if item.required or item.default is not None else (None, *offered)


def _ask(item: Field) -> Ask:
    values = _values(item)
    usual = values.index(item.default) if item.default in values else None
    if item.kind == "flag":
        usual = int(bool(item.default))
    return Ask(item.name, tuple(map(_as_text, values)), usual)


def _as_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
