"""One-time codes as the second step of signing in: set up, confirmed, checked, and taken away.

The codes are those of RFC 6238, made by any authenticator app; recovery codes work once each.
"""

import base64
import time

from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES = 10
HALF_WAY = "half_signed_in"
HALF_WAY_SECONDS = 300


def is_on(user) -> bool:
    """Whether an account asks for a code after the password."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def codes_left(user) -> int:
    """How many recovery codes have not been used."""
    return StaticToken.objects.filter(device__user=user).count()


@transaction.atomic
def prepare(*, user) -> TOTPDevice:
    """A new secret to show to an app; it asks for nothing until it is confirmed."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def prepared(user) -> TOTPDevice | None:
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def secret_of(device: TOTPDevice) -> str:
    """The secret as one types it into an app that cannot scan: groups of four letters and digits."""
    text = base64.b32encode(device.bin_key).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


@transaction.atomic
def confirm(*, user, code: str) -> list[str]:
    """Turn the second step on with the app's first code: the recovery codes, or none if the code is wrong."""
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
    if device is None or not device.verify_token(_plain(code)):
        return []
    TOTPDevice.objects.filter(user=user, confirmed=True).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return renew_codes(user=user)


@transaction.atomic
def renew_codes(*, user) -> list[str]:
    """New recovery codes; the old ones open nothing any more."""
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="recovery")
    codes = [StaticToken.random_token() for _number in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


@transaction.atomic
def check(*, user, code: str) -> bool:
    """Whether a code of the app or of recovery is right; after wrong ones the next must wait ever longer."""
    plain = _plain(code)
    kind = TOTPDevice if plain.isdigit() and len(plain) == 6 else StaticDevice
    devices = kind.objects.select_for_update().filter(user=user, confirmed=True)
    return any(device.verify_token(plain) for device in devices)


@transaction.atomic
def turn_off(*, user) -> None:
    """Ask for no code any more."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def _plain(code: str) -> str:
    return "".join(code.split()).lower()


# --- between the password and the code --------------------------------------------------------------


def remember(request: HttpRequest, user, goal: str) -> None:
    """The password was right: keep who it was until the code comes."""
    request.session[HALF_WAY] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "backend": user.backend,
        "goal": goal,
        "at": time.time(),
    }


def remembered(request: HttpRequest) -> tuple[object, str] | None:
    """Who gave a right password a moment ago, and where he was going; nobody once it was changed."""
    found = request.session.get(HALF_WAY)
    if found is None or time.time() - found["at"] > HALF_WAY_SECONDS:
        return None
    user = get_user_model().objects.filter(pk=found["user"], is_active=True).first()
    if user is None or user.get_session_auth_hash() != found["hash"]:
        return None
    user.backend = found["backend"]
    return user, found["goal"]
