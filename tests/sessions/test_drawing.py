"""Sessions whose next round is drawn while playing: previewed, seated, undone, and told to everybody."""

import pytest
from django.urls import reverse

from clubs.services import ensure_players
from scoring.movements.drawn import DRAWINGS
from sessions import advancing, changing, drawing, inbox, queries, services
from sessions.services import RefusedError
from sessions.sheets.build import make_sheets
from sessions.sheets.heads import Order
from sessions.words import from_stored, say

HAND = {"bid": "4U", "bidder": "S", "books": 11}
WON = {"bid": "7NT", "bidder": "S", "books": 13}


@pytest.fixture
def make_drawn(make_session):
    """`make_drawn("knock-out", 5)`: a running Bid Whist session of five pairs, drawn by the director."""

    def make(
        slug, count, *, ruleset="bid_whist", rounds=None, tables=0, boards=None, names=None, itself=False
    ):
        movement = DRAWINGS[slug].movement(count, rounds=rounds, tables=tables, boards=boards)
        session = make_session(ruleset, count, movement=movement, names=names)
        return advancing.set_draws_itself(session=session, draws_itself=itself)

    return make


@pytest.fixture
def win(seating_of, phone):
    """`win(session, table=1)`: South and North win the match, or East and West."""

    def play(session, *, table=1, round=1, bidder="S"):
        services.record_line(
            seating=seating_of(session, table=table, round=round),
            board=1,
            entry=WON | {"bidder": bidder},
            by=phone,
        )

    return play


@pytest.fixture
def draw(director):
    """`draw(session)`: the next round as it is proposed."""

    def make(session, *, answers=None, order=(), exchange=()):
        found = drawing.outlook(session, answers=answers, order=order, exchange=exchange)
        if found.preview is None:
            raise RefusedError(found.refusal or "open questions")
        order = [side.pk for side in found.people]
        return drawing.draw_round(
            session=session, answers=answers or {}, order=order, token=found.preview.token, by=director
        )

    return make


def pairings(session, number):
    """Who meets whom in a round: table, North-South, East-West, by the numbers of the pairs."""
    night = queries.load_night(session)
    return [
        (seat.table, seat.sides["N"].number, seat.sides["E"].number)
        for seat in night.rounds
        if seat.round == number
    ]


def sentences(change):
    return [from_stored(each) for each in change.sentences]


# --- knock-out ----------------------------------------------------------------------------------


def test_a_knock_out_of_five_goes_from_byes_to_the_final(make_drawn, win, draw):
    session = make_drawn("knock-out", 5)
    assert (session.planned_rounds, pairings(session, 1)) == (3, [(1, 4, 5)])
    win(session)
    draw(session)
    assert pairings(session, 2) == [(1, 1, 4), (2, 2, 3)]
    win(session, round=2, table=1, bidder="E")
    win(session, round=2, table=2)
    draw(session)
    assert pairings(session, 3) == [(1, 4, 2)]


def test_a_bye_counts_as_a_match_won_once_its_round_is_played(make_drawn, win, draw):
    session = make_drawn("knock-out", 3, names=["Ada", "Al", "Bea", "Bo", "Cy", "Coz"])
    assert ranking(session) == []
    win(session)
    assert ranking(session) == [("Bea & Bo", 1), ("Ada & Al", 1), ("Cy & Coz", 0)]
    draw(session)
    win(session, round=2)
    assert ranking(session) == [("Ada & Al", 2), ("Bea & Bo", 1), ("Cy & Coz", 0)]


def ranking(session):
    night = queries.load_night(session)
    return [
        (night.sides[row.contestant].name, row.score) for row in night.standings.rows if row.rank is not None
    ]


def test_a_match_that_has_not_ended_asks_who_goes_on(make_drawn, win, draw, seating_of, phone):
    session = make_drawn("knock-out", 4)
    win(session)
    services.record_line(seating=seating_of(session, table=2), board=1, entry=HAND, by=phone)
    found = drawing.outlook(session)
    assert [question.match.table for question in found.questions] == [2]
    assert found.preview is None
    with pytest.raises(RefusedError):
        draw(session)
    behind = found.questions[0].sides[1]
    change = draw(session, answers={(1, 2): behind.pk})
    assert sentences(change) == [
        f"Round 1, table 2: {behind.name} goes on, as the director decides.",
        "Round 2 is drawn; matches: 1.",
    ]
    assert pairings(session, 2) == [(1, 1, behind.number)]
    assert seating_of(session, table=2).ended_at is not None


def test_what_the_table_says_later_counts_before_what_the_director_said(make_drawn, win, draw, director):
    session = make_drawn("knock-out", 2)
    services.record_line(seating=session.seatings.get(), board=1, entry=HAND, by=director)
    loser = drawing.outlook(session).questions[0].sides[1]
    draw(session, answers={(1, 1): loser.pk})
    assert ranking(session)[0] == (loser.name, 1)
    services.record_line(seating=session.seatings.get(), board=2, entry=WON, by=director)
    assert ranking(session)[0][0] != loser.name


def test_a_final_without_a_winner_is_decided_and_that_is_undone_again(make_drawn, director, draw):
    session = make_drawn("knock-out", 2)
    services.record_line(seating=session.seatings.get(), board=1, entry=HAND, by=director)
    winner = drawing.outlook(session).questions[0].sides[1]
    change = draw(session, answers={(1, 1): winner.pk})
    assert (change.kind, pairings(session, 2)) == ("decide", [])
    assert drawing.outlook(session).refusal == "All the rounds that were planned have been drawn."
    changing.undo_change(change=change, by=director)
    assert session.seatings.get().ended_at is None
    assert [question.answer for question in drawing.outlook(session).questions] == [None]


def test_whoever_goes_home_is_not_drawn_and_the_other_has_a_bye(make_drawn, win, draw, change):
    session = make_drawn("knock-out", 4)
    win(session, table=1)
    win(session, table=2)
    gone = session.contestants.get(number=1)
    said = sentences(change(session, "leave", contestant=gone.pk))
    assert said[-1].endswith("is not drawn any more.")
    draw(session)
    assert pairings(session, 2) == [(1, 4, 2)]


@pytest.fixture
def change(director):
    def make(session, kind, **values):
        found = changing.preview_change(session=session, kind=kind, values=values)
        return changing.make_change(session=session, kind=kind, values=values, token=found.token, by=director)

    return make


def test_a_late_pair_plays_whoever_has_the_bye_and_is_then_in_the_knock_out(make_drawn, win, draw, change):
    session = make_drawn("knock-out", 3)
    change(session, "arrive", names=("Zoe Late", "Zack Late"))
    assert pairings(session, 1) == [(1, 2, 3), (2, 1, 4)]
    win(session, table=1)
    win(session, table=2, bidder="E")
    draw(session)
    assert pairings(session, 2) == [(1, 4, 2)]


def test_nobody_comes_into_a_knock_out_that_has_begun(make_drawn, win, change):
    session = make_drawn("knock-out", 4)
    win(session)
    with pytest.raises(RefusedError, match="Nobody can come in any more"):
        change(session, "arrive", names=("Zoe Late", "Zack Late"))


# --- Swiss --------------------------------------------------------------------------------------


def test_a_swiss_of_pairs_draws_from_the_percentages_and_numbers_the_boards_on(make_drawn, draw, director):
    session = make_drawn("swiss", 4, ruleset="duplicate", rounds=3, boards=2)
    play_boards(session, 1, director, {1: 9, 2: 10})
    change = draw(session)
    assert change.details["ranking"][0][1:] == ["1=", "100.00"]
    assert pairings(session, 2) == [(1, 2, 3), (2, 4, 1)]
    assert {tuple(seating.boards) for seating in session.seatings.filter(round=2)} == {(3, 4)}


def play_boards(session, round, director, tricks):
    """Every table plays 3NT by North on each of its boards, with so many tricks."""
    for seating in session.seatings.filter(round=round).select_related("table"):
        for board in seating.boards:
            entry = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": tricks[seating.table.number]}
            services.record_line(seating=seating, board=board, entry=entry, by=director)


def test_a_round_that_nobody_has_begun_is_not_drawn_over(make_drawn, draw, director):
    session = make_drawn("swiss", 4, ruleset="duplicate", rounds=3, boards=1)
    play_boards(session, 1, director, {1: 9, 2: 10})
    draw(session)
    assert drawing.outlook(session).refusal == (
        "Round 2 is seated and nobody has entered a result of it yet."
    )


def test_two_are_exchanged_by_hand_and_a_meeting_again_is_named(make_drawn, win, draw):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    win(session, table=2)
    one, other = (session.contestants.get(number=number).pk for number in (3, 2))
    found = drawing.outlook(session, exchange=[one, other])
    names = {side.number: side.name for side in found.sides.values()}
    assert [sentence.params.get("round") for sentence in found.preview.change.sentences] == [2, 1, 1, None]
    assert str(found.preview.change.sentences[1]) == (
        f"{names[1]} and {names[2]} meet again at table 1; they met in round 1."
    )
    draw(session, exchange=[one, other])
    assert sorted(map(sorted, (pair[1:] for pair in pairings(session, 2)))) == [[1, 2], [3, 4]]


def test_an_order_of_other_people_is_not_taken(make_drawn, win):
    session = make_drawn("swiss", 4, rounds=3)
    win(session)
    plain = drawing.outlook(session).order
    assert drawing.outlook(session, order=[1, 2, 3]).order == plain


def test_a_draw_stands_once_a_result_of_it_is_in_and_is_undone_before(make_drawn, win, draw, director):
    session = make_drawn("swiss", 5, rounds=3)
    win(session, table=1)
    win(session, table=2)
    changing.undo_change(change=draw(session), by=director)
    assert pairings(session, 2) == []
    again = draw(session)
    win(session, round=2)
    with pytest.raises(RefusedError, match="A result depends on it: round 2, table 1, board 1"):
        changing.undo_change(change=again, by=director)


def test_a_draw_from_a_ranking_that_has_changed_meanwhile_is_not_seated(make_drawn, win, director):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    found = drawing.outlook(session)
    win(session, table=2)
    with pytest.raises(RefusedError, match="moved on meanwhile"):
        drawing.draw_round(
            session=session,
            answers={},
            order=[side.pk for side in found.people],
            token=found.preview.token,
            by=director,
        )


def test_the_bye_goes_to_somebody_else_each_time(make_drawn, win, draw):
    session = make_drawn("swiss", 5, rounds=4)
    byes = []
    for number in range(1, 5):
        night = queries.load_night(session)
        playing = {
            side.number for seat in night.rounds if seat.round == number for side in seat.sides.values()
        }
        byes += sorted({1, 2, 3, 4, 5} - playing)
        win(session, round=number, table=1)
        win(session, round=number, table=2)
        if number < 4:
            draw(session)
    assert len(set(byes)) == 4


def test_somebody_who_comes_late_is_drawn_for_the_next_round(make_drawn, win, draw, change):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    win(session, table=2)
    said = sentences(change(session, "arrive", names=("Zoe Late", "Zack Late")))
    assert said == ["Zoe Late & Zack Late takes part from the next round that is drawn."]
    change(session, "arrive", names=("Yves Later", "Yara Later"))
    draw(session)
    assert sorted(number for pair in pairings(session, 2) for number in pair[1:]) == [1, 2, 3, 4, 5, 6]


# --- how many rounds ----------------------------------------------------------------------------


def test_rounds_are_added_and_taken_away_but_none_that_is_drawn(make_drawn, win, draw):
    session = make_drawn("swiss", 4, rounds=1)
    win(session, table=1)
    assert drawing.outlook(session).is_complete
    session = drawing.plan_rounds(session=session, rounds=2)
    draw(session)
    with pytest.raises(Exception, match="there can be 2 to 60 rounds"):
        drawing.plan_rounds(session=session, rounds=1)


def test_a_round_that_is_added_has_a_break_before_it_where_all_the_others_have(make_drawn):
    session = make_drawn("swiss", 6, rounds=3)
    services.set_breaks(session=session, rounds=[1, 2], minutes=5)
    session = drawing.plan_rounds(session=session, rounds=5)
    assert session.breaks == {1: 5, 2: 5, 3: 5, 4: 5}
    services.set_breaks(session=session, rounds=[2], minutes=10)
    assert drawing.plan_rounds(session=session, rounds=6).breaks == {2: 10}


def test_a_break_may_come_before_a_round_that_is_not_drawn_yet(make_drawn):
    session = make_drawn("swiss", 6, rounds=3)
    services.set_breaks(session=session, rounds=[1], minutes=5)
    services.next_clock_round(session=session)
    assert queries.clock_of(queries.session_with_club(session.pk)).is_break
    with pytest.raises(RefusedError, match="Round 2 is not drawn yet"):
        services.next_clock_round(session=session)


def test_a_knock_out_has_as_many_rounds_as_it_has(make_drawn):
    with pytest.raises(RefusedError, match="follows from the movement"):
        drawing.plan_rounds(session=make_drawn("knock-out", 4), rounds=9)


# --- progressive, rise and fly ------------------------------------------------------------------


def test_winners_move_up_and_whom_they_beat_stays(make_drawn, win, draw):
    session = make_drawn("progressive", 7, rounds=4)
    for table in (1, 2, 3):
        win(session, table=table, bidder="E" if table == 2 else "S")
    change = draw(session)
    assert pairings(session, 2) == [(1, 1, 4), (2, 3, 5), (3, 6, 7)]
    assert sentences(change)[-1].startswith("In line: ")


def test_in_rise_and_fly_a_table_goes_on_while_others_play(make_drawn, win, draw):
    session = make_drawn("rise-and-fly", 6)
    assert pairings(session, 1) == [(1, 1, 2), (2, 3, 4)]
    win(session, table=2, bidder="E")
    draw(session)
    assert pairings(session, 2) == [(2, 4, 5)]
    win(session, table=2, round=2)
    win(session, table=1)
    draw(session)
    assert pairings(session, 2) == [(1, 1, 3), (2, 4, 5)]
    assert pairings(session, 3) == [(2, 4, 6)]


# --- the pages ----------------------------------------------------------------------------------


def page(session, name="draw"):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk])


def test_the_director_looks_at_the_draw_and_seats_it(make_drawn, win, signed_in, ada):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    win(session, table=2)
    client = signed_in(ada)
    found = client.get(page(session)).context["outlook"]
    answer = client.post(page(session), {"order": found.order, "token": found.preview.token}, follow=True)
    assert "You can undo it under Changes." in answer.content.decode()
    assert len(pairings(session, 2)) == 2
    assert client.get(page(session)).context["outlook"].preview is None


def test_a_draw_that_is_out_of_date_is_shown_anew(make_drawn, win, signed_in, ada):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    answer = signed_in(ada).post(page(session), {"order": "1,x", "token": "old"})
    assert answer.status_code == 409
    assert "The tables have moved on meanwhile" in answer.content.decode()
    assert pairings(session, 2) == []


def test_a_session_seated_at_once_has_no_draw(make_session, signed_in, ada):
    assert signed_in(ada).get(page(make_session("bid_whist", 4))).status_code == 404


def test_the_number_of_rounds_is_said_on_the_page(make_drawn, signed_in, ada):
    session = make_drawn("swiss", 4, rounds=2)
    client = signed_in(ada)
    client.post(page(session, "plan_rounds"), {"rounds": "3"})
    session.refresh_from_db()
    assert session.planned_rounds == 3
    answer = client.post(page(session, "plan_rounds"), {"rounds": "600"}, follow=True)
    assert "less than or equal to 60" in answer.content.decode()


def schedule(client, session):
    return client.get(page(session, "schedule"))


def test_a_spectator_reads_who_met_whom_and_what_comes_next(make_drawn, win, draw, client):
    session = make_drawn("knock-out", 5)
    services.set_public(session=session, is_public=True)
    win(session)
    found = schedule(client, session).context
    assert [str(each.name) for each in found["schedule"].rounds] == ["Quarter-finals"]
    assert [side.number for side in found["schedule"].rounds[0].idle] == [1, 2, 3]
    assert told(found["bracket"]) == {
        "Quarter-finals": [(None, None, "1"), (1, 1, "4", "5"), (None, None, "2"), (None, None, "3")],
        "Semi-finals": [(2, None, "1", "4"), (3, None, "2", "3")],
        "Final": [(4, None, "the winner of match 2", "the winner of match 3")],
    }
    draw(session)
    assert told(schedule(client, session).context["bracket"])["Semi-finals"] == [
        (2, 1, "1", "4"),
        (3, 2, "2", "3"),
    ]


def told(bracket):
    """Each round's matches: number, table, and who plays, by number or in words."""
    return {
        str(each.name): [
            (
                match.number,
                match.meeting and match.meeting.seat.table,
                *(str(s.side.number if s.side else s.words) for s in match.sides),
            )
            for match in each.matches
        ]
        for each in bracket
    }


def test_the_whole_knock_out_is_looked_at_before_the_tables_are_opened(make_drawn, signed_in, ada):
    session = make_drawn("knock-out", 5)
    services.unstart_session(session=session)
    bracket = signed_in(ada).get(page(session, "room")).context["bracket"]
    assert [len(each.matches) for each in bracket] == [4, 2, 1]


def test_a_late_pair_stands_in_the_bracket_where_the_bye_was(make_drawn, change, client):
    session = make_drawn("knock-out", 3)
    services.set_public(session=session, is_public=True)
    change(session, "arrive", names=("Zoe Late", "Zack Late"))
    assert told(schedule(client, session).context["bracket"])["Semi-finals"] == [
        (1, 2, "1", "4"),
        (2, 1, "2", "3"),
    ]


def test_a_match_on_boards_that_others_have_yet_to_play_tells_no_points(make_drawn, client, director):
    session = make_drawn("swiss", 4, ruleset="duplicate", rounds=3, boards=1)
    services.set_public(session=session, is_public=True)
    first, second = session.seatings.order_by("table__number")
    entry = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
    services.record_line(seating=first, board=1, entry=entry, by=director)
    assert points(client, session) == [[None, None], [None, None]]
    services.record_line(seating=second, board=1, entry=entry | {"tricks": 10}, by=director)
    assert points(client, session) == [[0, 2], [2, 0]]


def points(client, session):
    found = schedule(client, session).context["schedule"]
    return [[part.points for part in meeting.parts] for meeting in found.rounds[0].meetings]


def test_the_phone_says_that_the_next_round_is_being_drawn_and_then_where_to_go(
    make_drawn, win, draw, client
):
    session = make_drawn("swiss", 4, rounds=2)
    table = session.tables.get(number=1)
    win(session)
    win(session, table=2)
    where = reverse("sessions:tableside", args=[table.code])
    assert "The next round is being drawn" in client.get(where).content.decode()
    assert client.get(f"{where}?waiting").status_code == 204
    draw(session)
    assert client.get(f"{where}?waiting").status_code == 200
    text = client.get(where).content.decode()
    assert "The next round is being drawn" not in text
    assert "Where you go next" in text


def test_who_is_out_of_a_knock_out_reads_so_at_the_table(make_drawn, win, draw, client):
    session = make_drawn("knock-out", 4)
    win(session)
    win(session, table=2)
    draw(session)
    table = session.tables.get(number=1)
    assert "is out" in client.get(reverse("sessions:tableside", args=[table.code])).content.decode()


def test_the_projector_shows_the_round_that_has_just_been_drawn_with_its_bye(
    make_drawn, win, draw, signed_in, ada
):
    session = make_drawn("swiss", 5, rounds=3)
    win(session)
    win(session, table=2)
    draw(session)
    text = signed_in(ada).get(page(session, "projector_slides")).content.decode()
    assert "Round 2: who sits where" in text
    assert "Bye:" in text


def test_the_round_drawn_last_is_printed_for_the_wall(make_drawn, win, draw):
    session = make_drawn("swiss", 5, rounds=3, names=[f"P{number}" for number in range(1, 11)])
    win(session)
    win(session, table=2)
    draw(session)
    (sheet,) = make_sheets(session, Order("seating"))
    assert sheet.mark == "Round 2: who sits where"
    assert sheet.rows[-1].cells[2] == "has no opponent"
    assert len(sheet.rows) == 3


def test_guide_cards_hold_the_rounds_drawn_so_far(make_drawn, win, draw):
    session = make_drawn("swiss", 4, rounds=3)
    win(session)
    win(session, table=2)
    draw(session)
    assert {len(card.rows) for card in make_sheets(session, Order("guides"), is_director=True)} == {2}


# --- Swiss teams --------------------------------------------------------------------------------


@pytest.fixture
def teams(riverside, ada):
    """Five teams of four for three rounds of two boards, each drawn."""
    session = services.create_session(
        club=riverside, ruleset="duplicate", date="2026-03-05", by=ada, method="teams_imps", options={}
    )
    players = ensure_players(club=riverside, names=[f"Player {number:02d}" for number in range(1, 21)])
    services.seat_players(
        session=session,
        entrants=[players[at : at + 4] for at in range(0, 20, 4)],
        movement=DRAWINGS["swiss"].movement(5, rounds=3, boards=2, has_teams=True),
        names=["Reds", "Blues", "Greens", "Golds", "Greys"],
    )
    return services.start_session(session=session)


def test_teams_meet_at_two_tables_on_the_same_boards_and_nobody_twice(teams, draw, director):
    assert pairings(teams, 1) == [(1, 1, 2), (2, 2, 1), (3, 3, 4), (4, 4, 3)]
    play_boards(teams, 1, director, {1: 10, 2: 9, 3: 9, 4: 11})
    first = {
        chair.place: chair.player_id for chair in teams.seatings.get(round=1, table__number=1).chairs.all()
    }
    change = draw(teams)
    assert sentences(change)[0] == "Round 2 is drawn; matches: 2."
    second = pairings(teams, 2)
    assert [pair[1:] for pair in second[::2]] == [pair[:0:-1] for pair in second[1::2]]
    assert {frozenset(pair[1:]) for pair in second}.isdisjoint({frozenset({1, 2}), frozenset({3, 4})})
    assert {tuple(seat.boards) for seat in teams.seatings.filter(round=2)} == {(3, 4)}
    reds = teams.seatings.filter(round=2, chairs__contestant__number=1, chairs__place="N").first()
    assert {c.place: c.player_id for c in reds.chairs.filter(contestant__number=1)} == {
        place: first[place] for place in "NS"
    }


# --- drawn by itself ----------------------------------------------------------------------------


@pytest.fixture
def fly(make_drawn):
    """Six pairs at rise and fly: tables 1 and 2 play, pairs 5 and 6 wait in line."""
    return make_drawn("rise-and-fly", 6, itself=True)


def test_in_rise_and_fly_the_next_pair_sits_down_as_soon_as_a_match_is_over(fly, win):
    win(fly, table=2, bidder="E")
    assert pairings(fly, 2) == [(2, 4, 5)]
    change = fly.changes.get()
    assert sentences(change)[0] == "Drawn by itself, as the results are in."
    win(fly, table=1)
    assert pairings(fly, 2) == [(1, 1, 6), (2, 4, 5)]


def test_what_the_director_has_undone_is_not_drawn_again_by_itself(fly, win, draw, director):
    win(fly, table=2, bidder="E")
    changing.undo_change(change=fly.changes.get(), by=director)
    win(fly, table=1)
    assert pairings(fly, 2) == [(1, 1, 5)]
    draw(fly)
    assert pairings(fly, 2) == [(1, 1, 5), (2, 4, 6)]


def test_a_result_that_is_corrected_at_once_brings_the_other_pair_to_the_next_match(
    fly, win, seating_of, phone
):
    win(fly, table=1)
    assert pairings(fly, 2) == [(1, 1, 5)]
    seating = seating_of(fly, table=1)
    wrong = seating.lines.get(is_current=True)
    entry = WON | {"bidder": "E"}
    services.record_line(seating=seating, board=1, entry=entry, by=phone, expected=wrong.pk)
    assert pairings(fly, 2) == [(1, 2, 5)]
    assert [change.is_undone for change in fly.changes.order_by("pk")] == [True, False]


def test_where_opponents_are_asked_the_table_goes_on_when_they_have_agreed(fly, win, seating_of):
    fly.checking = fly.Checking.OPPONENTS
    fly.save()
    win(fly, table=1)
    assert pairings(fly, 2) == []
    line = seating_of(fly, table=1).lines.get()
    inbox.agree(line=line, by="EW", device="other")
    assert pairings(fly, 2) == [(1, 1, 5)]


def test_a_drawn_match_waits_for_the_director_while_other_tables_go_on(fly, win, draw, seating_of, phone):
    seating = seating_of(fly, table=1)
    services.end_round(seating=seating, by=director_actor())
    win(fly, table=2)
    assert pairings(fly, 2) == [(2, 3, 5)]
    (question,) = drawing.outlook(fly).questions
    draw(fly, answers={(1, 1): question.sides[0].pk})
    assert pairings(fly, 2) == [(1, 1, 6), (2, 3, 5)]


def director_actor():
    return services.Actor(origin="director")


def test_progressive_rounds_follow_one_another_up_to_the_last_that_is_planned(make_drawn, win):
    session = make_drawn("progressive", 4, rounds=2, itself=True)
    win(session, table=1)
    assert pairings(session, 2) == []
    win(session, table=2, bidder="E")
    assert pairings(session, 2) == [(1, 1, 4), (2, 3, 2)]
    win(session, table=1, round=2)
    win(session, table=2, round=2)
    assert pairings(session, 3) == []


def test_a_swiss_draws_itself_where_the_director_says_so(make_drawn, win, signed_in, ada):
    session = make_drawn("swiss", 4, rounds=3)
    win(session, table=1)
    win(session, table=2)
    assert pairings(session, 2) == []
    client = signed_in(ada)
    client.post(page(session, "set_draws_itself"), {"draws_itself": "on"})
    assert len(pairings(session, 2)) == 2
    client.post(page(session, "set_draws_itself"))
    session.refresh_from_db()
    assert not session.draws_itself


def test_the_phone_says_at_once_who_comes_next_in_rise_and_fly(fly, win, client):
    win(fly, table=1)
    text = client.get(reverse("sessions:tableside", args=[fly.tables.get(number=1).code])).content.decode()
    assert "Who comes to table 1" in text
    assert "waits in line" in text


# --- why it was drawn so ------------------------------------------------------------------------


def test_the_draw_says_who_is_passed_over_and_who_has_the_bye(make_drawn, win, draw):
    session = make_drawn("swiss", 5, rounds=3)
    win(session, table=1)
    win(session, table=2)
    names = {side.number: side.name for side in drawing.outlook(session).sides.values()}
    assert sentences(draw(session))[-1].endswith("has the bye, as the last of the ranking.")
    win(session, table=1, round=2)
    win(session, table=2, round=2)
    said = sentences(draw(session))
    assert any("further down" in sentence for sentence in said), (said, names)


# --- late and leaving -----------------------------------------------------------------------------


def test_a_late_pair_plays_whoever_has_the_bye_in_a_round_of_boards_too(make_drawn, change, director, draw):
    session = make_drawn("swiss", 5, ruleset="duplicate", rounds=3, boards=2)
    said = sentences(change(session, "arrive", names=("Zoe Late", "Zack Late")))
    assert said == ["Round 1: Zoe Late & Zack Late and Player 009 & Player 010 play each other at table 3."]
    assert pairings(session, 1) == [(1, 1, 2), (2, 3, 4), (3, 5, 6)]
    assert {tuple(seating.boards) for seating in session.seatings.all()} == {(1, 2)}
    play_boards(session, 1, director, {1: 9, 2: 10, 3: 11})
    draw(session)
    assert len(pairings(session, 2)) == 3


def test_whoever_has_the_bye_takes_the_seat_of_a_pair_that_leaves(make_drawn, change):
    session = make_drawn("swiss", 5, rounds=3)
    said = sentences(change(session, "leave", contestant=session.contestants.get(number=4).pk))
    assert (
        said[0] == "Round 1: Player 009 & Player 010 and Player 005 & Player 006 play each other at table 2."
    )
    assert pairings(session, 1) == [(1, 1, 2), (2, 3, 5)]


def test_two_whose_opponents_leave_play_each_other(make_drawn, change):
    session = make_drawn("swiss", 6, rounds=3)
    change(session, "leave", contestant=session.contestants.get(number=2).pk)
    assert "sit out" in sentences(session.changes.last())[0]
    change(session, "leave", contestant=session.contestants.get(number=5).pk)
    assert sorted(map(sorted, (pair[1:] for pair in pairings(session, 1)))) == [[1, 6], [3, 4]]


def test_the_first_in_line_takes_the_seat_of_a_pair_that_leaves(make_drawn, change, win):
    session = make_drawn("rise-and-fly", 6, itself=True)
    change(session, "leave", contestant=session.contestants.get(number=3).pk)
    assert pairings(session, 1) == [(1, 1, 2), (2, 5, 4)]
    win(session, table=1)
    assert pairings(session, 2) == [(1, 1, 6)]


def test_somebody_with_a_bye_who_goes_home_before_it_earns_nothing_by_it(make_drawn, change, win):
    session = make_drawn("knock-out", 3, names=["Ada", "Al", "Bea", "Bo", "Cy", "Coz"])
    change(session, "leave", contestant=session.contestants.get(number=1).pk)
    win(session)
    assert [name for name, _won in ranking(session)] == ["Bea & Bo", "Cy & Coz"]


def test_a_late_team_plays_the_team_that_has_the_bye_at_two_tables(teams, change, director, draw):
    said = sentences(change(teams, "arrive", names=("Zoe", "Zack", "Zia", "Zeno"), called="Lates"))
    assert teams.contestants.get(number=6).name == "Lates"
    assert said[0].endswith("play each other at table 5 + 6.")
    assert pairings(teams, 1)[4:] == [(5, 5, 6), (6, 6, 5)]
    play_boards(teams, 1, director, {1: 10, 2: 9, 3: 9, 4: 11, 5: 9, 6: 9})
    draw(teams)
    assert len(pairings(teams, 2)) == 6


def test_a_team_with_the_bye_takes_both_tables_of_a_team_that_leaves(teams, change):
    change(teams, "leave", contestant=teams.contestants.get(number=2).pk)
    assert pairings(teams, 1) == [(1, 1, 5), (2, 5, 1), (3, 3, 4), (4, 4, 3)]


def test_a_team_with_a_bye_has_twelve_victory_points_and_reads_why(teams, draw, director, client):
    services.set_public(session=teams, is_public=True)
    play_boards(teams, 1, director, {1: 10, 2: 9, 3: 9, 4: 11})
    standings = queries.load_night(teams).standings
    greys = teams.contestants.get(name="Greys")
    assert next(row.score for row in standings.rows if row.contestant == greys.pk) == 12
    address = reverse("sessions:contestant", args=[teams.club.slug, teams.pk, greys.pk])
    assert "bye" in client.get(address).content.decode()


def test_a_pair_reads_what_its_bye_earned(make_drawn, director, client):
    session = make_drawn("swiss", 5, ruleset="duplicate", rounds=3, boards=2)
    services.set_public(session=session, is_public=True)
    play_boards(session, 1, director, {1: 9, 2: 10})
    number = session.contestants.get(number=5)
    text = client.get(reverse("sessions:contestant", args=[session.club.slug, session.pk, number.pk]))
    assert "2.40 <span" in text.content.decode()


def test_the_paper_says_what_a_bye_earned_as_the_ranking_has_it(make_drawn, director, draw):
    names = [f"P{number}" for number in range(1, 11)]
    session = make_drawn("swiss", 5, ruleset="duplicate", rounds=3, boards=2, names=names)
    play_boards(session, 1, director, {1: 9, 2: 10})
    draw(session)
    card = next(card for card in make_sheets(session, Order("personal", is_filled=True)) if card.mark == "5")
    headings = [str(row.heading) for row in card.rows if row.heading]
    assert headings[0] == "Round 1 · bye: 2.40 of 4"
    assert headings[1].startswith("Round 2 · table")
    blank = next(
        card for card in make_sheets(session, Order("personal", is_filled=False)) if card.mark == "5"
    )
    assert str(blank.rows[0].heading) == "Round 1 · bye"
    guide = next(card for card in make_sheets(session, Order("guides")) if card.mark == "5")
    assert say(guide.rows[0].cells[3]) == "has a bye"
    (recap,) = make_sheets(session, Order("recap"))
    assert [say(note) for note in recap.notes] == ["5  P9 & P10: Round 1 · bye: 2.40 of 4"]
    assert next(row.cells[-1] for row in recap.rows if row.cells[0] == "5") == 60


def test_the_paper_of_teams_says_what_a_bye_earned(teams, draw, director):
    play_boards(teams, 1, director, {1: 10, 2: 9, 3: 9, 4: 11})
    draw(teams)
    (recap,) = make_sheets(teams, Order("recap"))
    assert [say(note) for note in recap.notes] == ["5  Greys: Round 1 · bye: 12 of 20"]
    assert next(row.cells[-1] for row in recap.rows if row.cells[0] == "5") == 12


def test_a_bye_that_earns_nothing_is_said_without_points(make_drawn, director):
    session = make_drawn("swiss", 5, ruleset="duplicate", rounds=3, boards=2)
    session = services.update_session(session=session, method_options={"bye": "none"})
    play_boards(session, 1, director, {1: 9, 2: 10})
    (recap,) = make_sheets(session, Order("recap"))
    assert say(recap.notes[0]).endswith("Round 1 · bye")


def test_everybody_reads_how_a_round_was_drawn(make_drawn, win, draw, client):
    session = make_drawn("swiss", 5, rounds=3)
    services.set_public(session=session, is_public=True)
    win(session, table=1)
    win(session, table=2)
    draw(session)
    assert "has the bye, as the last of the ranking." in schedule(client, session).content.decode()


def test_the_director_is_told_where_the_winner_of_a_match_has_changed_since_the_draw(
    make_drawn, win, draw, director, seating_of
):
    session = make_drawn("knock-out", 4)
    win(session, table=1)
    win(session, table=2)
    draw(session)
    win(session, round=2)
    seating = seating_of(session, table=1)
    line = seating.lines.get(is_current=True)
    entry = WON | {"bidder": "E"}
    services.record_line(
        seating=seating, board=1, entry=entry, by=director, expected=line.pk, reason="misread"
    )
    (concern,) = queries.concerns(queries.load_night(session))
    assert (concern.seat.table, str(concern.words[0])) == (
        1,
        "the winner has changed since the next match was drawn",
    )


def test_after_the_last_round_the_director_is_led_to_the_end_of_the_session(
    make_drawn, win, signed_in, ada, director
):
    session = make_drawn("swiss", 4, rounds=1)
    client = signed_in(ada)
    win(session, table=1)
    assert "Everything is in." not in client.get(page(session, "direct")).content.decode()
    win(session, table=2)
    text = client.get(page(session, "direct")).content.decode()
    assert "Everything is in." in text
    assert "Draw the next round" not in text


def test_the_matches_of_teams_say_who_has_the_bye_and_how_it_was_drawn(teams, draw, director, client):
    services.set_public(session=teams, is_public=True)
    address = reverse("sessions:team_matches", args=[teams.club.slug, teams.pk])
    assert "Bye:" in client.get(address).content.decode()
    play_boards(teams, 1, director, {1: 10, 2: 9, 3: 9, 4: 11})
    draw(teams)
    text = client.get(address).content.decode()
    assert "How it was drawn" in text
    assert "has the bye" in text


def test_the_line_shows_who_has_come_and_not_who_has_gone(make_drawn, change, win, draw):
    session = make_drawn("rise-and-fly", 6)
    assert line(session) == [5, 6]
    change(session, "leave", contestant=session.contestants.get(number=5).pk)
    change(session, "arrive", names=("Zoe Late", "Zack Late"))
    assert line(session) == [6, 7]
    win(session, table=1)
    draw(session)
    assert (pairings(session, 2), line(session)) == ([(1, 1, 6)], [7, 2])
    change(session, "arrive", names=("Player 009", "Player 010"))
    assert line(session) == [7, 2, 5]


def line(session):
    """The numbers of those who wait, as everybody is shown them."""
    night = queries.load_night(session)
    drawn = next(each for each in reversed(night.draws) if each.slots)
    return [night.sides[key].number for key in drawn.idle]


# --- who draws, from the set-up on --------------------------------------------------------------


@pytest.mark.parametrize(
    ("movement", "draws", "itself"),
    [
        ("swiss", "", False),
        ("swiss", "itself", True),
        ("swiss", "director", False),
        ("progressive", "", True),
        ("progressive", "director", False),
        ("matches", "itself", False),
    ],
)
def test_who_draws_is_said_in_the_set_up(signed_in, ada, make_session, movement, draws, itself):
    session = make_session("bid_whist", 4, start=False)
    client = signed_in(ada)
    form = client.get(page(session, "setup")).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() not in (False, None)}
    names = "\n".join(f"A{n} & B{n}" for n in range(4))
    values = {**sent, "names": names, "movement": movement, "draws": draws}
    assert client.post(page(session, "setup"), values).status_code == 302
    session.refresh_from_db()
    assert (session.movement_slug, session.draws_itself) == (movement, itself)
    assert client.get(page(session, "setup")).context["form"]["draws"].value() == draws
