"""The pad of rubber and Chicago bridge: we and they, above and below the line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.lines import Line, LineScore, Options, Ruleset, Sitting, check_options
from scoring.words import Message
from scoring.words import mark as _

from . import Cell, ColumnGroup, Row, Seated, Sheet, SheetColumn, Text, score_sides, side_label

ABOVE, BELOW = "above", "below"
ROWS = {ABOVE: 9, BELOW: 8}
"""The rows of each part of a pad at least."""
SIDES = (_("We · %(side)s"), _("They · %(side)s"))

Side = tuple[str, ...]


def has_pad(ruleset: Ruleset) -> bool:
    """Whether the game counts points above and below a line, as its first worked example tells."""
    example = ruleset.examples[0]
    options = check_options(ruleset, example.options)
    sitting = Sitting(example.places, (example.board,) if ruleset.boards else ())
    entry = ruleset.check(example.entry, ruleset.deal(sitting, example.board, options), options)
    score = ruleset.score(replace(sitting, lines=(Line(example.board, entry),)), options)
    return all(ABOVE in line.counts.get(example.places[0], {}) for line in score.lines)


def pad_sheet(head: Sheet, *, ruleset: Ruleset, options: Options, seated: Seated, is_filled: bool) -> Sheet:
    """The pad of a table: premiums from the line upwards, tricks downwards, a line after each game."""
    sitting = seated.sitting if is_filled else replace(seated.sitting, lines=())
    score = ruleset.score(sitting, options)
    sides = score_sides(sitting.places, are_pairs=True)
    above = [row for line in score.lines for row in _rows(line, sides, ABOVE)]
    below = [row for line in score.lines for row in (*_rows(line, sides, BELOW), *_game(line, sides))]
    groups = tuple(_group(text, side, seated.names) for text, side in zip(SIDES, sides, strict=True))
    return replace(
        head,
        groups=(ColumnGroup((SheetColumn(Message(_("Hand")), "count", 14),)), *groups),
        rows=(
            Row(heading=Message(_("Above the line"))),
            *reversed(_filled_up(above, ROWS[ABOVE])),
            Row(heading=Message(_("Below the line"))),
            *_filled_up(below, ROWS[BELOW]),
        ),
        totals=tuple(score.totals[side[0]] if score.lines else None for side in sides),
        signatures=tuple(group.label for group in groups),
    )


def _group(text: str, side: Side, names: Mapping[str, str]) -> ColumnGroup:
    label: Text = " & ".join(names[place] for place in side if names.get(place)) or side_label(side)
    return ColumnGroup(
        (SheetColumn(Message(_("Points")), "points", 60, is_main=True),),
        label,
        Message(text, {"side": side_label(side)}),
    )


def _rows(line: LineScore, sides: Sequence[Side], part: str) -> list[Row]:
    """A row for what a hand earned in this part of the pad, if anything."""
    cells: list[Cell] = [line.counts.get(side[0], {}).get(part) or None for side in sides]
    return [Row((line.number, *cells))] if any(cells) else []


def _game(line: LineScore, sides: Sequence[Side]) -> list[Row]:
    won = [side for side in sides if line.counts.get(side[0], {}).get("games")]
    return [Row(heading=Message(_("Game to %(side)s"), {"side": side_label(side)})) for side in won]


def _filled_up(rows: Sequence[Row], count: int) -> list[Row]:
    return [*rows, *(Row((None, None, None)) for _at in range(count - len(rows)))]
