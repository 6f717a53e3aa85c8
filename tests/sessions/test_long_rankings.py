"""A ranking of hundreds: in pages, with a search for a name, and packed for the way."""

import gzip
import re

import pytest
from django.urls import reverse

from sessions import live, queries, services
from sessions.ranking_table import ROWS_A_PAGE, find_names, page_links

NAMES = [f"Player {number:03d}" for number in range(1, 240)] + ["Zoë Ørsted"]


@pytest.fixture
def long(make_session):
    """240 single players, so three pages, the last one of 40."""
    session = make_session("brist", 240, names=NAMES)
    return services.set_public(session=session, is_public=True)


def page_of(client, session, query=""):
    return client.get(session.get_absolute_url() + query).content.decode()


def rows(text):
    return re.findall(r'<tr id="c(\d+)"', text)


def test_a_long_ranking_comes_in_pages_that_share_nobody(long, client):
    pages = [rows(page_of(client, long, query)) for query in ("", "?page=2", "?page=3")]
    assert [len(page) for page in pages] == [ROWS_A_PAGE, ROWS_A_PAGE, 40]
    assert len({pk for page in pages for pk in page}) == 240


def test_a_page_that_is_none_is_the_first_or_the_last(long, client):
    first, last = rows(page_of(client, long)), rows(page_of(client, long, "?page=3"))
    for asked in ("0", "-1", "x", "", "1%00", "²"):
        assert rows(page_of(client, long, f"?page={asked}")) == first
    for asked in ("4", "98", "999"):
        assert rows(page_of(client, long, f"?page={asked}")) == last


def test_a_page_keeps_itself_up_to_date_not_another(long, client):
    text = page_of(client, long, "?page=2")
    address = re.search(r'hx-get="([^"]+)"', text)[1]
    assert rows(client.get(address).content.decode()) == rows(text)


def test_each_page_has_a_tag_of_its_own(long, client):
    address = reverse("sessions:leaderboard", args=[long.club.slug, long.pk])
    tags = {client.get(address, {"page": page})["ETag"] for page in (1, 2, 3)}
    assert len(tags) == 3


def test_a_name_is_found_however_it_is_typed_and_leads_to_its_row(long, client):
    text = page_of(client, long, "?q=zoe+orsted")
    pk = long.entrants.get(player__name="Zoë Ørsted").contestant_id
    assert f'href="{long.get_absolute_url()}?page=3#c{pk}"' in text
    assert str(pk) in rows(page_of(client, long, "?page=3"))


def test_a_name_that_nobody_has_is_said_so(long, client):
    assert "Nobody of that name" in page_of(client, long, "?q=%3Cscript%3E")
    assert "&lt;script&gt;" in page_of(client, long, "?q=%3Cscript%3E")


def test_a_search_that_finds_many_shows_so_many(long):
    board = queries.leaderboard(long)
    assert len(find_names(board, "player")) == 20
    assert find_names(board, "") == ()
    assert [(link.first, link.last) for link in page_links(board)] == [(1, 100), (101, 200), (201, 240)]


def test_a_ranking_that_fits_one_page_has_neither_pages_nor_search(make_session, client):
    session = services.set_public(session=make_session("brist", 8), is_public=True)
    text = page_of(client, session)
    assert "ranking-pages" not in text
    assert 'type="search"' not in text


def test_who_takes_it_packed_gets_the_same_packed(long, client):
    address = reverse("sessions:leaderboard", args=[long.club.slug, long.pk])
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]
    assert "Accept-Encoding" in packed["Vary"]


def test_a_sheet_is_laid_out_once_for_a_state(long, django_assert_num_queries):
    sheet = live.lay_out(long)
    with django_assert_num_queries(0):
        assert live.lay_out(long) == sheet


def test_two_groups_of_winners_share_a_page(make_session, client):
    session = make_session("duplicate", 120, movement="skip-mitchell", rounds=2, boards_per_round=1)
    services.set_public(session=session, is_public=True)
    pages = [rows(page_of(client, session, query)) for query in ("", "?page=2")]
    assert [len(page) for page in pages] == [100, 20]
    assert len({pk for page in pages for pk in page}) == 120


def test_a_page_of_a_long_ranking_weighs_little(long, client):
    assert len(page_of(client, long)) < 90_000
