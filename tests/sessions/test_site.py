"""The club's calendar, news, feeds, frames for other sites, and the interface for programs."""

import json
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from icalendar import Calendar

from clubs.services import add_news
from sessions import services
from sessions.ladder_book import create_ladder
from sessions.models import Event, ScoreLine, Session
from sessions.openapi import DOCUMENT
from sessions.queries import load_night

ATOM = "{http://www.w3.org/2005/Atom}"
ENTRY = {"contract": "3NT", "declarer": "S", "tricks": 10}


def address(name, *args, club="riverside"):
    return reverse(f"sessions:{name}", args=[club, *args])


@pytest.fixture
def published(make_session):
    session = make_session("brist", 4, names=["Ben Carter", "Cleo Diaz", "<b>Eva</b>", "Finn"])
    seat = load_night(session).rounds[0]
    ScoreLine.objects.create(session=session, seating_id=seat.pk, board=1, entry=ENTRY, key="1")
    services.close_session(session=session)
    return services.publish_session(session=session)


def test_a_calendar_holds_public_sessions_only(make_session, published, client):
    make_session("duplicate", 4)
    found = Calendar.from_ical(client.get(address("calendar_file")).content)
    (event,) = found.walk("VEVENT")
    assert str(event["SUMMARY"]) == "brist night"
    assert event["DTSTART"].dt == published.date
    assert str(event["URL"]).endswith(published.get_absolute_url())


def test_a_session_announced_before_it_starts_is_named_but_not_opened(make_session, client, signed_in, ada):
    session = make_session("brist", 4, start=False)
    assert session.title not in client.get(address("calendar")).content.decode()
    Session.objects.update(is_public=True)
    text = client.get(address("calendar")).content.decode()
    assert session.title in text
    assert session.get_absolute_url() not in text
    assert session.get_absolute_url() in signed_in(ada).get(address("calendar")).content.decode()


def test_the_feed_names_who_won_and_runs_nothing(published, client):
    root = ElementTree.fromstring(client.get(address("results_feed")).content)
    (entry,) = root.iter(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text == "brist night"
    assert "<b>" not in entry.find(f"{ATOM}summary").text


def test_only_pages_for_other_sites_may_be_framed(published, client, riverside):
    ladder = create_ladder(club=riverside, title="Season")
    for name, pk in (("embed_session", published.pk), ("embed_ladder", ladder.pk)):
        response = client.get(address(name, pk))
        assert "frame-ancestors *" in response["Content-Security-Policy"]
        assert "X-Frame-Options" not in response
        assert not response.cookies
        assert "<script" not in response.content.decode()
    for name, pk in (("session", published.pk), ("ladder", ladder.pk)):
        response = client.get(address(name, pk))
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"


def test_a_shared_link_shows_the_title_and_the_first_three(published, client):
    text = client.get(address("session", published.pk)).content.decode()
    assert '<meta property="og:title" content="brist night">' in text
    assert "&lt;b&gt;Eva" in text
    assert "<b>Eva" not in text


def test_a_director_tells_news_and_takes_it_back(signed_in, ada, client, riverside):
    signed_in(ada).post(address("tell_news"), {"title": "Cake <b>", "text": "On Monday"})
    client.logout()
    text = client.get(address("news")).content.decode()
    assert "Cake &lt;b&gt;" in text
    assert "Tell everyone" not in text
    signed_in(ada).post(address("remove_news", riverside.news.get().pk))
    assert not riverside.news.exists()


@pytest.mark.parametrize("who", ["dov", "ben"])
def test_nobody_else_tells_news(who, request, signed_in, riverside):
    other = signed_in(request.getfixturevalue(who))
    assert other.post(address("tell_news"), {"title": "Spam"}).status_code == 403
    news = add_news(club=riverside, title="Cake")
    assert other.post(address("remove_news", news.pk)).status_code == 403
    assert [each.title for each in riverside.news.all()] == ["Cake"]


# --- for programs ---------------------------------------------------------------------------------


def read(client, name, *args):
    response = client.get(reverse(f"sessions:{name}", args=args))
    assert response.status_code == 200
    return json.loads(response.content)


def conforms(value, schema):
    """Whether plain values are what a schema of the document says."""
    if "$ref" in schema:
        return conforms(value, DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    known = {
        "string": str,
        "integer": int,
        "boolean": bool,
        "object": dict,
        "array": list,
        "null": type(None),
    }
    assert type(value) in [known[kind] for kind in kinds], (value, schema)
    if isinstance(value, list):
        return all(conforms(each, schema["items"]) for each in value)
    if isinstance(value, dict) and "properties" in schema:
        assert set(value) == set(schema["properties"])
        return all(conforms(each, schema["properties"][name]) for name, each in value.items())
    return True


def test_what_programs_read_is_what_its_document_says(published, client, riverside):
    ladder = create_ladder(club=riverside, title="Season", measure="per_board")
    event = Event.objects.create(club=riverside, title="Cup")
    Session.objects.filter(pk=published.pk).update(event=event)
    where = {
        "/api/v1/clubs/": ("api_clubs",),
        "/api/v1/clubs/{club}/": ("api_club", "riverside"),
        "/api/v1/clubs/{club}/sessions/{id}/": ("api_session", "riverside", published.pk),
        "/api/v1/clubs/{club}/ladders/{id}/": ("api_ladder", "riverside", ladder.pk),
        "/api/v1/clubs/{club}/events/{id}/": ("api_event", "riverside", event.pk),
    }
    assert set(where) == set(DOCUMENT["paths"])
    for path, args in where.items():
        answer = DOCUMENT["paths"][path]["get"]["responses"]["200"]
        assert conforms(read(client, *args), answer["content"]["application/json"]["schema"])
    assert read(client, "api_openapi")["openapi"] == "3.1.0"


def test_an_unchanged_answer_is_304_and_a_new_result_is_not(published, client):
    where = reverse("sessions:api_session", args=["riverside", published.pk])
    first = client.get(where)
    assert first["Access-Control-Allow-Origin"] == "*"
    again = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    services.touch(published)
    assert client.get(where, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_club_lists_its_public_sessions_to_programs_only(published, make_session, client, signed_in, ben):
    make_session("duplicate", 4)
    for reader in (client, signed_in(ben)):
        found = read(reader, "api_club", "riverside")
        assert [session["id"] for session in found["sessions"]] == [published.pk]


def test_programs_write_nothing(published, client):
    where = reverse("sessions:api_session", args=["riverside", published.pk])
    assert {getattr(client, way)(where).status_code for way in ("post", "put", "delete", "patch")} == {405}
