"""The way back for whoever lost a password: Django's own, by mail, or told how without."""

from django.contrib.auth import views as auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy

from clubs.access import caller_address
from clubs.limits import is_too_often
from clubs.mail import can_mail

LETTERS, HOUR = 3, 60 * 60
ASKED = 20


def ask(request: HttpRequest) -> HttpResponse:
    """Mail a link to the account's address; without a mail server say who can make one."""
    if not can_mail():
        return render(request, "registration/no_mail.html")
    if request.method == "POST" and _asks_too_often(request):
        return render(request, "429.html", status=429)
    return _ASK(request)


def _asks_too_often(request: HttpRequest) -> bool:
    """Nobody's letter box is filled: a few letters an hour to one address, more from one network."""
    email, network = request.POST.get("email", "").strip().lower(), caller_address(request)
    to_one = is_too_often("password-to", email, times=LETTERS, seconds=HOUR)
    return is_too_often("password-from", network, times=ASKED, seconds=HOUR) or to_one


_ASK = auth.PasswordResetView.as_view(
    template_name="registration/lost_password.html",
    email_template_name="registration/lost_password.txt",
    subject_template_name="registration/lost_password_subject.txt",
    success_url=reverse_lazy("clubs:password_reset_done"),
)
sent = auth.PasswordResetDoneView.as_view(template_name="registration/lost_password_sent.html")
choose = auth.PasswordResetConfirmView.as_view(
    template_name="registration/choose_password.html",
    success_url=reverse_lazy("clubs:password_reset_complete"),
)
done = auth.PasswordResetCompleteView.as_view(template_name="registration/choose_password_done.html")
