"""Puts the messages of ``scoring`` into the reader's language, and letters and figures as it writes them."""

import re

from django.utils.formats import get_format
from django.utils.translation import gettext, gettext_lazy, pgettext

from scoring.lines import EntryError
from scoring.words import Message

_PLACES = re.compile(r"(\d+ )?([NESW]{1,4})( \d+)?")
_CONTRACT = re.compile(r"\b([1-7]\s?)(NT|[♠♥♦♣↑↓])(X{0,2})(?: ([NESW]))?(?!\w)")
_DENOMINATIONS = re.compile("[♣♦♥♠ ]*NT")
_JOINTS = re.compile(r"(\d+ |, )")
_FIGURE = re.compile(r"[-−+]?\d+\.\d+")
_TYPED = frozenset({"name", "label", "value", "text", "title"})


def say(text: Message | str) -> str:
    """A message, or a marked text, in the active language."""
    if isinstance(text, Message):
        params = {name: _say_value(name, value) for name, value in text.params.items()}
        template = gettext(text.template)
        return template % params if params else template
    return gettext(text) if text else ""


def say_spoken(text: str) -> str:
    """What a screen reader says of a choice: ``"4 hearts"`` and ``"ace, spades"`` part by part."""
    whole = say(text)
    if whole != text:
        return whole
    return "".join(part if _JOINTS.fullmatch(part) else say(part) for part in _JOINTS.split(text))


def _say_value(name: str, value: object) -> object:
    """A value of a message; what people typed stays as they typed it."""
    if isinstance(value, Message):
        return say(value)
    return letters(figures(value)) if isinstance(value, str) and name not in _TYPED else value


def figures(text: str) -> str:
    """A number that is written with a point, ``"58.33"``, with the active language's decimal mark."""
    return text.replace(".", get_format("DECIMAL_SEPARATOR")) if _FIGURE.fullmatch(text) else text


def letters(text: str) -> str:
    """Seats and contracts with the letters of the active language.

    ``"4 NS"`` is ``"4 NO"`` in some, ``"3NT E +1"`` is ``"3SA O +1"``. Other words are left alone.
    """
    if _DENOMINATIONS.fullmatch(text):
        return text.replace("NT", _no_trump())
    if places := _PLACES.fullmatch(text):
        return (places[1] or "") + _seats(places[2]) + (places[3] or "")
    return _CONTRACT.sub(_contract, text)


def _contract(found: re.Match[str]) -> str:
    level, denomination, risk, seat = found.groups()
    declarer = f" {_seats(seat)}" if seat else ""
    return f"{level}{_no_trump() if denomination == 'NT' else denomination}{risk}{declarer}"


def _no_trump() -> str:
    return pgettext("the letters of no trump in a contract, as in 3NT", "NT")


def _seats(places: str) -> str:
    names = {
        "N": pgettext("the letter of the seat North", "N"),
        "E": pgettext("the letter of the seat East", "E"),
        "S": pgettext("the letter of the seat South", "S"),
        "W": pgettext("the letter of the seat West", "W"),
    }
    return "".join(names[place] for place in places)


def suit_letter(denomination: str) -> str:
    """How a suit, or no trump, is typed in a contract: ``"S"`` is ``"P"`` where spades are piques."""
    names = {
        "S": pgettext("the letter of spades in a typed contract, as in 4S", "S"),
        "H": pgettext("the letter of hearts in a typed contract, as in 4H", "H"),
        "D": pgettext("the letter of diamonds in a typed contract, as in 4D", "D"),
        "C": pgettext("the letter of clubs in a typed contract, as in 4C", "C"),
    }
    return names.get(denomination) or _no_trump()


def bid_letter(kind: str) -> str:
    """How the kind of a bid is typed at Bid Whist."""
    names = {
        "U": pgettext("the letter of uptown in a typed bid, as in 4U", "U"),
        "D": pgettext("the letter of downtown in a typed bid, as in 4D", "D"),
    }
    return names.get(kind) or _no_trump()


def say_lazily(text: str):
    """A marked text, translated when it is shown."""
    return gettext_lazy(text) if text else ""


def say_error(error: EntryError) -> str:
    """What is wrong with an entry, as a sentence for people."""
    text = say(Message(error.message.template, _labels(error.message.params)))
    return text[:1].upper() + text[1:]


def _labels(params) -> dict:
    """Labels of fields are marked texts: they are translated as well."""
    return {name: gettext(str(v)) if name == "label" else v for name, v in params.items()}


def from_stored(note: dict) -> str:
    """A message that was stored as template and parameters."""
    return say(Message(note["template"], note.get("params", {})))
