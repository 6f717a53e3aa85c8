"""Rows of travellers as lines of a session: what was played, and what the file has in two ways."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.bridge import SIDES
from scoring.formats.usebio import Event, Section, TravellerLine
from scoring.lines import Entry, EntryError
from scoring.rulesets import RULESETS
from scoring.rulesets.duplicate import NOT_PLAYED, PASS, UNKNOWN, board_deal, score_ns

from ..words import say_error
from .findings import Findings, refuse
from .pairs import Pair, PairField, rows_of

RULESET = RULESETS["duplicate"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a board, who met on it in which section, the file's line, and our entry.

    ``entry`` is None where the board was awarded without a result of its own.
    """

    section: str
    board: int
    ns: Pair
    ew: Pair
    line: TravellerLine
    entry: Entry | None = None

    @property
    def score(self) -> int | None:
        return None if self.entry is None else score_ns(self.entry, self.board)

    @property
    def where(self) -> str:
        params = {"board": self.board, "ns": self.ns.label, "ew": self.ew.label}
        return _("board %(board)d, %(ns)s v %(ew)s") % params


def read_rows(event: Event, field: PairField, findings: Findings) -> list[Row]:
    """The rows of all travellers, each with its entry.

    Raises FormatError where a pair plays a board twice, or a score cannot be.
    """
    rows = [_row(field, *found) for found in rows_of(event)]
    alone = sum(len(board.lines) for board in event.boards) - len(rows)
    if alone:
        findings.warn(_("%(count)d rows name one side only and are left out"), count=alone)
    rows = _without_sit_outs(_without_repeats(rows, findings), findings)
    _check_once(rows)
    entered = [replace(row, entry=_entry(row, findings)) for row in rows]
    bare = sum(row.entry is not None and _is_bare(row) for row in entered)
    if bare:
        findings.warn(_("%(count)d rows have a score and no contract; the score counts"), count=bare)
    return entered


def _row(field: PairField, section: Section, board: int, line: TravellerLine) -> Row:
    ns, ew = (
        field.by_seat[section, number, side] for number, side in zip((line.ns, line.ew), SIDES, strict=True)
    )
    return Row(field.letters[section], board, ns, ew, line)


def _without_repeats(rows: Sequence[Row], findings: Findings) -> list[Row]:
    kept = list(dict.fromkeys(rows))
    for row, count in Counter(rows).items():
        if count > 1:
            findings.differ(row.where, _("the row stands %(count)d times; it counts once"), count=count)
    return kept


def _without_sit_outs(rows: Sequence[Row], findings: Findings) -> list[Row]:
    """Leave out rows without a result against a pair that the file does not list: its opponents sat out."""
    kept = [row for row in rows if not _is_sit_out(row)]
    if len(kept) < len(rows):
        message = _("%(count)d rows against a pair that is not entered have no result and are left out")
        findings.warn(message, count=len(rows) - len(kept))
    return kept


def _is_sit_out(row: Row) -> bool:
    has_result = row.line.score is not None or row.line.artificial or row.line.contract
    return not has_result and not (row.ns.is_listed and row.ew.is_listed)


def _check_once(rows: Sequence[Row]) -> None:
    met: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        met[row.ns.index, row.board].append(row)
        met[row.ew.index, row.board].append(row)
    for (index, board), found in met.items():
        if len(found) > 1:
            pair = next(p for p in (found[0].ns, found[0].ew) if p.index == index)
            others = ", ".join((row.ew if row.ns.index == index else row.ns).label for row in found)
            message = _("pair %(pair)s plays it more than once, against %(others)s")
            raise refuse(_("board %(board)d"), message, board=board, pair=pair.label, others=others)


def _entry(row: Row, findings: Findings) -> Entry | None:
    """The row's result as the ruleset stores it. Raises FormatError for a score that cannot be."""
    if row.line.artificial is not None:
        return None
    try:
        entry = RULESET.check(_result(row.line), board_deal(row.board), {})
    except EntryError as error:
        raise refuse(row.where, "%(text)s", text=say_error(error)) from error
    for template, params in _doubts(row.line, entry, row.board):
        findings.differ(row.where, template, **params)
    return entry


def _result(line: TravellerLine) -> Entry:
    played = {
        "contract": line.contract,
        "risk": line.risk,
        "declarer": line.declarer,
        "tricks": line.tricks,
        "score": line.score,
    }
    is_complete = line.contract and line.declarer and line.tricks is not None
    if line.contract == PASS and not line.score:
        return {"contract": PASS}
    if is_complete:
        return played
    if line.score is None or (line.score == 0 and not _was_compared(line)):
        return {"contract": NOT_PLAYED}
    return {"contract": UNKNOWN, "score": line.score} if line.score else {"contract": PASS}


def _was_compared(line: TravellerLine) -> bool:
    """Whether a row that says neither contract nor more than a score of 0 earned match points."""
    return bool(line.ns_points or line.ew_points)


def _doubts(line: TravellerLine, entry: Entry, board: int) -> Iterator[tuple[str, Mapping[str, object]]]:
    """What differs between the file's row and the entry, as templates with their parameters."""
    played = f"{line.contract_text} {line.declarer} {'' if line.tricks is None else line.tricks}".strip()
    params = {"played": played, "score": line.score_text}
    if entry["contract"] == UNKNOWN:
        if line.contract_text:
            yield _("the contract cannot be read from “%(played)s”; the score %(score)s counts"), params
    elif entry.get("score") is not None:
        computed = {name: value for name, value in entry.items() if name != "score"}
        params["computed"] = score_ns(computed, board)
        yield _("“%(played)s” is %(computed)s, and the file's score %(score)s counts"), params
    elif entry["contract"] == PASS and not line.contract_text:
        yield _("a score of 0 with match points and no contract is read as passed out"), params
    elif line.score is None and entry["contract"] not in (PASS, NOT_PLAYED):
        params["computed"] = score_ns(entry, board)
        yield _("the file has no score; “%(played)s” is %(computed)s, which counts"), params


def _is_bare(row: Row) -> bool:
    return row.entry is not None and row.entry["contract"] == UNKNOWN and not row.line.contract_text
