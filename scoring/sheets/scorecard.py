"""The score card of a game: every contract with what it earns, by the rules and the club's options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, repeat
from operator import itemgetter

from scoring.lines import Choice, Field, Options, Points, Ruleset, Value, format_points
from scoring.words import Message
from scoring.words import mark as _

from . import Cell, ColumnGroup, Row, Sheet, SheetColumn
from .outcomes import Outcomes, make_outcomes, values_of

Earned = tuple[Points, ...] | None
Extra = Mapping[str, Value]
LABEL_WIDTH, CELL_WIDTH = 46, 16
TALL_LABEL_WIDTH, TALL_CELL_WIDTH = 30, 14
BRIEF_CELL_WIDTH = 30

ROWS_MAX = 22
"""The rows of a page that lies."""
TALL_ROWS_MAX = 38
"""The rows of a page that stands upright."""


@dataclass(frozen=True, slots=True)
class _Case:
    """What contracts earn in one case: with a double or not, vulnerable or not."""

    outcomes: Outcomes
    extra: Extra
    conditions: tuple[Message, ...]
    names: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Course:
    """What a contract earns: just made, with each trick beyond it, and with one, two ... tricks too few."""

    made: Points
    each: Points | None
    short: tuple[Points, ...]


def score_cards(
    head: Sheet, *, ruleset: Ruleset, options: Options, places: tuple[str, ...]
) -> tuple[Sheet, ...]:
    """One page where that can be; none where the game has no such card.

    A row for each contract and a column for each number of tricks, with a section for each double,
    vulnerability and the like; contracts that always earn the same share a row. Where that is too much for
    a page and every trick beyond a contract adds the same, the page says what the contract earns when it is
    just made, and what each trick adds. Else no section is broken over two pages.
    """
    found = [
        make_outcomes(ruleset, places, options, vulnerable=is_so, may_be_alone=True)
        for is_so in (False, True)
    ]
    outcomes = [x for x in found if x is not None]
    if not outcomes or not _is_card(outcomes[0]):
        return ()
    alone = (Message(_("Each deal by itself; what several earn together comes on top.")),)
    head = replace(head, notes=(*_reading(outcomes[0]), *(alone if ruleset.carries else ()), *head.notes))
    cases = _cases(found)
    sections = [_section(case) for case in cases]
    if sum(map(len, sections)) > TALL_ROWS_MAX and _is_net(outcomes[0]):
        brief = _brief_card(head, cases)
        if brief:
            return (brief,)
    return _full_cards(head, outcomes[0], sections)


def _full_cards(head: Sheet, outcomes: Outcomes, sections: Sequence[Sequence[Row]]) -> tuple[Sheet, ...]:
    """A column for each number of tricks, or for several that always earn the same."""
    main, number, _extras = _split(outcomes)
    runs = _alike([row.cells[1:] for section in sections for row in section if row.cells])
    sections = [[_narrowed(row, runs) for row in section] for section in sections]
    is_tall = ROWS_MAX < sum(map(len, sections)) <= TALL_ROWS_MAX
    label, cell = (TALL_LABEL_WIDTH, TALL_CELL_WIDTH) if is_tall else (LABEL_WIDTH, CELL_WIDTH)
    pages: list[list[Row]] = [[]]
    for section in sections:
        if len(pages[-1]) + len(section) > (TALL_ROWS_MAX if is_tall else ROWS_MAX):
            pages.append([])
        pages[-1] += section
    values = values_of(number)
    labels = [str(values[x[0]]) if len(x) == 1 else f"{values[x[0]]}–{values[x[-1]]}" for x in runs]
    numbers = tuple(SheetColumn(label, "points", cell) for label in labels)
    groups = (
        ColumnGroup((SheetColumn(Message(main.heading), "text", label),)),
        ColumnGroup(numbers, Message(number.heading)),
    )
    return tuple(replace(head, groups=groups, rows=tuple(rows)) for rows in pages)


def _alike(rows: Sequence[Sequence[Cell]]) -> list[list[int]]:
    """The columns of these rows, those together that are the same from top to bottom."""
    columns = groupby(enumerate(zip(*rows, strict=True)), key=itemgetter(1))
    return [[at for at, _cells in run] for _cells, run in columns]


def _narrowed(row: Row, runs: Sequence[Sequence[int]]) -> Row:
    """The row with one cell for columns that are the same."""
    return replace(row, cells=(row.cells[0], *(row.cells[1 + run[0]] for run in runs))) if row.cells else row


def _brief_card(head: Sheet, cases: Sequence[_Case]) -> Sheet | None:
    """A column for each case: contracts just made, more tricks, too few; None where that is not all."""
    main, number, _extras = _split(cases[0].outcomes)
    found = {
        choice: [_course(_earnings(case, main, number, choice)) for case in cases] for choice in main.choices
    }
    courses = {x: [c for c in each if c] for x, each in found.items() if any(each)}
    if not all(len(each) == len(cases) for each in courses.values()):
        return None
    longest = [max((x.short for x in each), key=len) for each in zip(*courses.values(), strict=True)]
    more = _more(courses)
    if more is None or not all(map(_are_like, courses.values(), repeat(longest))):
        return None
    made: dict[tuple[str, tuple[Points, ...]], list[Choice]] = {}
    for choice, each in courses.items():
        made.setdefault((choice.row, tuple(x.made for x in each)), []).append(choice)
    rows = [Row((_labels(choices), *earned)) for (_level, earned), choices in made.items()]
    rows += [Row(heading=Message(_("Each trick more"))), *(Row((" ".join(x), *y)) for y, x in more.items())]
    rows += [Row(heading=Message(_("Tricks too few")))]
    rows += [Row((f"−{at}", *lost)) for at, lost in enumerate(zip(*longest, strict=False), start=1)]
    columns = (
        SheetColumn(Message(main.heading), "text", TALL_LABEL_WIDTH),
        *(SheetColumn(_joined(case.names), "points", BRIEF_CELL_WIDTH) for case in cases),
    )
    return replace(head, groups=tuple(ColumnGroup((x,)) for x in columns), rows=tuple(rows))


def _more(courses: Mapping[Choice, Sequence[_Course]]) -> dict[tuple[Points, ...], list[str]] | None:
    """What a trick more adds in each case, and for which kinds of contracts; None where levels differ."""
    found: dict[str, tuple[Points, ...]] = {}
    for choice, each in courses.items():
        steps = tuple(x.each for x in each if x.each is not None)
        if steps and found.setdefault(choice.label.removeprefix(choice.row), steps) != steps:
            return None
    alike: dict[tuple[Points, ...], list[str]] = {}
    for kind, steps in found.items():
        alike.setdefault(steps, []).append(kind)
    return alike


def _course(earned: Sequence[Earned]) -> _Course | None:
    """The course of a contract by its points for each number of tricks; None where it is not so regular."""
    points = [_net(x) for x in earned if x]
    need = next((at for at, value in enumerate(points) if value > 0), None)
    if need is None or len(points) < len(earned):
        return None
    steps = {more - less for less, more in zip(points[need:], points[need + 1 :], strict=False)}
    if len(steps) > 1:
        return None
    return _Course(points[need], next(iter(steps), None), tuple(reversed(points[:need])))


def _are_like(courses: Sequence[_Course], longest: Sequence[Sequence[Points]]) -> bool:
    """Whether the tricks that a contract lacks cost what they cost in every other one."""
    pairs = zip(courses, longest, strict=True)
    return all(course.short == tuple(short[: len(course.short)]) for course, short in pairs)


def _is_card(outcomes: Outcomes) -> bool:
    """Whether there is a contract and a number of tricks, and nothing else but choices."""
    numbers = [item for item in outcomes.fields if item.kind == "number"]
    return len(numbers) == 1 and outcomes.fields[0].kind == "choice" and outcomes.seat is not None


def _split(outcomes: Outcomes) -> tuple[Field, Field, tuple[Field, ...]]:
    main, *others = outcomes.fields
    number = next(item for item in others if item.kind == "number")
    return main, number, tuple(item for item in others if item is not number)


def _combinations(outcomes: Outcomes, extras: Sequence[Field]) -> list[Mapping[str, Value]]:
    """The values of the other fields that occur together, the usual ones first."""
    names = [item.name for item in extras]
    at = [outcomes.fields.index(item) for item in extras]
    found = dict.fromkeys(tuple(key[i] for i in at) for key in outcomes.points if len(outcomes.points[key]))
    orders = [{value: i for i, value in enumerate((*values_of(item), None))} for item in extras]
    ordered = sorted(found, key=lambda key: [order[x] for order, x in zip(orders, key, strict=True)])
    full = [key for key in ordered if key[:1] != (None,)]
    return [dict(zip(names, key, strict=True)) for key in full]


def _cases(found: Sequence[Outcomes | None]) -> list[_Case]:
    """The cases in order: for each value of the other fields, not vulnerable and vulnerable."""
    states = [x for x in zip((False, True), found, strict=True) if x[1] is not None]
    first = states[0][1]
    assert first is not None
    extras = _split(first)[2]
    cases = []
    for extra in _combinations(first, extras):
        known = [item for item in extras if extra[item.name] is not None]
        for is_so, outcomes in states:
            state = [Message(_("vulnerable") if is_so else _("not vulnerable"))] if len(states) > 1 else []
            conditions = (*(_in_words(item, extra[item.name]) for item in known), *state)
            names = (*(_value_words(item, extra[item.name]) for item in known), *state)
            assert outcomes is not None
            cases.append(_Case(outcomes, extra, conditions, names))
    return cases


def _in_words(item: Field, value: Value) -> Message:
    values = {"label": Message(item.label), "value": _value_words(item, value)}
    return Message(_("%(label)s: %(value)s"), values)


def _value_words(item: Field, value: Value) -> Message:
    choice = next((x for x in item.choices if x.value == value), Choice("", str(value)))
    return Message(choice.spoken or choice.label)


def _section(case: _Case) -> list[Row]:
    main, number, _extras = _split(case.outcomes)
    groups: dict[tuple[Earned, ...], list[Choice]] = {}
    for choice in main.choices:
        earned = _earnings(case, main, number, choice)
        if any(earned):
            groups.setdefault(earned, []).append(choice)
    is_pair = _shows_both(case.outcomes)
    rows = [
        Row((_labels(choices), *(_cell(points, is_pair=is_pair) for points in earned)))
        for earned, choices in groups.items()
    ]
    return [Row(heading=_joined(case.conditions)), *rows] if case.conditions and rows else rows


def _earnings(case: _Case, main: Field, number: Field, choice: Choice) -> tuple[Earned, ...]:
    """What a contract earns for each number of tricks."""
    key = case.outcomes.key
    entries = ({main.name: choice.value, number.name: n, **case.extra} for n in values_of(number))
    return tuple(case.outcomes.points.get(key(entry)) for entry in entries)


def _labels(choices: Sequence[Choice]) -> str:
    return "  ".join(choice.label for choice in choices)


def _joined(conditions: Sequence[Message]) -> Message:
    names = [f"part{at}" for at in range(len(conditions))]
    template = " · ".join(f"%({name})s" for name in names)
    return Message(template, dict(zip(names, conditions, strict=True)))


def _cell(earned: Earned, *, is_pair: bool) -> Cell:
    """The points of the one whom the entry names; ``is_pair``: and those of an opponent."""
    if not earned:
        return None
    return f"{format_points(earned[0])} / {format_points(earned[1])}" if is_pair else earned[0]


def _shows_both(outcomes: Outcomes) -> bool:
    """Whether what an opponent scores does not follow from what the named player does."""
    found = [points for points in outcomes.points.values() if points]
    return any(own != -other for own, other, *_rest in found) and any(points[1] for points in found)


def _net(points: tuple[Points, ...]) -> Points:
    """What the named player scores; with a minus, what an opponent does where he scores nothing."""
    return points[0] or -points[1]


def _is_net(outcomes: Outcomes) -> bool:
    """Whether one number says what both sides score."""
    found = [points for points in outcomes.points.values() if points]
    return all(own == -other or not own or not other for own, other, *_rest in found)


def _reading(outcomes: Outcomes) -> tuple[Message, ...]:
    if _shows_both(outcomes) and _is_net(outcomes):
        text = _("What the declaring side scores; with a minus, what the other side scores.")
    elif _shows_both(outcomes):
        text = _("Before the stroke what the declaring side scores, after it what each opponent scores.")
    elif any(points[1] for points in outcomes.points.values() if points):
        text = _("What the declaring side scores; the other side scores the opposite.")
    else:
        text = _("What the bidding side scores; the other side scores nothing.")
    return (Message(text),)
