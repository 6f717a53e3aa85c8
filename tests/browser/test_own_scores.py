"""Without a network the phone shows the same score, and asks about the same doubts, as the server would."""

import pytest

from sessions import services
from sessions.services import Actor
from tests.browser.at_the_table import tap_in, wait_until
from tests.browser.fitness import is_fit_for_a_thumb
from tests.sessions.conftest import make_session, seating_of  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES_KEPT = """() => new Promise((done) => {
  const request = indexedDB.open("overtrick-table", 1);
  request.onsuccess = () => {
    const all = request.result.transaction("packs").objectStore("packs").getAll();
    all.onsuccess = () => { done(all.result.some(({ tables }) => tables)); request.result.close(); };
  };
})"""
GAMES = {
    "brist of four": ("brist", 4, {}, [{"contract": "6S", "tricks": 12}, {"contract": "7NT", "tricks": 6}]),
    "brist of three": ("brist", 3, {}, [{"contract": "3NT", "tricks": 8}, {"contract": "7C", "tricks": 13}]),
    "halves": ("brist", 3, {"three_defence": "half"}, [{"contract": "3NT", "tricks": 8}]),
    "bridge": (
        "duplicate",
        4,
        {},
        [
            {"contract": "4S", "declarer": "W", "tricks": 10},
            {"contract": "7NT", "declarer": "N", "tricks": 5},
            {"contract": "PASS"},
            {"contract": "NP"},
        ],
    ),
    "bid whist": (
        "bid_whist",
        2,
        {},
        [{"bidder": "W", "bid": "4NT", "books": 13}, {"bidder": "S", "bid": "7U", "books": 5}],
    ),
    "euchre": ("euchre_five", 5, {}, [{"caller": "2", "partner": "4", "tricks": 0}]),
    "tricks": ("tricks", 4, {}, [{"tricks": 13}]),
}


@pytest.fixture
def table(phone):
    """The phone at table 1 of a session, with all that it takes along."""

    def open_table(session):
        page = phone()
        page.goto(f"/t/{session.tables.get(number=1).code}/")
        wait_until(lambda: page.evaluate(TABLES_KEPT))
        return page

    return open_table


def first_title(session):
    seating = session.seatings.get(table__number=1, round=1)
    return f"Board {seating.boards[0]}" if seating.boards else "Hand 1"


def begin_again(page):
    """Forget what is being entered."""
    page.evaluate("sessionStorage.clear()")
    page.reload()


def shown(page):
    """The points of each side, and what is asked."""
    page.locator(".score-card, [data-no-score]:visible").first.wait_for()
    return page.locator(".earned-list li").all_inner_texts(), page.locator(".doubt").all_inner_texts()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_without_a_network_scores_and_doubts_as_the_server_does(table, make_session, game):  # noqa: F811
    slug, count, options, entries = GAMES[game]
    session = make_session(slug, count, options=options)
    page = table(session)
    for entry in entries:
        page.context.set_offline(True)
        tap_in(page, first_title(session), **entry)
        page.get_by_text("kept on this phone until it can be sent").wait_for()
        is_fit_for_a_thumb(page)
        by_itself = shown(page)
        page.context.set_offline(False)
        begin_again(page)
        tap_in(page, first_title(session), **entry)
        page.get_by_role("button", name="Confirm").wait_for()
        page.locator(".why").wait_for()
        assert by_itself == shown(page)
        begin_again(page)


def test_the_contract_of_the_board_before_is_asked_about_without_a_network(table, make_session, seating_of):  # noqa: F811
    session = make_session("brist", 4)
    services.record_line(
        seating=seating_of(session),
        board=1,
        entry={"contract": "3NT", "declarer": "S", "tricks": 9},
        by=Actor(device="p"),
    )
    page = table(session)
    page.context.set_offline(True)
    tap_in(page, "Board 2", contract="3NT", tricks=9)
    assert shown(page)[1] == ["The same contract as on Board 1. Is that right?"]
    page.get_by_role("button", name="Confirm").click()
    tap_in(page, "Board 3", contract="3NT", tricks=9)
    assert shown(page)[1] == ["The same contract as on Board 2. Is that right?"]
    page.get_by_role("button", name="Confirm").click()
    tap_in(page, "Board 4", contract="6S", tricks=12)
    page.locator(".score-card").wait_for()
    assert shown(page)[1] == []


def test_where_a_score_hangs_on_the_hands_before_the_phone_says_that_it_follows(table, make_session):  # noqa: F811
    page = table(make_session("rubber", 2))
    page.context.set_offline(True)
    tap_in(page, "Hand 1", contract="7NT", declarer="N", tricks=5)
    page.get_by_text("the score follows when the phone is back").wait_for()
    page.locator(".doubt").first.wait_for()
    assert shown(page) == (
        [],
        ["That is 8 down. Is that right?", "A grand slam that went down. Is that right?"],
    )
