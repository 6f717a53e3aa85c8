"""The projector: ranking, clock and next seating, to be read from the other end of the hall."""

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubs.access import club_zone
from clubs.models import Club
from clubs.privacy import audience, audience_of, read_by
from clubs.queries import role_of
from sessions import live, queries, slides
from sessions.models import Session
from sessions.once import Made, make_once

from .public import SESSION, session_view


@require_safe
@session_view
def projector(request: HttpRequest, session: Session) -> HttpResponse:
    """The page for the screen in the hall; it goes on by itself."""
    made = _slides(session)
    context = {"session": session, "slides": made.value, "etag": made.tag}
    return render(request, "sessions/projector/projector.html", context)


@require_safe
def slides_fragment(request: HttpRequest, club_slug: str, session_id: int) -> HttpResponse:
    """The slides alone: 304 for whoever has them already, at the cost of one small query."""
    found = queries.revision_of(club_slug=club_slug, pk=session_id)
    role = found and role_of(request.user, Club(pk=found["club_id"]))
    if found is None or not queries.may_see(Session(**found), role):
        raise Http404
    with read_by(audience_of(role)):
        made = _slides(Session(**found))
    response = get_conditional_response(request, etag=made.tag) or HttpResponse(made.value)
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    response["ETag"] = made.tag
    return response


def _slides(session: Session) -> Made:
    """The slides, laid out once for each state, language and audience; the tag is that of what they show."""
    key = f"projector:{session.pk}:{audience()}:{get_language()}"
    return make_once(key, _etag(session), lambda: _lay_out(session.pk))


def _etag(session: Session) -> str:
    """A tag of all that the slides depend on: the leaderboard, the clock, the round."""
    return f'{live.make_etag(queries.state_of(session))[:-1]}-{session.notices}"'


def _lay_out(pk: int) -> Made:
    session = queries.session_with_club(pk)
    with club_zone(session.club):
        text = render_to_string("sessions/projector/_slides.html", slides.make_slides(session))
    return Made(_etag(session), mark_safe(text), time.time())  # noqa: S308 (our own template's output)


urlpatterns = [
    path(f"{SESSION}projector/", projector, name="projector"),
    path(f"{SESSION}projector/slides/", slides_fragment, name="projector_slides"),
]
