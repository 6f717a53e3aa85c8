"""From a list of names to a seated room."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.names import clean_name, name_key
from clubs.services import add_players
from scoring.movements.plan import MovementError
from scoring.rulesets import RULESETS
from sessions import name_lists, setup
from sessions.models import Session
from sessions.name_lists import read_names, write_names
from sessions.setup import DRAW, LISTED, Wishes
from sessions.views.director import prepare

ADA_AND_BEN = (("Ada", "Ben"),)


def problems(text, *, pairs=False):
    with pytest.raises(ValidationError) as caught:
        read_names(text, pairs=pairs)
    return caught.value.messages


@pytest.mark.parametrize(
    "line",
    ["Ada & Ben", "Ada&Ben", "Ada, Ben", "Ada / Ben", "Ada\tBen", "Ada and Ben", "Ada AND Ben", "Ada + Ben"]
    + ["Ada; Ben", "1. Ada & Ben", " 12) Ada & Ben ", "- Ada & Ben", "• Ada & Ben", "Ada  &  Ben"],
)
def test_a_pair_may_be_written_in_many_ways(line):
    assert read_names(line, pairs=True) == ADA_AND_BEN


def test_a_tab_parts_names_that_hold_commas():
    assert read_names("Park, Ada\tCarter, Ben", pairs=True) == (("Park, Ada", "Carter, Ben"),)


def test_a_name_with_and_in_it_is_one_name():
    assert read_names("Andy Anderson & Sandy Rand", pairs=True) == (("Andy Anderson", "Sandy Rand"),)


def test_blank_lines_and_numbering_do_not_count():
    assert read_names("\n1. Ada\r\n\n  2) Ben  \n", pairs=False) == (("Ada",), ("Ben",))


def test_a_player_without_a_partner_is_named_with_the_line():
    assert problems("Ada & Ben\nCleo", pairs=True) == ["Line 2: Cleo has no partner; write both names."]


def test_three_names_are_no_pair():
    assert problems("Ada & Ben & Cleo", pairs=True) == ["Line 1: a pair is two names; here are 3."]


def test_a_dangling_separator_is_a_missing_partner():
    assert problems("Ada &", pairs=True) == ["Line 1: Ada has no partner; write both names."]


def test_a_name_given_twice_says_where_it_stood_first():
    assert problems("Ada\nBen\n ADA ") == ["Line 3: ADA is on line 1 already."]


def test_nobody_is_his_own_partner():
    assert problems("Ada & ada", pairs=True) == ["Line 1: Ada is on line 1 already."]


def test_several_names_on_a_line_of_single_players_are_refused():
    assert problems("Ada & Ben") == ["Line 1: one name on each line, please."]
    assert problems("Ada, Ben, Cleo") == ["Line 1: one name on each line, please."]


def test_a_name_of_300_characters_is_refused_with_its_line():
    assert problems(f"Ada\n{'x' * 300}") == [
        "Line 2: That name has 300 characters; 120 is the most that fits."
    ]


def test_a_name_without_a_letter_is_refused():
    assert problems("Ada\n???") == ["Line 2: Please give a name with at least one letter or digit."]


def test_many_problems_are_cut_short():
    found = problems("\n".join(["Ada"] * 20))
    assert len(found) == name_lists.MAX_COMPLAINTS + 1
    assert found[-1] == "… and 13 more."


def test_a_list_too_long_is_refused():
    assert "At most 200 lines fit in a session." in problems("\n".join(f"P{i}" for i in range(201)))


def test_ticked_members_join_the_list_once():
    assert name_lists.add_names("Ada & Ben\n", ["Ben", "Cleo"]) == "Ada & Ben\nCleo"


names = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=20).map(
    lambda text: clean_name(f"x{text}y")
)


@given(st.lists(st.tuples(names, names), max_size=6, unique_by=lambda pair: name_key(pair[0])))
def test_a_list_of_pairs_is_read_back_as_written(pairs):
    keys = [name_key(name) for pair in pairs for name in pair]
    cleaned = [pair for pair in pairs if all(keys.count(name_key(name)) == 1 for name in pair)]
    written = write_names(cleaned)
    assert write_names(read_names(written, pairs=True)) == written


def test_names_with_separators_of_their_own_are_read_back_too():
    entries = (("Ada, Ltd", "Ben/Cleo"), ("Dov & Sons", "Eve"))
    assert read_names(write_names(entries), pairs=True) == entries


# --- movements ----------------------------------------------------------------------------------


def test_eleven_at_brist_sit_at_two_tables_of_four_and_one_of_three():
    movement = setup.choose(RULESETS["brist"], 11, Wishes(order=DRAW, seed=1))
    assert [len(place.seats) for place in movement.places] == [4, 4, 3]


def test_fixed_partners_sit_opposite_at_a_table_of_four():
    movement = setup.choose(RULESETS["brist"], 8, Wishes(order=LISTED))
    seats = movement.places[0].seats
    assert ({seats["S"], seats["N"]}, {seats["W"], seats["E"]}) == ({1, 2}, {3, 4})


def test_the_movement_asked_for_is_kept_and_else_the_best_is_taken():
    game = RULESETS["duplicate"]
    assert setup.choose(game, 16, Wishes(movement="howell")).slug == "howell"
    assert setup.choose(game, 42, Wishes(movement="skip-mitchell")).slug == "sectioned-mitchell"


def test_a_shorter_evening_curtails_the_movement():
    movement = setup.choose(RULESETS["duplicate"], 16, Wishes(rounds=5, boards_per_round=4))
    assert (movement.rounds, len(movement.places[0].boards)) == (5, 4)


def test_movements_too_short_for_the_rounds_are_left_out():
    found = setup.proposals(RULESETS["duplicate"], 16, Wishes(rounds=10))
    assert [movement.slug for movement in found] == ["reduced-howell", "swiss"]


def test_more_rounds_than_there_are_opponents_is_an_error():
    with pytest.raises(MovementError) as caught:
        setup.proposals(RULESETS["duplicate"], 8, Wishes(rounds=30))
    assert caught.value.where == "rounds"


def test_bid_whist_plays_three_rounds_of_matches_unless_told_otherwise():
    game = RULESETS["bid_whist"]
    assert setup.choose(game, 6, Wishes()).rounds == 3
    assert setup.choose(game, 2, Wishes()).rounds == 1
    assert setup.choose(game, 6, Wishes(rounds=5)).rounds == 5


# --- seating ------------------------------------------------------------------------------------


@pytest.fixture
def seated(make_session):
    """`seated(wishes)`: eight at BRiST, seated as wished."""
    session = make_session("brist", 8, start=False)
    entries = tuple((f"Player {number}",) for number in range(1, 9))

    def seat(wishes):
        setup.seat(session=session, entries=entries, wishes=wishes)
        return seats_of(session)

    seat.session = session
    return seat


def seats_of(session):
    chairs = session.seatings.order_by("round", "table__number", "chairs__pk")
    return list(chairs.values_list("table__number", "chairs__place", "chairs__player__name"))


def test_the_same_seed_draws_the_same_seats(seated):
    wishes = Wishes(order=DRAW, seed=7)
    assert seated(wishes) == seated(wishes)
    assert seated(wishes) != seated(Wishes(order=DRAW, seed=8))


def test_a_list_as_it_stands_seats_line_by_line(seated):
    assert {name for table, _seat, name in seated(Wishes()) if table == 1} == {
        "Player 1",
        "Player 2",
        "Player 3",
        "Player 4",
    }


def test_drawing_again_moves_the_same_players_and_keeps_the_codes(seated):
    before = seated(Wishes(order=DRAW, seed=7))
    codes = list(seated.session.tables.values_list("code", flat=True))
    setup.draw_again(session=Session.objects.get(pk=seated.session.pk))
    after = seats_of(seated.session)
    assert before != after
    assert sorted(name for *_place, name in before) == sorted(name for *_place, name in after)
    assert list(seated.session.tables.values_list("code", flat=True)) == codes


def test_unknown_names_become_visitors_and_known_ones_are_found(seated, riverside):
    setup.seat(
        session=seated.session, entries=(("ben carter",), ("Cleo Diaz",), ("Zoe New",)), wishes=Wishes()
    )
    assert list(riverside.players.filter(name__in=["Ben Carter", "Zoe New"]).values_list("is_visitor")) == [
        (False,),
        (True,),
    ]
    assert riverside.players.filter(name="ben carter").count() == 0


def test_the_plan_remembers_the_list_and_the_wishes(seated):
    wishes = Wishes(order=DRAW, seed=7, rounds=2, boards={4: 8, 3: 9})
    seated(wishes)
    plan = Session.objects.get(pk=seated.session.pk).plan
    assert setup.wishes_of(plan) == wishes
    assert plan["names"].splitlines()[0] == "Player 1"


def test_a_movement_that_does_not_fit_leaves_no_players_behind(riverside, make_session):
    session = make_session("brist", 4, start=False)
    before = riverside.players.count()
    with pytest.raises(MovementError):
        setup.seat(session=session, entries=(("Somebody New",), ("Another New",)), wishes=Wishes())
    assert riverside.players.count() == before


# A large club


@pytest.fixture
def large(riverside, make_session, monkeypatch):
    """Riverside has more members than are shown to tick: of whom Player 001 to 004 played last."""
    monkeypatch.setattr(prepare, "MOST_TICKED", 5)
    make_session("brist", 4)
    add_players(club=riverside, names=[f"Zoë {letter}" for letter in "ABCDEFG"])
    return make_session("brist", 4, start=False)


def ticked(response):
    return re.findall(r'name="members" value="([^"]+)"', response.content.decode())


def test_in_a_large_club_those_who_played_last_are_ticked_and_others_looked_for(large, signed_in, ada):
    client, here = signed_in(ada), [large.club.slug, large.pk]
    last = ["Player 001", "Player 002", "Player 003", "Player 004"]
    page = client.get(reverse("sessions:setup", args=here))
    assert (ticked(page)[:4], len(ticked(page))) == (last, 5)
    found = reverse("sessions:members_to_tick", args=here)
    assert ticked(client.get(found, {"who": "zoe c"})) == ["Zoë C"]
    assert ticked(client.get(found, {"who": "zoe"})) == [f"Zoë {letter}" for letter in "ABCDE"]
    assert ticked(client.get(found))[:4] == last
    assert "Nobody on the list is called that." in client.get(found, {"who": "nobody"}).content.decode()


def test_in_a_small_club_all_members_are_ticked_and_none_looked_for(large, signed_in, ada, monkeypatch):
    monkeypatch.setattr(prepare, "MOST_TICKED", 500)
    page = signed_in(ada).get(reverse("sessions:setup", args=[large.club.slug, large.pk]))
    assert len(ticked(page)) == large.club.players.count()
    assert "who played last" not in page.content.decode()


def test_the_members_to_tick_cost_the_same_for_many(large, signed_in, ada, django_assert_num_queries):
    client, page = signed_in(ada), reverse("sessions:setup", args=[large.club.slug, large.pk])
    client.get(page)
    with django_assert_num_queries(9):
        client.get(page)
    add_players(club=large.club, names=["Yara", "Xaver", "Wanda"])
    with django_assert_num_queries(9):
        client.get(page)
