"""The cast: Ada directs Riverside, Ben and Cleo are pair 4, Dov directs Hilltop and is a stranger here."""

import gc

import hypothesis
import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.utils import translation

from clubs.models import Role
from clubs.services import add_member, add_player, create_club
from sessions import once

PASSWORD = "felt-green-77"

# What is right is not a question of how busy the machine is.
hypothesis.settings.register_profile(
    "unhurried",
    hypothesis.settings(),
    deadline=None,
    suppress_health_check=[*hypothesis.settings().suppress_health_check, hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("unhurried")


def pytest_collection_finish():
    """What is read in by now stays to the end: nobody need look through it for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What takes minutes is begun first, so that no worker is left with it when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(autouse=True)
def _quick_and_plain(settings):
    """Hash fast, serve files under their plain names, answer to any host that a test's server has."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.ALLOWED_HOSTS = ["*"]
    settings.SECURE_SSL_REDIRECT = False
    settings.ECHO_SECONDS = 0
    settings.JOBS_HAVE_PROCESSES = False  # another process does not see a test's database
    once.forget()
    cache.clear()  # a test's rollback gives keys and revisions out anew


@pytest.fixture(autouse=True)
def _no_language_left():
    """The language of a page that a test asked for last is not that of the next test's sentences."""
    yield
    translation.deactivate()


@pytest.fixture
def ada(db):
    return _account("ada")


@pytest.fixture
def ben(db):
    return _account("ben")


@pytest.fixture
def cleo(db):
    return _account("cleo")


@pytest.fixture
def dov(db):
    return _account("dov")


@pytest.fixture
def olga(db):
    return _account("olga")


@pytest.fixture
def riverside(olga, ada, ben, cleo):
    """Olga's club, where Ada directs and Ben and Cleo are members who play."""
    club = create_club(name="Riverside", owner=olga)
    add_member(club=club, user=ada, role=Role.DIRECTOR)
    for user, name in ((ben, "Ben Carter"), (cleo, "Cleo Diaz")):
        add_member(club=club, user=user, player=add_player(club=club, name=name))
    return club


@pytest.fixture
def hilltop(dov):
    """The other club, Dov's."""
    return create_club(name="Hilltop", owner=dov)


@pytest.fixture
def pair_four(riverside):
    """Ben and Cleo as players."""
    return tuple(riverside.players.order_by("name"))


@pytest.fixture
def signed_in(client):
    """`signed_in(ada)` is a client behind which Ada sits."""

    def sign_in(user):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


def _account(username: str):
    return get_user_model().objects.create_user(username, f"{username}@example.org", PASSWORD)
