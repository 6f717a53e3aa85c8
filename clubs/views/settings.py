"""A club's own details and its logo."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import queries, services
from clubs.access import Role, club_view
from clubs.forms import ClubForm, LogoForm
from clubs.models import Club

from .tools import apply

YEAR = 365 * 24 * 60 * 60


@club_view(role=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """A club's own details."""
    form = ClubForm(request.POST or None, instance=club)
    if form.is_valid() and apply(form, services.update_club, club=club, **form.cleaned_data):
        messages.success(request, _("The club's details are saved."))
        return redirect("clubs:settings", club.slug)
    return _show_settings(request, club, club_form=form)


@club_view()
@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def logo(request: HttpRequest, club: Club, version: str) -> HttpResponse:
    """The club's logo; its address changes with it, so whoever has it may keep it."""
    content = queries.logo_of(club) if version == club.logo_version else None
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/png")


@club_view(role=Role.OWNER)
@require_POST
def set_logo(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a picture the club's logo."""
    form = LogoForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_settings(request, club, logo_form=form)
    services.set_logo(club=club, content=form.cleaned_data["picture"])
    messages.success(request, _("The logo is saved."))
    return redirect("clubs:settings", club.slug)


@club_view(role=Role.OWNER)
@require_POST
def remove_logo(request: HttpRequest, club: Club) -> HttpResponse:
    """Take the logo away."""
    services.remove_logo(club=club)
    messages.success(request, _("The logo is gone from pages and sheets."))
    return redirect("clubs:settings", club.slug)


def _show_settings(request: HttpRequest, club: Club, *, club_form=None, logo_form=None) -> HttpResponse:
    context = {
        "club_form": club_form or ClubForm(instance=club),
        "logo_form": logo_form or LogoForm(auto_id="logo_%s"),
    }
    return render(request, "clubs/settings.html", context)
