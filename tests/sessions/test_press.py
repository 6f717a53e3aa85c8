"""Many sheets of one design: every copy says what its own layout would say, with its own tags and letters."""

import io

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject

from clubs.signals import server_begins
from scoring.lines import Sitting, default_options
from scoring.rulesets import RULESETS
from scoring.sheets import Fact, Seated, Sheet, recording_sheet
from sessions.sheets import pdf
from sessions.sheets.press import LEAF

pytestmark = pytest.mark.paper

PLAIN = ["Ada Lovelace", "Zoë Müller", "Владимир Ленский", "Søren Ångström", "Łukasz Żółć", "Ben ♥ Carter"]
OTHERS = {"hebrew": "שרה כהן", "emoji": "Zoë 🎉", "long": "Wolfeschlegelsteinhausenbergerdorff" * 3}
HOSTILE = "</td><script>alert(1)</script> & \"'"


def sheet(number, name):
    names = {"S": f"{name}", "W": f"West {number}", "E": f"East {number}"}
    ruleset = RULESETS["brist"]
    return recording_sheet(
        Sheet(
            "Thursday",
            overline="Riverside",
            mark=f"Table {number}",
            people=tuple(Fact(place, each) for place, each in names.items()),
        ),
        ruleset=ruleset,
        options=default_options(ruleset),
        seated=[Seated(Sitting(("S", "W", "E"), (1, 2, 3)), names)],
        is_filled=False,
    ).words(str)


def page_of(names):
    sheets = [sheet(number, name) for number, name in enumerate(names, start=1)]
    return pdf.render_html(sheets, title="Thursday", paper="a4")


def made(html):
    return PdfReader(io.BytesIO(pdf.render_pdf(html)))


def words(reader):
    return [sorted(page.extract_text().split()) for page in reader.pages]


@pytest.fixture(scope="module")
def copies():
    """Eight sheets: six that are alike but for their texts, one in letters that join, one too long."""
    return made(page_of([*PLAIN, OTHERS["hebrew"], HOSTILE]))


def test_every_copy_says_what_its_own_layout_says(copies):
    afresh = made(page_of([*PLAIN, OTHERS["hebrew"], HOSTILE]).replace(LEAF, ""))
    assert words(copies) == words(afresh)


def test_pages_are_in_order_and_counted(copies):
    texts = [page.extract_text() for page in copies.pages]
    assert [f"Table {number}" in text for number, text in enumerate(texts, start=1)] == [True] * 8
    assert [f"{number} / 8" in text for number, text in enumerate(texts, start=1)] == [True] * 8


def test_hostile_names_are_text_on_a_copy(copies):
    assert "<script>alert(1)</script>" in "".join(copies.pages[7].extract_text().split())


@pytest.mark.parametrize("kind", OTHERS)
def test_a_name_that_no_slot_can_hold_gets_a_page_of_its_own(kind):
    reader = made(page_of([*PLAIN[:4], OTHERS[kind]]))
    assert len(reader.pages) == 5
    assert "Table 5" in reader.pages[4].extract_text()
    assert "5 / 5" in reader.pages[4].extract_text()


def test_title_language_and_tags_are_those_of_the_whole(copies):
    assert copies.metadata.title == "Thursday"
    assert copies.root_object["/Lang"] == "en"
    assert copies.root_object["/MarkInfo"]["/Marked"]
    assert "/Outlines" not in copies.root_object


def kids(element):
    found = element.get("/K", [])
    return [kid.get_object() for kid in (found if isinstance(found, ArrayObject) else [found])]


def marks(element):
    """(page number, piece) of every piece of text below an element."""
    for kid in kids(element):
        if isinstance(kid, int):
            yield element["/Pg"].get_object()["/StructParents"], int(kid)
        else:
            yield from marks(kid)


def test_every_piece_of_every_page_is_in_the_structure_once(copies):
    root = copies.root_object["/StructTreeRoot"]
    found = list(marks(root["/K"][0].get_object()))
    assert len(found) == len(set(found))
    parents = dict(zip(root["/ParentTree"]["/Nums"][::2], root["/ParentTree"]["/Nums"][1::2], strict=True))
    assert set(parents) == {page["/StructParents"] for page in copies.pages}
    for number, piece in found:
        element = parents[number][piece].get_object()
        assert element["/Pg"].get_object()["/StructParents"] == number
        assert piece in element["/K"]


def test_headings_of_tables_have_names_of_their_own(copies):
    names = []

    def walk(element):
        if "/ID" in element:
            names.append(element["/ID"])
        for kid in kids(element):
            if not isinstance(kid, int):
                walk(kid)

    walk(copies.root_object["/StructTreeRoot"]["/K"][0].get_object())
    assert names
    assert len(names) == len(set(names))


def test_all_letters_of_a_copy_are_embedded(copies):
    for font in copies.pages[0]["/Resources"]["/Font"].values():
        descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        assert any(name in descriptor for name in ("/FontFile2", "/FontFile3"))
        assert "/ToUnicode" in font.get_object()


def test_what_draws_sheets_is_got_ready_when_the_server_begins(monkeypatch):
    called = []
    monkeypatch.setattr(pdf, "get_ready", lambda: called.append("ready"))
    server_begins.send(sender=None)
    assert called == ["ready"]


def test_the_pages_that_are_alike_are_copies_of_one():
    told = []
    page = page_of(["Ada Lovelace", "Zoë Müller", "Łukasz Żółć", "Ben ♥ Carter"])
    pdf.render_pdf(page, tell=lambda done, parts: told.append((done, parts)))
    assert told == [(4, 4)]
