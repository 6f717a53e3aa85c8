"""Figures, seats and contracts as each language writes them."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from scoring.lines import Sitting, default_options
from scoring.rulesets import RULESETS
from scoring.words import Message
from sessions.templatetags.overtrick import percent, points
from sessions.words import figures, letters, say, say_spoken


@pytest.mark.parametrize("text", ["4 NS", "NS", "3NT E +1", "passed out", "NT", "Nora S", "3NT", "12", "S17"])
def test_english_letters_are_those_of_the_records(text):
    assert letters(text) == text


@pytest.mark.parametrize(
    ("language", "mark"), [("en", "."), ("it", ","), ("es", ","), ("ru", ","), ("fr", ","), ("de", ",")]
)
def test_a_number_has_the_decimal_mark_of_the_language(language, mark):
    with override(language):
        assert percent(Fraction(175, 3)) == f"58{mark}33"
        assert points(Fraction(22, 3)) == f"7{mark}33"
        assert figures("-0.5") == f"-0{mark}5"
        assert say(Message("%(points)s points", {"points": "7.25"})).startswith(f"7{mark}25")


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("de", ["4 NS", "3SA O +1", "3 SA", "NS"]),
        ("fr", ["4 NS", "3SA E +1", "3 SA", "NS"]),
        ("es", ["4 NS", "3ST E +1", "3 ST", "NS"]),
        ("ru", ["4 СЮ", "3БК В +1", "3 БК", "СЮ"]),
    ],
)
def test_seats_and_contracts_have_the_letters_of_the_language(language, written):
    with override(language):
        assert [letters(text) for text in ("4 NS", "3NT E +1", "3 NT", "NS")] == written


def test_the_denominations_by_themselves_have_them_too():
    with override("de"):
        assert [letters(text) for text in ("NT", "♥ ♠ NT", "♣ ♦")] == ["SA", "♥ ♠ SA", "♣ ♦"]


def every_choice():
    for ruleset in RULESETS.values():
        options, places = default_options(ruleset), ruleset.tables[0]
        sitting = Sitting(places, (1,) if ruleset.boards else ())
        for item in ruleset.fields(ruleset.deal(sitting, 1, options), options):
            yield from (choice.spoken for choice in item.choices if choice.spoken)


@pytest.mark.parametrize("language", ["de", "fr", "it", "es", "ru"])
def test_a_screen_reader_says_every_choice_in_the_language(language):
    with override(language):
        said = {text: say_spoken(text) for text in every_choice()}
        assert said["4 hearts"] == f"4 {say('hearts')}"
        assert said["ace, spades"] == f"{say('ace')}, {say('spades')}"
    same = [text for text, words in said.items() if text == words]
    assert [text for text in same if "town" not in text] == []  # which some languages call just so


def test_honours_are_those_of_a_side_in_the_letters_of_the_language():
    with override("fr"):
        assert letters("EW 150") == "EO 150"


def test_what_people_typed_stays_as_they_typed_it():
    with override("de"):
        assert say(Message("%(value)s", {"value": "1.5"})) == "1.5"
        assert say(Message("%(name)s", {"name": "E"})) == "E"
        assert figures("round 2.5") == "round 2.5"
