"""How a player is named to whom: in full inside the club, as he has chosen to everyone else.

Names join in one place (``sessions.queries``), which asks here. Who reads is known by the request, as the
time zone is: every request begins as a stranger's, and is the club's own once a role, or a table's code,
has been established. Commands and services are the club's own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

CLUB = "club"
EVERYONE = "everyone"

_audience: ContextVar[str] = ContextVar("audience", default=CLUB)


class Naming(models.TextChoices):
    """How strangers read a name."""

    FULL = "full", gettext_lazy("Full name")
    INITIAL = "initial", gettext_lazy("First name and initial")
    HIDDEN = "hidden", gettext_lazy("Not at all")


def audience() -> str:
    """Who is reading now: ``CLUB`` or ``EVERYONE``. Part of the key of whatever is cached with names."""
    return _audience.get()


@contextmanager
def read_by(who: str) -> Iterator[None]:
    """A context in which names are told as ``who`` may read them."""
    token = _audience.set(who)
    try:
        yield
    finally:
        _audience.reset(token)


def audience_of(role) -> str:
    """Whoever has a role in the club reads as the club does."""
    return EVERYONE if role is None else CLUB


def naming_of(player, club) -> str:
    """The naming that holds for a player: minors are hidden, else his own choice, else the club's."""
    if player.is_minor:
        return Naming.HIDDEN
    return player.naming or club.naming


def shown_names(player, club) -> tuple[str, str]:
    """The name and the short name of a player as the present reader may have them."""
    if audience() == CLUB:
        return player.name, player.called
    naming = naming_of(player, club)
    if naming == Naming.FULL:
        return player.name, player.called
    if naming == Naming.INITIAL:
        short = initialled(player.name)
        return short, short
    return _("Name withheld"), _("Name withheld")


def is_hidden(player, club) -> bool:
    """Whether the present reader may not know who this player is."""
    return audience() == EVERYONE and naming_of(player, club) == Naming.HIDDEN


def initialled(name: str) -> str:
    """``"Ada L."`` for ``"Ada King Lovelace"``; a single name is cut to its first letter."""
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else f"{first[0]}."


class StrangersFirst:
    """Middleware: whoever asks is a stranger until a view has found out more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with read_by(EVERYONE):
            return self.get_response(request)
