"""Every entry that a deal can have, and what it earns: the stuff of score cards and of formulas."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any

from scoring.lines import (
    Deal,
    EarnsAlone,
    Entry,
    EntryError,
    Field,
    Line,
    Options,
    Points,
    Ruleset,
    Sitting,
    Value,
)

MOST = 8_000
"""Entries above which a game has no table of outcomes."""

SAMPLE = 480
"""About so many entries are tried to see whether a field matters, or whether a deal remembers another."""

BOARDS = range(1, 17)
Key = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What each entry earns, by place counted clockwise from the player whom the entry names.

    ``seat`` is the field that names him, None where points are counted from the table's first place.
    ``fields`` are those that the points depend on, in the order of asking; a key of ``points`` has a value
    for each, None for one that is absent. A board that counts for nobody has no points.
    """

    seat: Field | None
    fields: tuple[Field, ...]
    points: Mapping[Key, tuple[Points, ...]]

    def key(self, entry: Entry) -> Key:
        return tuple(entry.get(item.name) for item in self.fields)


def make_outcomes(
    ruleset: Ruleset,
    places: tuple[str, ...],
    options: Options,
    *,
    vulnerable: bool = False,
    may_be_alone: bool = False,
) -> Outcomes | None:
    """The outcomes of a table's deals, with the side that an entry names vulnerable or not.

    None where no deal is so, where points depend on earlier deals, or where there are too many entries. With
    ``may_be_alone``, deals that depend on others count by themselves where the game knows what they earn so.
    """
    game: Any = ruleset
    is_alone = may_be_alone and isinstance(ruleset, EarnsAlone)
    return _make(game, places, tuple(sorted(options.items())), vulnerable, is_alone)


@lru_cache(maxsize=64)
def _make(
    ruleset: Any,
    places: tuple[str, ...],
    choices: tuple[tuple[str, Value], ...],
    vulnerable: bool,
    alone: bool,
) -> Outcomes | None:
    kind = _AloneMaker if alone else _Maker
    maker = kind(ruleset, places, dict(choices), vulnerable)
    if maker.number is None or len(maker.seats) > 1:
        return None
    fields = maker.relevant()
    if maker.size(fields) > MOST:
        return None
    keys = tuple(maker.keys(fields))
    if not maker.is_repeatable(fields, keys):
        return None
    points = {key: found for key in keys if (found := maker.earn(fields, key)) is not None}
    return Outcomes(next(iter(maker.seats), None), fields, MappingProxyType(points))


def is_vulnerable(deal: Deal, place: str) -> bool:
    """Whether the player of a place is vulnerable in a deal."""
    return any(place in side for side in deal.vulnerable)


class _Maker:
    """Tries entries at one table, in one deal."""

    def __init__(self, ruleset: Ruleset, places: tuple[str, ...], options: Options, vulnerable: bool) -> None:
        self.ruleset, self.places, self.options = ruleset, places, options
        deals = [ruleset.deal(self._sitting(number), number, options) for number in BOARDS]
        fitting = [deal for deal in deals if is_vulnerable(deal, places[0]) == vulnerable]
        self.number = fitting[0].number if fitting else None
        self.deal = (fitting or deals)[0]
        asked = [item for item in ruleset.fields(self.deal, options) if not item.for_director]
        self.seats = [item for item in asked if item.kind == "seat"]
        self.fields = [item for item in asked if item.kind != "seat"]

    def _sitting(self, number: int, entries: Sequence[Entry] = ()) -> Sitting:
        boards = (number,) if self.ruleset.boards else ()
        return Sitting(self.places, boards, tuple(Line(number, entry) for entry in entries))

    def size(self, fields: Iterable[Field]) -> int:
        count = 1
        for item in fields:
            count *= len(values_of(item))
        return count

    def keys(self, fields: Sequence[Field]) -> Iterable[Key]:
        """Every combination of values; a field that others make meaningless has the one value None."""
        for values in product(*map(values_of, fields)):
            found = self._without_absent(fields, values)
            if found == values:
                yield values
            elif all(
                value is None or value == values_of(item)[0]
                for item, value in self._lost(fields, values, found)
            ):
                yield found

    def _without_absent(self, fields: Sequence[Field], values: Key) -> Key:
        entry = dict(zip((item.name for item in fields), values, strict=True))
        return tuple(None if item.is_absent(entry) else entry[item.name] for item in fields)

    def _lost(self, fields: Sequence[Field], values: Key, found: Key) -> list[tuple[Field, Value]]:
        rows = zip(fields, values, found, strict=True)
        return [(item, value) for item, value, kept in rows if kept is None]

    def relevant(self) -> tuple[Field, ...]:
        """The fields that the points depend on: the required ones, and whatever else changes them."""
        chosen = [item for item in self.fields if item.required]
        found = True
        while found:
            others = [item for item in self.fields if item not in chosen]
            new = next((item for item in others if self._matters(item, chosen)), None)
            found = new is not None
            chosen += [new] if new is not None else []
        return tuple(item for item in self.fields if item in chosen)

    def _matters(self, item: Field, chosen: Sequence[Field]) -> bool:
        if self.size(chosen) > MOST:
            return False
        keys, values = list(self.keys(chosen)), values_of(item)
        for key in keys[:: max(1, len(keys) * len(values) // SAMPLE) | 1]:
            points = {self.earn((*chosen, item), (*key, value)) for value in values} - {None}
            if len(points) > 1:
                return True
        return False

    def earn(self, fields: Sequence[Field], key: Key) -> tuple[Points, ...] | None:
        """The points by place, empty where the deal counts for nobody; None for an impossible entry."""
        checked = self.check(fields, key)
        if checked is None:
            return None
        (line,) = self.ruleset.score(self._sitting(self.deal.number, [checked]), self.options).lines
        return tuple(line.points[place] for place in self.places) if line.points else ()

    def check(self, fields: Sequence[Field], key: Key) -> Entry | None:
        entry = dict(zip((item.name for item in fields), key, strict=True))
        entry |= {item.name: self.places[0] for item in self.seats if not item.is_absent(entry)}
        try:
            return self.ruleset.check(entry, self.deal, self.options)
        except EntryError:
            return None

    def is_repeatable(self, fields: Sequence[Field], keys: Sequence[Key]) -> bool:
        """Whether a result earns the same again in a second deal, so that no deal remembers another."""
        sample = keys[:: max(1, len(keys) // SAMPLE) | 1]
        possible = (checked for key in sample if (checked := self.check(fields, key)) is not None)
        return all(len(set(self._earn_twice(checked))) < 2 for checked in possible)

    def _earn_twice(self, checked: Entry) -> list[tuple[Points, ...]]:
        numbers = (self.deal.number, self.deal.number + len(BOARDS))
        lines = tuple(Line(number, checked) for number in numbers)
        sitting = Sitting(self.places, numbers if self.ruleset.boards else (), lines)
        scored = self.ruleset.score(sitting, self.options).lines
        return [tuple(line.points.get(place, 0) for place in self.places) for line in scored]


class _AloneMaker(_Maker):
    """Tries entries in a deal by itself, whose conditions do not matter but for who is vulnerable."""

    def __init__(self, ruleset: Any, places: tuple[str, ...], options: Options, vulnerable: bool) -> None:
        super().__init__(ruleset, places, options, vulnerable=False)
        self.single: EarnsAlone = ruleset
        self.vulnerable = vulnerable

    def earn(self, fields: Sequence[Field], key: Key) -> tuple[Points, ...] | None:
        checked = self.check(fields, key)
        if checked is None:
            return None
        points = self.single.earn_alone(checked, self.options, is_vulnerable=self.vulnerable)
        return tuple(points[place] for place in self.places)

    def is_repeatable(self, fields: Sequence[Field], keys: Sequence[Key]) -> bool:
        return True


def values_of(item: Field) -> tuple[Value, ...]:
    """Every value that a field may take, the usual one first."""
    if item.kind == "number":
        return tuple(range(item.minimum, item.maximum + 1))
    if item.kind == "flag":
        return (False, True)
    found = [choice.value for choice in item.choices]
    return tuple(sorted(found, key=lambda value: value != item.default)) if item.default else tuple(found)
