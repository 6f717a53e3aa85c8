"""What one stranger was told a moment ago is told to the next who asks for the same.

Hundreds who watch a leaderboard ask for it every few seconds, and meanwhile results are to be stored: their
question is answered before anything is looked up, from an answer that is at most ``ECHO_SECONDS`` old.
"""

import time
from collections.abc import Callable, Hashable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

KEPT_MAX = 200
HEADERS = ("HTTP_HOST", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH")


def for_any_stranger(response: HttpResponse) -> HttpResponse:
    """Say that whoever has no cookie of a session may have this answer, by its address and ``HEADERS``."""
    response.is_for_any_stranger = True
    return response


class Echo:
    """Middleware, outside all others: it keeps what they made of an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.kept: dict[Hashable, tuple[float, int, dict[str, str], bytes]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return self.get_response(request)
        now = time.monotonic()
        told_at, status, headers, content = self.kept.get(key, (0.0, 0, {}, b""))
        if status and now - told_at < settings.ECHO_SECONDS:
            return HttpResponse(content, status=status, headers=headers)
        response = self.get_response(request)
        if getattr(response, "is_for_any_stranger", False) and not response.cookies:
            self._keep(key, now, response)
        return response

    def _keep(self, key: Hashable, now: float, response: HttpResponse) -> None:
        if len(self.kept) >= KEPT_MAX:
            self.kept.clear()
        self.kept[key] = (now, response.status_code, dict(response.headers), response.content)


def _key(request: HttpRequest) -> Hashable | None:
    """All that an answer to a stranger may depend on; None where the answer is somebody's own."""
    if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return (
        request.scheme,
        request.get_full_path(),
        language,
        *(request.META.get(name) for name in HEADERS),
    )
