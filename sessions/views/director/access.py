"""Who may direct: the directors of the session's own club."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse

from clubs.access import Role, club_view
from clubs.models import Club
from scoring.lines import EntryError
from scoring.movements.plan import MovementError
from sessions import queries
from sessions.services import RefusedError
from sessions.words import say, say_error


def director_view(view: Callable) -> Callable:
    """Turn ``view(request, session, ...)`` into the view of a route below a club's session.

    Visitors are sent to sign in, other accounts get a 403; a session of another club is a 404.
    """

    @club_view(role=Role.DIRECTOR)
    @wraps(view)
    def guarded(request: HttpRequest, club: Club, session_id: int, **kwargs) -> HttpResponse:
        session = queries.find_session(club, session_id, role=request.club_role)
        if session is None:
            raise Http404
        return view(request, session, **kwargs)

    return guarded


def attempt(request: HttpRequest, service: Callable, done: str, **values) -> bool:
    """Run a service and say at the top of the next page what came of it; whether it was done."""
    try:
        service(**values)
    except (RefusedError, EntryError, MovementError, ValidationError) as error:
        messages.error(request, objection(error))
        return False
    messages.success(request, done)
    return True


def objection(error: Exception) -> str:
    """Why a write was refused, as a sentence for people."""
    if isinstance(error, EntryError):
        return say_error(error)
    if isinstance(error, MovementError):
        text = say(error.message)
        return f"{text[:1].upper()}{text[1:]}."
    if isinstance(error, ValidationError):
        return " ".join(error.messages)
    return str(error)
