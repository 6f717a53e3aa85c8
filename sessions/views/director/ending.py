"""The end of the evening: close, publish, take back; and who may look on."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sessions import queries, services
from sessions.console_forms import PublishForm
from sessions.models import Session
from sessions.setup_forms import ReasonForm

from .access import attempt, director_view
from .clock import store

PAGE = ["GET", "HEAD", "POST"]


def _then_grid(request: HttpRequest, session: Session, service: Callable, done: str, **values):
    attempt(request, service, done, session=session, **values)
    return redirect("sessions:direct", session.club.slug, session.pk)


@director_view
@require_http_methods(PAGE)
def close(request: HttpRequest, session: Session) -> HttpResponse:
    """End play, after a look at what is missing."""
    if request.method == "POST":
        done = _("Play has ended. Look through the results, then publish them; or open the tables again.")
        return _then_grid(request, session, services.close_session, done)
    night = queries.load_night(session)
    context = {"session": session, "unplayed": queries.unplayed(night), "concerns": queries.concerns(night)}
    return render(request, "sessions/director/close.html", context)


@director_view
@require_POST
def reopen(request: HttpRequest, session: Session) -> HttpResponse:
    return _then_grid(request, session, services.reopen_session, _("The tables are open again."))


@director_view
@require_POST
def publish(request: HttpRequest, session: Session) -> HttpResponse:
    """Show the result to everyone; for a while it may still be corrected."""
    form = PublishForm(request.POST)
    done = _("Published: everyone can see the result. You can take it back at any time.")
    return store(request, session, form, services.publish_session, done, by=request.user)


@director_view
@require_POST
def finalise(request: HttpRequest, session: Session) -> HttpResponse:
    """End the time for corrections now."""
    done = _("The result is final.")
    return _then_grid(request, session, services.finalise_session, done, by=request.user)


@director_view
@require_POST
def unpublish(request: HttpRequest, session: Session) -> HttpResponse:
    """Take the published result back, and say why."""
    done = _("Taken back: only members see the session until you publish it again.")
    form = ReasonForm(request.POST, prefix="unpublish")
    return store(request, session, form, services.unpublish_session, done, by=request.user)


@director_view
@require_POST
def show(request: HttpRequest, session: Session) -> HttpResponse:
    done = _("Everyone can follow the session now.")
    return _then_grid(request, session, services.set_public, done, is_public=True)


@director_view
@require_POST
def hide(request: HttpRequest, session: Session) -> HttpResponse:
    done = _("Only members see the session now.")
    return _then_grid(request, session, services.set_public, done, is_public=False)


@director_view
@require_http_methods(PAGE)
def delete(request: HttpRequest, session: Session) -> HttpResponse:
    """Remove a session without results, after a question."""
    if request.method != "POST":
        context = {"session": session, "has_results": queries.has_results(session)}
        return render(request, "sessions/director/delete.html", context)
    slug, done = session.club.slug, _("%(title)s is deleted.") % {"title": session.title}
    if attempt(request, services.delete_session, done, session=session, by=request.user):
        return redirect("clubs:removed", slug)
    return redirect("sessions:direct", slug, session.pk)
