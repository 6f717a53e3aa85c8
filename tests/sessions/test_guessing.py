"""Whoever tries codes is slowed, then stopped; the directors and the log tell of it, and of nobody."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sessions import guessing, queries
from sessions.models import Guesser
from sessions.services import RefusedError

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def brist(make_session):
    return make_session("brist", 7)


def home(session):
    return reverse("sessions:tableside", args=[session.tables.get(number=1).code])


def guess(times, start=0, **more):
    """Wrong codes from new browsers at one address; the status of each answer."""
    codes = (f"ZZZ{number:03}" for number in range(start, start + times))
    return [Client().get(reverse("sessions:tableside", args=[code]), **more).status_code for code in codes]


def let_time_pass(span):
    for row in Guesser.objects.all():
        for name in ("recent_since", "since", "last_at", "held_until"):
            moment = getattr(row, name)
            setattr(row, name, moment and moment - span)
        row.save()


def test_ten_wrong_codes_in_a_minute_rest_and_thirty_in_an_hour_stop(brist):
    for bout in range(2):
        assert guess(11, start=bout * 11) == [404] * 10 + [429]
        let_time_pass(datetime.timedelta(seconds=61))
    assert guess(11, start=22) == [404] * 10 + [429]
    let_time_pass(datetime.timedelta(minutes=30))
    assert Client().get(home(brist)).status_code == 429
    let_time_pass(datetime.timedelta(minutes=31))
    assert Client().get(home(brist)).status_code == 200


def test_a_patient_guesser_is_stopped_too(brist):
    for bout in range(5):
        assert guess(6, start=bout * 6) == [404] * 6
        let_time_pass(datetime.timedelta(minutes=2))
    assert guess(1, start=90) == [429]


def test_the_code_of_the_hall_is_guarded_by_the_same_count(brist):
    guess(5)
    for number in range(5):
        assert Client().get(reverse("sessions:hall", args=[f"YYY{number:03}"])).status_code == 404
    assert Client().get(reverse("sessions:hall", args=[brist.code])).status_code == 429
    assert Client().get(reverse("sessions:join"), {"code": brist.code}).status_code == 429


def test_a_phone_at_its_table_goes_on_while_its_address_is_stopped(client, brist):
    client.get(home(brist))
    guessing.count_miss("127.0.0.1")
    Guesser.objects.update(held_until=timezone.now() + HOUR, is_stopped=True)
    assert client.get(home(brist)).status_code == 200


def test_the_director_reads_of_it_and_lets_a_stopped_address_try_again(client, brist, ada):
    Guesser.objects.create(
        address=guessing.hash_of("127.0.0.1"),
        recent_since=timezone.now(),
        since=timezone.now(),
        last_at=timezone.now(),
        misses=30,
        held_until=timezone.now() + HOUR,
        is_stopped=True,
    )
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("sessions:devices", args=["riverside", brist.pk])).content.decode()
    assert "30 wrong codes" in page
    assert "127.0.0.1" not in page
    where = reverse("sessions:let_go", args=["riverside", brist.pk, Guesser.objects.get().pk])
    assert client.post(where).status_code == 302
    assert Client().get(home(brist)).status_code == 200
    assert guess(10) == [404] * 10
    assert guess(1, start=50) == [429]


def test_no_director_lets_an_address_try_for_ever(brist):
    found = Guesser(address="x", recent_since=timezone.now(), since=timezone.now(), last_at=timezone.now())
    found.save()
    for _time in range(3):
        guessing.let_go(guesser=found)
    with pytest.raises(RefusedError, match="has to wait"):
        guessing.let_go(guesser=found)


def test_the_log_tells_of_guesses_and_of_nobody(brist, caplog):
    guess(10)
    told = [record.getMessage() for record in caplog.records if record.name == "overtrick.codes"]
    assert len(told) == 1
    assert re.fullmatch(r"10 wrong table codes from address [0-9a-f]{4}: it rests for a minute", told[0])


def test_addresses_are_told_apart_by_hall_and_by_household():
    same = guessing.hash_of("2001:db8:1:2::7")
    assert same == guessing.hash_of("2001:db8:1:2:ffff::1")
    assert same != guessing.hash_of("2001:db8:1:3::7")
    assert guessing.hash_of("192.0.2.1") != guessing.hash_of("192.0.2.2")


def test_behind_a_proxy_the_caller_is_whom_the_proxy_saw(brist, settings):
    settings.BEHIND_PROXY = True
    assert guess(10, headers={"X-Forwarded-For": "10.0.0.1, 198.51.100.7"})[-1] == 404
    assert guess(1, start=70, headers={"X-Forwarded-For": "10.9.9.9, 198.51.100.7"}) == [429]
    assert guess(1, start=70, headers={"X-Forwarded-For": "198.51.100.8"}) == [404]


def test_what_is_known_of_a_guesser_is_forgotten_after_a_day(brist):
    guess(10)
    let_time_pass(datetime.timedelta(hours=25))
    assert guessing.guessers() == []
    guess(1, start=50, headers={"X-Forwarded-For": "ignored"})
    assert [row.misses for row in Guesser.objects.all()] == [1]


def test_a_renewed_code_of_the_hall_closes_the_old_one_and_no_table(client, brist, ada):
    old = brist.code
    client.get(home(brist))
    desk = Client()
    desk.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    desk.post(reverse("sessions:renew_hall_code", args=["riverside", brist.pk]))
    assert client.get(reverse("sessions:hall", args=[old])).status_code == 404
    assert queries.find_hall(old) is None
    assert client.get(home(brist)).status_code == 200
