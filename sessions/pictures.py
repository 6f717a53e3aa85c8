"""The picture that a shared link shows: a session's title and its first three. No database."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SIZE = (1200, 630)
MARGIN, COLUMN_GAP = 72, 48
PAPER, INK, MUTED, RULE, FELT = "#faf7f0", "#1e1c18", "#5d574c", "#dcd4c3", "#17573f"
SERIF = (
    "DejaVuSerif-Bold.ttf",
    "NotoSerif-Bold.ttf",
    "LiberationSerif-Bold.ttf",
    "georgiab.ttf",
    "Georgia Bold.ttf",
)
SANS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf")
ANY = (
    "NotoSansCJK-Regular.ttc",
    "Arial Unicode.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
)
"""Fonts that systems usually have, by preference; the last for letters that the others lack."""


@dataclass(frozen=True, slots=True)
class Row:
    """A place on the picture."""

    rank: str
    name: str
    score: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a picture tells; at most two groups find room beside one another."""

    club: str
    title: str
    line: str
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    colour: str = FELT
    logo: bytes = b""


def draw(card: Card) -> bytes:
    """The card as a PNG of 1200 by 630 points."""
    from PIL import Image, ImageDraw  # slow import

    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 16), fill=card.colour)
    left = _draw_logo(picture, card.logo)
    _write(pen, (left, 64), card.club, SANS, 34, MUTED, SIZE[0] - MARGIN - left)
    inner = SIZE[0] - 2 * MARGIN
    _write(pen, (MARGIN, 124), card.title, SERIF, 68, INK, inner)
    _write(pen, (MARGIN, 216), card.line, SANS, 32, MUTED, inner)
    groups = card.groups[:2]
    width = (inner - COLUMN_GAP * (len(groups) - 1)) // max(1, len(groups))
    for at, (heading, rows) in enumerate(groups):
        _draw_group(pen, MARGIN + at * (width + COLUMN_GAP), width, heading, rows, card.colour)
    file = io.BytesIO()
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_logo(picture, content: bytes) -> int:
    """The club's logo at the upper left, and where its name then begins."""
    if not content:
        return MARGIN
    from PIL import Image  # slow import

    with Image.open(io.BytesIO(content), formats=["PNG"]) as found:
        logo = found.convert("RGBA")
    logo.thumbnail((160, 72))
    picture.paste(logo, (MARGIN, 84 - logo.height // 2), logo)
    return MARGIN + logo.width + 24


def _draw_group(pen, left: int, width: int, heading: str, rows: Sequence[Row], colour: str) -> None:
    top = 286
    if heading:
        _write(pen, (left, top), heading, SANS, 30, MUTED, width)
    for at, row in enumerate(rows[:3]):
        line = top + 56 + at * 88
        pen.line((left, line - 14, left + width, line - 14), fill=RULE, width=2)
        score = _font(SERIF, row.score, 44)
        room = width - 76 - int(pen.textlength(row.score, font=score)) - 24
        _write(pen, (left, line), row.rank, SERIF, 44, colour, 72)
        _write_name(pen, (left + 76, line), row.name, room)
        pen.text((left + width, line), row.score, font=score, fill=INK, anchor="ra")


def _write_name(pen, at: tuple[int, int], name: str, room: int) -> None:
    """A name on one line, or two who play together below one another where that is too long."""
    first, _and, second = name.partition(" & ")
    if not second or pen.textlength(name, font=_font(SANS, name, 38)) <= room:
        _write(pen, at, name, SANS, 38, INK, room)
        return
    for down, text in ((-8, first), (28, f"& {second}")):
        _write(pen, (at[0], at[1] + down), text, SANS, 30, INK, room)


def _write(
    pen, at: tuple[int, int], text: str, fonts: tuple[str, ...], size: int, fill: str, room: int
) -> None:
    """A line of text, smaller where it would not fit, and cut where it still does not."""
    for smaller in (size, size * 4 // 5, size * 2 // 3):
        font = _font(fonts, text, smaller)
        if pen.textlength(text, font=font) <= room:
            break
    else:
        while text and pen.textlength(f"{text}…", font=font) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    pen.text((at[0], at[1] + (size - smaller) // 2), text, font=font, fill=fill)


def _font(names: tuple[str, ...], text: str, size: int):
    """The first font that this system has and that has all the letters; else the first it has at all."""
    from PIL import ImageFont  # slow import

    letters = {ord(char) for char in text if char.isprintable() and not char.isspace()}
    known = [found for found in map(_letters_of, (*names, *SANS, *ANY)) if found]
    best = next((path for path, has in known if letters <= has), known[0][0] if known else None)
    return ImageFont.truetype(best, size) if best else ImageFont.load_default(size)


@lru_cache
def _letters_of(name: str) -> tuple[str, frozenset[int]] | None:
    """Where a font lies and which letters it has; None where there is none."""
    from fontTools.ttLib import TTFont  # slow import
    from PIL import ImageFont  # slow import

    try:
        path = ImageFont.truetype(name, 20).path
    except OSError:
        return None
    with TTFont(path, fontNumber=0, lazy=True) as font:
        return path, frozenset(font.getBestCmap())
