"""One's own account: clubs, mail address, and one-time codes."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import queries, second_step, services
from clubs.forms import CodeForm, EmailForm
from clubs.pictures import qr_image

from .sign_in import wrong_code
from .tools import tell


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """One's own name, clubs and password, and the way out."""
    return _show_account(request, EmailForm(instance=request.user))


def _show_account(request: HttpRequest, form: EmailForm) -> HttpResponse:
    context = {
        "form": form,
        "memberships": queries.memberships_of(request.user),
        "clubs": queries.clubs_of(request.user) if request.user.is_superuser else (),
        "has_codes": second_step.is_on(request.user),
    }
    return render(request, "clubs/account.html", context)


@login_required
@require_POST
def email(request: HttpRequest) -> HttpResponse:
    """Say where letters go."""
    form = EmailForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _show_account(request, form)
    services.set_email(user=request.user, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("clubs:account")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, membership_id: int) -> HttpResponse:
    """Ask once, then act for a club no longer."""
    membership = get_object_or_404(queries.memberships_of(request.user), pk=membership_id)
    if request.method != "POST":
        return render(request, "clubs/leave.html", {"membership": membership})
    text = _("You have left %(club)s.") % {"club": membership.club}
    tell(request, text, services.remove_member, membership=membership)
    return redirect("clubs:account")


# --- one-time codes -----------------------------------------------------------------------------------


@login_required
@require_safe
def codes(request: HttpRequest) -> HttpResponse:
    """Whether signing in takes a code, and what can be done about it."""
    return _show_codes(request, CodeForm())


def _show_codes(request: HttpRequest, form: CodeForm) -> HttpResponse:
    context = {
        "form": form,
        "is_on": second_step.is_on(request.user),
        "left": second_step.codes_left(request.user),
    }
    return render(request, "clubs/codes.html", context)


@login_required
@require_POST
def prepare_codes(request: HttpRequest) -> HttpResponse:
    """Make a secret for an app; somebody who has codes already needs one of them."""
    if second_step.is_on(request.user):
        form = CodeForm(request.POST)
        if not _is_right(request, form):
            return _show_codes(request, form)
    second_step.prepare(user=request.user)
    return redirect("clubs:confirm_codes")


@login_required
@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_codes(request: HttpRequest) -> HttpResponse:
    """Show the secret to the app, and turn codes on once the app has made one."""
    device = second_step.prepared(request.user)
    if device is None:
        return redirect("clubs:codes")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        found = second_step.confirm(user=request.user, code=form.cleaned_data["code"])
        if found:
            return render(request, "clubs/recovery_codes.html", {"codes": found, "is_new": True})
        form.add_error("code", wrong_code())
    context = {
        "form": form,
        "image": qr_image(device.config_url),
        "secret": second_step.secret_of(device),
    }
    return render(request, "clubs/confirm_codes.html", context)


@login_required
@never_cache
@require_POST
def renew_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes in place of the old ones, for one code."""
    form = CodeForm(request.POST)
    if not _is_right(request, form):
        return _show_codes(request, form)
    found = second_step.renew_codes(user=request.user)
    return render(request, "clubs/recovery_codes.html", {"codes": found})


@login_required
@require_POST
def turn_codes_off(request: HttpRequest) -> HttpResponse:
    """Ask for no code any more, for one last code."""
    form = CodeForm(request.POST)
    if not _is_right(request, form):
        return _show_codes(request, form)
    second_step.turn_off(user=request.user)
    messages.success(request, _("Your password alone signs you in now."))
    return redirect("clubs:account")


def _is_right(request: HttpRequest, form: CodeForm) -> bool:
    if not form.is_valid():
        return False
    is_right = second_step.check(user=request.user, code=form.cleaned_data["code"])
    if not is_right:
        form.add_error("code", wrong_code())
    return is_right
