"""The projector: ranking, clock and next seating, to be read from the other end of the hall."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from clubs.access import club_zone
from clubs.models import Club
from clubs.privacy import audience_of, read_by
from clubs.queries import role_of
from sessions import queries, slides
from sessions.models import Session

from .public import SESSION, make_etag, session_view


@require_safe
@session_view
def projector(request: HttpRequest, session: Session) -> HttpResponse:
    """The page for the screen in the hall; it goes on by itself."""
    context = {"session": session, "slides": _slides(session), "etag": _etag(session)}
    return render(request, "sessions/projector/projector.html", context)


@require_safe
def slides_fragment(request: HttpRequest, club_slug: str, session_id: int) -> HttpResponse:
    """The slides alone: 304 for whoever has them already, at the cost of one small query."""
    found = queries.revision_of(club_slug=club_slug, pk=session_id)
    role = found and role_of(request.user, Club(pk=found["club_id"]))
    if found is None or not queries.may_see(Session(**found), role):
        raise Http404
    with read_by(audience_of(role)):
        etag = _etag(Session(**found))
        response = get_conditional_response(request, etag=etag) or HttpResponse(_fresh(session_id))
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    response["ETag"] = etag
    return response


def _fresh(session_id: int) -> SafeString:
    return _slides(queries.session_with_club(session_id))


def _etag(session: Session) -> str:
    """A tag of all that the slides depend on: the leaderboard, the clock, the round."""
    return f'{make_etag(session)[:-1]}-{session.notices}"'


def _slides(session: Session) -> SafeString:
    """The slides, laid out once for each revision, language and audience."""
    key = f"projector:{_etag(session)}"
    text = cache.get(key)
    if text is None:
        with club_zone(session.club):
            text = str(render_to_string("sessions/projector/_slides.html", slides.make_slides(session)))
        cache.set(key, text, queries.CACHE_SECONDS)
    return mark_safe(text)  # noqa: S308 (our own template's output)


urlpatterns = [
    path(f"{SESSION}projector/", projector, name="projector"),
    path(f"{SESSION}projector/slides/", slides_fragment, name="projector_slides"),
]
