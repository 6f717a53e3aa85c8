"""Invitations, and the way back for whoever lost a password or a phone."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from clubs import invitations, queries, second_step, services
from clubs.config.environment import mail_server
from clubs.models import Invitation, Role
from tests.conftest import PASSWORD

NEW = {"username": "eva", "email": "", "password": PASSWORD}


def shown(response):
    return response.content.decode()


def link_in(text):
    return re.search(r"http://testserver(/[^\s\"<]+)", text)[1]


def invite(client, **values):
    """The path of the link that an owner is shown."""
    where = reverse("clubs:invite", args=["riverside"])
    return link_in(shown(client.post(where, {"role": Role.DIRECTOR} | values, follow=True)))


def test_a_link_makes_a_new_account_a_director_once(signed_in, olga, client, riverside):
    path = invite(signed_in(olga))
    client.logout()
    assert "Riverside invites you" in shown(client.get(path))
    response = client.post(path, NEW)
    eva = get_user_model().objects.get(username="eva")
    assert response.url == reverse("sessions:club", args=["riverside"])
    assert queries.role_of(eva, riverside) == Role.DIRECTOR
    assert client.get(reverse("clubs:members", args=["riverside"])).status_code == 200
    client.logout()
    assert client.get(path).status_code == 404
    assert client.post(path, NEW | {"username": "mallory"}).status_code == 404
    assert not get_user_model().objects.filter(username="mallory").exists()


def test_a_link_is_shown_once_and_kept_nowhere(signed_in, olga, riverside):
    client = signed_in(olga)
    path = invite(client)
    token = path.rstrip("/").rpartition("/")[2]
    where = reverse("clubs:link", args=["riverside"])
    assert client.get(where).url == reverse("clubs:people", args=["riverside"])
    assert token not in str(list(Invitation.objects.values_list()))
    assert token not in shown(client.get(reverse("clubs:people", args=["riverside"])))


def test_whoever_has_an_account_accepts_with_it(signed_in, olga, dov, riverside, hilltop):
    path = invite(signed_in(olga), role=Role.SCORER)
    client = signed_in(dov)
    assert "You are signed in as dov" in shown(client.get(path))
    assert queries.role_of(dov, riverside) is None, "looking is not accepting"
    client.post(path)
    assert [queries.role_of(dov, club) for club in (riverside, hilltop)] == [Role.SCORER, Role.OWNER]


def test_an_invitation_never_takes_a_role_away(signed_in, olga, ada, riverside):
    path = invite(signed_in(olga), role=Role.MEMBER)
    signed_in(ada).post(path)
    assert queries.role_of(ada, riverside) == Role.DIRECTOR


def test_an_invited_player_is_himself(signed_in, olga, dov, riverside):
    wendy = services.add_player(club=riverside, name="Wendy West")
    path = invite(signed_in(olga), role=Role.MEMBER, player=wendy.pk)
    signed_in(dov).post(path)
    assert queries.player_of(dov, riverside) == wendy


def test_another_clubs_player_cannot_be_named(signed_in, olga, riverside, hilltop):
    stranger = services.add_player(club=hilltop, name="Wendy West")
    where = reverse("clubs:invite", args=["riverside"])
    response = signed_in(olga).post(where, {"role": Role.MEMBER, "player": stranger.pk})
    assert response.context["form"].errors["player"]
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("end", ["age", "withdrawn", "demoted"])
def test_a_link_ends(end, signed_in, olga, ada, client, riverside):
    invitation, token = invitations.invite(club=riverside, role=Role.OWNER, by=olga)
    path = reverse("clubs:invitation", args=[token])
    assert client.get(path).status_code == 200
    if end == "age":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "withdrawn":
        signed_in(olga).post(reverse("clubs:withdraw", args=["riverside", invitation.pk]))
        client.logout()
    else:
        services.add_member(club=riverside, user=ada, role=Role.OWNER)
        services.remove_member(membership=riverside.memberships.get(user=olga))
    assert client.get(path).status_code == 404
    with pytest.raises(ValidationError):
        invitations.accept(token=token, user=ada)


def test_a_guessed_link_opens_nothing(client, riverside):
    assert client.get(reverse("clubs:invitation", args=["x" * 32])).status_code == 404


def test_an_invitation_is_mailed_where_the_site_sends_mail(signed_in, olga, riverside, settings):
    client, values = signed_in(olga), {"email": "eva@example.org"}
    invite(client, **values)
    assert mail.outbox == []
    settings.HAS_MAIL = True
    path = invite(client, **values)
    (letter,) = mail.outbox
    assert (letter.to, link_in(letter.body)) == (["eva@example.org"], path)


def test_a_mail_server_that_is_away_leaves_the_link_in_hand(signed_in, olga, riverside, settings):
    settings.HAS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert invite(signed_in(olga), email="eva@example.org").startswith("/invitation/")


def test_a_mail_server_is_one_address():
    assert mail_server("") == {}
    assert mail_server("smtps://mail.example") == {
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 465,
        "EMAIL_HOST_USER": "",
        "EMAIL_HOST_PASSWORD": "",
        "EMAIL_USE_SSL": True,
        "EMAIL_USE_TLS": False,
    }
    found = mail_server("smtp://a%40b.example:p%2Fw@mail.example:2525")
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("a@b.example", "p/w")
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == (2525, True)
    with pytest.raises(ValueError, match="OVERTRICK_MAIL"):
        mail_server("mail.example")


# --- lost passwords and roles -----------------------------------------------------------------------


def choose(client, path, password="other-felt-88"):
    page = client.get(path, follow=True)
    return client.post(page.redirect_chain[-1][0], {"new_password1": password, "new_password2": password})


def test_a_lost_password_comes_back_by_mail(client, ben, settings):
    settings.HAS_MAIL = True
    client.post(reverse("clubs:password_reset"), {"email": "ben@example.org"})
    (letter,) = mail.outbox
    path = link_in(letter.body)
    assert choose(client, path).url == reverse("clubs:password_reset_complete")
    ben.refresh_from_db()
    assert ben.check_password("other-felt-88")
    assert "This link is over" in shown(client.get(path))


def test_nobody_learns_who_has_an_account(client, ben, settings):
    settings.HAS_MAIL = True
    where = reverse("clubs:password_reset")
    answers = [client.post(where, {"email": who}) for who in ("ben@example.org", "nobody@example.org")]
    assert [(answer.status_code, answer.url) for answer in answers] == [
        (302, reverse("clubs:password_reset_done"))
    ] * 2
    assert len(mail.outbox) == 1


def test_a_letter_box_is_not_filled(client, ben, settings):
    settings.HAS_MAIL = True
    codes = [
        client.post(reverse("clubs:password_reset"), {"email": "ben@example.org"}).status_code
        for _time in range(5)
    ]
    assert codes == [302, 302, 302, 429, 429]
    assert len(mail.outbox) == 3


def test_without_mail_the_page_says_who_can_help(client, db):
    page = shown(client.get(reverse("clubs:password_reset")))
    assert "An owner of your club makes you a link" in page
    assert "changepassword" in page


def test_an_owner_makes_a_link_for_a_lost_password(signed_in, olga, ben, client, riverside):
    where = reverse("clubs:reset_password", args=["riverside", riverside.memberships.get(user=ben).pk])
    path = link_in(shown(signed_in(olga).post(where, follow=True)))
    assert ben.check_password(PASSWORD), "the old one opens until the new one is chosen"
    client.logout()
    choose(client, path)
    ben.refresh_from_db()
    assert ben.check_password("other-felt-88")


def test_an_account_of_two_clubs_is_not_one_owner_s_to_take(signed_in, olga, ben, riverside, hilltop):
    services.add_member(club=hilltop, user=ben, role=Role.OWNER)
    second_step.prepare(user=ben)
    for name in ("reset_password", "remove_codes"):
        where = reverse(f"clubs:{name}", args=["riverside", riverside.memberships.get(user=ben).pk])
        assert "another club as well" in shown(signed_in(olga).post(where, follow=True))
    assert second_step.prepared(ben) is not None


def test_an_owner_who_steps_down_is_shown_the_club(signed_in, olga, ada, riverside):
    services.add_member(club=riverside, user=ada, role=Role.OWNER)
    where = reverse("clubs:set_role", args=["riverside", riverside.memberships.get(user=olga).pk])
    client = signed_in(olga)
    asked = client.post(where, {"role": Role.MEMBER})
    assert "Only another owner can change that again." in asked.content.decode()
    assert queries.role_of(olga, riverside) == Role.OWNER
    page = client.post(where, {"role": Role.MEMBER, "sure": "1"}, follow=True)
    assert page.status_code == 200
    assert queries.role_of(olga, riverside) == Role.MEMBER


def test_an_account_is_removed_only_after_being_asked(signed_in, olga, ben, riverside):
    where = reverse("clubs:remove_role", args=["riverside", riverside.memberships.get(user=ben).pk])
    client = signed_in(olga)
    assert "The player Ben Carter stays on the list" in shown(client.get(where))
    assert queries.role_of(ben, riverside) == Role.MEMBER
    client.post(where)
    assert queries.role_of(ben, riverside) is None
    assert queries.players(riverside).filter(name="Ben Carter").exists()


def test_one_leaves_a_club_but_its_last_owner_does_not(signed_in, olga, ben, riverside):
    mine = riverside.memberships.get(user=ben)
    assert signed_in(olga).post(reverse("clubs:leave", args=[mine.pk])).status_code == 404
    signed_in(ben).post(reverse("clubs:leave", args=[mine.pk]))
    assert queries.role_of(ben, riverside) is None
    last = riverside.memberships.get(user=olga)
    page = signed_in(olga).post(reverse("clubs:leave", args=[last.pk]), follow=True)
    assert "A club needs an owner" in shown(page)


def test_ones_mail_address_is_ones_own(signed_in, ben):
    signed_in(ben).post(reverse("clubs:email"), {"email": "new@example.org"})
    ben.refresh_from_db()
    assert ben.email == "new@example.org"
    assert "valid email" in shown(signed_in(ben).post(reverse("clubs:email"), {"email": "no"}))
