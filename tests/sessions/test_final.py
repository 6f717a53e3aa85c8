"""Published, corrected, final: how long a result may change, what is recorded of it, and its proof later."""

import datetime

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from scoring.lines import EntryError
from sessions import once, queries, services
from sessions.models import Placing, ScoreLine, Session
from sessions.services import RefusedError

BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
DOWN = BRIDGE | {"tricks": 6}


def url(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def again(session):
    return Session.objects.select_related("club").get(pk=session.pk)


@pytest.fixture
def played(make_session, director):
    """Four pairs; every board made at table 1 and down at table 2; play has ended."""
    session = make_session("duplicate", 4, boards_per_round=2)
    for seat in session.seatings.select_related("table"):
        for board in seat.boards:
            entry = BRIDGE if seat.table.number == 1 else DOWN
            services.record_line(seating=seat, board=board, entry=entry, by=director)
    return services.close_session(session=session)


@pytest.fixture
def provisional(played):
    return services.publish_session(session=played, correction_minutes=30)


@pytest.fixture
def correct(director):
    """`correct(session)`: the first line of table 2 was made after all."""

    def change(session):
        line = ScoreLine.objects.filter(session=session, seating__table__number=2, is_current=True).earliest(
            "pk"
        )
        return services.record_line(
            seating=line.seating,
            board=line.board,
            entry=BRIDGE,
            by=director,
            expected=line.pk,
            reason="wrong table",
        ).line

    return change


def let_time_pass(session):
    Session.objects.filter(pk=session.pk).update(final_at=timezone.now() - datetime.timedelta(seconds=1))
    return again(session)


def frozen(session):
    return list(session.placings.order_by("contestant").values_list("contestant", "rank", "score"))


def test_a_result_is_provisional_for_its_period_and_then_final_by_itself(provisional):
    assert (provisional.is_published, provisional.is_final, provisional.is_correctable) == (True, False, True)
    later = let_time_pass(provisional)
    assert (later.is_published, later.is_final, later.is_correctable) == (True, True, False)


def test_without_a_period_a_result_is_final_at_once(played):
    assert services.publish_session(session=played).is_final


def test_a_correction_freezes_the_places_anew_and_records_what_it_changed(provisional, correct):
    before = frozen(provisional)
    correct(provisional)
    after = frozen(provisional)
    assert after != before
    assert queries.differences(queries.load_night(again(provisional))) == ()
    posted = provisional.postings.get(kind="corrected")
    assert {change["contestant"] for change in posted.changes} <= {pk for pk, _rank, _score in before}
    was, now = posted.changes[0]["was"], posted.changes[0]["now"]
    assert was != now


def test_a_penalty_counts_as_a_correction(provisional):
    services.fine(contestant=provisional.contestants.first(), amount="2", reason="slow")
    assert provisional.postings.filter(kind="corrected").count() == 1


def test_what_changes_no_place_is_no_correction(provisional):
    services.update_session(session=provisional, title="Thursday")
    assert [posting.kind for posting in provisional.postings.all()] == ["published"]


def test_nothing_changes_a_final_result(provisional, correct):
    let_time_pass(provisional)
    with pytest.raises(RefusedError):
        correct(provisional)
    with pytest.raises(RefusedError):
        services.fine(contestant=provisional.contestants.first(), amount="2")
    with pytest.raises(RefusedError):
        services.update_session(session=provisional, method_slug="cross-imps")
    assert services.update_session(session=provisional, title="Thursday").title == "Thursday"


def test_tables_do_not_open_again_while_the_result_is_published(provisional):
    with pytest.raises(RefusedError):
        services.reopen_session(session=provisional)


def test_a_result_is_declared_final_before_its_time_and_only_once(provisional, ada):
    assert services.finalise_session(session=provisional, by=ada).is_final
    assert provisional.postings.get(kind="final").by == ada
    with pytest.raises(RefusedError):
        services.finalise_session(session=provisional)


def test_taking_back_needs_a_reason_and_keeps_it(provisional, ada):
    with pytest.raises(EntryError):
        services.unpublish_session(session=provisional, reason=" ")
    services.unpublish_session(session=provisional, reason="board 3 was fouled", by=ada)
    posted = provisional.postings.get(kind="taken_back")
    assert (posted.reason, posted.by) == ("board 3 was fouled", ada)
    assert (again(provisional).is_published, Placing.objects.count()) == (False, 0)
    with pytest.raises(RefusedError):
        services.unpublish_session(session=provisional, reason="again")


# --- the pages ----------------------------------------------------------------------------------


def test_the_director_chooses_the_period_and_sees_its_end(played, signed_in, ada):
    client = signed_in(ada)
    assert "for 30 minutes" in client.get(url("direct", played)).content.decode()
    client.post(url("publish_session", played), {"correction_minutes": "1440"})
    session = again(played)
    assert session.final_at - session.published_at == datetime.timedelta(hours=24)
    page = client.get(url("direct", played)).content.decode()
    assert "Provisional: you may correct it until" in page
    client.post(url("finalise_session", played))
    assert again(played).is_final
    assert "Declare it final now" not in client.get(url("direct", played)).content.decode()


def test_the_director_reads_what_became_of_the_result(provisional, correct, signed_in, ada):
    correct(provisional)
    services.unpublish_session(session=provisional, reason="<b>fouled</b>", by=ada)
    page = signed_in(ada).get(url("direct", provisional)).content.decode()
    assert page.index("taken back") < page.index("corrected</strong>") < page.index("published</strong>")
    assert "&lt;b&gt;fouled&lt;/b&gt;" in page


def test_half_an_hour_is_usual_and_a_made_up_period_is_refused(played, signed_in, ada):
    client = signed_in(ada)
    client.post(url("publish_session", played), {"correction_minutes": "99999"})
    assert not again(played).is_published
    client.post(url("publish_session", played))
    session = again(played)
    assert session.final_at - session.published_at == datetime.timedelta(minutes=30)


def test_a_member_neither_finalises_nor_takes_back(provisional, signed_in, ben):
    client = signed_in(ben)
    for name in ("finalise_session", "unpublish_session"):
        assert client.post(url(name, provisional), {"unpublish-reason": "mine"}).status_code == 403
    assert again(provisional).is_correctable


def test_everyone_reads_until_when_the_result_is_provisional(provisional, client):
    page = client.get(url("session", provisional)).content.decode()
    assert "unless corrected" in page
    assert "provisional" in page
    etag = client.get(url("leaderboard", provisional))["ETag"]
    let_time_pass(provisional)
    answer = client.get(url("leaderboard", provisional), headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "unless corrected" not in answer.content.decode()
    assert "final" in answer.content.decode()


def tamper(session):
    """What no page does: change a stored line of a final result."""
    line = session.lines.filter(seating__table__number=2, is_current=True).earliest("pk")
    ScoreLine.objects.filter(pk=line.pk).update(entry=BRIDGE)
    once.forget()


def test_a_published_page_shows_the_places_as_they_were_frozen(provisional, client):
    let_time_pass(provisional)
    before = client.get(url("leaderboard", provisional)).content
    tamper(provisional)
    assert client.get(url("leaderboard", provisional)).content == before


def test_directors_are_warned_where_the_lines_say_otherwise(provisional, signed_in, ada, ben):
    let_time_pass(provisional)
    warning = "no longer add up"
    assert warning not in signed_in(ada).get(url("session", provisional)).content.decode()
    tamper(provisional)
    assert warning in signed_in(ada).get(url("session", provisional)).content.decode()
    assert warning not in signed_in(ben).get(url("session", provisional)).content.decode()


# --- the proof ----------------------------------------------------------------------------------


def test_a_sound_result_is_verified(provisional, capsys):
    call_command("verify_session", str(provisional.pk))
    call_command("verify_session", all=True)
    assert capsys.readouterr().out == "1 verified, 0 differ.\n" * 2


def test_each_difference_is_printed_and_the_command_fails(provisional, capsys):
    tamper(provisional)
    with pytest.raises(SystemExit) as ended:
        call_command("verify_session", all=True)
    assert ended.value.code == 1
    *differences, last = capsys.readouterr().out.splitlines()
    assert last == "1 verified, 1 differ."
    assert len(differences) == len(queries.differences(queries.load_night(again(provisional))))
    assert all(" -> place " in line for line in differences)


@pytest.mark.parametrize("arguments", [[], ["1", "--all"], ["999"]])
def test_the_command_says_what_it_needs(db, arguments):
    with pytest.raises(CommandError):
        call_command("verify_session", *arguments)


def test_a_card_shows_the_place_that_was_published_and_says_where_its_boards_add_up_otherwise(
    provisional, client
):
    services.set_public(session=provisional, is_public=True)
    contestant = provisional.placings.get(rank=1, contestant__group="").contestant
    card = url("contestant", provisional, contestant.pk)
    text = client.get(card).content.decode()
    assert "1 of 4" in text
    assert "were published and stand" not in text
    Placing.objects.filter(session=provisional, contestant=contestant).update(rank=4, score="1")
    text = client.get(card).content.decode()
    assert "4 of 4" in text
    assert "were published and stand" in text
    assert "add up to place 1 instead of 4" in text
