"""``rank``: a session from a CSV file, ranked by a method."""

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from scoring.cli.report import Report, make_table, plain_points, read_options
from scoring.formats import score_csv
from scoring.lines import Points, Ruleset, Value, check_options, format_points
from scoring.methods import METHODS, round_half_up
from scoring.results import Column, Method, Played, Standing, Standings
from scoring.rulesets import RULESETS
from scoring.standings import score_tables, standings


def run(asked: argparse.Namespace) -> Report:
    """Read, score, rank. Raises FormatError for the file, EntryError for the options."""
    ruleset = RULESETS.get(asked.ruleset)
    data = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    ruleset = score_csv.find_ruleset(data, ruleset)
    options = check_options(ruleset, read_options(asked.option, ruleset.options))
    file = score_csv.loads(data, ruleset=ruleset, options=options)
    method = METHODS[asked.method or ruleset.methods[0]]
    found = standings(
        score_tables(file.tables, ruleset=ruleset, options=options),
        ruleset=ruleset,
        method=method.slug,
        groups=_find_groups(file.tables, are_two=asked.two_winners),
        options=options,
        method_options=_read_method_options(asked.method_option, method),
    )
    return Report(_make_text(ruleset, method, found), _make_data(ruleset, method, found))


def _read_method_options(texts: Sequence[str], method: Method) -> dict[str, Value]:
    return check_options(method, read_options(texts, method.options))


def _find_groups(tables: Sequence[Played], *, are_two: bool) -> dict[int, str]:
    """Every contestant; with two winners, under the side of the table where he first sat."""
    groups: dict[int, str] = {}
    for table in tables:
        places = table.sitting.places
        for place, contestant in table.contestants.items():
            side = "".join(places[places.index(place) % 2 :: 2]) if are_two else ""
            groups.setdefault(contestant, side)
    return dict(sorted(groups.items()))


def _make_text(ruleset: Ruleset, method: Method, found: Standings) -> str:
    parts = [f"{ruleset.name}, {method.name}"]
    for group in dict.fromkeys(row.group for row in found.rows):
        rows = [row for row in found.rows if row.group == group]
        parts += [group] if group else []
        headings = ["Place", "No.", *(column.label for column in method.columns)]
        parts.append(make_table(headings, [_row_cells(row, method.columns) for row in rows]))
    return "\n".join((*parts, *map(str, found.how)))


def _row_cells(row: Standing, columns: Sequence[Column]) -> list[str]:
    figures = [_show(row.figures[x.name], x.kind) if x.name in row.figures else "-" for x in columns]
    return [_show_rank(row), str(row.contestant), *figures]


def _show_rank(row: Standing) -> str:
    return "-" if row.rank is None else f"{row.rank}{'=' if row.is_tied else ''}"


def _show(points: Points, kind: str) -> str:
    if kind in ("percent", "average"):
        return f"{float(round_half_up(Fraction(points), 2)):.2f}"
    return format_points(points)


def _make_data(ruleset: Ruleset, method: Method, found: Standings) -> dict[str, object]:
    return {
        "ruleset": ruleset.slug,
        "method": method.slug,
        "rows": [
            {
                "contestant": row.contestant,
                "group": row.group,
                "rank": row.rank,
                "is_tied": row.is_tied,
                "score": None if row.score is None else plain_points(row.score),
                "boards": row.boards,
                "figures": {name: plain_points(value) for name, value in row.figures.items()},
            }
            for row in found.rows
        ],
        "how": [str(message) for message in found.how],
    }
