import pytest

from clubs.alike import find_alike, fold


def pairs(*names):
    found = find_alike(dict(enumerate(names)))
    return [(names[each.first], names[each.second], str(each.reason)) for each in found]


SAME = "The same words, whatever their order and accents"
INITIAL = "One has an initial for a word of the other"
WORD = "One has a word more than the other"
LETTER = "A letter is different"


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("José García", "Garcia, Jose", SAME),
        ("Łukasz Wójcik", "lukasz wojcik", SAME),
        ("Jürgen Groß", "Jurgen Gross", SAME),
        ("Søren Æbelø", "Soren Aebelo", SAME),
        ("Пётр Иванов", "Иванов Петр", SAME),
        ("Ben Carter", "B. Carter", INITIAL),
        ("Carter B", "Ben Carter", INITIAL),
        ("María García", "Maria Garcia Lopez", WORD),
        ("Cleo Diaz", "Cleo Dias", LETTER),
        ("Jonathan Smith", "Jonathon Smith", LETTER),
        ("Catherine Lee", "Catherin Lee", LETTER),
    ],
)
def test_two_spellings_of_one_person_are_found_with_the_reason(first, second, reason):
    assert pairs(first, second) == [(first, second, reason)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ben Carter", "Bea Carter-Jones"),
        ("Player 001", "Player 002"),
        ("Ann", "Anna"),
        ("Ben Carter", "Cleo Carter"),
        ("B. Carter", "C. Carter"),
        ("♠", "♥"),
        ("Ben", "Ben Carter"),
    ],
)
def test_two_people_are_left_alone(first, second):
    assert pairs(first, second) == []


def test_a_family_that_fills_the_list_is_no_clue():
    assert pairs(*(f"{letter}en Carter" for letter in "BCDGHJKLMPRTY")) == []


def test_a_name_folds_to_its_plain_words():
    assert fold("D'Angelo, Zoë") == ("angelo", "d", "zoe")
