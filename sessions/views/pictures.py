"""The picture of a session for links that are shared, the same for whoever asks."""

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import formats, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from clubs.colours import look_of
from clubs.models import Club
from clubs.privacy import EVERYONE, read_by
from clubs.queries import logo_of
from sessions import pictures, queries
from sessions.models import Session
from sessions.once import KEEP_SECONDS
from sessions.templatetags.overtrick import direction_name, figure
from sessions.words import say

SECONDS = 300


@require_safe
def session_picture(request: HttpRequest, club_slug: str, session_id: int) -> HttpResponse:
    """The first three of a public session, in the site's language and with the names that strangers read."""
    club = get_object_or_404(Club, slug=club_slug)
    session = queries.find_session(club, session_id, role=None)
    if session is None:
        raise Http404
    etag = f'"{queries.state_of(session)}-{club.logo_version}-{club.colour}"'
    response = get_conditional_response(request, etag=etag)
    response = response or HttpResponse(_picture(club, session, etag), content_type="image/png")
    response["ETag"] = etag
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, public=True, max_age=SECONDS)
    return response


def _picture(club: Club, session: Session, etag: str) -> bytes:
    key = f"session-picture:{etag}"
    found = cache.get(key)
    if found is None:
        with translation.override(settings.LANGUAGE_CODE), read_by(EVERYONE):
            found = pictures.draw(_card(club, session))
        cache.set(key, found, KEEP_SECONDS)
    return found


def _card(club: Club, session: Session) -> pictures.Card:
    board = queries.leaderboard(session)
    first = session.columns[0]
    groups = tuple(
        (
            direction_name(group),
            tuple(
                pictures.Row(place.rank, place.side.name, figure(place.standing, first))
                for place in places[:3]
                if place.standing.rank
            ),
        )
        for group, places in board.groups.items()
    )
    return pictures.Card(
        club=club.name,
        title=session.title,
        line=f"{say(session.ruleset.name)} · {formats.date_format(session.date)}",
        groups=groups,
        colour=look_of(club.colour).day.felt if club.colour else pictures.FELT,
        logo=logo_of(club) or b"",
    )


urlpatterns = [
    path("c/<slug:club_slug>/sessions/<int:session_id>/picture.png", session_picture, name="session_picture"),
]
