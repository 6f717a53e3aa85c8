"""Files of other programs, read into plain values and written from them.

Each module here offers ``loads(data)`` and ``dumps(value)``. This one holds what they share: the
error, the warning, and the reading of bytes whose encoding is not to be trusted.
"""

import codecs
from dataclasses import dataclass

from scoring.words import Message
from scoring.words import mark as _

MAX_BYTES = 20_000_000
"""A file larger than this is refused unread; a congress of a thousand pairs is a tenth of it."""

WHOLE_FILE = Message(_("the file"))

_MARKS = (  # the longer first: the mark of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
_WESTERN = ("ascii", "utf-8", "iso8859-1", "cp1252")
_TRUSTED = ("iso8859", "cp", "koi8", "mac", "shift_jis", "euc", "gb", "big5")


class FormatError(ValueError):
    """A file that cannot be read: ``where`` in it, and ``message`` in plain words."""

    def __init__(self, where: Message, message: Message) -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}")


@dataclass(frozen=True, slots=True)
class FormatWarning:
    """Something odd that was read all the same: ``where``, and what was odd."""

    where: Message
    message: Message

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def decode_text(data: bytes, declared: str = "") -> tuple[str, str]:
    """The text of ``data`` and the encoding that it was found to be in.

    A byte order mark decides; then bytes that are valid UTF-8 are UTF-8, whatever ``declared`` says;
    then the declared encoding; then Windows-1252, which is also what a declared Latin-1 means in
    practice. Raises FormatError where the bytes are no text in that encoding.
    """
    check_size(data)
    encoding = next((name for start, name in _MARKS if data.startswith(start)), "")
    if encoding:
        return _decode_as(encoding, data)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _decode_as(_declared_encoding(declared), data)


def check_size(data: bytes | str) -> None:
    """Raises FormatError for a file too large to be what it claims to be."""
    if len(data) > MAX_BYTES:
        limit = MAX_BYTES // 1_000_000
        raise FormatError(WHOLE_FILE, Message(_("it is larger than %(limit)d MB"), {"limit": limit}))


def _decode_as(encoding: str, data: bytes) -> tuple[str, str]:
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        if encoding == "cp1252":  # five of its bytes stand for nothing
            return data.decode("latin-1"), "latin-1"
        message = Message(_("its bytes are no text in the encoding %(name)s"), {"name": encoding})
        raise FormatError(WHOLE_FILE, message) from error


def _declared_encoding(declared: str) -> str:
    try:
        name = codecs.lookup(declared or "cp1252").name
    except (LookupError, ValueError):
        name = ""
    if name in _WESTERN:
        return "cp1252"
    if not name.startswith(_TRUSTED):
        message = Message(_("its encoding %(name)s is not known"), {"name": declared})
        raise FormatError(WHOLE_FILE, message)
    return name
