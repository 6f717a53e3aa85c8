"""Recording a result: once, in its place, never overwritten, and never by who may not."""

import pytest

from scoring.lines import EntryError
from sessions import queries, services
from sessions.models import ScoreLine, Session
from sessions.services import ConflictError, RefusedError, record_line

SMALL_SLAM = {"contract": "6S", "declarer": "S", "tricks": 12}
GAME = {"contract": "3NT", "declarer": "S", "tricks": 10}


@pytest.fixture
def brist(make_session):
    return make_session("brist", 7)


def current(session):
    return [
        (line.board, line.entry)
        for line in ScoreLine.objects.filter(session=session, is_current=True).order_by("board")
    ]


def test_a_first_result_is_stored_and_raises_the_revision(brist, seating_of, phone):
    recorded = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="a")
    assert recorded.is_new
    assert current(brist) == [(1, GAME)]
    assert Session.objects.get(pk=brist.pk).revision == brist.revision + 1


def test_the_same_key_stores_once(brist, seating_of, phone):
    first = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="a")
    again = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="a")
    assert (again.line.pk, again.is_new) == (first.line.pk, False)
    assert ScoreLine.objects.count() == 1


def test_a_second_phone_with_another_result_is_shown_the_difference(brist, seating_of, phone):
    first = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="a").line
    with pytest.raises(ConflictError) as caught:
        record_line(seating=seating_of(brist), board=1, entry=SMALL_SLAM, by=phone, key="b")
    assert (caught.value.current.pk, caught.value.entry) == (first.pk, SMALL_SLAM)
    assert current(brist) == [(1, GAME)]


def test_a_second_phone_with_the_same_result_is_content(brist, seating_of, phone):
    record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="a")
    assert not record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone, key="b").is_new
    assert ScoreLine.objects.count() == 1


def test_the_table_corrects_its_last_line_and_the_old_one_is_kept(brist, seating_of, phone):
    first = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone).line
    second = record_line(
        seating=seating_of(brist), board=1, entry=SMALL_SLAM, by=phone, expected=first.pk
    ).line
    assert current(brist) == [(1, SMALL_SLAM)]
    assert second.replaces == first
    assert [line.entry for line in queries.history(seating_id=first.seating_id, board=1)] == [
        SMALL_SLAM,
        GAME,
    ]


def test_the_table_does_not_correct_an_earlier_line(brist, seating_of, phone):
    first = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone).line
    record_line(seating=seating_of(brist), board=2, entry={**GAME, "declarer": "W"}, by=phone)
    with pytest.raises(RefusedError):
        record_line(seating=seating_of(brist), board=1, entry=SMALL_SLAM, by=phone, expected=first.pk)


def test_the_director_corrects_any_line_but_says_why(brist, seating_of, phone, director):
    first = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone).line
    record_line(seating=seating_of(brist), board=2, entry={**GAME, "declarer": "W"}, by=phone)
    with pytest.raises(EntryError) as caught:
        record_line(seating=seating_of(brist), board=1, entry=SMALL_SLAM, by=director, expected=first.pk)
    assert caught.value.field == "reason"
    record_line(
        seating=seating_of(brist), board=1, entry=SMALL_SLAM, by=director, expected=first.pk, reason="misread"
    )
    assert current(brist)[0] == (1, SMALL_SLAM)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({**GAME, "tricks": 14}, "tricks"),
        ({**GAME, "contract": "2S"}, "contract"),
        ({**GAME, "declarer": "Q"}, "declarer"),
        ({**GAME, "bonus": 99}, "bonus"),
        ({"contract": "3NT"}, "tricks"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_its_field(brist, seating_of, phone, entry, field):
    with pytest.raises(EntryError) as caught:
        record_line(seating=seating_of(brist), board=1, entry=entry, by=phone)
    assert caught.value.field == field
    assert current(brist) == []


def test_a_board_out_of_its_round_is_refused(make_session, seating_of, phone):
    session = make_session("duplicate", 6, boards_per_round=4)
    entry = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
    seating = seating_of(session)
    with pytest.raises(EntryError) as caught:
        record_line(seating=seating, board=max(seating.boards) + 1, entry=entry, by=phone)
    assert caught.value.field == "board"
    assert current(session) == []


def test_an_ended_round_is_closed_to_the_table(make_session, seating_of, phone, director):
    session = make_session("bid_whist", 4)
    seating = seating_of(session)
    hand = {"bidder": "S", "bid": "3U", "books": 9}
    record_line(seating=seating, board=1, entry=hand, by=phone)
    services.end_round(seating=seating, by=phone)
    with pytest.raises(RefusedError):
        record_line(seating=seating, board=2, entry=hand, by=phone)
    services.reopen_round(seating=seating)
    assert record_line(seating=seating, board=2, entry=hand, by=phone).is_new


def test_a_hand_after_the_match_has_ended_is_refused(make_session, seating_of, phone):
    session = make_session("bid_whist", 4)
    seating = seating_of(session)
    record_line(seating=seating, board=1, entry={"bidder": "S", "bid": "3NT", "books": 13}, by=phone)
    with pytest.raises(EntryError) as caught:
        record_line(seating=seating, board=2, entry={"bidder": "S", "bid": "3U", "books": 9}, by=phone)
    assert caught.value.field == "board"


def test_a_correction_cannot_end_a_match_before_hands_already_recorded(
    make_session, seating_of, phone, director
):
    session = make_session("bid_whist", 4)
    seating = seating_of(session)
    hand = {"bidder": "S", "bid": "3U", "books": 9}
    first = record_line(seating=seating, board=1, entry=hand, by=phone).line
    record_line(seating=seating, board=2, entry=hand, by=phone)
    with pytest.raises(EntryError) as caught:
        record_line(
            seating=seating,
            board=1,
            entry={"bidder": "S", "bid": "3NT", "books": 13},
            by=director,
            expected=first.pk,
            reason="wrong bid",
        )
    assert caught.value.field == "board"


def test_a_closed_session_takes_nothing_from_a_table(brist, seating_of, phone, director):
    services.close_session(session=brist)
    with pytest.raises(RefusedError):
        record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone)
    assert record_line(seating=seating_of(brist), board=1, entry=GAME, by=director).is_new


def test_a_final_result_takes_nothing_from_anybody(brist, seating_of, phone, director):
    services.close_session(session=brist)
    services.publish_session(session=brist)
    with pytest.raises(RefusedError):
        record_line(seating=seating_of(brist), board=1, entry=GAME, by=director)
    services.unpublish_session(session=brist, reason="board 1 was missing")
    assert record_line(seating=seating_of(brist), board=1, entry=GAME, by=director).is_new


def test_a_withdrawn_line_is_put_back_from_its_history(brist, seating_of, phone, director):
    line = record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone).line
    services.withdraw_line(line=line, by=director, reason="wrong table")
    assert [entry for _board, entry in current(brist)] == [None]
    assert queries.load_night(brist).rounds[0].lines == {}
    services.put_back(line=line, by=director, reason="right after all")
    assert current(brist) == [(1, GAME)]
    assert len(queries.history(seating_id=line.seating_id, board=1)) == 3


def test_seating_cannot_be_replaced_once_a_result_is_there(brist, seating_of, phone):
    record_line(seating=seating_of(brist), board=1, entry=GAME, by=phone)
    with pytest.raises(RefusedError):
        services.unstart_session(session=brist)
    with pytest.raises(RefusedError):
        services.delete_session(session=brist)
