"""At the table: a code opens one table while its session runs, and nothing typed there is lost."""

import html
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.rulesets import RULESETS
from sessions import guessing, queries, services
from sessions.forms import as_text
from sessions.models import ScoreLine
from sessions.services import Actor

GAME = {"contract": "3NT", "tricks": "9"}
SLAM = {"contract": "6S", "tricks": "12"}
HAND = {"bidder": "S", "bid": "4U", "books": "10", "renege": "none"}


@pytest.fixture(autouse=True)
def _no_misses():
    cache.clear()


@pytest.fixture
def brist(make_session):
    """Two tables, of four and of three."""
    return make_session("brist", 7)


def code_of(session, number=1):
    return session.tables.get(number=number).code


def home(session, number=1):
    return reverse("sessions:tableside", args=[code_of(session, number)])


def pad(session, board, *, table=1, round=1):
    return reverse("sessions:table_enter", args=[code_of(session, table), round, board])


def store(session, board, *, table=1, round=1):
    return reverse("sessions:table_record", args=[code_of(session, table), round, board])


def finish(session, *, table=1, round=1):
    return reverse("sessions:table_end", args=[code_of(session, table), round])


def text_of(response):
    """What a page says; a suit is told by its symbol alone."""
    spoken = re.sub(r'<span class="visually-hidden">\w+</span>', "", response.content.decode())
    plain = re.sub(r"</?(?:span|bdi)[^>]*>", "", spoken)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", plain)))


def hidden_of(response, form):
    """The hidden values of the form that posts to an address."""
    page = response.content.decode()
    body = page[page.index(f'action="{form}"') :].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', body))


def record_board(client, session, board, data, **where):
    """Fill in the pad, look at the score, confirm."""
    given = hidden_of(client.get(home(session, where.get("table", 1))), pad(session, board, **where))
    seen = client.post(pad(session, board, **where), given | data)
    assert seen.status_code == 200, text_of(seen)
    return client.post(store(session, board, **where), hidden_of(seen, store(session, board, **where)))


def lines_of(session):
    current = ScoreLine.objects.filter(session=session, is_current=True).order_by("seating", "board")
    return [(line.board, line.entry) for line in current]


def play_all(session, *, table=1, round=1):
    """Three no trump, just made, on every board."""
    entry = {"contract": "3NT", "tricks": 9}
    seating = session.seatings.get(table__number=table, round=round)
    for board in seating.boards:
        services.record_line(
            seating=seating,
            board=board,
            entry=entry or {"contract": "3NT", "tricks": 9},
            by=Actor(device="p"),
        )


# --- the code ----------------------------------------------------------------------------------


def test_a_code_opens_its_table_without_an_account(client, brist):
    response = client.get(home(brist))
    assert response.status_code == 200
    assert "Table 1" in text_of(response)
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex, nofollow"


@pytest.mark.parametrize("change", [str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
def test_a_code_may_be_typed_with_small_letters_spaces_and_dashes(client, brist, change):
    response = client.get(reverse("sessions:join"), {"code": change(code_of(brist))})
    assert response.url == home(brist)


def test_unknown_malformed_and_closed_codes_get_the_same_answer(client, brist):
    closed = code_of(brist)
    services.close_session(session=brist)
    answers = set()
    for code in ("ZZZZZZ", "x", "%00<b>", closed):
        response = client.get(reverse("sessions:join"), {"code": code})
        answers.add((response.status_code, re.sub(r'value="[^"]*"', "", response.content.decode())))
    assert len(answers) == 1
    assert answers.pop()[0] == 404


def test_a_wrong_code_in_the_address_is_not_found_whatever_is_asked_below_it(client, brist):
    for name, args in (
        ("tableside", ["ZZZZZZ"]),
        ("table_enter", ["ZZZZZZ", 1, 1]),
        ("table_end", ["ZZZZZZ", 1]),
    ):
        assert client.get(reverse(f"sessions:{name}", args=args)).status_code == 404
    assert client.post(reverse("sessions:table_record", args=["ZZZZZZ", 1, 1]), GAME).status_code == 404
    assert lines_of(brist) == []


def test_guessing_rests_after_ten_wrong_codes_and_even_the_right_one_must_wait(client, brist):
    for number in range(guessing.RECENT_MAX):
        assert client.get(reverse("sessions:tableside", args=[f"ZZZZ{number:02}"])).status_code == 404
    assert client.get(reverse("sessions:join"), {"code": "ZZZZZZ"}).status_code == 429
    assert client.get(home(brist)).status_code == 429


def test_a_phone_that_sits_at_its_table_does_not_rest_for_a_neighbours_guesses(client, brist):
    client.get(home(brist))
    for number in range(guessing.RECENT_MAX + 1):
        Client().get(reverse("sessions:tableside", args=[f"ZZZZ{number:02}"]))
    assert client.get(home(brist)).status_code == 200


def test_a_tables_code_writes_to_no_other_table(client, brist):
    client.get(home(brist))
    client.post(store(brist, 1), GAME | {"key": "k", "expected": ""})
    assert [line.seating.table.number for line in ScoreLine.objects.all()] == [1]
    assert client.get(reverse("sessions:table_enter", args=[code_of(brist), 7, 1])).status_code == 404


def test_a_code_opens_nothing_before_the_session_starts(client, make_session):
    session = make_session("brist", 4, start=False)
    assert client.get(home(session)).status_code == 404


def test_a_phone_at_the_table_is_told_that_play_has_ended(client, brist):
    client.get(home(brist))
    services.close_session(session=brist)
    response = client.get(home(brist))
    assert response.status_code == 410
    assert "Play has ended" in text_of(response)
    assert "See the results" not in text_of(response)
    services.publish_session(session=brist)
    assert brist.get_absolute_url() in client.get(home(brist)).content.decode()


def test_a_result_that_comes_after_the_close_is_shown_not_stored(client, brist):
    client.get(home(brist))
    services.close_session(session=brist)
    response = client.post(store(brist, 1), GAME | {"key": "k", "expected": ""})
    assert response.status_code == 410
    assert "not stored" in text_of(response)
    assert "3NT" in text_of(response)
    assert lines_of(brist) == []


# --- the board under play ----------------------------------------------------------------------


def test_the_page_says_who_declares_and_who_sits_where(client, make_session):
    session = make_session("brist", 4, names=["Ada", "Ben", "Cleo", "Dov"])
    text = text_of(client.get(home(session)))
    declarer = queries.load_night(session).rounds[0].seats["S"].called
    assert f"Board 1 · {declarer} declares" in text
    assert all(name in text for name in ("Ada", "Ben", "Cleo", "Dov"))


def test_a_table_of_three_is_told_who_moves_and_which_seat_is_empty(client, make_session):
    session = make_session("brist", 3, names=["Ada", "Ben", "Cleo"])
    record_board(client, session, 1, GAME)
    seat = queries.load_night(session).rounds[0]
    move = seat.deal(2).moves[0]
    text = text_of(client.get(home(session)))
    assert f"{seat.seats[move.place].called} moves from East to North. East stays empty." in text


def test_a_bridge_board_says_dealer_and_vulnerability_in_words(client, make_session):
    session = make_session("duplicate", 4, movement="howell")
    seat = queries.load_night(session, table=1).rounds[0]
    text = text_of(client.get(home(session)))
    assert "deals" in text
    assert "vulnerable" in text
    assert f"Board {seat.next_board}" in text


def test_a_game_without_vulnerability_does_not_mention_it(client, make_session):
    for game in ("brist", "bid_whist"):
        assert "vulnerable" not in text_of(client.get(home(make_session(game, 4))))


def test_hostile_names_are_shown_as_text(client, make_session):
    names = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "Cleo", "Dov"]
    session = make_session("brist", 4, names=names)
    record_board(client, session, 1, GAME)
    preview = client.post(pad(session, 2), SLAM)
    for response in (client.get(home(session)), preview):
        page = response.content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_takes_its_own_worked_example_at_the_table(client, make_session, game):
    ruleset = RULESETS[game]
    session = make_session(game, 4 if ruleset.partnerships else len(ruleset.tables[0]))
    seat = queries.load_night(session, table=1).rounds[0]
    example = next(each for each in ruleset.examples if each.places == seat.places)
    data = {name: as_text(value) for name, value in example.entry.items()}
    assert record_board(client, session, seat.next_board, data).status_code == 302
    assert "Correct" in text_of(client.get(home(session)))


# --- a result ----------------------------------------------------------------------------------


def test_a_result_is_looked_at_confirmed_and_stored_once(client, brist):
    given = hidden_of(client.get(home(brist)), pad(brist, 1))
    seen = client.post(pad(brist, 1), given | GAME)
    assert "3NT made with 9: 9 tricks + 10 bonus = 19" in text_of(seen)
    assert lines_of(brist) == []
    confirmed = hidden_of(seen, store(brist, 1))
    for _tap in range(2):
        response = client.post(store(brist, 1), confirmed, follow=True)
        assert "Board 1 saved: 3NT S 9" in text_of(response)
        assert "Board 2" in text_of(response)
    assert lines_of(brist) == [(1, {"declarer": "S", "contract": "3NT", "tricks": 9})]
    assert ScoreLine.objects.get().device == client.session["device"]


@pytest.mark.parametrize(
    ("game", "data", "words"),
    [
        (
            "duplicate",
            {"contract": "4S", "risk": "X", "declarer": "N", "tricks": "8"},
            "4♠X by N, -2",
        ),
        ("duplicate", {"contract": "PASS", "tricks": "7"}, "Passed out"),
        ("bid_whist", HAND, "4 uptown made with 10 books"),
    ],
)
def test_each_game_shows_its_score_in_words(client, make_session, game, data, words):
    session = make_session(game, 4)
    seat = queries.load_night(session, table=1).rounds[0]
    response = client.post(pad(session, seat.next_board), data)
    assert words in text_of(response)
    assert record_board(client, session, seat.next_board, data).status_code == 302


def test_an_unlikely_result_is_asked_about_and_may_be_confirmed(client, brist):
    seen = client.post(pad(brist, 1), {"contract": "7NT", "tricks": "2", "key": "k", "expected": ""})
    assert "That is seven or more tricks short" in text_of(seen)
    assert "Is that right?" in text_of(seen)
    assert client.post(store(brist, 1), hidden_of(seen, store(brist, 1))).status_code == 302


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"contract": "3NT", "tricks": "14"}, "must be 0 to 13; 14 is not"),
        ({"contract": "2S", "tricks": "8"}, "2S is not a BRiST contract"),
        ({"contract": "3NT"}, "is missing"),
        ({"contract": "VOID"}, None),
    ],
)
def test_a_refused_result_says_why_and_keeps_what_was_entered(client, brist, data, message):
    for address in (pad(brist, 1), store(brist, 1)):
        response = client.post(address, data)
        if message is None:
            continue
        assert response.status_code == 422
        assert message in text_of(response)
        if data["contract"] == "3NT":
            assert 'value="3NT" aria-label="3 no trump" checked' in response.content.decode()


@pytest.mark.parametrize("board", [99, 10**12])
def test_a_board_of_another_round_is_refused_in_words(client, brist, board):
    for response in (client.get(pad(brist, board)), client.post(store(brist, board), GAME)):
        assert response.status_code == 422
        assert f"Board {board} is not played here now" in text_of(response)
    assert lines_of(brist) == []


def test_changing_ones_mind_brings_the_pad_back_as_it_was_with_a_new_key(client, brist):
    given = hidden_of(client.get(home(brist)), pad(brist, 1))
    response = client.post(pad(brist, 1), given | GAME | {"change": "1"})
    assert response.status_code == 200
    assert 'value="3NT" aria-label="3 no trump" checked' in response.content.decode()
    assert hidden_of(response, pad(brist, 1))["key"] != given["key"]


# --- two phones --------------------------------------------------------------------------------


@pytest.fixture
def other():
    """The second phone at the table."""
    return Client()


def test_two_results_of_one_board_are_shown_side_by_side_and_nothing_changes(client, other, brist):
    late = hidden_of(client.get(home(brist)), pad(brist, 1))
    record_board(other, brist, 1, SLAM)
    response = client.post(store(brist, 1), late | GAME)
    assert response.status_code == 409
    text = text_of(response)
    assert "Recorded at" in text
    assert "from another phone" in text
    assert "6♠ S 12" in text
    assert "3NT S 9" in text
    assert lines_of(brist) == [(1, {"declarer": "S", "contract": "6S", "tricks": 12})]


def test_the_same_result_from_two_phones_is_no_conflict(client, other, brist):
    late = hidden_of(client.get(home(brist)), pad(brist, 1))
    record_board(other, brist, 1, GAME)
    assert client.post(store(brist, 1), late | GAME).status_code == 302
    assert ScoreLine.objects.count() == 1


def test_the_last_result_may_be_replaced_on_purpose_and_both_versions_stay(client, other, brist):
    late = hidden_of(client.get(home(brist)), pad(brist, 1))
    record_board(other, brist, 1, SLAM)
    clash = client.post(store(brist, 1), late | GAME)
    response = client.post(store(brist, 1), hidden_of(clash, store(brist, 1)))
    assert response.status_code == 302
    assert lines_of(brist) == [(1, {"declarer": "S", "contract": "3NT", "tricks": 9})]
    versions = ScoreLine.objects.order_by("pk").values_list("entry__contract", "is_rival", "is_current")
    assert list(versions) == [("6S", False, False), ("3NT", True, False), ("3NT", False, True)]


def test_an_earlier_result_is_for_the_director_to_replace(client, other, brist):
    late = hidden_of(client.get(home(brist)), pad(brist, 1))
    record_board(other, brist, 1, SLAM)
    record_board(other, brist, 2, GAME)
    response = client.post(store(brist, 1), late | GAME)
    assert response.status_code == 409
    assert "call the director" in text_of(response)
    assert f'action="{store(brist, 1)}"' not in response.content.decode()


def test_a_key_that_stored_another_result_does_not_pass_for_this_one(client, brist):
    given = hidden_of(client.get(home(brist)), pad(brist, 1))
    client.post(store(brist, 1), given | GAME)
    response = client.post(store(brist, 1), given | SLAM)
    assert response.status_code == 409
    assert "from this phone" in text_of(response)


def test_a_result_for_a_line_withdrawn_meanwhile_is_shown_again(client, brist, director):
    record_board(client, brist, 1, GAME)
    page = hidden_of(client.get(pad(brist, 1)), pad(brist, 1))
    services.withdraw_line(line=ScoreLine.objects.get(), by=director, reason="wrong board")
    response = client.post(store(brist, 1), page | SLAM)
    assert response.status_code == 422
    assert "withdrawn" in text_of(response)
    assert hidden_of(response, pad(brist, 1))["contract"] == "6S"
    assert hidden_of(response, pad(brist, 1))["expected"] == ""


# --- correcting --------------------------------------------------------------------------------


def test_the_last_result_is_corrected_from_a_prefilled_pad(client, brist):
    record_board(client, brist, 1, GAME)
    assert "Correct board 1" in text_of(client.get(home(brist)))
    page = client.get(pad(brist, 1))
    assert 'value="3NT" aria-label="3 no trump" checked' in page.content.decode()
    seen = client.post(pad(brist, 1), hidden_of(page, pad(brist, 1)) | SLAM)
    assert client.post(store(brist, 1), hidden_of(seen, store(brist, 1))).status_code == 302
    assert lines_of(brist) == [(1, {"declarer": "S", "contract": "6S", "tricks": 12})]
    assert ScoreLine.objects.count() == 2


def test_an_earlier_result_has_no_pad(client, brist):
    record_board(client, brist, 1, GAME)
    record_board(client, brist, 2, GAME)
    response = client.get(pad(brist, 1))
    assert response.status_code == 422
    assert "Only the last result" in text_of(response)


def test_after_the_round_a_result_is_for_the_director(client, make_session):
    session = make_session("brist", 8, rounds=2, boards={4: 4})
    page = hidden_of(client.get(home(session)), pad(session, 1))
    play_all(session)
    client.post(finish(session))
    assert client.get(pad(session, 4)).status_code == 422
    response = client.post(store(session, 4), page | SLAM)
    assert response.status_code == 422
    assert "This round has ended" in text_of(response)
    assert "6♠" in text_of(response)


# --- the end of a round ------------------------------------------------------------------------


def test_a_complete_round_says_where_everybody_goes_and_starts_the_next(client, make_session):
    session = make_session("brist", 8, rounds=2, boards={4: 4})
    play_all(session)
    night = queries.load_night(session)
    text = text_of(client.get(home(session)))
    assert "Round complete" in text
    for side in night.at(table=1, round=1).sides.values():
        goal = next(seat for seat in night.of_side(side.pk) if seat.round == 2)
        assert f"{side.name} Table {goal.table}" in text
    assert "Start round 2" in text
    for _tap in range(2):
        assert client.post(finish(session)).status_code == 302
    assert "Round 2" in text_of(client.get(home(session)))
    assert not session.seatings.get(table__number=1, round=2).ended_at


def test_a_round_with_missing_boards_is_not_ended_at_the_table(client, brist):
    record_board(client, brist, 1, GAME)
    response = client.post(finish(brist))
    assert response.status_code == 422
    assert "These boards have no result yet" in text_of(response)


def test_after_the_last_round_the_table_is_thanked_and_led_to_the_leaderboard(client, make_session):
    session = services.set_public(session=make_session("brist", 4), is_public=True)
    play_all(session)
    assert "Finish" in text_of(client.get(home(session)))
    response = client.post(finish(session), follow=True)
    assert "Thank you for playing" in text_of(response)
    assert session.get_absolute_url() in response.content.decode()


def test_a_match_that_is_won_names_the_winners(client, make_session):
    session = make_session("bid_whist", 2, names=["Ada", "Ben", "Cleo", "Dov"])
    response = record_board(client, session, 1, HAND | {"bid": "4NT", "books": "11"})
    text = text_of(client.get(response.url))
    seat = queries.load_night(session).rounds[0]
    assert f"The match is over Won by {seat.sides['S'].name}" in text
    assert client.get(pad(session, 2)).status_code == 422


def test_a_match_ends_when_time_is_called_after_a_question(client, make_session):
    session = make_session("bid_whist", 2)
    assert "Time is called" not in text_of(client.get(home(session)))
    record_board(client, session, 1, HAND)
    assert "Time is called" in text_of(client.get(home(session)))
    assert "End the match?" in text_of(client.get(finish(session)))
    assert "Thank you" in text_of(client.post(finish(session), follow=True))


def test_a_sit_out_says_so_and_goes_on_to_the_next_round(client, make_session):
    session = make_session("duplicate", 5, movement="howell")
    night = queries.load_night(session)
    idle = next(seat for seat in night.rounds if seat.is_sit_out)
    for seat in night.of_table(idle.table):
        if seat.round < idle.round:
            services.end_round(
                seating=session.seatings.get(pk=seat.pk), by=Actor(origin="director", device="d")
            )
    assert "nobody to play against" in text_of(client.get(home(session, idle.table)))
    address = finish(session, table=idle.table, round=idle.round)
    assert client.post(address).status_code == 302
    refused = client.get(pad(session, 1, table=idle.table, round=idle.round))
    assert refused.status_code == 422


def test_a_table_where_no_pair_is_at_home_sends_its_visitors_on(client, hostless):
    assert "Player 013 & Player 014: nobody to play against" in text_of(client.get(home(hostless, 4)))
    after = text_of(client.post(finish(hostless, table=4, round=1), follow=True))
    assert "Where you go next" in after
    assert "Player 011 & Player 012: nobody to play against" in after


# --- cost --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 12])
def test_the_page_costs_the_same_queries_with_one_line_and_with_many(
    client, brist, seating_of, phone, count, django_assert_num_queries
):
    address = home(brist)
    client.get(address)
    for board in seating_of(brist).boards[:count]:
        services.record_line(
            seating=seating_of(brist), board=board, entry={"contract": "3NT", "tricks": 9}, by=phone
        )
    with django_assert_num_queries(9):  # one of them knows the phone
        page = client.get(address)
    assert len(page.content) < 60_000


def test_the_contract_of_the_board_before_is_asked_about_once_more(client, make_session):
    session = make_session("duplicate", 4, boards_per_round=3)
    game = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": "9"}
    record_board(client, session, 1, game)
    again = client.post(pad(session, 2), game | {"tricks": "10"})
    assert "The same contract as on Board 1. Is that right?" in text_of(again)
    for other in ({"declarer": "S"}, {"contract": "4S"}):
        assert "The same contract" not in text_of(client.post(pad(session, 2), game | other))
    passed = {"contract": "PASS"}
    record_board(client, session, 2, passed)
    assert "The same contract" not in text_of(client.post(pad(session, 3), passed))
