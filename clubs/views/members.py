"""A club's players: the list, and how they come onto it."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs import queries, services
from clubs.access import Role, club_view
from clubs.forms import MembersFileForm, PasteForm, PlayerForm, RowsForm
from clubs.imports import preview
from clubs.models import Club
from clubs.sending import once

from .tools import apply

PAGE_SIZE = 100


@club_view(role=Role.DIRECTOR)
@require_GET
def members(request: HttpRequest, club: Club) -> HttpResponse:
    return _show_members(request, club)


@club_view(role=Role.DIRECTOR)
@require_POST
@once
def add_member(request: HttpRequest, club: Club) -> HttpResponse:
    """Add one player."""
    form = PlayerForm(request.POST)
    player = form.is_valid() and apply(form, services.add_player, club=club, **form.cleaned_data)
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
        apply(form, services.add_players, club=club, names=form.cleaned_data["names"])
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
        written = RowsForm.written(form.cleaned_data["file"])
        rows_form = RowsForm(initial={"rows": written, "with_changes": True})
    context = {"form": form, "candidates": candidates, "rows_form": rows_form}
    context["new"] = sum(each.is_new for each in candidates)
    context["changed"] = sum(bool(each.news) for each in candidates)
    context["has_alike"] = any(each.alike for each in candidates)
    return render(request, "clubs/import_members.html", context)


@club_view(role=Role.DIRECTOR)
@require_POST
def confirm_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Put the new members of a file that was looked at on the list."""
    form = RowsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Please choose the file again."))
        return redirect("clubs:import_members", club.slug)
    added, changed = services.import_players(club=club, **form.cleaned_data)
    text = ngettext("%(count)d new name is on the list.", "%(count)d new names are on the list.", len(added))
    messages.success(request, text % {"count": len(added)})
    if changed:
        text = ngettext("%(count)d member is changed.", "%(count)d members are changed.", len(changed))
        messages.success(request, text % {"count": len(changed)})
    return redirect("clubs:members", club.slug)


@club_view(role=Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_member(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Rename a player, or change what else the club knows of them."""
    player = get_object_or_404(queries.all_players(club), pk=player_id)
    form = PlayerForm(request.POST or None, instance=player)
    if form.is_valid() and apply(form, services.update_player, player=player, **form.cleaned_data):
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


def _show_members(request: HttpRequest, club: Club, *, player_form=None, paste_form=None) -> HttpResponse:
    query = request.GET.get("q", "").strip()
    page = Paginator(queries.find_players(club, query), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "query": query,
        "player_form": player_form or PlayerForm(auto_id="add_%s"),
        "paste_form": paste_form or PasteForm(auto_id="paste_%s"),
    }
    return render(request, "clubs/members.html", context)
