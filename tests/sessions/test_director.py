"""The director's room: who may enter, setting up, the grid, single lines, the end of the evening."""

import pytest
from django.urls import reverse

from scoring.rulesets import RULESETS
from sessions import services
from sessions.models import Adjustment, ScoreLine, Session
from sessions.views.director import urlpatterns

GAME = {"contract": "3NT", "declarer": "S", "tricks": 10}
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}
UNLIKELY = {"contract": "7NT", "declarer": "S", "tricks": 0}

PAGES = ("setup", "room", "codes", "direct", "direct_grid", "penalties", "close_session", "delete_session")
PAGES += ("direct_clock", "draw", "field", "members_to_tick")
POSTS = ("proposals", "draw_again", "open_tables", "back_to_setup", "reopen_session", "publish_session")
POSTS += ("unpublish_session", "show_session", "hide_session", "finalise_session")
POSTS += (
    "set_clock",
    "set_breaks",
    "send_message",
    "set_travellers",
    "plan_rounds",
    "set_draws_itself",
    "look_for_better",
)
TABLE_PAGES = {"direct_seating": (), "direct_line": (1,)}
TABLE_POSTS = {
    "end_round": (),
    "reopen_round": (),
    "withdraw_line": (1,),
    "award_board": (1,),
    "award_weighted": (1,),
    "award_points": (1,),
}


def url(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


@pytest.fixture
def brist(make_session):
    return make_session("brist", 7)


@pytest.fixture
def bridge(make_session):
    return make_session("duplicate", 4, boards_per_round=2)


@pytest.fixture
def every_address(brist, seating_of, director):
    """Each address of the room for one session, with the methods it answers."""
    seat = seating_of(brist)
    line = services.record_line(seating=seat, board=1, entry=GAME, by=director).line
    penalty = services.fine(contestant=brist.contestants.first(), amount="1")
    found = [(url(name, brist), "get") for name in PAGES]
    found += [(url(name, brist), "post") for name in POSTS]
    found += [(url(name, brist, seat.pk, *rest), "get") for name, rest in TABLE_PAGES.items()]
    found += [(url(name, brist, seat.pk, *rest), "post") for name, rest in TABLE_POSTS.items()]
    found += [(url("direct_board", brist, 1), "get"), (url("put_back", brist, seat.pk, 1, line.pk), "post")]
    found += [(url("renew_code", brist, 1), "get"), (url("renew_hall_code", brist), "get")]
    found += [(url("keep_found", brist, "stranger"), "post")]
    found += [(url("withdraw_adjustment", brist, penalty.pk), "post")]
    past = services.fine(contestant=brist.contestants.first(), amount="2")
    services.withdraw_adjustment(adjustment=past)
    found += [(url("put_back_adjustment", brist, past.pk), "post")]
    notice = services.post_message(session=brist, text="Ten minutes")
    found += [(url("withdraw_message", brist, notice.pk), "post")]
    found += [(url("clock_deed", brist, "start"), "post"), (url("undo_change", brist, line.pk), "post")]
    found += [(reverse("sessions:new_session", args=[brist.club.slug]), "get")]
    return found


def everything(session):
    session.refresh_from_db()
    lines = list(session.lines.values_list("pk", "is_current"))
    return session.revision, session.status, lines, list(session.tables.values_list("code", flat=True))


# --- who may enter ------------------------------------------------------------------------------


def test_the_list_of_addresses_below_leaves_none_out(every_address):
    inner = urlpatterns[1].url_patterns
    assert len(every_address) == len(inner) + 1


def test_a_visitor_is_sent_to_sign_in(client, every_address, brist):
    before = everything(brist)
    for address, method in every_address:
        response = getattr(client, method)(address)
        assert (address, response.status_code) == (address, 302)
        assert response.url.startswith(reverse("clubs:sign_in"))
    assert everything(brist) == before


@pytest.mark.parametrize("who", ["ben", "dov"])
def test_a_member_and_another_clubs_director_are_refused(
    request, signed_in, every_address, brist, hilltop, who
):
    client, before = signed_in(request.getfixturevalue(who)), everything(brist)
    for address, method in every_address:
        assert (address, getattr(client, method)(address).status_code) == (address, 403)
        assert (address, client.post(address).status_code) == (address, 403)
    assert everything(brist) == before


def test_another_clubs_session_is_not_found_under_ones_own_address(
    signed_in, dov, every_address, brist, hilltop
):
    client, before = signed_in(dov), everything(brist)
    for address, method in every_address[:-1]:
        moved = address.replace("/c/riverside/", "/c/hilltop/")
        assert (moved, getattr(client, method)(moved).status_code) == (moved, 404)
    assert everything(brist) == before


def test_another_sessions_table_line_and_penalty_are_not_found(
    signed_in, ada, brist, make_session, seating_of, director
):
    other = make_session("brist", 4, names=["Eve", "Fay", "Gus", "Hal"])
    seat = seating_of(other)
    line = services.record_line(seating=seat, board=1, entry=GAME, by=director).line
    penalty = services.fine(contestant=other.contestants.first(), amount="1")
    client = signed_in(ada)
    for address in (
        url("direct_seating", brist, seat.pk),
        url("direct_line", brist, seat.pk, 1),
    ):
        assert client.get(address).status_code == 404
    for address in (
        url("end_round", brist, seat.pk),
        url("put_back", brist, seating_of(brist).pk, 1, line.pk),
        url("withdraw_adjustment", brist, penalty.pk),
        url("renew_code", brist, 99),
    ):
        assert client.post(address).status_code == 404


def test_actions_do_not_answer_to_a_link(signed_in, ada, every_address):
    client = signed_in(ada)
    for address, method in every_address:
        if method == "post":
            assert (address, client.get(address).status_code) == (address, 405)


# --- setting up ---------------------------------------------------------------------------------


@pytest.fixture
def set_up(signed_in, ada, riverside):
    """`set_up("brist", names)`: the session after the whole way through the pages, tables open."""
    client = signed_in(ada)

    def through(ruleset, names, **fields):
        session = new(client, riverside, ruleset)
        response = client.post(url("setup", session), form_of(client, session) | {"names": names, **fields})
        assert response.status_code == 302, response.context["form"].errors
        assert client.get(response.url).status_code == 200
        client.post(url("open_tables", session))
        return Session.objects.get(pk=session.pk)

    return through


def new(client, club, ruleset):
    client.post(
        reverse("sessions:new_session", args=[club.slug]),
        {"ruleset": ruleset, "date": "2026-03-05", "title": ""},
    )
    return Session.objects.latest("pk")


def form_of(client, session):
    """What a browser would send back from the page as it stands."""
    form = client.get(url("setup", session)).context["form"]
    values = {name: form[name].value() for name in form.fields if name != "members"}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def names_of(count):
    return "\n".join(f"Player {number}" for number in range(1, count + 1))


def pairs_of(count):
    return "\n".join(f"North {number} & South {number}" for number in range(1, count + 1))


@pytest.mark.parametrize("slug", RULESETS)
def test_every_game_has_a_page_to_set_it_up(signed_in, ada, riverside, slug):
    client = signed_in(ada)
    session = new(client, riverside, slug)
    assert client.get(url("setup", session)).status_code == 200
    text = pairs_of(8) if session.ruleset.partnerships else names_of(12)
    response = client.post(url("setup", session), form_of(client, session) | {"names": text})
    assert response.status_code == 302, response.context["form"].errors
    assert client.get(response.url).status_code == 200


def test_eleven_names_at_brist_are_seated_at_tables_of_four_and_three(set_up):
    session = set_up("brist", names_of(11))
    assert session.is_running
    assert session.title == "BRiST"
    assert [seat.chairs.count() for seat in session.seatings.all()] == [4, 4, 3]
    assert [len(seat.boards) for seat in session.seatings.all()] == [16, 16, 15]


def test_sixteen_pairs_at_bridge_play_the_movement_that_suits_best(set_up):
    session = set_up("duplicate", pairs_of(16))
    assert session.movement_name == "Share-and-relay Mitchell"
    assert (session.tables.count(), session.seatings.count()) == (8, 64)


def test_the_director_may_choose_another_movement_and_its_length(set_up):
    session = set_up("duplicate", pairs_of(16), movement="howell", rounds="6", boards_per_round="4")
    assert session.movement_name == "Howell"
    assert session.seatings.count() == 48


def test_six_pairs_at_bid_whist_play_matches_to_the_target_of_the_club(set_up):
    session = set_up("bid_whist", pairs_of(6), option_target="11", option_end="time", rounds="2")
    assert (session.options["target"], session.options["end"]) == (11, "time")
    assert session.seatings.count() == 6


def test_the_way_to_rank_is_the_directors_choice(set_up):
    assert set_up("brist", names_of(8), method="total_points").method_slug == "total_points"


def test_ticked_members_are_here_even_without_script(set_up):
    session = set_up("brist", "Zoe New", members=["Ben Carter", "Cleo Diaz"])
    assert sorted(session.entrants.values_list("player__name", flat=True)) == [
        "Ben Carter",
        "Cleo Diaz",
        "Zoe New",
    ]


def test_a_wrong_list_is_kept_as_typed_and_the_line_is_named(signed_in, ada, riverside):
    client = signed_in(ada)
    session = new(client, riverside, "duplicate")
    text = "Ada & Ben\n<b>Cleo"
    response = client.post(url("setup", session), form_of(client, session) | {"names": text})
    assert response.status_code == 422
    page = response.content.decode()
    assert "Line 2: &lt;b&gt;Cleo has no partner; write both names." in page
    assert "Ada &amp; Ben\n&lt;b&gt;Cleo</textarea>" in page
    assert session.seatings.count() == 0


def test_too_few_for_a_table_is_said_in_words(signed_in, ada, riverside):
    client = signed_in(ada)
    session = new(client, riverside, "brist")
    response = client.post(url("setup", session), form_of(client, session) | {"names": "Ada\nBen"})
    assert response.status_code == 422
    assert "A table needs 3 players; there are 2." in response.content.decode()
    assert not riverside.players.filter(name="Ada").exists()


def test_hostile_names_are_shown_as_text(set_up, client):
    session = set_up("brist", "<script>alert(1)</script>\nBen\nCleo")
    for name in ("room", "setup", "direct"):
        assert b"<script>alert" not in client.get(url(name, session)).content


def test_nobody_here_is_an_error(signed_in, ada, riverside):
    client = signed_in(ada)
    session = new(client, riverside, "brist")
    response = client.post(url("setup", session), form_of(client, session))
    assert response.context["form"].errors["names"] == ["Write down who is here, or tick them."]


def test_the_set_up_opens_again_with_everything_in_it_and_seats_anew(set_up, client):
    session = set_up("brist", names_of(7), order="listed", boards_4="20", rounds="1")
    codes = list(session.tables.values_list("code", flat=True))
    form = form_of(client, session)
    assert (form["names"].split("\n")[0], form["order"], form["boards_4"]) == ("Player 1", "listed", 20)
    client.post(url("setup", session), form | {"names": names_of(8)})
    assert session.contestants.count() == 8
    assert list(session.tables.values_list("code", flat=True)) == codes


def test_drawing_again_moves_somebody(set_up, client):
    session = set_up("brist", names_of(12))
    seed = session.plan["seed"]
    client.post(url("draw_again", session))
    session.refresh_from_db()
    assert session.plan["seed"] != seed
    assert session.contestants.count() == 12


def test_after_the_first_result_only_title_and_date_change(brist, signed_in, ada, seating_of, director):
    services.record_line(seating=seating_of(brist), board=1, entry=GAME, by=director)
    client = signed_in(ada)
    assert "rules and what has been played stay" in client.get(url("setup", brist)).content.decode()
    client.post(url("setup", brist), {"title": "Spring cup", "date": "2026-03-06", "names": "Ada\nBen\nCleo"})
    brist.refresh_from_db()
    assert (brist.title, str(brist.date), brist.contestants.count()) == ("Spring cup", "2026-03-06", 7)


def test_proposals_answer_a_list_in_the_making_and_store_nothing(signed_in, ada, riverside):
    client = signed_in(ada)
    session = new(client, riverside, "duplicate")
    form = form_of(client, session)
    page = client.post(url("proposals", session), form | {"names": pairs_of(8)}).content.decode()
    assert page.index("Howell") < page.index("Share-and-relay") < page.index("Skip")
    half = client.post(url("proposals", session), form | {"names": "Ada & Ben\nCleo"}).content.decode()
    assert "A movement needs 4 pairs; there are 2." in half
    assert session.seatings.count() == 0


def test_a_session_without_results_can_be_deleted(make_session, signed_in, ada):
    session = make_session("brist", 4, start=False)
    response = signed_in(ada).post(url("delete_session", session))
    assert response.url == reverse("clubs:removed", args=["riverside"])
    assert not Session.objects.exists()


def test_a_session_with_results_stays(brist, seating_of, director, signed_in, ada):
    services.record_line(seating=seating_of(brist), board=1, entry=GAME, by=director)
    signed_in(ada).post(url("delete_session", brist))
    assert Session.objects.exists()


# --- the grid -----------------------------------------------------------------------------------


def test_the_grid_says_the_state_of_each_table_in_words(brist, signed_in, ada, seating_of, director):
    services.record_line(seating=seating_of(brist), board=1, entry=GAME, by=director)
    page = signed_in(ada).get(url("direct", brist)).content.decode()
    assert "in play" in page
    assert "1 / 16" in page
    assert "next: 2" in page
    assert "waiting" in page
    assert "nothing wants a look" in page


def test_what_is_doubtful_or_left_out_comes_first(brist, signed_in, ada, seating_of, director):
    seat = seating_of(brist)
    services.record_line(seating=seat, board=3, entry=UNLIKELY, by=director)
    page = signed_in(ada).get(url("direct", brist)).content.decode()
    assert page.index("Table 1, board 1") < page.index("Table 1, board 3") < page.index("Round 1")
    assert "that is seven or more tricks short" in page
    assert "no result" in page


def test_an_unchanged_grid_is_answered_304_with_few_queries(
    brist, signed_in, ada, seating_of, director, django_assert_max_num_queries
):
    client = signed_in(ada)
    etag = client.get(url("direct_grid", brist))["ETag"]
    with django_assert_max_num_queries(6):
        assert client.get(url("direct_grid", brist), headers={"if-none-match": etag}).status_code == 304
    services.record_line(seating=seating_of(brist), board=1, entry=GAME, by=director)
    response = client.get(url("direct_grid", brist), headers={"if-none-match": etag})
    assert (response.status_code, "private" in response["Cache-Control"]) == (200, True)


def test_the_grid_costs_the_same_for_one_table_and_for_many(
    make_session, signed_in, ada, django_assert_num_queries
):
    client = signed_in(ada)
    one, many = make_session("brist", 4), make_session("brist", 48, rounds=2, names=names_of(48).split("\n"))
    client.get(url("direct", one))
    for session in (one, many):
        with django_assert_num_queries(14):
            client.get(url("direct_grid", session))


def test_each_table_has_a_card_with_its_code_and_a_square(brist, signed_in, ada):
    page = signed_in(ada).get(url("codes", brist), headers={"host": "club.example:8080"}).content.decode()
    for table in brist.tables.all():
        assert table.code in page
    assert page.count("data:image/svg+xml") == brist.tables.count() + 1
    assert brist.code in page
    assert "http://club.example:8080/t/" in page


def test_a_renewed_code_closes_the_old_one(brist, signed_in, ada):
    old = brist.tables.get(number=1).code
    signed_in(ada).post(url("renew_code", brist, 1))
    assert brist.tables.get(number=1).code != old


# --- lines --------------------------------------------------------------------------------------


@pytest.fixture
def line_of(signed_in, ada, brist, seating_of, phone):
    """A line recorded at table 1, and the client behind which Ada sits."""
    seat = seating_of(brist)
    recorded = services.record_line(seating=seat, board=1, entry=GAME, by=phone).line
    return signed_in(ada), url("direct_line", brist, seat.pk, 1), recorded


def current(session):
    return list(session.lines.filter(is_current=True).values_list("board", "entry"))


def test_the_page_of_a_line_tells_result_points_and_history(line_of):
    client, address, _line = line_of
    page = client.get(address).content.decode()
    assert "Board 1" in page
    assert "at the table" in page
    assert "phon</bdi>" in page


def test_a_correction_needs_a_reason_and_keeps_the_old_result(line_of, brist):
    client, address, line = line_of
    sent = {"contract": "6S", "declarer": "S", "tricks": "12", "expected": line.pk, "key": "k"}
    refused = client.post(address, sent)
    assert refused.status_code == 422
    assert current(brist) == [(1, line.entry)]
    assert client.post(address, sent | {"reason": "misheard"}).status_code == 302
    assert current(brist) == [(1, {"contract": "6S", "declarer": "S", "tricks": 12})]
    page = client.get(address).content.decode()
    assert "misheard" in page
    assert "Put back" in page


def test_an_impossible_result_is_refused_where_it_stands(line_of, brist):
    client, address, line = line_of
    sent = {"contract": "6S", "declarer": "S", "tricks": "14", "expected": line.pk, "reason": "x"}
    response = client.post(address, sent)
    assert response.status_code == 422
    assert current(brist) == [(1, line.entry)]


def test_a_missing_result_is_entered_without_a_reason(signed_in, ada, brist, seating_of):
    seat = seating_of(brist)
    sent = {"contract": "3NT", "declarer": "S", "tricks": "10", "key": "k", "expected": ""}
    assert signed_in(ada).post(url("direct_line", brist, seat.pk, 1), sent).status_code == 302
    assert ScoreLine.objects.get().origin == "director"


def test_a_stale_form_shows_the_difference_and_can_be_sent_again(line_of, brist, seating_of, director):
    client, address, line = line_of
    theirs = {"contract": "1C", "declarer": "S", "tricks": 7}
    services.record_line(
        seating=seating_of(brist), board=1, entry=theirs, by=director, expected=line.pk, reason="first"
    )
    ours = {"contract": "6S", "declarer": "S", "tricks": "12", "expected": line.pk, "reason": "misheard"}
    response = client.post(address, ours)
    assert response.status_code == 409
    assert current(brist)[0][1]["contract"] == "1C"
    page = response.content.decode()
    assert "Meanwhile somebody else recorded" in page
    again = ours | {"expected": response.context["form"].sender.expected}
    assert client.post(address, again).status_code == 302
    assert current(brist)[0][1]["contract"] == "6S"


def test_a_withdrawn_line_can_be_put_back(line_of, brist, seating_of):
    client, address, line = line_of
    seat = seating_of(brist)
    withdraw = url("withdraw_line", brist, seat.pk, 1)
    assert client.post(withdraw, {"expected": line.pk, "withdraw-reason": ""}).status_code == 422
    assert client.post(withdraw, {"expected": 0, "withdraw-reason": "wrong board"}).status_code == 409
    assert client.post(withdraw, {"expected": line.pk, "withdraw-reason": "wrong board"}).status_code == 302
    assert current(brist) == [(1, None)]
    assert "No result yet" in client.get(address).content.decode()
    client.post(url("put_back", brist, seat.pk, 1, line.pk))
    assert current(brist) == [(1, line.entry)]


def test_a_board_that_the_table_does_not_play_is_not_found(signed_in, ada, brist, seating_of):
    assert signed_in(ada).get(url("direct_line", brist, seating_of(brist).pk, 99)).status_code == 404


def test_the_next_hand_of_a_match_is_entered_from_its_page(make_session, signed_in, ada, seating_of):
    session = make_session("bid_whist", 4)
    client, seat = signed_in(ada), seating_of(session)
    assert "no result yet" in client.get(url("direct_seating", session, seat.pk)).content.decode()
    assert client.get(url("direct_line", session, seat.pk, 1)).status_code == 200
    assert client.get(url("direct_line", session, seat.pk, 2)).status_code == 404


def test_a_round_is_ended_and_opened_again_at_a_table(signed_in, ada, brist, seating_of):
    client, seat = signed_in(ada), seating_of(brist)
    client.post(url("end_round", brist, seat.pk))
    assert seating_of(brist).ended_at is not None
    client.post(url("reopen_round", brist, seat.pk))
    assert seating_of(brist).ended_at is None


# --- decisions ----------------------------------------------------------------------------------


def test_a_board_is_awarded_and_the_award_withdrawn(bridge, signed_in, ada, seating_of):
    client, seat = signed_in(ada), seating_of(bridge)
    board = seat.boards[0]
    address = url("award_board", bridge, seat.pk, board)
    for wrong in ("160", "1e999999999", "B", ""):
        assert client.post(address, {"award-first": wrong, "award-second": "A-"}).status_code == 422
    sent = {"award-first": "a+", "award-second": "40 %", "award-reason": "fouled"}
    assert client.post(address, sent).status_code == 302
    award = Adjustment.objects.get()
    assert (award.first, award.second, award.reason, award.by) == ("A+", "40", "fouled", ada)
    shown = client.get(url("direct_line", bridge, seat.pk, board)).content.decode()
    assert f"Board {board}, table 1, round 1: A+ to 1" in shown
    client.post(url("withdraw_adjustment", bridge, award.pk))
    assert not Adjustment.objects.get().is_current


def test_a_game_without_comparison_awards_nothing(brist, signed_in, ada, seating_of):
    seat = seating_of(brist)
    sent = {"award-first": "A+", "award-second": "A-"}
    assert signed_in(ada).post(url("award_board", brist, seat.pk, 1), sent).status_code == 422
    assert not Adjustment.objects.exists()


def test_a_penalty_is_listed_and_taken_back(brist, signed_in, ada):
    client, who = signed_in(ada), brist.contestants.first()
    address = url("penalties", brist)
    sent = {"contestant": who.pk, "amount": "2,5", "reason": "late"}
    for wrong in ("a lot", "1e999999999", "1/0", ""):
        assert (wrong, client.post(address, sent | {"amount": wrong}).status_code) == (wrong, 422)
    assert client.post(address, sent).status_code == 302
    assert "late" in client.get(address).content.decode()
    client.post(url("withdraw_adjustment", brist, Adjustment.objects.get().pk))
    assert "Nobody has lost points." in client.get(address).content.decode()


# --- the end ------------------------------------------------------------------------------------


def test_what_is_missing_is_listed_before_the_end(brist, signed_in, ada):
    page = signed_in(ada).get(url("close_session", brist)).content.decode()
    assert "31 results are missing" in page


def test_close_publish_take_back_and_reopen(bridge, signed_in, ada, seating_of, director):
    client = signed_in(ada)

    def state():
        bridge.refresh_from_db()
        return bridge.status, bridge.is_published, bridge.is_public

    client.post(url("close_session", bridge))
    assert state() == ("closed", False, False)
    client.post(url("publish_session", bridge))
    assert state() == ("closed", True, True)
    assert "Take the result back" in client.get(url("direct", bridge)).content.decode()
    client.post(url("unpublish_session", bridge))
    assert state() == ("closed", True, True)
    client.post(url("unpublish_session", bridge), {"unpublish-reason": "a board was missing"})
    assert state() == ("closed", False, False)
    client.post(url("reopen_session", bridge))
    assert state() == ("running", False, False)


def test_a_session_is_shown_to_everyone_and_hidden_again(brist, signed_in, ada):
    client = signed_in(ada)
    client.post(url("show_session", brist))
    assert Session.objects.get(pk=brist.pk).is_public
    client.post(url("hide_session", brist))
    assert not Session.objects.get(pk=brist.pk).is_public


def test_a_refusal_is_told_on_the_next_page(brist, signed_in, ada):
    response = signed_in(ada).post(url("publish_session", brist), follow=True)
    assert "Close the session before you publish it." in response.content.decode()


def test_a_line_of_a_final_result_cannot_be_changed(bridge, signed_in, ada, seating_of):
    client, seat = signed_in(ada), seating_of(bridge)
    client.post(url("close_session", bridge))
    client.post(url("publish_session", bridge), {"correction_minutes": "0"})
    sent = {name: str(value) for name, value in BRIDGE.items()}
    response = client.post(url("direct_line", bridge, seat.pk, seat.boards[0]), sent)
    assert response.status_code == 409
    assert not ScoreLine.objects.exists()
