"""Each change during play in a real Chromium: told before it is made, on the phones after it, undone."""

import re
from dataclasses import dataclass

import pytest

from clubs.services import ensure_players
from scoring.movements import MOVEMENTS
from sessions import queries, services
from sessions.models import Table
from sessions.proposals import propose
from sessions.services import Actor
from tests.browser.chromium import PHONE
from tests.browser.fitness import is_fit_for_a_thumb

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = [
    *("Ines", "Jonas", "Kaja", "Liam", "Mira", "Noah", "Olivia"),
    *("Pavel", "Quinn", "Rosa", "Silvan", "Tilda", "Ugo", "Vera"),
]
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
CHOICES = "each => [...each.options].map(option => option.textContent)"


@dataclass(frozen=True)
class Case:
    """A change in the second of three rounds, as the director fills it in.

    ``said`` is told before it is made; ``table`` is one whose phone says ``before`` and then ``after``;
    ``card`` is a row of the guide card of ``whose``.
    """

    kind: str
    fields: dict[str, str]
    said: list[str]
    table: int
    before: str
    after: str
    whose: str
    card: str
    room: str = "pairs"
    first: tuple = ()


CASES = {
    "a late pair": Case(
        "arrive",
        {"names": "Zoe & Yves"},
        [
            "Round 2: Zoe & Yves and Ines & Jonas play each other at table 1.",
            "Round 3: Zoe & Yves and Mira & Noah play each other at table 3.",
        ],
        *(1, "Ines & Jonas: nobody to play against in this round.", "West vul Yves East vul Zoe"),
        *("Zoe & Yves", "2 1 EW 1 NS 3–4"),
    ),
    "a pair that leaves": Case(
        "leave",
        {"contestant": "Kaja"},
        [
            "The results of Kaja & Liam count; round 1 at table 2 stays as it is.",
            "Round 2: Quinn & Rosa sit out at table 2.",
            "Round 3: Ugo & Vera sit out at table 2.",
        ],
        *(2, "Board 5 · Kaja deals", "Quinn & Rosa: nobody to play against in this round."),
        *("Quinn & Rosa", "2 2 EW sits out"),
    ),
    "a third player becomes a fourth": Case(
        "arrive",
        {"names": "Zoe"},
        [
            "Round 2: Zoe joins table 3, which is then a table of 4.",
            "Round 3: Zoe joins table 3, which is then a table of 4.",
        ],
        *(3, "North empty", "North Zoe"),
        *("Zoe", "2 3 N 11, 2, 6 5–8"),
        room="players",
    ),
    "two tables become one": Case(
        "merge",
        {"table": "3", "other": "1"},
        [
            "Round 2: Ines & Jonas go to table 3 and play boards 7, 8 there; table 1 stays empty.",
            "Round 3: Ines & Jonas go to table 3 and play boards 3, 4 there; table 1 stays empty.",
        ],
        *(3, "Mira & Noah: nobody to play against in this round.", "Ines"),
        *("Ines & Jonas", "2 3 EW 3 NS 7–8"),
        first=("leave", {"contestant": "Silvan"}),
    ),
    "the last board is not played": Case(
        "drop_board",
        {"round": "2"},
        [
            "Table 2 does not play board 6 in round 2.",
            "Table 3 does not play board 8 in round 2.",
            "Table 4 does not play board 2 in round 2.",
        ],
        *(2, "Board 6 · Quinn deals", "Round complete"),
        *("Mira & Noah", "2 3 NS 6 EW 7"),
        room="begun",
    ),
    "a round cut short": Case(
        "cut_round",
        {"round": "2", "at_table": "2"},
        ["Table 2 does not play board 6 in round 2."],
        *(2, "Board 6 · Quinn deals", "Round complete"),
        *("Kaja & Liam", "2 2 NS 5 EW 5"),
        room="begun",
    ),
    "played at the wrong table": Case(
        "move_results",
        {"origin": "Round 2, table 2", "goal": "Round 2, table 3"},
        [
            "The result of board 5 goes from table 2 to table 3.",
            "Boards change tables: 5 to table 3, 7 to table 2.",
        ],
        *(3, "Nothing is recorded in this round yet.", "5 3NT N ="),
        *("Mira & Noah", "2 3 NS 6 EW 5, 8"),
        room="begun",
    ),
    "the wrong way round": Case(
        "turn",
        {"seat": "Round 2, table 2"},
        [
            "Round 2, table 2: Quinn & Rosa sat North-South and Kaja & Liam East-West.",
            "The result of table 2 stays as it is (board 5).",
        ],
        *(2, "North Kaja West vul Rosa", "North Quinn West vul Liam"),
        *("Kaja & Liam", "2 2 EW 5 EW 5–6"),
        room="begun",
    ),
}


def make_room(club, ada, room):
    """Seven pairs at 3½ tables, or eleven players; ``begun``: table 2 has begun its second round."""
    is_paired = room != "players"
    game = "duplicate" if is_paired else "brist"
    session = services.create_session(club=club, ruleset=game, date="2026-03-05", title="Thursday", by=ada)
    size, count = (2, 7) if is_paired else (1, 11)
    players = ensure_players(club=club, names=PEOPLE[: count * size])
    if is_paired:
        movement = MOVEMENTS["skip-mitchell"].build(7, rounds=3, boards_per_round=2)
    else:
        movement = propose(session.ruleset, 11, rounds=3, boards={4: 4, 3: 3})[0]
    entrants = [players[at : at + size] for at in range(0, count * size, size)]
    services.seat_players(session=session, entrants=entrants, movement=movement)
    session = services.start_session(session=session)
    for seat in queries.load_night(session).rounds:
        if seat.round == 1 and not seat.is_sit_out:
            play(session, seat, seat.boards)
            services.end_round(seating=queries.find_seating(session, seat.pk), by=Actor())
        elif room == "begun" and (seat.round, seat.table) == (2, 2):
            play(session, seat, seat.boards[:1])
    return session


def play(session, seat, boards):
    for board in boards:
        declarer = seat.deal(board).declarer
        entry = {"contract": "3NT", "declarer": declarer, "tricks": 10} if declarer else BRIDGE
        services.record_line(
            seating=queries.find_seating(session, seat.pk), board=board, entry=entry, by=Actor()
        )


def show(page, session, kind, fields):
    """Fill in a change and look at it."""
    page.goto(f"/c/riverside/sessions/{session.pk}/direct/changes/{kind}/")
    for name, value in fields.items():
        box = page.locator(f"[name={name}]")
        if box.evaluate("each => each.tagName") == "SELECT":
            box.select_option(label=next(x for x in box.evaluate(CHOICES) if re.search(rf"\b{value}\b", x)))
        else:
            box.fill(value)
    page.get_by_role("button", name="Show what changes").click()
    return page.locator(".change-sentences li").all_inner_texts()


def do(page):
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("The standing is computed anew").wait_for()


def told(page):
    """What the page says, in one line."""
    return " ".join(page.locator("main").inner_text().split())


def row_of(page, session, whose):
    """The rows of somebody's guide card, each in one line."""
    page.goto(f"/c/riverside/sessions/{session.pk}/sheets/guides.html")
    card = page.locator("section, article", has=page.get_by_role("heading", name=whose, exact=True)).last
    return [" ".join(row.inner_text().split()) for row in card.locator("tr").all()]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_change_is_told_made_on_phones_and_cards_and_undone(case, riverside, ada, open_browser, sign_in):
    session = make_room(riverside, ada, case.room)
    desk, small, phone = open_browser(), open_browser(PHONE), open_browser(PHONE)
    sign_in(desk, "ada")
    small.context.add_cookies(desk.context.cookies())
    if case.first:
        show(desk, session, *case.first)
        do(desk)
    phone.goto(f"/t/{Table.objects.get(session=session, number=case.table).code}/")
    assert case.before in told(phone)

    for page in (desk, small):
        assert show(page, session, case.kind, case.fields) == case.said
        is_fit_for_a_thumb(page)
    do(small)
    is_fit_for_a_thumb(small)
    phone.reload()
    assert case.after in told(phone)
    assert case.before not in told(phone)
    assert case.card in row_of(desk, session, case.whose)

    small.get_by_role("button", name="Undo:").first.click()
    small.get_by_text("Undone.").wait_for()
    phone.reload()
    assert case.before in told(phone)
