"""Everything that a club keeps about one of its players, for the player to take along."""

from clubs.models import Player

from .models import Device, Entrant


def data_of(player: Player) -> dict:
    """Plain values: who he is, and his part in every session, with his partners left unnamed."""
    entries = Entrant.objects.filter(player=player).select_related("session", "contestant")
    entries = entries.prefetch_related("contestant__placings").order_by("session__date", "session_id")
    return {
        "club": player.club.name,
        "name": player.name,
        "called": player.short_name,
        "other_names": [merge.name for merge in player.merges.filter(undone_at=None)],
        "number": player.number,
        "is_visitor": player.is_visitor,
        "is_active": player.is_active,
        "is_minor": player.is_minor,
        "handicap": _text(player.handicap),
        "rating": _text(player.rating),
        "master_points": _text(player.master_points),
        "stratum": player.stratum,
        "name_shown_to_strangers": player.naming,
        "account": player.user.get_username() if player.user else None,
        "email": player.user.email if player.user else None,
        "sessions": [_entry(entry) for entry in entries],
        "phones": [_phone(device) for device in player.phones.order_by("pk")],
    }


def _phone(device: Device) -> dict:
    """A phone that said to be his at a table: what its browser told of it, and when it was there."""
    seen = (device.first_seen_at, device.last_seen_at)
    return {"kind": device.label, "from": seen[0].isoformat(), "until": seen[1].isoformat()}


def _text(number) -> str | None:
    return None if number is None else str(number)


def _entry(entry: Entrant) -> dict:
    placing = next(iter(entry.contestant.placings.all()), None)
    return {
        "date": entry.session.date.isoformat(),
        "title": entry.session.title,
        "game": entry.session.ruleset_slug,
        "contestant": entry.contestant.number,
        "group": entry.contestant.group,
        "place": placing.rank if placing else None,
        "figures": placing.figures if placing else {},
        "counts": entry.counts,
    }
