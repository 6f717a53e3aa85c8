"""A director's decisions in words, and the scores that he writes into them."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.bridge import parse_contract
from scoring.lines import EntryError, Line, Options, Ruleset, Sitting
from scoring.words import Message

from .models import Adjustment

FORMS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the forms of a fouled board are called."""

SCORE = re.compile(r"[+-]?\d{1,5}")
RESULT = re.compile(
    r"(?P<contract>.*?\S)\s+(?:by\s+)?(?P<declarer>[NESW])\s*(?P<result>=|[+-]?\d{1,2})", re.I
)
MINUS = str.maketrans({"−": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as pages show it: what was ruled, and why."""

    pk: int
    board: int | None
    text: Message
    reason: str
    by: str
    at: object


def read_outcome(text: str, *, ruleset: Ruleset, options: Options, places: Sequence[str], board: int) -> int:
    """The score of the first place's side: ``620``, ``-50``, or a result such as ``4S N 10``, ``3NTx W -1``.

    Raises EntryError quoting a text that is neither.
    """
    plain = " ".join(text.translate(MINUS).split())
    if SCORE.fullmatch(plain):
        return int(plain)
    found = RESULT.fullmatch(plain)
    if found is None:
        raise EntryError(
            "score", gettext_noop("%(text)s is neither a score nor a result like 4S N 10"), text=text
        )
    contract = parse_contract(found["contract"])
    tricks = _tricks(found["result"], contract.need)
    risk = str(contract)[len(str(contract).rstrip("X")) :]
    entry = {"contract": str(contract).rstrip("X"), "risk": risk, "declarer": found["declarer"].upper()}
    deal = ruleset.deal(Sitting(tuple(places), (board,)), board, options)
    checked = ruleset.check({**entry, "tricks": tricks}, deal, options)
    sitting = Sitting(tuple(places), (board,), (Line(board, checked),))
    return int(ruleset.score(sitting, options).lines[0].points[places[0]])


def _tricks(result: str, need: int) -> int:
    """Tricks won: ``10`` as they are, ``=``, ``+1`` and ``-2`` against those needed."""
    if result == "=":
        return need
    return need + int(result) if result[0] in "+-" else int(result)


def describe(
    adjustment: Adjustment,
    *,
    sides: Mapping[int, object],
    seats: Mapping[int, tuple[str, str]],
    is_over: bool,
) -> Decision:
    """A decision in words. ``seats`` are the labels of both sides of a seating, by its key.

    While play goes on the scores of a weighted ruling, and the reason on a board, stay unsaid: they might
    give the board away.
    """
    is_told = is_over or adjustment.board is None
    return Decision(
        pk=adjustment.pk,
        board=adjustment.board,
        text=_TEXTS[adjustment.kind](adjustment, sides, seats, is_over),
        reason=adjustment.reason if is_told else "",
        by=str(adjustment.by or ""),
        at=adjustment.created_at,
    )


def _award_text(adjustment: Adjustment, _sides, seats, is_over: bool) -> Message:
    first, second = seats.get(adjustment.seating_id, ("", ""))
    values = {
        "board": adjustment.board,
        "table": adjustment.seating.table.number,
        "round": adjustment.seating.round,
        "first": first,
        "second": second,
        "own": show_share(adjustment, adjustment.first),
        "other": show_share(adjustment, adjustment.second),
        "outcomes": outcomes_text(adjustment),
    }
    if adjustment.outcomes and is_over:
        return Message(
            gettext_noop("Board %(board)s, table %(table)s, round %(round)s: weighted, %(outcomes)s."), values
        )
    if adjustment.outcomes:
        return Message(
            gettext_noop("Board %(board)s, table %(table)s, round %(round)s: a weighted ruling."), values
        )
    if adjustment.is_points:
        text = gettext_noop(
            "Board %(board)s, table %(table)s, round %(round)s: %(own)s points to %(first)s,"
            " %(other)s to %(second)s."
        )
        return Message(text, values)
    return Message(
        gettext_noop(
            "Board %(board)s, table %(table)s, round %(round)s: %(own)s to %(first)s,"
            " %(other)s to %(second)s."
        ),
        values,
    )


def outcomes_text(adjustment: Adjustment) -> str:
    """The outcomes of a weighted ruling: ``60 % of 4♠ N 10, 40 % of 140``."""
    return ", ".join(f"{each['weight']} % {each['text']}" for each in adjustment.outcomes)


def show_share(adjustment: Adjustment, text: str) -> str:
    """A share as it is spoken: a grade, per cent, or points."""
    is_percent = text and text[0].isdigit() and not adjustment.is_points
    return f"{text} %" if is_percent else text


def _penalty_text(adjustment: Adjustment, sides, _seats, _is_over) -> Message:
    side = sides[adjustment.contestant_id]
    given = adjustment.amount.startswith("-")
    amount = adjustment.amount.removeprefix("-") + (" %" if adjustment.is_percent else "")
    template = (
        gettext_noop("%(name)s: %(amount)s given.") if given else gettext_noop("%(name)s: %(amount)s off.")
    )
    if adjustment.seating is None:
        return Message(template, {"name": side.name, "amount": amount})
    template = gettext_noop("%(name)s, in the match of round %(round)s: %(amount)s off.")
    if given:
        template = gettext_noop("%(name)s, in the match of round %(round)s: %(amount)s given.")
    return Message(template, {"name": side.name, "amount": amount, "round": adjustment.seating.round})


def _fouled_text(adjustment: Adjustment, _sides, _seats, _is_over) -> Message:
    groups: dict[int, list[str]] = defaultdict(list)
    for round_, table, form in adjustment.tables:
        groups[form].append(f"{table} ({round_})")
    where = "; ".join(f"{FORMS[form]}: {', '.join(tables)}" for form, tables in sorted(groups.items()))
    text = gettext_noop(
        "Board %(board)s was played in several forms, compared each within itself. Others than form A at"
        " table (and round): %(where)s."
    )
    return Message(text, {"board": adjustment.board, "where": where})


_TEXTS = {
    Adjustment.Kind.AWARD: _award_text,
    Adjustment.Kind.PENALTY: _penalty_text,
    Adjustment.Kind.FOULED: _fouled_text,
}
