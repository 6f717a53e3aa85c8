"""The club's other pages: its calendar, its news, and a leaderboard to put into another site."""

from itertools import groupby

from csp.decorators import csp_replace
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Role, club_view, has_role
from clubs.asking import ask
from clubs.forms import NewsForm
from clubs.models import Club
from clubs.privacy import EVERYONE, read_by
from clubs.sending import once
from clubs.services import add_news, delete_news
from sessions import live, queries, seasons, site

EMBED_SECONDS = 60


@require_safe
@club_view()
def calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """The sessions of the club, month by month."""
    sessions = site.calendar_of(club, role=request.club_role)
    months = [
        (month, list(found)) for month, found in groupby(sessions, key=lambda each: each.date.replace(day=1))
    ]
    context = {"months": months, "may_enter_setup": has_role(request, Role.SCORER)}
    return render(request, "sessions/pages/calendar.html", context)


@require_safe
@club_view()
def news(request: HttpRequest, club: Club) -> HttpResponse:
    """What the club tells everyone."""
    return _show_news(request, club, NewsForm())


@require_POST
@club_view(Role.DIRECTOR)
@once
def tell_news(request: HttpRequest, club: Club) -> HttpResponse:
    """A director tells everyone something."""
    form = NewsForm(request.POST)
    if not form.is_valid():
        return _show_news(request, club, form)
    add_news(club=club, **form.cleaned_data)
    return redirect("sessions:news", club.slug)


def _show_news(request: HttpRequest, club: Club, form: NewsForm) -> HttpResponse:
    context = {"news": site.news_of(club), "form": form if has_role(request, Role.DIRECTOR) else None}
    return render(request, "sessions/pages/news.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.DIRECTOR)
def remove_news(request: HttpRequest, club: Club, news_id: int) -> HttpResponse:
    """Ask once, then take a piece of news off the site."""
    found = get_object_or_404(site.news_of(club), pk=news_id)
    if request.method != "POST":
        return ask(
            request,
            heading=_("Take “%(title)s” off the site?") % {"title": found.title},
            text=_("Nobody reads it there any more. You can put it back for 30 days."),
            deed=_("Take off the site"),
            back_url=found.get_absolute_url(),
            shown=[found.text] if found.text else (),
        )
    delete_news(news=found, by=request.user)
    messages.success(request, _("It is off the site."))
    return redirect("clubs:removed", club.slug)


def embeddable(view):
    """Let any site show the page in a frame; it is everyone's page, whoever is signed in."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    @require_safe
    @club_view()
    def framed(request: HttpRequest, club: Club, **kwargs) -> HttpResponse:
        with read_by(EVERYONE):
            response = view(request, club, **kwargs)
        patch_cache_control(response, public=True, max_age=EMBED_SECONDS)
        return response

    return framed


@embeddable
def embed_session(request: HttpRequest, club: Club, session_id: int) -> HttpResponse:
    """A public session's leaderboard alone."""
    session = queries.find_session(club, session_id, role=None)
    if session is None:
        raise Http404
    context = {"session": session, "leaderboard": live.lay_out(session).html}
    return render(request, "sessions/pages/embed_session.html", context)


@embeddable
def embed_ladder(request: HttpRequest, club: Club, ladder_id: int) -> HttpResponse:
    """A public ladder alone."""
    ladder = seasons.find_ladder(club, ladder_id, role=None)
    if ladder is None:
        raise Http404
    return render(request, "sessions/pages/embed_ladder.html", {"season": seasons.load_season(ladder)})


_CLUB = "c/<slug:club_slug>/"

urlpatterns = [
    path(f"{_CLUB}calendar/", calendar, name="calendar"),
    path(f"{_CLUB}news/", news, name="news"),
    path(f"{_CLUB}news/tell/", tell_news, name="tell_news"),
    path(f"{_CLUB}news/<int:news_id>/delete/", remove_news, name="remove_news"),
    path(f"{_CLUB}sessions/<int:session_id>/embed/", embed_session, name="embed_session"),
    path(f"{_CLUB}ladders/<int:ladder_id>/embed/", embed_ladder, name="embed_ladder"),
]
