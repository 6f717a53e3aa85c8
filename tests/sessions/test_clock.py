"""The round clock: started, paused, prolonged; the director's messages; how others did, on the phone."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.lines import EntryError
from sessions import queries, services
from sessions.clock import ClockFace, read_clock, tell_breaks, usual_minutes
from sessions.models import Clock, Session, Table
from sessions.services import RefusedError
from sessions.words import say

NOW = datetime.datetime(2026, 3, 5, 20, 0, tzinfo=datetime.UTC)
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
HOSTILE = "<script>alert(1)</script>"


def url(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def at_table(name, session, *args, table=1):
    return reverse(f"sessions:{name}", args=[code_of(session, table), *args])


def code_of(session, table=1):
    return session.tables.get(number=table).code


def fresh(session):
    """The session as a page finds it."""
    return queries.session_with_club(session.pk)


def clock_at(seconds, **values):
    clock = Clock(round=2, minutes=15, left_seconds=900, **values)
    return read_clock(clock, NOW + datetime.timedelta(seconds=seconds))


@pytest.fixture
def bridge(make_session):
    return make_session("duplicate", 4, boards_per_round=2)


# --- the clock ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("boards", "minutes"), [(1, 8), (2, 15), (3, 23), (4, 30), (0, 30), (99, 240)])
def test_a_round_takes_seven_and_a_half_minutes_a_board(boards, minutes):
    assert usual_minutes(boards) == minutes


@pytest.mark.parametrize(
    ("seconds", "text", "state"),
    [
        (0, "15:00", "running"),
        (779.5, "2:01", "running"),
        (780, "2:00", "warning"),
        (899.1, "0:01", "warning"),
        (900, "0:00", "over"),
        (5000, "0:00", "over"),
    ],
)
def test_a_running_clock_warns_for_two_minutes_and_stops_at_nothing(seconds, text, state):
    face = clock_at(seconds, ends_at=NOW + datetime.timedelta(minutes=15))
    assert (face.text, face.state) == (text, state)


def test_a_standing_clock_does_not_move():
    assert clock_at(0) == clock_at(3000) == ClockFace(2, 15, 900, None, False)
    assert clock_at(0).state == "ready"


def test_the_clock_is_not_written_while_it_ticks(bridge):
    services.start_clock(session=bridge)
    before = Clock.objects.values().get()
    for _look in range(3):
        assert queries.clock_of(fresh(bridge)).state == "running"
    assert Clock.objects.values().get() == before


def test_a_paused_clock_goes_on_from_where_it_was(bridge):
    services.start_clock(session=bridge)
    Clock.objects.update(ends_at=timezone.now() + datetime.timedelta(seconds=300.5))
    services.pause_clock(session=bridge)
    assert queries.clock_of(fresh(bridge)).text == "5:01"
    assert queries.clock_of(fresh(bridge)).state == "paused"
    services.start_clock(session=bridge)
    assert 300 <= queries.clock_of(fresh(bridge)).left_seconds <= 301


def test_a_minute_more_counts_from_now_once_time_is_up(bridge):
    services.start_clock(session=bridge)
    Clock.objects.update(ends_at=timezone.now() - datetime.timedelta(minutes=5))
    assert queries.clock_of(fresh(bridge)).is_over
    services.add_minute(session=bridge)
    assert 58 <= queries.clock_of(fresh(bridge)).left_seconds <= 60


def test_the_next_round_has_its_full_time_and_the_last_has_no_next(bridge):
    services.start_clock(session=bridge)
    for number in range(2, queries.last_round(bridge) + 1):
        services.next_clock_round(session=bridge)
        face = queries.clock_of(fresh(bridge))
        assert (face.round, face.text, face.state) == (number, "15:00", "ready")
    with pytest.raises(RefusedError):
        services.next_clock_round(session=bridge)


def test_the_clock_starts_in_the_round_that_is_played(bridge, seating_of, phone):
    seat = seating_of(bridge, round=2)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=phone)
    services.start_clock(session=bridge)
    assert queries.clock_of(fresh(bridge)).round == 2


def test_a_round_is_set_within_the_session(bridge):
    services.set_clock(session=bridge, round=2, minutes=20, has_sound=True)
    assert queries.clock_of(fresh(bridge)) == ClockFace(2, 20, 1200, None, True)
    for values in ({"round": 99, "minutes": 20}, {"round": 1, "minutes": 0}, {"round": 1, "minutes": 999}):
        with pytest.raises(EntryError):
            services.set_clock(session=bridge, has_sound=False, **values)


def test_the_clock_stands_still_once_play_has_ended(bridge):
    services.close_session(session=bridge)
    with pytest.raises(RefusedError):
        services.start_clock(session=bridge)


def test_the_clock_leaves_the_leaderboard_as_it_is(bridge, client):
    services.set_public(session=bridge, is_public=True)
    address = url("leaderboard", bridge)
    etag = client.get(address)["ETag"]
    services.start_clock(session=bridge)
    services.post_message(session=bridge, text="Ten minutes")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_the_director_starts_and_pauses_the_clock_beside_the_grid(bridge, signed_in, ada):
    client = signed_in(ada)
    assert "The round clock has not started." in client.get(url("direct", bridge)).content.decode()
    for deed, state in (("start", "running"), ("minute", "running"), ("pause", "paused"), ("next", "ready")):
        assert client.post(url("clock_deed", bridge, deed)).status_code == 302
        assert queries.clock_of(fresh(bridge)).state == state
    assert client.post(url("clock_deed", bridge, "smash")).status_code == 404
    client.post(url("set_clock", bridge), {"round": "1", "minutes": "12"})
    assert queries.clock_of(fresh(bridge)).text == "12:00"


def test_what_is_no_length_is_refused_in_words(bridge, signed_in, ada):
    page = signed_in(ada).post(url("set_clock", bridge), {"round": "1", "minutes": "0"}, follow=True)
    assert "greater than or equal to 1" in page.content.decode()


def test_the_console_is_answered_304_while_nothing_changes(bridge, signed_in, ada, django_assert_num_queries):
    client = signed_in(ada)
    address = url("direct_clock", bridge)
    etag = client.get(address)["ETag"]
    with django_assert_num_queries(5):  # the visit, the account, the club, the role; what decides a change
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    services.start_clock(session=bridge)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


# --- breaks -------------------------------------------------------------------------------------


def test_the_clock_runs_a_planned_break_between_two_rounds(bridge):
    services.set_breaks(session=bridge, rounds=[1], minutes=10)
    services.start_clock(session=bridge)
    services.next_clock_round(session=bridge, seen=1, is_break=False)
    face = queries.clock_of(fresh(bridge))
    assert (face.is_break, face.round, face.next_round, face.state) == (True, 1, 2, "running")
    assert 598 <= face.left_seconds <= 600
    services.next_clock_round(session=bridge, seen=1, is_break=True)
    assert queries.clock_of(fresh(bridge)) == ClockFace(2, 15, 900, None, False)


def test_who_presses_second_skips_no_break(bridge):
    services.set_breaks(session=bridge, rounds=[1], minutes=10)
    services.next_clock_round(session=bridge, seen=1, is_break=False)
    with pytest.raises(RefusedError):
        services.next_clock_round(session=bridge, seen=1, is_break=False)
    assert queries.clock_of(fresh(bridge)).is_break


def test_a_break_is_shortened_prolonged_paused_and_skipped(bridge):
    services.set_breaks(session=bridge, rounds=[1], minutes=2)
    services.next_clock_round(session=bridge)
    services.add_minute(session=bridge)
    assert 178 <= queries.clock_of(fresh(bridge)).left_seconds <= 180
    services.pause_clock(session=bridge)
    assert queries.clock_of(fresh(bridge)).state == "paused"
    for _press in range(4):
        services.take_minute(session=bridge)
    assert queries.clock_of(fresh(bridge)).is_over
    with pytest.raises(RefusedError, match="break is over"):
        services.start_clock(session=bridge)
    services.set_clock(session=bridge, round=1, minutes=20, has_sound=True)
    assert queries.clock_of(fresh(bridge)) == ClockFace(1, 20, 0, None, True, 2)
    services.set_clock(session=bridge, round=2, minutes=20, has_sound=True)
    assert queries.clock_of(fresh(bridge)) == ClockFace(2, 20, 1200, None, True)


def test_a_break_may_be_left_out_when_its_time_comes(bridge):
    services.set_breaks(session=bridge, rounds=[1], minutes=10)
    services.next_clock_round(session=bridge, skips_break=True)
    assert queries.clock_of(fresh(bridge)) == ClockFace(2, 15, 900, None, False)


def test_a_running_round_that_is_cut_by_more_than_is_left_is_over(bridge):
    services.start_clock(session=bridge)
    Clock.objects.update(ends_at=timezone.now() + datetime.timedelta(seconds=30))
    services.take_minute(session=bridge)
    assert queries.clock_of(fresh(bridge)).is_over


def test_breaks_come_between_rounds_and_have_a_length(bridge):
    last = queries.last_round(bridge)
    for values in ({"rounds": [0]}, {"rounds": [last]}, {"rounds": [1], "minutes": 0}):
        with pytest.raises(EntryError):
            services.set_breaks(session=bridge, **{"minutes": 5, **values})
    services.set_breaks(session=bridge, rounds=[last - 1, 1], minutes=5)
    assert fresh(bridge).breaks == {1: 5, last - 1: 5}
    services.set_breaks(session=bridge, rounds=[], minutes=5)
    assert fresh(bridge).breaks == {}
    services.close_session(session=bridge)
    with pytest.raises(RefusedError):
        services.set_breaks(session=bridge, rounds=[1], minutes=5)


def test_a_round_that_is_taken_away_takes_the_break_before_it_along(bridge):
    last = queries.last_round(bridge)
    services.set_breaks(session=bridge, rounds=[1, last - 1], minutes=5)
    bridge.seatings.filter(round=last).delete()
    assert queries.breaks_ahead(fresh(bridge)) == {1: 5}


def test_breaks_are_told_by_their_length():
    assert [say(message) for message in tell_breaks({4: 5, 2: 5, 6: 15})] == [
        "Breaks of 5 minutes after rounds 2, 4",
        "Break of 15 minutes after round 6",
    ]


def test_a_break_stands_on_the_console_the_phones_and_the_projector(bridge, client, signed_in, ada):
    director = signed_in(ada)
    director.post(url("set_breaks", bridge), {"rounds": "1, 2", "minutes": "10"})
    director.post(url("clock_deed", bridge, "start"))
    console = director.get(url("direct", bridge)).content.decode()
    assert "Break, 10 minutes" in console
    assert "No break, next round" in console
    director.post(url("clock_deed", bridge, "next"), {"round": "1"})
    services.pause_clock(session=bridge)
    Clock.objects.update(left_seconds=431)
    pages = [
        director.get(url("direct", bridge)),
        client.get(at_table("tableside", bridge)),
        director.get(url("projector", bridge)),
    ]
    for page in pages:
        text = page.content.decode()
        assert '<span class="clock-round">Break</span>' in text
        assert ">7:11</strong>" in text
        assert "left, then round 2" in text
    director.post(url("clock_deed", bridge, "less"))
    assert queries.clock_of(fresh(bridge)).text == "6:11"
    director.post(url("clock_deed", bridge, "next"), {"round": "1", "break": "1"})
    assert queries.clock_of(fresh(bridge)).text == "15:00"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"rounds": "two"}, "Write the numbers of rounds, such as 2, 4."),
        ({"rounds": "99"}, "no round after round 99"),
        ({"rounds": "1", "minutes": ""}, "required"),
    ],
)
def test_what_is_no_break_is_refused_in_words(bridge, signed_in, ada, values, words):
    sent = {"minutes": "5", **values}
    page = signed_in(ada).post(url("set_breaks", bridge), sent, follow=True).content.decode()
    assert words in page
    assert fresh(bridge).breaks == {}


# --- on the phone -------------------------------------------------------------------------------


def test_the_phone_shows_the_clock_and_is_answered_304_until_it_changes(bridge, client):
    address = at_table("table_notices", bridge)
    first = client.get(address)
    assert "data-clock" not in first.content.decode()
    services.start_clock(session=bridge)
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert "data-clock" in second.content.decode()
    assert client.get(address, headers={"If-None-Match": second["ETag"]}).status_code == 304
    assert "data-clock" in client.get(at_table("tableside", bridge)).content.decode()


def test_a_wrong_code_hears_nothing(bridge, client):
    for name, args in (("table_notices", ()), ("table_read", (1,)), ("table_traveller", (1,))):
        address = reverse(f"sessions:{name}", args=["ZZZZZZ", *args])
        answer = client.post(address) if name == "table_read" else client.get(address)
        assert answer.status_code == 404


def test_a_message_stands_on_the_phones_until_each_table_has_read_it(bridge, client, signed_in, ada):
    signed_in(ada).post(url("send_message", bridge), {"text": HOSTILE, "table": ""})
    notice = bridge.messages.get()
    assert (notice.text, notice.by) == (HOSTILE, ada)
    page = client.get(at_table("tableside", bridge)).content.decode()
    assert HOSTILE not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert client.post(at_table("table_read", bridge, notice.pk)).status_code == 302
    assert client.post(at_table("table_read", bridge, notice.pk)).status_code == 302
    assert "alert(1)" not in client.get(at_table("table_notices", bridge)).content.decode()
    assert "alert(1)" in client.get(at_table("table_notices", bridge, table=2)).content.decode()
    reading = notice.readings.get()
    assert (reading.table.number, bool(reading.device)) == (1, True)
    sent = queries.sent_messages(fresh(bridge), (1, 2))[0]
    assert (sent.read, sent.unread) == ((1,), (2,))


def test_a_message_to_one_table_reaches_no_other(bridge, client, signed_in, ada):
    signed_in(ada).post(url("send_message", bridge), {"text": "Slow play", "table": "2"})
    notice = bridge.messages.get()
    assert "Slow play" not in client.get(at_table("table_notices", bridge)).content.decode()
    client.post(at_table("table_read", bridge, notice.pk))
    assert not notice.readings.exists()
    assert "Slow play" in client.get(at_table("table_notices", bridge, table=2)).content.decode()


def test_a_message_is_taken_off_the_phones(bridge, client, signed_in, ada):
    notice = services.post_message(session=bridge, text="Ten minutes")
    signed_in(ada).post(url("withdraw_message", bridge, notice.pk))
    assert "Ten minutes" not in client.get(at_table("table_notices", bridge)).content.decode()


def test_messages_of_another_session_are_not_found(bridge, make_session, client, signed_in, ada):
    other = make_session("duplicate", 4, boards_per_round=2, names=[f"Guest {n}" for n in range(8)])
    notice = services.post_message(session=other, text="Elsewhere")
    assert signed_in(ada).post(url("withdraw_message", bridge, notice.pk)).status_code == 404
    client.post(at_table("table_read", bridge, notice.pk))
    assert not notice.readings.exists()


def test_an_empty_message_and_one_after_play_are_refused(bridge):
    with pytest.raises(EntryError):
        services.post_message(session=bridge, text="  ")
    services.close_session(session=bridge)
    with pytest.raises(RefusedError):
        services.post_message(session=bridge, text="Good night")


# --- how others did -----------------------------------------------------------------------------


@pytest.fixture
def played(bridge, seating_of, phone):
    """A session whose first table has entered the first board of the first round."""
    seat = seating_of(bridge)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=phone)
    return bridge


def first_board(session):
    return session.seatings.get(table__number=1, round=1).boards[0]


def test_a_phone_shows_no_traveller_unless_the_club_allows_it(played, client):
    board = first_board(played)
    assert "how others did" not in client.get(at_table("tableside", played)).content.decode()
    assert client.get(at_table("table_traveller", played, board)).status_code == 404


def test_a_board_just_entered_shows_how_others_did(played, client, signed_in, ada):
    signed_in(ada).post(url("set_travellers", played), {"travellers": "entered"})
    board = first_board(played)
    assert f"Board {board}: how others did" in client.get(at_table("tableside", played)).content.decode()
    page = client.get(at_table("table_traveller", played, board)).content.decode()
    assert "400" in page
    assert "here" in page


def test_a_board_that_the_table_has_not_entered_stays_closed(played, client):
    services.set_travellers(session=played, travellers=Session.Travellers.ENTERED)
    seat = played.seatings.get(table__number=1, round=1)
    for board in (seat.boards[1], 99):
        assert client.get(at_table("table_traveller", played, board)).status_code == 404
    assert client.get(at_table("table_traveller", played, seat.boards[0], table=2)).status_code == 404


def test_whoever_sits_down_next_does_not_see_the_round_before(played, client, director, seating_of):
    services.set_travellers(session=played, travellers=Session.Travellers.ENTERED)
    services.end_round(seating=seating_of(played), by=director)
    assert client.get(at_table("table_traveller", played, first_board(played))).status_code == 404


def test_a_club_may_wait_until_every_table_has_played_the_board(played, client):
    services.set_travellers(session=played, travellers=Session.Travellers.PLAYED)
    page = client.get(at_table("table_traveller", played, first_board(played))).content.decode()
    assert "once every table has played this board" in page
    assert "400" not in page


# --- undo ---------------------------------------------------------------------------------------


def test_the_last_correction_is_undone_from_the_grid(played, signed_in, ada, director):
    line = played.lines.get()
    better = BRIDGE | {"tricks": 10}
    services.record_line(
        seating=line.seating,
        board=line.board,
        entry=better,
        by=director,
        expected=line.pk,
        reason="recounted",
    )
    client = signed_in(ada)
    change = queries.last_change(played)
    assert "recounted" in client.get(url("direct", played)).content.decode()
    client.post(url("undo_change", played, change.pk))
    assert played.lines.get(is_current=True).entry == line.entry
    assert played.lines.count() == 3


def test_undoing_a_first_entry_leaves_no_result(bridge, seating_of, director):
    seat = seating_of(bridge)
    line = services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=director).line
    services.undo(line=queries.find_change(bridge, line.pk), by=director)
    assert bridge.lines.get(is_current=True).entry is None


def test_undoing_too_late_is_refused(played, director):
    line = played.lines.get()
    services.withdraw_line(line=line, by=director, reason="fouled")
    with pytest.raises(RefusedError):
        services.undo(line=queries.find_change(played, line.pk), by=director)
    services.undo(line=queries.last_change(played), by=director)
    assert played.lines.get(is_current=True).entry == line.entry


def test_a_change_of_another_session_is_not_found(played, make_session, signed_in, ada):
    other = make_session("brist", 4, names=["Eve", "Fay", "Gus", "Hal"])
    assert signed_in(ada).post(url("undo_change", other, played.lines.get().pk)).status_code == 404
    assert Table.objects.filter(session=other).exists()
