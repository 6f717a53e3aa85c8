"""``score``: lines of one table, in order, under a ruleset."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice

from scoring.bridge import SEAT_NAMES
from scoring.cli.report import Report, make_table, plain_by_place, read_options
from scoring.formats import line_text
from scoring.lines import (
    EntryError,
    Explanation,
    Line,
    LineScore,
    Options,
    Ruleset,
    Sitting,
    SittingScore,
    check_options,
    format_points,
)
from scoring.rulesets import RULESETS
from scoring.words import Message
from scoring.words import mark as _

_SIDES = {"none": frozenset[str](), "ns": {"NS"}, "ew": {"EW"}, "all": {"NS", "EW"}}
_MOST_BOARDS = 999
_TRIED_BOARDS = 16
"""Dealer and vulnerability come round again after so many boards."""


def run(asked: argparse.Namespace) -> Report:
    """Score the lines. Raises EntryError; with several lines its text says which one."""
    ruleset = RULESETS[asked.ruleset]
    options = check_options(ruleset, read_options(asked.option, ruleset.options))
    places = line_text.find_places(ruleset, asked.players)
    texts = _read_lines(asked.lines)
    numbers = _find_numbers(ruleset, places, options, asked.board, asked.vulnerable)
    sitting = Sitting(places)
    for at, text in enumerate(texts, start=1):
        sitting = _add_line(sitting, text, numbers, ruleset, options, at if len(texts) > 1 else 0)
    sitting = Sitting(places, (), sitting.lines, asked.ended)
    scored = ruleset.score(sitting, options)
    why = {line.number: ruleset.explain(sitting, line.number, options) for line in scored.lines}
    is_explained = asked.explain or len(scored.lines) == 1
    text = _make_text(ruleset, sitting, scored, why if is_explained else {})
    return Report(text, _make_data(ruleset, sitting, scored, why, options))


def _read_lines(given: Sequence[str]) -> list[str]:
    if list(given) != ["-"]:
        return list(given)
    lines = [line.strip() for line in sys.stdin if line.strip()]
    if not lines:
        raise EntryError("line", _("there is no line to score"))
    return lines


def _find_numbers(
    ruleset: Ruleset, places: tuple[str, ...], options: Options, board: int | None, vulnerable: str | None
) -> Iterator[int]:
    """The numbers of the deals to come: from ``board`` on, those of the vulnerability asked for."""
    if board is not None and not ruleset.boards:
        raise EntryError("board", _("the deals of this game are numbered from 1"))
    if board is not None and not 1 <= board <= _MOST_BOARDS:
        raise EntryError(
            "board", _("%(board)s is not a board from 1 to %(most)s"), board=board, most=_MOST_BOARDS
        )
    start = board or 1
    if vulnerable is None:
        return count(start)
    wanted = _SIDES[vulnerable]

    def is_wanted(number: int) -> bool:
        return ruleset.deal(Sitting(places), number, options).vulnerable == wanted

    if not ruleset.boards or not any(map(is_wanted, range(start, start + _TRIED_BOARDS))):
        raise EntryError("vulnerable", _("%(side)s: this game gives nobody that choice"), side=vulnerable)
    return filter(is_wanted, count(start))


def _add_line(
    sitting: Sitting, text: str, numbers: Iterator[int], ruleset: Ruleset, options: Options, at: int
) -> Sitting:
    """The sitting with one line more. ``at`` counts the lines of the command, 0 if it is the only one."""
    try:
        (number,) = islice(numbers, 1)
        deal = ruleset.deal(sitting, number, options)
        entry = line_text.loads(text, ruleset=ruleset, deal=deal, options=options)
    except EntryError as error:
        if not at:
            raise
        line = Message(_("%(message)s (line %(at)s, %(text)s)"), {"message": error.message})
        params = {**line.params, "at": at, "text": repr(text[: line_text.LONGEST])}
        raise EntryError(error.field, line.template, **params) from error
    return Sitting(sitting.places, (), (*sitting.lines, Line(number, entry)))


def _make_text(ruleset: Ruleset, sitting: Sitting, scored: SittingScore, why: dict[int, Explanation]) -> str:
    places = sitting.places
    rows = [
        [str(line.number), _describe(ruleset, sitting, line), *_cells(line, places)] for line in scored.lines
    ]
    if len(rows) > 1:
        rows.append(["", "Total", *(format_points(scored.totals[place]) for place in places)])
    table = make_table(["Board" if ruleset.boards else "Deal", "Line", *places], rows, left=(1,))
    reasons = [
        f"{number}: {found.words}" if len(why) > 1 else str(found.words) for number, found in why.items()
    ]
    return "\n".join((ruleset.name, table, *reasons, *_ending(scored)))


def _describe(ruleset: Ruleset, sitting: Sitting, line: LineScore) -> str:
    return ruleset.describe(sitting.line(line.number).entry, line.deal)


def _cells(line: LineScore, places: tuple[str, ...]) -> list[str]:
    return [format_points(line.points[place]) if place in line.points else "-" for place in places]


def _ending(scored: SittingScore) -> tuple[str, ...]:
    if not scored.is_over:
        return ()
    names = [SEAT_NAMES[place] for place in scored.winners]
    if not names:
        return ("It is over, without a winner.",)
    verb = "wins" if len(names) == 1 else "win"
    return (f"It is over: {' and '.join(names)} {verb}.",)


def _make_data(
    ruleset: Ruleset, sitting: Sitting, scored: SittingScore, why: dict[int, Explanation], options: Options
) -> dict[str, object]:
    return {
        "ruleset": ruleset.slug,
        "options": dict(options),
        "places": list(sitting.places),
        "lines": [
            {
                "number": line.number,
                "line": _describe(ruleset, sitting, line),
                "entry": dict(sitting.line(line.number).entry),
                "vulnerable": sorted(line.deal.vulnerable),
                "points": plain_by_place(line.points),
                "running": plain_by_place(line.running),
                "why": str(why[line.number].words),
            }
            for line in scored.lines
        ],
        "totals": plain_by_place(scored.totals),
        "is_over": scored.is_over,
        "winners": list(scored.winners),
    }
