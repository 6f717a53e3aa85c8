"""The club's site: who sees what, what the numbers say, what a look at it costs."""

import re

import pytest
from django.urls import reverse

from clubs.models import Role
from clubs.services import add_member
from sessions import queries, services
from sessions.models import ScoreLine, Session
from sessions.results import Readings

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}
BRIST_GAME = {"contract": "3NT", "declarer": "S", "tricks": 10}


def address(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def show(session):
    services.set_public(session=session, is_public=True)
    session.refresh_from_db()
    return session


def fill(session, entry=GAME, *, at=None):
    """Every table records the same; the pairs of ``at`` (round, table) make a part score."""
    lines = []
    for seat in queries.load_night(session).rounds:
        if seat.is_sit_out:
            continue
        for board in seat.boards:
            played = PART if (seat.round, seat.table) == at else entry
            lines.append(
                ScoreLine(
                    session=session, seating_id=seat.pk, board=board, entry=played, key=f"{seat.pk}-{board}"
                )
            )
    ScoreLine.objects.bulk_create(lines)
    services.touch(session)
    session.refresh_from_db()


def finish(session):
    services.close_session(session=session)
    services.publish_session(session=Session.objects.get(pk=session.pk))
    session.refresh_from_db()


@pytest.fixture
def pairs(make_session):
    return show(make_session("duplicate", 6, movement="straight-mitchell"))


@pytest.fixture
def page(client):
    """`page("session", session)`: the text of a page as a visitor sees it."""

    def read(name, session, *args):
        response = client.get(address(name, session, *args))
        assert response.status_code == 200
        return re.sub(r"\s+", " ", response.content.decode())

    return read


def every_page(session):
    contestant = session.contestants.first()
    table = session.tables.first()
    board = queries.load_night(session).board_numbers[0]
    yield from (address(name, session) for name in ("session", "leaderboard", "tables", "boards"))
    yield address("table", session, table.number)
    yield address("board", session, board)
    yield address("contestant", session, contestant.pk)


# --- who may see --------------------------------------------------------------------------------


def test_a_private_session_is_not_there_for_strangers(make_session, client, signed_in, dov):
    session = make_session("duplicate", 6)
    assert {client.get(page).status_code for page in every_page(session)} == {404}
    stranger = signed_in(dov)
    assert {stranger.get(page).status_code for page in every_page(session)} == {404}


def test_a_member_sees_a_private_session(make_session, signed_in, ben):
    session = make_session("duplicate", 6)
    member = signed_in(ben)
    assert {member.get(page).status_code for page in every_page(session)} == {200}


def test_a_public_session_is_there_for_everyone(pairs, client):
    assert {client.get(page).status_code for page in every_page(pairs)} == {200}


def test_a_session_being_set_up_shows_to_scorers_and_up_only(
    make_session, client, signed_in, riverside, ben, cleo
):
    session = make_session("duplicate", 6, start=False)
    Session.objects.update(is_public=True)
    club = reverse("sessions:club", args=[riverside.slug])
    assert client.get(address("session", session)).status_code == 404
    assert session.title not in client.get(club).content.decode()
    assert signed_in(ben).get(address("leaderboard", session)).status_code == 404
    assert signed_in(ben).get(address("session", session)).status_code == 404
    add_member(club=riverside, user=cleo, role=Role.SCORER)
    assert signed_in(cleo).get(address("session", session)).status_code == 200
    assert session.title in client.get(club).content.decode()


def test_a_session_is_found_at_its_own_club_only(pairs, hilltop, client):
    for name in ("session", "leaderboard", "tables", "boards"):
        assert client.get(reverse(f"sessions:{name}", args=[hilltop.slug, pairs.pk])).status_code == 404


def test_what_is_not_in_a_session_is_not_there(pairs, make_session, client):
    other = make_session("brist", 4)
    assert client.get(address("contestant", pairs, other.contestants.first().pk)).status_code == 404
    assert client.get(address("table", pairs, 99)).status_code == 404
    assert client.get(address("board", pairs, 99)).status_code == 404


def test_a_game_without_common_boards_has_no_travellers(make_session, client, page):
    session = show(make_session("brist", 4))
    assert client.get(address("boards", session)).status_code == 404
    assert client.get(address("board", session, 1)).status_code == 404
    assert address("boards", session) not in page("session", session)


def test_nothing_here_is_posted(pairs, client):
    assert {client.post(page).status_code for page in every_page(pairs)} == {405}


def test_search_engines_leave_private_pages_alone(make_session, signed_in, ben, page):
    session = make_session("brist", 4)
    assert 'content="noindex"' in signed_in(ben).get(address("session", session)).content.decode()
    show(session)
    assert 'content="noindex"' not in page("session", session)


# --- the club's page ----------------------------------------------------------------------------


def test_the_club_shows_what_is_played_before_who_won(make_session, client, riverside):
    old = show(
        make_session(
            "duplicate", 6, movement="straight-mitchell", names=[f"Winner {n}" for n in "ABCDEFGHIJKL"]
        )
    )
    fill(old, at=(1, 1))
    finish(old)
    show(make_session("brist", 4))
    text = client.get(reverse("sessions:club", args=[riverside.slug])).content.decode()
    assert text.index("brist night") < text.index("duplicate night") < text.index("Winner")


def test_a_club_without_sessions_says_what_to_do_next(riverside, client, signed_in, ada):
    club = reverse("sessions:club", args=[riverside.slug])
    assert "Sign in" in client.get(club).content.decode()
    assert "Your first session" in signed_in(ada).get(club).content.decode()


def test_the_clubs_page_costs_the_same_for_one_result_and_for_three(
    make_session, client, riverside, django_assert_num_queries
):
    club = reverse("sessions:club", args=[riverside.slug])
    for _night in range(2):
        session = show(make_session("duplicate", 4))
        fill(session)
        finish(session)
        show(make_session("brist", 4))
        with django_assert_num_queries(7):
            client.get(club)


# --- the leaderboard ----------------------------------------------------------------------------


def test_two_winners_have_a_table_each(pairs, page):
    fill(pairs)
    text = page("session", pairs)
    assert text.index("North-South") < text.index("East-West")
    assert text.count("<table") == 2


def test_equal_results_share_a_place_and_who_has_none_comes_last(make_session, page, seating_of, phone):
    session = show(make_session("brist", 7))
    services.record_line(seating=seating_of(session), board=1, entry=BRIST_GAME, by=phone)
    text = page("session", session)
    ranks = re.findall(r'<td class="rank">(.*?)</td>', text)
    assert ranks == ["1=", "1=", "3=", "3=", "–", "–", "–"]


def test_a_running_leaderboard_asks_again_and_a_final_one_does_not(pairs, page):
    fill(pairs)
    assert "hx-trigger" in page("leaderboard", pairs)
    finish(pairs)
    text = page("leaderboard", pairs)
    assert "hx-trigger" not in text
    assert "final" in text


def test_an_unchanged_leaderboard_costs_one_query(pairs, client, django_assert_num_queries):
    first = client.get(address("leaderboard", pairs))
    with django_assert_num_queries(1):
        again = client.get(address("leaderboard", pairs), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert not again.cookies


def test_the_leaderboards_tag_is_weak_and_kept_by_the_reader_only(pairs, client):
    response = client.get(address("leaderboard", pairs))
    assert response["ETag"].startswith('W/"')
    assert set(response["Cache-Control"].split(", ")) == {"no-cache", "private"}
    assert {"Cookie", "Accept-Language"} <= set(response["Vary"].split(", "))


def test_a_new_result_changes_the_tag_and_so_does_the_language(pairs, client, seating_of, phone):
    first = client.get(address("leaderboard", pairs))["ETag"]
    assert client.get(address("leaderboard", pairs), headers={"Accept-Language": "it"})["ETag"] != first
    services.record_line(seating=seating_of(pairs), board=1, entry=GAME, by=phone)
    again = client.get(address("leaderboard", pairs), headers={"If-None-Match": first})
    assert again.status_code == 200
    assert "1 of" in again.content.decode()


def test_a_session_taken_back_answers_a_known_tag_with_404(pairs, client):
    tag = client.get(address("leaderboard", pairs))["ETag"]
    services.set_public(session=pairs, is_public=False)
    assert client.get(address("leaderboard", pairs), headers={"If-None-Match": tag}).status_code == 404


# --- boards, tables, cards ----------------------------------------------------------------------


def test_a_travellers_best_score_for_north_south_is_on_top(pairs, page):
    fill(pairs, at=(1, 1))
    finish(pairs)
    text = page("board", pairs, 1)
    assert text.index("3NT N =") < text.index("1NT N =")
    assert "Dealer North" in text
    assert "nobody vulnerable" in text


def test_a_board_still_being_played_gives_nothing_away(
    pairs, page, seating_of, phone, client, signed_in, ada
):
    services.record_line(seating=seating_of(pairs), board=1, entry=GAME, by=phone)
    contestant = seating_of(pairs).chairs.first().contestant_id
    pages = (("board", 1), ("table", 1), ("contestant", contestant))
    for name, number in pages:
        text = page(name, pairs, number)
        assert "still being played" in text
        assert "3NT N" not in text
    director = signed_in(ada)
    for name, number in pages:
        assert "3NT N =" in director.get(address(name, pairs, number)).content.decode()


def test_an_award_counts_as_played_and_shows_its_shares(pairs, page, seating_of, ada):
    fill(pairs)
    services.award_board(
        seating=seating_of(pairs), board=1, first="60", second="40", by=ada, reason="private talk"
    )
    text = page("board", pairs, 1)
    assert "awarded" in text
    assert "60.00 %" in text
    assert "40.00 %" in text
    assert "private talk" not in text


def test_a_card_adds_up_to_its_percentage(pairs, ada):
    fill(pairs, at=(1, 1))
    contestant = pairs.contestants.first()
    services.fine(contestant=contestant, amount="2", is_percent=True, by=ada)
    night = queries.load_night(pairs)
    card = Readings(night).card(night.sides[contestant.pk])
    credits = [row.credit for found in card.rounds for row in found.rows]
    assert (
        sum(credit.points for credit in credits) == card.total.points == card.standing.figures["matchpoints"]
    )
    assert sum(credit.top for credit in credits) == card.total.top == card.standing.figures["top"]
    assert card.total.percent - 2 == card.standing.score


def test_a_table_of_three_tells_who_moves_and_why_each_line_earned_what_it_did(make_session, page):
    session = show(make_session("brist", 3))
    fill(session, BRIST_GAME)
    text = page("table", session, 1)
    assert "moves from" in text
    assert "10 tricks + 10 bonus = 20" in text
    assert "South, <bdi>Player 001</bdi>" in text


def test_a_matchs_winner_is_named(make_session, page, seating_of, phone):
    session = show(make_session("bid_whist", 2))
    entry = {"bidder": "S", "bid": "7NT", "books": 13}
    services.record_line(seating=seating_of(session), board=1, entry=entry, by=phone)
    assert "Won by" in page("table", session, 1)
    assert "Won with" in page("contestant", session, session.contestants.get(number=1).pk)


def test_an_imported_session_says_where_it_differs_from_its_file(pairs, page):
    source = {"file": "old.xml", "differences": [{"where": "pair 4", "message": "the file says 58.3"}]}
    Session.objects.update(source=source)
    text = page("session", pairs)
    assert "old.xml" in text
    assert "the file says 58.3" in text


# --- names and cost -----------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
    "محمد الأمين",
    "🃏 Joker",
    "W" * 118,
    "'\"><b>",
    "Ann",
    "Bob",
]


def test_hostile_names_are_text(make_session, page):
    session = show(make_session("duplicate", 4, names=HOSTILE))
    fill(session)
    Session.objects.update(title="</title><script>x</script>", source={"file": "<script>y</script>"})
    session.refresh_from_db()
    finish(session)
    for where in (
        ("session",),
        ("tables",),
        ("table", 1),
        ("board", 1),
        ("contestant", session.contestants.first().pk),
    ):
        text = page(where[0], session, *where[1:])
        assert "<script>alert" not in text
        assert "<script>x" not in text
        assert "<script>y" not in text
    assert "&lt;script&gt;alert(1)" in page("session", session)


@pytest.fixture(params=[2, 20])
def big_session(request, make_session):
    """A whole session of so many tables; the larger one has 520 results."""
    tables = request.param
    slug = "skip-mitchell" if tables > 2 else "howell"
    session = show(make_session("duplicate", 2 * tables, movement=slug, rounds=None if tables == 2 else 13))
    fill(session)
    return session


def test_a_page_costs_the_same_for_two_tables_and_for_twenty(big_session, client, django_assert_num_queries):
    for page, queries_made in zip(every_page(big_session), (9, 1, 8, 8, 8, 8, 8), strict=True):
        with django_assert_num_queries(queries_made):
            assert client.get(page).status_code == 200


def test_a_player_with_an_account_is_led_to_his_own_card(make_session, client, signed_in, ben):
    session = show(make_session("brist", 4, names=["Ben Carter", "Cleo Diaz", "Eva", "Finn"]))
    own = address("contestant", session, session.contestants.get(number=1).pk)
    assert "My own card" not in client.get(address("session", session)).content.decode()
    text = signed_in(ben).get(address("session", session)).content.decode()
    assert f'href="{own}">My own card' in text


def test_two_contestants_are_compared_board_by_board(make_session, client, riverside):
    session = make_session("duplicate", 4)
    session.is_public = True
    session.save()
    night = queries.load_night(session)
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating_id=seat.pk,
            board=board,
            key=f"{seat.pk}-{board}",
            entry={"contract": "3NT", "risk": "", "declarer": "N", "tricks": 8 + (seat.table + board) % 3},
        )
        for seat in night.rounds
        for board in seat.boards
    )
    services.touch(session)
    first, second, *_others = session.contestants.all()
    where = reverse("sessions:compare", args=["riverside", session.pk, first.pk])
    duel = client.get(where, {"other": second.pk}).context["duel"]
    other_way = client.get(
        reverse("sessions:compare", args=["riverside", session.pk, second.pk]), {"other": first.pk}
    )
    back = other_way.context["duel"]
    assert duel.rows
    assert (duel.ahead, duel.behind, duel.level) == (back.behind, back.ahead, back.level)
    assert {row.have_met for row in duel.rows} == {True, False}
    for nobody in ("", "x", str(first.pk), "999999", "²"):
        assert client.get(where, {"other": nobody}).context["duel"] is None


def test_a_stranger_may_see_the_leaderboard_of_a_moment_ago_but_a_member_sees_it_as_it_is(
    pairs, client, signed_in, ben, settings
):
    settings.ECHO_SECONDS = 60
    page = f"{pairs.get_absolute_url()}leaderboard/"
    seen = client.get(page)
    services.touch(pairs)
    assert client.get(page).headers["ETag"] == seen.headers["ETag"]
    assert signed_in(ben).get(page).headers["ETag"] != seen.headers["ETag"]


def test_nobody_is_told_what_a_member_saw(make_session, client, signed_in, ben, settings):
    settings.ECHO_SECONDS = 60
    page = f"{make_session('duplicate', 6).get_absolute_url()}leaderboard/"
    assert signed_in(ben).get(page).status_code == 200
    client.logout()
    assert client.get(page).status_code == 404
