"""A large field in sections: who sits in which, and whom each board is compared with."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.movements import MOVEMENTS
from scoring.standings.refine import complete_ranking
from sessions import changing, house, queries, services
from sessions.models import ScoreLine, Session

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}
DOWN = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 6}
ENTRIES = {("A", 1): GAME, ("A", 0): PART, ("B", 1): PART, ("B", 0): DOWN}
"""What North-South come to, by their section and whether the number of their table is odd."""

ACROSS = {("A", "NS", 1): 100, ("A", "NS", 0): 50, ("B", "NS", 1): 50, ("B", "NS", 0): 0}
ACROSS |= {("A", "EW", odd): 25 for odd in (0, 1)} | {("B", "EW", odd): 75 for odd in (0, 1)}
APART = {(letter, "NS", odd): 100 * odd for letter in "AB" for odd in (0, 1)}
APART |= {(letter, "EW", odd): 50 for letter in "AB" for odd in (0, 1)}


def seat(make_session, pairs=32, **values):
    return make_session(
        "duplicate", pairs, movement="sectioned-mitchell", rounds=2, boards_per_round=1, **values
    )


@pytest.fixture
def field(make_session):
    """Sixteen tables in two sections, each board played at an odd and at an even table of each."""
    session = seat(make_session)
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating_id=seat.pk,
            board=board,
            entry=ENTRIES[seat.section, seat.table % 2],
            key=f"{seat.pk}-{board}",
        )
        for seat in queries.load_night(session).rounds
        for board in seat.boards
    )
    return services.touch(session)


def rank_by(session, **ranking):
    house.change_method(
        session=session, method="matchpoints", method_options={}, ranking_options=complete_ranking(ranking)
    )
    return Session.objects.select_related("club").get(pk=session.pk)


def percents(night):
    """The percentages of each section's pairs, by direction and whether their number is odd."""
    found = {}
    for row in night.standings.rows:
        side = night.sides[row.contestant]
        found.setdefault((side.section, side.group, side.number % 2), set()).add(row.figures["percent"])
    return found


def told(night):
    return [str(message) for message in night.standings.how if "section" in str(message)]


def tables_and_pairs(session):
    return {
        section.letter: (
            [table.number for table in section.tables.all()],
            sorted(section.contestants.filter(group="NS").values_list("number", flat=True)),
            sorted(section.contestants.filter(group="EW").values_list("number", flat=True)),
        )
        for section in session.sections.all()
    }


def test_each_section_has_its_tables_and_its_pairs(make_session):
    session = seat(make_session, start=False)
    first, second = list(range(1, 9)), list(range(9, 17))
    assert tables_and_pairs(session) == {
        "A": (first, first, [number + 16 for number in first]),
        "B": (second, second, [number + 16 for number in second]),
    }
    night = queries.load_night(session)
    assert all(side.section == seat.section for seat in night.rounds for side in seat.sides.values())


def test_tables_keep_their_codes_when_the_field_is_seated_as_one(make_session):
    session = seat(make_session, start=False)
    codes = list(session.tables.values_list("number", "code"))
    entrants = [[e.player for e in pair.entrants.all()] for pair in session.contestants.order_by("number")]
    movement = MOVEMENTS["skip-mitchell"].build(32, rounds=2, boards_per_round=1)
    services.seat_players(session=session, entrants=entrants, movement=movement)
    assert list(session.tables.values_list("number", "code")) == codes
    assert list(tables_and_pairs(session)) == ["A"]
    assert set(session.tables.values_list("section__letter", flat=True)) == {"A"}


def test_sections_are_compared_with_one_another_across_the_field(field):
    night = queries.load_night(rank_by(field, sections="across"))
    assert percents(night) == {key: {Fraction(percent)} for key, percent in ACROSS.items()}
    assert told(night) == ["The sections are compared with one another, across the field."]


def test_sections_are_compared_each_by_itself(field):
    night = queries.load_night(rank_by(field, sections="apart"))
    assert percents(night) == {key: {Fraction(percent)} for key, percent in APART.items()}
    assert told(night) == ["Each section is compared by itself."]


def test_a_field_whose_pairs_changed_section_is_compared_as_one(field):
    section = field.sections.get(letter="B")
    field.tables.filter(number=1).update(section=section)
    night = queries.load_night(rank_by(field, sections="apart"))
    assert night.sections == ()
    assert told(night) == ["The sections are compared with one another, across the field."]


def test_a_late_pair_belongs_to_the_section_where_it_sits_down(make_session, director):
    session = seat(make_session, 31)
    values = {"names": ("Zoe Late", "Yves Late")}
    found = changing.preview_change(session=session, kind="arrive", values=values)
    changing.make_change(session=session, kind="arrive", values=values, token=found.token, by=director)
    pair = session.contestants.get(entrants__player__name="Zoe Late")
    assert (pair.number, pair.group, pair.section.letter) == (32, "EW", "B")


def test_a_field_in_one_section_says_nothing_of_sections(make_session):
    assert told(queries.load_night(make_session("duplicate", 6, movement="straight-mitchell"))) == []


@pytest.mark.parametrize("sections", ["across", "apart"])
def test_each_section_is_ranked_by_itself_as_well(field, sections):
    board = queries.leaderboard(rank_by(field, sections=sections, section_ranks=True))
    places = {
        (str(part.title), group): [(place.rank, place.side.number) for place in rows]
        for part in board.parts
        for group, rows in part.groups.items()
    }
    assert places == {
        (f"Section {letter}", group): rows
        for letter, before in (("A", 0), ("B", 8))
        for group, rows in (
            (
                "NS",
                [("1=", before + n) for n in (1, 3, 5, 7)] + [("5=", before + n) for n in (2, 4, 6, 8)],
            ),
            ("EW", [("1=", 16 + before + n) for n in range(1, 9)]),
        )
    }


def test_sections_are_not_ranked_by_themselves_where_nobody_asks(field):
    assert queries.leaderboard(rank_by(field)).parts == ()


def test_readers_see_the_sections_and_how_they_were_compared(client, field):
    session = rank_by(field, sections="apart", section_ranks=True)
    services.set_public(session=session, is_public=True)
    page = client.get(reverse("sessions:session", args=[session.club.slug, session.pk]))
    text = re.sub(r"\s+", " ", page.content.decode())
    assert "Each section is compared by itself." in text
    assert "Section A" in text
    assert "Section B" in text
