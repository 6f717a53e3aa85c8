"""A club's colour: legible whatever it was, served as a stylesheet of its own."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.colours import DAY, EDGE, NIGHT, TEXT, WHITE, contrast, is_kept, look_of, parse, written
from clubs.services import set_colour

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@given(COLOURS)
def test_any_colour_is_made_legible_by_day_and_by_night(text):
    look = look_of(text)
    day, night = look.day, look.night
    for ground in (*DAY.grounds, parse(day.soft)):
        assert contrast(parse(day.link), ground) >= TEXT
    for ground in (*NIGHT.grounds, parse(night.soft)):
        assert contrast(parse(night.link), ground) >= TEXT
    assert contrast(parse(day.felt), DAY.on_colour) >= TEXT
    for field in (night.felt, night.deep):
        assert contrast(parse(field), WHITE) >= TEXT
    assert all(contrast(parse(night.felt), ground) >= EDGE for ground in NIGHT.grounds)


@given(COLOURS)
def test_a_colour_is_written_as_it_was_read(text):
    assert written(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "kept"), [("#17573f", True), ("#7a1030", True), ("#ffdd00", False), ("#ffffff", False)]
)
def test_a_colour_that_can_be_read_is_left_alone(text, kept):
    assert is_kept(text) == kept


@pytest.mark.parametrize("text", ["", "red", "#fff", "#12345g", "#123456;}body{display:none"])
def test_nothing_else_is_a_colour(text):
    with pytest.raises(ValidationError):
        parse(text)


def test_contrast_is_that_of_the_guidelines():
    assert contrast(WHITE, parse("#000000")) == pytest.approx(21)
    assert contrast(parse("#777777"), WHITE) == pytest.approx(4.48, abs=0.005)


# --- on the site ------------------------------------------------------------------------------------


def test_an_owner_gives_the_club_its_colour_and_takes_it_back(signed_in, olga, client, riverside):
    signed_in(olga).post(reverse("clubs:set_colour", args=["riverside"]), {"colour": "#7A1030"})
    client.logout()
    page = client.get(reverse("sessions:club", args=["riverside"])).content.decode()
    (where,) = re.findall(r'href="(/c/riverside/look/\w+\.css)"', page)
    sheet = client.get(where)
    assert "--felt: #7a1030" in sheet.content.decode()
    assert sheet["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in sheet["Cache-Control"]
    assert "Cookie" not in sheet.get("Vary", "")
    assert "style=" not in page
    signed_in(olga).post(reverse("clubs:remove_colour", args=["riverside"]))
    assert "/look/" not in client.get(reverse("sessions:club", args=["riverside"])).content.decode()
    assert client.get(where).status_code == 404


def test_a_colour_that_had_to_be_changed_is_said_so(signed_in, olga, riverside):
    where = reverse("clubs:set_colour", args=["riverside"])
    page = signed_in(olga).post(where, {"colour": "#ffdd00"}, follow=True).content.decode()
    assert "made darker" in page


@pytest.mark.parametrize("colour", ["", "red", "#000000;}"])
def test_what_is_no_colour_is_refused(signed_in, olga, riverside, colour):
    response = signed_in(olga).post(reverse("clubs:set_colour", args=["riverside"]), {"colour": colour})
    assert response.context["colour_form"].errors
    riverside.refresh_from_db()
    assert riverside.colour == ""


def test_the_old_stylesheet_of_a_changed_colour_is_gone(client, riverside):
    set_colour(club=riverside, colour="#7a1030")
    old = riverside.look_url
    set_colour(club=riverside, colour="#10307a")
    assert riverside.look_url != old
    assert client.get(old).status_code == 404
    assert client.get(riverside.look_url).status_code == 200
