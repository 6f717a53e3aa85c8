"""The field of a session: handicaps, strata, and where points are carried over from."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.lines import EntryError
from sessions import queries, services
from sessions.field_forms import FieldForm
from sessions.models import Session

from .access import director_view, objection


@director_view
@require_http_methods(["GET", "HEAD", "POST"])
def field(request: HttpRequest, session: Session) -> HttpResponse:
    """Fix handicaps and strata for this session, and say where points come from."""
    night = queries.load_night(session)
    form = FieldForm(
        request.POST or None,
        session=session,
        ranking=night.ranking,
        competitors=list(queries.competitors(night)),
        sources=queries.carry_sources(session),
    )
    if form.is_valid() and _set(form, session):
        messages.success(request, _("Saved: the ranking is computed anew."))
        return redirect("sessions:field", session.club.slug, session.pk)
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "sessions/director/field.html", {"session": session, "form": form}, status=status)


def _set(form: FieldForm, session: Session) -> bool:
    try:
        services.set_field(session=session, **form.values())
    except EntryError as error:
        form.add_error(error.field, objection(error))
    except services.RefusedError as error:
        form.add_error(None, objection(error))
    return form.is_valid()
