"""Reads for the club's site: its calendar, its results as a feed, and as plain values for other programs."""

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from clubs.models import Club, News, Role

from .events import Combined, Outcome
from .ladders import Mark
from .models import Session
from .queries import Place, Winner, leaderboard, sessions_of, winners_of
from .seasons import Season

CALENDAR_MAX = 300
FEED_MAX = 30


def calendar_of(club: Club, *, role: Role | None) -> list[Session]:
    """The sessions that a role may know of, the latest first; announced ones before they start."""
    found = club.sessions.select_related("club").order_by("-date", "-pk")
    if role is None:
        found = found.filter(is_public=True)
    elif role < Role.SCORER:
        found = found.filter(~Q(status=Session.Status.SETUP) | Q(is_public=True))
    return list(found[:CALENDAR_MAX])


def news_of(club: Club) -> QuerySet[News]:
    return club.news.all()


def published_of(club: Club) -> list[Session]:
    """The sessions last published, the newest first."""
    found = club.sessions.filter(published_at__isnull=False, is_public=True).select_related("club")
    return list(found.order_by("-published_at", "-pk")[:FEED_MAX])


def with_winners(sessions: list[Session]) -> list[tuple[Session, list[Winner]]]:
    """Each session with who won it."""
    winners = winners_of(sessions)
    return [(session, winners.get(session.pk, [])) for session in sessions]


def public_sessions(club: Club) -> QuerySet[Session]:
    """What a stranger may see, the newest first."""
    return sessions_of(club, role=None).select_related("club")


# --- as plain values ------------------------------------------------------------------------------


def club_values(club: Club) -> dict:
    return {"slug": club.slug, "name": club.name, "description": club.description}


def session_values(session: Session) -> dict:
    return {
        "id": session.pk,
        "title": session.title,
        "date": session.date.isoformat(),
        "game": session.ruleset_slug,
        "method": session.method_slug,
        "status": session.status,
        "is_published": session.is_published,
        "revision": session.revision,
        "page": session.get_absolute_url(),
    }


def leaderboard_values(session: Session) -> dict:
    """A session with its ranking: exact numbers as text, ``"131/2"``, and how it was made."""
    board = leaderboard(session)
    return session_values(session) | {
        "columns": [
            {"name": c.name, "label": c.label, "kind": c.kind, "texts": list(c.texts)}
            for c in session.columns
        ],
        "groups": _group_values(board.groups),
        "parts": [{"name": str(part.title), "groups": _group_values(part.groups)} for part in board.parts],
        "results": board.lines,
        "expected": board.expected,
    }


def _group_values(groups: Mapping[str, tuple[Place, ...]]) -> list[dict]:
    return [
        {"name": name, "places": [_place_values(place) for place in places]}
        for name, places in groups.items()
    ]


def _place_values(place: Place) -> dict:
    standing, side = place.standing, place.side
    return {
        "rank": standing.rank,
        "is_tied": standing.is_tied,
        "number": side.number,
        "section": side.section,
        "team": side.own_name,
        "names": [person.name for person in side.players],
        "score": None if standing.score is None else str(standing.score),
        "figures": {name: str(value) for name, value in standing.figures.items()},
    }


def event_values(outcome: Outcome) -> dict:
    """A combined event: each row with what its sessions gave."""
    event = outcome.event
    return {
        "id": event.pk,
        "title": event.title,
        "combined_by": event.method,
        "sessions": [session.pk for session in outcome.sessions],
        "is_final": outcome.is_final,
        "page": event.get_absolute_url(),
        "rows": [_combined_values(row) for row in outcome.rows],
    }


def _combined_values(row: Combined) -> dict:
    return {
        "rank": row.standing.rank,
        "is_tied": row.standing.is_tied,
        "names": [person.name for person in row.people],
        "total": None if row.total is None else str(row.total),
        "shares": [
            {"session": share.session.pk, "value": str(share.value), "boards": share.boards}
            for share in row.terms
        ],
    }


def season_values(season: Season) -> dict:
    ladder = season.ladder
    return {
        "id": ladder.pk,
        "title": ladder.title,
        "measure": ladder.measure,
        "sessions": sorted(season.sessions),
        "page": ladder.get_absolute_url(),
        "rows": [_rung_values(rung) for rung in season.rungs],
    }


def _rung_values(rung) -> dict:
    row = rung.row
    return {
        "rank": row.rank,
        "is_tied": row.is_tied,
        "names": [person.name for person in rung.people],
        "score": str(row.score),
        "raw": str(row.raw),
        "counted": [_mark_values(mark) for mark in row.counted],
        "left_out": [_mark_values(mark) for mark in row.left_out],
    }


def _mark_values(mark: Mark) -> dict:
    return {"session": mark.session, "value": str(mark.value), "handicap": str(mark.handicap)}
