import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from clubs.names import NAME_MAX, clean_name, clean_paragraphs, clean_text, name_key


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ben   Carter ", "Ben Carter"),
        ("Ben\tCarter\r\n", "Ben Carter"),
        ("E\u0301lodie", "Élodie"),
        ("Ben\u202e Carter\u2066", "Ben Carter"),
        ("Be\u200bn\u00ad", "Ben"),
        ("Ben\x00Carter", "Ben Carter"),
        ("\ufeffBen", "Ben"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("=1+1", "=1+1"),
        ("Иван Петров", "Иван Петров"),
        ("نی\u200cنا", "نی\u200cنا"),
    ],
)
def test_a_name_is_kept_as_plain_visible_text(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u202e", "\u3164\u3164", "\u200d", "---"])
def test_a_name_needs_something_to_read(typed):
    with pytest.raises(ValidationError, match="at least one letter"):
        clean_name(typed)


def test_a_name_too_long_says_by_how_much():
    with pytest.raises(ValidationError) as caught:
        clean_name("x" * (NAME_MAX + 1))
    assert caught.value.messages == ["That name has 121 characters; 120 is the most that fits."]


def test_a_description_keeps_its_lines():
    assert clean_paragraphs("\n Tuesdays  at 7\r\n\r\nBring\u202e cards \n") == "Tuesdays at 7\n\nBring cards"


def test_case_and_spaces_do_not_tell_names_apart():
    assert name_key("Jürgen  GROSS") == name_key("jürgengroß")


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text):
    once = clean_text(text)
    assert clean_text(once) == once


@given(st.text())
def test_nothing_kept_hides_or_reorders_text(text):
    assert not {unicodedata.category(char) for char in clean_text(text)} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert not set(clean_text(text)) & set(
        "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
