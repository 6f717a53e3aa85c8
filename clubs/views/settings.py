"""A club's own details and its logo."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import queries, services
from clubs.access import Role, club_view
from clubs.asking import ask
from clubs.colours import is_kept, look_of
from clubs.forms import ClubForm, ColourForm, LogoForm
from clubs.models import Club

from .tools import apply

YEAR = 365 * 24 * 60 * 60
GREEN = "#17573f"


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


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def look(request: HttpRequest, club_slug: str, look: str) -> HttpResponse:
    """The stylesheet of the club's colour, the same for whoever asks; its address changes with it."""
    club = get_object_or_404(Club, slug=club_slug)
    found = look_of(club.colour) if club.colour else None
    if found is None or found.version != look:
        raise Http404
    return HttpResponse(found.css(), content_type="text/css; charset=utf-8")


@club_view(role=Role.OWNER)
@require_POST
def set_colour(request: HttpRequest, club: Club) -> HttpResponse:
    """Give the club's pages its colour."""
    form = ColourForm(request.POST)
    if not form.is_valid():
        return _show_settings(request, club, colour_form=form)
    services.set_colour(club=club, **form.cleaned_data)
    if is_kept(club.colour):
        messages.success(request, _("The colour is saved."))
    else:
        messages.warning(request, _("The colour is saved, made darker so that it can be read."))
    return redirect("clubs:settings", club.slug)


@club_view(role=Role.OWNER)
@require_POST
def remove_colour(request: HttpRequest, club: Club) -> HttpResponse:
    """Back to the green of the site."""
    text = _("The pages are green again. The colour was %(colour)s, should you want it back.")
    messages.success(request, text % {"colour": club.colour})
    services.set_colour(club=club, colour="")
    return redirect("clubs:settings", club.slug)


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
@require_http_methods(["GET", "HEAD", "POST"])
def remove_logo(request: HttpRequest, club: Club) -> HttpResponse:
    """Ask once, then take the logo away."""
    if request.method != "POST":
        return ask(
            request,
            heading=_("Remove the logo?"),
            text=_("It goes from pages and sheets. You can put it back for 30 days."),
            deed=_("Remove the logo"),
            back_url=reverse("clubs:settings", args=[club.slug]),
        )
    services.remove_logo(club=club, by=request.user)
    messages.success(request, _("The logo is gone from pages and sheets."))
    return redirect("clubs:removed", club.slug)


def _show_settings(
    request: HttpRequest, club: Club, *, club_form=None, logo_form=None, colour_form=None
) -> HttpResponse:
    context = {
        "club_form": club_form or ClubForm(instance=club),
        "colour_form": colour_form
        or ColourForm(auto_id="colour_%s", initial={"colour": club.colour or GREEN}),
        "logo_form": logo_form or LogoForm(auto_id="logo_%s"),
    }
    return render(request, "clubs/settings.html", context)
