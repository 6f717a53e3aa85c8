"""A club's one colour, made legible on paper by day and by night, whatever it was. No database.

Contrast is that of WCAG 2.2 (relative luminance): 4.5 to 1 for text, 3 to 1 for the edge of a control.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

Rgb = tuple[float, float, float]
TEXT, EDGE = 4.5, 3.0
WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
STEPS = 100


def parse(text: str) -> Rgb:
    """``#17573f`` as three shares. Raises ValidationError for anything else."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValidationError(_("A colour is # and six signs, like #17573f."))
    return tuple(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))


def written(colour: Rgb) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def luminance(colour: Rgb) -> float:
    """Relative luminance, from 0 for black to 1 for white."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1 for the same to 21 for black on white."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(colour: Rgb, other: Rgb, share: float) -> Rgb:
    """``colour`` with a share of ``other`` in it."""
    return tuple(a + (b - a) * share for a, b in zip(colour, other, strict=True))


@dataclass(frozen=True, slots=True)
class Paper:
    """What a colour must be legible on: the page's grounds, and the ink of words upon the colour itself."""

    grounds: tuple[Rgb, ...]
    on_colour: Rgb

    def is_legible(self, colour: Rgb, least: float = TEXT) -> bool:
        return all(contrast(colour, ground) >= least for ground in self.grounds)


DAY = Paper(tuple(map(parse, ("#faf7f0", "#fffefa", "#f2ede1"))), parse("#fffdf6"))
NIGHT = Paper(tuple(map(parse, ("#131715", "#1b211e", "#101412"))), WHITE)
"""The grounds of the site's own stylesheet: paper, card and sunk, in its light and its dark form."""


@dataclass(frozen=True, slots=True)
class Accent:
    """The accents of a page: fields of colour, deeper when pressed, soft behind words, and links."""

    felt: str
    deep: str
    soft: str
    link: str

    def css(self) -> str:
        parts = {"felt": self.felt, "felt-deep": self.deep, "felt-soft": self.soft, "link": self.link}
        return " ".join(f"--{name}: {value};" for name, value in parts.items())


@dataclass(frozen=True, slots=True)
class Look:
    """A club's accents by day and by night."""

    day: Accent
    night: Accent

    @property
    def version(self) -> str:
        """What tells one look from another in its address."""
        return hashlib.sha256(self.css().encode()).hexdigest()[:16]

    def css(self) -> str:
        """A stylesheet to come after the site's own; paper stays black on white."""
        night = self.night.css()
        return (
            f"@media screen {{\n:root {{ {self.day.css()} }}\n"
            f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ {night} }} }}\n'
            f':root[data-theme="dark"] {{ {night} }}\n}}\n'
        )


@lru_cache(maxsize=256)
def look_of(text: str) -> Look:
    """The accents made of a club's colour, each as near to it as can be read."""
    colour = parse(text)
    return Look(_day(colour), _night(colour))


def is_kept(text: str) -> bool:
    """Whether the colour is legible by day as it is."""
    return look_of(text).day.felt == written(parse(text))


def _day(colour: Rgb) -> Accent:
    soft = _shown(mix(colour, WHITE, 0.86))
    paper = Paper((*DAY.grounds, soft, DAY.on_colour), DAY.on_colour)
    felt = _until(colour, BLACK, paper.is_legible)
    return Accent(written(felt), written(mix(felt, BLACK, 0.25)), written(soft), written(felt))


def _night(colour: Rgb) -> Accent:
    """Fields dark enough for white words and light enough for their edge to be seen; links lighter."""
    dark = _until(colour, BLACK, lambda each: contrast(each, NIGHT.on_colour) >= TEXT)
    felt = _until(dark, WHITE, lambda each: NIGHT.is_legible(each, EDGE))
    soft = _shown(mix(NIGHT.grounds[1], felt, 0.35))
    paper = Paper((*NIGHT.grounds, soft), WHITE)
    link = _until(mix(colour, WHITE, 0.3), WHITE, paper.is_legible)
    return Accent(written(felt), written(mix(felt, BLACK, 0.15)), written(soft), written(link))


def _until(colour: Rgb, other: Rgb, is_enough) -> Rgb:
    """The colour with as little of ``other`` as is enough."""
    mixed = (_shown(mix(colour, other, step / STEPS)) for step in range(STEPS + 1))
    return next(each for each in mixed if is_enough(each))


def _shown(colour: Rgb) -> Rgb:
    """The colour as a page can have it, so that what is checked is what is seen."""
    return parse(written(colour))
