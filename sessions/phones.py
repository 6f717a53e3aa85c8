"""The phones at the tables: which have joined, who calls the director, which are shut out."""

import datetime
import re

from django.db import transaction
from django.utils import timezone

from . import services
from .models import Device, Session, Table

SEEN_EVERY = datetime.timedelta(seconds=60)
DEVICES_MAX = 60
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = ("Firefox", "FxiOS", "EdgA?", "OPR", "SamsungBrowser", "CriOS", "Chrome", "Safari")
SPOKEN = {"FxiOS": "Firefox", "Edg": "Edge", "EdgA": "Edge", "OPR": "Opera", "CriOS": "Chrome"}


def welcome(*, table: Table, token: str, agent: str) -> Device:
    """The device at the table, stored when it is new there; its last sign of life at most once a minute."""
    now = timezone.now()
    device = Device.objects.filter(table=table, token=token).first()
    if device is None:
        return _join(table, token, describe(agent), now)
    if now - device.last_seen_at > SEEN_EVERY:
        device.last_seen_at = now
        device.save(update_fields=["last_seen_at"])
    return device


@transaction.atomic
def _join(table: Table, token: str, label: str, now: datetime.datetime) -> Device:
    values = {"label": label, "last_seen_at": now}
    if table.devices.count() >= DEVICES_MAX:
        return Device(table=table, token=token, **values)
    return Device.objects.get_or_create(table=table, token=token, defaults=values)[0]


def describe(agent: str) -> str:
    """``"Android, Chrome"`` from what a browser says of itself; empty where it says nothing known."""
    system = next((name for name in SYSTEMS if name in agent), "")
    found = re.search(f"({'|'.join(BROWSERS)})/", agent)
    browser = SPOKEN.get(found[1], found[1]) if found else ""
    return ", ".join(filter(None, (system, browser)))


@transaction.atomic
def set_shut_out(*, device: Device, is_shut_out: bool) -> None:
    """Keep a device from its table, or let it in again."""
    device.is_shut_out = is_shut_out
    device.save(update_fields=["is_shut_out"])


@transaction.atomic
def call_director(*, table: Table) -> None:
    """Ask the director to come; calling twice calls once."""
    if table.called_at is None:
        _set_called(table, timezone.now())


@transaction.atomic
def answer_call(*, table: Table) -> None:
    """The director is on the way, or was there."""
    _set_called(table, None)


def _set_called(table: Table, moment: datetime.datetime | None) -> None:
    table.called_at = moment
    table.save(update_fields=["called_at"])
    services.touch(table.session)


@transaction.atomic
def ask_opponents(*, session: Session, is_asked: bool) -> Session:
    """Whether the opponents agree to each result on a phone."""
    session = services.lock(session)
    session.asks_opponents = is_asked
    session.save(update_fields=["asks_opponents"])
    return services.touch(session)
