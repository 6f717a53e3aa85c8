"""Leaves of HTML: what may differ between them, and what is their common design."""

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import compress, count

SLOT = re.compile(r'<((\w+)[^>]* data-slot="\w+")>(.*?)</\2>', re.DOTALL)
MARK = re.compile(r' data-slot="\w+"')
SIZES = re.compile(r" (?:brief|short|medium|long|endless)\b")
"""The classes of a cell that change its letters and nothing else."""
ROW = re.compile(r"<tr[ >].*?</tr>", re.DOTALL)
TOKEN = re.compile(r'<(/?)(\w+)(?: class="([\w-]+)")?>|([^<]+)')
BLANK = "\u00a0"
CELLS = ("td", "th")
LINES_MAX = 5
"""The most lines of a text that stands in no cell."""

Run = tuple[str, str]
"""A look (``""``, ``b`` or the class of a suit) and the text that has it."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What a leaf has in one place: the opening tag, the element's name, its runs of text."""

    kind: str
    name: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page's worth of HTML; ``is_simple`` when every letter in its slots stands by itself."""

    html: str
    design: str
    slots: tuple[Slot, ...]

    @property
    def is_simple(self) -> bool:
        return all(_is_simple(char) for slot in self.slots for _look, text in slot.runs for char in text)


def read_leaf(text: str) -> Leaf:
    """A leaf with its slots, and its design: the same with every slot empty."""
    slots: list[Slot] = []

    def emptied(match: re.Match) -> str:
        kind, name, content = match.groups()
        slots.append(Slot(kind, name, _runs(content)))
        bare = SIZES.sub("", kind) if name in CELLS else kind
        return f"<{bare}>{BLANK}</{name}>"

    design = SLOT.sub(emptied, text)
    return Leaf(text, design, tuple(slots))


def without_idle(leaves: Sequence[Leaf]) -> tuple[str, list[Leaf]]:
    """The common design of these leaves and the leaves, without the slots that all of them leave empty."""
    used = [any(slot.runs for slot in slots) for slots in zip(*(leaf.slots for leaf in leaves), strict=True)]
    numbers = count()

    def emptied(found: re.Match) -> str:
        return found[0] if used[next(numbers)] else f"<{MARK.sub('', found[1])}></{found[2]}>"

    design = SLOT.sub(emptied, leaves[0].design)
    return design, [replace(x, design=design, slots=tuple(compress(x.slots, used))) for x in leaves]


def with_lines(design: str, lines: Sequence[int]) -> str:
    """The design with so many empty lines in each of its slots; a cell of a table keeps its height."""
    numbers = iter(lines)

    def filled(found: re.Match) -> str:
        wanted = next(numbers)
        blanks = [BLANK] * (1 if found[2] in CELLS else min(wanted, LINES_MAX))
        return f"<{found[1]}>{'<br>'.join(blanks)}</{found[2]}>"

    return SLOT.sub(filled, design)


@cache
def _is_simple(char: str) -> bool:
    """Whether a letter looks the same whatever its neighbours: Latin, Greek, Cyrillic, signs and suits."""
    point = ord(char)
    is_known = point < 0x0530 or 0x1E00 <= point < 0x2070 or 0x2070 <= point < 0x2C00
    return is_known and unicodedata.category(char) not in ("Mn", "Me", "Mc", "Cf", "Cc", "Co", "Cs", "Cn")


def _runs(content: str) -> tuple[Run, ...]:
    """The runs of an element's content; whatever breaks lines in HTML is a space."""
    found: list[Run] = []
    looks = [""]
    for is_end, name, look, text in TOKEN.findall(content):
        if text:
            found.append((looks[-1], re.sub(r"[ \t\r\n]+", " ", html.unescape(text))))
        elif is_end:
            looks.pop()
        else:
            looks.append({"b": "b", "span": look}.get(name, looks[-1]))
    return tuple(found)


def case_leaf(name: str, design: str, leaves: Sequence[Leaf]) -> tuple[str, dict[str, str]]:
    """The design with, in a slot of each kind that the leaves have, every letter that they need there.

    Also the mark by which each kind is found in it; rows without any are left out.
    """
    letters = _letters(leaves)
    marks = {kind: f"{name}-{at}" for at, kind in enumerate(letters)}
    places = dict(_places(letters, leaves))
    numbers = count()

    def filled(match: re.Match) -> str:
        kind = places.get(next(numbers))
        if kind is None:
            return match[0]
        return f'<{kind} data-case="{marks[kind]}">{_specimen(letters[kind])}</{match[2]}>'

    content = SLOT.sub(filled, design)
    return ROW.sub(lambda row: row[0] if "data-case" in row[0] else "", content), marks


def _letters(leaves: Sequence[Leaf]) -> dict[str, dict[str, set[str]]]:
    """The letters of each look that occur in each kind of slot."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for leaf in leaves:
        for slot in leaf.slots:
            for look, text in slot.runs:
                found[slot.kind][look].update(text)
    return found


def _places(kinds: Iterable[str], leaves: Sequence[Leaf]) -> Iterator[tuple[int, str]]:
    """A slot for each kind in which some leaf has it."""
    missing, taken = set(kinds), set()
    for leaf in leaves:
        for at, slot in enumerate(leaf.slots):
            if slot.kind in missing and at not in taken:
                missing.discard(slot.kind)
                taken.add(at)
                yield at, slot.kind


def _specimen(looks: dict[str, set[str]]) -> str:
    """The letters of each look, with spaces between so that none touches another.

    There are two spaces at least: one may fall away where a line ends.
    """
    parts = []
    for look, letters in looks.items():
        found = sorted(letters - {" "})
        text = html.escape(" ".join((found * 3)[: max(3, len(found) + 1)]))
        parts.append({"": text, "b": f"<b>{text}</b>"}.get(look, f'<span class="{look}">{text}</span>'))
    return " ".join(parts)
