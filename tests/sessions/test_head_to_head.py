"""Two players compared over the sessions that both have played."""

import pytest
from django.urls import reverse

from clubs.models import Player
from clubs.services import update_player
from sessions.head_to_head import APART, load_head_to_head
from sessions.models import Contestant, Entrant, Placing, Section, Session


def play(club, night, *contestants):
    """A published evening: each contestant as rank, group and names."""
    session = Session.objects.create(
        club=club,
        title=f"Night {night}",
        date=f"2026-01-{night:02d}",
        ruleset_slug="duplicate",
        method_slug="matchpoints",
        status=Session.Status.CLOSED,
        is_public=True,
        published_at="2026-01-31T22:00:00Z",
    )
    section = Section.objects.create(session=session)
    for number, (rank, group, names) in enumerate(contestants, start=1):
        side = Contestant.objects.create(session=session, section=section, number=number, group=group)
        Placing.objects.create(session=session, contestant=side, rank=rank, figures={})
        for position, name in enumerate(names):
            player, _made = Player.objects.get_or_create(club=club, name=name)
            Entrant.objects.create(session=session, contestant=side, player=player, position=position)


@pytest.fixture
def two(riverside):
    """Eva and Finn: twice Eva ahead, once Finn, once level, once together, once in different fields."""
    play(riverside, 1, (1, "", ["Eva", "A"]), (2, "", ["Finn", "B"]))
    play(riverside, 2, (1, "", ["Eva"]), (3, "", ["Finn"]), (2, "", ["A"]))
    play(riverside, 3, (2, "", ["Eva"]), (1, "", ["Finn"]))
    play(riverside, 4, (1, "", ["Eva"]), (1, "", ["Finn"]))
    play(riverside, 5, (1, "", ["Eva", "Finn"]), (2, "", ["A", "B"]))
    play(riverside, 6, (1, "NS", ["Eva"]), (2, "EW", ["Finn"]))
    play(riverside, 7, (1, "", ["Eva"]), (2, "", ["A"]))
    return riverside.players.get(name="Eva"), riverside.players.get(name="Finn")


def address(*args):
    return reverse("sessions:head_to_head", args=["riverside", *args])


def test_who_was_ahead_is_counted_in_one_field_only(two, riverside):
    eva, finn = two
    found = load_head_to_head(riverside, eva, finn)
    assert (found.ahead, found.behind, found.level, found.together) == (2, 1, 1, 1)
    assert len(found.meetings) == 6
    assert found.meetings[0].outcome == APART, "the newest first"
    other = load_head_to_head(riverside, finn, eva)
    assert (other.ahead, other.behind, other.level, other.together) == (1, 2, 1, 1)


def test_the_page_is_there_for_two_who_may_be_known(two, client, signed_in, ben):
    eva, finn = two
    text = client.get(address(eva.pk, finn.pk)).content.decode()
    assert "6 sessions that both played" in text
    assert client.get(address(eva.pk, eva.pk)).status_code == 404
    update_player(player=finn, naming="hidden")
    assert client.get(address(eva.pk, finn.pk)).status_code == 404
    assert client.get(address(finn.pk, eva.pk)).status_code == 404
    assert signed_in(ben).get(address(eva.pk, finn.pk)).status_code == 200


def test_two_who_never_met_are_told_so(two, client, riverside):
    ben = riverside.players.get(name="Ben Carter")
    assert "not played in one session yet" in client.get(address(ben.pk, two[0].pk)).content.decode()


def test_comparing_costs_the_same_for_many(two, client, riverside, django_assert_num_queries):
    eva, finn = two
    with django_assert_num_queries(9):
        client.get(address(eva.pk, finn.pk))
    for night in range(8, 28):
        play(riverside, night, (1, "", ["Eva"]), (2, "", ["Finn"]))
    with django_assert_num_queries(9):
        client.get(address(eva.pk, finn.pk))
