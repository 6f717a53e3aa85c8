import re

import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from clubs import forms, queries, services
from clubs.models import Club, Role
from clubs.services import add_players
from clubs.start_code import start_code
from tests.conftest import PASSWORD

START = {"club_name": "Riverside", "username": "ada", "email": "", "password": PASSWORD}


def shown(response):
    return response.content.decode()


def names_of(club):
    return [player.name for player in queries.players(club)]


@pytest.mark.django_db
def test_a_fresh_site_leads_to_its_first_owner(client):
    assert client.get("/").url == "/start/"
    response = client.post("/start/", START | {"code": start_code()})
    assert response.url == "/c/riverside/members/"
    assert queries.role_of(get_user_model().objects.get(), Club.objects.get()) == Role.OWNER
    assert client.get(response.url).status_code == 200
    assert client.get("/start/").status_code == 404


@pytest.mark.django_db
def test_a_fresh_site_cannot_be_taken_over_without_its_code(client):
    page = shown(client.post("/start/", START | {"code": "00000000"}))
    assert "not the code the program printed" in page
    assert not get_user_model().objects.exists()


@pytest.mark.django_db
def test_a_weak_password_does_not_open_a_club(client):
    page = shown(client.post("/start/", START | {"code": start_code(), "password": "password"}))
    assert "too common" in page


def test_the_front_page_lists_clubs_that_wish_it_and_ones_own(
    client, signed_in, ada, dov, riverside, hilltop
):
    services.update_club(club=riverside, is_listed=False)
    assert [club.name for club in client.get("/").context["clubs"]] == ["Hilltop"]
    assert [club.name for club in signed_in(ada).get("/").context["clubs"]] == ["Hilltop", "Riverside"]
    assert [club.name for club in signed_in(dov).get("/").context["clubs"]] == ["Hilltop"]


def test_signing_in_leads_back_to_where_one_was_going(client, ada, riverside):
    response = client.post("/sign-in/?next=/c/riverside/members/", {"username": "ada", "password": PASSWORD})
    assert response.url == "/c/riverside/members/"


def test_signing_in_never_leads_elsewhere(client, ada):
    answers = {"username": "ada", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/sign-in/", answers).url == "/"


def test_guessing_a_password_comes_to_an_end(client, ada):
    for _attempt in range(6):
        response = client.post("/sign-in/", {"username": "ada", "password": "guess"})
    assert response.status_code == 429
    assert "Too many attempts" in shown(response)
    assert client.post("/sign-in/", {"username": "ada", "password": PASSWORD}).status_code == 429


def test_of_a_long_user_name_as_much_is_kept_as_there_is_room_for(client, db):
    assert client.post("/sign-in/", {"username": "x" * 5000, "password": "guess"}).status_code == 200
    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["x" * 255]


def test_an_old_wrong_sign_in_is_forgotten_with_the_next_one(client, ada, ben):
    client.post("/sign-in/", {"username": "ada", "password": "guess"})
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)
    client.post("/sign-in/", {"username": "ben", "password": "guess"})
    assert [attempt.username for attempt in AccessAttempt.objects.all()] == ["ben"]
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)
    client.post("/sign-in/", {"username": "ada", "password": PASSWORD})
    assert not AccessAttempt.objects.exists()
    assert not AccessFailureLog.objects.exists()


def test_one_persons_guessing_does_not_lock_another_out(client, ada, ben):
    for _attempt in range(7):
        client.post("/sign-in/", {"username": "ada", "password": "guess"})
    assert client.post("/sign-in/", {"username": "ben", "password": PASSWORD}).status_code == 302


def test_a_name_is_shown_as_it_was_typed_and_runs_nothing(signed_in, ada, riverside):
    client = signed_in(ada)
    client.post("/c/riverside/members/add/", {"name": " <img src=x  onerror=alert(1)>\u202e "})
    page = shown(client.get("/c/riverside/members/"))
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img src=x" not in page
    assert "\u202e" not in page


def test_a_list_of_names_is_pasted(signed_in, ada, riverside):
    signed_in(ada).post("/c/riverside/members/paste/", {"names": "Wendy West\r\n\r\nBEN CARTER\r\nAl Ng\r\n"})
    assert names_of(riverside) == ["Al Ng", "Ben Carter", "Cleo Diaz", "Wendy West"]


def test_a_bad_line_of_a_pasted_list_is_named_and_the_list_is_kept(signed_in, ada, riverside):
    page = shown(signed_in(ada).post("/c/riverside/members/paste/", {"names": "Wendy West\n???"}))
    assert "Name 2: Please give a name" in page
    assert "Wendy West" in page
    assert names_of(riverside) == ["Ben Carter", "Cleo Diaz"]


def test_a_player_is_renamed(signed_in, ada, riverside, pair_four):
    address = reverse("clubs:edit_member", args=["riverside", pair_four[0].pk])
    signed_in(ada).post(address, {"name": "Ben  Cartwright", "short_name": "Benny", "number": "7"})
    pair_four[0].refresh_from_db()
    assert (pair_four[0].name, pair_four[0].called, pair_four[0].number) == ("Ben Cartwright", "Benny", "7")


def test_a_number_that_is_taken_is_refused_in_the_form(signed_in, ada, riverside):
    services.add_player(club=riverside, name="Wendy West", number="7")
    response = signed_in(ada).post("/c/riverside/members/add/", {"name": "Al Ng", "number": "7"})
    assert response.status_code == 200
    assert response.context["player_form"].errors


def test_a_player_leaves_the_list_and_comes_back(signed_in, ada, riverside, pair_four):
    client = signed_in(ada)
    client.post(reverse("clubs:deactivate_member", args=["riverside", pair_four[0].pk]))
    assert names_of(riverside) == ["Cleo Diaz"]
    client.post(reverse("clubs:reactivate_member", args=["riverside", pair_four[0].pk]))
    assert names_of(riverside) == ["Ben Carter", "Cleo Diaz"]


def test_the_last_owner_cannot_step_down(signed_in, olga, riverside):
    client, mine = signed_in(olga), riverside.memberships.get(user=olga)
    client.post(reverse("clubs:set_role", args=["riverside", mine.pk]), {"role": Role.MEMBER, "sure": "1"})
    assert "A club needs an owner" in shown(client.get("/c/riverside/settings/people/"))
    assert queries.role_of(olga, riverside) == Role.OWNER


@pytest.mark.parametrize("role", ["", "99", "owner"])
def test_an_unknown_role_changes_nothing(signed_in, olga, ben, riverside, role):
    membership = riverside.memberships.get(user=ben)
    signed_in(olga).post(reverse("clubs:set_role", args=["riverside", membership.pk]), {"role": role})
    assert queries.role_of(ben, riverside) == Role.MEMBER


def test_the_club_changes_its_details(signed_in, olga, riverside):
    details = {
        "name": "Riverside  BC",
        "short_name": "RBC",
        "description": "Tuesdays",
        "time_zone": "Europe/Rome",
    }
    signed_in(olga).post("/c/riverside/settings/", details)
    riverside.refresh_from_db()
    assert (riverside.name, riverside.called, riverside.time_zone) == ("Riverside BC", "RBC", "Europe/Rome")
    assert not riverside.is_listed


def test_the_clubs_contacts_are_on_its_page_and_lead_nowhere_strange(signed_in, olga, client, riverside):
    contacts = {
        "place": "Mill <b>",
        "phone": "+44 (0)20 7946",
        "email": "p@example.org",
        "website": "river.example",
    }
    owner, settings = signed_in(olga), "/c/riverside/settings/"
    owner.post(settings, {"name": "Riverside"} | contacts)
    page = shown(client.get("/c/riverside/"))
    assert "Mill &lt;b&gt;" in page
    assert 'href="tel:+440207946"' in page
    assert 'href="mailto:p@example.org"' in page
    assert 'href="https://river.example"' in page
    page = shown(owner.post(settings, {"name": "Riverside", "website": "javascript:alert(1)"}))
    assert "Enter a valid URL" in page


def test_a_page_allows_no_script_but_the_sites_own(client, riverside):
    policy = client.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_frame_of_a_visitors_page_is_the_same_every_time(client, riverside):
    assert client.get("/").content == client.get("/").content


def test_the_language_is_ones_own_choice(client, riverside):
    client.post("/i18n/setlang/", {"language": "it", "next": "/"})
    assert 'lang="it"' in shown(client.get("/"))


def test_choosing_a_language_never_leads_elsewhere(client, riverside):
    assert "evil" not in shown(client.get("/language/?next=https://evil.example/"))


def test_a_lost_page_says_so_kindly(client, db):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "No such page" in shown(response)


def test_ones_account_is_for_oneself(client, signed_in, ada, riverside):
    assert client.get("/account/").url == "/sign-in/?next=/account/"
    assert "Riverside" in shown(signed_in(ada).get("/account/"))


def test_signing_out_takes_a_button(signed_in, ada):
    client = signed_in(ada)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/"
    assert client.get("/account/").status_code == 302


def test_a_long_list_of_members_comes_in_pages_and_is_searched(signed_in, ada, riverside):
    services.add_players(club=riverside, names=[f"Zed {number:03d}" for number in range(150)])
    client = signed_in(ada)
    first, second = (shown(client.get(f"/c/riverside/members/?page={page}")) for page in (1, 2))
    assert (first.count("Take off</button>"), second.count("Take off</button>")) == (100, 52)
    assert "Zed 149" in second
    services.add_player(club=riverside, name="Ömer Åström")
    found = shown(client.get("/c/riverside/members/?q=omer+astr"))
    assert found.count("Take off</button>") == 1
    assert "Nobody on the list is called that." in shown(client.get("/c/riverside/members/?q=%3Cb%3E"))


# A large club


@pytest.fixture
def crowd(riverside, monkeypatch):
    """Riverside has more players than are offered unasked: Zoë A to G besides Ada."""
    monkeypatch.setattr(forms, "CHOSEN_MAX", 3)
    add_players(club=riverside, names=["Ada Park", *(f"Zoë {letter}" for letter in "ABCDEFG")])
    return riverside


def offered(response):
    """The names in the first list to choose from."""
    found = re.search(r"<select name=\"(?:kept|player)\".*?</select>", response.content.decode(), re.DOTALL)
    return re.findall(r'<option value="\d+"[^>]*>([^<]+)', found[0])


@pytest.mark.parametrize("page", ["clubs:duplicates", "clubs:people"])
def test_in_a_large_club_one_looks_for_a_name_and_then_chooses(crowd, page, signed_in, olga):
    client, where = signed_in(olga), reverse(page, args=[crowd.slug])
    assert offered(client.get(where)) == []
    assert offered(client.get(where, {"who": "zoe b, ada p"})) == ["Ada Park", "Zoë B"]
    assert offered(client.get(where, {"who": "zoe"})) == ["Zoë A", "Zoë B", "Zoë C"]


@pytest.mark.parametrize("page", ["clubs:duplicates", "clubs:people"])
def test_in_a_small_club_all_may_be_chosen_at_once(crowd, page, signed_in, olga, monkeypatch):
    monkeypatch.setattr(forms, "CHOSEN_MAX", 300)
    answer = signed_in(olga).get(reverse(page, args=[crowd.slug]))
    assert "Zoë G" in offered(answer)
    assert 'name="who"' not in answer.content.decode()


def test_who_was_chosen_in_a_large_club_stays_chosen_beside_a_mistake(crowd, signed_in, olga):
    player = crowd.players.get(name="Zoë C")
    answer = signed_in(olga).get(
        reverse("clubs:merge", args=[crowd.slug]), {"kept": player.pk, "gone": player.pk}
    )
    assert offered(answer) == ["Zoë C"]
    assert "Please choose two different players" in answer.content.decode()


def test_what_was_sent_instead_of_a_player_is_refused(crowd, signed_in, olga):
    answer = signed_in(olga).get(reverse("clubs:merge", args=[crowd.slug]), {"kept": "9" * 40, "gone": "x"})
    assert answer.status_code == 200
    assert offered(answer) == []
