"""Ladders: the arithmetic for all inputs, and the pages that show it."""

import csv
import io
import json
from fractions import Fraction

import openpyxl
import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Player
from clubs.services import update_player
from sessions import seasons, services
from sessions.ladder_book import create_ladder, update_ladder
from sessions.ladders import MEAN, SUM, WEIGHTED, Mark, Rules, place_points, rank, split
from sessions.models import Contestant, Entrant, Placing, Session

values = st.integers(0, 800).map(lambda eighths: Fraction(eighths, 8))
marks = st.lists(
    st.builds(Mark, st.integers(1, 5), st.integers(1, 40), values, st.integers(min_value=1, max_value=30)),
    min_size=1,
    max_size=20,
    unique_by=lambda mark: (mark.who, mark.session),
)
rules = st.builds(
    Rules,
    combine=st.sampled_from([SUM, MEAN, WEIGHTED]),
    best=st.none() | st.integers(1, 10),
    dropped=st.integers(0, 5),
    minimum=st.integers(0, 5),
    attendance=st.integers(0, 3).map(Fraction),
)


def mark(who, session, value, weight=1):
    return Mark(who, session, Fraction(value), weight)


# --- the arithmetic -----------------------------------------------------------------------------


@given(marks, rules)
def test_every_session_is_counted_or_left_out_once(found, how):
    rows = rank(found, how)
    shown = [each for row in rows for each in (*row.counted, *row.left_out)]
    assert sorted(shown, key=repr) == sorted(found, key=repr)
    assert all(row.counted for row in rows)


@given(marks, rules)
def test_no_session_left_out_is_better_than_one_that_counts(found, how):
    for row in rank(found, how):
        worst = min(each.value for each in row.counted)
        assert all(each.value <= worst for each in row.left_out)


@given(marks, rules)
def test_places_follow_the_scores_and_those_without_one_come_last(found, how):
    rows = rank(found, how)
    placed = [row for row in rows if row.rank is not None]
    assert list(rows[: len(placed)]) == placed
    assert all((row.sessions >= how.minimum) == (row.rank is not None) for row in rows)
    for row in placed:
        assert row.rank == 1 + sum(other.score > row.score for other in placed)
        assert row.is_tied == (sum(other.score == row.score for other in placed) > 1)


@given(marks, rules, st.randoms(use_true_random=False))
def test_the_order_in_which_sessions_come_does_not_matter(found, how, random):
    mixed = list(found)
    random.shuffle(mixed)
    assert {row.who: row for row in rank(found, how)} == {row.who: row for row in rank(mixed, how)}


@given(marks)
def test_dropping_the_worst_never_lowers_an_average(found):
    plain = {row.who: row.score for row in rank(found, Rules(MEAN))}
    assert all(row.score >= plain[row.who] for row in rank(found, Rules(MEAN, dropped=1)))


def test_the_best_two_of_three_count_and_attendance_counts_for_all():
    found = [mark("ben", 1, 60), mark("ben", 2, 40), mark("ben", 3, 50)]
    (row,) = rank(found, Rules(SUM, best=2, attendance=Fraction(2)))
    assert (row.combined, row.attendance, row.score) == (110, 6, 116)
    assert [each.session for each in row.left_out] == [2]


def test_points_per_board_weigh_sessions_by_their_boards():
    (row,) = rank([mark("ben", 1, 10, 30), mark("ben", 2, 20, 10)], Rules(WEIGHTED))
    assert row.score == Fraction(25, 2)


def test_the_only_session_is_never_dropped():
    assert split([mark("ben", 1, 5)], Rules(dropped=3)) == ((mark("ben", 1, 5),), ())


@given(st.integers(1, 12), st.data())
def test_points_for_places_are_shared_so_that_a_field_always_has_the_same_sum(field, data):
    ranks, left = [], field
    while left:
        tied = data.draw(st.integers(1, left))
        ranks.append((field - left + 1, tied))
        left -= tied
    total = sum(place_points(at, tied, field) * tied for at, tied in ranks)
    assert total == field * (field + 1) // 2


# --- the pages ----------------------------------------------------------------------------------


@pytest.fixture
def add_night(riverside):
    """`add_night({"Ben Carter": (1, "60")})`: a published session with these places and percentages."""

    def add(results, *, date="2026-01-01", slug="duplicate", size=1):
        session = Session.objects.create(
            club=riverside,
            title=f"Night of {date}",
            date=date,
            ruleset_slug=slug,
            method_slug="matchpoints",
            status=Session.Status.CLOSED,
            is_public=True,
            published_at=f"{date}T22:00:00Z",
            revision=1,
        )
        section = session.sections.create()
        for number, (names, (place, percent)) in enumerate(results.items(), start=1):
            contestant = Contestant.objects.create(session=session, section=section, number=number)
            for position, name in enumerate(names.split(" & ")):
                player, _new = Player.objects.get_or_create(club=riverside, name=name)
                Entrant.objects.create(
                    session=session, contestant=contestant, player=player, position=position
                )
            figures = {"percent": percent, "boards": "24"}
            Placing.objects.create(
                session=session, contestant=contestant, rank=place, score=percent, figures=figures
            )
        return session

    return add


@pytest.fixture
def season(riverside, add_night):
    """Ben wins twice and comes last once; Cleo plays once."""
    add_night({"Ben Carter": (1, "60"), "Cleo Diaz": (2, "121/2")}, date="2026-01-01")
    add_night({"Ben Carter": (2, "40"), "Eva": (1, "70")}, date="2026-02-01")
    add_night({"Ben Carter": (1, "55"), "Eva": (2, "45")}, date="2026-03-01")
    return create_ladder(club=riverside, title="Season", dropped=1, minimum=2)


def rows(ladder):
    return [(rung.row.place, rung.name, rung.row.score) for rung in seasons.load_season(ladder).rungs]


def address(name, ladder, *args):
    return reverse(f"sessions:{name}", args=[ladder.club.slug, ladder.pk, *args])


def test_a_ladder_counts_what_its_rules_say(season):
    assert rows(season) == [
        ("1", "Eva", 70),
        ("2", "Ben Carter", Fraction(115, 2)),
        ("", "Cleo Diaz", Fraction(121, 2)),
    ]
    update_ladder(ladder=season, measure="wins", dropped=0, minimum=0)
    assert rows(season)[0] == ("1", "Ben Carter", 2)
    update_ladder(ladder=season, measure="places", attendance=1)
    assert rows(season)[0] == ("1", "Ben Carter", 2 + 1 + 2 + 3)


def test_a_ladder_counts_its_dates_and_games_only(season):
    update_ladder(ladder=season, starts="2026-02-15", ends="2026-12-31", minimum=0, dropped=0)
    season.refresh_from_db()
    assert [name for _place, name, _score in rows(season)] == ["Ben Carter", "Eva"]
    update_ladder(ladder=season, rulesets=["brist"])
    assert rows(season) == []


def test_visitors_may_be_left_out(season):
    update_player(player=Player.objects.get(name="Eva"), is_visitor=True)
    update_ladder(ladder=season, has_visitors=False)
    assert "Eva" not in [name for _place, name, _score in rows(season)]


def test_pairs_are_ranked_as_pairs(riverside, add_night):
    add_night({"Ben Carter & Cleo Diaz": (1, "60"), "Eva & Finn": (2, "40")}, date="2026-01-01")
    add_night({"Cleo Diaz & Ben Carter": (1, "50"), "Eva & Ben": (2, "50")}, date="2026-01-08")
    ladder = create_ladder(club=riverside, title="Pairs", unit="pair")
    assert rows(ladder)[0] == ("1", "Ben Carter & Cleo Diaz", 55)


def test_a_changed_session_changes_the_ladder_at_once(season):
    before = rows(season)
    placing = Placing.objects.get(figures__percent="70")
    placing.figures = {"percent": "30", "boards": "24"}
    placing.save()
    assert rows(season) == before, "nothing else has told of a change yet"
    services.touch(placing.session)
    assert rows(season)[0][1] == "Ben Carter"


def test_a_row_opens_its_arithmetic(season, client):
    ben = Player.objects.get(name="Ben Carter")
    text = client.get(address("ladder_row", season, str(ben.pk))).content.decode()
    assert text.count("/contestants/") == 3
    assert "left out" in text
    assert "57.50" in text


def test_a_ladder_is_searched_sorted_and_taken_along(season, client, riverside):
    where = address("ladder", season)
    assert "Cleo" not in client.get(where, {"q": "eva"}).content.decode()
    text = client.get(where, {"sort": "-who"}).content.decode()
    assert text.index("Eva") < text.index("Cleo") < text.index("Ben Carter")
    update_player(player=Player.objects.get(name="Eva"), name="=HYPERLINK(1)")
    found = list(csv.reader(io.StringIO(client.get(where, {"export": "csv"}).content.decode("utf-8-sig"))))
    assert found[1][:3] == ["1", "'=HYPERLINK(1)", "70"]
    assert json.loads(client.get(where, {"export": "json"}).content)[0]["Name"] == "=HYPERLINK(1)"
    book = openpyxl.load_workbook(io.BytesIO(client.get(where, {"export": "xlsx"}).content))
    cell = book.active.cell(2, 2)
    assert (cell.value, cell.data_type) == ("=HYPERLINK(1)", "s")


def test_names_in_a_ladder_are_text(season, client):
    update_player(player=Player.objects.get(name="Eva"), name="<script>alert(1)</script>")
    text = client.get(address("ladder", season)).content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_director_defines_a_ladder(signed_in, ada, riverside):
    ada_at = signed_in(ada)
    values = {"title": " Best  of twelve ", "measure": "wins", "unit": "player", "best": "12"}
    ada_at.post(reverse("sessions:new_ladder", args=[riverside.slug]), values)
    ladder = riverside.ladders.get()
    assert (ladder.title, ladder.best, ladder.dropped, ladder.is_public) == ("Best of twelve", 12, 0, False)
    wrong = values | {"starts": "2026-03-01", "ends": "2026-02-01"}
    response = ada_at.post(address("edit_ladder", ladder), wrong)
    assert "would end before it starts" in response.content.decode()
    assert "The 0 sessions in it stay" in ada_at.get(address("delete_ladder", ladder)).content.decode()
    assert riverside.ladders.exists(), "asking deletes nothing"
    ada_at.post(address("delete_ladder", ladder))
    assert not riverside.ladders.exists()


@pytest.mark.parametrize(("nights", "players"), [(2, 4), (50, 60)])
def test_a_season_costs_the_same_however_long_it_is(
    riverside, client, nights, players, django_assert_num_queries
):
    make_season(riverside, nights=nights, players=players)
    ladder = create_ladder(club=riverside, title="Season", best=10)
    with django_assert_num_queries(7):
        response = client.get(address("ladder", ladder))
    assert len(response.content) < 150_000
    with django_assert_num_queries(5):
        client.get(address("ladder", ladder))


def make_season(club, *, nights, players):
    people = Player.objects.bulk_create(Player(club=club, name=f"Player {n:03d}") for n in range(players))
    for night in range(nights):
        session = Session.objects.create(
            club=club,
            title=f"Night {night}",
            date="2026-01-01",
            ruleset_slug="duplicate",
            method_slug="matchpoints",
            status=Session.Status.CLOSED,
            is_public=True,
            published_at="2026-01-01T22:00:00Z",
        )
        section = session.sections.create()
        contestants = Contestant.objects.bulk_create(
            Contestant(session=session, section=section, number=n) for n in range(players)
        )
        Entrant.objects.bulk_create(
            Entrant(session=session, contestant=contestant, player=player)
            for contestant, player in zip(contestants, people, strict=True)
        )
        Placing.objects.bulk_create(
            Placing(session=session, contestant=each, rank=n + 1, figures={"percent": str(90 - n)})
            for n, each in enumerate(contestants)
        )
