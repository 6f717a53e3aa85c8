"""A whole club night of each game, as its people live it: the director at a desk, three phones at the
tables, a fourth screen at home, and the paper at the end."""

import io
import re
from dataclasses import dataclass

import openpyxl
import pypdf
import pytest

from sessions import queries
from sessions.models import ScoreLine, Session, Table
from sessions.templatetags.overtrick import figure

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SINGLES = ["Ines", "Jonas", "Kaja", "Liam", "Mira", "Noah", "Olivia", "Pavel", "Quinn", "Rosa", "Søren"]
PAIRS = [f"Pair{n} First & Pair{n} Second" for n in range(1, 7)]


@dataclass(frozen=True)
class Evening:
    """One game's night: who comes, what is set, and what the three phones tap in each round."""

    game: str
    names: list[str]
    rounds: list[list[list[tuple[str, str]]]]
    spoken: str
    leader: str
    settings: tuple[tuple[str, str], ...] = ()


NIGHTS = {
    "brist": Evening(
        "BRiST",
        SINGLES,
        [
            [
                [("contract", "3NT"), ("tricks", "10")],
                [("contract", "6S"), ("tricks", "12")],
                [("contract", "1C"), ("tricks", "6")],
            ]
        ],
        "3NT made with 10: 10 tricks + 10 bonus = 20; defenders 3 each",
        "20",
    ),
    "duplicate": Evening(
        "Duplicate bridge",
        PAIRS,
        [
            [
                [("contract", "4S"), ("declarer", "S"), ("tricks", "10")],
                [("contract", "3NT"), ("declarer", "N"), ("tricks", "8")],
                [("contract", "PASS")],
            ],
            [
                [("contract", "2H"), ("declarer", "E"), ("tricks", "9")],
                [("contract", "6NT"), ("declarer", "W"), ("tricks", "12")],
                [("contract", "1D"), ("declarer", "N"), ("tricks", "7")],
            ],
        ],
        "by S, =: 420 to NS",
        "100.00",
        (("boards_per_round", "1"),),
    ),
    "bid_whist": Evening(
        "Bid Whist",
        PAIRS,
        [
            [
                [("bidder", "S"), ("bid", "4U"), ("books", "11")],
                [("bidder", "W"), ("bid", "3D"), ("books", "8")],
                [("bidder", "N"), ("bid", "5NT"), ("books", "13")],
            ]
        ],
        "4 uptown made with 11 books: +5 for the bidders",
        "1",
    ),
}


PROPOSALS = re.compile("/proposals/$")


def set_up(desk, sign_in, evening, movement=""):
    """Ada's minute: the game, the names, the proposal or another movement, and the tables are open."""
    sign_in(desk, "ada")
    desk.goto("/c/riverside/")
    desk.get_by_role("link", name="New session").first.click()
    desk.get_by_role("radio", name=re.compile(rf"^{evening.game}(?!,)")).check()
    desk.get_by_role("button", name="Next: who is here").click()
    with desk.expect_response(PROPOSALS):
        desk.locator("#id_names").fill("\n".join(evening.names))
    for field, value in evening.settings:
        with desk.expect_response(PROPOSALS):
            desk.locator(f"[name={field}]").fill(value)
            desk.locator(f"[name={field}]").blur()
    if movement:
        desk.locator(f"#movement-{movement}").check()
    desk.get_by_role("button", name="Seat them").click()
    desk.get_by_role("button", name="Open the tables").click()
    desk.get_by_role("button", name="Show to everyone now").click()
    return Session.objects.get()


def open_table(phone, code):
    """A phone that scans nothing and has no account: it types the code."""
    page = phone()
    page.goto("/t/")
    page.get_by_label("Table code").fill(code.lower())
    page.get_by_role("button", name="Go to my table").click()
    page.get_by_role("link", name="Enter the result").wait_for()
    return page


def tap_in(page, result):
    """Tap each field's key, show the score; the page is left before it is confirmed."""
    page.get_by_role("link", name="Enter the result").click()
    for field, value in result:
        key = page.locator(f'[data-main] label.key:has(input[name="{field}"][value="{value}"])')
        key.click()
    page.get_by_role("button", name="Confirm").wait_for()


def confirm(page):
    """What was said of the board before is gone: "saved" is this result."""
    assert not page.get_by_text("saved").first.is_visible()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("saved").first.wait_for()


def start_round(phones, number):
    for page in phones:
        page.get_by_role("button", name=f"Start round {number}").click()
        page.get_by_role("link", name="Enter the result").wait_for()


def play_round(phones, results, *, round, spoken):
    """Each phone enters its result; only what is confirmed is stored, and as it was tapped."""
    before = stored_entries(round)
    for page, result in zip(phones, results, strict=True):
        tap_in(page, result)
    assert spoken in phones[0].locator(".preview").inner_text().replace("\n", " ")
    assert stored_entries(round) == before
    for page in phones:
        confirm(page)
    stored = stored_entries(round)
    for table, result in enumerate(results, start=1):
        assert {field: str(stored[table][field]) for field, _value in result} == dict(result)


def stored_entries(round):
    """The newest current entry of each table in a round."""
    lines = ScoreLine.objects.filter(is_current=True, seating__round=round).select_related("seating__table")
    return {line.seating.table.number: line.entry for line in lines.order_by("pk")}


@pytest.mark.parametrize("slug", NIGHTS)
def test_a_club_night_from_the_first_name_to_the_printed_ranking(
    slug, riverside, open_browser, phone, sign_in
):
    evening = NIGHTS[slug]
    desk = open_browser()
    session = set_up(desk, sign_in, evening)
    assert session.ruleset_slug == slug
    tables = list(Table.objects.filter(session=session).order_by("number"))
    assert len(tables) == 3

    home = phone()
    home.goto(f"/c/riverside/sessions/{session.pk}/")
    assert home.get_by_text("in play", exact=False).first.is_visible()
    before = home.locator("main").inner_text()

    phones = [open_table(phone, table.code) for table in tables]
    for number, results in enumerate(evening.rounds, start=1):
        if number > 1:
            start_round(phones, number)
        play_round(phones, results, round=number, spoken=evening.spoken if number == 1 else "")

    home.wait_for_function(
        "text => document.querySelector('main').innerText !== text", arg=before, timeout=60_000
    )
    home.get_by_text(evening.leader, exact=False).first.wait_for()

    desk.goto(f"/c/riverside/sessions/{session.pk}/direct/")
    desk.get_by_role("link", name="End the session").click()
    desk.get_by_role("button", name="End the session").click()
    desk.get_by_role("button", name="Publish the result").click()
    session.refresh_from_db()
    assert session.is_published
    phones[0].goto(f"/t/{tables[0].code}/")
    assert phones[0].get_by_role("link", name="Enter the result").count() == 0

    read_back(desk, session)


def read_back(desk, session):
    """Download the ranking and the sheets as a visitor would, and find the numbers again."""
    desk.goto(f"/c/riverside/sessions/{session.pk}/sheets/")
    board = queries.leaderboard(session)
    places = [place for group in board.groups.values() for place in group]
    base = f"/c/riverside/sessions/{session.pk}/sheets"

    ranking = pypdf.PdfReader(io.BytesIO(fetch(desk, f"{base}/ranking.pdf")))
    text = " ".join(page.extract_text() for page in ranking.pages)
    for place in places:
        assert all(person.name.split()[0] in text for person in place.side.players)
        if place.standing.score is not None:
            column = session.method.columns[0]
            assert figure(place.standing, column) in text

    book = openpyxl.load_workbook(io.BytesIO(fetch(desk, f"{base}/ranking.xlsx")))
    cells = [[cell.value for cell in row] for sheet in book for row in sheet.iter_rows()]
    for place in places:
        if place.standing.score is not None:
            row = next(row for row in cells if any(place.side.players[0].name in str(v) for v in row))
            numbers = [value for value in row if isinstance(value, int | float)]
            assert any(abs(number - float(place.standing.score)) < 0.006 for number in numbers), row

    sheets = pypdf.PdfReader(io.BytesIO(fetch(desk, f"{base}/recording.pdf?filled=1")))
    assert len(sheets.pages) >= 3


def fetch(desk, path):
    answer = desk.request.get(path)
    assert answer.ok, (path, answer.status)
    return answer.body()
