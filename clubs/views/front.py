"""The front page, the first run, and the language one reads in."""

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from clubs import queries, services
from clubs.forms import StartForm

from .tools import MODEL_BACKEND, apply


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The table-code box and the clubs one may see."""
    clubs = list(queries.visible_clubs(request.user))
    if not clubs and queries.is_first_run():
        return redirect("clubs:start")
    return render(request, "clubs/home.html", {"clubs": clubs})


@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Make the first account and its club; there is no such page afterwards."""
    if not queries.is_first_run():
        raise Http404
    form = StartForm(request.POST or None, initial={"code": request.GET.get("code", "")})
    if form.is_valid():
        club = apply(form, services.start_site, **_start_values(form))
        if club:
            login(request, club.memberships.get().user, backend=MODEL_BACKEND)
            return redirect("clubs:members", club.slug)
    return render(request, "clubs/start.html", {"form": form})


def _start_values(form: StartForm) -> dict:
    return {name: form.cleaned_data[name] for name in ("username", "password", "email", "club_name")}


@require_GET
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language one reads in."""
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = ""
    return render(request, "clubs/language.html", {"next": back})
