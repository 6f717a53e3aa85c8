"""Whoever was invited comes in: with the account he has, or with a new one."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs import invitations, queries
from clubs.forms import AccountForm
from clubs.models import Membership

from .tools import MODEL_BACKEND, apply, tell


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What is offered, and by whom; accepted with one button or with a new account."""
    found = invitations.find_invitation(token)
    if found is None:
        return _refuse(request)
    if request.user.is_authenticated:
        return _join_as_oneself(request, found, token)
    form = AccountForm(request.POST or None, initial={"email": found.email})
    made = form.is_valid() and apply(form, invitations.accept_as_new, token=token, **form.cleaned_data)
    if made:
        login(request, made.user, backend=MODEL_BACKEND)
        return _welcome(request, made)
    return render(request, "clubs/invitation.html", {"invitation": found, "form": form})


def _refuse(request: HttpRequest) -> HttpResponse:
    """Used, withdrawn or too old: all the same to whoever has no business here."""
    response = render(request, "clubs/invitation_over.html", status=404)
    response["X-Robots-Tag"] = "noindex"
    return response


def _join_as_oneself(request: HttpRequest, found, token: str) -> HttpResponse:
    if request.method != "POST":
        context = {"invitation": found, "held": queries.role_of(request.user, found.club)}
        return render(request, "clubs/invitation.html", context)
    if not tell(request, _("You are in."), invitations.accept, token=token, user=request.user):
        return _refuse(request)
    return redirect("sessions:club", found.club.slug)


def _welcome(request: HttpRequest, membership: Membership) -> HttpResponse:
    text = _("Welcome to %(club)s. You are signed in as %(name)s.")
    messages.success(request, text % {"club": membership.club, "name": membership.user})
    return redirect("sessions:club", membership.club.slug)
