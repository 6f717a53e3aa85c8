"""Feeds, the same for whoever asks: the calendar as iCalendar, the results as Atom."""

import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from clubs.access import club_view
from clubs.models import Club
from clubs.privacy import EVERYONE, read_by
from sessions import site
from sessions.models import Session
from sessions.templatetags.overtrick import in_unit
from sessions.words import say


@require_safe
@club_view()
def calendar_file(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's public sessions, for calendars that subscribe."""
    calendar = Calendar()
    calendar.add("prodid", "-//Overtrick//Club sessions//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.name)
    for session in site.calendar_of(club, role=None):
        calendar.add_component(_event(request, session))
    headers = {"Content-Disposition": 'inline; filename="calendar.ics"'}
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8", headers=headers)


def _event(request: HttpRequest, session: Session) -> Event:
    """A whole day: when a session begins is in the club's own words."""
    event = Event()
    event.add("uid", f"session-{session.pk}@{request.get_host()}")
    event.add("summary", session.title)
    event.add("dtstart", session.date)
    event.add("dtend", session.date + datetime.timedelta(days=1))
    event.add("dtstamp", session.created_at)
    event.add("sequence", session.revision)
    event.add("categories", [say(session.ruleset.name)])
    if session.status != Session.Status.SETUP:
        event.add("url", request.build_absolute_uri(session.get_absolute_url()))
    return event


class ResultsFeed(Feed):
    """The results last published, with who won."""

    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        with read_by(EVERYONE):
            response = super().__call__(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        return response

    def get_object(self, request: HttpRequest, club_slug: str) -> Club:
        return get_object_or_404(Club, slug=club_slug)

    def title(self, club: Club) -> str:
        return club.name

    def subtitle(self, club: Club) -> str:
        return _("Results")

    def link(self, club: Club) -> str:
        return reverse("sessions:club", args=[club.slug])

    def feed_url(self, club: Club) -> str:
        return reverse("sessions:results_feed", args=[club.slug])

    def items(self, club: Club) -> list:
        return site.with_winners(site.published_of(club))

    def item_title(self, item) -> str:
        return item[0].title

    def item_link(self, item) -> str:
        return item[0].get_absolute_url()

    def item_guid(self, item) -> str:
        return f"session-{item[0].pk}"

    item_guid_is_permalink = False

    def item_pubdate(self, item) -> datetime.datetime:
        return item[0].published_at

    def item_updateddate(self, item) -> datetime.datetime:
        return item[0].published_at

    def item_description(self, item) -> str:
        session, winners = item
        lines = [f"{say(session.ruleset.name)}, {session.date.isoformat()}"]
        lines += [f"{winner.name}, {in_unit(winner.figure, winner.kind)}".strip(", ") for winner in winners]
        return escape(". ".join(lines))


urlpatterns = [
    path("c/<slug:club_slug>/calendar.ics", calendar_file, name="calendar_file"),
    path("c/<slug:club_slug>/results.atom", ResultsFeed(), name="results_feed"),
]
