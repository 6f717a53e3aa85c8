"""The pad: premiums above the line, tricks below it, a line after each game, the totals of the game."""

import pytest

from scoring.lines import Line, Sitting, default_options
from scoring.rulesets import RULESETS
from scoring.sheets import Seated, Sheet
from scoring.sheets.pads import has_pad, pad_sheet

SEATS = ("N", "E", "S", "W")
NAMES = {"N": "Ada", "S": "Ben", "E": "Cleo", "W": "Dov"}


def entry(contract, declarer, tricks):
    ruleset = RULESETS["rubber"]
    options = default_options(ruleset)
    said = {"contract": contract, "declarer": declarer, "tricks": tricks, "honours": "none"}
    return ruleset.check(said, ruleset.deal(Sitting(SEATS), 1, options), options)


RUBBER = (
    Line(1, entry("2H", "N", 9)),
    Line(2, entry("3NT", "E", 9)),
    Line(3, entry("4SX", "S", 8)),
    Line(4, entry("4S", "N", 10)),
    Line(5, entry("6C", "S", 12)),
)


def pad(slug, lines=(), *, is_filled=True, names=NAMES):
    ruleset = RULESETS[slug]
    return pad_sheet(
        Sheet("Night"),
        ruleset=ruleset,
        options=default_options(ruleset),
        seated=Seated(Sitting(SEATS, lines=lines), names),
        is_filled=is_filled,
    ).words(str)


def filled(sheet):
    return [row.heading or row.cells for row in sheet.rows if row.heading or any(row.cells)]


def test_only_rubber_and_chicago_keep_a_pad():
    assert [slug for slug, ruleset in RULESETS.items() if has_pad(ruleset)] == ["rubber", "chicago"]


def test_the_pad_of_a_rubber_is_read_from_the_line_outwards():
    sheet = pad("rubber", RUBBER)
    assert filled(sheet) == [
        "Above the line",
        (5, 1250, None),
        (3, None, 300),
        (1, 30, None),
        "Below the line",
        (1, 60, None),
        (2, None, 100),
        "Game to EW",
        (4, 120, None),
        "Game to NS",
        (5, 120, None),
        "Game to NS",
    ]
    score = RULESETS["rubber"].score(Sitting(SEATS, lines=RUBBER), default_options(RULESETS["rubber"]))
    assert sheet.totals == (score.totals["N"], score.totals["E"]) == (1580, 400)


@pytest.mark.parametrize("slug", ["rubber", "chicago"])
def test_what_stands_on_a_pad_adds_up_to_its_totals(slug):
    sheet = pad(slug, RUBBER[:4])
    numbers = [row.cells[1:] for row in sheet.rows if row.cells]
    assert tuple(sum(cells[at] or 0 for cells in numbers) for at in (0, 1)) == sheet.totals


def test_a_blank_pad_names_the_sides_and_has_room():
    sheet = pad("rubber", RUBBER, is_filled=False)
    assert filled(sheet) == ["Above the line", "Below the line"]
    assert len(sheet.rows) == 19
    assert sheet.totals == (None, None)
    assert [(group.label, group.note) for group in sheet.labelled_groups] == [
        ("Ada & Ben", "We · NS"),
        ("Cleo & Dov", "They · EW"),
    ]


def test_a_pad_without_names_has_the_sides():
    assert [group.label for group in pad("chicago", names={}).labelled_groups] == ["NS", "EW"]
