"""The workbook that scores itself, in LibreOffice as in scoring; and what comes back from it."""

import io
import tracemalloc
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from sessions import exports, queries, services
from sessions.models import ScoreLine, Session
from sessions.sheets import reading

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


# --- what a workbook is ---------------------------------------------------------------------------


@pytest.fixture
def pairs(make_session):
    return make_session("duplicate", 6, names=[f"P {n}" for n in range(12)], boards_per_round=2)


def cells_of(book):
    """Of each worksheet and board: its row, and the column of each field."""
    found = {}
    rows = book["Overtrick"].iter_rows(min_row=2, values_only=True)
    for name, row, _round, _table, board, _line, _sitting, *columns in rows:
        found[name, board] = row, dict(column.split("=") for column in columns if column)
    return found


def fill(content, entries):
    """Fill cells by worksheet, board and field, as somebody types them."""
    book = load_workbook(io.BytesIO(content))
    cells = cells_of(book)
    for (name, board), values in entries.items():
        row, columns = cells[name, board]
        for field, value in values.items():
            book[name][f"{columns[field]}{row}"].value = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


BRIST_NIGHT = {
    ("Table 1", 1): {"contract": "3NT", "tricks": 10},
    ("Table 1", 2): {"contract": "4h", "tricks": 9},
    ("Table 1", 3): {"contract": "7S", "tricks": 13},
}


def test_only_the_cells_to_fill_in_are_open(make_session, book_of):
    book = load_workbook(io.BytesIO(book_of(make_session("brist", 4))))
    page, (row, columns) = book.worksheets[0], cells_of(book)["Table 1", 1]
    assert page.protection.sheet
    assert {cell.column_letter for cell in page[row] if not cell.protection.locked} == {*columns.values()}
    assert list(columns) == ["declarer", "contract", "tricks"]


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


def test_where_deals_remember_one_another_points_are_written_by_hand(make_session, book_of):
    book = load_workbook(io.BytesIO(book_of(make_session("rubber", 2))))
    page, (row, columns) = book["Table 1"], cells_of(book)["Table 1", 1]
    open_cells = {cell.column_letter for cell in page[row] if not cell.protection.locked}
    assert [sheet.title for sheet in book if sheet.sheet_state == "visible"] == ["Table 1"]
    assert not [x for cells in page.iter_rows() for x in cells if "INDEX(" in str(x.value)]
    assert len(open_cells - {*columns.values()}) == 2


def test_a_workbook_is_a_recording_sheet_that_prints_as_it_is(make_session, book_of):
    session = make_session("brist", 7, options={"defence_bonus": "mirror"})
    book = load_workbook(io.BytesIO(book_of(session, paper="letter")))
    page = book["Table 2"]
    texts = [cell.value for row in page.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert texts[:3] == ["Riverside", "brist night", "Table 2"]
    assert {"First move", "Declarer", "Player 005", "Player 006", "Player 007"} <= set(texts)
    assert any("mirror" in text.casefold() or "defence" in text.casefold() for text in texts)
    assert (page.page_setup.paperSize, page.page_setup.fitToWidth) == (1, 1)
    assert page.print_title_rows
    assert page.oddFooter.left.text == "Riverside · brist night · Table 2"


def test_one_table_alone_and_without_names(make_session, book_of):
    session = make_session("brist", 7)
    book = load_workbook(io.BytesIO(book_of(session, table=2, is_named=False)))
    visible = [page for page in book.worksheets if page.sheet_state == "visible"]
    texts = {str(cell.value) for page in book for row in page.iter_rows() for cell in row}
    assert [page.title for page in visible] == ["Table 2"]
    assert not [text for text in texts if "Player" in text]


def test_a_workbook_gives_no_board_away(make_session, signed_in, ben, pairs, director):
    seat = queries.load_night(pairs).rounds[0]
    entry = {"contract": "6NT", "risk": "", "declarer": "N", "tricks": 12}
    seating = queries.find_seating(pairs, seat.pk)
    services.record_line(seating=seating, board=seat.boards[0], entry=entry, by=director)
    page = reverse("sessions:sheet", args=[pairs.club.slug, pairs.pk, "recording", "xlsx"]) + "?filled=1"
    book = load_workbook(io.BytesIO(signed_in(ben).get(page).content))
    assert "6NT" not in {cell.value for row in book.worksheets[0].iter_rows() for cell in row}


@pytest.mark.parametrize("start", exports.FORMULA_STARTS)
def test_no_file_of_rows_has_a_text_that_a_spreadsheet_would_run(start):
    text = f"{start}HYPERLINK(A1)"
    lines = exports.write_csv(["Name"], [[text]]).decode("utf-8-sig")
    (cell,) = load_workbook(io.BytesIO(exports.write_xlsx(["Name"], [[text]]))).active[2]
    assert f"'{start}HYPERLINK" in lines
    assert cell.data_type == "s"


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


def test_a_match_of_bid_whist_is_read_hand_after_hand(make_session, book_of, signed_in, ada):
    session = make_session("bid_whist", 2)
    values = {"bidder": "S", "bid": "4NT", "books": 11}
    content = fill(
        book_of(session),
        {("Table 1", 1): {"bidder": "W", "bid": "3u", "books": 9, "trump": "H"}, ("Table 1", 2): values},
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
        ("Table 1", 1): {"contract": "2H", "tricks": 8},
        ("Table 1", 2): {"contract": "3NT", "tricks": 14},
        ("Table 1", 4): {"contract": "3NT"},
    }
    lines = read(fill(book_of(session), wrong), session)
    cells = cells_of(load_workbook(io.BytesIO(book_of(session))))
    places = [(1, "contract"), (2, "tricks"), (4, "tricks")]
    named = [f"{cells['Table 1', board][1][field]}{cells['Table 1', board][0]}" for board, field in places]
    assert [(line.state, line.cell) for line in lines] == [("wrong", cell) for cell in named]
    assert lines[0].message == "2H is not a BRiST contract"


def test_bridge_goes_out_and_comes_back(pairs, book_of, signed_in, ada):
    night = queries.load_night(pairs)
    entries = {
        (f"Table {seat.table}", board): {
            "contract": "4S",
            "risk": "X",
            "declarer": "N",
            "tricks": 9 + board % 3,
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


def with_sheet(content, text):
    """The workbook with a text put into each of its worksheets."""
    return replaced(content, b"</sheetData>", text + b"</sheetData>")


def without(content, name):
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as goal,
    ):
        for part in source.infolist():
            if name not in part.filename:
                goal.writestr(part.filename, source.read(part))
    return stream.getvalue()


def lying(content):
    """A workbook whose first part unpacks to more than its table of contents says."""
    at = content.index(b"PK\x01\x02")
    return content[: at + 24] + (5).to_bytes(4, "little") + content[at + 28 :]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda content: b"PK" + b"\0" * 500, "not an Excel workbook"),
        (lambda content: content[: len(content) // 2], "not an Excel workbook"),
        (lambda content: b"Board;Contract\n1;3NT\n", "not an Excel workbook"),
        (lambda content: b"%PDF-1.7", "not an Excel workbook"),
        (lambda content: b"", "not an Excel workbook"),
        (lambda content: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 5000, "has a password"),
        (lambda content: content + b"\0" * reading.BYTES_MAX, "too large"),
        (lambda content: with_part(content, "xl/vbaProject.bin", b"x"), "macros"),
        (lambda content: with_part(content, "xl/externalLinks/externalLink1.xml", b"x"), "other files"),
        (lambda content: with_part(content, "xl/embeddings/a.bin", b"x"), "other files inside"),
        (lambda content: with_part(content, "bomb", b"\0" * (reading.UNPACKED_MAX + 1)), "too much"),
        (lambda content: with_part(content, "xl/more.xml", b"<si/>" * 2_000_000), "too much"),
        (lambda content: with_sheet(content, b"<row/>" * 1_000_000), "too much"),
        (lambda content: with_sheet(content, b'<row r="900">' + b"<c/>" * 1_000_000 + b"</row>"), "too much"),
        (lambda content: replaced(content, b"<styleSheet", b"<!DOCTYPE x><styleSheet"), "damaged"),
        (lambda content: without(content, "workbook.xml"), "damaged"),
        (lambda content: without(content, "worksheets/"), "not made here"),
        (lambda content: without(content, "Content_Types"), "damaged"),
        (lying, "not an Excel workbook"),
    ],
)
def test_a_file_that_is_no_good_is_refused_in_words_and_nothing_is_stored(
    make_session, book_of, signed_in, ada, spoil, says
):
    session = make_session("brist", 4)
    content = spoil(fill(book_of(session), BRIST_NIGHT))
    tracemalloc.start()
    answer = upload(signed_in(ada), session, content)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not session.lines.exists()
    assert most < 3 * reading.UNPACKED_MAX


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


def test_a_workbook_without_names_in_another_language_is_read(make_session, book_of):
    session = make_session("bid_whist", 2)
    with translation.override("de"):
        content = book_of(session, is_named=False)
        renege = translation.gettext("by the bidding side")
    assert renege != "by the bidding side"
    values = {"bidder": "W", "bid": "3U", "trump": "H", "books": 9, "renege": renege}
    (line,) = read(fill(content, {("Tisch 1", 1): values}), session)
    assert (line.state, line.entry["bidder"], line.entry["renege"]) == ("new", "W", "bidder")


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
