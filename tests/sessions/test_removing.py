"""What a club takes away: shown before, and put back as it was."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.serializers import serialize
from django.urls import reverse

from clubs import removing
from clubs.models import News, Player, Removal
from clubs.services import add_news, erase_player, set_logo
from sessions import event_book, house, services
from sessions.ladder_book import create_ladder, delete_ladder
from sessions.models import (
    Chair,
    Contestant,
    Entrant,
    Event,
    HouseRules,
    Ladder,
    Seating,
    Section,
    Session,
    Table,
)

from .test_addresses import A_LOGO


def at(name, club, *args):
    return reverse(name, args=[club.slug, *args])


def written(*models):
    """Every row of some models, whole."""
    return [serialize("json", model.objects.order_by("pk")) for model in models]


@pytest.fixture
def evening(make_session, riverside):
    """A session seated and not begun, part of an event."""
    session = make_session("duplicate", 8)
    services.unstart_session(session=session)
    event = Event.objects.create(club=riverside, title="Championship")
    Session.objects.filter(pk=session.pk).update(event=event)
    session.refresh_from_db()
    return session


def things(club, evening):
    """One of each kind that can be taken away, with its address and the service that does so."""
    set_logo(club=club, content=A_LOGO)
    rules = house.set_house_rules(
        club=club, ruleset="brist", options={}, method="points_per_board", method_options={}
    )
    news = add_news(club=club, title="Cake <b>", text="On Friday")
    ladder = create_ladder(club=club, title="Season")
    return {
        "news": (News, at("sessions:remove_news", club, news.pk)),
        "event": (Event, at("sessions:delete_event", club, evening.event_id)),
        "ladder": (Ladder, at("sessions:delete_ladder", club, ladder.pk)),
        "session": (Session, at("sessions:delete_session", club, evening.pk)),
        "rules": (HouseRules, at("sessions:reset_house_rules", club, rules.ruleset_slug)),
        "logo": (type(club.logo), at("clubs:remove_logo", club)),
    }


@pytest.mark.parametrize("kind", ["news", "event", "ladder", "session", "rules", "logo"])
def test_it_is_asked_for_taken_away_and_put_back_as_it_was(kind, evening, riverside, signed_in, olga):
    model, where = things(riverside, evening)[kind]
    client, before = signed_in(olga), written(model, Session, Contestant, Entrant, Seating, Chair, Table)
    assert b"Back</a>" in client.get(where).content or b"Keep it</a>" in client.get(where).content
    assert model.objects.count() == 1, "looking takes nothing away"
    page = client.post(where, follow=True)
    assert page.redirect_chain[-1][0] == at("clubs:removed", riverside)
    assert not model.objects.exists()
    removal = Removal.objects.get()
    assert removal.by == olga
    back = client.post(at("clubs:put_back", riverside, removal.pk), follow=True)
    assert back.status_code == 200
    after = written(model, Session, Contestant, Entrant, Seating, Chair, Table)
    assert [without_versions(each) for each in after] == [without_versions(each) for each in before]
    assert not Removal.objects.exists()


def without_versions(text):
    """Rows but for the number that grows with every change."""
    return re.sub(r'"revision": \d+', "", text)


def test_a_logo_put_back_is_shown_again(riverside, signed_in, olga):
    version = set_logo(club=riverside, content=A_LOGO).logo_version
    client = signed_in(olga)
    client.post(at("clubs:remove_logo", riverside))
    riverside.refresh_from_db()
    assert riverside.logo_version == ""
    client.post(at("clubs:put_back", riverside, Removal.objects.get().pk))
    riverside.refresh_from_db()
    assert riverside.logo_version == version
    assert client.get(riverside.logo_url).content == A_LOGO


def test_a_session_that_has_gone_into_another_event_stays_there(evening, riverside):
    event_book.delete_event(event=evening.event)
    other = Event.objects.create(club=riverside, title="Other")
    Session.objects.filter(pk=evening.pk).update(event=other)
    removing.put_back(removal=Removal.objects.get())
    evening.refresh_from_db()
    assert evening.event == other
    assert {event.title for event in riverside.events.all()} == {"Championship", "Other"}


def test_what_has_been_replaced_is_not_put_back_over_it(riverside):
    values = {"club": riverside, "ruleset": "brist", "options": {}, "method_options": {}}
    house.set_house_rules(method="points_per_board", **values)
    house.reset_house_rules(club=riverside, ruleset="brist")
    now = house.set_house_rules(method="points_per_board", **values)
    with pytest.raises(ValidationError, match="stands in its place"):
        removing.put_back(removal=Removal.objects.get())
    assert HouseRules.objects.get() == now


def test_what_needs_somebody_who_is_gone_is_not_put_back(evening):
    services.delete_session(session=evening)
    Player.objects.filter(name="Player 001").delete()
    with pytest.raises(ValidationError, match="is gone"):
        removing.put_back(removal=Removal.objects.get())
    assert not Section.objects.exists()


def test_nothing_that_was_taken_away_names_who_is_forgotten(riverside, ben):
    for title in ("BEN  CARTER wins", "Cake"):
        news = add_news(club=riverside, title=title.replace("  ", " "))
        removing.remove(news, club=riverside)
    erase_player(player=riverside.players.get(user=ben))
    assert [removal.title for removal in Removal.objects.all()] == ["Cake"]


def test_another_club_sees_nothing_of_it(riverside, hilltop, signed_in, dov):
    delete_ladder(ladder=create_ladder(club=riverside, title="Season"))
    client, removal = signed_in(dov), Removal.objects.get()
    assert "Season" not in client.get(at("clubs:removed", hilltop)).content.decode()
    assert client.post(at("clubs:put_back", hilltop, removal.pk)).status_code == 404
    assert client.post(at("clubs:put_back", riverside, removal.pk)).status_code == 403
    assert not Ladder.objects.exists()


def test_a_name_is_shown_as_it_is_written(riverside, signed_in, ada):
    removing.remove(add_news(club=riverside, title="Cake <b>"), club=riverside, by=ada)
    page = signed_in(ada).get(at("clubs:removed", riverside)).content.decode()
    assert "Cake &lt;b&gt;" in page
    assert "<b>" not in page.split("<main")[1]
