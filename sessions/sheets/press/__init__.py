"""Prints many pages of few designs: each design is laid out once, and what differs is stamped on its copies.

A page arrives as HTML in which whatever may differ stands in elements with a ``data-slot``. Pages that are
alike but for these are copies of one design: WeasyPrint lays it out with empty slots, sets one line of
letters for each kind of slot, and the letters are then put together in the slots of every copy. Where texts
need more lines, a second design has them; what does not fit even there, or is written in letters that change
with their neighbours, gets a page of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from . import boxes, copies
from .case import Case, read_faces, set_folio
from .leaves import BLANK, Leaf, case_leaf, read_leaf, with_lines, without_idle

__all__ = ["BLANK", "LEAF", "Tell", "print_leaves"]

LEAF = "<!--leaf-->"
"""Stands before each leaf of a page of HTML, and after the last."""
LIKE_MIN = 4
"""The fewest leaves for which a design is worth its while."""
AT_ONCE = 8
"""How many leaves with pages of their own are laid out together."""
VARIANT = "pdf/ua-1"
FOLIO = '<p class="folio" data-case="folio">0 1 2 3 4 5 6 7 8 9 /</p>'

LayOut = Callable[..., object]
Tell = Callable[[int, int], None]


def print_leaves(html: str, lay_out: LayOut, tell: Tell) -> bytes:
    """The PDF of a page of HTML; ``lay_out(html, is_design=...)`` makes a document of WeasyPrint's.

    ``tell`` hears how many leaves of how many are done.
    """
    head, *parts, tail = html.split(LEAF) if LEAF in html else (html, "")
    leaves = [read_leaf(part.strip()) for part in parts]
    groups = _groups(leaves)
    if not groups:
        return lay_out(html).write_pdf(pdf_variant=VARIANT)
    job = _Job(lay_out, lambda parts: "".join((head, *parts, tail)), leaves, tell)
    return job.print(groups)


def _groups(leaves: list[Leaf]) -> dict[str, list[int]]:
    """The numbers of the leaves of each design that several share; what none of them fills is no slot."""
    found: dict[str, list[int]] = {}
    for number, leaf in enumerate(leaves):
        if leaf.is_simple:
            found.setdefault(leaf.design, []).append(number)
    groups = {}
    for numbers in found.values():
        if len(numbers) >= LIKE_MIN:
            design, trimmed = without_idle([leaves[number] for number in numbers])
            groups[design] = numbers
            for number, leaf in zip(numbers, trimmed, strict=True):
                leaves[number] = leaf
    return groups


class _Job:
    """One PDF in the making."""

    def __init__(self, lay_out: LayOut, page_of: Callable, leaves: Sequence[Leaf], tell: Tell) -> None:
        self.lay_out, self.page_of, self.leaves, self.tell = lay_out, page_of, leaves, tell

    def print(self, groups: Mapping[str, list[int]]) -> bytes:
        designs = self._lay_out_designs(groups)
        groups = {design: groups[design] for design in designs}
        case, letters, folio = self._lay_out_cases(groups)
        copied: dict[int, copies.Copy] = {}
        longer: dict[str, list[int]] = {}
        for design, numbers in groups.items():
            copied |= self._set(designs[design], letters[design], numbers)
            left = [number for number in numbers if number not in copied]
            if len(left) >= LIKE_MIN:
                lines = self._lines_needed(designs[design], letters[design], left)
                longer[with_lines(design, lines)] = left
        for design, page in self._lay_out_designs(longer).items() if longer else ():
            numbers = longer[design]
            copied |= self._set(page, letters[self.leaves[numbers[0]].design], numbers)
        own = self._lay_out_alone([n for n in range(len(self.leaves)) if n not in copied])
        plan = [copied.get(n) or copies.Own(own[n]) for n in range(len(self.leaves))]
        return copies.write(plan, case, set_folio=folio, variant=VARIANT)

    def _set(self, page, letters: Case, numbers: Sequence[int]) -> dict[int, copies.Copy]:
        """Copies of the page for those of the leaves that fit it."""
        places = boxes.slots(page)
        stamps = {number: letters.set_leaf(self.leaves[number], places) for number in numbers}
        return {number: copies.Copy(page, x) for number, x in stamps.items() if x is not None}

    def _lines_needed(self, page, letters: Case, numbers: Sequence[int]) -> list[int]:
        """How many lines each slot has where it has the most."""
        places = boxes.slots(page)
        counts = [letters.count_lines(self.leaves[number], places) for number in numbers]
        return [max(each) for each in zip(*counts, strict=True)]

    def _lay_out_designs(self, groups: Mapping[str, list[int]]) -> dict[str, object]:
        """The page of each design that has exactly one."""
        document = self.lay_out(self.page_of(groups), is_design=True)
        found = zip(groups, boxes.pages_by_leaf(document), strict=True)
        return {design: pages[0] for design, pages in found if len(pages) == 1}

    def _lay_out_cases(self, groups: Mapping[str, list[int]]) -> tuple[object, dict[str, Case], Callable]:
        """The document with the letters, those that each design needs, and how pages are numbered."""
        found = [
            case_leaf(str(at), design, [self.leaves[number] for number in numbers])
            for at, (design, numbers) in enumerate(groups.items())
        ]
        document = self.lay_out(self.page_of([*(part for part, _marks in found), FOLIO]), is_design=True)
        faces = read_faces(document, VARIANT)
        cases = {
            design: Case({kind: faces[mark] for kind, mark in marks.items() if mark in faces})
            for design, (_part, marks) in zip(groups, found, strict=True)
        }
        return document, cases, partial(set_folio, faces["folio"])

    def _lay_out_alone(self, numbers: Sequence[int]) -> dict[int, list]:
        """The pages of each leaf that has its own."""
        found: dict[int, list] = {}
        for at in range(0, len(numbers), AT_ONCE):
            some = numbers[at : at + AT_ONCE]
            self.tell(len(self.leaves) - len(numbers) + at, len(self.leaves))
            document = self.lay_out(self.page_of([self.leaves[each].html for each in some]), is_design=True)
            found |= zip(some, boxes.pages_by_leaf(document), strict=True)
        self.tell(len(self.leaves), len(self.leaves))
        return found
