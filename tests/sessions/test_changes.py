"""Changes during play: who comes, who leaves, what is left out, what went wrong; and each undone again."""

import pytest
from django.urls import reverse

from scoring.formats.movement_csv import loads
from sessions import changes, changing, queries, seatings, services, table_page
from sessions.careers import tally
from sessions.changes import Holder, ImpossibleError, Room, Spot, Who
from sessions.models import Chair, Contestant, Seating, SeatingChange
from sessions.services import RefusedError
from sessions.sheets.build import make_sheets
from sessions.sheets.heads import Order
from sessions.words import say

GAME = {"contract": "3NT", "declarer": "S", "tricks": 10}
BRIDGE = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}


def picture(session):
    """Everything a change may touch: seats, boards, chairs, lines, contestants, tables."""
    return {
        "seats": sorted(
            (c.seating.round, c.seating.table.number, c.place, c.contestant_id, c.player_id)
            for c in Chair.objects.filter(seating__session=session).select_related("seating__table")
        ),
        "boards": sorted(
            (s.round, s.table.number, s.boards) for s in session.seatings.select_related("table")
        ),
        "results": sorted(
            (x.seating.round, x.seating.table.number, x.board, x.entry["contract"])
            for x in session.lines.filter(is_current=True, entry__isnull=False).select_related(
                "seating__table"
            )
        ),
        "contestants": sorted(session.contestants.values_list("number", "group")),
        "entrants": sorted(session.entrants.values_list("player__name", flat=True)),
        "tables": sorted(session.tables.values_list("number", flat=True)),
    }


def sizes(session, number):
    """How many sit at each table of a round."""
    room = seatings.load_room(session)
    return [len(spot.seats) for spot in room.in_round(number)]


@pytest.fixture
def do(director):
    """`do(session, "leave", contestant=3)`: previewed and made."""

    def make(session, kind, **values):
        found = changing.preview_change(session=session, kind=kind, values=values)
        return changing.make_change(session=session, kind=kind, values=values, token=found.token, by=director)

    return make


@pytest.fixture
def undo(director):
    return lambda change: changing.undo_change(change=change, by=director)


@pytest.fixture
def play(seating_of, director):
    """`play(session, BRIDGE)`: every table plays every board of a round."""

    def through(session, entry, *, round=1):
        for seat in queries.load_night(session).rounds:
            if seat.round == round and not seat.is_sit_out:
                for board in seat.boards:
                    services.record_line(
                        seating=seating_of(session, table=seat.table, round=round),
                        board=board,
                        entry=entry | ({} if "risk" in entry else _declarer(seat, board)),
                        by=director,
                    )

    return through


def _declarer(seat, board):
    return {"declarer": seat.deal(board).declarer}


@pytest.fixture
def eleven(make_session):
    """Eleven players at two tables of four and one of three, for three rounds."""
    return make_session("brist", 11, rounds=3, boards={4: 4, 3: 3})


@pytest.fixture
def mitchell(make_session):
    """Seven pairs: three and a half tables, the eighth pair is missing."""
    return make_session("duplicate", 7, movement="skip-mitchell", boards_per_round=2, rounds=3)


def sentences(change):
    return [say(message) for message in map(_message, change.sentences)]


def _message(stored):
    from scoring.words import Message

    return Message(stored["template"], stored["params"])


# --- somebody arrives ---------------------------------------------------------------------------


def test_a_twelfth_player_after_the_first_round_makes_three_tables_of_four(eleven, do, play):
    play(eleven, GAME)
    before = picture(eleven)
    assert [sizes(eleven, number) for number in (1, 2, 3)] == [[4, 4, 3]] * 3
    made = do(eleven, "arrive", names=("Zoe Late",))
    assert [sizes(eleven, number) for number in (1, 2, 3)] == [[4, 4, 3], [4, 4, 4], [4, 4, 4]]
    assert sentences(made) == [
        "Round 2: Zoe Late joins table 3, which is then a table of 4.",
        "Round 3: Zoe Late joins table 3, which is then a table of 4.",
    ]
    assert picture(eleven)["results"] == before["results"]
    assert {len(boards) for number, _table, boards in picture(eleven)["boards"] if number > 1} == {4}


def test_an_arrival_is_undone_to_the_last_chair(eleven, do, undo, play):
    play(eleven, GAME)
    before = picture(eleven)
    undo(do(eleven, "arrive", names=("Zoe Late",)))
    assert picture(eleven) == before


def test_a_second_arrival_among_twelve_is_seated_by_seating_the_rest_anew(eleven, do, play):
    play(eleven, GAME)
    do(eleven, "arrive", names=("Zoe Late",))
    do(eleven, "arrive", names=("Yves Later",))
    assert [sizes(eleven, number) for number in (2, 3)] == [[4, 3, 3, 3], [4, 3, 3, 3]]
    room = seatings.load_room(eleven)
    for number in (2, 3):
        seated = [key for spot in room.in_round(number) for key in spot.contestants]
        assert sorted(seated) == sorted(room.people)
    assert picture(eleven)["tables"] == [1, 2, 3, 4]


def test_a_tenth_player_makes_nine_of_threes_a_four_and_no_board_comes_twice(make_session, do, play):
    session = make_session("brist", 9, rounds=3, boards={4: 4, 3: 3})
    play(session, GAME)
    do(session, "arrive", names=("Zoe Late",))
    assert [boards for _number, _table, boards in picture(session)["boards"]] == [
        *[[1, 2, 3]] * 3,
        *([4, 5, 6, 7], [4, 5, 6], [4, 5, 6]),
        *([8, 9, 10, 11], [8, 9, 10], [8, 9, 10]),
    ]


def test_a_late_pair_takes_the_seats_of_the_missing_pair(mitchell, do, undo, play):
    play(mitchell, BRIDGE)
    before = picture(mitchell)
    made = do(mitchell, "arrive", names=("Zoe Late", "Yves Late"))
    newcomer = Contestant.objects.get(session=mitchell, number=8)
    assert newcomer.group == "EW"
    night = queries.load_night(mitchell)
    for number in (2, 3):
        assert [seat for seat in night.rounds if seat.round == number and seat.is_sit_out] == []
    assert [seat.round for seat in night.of_side(newcomer.pk)] == [2, 3]
    undo(made)
    assert picture(mitchell) == before


def test_a_late_pair_takes_the_seats_of_the_pair_missing_north_south(hostless, do, undo, play):
    play(hostless, BRIDGE)
    before = picture(hostless)
    made = do(hostless, "arrive", names=("Zoe Late", "Yves Late"))
    newcomer = Contestant.objects.get(session=hostless, number=8)
    assert newcomer.group == "NS"
    seats = queries.load_night(hostless).of_side(newcomer.pk)
    assert [(seat.round, seat.table, seat.sides["N"].pk) for seat in seats] == [
        (2, 4, newcomer.pk),
        (3, 4, newcomer.pk),
    ]
    undo(made)
    assert picture(hostless) == before


def test_a_late_pair_without_a_free_seat_goes_round_as_a_rover(make_session, do, play):
    session = make_session("duplicate", 8, movement="skip-mitchell", boards_per_round=2, rounds=3)
    play(session, BRIDGE)
    made = do(session, "arrive", names=("Zoe Late", "Yves Late"))
    assert [text.split(":")[0] for text in sentences(made)] == ["Round 2", "Round 3"]
    assert all("sit out" in text for text in sentences(made))
    room = seatings.load_room(session)
    rover = Contestant.objects.get(session=session, number=9).pk
    met = [board for spot in room.spots if rover in spot.contestants for board in spot.boards]
    assert len(met) == len(set(met)) == 4
    bumped = [
        key
        for number in (2, 3)
        for key in room.present()
        if not any(key in spot.contestants for spot in room.in_round(number))
    ]
    assert len(bumped) == len(set(bumped)) == 2


def test_somebody_who_plays_already_does_not_arrive(eleven, do):
    with pytest.raises(RefusedError, match="Player 003 is entered already"):
        do(eleven, "arrive", names=("player  003",))


def test_an_arrival_in_the_last_round_is_told_to_add_a_round(make_session, do, play):
    session = make_session("brist", 4, boards={4: 4})
    play(session, GAME)
    with pytest.raises(RefusedError, match="add a round first"):
        do(session, "arrive", names=("Zoe Late",))


# --- somebody leaves ----------------------------------------------------------------------------


def test_a_table_of_four_becomes_three_when_one_goes_home(eleven, do, undo, play):
    play(eleven, GAME)
    before = picture(eleven)
    leaver = eleven.contestants.get(number=1)
    made = do(eleven, "leave", contestant=leaver.pk)
    assert [sorted(sizes(eleven, n), reverse=True) for n in (1, 2, 3)] == [[4, 4, 3], [4, 3, 3], [4, 3, 3]]
    assert Chair.objects.filter(contestant=leaver, seating__round__gt=1).count() == 0
    assert Chair.objects.filter(contestant=leaver, seating__round=1).count() == 1
    undo(made)
    assert picture(eleven) == before


def test_the_opponents_of_a_pair_that_leaves_sit_out(mitchell, do, play):
    play(mitchell, BRIDGE)
    leaver = mitchell.contestants.get(number=5)
    do(mitchell, "leave", contestant=leaver.pk)
    night = queries.load_night(mitchell)
    assert [seat.round for seat in night.of_side(leaver.pk)] == [1]
    assert [sum(s.is_sit_out for s in night.rounds if s.round == n) for n in (1, 2, 3)] == [1, 2, 2]


def test_who_went_home_and_comes_back_is_the_same_contestant(mitchell, do, play):
    play(mitchell, BRIDGE)
    leaver = mitchell.contestants.get(number=5)
    names = tuple(entrant.player.name for entrant in leaver.entrants.all())
    before = picture(mitchell)
    do(mitchell, "leave", contestant=leaver.pk)
    assert seatings.load_room(mitchell).left == {leaver.pk}
    do(mitchell, "arrive", names=names)
    assert seatings.load_room(mitchell).left == frozenset()
    assert picture(mitchell)["contestants"] == before["contestants"]
    assert [seat.round for seat in queries.load_night(mitchell).of_side(leaver.pk)] == [1, 2, 3]


# --- another player, tables together ------------------------------------------------------------


def test_a_substitute_sits_in_and_the_contestant_stays(mitchell, do, undo, play):
    play(mitchell, BRIDGE)
    before = picture(mitchell)
    pair = mitchell.contestants.get(number=4)
    player = pair.entrants.first().player
    made = do(mitchell, "substitute", player=player.pk, name="Zoe Late", from_round=2)
    chairs = Chair.objects.filter(contestant=pair).select_related("player", "seating")
    names = {(chair.seating.round, chair.player.name) for chair in chairs}
    other = pair.entrants.get(position=1).player.name
    assert names == {(1, player.name), (2, "Zoe Late"), (3, "Zoe Late"), (1, other), (2, other), (3, other)}
    undo(made)
    assert picture(mitchell) == before


def test_two_pairs_without_opponents_are_put_together(mitchell, do, undo, play):
    play(mitchell, BRIDGE)
    do(mitchell, "leave", contestant=mitchell.contestants.get(number=6).pk)
    before = picture(mitchell)
    made = do(mitchell, "merge", table=3, other=1)
    night = queries.load_night(mitchell)
    assert not night.at(table=3, round=2).is_sit_out
    assert night.at(table=1, round=2) is None
    undo(made)
    assert picture(mitchell) == before


def test_the_rounds_as_they_will_be_tell_who_has_gone_home_from_who_sits_out(mitchell, do, play):
    play(mitchell, BRIDGE)
    keys = {side.number: side.pk for side in mitchell.contestants.all()}
    do(mitchell, "leave", contestant=keys[6])
    found = changing.preview_change(session=mitchell, kind="leave", values={"contestant": keys[7]})
    rounds, rows = changes.chart(found.room, found.change)
    assert rounds == (2, 3)
    assert [who.number for who, _cells in rows] == [1, 2, 3, 4, 5, 6, 7]
    absent = {who.number: [(c.is_gone, c.is_changed) for c in cells if not c.table] for who, cells in rows}
    assert absent == {
        1: [(False, False)] * 2,
        2: [(False, True)],
        3: [(False, False)] * 2,
        4: [(False, True)],
        5: [],
        6: [(True, False)] * 2,
        7: [(True, True)] * 2,
    }


# --- fewer boards, fewer rounds, more rounds ----------------------------------------------------


def test_the_last_board_is_left_out_where_it_has_not_been_played(mitchell, do, undo, seating_of, director):
    first = queries.load_night(mitchell).at(table=2, round=1)
    services.record_line(
        seating=seating_of(mitchell, table=2), board=first.boards[-1], entry=BRIDGE, by=director
    )
    before = picture(mitchell)
    made = do(mitchell, "drop_board", round=1)
    night = queries.load_night(mitchell)
    assert [len(seat.boards) for seat in night.rounds if seat.round == 1] == [1, 2, 1, 2]
    undo(made)
    assert picture(mitchell) == before


def test_a_round_cut_short_keeps_what_was_played(mitchell, do, undo, seating_of, director):
    boards = queries.load_night(mitchell).at(table=1, round=1).boards
    services.record_line(seating=seating_of(mitchell), board=boards[0], entry=BRIDGE, by=director)
    before = picture(mitchell)
    made = do(mitchell, "cut_round", round=1, table=1)
    seat = queries.load_night(mitchell).at(table=1, round=1)
    assert (seat.boards, seat.is_complete) == (boards[:1], True)
    undo(made)
    assert picture(mitchell) == before


def test_a_table_that_has_played_nothing_of_a_round_cut_short_stays_empty(mitchell, do, undo):
    before = picture(mitchell)
    made = do(mitchell, "cut_round", round=3)
    assert not Seating.objects.filter(session=mitchell, round=3, table__number__in=[1, 2, 3]).exists()
    undo(made)
    assert picture(mitchell) == before


@pytest.mark.parametrize("kind", ["add_round", "drop_round"])
def test_a_round_more_or_less_is_undone(eleven, do, undo, play, kind):
    play(eleven, GAME)
    before = picture(eleven)
    made = do(eleven, kind)
    assert len(queries.load_night(eleven).round_numbers) == {"add_round": 4, "drop_round": 2}[kind]
    undo(made)
    assert picture(eleven) == before


def test_a_movement_goes_on_with_its_own_next_round(make_session, do):
    session = make_session("duplicate", 8, movement="howell", boards_per_round=2, rounds=5)
    whole = make_session("duplicate", 8, movement="howell", boards_per_round=2, rounds=6)
    do(session, "add_round")
    found, expected = (
        [
            (spot.table, [room.people[key].number for key in spot.contestants], spot.boards)
            for spot in room.in_round(6)
        ]
        for room in map(seatings.load_room, (session, whole))
    )
    assert found == expected


# --- what went wrong at a table -----------------------------------------------------------------


def test_the_sides_of_a_table_are_turned_and_the_results_stay(mitchell, do, undo, play):
    play(mitchell, BRIDGE)
    before = picture(mitchell)
    seat = queries.load_night(mitchell).at(table=1, round=1)
    score = dict(seat.score.totals)
    made = do(mitchell, "turn", round=1, table=1)
    turned = queries.load_night(mitchell).at(table=1, round=1)
    assert (turned.sides["N"], turned.sides["E"]) == (seat.sides["E"], seat.sides["N"])
    assert dict(turned.score.totals) == score
    assert picture(mitchell)["results"] == before["results"]
    undo(made)
    assert picture(mitchell) == before


def test_two_who_sat_in_each_others_seats_change_names(eleven, do, undo, play):
    play(eleven, GAME)
    before = picture(eleven)
    first, second = (eleven.contestants.get(number=number) for number in (1, 9))
    where = {
        pk: [
            (s.table, p)
            for s in queries.load_night(eleven).of_side(pk)
            if s.round == 1
            for p in s.sides
            if s.sides[p].pk == pk
        ]
        for pk in (first.pk, second.pk)
    }
    made = do(eleven, "exchange", round=1, first=first.pk, second=second.pk)
    night = queries.load_night(eleven)
    for pk, other in ((first.pk, second.pk), (second.pk, first.pk)):
        ((table, place),) = where[other]
        assert night.at(table=table, round=1).sides[place].pk == pk
    undo(made)
    assert picture(eleven) == before


def test_results_go_to_the_table_that_played_them_with_their_boards(mitchell, do, undo, play, seating_of):
    here, there = (queries.load_night(mitchell).at(table=table, round=1) for table in (1, 2))
    for board in here.boards:
        services.record_line(
            seating=seating_of(mitchell), board=board, entry=BRIDGE, by=services.Actor(origin="director")
        )
    before = picture(mitchell)
    made = do(mitchell, "move_results", origin=(1, 1), goal=(1, 2))
    night = queries.load_night(mitchell)
    assert (night.at(table=1, round=1).boards, night.at(table=2, round=1).boards) == (
        there.boards,
        here.boards,
    )
    assert sorted(night.at(table=2, round=1).lines) == list(here.boards)
    assert dict(night.at(table=1, round=1).lines) == {}
    undo(made)
    assert picture(mitchell) == before


def test_the_boards_that_change_tables_with_results_are_named(mitchell, seating_of):
    here, there = (queries.load_night(mitchell).at(table=table, round=1) for table in (1, 2))
    first = here.boards[0]
    services.record_line(
        seating=seating_of(mitchell), board=first, entry=BRIDGE, by=services.Actor(origin="director")
    )
    values = {"origin": (1, 1), "goal": (1, 2)}
    found = changing.preview_change(session=mitchell, kind="move_results", values=values).change
    assert [say(message) for message in found.sentences] == [
        f"The result of board {first} goes from table 1 to table 2.",
        f"Boards change tables: {first} to table 2, {there.boards[0]} to table 1.",
    ]


def test_boards_that_lie_at_both_tables_stay_where_they_are(make_session, director, seating_of):
    session = make_session("duplicate", 4, movement="howell", boards_per_round=2)
    seat = seating_of(session)
    services.record_line(seating=seat, board=seat.boards[0], entry=BRIDGE, by=director)
    values = {"origin": (1, 1), "goal": (1, 2)}
    found = changing.preview_change(session=session, kind="move_results", values=values).change
    assert len(found.sentences) == 1


def test_who_has_gone_home_is_told_so_on_guide_cards_the_room_and_the_phone(
    mitchell, do, undo, play, signed_in, ada, client
):
    play(mitchell, BRIDGE)
    pair = mitchell.contestants.get(number=1, group="NS")
    made = do(mitchell, "leave", contestant=pair.pk)
    (card,) = [card for card in make_sheets(mitchell, Order("guides")) if card.mark == "1 NS"]
    assert [say(row.cells[3]) for row in card.rows[1:]] == ["no longer playing", "no longer playing"]
    others = [card for card in make_sheets(mitchell, Order("guides")) if card.mark != "1 NS"]
    assert not any("no longer" in say(row.cells[3]) for card in others for row in card.rows)
    night = queries.load_night(queries.session_with_club(mitchell.pk))
    going = table_page.departures(night, night.at(table=1, round=1))
    assert [goal.seats for goal in going if goal.table is None] == ["no longer playing"]
    room = reverse("sessions:room", args=["riverside", mitchell.pk])
    assert signed_in(ada).get(room).content.decode().count("no longer playing") == 2
    undo(made)
    assert "no longer playing" not in client.get(room).content.decode()


def test_a_board_that_somebody_would_meet_twice_is_named_with_the_name(mitchell, play):
    play(mitchell, BRIDGE)
    room = seatings.load_room(mitchell)
    first, second = (mitchell.contestants.get(number=number).pk for number in (5, 6))
    found = changes.PLANNERS["exchange"](room, round=1, first=first, second=second)
    assert found.faults
    assert all("meets board" in say(fault) and "Player" in say(fault) for fault in found.faults)


# --- doing and undoing --------------------------------------------------------------------------


def test_a_change_is_not_undone_once_a_result_depends_on_it(eleven, do, undo, play):
    play(eleven, GAME)
    made = do(eleven, "arrive", names=("Zoe Late",))
    play(eleven, GAME, round=2)
    before = picture(eleven)
    with pytest.raises(RefusedError, match="A result depends on it: round 2, table 3"):
        undo(made)
    assert picture(eleven) == before


def test_a_result_at_another_table_does_not_hinder_undoing(mitchell, do, undo, play):
    play(mitchell, BRIDGE)
    made = do(mitchell, "turn", round=1, table=1)
    play(mitchell, BRIDGE, round=2)
    undo(made)
    made.refresh_from_db()
    assert made.is_undone


def test_the_later_change_is_undone_first(eleven, do, undo, play):
    play(eleven, GAME)
    first, second = do(eleven, "drop_board", round=2), do(eleven, "drop_board", round=3)
    with pytest.raises(RefusedError, match="Undo the later changes first"):
        undo(first)
    undo(second)
    undo(first)
    assert SeatingChange.objects.filter(session=eleven, undone_at__isnull=True).count() == 0


def test_a_change_that_is_no_longer_the_same_is_looked_at_again(eleven, director, play):
    found = changing.preview_change(session=eleven, kind="drop_board", values={"round": 1})
    play(eleven, GAME)
    with pytest.raises(RefusedError):
        changing.make_change(
            session=eleven, kind="drop_board", values={"round": 1}, token=found.token, by=director
        )
    assert SeatingChange.objects.count() == 0


def test_nothing_changes_in_a_published_session(eleven, do, play):
    play(eleven, GAME)
    services.close_session(session=eleven)
    with pytest.raises(RefusedError, match="Play has ended"):
        do(eleven, "drop_round")
    services.publish_session(session=eleven)
    eleven.refresh_from_db()
    with pytest.raises(RefusedError, match="published"):
        do(eleven, "drop_round")


# --- planning alone -----------------------------------------------------------------------------


def test_a_rover_that_would_meet_a_board_twice_is_refused():
    """Two rounds in which both tables share one set: whoever arrives cannot play both."""
    people = {number: Who(number, number, (f"Pair {number}",), ()) for number in range(1, 5)}
    seats = {
        table: {"N": Holder(ns), "S": Holder(ns), "E": Holder(ew), "W": Holder(ew)}
        for table, (ns, ew) in {1: (1, 2), 2: (3, 4)}.items()
    }
    spots = tuple(Spot(number, table, seats[table], (1,)) for number in (1, 2) for table in (1, 2))
    room = Room(spots, people, (("N", "S", "E", "W"),), are_pairs=True)
    with pytest.raises(ImpossibleError, match="There is no seat for Ada & Ben"):
        changes.PLANNERS["arrive"](room, names=("Ada", "Ben"))


# --- the pages ----------------------------------------------------------------------------------


def url(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


@pytest.fixture
def addresses(eleven, do):
    made = do(eleven, "drop_round")
    pages = [
        url("changes", eleven),
        url("movement_csv", eleven),
        *(url("change", eleven, kind) for kind in changes.PLANNERS),
    ]
    return pages, url("undo_seating", eleven, made.pk)


def test_only_the_clubs_directors_may_look_and_change(client, addresses, eleven, ben, dov, hilltop):
    pages, undoing = addresses
    before = picture(eleven)
    assert client.get(pages[0]).status_code == 302
    assert client.post(undoing).status_code == 302
    for user in (ben, dov):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        for page in pages:
            assert (page, client.get(page).status_code, client.post(page).status_code) == (page, 403, 403)
        assert client.post(undoing).status_code == 403
    moved = [page.replace("/c/riverside/", "/c/hilltop/") for page in (*pages, undoing)]
    assert {client.post(page).status_code for page in moved} == {404, 405} - {405}
    assert picture(eleven) == before


def test_the_movement_as_it_stands_is_read_back_from_its_file(signed_in, ada, mitchell, do, play):
    play(mitchell, BRIDGE)
    do(mitchell, "arrive", names=("Zoe Late", "Yves Late"))
    answer = signed_in(ada).get(url("movement_csv", mitchell))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert loads(answer.content).places == seatings.movement_of(mitchell).places
    assert seatings.movement_of(mitchell).contestants == (1, 2, 3, 4, 5, 6, 7, 8)


def test_another_sessions_change_is_not_found(signed_in, ada, eleven, make_session, do):
    other = make_session("brist", 4, names=["Eve", "Fay", "Gus", "Hal"], rounds=2, boards={4: 4})
    made = do(other, "drop_round")
    assert signed_in(ada).post(url("undo_seating", eleven, made.pk)).status_code == 404
    assert signed_in(ada).get(url("change", eleven, "no-such-change")).status_code == 404


def test_a_change_is_looked_at_made_and_taken_back_in_the_pages(signed_in, ada, eleven, play):
    play(eleven, GAME)
    before = picture(eleven)
    client, page = signed_in(ada), url("change", eleven, "arrive")
    assert client.get(page).status_code == 200
    shown = client.get(page, {"names": "Zoe <Late>"})
    assert "Round 2: Zoe &lt;Late&gt; joins table 3" in shown.content.decode()
    assert picture(eleven) == before
    token = shown.context["preview"].token
    assert client.post(page, {"names": "Zoe <Late>", "token": "old"}).status_code == 409
    assert picture(eleven) == before
    done = client.post(page, {"names": "Zoe <Late>", "token": token})
    assert (done.status_code, done.url) == (302, url("changes", eleven))
    assert sizes(eleven, 2) == [4, 4, 4]
    made = SeatingChange.objects.get(session=eleven)
    assert made.by == ada
    client.post(url("undo_seating", eleven, made.pk))
    assert picture(eleven) == before


def test_what_cannot_be_done_is_refused_in_words(signed_in, ada, make_session):
    session = make_session("brist", 4, boards={4: 4})
    shown = signed_in(ada).get(url("change", session, "drop_round"))
    assert shown.status_code == 422
    assert "A session has at least one round." in shown.content.decode()


@pytest.mark.parametrize("changed", [1, 3])
def test_the_list_of_changes_costs_the_same_for_one_and_for_three(
    signed_in, ada, make_session, do, django_assert_num_queries, changed
):
    session = make_session("brist", 7, rounds=5, boards={4: 4, 3: 3})
    for _time in range(changed):
        do(session, "drop_round")
    client = signed_in(ada)
    client.get(url("changes", session))
    with django_assert_num_queries(QUERIES):
        client.get(url("changes", session))


QUERIES = 8


def test_who_sits_in_halfway_through_a_round_has_only_what_is_played_from_then_on(
    make_session, do, undo, seating_of, director
):
    session = make_session("brist", 4, boards={4: 4})
    seating = seating_of(session)
    declarers = {}

    def play(board):
        seat = queries.load_night(session).at(table=1, round=1)
        declarers[board] = seat.deal(board).declarer
        entry = GAME | {"declarer": declarers[board]}
        services.record_line(seating=seating, board=board, entry=entry, by=director)

    for board in (1, 2):
        play(board)
    before = picture(session)
    chair = seating.chairs.get(place=declarers[1])
    made = do(session, "substitute", player=chair.player_id, name="Zoe Late", from_round=1)
    name = chair.player.name
    assert sentences(made)[1] == f"Round 1, table 1: what has been played stays with {name}: 1, 2."
    night = queries.load_night(session)
    seat = night.at(table=1, round=1)
    assert [str(night.person_at(seat, chair.place, board)) for board in (1, 2, 3)] == [name, name, "Zoe Late"]
    undo(made)
    assert picture(session) == before
    do(session, "substitute", player=chair.player_id, name="Zoe Late", from_round=1)
    for board in (3, 4):
        play(board)
    counts = tally(queries.load_night(session))
    zoe = session.entrants.get(player__name="Zoe Late").player_id
    assert (counts[chair.player_id]["declared"], counts[zoe]["declared"]) == (1, 0)


def test_a_substitute_may_have_been_there_for_the_whole_round(make_session, do, play):
    session = make_session("brist", 4, boards={4: 4})
    play(session, GAME)
    player = session.seatings.get().chairs.get(place="S").player
    do(session, "substitute", player=player.pk, name="Zoe Late", from_round=1, whole=True)
    night = queries.load_night(session)
    assert str(night.person_at(night.rounds[0], "S", 1)) == "Zoe Late"
