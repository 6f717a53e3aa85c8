import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone

from clubs import queries, services
from clubs.access import club_view
from clubs.models import Club, Membership, Player, Role


def names_of(players):
    return [player.name for player in players]


def test_a_new_club_has_its_own_address_and_an_owner(dov):
    first = services.create_club(name="Hill Top!", owner=dov)
    second = services.create_club(name="Hill  Top?", owner=dov)
    nameless = services.create_club(name="Клуб")
    assert [club.slug for club in (first, second, nameless)] == ["hill-top", "hill-top-2", "club"]
    assert queries.role_of(dov, first) == Role.OWNER


def test_names_the_club_knows_are_found_whatever_their_case_and_spaces(riverside, pair_four):
    ben, cleo = pair_four
    assert services.ensure_players(club=riverside, names=["cleo  DIAZ", "BenCarter"]) == [cleo, ben]


def test_an_unknown_name_becomes_a_visitor_once(riverside):
    first, again = services.ensure_players(club=riverside, names=["Wendy West", "wendy west"])
    assert first == again
    assert first.is_visitor
    assert riverside.players.count() == 3


def test_a_former_player_who_turns_up_is_active_again(riverside, pair_four):
    services.update_player(player=pair_four[0], is_active=False)
    assert names_of(queries.players(riverside)) == ["Cleo Diaz"]
    (ben,) = services.ensure_players(club=riverside, names=["Ben Carter"])
    assert ben.is_active


def test_a_member_is_preferred_to_a_visitor_of_the_same_name(riverside, pair_four):
    services.add_player(club=riverside, name="Ben Carter", is_visitor=True)
    assert services.ensure_players(club=riverside, names=["Ben Carter"]) == [pair_four[0]]


def test_another_clubs_players_are_strangers(riverside, hilltop):
    (ben,) = services.ensure_players(club=hilltop, names=["Ben Carter"])
    assert ben.club == hilltop
    assert ben.is_visitor


def test_one_bad_name_in_a_list_is_pointed_out_and_nothing_is_kept(riverside):
    with pytest.raises(ValidationError) as caught:
        services.ensure_players(club=riverside, names=["Wendy West", " "])
    assert caught.value.messages == ["Name 2: Please give a name with at least one letter or digit."]
    assert names_of(riverside.players.all()) == ["Ben Carter", "Cleo Diaz"]


def test_only_new_names_of_a_pasted_list_are_added(riverside):
    added = services.add_players(club=riverside, names=["ben carter", "Wendy West", "WENDY WEST"])
    assert [(player.name, player.is_visitor) for player in added] == [("WENDY WEST", False)]


def test_two_players_may_share_a_name_but_not_a_number(riverside):
    services.add_player(club=riverside, name="Ben Carter", number="12")
    with pytest.raises(ValidationError):
        services.add_player(club=riverside, name="Wendy West", number="12")


def test_a_club_keeps_an_owner(riverside, olga):
    owner = riverside.memberships.get(user=olga)
    for leave in (
        lambda: services.set_role(membership=owner, role=Role.MEMBER),
        lambda: services.remove_member(membership=owner),
    ):
        with pytest.raises(ValidationError, match="needs an owner"):
            leave()
    assert queries.role_of(olga, riverside) == Role.OWNER


def test_an_account_is_one_player_of_a_club(riverside, ben, pair_four):
    services.link_player(player=pair_four[1], user=ben)
    assert queries.player_of(ben, riverside) == pair_four[1]


def test_a_role_given_twice_is_changed(riverside, ben):
    services.add_member(club=riverside, user=ben, role=Role.SCORER)
    assert queries.role_of(ben, riverside) == Role.SCORER


@pytest.mark.django_db
def test_the_site_is_set_up_once():
    services.start_site(username="ada", password="felt-green-77", club_name="Riverside")
    with pytest.raises(ValidationError, match="already"):
        services.start_site(username="dov", password="felt-green-77", club_name="Hilltop")
    assert [user.username for user in get_user_model().objects.all()] == ["ada"]


def test_the_database_itself_refuses_what_must_not_be(riverside, ben):
    impossible = [
        lambda: Club.objects.create(name="", slug="nameless"),
        lambda: Player.objects.create(club=riverside, name=""),
        lambda: Player.objects.create(club=riverside, name="Other Ben", user=ben),
        lambda: Membership.objects.create(club=riverside, user=ben),
        lambda: Membership.objects.filter(user=ben).update(role=99),
    ]
    for write in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_a_page_of_a_club_tells_the_time_of_its_own_clock(riverside, rf):
    riverside.time_zone = "Asia/Tokyo"
    riverside.save()
    seen = []

    @club_view()
    def view(request, club):
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = rf.get("/")
    request.user = AnonymousUser()
    view(request, club_slug=riverside.slug)
    assert seen == ["Asia/Tokyo"]
    assert timezone.get_current_timezone_name() == "UTC"
