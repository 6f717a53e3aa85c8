"""A form sent twice, by a double press or a poor network, is carried out once."""

import re

import pytest
from django.urls import reverse

from clubs.models import Sent
from sessions import services
from sessions.models import Adjustment, Session
from sessions.services import RefusedError

ONCE = re.compile(r'name="once" value="([^"]+)"')


@pytest.fixture
def brist(make_session):
    return make_session("brist", 8)


def at(name, *args):
    return reverse(name, args=["riverside", *args])


def mark_of(client, where):
    return ONCE.search(client.get(where).content.decode())[1]


@pytest.mark.parametrize(
    ("page", "where", "values", "related"),
    [
        ("clubs:members", "clubs:add_member", {"name": "Zoe"}, "players"),
        ("clubs:people", "clubs:invite", {"role": "20"}, "invitations"),
        ("sessions:news", "sessions:tell_news", {"title": "Cake"}, "news"),
        (
            *("sessions:new_session", "sessions:new_session"),
            *({"ruleset": "brist", "date": "2026-03-05"}, "sessions"),
        ),
        (
            *("sessions:new_ladder", "sessions:new_ladder"),
            *({"title": "Season", "measure": "percent", "unit": "player"}, "ladders"),
        ),
    ],
)
def test_a_form_sent_twice_makes_one(page, where, values, related, signed_in, olga, riverside):
    client = signed_in(olga)
    before = getattr(riverside, related).count()
    values = values | {"once": mark_of(client, at(page))}
    first, second = (client.post(at(where), values) for _press in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.url == second.url
    assert getattr(riverside, related).count() == before + 1


def test_a_penalty_sent_twice_is_given_once_and_another_one_counts(brist, signed_in, ada):
    client, where = signed_in(ada), at("sessions:penalties", brist.pk)
    values = {"contestant": brist.contestants.first().pk, "amount": "5", "reason": "late"}
    values["once"] = mark_of(client, where)
    for _press in range(2):
        assert client.post(where, values).status_code == 302
    assert Adjustment.objects.count() == 1
    client.post(where, values | {"amount": "7"})
    client.post(where, values | {"once": mark_of(client, where)})
    assert sorted(Adjustment.objects.values_list("amount", flat=True)) == ["5", "5", "7"]


def test_what_was_refused_can_be_sent_again(signed_in, olga, riverside):
    client = signed_in(olga)
    mark = mark_of(client, at("clubs:members"))
    assert client.post(at("clubs:add_member"), {"name": "", "once": mark}).status_code == 200
    assert not Sent.objects.exists()
    assert client.post(at("clubs:add_member"), {"name": "Zoe", "once": mark}).status_code == 302


def test_one_mark_serves_one_account_only(signed_in, olga, ada, riverside):
    mark = mark_of(signed_in(olga), at("clubs:members"))
    for user in (olga, ada):
        signed_in(user).post(at("clubs:add_member"), {"name": "Zoe", "once": mark})
    assert riverside.players.filter(name="Zoe").count() == 2


def test_a_penalty_put_back_twice_counts_once(brist):
    side = brist.contestants.first()
    penalty = services.fine(contestant=side, amount="5", reason="late")
    services.withdraw_adjustment(adjustment=penalty)
    past = Adjustment.objects.get(pk=penalty.pk)
    services.put_back_adjustment(adjustment=past)
    with pytest.raises(RefusedError, match="already"):
        services.put_back_adjustment(adjustment=Adjustment.objects.get(pk=penalty.pk))
    assert Adjustment.objects.filter(is_current=True).count() == 1


def test_two_directors_who_press_go_on_by_one_round(make_session, signed_in, ada, olga):
    session = make_session("duplicate", 8)
    services.start_clock(session=session)
    for user in (ada, olga):
        signed_in(user).post(at("sessions:clock_deed", session.pk, "next"), {"round": "1"})
    assert Session.objects.get(pk=session.pk).clock.round == 2
