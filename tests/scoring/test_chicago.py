"""Chicago: four deals, fixed vulnerability, part scores carried, and its variants."""

import pytest

from scoring.bridge import SEATS
from scoring.lines import check_options, default_options
from scoring.rulesets.chicago import RULESET, part_scores_of
from tests.scoring.tables import record, refusal, score

DOWN = {"contract": "1C", "declarer": "N", "tricks": 6}
PART = {"contract": "2H", "declarer": "N", "tricks": 8}
PASSED = {"contract": "PASS"}
OPTIONS = default_options(RULESET)


@pytest.mark.parametrize(
    ("vulnerability", "expected"),
    [("dealer", [set(), {"EW"}, {"NS"}, {"NS", "EW"}]), ("other", [set(), {"NS"}, {"EW"}, {"NS", "EW"}])],
)
def test_vulnerability_follows_the_deal_and_the_clubs_custom(vulnerability, expected):
    options = check_options(RULESET, {"vulnerability": vulnerability})
    sitting = record(RULESET, SEATS)
    assert [RULESET.deal(sitting, number, options).vulnerable for number in (1, 2, 3, 4)] == expected


def test_a_passed_out_deal_is_dealt_again_and_does_not_count():
    sitting = record(RULESET, SEATS, DOWN, PASSED)
    again = RULESET.deal(sitting, 3, OPTIONS)
    assert (again.dealer, again.vulnerable) == ("E", {"EW"})
    found = score(RULESET, SEATS, DOWN, PASSED, DOWN, DOWN)
    assert (found.is_over, found.lines[1].points) == (False, {})
    assert score(RULESET, SEATS, DOWN, PASSED, DOWN, DOWN, DOWN).is_over


def test_after_four_deals_there_is_no_other():
    assert refusal(RULESET, SEATS, DOWN, DOWN, DOWN, DOWN, DOWN) == (
        "board",
        "the four deals were over with number 4",
    )


def test_a_blank_sheet_has_no_conditions_for_spare_rows():
    deal = RULESET.deal(record(RULESET, SEATS), 7, OPTIONS)
    assert (deal.dealer, deal.vulnerable) == (None, frozenset())


def test_part_scores_make_a_game_together_and_die_with_the_opponents_game():
    sitting = record(RULESET, SEATS, PART, {"contract": "1NT", "declarer": "S", "tricks": 7})
    assert RULESET.score(sitting, OPTIONS).lines[-1].points["N"] == 40 + 300
    assert part_scores_of(sitting, OPTIONS) == {"NS": 0, "EW": 0}


def test_only_the_last_part_score_has_a_bonus_of_its_own():
    found = score(RULESET, SEATS, PART, DOWN, DOWN, {"contract": "1C", "declarer": "E", "tricks": 7})
    assert [found.lines[0].points["N"], found.lines[3].points["E"]] == [60, 20 + 100]


def test_the_side_with_more_points_wins_and_between_equals_nobody():
    assert score(RULESET, SEATS, *[PART] * 4).winners == ("N", "S")
    east = {"contract": "1C", "declarer": "E", "tricks": 6}
    equal = score(RULESET, SEATS, DOWN, {**DOWN, "tricks": 5}, east, {**east, "tricks": 6})
    assert (equal.totals["N"], equal.totals["E"]) == (150, 150)
    assert (equal.is_over, equal.winners) == (True, ())


def test_scored_as_at_duplicate_each_deal_stands_alone():
    options = {"scoring": "duplicate"}
    found = score(
        RULESET, SEATS, PART, PART, {**PART, "contract": "4HX", "tricks": 11}, PART, options=options
    )
    assert [line.points["N"] for line in found.lines] == [110, 110, 240 + 200 + 500 + 50, 110]


def test_scored_as_at_duplicate_there_are_no_honours():
    options = check_options(RULESET, {"scoring": "duplicate", "honours": True})
    deal = RULESET.deal(record(RULESET, SEATS), 1, options)
    assert "honours" not in [field.name for field in RULESET.fields(deal, options)]


def test_another_seat_may_deal_first():
    options = check_options(RULESET, {"first_dealer": "W"})
    deals = [RULESET.deal(record(RULESET, SEATS), number, options) for number in (1, 2, 3, 4)]
    assert [deal.dealer for deal in deals] == ["W", "N", "E", "S"]
    assert deals[1].vulnerable == {"NS"}
