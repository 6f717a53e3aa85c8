"""Makes the names people type safe to store, compare and print."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

NAME_MAX = 120

# Joiners shape letters in Persian and Indic names; every other format character only hides or reorders text.
JOINERS = "\u200c\u200d"
# Letters and symbols by their category, blanks to the eye.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
DROPPED_CATEGORIES = {"Cf", "Cs", "Co", "Cn"}
SPACE_CATEGORIES = {"Cc", "Zs", "Zl", "Zp"}
# Letters that are not another one with an accent, as people without them on their keyboard type them.
LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def clean_name(text: str, *, max_length: int = NAME_MAX) -> str:
    """`text` in NFC, trimmed, single-spaced, without control characters and bidi overrides.

    Markup stays: a name is plain text and is escaped where it is shown.
    Raises ValidationError when nothing readable is left or more than `max_length` characters are.
    """
    name = clean_text(text)
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise ValidationError(_("Please give a name with at least one letter or digit."), code="blank")
    if len(name) > max_length:
        message = _("That name has %(length)d characters; %(limit)d is the most that fits.")
        raise ValidationError(message, code="long", params={"length": len(name), "limit": max_length})
    return name


def clean_text(text: str) -> str:
    """`text` in NFC on one line, without characters that hide or reorder it; may be empty."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    visible = unicodedata.normalize("NFC", "".join(map(_visible, unicodedata.normalize("NFC", text))))
    words = (word.strip(JOINERS) for word in visible.split())
    return " ".join(word for word in words if word)


def clean_paragraphs(text: str) -> str:
    """`text` line by line as `clean_text` leaves it, without blank lines at either end."""
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


def name_key(name: str) -> str:
    """What two spellings of one name share: upper and lower case and spaces do not count."""
    return unicodedata.normalize("NFC", "".join(clean_text(name).split()).casefold())


def plain_letters(name: str) -> str:
    """A name in small letters without accents, as somebody types it who looks for it."""
    cleaned = clean_text(name).casefold()
    if cleaned.isascii():
        return cleaned
    text = unicodedata.normalize("NFKD", cleaned.translate(LETTERS))
    return "".join(char for char in text if not unicodedata.combining(char))


def _visible(char: str) -> str:
    if char in JOINERS:
        return char
    category = unicodedata.category(char)
    if char in BLANKS or category in SPACE_CATEGORIES:
        return " "
    return "" if category in DROPPED_CATEGORIES else char
