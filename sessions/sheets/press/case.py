"""The letters of a design, and how a text is set with them: in one line, in several, or smaller."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import boxes
from .boxes import Place
from .copies import Marked
from .leaves import Leaf, Run

SCALES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""How much smaller a text may be set so that it fits."""
INSET = 1.0
"""What several lines leave free above and below, in pixels."""
SHOWN = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9a-f]*)>")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter of a font: its number there in hexadecimal, its width in thousandths of the size."""

    font: str
    code: str
    width: float


@dataclass(frozen=True, slots=True)
class Look:
    """A size, a colour as PDF says it, and the letters."""

    size: float
    color: bytes
    glyphs: Mapping[str, Glyph]


@dataclass(frozen=True, slots=True)
class Face:
    """The looks of a kind of slot; a line is ``height`` high, and ``ascent`` down it its letters stand."""

    height: float
    ascent: float
    looks: Mapping[str, Look]


def read_faces(document, variant: str) -> dict[str, Face]:
    """The face of each specimen of the document, by its mark."""
    found: dict[str, Face] = {}

    def read(made, pdf) -> None:
        fonts = {font.hash: font for font in made.fonts.values()}
        for number, page in enumerate(made.pages):
            marked = Marked(pdf, number)
            for text, content in zip(boxes.texts(page), marked.contents(), strict=True):
                if text.case:
                    _add(found, text, content, fonts)

    document.write_pdf(finisher=read, pdf_variant=variant)
    return found


def _add(found: dict[str, Face], text: boxes.Text, content: bytes, fonts: Mapping) -> None:
    box, line = text.box, text.line
    ascent = box.position_y + box.baseline - line.position_y
    face = found.setdefault(text.case, Face(line.height, ascent, {}))
    element = box.element
    name = {"b": "b", "span": element.get("class", "")}.get(box.element_tag, "")
    size = box.style["font_size"]
    if name not in face.looks:
        color = " ".join(f"{part:.4g}" for part in box.style["color"].to("srgb").coordinates)
        face.looks[name] = Look(size, f"{color} rg".encode(), {})
    glyphs, letters = _glyphs(content, fonts), box.text
    if len(glyphs) == len(letters) + 1 and glyphs[-1] == glyphs[letters.find(" ")]:
        letters += " "  # a space before a line's end is shown, but no longer in the text
    if len(glyphs) in (len(letters), len(letters.rstrip())):
        face.looks[name].glyphs.update(zip(letters, glyphs, strict=False))


def _glyphs(content: bytes, fonts: Mapping) -> list[Glyph]:
    """The letters that a piece of a page shows, in order."""
    found, font = [], ""
    for name, codes in SHOWN.findall(content):
        font = name.decode() or font
        for at in range(0, len(codes), 4):
            code = codes[at : at + 4].decode()
            found.append(Glyph(font, code, fonts[font].widths[int(code, 16)]))
    return found


Word = tuple[Run, ...]


class Case:
    """Sets the texts of a design's leaves."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self.faces = faces
        self.compose = lru_cache(maxsize=None)(self._compose)

    def set_leaf(self, leaf: Leaf, places: Sequence[Place]) -> dict[int, bytes] | None:
        """What stands in the slots of a leaf, by the number of the text; None where it does not fit."""
        if len(places) != len(leaf.slots):
            return None
        found = {}
        for slot, place in zip(leaf.slots, places, strict=True):
            words = _words(slot.runs)
            if words:
                width = round(place.right - place.left, 2)
                text = self.compose(slot.kind, words, width, place.height, place.lines)
                if text is None:
                    return None
                found[place.at] = _drawn(text, place)
        return found

    def count_lines(self, leaf: Leaf, places: Sequence[Place]) -> list[int]:
        """In how many lines each text of a leaf would stand in its full size, as far as that can be told."""
        return [
            self._count_lines(slot.kind, _words(slot.runs), place)
            for slot, place in zip(leaf.slots, places, strict=True)
        ]

    def _count_lines(self, kind: str, words: tuple[Word, ...], place: Place) -> int:
        face = self.faces.get(kind)
        if not words or face is None or not all(_has(face, word) for word in words):
            return place.lines
        lines = _broken(words, face, place.right - place.left)
        return place.lines if lines is None else max(len(lines), place.lines)

    def _compose(
        self, kind: str, words: tuple[Word, ...], width: float, height: float, most: int
    ) -> "Composed | None":
        """The words in lines, smaller if need be; None where they do not fit."""
        face = self.faces.get(kind)
        if face is None or not all(_has(face, word) for word in words):
            return None
        for scale in SCALES:
            lines = _broken(words, face, width / scale)
            if lines is not None and _fits(len(lines), face.height * scale, height, most):
                return _composed(lines, face, scale)
        return None


def set_folio(face: Face, text: str, place: Place) -> bytes:
    """The number of a page."""
    return _drawn(_composed([_words((("", text),))], face, 1.0), place)


def _words(runs: Sequence[Run]) -> tuple[Word, ...]:
    """The words of a text, each of runs that touch."""
    words: list[list[Run]] = [[]]
    for look, text in runs:
        first, *others = text.split(" ")
        if first:
            words[-1].append((look, first))
        words += [[(look, part)] if part else [] for part in others]
    return tuple(tuple(word) for word in words if word)


def _has(face: Face, word: Word) -> bool:
    """Whether the face has the letters of a word and the space after it."""
    return all(look in face.looks and {*text, " "} <= set(face.looks[look].glyphs) for look, text in word)


def _width(word: Word, face: Face) -> float:
    return sum(
        face.looks[look].size * sum(face.looks[look].glyphs[char].width for char in text) / 1000
        for look, text in word
    )


def _broken(words: Sequence[Word], face: Face, width: float) -> list[list[Word]] | None:
    """The words in lines; None where a word is wider than a line."""
    gap = max(_width(((look, " "),), face) for word in words for look, _text in word)
    lines: list[list[Word]] = []
    left = -1.0
    for word in words:
        needed = _width(word, face)
        if needed > width:
            return None
        if gap + needed > left:
            lines.append([])
            left = width + gap
        lines[-1].append(word)
        left -= gap + needed
    return lines


def _fits(lines: int, line_height: float, height: float, most: int) -> bool:
    return lines <= most or lines * line_height + 2 * INSET <= height


@dataclass(frozen=True, slots=True)
class Composed:
    """A text in lines of one height, its letters ``ascent`` down each: what shows a line, and its width."""

    height: float
    ascent: float
    lines: tuple[tuple[bytes, float], ...]


def _composed(lines: Sequence[Sequence[Word]], face: Face, scale: float) -> Composed:
    found = []
    for words in lines:
        runs = tuple(_with_spaces(words))
        found.append((b"\n".join(_shown(runs, face, scale)), _width(runs, face) * scale))
    return Composed(face.height * scale, face.ascent * scale, tuple(found))


def _drawn(text: Composed, place: Place) -> bytes:
    """The operators of PDF that show a text in its place."""
    top = place.middle - (len(text.lines) if place.height else 1) * text.height / 2
    parts = [b"q"]
    for at, (content, width) in enumerate(text.lines):
        free = place.right - place.left - width
        x = place.left + {"center": free / 2, "end": free, "right": free}.get(place.align, 0)
        y = top + at * text.height + text.ascent
        parts.append(b"BT 1 0 0 -1 %.3f %.3f Tm\n%b\nET" % (x, y, content))
    parts.append(b"Q")
    return b"\n".join(parts)


def _with_spaces(words: Sequence[Word]) -> Iterator[Run]:
    for at, word in enumerate(words):
        for number, (look, text) in enumerate(word):
            is_last = number == len(word) - 1 and at < len(words) - 1
            yield look, f"{text} " if is_last else text


def _shown(runs: Sequence[Run], face: Face, scale: float) -> Iterator[bytes]:
    color = font = None
    for look, text in runs:
        found = face.looks[look]
        if found.color != color:
            color = found.color
            yield color
        codes = ""
        for char in text:
            glyph = found.glyphs[char]
            if (glyph.font, found.size) != font:
                if codes:
                    yield f"<{codes}> Tj".encode()
                font, codes = (glyph.font, found.size), ""
                yield f"/{glyph.font} {found.size * scale:.3f} Tf".encode()
            codes += glyph.code
        yield f"<{codes}> Tj".encode()
