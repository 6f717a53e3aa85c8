"""Two players who are one person: found, previewed, merged, and told apart again."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs import merging, services
from clubs.imports import preview
from clubs.models import Merge, Player
from sessions import services as evenings
from sessions.models import Chair, Entrant, Placing, ScoreLine, SeatingChange, Session
from sessions.queries import load_night

CAST = ["Ben Carter", "Cleo Diaz", "Eva", "Finn"]


@pytest.fixture
def twice(make_session, riverside):
    """Ben played one evening, and "Carter, Ben" another."""
    first = make_session("brist", 4, names=CAST)
    second = make_session("brist", 4, names=["Carter, Ben", "Gus", "Hal", "Ida"])
    for session in (first, second):
        seat = load_night(session).rounds[0]
        entry = {"contract": "3NT", "declarer": "S", "tricks": 10}
        ScoreLine.objects.create(session=session, seating_id=seat.pk, board=1, entry=entry, key="1")
        evenings.close_session(session=session)
        evenings.publish_session(session=session)
    return riverside.players.get(name="Ben Carter"), riverside.players.get(name="Carter, Ben")


def everything():
    """All that a merge touches, as plain values."""
    models = (Player, Entrant, Chair, Placing, SeatingChange)
    found = {model: sorted(model.objects.values_list(), key=lambda row: row[0]) for model in models}
    return {model: [list(row) for row in rows] for model, rows in found.items()}


def test_names_alike_are_suggested_and_the_member_is_kept(twice, riverside):
    (found,) = merging.suggest(riverside)
    assert (found.kept, found.gone) == twice
    assert found.counts == ("1 session", "1 session")


def test_whoever_played_in_one_session_is_not_suggested_and_cannot_be_merged(make_session, riverside):
    make_session("brist", 4, names=["Ben Carter", "Carter Ben", "Eva", "Finn"])
    assert merging.suggest(riverside) == []
    ben, other = riverside.players.filter(name__contains="Carter").order_by("name")
    with pytest.raises(ValidationError, match="Both played in “brist night”"):
        merging.merge_players(kept=ben, gone=other)
    assert Player.objects.filter(pk=other.pk).exists()


def test_other_numbers_and_a_directors_word_tell_people_apart(twice, riverside):
    ben, other = twice
    services.update_player(player=ben, number="1")
    services.update_player(player=other, number="2")
    assert merging.suggest(riverside) == []
    services.update_player(player=other, number="")
    assert len(merging.suggest(riverside)) == 1
    merging.tell_apart(first=other, second=ben)
    assert merging.suggest(riverside) == []


def test_a_merge_moves_every_session_and_changes_no_result(twice, client):
    ben, other = twice
    placings, before = list(Placing.objects.values()), Session.objects.get(entrants__player=other).revision
    merging.merge_players(kept=ben, gone=other)
    assert list(Placing.objects.values()) == placings
    assert ben.entries.count() == 2
    assert ben.entries.latest("pk").session.revision > before
    page = client.get(reverse("sessions:player", args=["riverside", other.pk]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("sessions:player", args=["riverside", ben.pk])


def test_a_handicap_fills_a_gap_and_comes_apart_again(twice):
    ben, other = twice
    services.update_player(player=ben, master_points=40)
    services.update_player(player=other, handicap="3.5", master_points=10)
    merge = merging.merge_players(kept=ben, gone=other)
    ben.refresh_from_db()
    assert (str(ben.handicap), str(ben.master_points)) == ("3.50", "40.00")
    again = merging.undo_merge(merge=Merge.objects.get(pk=merge.pk))
    ben.refresh_from_db()
    assert (ben.handicap, str(ben.master_points)) == (None, "40.00")
    assert (str(again.handicap), str(again.master_points)) == ("3.50", "10.00")


def test_undoing_a_merge_leaves_everything_as_it_was(twice, riverside):
    ben, other = twice
    services.update_player(player=other, number="77", naming="hidden", short_name="Benny")
    session = other.entries.get().session
    seats = {"N": [1, other.pk], "S": [2, ben.pk]}
    SeatingChange.objects.create(
        session=session, kind="swap", before=[{"seats": None}, {"seats": seats}], after=[{"seats": seats}]
    )
    before = everything()
    merge = merging.merge_players(kept=ben, gone=other)
    ben.refresh_from_db()
    assert (ben.number, ben.naming, ben.short_name, ben.is_visitor) == ("77", "hidden", "Benny", False)
    assert SeatingChange.objects.get().after[0]["seats"]["N"][1] == ben.pk
    merging.undo_merge(merge=merge)
    assert everything() == before


def test_what_came_after_a_merge_stays_with_the_one_kept(twice, make_session, riverside):
    ben, other = twice
    merge = merging.merge_players(kept=ben, gone=other)
    make_session("brist", 4, names=["Carter, Ben", "Gus", "Hal", "Ida"])
    assert ben.entries.count() == 3, "the former name is known"
    services.update_player(player=ben, short_name="B")
    merging.undo_merge(merge=merge)
    ben.refresh_from_db()
    assert (ben.entries.count(), ben.short_name) == (2, "B")
    assert Player.objects.get(pk=other.pk).entries.count() == 1


def test_merges_upon_merges_are_undone_from_the_latest(twice, riverside):
    ben, other = twice
    third = services.add_player(club=riverside, name="B. Carter", number="5")
    before = everything()
    first = merging.merge_players(kept=other, gone=third)
    second = merging.merge_players(kept=ben, gone=other)
    assert [merge.can_be_undone for merge in merging.merges_of(riverside)] == [True, False]
    with pytest.raises(ValidationError, match="undo that first"):
        merging.undo_merge(merge=first)
    merging.undo_merge(merge=second)
    merging.undo_merge(merge=first)
    with pytest.raises(ValidationError, match="already"):
        merging.undo_merge(merge=first)
    assert everything() == before


def test_a_former_name_in_a_file_is_no_new_member(twice, riverside):
    ben, other = twice
    merging.merge_players(kept=ben, gone=other)
    assert [each.is_known for each in preview(riverside, [["Name"], ["CARTER, BEN"], ["Gil"]])] == [
        True,
        False,
    ]


def test_whoever_is_forgotten_leaves_no_former_name(twice):
    ben, other = twice
    merging.merge_players(kept=ben, gone=other)
    services.erase_player(player=ben)
    assert not Merge.objects.exists()


def test_players_of_two_clubs_are_never_one(twice, hilltop):
    (stranger,) = services.ensure_players(club=hilltop, names=["Ben Carter"])
    with pytest.raises(ValidationError):
        merging.merge_players(kept=twice[0], gone=stranger)
    with pytest.raises(ValidationError):
        merging.tell_apart(first=twice[0], second=stranger)


def test_a_director_sees_what_would_come_of_it_and_takes_it_back(twice, signed_in, ada, riverside):
    ben, other = twice
    client, values = signed_in(ada), {"kept": ben.pk, "gone": other.pk}
    page = client.get(reverse("clubs:duplicates", args=["riverside"])).content.decode()
    assert "Carter, Ben" in page
    page = client.get(reverse("clubs:merge", args=["riverside"]), values).content.decode()
    assert "To Ben Carter go: 1 session." in page
    assert Player.objects.filter(pk=other.pk).exists()
    client.post(reverse("clubs:merge", args=["riverside"]), values)
    assert not Player.objects.filter(pk=other.pk).exists()
    client.post(reverse("clubs:undo_merge", args=["riverside", Merge.objects.get().pk]))
    assert other.entries.count() == 1


def test_a_merge_names_players_of_its_own_club_only(twice, signed_in, olga, hilltop, riverside):
    (stranger,) = services.ensure_players(club=hilltop, names=["Ben Carter"])
    values = {"kept": twice[0].pk, "gone": stranger.pk}
    page = signed_in(olga).post(reverse("clubs:merge", args=["riverside"]), values)
    assert page.context["form"].errors
    assert hilltop.players.count() == 1


def test_looking_for_duplicates_costs_the_same_for_many(
    twice, signed_in, ada, riverside, django_assert_num_queries
):
    client, where = signed_in(ada), reverse("clubs:duplicates", args=["riverside"])
    client.get(where)
    with django_assert_num_queries(10):
        client.get(where)
    services.add_players(club=riverside, names=[f"Ben Carter {letter}" for letter in "KLMNO"])
    with django_assert_num_queries(10):
        client.get(where)
