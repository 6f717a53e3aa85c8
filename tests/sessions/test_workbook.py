"""The workbook that scores itself, in LibreOffice as in scoring; and what comes back from it."""

import io
import os
import shutil
import subprocess
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from scoring.lines import Sitting, default_options
from scoring.rulesets import RULESETS
from scoring.sheets import score_sides
from scoring.sheets.outcomes import is_vulnerable
from sessions import queries, services
from sessions.models import ScoreLine, Session
from sessions.sheets import reading
from sessions.sheets.formulas import render_book
from sessions.sheets.workbook import Book, BookRow, BookSheet, make_book, outcomes_of

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
needs_office = pytest.mark.skipif(
    shutil.which("soffice") is None and not os.environ.get("CI"), reason="LibreOffice is not installed"
)


def recalculate(content, folder):
    """The workbook as LibreOffice saves it, every formula with its value."""
    (folder / "in.xlsx").write_bytes(content)
    office = [f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to"]
    office += ["xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out"), str(folder / "in.xlsx")]
    subprocess.run(["soffice", *office], check=True, capture_output=True, timeout=240)
    return (folder / "out" / "in.xlsx").read_bytes()


# --- every case -----------------------------------------------------------------------------------


def every_case(ruleset, places, options):
    """A row of a workbook for each entry that the game knows, and the points that it must show."""
    rows, expected = [], []
    for vulnerable, outcomes in outcomes_of(ruleset, places, options).items():
        for at, (key, points) in enumerate(outcomes.points.items()):
            entry = {item.name: value for item, value in zip(outcomes.fields, key, strict=True)}
            is_named = not outcomes.seat.is_absent(entry)
            turn = at % len(places) if is_named else 0
            deal = next(
                deal
                for deal in _deals(ruleset, places, options)
                if is_vulnerable(deal, places[turn]) == vulnerable
            )
            entry |= {outcomes.seat.name: places[turn]} if is_named else {}
            people = tuple(f"{deal.seats[place]} Player {place}" for place in places)
            fields = tuple(x for x in ruleset.fields(deal, options) if not x.for_director)
            rows.append(BookRow(1, 1, deal, fields, people, entry))
            turned = {places[(turn + i) % len(places)]: value for i, value in enumerate(points)}
            expected.append([turned.get(place, "–") for place in places])
    return rows, expected


def _deals(ruleset, places, options):
    for number in range(1, 17):
        boards = (number,) if ruleset.boards else ()
        yield ruleset.deal(Sitting(places, boards), number, options)


@needs_office
@pytest.mark.parametrize(
    ("slug", "size", "options"),
    [
        ("brist", 4, {"defence_bonus": "mirror", "extra_contracts": True}),
        ("brist", 3, {}),
        ("brist", 3, {"three_defence": "half", "extra_contracts": True}),
        ("brist", 3, {"three_defence": "own"}),
        ("bid_whist", 4, {}),
        ("bid_whist", 4, {"second_renege": True, "forced_bid": "redeal", "boston": "thirteen"}),
        ("duplicate", 4, {}),
    ],
)
def test_libreoffice_reckons_every_case_as_scoring_does(slug, size, options, tmp_path):
    ruleset = RULESETS[slug]
    options = default_options(ruleset) | options
    places = next(places for places in ruleset.tables if len(places) == size)
    rows, expected = every_case(ruleset, places, options)
    sheet = BookSheet("1", "Every case", (), places, tuple(rows))
    outcomes = {places: outcomes_of(ruleset, places, options)}
    content = render_book(Book(1, (sheet,), outcomes, ruleset.partnerships), paper="a4")
    page = load_workbook(io.BytesIO(recalculate(content, tmp_path)), data_only=True).worksheets[0]
    sides = score_sides(places, are_pairs=ruleset.partnerships)
    first = next(cell.column for cell in page[5] if cell.value == "Total") - 1
    columns = [first + 2 * at for at in range(len(sides))]
    shown = [[page.cell(row, column).value for column in columns] for row in range(6, 6 + len(rows))]
    chosen = [places.index(side[0]) for side in sides]
    assert len(rows) > 250
    assert shown == [[points[at] for at in chosen] for points in expected]


# --- what a workbook is ---------------------------------------------------------------------------


@pytest.fixture
def book_of():
    def make(session, *, is_filled=False):
        return render_book(make_book(queries.load_night(session), is_filled=is_filled), paper="a4")

    return make


@pytest.fixture
def pairs(make_session):
    return make_session("duplicate", 6, names=[f"P {n}" for n in range(12)], boards_per_round=2)


def fill(content, entries):
    """Fill cells by worksheet, board and heading, as somebody types them."""
    book = load_workbook(io.BytesIO(content))
    for (name, board), values in entries.items():
        page = book[name]
        headings = {cell.value: cell.column for cell in page[5] if cell.value}
        row = next(
            row for row in range(6, page.max_row + 1) if page.cell(row, headings["Board"]).value == board
        )
        for heading, value in values.items():
            page.cell(row, headings[heading]).value = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


BRIST_NIGHT = {
    ("Table 1", 1): {"Contract": "3NT", "Tricks": 10},
    ("Table 1", 2): {"Contract": "4h", "Tricks": 9},
    ("Table 1", 3): {"Contract": "7S", "Tricks": 13},
}


def test_only_the_cells_to_fill_in_are_open(make_session, book_of):
    page = load_workbook(io.BytesIO(book_of(make_session("brist", 4)))).worksheets[0]
    open_columns = {cell.column for cell in page[6] if not cell.protection.locked}
    assert page.protection.sheet
    assert [page.cell(5, column).value for column in sorted(open_columns)] == [
        "Declarer",
        "Contract",
        "Tricks",
    ]


def test_drop_downs_offer_what_the_rules_allow(make_session, book_of):
    book = load_workbook(io.BytesIO(book_of(make_session("brist", 4))))
    rules = book.worksheets[0].data_validations.dataValidation
    kinds = {(rule.type, rule.errorStyle) for rule in rules}
    offered = [row[0].value for row in book["Choices"]["A1:A21"]]
    assert kinds == {("list", "stop"), ("whole", "stop")}
    assert offered[:3] == ["1C", "1D", "1H"]
    assert book["Choices"].sheet_state == "hidden"


def test_names_are_never_formulas(make_session, book_of):
    names = ["=cmd|' /C calc'!A0", "@SUM(A1)", "+1", "-1"]
    book = load_workbook(io.BytesIO(book_of(make_session("brist", 4, names=names))))
    formulas = {c.value for page in book for row in page.iter_rows() for c in row if c.data_type == "f"}
    assert not any(name in formula for formula in formulas for name in names)


def test_a_game_that_remembers_earlier_deals_has_no_workbook(make_session, signed_in, ada):
    session = make_session("rubber", 2)
    page = reverse("sessions:workbook", args=[session.club.slug, session.pk])
    assert signed_in(ada).get(page).status_code == 404


def test_a_workbook_gives_no_board_away(make_session, signed_in, ben, pairs, director):
    seat = queries.load_night(pairs).rounds[0]
    entry = {"contract": "6NT", "risk": "", "declarer": "N", "tricks": 12}
    seating = queries.find_seating(pairs, seat.pk)
    services.record_line(seating=seating, board=seat.boards[0], entry=entry, by=director)
    page = reverse("sessions:workbook", args=[pairs.club.slug, pairs.pk]) + "?filled=1"
    book = load_workbook(io.BytesIO(signed_in(ben).get(page).content))
    assert "6NT" not in {cell.value for row in book.worksheets[0].iter_rows() for cell in row}


# --- and back -------------------------------------------------------------------------------------


def read(content, session):
    return reading.read_book(content, queries.load_night(session))


def upload(client, session, content, name="night.xlsx"):
    page = reverse("sessions:upload", args=[session.club.slug, session.pk])
    return client.post(page, {"workbook": SimpleUploadedFile(name, content, XLSX)})


def confirm(client, session, shown, **values):
    page = reverse("sessions:confirm_upload", args=[session.club.slug, session.pk])
    return client.post(page, {"packed": shown.context["packed"], **values})


def totals(session):
    (seat,) = queries.load_night(Session.objects.get(pk=session.pk)).rounds
    return dict(seat.score.totals)


def test_lines_typed_into_a_workbook_are_read(make_session, book_of):
    session = make_session("brist", 4)
    lines = read(fill(book_of(session), BRIST_NIGHT), session)
    assert [(line.board, line.state, line.text) for line in lines] == [
        (1, "new", "3NT S 10"),
        (2, "new", "4♥ W 9"),
        (3, "new", "7♠ N 13"),
    ]


@needs_office
def test_a_workbook_filled_and_saved_by_libreoffice_gives_the_same_standings(
    make_session, book_of, signed_in, ada, tmp_path
):
    session = make_session("brist", 4)
    content = recalculate(fill(book_of(session), BRIST_NIGHT), tmp_path)
    page = load_workbook(io.BytesIO(content), data_only=True).worksheets[0]
    reckoned = [page.cell(8, 8 + 2 * at).value for at in range(4)]
    client = signed_in(ada)
    confirm(client, session, upload(client, session, content))
    assert totals(session) == dict(zip("SWNE", reckoned, strict=True)) == {"S": 97, "W": 3, "N": 97, "E": 3}


def test_a_match_of_bid_whist_is_read_hand_after_hand(make_session, book_of, signed_in, ada):
    session = make_session("bid_whist", 2)
    values = {"Bidder": "S", "Bid": "4NT", "Books": 11}
    content = fill(
        book_of(session),
        {("Table 1", 1): {"Bidder": "W", "Bid": "3u", "Books": 9, "Trump": "H"}, ("Table 1", 2): values},
    )
    client = signed_in(ada)
    confirm(client, session, upload(client, session, content))
    assert totals(session) == {"S": 10, "W": 3, "N": 10, "E": 3}


def test_what_differs_is_shown_beside_what_is_stored_and_history_keeps_both(
    make_session, book_of, signed_in, ada, director, seating_of
):
    session = make_session("brist", 4)
    entry = {"declarer": "S", "contract": "1C", "tricks": 7}
    services.record_line(seating=seating_of(session), board=1, entry=entry, by=director)
    client = signed_in(ada)
    shown = upload(client, session, fill(book_of(session, is_filled=True), BRIST_NIGHT))
    assert [(line.state, line.stored) for line in shown.context["lines"]] == [
        ("differs", "1♣ S 7"),
        ("new", ""),
        ("new", ""),
    ]
    confirm(client, session, shown, reason="typed from paper")
    line, earlier = queries.history(seating_id=seating_of(session).pk, board=1)
    assert (line.reason, line.origin, line.by, earlier.entry) == ("typed from paper", "import", ada, entry)


def test_the_same_workbook_again_has_nothing_to_record(make_session, book_of, signed_in, ada):
    session = make_session("brist", 4)
    client = signed_in(ada)
    confirm(client, session, upload(client, session, fill(book_of(session), BRIST_NIGHT)))
    shown = upload(client, session, book_of(session, is_filled=True))
    assert {line.state for line in shown.context["lines"]} == {"same"}
    assert "There is nothing to record." in shown.content.decode()


def test_what_is_wrong_is_named_with_its_cell(make_session, book_of):
    session = make_session("brist", 4)
    wrong = {
        ("Table 1", 1): {"Contract": "2H", "Tricks": 8},
        ("Table 1", 2): {"Contract": "3NT", "Tricks": 14},
        ("Table 1", 4): {"Contract": "3NT"},
    }
    lines = read(fill(book_of(session), wrong), session)
    assert [(line.state, line.cell) for line in lines] == [("wrong", "E6"), ("wrong", "F7"), ("wrong", "F9")]
    assert lines[0].message == "2H is not a BRiST contract"


def test_bridge_goes_out_and_comes_back(pairs, book_of, signed_in, ada):
    night = queries.load_night(pairs)
    entries = {
        (f"Table {seat.table}", board): {
            "Contract": "4S",
            "Dbl.": "X",
            "By": "N",
            "Tricks": 9 + board % 3,
        }
        for seat in night.rounds
        if not seat.is_sit_out
        for board in seat.boards
    }
    client = signed_in(ada)
    shown = upload(client, pairs, fill(book_of(pairs), entries))
    assert {line.state for line in shown.context["lines"]} == {"new"}
    confirm(client, pairs, shown)
    stored = ScoreLine.objects.filter(session=pairs, is_current=True)
    assert stored.count() == len(entries)
    assert all(line.entry["contract"] == "4S" and line.entry["risk"] == "X" for line in stored)


def test_a_change_after_the_look_stops_all_of_it(make_session, book_of, signed_in, ada, director, seating_of):
    session = make_session("brist", 4)
    client = signed_in(ada)
    shown = upload(client, session, fill(book_of(session), BRIST_NIGHT))
    entry = {"declarer": "N", "contract": "1C", "tricks": 7}
    services.record_line(seating=seating_of(session), board=3, entry=entry, by=director)
    confirm(client, session, shown)
    assert session.lines.count() == 1


def test_a_list_that_was_tampered_with_is_not_recorded(make_session, book_of, signed_in, ada):
    session = make_session("brist", 4)
    client = signed_in(ada)
    page = reverse("sessions:confirm_upload", args=[session.club.slug, session.pk])
    client.post(
        page, {"packed": "x" + upload(client, session, fill(book_of(session), BRIST_NIGHT)).context["packed"]}
    )
    assert not session.lines.exists()


# --- what is refused ------------------------------------------------------------------------------


def with_part(content, name, data):
    stream = io.BytesIO(content)
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr(name, data)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda content: b"PK" + b"\0" * 500, "not an Excel workbook"),
        (lambda content: content[: len(content) // 2], "not an Excel workbook"),
        (lambda content: content + b"\0" * reading.BYTES_MAX, "too large"),
        (lambda content: with_part(content, "xl/vbaProject.bin", b"x"), "macros"),
        (lambda content: with_part(content, "xl/externalLinks/externalLink1.xml", b"x"), "other files"),
        (lambda content: with_part(content, "xl/embeddings/a.bin", b"x"), "other files inside"),
        (
            lambda content: with_part(content, "bomb", b"\0" * (reading.UNPACKED_MAX + 1)),
            "unpacks to too much",
        ),
    ],
)
def test_a_file_that_is_no_good_is_refused_in_words_and_nothing_is_stored(
    make_session, book_of, signed_in, ada, spoil, says
):
    session = make_session("brist", 4)
    answer = upload(signed_in(ada), session, spoil(fill(book_of(session), BRIST_NIGHT)))
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not session.lines.exists()


def replaced(content, old, new):
    """The same package with a text of its parts replaced."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as goal,
    ):
        for part in source.infolist():
            goal.writestr(part.filename, source.read(part).replace(old, new))
    return stream.getvalue()


def test_entities_are_not_expanded(make_session, book_of):
    session = make_session("brist", 4)
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet'
    with pytest.raises(reading.NotReadError):
        read(replaced(book_of(session), b"<worksheet", bomb), session)


def test_thousands_of_empty_rows_are_not_walked_through(make_session, book_of):
    session = make_session("brist", 4)
    rows = b"".join(b'<row r="%d"/>' % number for number in range(1_000, 60_000))
    lines = read(
        replaced(fill(book_of(session), BRIST_NIGHT), b"</sheetData>", rows + b"</sheetData>"), session
    )
    assert [line.state for line in lines] == ["new"] * 3


def test_the_workbook_of_another_session_is_refused(make_session, book_of):
    first, second = make_session("brist", 4), make_session("brist", 4)
    with pytest.raises(reading.NotReadError, match="another session"):
        read(book_of(first), second)


def test_any_other_workbook_is_refused(make_session):
    from openpyxl import Workbook

    stream = io.BytesIO()
    Workbook().save(stream)
    with pytest.raises(reading.NotReadError, match="not made here"):
        read(stream.getvalue(), make_session("brist", 4))


def test_only_a_director_of_the_club_reads_a_workbook_back(make_session, signed_in, ben, dov, client):
    session = make_session("brist", 4)
    pages = [
        reverse(f"sessions:{name}", args=[session.club.slug, session.pk])
        for name in ("upload", "confirm_upload")
    ]
    for page in pages:
        assert client.post(page).status_code == 302
    for stranger in (ben, dov):
        for page in pages:
            assert signed_in(stranger).post(page).status_code == 403
