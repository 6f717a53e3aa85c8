"""What the director tells the tables, and what their phones may show."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.sending import once
from sessions import queries, services
from sessions.console_forms import MessageForm, TravellersForm
from sessions.models import Session

from .access import attempt, director_view
from .clock import store, to_console


@director_view
@require_POST
@once
def send(request: HttpRequest, session: Session) -> HttpResponse:
    """Show a message on the phone of a table, or on all of them."""
    form = MessageForm(request.POST, tables=queries.table_numbers(session))
    if form.is_valid() and form.cleaned_data["table"] is not None:
        form.cleaned_data["table"] = queries.find_numbered_table(session, form.cleaned_data["table"])
    done = _("Sent: the phones show it until it is read there.")
    return store(request, session, form, services.post_message, done, by=request.user)


@director_view
@require_POST
def withdraw(request: HttpRequest, session: Session, notice_id: int) -> HttpResponse:
    """Take a message off the phones."""
    notice = queries.find_message(session, notice_id)
    if notice is None:
        raise Http404
    attempt(request, services.withdraw_message, _("Taken off the phones."), notice=notice)
    return to_console(session)


@director_view
@require_POST
def travellers(request: HttpRequest, session: Session) -> HttpResponse:
    """Whether phones show how others did on a board."""
    form = TravellersForm(request.POST)
    return store(request, session, form, services.set_travellers, _("Saved."))
