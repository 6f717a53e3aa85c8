"""Whatever a field, a question or an address carries, no page breaks: it is refused in words or not there."""

import re
from html.parser import HTMLParser

import pytest

from .test_addresses import ADDRESSES, address, ask_in_vain, site  # noqa: F401 (a fixture)

HOSTILE = ("9" * 5000, "1e999999999\x00²")
"""What breaks a number; what breaks a machine's memory, a database and a reader of digits."""
QUESTIONS = ("page", "q", "sort", "paper", "format", "lang", "other", "by", "kept", "gone", "order", "code")
SENT = ("reason", "text", "title", "line", "player", "table", "packed", "round", "expected", "token")
NAMES = sorted(name for name in ADDRESSES if name != "clubs:sign_out")


class _Names(HTMLParser):
    """The names of the fields of a page."""

    def __init__(self):
        super().__init__()
        self.found = set()

    def handle_starttag(self, tag, attrs):
        name = dict(attrs).get("name")
        if tag in ("input", "select", "textarea", "button") and name != "csrfmiddlewaretoken":
            self.found.add(name or "")


def names_in(response):
    reader = _Names()
    if "html" in response.get("Content-Type", ""):
        reader.feed(response.content.decode())
    return reader.found - {""}


@pytest.fixture
def status_of(signed_in, olga):
    """`status_of("post", where, values)`: what the owner gets, and nothing is changed by it."""
    client = signed_in(olga)

    def ask(method, where, values=None):
        response = ask_in_vain(client, method, where, values)
        assert response.status_code < 500, (method, where, response.status_code)
        return response

    return ask


@pytest.mark.parametrize("value", HOSTILE, ids=["long", "odd"])
def test_no_field_and_no_question_breaks_a_page(value, site, status_of):  # noqa: F811
    for name in NAMES:
        where = address(name, site)
        fields = names_in(status_of("get", where)) | set(SENT)
        status_of("post", where, dict.fromkeys(fields, value))
        status_of("get", where, dict.fromkeys(QUESTIONS, value))


@pytest.mark.parametrize("number", [0, 2**63])
def test_no_number_in_an_address_breaks_a_page(number, site, status_of):  # noqa: F811
    for name in NAMES:
        for part in re.findall(r"<int:(\w+)>", ADDRESSES[name]):
            where = address(name, site, **{part: number})
            status_of("get", where)
            status_of("post", where)
