"""Members from a file: read as it is, looked at first, put on the list once."""

import io
from decimal import Decimal

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.imports import STRENGTH, preview, read_file
from clubs.models import Player
from clubs.services import add_player, import_players

IMPORT = "/c/riverside/members/import/"


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def names(club, rows):
    return [(each.name, each.number) for each in preview(club, rows) if each.is_new]


@pytest.mark.parametrize(
    "content",
    [
        "Number,Name\n7,Eva Müller\n,Finn\n".encode(),
        "Name;Number\r\nEva Müller;7\r\nFinn;\r\n".encode("cp1252"),
        "\ufeffFirst name\tLast name\tNo.\nEva\tMüller\t7\nFinn\t\t\n".encode(),
        "Eva Müller,7\n\nFinn,\n".encode(),
        workbook(["Name", "Number"], ["Eva Müller", 7.0], ["Finn", None]),
    ],
    ids=["commas", "semicolons of old spreadsheets", "tabs, two names", "no headings", "a workbook"],
)
def test_a_list_is_read_however_it_is_written(riverside, content):
    assert names(riverside, read_file(content, "members")) == [("Eva Müller", "7"), ("Finn", "")]


def test_whoever_is_known_or_comes_twice_is_passed_over(riverside):
    found = preview(riverside, [["Name"], ["ben  CARTER"], ["Eva"], ["eva"], ["…"]])
    assert [(each.line, each.is_new, each.is_known) for each in found] == [
        (2, False, True),
        (3, True, False),
        (4, False, True),
        (5, False, False),
    ]
    assert found[3].problem


def test_a_number_that_is_taken_is_a_problem(riverside):
    (_first, second) = preview(riverside, [["Eva", "7"], ["Finn", "7"]])
    assert "number" in second.problem


@pytest.mark.parametrize("content", [b"PK\x03\x04 no workbook", b"x" * (2 * 1024 * 1024 + 1)])
def test_a_file_that_is_none_is_refused_in_words(content):
    with pytest.raises(ValidationError):
        read_file(content, "list.xlsx")


@given(st.binary(max_size=400))
def test_any_bytes_are_a_list_or_refused(content):
    try:
        rows = read_file(content, "list.csv")
    except ValidationError:
        return
    assert all(isinstance(cell, str) for row in rows for cell in row)


def test_a_file_is_looked_at_before_it_is_put_on_the_list(riverside, signed_in, ada):
    director = signed_in(ada)
    file = SimpleUploadedFile("m.csv", b"Name,Number\nEva <b>,7\nBen Carter,\n")
    response = director.post(IMPORT, {"file": file})
    text = response.content.decode()
    assert "Put 1 new name on the list" in text
    assert "Eva &lt;b&gt;" in text
    assert riverside.players.count() == 2
    rows = response.context["rows_form"]["rows"].value()
    for _twice in range(2):
        director.post(f"{IMPORT}confirm/", {"rows": rows})
    assert sorted(riverside.players.values_list("name", flat=True)) == ["Ben Carter", "Cleo Diaz", "Eva <b>"]


@pytest.mark.parametrize("rows", ["", "\t\t", "x\n" * 2002, "\x00"])
def test_rows_that_nobody_looked_at_are_refused(riverside, signed_in, ada, rows):
    response = signed_in(ada).post(f"{IMPORT}confirm/", {"rows": rows})
    assert response.status_code == 302
    assert riverside.players.count() == 2


def test_another_spelling_of_somebody_on_the_list_is_pointed_out(riverside, signed_in, ada):
    rows = [["Name"], ["Carter, Ben"], ["Cleo Días"], ["Gil Roux"], ["Roux Gil"], ["ben carter"]]
    found = preview(riverside, rows)
    assert [each.alike for each in found] == ["Ben Carter", "Cleo Diaz", "", "Gil Roux", ""]
    assert [each.is_new for each in found] == [True, True, True, True, False]
    file = SimpleUploadedFile("m.csv", b"Name\nCarter Ben")
    page = signed_in(ada).post("/c/riverside/members/import/", {"file": file}).content.decode()
    assert "the same as Ben Carter?" in page


NO_NUMBER = "is not a number with at most two decimal places, such as 3.5."
STRENGTH_HEADINGS = ["Name", "HCP", "Rating", "Master Points", "Stratum"]


@pytest.mark.parametrize(
    "content",
    [
        b"Name;HCP;Rating;Master Points;Stratum\nEva;-3,5;1510;0;B\nFinn;;;;\n",
        workbook(STRENGTH_HEADINGS, ["Eva", -3.5, 1510.0, 0, "B"], ["Finn", None, None, None, None]),
    ],
    ids=["a text", "a workbook"],
)
def test_handicap_rating_master_points_and_stratum_come_along(riverside, content):
    (eva, finn), changed = import_players(club=riverside, rows=read_file(content, "members"))
    assert changed == []
    found = [(each.handicap, each.rating, each.master_points, each.stratum) for each in (eva, finn)]
    assert found == [(Decimal("-3.5"), 1510, 0, "B"), (None, None, None, "")]


def test_a_sum_that_a_workbook_keeps_inexactly_is_read_as_it_shows(riverside):
    rows = read_file(workbook(["Name", "Handicap"], ["Eva", 0.1 + 0.2]), "members.xlsx")
    assert [each.strength for each in preview(riverside, rows)] == [{"handicap": Decimal("0.3")}]


@pytest.mark.parametrize(
    ("heading", "text", "problem"),
    [
        ("Handicap", "lots <b>", f"Handicap: “lots <b>” {NO_NUMBER}"),
        ("Rating", "1,250", f"Rating: “1,250” {NO_NUMBER}"),
        ("MP", "NaN", f"Master points: “NaN” {NO_NUMBER}"),
        ("Handicap", "1e3", f"Handicap: “1e3” {NO_NUMBER}"),
        (
            "Handicap",
            "123456",
            "Handicap: Ensure that there are no more than 5 digits before the decimal point.",
        ),
        (
            "Stratum",
            "B and better",
            "Stratum: Ensure this value has at most 10 characters (it has 12).",
        ),
    ],
)
def test_a_strength_that_cannot_be_read_is_said_with_its_column(riverside, heading, text, problem):
    (found,) = preview(riverside, [["Name", heading], ["Eva", text]])
    assert (found.problem, found.is_new) == (problem, False)


def test_strengths_are_looked_at_before_they_are_put_on_the_list(riverside, signed_in, ada):
    director = signed_in(ada)
    file = SimpleUploadedFile("m.csv", b"Name,Handicap,Stratum\nEva,3.5,B\nFinn,much,A\nBen Carter,9,C")
    response = director.post(IMPORT, {"file": file})
    text = response.content.decode()
    assert "Handicap <bdi>3.5</bdi>" in text
    assert f"Handicap: “much” {NO_NUMBER}" in text
    director.post(f"{IMPORT}confirm/", {"rows": response.context["rows_form"]["rows"].value()})
    assert list(riverside.players.values_list("name", "handicap", "stratum")) == [
        ("Ben Carter", None, ""),
        ("Cleo Diaz", None, ""),
        ("Eva", Decimal("3.5"), "B"),
    ]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it", "ru"])
def test_the_fields_of_a_player_are_headings_in_every_language(riverside, language):
    with translation.override(language):
        headings = [str(Player._meta.get_field(name).verbose_name).capitalize() for name in STRENGTH]
        (found,) = preview(riverside, [["Name", *headings], ["Eva", "1", "2", "3", "A"]])
    assert dict(found.strength) == {"handicap": 1, "rating": 2, "master_points": 3, "stratum": "A"}


@pytest.fixture
def strong(riverside):
    """Ben has a handicap and no number, Cleo a number."""
    riverside.players.filter(name="Ben Carter").update(handicap="2.00", stratum="B")
    riverside.players.filter(name="Cleo Diaz").update(number="9")
    return riverside


FILE = b"Name,Number,Handicap,Stratum\nBen Carter,7,3.5,B\nCleo Diaz,8,1,A\nEva,,4,\n"


def test_what_a_file_says_otherwise_of_members_is_shown_and_changed_if_wanted(strong, signed_in, ada):
    director = signed_in(ada)
    looked = director.post(IMPORT, {"file": SimpleUploadedFile("m.csv", FILE)})
    ben, cleo, _eva = looked.context["candidates"]
    assert ben.changes == [("Handicap", Decimal("2.00"), Decimal("3.5")), ("Member number", "", "7")]
    assert (cleo.changes, cleo.problem) == ([], "On the list with another number: 9.")
    page = looked.content.decode()
    assert "Handicap: <bdi>2.00</bdi> → <strong><bdi>3.5</bdi></strong>" in page
    assert "checked" in page
    rows = looked.context["rows_form"]["rows"].value()
    director.post(f"{IMPORT}confirm/", {"rows": rows})
    assert strengths(strong) == [
        ("Ben Carter", "", 2, "B"),
        ("Cleo Diaz", "9", None, ""),
        ("Eva", "", 4, ""),
    ]
    for _twice in range(2):
        director.post(f"{IMPORT}confirm/", {"rows": rows, "with_changes": "on"})
    assert strengths(strong)[0] == ("Ben Carter", "7", Decimal("3.5"), "B")
    assert strengths(strong)[1:] == [("Cleo Diaz", "9", None, ""), ("Eva", "", 4, "")]


def strengths(club):
    return list(club.players.values_list("name", "number", "handicap", "stratum"))


def test_of_two_with_one_name_the_number_tells_which_changes(riverside):
    add_player(club=riverside, name="Ben Carter", number="7")
    rows = [["Name", "Number", "Handicap"], ["Ben Carter", "", "1"]]
    (found,) = preview(riverside, rows)
    assert (found.news, found.problem) == (
        {},
        "Several on the list have that name: give the member number.",
    )
    rows[1][1] = "7"
    assert preview(riverside, rows)[0].news == {"handicap": 1}


def test_a_strength_of_a_member_that_cannot_be_read_changes_nothing(riverside):
    (found,) = preview(riverside, [["Name", "Handicap"], ["Ben Carter", "much"]])
    assert (found.news, found.is_known) == ({}, True)
    assert NO_NUMBER in found.problem
