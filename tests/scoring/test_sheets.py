"""Sheets as values: what is known stands on the blank ones, what was recorded on the filled ones."""

import pytest

from scoring.lines import Line, Sitting, default_options
from scoring.results import Column, Standing
from scoring.rulesets import RULESETS
from scoring.sheets import (
    OPEN_ROWS,
    Fact,
    Person,
    Ranked,
    Result,
    Row,
    Seated,
    Sheet,
    option_notes,
    ranking_sheet,
    recording_sheet,
    score_sides,
    seat_facts,
    side_label,
    traveller,
)
from scoring.words import Message

BRIST, WHIST, DUPLICATE = (RULESETS[name] for name in ("brist", "bid_whist", "duplicate"))
EVERY_RULESET = [pytest.param(ruleset, id=ruleset.slug) for ruleset in RULESETS.values()]
FOUR = {"S": "Ada", "W": "Ben", "N": "Cleo", "E": "Dov"}
THREE = {"S": "Ada", "W": "Ben", "E": "Cleo"}
HEAD = Sheet("Thursday")


def record(ruleset, sitting, names, *, is_filled=True, is_compared=False, options=None):
    sheet = recording_sheet(
        HEAD,
        ruleset=ruleset,
        options=default_options(ruleset) | (options or {}),
        seated=[Seated(sitting, names)],
        is_filled=is_filled,
        is_compared=is_compared,
    )
    return sheet.words(str)


def labels(sheet):
    return [column.label for column in sheet.columns]


def column(sheet, label):
    at = labels(sheet).index(label)
    return [row.cells[at] for row in sheet.rows]


def test_a_blank_brist_sheet_of_four_names_the_declarer_of_each_board():
    sheet = record(BRIST, Sitting(("S", "W", "N", "E"), tuple(range(1, 7))), FOUR, is_filled=False)
    assert column(sheet, "Board") == [1, 2, 3, 4, 5, 6]
    assert [str(cell) for cell in column(sheet, "Declarer")] == [
        "S Ada",
        "W Ben",
        "N Cleo",
        "E Dov",
        "S Ada",
        "W Ben",
    ]
    assert column(sheet, "Contract") == [None] * 6
    assert sheet.totals == (None,) * 4


def test_a_blank_brist_sheet_of_three_prints_the_moves_and_the_seats_they_lead_to():
    sheet = record(BRIST, Sitting(("S", "W", "E"), (1, 2, 3)), THREE, is_filled=False)
    assert column(sheet, "First move") == [None, Person("N", "Cleo", "E"), Person("E", "Ada", "S")]
    assert [str(cell) for cell in column(sheet, "First move")[1:]] == ["Cleo: E → N", "Ada: S → E"]
    assert [str(cell) for cell in column(sheet, "Declarer")] == ["S Ada", "W Ben", "N Cleo"]


def test_where_everybody_stays_seated_there_is_no_column_of_moves():
    sitting = Sitting(("S", "W", "E"), (1, 2, 3))
    sheet = record(BRIST, sitting, THREE, is_filled=False, options={"three_seats": "stay"})
    assert "First move" not in labels(sheet)


def test_a_filled_sheet_has_points_running_totals_and_the_total():
    lines = (
        Line(1, {"declarer": "S", "contract": "3NT", "tricks": 10}),
        Line(2, {"declarer": "W", "contract": "4H", "tricks": 9}),
    )
    sheet = record(BRIST, Sitting(("S", "W", "E"), (1, 2, 3), lines), THREE)
    assert [row.cells[3:] for row in sheet.rows] == [
        ("3NT", 10, 20, 20, 3, 3, 3, 3),
        ("4♥", 9, 14, 34, 0, 3, 14, 17),
        (None, None, None, None, None, None, None, None),
    ]
    assert sheet.totals == (34, 3, 17)
    assert sheet.signatures == ("Ada", "Ben", "Cleo")


def test_the_sheet_of_an_open_match_has_rows_enough_and_two_sides():
    sheet = record(WHIST, Sitting(("S", "W", "N", "E")), FOUR, is_filled=False)
    assert column(sheet, "Hand") == list(range(1, OPEN_ROWS + 1))
    assert [str(cell) for cell in column(sheet, "Dealer")][:5] == [
        "S Ada",
        "W Ben",
        "N Cleo",
        "E Dov",
        "S Ada",
    ]
    assert [group.label for group in sheet.labelled_groups] == ["Ada & Cleo", "Ben & Dov"]


def test_the_sheet_of_a_finished_match_ends_with_its_last_hand():
    lines = (Line(1, {"bidder": "S", "bid": "4NT", "direction": "U", "books": 11, "renege": "none"}),)
    sheet = record(WHIST, Sitting(("S", "W", "N", "E"), (), lines), FOUR)
    assert len(sheet.rows) == 1
    assert column(sheet, "Total") == [10]
    assert sheet.totals == (10, 0)


def test_a_match_in_play_keeps_empty_rows_after_its_last_hand():
    lines = (Line(1, {"bidder": "S", "bid": "3U", "trump": "H", "books": 9, "renege": "none"}),)
    sheet = record(WHIST, Sitting(("S", "W", "N", "E"), (), lines), FOUR)
    assert len(sheet.rows) == OPEN_ROWS


def test_where_boards_are_compared_rounds_follow_one_another_and_nothing_is_added_up():
    lines = (Line(1, {"contract": "4S", "risk": "X", "declarer": "S", "tricks": 10}),)
    sheet = recording_sheet(
        HEAD,
        ruleset=DUPLICATE,
        options={},
        seated=[
            Seated(Sitting(("N", "E", "S", "W"), (1,), lines), FOUR, "Round 1"),
            Seated(Sitting(("N", "E", "S", "W"), (2,)), FOUR, "Round 2"),
        ],
        is_filled=True,
        is_compared=True,
    ).words(str)
    assert labels(sheet)[:3] == ["Board", "Dealer", "Vul."]
    assert sheet.rows == (
        Row(heading="Round 1"),
        Row((1, Person("N"), "–", "4♠", "X", Person("S"), 10, 590, -590)),
        Row(heading="Round 2"),
        Row((2, Person("E"), "NS", None, None, None, None, None, None)),
    )
    assert (sheet.totals, sheet.signatures) == ((), ())


def test_a_traveller_lists_its_pairs_in_order_and_says_who_is_vulnerable():
    def result(number, lines=()):
        seated = Seated(Sitting(("N", "E", "S", "W"), (2,), lines), FOUR)
        return Result(seated, (number, number + 6), (f"Pair {number}", f"Pair {number + 6}"))

    results = [result(3), result(1, (Line(2, {"contract": "PASS"}),))]
    sheet = traveller(HEAD, ruleset=DUPLICATE, options={}, board=2, results=results, is_filled=True)
    sheet = sheet.words(str)
    assert sheet.subtitle == ("Dealer East", "Vulnerable: NS")
    assert sheet.rows == (
        Row((1, "Pair 1", 7, "Pair 7", "Passed out", None, None, None, 0, 0)),
        Row((3, "Pair 3", 9, "Pair 9", None, None, None, None, None, None)),
    )


def test_a_ranking_list_has_a_heading_for_each_group_and_marks_ties():
    columns = (Column("percent", "Percent", "percent"), Column("boards", "Boards", "count"))
    places = [
        Ranked(Standing(1, "NS", 1, True, None, 3, {"percent": 50, "boards": 3}), "1 NS", "Ada & Ben"),
        Ranked(Standing(2, "NS", None, False, None, 0, {}), "2 NS", "Cleo & Dov"),
    ]
    sheet = ranking_sheet(HEAD, columns=columns, groups=[(Message("North-South"), places)]).words(str)
    assert sheet.rows == (
        Row(heading="North-South"),
        Row(("1=", "1 NS", "Ada & Ben", 50, 3)),
        Row((None, "2 NS", "Cleo & Dov", None, None)),
    )
    assert [column.kind for column in sheet.columns] == ["count", "text", "name", "decimal", "count"]


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
def test_every_game_has_a_blank_sheet_for_each_of_its_tables(ruleset):
    for places in ruleset.tables:
        boards = tuple(range(1, 4)) if ruleset.boards else ()
        names = {place: f"Player {place}" for place in places}
        sheet = record(ruleset, Sitting(places, boards), names, is_filled=False)
        assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows)
        assert len(sheet.totals) == len(sheet.labelled_groups)


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
def test_a_worked_example_stands_on_its_sheet_with_its_points(ruleset):
    for example in ruleset.examples:
        options = default_options(ruleset) | dict(example.options)
        boards = tuple(range(1, example.board + 1)) if ruleset.boards else ()
        empty = Sitting(example.places, boards)
        entry = ruleset.check(example.entry, ruleset.deal(empty, example.board, options), options)
        sitting = Sitting(example.places, boards, (Line(example.board, entry),))
        sheet = record(ruleset, sitting, {}, options=options)
        row = next(row for row in sheet.rows if row.cells[0] == example.board)
        sides = score_sides(example.places, are_pairs=ruleset.partnerships)
        points = dict(zip((side[0] for side in sides), row.cells[len(sheet.plain_columns) :: 2], strict=True))
        assert points == {place: example.points.get(place, points[place]) for place in points}


def test_the_scorer_is_named_first_and_empty_places_not_at_all():
    facts = seat_facts(Seated(Sitting(("S", "W", "E")), {"S": "Ada", "E": "Cleo"}))
    assert [(str(fact.label), fact.value) for fact in facts] == [("South · scorer", "Ada"), ("East", "Cleo")]
    assert isinstance(facts[0], Fact)


def test_only_rules_that_differ_from_the_usual_are_noted():
    options = default_options(BRIST) | {"defence_bonus": "mirror", "extra_contracts": True}
    assert [str(note) for note in option_notes(options, BRIST.options)] == [
        "Defence bonus: What declarer played for: 10, 10, 25, 50",
        "Extra contracts: yes",
    ]
    assert option_notes(default_options(BRIST), BRIST.options) == ()


def test_sides_are_written_north_before_south():
    assert [side_label(side) for side in score_sides(("S", "W", "N", "E"), are_pairs=True)] == ["NS", "EW"]


def test_a_name_is_never_translated():
    sheet = Sheet("Points", people=(Fact(Message("South"), "South"),)).words(lambda message: "x")
    assert (sheet.title, sheet.people) == ("Points", (Fact("x", "South"),))
