"""What a club prints, as plain values: recording sheets, travellers, ranking lists.

Sheets know no game: their columns are a ruleset's fields, their rows its deals. A ``str`` in a sheet
is shown as it is, a name for instance; a :class:`Message` is first put into the reader's language.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from scoring.bridge import SEAT_NAMES
from scoring.lines import (
    Choice,
    Deal,
    Field,
    LineScore,
    Option,
    Options,
    Ruleset,
    Sitting,
    SittingScore,
)
from scoring.results import BoardPoints, Column, Standing
from scoring.words import Message
from scoring.words import mark as _

Text = str | Message
ColumnKind = Literal["count", "points", "decimal", "text", "person", "pair", "name"]

WIDEST = 225
"""The sum of the widths of columns that upright paper still takes."""

OPEN_ROWS = 12
"""Rows for a game without a fixed number of deals."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player in a cell: the seat he has in a deal, and whence he came if he moves there."""

    seat: str
    name: str = ""
    old_seat: str = ""

    def __str__(self) -> str:
        if self.old_seat:
            return f"{self.name + ': ' if self.name else ''}{self.old_seat} → {self.seat}"
        return f"{self.seat} {self.name}".strip()


Cell = str | Message | Person | int | Fraction | None


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column: its heading, what its cells hold, and its share of the sheet's width.

    ``kind`` is ``count`` or ``points`` (numbers), ``decimal`` (two decimals), ``text``, ``person`` or
    ``pair`` (names in a narrow cell), or ``name`` (names with room). ``is_main`` marks the column that
    matters most. ``field`` names the field of the ruleset that is written there.
    """

    label: Text
    kind: ColumnKind = "text"
    width: int = 12
    is_main: bool = False
    field: str = ""


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns side by side, under a common heading where ``label`` is not empty."""

    columns: tuple[SheetColumn, ...]
    label: Text = ""
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row; or, with a ``heading`` and no cells, a line across the whole sheet."""

    cells: tuple[Cell, ...] = ()
    heading: Text = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its value: ``South`` and a name."""

    label: Text
    value: Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: head, table, foot.

    ``overline`` stands above the ``title``; ``mark`` is the one thing to find from afar (``Table 3``).
    ``totals`` has a cell for each group with a heading; empty, there is no such row. ``signatures``
    are the names below the lines to sign on. ``code`` is an address to be scanned. As many sheets as
    ``size`` share a page.
    """

    title: Text
    overline: Text = ""
    subtitle: tuple[Text, ...] = ()
    mark: Text = ""
    people: tuple[Fact, ...] = ()
    groups: tuple[ColumnGroup, ...] = ()
    rows: tuple[Row, ...] = ()
    totals: tuple[Cell, ...] = ()
    notes: tuple[Text, ...] = ()
    signatures: tuple[Text, ...] = ()
    code: str = ""
    size: int = 1

    @property
    def columns(self) -> tuple[SheetColumn, ...]:
        """The columns of all groups, left to right."""
        return tuple(column for group in self.groups for column in group.columns)

    @property
    def is_wide(self) -> bool:
        """Whether the columns want the paper lying."""
        return sum(column.width for column in self.columns) > WIDEST

    @property
    def has_group_headings(self) -> bool:
        return any(group.label for group in self.groups)

    @property
    def labelled_groups(self) -> tuple[ColumnGroup, ...]:
        return tuple(group for group in self.groups if group.label)

    @property
    def plain_columns(self) -> tuple[SheetColumn, ...]:
        """The columns without a common heading; those under one follow them where there are totals."""
        return tuple(column for group in self.groups if not group.label for column in group.columns)

    def words(self, say: Callable[[Message], str]) -> "Sheet":
        """The same sheet with every message said."""

        def text(value: Text) -> str:
            return say(value) if isinstance(value, Message) else value

        def cell(value: Cell) -> Cell:
            return say(value) if isinstance(value, Message) else value

        def group(value: ColumnGroup) -> ColumnGroup:
            columns = tuple(replace(column, label=text(column.label)) for column in value.columns)
            return ColumnGroup(columns, text(value.label), text(value.note))

        return Sheet(
            title=text(self.title),
            overline=text(self.overline),
            subtitle=tuple(map(text, self.subtitle)),
            mark=text(self.mark),
            people=tuple(Fact(text(fact.label), text(fact.value)) for fact in self.people),
            groups=tuple(map(group, self.groups)),
            rows=tuple(Row(tuple(map(cell, row.cells)), text(row.heading)) for row in self.rows),
            totals=tuple(map(cell, self.totals)),
            notes=tuple(map(text, self.notes)),
            signatures=tuple(map(text, self.signatures)),
            code=self.code,
            size=self.size,
        )


@dataclass(frozen=True, slots=True)
class Seated:
    """A sitting with the names, by place, of those who have one; ``heading`` says whose rows they are."""

    sitting: Sitting
    names: Mapping[str, str]
    heading: Text = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One row of a traveller: who played a board at one table, and what the comparison gave.

    ``numbers`` and ``names`` are those of the side of the table's first place and of the other.
    """

    seated: Seated
    numbers: tuple[int, int]
    names: tuple[str, str]
    points: BoardPoints | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row of a ranking list: a standing with the contestant's label and name."""

    standing: Standing
    label: str
    name: str


@dataclass(frozen=True, slots=True)
class _Table:
    """One sitting under its rules, with what a sheet shows of it."""

    ruleset: Ruleset
    options: Options
    names: Mapping[str, str]
    heading: Text
    sitting: Sitting
    score: SittingScore
    is_named: bool

    def deal(self, number: int) -> Deal:
        return self.ruleset.deal(self.sitting, number, self.options)

    def deals(self) -> tuple[Deal, ...]:
        """The deals that have a row: the set boards and others recorded, or rows enough for a match."""
        recorded = [line.number for line in self.score.lines]
        if self.sitting.boards:
            extra = [number for number in recorded if number not in self.sitting.boards]
            numbers = [*self.sitting.boards, *extra]
        elif self.score.is_over:
            numbers = recorded
        else:
            last = max(recorded, default=0)
            numbers = [*recorded, *range(last + 1, max(OPEN_ROWS, last) + 1)]
        return tuple(self.deal(number) for number in numbers)

    def fields(self, deal: Deal) -> tuple[Field, ...]:
        """What is asked at the table: what the director alone may enter has no column."""
        return tuple(x for x in self.ruleset.fields(deal, self.options) if not x.for_director)

    def line_score(self, number: int) -> LineScore | None:
        return next((line for line in self.score.lines if line.number == number), None)

    def person(self, place: str, deal: Deal) -> Person:
        """Seat and name of a player in a deal; the seat alone where the sheet names nobody."""
        return Person(deal.seats.get(place, place), self.names.get(place, "") if self.is_named else "")


def _table(seated: Seated, ruleset: Ruleset, options: Options, *, is_filled: bool, is_named: bool) -> _Table:
    sitting = seated.sitting if is_filled else replace(seated.sitting, lines=())
    score = ruleset.score(sitting, options)
    return _Table(ruleset, options, seated.names, seated.heading, sitting, score, is_named)


@dataclass(frozen=True, slots=True)
class _Source:
    """A column and how its cell is read from a table's deal."""

    column: SheetColumn
    read: Callable[[_Table, Deal], Cell]


def score_sides(places: Sequence[str], *, are_pairs: bool) -> tuple[tuple[str, ...], ...]:
    """The places that score as one: opposite places of pairs, else each place by itself."""
    return (tuple(places[0::2]), tuple(places[1::2])) if are_pairs else tuple((place,) for place in places)


def side_label(places: Iterable[str]) -> str:
    """``"NS"`` for the places South and North, ``"S"`` for South alone."""
    return "".join(sorted(places, key=lambda place: ("NSEW".find(place), place)))


def seat_name(seat: str) -> Message:
    """``South``, or ``Seat 1`` where seats are numbered."""
    if seat in SEAT_NAMES:
        return Message(SEAT_NAMES[seat])
    return Message(_("Seat %(seat)s"), {"seat": seat})


def seat_facts(seated: Seated) -> tuple[Fact, ...]:
    """Who sits where, clockwise from the scorer."""
    facts = []
    for position, place in enumerate(seated.sitting.places):
        label = seat_name(place)
        if position == 0:
            label = Message(_("%(seat)s · scorer"), {"seat": label})
        if place in seated.names:
            facts.append(Fact(label, seated.names[place]))
    return tuple(facts)


def option_notes(options: Options, choices: Iterable[Option]) -> tuple[Message, ...]:
    """The club's own rules: each option that does not stand at its default."""
    template = _("%(label)s: %(value)s")
    return tuple(
        Message(
            template, {"label": Message(option.label), "value": _option_value(option, options[option.name])}
        )
        for option in choices
        if options.get(option.name, option.default) != option.default
    )


def _option_value(option: Option, value: object) -> object:
    if isinstance(value, bool):
        return Message(_("yes") if value else _("no"))
    return _choice_text(option.choices, value) if option.choices else value


# --- recording sheet ------------------------------------------------------------------------------


def recording_sheet(
    head: Sheet,
    *,
    ruleset: Ruleset,
    options: Options,
    seated: Sequence[Seated],
    is_filled: bool,
    is_compared: bool = False,
) -> Sheet:
    """The record of a table, blank for the scorer (with all that is known) or as it was filled in.

    ``is_compared``: boards are compared with other tables, so a sheet takes several rounds, seats stand
    for names, and nothing is added up; else it is one sitting, with running totals and signatures.
    """
    tables = [_table(x, ruleset, options, is_filled=is_filled, is_named=not is_compared) for x in seated]
    rows = [(table, deal) for table in tables for deal in table.deals()]
    sources = (*_deal_sources(rows), *_field_sources(rows))
    sides = score_sides(tables[0].sitting.places, are_pairs=ruleset.partnerships)
    groups = [ColumnGroup((source.column,)) for source in sources]
    if is_compared:
        scores = [_score_source(side) for side in sides]
        groups.append(ColumnGroup(tuple(s.column for s in scores), Message(_("Score"))))
    else:
        scores = [source for side in sides for source in _running_sources(side)]
        groups += [_side_group(tables[0], side) for side in sides]
    return replace(
        head,
        groups=tuple(groups),
        rows=tuple(_rows(tables, (*sources, *scores))),
        totals=() if is_compared else tuple(_total(tables[0], side) for side in sides),
        signatures=() if is_compared else tuple(group.label for group in groups if group.label),
    )


def _rows(tables: Sequence[_Table], sources: Sequence[_Source]) -> Iterable[Row]:
    for table in tables:
        if table.heading:
            yield Row(heading=table.heading)
        for deal in table.deals():
            yield Row(tuple(source.read(table, deal) for source in sources))


def _deal_sources(rows: Sequence[tuple[_Table, Deal]]) -> tuple[_Source, ...]:
    """Columns for what is known of a deal beforehand, as far as these deals have it."""
    deals = [deal for _table, deal in rows]
    width = _person_width(rows)
    sources = [_Source(SheetColumn(_deal_label(rows), "count", 11), lambda _table, deal: deal.number)]
    if any(deal.moves for deal in deals):
        sources.append(_Source(SheetColumn(Message(_("First move")), "person", 27), _moves))
    if any(deal.dealer and not deal.declarer for deal in deals):
        sources.append(_Source(SheetColumn(Message(_("Dealer")), "person", max(width, 13)), _dealer))
    if any(deal.vulnerable for deal in deals):
        sources.append(_Source(SheetColumn(Message(_("Vul.")), "text", 10), _vulnerable))
    return tuple(sources)


def _deal_label(rows: Sequence[tuple[_Table, Deal]]) -> Message:
    return Message(_("Board")) if any(table.sitting.boards for table, _deal in rows) else Message(_("Hand"))


def _person_width(rows: Sequence[tuple[_Table, Deal]]) -> int:
    return 24 if any(table.is_named for table, _deal in rows) else 10


def _moves(table: _Table, deal: Deal) -> Cell:
    """Who moves before the deal; at most one does in the games so far, so a cell has one."""
    found = (Person(x.to_seat, table.names.get(x.place, x.place), x.from_seat) for x in deal.moves)
    return next(found, None)


def _dealer(table: _Table, deal: Deal) -> Cell:
    return table.person(deal.dealer, deal) if deal.dealer else None


def _vulnerable(_table: _Table, deal: Deal) -> Cell:
    if len(deal.vulnerable) > 1:
        return Message(_("all"))
    return next(iter(deal.vulnerable), "–")


def _field_sources(rows: Sequence[tuple[_Table, Deal]]) -> tuple[_Source, ...]:
    """A column for each thing that the scorer fills in."""
    fields: dict[str, Field] = {}
    for table, deal in rows:
        for item in table.fields(deal):
            fields.setdefault(item.name, item)
    width = _person_width(rows)
    return tuple(_Source(_field_column(item, width), _field_reader(item.name)) for item in fields.values())


def _field_column(item: Field, person_width: int) -> SheetColumn:
    shown = [x.label for x in item.choices if x.value and not x.for_director] if item.kind == "choice" else []
    width = max(
        _word_room([item.heading]), 2 + _word_room(shown), person_width if item.kind == "seat" else 12
    )
    kinds: dict[str, ColumnKind] = {"seat": "person", "number": "count"}
    return SheetColumn(Message(item.heading), kinds.get(item.kind, "text"), width, field=item.name)


def _word_room(texts: Iterable[str]) -> int:
    """The width at which no word of these texts is broken."""
    longest = max((len(word) for text in texts for word in text.split()), default=0)
    return min(3 + round(1.7 * longest), 24)


def _field_reader(name: str) -> Callable[[_Table, Deal], Cell]:
    def read(table: _Table, deal: Deal) -> Cell:
        item = next((item for item in table.fields(deal) if item.name == name), None)
        return _field_cell(table, deal, item) if item else None

    return read


def _field_cell(table: _Table, deal: Deal, item: Field) -> Cell:
    """The recorded value; before that, only the seat that the rules fix."""
    entry = next((line.entry for line in table.sitting.lines if line.number == deal.number), None)
    known = {item.name: item.default} if item.kind == "seat" else {}
    value = (known if entry is None else entry).get(item.name)
    if value is None or value == "" or value is False:
        return None
    if item.kind == "seat":
        return table.person(str(value), deal)
    if item.kind == "flag":
        return "✓"
    return _choice_text(item.choices, value) if item.kind == "choice" else int(value)


def _choice_text(choices: Iterable[Choice], value: object) -> Cell:
    label = next((choice.label for choice in choices if choice.value == value), str(value))
    return Message(label) if label else None


def _side_group(table: _Table, side: Sequence[str]) -> ColumnGroup:
    names = [table.names[place] for place in side if table.names.get(place)]
    columns = (
        SheetColumn(Message(_("Points")), "points", 12),
        SheetColumn(Message(_("Total")), "points", 12, is_main=True),
    )
    seats: Text = seat_name(side[0]) if len(side) == 1 else side_label(side)
    return ColumnGroup(columns, " & ".join(names), seats) if names else ColumnGroup(columns, seats)


def _running_sources(side: Sequence[str]) -> tuple[_Source, ...]:
    def running(table: _Table, deal: Deal) -> Cell:
        line = table.line_score(deal.number)
        return line.running[side[0]] if line else None

    return (_score_source(side), _Source(SheetColumn(""), running))


def _score_source(side: Sequence[str]) -> _Source:
    def points(table: _Table, deal: Deal) -> Cell:
        line = table.line_score(deal.number)
        return line.points.get(side[0]) if line else None

    return _Source(SheetColumn(side_label(side), "points", 15), points)


def _total(table: _Table, side: Sequence[str]) -> Cell:
    return table.score.totals[side[0]] if table.score.lines else None


# --- personal score card --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A round from one contestant's chair: its place, and its points by board, if compared."""

    seated: Seated
    place: str
    points: Mapping[int, Fraction]


def personal_card(
    head: Sheet,
    *,
    ruleset: Ruleset,
    options: Options,
    tables: Sequence[OwnTable | Message],
    is_filled: bool,
    unit: Text = "",
) -> Sheet:
    """One contestant's own record, round by round: every board with contract and what it earned.

    A message among the ``tables`` stands for a round without any.
    """
    own = [x for x in tables if isinstance(x, OwnTable)]
    known = {id(x): _table(x.seated, ruleset, options, is_filled=is_filled, is_named=False) for x in own}
    deals = [(table, deal) for table in known.values() for deal in table.deals()]
    sources = _field_sources(deals)
    columns = [
        SheetColumn(_deal_label(deals), "count", 11),
        *(source.column for source in sources),
        SheetColumn(Message(_("Score")), "points", 18, is_main=not unit),
        *([SheetColumn(unit, "points", 22, is_main=True)] if unit else []),
    ]
    return replace(
        head,
        groups=tuple(ColumnGroup((column,)) for column in columns),
        rows=tuple(
            row
            for x in tables
            for row in (
                _own_rows(x, known[id(x)], sources, unit, is_filled)
                if isinstance(x, OwnTable)
                else (Row(heading=x),)
            )
        ),
    )


def _own_rows(
    own: OwnTable, table: _Table, sources: Sequence[_Source], unit: Text, is_filled: bool
) -> Iterable[Row]:
    if table.heading:
        yield Row(heading=table.heading)
    score = _score_source(own.place)
    for deal in table.deals():
        cells = (deal.number, *(source.read(table, deal) for source in (*sources, score)))
        yield Row((*cells, own.points.get(deal.number) if is_filled else None) if unit else cells)


# --- traveller ------------------------------------------------------------------------------------


def traveller(
    head: Sheet,
    *,
    ruleset: Ruleset,
    options: Options,
    board: int,
    results: Sequence[Result],
    is_filled: bool,
    unit: Text = "",
) -> Sheet:
    """The sheet that goes with a board: a row for each table that plays it, by the first pair's number.

    ``unit`` is the heading of what the comparison gave: matchpoints, IMPs.
    """
    ordered = sorted(results, key=lambda result: result.numbers)
    tables = [_table(x.seated, ruleset, options, is_filled=is_filled, is_named=False) for x in ordered]
    rows = [(table, table.deal(board)) for table in tables]
    sides = score_sides(tables[0].sitting.places, are_pairs=True)
    labels = tuple(side_label(side) for side in sides)
    sources = (*_field_sources(rows), *(_score_source(side) for side in sides))
    cells = [tuple(source.read(table, deal) for source in sources) for table, deal in rows]
    groups = [
        *(_pair_group(label) for label in labels),
        *(ColumnGroup((source.column,)) for source in sources[: -len(sides)]),
        ColumnGroup(tuple(source.column for source in sources[-len(sides) :]), Message(_("Score"))),
    ]
    shows_points = is_filled and any(result.points for result in ordered)
    if shows_points:
        groups.append(_points_group(labels, unit))
    return replace(
        head,
        subtitle=(*head.subtitle, *_conditions(rows[0][1])),
        groups=tuple(groups),
        rows=tuple(
            Row((*_pair_cells(result), *found, *(_points_cells(result) if shows_points else ())))
            for result, found in zip(ordered, cells, strict=True)
        ),
    )


def _pair_group(label: str) -> ColumnGroup:
    return ColumnGroup(
        (SheetColumn(Message(_("No.")), "count", 8), SheetColumn(Message(_("Pair")), "pair", 28)), label
    )


def _points_group(labels: Sequence[str], unit: Text) -> ColumnGroup:
    columns = tuple(SheetColumn(label, "points", 14, is_main=True) for label in labels)
    return ColumnGroup(columns, unit or Message(_("Points")))


def _pair_cells(result: Result) -> tuple[Cell, ...]:
    return result.numbers[0], result.names[0], result.numbers[1], result.names[1]


def _points_cells(result: Result) -> tuple[Cell, Cell]:
    return (result.points.first, result.points.second) if result.points else (None, None)


def _conditions(deal: Deal) -> tuple[Message, ...]:
    """Who deals and who is vulnerable, in words."""
    found = []
    if deal.dealer:
        found.append(Message(_("Dealer %(seat)s"), {"seat": seat_name(deal.dealer)}))
    sides: object = Message(_("all")) if len(deal.vulnerable) > 1 else next(iter(deal.vulnerable), None)
    if sides:
        found.append(Message(_("Vulnerable: %(sides)s"), {"sides": sides}))
    else:
        found.append(Message(_("Nobody is vulnerable")))
    return tuple(found)


# --- ranking list ---------------------------------------------------------------------------------


def ranking_sheet(
    head: Sheet, *, columns: Sequence[Column], groups: Sequence[tuple[Text, Sequence[Ranked]]]
) -> Sheet:
    """The final ranking: the places of each group of winners under its heading, with all figures."""
    found = [
        SheetColumn(Message(_("Place")), "count", 12, is_main=True),
        SheetColumn(Message(_("No.")), "text", 13),
        SheetColumn(Message(_("Name")), "name", 60),
        *(_figure_column(column, is_main=not at) for at, column in enumerate(columns)),
    ]
    rows: list[Row] = []
    for heading, places in groups:
        rows += [Row(heading=heading)] if heading else []
        rows += [Row(_ranked_cells(place, columns)) for place in places]
    return replace(head, groups=tuple(ColumnGroup((column,)) for column in found), rows=tuple(rows))


def _figure_column(column: Column, *, is_main: bool) -> SheetColumn:
    kind = FIGURE_KINDS.get(column.kind, "points")
    return SheetColumn(Message(column.label), kind, 15, is_main=is_main)


FIGURE_KINDS: Mapping[str, ColumnKind] = {
    "percent": "decimal",
    "average": "decimal",
    "count": "count",
    "text": "text",
}


def _ranked_cells(place: Ranked, columns: Sequence[Column]) -> tuple[Cell, ...]:
    standing = place.standing
    rank: Cell = f"{standing.rank}=" if standing.rank and standing.is_tied else standing.rank
    return (rank, place.label, place.name, *(_figure_cell(standing, column) for column in columns))


def _figure_cell(standing: Standing, column: Column) -> Cell:
    value = standing.figures.get(column.name)
    return column.texts[int(value)] if value is not None and column.texts else value
