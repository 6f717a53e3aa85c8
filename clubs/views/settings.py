"""A club's own details, and who may act for it."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import queries, services
from clubs.access import Role, club_view
from clubs.forms import ClubForm, InviteForm, LogoForm, RoleForm
from clubs.models import Club

from .tools import apply

YEAR = 365 * 24 * 60 * 60


@club_view(role=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """A club's own details and the accounts that act for it."""
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


@club_view(role=Role.OWNER)
@require_POST
def invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Give a role to an account, new or known."""
    form = InviteForm(request.POST)
    invited = form.is_valid() and apply(
        form,
        services.invite_member,
        club=club,
        username_or_email=form.cleaned_data["account"],
        role=form.cleaned_data["role"],
    )
    if not invited:
        return _show_settings(request, club, invite_form=form)
    messages.success(request, _invitation(*invited))
    return redirect("clubs:settings", club.slug)


def _invitation(membership, password: str) -> str:
    values = {"user": membership.user, "role": membership.get_role_display(), "password": password}
    if not password:
        return _("%(user)s: %(role)s.") % values
    return _("%(user)s: %(role)s. The password, shown this once: %(password)s") % values


@club_view(role=Role.OWNER)
@require_POST
def set_role(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Change what an account may do."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    form = RoleForm(request.POST)
    if form.is_valid():
        _tell(request, services.set_role, membership=membership, role=form.cleaned_data["role"])
    return redirect("clubs:settings", club.slug)


@club_view(role=Role.OWNER)
@require_POST
def remove_role(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Let an account act for the club no longer."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    _tell(request, services.remove_member, membership=membership)
    return redirect("clubs:settings", club.slug)


@club_view(role=Role.OWNER)
@require_POST
def reset_password(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Give an account that forgot its password a new one, shown once."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    try:
        password = services.reset_password(membership=membership)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _invitation(membership, password))
    return redirect("clubs:settings", club.slug)


def _tell(request: HttpRequest, service, **values) -> None:
    """Run `service` and put its success or its objection at the top of the next page."""
    try:
        service(**values)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("Saved."))


def _show_settings(
    request: HttpRequest, club: Club, *, club_form=None, invite_form=None, logo_form=None
) -> HttpResponse:
    context = {
        "club_form": club_form or ClubForm(instance=club),
        "invite_form": invite_form or InviteForm(auto_id="invite_%s", initial={"role": Role.DIRECTOR}),
        "logo_form": logo_form or LogoForm(auto_id="logo_%s"),
        "memberships": queries.memberships(club),
        "roles": Role.choices,
    }
    return render(request, "clubs/settings.html", context)
