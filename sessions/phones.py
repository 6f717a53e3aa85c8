"""The phones at the tables: which have joined, who calls the director, which are shut out."""

import datetime
import re

from django.db import transaction
from django.utils import timezone

from clubs.models import Player

from . import services
from .models import Device, Session, Table

SEEN_EVERY = datetime.timedelta(seconds=60)
DEVICES_MAX = 60
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = ("Firefox", "FxiOS", "EdgA?", "OPR", "SamsungBrowser", "CriOS", "Chrome", "Safari")
SPOKEN = {"FxiOS": "Firefox", "Edg": "Edge", "EdgA": "Edge", "OPR": "Opera", "CriOS": "Chrome"}


def welcome(*, table: Table, token: str, agent: str, player: Player | None = None) -> Device:
    """The device at the table, stored when it is new there; its last sign of life at most once a minute.

    Who is shut out at one table of a session is shut out at all of them.
    """
    now = timezone.now()
    known = list(Device.objects.filter(table__session=table.session, token=token))
    device = next((each for each in known if each.table_id == table.pk), None)
    if device is None:
        device = _join(table, token, describe(agent), now, player)
    elif now - device.last_seen_at > SEEN_EVERY or device.player_id != (player and player.pk):
        device.last_seen_at, device.player = now, player
        with transaction.atomic():
            device.save(update_fields=["last_seen_at", "player"])
    device.is_shut_out = device.is_shut_out or any(each.is_shut_out for each in known)
    return device


@transaction.atomic
def _join(table: Table, token: str, label: str, now: datetime.datetime, player: Player | None) -> Device:
    values = {"label": label, "last_seen_at": now, "player": player}
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
    """Keep a device from the tables of its session, or let it in again."""
    same = Device.objects.filter(table__session=device.table.session_id, token=device.token)
    same.update(is_shut_out=is_shut_out)


@transaction.atomic
def call_director(*, table: Table, why: str = Table.Call.HELP) -> None:
    """Ask the director to come; calling twice calls once."""
    if table.called_at is None:
        _set_called(table, timezone.now(), why)


@transaction.atomic
def answer_call(*, table: Table) -> None:
    """The director is on the way, or was there."""
    _set_called(table, None, Table.Call.HELP)


def _set_called(table: Table, moment: datetime.datetime | None, why: str) -> None:
    table.called_at, table.called_for = moment, Table.Call(why)
    table.save(update_fields=["called_at", "called_for"])
    services.touch(table.session)


@transaction.atomic
def set_habits(*, session: Session, phones: str, checking: str) -> Session:
    """Whether phones stay at the tables, and who checks a result."""
    session = services.lock(session)
    session.phones, session.checking = Session.Phones(phones), Session.Checking(checking)
    session.save(update_fields=["phones", "checking"])
    return services.touch(session)
