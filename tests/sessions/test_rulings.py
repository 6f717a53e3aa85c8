"""Weighted results, points outright, boards played in two forms, and the numbers unfolded."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.lines import EntryError
from sessions import decisions, house, queries, services
from sessions.models import Adjustment, ScoreLine, Session
from sessions.results import Readings
from sessions.rulings import read_outcome

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}
DOWN = {"contract": "4S", "risk": "", "declarer": "N", "tricks": 9}


def url(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture
def bridge(make_session):
    """Six pairs, three tables; table 1 makes game on every board, 2 a part score, 3 goes down."""
    session = make_session("duplicate", 6, movement="straight-mitchell")
    entries = {1: GAME, 2: PART, 3: DOWN}
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating_id=seat.pk,
            board=board,
            entry=entries[seat.table],
            key=f"{seat.pk}-{board}",
        )
        for seat in queries.load_night(session).rounds
        for board in seat.boards
    )
    return services.touch(session)


@pytest.fixture
def seat(bridge):
    """Table 1 in round 1, as it is read."""
    return queries.load_night(bridge).at(table=1, round=1)


def points_of(session, board):
    """Both sides' points on a board by round and table."""
    found = queries.load_night(Session.objects.get(pk=session.pk)).standings.boards
    return {row.key: (row.first, row.second) for row in found if row.board == board}


def imps(session, **options):
    house.change_method(session=session, method="cross_imps", method_options=options)
    session.refresh_from_db()


# --- outcomes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "score"),
    [("620", 620), ("−50", -50), ("4S N 10", 620), ("4♠ N =", 620), ("3ntx w -1", 100), ("2♥ by E 8", -110)],
)
def test_an_outcome_is_a_score_or_a_result(bridge, text, score):
    ruleset = bridge.ruleset
    assert read_outcome(text, ruleset=ruleset, options={}, places=ruleset.tables[0], board=2) == score


@pytest.mark.parametrize("text", ["", "soup", "8S N 10", "4S N 14", "4S X 10", "1e9"])
def test_an_outcome_that_is_neither_is_refused(bridge, text):
    with pytest.raises(EntryError):
        read_outcome(text, ruleset=bridge.ruleset, options={}, places=bridge.ruleset.tables[0], board=2)


def test_a_weighted_ruling_counts_each_outcome_by_its_weight(bridge, signed_in, ada, seat):
    board = seat.boards[0]
    sent = {"weighted-score_1": "3NT N 9", "weighted-weight_1": "60"}
    sent |= {"weighted-score_2": "1NT N 7", "weighted-weight_2": "40 %", "weighted-reason": "hesitation"}
    response = signed_in(ada).post(url("award_weighted", bridge, seat.pk, board), sent)
    assert response.status_code == 302
    ruled = Adjustment.objects.get()
    assert [each["weight"] for each in ruled.outcomes] == ["60", "40"]
    own, other = points_of(bridge, board)[seat.played.key]
    assert own + other == 4
    assert 3 < own < 4
    assert "60 % 3NT N 9, 40 % 1NT N 7" in text_of(
        signed_in(ada).get(url("direct_line", bridge, seat.pk, board))
    )


@pytest.mark.parametrize(
    ("outcomes", "field"),
    [
        ((("620", "60"), ("170", "30")), "weight"),
        ((("620", "60"), ("soup", "40")), "score_2"),
        ((("620", "half"), ("170", "40")), "weight_1"),
        ((("620", "0"), ("170", "100")), "weight_1"),
        ((("620", "100"),), "score_2"),
        ((("620", "60"), ("620", "40")), "score"),
    ],
)
def test_a_weighted_ruling_that_cannot_be_names_the_field(bridge, seat, outcomes, field):
    seating = queries.find_seating(bridge, seat.pk)
    with pytest.raises(EntryError) as error:
        decisions.award_weighted(seat=seat, seating=seating, board=seat.boards[0], outcomes=outcomes)
    assert error.value.field == field
    assert not Adjustment.objects.exists()


def test_a_refused_weight_is_shown_and_nothing_is_lost(bridge, signed_in, ada, seat):
    sent = {"weighted-score_1": "620", "weighted-weight_1": "60", "weighted-reason": "hesitation"}
    sent |= {"weighted-score_2": "170", "weighted-weight_2": "30"}
    response = signed_in(ada).post(url("award_weighted", bridge, seat.pk, seat.boards[0]), sent)
    assert response.status_code == 422
    assert "The weights add up to 90, not to 100" in text_of(response)
    assert 'value="hesitation"' in text_of(response)


def test_the_scores_of_a_weighted_ruling_wait_for_the_end_of_play(bridge, client, seat):
    seating = queries.find_seating(bridge, seat.pk)
    pair = (("3NT N 9", "60"), ("1NT N 7", "40"))
    decisions.award_weighted(
        seat=seat, seating=seating, board=seat.boards[0], outcomes=pair, reason="a hesitation in hearts"
    )
    services.set_public(session=bridge, is_public=True)
    page = text_of(client.get(url("session", bridge)))
    assert "a weighted ruling" in page
    assert "60 %" not in page
    assert "hearts" not in page
    services.close_session(session=bridge)
    page = text_of(client.get(url("session", bridge)))
    assert "60 % 3NT N 9" in page
    assert "a hesitation in hearts" in page


# --- points outright ----------------------------------------------------------------------------


def test_points_are_given_outright_where_boards_give_imps(bridge, signed_in, ada, seat):
    imps(bridge)
    sent = {"points-first": "3", "points-second": "-2.5", "points-reason": "Law 86"}
    board = seat.boards[0]
    assert signed_in(ada).post(url("award_points", bridge, seat.pk, board), sent).status_code == 302
    assert points_of(bridge, board)[seat.played.key] == (3, Fraction(-5, 2))
    refused = signed_in(ada).post(
        url("award_points", bridge, seat.pk, board), sent | {"points-second": "many"}
    )
    assert refused.status_code == 422
    assert "second" in refused.context["points_form"].errors


def test_match_points_are_not_given_outright(bridge, signed_in, ada, seat):
    sent = {"points-first": "3", "points-second": "-3", "points-reason": "x"}
    response = signed_in(ada).post(url("award_points", bridge, seat.pk, seat.boards[0]), sent)
    assert response.status_code == 422
    assert not Adjustment.objects.exists()


def test_a_later_award_replaces_the_earlier_which_stays_readable(bridge, signed_in, ada, seat):
    seating, board = queries.find_seating(bridge, seat.pk), seat.boards[0]
    services.award_board(seating=seating, board=board, first="A+", second="A-", reason="first thought")
    decisions.award_weighted(
        seat=seat, seating=seating, board=board, outcomes=(("620", "50"), ("170", "50")), reason="second"
    )
    assert Adjustment.objects.filter(is_current=True).get().reason == "second"
    assert "first thought" in text_of(signed_in(ada).get(url("penalties", bridge)))


# --- fouled boards ------------------------------------------------------------------------------


def test_a_board_in_two_forms_is_compared_within_each(bridge, signed_in, ada, seat):
    board = seat.boards[0]
    page = url("direct_board", bridge, board)
    first = points_of(bridge, board)[seat.played.key]
    sent = {f"form_{seat.round}_{seat.table}": "1", "reason": "a heart and a club were swapped"}
    assert signed_in(ada).post(page, sent).status_code == 302
    assert first == (4, 0)
    assert points_of(bridge, board)[seat.played.key] == (2, 2)
    assert "a heart and a club were swapped" in text_of(signed_in(ada).get(page))
    ruled = Adjustment.objects.get()
    signed_in(ada).post(url("withdraw_adjustment", bridge, ruled.pk))
    assert points_of(bridge, board)[seat.played.key] == (4, 0)


def test_all_tables_or_other_tables_are_no_group(bridge, signed_in, ada, seat):
    board = seat.boards[0]
    page = url("direct_board", bridge, board)
    played = queries.load_night(bridge).of_board(board)
    alike = {f"form_{each.round}_{each.table}": "1" for each in played}
    for sent in (alike, {}, {"form_9_9": "1"}):
        response = signed_in(ada).post(page, sent | {"reason": "x"})
        assert response.status_code == 422
        assert response.context["form"].non_field_errors()
    with pytest.raises(EntryError):
        decisions.foul_board(session=bridge, board=board, forms={(9, 9): 1})
    assert signed_in(ada).get(url("direct_board", bridge, 999)).status_code == 404


def test_a_board_in_three_forms_is_compared_within_each(bridge, signed_in, ada, seat):
    board = seat.boards[0]
    played = [each.played.key for each in queries.load_night(bridge).of_board(board)]
    sent = {f"form_{round_}_{table}": str(number) for number, (round_, table) in enumerate(played)}
    page = url("direct_board", bridge, board)
    assert signed_in(ada).post(page, sent | {"reason": "passed on twice"}).status_code == 302
    assert set(points_of(bridge, board).values()) == {(2, 2)}
    shown = signed_in(ada).get(page)
    assert "B: " in text_of(shown)
    assert [field.value() for field in shown.context["form"].tables] == [str(n) for n in range(len(played))]


def test_a_final_result_takes_no_ruling(bridge, seat):
    services.close_session(session=bridge)
    services.publish_session(session=Session.objects.get(pk=bridge.pk))
    with pytest.raises(services.RefusedError):
        decisions.foul_board(session=bridge, board=seat.boards[0], forms={seat.played.key: 1})
    with pytest.raises(services.RefusedError):
        decisions.award_points(
            seating=queries.find_seating(bridge, seat.pk), board=seat.boards[0], first="1", second="-1"
        )


# --- why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["matchpoints", "cross_imps", "butler", "aggregate"])
def test_the_comparisons_of_a_board_add_up_to_what_stands_on_the_card(bridge, method):
    house.change_method(session=bridge, method=method, method_options={})
    bridge.refresh_from_db()
    night = queries.load_night(bridge)
    readings = Readings(night, sees_all=True)
    for side in night.sides.values():
        rows = [row for found in readings.card(side).rounds for row in found.rows]
        assert [row.reason.points for row in rows] == [row.credit.points for row in rows]
        if method in ("matchpoints", "aggregate"):
            assert [row.reason.raw for row in rows] == [row.credit.points for row in rows]


def test_a_card_unfolds_its_comparisons(bridge, client):
    services.set_public(session=bridge, is_public=True)
    services.close_session(session=bridge)
    pair = bridge.contestants.filter(group="NS").first()
    page = text_of(client.get(url("contestant", bridge, pair.pk)))
    assert "1 × against 90: 2" in page
    assert "Compared with the other results among 3." in page


def test_a_card_in_imps_shows_no_top(bridge, client):
    imps(bridge)
    services.set_public(session=bridge, is_public=True)
    services.close_session(session=bridge)
    page = text_of(client.get(url("contestant", bridge, bridge.contestants.first().pk)))
    assert "IMPs" in page
    assert "/ 0" not in page
    assert "Percent" not in page
    assert "/ 0" not in text_of(client.get(url("board", bridge, 1)))


def test_a_brist_total_opens_its_tricks_and_bonuses(make_session, client, seating_of, phone):
    session = make_session("brist", 4)
    seat = seating_of(session)
    for board, declarer, tricks in ((1, "S", 10), (2, "W", 8)):
        entry = {"contract": "3NT", "declarer": declarer, "tricks": tricks}
        services.record_line(seating=seat, board=board, entry=entry, by=phone)
    services.set_public(session=session, is_public=True)
    night = queries.load_night(session)
    south = night.at(table=1, round=1).sides["S"]
    card = Readings(night).card(south)
    assert {str(source.reason): source.points for source in card.sources} == {
        "tricks": 15,
        "game bonus": 10,
        "contract defeated": 10,
    }
    assert "What the points came from" in text_of(client.get(url("contestant", session, south.pk)))


def test_the_sessions_page_says_what_differs_and_what_was_ruled(make_session, client):
    session = make_session("brist", 4, options={"defence_bonus": "mirror"})
    services.fine(contestant=session.contestants.first(), amount="2", reason="late")
    services.set_public(session=session, is_public=True)
    page = text_of(client.get(url("session", session)))
    assert (
        "Defence bonus: <strong>What declarer played for: 10, 10, 25, 50</strong>; usually: Always 10."
        in page
    )
    assert 'Player 001: 2 off. <span class="muted">late</span>' in page


def test_percentage_points_are_offered_only_where_results_are_percentages(bridge, signed_in, ada):
    page = url("penalties", bridge)
    assert 'name="is_percent"' in text_of(signed_in(ada).get(page))
    imps(bridge)
    assert 'name="is_percent"' not in text_of(signed_in(ada).get(page))


def test_a_decision_that_was_taken_back_or_replaced_is_put_back_whole(make_session, seating_of, ada):
    session = make_session("duplicate", 4, boards_per_round=2)
    seating = seating_of(session)
    board = seating.boards[0]
    first = services.award_board(seating=seating, board=board, first="60", second="40", by=ada, reason="slow")
    services.award_board(seating=seating, board=board, first="A", second="A", by=ada)
    again = services.put_back_adjustment(adjustment=Adjustment.objects.get(pk=first.pk), by=ada)
    standing = session.adjustments.get(is_current=True)
    assert (standing.pk, standing.first, standing.second, standing.reason) == (again.pk, "60", "40", "slow")
    assert session.adjustments.count() == 3
    fined = services.fine(contestant=session.contestants.first(), amount="1", by=ada)
    services.withdraw_adjustment(adjustment=fined)
    services.put_back_adjustment(adjustment=Adjustment.objects.get(pk=fined.pk), by=ada)
    assert [x.amount for x in session.adjustments.filter(kind="penalty", is_current=True)] == ["1"]


@pytest.mark.parametrize(("amount", "shown"), [("5", "−5"), ("-5", "+5"), ("5/2", "−2½")])
def test_the_list_of_penalties_says_what_each_takes_or_gives(bridge, signed_in, ada, amount, shown):
    services.fine(contestant=bridge.contestants.first(), amount=amount)
    assert f">{shown}<" in signed_in(ada).get(url("penalties", bridge)).content.decode()
