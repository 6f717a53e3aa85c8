"""The cells of a USEBIO file: numbers, dates, contracts, tricks and scores in their many spellings."""

import datetime
import re
from fractions import Fraction

from scoring.bridge import SIDES, Contract, parse_contract
from scoring.formats.usebio.tree import Element, error
from scoring.formats.usebio.values import EVENT_TYPES
from scoring.lines import EntryError
from scoring.words import mark as _

NOT_SAID = frozenset({"", "-", "--", "---", "?", "N/A", "NP", "NOT PLAYED"})
_PASSED_OUT = frozenset({"PASS", "P", "AP", "ALL PASS", "PASSED OUT", "PASSED"})
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,5}", re.ASCII)
_SCORE = re.compile(r"([+-]?[0-9]{1,5})(?:\.0+)?", re.ASCII)
_ARTIFICIAL = re.compile(r"A([0-9]{2})([0-9]{2})?", re.ASCII)
_PERCENTAGES = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{1,4})?)%\s*[-/ ]\s*([0-9]{1,3}(?:\.[0-9]{1,4})?)%", re.ASCII
)
_DATES = (
    re.compile(r"(?P<day>[0-9]{1,2})[/.-](?P<month>[0-9]{1,2})[/.-](?P<year>[0-9]{4})", re.ASCII),
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})", re.ASCII),
)
_CARD = re.compile(r"(?P<suit>[CDHS])(?P<rank>10|[2-9TJQKA])|(?P<rank2>10|[2-9TJQKA])(?P<suit2>[CDHS])")
_PAIRS_TYPES = {
    "": "MP_PAIRS",
    "MATCH_POINTS": "MP_PAIRS",
    "CROSS_IMPS": "CROSS_IMP",
    "CROSS_IMP": "CROSS_IMP",
    "BUTLER_IMPS": "BUTLER_PAIRS",
    "AGGREGATE": "AGGREGATE",
}
_TYPE_SPELLINGS = {
    "MP": "MP_PAIRS",
    "CROSS_IMPS": "CROSS_IMP",
    "CROSS_IMP_PAIRS": "CROSS_IMP",
    "BUTLER": "BUTLER_PAIRS",
    "TEAMS_OF_FOUR": "TEAMS",
}
POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS", "POINTS", "SCORE")


def read_number(element: Element, *tags: str) -> Fraction | None:
    cell = element.first(*tags)
    if cell is None or cell.text.upper() in NOT_SAID:
        return None
    if not _NUMBER.fullmatch(cell.text):
        raise error(cell, _("“%(text)s” is not a number"), text=cell.text[:40])
    return Fraction(cell.text)


def read_whole(element: Element, tag: str) -> int | None:
    cell = element.first(tag)
    if cell is None or cell.text.upper() in NOT_SAID:
        return None
    if not _WHOLE.fullmatch(cell.text):
        raise error(cell, _("“%(text)s” is not a whole number"), text=cell.text[:40])
    return int(cell.text)


def read_date(element: Element) -> datetime.date | None:
    cell = element.first("DATE")
    if cell is None:
        return None
    for pattern in _DATES:
        found = pattern.fullmatch(cell.text)
        if found:
            try:
                return datetime.date(**{name: int(part) for name, part in found.groupdict().items()})
            except ValueError:
                break
    raise error(cell, _("“%(text)s” is not a date written day/month/year"), text=cell.text[:40])


def read_contract(text: str) -> tuple[str, str] | None:
    """Contract and risk: ``("3NT", "X")``, ``("PASS", "")``, or None where the text is no contract."""
    if text.upper() in _PASSED_OUT:
        return "PASS", ""
    try:
        contract = parse_contract(text)
    except EntryError:
        return None
    return str(Contract(contract.level, contract.denomination)), contract.risk


def read_tricks(text: str, contract: str) -> int | None:
    """Tricks won, from ``"9"``, or from ``"+1"``, ``"="``, ``"-2"`` against the contract's need."""
    signed = "+0" if text == "=" else text
    if not re.fullmatch(r"[+-]?[0-9]{1,2}", signed, re.ASCII):
        return None
    if signed[0] not in "+-":
        tricks = int(signed)
    elif contract[:1].isdigit():
        tricks = int(contract[0]) + 6 + int(signed)
    else:
        return None
    return tricks if 0 <= tricks <= 13 else None


def read_score(text: str) -> tuple[int | None, tuple[Fraction, Fraction] | None]:
    """The score of North-South, or the artificial one as two percentages, or neither."""
    found = _SCORE.fullmatch(text)
    if found:
        return int(found[1]), None
    found = _ARTIFICIAL.fullmatch(text.upper())
    if found:
        ns = Fraction(found[1])
        return None, (ns, Fraction(found[2]) if found[2] else 100 - ns)
    found = _PERCENTAGES.fullmatch(text)
    return None, (Fraction(found[1]), Fraction(found[2])) if found else None


def read_card(text: str) -> str:
    """A card as suit and rank, ``"HT"``; what is no card is left as it is."""
    found = _CARD.fullmatch(text.upper())
    if not found:
        return text
    suit, rank = found["suit"] or found["suit2"], found["rank"] or found["rank2"]
    return suit + rank.replace("10", "T")


def read_direction(text: str, number: str = "") -> str:
    """``"NS"``, ``"EW"`` or nothing, from the text or else from a number like ``"5NS"``."""
    plain = text.upper().replace("/", "").replace("-", "")
    side = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(plain[:1], "")
    return side or next((side for side in SIDES if number.upper().endswith(side)), "")


def read_type(text: str, method: str) -> str:
    kind = text.upper()
    if kind in ("", "PAIRS"):
        return _PAIRS_TYPES.get(method.upper(), text)
    kind = _TYPE_SPELLINGS.get(kind, kind)
    return kind if kind in EVENT_TYPES else text
