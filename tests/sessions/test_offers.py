"""What the director is told of each movement that fits, before anybody sits down."""

import csv
import io
import zipfile
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from scoring.movements import MOVEMENTS
from scoring.movements.balance import balance
from scoring.movements.drawn import DRAWINGS, SWISS
from scoring.movements.mixed import mixed
from scoring.movements.plan import MovementError
from scoring.rulesets import RULESETS
from sessions import queries, setup
from sessions.offers import Drawn, make_offers
from sessions.setup import Wishes
from sessions.setup_forms import setup_initial


def offer(slug, pairs, **length):
    return make_offers([MOVEMENTS[slug].build(pairs, **length)], are_pairs=True)[0]


def test_a_complete_howell_says_how_much_and_how_evenly_everybody_plays():
    found = offer("howell", 8, rounds=7, boards_per_round=3)
    assert found.facts == (
        "7 rounds",
        "21 boards each",
        "100 % of the boards in play",
        "about 2:50 hours",
        "one winner",
        "nobody sits out",
    )
    assert found.warnings == ()


def test_a_short_mitchell_warns_of_boards_that_too_few_play():
    found = offer("skip-mitchell", 16, rounds=5, boards_per_round=3)
    assert "62 % of the boards in play" in found.facts
    assert "two winners" in found.facts
    assert found.warnings == ("Somebody plays less than 70 % of the boards.",)


def test_tables_that_share_boards_are_warned_of():
    found = offer("share-relay-mitchell", 16, rounds=8, boards_per_round=3)
    assert found.warnings == ("Up to 2 tables need the same boards at once: share them, or make copies.",)


def test_the_picture_shows_the_first_round_and_who_is_alone():
    found = offer("skip-mitchell", 7, rounds=3, boards_per_round=2)
    assert found.tables[0] == Drawn(1, (("N", 1), ("S", 1), ("E", 5), ("W", 5)), is_sit_out=False)
    assert found.tables[3] == Drawn(4, (("N", 4), ("S", 4)), is_sit_out=True)


def test_single_players_read_of_rounds_boards_and_time_only():
    (found,) = make_offers([mixed(11, 2, {4: 4, 3: 3})], are_pairs=False)
    assert found.facts[0] == "2 rounds"
    assert found.facts[-1] == "nobody sits out"
    assert not any("%" in fact or "winner" in fact for fact in found.facts)
    assert found.warnings == ()


@pytest.mark.parametrize("pairs", [8, 15, 80])
def test_the_set_up_page_shows_the_facts_and_the_room(signed_in, ada, make_session, pairs):
    session = make_session("duplicate", pairs, start=False)
    names = "\n".join(f"A{n} & B{n}" for n in range(pairs))
    client = signed_in(ada)
    page = reverse("sessions:proposals", args=[session.club.slug, session.pk])
    shown = client.post(page, {"names": names, "order": "listed"}).content.decode()
    assert "boards each" in shown
    assert 'class="floor-table' in shown


# --- wishes -------------------------------------------------------------------------------------


def movements(count, **wishes):
    return setup.proposals(RULESETS["duplicate"], count, Wishes(**wishes))


def test_one_winner_leaves_out_what_has_two():
    assert {movement.winners for movement in movements(14)} == {1, 2}
    assert {movement.winners for movement in movements(14, winners=1)} == {1}


def test_a_time_limit_leaves_out_what_takes_longer():
    found = movements(16, minutes=200)
    assert found
    assert all(balance(movement).minutes <= 200 for movement in found)


def test_wishes_that_nothing_fits_are_refused_in_words():
    with pytest.raises(MovementError, match="no movement fits all these wishes"):
        movements(16, minutes=5)
    with pytest.raises(MovementError, match="without this one there would be some: who must keep a seat"):
        movements(8, still=", ".join(f"Player {number}" for number in range(8)))


def test_what_the_director_asks_for_is_built_though_it_would_not_be_proposed():
    wishes = Wishes(movement="howell", rounds=6, boards_per_round=4)
    assert setup.choose(RULESETS["duplicate"], 16, wishes).slug == "howell"


def test_who_must_keep_a_seat_gets_a_number_that_stays(signed_in, ada, make_session):
    session = make_session("duplicate", 8, start=False)
    client, page = signed_in(ada), reverse("sessions:setup", args=[session.club.slug, session.pk])
    names = "\n".join(f"A{n} & B{n}" for n in range(8))
    sent = {"date": "2026-03-05", "names": names, "order": "listed", "movement": "skip-mitchell"}
    options = {"method": session.ruleset.methods[0]}
    form = client.get(page).context["form"]
    options |= {name: form[name].value() for name in form.fields if name.startswith(("option_", "method_"))}
    sent |= {name: value for name, value in options.items() if value not in (None, False)}
    refused = client.post(page, sent | {"still": "Nobody"})
    assert "Nobody is not on the list." in refused.content.decode()
    done = client.post(page, sent | {"still": "b7, A6"})
    assert done.status_code == 302, done.context["form"].errors
    night = queries.load_night(session)
    for name in ("B7", "A6"):
        (pk,) = [s.pk for s in night.sides.values() if name in [person.name for person in s.players]]
        seats = {
            (seat.table, place)
            for seat in night.of_side(pk)
            for place in seat.sides
            if seat.sides[place].pk == pk
        }
        assert len({table for table, _place in seats}) == 1
        assert {place for _table, place in seats} == {"N", "S"}


def test_the_director_chooses_which_side_of_a_mitchell_lacks_a_pair(set_up_with):
    session, done = set_up_with("", missing="NS", movement="skip-mitchell", pairs=7)
    assert done.status_code == 302, done.context["form"].errors
    seats = [seat for seat in queries.load_night(session).rounds if seat.is_sit_out]
    assert {(seat.table, *sorted(seat.sides)) for seat in seats} == {(4, "E", "W")}
    groups = dict(session.contestants.values_list("number", "group"))
    assert groups == dict.fromkeys((1, 2, 3), "NS") | dict.fromkeys((4, 5, 6, 7), "EW")
    session.refresh_from_db()
    assert setup_initial(session)["missing"] == "NS"


def test_a_mitchell_that_was_asked_for_though_not_proposed_lacks_the_same_side():
    wishes = Wishes(movement="straight-mitchell", rounds=2, boards_per_round=4, copies=1, missing="NS")
    movement = setup.choose(RULESETS["duplicate"], 25, wishes)
    assert movement.slug == "straight-mitchell"
    assert movement.in_round(1)[-1].seats == {"E": 25, "W": 25}


def test_an_offer_shows_who_meets_whom_how_often():
    met = offer("howell", 4, rounds=2, boards_per_round=3).meetings
    assert met.summary == (
        "2 meetings of two pairs do not take place. 4 meetings of two pairs take place once."
    )
    assert met.numbers == (1, 2, 3, 4)
    assert met.rows == (
        (1, (None, 1, 1, 0)),
        (2, (1, None, 0, 1)),
        (3, (1, 0, None, 1)),
        (4, (0, 1, 1, None)),
    )


def test_in_a_large_field_who_meets_whom_is_said_in_a_sentence():
    met = offer("straight-mitchell", 30, rounds=13, boards_per_round=2).meetings
    assert met.rows == ()
    assert met.summary == (
        "30 meetings of two pairs do not take place. 195 meetings of two pairs take place once. "
        "Pairs of the same direction do not meet."
    )


def test_single_players_read_how_often_two_sit_together():
    (found,) = make_offers([mixed(7, 2, {4: 4, 3: 3})], are_pairs=False)
    assert found.meetings.summary == (
        "In 6 cases, two players never sit together. In 12 cases, two players sit together once. "
        "In 3 cases, two players sit together 2 times."
    )


def test_where_rounds_are_drawn_from_results_nobody_is_told_who_meets_whom(signed_in, ada, make_session):
    assert make_offers([DRAWINGS[SWISS].movement(8)], are_pairs=True)[0].meetings is None
    session = make_session("duplicate", 8, start=False)
    page = reverse("sessions:proposals", args=[session.club.slug, session.pk])
    sent = {"names": "\n".join(f"A{n} & B{n}" for n in range(8)), "order": "listed"}
    answer = signed_in(ada).post(page, sent)
    offers = answer.context["proposed"]
    known = [found for found in offers if found.slug not in DRAWINGS]
    assert len(known) < len(offers)
    assert answer.content.decode().count('class="meetings"') == len(known)


# --- a movement of one's own --------------------------------------------------------------------

OWN = "round,table,NS,EW,boards\r\n" + "\r\n".join(
    ("1,1,1,2,1-2", "1,2,3,4,3-4", "2,1,1,3,5-6", "2,2,2,4,7-8")
)


@pytest.fixture
def set_up_with(signed_in, ada, make_session):
    """`set_up_with("duplicate", own)`: what the set-up page answers to a pasted movement for four pairs."""

    def post(text, file=None, pairs=4, **more):
        session = make_session("duplicate", pairs, start=False)
        client, page = signed_in(ada), reverse("sessions:setup", args=[session.club.slug, session.pk])
        form = client.get(page).context["form"]
        names = [name for name in form.fields if name.startswith(("option_", "method"))]
        values = {name: form[name].value() for name in names}
        sent = {name: value for name, value in values.items() if value not in (None, False)}
        sent |= {"date": "2026-03-05", "order": "listed", "own": text}
        sent |= {"own_file": file} if file else {}
        sent |= more
        sent["names"] = "\n".join(f"A{n} & B{n}" for n in range(1, pairs + 1))
        return session, client.post(page, sent)

    return post


def test_a_pasted_movement_seats_the_session(set_up_with):
    session, done = set_up_with(OWN)
    assert done.status_code == 302, done.context["form"].errors
    night = queries.load_night(session)
    seated = [(s.round, s.table, s.sides["N"].number, s.sides["E"].number, s.boards) for s in night.rounds]
    assert seated == [(1, 1, 1, 2, (1, 2)), (1, 2, 3, 4, (3, 4)), (2, 1, 1, 3, (5, 6)), (2, 2, 2, 4, (7, 8))]


def test_every_fault_of_a_pasted_movement_is_named(set_up_with):
    _session, refused = set_up_with(OWN.replace("2,2,2,4,7-8", "2,2,2,3,1-2"))
    assert refused.status_code == 422
    assert refused.context["form"].errors["own"] == [
        "Round 2: number 3 sits at tables 1 and 2.",
        "Round 2, table 2: number 2 meets board 1 again (round 1).",
        "Round 2, table 2: number 2 meets board 2 again (round 1).",
    ]


def test_a_movement_for_another_number_or_another_game_is_refused_in_words(set_up_with):
    _session, refused = set_up_with(OWN + "\r\n1,3,5,6,9-10")
    assert refused.context["form"].errors["own"] == ["It is a movement for 6; there are 4 on the list."]
    _session, refused = set_up_with("round,table,N,S,E,W,boards\r\n1,1,1,2,3,4,1-4")
    assert refused.context["form"].errors["own"] == ["Round 1, table 1: this game is played by pairs."]


# --- the same from a file -----------------------------------------------------------------------


def workbook(rows):
    """An Excel workbook of these rows, as it is uploaded."""
    book, kept = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(kept)
    return SimpleUploadedFile("movement.xlsx", kept.getvalue())


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize(
    "make", [lambda: SimpleUploadedFile("movement.csv", OWN.encode("utf-16")), lambda: workbook(rows_of(OWN))]
)
def test_a_movement_read_from_a_file_seats_the_session_and_comes_out_again(set_up_with, ada, signed_in, make):
    session, done = set_up_with("", make())
    assert done.status_code == 302, done.context["form"].errors
    written = signed_in(ada).get(reverse("sessions:movement_csv", args=[session.club.slug, session.pk]))
    again, done = set_up_with("", SimpleUploadedFile("again.csv", written.content))
    assert done.status_code == 302, done.context["form"].errors
    seats = [
        [(s.round, s.table, s.sides["N"].number, s.boards) for s in queries.load_night(one).rounds]
        for one in (session, again)
    ]
    assert seats[0] == seats[1]
    assert len(seats[0]) == 4


def test_a_file_with_faults_is_shown_in_the_box_with_each_of_them(set_up_with):
    _session, refused = set_up_with("", workbook(rows_of(OWN.replace("2,2,2,4,7-8", "2,2,2,3,7-8"))))
    assert refused.context["form"].errors["own"] == ["Round 2: number 3 sits at tables 1 and 2."]
    assert "2,2,2,3,7-8" in refused.context["form"]["own"].value()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda: SimpleUploadedFile("m.csv", b"round,table\x00"),
            "neither a text file nor an Excel workbook",
        ),
        (lambda: SimpleUploadedFile("m.csv", b"x" * 600_000), "too large for a movement"),
        (lambda: SimpleUploadedFile("m.xlsx", b"PK\x03\x04 nothing"), "not an Excel workbook"),
        (lambda: workbook([]), "nothing on its sheets"),
        (lambda: workbook([["round", "table"], [1, date(2026, 3, 1)]]), "Cell B2 is a date"),
        (lambda: workbook([["round", "x" * 500]]), "Cell B1 is too long"),
    ],
)
def test_a_file_that_is_no_movement_is_refused_with_the_reason(set_up_with, make, why):
    _session, refused = set_up_with("", make())
    assert refused.status_code == 422
    assert why in refused.context["form"].errors["own_file"][0]


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(set_up_with):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/worksheets/sheet1.xml", b" " * 50_000_000)
    _session, refused = set_up_with("", SimpleUploadedFile("m.xlsx", packed.getvalue()))
    assert "unpacks to too much" in refused.context["form"].errors["own_file"][0]
