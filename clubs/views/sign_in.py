"""Signing in: the password, and for whoever wants it a code after that."""

from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs import second_step
from clubs.forms import CodeForm


class SignIn(auth.LoginView):
    """Django's own, which stops half-way where an account asks for a code."""

    template_name = "registration/sign_in.html"

    def form_valid(self, form) -> HttpResponse:
        user = form.get_user()
        if not second_step.is_on(user):
            return super().form_valid(form)
        second_step.remember(self.request, user, self.get_success_url())
        return redirect("clubs:sign_in_code")


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step: there is none without the first, a few minutes ago."""
    found = second_step.remembered(request)
    if found is None:
        return redirect("clubs:sign_in")
    user, goal = found
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if second_step.check(user=user, code=form.cleaned_data["code"]):
            login(request, user)
            request.session.pop(second_step.HALF_WAY, None)
            return redirect(goal)
        form.add_error("code", wrong_code())
    return render(request, "registration/code.html", {"form": form})


def wrong_code() -> str:
    return _("That code is not right, or came too soon after a wrong one. Wait a moment and take the next.")
