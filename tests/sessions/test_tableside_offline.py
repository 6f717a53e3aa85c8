"""What a phone kept and hands in later: stored once, answered clearly, and nothing of it thrown away."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.rulesets import RULESETS
from sessions import inbox, once, phones, queries, services
from sessions.models import Device, ScoreLine
from sessions.services import Actor
from sessions.views.ahead import ASSETS

GAME = {"contract": "3NT", "tricks": "9"}
SLAM = {"contract": "6S", "tricks": "12"}
DIRECTOR = Actor(origin="director", device="desk")


@pytest.fixture(autouse=True)
def _no_misses():
    cache.clear()


@pytest.fixture
def brist(make_session):
    """Two tables, of four and of three."""
    return make_session("brist", 7)


@pytest.fixture
def other():
    """The second phone at the table."""
    return Client()


def address(session, name="table_lines", number=1):
    return reverse(f"sessions:{name}", args=[session.tables.get(number=number).code])


def send(client, session, board, entry, *, key="k1", number=1, round=1, expected="", headers=None, **more):
    body = {"round": round, "board": board, "key": key, "expected": expected, "entry": entry, **more}
    where = address(session, number=number)
    return client.post(where, json.dumps(body), content_type="application/json", headers=headers)


def state_of(response):
    return response.status_code, response.json()["state"]


def stored(session):
    lines = ScoreLine.objects.filter(session=session).order_by("pk")
    return [(line.board, line.entry["contract"], line.is_current, line.is_rival) for line in lines]


# --- once ----------------------------------------------------------------------------------------


def test_the_same_line_sent_five_times_is_stored_once_and_acknowledged_five_times(client, brist):
    answers = [send(client, brist, 1, GAME) for _time in range(5)]
    assert [state_of(answer) for answer in answers] == [(200, "stored")] + [(200, "same")] * 4
    assert {answer.json()["key"] for answer in answers} == {"k1"}
    assert stored(brist) == [(1, "3NT", True, False)]


def test_the_same_result_from_two_phones_stands_once(client, other, brist):
    assert state_of(send(client, brist, 1, GAME, key="a")) == (200, "stored")
    assert state_of(send(other, brist, 1, GAME, key="b")) == (200, "same")
    assert stored(brist) == [(1, "3NT", True, False)]


def test_a_phone_without_a_token_or_a_cookie_may_send_what_it_kept(brist):
    phone = Client(enforce_csrf_checks=True)
    assert state_of(send(phone, brist, 1, GAME)) == (200, "stored")


def test_another_site_cannot_send_through_a_players_browser(client, brist):
    foreign = send(client, brist, 1, GAME, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 400
    plain = client.post(address(brist), json.dumps({"round": 1}), content_type="text/plain")
    assert plain.status_code == 400
    assert state_of(send(client, brist, 1, GAME, headers={"Origin": "http://testserver"})) == (200, "stored")
    assert len(stored(brist)) == 1


# --- both versions ---------------------------------------------------------------------------------


def test_another_result_of_the_board_is_a_conflict_and_both_are_kept(client, other, brist):
    send(other, brist, 1, SLAM, key="a")
    for _time in range(2):
        answer = send(client, brist, 1, GAME, key="b")
        assert state_of(answer) == (409, "conflict")
        assert "two different results" in answer.json()["html"]
    assert stored(brist) == [(1, "6S", True, False), (1, "3NT", False, True)]


def test_a_conflict_wants_the_directors_look_until_the_director_lets_it_stand(client, other, brist):
    send(other, brist, 1, SLAM, key="a")
    send(client, brist, 1, GAME, key="b")
    concern = queries.concerns(queries.load_night(brist))[0]
    assert (concern.board, concern.kind) == (1, queries.Kind.CONFLICT)
    inbox.settle(line=ScoreLine.objects.get(is_current=True))
    kinds = {each.kind for each in queries.concerns(queries.load_night(brist))}
    assert queries.Kind.CONFLICT not in kinds


def test_a_rival_that_the_director_puts_back_counts_and_its_phone_is_told_so(client, other, brist):
    send(other, brist, 1, SLAM, key="a")
    send(client, brist, 1, GAME, key="b")
    services.put_back(line=ScoreLine.objects.get(is_rival=True), by=DIRECTOR, reason="as agreed")
    assert state_of(send(client, brist, 1, GAME, key="b")) == (200, "same")
    assert stored(brist)[-1] == (1, "3NT", True, False)


def test_the_last_result_may_be_replaced_on_purpose(client, other, brist):
    send(other, brist, 1, SLAM, key="a")
    assert "Take mine instead" in send(client, brist, 1, GAME, key="b").json()["html"]
    current = ScoreLine.objects.get(is_current=True)
    assert state_of(send(client, brist, 1, GAME, key="c", expected=str(current.pk))) == (200, "stored")
    assert ScoreLine.objects.get(is_current=True).entry["contract"] == "3NT"


def test_a_result_for_a_round_that_has_ended_is_kept_for_the_director(client, make_session, seating_of):
    session = make_session("brist", 8, rounds=2, boards={4: 4})
    services.end_round(seating=seating_of(session), by=DIRECTOR)
    for _time in range(2):
        answer = send(client, session, 1, GAME)
        assert state_of(answer) == (422, "kept")
        assert "The director has your result" in answer.json()["message"]
    assert stored(session) == [(1, "3NT", False, True)]


# --- refused, and not yet ----------------------------------------------------------------------------


def test_what_the_game_refuses_is_refused_in_words(client, brist):
    answer = send(client, brist, 1, {"contract": "3NT", "tricks": "14"})
    assert state_of(answer) == (422, "refused")
    assert "14 is not" in answer.json()["message"]
    assert state_of(send(client, brist, 99, GAME)) == (422, "refused")
    assert state_of(send(client, brist, 1, GAME, round=9)) == (422, "refused")
    assert stored(brist) == []


@pytest.mark.parametrize("body", ["[]", "{}", '{"round":"1"}', '{"round":1,"board":true,"entry":{}}', "\xff"])
def test_what_is_no_result_is_refused(client, brist, body):
    answer = client.post(address(brist), body, content_type="application/json")
    assert state_of(answer) == (400, "refused")


def test_a_phone_with_an_old_code_or_after_the_close_goes_on_keeping_its_result(client, brist):
    old = address(brist)
    services.renew_code(table=brist.tables.get(number=1))
    answer = client.post(old, "{}", content_type="application/json")
    assert state_of(answer) == (404, "wait")
    assert "new code" in answer.json()["message"]
    client.get(address(brist, "tableside"))
    services.close_session(session=brist)
    assert state_of(send(client, brist, 1, GAME)) == (410, "wait")
    assert stored(brist) == []


def test_a_phone_cannot_write_another_tables_line(client, brist):
    send(client, brist, 1, GAME)
    assert [line.seating.table.number for line in ScoreLine.objects.all()] == [1]


def test_a_big_ranking_rests_while_results_pour_in_and_is_never_far_behind(client, brist, monkeypatch):
    services.set_public(session=brist, is_public=True)
    where = reverse("sessions:leaderboard", args=["riverside", brist.pk])
    monkeypatch.setattr(once, "DEAR_SECONDS", -1)
    monkeypatch.setattr(once, "REST_TIMES", 10**9)
    first = client.get(where)
    send(client, brist, 1, GAME)
    assert client.get(where)["ETag"] == first["ETag"]
    later = once.time.time() + once.REST_SECONDS_MAX
    monkeypatch.setattr(once.time, "time", lambda: later)
    assert client.get(where)["ETag"] != first["ETag"]


# --- the boards ahead ----------------------------------------------------------------------------------


def test_the_pack_holds_a_page_for_each_missing_board_and_what_follows(client, brist):
    send(client, brist, 1, GAME)
    (pack,) = client.get(address(brist, "table_pack")).json()["rounds"]
    seat = queries.load_night(brist).at(table=1, round=1)
    assert [board["number"] for board in pack["boards"]] == list(seat.missing)
    for board in pack["boards"]:
        assert f"/rounds/1/boards/{board['number']}/" in board["html"]
    assert "All results of this round are entered" in pack["after"]


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_has_a_pack(client, make_session, game):
    ruleset = RULESETS[game]
    session = make_session(game, 4 if ruleset.partnerships else len(ruleset.tables[0]))
    pack = client.get(address(session, "table_pack")).json()["rounds"][0]
    assert len(pack["boards"]) >= 2
    assert "csrfmiddlewaretoken" in pack["boards"][0]["html"]


def test_the_worker_is_served_where_it_can_watch_over_the_tables(client, db):
    answer = client.get("/t/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "sessions/outbox.js" in answer.content.decode()


def packed(content):
    return len(gzip.compress(content))


def test_the_page_and_all_that_it_loads_weigh_less_than_100_kilobytes(client, make_session):
    """On the way, that is: files, pages ahead and score tables are sent packed."""
    session = make_session("duplicate", 4, movement="howell")
    page = client.get(address(session, "tableside")).content
    loaded = {name.decode() for name in re.findall(rb'(?:src|href)="/static/([^"]+)"', page)} | set(ASSETS)
    files = sum(packed(Path(finders.find(name)).read_bytes()) for name in loaded)
    pack = client.get(address(session, "table_pack"))
    tables = {
        name: (board, each["round"])
        for each in pack.json()["rounds"]
        for board, name in each["scores"]["tables"].items()
    }
    code = session.tables.get(number=1).code
    scores = sum(
        packed(client.get(reverse("sessions:table_scores", args=[code, round, int(board)])).content)
        for board, round in tables.values()
    )
    assert len(page) + files + packed(pack.content) + scores < 100_000
    assert len(page) + files < 62_000


def test_a_deal_that_the_table_does_not_play_has_no_score_table(client, make_session):
    code = make_session("duplicate", 4, boards_per_round=2).tables.get(number=1).code
    for round, board in ((1, 99), (99, 1)):
        assert client.get(reverse("sessions:table_scores", args=[code, round, board])).status_code == 404


def test_a_phone_that_is_to_enter_a_result_too_is_not_told_the_first_one(client, other, make_session):
    session = make_session("brist", 4)
    phones.set_habits(session=session, phones="table", checking="second")
    send(other, session, 1, GAME)
    assert client.get(address(session, "table_pack")).json()["rounds"][0]["scores"]["last"] is None
    first = other.get(address(session, "table_pack")).json()["rounds"][0]["scores"]["last"]
    assert (first["board"], first["entry"]["contract"]) == (1, "3NT")


# --- devices ---------------------------------------------------------------------------------------------


def test_the_director_sees_each_phone_and_can_shut_one_out_and_let_it_in(client, other, brist, ada):
    send(other, brist, 1, GAME)
    other.get(
        address(brist, "tableside"), headers={"User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/120"}
    )
    device = Device.objects.get()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("sessions:devices", args=["riverside", brist.pk])
    assert device.token[:4] in client.get(page).content.decode()
    action = reverse("sessions:shut_out", args=["riverside", brist.pk, device.pk])
    assert client.post(action).status_code == 302
    assert other.get(address(brist, "tableside")).status_code == 403
    assert state_of(send(other, brist, 2, GAME, key="k2")) == (403, "wait")
    assert len(stored(brist)) == 1
    client.post(action, {"let_in": "1"})
    assert state_of(send(other, brist, 2, GAME, key="k2")) == (200, "stored")


@pytest.mark.parametrize(
    "name", ["devices", "shut_out", "phone_habits", "let_go", "answer_call", "settle_line"]
)
def test_a_stranger_does_nothing_with_the_phones(client, brist, dov, name):
    more = {"shut_out": [1], "let_go": [1], "answer_call": [1], "settle_line": [1, 1]}.get(name, [])
    where = reverse(f"sessions:{name}", args=["riverside", brist.pk, *more])
    client.force_login(dov, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(where) if name == "devices" else client.post(where)
    assert answer.status_code == 403


def test_a_device_of_another_session_is_not_found(client, brist, make_session, ada, other):
    elsewhere = make_session("brist", 4)
    other.get(address(elsewhere, "tableside"))
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    where = reverse("sessions:shut_out", args=["riverside", brist.pk, Device.objects.get().pk])
    assert client.post(where).status_code == 404


# --- the opponents, and the director ----------------------------------------------------------------------


@pytest.fixture
def asking(client, brist, ada):
    """A session whose opponents agree to each result."""
    desk = Client()
    desk.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    habits = {"phones": "table", "checking": "opponents"}
    desk.post(reverse("sessions:phone_habits", args=["riverside", brist.pk]), habits)
    brist.refresh_from_db()
    return brist


def agree_to(client, session, **data):
    code = session.tables.get(number=1).code
    return client.post(reverse("sessions:table_agree", args=[code, 1, 1]), data)


def test_who_agreed_on_the_scorers_phone_is_stored_and_the_director_reads_it(client, asking, ada):
    pad = reverse("sessions:table_enter", args=[asking.tables.get(number=1).code, 1, 1])
    seen = client.post(pad, GAME).content.decode()
    assert "The others: do you agree?" in seen
    send(client, asking, 1, GAME, agreed="all")
    line = ScoreLine.objects.get()
    assert (line.agreed_by, line.agreed_device) == (ScoreLine.OTHERS, client.session["device"])
    assert line.agreed_at is not None
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    history = reverse("sessions:direct_line", args=["riverside", asking.pk, line.seating_id, 1])
    assert "The others at the table agreed at" in client.get(history).content.decode()


def test_a_second_phone_agrees_and_the_first_cannot_agree_for_it(client, other, asking):
    send(client, asking, 1, GAME)
    line = ScoreLine.objects.get()
    assert "Do you agree?" in other.get(address(asking, "tableside")).content.decode()
    assert "Another phone" not in client.get(address(asking, "tableside")).content.decode()
    assert agree_to(client, asking, line=line.pk).status_code == 404
    assert agree_to(other, asking, line=line.pk).status_code == 302
    line.refresh_from_db()
    assert line.agreed_device == other.session["device"]
    assert "Another phone" not in other.get(address(asking, "tableside")).content.decode()


def test_an_objection_goes_to_the_director(client, other, asking):
    send(client, asking, 1, GAME)
    line = ScoreLine.objects.get()
    other.get(address(asking, "tableside"))
    assert agree_to(other, asking, line=line.pk, object="1").status_code == 302
    assert queries.concerns(queries.load_night(asking))[0].kind == queries.Kind.CONFLICT


def test_a_call_is_seen_by_the_director_and_answered(client, brist, ada):
    phone = Client()
    phone.get(address(brist, "tableside"))
    assert phone.post(address(brist, "table_call")).status_code == 302
    assert "The director is called" in phone.get(address(brist, "tableside")).content.decode()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    grid = reverse("sessions:direct_grid", args=["riverside", brist.pk])
    assert "Table 1 calls" in client.get(grid).content.decode()
    client.post(reverse("sessions:answer_call", args=["riverside", brist.pk, 1]))
    assert "calls" not in client.get(grid).content.decode()
