"""XML as a tree of elements that know their line, from a parser that fetches and expands nothing."""

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from xml.parsers import expat

from scoring.formats import WHOLE_FILE, FormatError
from scoring.words import Message
from scoring.words import mark as _

_BLANK = "\ufeff \t\r\n"
_MAX_ELEMENTS = 400_000
_MAX_DEPTH = 40
_NAMED_CHARACTER = re.compile(r"&([A-Za-z]{2,8}[1-4]{0,2});")
_CHARACTERS = {
    name: chr(code) for name, code in name2codepoint.items() if name not in ("amp", "lt", "gt", "quot")
}
_TRUNCATED = frozenset(
    expat.errors.codes[text]
    for text in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)
_MISMATCH = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]


class Element:
    """An element with the line on which it begins."""

    __slots__ = ("attributes", "children", "line", "parts", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.children: list[Element] = []
        self.parts: list[str] = []

    def all(self, tag: str) -> Iterator["Element"]:
        return (child for child in self.children if child.tag == tag)

    def first(self, *tags: str) -> "Element | None":
        """The first child with text under the first of the tags that has one."""
        found = (child for tag in tags for child in self.all(tag) if child.text)
        return next(found, None)

    def get(self, *tags: str) -> str:
        """The text of that child, or of an attribute with that name, or nothing."""
        found = self.first(*tags)
        if found:
            return found.text
        return next((self.attributes[tag].strip() for tag in tags if tag in self.attributes), "")

    @property
    def text(self) -> str:
        return "".join(self.parts).strip()


class _Builder:
    """Gathers elements from a parser, and refuses what results never need."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.add_text
        parser.EntityDeclHandler = self.refuse_entity
        parser.SkippedEntityHandler = self.refuse_unknown_entity

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, self.parser.CurrentLineNumber)
        self.count += 1
        if self.count > _MAX_ELEMENTS or len(self.open) > _MAX_DEPTH:
            raise error(element, _("there are too many elements for one event"))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = _check_root(element)
        self.open.append(element)

    def end(self, _tag: str) -> None:
        self.open.pop()

    def add_text(self, text: str) -> None:
        self.open[-1].parts.append(text)

    def refuse_entity(self, name: str, *_details: object) -> None:
        message = Message(_("it defines the entity %(name)s; results need none"), {"name": name})
        raise FormatError(_line_of(self.parser.CurrentLineNumber), message)

    def refuse_unknown_entity(self, name: str, *_details: object) -> None:
        message = Message(_("the entity %(name)s is not defined"), {"name": name})
        raise FormatError(_line_of(self.parser.CurrentLineNumber), message)


def _check_root(element: Element) -> Element:
    if element.tag != "USEBIO":
        raise error(element, _("this is not USEBIO, which begins with the element USEBIO"))
    return element


def parse_tree(text: str) -> Element:
    if not text.lstrip(_BLANK).startswith("<"):
        template = _("this is not XML") if text.strip() else _("it is empty")
        raise FormatError(WHOLE_FILE, Message(template))
    parser = expat.ParserCreate("utf-8")
    builder = _Builder(parser)
    try:
        parser.Parse(_name_characters(text).encode("utf-8"), True)
    except expat.ExpatError as error:
        raise FormatError(_line_of(error.lineno), _describe(error)) from error
    except UnicodeEncodeError as error:
        raise FormatError(WHOLE_FILE, Message(_("it holds half a character"))) from error
    assert builder.root is not None
    return builder.root


def _name_characters(text: str) -> str:
    """Replace the names that HTML has for characters, which some programs write into XML."""
    plain = text.lstrip(_BLANK)
    return _NAMED_CHARACTER.sub(lambda found: _CHARACTERS.get(found[1], found[0]), plain)


def _describe(error: expat.ExpatError) -> Message:
    if error.code in _TRUNCATED:
        return Message(_("the file ends in the middle; it seems to be cut off"))
    if error.code == _MISMATCH:
        return Message(_("an element is closed that is not the one open"))
    return Message(_("this is not well-formed XML (%(detail)s)"), {"detail": expat.ErrorString(error.code)})


def _line_of(line: int) -> Message:
    return Message(_("line %(line)d"), {"line": line})


def error(element: Element, template: str, **params: object) -> FormatError:
    where = Message(_("line %(line)d, %(element)s"), {"line": element.line, "element": element.tag[:40]})
    return FormatError(where, Message(template, params))
