"""Who had a seat before somebody sat in for him in the middle of a round, and for which boards."""

from collections import defaultdict
from collections.abc import Mapping

from sessions.models import SeatingChange, Session

Seat = tuple[int, int, str]
"""Round, table and place."""


def load_halfway(session: Session) -> Mapping[Seat, tuple[tuple[int, frozenset[int]], ...]]:
    """By seat, the players who left it in the middle of a round with the boards that they had played."""
    found: dict[Seat, list[tuple[int, frozenset[int]]]] = defaultdict(list)
    for change in session.changes.filter(kind="substitute", undone_at__isnull=True).order_by("pk"):
        for before, boards in zip(change.before, _boards(change), strict=True):
            for place in _left(change, before) if boards else ():
                player = before["seats"][place][1]
                found[before["round"], before["table"], place].append((player, boards))
    return {seat: tuple(players) for seat, players in found.items()}


def _boards(change: SeatingChange) -> list[frozenset[int]]:
    """The boards that had been played at each place of a change."""
    played = {(number, table): boards for number, table, boards in change.details.get("played", [])}
    return [frozenset(played.get((spot["round"], spot["table"]), ())) for spot in change.before]


def _left(change: SeatingChange, before: Mapping) -> list[str]:
    """The places of a table that went to another player."""
    key = (before["round"], before["table"])
    after = next(spot for spot in change.after if (spot["round"], spot["table"]) == key)
    return [place for place, holder in before["seats"].items() if after["seats"][place] != holder]
