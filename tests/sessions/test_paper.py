"""Sheets on paper: the numbers are those in the database, hostile names stay text, strangers get none."""

import io
import re
import sys
from dataclasses import replace
from urllib.request import OpenerDirector

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils.text import slugify
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from clubs.logos import read_logo
from clubs.services import set_logo
from scoring.movements.teams import team_match, team_round_robin
from scoring.sheets import Person, Sheet
from sessions import queries, services
from sessions.models import Session
from sessions.sheets import build, pdf, xlsx
from sessions.sheets.build import Order

HOSTILE = [
    "<img src=file:///etc/passwd>",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "</style><style>body{background:url(http://192.0.2.1/x)}</style>",
    "שרה כהן",
    "Zoë 🎉",
    "-1+1",
]
HANDS = {
    "brist": {"contract": "3NT", "tricks": 10},
    "duplicate": {"contract": "4S", "risk": "", "declarer": "N", "tricks": 10},
    "bid_whist": {"bidder": "S", "bid": "3U", "trump": "H", "books": 10},
}


@pytest.fixture(autouse=True)
def _no_sheets_kept():
    cache.clear()


@pytest.fixture
def play(director):
    """`play(session, limit)`: record so many boards at each table."""

    def record(session, limit=3):
        for seat in queries.load_night(session).rounds:
            seating = queries.find_seating(session, seat.pk)
            for number, board in enumerate((seat.boards or range(1, limit + 1))[:limit]):
                entry = dict(HANDS[session.ruleset_slug])
                entry["tricks" if "tricks" in entry else "books"] -= number + seat.table % 2
                if session.ruleset_slug == "brist":
                    entry["declarer"] = (
                        queries.load_night(session).at(table=seat.table, round=1).deal(board).declarer
                    )
                services.record_line(seating=seating, board=board, entry=entry, by=director)
        return Session.objects.get(pk=session.pk)

    return record


def sheets_of(session, kind, **values):
    return build.make_sheets(session, Order(kind, **values))


EVERY_KIND = list(build.KINDS)


def pdf_of(sheets, paper="a4"):
    page = pdf.render_html(sheets, title="Night", paper=paper)
    return PdfReader(io.BytesIO(pdf.render_pdf(page)))


def text_of(sheets, paper="a4"):
    return [page.extract_text() for page in pdf_of(sheets, paper).pages]


def book_of(sheets, paper="a4"):
    return load_workbook(io.BytesIO(xlsx.render_xlsx(sheets, paper=paper)))


def numbers(text):
    return [int(found) for found in re.findall(r"\b\d+\b", text)]


def address(session, name="sheets", *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def rows_of(page):
    return [row for row in page.iter_rows(values_only=True) if any(cell is not None for cell in row)]


# --- what stands on them --------------------------------------------------------------------------


def test_the_pdf_of_a_table_has_its_lines_and_totals(make_session, play):
    session = play(make_session("brist", 7))
    seat = queries.load_night(session).at(table=2, round=1)
    (page,) = text_of(sheets_of(session, "recording", table=2))
    found = numbers(page)
    for line in seat.score.lines:
        entry = seat.lines[line.number].entry
        shown = [line.number, entry["tricks"]]
        for place in seat.places:
            shown += [int(line.points[place]), int(line.running[place])]
        assert set(shown) <= set(found)
    assert f"Total {' '.join(str(seat.score.totals[place]) for place in seat.places)}" in " ".join(
        page.split()
    )


def test_the_workbook_of_a_table_has_the_same_numbers_as_numbers(make_session, play):
    session = play(make_session("brist", 7))
    seat = queries.load_night(session).at(table=1, round=1)
    page = book_of(sheets_of(session, "recording"))["Table 1"]
    by_board = {row[0]: row for row in rows_of(page) if isinstance(row[0], int)}
    for line in seat.score.lines:
        points = [value for place in seat.places for value in (line.points[place], line.running[place])]
        assert list(by_board[line.number][3:]) == [seat.lines[line.number].entry["tricks"], *points]
    totals = next(row for row in rows_of(page) if row[0] == "Total")
    assert [cell for cell in totals[1:] if cell is not None] == [seat.score.totals[p] for p in seat.places]


def test_a_blank_sheet_has_declarers_and_moves_but_no_result(make_session, play):
    session = play(make_session("brist", 3, names=["Ada", "Ben", "Cleo"]))
    (page,) = text_of(sheets_of(session, "recording", is_filled=False))
    assert "Cleo: E → N" in page.replace("\u00a0", " ")
    assert list(re.findall(r"^\d+ .*?\b([SWNE]) (?:Ada|Ben|Cleo)", page, re.M))[:3] == [
        "S",
        "W",
        "N",
    ]
    assert "3NT" not in page


def test_the_ranking_on_paper_is_the_leaderboard(make_session, play):
    session = play(make_session("duplicate", 8))
    board = queries.leaderboard(session)
    sheets = sheets_of(session, "ranking")
    text = " ".join(" ".join(text_of(sheets)).split())
    rows = rows_of(book_of(sheets)["Ranking"])
    for places in board.groups.values():
        for place in places:
            percent = place.standing.figures["percent"]
            assert f"{place.side.name} {float(percent):.2f}" in text
            row = next(row for row in rows if row[2] == place.side.name)
            assert str(row[0]) == place.rank
            assert row[3] == pytest.approx(float(percent))


def test_a_traveller_has_the_matchpoints_of_its_board(make_session, play):
    session = play(make_session("duplicate", 8))
    night = queries.load_night(session)
    sheets = sheets_of(session, "travellers")
    assert [sheet.mark for sheet in sheets] == [f"Board {number}" for number in night.board_numbers]
    expected = {found.key: found for found in night.standings.boards if found.board == 1}
    for seat in night.of_board(1):
        row = next(row for row in sheets[0].rows if row.cells[0] == seat.sides["N"].number)
        assert row.cells[2] == seat.sides["E"].number
        if (seat.round, seat.table) in expected:
            points = expected[seat.round, seat.table]
            assert row.cells[-4:] == (points.score, -points.score, points.first, points.second)


def test_a_blank_traveller_names_the_pairs_and_has_no_matchpoints(make_session, play):
    session = play(make_session("duplicate", 8))
    sheet = sheets_of(session, "travellers", is_filled=False)[0]
    assert [group.label for group in sheet.labelled_groups] == ["NS", "EW", "Score"]
    assert all(row.cells[1] and row.cells[4] is None for row in sheet.rows)


def test_every_table_has_its_own_page_and_worksheet(make_session, play):
    for ruleset, count in (("brist", 11), ("bid_whist", 6), ("duplicate", 8)):
        session = play(
            make_session(ruleset, count, names=[f"{ruleset} {n}" for n in range(count * 2)]), limit=1
        )
        sheets = sheets_of(session, "recording")
        assert len(pdf_of(sheets).pages) == len(sheets)
        assert len(book_of(sheets).sheetnames) == len(sheets)


# --- paper ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_paper_is_the_one_asked_for(make_session, paper, size):
    sheets = sheets_of(make_session("brist", 4), "recording", paper=paper)
    box = pdf_of(sheets, paper).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    setup = book_of(sheets, paper).worksheets[0].page_setup
    assert (int(setup.paperSize), setup.fitToWidth, setup.fitToHeight) == (
        {"a4": 9, "letter": 1}[paper],
        1,
        1,
    )


def test_twenty_one_boards_at_three_fit_on_one_page_with_long_names(make_session):
    names = [
        "Wolfeschlegelsteinhausenbergerdorff " * 3,
        "Siobhán O’Sullivan-Featherstonehaugh " * 3,
        "W" * 119,
    ]
    session = make_session("brist", 3, boards={3: 21}, names=names)
    for paper in build.PAPERS:
        assert len(pdf_of(sheets_of(session, "recording", is_filled=False), paper).pages) == 1


def test_the_pdf_is_tagged_and_says_title_and_language(make_session):
    reader = pdf_of(sheets_of(make_session("brist", 4), "recording"))
    assert reader.metadata.title.startswith("Night")
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/MarkInfo"]["/Marked"]


def test_all_fonts_are_embedded(make_session, play):
    session = play(make_session("brist", 4))
    for page in pdf_of(sheets_of(session, "recording")).pages:
        for font in page["/Resources"]["/Font"].values():
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            assert any(name in descriptor for name in ("/FontFile2", "/FontFile3"))


def test_the_workbook_repeats_its_headings_on_every_page(make_session):
    page = book_of(sheets_of(make_session("brist", 4), "recording")).worksheets[0]
    first, last = (int(number) for number in re.findall(r"\d+", page.print_title_rows))
    assert page.cell(first, 1).font.bold
    assert page.freeze_panes == f"A{last + 1}"


# --- hostile names --------------------------------------------------------------------------------


def test_hostile_names_stay_text_in_the_workbook(make_session):
    session = make_session("brist", 7, names=HOSTILE)
    book = book_of([*sheets_of(session, "recording"), *sheets_of(session, "ranking")])
    cells = [cell for page in book for row in page.iter_rows() for cell in row]
    assert {cell.value for cell in cells} >= set(HOSTILE)
    assert not {cell.data_type for cell in cells} & {"f", "e"}
    assert all(cell.quotePrefix for cell in cells if isinstance(cell.value, str) and cell.value[0] in "=+-@")


def test_characters_that_a_workbook_cannot_hold_are_left_out():
    assert rows_of(book_of([Sheet("a\x00b\x0bc\ud800d\uffffe")]).worksheets[0]) == [("abcde",)]


def test_worksheets_have_names_that_are_allowed_and_different():
    taken = set()
    names = []
    for text in ("Table 1", "table 1", "'a/b:c'", "[*?]", "x" * 50, "x" * 50, "History"):
        names.append(xlsx.sheet_name(text, taken))
        taken.add(names[-1].casefold())
    assert names == ["Table 1", "table 1 (2)", "a b c", "1", "x" * 31, "x" * 27 + " (2)", "History (2)"]


def test_hostile_names_are_printed_and_nothing_is_fetched(make_session, monkeypatch):
    opened = []
    monkeypatch.setattr(OpenerDirector, "open", lambda _self, request, *_: opened.append(request))
    session = make_session("brist", 7, names=HOSTILE)
    page = pdf.render_html(sheets_of(session, "recording"), title=HOSTILE[0], paper="a4")
    reader = PdfReader(io.BytesIO(pdf.render_pdf(page)))
    text = "".join("".join(page.extract_text() for page in reader.pages).split())
    assert "<imgsrc=file:///etc/passwd>" in text
    assert "root:" not in text
    assert opened == []


def test_even_markup_that_gets_into_a_page_fetches_nothing(monkeypatch):
    opened = []
    monkeypatch.setattr(OpenerDirector, "open", lambda _self, request, *_: opened.append(request))
    hostile = (
        '<style>@import "http://192.0.2.1/a.css"; p { background: url(file:///etc/passwd) }</style>'
        '<link rel="stylesheet" href="http://192.0.2.1/b.css"><p><img src="file:///etc/passwd">'
        '<img src="data:image/png;base64,AAAA"><object data="http://192.0.2.1/c"></object></p>'
    )
    assert pdf.render_pdf(f"<!doctype html><html lang=en><title>x</title>{hostile}").startswith(b"%PDF")
    assert opened == []


def test_a_title_cannot_break_the_file_name(make_session, signed_in, ada):
    session = make_session("brist", 4)
    services.update_session(session=session, title='Ne"w; filename=evil.exe É ☃')
    answer = signed_in(ada).get(address(session, "sheet", "recording", "xlsx"))
    assert answer["Content-Disposition"] == (
        'attachment; filename="2026-03-05-new-filenameevilexe-e-recording.xlsx"'
    )


# --- who gets them --------------------------------------------------------------------------------


def test_a_member_sees_the_sheets_of_a_private_session_and_a_stranger_does_not(
    make_session, signed_in, ben, dov, client
):
    session = make_session("brist", 4)
    pages = [
        address(session),
        *(address(session, "sheet", "recording", kind) for kind in ("html", "pdf", "xlsx")),
    ]
    assert [client.get(page).status_code for page in pages] == [404] * 4
    assert [signed_in(dov).get(page).status_code for page in pages] == [404] * 4
    assert [signed_in(ben).get(page).status_code for page in pages] == [200] * 4


def test_everybody_sees_the_sheets_of_a_public_session(make_session, client):
    session = services.set_public(session=make_session("brist", 4), is_public=True)
    assert client.get(address(session)).status_code == 200
    assert client.get(address(session, "sheet", "ranking", "pdf"))["Content-Type"] == "application/pdf"


def test_before_play_only_scorers_and_above_print(make_session, signed_in, ada, ben, client):
    session = services.set_public(session=make_session("brist", 4, start=False), is_public=True)
    page = address(session, "sheet", "recording", "html")
    assert client.get(page).status_code == 404
    assert signed_in(ben).get(page).status_code == 404
    assert signed_in(ben).get(address(session)).status_code == 404
    assert signed_in(ada).get(page).status_code == 200


def test_a_session_of_another_club_is_not_found(make_session, signed_in, hilltop, ada, dov):
    session = make_session("brist", 4)
    page = reverse("sessions:sheet", args=[hilltop.slug, session.pk, "recording", "pdf"])
    assert signed_in(dov).get(page).status_code == 404


@pytest.mark.parametrize(
    ("kind", "extension", "query"),
    [
        ("travellers", "pdf", ""),
        ("poems", "pdf", ""),
        ("recording", "exe", ""),
        ("recording", "pdf", "?paper=a3"),
        ("recording", "pdf", "?table=x"),
        ("recording", "pdf", "?table=99"),
        ("recording", "pdf", "?filled=2"),
    ],
)
def test_a_sheet_that_cannot_be_is_not_found(make_session, signed_in, ada, kind, extension, query):
    session = make_session("brist", 4)
    assert signed_in(ada).get(address(session, "sheet", kind, extension) + query).status_code == 404


def test_the_list_offers_travellers_only_where_boards_are_compared(make_session, signed_in, ada):
    client = signed_in(ada)
    brist, bridge = (
        make_session("brist", 4),
        make_session("duplicate", 6, names=[f"P {n}" for n in range(12)]),
    )
    assert "travellers.pdf" not in client.get(address(brist)).content.decode()
    assert "travellers.pdf" in client.get(address(bridge)).content.decode()


def test_one_table_can_be_asked_for(make_session, signed_in, ada):
    session = make_session("brist", 7)
    page = signed_in(ada).get(address(session, "sheet", "recording", "html") + "?table=2").content.decode()
    assert page.count('<section class="sheet') == 1
    assert "Table 2" in page


ONE_OF = [kind for kind in build.KINDS.values() if kind.one_of]


@pytest.mark.parametrize("kind", ONE_OF, ids=lambda kind: kind.slug)
def test_of_what_there_is_a_sheet_each_one_can_be_asked_for(make_session, play, signed_in, ada, kind):
    """The list offers them all by name, and what comes is that one of them."""
    session = make_session("rubber" if kind.slug == "pads" else "duplicate", 6)
    session = play(session, limit=99) if kind.needs_results else session
    client = signed_in(ada)
    form = client.get(address(session)).content.decode().split(f'id="one-{kind.slug}"')[1]
    values = re.findall(r'<option value="(\d+)">([^<]+)', form.split("</select>")[0])
    night, order = queries.load_night(session), Order(kind.slug, is_filled=True, site="https://example.org")
    every = build.make_sheets(session, order, is_director=True)
    assert len(values) == len(
        {"table": night.table_numbers, "board": night.board_numbers}.get(kind.one_of, night.sides)
    )
    found = []
    for value, name in values:
        page = client.get(address(session, "sheet", kind.slug, "html"), {kind.one_of: value, "filled": "1"})
        assert name.split()[-1] in page.content.decode().replace("\n", " ")
        one = replace(order, **{kind.one_of: int(value)})
        found += build.make_sheets(session, one, is_director=True)
    assert sorted(map(repr, found)) == sorted(map(repr, every))


def test_a_board_or_a_player_who_is_not_there_has_no_sheet(make_session, signed_in, ada):
    session, other = (
        make_session("duplicate", 6),
        make_session("duplicate", 6, names=[f"O {n}" for n in range(12)]),
    )
    stranger = other.contestants.first().pk
    for kind, query in (("travellers", "board=99"), ("personal", f"side={stranger}"), ("guides", "side=x")):
        assert signed_in(ada).get(address(session, "sheet", kind, "html") + f"?{query}").status_code == 404


def test_the_file_of_one_says_whose_it_is(make_session, signed_in, ada):
    session = make_session("duplicate", 6)
    side = session.contestants.order_by("number").first()
    label = queries.load_night(session).sides[side.pk].label
    answer = signed_in(ada).get(address(session, "sheet", "guides", "xlsx"), {"side": side.pk})
    assert f"-guides-{slugify(label)}.xlsx" in answer["Content-Disposition"]


def test_slips_are_for_play_unless_results_are_asked_for(make_session, play, signed_in, ada):
    session = play(make_session("duplicate", 6))
    page, client = address(session, "sheet", "slips", "html"), signed_in(ada)
    usual, filled, blank = (
        client.get(page + query).content.decode() for query in ("", "?filled=1", "?filled=none")
    )
    assert [("4<span" in text, "Player 003" in text) for text in (usual, filled, blank)] == [
        (False, True),
        (True, True),
        (False, False),
    ]


def test_a_guide_card_without_a_name_has_room_for_one(make_session, signed_in, ada):
    session = make_session("duplicate", 6)
    page = address(session, "sheet", "guides", "html")
    shown = signed_in(ada).get(page + "?filled=none").content.decode()
    assert "Player" not in shown
    assert shown.count('<table class="people">') == 6


@pytest.mark.parametrize(
    ("query", "said"),
    [("slips.pdf?per_page=1", "Your file"), ("travellers.html?board=99", "There is nothing to print yet")],
)
def test_what_comes_instead_of_a_sheet_is_in_the_readers_language(make_session, signed_in, ada, query, said):
    session = make_session("duplicate", 10)
    kind, extension = query.split("?")[0].split(".")
    page = address(session, "sheet", kind, extension)
    shown = signed_in(ada).get(f"{page}?{query.split('?')[1]}&language=ru", follow=True).content.decode()
    assert said in shown
    assert not re.search("[а-яА-Я]", shown.split("<main")[1].split("</main>")[0])


# --- how they are made ----------------------------------------------------------------------------


def test_without_pango_the_page_that_prints_as_well_is_offered(make_session, signed_in, ada, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    session = make_session("brist", 4)
    answer = signed_in(ada).get(address(session, "sheet", "recording", "pdf") + "?paper=letter")
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "libpango" in page
    link = re.search(r'href="([^"]+recording\.html\?paper=letter)"', page).group(1)
    assert signed_in(ada).get(link).status_code == 200


def test_a_pdf_is_made_again_only_when_its_page_changes(make_session, play):
    session = make_session("brist", 4)
    first = pdf.render_html(sheets_of(session, "recording"), title="Night", paper="a4")
    made = pdf.render_pdf(first)
    assert pdf.render_pdf(first) == made
    changed = pdf.render_html(sheets_of(play(session), "recording"), title="Night", paper="a4")
    assert pdf.render_pdf(changed) != made


@pytest.mark.parametrize("extension", ["html", "xlsx"])
def test_three_tables_cost_as_many_queries_as_one(
    make_session, signed_in, ada, play, django_assert_num_queries, extension
):
    client = signed_in(ada)
    few = play(make_session("brist", 4))
    many = play(make_session("brist", 12))
    for session in (few, many):
        with django_assert_num_queries(12):
            client.get(address(session, "sheet", "recording", extension))


def test_the_page_obeys_the_content_policy(make_session, signed_in, ada):
    session = make_session("brist", 4)
    page = signed_in(ada).get(address(session, "sheet", "recording", "html")).content.decode()
    assert "<style" not in page
    assert "style=" not in page
    assert "<script" not in page


def test_sheets_speak_the_readers_language(make_session, signed_in, ada):
    session = make_session("brist", 4)
    client = signed_in(ada)
    client.cookies["django_language"] = "de"
    page = client.get(address(session, "sheet", "recording", "html")).content.decode()
    assert '<html lang="de"' in page
    assert "5. März 2026" in page


def test_sheets_give_no_board_away_before_everyone_has_played_it(make_session, play, client, signed_in, ada):
    session = play(make_session("duplicate", 6, boards_per_round=2))
    services.set_public(session=session, is_public=True)
    address = reverse("sessions:sheet", args=["riverside", session.pk, "travellers", "html"])
    assert "♠" not in client.get(address, {"filled": "1"}).content.decode()
    assert "♠" in signed_in(ada).get(address, {"filled": "1"}).content.decode()
    services.close_session(session=session)
    client.logout()
    assert "♠" in client.get(address, {"filled": "1"}).content.decode()


# --- the smaller papers ---------------------------------------------------------------------------


@pytest.mark.paper
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("ruleset", "count"), [("duplicate", 8), ("brist", 7)])
def test_every_kind_is_printed_in_both_papers_and_as_a_workbook(make_session, play, ruleset, count, paper):
    session = play(make_session(ruleset, count, names=[f"{ruleset} {n}" for n in range(count * 2)]))
    made = {kind: build.make_sheets(session, Order(kind, paper), is_director=True) for kind in EVERY_KIND}
    made = {kind: sheets for kind, sheets in made.items() if sheets}
    assert {"recording", "personal", "guides", "ranking", "movement", "attendance"} <= set(made)
    found = {
        kind: (len(pdf_of(sheets, paper).pages), len(book_of(sheets, paper).sheetnames))
        for kind, sheets in made.items()
    }
    assert found == {kind: (-(-len(sheets) // sheets[0].size), len(sheets)) for kind, sheets in made.items()}


def test_a_guide_card_leads_through_the_seating(make_session):
    session = make_session("duplicate", 8, names=[f"P {n}" for n in range(16)])
    night = queries.load_night(session)
    card = next(sheet for sheet in sheets_of(session, "guides") if sheet.mark.startswith("1"))
    seats = night.of_side(next(pk for pk, side in night.sides.items() if side.label == card.mark))
    assert card.title in {side.name for side in night.sides.values() if side.label == card.mark}
    assert [(row.cells[0], row.cells[1]) for row in card.rows] == [(seat.round, seat.table) for seat in seats]


def test_a_guide_card_sends_a_pair_to_the_table_where_nobody_is_at_home(hostless):
    card = next(sheet for sheet in sheets_of(hostless, "guides") if sheet.mark.startswith("7"))
    assert card.mark == "7 EW"
    assert [row.cells for row in card.rows] == [
        (1, 4, "EW", "sits out", None),
        (2, 1, "EW", "1 NS", "3–4"),
        (3, 3, "EW", "3 NS", "1–2"),
    ]


def test_a_slip_has_its_pairs_and_boards_and_no_result_before_play(make_session, play):
    session = play(make_session("duplicate", 8))
    slips = sheets_of(session, "slips", is_filled=False)
    night = queries.load_night(session)
    assert [[row.cells[0] for row in slip.rows if row.cells] for slip in slips] == [
        list(seat.boards) for seat in night.rounds if not seat.is_sit_out
    ]
    assert not any("♠" in str(row.cells) for slip in slips for row in slip.rows)
    assert slips[0].size == 4


@pytest.mark.parametrize(
    ("values", "headings"),
    [({}, {"": ()}), ({"movement": "skip-mitchell"}, {"NS": ("North-South",), "EW": ("East-West",)})],
)
def test_the_recap_adds_up_to_the_ranking_group_by_group(make_session, play, values, headings):
    session = play(make_session("duplicate", 8, **values))
    (recap,) = sheets_of(session, "recap")
    expected = []
    for group, places in queries.leaderboard(session).groups.items():
        expected += headings[group]
        expected += [(place.side.label, place.standing.figures["percent"]) for place in places]
    assert [(row.cells[0], row.cells[-1]) if row.cells else row.heading for row in recap.rows] == expected


def test_results_are_not_among_the_papers_while_boards_are_still_played(make_session, play, client):
    session = services.set_public(session=play(make_session("duplicate", 8)), is_public=True)
    for kind in ("recap", "frequencies"):
        assert client.get(address(session, "sheet", kind, "html")).status_code == 404
        assert f"{kind}.pdf" not in client.get(address(session)).content.decode()


@pytest.mark.parametrize("kind", ["table-cards", "movement", "attendance"])
def test_the_directors_papers_are_for_directors(make_session, signed_in, ada, ben, kind):
    session = make_session("duplicate", 8)
    page = address(session, "sheet", kind, "html")
    assert signed_in(ben).get(page).status_code == 404
    assert signed_in(ada).get(page).status_code == 200


@pytest.mark.parametrize(
    ("ruleset", "count"), [("duplicate", 4), ("duplicate", 5), ("brist", 7), ("brist", 5)]
)
def test_a_blank_attendance_list_has_a_line_for_each_seat(make_session, ruleset, count):
    assert_blank_list_is_alike(make_session(ruleset, count))


def test_a_blank_attendance_list_of_teams_has_a_line_for_each_seat(make_teams):
    assert_blank_list_is_alike(make_teams(team_match(boards_per_round=2)))


def test_a_blank_attendance_list_has_four_lines_for_a_team_with_a_bye(make_teams):
    assert_blank_list_is_alike(make_teams(team_round_robin(3, boards_per_round=2)))


def assert_blank_list_is_alike(session):
    """But for the names, it has the lines of the one with names."""
    orders = (Order("attendance", is_named=is_so) for is_so in (True, False))
    named, blank = (build.make_sheets(session, order, is_director=True)[0].rows for order in orders)
    assert {row.cells[0] for row in blank} == {""}
    assert sorted(row.cells[1:3] for row in blank) == sorted(row.cells[1:3] for row in named)


def test_a_table_card_carries_the_square_of_its_code(make_session, signed_in, ada):
    session = make_session("brist", 4)
    page = signed_in(ada).get(address(session, "sheet", "table-cards", "html")).content.decode()
    code = session.tables.get().code
    assert "<svg" in page
    assert f"/t/{code}/" in page


def test_a_browser_remembers_its_paper(make_session, signed_in, ada):
    session = make_session("brist", 4)
    client = signed_in(ada)
    client.get(address(session, "sheet", "ranking", "html") + "?paper=letter")
    page = client.get(address(session, "sheet", "recording", "html")).content.decode()
    assert '<body class="letter">' in page


def test_large_print_and_the_number_on_a_page_can_be_chosen(make_session, signed_in, ada):
    session = make_session("duplicate", 8)
    page = address(session, "sheet", "guides", "html")
    shown = signed_in(ada).get(page + "?per_page=2&large=1").content.decode()
    assert 'class="per-2 large"' in shown
    assert signed_in(ada).get(page + "?per_page=3").status_code == 404


# --- without names --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["recording", "travellers", "personal"])
def test_a_blank_sheet_has_everything_but_names_and_results(make_session, play, kind):
    names = ["Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hal"]
    session = play(make_session("duplicate", 4, names=names))
    order = build.read_order(kind, {"filled": "none"})
    sheets = build.make_sheets(session, order)
    prefilled = sheets_of(session, kind, is_filled=False)
    assert [len(sheet.rows) for sheet in sheets] == [len(sheet.rows) for sheet in prefilled]
    assert not [name for name in names if name in repr(sheets)]
    assert "4S" not in repr(sheets)


def test_a_blank_sheet_of_a_match_leaves_room_for_names(make_session):
    (sheet, *_others) = build.make_sheets(
        make_session("brist", 4, names=["Ada", "Ben", "Cleo", "Dov"]),
        build.read_order("recording", {"filled": "none"}),
    )
    assert [fact.value for fact in sheet.people] == [""] * 4
    assert sheet.signatures == ("South", "West", "North", "East")
    assert sheet.rows[0].cells[1] == Person("S")


# --- the club's logo ------------------------------------------------------------------------------


@pytest.fixture
def a_logo(riverside):
    file = io.BytesIO()
    Image.new("RGB", (60, 30), "green").save(file, "PNG")
    return set_logo(club=riverside, content=read_logo(file.getvalue())).logo_url


def test_the_logo_stands_on_the_page_in_the_pdf_and_in_the_workbook(make_session, signed_in, ada, a_logo):
    session, client = make_session("brist", 4), signed_in(ada)
    page, paper, book = (
        client.get(address(session, "sheet", "recording", extension)).content
        for extension in ("html", "pdf", "xlsx")
    )
    assert f'src="{a_logo}"' in page.decode()
    (picture,) = PdfReader(io.BytesIO(paper)).pages[0].images
    assert picture.image.size == (60, 30)
    (drawing,) = load_workbook(io.BytesIO(book)).worksheets[0]._images
    assert drawing.anchor._from.row == 0
