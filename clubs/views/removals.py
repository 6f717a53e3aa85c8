"""What the club took away: the list of it, and the way back."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import removing
from clubs.access import Role, club_view
from clubs.models import Club


@club_view(role=Role.DIRECTOR)
@require_safe
def removed(request: HttpRequest, club: Club) -> HttpResponse:
    """What can be put back."""
    context = {"removals": removing.removals_of(club), "kept": removing.KEPT}
    return render(request, "clubs/removed.html", context)


@club_view(role=Role.DIRECTOR)
@require_POST
def put_back(request: HttpRequest, club: Club, removal_id: int) -> HttpResponse:
    """Let it be there again, and go there."""
    removal = get_object_or_404(removing.removals_of(club), pk=removal_id)
    try:
        thing = removing.put_back(removal=removal)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("clubs:removed", club.slug)
    messages.success(request, _("“%(title)s” is back.") % {"title": removal.title})
    return redirect(thing.get_absolute_url())
