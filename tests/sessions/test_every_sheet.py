"""Every sheet of every game as it is printed: nothing outside, nothing over another, all of it to be read."""

import html
import io
import re
import subprocess
import unicodedata
from itertools import cycle, islice, product

import pytest
from django.conf import settings
from django.utils import translation
from pypdf import PdfReader

from sessions import queries, services
from sessions.demo.dealing import Dealer
from sessions.jobs.works import make_pdf
from sessions.sheets import build
from sessions.sheets.build import Order
from sessions.templatetags.paper import brief_heading, plain

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
MARGIN, FOOT = 12 * MILLIMETRE, 11 * MILLIMETRE
PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAPERS = list(build.PAPERS)
FLOWING = ("ranking", "attendance", "recap", "recording", "personal")
"""Sheets that may be longer than a page."""
LAST_LEAST = 0.12
"""The least part of a last page that its lines must fill."""


def names(count):
    return [f"{name} {at}" for at, name in enumerate(islice(cycle(NAMES), count), start=1)]


@pytest.fixture
def evening(make_session, director):
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
        ruleset, count, size, values = EVENINGS[name]
        return play(make_session(ruleset, count, names=names(count * size), **values))

    return make


EVENINGS = {"rubber": ("rubber", 2, 2, {}), "chicago": ("chicago", 2, 2, {})}


def orders(session, languages=LANGUAGES):
    """Each kind of sheet on each paper, in one language after the other, every second in large print."""
    kinds = build.kinds_for(session, is_director=True, may_fill=True)
    wanted = zip(product(kinds, PAPERS), cycle(languages), cycle([False, True, True, False]), strict=False)
    for (kind, paper), language, is_large in wanted:
        is_filled = not is_large or not kind.has_blanks
        yield Order(
            kind.slug, paper, is_filled, is_large=is_large, language=language, site="https://example.org"
        )


def printed(session, order):
    """The PDF of the first leaves of an order, and their sheets."""
    sheets = build.make_sheets(session, order, is_director=True)
    sheets = sheets[: 2 * sheets[0].size]
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
    """Words outside the margins, words over one another, and pages with next to nothing on them."""
    found = []
    for number, (width, height, words) in enumerate(boxes(content), start=1):
        text = [word for word in words if not (re.fullmatch(r"\d+|/", word[4]) and word[1] > height - FOOT)]
        found += [
            (number, "outside", word[4])
            for word in text
            if word[0] < MARGIN - 1.5 or word[2] > width - MARGIN + 1.5 or word[3] > height - FOOT
        ]
        found += [(number, "overlaps", *pair) for pair in overlaps(text)]
        filled = (max(word[3] for word in text) - min(word[1] for word in text)) / height
        found += [(number, "is nearly empty")] if number > 1 and filled < LAST_LEAST else []
    return found


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


def missing(content, sheets):
    found = letters_of(poppler("pdftotext", content, "-raw", "-enc", "UTF-8"))
    return sorted({text for sheet in sheets for text in texts(sheet) if letters_of(text) not in found})


def check(session, order):
    with translation.override(order.language):
        content, sheets = printed(session, order)
        assert missing(content, sheets) == [], order
    reader = PdfReader(io.BytesIO(content))
    assert faults(content) == [], order
    assert order.kind in FLOWING or len(reader.pages) == -(-len(sheets) // sheets[0].size), order
    fonts = poppler("pdffonts", content).splitlines()[2:]
    assert fonts, order
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts), order
    assert reader.metadata.title.startswith(session.title)
    assert reader.root_object["/Lang"] == order.language
    assert reader.root_object["/MarkInfo"]["/Marked"]


@pytest.mark.parametrize("name", EVENINGS)
def test_every_sheet_of_an_evening_can_be_read_as_it_is_printed(evening, name):
    session = evening(name)
    for order in orders(session):
        check(session, order)
