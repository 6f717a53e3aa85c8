"""Reads pages that WeasyPrint laid out: their texts, slots and marks. Lengths are in CSS pixels."""

from collections.abc import Iterator
from dataclasses import dataclass

from .leaves import BLANK


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text on a page with the boxes that it stands in, and the element that is its slot.

    ``case`` is the mark of its specimen.
    """

    box: object
    line: object
    block: object
    slot: object
    is_in_margin: bool
    case: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slot's text goes: between ``left`` and ``right``, the middle of its first line at ``middle``.

    In a cell of a table, ``height`` high, all lines lie around that middle; elsewhere ``height`` is 0, there
    are ``lines`` and the rest follows below. ``at`` counts the page's texts.
    """

    at: int
    left: float
    right: float
    middle: float
    height: float
    lines: int
    align: str


def texts(page) -> list[Text]:
    """All the texts of a page, in the order in which its structure has them."""
    return list(_texts(page._page_box, Text(None, None, None, None, False, "")))


def _texts(box, around: Text) -> Iterator[Text]:
    from weasyprint.formatting_structure import boxes  # slow import

    for child in box.children:
        inner = _inside(child, around, boxes)
        if isinstance(child, boxes.TextBox):
            yield inner
        elif isinstance(child, boxes.ParentBox):
            yield from _texts(child, inner)


def _inside(child, around: Text, boxes) -> Text:
    mark = child.element if child.element is not None else {}
    return Text(
        child,
        child if isinstance(child, boxes.LineBox) else around.line,
        child if isinstance(child, boxes.BlockContainerBox) else around.block,
        around.slot if mark.get("data-slot") is None else child.element,
        around.is_in_margin or isinstance(child, boxes.MarginBox),
        mark.get("data-case") or around.case,
    )


def slots(page) -> list[Place]:
    """The slots of a design in order."""
    found: dict[object, list[tuple[int, Text]]] = {}
    for at, text in enumerate(texts(page)):
        if text.slot is not None and not text.is_in_margin and _is_blank(text):
            found.setdefault(text.slot, []).append((at, text))
    return [_place(*lines[0], lines=len(lines)) for lines in found.values()]


def folio(page) -> Place | None:
    """Where the number of the page goes."""
    found = (each for each in enumerate(texts(page)) if each[1].is_in_margin and _is_blank(each[1]))
    return next((_place(at, text) for at, text in found), None)


def _is_blank(text: Text) -> bool:
    return text.box.text.strip(" ") == BLANK


def _place(at: int, text: Text, *, lines: int = 1) -> Place:
    block, line = text.block, text.line
    is_middle = block.style["vertical_align"] == "middle"
    return Place(
        at,
        block.content_box_x(),
        block.content_box_x() + block.width,
        line.position_y + line.height / 2,
        block.border_height() if is_middle else 0,
        lines,
        block.style["text_align_all"],
    )


def pages_by_leaf(document) -> list[list]:
    """The pages of each leaf; a leaf begins on a page of its own."""
    found: dict[object, list] = {}
    for page in document.pages:
        main = next(box for box in page._page_box.descendants() if box.element_tag == "main")
        found.setdefault(main.children[0].element, []).append(page)
    return list(found.values())
