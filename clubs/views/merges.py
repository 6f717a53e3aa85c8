"""Players who are on the list twice: found, looked at together, made one, and two again."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import merging
from clubs.access import Role, club_view
from clubs.forms import MergeForm
from clubs.models import Club

from .tools import apply


@club_view(role=Role.DIRECTOR)
@require_safe
def duplicates(request: HttpRequest, club: Club) -> HttpResponse:
    """Who may be on the list twice, any two to choose, and what was merged."""
    wanted = request.GET.get("who", "").strip()
    context = {
        "suggestions": merging.suggest(club),
        "form": MergeForm(club=club, wanted=wanted),
        "wanted": wanted,
        "merges": merging.merges_of(club),
    }
    return render(request, "clubs/duplicates.html", context)


@club_view(role=Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, club: Club) -> HttpResponse:
    """What would come of making one of two; then do it."""
    form = MergeForm(request.POST or request.GET, club=club)
    if not form.is_valid():
        context = {"form": form, "suggestions": [], "merges": merging.merges_of(club)}
        return render(request, "clubs/duplicates.html", context)
    if request.method == "POST":
        made = apply(form, merging.merge_players, by=request.user, **form.cleaned_data)
        if made:
            text = _("%(gone)s and %(kept)s are one player now. It can be undone below.")
            messages.success(request, text % {"gone": made.name, "kept": made.kept.name})
            return redirect("clubs:duplicates", club.slug)
    context = {"form": form, "plan": merging.plan_merge(**form.cleaned_data)}
    return render(request, "clubs/merge.html", context)


@club_view(role=Role.DIRECTOR)
@require_POST
def apart(request: HttpRequest, club: Club) -> HttpResponse:
    """They are two people: suggest them no more."""
    form = MergeForm(request.POST, club=club)
    if form.is_valid():
        first, second = form.cleaned_data["kept"], form.cleaned_data["gone"]
        merging.tell_apart(first=first, second=second)
        messages.success(
            request, _("%(first)s and %(second)s are two people.") % {"first": first, "second": second}
        )
    return redirect("clubs:duplicates", club.slug)


@club_view(role=Role.DIRECTOR)
@require_POST
def undo(request: HttpRequest, club: Club, merge_id: int) -> HttpResponse:
    """Make two players of one again."""
    found = get_object_or_404(club.merges, pk=merge_id)
    try:
        gone = merging.undo_merge(merge=found)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("%(name)s is a separate player again.") % {"name": gone.name})
    return redirect("clubs:duplicates", club.slug)
