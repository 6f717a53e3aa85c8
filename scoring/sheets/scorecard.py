"""The score card of a game: every contract with what it earns, by the rules and the club's options."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.lines import Choice, Field, Options, Points, Ruleset, Value, format_points
from scoring.words import Message
from scoring.words import mark as _

from . import Cell, ColumnGroup, Row, Sheet, SheetColumn
from .outcomes import Outcomes, make_outcomes, values_of

Earned = tuple[Points, ...] | None
LABEL_WIDTH, CELL_WIDTH = 46, 16


ROWS_MAX = 22
"""The rows of a page that lies."""


def score_cards(
    head: Sheet, *, ruleset: Ruleset, options: Options, places: tuple[str, ...]
) -> tuple[Sheet, ...]:
    """A row for each contract, a column for each number of tricks; none where the game has no such card.

    Contracts that always earn the same share a row. Doubles, vulnerability and the like have a section each,
    and no section is broken over two pages.
    """
    found = [make_outcomes(ruleset, places, options, vulnerable=is_so) for is_so in (False, True)]
    outcomes = [x for x in found if x is not None]
    if not outcomes or not _is_card(outcomes[0]):
        return ()
    main, number, extras = _split(outcomes[0])
    pages: list[list[Row]] = [[]]
    for extra in _combinations(outcomes[0], extras):
        for is_so, each in zip((False, True), found, strict=True):
            if each is not None:
                conditions = _conditions(extras, extra, is_so if found[0] and found[1] else None)
                section = _section(each, main, number, extra, conditions)
                if len(pages[-1]) + len(section) > ROWS_MAX:
                    pages.append([])
                pages[-1] += section
    numbers = tuple(SheetColumn(str(value), "points", CELL_WIDTH) for value in values_of(number))
    groups = (
        ColumnGroup((SheetColumn(Message(main.heading), "text", LABEL_WIDTH),)),
        ColumnGroup(numbers, Message(number.heading)),
    )
    notes = (*_reading(outcomes[0]), *head.notes)
    return tuple(replace(head, groups=groups, rows=tuple(rows), notes=notes) for rows in pages)


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


def _conditions(
    extras: Sequence[Field], extra: Mapping[str, Value], vulnerable: bool | None
) -> list[Message]:
    found = [_in_words(item, extra[item.name]) for item in extras if extra[item.name] is not None]
    if vulnerable is not None:
        found.append(Message(_("vulnerable") if vulnerable else _("not vulnerable")))
    return found


def _in_words(item: Field, value: Value) -> Message:
    choice = next((x for x in item.choices if x.value == value), Choice("", str(value)))
    values = {"label": Message(item.label), "value": Message(choice.spoken or choice.label)}
    return Message(_("%(label)s: %(value)s"), values)


def _section(
    outcomes: Outcomes, main: Field, number: Field, extra: Mapping[str, Value], conditions: Sequence[Message]
) -> list[Row]:
    groups: dict[tuple[Earned, ...], list[Choice]] = {}
    for choice in main.choices:
        earned = tuple(
            _earned(outcomes, {main.name: choice.value, number.name: n, **extra}) for n in values_of(number)
        )
        if any(earned):
            groups.setdefault(earned, []).append(choice)
    is_pair = _shows_both(outcomes)
    rows = [
        Row((_labels(choices), *(_cell(points, is_pair=is_pair) for points in earned)))
        for earned, choices in groups.items()
    ]
    return [Row(heading=_joined(conditions)), *rows] if conditions and rows else rows


def _earned(outcomes: Outcomes, entry: Mapping[str, Value]) -> Earned:
    return outcomes.points.get(outcomes.key(entry))


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


def _reading(outcomes: Outcomes) -> tuple[Message, ...]:
    if _shows_both(outcomes):
        text = _("Before the stroke what the declaring side scores, after it what each opponent scores.")
    elif any(points[1] for points in outcomes.points.values() if points):
        text = _("What the declaring side scores; the other side scores the opposite.")
    else:
        text = _("What the bidding side scores; the other side scores nothing.")
    return (Message(text),)
