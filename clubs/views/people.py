"""Who may act for a club: roles, invitations, and help for whoever cannot sign in any more."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import invitations, queries, services
from clubs.access import Role, club_view
from clubs.asking import ask
from clubs.forms import InviteForm, RoleForm
from clubs.mail import send_invitation
from clubs.models import Club
from clubs.pictures import qr_image
from clubs.sending import once

from .tools import tell

LINK = "link_to_hand_over"


@club_view(role=Role.OWNER)
@require_safe
def people(request: HttpRequest, club: Club) -> HttpResponse:
    """The accounts that act for the club, and who has been asked to."""
    wanted = request.GET.get("who", "").strip()
    return _show_people(
        request, club, InviteForm(club=club, wanted=wanted, initial={"role": Role.DIRECTOR}), wanted
    )


def _show_people(request: HttpRequest, club: Club, form: InviteForm, wanted: str = "") -> HttpResponse:
    context = {
        "form": form,
        "wanted": wanted,
        "memberships": queries.memberships(club),
        "invitations": invitations.open_invitations(club),
        "roles": Role.choices,
    }
    return render(request, "clubs/people.html", context)


@club_view(role=Role.OWNER)
@require_POST
@once
def invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Offer somebody a role, by mail and by a link to hand over."""
    form = InviteForm(request.POST, club=club)
    if not form.is_valid():
        return _show_people(request, club, form)
    invitation, token = invitations.invite(club=club, by=request.user, **form.cleaned_data)
    path = reverse("clubs:invitation", args=[token])
    if send_invitation(invitation, request.build_absolute_uri(path)):
        messages.success(request, _("The link is on its way to %(email)s.") % {"email": invitation.email})
    text = _("Whoever opens this link becomes: %(role)s. It works once, for a week.")
    return _hand_over(request, club, path, text % {"role": invitation.get_role_display()})


def _hand_over(request: HttpRequest, club: Club, path: str, text: str) -> HttpResponse:
    """Go to the page that shows a link, once: it is kept nowhere else."""
    request.session[LINK] = {"path": path, "text": text, "club": club.pk}
    return redirect("clubs:link", club.slug)


@club_view(role=Role.OWNER)
@never_cache
@require_safe
def link(request: HttpRequest, club: Club) -> HttpResponse:
    """A link to hand over, shown this once."""
    found = request.session.pop(LINK, None)
    if found is None or found["club"] != club.pk:
        return redirect("clubs:people", club.slug)
    address = request.build_absolute_uri(found["path"])
    context = {"address": address, "text": found["text"], "image": qr_image(address)}
    return render(request, "clubs/link.html", context)


@club_view(role=Role.OWNER)
@require_POST
def withdraw(request: HttpRequest, club: Club, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_object_or_404(invitations.open_invitations(club), pk=invitation_id)
    tell(request, _("The link opens nothing any more."), invitations.withdraw, invitation=found)
    return redirect("clubs:people", club.slug)


@club_view(role=Role.OWNER)
@require_POST
def set_role(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Change what an account may do."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    form = RoleForm(request.POST)
    if form.is_valid():
        role = form.cleaned_data["role"]
        if membership.user == request.user and role < membership.role and "sure" not in request.POST:
            return _ask_to_step_down(request, club, role)
        text = _("%(name)s is now: %(role)s.") % {"name": membership.user, "role": role.label}
        tell(request, text, services.set_role, membership=membership, role=role)
    return _go_on(request, club)


def _ask_to_step_down(request: HttpRequest, club: Club, role: Role) -> HttpResponse:
    """Whoever takes a right from himself cannot give it back to himself."""
    return ask(
        request,
        heading=_("Give up being an owner?"),
        text=_("You would be: %(role)s. Only another owner can change that again.") % {"role": role.label},
        deed=_("Give it up"),
        back_url=reverse("clubs:people", args=[club.slug]),
    )


def _go_on(request: HttpRequest, club: Club) -> HttpResponse:
    """Back to the people, or, for whoever is an owner no more, to the club."""
    is_owner = queries.role_of(request.user, club) == Role.OWNER
    return redirect("clubs:people" if is_owner else "sessions:club", club.slug)


@club_view(role=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def remove_role(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Ask once, then let an account act for the club no longer."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    if request.method != "POST":
        context = {"membership": membership, "player": queries.player_of(membership.user, club)}
        return render(request, "clubs/remove_role.html", context)
    text = _("%(name)s acts for the club no longer.") % {"name": membership.user}
    tell(request, text, services.remove_member, membership=membership)
    return _go_on(request, club)


@club_view(role=Role.OWNER)
@require_POST
def reset_password(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """A link for an account that forgot its password to choose a new one, shown once."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    try:
        path = invitations.reset_path(membership)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("clubs:people", club.slug)
    text = _("Here %(name)s chooses a new password. The link works once, for three days.")
    return _hand_over(request, club, path, text % {"name": membership.user})


@club_view(role=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def remove_codes(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Ask once, then let an account that lost its phone sign in without codes."""
    membership = get_object_or_404(queries.memberships(club), pk=membership_id)
    if request.method != "POST":
        return ask(
            request,
            heading=_("Let %(name)s sign in without codes?") % {"name": membership.user},
            text=_("The password alone will do, until new codes are set up. Make sure who is asking."),
            deed=_("No codes any more"),
            back_url=reverse("clubs:people", args=[club.slug]),
        )
    text = _("%(name)s signs in without a code now.") % {"name": membership.user}
    tell(request, text, invitations.remove_codes, membership=membership)
    return redirect("clubs:people", club.slug)
