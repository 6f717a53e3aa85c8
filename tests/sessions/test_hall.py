"""Into the hall by one code: a name or a table, a phone that stays or one that goes along."""

import pytest
from django.test import Client
from django.urls import reverse

from sessions import phones, queries, services
from sessions.models import Device
from sessions.services import Actor

DIRECTOR = Actor(origin="director")
GAME = {"contract": "3NT", "declarer": "N", "tricks": 9, "risk": ""}


@pytest.fixture
def bridge(make_session):
    """Three tables, five rounds of two boards: Player 001 and 002 are pair 1."""
    return make_session("duplicate", 6, boards_per_round=2)


@pytest.fixture
def own(bridge):
    """The same, with everybody's own phone."""
    return phones.set_habits(session=bridge, phones="own", checking="scorer")


def hall(session):
    return reverse("sessions:hall", args=[session.code])


def home(table):
    return reverse("sessions:tableside", args=[table.code])


def sit(client, session, **chosen):
    return client.post(reverse("sessions:hall_sit", args=[session.code]), chosen)


def player(session, name="Player 001"):
    return session.club.players.get(name=name)


def end_round_of(session, someone):
    services.end_round(seating=queries.seating_of(session, someone), by=DIRECTOR)


def test_the_code_of_the_hall_is_typed_where_a_tables_code_is(client, bridge):
    answer = client.get(reverse("sessions:join"), {"code": bridge.code.lower()})
    assert answer.url == hall(bridge)
    page = client.get(hall(bridge)).content.decode()
    assert "Player 007" in page
    assert "Table 3" in page


def test_a_name_leads_to_the_table_where_its_player_sits_now(client, bridge):
    someone = player(bridge)
    first = queries.table_of(bridge, someone)
    assert sit(client, bridge, player=someone.pk).url == home(first)
    assert client.get(home(first)).status_code == 200
    assert Device.objects.get().player == someone
    end_round_of(bridge, someone)
    assert sit(Client(), bridge, player=someone.pk).url == home(queries.table_of(bridge, someone))


def test_a_table_is_chosen_by_its_number(client, bridge):
    assert sit(client, bridge, table="2").url == home(bridge.tables.get(number=2))


@pytest.mark.parametrize("chosen", [{}, {"player": "999"}, {"table": "9"}, {"player": "x", "table": "²"}])
def test_what_is_no_choice_is_not_found(client, bridge, chosen):
    assert sit(client, bridge, **chosen).status_code == 404


def test_a_player_of_another_session_has_no_seat_here(client, bridge, make_session):
    elsewhere = make_session("brist", 4, names=["Ines", "Jonas", "Kaja", "Liam"])
    assert sit(client, bridge, player=player(elsewhere, "Ines").pk).status_code == 404


def test_ones_own_phone_goes_along_and_waits_where_the_others_are_not_done(client, own):
    someone = player(own)
    old = queries.table_of(own, someone)
    sit(client, own, player=someone.pk)
    end_round_of(own, someone)
    new = queries.table_of(own, someone)
    assert new != old
    assert client.get(home(old)).url == home(new)
    waiting = client.get(home(new)).content.decode()
    assert f"Table {new.number} is still in round 1" in waiting
    assert "Enter the result" not in waiting
    for seating in own.seatings.filter(round=1, ended_at=None):
        services.end_round(seating=seating, by=DIRECTOR)
    assert "Enter the result" in client.get(home(new)).content.decode()


def test_a_phone_that_stays_at_its_table_stays_there(client, bridge):
    someone = player(bridge)
    old = queries.table_of(bridge, someone)
    sit(client, bridge, player=someone.pk)
    end_round_of(bridge, someone)
    assert client.get(home(old)).status_code == 200


def test_a_swapped_phone_finds_the_table_exactly_where_it_is(client, own):
    someone = player(own)
    seating = queries.seating_of(own, someone)
    board, following = seating.boards[:2]
    sit(client, own, player=someone.pk)
    services.record_line(seating=seating, board=board, entry=GAME, by=Actor(device="old"))
    other = Client()
    page = other.get(sit(other, own, player=someone.pk).url).content.decode()
    assert f"/rounds/1/boards/{following}/" in page
    assert "3NT N =" in page.replace('<span class="visually-hidden">', "")


def test_who_is_shut_out_at_one_table_finds_no_other_by_the_hall(client, bridge):
    client.get(home(bridge.tables.get(number=1)))
    phones.set_shut_out(device=Device.objects.get(), is_shut_out=True)
    assert client.get(sit(client, bridge, table="2").url).status_code == 403


def test_a_hall_that_has_closed_says_so_to_those_who_were_in_it_only(client, bridge):
    client.get(hall(bridge))
    services.close_session(session=bridge)
    assert client.get(hall(bridge)).status_code == 410
    assert Client().get(hall(bridge)).status_code == 404


def test_the_clubs_next_session_uses_phones_as_the_last_one(own, make_session):
    following = make_session("brist", 4)
    assert (following.phones, following.checking) == ("own", "scorer")


@pytest.mark.parametrize("sent", ["9" * 5000, "²", "٣", "-1", "1\x00", "x"])
def test_what_is_no_number_leads_nowhere(client, bridge, sent):
    for name in ("player", "table"):
        assert sit(client, bridge, **{name: sent}).status_code == 404
