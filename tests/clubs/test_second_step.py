"""One-time codes as a second step of signing in."""

import time

import pytest
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from clubs import second_step
from tests.conftest import PASSWORD

HALF_MINUTE = 30


def code_of(user, *, steps=0):
    """What the app shows now, or so many half minutes on: a code works once."""
    device = TOTPDevice.objects.filter(user=user).latest("pk")
    return f"{totp(device.bin_key, t0=-steps * HALF_MINUTE):06d}"


@pytest.fixture
def recovery(ada):
    """Ada signs in with codes; these get her in without her phone."""
    second_step.prepare(user=ada)
    return second_step.confirm(user=ada, code=code_of(ada))


def enter(client, password=PASSWORD, where="/sign-in/"):
    return client.post(where, {"username": "ada", "password": password})


def is_in(client):
    return client.get("/account/").status_code == 200


def give(client, code):
    return client.post(reverse("clubs:sign_in_code"), {"code": code})


def test_codes_are_turned_on_only_by_a_right_code(signed_in, ada):
    client = signed_in(ada)
    client.post(reverse("clubs:prepare_codes"))
    page = client.get(reverse("clubs:confirm_codes"))
    assert "data:image/svg+xml" in page.content.decode()
    right = code_of(ada)
    wrong = f"{(int(right) + 1) % 1_000_000:06d}"
    assert "not right" in client.post(reverse("clubs:confirm_codes"), {"code": wrong}).content.decode()
    assert not second_step.is_on(ada)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    page = client.post(reverse("clubs:confirm_codes"), {"code": f" {right[:3]} {right[3:]}"})
    assert len(page.context["codes"]) == 10
    assert second_step.is_on(ada)


def test_the_password_alone_opens_nothing_any_more(client, ada, recovery):
    assert enter(client).url == reverse("clubs:sign_in_code")
    assert not is_in(client)
    assert give(client, code_of(ada, steps=1)).status_code == 302
    assert is_in(client)


def test_the_second_step_leads_to_where_one_was_going(client, ada, recovery):
    enter(client, where="/sign-in/?next=/language/")
    assert give(client, code_of(ada, steps=1)).url == "/language/"


def test_a_code_works_once(client, ada, recovery):
    code = code_of(ada, steps=1)
    for is_first in (True, False):
        enter(client)
        give(client, code)
        assert is_in(client) == is_first
        client.post("/sign-out/")


def test_a_recovery_code_works_once(client, ada, recovery, settings):
    settings.OTP_STATIC_THROTTLE_FACTOR = 60
    for code, expected in ((recovery[0].upper(), True), (recovery[0], False), (recovery[1], False)):
        enter(client)
        give(client, code)
        assert is_in(client) == expected, "after a wrong code even a right one must wait"
        client.post("/sign-out/")
    assert second_step.codes_left(ada) == 9


def test_guessing_codes_must_wait_ever_longer(client, ada, recovery, settings):
    settings.OTP_TOTP_THROTTLE_FACTOR = 60
    enter(client)
    for _guess in range(5):
        give(client, "000000")
    assert "came too soon" in give(client, code_of(ada, steps=1)).content.decode()
    assert TOTPDevice.objects.get().throttling_failure_count == 1, (
        "a guess that comes too soon is not looked at"
    )
    assert not is_in(client)


def test_there_is_no_second_step_without_the_first(client, ada, recovery):
    assert client.get(reverse("clubs:sign_in_code")).url == reverse("clubs:sign_in")
    enter(client, password="guess")
    give(client, code_of(ada, steps=1))
    assert not is_in(client)


def test_half_way_does_not_last(client, ada, recovery):
    enter(client)
    session = client.session
    session[second_step.HALF_WAY] |= {"at": time.time() - second_step.HALF_WAY_SECONDS - 1}
    session.save()
    assert give(client, code_of(ada, steps=1)).url == reverse("clubs:sign_in")
    assert not is_in(client)


def test_a_password_changed_meanwhile_ends_half_way(client, ada, recovery):
    enter(client)
    ada.set_password("other-felt-88")
    ada.save()
    give(client, code_of(ada, steps=1))
    assert not is_in(client)


@pytest.mark.parametrize("name", ["renew_codes", "prepare_codes", "turn_codes_off"])
def test_an_open_screen_is_not_enough_to_change_codes(name, signed_in, ada, recovery):
    client, where = signed_in(ada), reverse(f"clubs:{name}")
    assert "not right" in client.post(where, {"code": "zzzzzzzz"}).content.decode()
    assert second_step.is_on(ada)
    assert second_step.codes_left(ada) == 10
    assert second_step.prepared(ada) is None


def test_codes_are_turned_off_with_a_last_one(client, signed_in, ada, recovery):
    signed_in(ada).post(reverse("clubs:turn_codes_off"), {"code": recovery[0]})
    client.logout()
    assert enter(client).url == "/"
    assert is_in(client)


def test_new_recovery_codes_replace_the_old(signed_in, ada, recovery):
    page = signed_in(ada).post(reverse("clubs:renew_codes"), {"code": recovery[0]})
    assert not set(page.context["codes"]) & set(recovery)
    assert second_step.codes_left(ada) == 10


def test_another_phone_takes_over_once_it_is_confirmed(signed_in, ada, recovery):
    client, old = signed_in(ada), TOTPDevice.objects.get()
    client.post(reverse("clubs:prepare_codes"), {"code": recovery[0]})
    assert second_step.is_on(ada), "the old phone counts until then"
    client.post(reverse("clubs:confirm_codes"), {"code": code_of(ada)})
    assert not TOTPDevice.objects.filter(pk=old.pk).exists()
    assert second_step.is_on(ada)


def test_an_owner_lets_in_who_lost_the_phone(client, signed_in, olga, ada, recovery, riverside):
    people = reverse("clubs:people", args=["riverside"])
    assert "Lost phone" in signed_in(olga).get(people).content.decode()
    membership = riverside.memberships.get(user=ada)
    signed_in(olga).post(reverse("clubs:remove_codes", args=["riverside", membership.pk]))
    client.logout()
    enter(client)
    assert is_in(client)


def test_a_new_password_by_mail_does_not_pass_the_second_step(client, ada, recovery):
    ada.set_password("other-felt-88")
    ada.save()
    assert enter(client, password="other-felt-88").url == reverse("clubs:sign_in_code")
    assert not is_in(client)
