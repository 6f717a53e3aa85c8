"""Files that take a while: how far one is, the file itself, and the order of a season's results."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Role, club_view
from clubs.models import Club
from sessions import jobs, queries
from sessions.jobs.works import SEARCH
from sessions.models import Job
from sessions.setup_forms import DateInput
from sessions.sheets.season import Span


class SeasonForm(forms.Form):
    """From which day to which."""

    first = forms.DateField(label=gettext_lazy("From"), widget=DateInput())
    last = forms.DateField(label=gettext_lazy("To"), widget=DateInput())

    def clean(self) -> dict:
        values = super().clean()
        if {"first", "last"} <= set(values) and values["first"] > values["last"]:
            raise ValidationError(_("The first day is after the last one."))
        return values


@never_cache
@require_safe
@club_view()
def job(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """How far it is; the page looks again by itself, with or without scripts."""
    found = _find(request, club, key)
    page = "sessions/jobs/search.html" if found.work == SEARCH else "sessions/jobs/job.html"
    response = render(request, page, {"job": found})
    if found.is_open:
        response["Refresh"] = "2"
    return response


@never_cache
@require_safe
@club_view()
def job_file(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """The file, once it is ready."""
    found = _find(request, club, key)
    if found.state != Job.State.DONE:
        raise Http404
    is_attached = not found.content_type.endswith("pdf")
    headers = {"Content-Disposition": content_disposition_header(is_attached, found.file_name)}
    return HttpResponse(jobs.content_of(found), content_type=found.content_type, headers=headers)


@require_POST
@club_view()
def cancel_job(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Do without the file."""
    jobs.cancel_job(_find(request, club, key))
    return redirect("sessions:job", club.slug, key)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(role=Role.DIRECTOR)
def season(request: HttpRequest, club: Club) -> HttpResponse:
    """Every result of a time as a workbook: from which day to which."""
    today = timezone.localdate()
    form = SeasonForm(request.POST or None, initial={"first": today.replace(month=1, day=1), "last": today})
    if not form.is_valid():
        return render(request, "sessions/jobs/season.html", {"form": form})
    span = Span(**form.cleaned_data)
    count = queries.count_lines_between(club, span.first, span.last)
    if not count:
        form.add_error(None, _("No result was recorded in that time."))
        return render(request, "sessions/jobs/season.html", {"form": form})
    return ordered(
        request,
        club=club,
        work="season",
        order={"span": span.plain, "role": request.club_role, "count": count},
        title=_("Results from %(first)s to %(last)s")
        % {"first": date_format(span.first), "last": date_format(span.last)},
        back_url=reverse("sessions:season", args=[club.slug]),
    )


def ordered(request: HttpRequest, *, club: Club, back_url: str, **values) -> HttpResponse:
    """Put a file in order and lead to the page that says how far it is."""
    try:
        found = jobs.order_job(club=club, back_url=back_url, **values)
    except jobs.BusyError:
        messages.error(request, _("Other files are still being made. Try again when they are ready."))
        return redirect(back_url)
    return redirect("sessions:job", club.slug, found.key)


def _find(request: HttpRequest, club: Club, key: str) -> Job:
    found = jobs.find_job(club, key, role=request.club_role)
    if found is None:
        raise Http404
    return found


urlpatterns = [
    path("c/<slug:club_slug>/files/<str:key>/", job, name="job"),
    path("c/<slug:club_slug>/files/<str:key>/file/", job_file, name="job_file"),
    path("c/<slug:club_slug>/files/<str:key>/cancel/", cancel_job, name="cancel_job"),
    path("c/<slug:club_slug>/season/", season, name="season"),
]
