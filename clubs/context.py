"""What every page's frame knows about the club it belongs to."""

from django.http import HttpRequest

from .access import has_role
from .models import Role


def club_rights(request: HttpRequest) -> dict:
    """The page's club, if any, and what its reader may do there."""
    return {
        "club": getattr(request, "club", None),
        "may_score": has_role(request, Role.SCORER),
        "may_direct": has_role(request, Role.DIRECTOR),
        "may_own": has_role(request, Role.OWNER),
    }
