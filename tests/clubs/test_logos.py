"""A club's logo: any picture becomes a small PNG of ours, whatever is no picture is refused."""

import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from clubs import queries
from clubs.logos import BYTES_MAX, SIDE_MAX, read_logo

SETTINGS = "/c/riverside/settings/"


def picture(width=60, height=30, kind="PNG", mode="RGBA", color=(10, 90, 60, 128), **values):
    file = io.BytesIO()
    Image.new("RGBA", (width, height), color).convert(mode).save(file, kind, **values)
    return file.getvalue()


def upload(content, name="logo.png"):
    return {"picture": SimpleUploadedFile(name, content, content_type="image/png")}


def opened(content):
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGBA"), ("JPEG", "RGB"), ("GIF", "P"), ("WEBP", "RGB")])
def test_every_kind_of_picture_becomes_a_png_that_fits(kind, mode):
    found = opened(read_logo(picture(1200, 400, kind, mode)))
    assert (found.format, found.size) == ("PNG", (SIDE_MAX, SIDE_MAX // 3))


def test_a_small_picture_keeps_its_size_and_its_transparency():
    found = opened(read_logo(picture()))
    assert (found.size, found.mode, found.getpixel((0, 0))) == ((60, 30), "RGBA", (10, 90, 60, 128))


def test_a_photograph_stands_upright_and_keeps_nothing_else():
    turned = Image.Exif()
    turned[0x0112], turned[0x010E] = 6, "where it was taken"
    content = read_logo(picture(60, 30, "JPEG", "RGB", exif=turned))
    assert opened(content).size == (30, 60)
    assert b"where" not in content
    assert not opened(content).getexif()


def test_words_in_a_picture_are_left_out():
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", "<script>")
    assert b"script" not in read_logo(picture(pnginfo=words))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def huge_png():
    """A few bytes that say they are a picture of 60,000 x 60,000 points."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"plain text",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%!PS-Adobe-3.0 EPSF-3.0",
        picture()[:20],
        picture(kind="BMP", mode="RGB"),
        huge_png(),
        picture(5000, 4000, "PNG", "L"),
        b"\x89PNG" + b"0" * BYTES_MAX,
    ],
    ids=["empty", "text", "svg", "eps", "cut", "bmp", "huge", "many-points", "long"],
)
def test_what_is_no_fit_picture_is_refused(content):
    with pytest.raises(ValidationError):
        read_logo(content)


def test_an_owner_gives_the_club_a_logo_that_everyone_may_see(client, signed_in, olga, riverside):
    response = signed_in(olga).post(f"{SETTINGS}logo/", upload(picture()), follow=True)
    assert "The logo is saved." in response.content.decode()
    riverside.refresh_from_db()
    client.logout()
    shown = client.get(riverside.logo_url)
    assert opened(shown.content).size == (60, 30)
    assert shown["Content-Type"] == "image/png"
    assert "immutable" in shown["Cache-Control"]


def test_another_logo_has_another_address_and_the_old_one_is_gone(client, signed_in, olga, riverside):
    signed_in(olga).post(f"{SETTINGS}logo/", upload(picture()))
    riverside.refresh_from_db()
    old = riverside.logo_url
    client.post(f"{SETTINGS}logo/", upload(picture(50, 50)))
    riverside.refresh_from_db()
    assert opened(client.get(riverside.logo_url).content).size == (50, 50)
    assert client.get(old).status_code == 404


def test_a_logo_can_be_taken_away(client, signed_in, olga, riverside):
    signed_in(olga).post(f"{SETTINGS}logo/", upload(picture()))
    client.post(f"{SETTINGS}logo/remove/")
    riverside.refresh_from_db()
    assert (riverside.logo_url, queries.logo_of(riverside)) == ("", None)


def test_a_refused_picture_says_why_and_leaves_the_logo(signed_in, olga, riverside):
    response = signed_in(olga).post(f"{SETTINGS}logo/", upload(b"no picture"))
    assert "no picture that can be read" in response.content.decode()
    riverside.refresh_from_db()
    assert riverside.logo_url == ""


def test_reading_a_club_does_not_read_its_logo(client, signed_in, olga, riverside, django_assert_num_queries):
    signed_in(olga).post(f"{SETTINGS}logo/", upload(picture()))
    client.logout()
    riverside.refresh_from_db()
    with django_assert_num_queries(2):
        client.get(riverside.logo_url)
