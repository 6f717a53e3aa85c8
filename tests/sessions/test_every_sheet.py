"""Every sheet of every game as it is printed: nothing outside, nothing over another, all of it to be read."""

import html
import io
import re
import subprocess
import unicodedata
from dataclasses import replace
from itertools import cycle, islice, product

import pytest
from django.conf import settings
from django.utils import translation
from pypdf import PdfReader

from scoring.movements.drawn import DRAWINGS
from scoring.movements.teams import american_whist
from sessions import queries, services
from sessions.demo.dealing import Dealer
from sessions.jobs.works import make_pdf
from sessions.sheets import build, pdf
from sessions.sheets.build import Order
from sessions.sheets.columns import SHARES
from sessions.sheets.room import Page, are_roomy, looks
from sessions.templatetags.overtrick import letters
from sessions.templatetags.paper import brief_heading, kept_rows, mark_suits, plain, shorten

pytestmark = pytest.mark.paper

NAMES = [
    "Amélie Rousseau",
    "Óscar Fernández de Córdoba y Villavicencio",
    "Владимир Константинович Преображенский",
    '=HYPERLINK("http://example.org/","click")',
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "<script>alert(1)</script>",
    "Łukasz Żółć",
    "Ben ♥ Carter",
    "Nguyễn Thị Minh Châu",
    "Θεόδωρος Αγγελόπουλος",
    "Wm",
]
MILLIMETRE = 72 / 25.4
MARGIN, TOP, FOOT = 12 * MILLIMETRE, 9 * MILLIMETRE, 11 * MILLIMETRE
PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAPERS = list(build.PAPERS)
FLOWING = ("ranking", "attendance", "recap", "recording", "personal")
"""Sheets that may be longer than a page."""
LAST_LEAST = 0.12
"""The least part of a last page that its lines must fill."""
LEAST_POINTS = 7
"""No letters are smaller."""
FONT_SIZE = re.compile(rb"([\d.]+) Tf")
PIXEL = 0.75


def names(count):
    return [f"{name} {at}" for at, name in enumerate(islice(cycle(NAMES), count), start=1)]


@pytest.fixture
def evening(make_session, make_teams, director, ada):
    """`evening("threes")`: one of EVENINGS with nasty names, played to its end."""

    def play(session):
        night = queries.load_night(session)
        dealer = Dealer(session.ruleset, night.options, "paper", is_common=night.has_common_boards)
        for seat in night.rounds:
            if seat.is_sit_out:
                continue
            seating = queries.find_seating(session, seat.pk)
            for line in dealer.play(seat.places, seat.boards, at=f"{seat.round}/{seat.table}").lines:
                services.record_line(seating=seating, board=line.number, entry=line.entry, by=director)
        return session

    def make(name):
        if name == "teams":
            return play(make_teams(american_whist(5, boards_per_round=2)))
        ruleset, count, size, values = EVENINGS[name]
        return play(make_session(ruleset, count, names=names(count * size), **values))

    return make


EVENINGS = {
    "threes and fours": ("brist", 7, 1, {"rounds": 2}),
    "three players": ("brist", 3, 1, {"boards": {3: 21}}),
    "pairs": ("duplicate", 7, 2, {}),
    "swiss": ("duplicate", 6, 2, {"movement": DRAWINGS["swiss"].movement(6, rounds=3, boards=4)}),
    "whist": ("bid_whist", 4, 2, {"rounds": 3}),
    "knock-out": ("bid_whist", 5, 2, {"movement": DRAWINGS["knock-out"].movement(5)}),
    "brisca": ("brisca", 4, 1, {}),
    "euchre": ("euchre_five", 10, 1, {}),
    "rubber": ("rubber", 2, 2, {}),
    "chicago": ("chicago", 2, 2, {}),
}
OTHERS = [*(name for name in EVENINGS if name != "pairs"), "teams"]


def orders(session, at, language=""):
    """Each kind of sheet, in turn on each paper, in large print, with results, in each language."""
    kinds = build.kinds_for(session, is_director=True, may_fill=True)
    for number, kind in enumerate(kinds, start=at):
        yield Order(
            kind.slug,
            PAPERS[number // 2 % 2],
            number % 3 > 0 or not kind.has_blanks,
            is_large=number % 2 == 1,
            language=language or LANGUAGES[number % len(LANGUAGES)],
            site="https://example.org",
        )


def printed(session, order):
    """The PDF of the first two sheets of an order, or of its first leaf, and the sheets."""
    sheets = build.make_sheets(session, order, is_director=True)
    sheets = sheets[: max(2, sheets[0].size)]
    return make_pdf(session, order, sheets), sheets


def poppler(program, content, *options):
    command = [program, *options, "-", "-"] if program == "pdftotext" else [program, *options, "-"]
    return subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()


def boxes(content):
    """For each page its width and height, and left, top, right, bottom and text of each word."""
    for width, height, words in PAGE.findall(poppler("pdftotext", content, "-bbox")):
        found = [(*map(float, word[:4]), html.unescape(word[4])) for word in WORD.findall(words)]
        yield float(width), float(height), sorted(found, key=lambda word: word[1])


def faults(content):
    """Words outside the margins, and words over one another."""
    found = []
    for number, (width, height, words) in enumerate(boxes(content), start=1):
        text = [word for word in words if word[1] > TOP and not is_folio(word, height)]
        found += [
            (number, "outside", word[4])
            for word in text
            if word[0] < MARGIN - 1.5 or word[2] > width - MARGIN + 1.5 or word[3] > height - FOOT
        ]
        found += [(number, "overlaps", *pair) for pair in overlaps(text)]
    return found


def nearly_empty(content):
    """The pages with next to nothing on them."""
    for number, (_width, height, words) in enumerate(boxes(content), start=1):
        ends = [word[3] for word in words if word[1] > TOP and not is_folio(word, height)]
        if max(ends, default=0) - MARGIN < LAST_LEAST * height:
            yield number, "is nearly empty"


def is_folio(word, height):
    return re.fullmatch(r"\d+|/", word[4]) and word[1] > height - FOOT


def overlaps(words):
    for at, (left, top, right, bottom, text) in enumerate(words):
        for other_left, other_top, other_right, other_bottom, other in words[at + 1 :]:
            if other_top > bottom:
                break
            width = min(right, other_right) - max(left, other_left)
            height = min(bottom, other_bottom) - other_top
            if width > 1 and height > 0.42 * min(bottom - top, other_bottom - other_top):
                yield text, other


def texts(sheet):
    """Every text of a sheet as it is to be read, names in full or shortened with an ellipsis."""
    yield from map(str, (sheet.overline, sheet.title, *sheet.subtitle, sheet.mark, *sheet.notes))
    yield from (str(fact.value) for fact in sheet.people)
    yield from (brief_heading(str(name), 46) for name in sheet.signatures)
    for row in sheet.rows:
        yield str(row.heading)
        for cell, column in zip(row.cells, sheet.columns, strict=False):
            yield plain(cell, column)


def letters_of(text):
    """A text without what breaks its lines and changes its case."""
    return re.sub(r"\s|[\u00ad\u200b]", "", unicodedata.normalize("NFC", text)).casefold()


def missing(pages, sheets):
    found = "".join(pages)
    return sorted({text for sheet in sheets for text in texts(sheet) if letters_of(text) not in found})


def broken(content, sheets):
    """The words of headings that are broken, even with a hyphen."""
    words = " ".join(letters_of(word[4]) for page in boxes(content) for word in page[2])
    labels = {label for sheet in sheets for label in headings(sheet)}
    return sorted({word for label in labels for word in label.split() if letters_of(word) not in words})


def headings(sheet):
    yield from (letters(str(column.label)) for column in sheet.columns)
    yield from (letters(str(group.label)) for group in sheet.groups if not group.note)


def orphans(content, sheets):
    """The headings that end a page, their rows being on the next."""
    found = {letters_of(str(row.heading)) for sheet in sheets for row in sheet.rows if row.heading}
    for number, (_width, height, words) in enumerate(list(boxes(content))[:-1], start=1):
        text = [word for word in words if word[1] > TOP and not is_folio(word, height)]
        last = max(word[1] for word in text)
        line = letters_of("".join(word[4] for word in sorted(text) if word[1] > last - 3))
        if line in found:
            yield number, "ends with", line


def tiny(reader):
    """The sizes of letters, in points, that are too small to be read."""
    streams = (page.get_contents().get_data() for page in reader.pages)
    sizes = {float(found) * PIXEL for stream in streams for found in FONT_SIZE.findall(stream)}
    return sorted(round(size, 2) for size in sizes if 1 < size < LEAST_POINTS - 0.05)


def nameless(pages, sheets):
    """The pages that do not say whose they are."""
    titles = {letters_of(str(sheet.title))[:20] for sheet in sheets}
    return [n for n, page in enumerate(pages, start=1) if not any(title in page for title in titles)]


def complaints(session, order):
    """All that is wrong with the PDF of an order."""
    with translation.override(order.language):
        content, sheets = printed(session, order)
        pages = [letters_of(page) for page in poppler("pdftotext", content, "-raw").split("\f")[:-1]]
        found = [("is missing", text) for text in missing(pages, sheets)]
        found += [("is broken", word) for word in broken(content, sheets)]
    found += [("does not say whose it is", number) for number in nameless(pages, sheets)]
    found += faults(content)
    leaves = -(-len(sheets) // sheets[0].size)
    may_flow = order.kind in FLOWING or (order.is_large and order.kind == "score-card")
    if not may_flow and len(pages) != leaves:
        found.append(("pages instead of", len(pages), leaves))
    found += nearly_empty(content) if len(pages) > leaves else []
    found += orphans(content, sheets)
    return [*found, *oddities(content, session, order)]


def oddities(content, session, order):
    """What is wrong with the fonts and the description of a PDF."""
    reader, fonts = PdfReader(io.BytesIO(content)), poppler("pdffonts", content).splitlines()[2:]
    yield from (("too small", size) for size in tiny(reader))
    good = {
        "fonts embedded": bool(fonts) and all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts),
        "title": reader.metadata.title.startswith(session.title),
        "language": reader.root_object["/Lang"] == order.language,
        "tags": bool(reader.root_object["/MarkInfo"]["/Marked"]),
    }
    yield from (name for name, is_good in good.items() if not is_good)


def complaints_by_order(session, *which):
    found = ((order, complaints(session, order)) for order in orders(session, *which))
    return [each for each in found if each[1]]


@pytest.mark.parametrize(("at", "name"), list(enumerate(OTHERS)))
def test_every_sheet_of_an_evening_can_be_read_as_it_is_printed(evening, at, name):
    assert complaints_by_order(evening(name), at) == []


@pytest.mark.parametrize(("at", "language"), list(enumerate(LANGUAGES)))
def test_every_sheet_of_a_bridge_evening_can_be_read_in_every_language(evening, at, language):
    assert complaints_by_order(evening("pairs"), at, language) == []


def test_slips_are_fewer_on_a_page_where_one_needs_more_room(evening):
    session = evening("pairs")
    sizes = {count: build.make_sheets(session, Order("personal", per_page=count))[0].size for count in (1, 2)}
    assert sizes == {1: 1, 2: 1}
    assert build.make_sheets(session, Order("slips", per_page=4))[0].size == 4


def test_columns_under_a_name_are_equally_wide_and_add_up_to_the_sheet(evening):
    sheets = build.make_sheets(evening("threes and fours"), Order("recording"))
    for paper, is_large in product(PAPERS, (False, True)):
        shares = looks(sheets, Page(paper, is_large=is_large))[0].columns.shares
        under = [len(group.columns) for group in sheets[0].groups if group.label]
        assert len(set(shares[-sum(under) :])) == 1
        assert sum(shares) == SHARES


def test_a_sheet_without_names_needs_no_more_pages_than_with_them(evening):
    session = evening("three players")
    order = Order("recording", "letter", is_filled=False, is_large=True, language="it")
    blank = build.make_sheets(session, replace(order, is_named=False))
    assert all(
        are_roomy(sheets, Page("letter", is_large=True)) for sheets in (blank, printed(session, order)[1])
    )


def test_the_rows_of_a_round_stay_together(evening):
    session = evening("pairs")
    sheets = build.make_sheets(session, Order("recording", "letter", is_large=True))
    kept = kept_rows(sheets[0])
    rows = sheets[0].rows
    last = [at - 1 for at, row in enumerate(rows) if row.heading and at] + [len(rows) - 1]
    assert kept == set(range(len(rows))) - set(last)


@pytest.mark.parametrize(
    ("name", "width", "short"),
    [
        ("Ada Byrne", 18, "Ada Byrne"),
        ("Óscar Fernández de Córdoba y Villavicencio", 34, "Óscar Fernández de Córdoba…"),
        ("Maria-Antonia von und zu Hohenlohe", 26, "Maria-Antonia…"),
        ("Владимир Константинович", 18, "Владимир Констан…"),
        ("Donaudampfschifffahrt", 12, "Donaudampf…"),
    ],
)
def test_a_name_is_cut_short_between_its_words(name, width, short):
    assert shorten(name, width) == short


def test_names_from_right_to_left_do_not_move_the_numbers_between_them():
    assert mark_suits("1 שרה כהן – 2 محمد") == "1 <bdi>שרה כהן</bdi> – 2 <bdi>محمد</bdi>"
    assert mark_suits("8 NS (16–18)") == '8 NS (<span class="range">16–18</span>)'


def test_letters_that_no_font_has_are_told(monkeypatch):
    monkeypatch.setattr(pdf, "LETTERS_SECONDS", None)  # however long it takes
    fonts = subprocess.run(["fc-list", ":charset=738b"], capture_output=True, check=True).stdout
    assert pdf.unprintable("Ada ♥ Łukasz 王") == ("" if fonts else "王")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["brist", "duplicate", "bid_whist", "rubber", "chicago"])
def test_the_score_card_of_a_game_is_one_page_in_every_language(make_session, slug, language):
    session = make_session(slug, 4)
    with translation.override(language):
        for paper in PAPERS:
            for has_badge in (False, True):
                cards = build.make_sheets(session, Order("score-card", paper, language=language))
                (look,) = looks(cards, Page(paper, has_badge=has_badge))
                assert not look.is_flowing, (paper, has_badge)
