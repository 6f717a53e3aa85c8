"""The front page, the first run, and a club's players and settings."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from . import queries, services
from .access import Role, club_view
from .forms import (
    ClubForm,
    InviteForm,
    MembersFileForm,
    PasteForm,
    PlayerForm,
    RoleForm,
    RowsForm,
    StartForm,
)
from .imports import preview
from .models import Club

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


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
        club = _apply(form, services.start_site, **_start_values(form))
        if club:
            login(request, club.memberships.get().user, backend=MODEL_BACKEND)
            return redirect("clubs:members", club.slug)
    return render(request, "clubs/start.html", {"form": form})


def _start_values(form: StartForm) -> dict:
    return {name: form.cleaned_data[name] for name in ("username", "password", "email", "club_name")}


@login_required
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """One's own name, clubs and password, and the way out."""
    return render(request, "clubs/account.html", {"clubs": queries.clubs_of(request.user)})


@require_GET
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language one reads in."""
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = ""
    return render(request, "clubs/language.html", {"next": back})


@club_view(role=Role.DIRECTOR)
@require_GET
def members(request: HttpRequest, club: Club) -> HttpResponse:
    return _show_members(request, club)


@club_view(role=Role.DIRECTOR)
@require_POST
def add_member(request: HttpRequest, club: Club) -> HttpResponse:
    """Add one player."""
    form = PlayerForm(request.POST)
    player = form.is_valid() and _apply(form, services.add_player, club=club, **form.cleaned_data)
    if not player:
        return _show_members(request, club, player_form=form)
    messages.success(request, _("%(name)s is on the list.") % {"name": player.name})
    return redirect("clubs:members", club.slug)


@club_view(role=Role.DIRECTOR)
@require_POST
def paste_members(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a list of names."""
    form = PasteForm(request.POST)
    added = (
        _apply(form, services.add_players, club=club, names=form.cleaned_data["names"])
        if form.is_valid()
        else None
    )
    if added is None:
        return _show_members(request, club, paste_form=form)
    text = ngettext("%(count)d new name is on the list.", "%(count)d new names are on the list.", len(added))
    messages.success(request, text % {"count": len(added)})
    return redirect("clubs:members", club.slug)


@club_view(role=Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def import_members(request: HttpRequest, club: Club) -> HttpResponse:
    """A file of members: first what would come of it, then the same on the list."""
    form = MembersFileForm(request.POST or None, request.FILES or None)
    candidates, rows_form = [], None
    if form.is_valid():
        candidates = preview(club, form.cleaned_data["file"])
        rows_form = RowsForm(initial={"rows": RowsForm.written(form.cleaned_data["file"])})
    context = {"form": form, "candidates": candidates, "rows_form": rows_form}
    context["new"] = sum(each.is_new for each in candidates)
    return render(request, "clubs/import_members.html", context)


@club_view(role=Role.DIRECTOR)
@require_POST
def confirm_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Put the new members of a file that was looked at on the list."""
    form = RowsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Please choose the file again."))
        return redirect("clubs:import_members", club.slug)
    added = services.import_players(club=club, candidates=preview(club, form.cleaned_data["rows"]))
    text = ngettext("%(count)d new name is on the list.", "%(count)d new names are on the list.", len(added))
    messages.success(request, text % {"count": len(added)})
    return redirect("clubs:members", club.slug)


@club_view(role=Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_member(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Rename a player, or change what else the club knows of them."""
    player = get_object_or_404(queries.all_players(club), pk=player_id)
    form = PlayerForm(request.POST or None, instance=player)
    if form.is_valid() and _apply(form, services.update_player, player=player, **form.cleaned_data):
        messages.success(request, _("%(name)s is saved.") % {"name": player.name})
        return redirect("clubs:members", club.slug)
    return render(request, "clubs/edit_member.html", {"form": form, "player": player})


@club_view(role=Role.DIRECTOR)
@require_POST
def activate_member(request: HttpRequest, club: Club, player_id: int, *, active: bool) -> HttpResponse:
    """Take a player off the lists one chooses from, or put them back."""
    player = get_object_or_404(queries.all_players(club), pk=player_id)
    services.update_player(player=player, is_active=active)
    text = _("%(name)s is back on the list.") if active else _("%(name)s is off the list; the results stay.")
    messages.success(request, text % {"name": player.name})
    return redirect("clubs:members", club.slug)


@club_view(role=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """A club's own details and the accounts that act for it."""
    form = ClubForm(request.POST or None, instance=club)
    if form.is_valid() and _apply(form, services.update_club, club=club, **form.cleaned_data):
        messages.success(request, _("The club's details are saved."))
        return redirect("clubs:settings", club.slug)
    return _show_settings(request, club, club_form=form)


@club_view(role=Role.OWNER)
@require_POST
def invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Give a role to an account, new or known."""
    form = InviteForm(request.POST)
    invited = form.is_valid() and _apply(
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


def _apply(form, service, **values):
    """What `service` returns, or None with its objections added to `form`."""
    try:
        return service(**values)
    except ValidationError as error:
        known = hasattr(error, "error_dict") and set(error.error_dict) <= {*form.fields, "__all__"}
        form.add_error(None, error if known or not hasattr(error, "error_dict") else error.messages)
        return None


def _tell(request: HttpRequest, service, **values) -> None:
    """Run `service` and put its success or its objection at the top of the next page."""
    try:
        service(**values)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("Saved."))


def _show_members(request: HttpRequest, club: Club, *, player_form=None, paste_form=None) -> HttpResponse:
    context = {
        "players": queries.all_players(club),
        "player_form": player_form or PlayerForm(auto_id="add_%s"),
        "paste_form": paste_form or PasteForm(auto_id="paste_%s"),
    }
    return render(request, "clubs/members.html", context)


def _show_settings(request: HttpRequest, club: Club, *, club_form=None, invite_form=None) -> HttpResponse:
    context = {
        "club_form": club_form or ClubForm(instance=club),
        "invite_form": invite_form or InviteForm(auto_id="invite_%s", initial={"role": Role.DIRECTOR}),
        "memberships": queries.memberships(club),
        "roles": Role.choices,
    }
    return render(request, "clubs/settings.html", context)
