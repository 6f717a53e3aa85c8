"""What belongs to another club cannot be named in any field: it is no choice here, or it is not there."""

import pytest
from django.urls import reverse

from clubs.services import add_player
from sessions.models import Adjustment, Entrant, Event, Notice


@pytest.fixture
def here(make_session):
    return make_session("duplicate", 6)


@pytest.fixture
def there(make_session, hilltop):
    """A session of Hilltop's, with the keys that somebody at Riverside may try."""
    return make_session("duplicate", 6, club=hilltop)


def test_no_field_takes_a_player_a_contestant_or_a_session_of_another_club(here, there, signed_in, olga):
    client, stranger = signed_in(olga), there.club.players.first()
    theirs = there.contestants.first()
    fields = {
        "clubs:merge": {"kept": here.club.players.first().pk, "gone": stranger.pk},
        "clubs:apart": {"kept": here.club.players.first().pk, "gone": stranger.pk},
        "clubs:invite": {"role": "20", "player": stranger.pk},
        "sessions:new_event": {"title": "X", "method": "mean", "sessions": [here.pk, there.pk]},
    }
    for name, values in fields.items():
        client.post(reverse(name, args=["riverside"]), values)
    inside = {
        "sessions:penalties": {"contestant": theirs.pk, "amount": "5"},
        "sessions:field": {f"handicap_{theirs.pk}": "9", "carried_from": there.pk},
        "sessions:send_message": {"text": "X", "table": "999"},
    }
    for name, values in inside.items():
        client.post(reverse(name, args=["riverside", here.pk]), values)
    theirs.refresh_from_db()
    here.refresh_from_db()
    assert (theirs.handicap, here.carried_from) == ("", None)
    assert [model.objects.count() for model in (Event, Adjustment, Notice)] == [0, 0, 0]
    assert not here.club.invitations.exists()
    assert there.club.players.filter(pk=stranger.pk).exists()
    assert not stranger.told_apart.exists()


def test_no_address_takes_a_key_of_another_club(here, there, signed_in, olga):
    client = signed_in(olga)
    seating, table = there.seatings.first(), there.tables.first()
    outside = {
        "direct_seating": [seating.pk],
        "end_round": [seating.pk],
        "reopen_round": [seating.pk],
        "direct_line": [seating.pk, 1],
        "award_board": [seating.pk, 1],
        "contestant": [there.contestants.first().pk],
    }
    for name, keys in outside.items():
        where = reverse(f"sessions:{name}", args=["riverside", here.pk, *keys])
        answers = {client.get(where).status_code, client.post(where).status_code}
        assert answers <= {404, 405}, name
        of_theirs = reverse(f"sessions:{name}", args=["riverside", there.pk, *keys])
        assert {client.get(of_theirs).status_code, client.post(of_theirs).status_code} <= {404, 405}, name
    assert not there.seatings.filter(ended_at__isnull=False).exists()
    assert table.code


def test_a_phone_in_the_hall_is_nobody_of_another_session(here, there, client):
    stranger = there.club.players.first()
    where = reverse("sessions:hall_sit", args=[here.code])
    assert client.post(where, {"player": stranger.pk}).status_code == 404
    not_entered = add_player(club=here.club, name="Zoe")
    assert client.post(where, {"player": not_entered.pk}).status_code == 404
    assert not Entrant.objects.filter(player=not_entered).exists()
