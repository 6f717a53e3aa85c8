"""Who may see and do what in a club."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from .models import Club, Role
from .privacy import audience_of, read_by
from .queries import role_of

__all__ = ["Role", "caller_address", "caller_name", "club_view", "club_zone", "has_role"]

USER_NAME_KEPT = 255


def club_view(role: Role | None = None) -> Callable:
    """Turn `view(request, club, ...)` into the view of a route with `<slug:club_slug>`, in the club's time.

    Names are told as the role may read them, and search engines kept out unless the club lets them in.
    Sets request.club and request.club_role at the cost of two queries. An unknown club is a 404. Where `role`
    is asked for, visitors are sent to sign in and accounts with a lesser role get a 403; None lets all in.
    """

    def decorate(view: Callable) -> Callable:
        @wraps(view)
        def guarded(request: HttpRequest, club_slug: str, *args, **kwargs) -> HttpResponse:
            request.club = get_object_or_404(Club, slug=club_slug)
            request.club_role = role_of(request.user, request.club)
            if role is not None and not has_role(request, role):
                return _turn_away(request)
            with club_zone(request.club), read_by(audience_of(request.club_role)):
                response = view(request, request.club, *args, **kwargs)
            if not request.club.is_indexed:
                response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
            return response

        return guarded

    return decorate


def club_zone(club: Club) -> timezone.override:
    """A context in which times are told as the club's clock shows them."""
    return timezone.override(club.time_zone or None)


def caller_address(request: HttpRequest) -> str:
    """Whom a request comes from: behind a proxy the address that the proxy itself has seen."""
    passed_on = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return passed_on.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def caller_name(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str | None:
    """Under which user name somebody tries to sign in, as much of it as is kept with a failed attempt."""
    name = (credentials or request.POST).get("username")
    return None if name is None else str(name)[:USER_NAME_KEPT]


def has_role(request: HttpRequest, role: Role) -> bool:
    """Whether the account behind a club's page has `role` or a higher one there."""
    held = getattr(request, "club_role", None)
    return held is not None and held >= role


def _turn_away(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        raise PermissionDenied
    response = redirect_to_login(request.get_full_path())
    # A fragment's request would swap the sign-in page into the fragment; send the whole page there instead.
    return HttpResponseClientRedirect(response.url) if request.htmx else response
