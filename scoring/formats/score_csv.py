"""Lines of play in a table that any spreadsheet opens: read into played tables, and written from them.

A row is one board at one table. The headings, in any order, separated by commas, semicolons or tabs::

    ruleset,round,table,board,N,E,S,W,contract,risk,declarer,tricks
    duplicate,1,1,1,1,2,1,2,4S,X,N,9

* ``ruleset`` names the game, the same in every row; without it the caller says which.
* ``round`` (without it, 1), ``table`` and ``board`` are whole numbers.
* A column for each place at the table holds the number of the contestant who sits there. Partners who
  score as one may share a column: ``NS,EW``. A table of three leaves the fourth place empty.
* The other columns are the fields of the ruleset. Instead of them one column ``line`` may hold the text
  as :mod:`scoring.formats.line_text` reads it: ``4SX N -1``.
* ``ended`` is ``yes`` where play at the table was closed early, as with an unfinished rubber.

A row whose fields are all empty is a board that is set but not recorded; with an empty board too, a
table that has none yet. Rows of a table stand in the order of play.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.formats import WHOLE_FILE, FormatError, check_size, decode_text, line_text
from scoring.lines import Entry, EntryError, Line, Options, Ruleset, Sitting, Value, check_options
from scoring.results import Played
from scoring.rulesets import RULESETS
from scoring.words import Message
from scoring.words import mark as _

RULESET, ROUND, TABLE, BOARD, ENDED, LINE = "ruleset", "round", "table", "board", "ended", "line"
_YES = ("yes", "true", "1")
_NO = ("no", "false", "0", "")
_MOST_DIGITS = 9
MOST_BOARDS = 999


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """The game and its tables, in the order in which they first occur."""

    ruleset: Ruleset
    tables: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """One row: its line in the file, and its cells by heading."""

    line: int
    cells: Mapping[str, str]

    def error(self, column: str, message: Message) -> FormatError:
        where = Message(_("line %(line)s, column %(column)s"), {"line": self.line, "column": column})
        return FormatError(where, message)

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def number(self, column: str, default: int | None = None) -> int:
        """The whole number in a column. Raises FormatError."""
        text = self.text(column)
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
            raise self.error(column, Message(_("%(text)s is not a whole number"), {"text": repr(text)}))
        return int(text)


@dataclass(frozen=True, slots=True)
class _Headings:
    """What the columns mean: places by the heading they stand under, and the fields."""

    places: Mapping[str, tuple[str, ...]]
    fields: tuple[str, ...]

    def seated(self, row: _Row) -> dict[str, int]:
        """The contestants of a row by place."""
        filled = [(heading, places) for heading, places in self.places.items() if row.text(heading)]
        return {place: row.number(heading) for heading, places in filled for place in places}


def loads(data: bytes | str, *, ruleset: Ruleset | None = None, options: Options | None = None) -> ScoreFile:
    """The tables of a file. ``ruleset`` is used where the file names none.

    Raises FormatError naming line and column, EntryError for an option that is none.
    """
    rows = _read_rows(data)
    game = _find_ruleset(rows, ruleset)
    full = check_options(game, options or {})
    headings = _read_headings(rows[0], game)
    found: dict[tuple[int, int], Played] = {}
    for row in rows:
        key = row.number(ROUND, 1), row.number(TABLE)
        table = found.get(key) or _open_table(row, key, headings, game)
        found[key] = _add_row(table, row, headings, game, full)
    return ScoreFile(game, tuple(found.values()))


def find_ruleset(data: bytes | str, given: Ruleset | None = None) -> Ruleset:
    """The game that a file names, or ``given`` where it names none. Raises FormatError."""
    return _find_ruleset(_read_rows(data), given)


def _read_rows(data: bytes | str) -> list[_Row]:
    check_size(data)
    text = data.removeprefix("\ufeff") if isinstance(data, str) else decode_text(data)[0]
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        rows = [_read_row(reader.line_num, names, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        where = Message(_("line %(line)s"), {"line": reader.line_num})
        raise FormatError(where, Message(_("this is not a row of a table"))) from error
    _check_names(names)
    if not rows:
        raise FormatError(WHOLE_FILE, Message(_("it has no rows below its headings")))
    return rows


def _read_row(line: int, names: Sequence[str], cells: Sequence[str]) -> _Row:
    if len(cells) > len(names):
        where = Message(_("line %(line)s"), {"line": line})
        message = Message(
            _("%(cells)s cells under %(names)s headings"), {"cells": len(cells), "names": len(names)}
        )
        raise FormatError(where, message)
    return _Row(line, dict(zip(names, map(str.strip, cells), strict=False)))


def _check_names(names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        if name and name in names[:at]:
            raise _heading_error(name, _("this heading stands there twice"))
    for name in (TABLE, BOARD):
        if name not in names:
            raise _heading_error(name, _("this heading is missing"))


def _heading_error(name: str, text: str) -> FormatError:
    return FormatError(Message(_("line 1, column %(column)s"), {"column": name}), Message(text))


def _find_ruleset(rows: Sequence[_Row], given: Ruleset | None) -> Ruleset:
    """The game that the rows name, all the same."""
    slug = rows[0].text(RULESET) or (given.slug if given else "")
    if not slug:
        raise _heading_error(RULESET, _("the file does not say which game it is"))
    for row in rows:
        if row.text(RULESET) not in ("", slug):
            raise row.error(
                RULESET, Message(_("a file holds one game only, this one %(slug)s"), {"slug": slug})
            )
    if slug not in RULESETS:
        known = ", ".join(RULESETS)
        message = Message(_("%(slug)s is none of the games %(known)s"), {"slug": slug, "known": known})
        raise rows[0].error(RULESET, message)
    return RULESETS[slug]


def _read_headings(row: _Row, ruleset: Ruleset) -> _Headings:
    seats = {place for table in ruleset.tables for place in table}
    own = (RULESET, ROUND, TABLE, BOARD, ENDED)
    names = [name for name in row.cells if name and name not in own]
    places = {name: tuple(name) for name in names if set(name) <= seats}
    taken = [place for found in places.values() for place in found]
    if len(set(taken)) < len(taken):
        raise _heading_error(next(reversed(places)), _("a place has two columns"))
    fields = tuple(name for name in names if name not in places)
    if LINE in fields and len(fields) > 1:
        other = next(name for name in fields if name != LINE)
        raise _heading_error(other, _("beside a column line there are no other fields"))
    if not places:
        raise _heading_error(ruleset.tables[0][0], _("the columns that say who plays are missing"))
    return _Headings(places, fields)


def _open_table(row: _Row, key: tuple[int, int], headings: _Headings, ruleset: Ruleset) -> Played:
    seated = headings.seated(row)
    fitting = [table for table in ruleset.tables if set(seated) <= set(table)]
    if not seated or not fitting:
        heading = next(iter(headings.places))
        raise row.error(heading, Message(_("no table of this game has these places taken")))
    return Played(*key, seated, Sitting(min(fitting, key=len)))


def _add_row(table: Played, row: _Row, headings: _Headings, ruleset: Ruleset, options: Options) -> Played:
    if headings.seated(row) != table.contestants:
        heading = next(iter(headings.places))
        raise row.error(heading, Message(_("other players than in the first row of this table and round")))
    sitting = replace(table.sitting, is_ended=_read_ended(row) or table.sitting.is_ended)
    if row.text(BOARD):
        sitting = _add_board(sitting, row, headings, ruleset, options)
    return replace(table, sitting=sitting)


def _read_ended(row: _Row) -> bool:
    text = row.text(ENDED).casefold()
    if text not in (*_YES, *_NO):
        raise row.error(ENDED, Message(_("%(text)s is neither yes nor no"), {"text": text}))
    return text in _YES


def _add_board(
    sitting: Sitting, row: _Row, headings: _Headings, ruleset: Ruleset, options: Options
) -> Sitting:
    board = row.number(BOARD)
    if not 1 <= board <= MOST_BOARDS:
        message = Message(_("boards are numbered from 1 to %(most)s"), {"most": MOST_BOARDS})
        raise row.error(BOARD, message)
    if board in sitting.boards or any(line.number == board for line in sitting.lines):
        message = Message(_("board %(board)s stands twice at this table"), {"board": board})
        raise row.error(BOARD, message)
    if ruleset.boards:
        sitting = replace(sitting, boards=(*sitting.boards, board))
    elif sitting.lines and board < sitting.lines[-1].number:
        raise row.error(BOARD, Message(_("the deals of a table stand in the order of play")))
    if not any(row.text(name) for name in headings.fields):
        return sitting
    line = Line(board, _read_entry(sitting, board, row, headings, ruleset, options))
    return replace(sitting, lines=(*sitting.lines, line))


def _read_entry(
    sitting: Sitting, board: int, row: _Row, headings: _Headings, ruleset: Ruleset, options: Options
) -> Entry:
    try:
        deal = ruleset.deal(sitting, board, options)
        if headings.fields == (LINE,):
            return line_text.loads(row.text(LINE), ruleset=ruleset, deal=deal, options=options)
        filled: dict[str, Value] = {name: row.text(name) for name in headings.fields if row.text(name)}
        return ruleset.check(filled, deal, options)
    except EntryError as error:
        column = LINE if headings.fields == (LINE,) and error.field != BOARD else error.field
        raise row.error(column, error.message) from error


def dumps(value: ScoreFile, *, options: Options | None = None) -> str:
    """The file's text. Boards stand in the order of the table's set, then in that of the lines."""
    full = check_options(value.ruleset, options or {})
    fields = _used_fields(value, full)
    seats = list(dict.fromkeys(place for table in value.ruleset.tables for place in table))
    seats = [seat for seat in seats if any(seat in table.contestants for table in value.tables)]
    is_ended = any(table.sitting.is_ended for table in value.tables)
    names = [RULESET, ROUND, TABLE, BOARD, *seats, *fields, *([ENDED] if is_ended else [])]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(
        _row_cells(table, value.ruleset, row) for table in value.tables for row in _rows_of(table)
    )
    return out.getvalue()


def _used_fields(value: ScoreFile, options: Options) -> tuple[str, ...]:
    """The names of the fields that a table of this game may have, in the order of asking."""
    names: dict[str, None] = {}
    for places in dict.fromkeys(table.sitting.places for table in value.tables):
        deal = value.ruleset.deal(Sitting(places), 1, options)
        names |= dict.fromkeys(item.name for item in value.ruleset.fields(deal, options))
    return tuple(names)


def _rows_of(table: Played) -> Iterator[tuple[int | None, Entry]]:
    """Board and entry of each row; a row without either for a table that has no boards."""
    sitting = table.sitting
    entries = {line.number: line.entry for line in sitting.lines}
    boards: Iterable[int | None] = dict.fromkeys((*sitting.boards, *entries)) or (None,)
    for board in boards:
        yield board, entries.get(board or 0, {})


def _row_cells(table: Played, ruleset: Ruleset, row: tuple[int | None, Entry]) -> dict[str, str]:
    board, entry = row
    cells = {RULESET: ruleset.slug, ROUND: str(table.round), TABLE: str(table.table)}
    cells |= {place: str(contestant) for place, contestant in table.contestants.items()}
    cells |= {name: _cell(value) for name, value in entry.items()}
    if board is not None:
        cells[BOARD] = str(board)
    if table.sitting.is_ended:
        cells[ENDED] = "yes"
    return cells


def _cell(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
