"""Writes the PDF: pages copied with their tags, each with its own texts in the places left free."""

import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pydyf

from . import boxes

NUMBER = re.compile(rb"\b\d+(?= 0 R|-\d+-\d+\))")
"""The number of an object, where it is referred to and in the names of table headings."""
BREAK = b"\n%\n"


@dataclass(frozen=True, slots=True)
class Copy:
    """A leaf that is a copy of a design's page, with what stands in its texts by their number."""

    page: object
    texts: Mapping[int, bytes]


@dataclass(frozen=True, slots=True)
class Own:
    """A leaf with pages of its own."""

    pages: Sequence[object]


def write(plan: Sequence[Copy | Own], case, *, set_folio: Callable, variant: str) -> bytes:
    """The PDF of these leaves in order; ``case`` is the document whose letters they are set with."""
    designs = list({id(leaf.page): leaf.page for leaf in plan if isinstance(leaf, Copy)}.values())
    own = [page for leaf in plan if isinstance(leaf, Own) for page in leaf.pages]
    numbers = {id(page): number for number, page in enumerate([*designs, *own])}
    total = len(own) + sum(isinstance(leaf, Copy) for leaf in plan)

    def finish(_document, pdf) -> None:
        book = _Book(pdf)
        stencils = [_Stencil(book, number) for number in range(len(designs))]
        places = [boxes.folio(page) for page in (*designs, *own)]
        for leaf in plan:
            for page in (leaf.page,) if isinstance(leaf, Copy) else leaf.pages:
                number = numbers[id(page)]
                place = places[number]
                folio = set_folio(f"{len(book.order) + 1} / {total}", place)
                if isinstance(leaf, Copy):
                    stencils[number].copy({**leaf.texts, place.at: folio})
                else:
                    book.keep(number, {place.at: folio})
        book.close()

    return case.copy([*designs, *own, *case.pages]).write_pdf(finisher=finish, pdf_variant=variant)


class Marked:
    """The texts of a page of a PDF in the order of its structure, as `boxes.texts` counts them."""

    def __init__(self, pdf, number: int, elements: Sequence | None = None) -> None:
        self.page = pdf.objects[pdf.pages["Kids"][3 * number]]
        self.stream = pdf.objects[int(self.page["Contents"].split()[0])]
        self.elements = elements_by_page(pdf)[self.page.reference] if elements is None else elements
        pieces = (x["K"][0] for x in self.elements if x["S"] != "/Figure" and x["K"])
        self.ids = [piece for piece in pieces if isinstance(piece, int)]

    def contents(self) -> list[bytes]:
        """What is shown of each text."""
        items = self.stream.stream
        return [pydyf.Stream(items[start:end]).data for start, end in self.ranges()]

    def ranges(self) -> list[tuple[int, int]]:
        """From where to where in the page's operators each text is shown."""
        items = self.stream.stream
        starts = {
            item["MCID"]: at
            for at, item in enumerate(items)
            if isinstance(item, pydyf.Dictionary) and "MCID" in item
        }
        return [(starts[mark], items.index(b"EMC", starts[mark])) for mark in self.ids]


def elements_by_page(pdf) -> Mapping[bytes, list]:
    """The elements of the structure of each page, by the reference of the page."""
    found: dict[bytes, list] = defaultdict(list)
    for each in pdf.objects:
        if isinstance(each, pydyf.Dictionary) and each.get("Type") == "/StructElem" and "Pg" in each:
            found[each["Pg"]].append(each)
    return found


class _Book:
    """The PDF in the making: which pages it has at last, in which order, with which structure."""

    def __init__(self, pdf) -> None:
        self.pdf, self.elements = pdf, elements_by_page(pdf)
        root = self._at(pdf.catalog["StructTreeRoot"])
        self.document, self.parents = self._at(root["K"][0]), self._at(root["ParentTree"])
        self.tops, self.lists = list(self.document["K"]), self.parents["Nums"][1::2]
        self.order: list[int] = []
        self.kept: list[bytes] = []
        self.nums: list = []
        self.spare = set(range(len(self.lists)))

    def _at(self, reference: bytes):
        return self.pdf.objects[int(reference.split()[0])]

    def marked(self, number: int) -> Marked:
        page = self.pdf.objects[self.pdf.pages["Kids"][3 * number]]
        return Marked(self.pdf, number, self.elements[page.reference])

    def tops_of(self, marked: Marked) -> list[bytes]:
        """The elements of a page that stand right below the document."""
        own = {element.reference for element in marked.elements}
        return [reference for reference in self.tops if reference in own]

    def keep(self, number: int, texts: Mapping[int, bytes]) -> None:
        """The next page is one that was laid out; these texts are added to it."""
        marked = self.marked(number)
        ranges = marked.ranges()
        for at in sorted(texts, key=lambda at: -ranges[at][1]):
            marked.stream.stream.insert(ranges[at][1], texts[at])
        self.order.append(marked.page.number)
        self.kept += self.tops_of(marked)
        self.nums += [number, self.lists[number]]
        self.spare.discard(number)

    def add(self, page, tops: Sequence[bytes], parents: bytes) -> None:
        """The next page is a copy."""
        page["StructParents"] = len(self.lists) + len(self.order)
        self.order.append(page.number)
        self.kept += tops
        self.nums += [page["StructParents"], parents]

    def close(self) -> None:
        """Take out the pages that only served as patterns."""
        for number in self.spare:
            marked = self.marked(number)
            marked.stream.stream.clear()
            for each in (marked.page, *marked.elements):
                each.clear()
        self.pdf.pages["Kids"] = pydyf.Array(x for number in self.order for x in (number, 0, "R"))
        self.pdf.pages["Count"] = len(self.order)
        self.document["K"] = pydyf.Array(self.kept)
        ordered = sorted(zip(self.nums[::2], self.nums[1::2], strict=True), key=lambda pair: pair[0])
        self.parents["Nums"] = pydyf.Array(x for pair in ordered for x in pair)


class _Written(pydyf.Object):
    """An object whose bytes are known."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.written = data

    @property
    def data(self) -> bytes:
        return self.written


class _Stencil:
    """A design's page, ready to be copied."""

    def __init__(self, book: _Book, number: int) -> None:
        self.book, self.marked = book, book.marked(number)
        self.tops, self.parents = book.tops_of(self.marked), book.lists[number].data
        self.structure = BREAK.join(element.data for element in self.marked.elements)
        self.pieces, self.order = self._cut()

    def _cut(self) -> tuple[list[bytes], list[int]]:
        """The page's operators, cut where a text is shown, and the texts in the order of these cuts."""
        items = self.marked.stream.stream
        ends = sorted((end, at) for at, (_start, end) in enumerate(self.marked.ranges()))
        cuts = [0, *(end for end, _at in ends), len(items)]
        pieces = [
            b"\n".join(pydyf._to_bytes(item) for item in items[start:end])
            for start, end in zip(cuts, cuts[1:], strict=False)
        ]
        return pieces, [at for _end, at in ends]

    def copy(self, texts: Mapping[int, bytes]) -> None:
        """The next page of the PDF: this one with these texts."""
        pdf, page = self.book.pdf, pydyf.Dictionary(self.marked.page)
        content = [self.pieces[0]]
        for at, piece in zip(self.order, self.pieces[1:], strict=True):
            content += [texts.get(at, b""), piece]
        packed = zlib.compress(b"\n".join(content), 4)
        stream = pydyf.Stream([packed], {"Filter": "/FlateDecode"})
        pdf.add_object(stream)
        pdf.add_object(page)
        page["Contents"] = stream.reference
        renumber = self._renumbering(page.number)
        for data in renumber(self.structure).split(BREAK):
            pdf.add_object(_Written(data))
        tops = [renumber(reference) for reference in self.tops]
        self.book.add(page, tops, renumber(self.parents))

    def _renumbering(self, page_number: int) -> Callable[[bytes], bytes]:
        """A function that puts the numbers of the copies, which follow the page's, for the old ones."""
        old = [self.marked.page.number, *(element.number for element in self.marked.elements)]
        new = {str(number).encode(): str(page_number + at).encode() for at, number in enumerate(old)}
        return lambda data: NUMBER.sub(lambda found: new.get(found[0], found[0]), data)
