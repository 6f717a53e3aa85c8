"""What one stranger was told a moment ago, and who else is told the same."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from clubs.echo import KEPT_MAX, Echo, for_any_stranger


@pytest.fixture
def told():
    return []


@pytest.fixture
def echo(settings, told):
    """A site that counts its answers aloud; they are for any stranger unless ``?own`` is asked for."""
    settings.ECHO_SECONDS = 60

    def answer(request):
        told.append(request.get_full_path())
        response = HttpResponse(str(len(told)), headers={"ETag": '"seen"'})
        if "cookie" in request.GET:
            response.set_cookie("mine", "1")
        return response if "own" in request.GET else for_any_stranger(response)

    return Echo(answer)


def ask(echo, path="/board/", *, cookies=(), method="GET", **headers):
    request = RequestFactory().generic(method, path, headers=headers)
    request.COOKIES.update(dict(cookies))
    return echo(request).content.decode()


def test_the_next_stranger_is_told_the_same(echo, told):
    request = RequestFactory().get("/board/")
    first, second = echo(request), echo(request)
    assert (second.status_code, second.content, dict(second.headers)) == (200, b"1", dict(first.headers))
    assert told == ["/board/"]


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/board/?page=2"},
        {"accept_language": "de"},
        {"accept_encoding": "gzip"},
        {"if_none_match": '"seen"'},
        {"host": "other.example"},
        {"cookies": [("django_language", "it")]},
        {"cookies": [("sessionid", "abc")]},
        {"method": "HEAD"},
        {"method": "POST"},
    ],
    ids=str,
)
def test_who_asks_otherwise_is_answered_by_himself(echo, told, other):
    ask(echo)
    ask(echo, **other)
    assert len(told) == 2


def test_who_has_a_session_is_told_what_is_true_now(echo):
    cookies = [("sessionid", "abc")]
    assert [ask(echo, cookies=cookies) for _time in range(2)] == ["1", "2"]


@pytest.mark.parametrize("path", ["/board/?own", "/board/?cookie"])
def test_what_is_not_for_any_stranger_is_not_told_again(echo, path):
    assert [ask(echo, path) for _time in range(2)] == ["1", "2"]


def test_after_its_moment_an_answer_is_old(echo, settings):
    ask(echo)
    settings.ECHO_SECONDS = 1e-9
    assert ask(echo) == "2"


def test_of_many_addresses_few_are_kept(echo):
    for number in range(KEPT_MAX + 5):
        ask(echo, f"/board/?page={number}")
    assert len(echo.kept) == 5
