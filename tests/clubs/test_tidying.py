"""What grows old leaves the disk without anybody asking."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session as BrowserSession
from django.core.cache import cache
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from clubs import server, tidying
from sessions import jobs
from sessions.models import Job
from tests.conftest import PASSWORD

OLD = timezone.now() - tidying.KEPT - timedelta(days=1)


def fail_to_sign_in(client, name):
    client.post(reverse("clubs:sign_in"), {"username": name, "password": "wrong"})


def names():
    return set(AccessAttempt.objects.values_list("username", flat=True))


@pytest.fixture
def old_job(riverside):
    job = jobs.order_job(club=riverside, work="season", order={}, title="Season", back_url="/")
    Job.objects.update(created_at=timezone.now() - 2 * jobs.KEPT)
    return job


@pytest.fixture
def old_attempt(client, ada):
    fail_to_sign_in(client, "ada")
    AccessAttempt.objects.update(attempt_time=OLD)
    cache.clear()


def test_old_files_are_forgotten_though_nobody_orders_another(old_job):
    tidying.tidy()
    assert not Job.objects.exists()


def test_files_of_today_stay(riverside):
    jobs.order_job(club=riverside, work="season", order={}, title="Season", back_url="/")
    tidying.tidy()
    assert Job.objects.count() == 1


def test_failed_sign_ins_are_forgotten_after_a_month(old_attempt, client):
    assert names() == {"ada"}
    fail_to_sign_in(client, "ben")
    assert names() == {"ben"}


def test_who_signed_in_long_ago_is_forgotten_too(client, ada):
    AccessLog.objects.create(username="ada", ip_address="192.0.2.1", user_agent="", path_info="/")
    AccessLog.objects.update(attempt_time=OLD)
    tidying.tidy()
    assert not AccessLog.objects.exists()


def test_sessions_of_browsers_that_have_ended_are_forgotten(client, ada, ben):
    for user in (ada, ben):
        client.force_login(user)
    BrowserSession.objects.filter(pk=BrowserSession.objects.first().pk).update(expire_date=OLD)
    left = BrowserSession.objects.filter(expire_date__gt=timezone.now()).count()
    tidying.tidy()
    assert BrowserSession.objects.count() == left


def test_a_server_tidies_when_it_starts(old_job, old_attempt, monkeypatch):
    monkeypatch.setattr(server, "call_command", lambda name, **_values: None)
    server.prepare()
    assert not Job.objects.exists()
    assert not AccessAttempt.objects.exists()


def test_where_people_sign_in_it_is_tidied_once_an_hour(old_job, client, ada):
    fail_to_sign_in(client, "ada")
    assert not Job.objects.exists()
    Job.objects.create(pk=old_job.pk, club=old_job.club, key="another")
    Job.objects.update(created_at=timezone.now() - 2 * jobs.KEPT)
    fail_to_sign_in(client, "ada")
    assert Job.objects.count() == 1


def test_nobody_is_kept_from_signing_in_because_it_cannot_be_tidied(client, ada, monkeypatch, caplog):
    def fail():
        raise OperationalError("database is locked")

    monkeypatch.setattr(tidying, "tidy", fail)
    client.post(reverse("clubs:sign_in"), {"username": "ada", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(ada.pk)
    assert "could not be forgotten" in caplog.text
