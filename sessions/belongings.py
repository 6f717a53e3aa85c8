"""What a player has in sessions, when the club finds that two of its players are one person."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from django.db.models import Count, F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.merging import Holder
from clubs.models import Player

from .models import Chair, Device, Entrant, SeatingChange, Session

SIDES = ("before", "after")


def count_sessions(players: Collection[int]) -> dict[int, str]:
    """By player, the number of sessions in words."""
    found = Entrant.objects.filter(player__in=players).values_list("player").annotate(Count("pk"))
    return {
        player: ngettext("%(count)d session", "%(count)d sessions", count) % {"count": count}
        for player, count in found.order_by("player")
    }


def find_meetings(players: Collection[int]) -> dict[tuple[int, int], str]:
    """Who entered the same session: nobody does so twice, so they are two people."""
    by_session = defaultdict(list)
    entries = Entrant.objects.filter(player__in=players).order_by("player_id", "-session__date")
    for session, title, date, player in entries.values_list(
        "session", "session__title", "session__date", "player"
    ):
        by_session[session, title, date].append(player)
    found = {}
    for (_session, title, date), keys in by_session.items():
        why = _("Both played in “%(title)s” of %(date)s, so they are two people.") % {
            "title": title,
            "date": date,
        }
        found |= {(a, b): why for a in keys for b in keys if a < b}
    return found


def move(gone: Player, kept: Player) -> dict:
    """Give the places of one player in every session to another; no result changes."""
    entrants = list(gone.entries.values_list("pk", flat=True))
    chairs = list(gone.chairs.values_list("pk", flat=True))
    phones = list(gone.phones.values_list("pk", flat=True))
    _give(kept, entrants, chairs, phones)
    changes = _rename(gone.pk, kept.pk, entrants)
    return {"entrants": entrants, "chairs": chairs, "phones": phones, "changes": changes}


def move_back(gone: Player, moved: dict) -> None:
    """Give him back what was his."""
    _give(gone, *(moved.get(name, []) for name in ("entrants", "chairs", "phones")))
    changes = SeatingChange.objects.in_bulk({place[0] for place in moved.get("changes", [])})
    for key, side, at, seat in moved.get("changes", []):
        if key in changes:
            getattr(changes[key], side)[at]["seats"][seat][1] = gone.pk
    SeatingChange.objects.bulk_update(changes.values(), SIDES)


def _give(player: Player, entrants: list[int], chairs: list[int], phones: list[int]) -> None:
    Device.objects.filter(pk__in=phones).update(player=player)
    Entrant.objects.filter(pk__in=entrants).update(player=player)
    Chair.objects.filter(pk__in=chairs).update(player=player)
    Session.objects.filter(entrants__in=entrants).update(revision=F("revision") + 1)


def _rename(gone: int, kept: int, entrants: list[int]) -> list[list]:
    """In the changes of those sessions the one is the other as well; returns the places, to be put back."""
    changes = SeatingChange.objects.filter(session__entrants__in=entrants).distinct()
    found, touched = [], []
    for change in changes:
        places = list(_places(change, gone))
        for side, at, seat in places:
            getattr(change, side)[at]["seats"][seat][1] = kept
        found += [[change.pk, *place] for place in places]
        touched += [change] if places else []
    SeatingChange.objects.bulk_update(touched, SIDES)
    return found


def _places(change: SeatingChange, player: int) -> Iterator[tuple[str, int, str]]:
    for side in SIDES:
        for at, spot in enumerate(getattr(change, side)):
            for seat, holder in (spot.get("seats") or {}).items():
                if holder[1] == player:
                    yield side, at, seat


SESSIONS = Holder("sessions", count_sessions, find_meetings, move, move_back)
