"""Who gets to which page: every address of a club's own pages is listed here with the role it needs."""

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from clubs.access import Role, club_view, has_role
from clubs.invitations import invite
from clubs.merging import merge_players
from clubs.removing import remove
from clubs.services import add_member, add_news, add_player
from clubs.urls import club_patterns

DIRECTOR_PAGES = [
    "members",
    "add_member",
    "paste_members",
    "import_members",
    "confirm_import",
    "edit_member",
    "deactivate_member",
    "reactivate_member",
    "duplicates",
    "merge",
    "apart",
    "undo_merge",
    "removed",
    "put_back",
]
OWNER_PAGES = [
    "settings",
    "set_colour",
    "remove_colour",
    "set_logo",
    "remove_logo",
    "people",
    "invite",
    "link",
    "withdraw",
    "set_role",
    "reset_password",
    "remove_codes",
    "remove_role",
]
ANYONES_PAGES = ["logo", "look"]
READABLE = {
    "members",
    "import_members",
    "edit_member",
    "settings",
    "duplicates",
    "merge",
    "people",
    "link",
    "remove_role",
    "remove_logo",
    "remove_codes",
    "removed",
}


@pytest.fixture
def addresses(riverside, ben, olga):
    """name -> address of each of Riverside's pages."""
    player, membership = riverside.players.get(user=ben), riverside.memberships.get(user=ben)
    ids = {
        "edit_member": player.pk,
        "deactivate_member": player.pk,
        "reactivate_member": player.pk,
        "set_role": membership.pk,
        "remove_role": membership.pk,
        "reset_password": membership.pk,
        "remove_codes": membership.pk,
        "withdraw": invite(club=riverside, role=Role.SCORER, by=olga)[0].pk,
        "undo_merge": merge_players(kept=player, gone=add_player(club=riverside, name="B. Carter")).pk,
        "put_back": remove(add_news(club=riverside, title="Cake"), club=riverside).pk,
    }
    return {
        name: reverse(f"clubs:{name}", args=[riverside.slug, *([ids[name]] if name in ids else [])])
        for name in DIRECTOR_PAGES + OWNER_PAGES
    }


def open_page(client, name, address):
    return client.get(address) if name in READABLE else client.post(address, {})


def statuses(client, addresses):
    return {name: open_page(client, name, address).status_code for name, address in addresses.items()}


def test_every_page_of_a_club_is_listed_here():
    assert {pattern.name for pattern in club_patterns} == {*DIRECTOR_PAGES, *OWNER_PAGES, *ANYONES_PAGES}


def test_a_visitor_is_asked_to_sign_in(client, addresses):
    for name, address in addresses.items():
        response = open_page(client, name, address)
        assert (response.status_code, response.url) == (302, f"/sign-in/?next={address}")


@pytest.mark.parametrize("who", ["dov", "ben", "cleo"])
def test_a_stranger_and_a_mere_member_are_turned_away(who, request, signed_in, addresses, hilltop):
    client = signed_in(request.getfixturevalue(who))
    assert set(statuses(client, addresses).values()) == {403}


def test_a_scorer_is_turned_away(signed_in, riverside, cleo, addresses):
    add_member(club=riverside, user=cleo, role=Role.SCORER)
    assert set(statuses(signed_in(cleo), addresses).values()) == {403}


def test_a_director_runs_the_members_but_not_the_settings(signed_in, ada, addresses):
    found = statuses(signed_in(ada), addresses)
    assert {found[name] for name in OWNER_PAGES} == {403}
    assert {found[name] for name in DIRECTOR_PAGES} == {200, 302}


def test_an_owner_opens_everything(signed_in, olga, addresses):
    assert set(statuses(signed_in(olga), addresses).values()) <= {200, 302}


def test_a_superuser_owns_every_club(signed_in, addresses):
    root = get_user_model().objects.create_superuser("root")
    assert set(statuses(signed_in(root), addresses).values()) <= {200, 302}


def test_an_unknown_club_is_not_found(client, db):
    assert client.get("/c/nowhere/members/").status_code == 404


def test_another_clubs_players_and_roles_are_not_found(signed_in, dov, hilltop, addresses):
    client = signed_in(dov)
    for name, address in addresses.items():
        elsewhere = address.replace("/riverside/", "/hilltop/")
        if elsewhere.rstrip("/").split("/")[3:] and any(part.isdigit() for part in elsewhere.split("/")):
            assert open_page(client, name, elsewhere).status_code == 404


def test_nothing_is_written_by_following_a_link(signed_in, olga, addresses):
    client = signed_in(olga)
    for name in addresses.keys() - READABLE:
        assert client.get(addresses[name]).status_code == 405


@pytest.mark.parametrize("named", ["riverside", "RIVERSIDE"])
def test_an_address_is_exact(client, riverside, named):
    assert (client.get(f"/c/{named}/members/").status_code == 302) is (named == "riverside")


def request_by(user):
    request = RequestFactory().get("/c/riverside/")
    request.user, request.htmx = user, False
    return request


def test_a_club_page_costs_two_queries(riverside, ada, django_assert_num_queries):
    @club_view(role=Role.SCORER)
    def page(request, club):
        return HttpResponse(f"{club} {request.club_role.label} {has_role(request, Role.OWNER)}")

    with django_assert_num_queries(2):
        response = page(request_by(ada), club_slug="riverside")
    assert response.content == b"Riverside Director False"


def test_a_fragments_visitor_is_sent_to_sign_in_as_a_whole_page(client, riverside):
    response = client.get("/c/riverside/members/", headers={"hx-request": "true"})
    assert response["HX-Redirect"] == "/sign-in/?next=/c/riverside/members/"


@pytest.mark.parametrize("players", [1, 3])
def test_the_members_page_costs_the_same_however_many_there_are(
    signed_in, ada, riverside, players, django_assert_num_queries
):
    riverside.players.all().delete()
    for number in range(players):
        add_player(club=riverside, name=f"Player {number}")
    client = signed_in(ada)
    with django_assert_num_queries(5):
        client.get("/c/riverside/members/")
