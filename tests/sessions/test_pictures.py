"""The picture of a session that a shared link shows."""

import io
import re

import pytest
from django.urls import reverse
from PIL import Image

from clubs.logos import read_logo
from clubs.services import set_colour, set_logo, update_player
from sessions import pictures, services
from sessions.models import ScoreLine
from sessions.pictures import Card, Row, draw
from sessions.queries import load_night

ENTRY = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}


@pytest.fixture
def published(make_session):
    names = ["Ben Carter", "Cleo Diaz", "Eva", "Finn", *"GHIJ"]
    session = make_session("duplicate", 4, names=names)
    ScoreLine.objects.bulk_create(
        ScoreLine(session=session, seating_id=seat.pk, board=board, entry=ENTRY, key=f"{seat.pk}-{board}")
        for seat in load_night(session).rounds
        for board in seat.boards
    )
    services.close_session(session=session)
    return services.publish_session(session=session)


def address(session):
    return reverse("sessions:session_picture", args=["riverside", session.pk])


def size_of(content):
    with Image.open(io.BytesIO(content)) as found:
        return found.format, found.size


def png(size):
    file = io.BytesIO()
    Image.new("RGB", size, "#7a1030").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    "card",
    [
        Card("", "", "", ()),
        Card("Club", "Night", "Bridge", (("", ()),)),
        Card("W" * 120, "W" * 120, "W" * 120, (("W" * 60, (Row("1=", "W" * 240, "W" * 40),) * 3),) * 4),
        Card("Клуб", "ليلة", "橋牌", (("", (Row("1", "Пётр & Łukasz", "58,33"),)),)),
        Card("<b>", "‮abc", "\u0000", (("", (Row("1", "😀", "½"),)),)),
        Card("Club", "Night", "Bridge", (), logo=read_logo(png((400, 20)))),
    ],
    ids=["empty", "nobody", "long", "letters", "hostile", "logo"],
)
def test_whatever_it_is_to_tell_it_is_a_picture_of_the_usual_size(card):
    content = draw(card)
    assert size_of(content) == ("PNG", (1200, 630))
    assert len(content) < 150_000


def test_a_system_without_fonts_has_a_picture_too(monkeypatch):
    for name in ("SERIF", "SANS", "ANY"):
        monkeypatch.setattr(pictures, name, ("no-such-font.ttf",))
    assert size_of(draw(Card("Club", "Night", "Bridge", ()))) == ("PNG", (1200, 630))


def test_a_shared_link_names_its_picture(published, client, riverside):
    set_logo(club=riverside, content=read_logo(png((60, 60))))
    set_colour(club=riverside, colour="#ffdd00")
    text = client.get(published.get_absolute_url()).content.decode()
    (where,) = re.findall(r'<meta property="og:image" content="http://testserver([^"?]+)', text)
    assert where == address(published)
    response = client.get(where)
    assert response["Content-Type"] == "image/png"
    assert size_of(response.content) == ("PNG", (1200, 630))
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


def test_a_picture_names_people_as_strangers_read_them(published, client, signed_in, ben, riverside):
    """It is the same for a member: what he may read is not what he shares."""
    update_player(player=riverside.players.get(name="Ben Carter"), naming="hidden")
    for_strangers = client.get(address(published)).content
    assert signed_in(ben).get(address(published)).content == for_strangers
    update_player(player=riverside.players.get(name="Ben Carter"), naming="full")
    assert client.get(address(published)).content != for_strangers


def test_an_unchanged_picture_is_304(published, client):
    first = client.get(address(published))
    again = client.get(address(published), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    services.touch(published)
    assert client.get(address(published), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_private_session_has_no_picture_and_names_none(make_session, signed_in, ada):
    session = make_session("duplicate", 4)
    client = signed_in(ada)
    assert client.get(address(session)).status_code == 404
    assert "og:image" not in client.get(session.get_absolute_url()).content.decode()
