"""What a bye earns under each method: said in the ranking, and never less or more than the option says."""

from fractions import Fraction

import pytest

from scoring.lines import Line, Sitting
from scoring.methods import METHODS
from scoring.methods.byes import BYE
from scoring.results import Bye, ByePoints, Played
from scoring.rulesets import RULESETS
from scoring.standings import score_tables, standings

DUPLICATE = RULESETS["duplicate"]
SEATS = ("N", "E", "S", "W")
WITH_BYES = [slug for slug, method in METHODS.items() if BYE in method.options]


def table(number, ns, ew, scores):
    """A table of the first round; ``scores`` are those of its North-South, by board."""
    lines = tuple(Line(board, {"contract": "?", "score": score}) for board, score in sorted(scores.items()))
    return Played(
        1, number, {"N": ns, "S": ns, "E": ew, "W": ew}, Sitting(SEATS, tuple(sorted(scores)), lines)
    )


def rank(method, played, **options):
    groups = dict.fromkeys([*(c for one in played for c in one.contestants.values()), 9], "")
    return standings(
        score_tables(played, ruleset=DUPLICATE),
        ruleset=DUPLICATE,
        method=method,
        groups=groups,
        byes=[Bye(9, 1, 4)],
        method_options=options,
    )


def match(*swings):
    """Teams 1 and 2 over as many boards as there are swings for team 1."""
    first = {board: 100 + swing for board, swing in enumerate(swings, start=1)}
    return [table(1, 1, 2, first), table(2, 2, 1, dict.fromkeys(first, 100))]


PAIRS = [table(1, 1, 2, dict.fromkeys((1, 2, 3, 4), 420)), table(2, 3, 4, dict.fromkeys((1, 2, 3, 4), 50))]


def figures(found, name):
    return {row.contestant: row.figures.get(name) for row in found.rows}


def said(found):
    return str(found.how[-1])


def test_a_team_with_a_bye_gets_twelve_of_twenty_victory_points():
    found = rank("teams_imps", match(0, 0, 0, 0))
    assert figures(found, "result") == {9: 12, 1: 10, 2: 10}
    assert found.byes == (ByePoints(9, 1, Fraction(12), Fraction(20)),)
    assert said(found) == "A bye earns 12 of 20 points that there are to win."


@pytest.mark.parametrize(
    ("method", "options", "result", "sentence"),
    [
        ("teams_imps", {"bye": "average"}, 10, "A bye earns 10 of 20 points that there are to win."),
        ("teams_imps", {"vp_scale": "none"}, 3, "A bye earns 3 points."),
        (
            "teams_imps",
            {"vp_scale": "pasted", "vp_table": "0 15 15\n5 20 10\n10 30 0"},
            18,
            "A bye earns 18 of 30 points that there are to win.",
        ),
        ("board_a_match", {}, Fraction("2.4"), "A bye earns 2.40 of 4 points that there are to win."),
        ("point_a_board", {}, Fraction("4.8"), "A bye earns 4.80 of 8 points that there are to win."),
        ("hybrid", {}, Fraction("22.8"), "A bye earns 22.80 of 38 points that there are to win."),
    ],
)
def test_each_way_of_ranking_teams_gives_its_own_share(method, options, result, sentence):
    found = rank(method, match(0, 0, 0, 0), **options)
    assert (figures(found, "result")[9], said(found)) == (result, sentence)


def test_a_pair_with_a_bye_gets_average_plus_on_as_many_boards():
    found = rank("matchpoints", PAIRS)
    assert figures(found, "percent") == {1: 100, 4: 100, 9: 60, 2: 0, 3: 0}
    assert figures(found, "boards") == {1: 4, 4: 4, 9: 4, 2: 4, 3: 4}
    assert figures(rank("matchpoints", PAIRS, bye="average"), "percent")[9] == 50


def test_in_imps_a_bye_is_worth_one_average_plus_however_many_boards_it_has():
    found = rank("cross_imps", PAIRS)
    assert figures(found, "imps") == {1: 36, 4: 36, 9: 3, 2: -36, 3: -36}
    assert said(found) == "A bye earns 3 points."


def test_a_bye_may_be_worth_what_the_other_rounds_brought():
    assert own("matchpoints", 1) == (100, 100)
    assert own("matchpoints", 2) == (Fraction(30), 60)
    assert own("cross_imps", 1) == (72, 36)
    assert own("teams_imps", 1)[1] == rank("teams_imps", match(990, 0, 0, 0)).rows[0].figures["result"]


def own(method, contestant):
    """The figure that ranks whoever had a bye beside a round, and what the bye gave of it."""
    played = PAIRS if not METHODS[method].ranks_teams else match(990, 0, 0, 0)
    groups = dict.fromkeys((c for one in played for c in one.contestants.values()), "")
    found = standings(
        score_tables(played, ruleset=DUPLICATE),
        ruleset=DUPLICATE,
        method=method,
        groups=groups,
        byes=[Bye(contestant, 2, 4)],
        method_options={"bye": "own"},
    )
    row = next(row for row in found.rows if row.contestant == contestant)
    (bye,) = found.byes
    return row.score, bye.points / bye.top * 100 if bye.top and method == "matchpoints" else bye.points


@pytest.mark.parametrize("method", WITH_BYES)
def test_a_bye_that_counts_for_nothing_leaves_whoever_had_it_without_a_place(method):
    played = match(0, 0, 0, 0) if METHODS[method].ranks_teams else PAIRS
    found = rank(method, played, bye="none")
    assert next(row for row in found.rows if row.contestant == 9).rank is None
    assert (found.byes, said(found)) == ((), "A bye earns nothing and counts for nothing.")


def test_every_method_that_compares_boards_knows_byes():
    assert [slug for slug, method in METHODS.items() if method.compares_boards] == WITH_BYES


def test_matches_won_count_a_bye_as_one():
    found = rank("games", [])
    assert (figures(found, "won"), said(found)) == (
        {9: 1},
        "A bye, or a drawn match from which somebody goes on, counts as a match won.",
    )
