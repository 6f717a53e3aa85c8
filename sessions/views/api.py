"""The public results for other programs: JSON, read only, described at ``/api/v1/openapi.json``."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.privacy import EVERYONE, read_by
from clubs.queries import listed_clubs
from sessions import events, queries, seasons, site
from sessions.openapi import DOCUMENT

PAGE_SIZE = 50


def answers_json(view: Callable) -> Callable:
    """Turn a view that returns plain values into one that answers with JSON and an ETag, to any site.

    It is a stranger's view whoever is signed in: no cookie changes what it says.
    """

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs) -> HttpResponse:
        with read_by(EVERYONE):
            content = json.dumps(view(request, **kwargs), ensure_ascii=False).encode()
        etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        response = get_conditional_response(request, etag=etag)
        response = response or HttpResponse(content, content_type="application/json")
        response["ETag"] = etag
        response["Access-Control-Allow-Origin"] = "*"
        response["X-Robots-Tag"] = "noindex"
        patch_cache_control(response, public=True, no_cache=True)
        return response

    return guarded


@answers_json
def clubs(request: HttpRequest) -> dict:
    """The clubs on the front page."""
    return {"clubs": [site.club_values(club) for club in listed_clubs()]}


@answers_json
def club(request: HttpRequest, club_slug: str) -> dict:
    """A club with its public ladders and its latest public sessions, page by page."""
    found = get_object_or_404(Club, slug=club_slug)
    page = Paginator(site.public_sessions(found), PAGE_SIZE).get_page(request.GET.get("page"))
    ladders = seasons.ladders_of(found, role=None)
    return site.club_values(found) | {
        "ladders": [{"id": ladder.pk, "title": ladder.title} for ladder in ladders],
        "events": [{"id": own.pk, "title": own.title} for own in events.events_of(found, role=None)],
        "sessions": [site.session_values(session) for session in page],
        "page": page.number,
        "pages": page.paginator.num_pages,
    }


@answers_json
def session(request: HttpRequest, club_slug: str, session_id: int) -> dict:
    """A public session with its ranking."""
    found = queries.find_session(get_object_or_404(Club, slug=club_slug), session_id, role=None)
    if found is None:
        raise Http404
    return site.leaderboard_values(found)


@answers_json
def ladder(request: HttpRequest, club_slug: str, ladder_id: int) -> dict:
    """A public ladder with the arithmetic of each row."""
    found = seasons.find_ladder(get_object_or_404(Club, slug=club_slug), ladder_id, role=None)
    if found is None:
        raise Http404
    return site.season_values(seasons.load_season(found))


@answers_json
def event(request: HttpRequest, club_slug: str, event_id: int) -> dict:
    """A combined event all of whose sessions are public."""
    found = events.find_event(get_object_or_404(Club, slug=club_slug), event_id, role=None)
    if found is None:
        raise Http404
    return site.event_values(events.load_event(found))


@answers_json
def openapi(request: HttpRequest) -> dict:
    """What there is to ask, in the words of OpenAPI 3.1."""
    return DOCUMENT


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The same for people."""
    return render(request, "sessions/pages/api.html", {"document": DOCUMENT})


_V1 = "api/v1/"

urlpatterns = [
    path("api/", guide, name="api"),
    path(f"{_V1}openapi.json", openapi, name="api_openapi"),
    path(f"{_V1}clubs/", clubs, name="api_clubs"),
    path(f"{_V1}clubs/<slug:club_slug>/", club, name="api_club"),
    path(f"{_V1}clubs/<slug:club_slug>/sessions/<int:session_id>/", session, name="api_session"),
    path(f"{_V1}clubs/<slug:club_slug>/ladders/<int:ladder_id>/", ladder, name="api_ladder"),
    path(f"{_V1}clubs/<slug:club_slug>/events/<int:event_id>/", event, name="api_event"),
]
