"""Why a contestant has what he has: the comparisons of a board, and the addends of a total."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.methods import METHODS
from scoring.results import Award, FouledBoard, Penalty
from scoring.rulesets import RULESETS
from scoring.standings import make_contest, score_tables
from scoring.standings.explain import explain_board, explain_total
from tests.scoring.test_methods_imps import SCORES, tables_of
from tests.scoring.test_methods_teams import a_match

DUPLICATE = RULESETS["duplicate"]


def explain(method, played, *, table, contestant, board=1, **more):
    found, contest = ranked_contest(method, played, **more)
    return explain_board(contest, found, method=method, key=(1, table), board=board, contestant=contestant)


def ranked_contest(method, played, **more):
    groups = {c: "" for table in played for c in table.contestants.values()}
    contest = make_contest(score_tables(played, ruleset=DUPLICATE), ruleset=DUPLICATE, groups=groups, **more)
    return METHODS[method].rank(contest), contest


def listed(reason):
    return [(x.own, x.score, x.count, x.points) for x in reason.comparisons]


def words(reason):
    return [str(step) for step in reason.steps]


def test_match_points_are_the_results_beaten_and_equalled():
    reason = explain("matchpoints", tables_of([420, 420, 170, 450]), table=1, contestant=1)
    assert listed(reason) == [(420, 170, 1, 2), (420, 420, 1, 1), (420, 450, 1, 0)]
    assert (reason.raw, reason.points, reason.top) == (3, 3, 6)
    assert words(reason) == ["Compared with the other results among 4."]


def test_the_other_side_sees_the_scores_from_its_own_seat():
    reason = explain("matchpoints", tables_of([420, 420, 170, 450]), table=1, contestant=101)
    assert listed(reason) == [(-420, -450, 1, 2), (-420, -420, 1, 1), (-420, -170, 1, 0)]
    assert (reason.raw, reason.points) == (3, 3)


def test_neubergs_formula_is_said_with_its_numbers():
    played = tables_of([420, 170, None], [1, 2, 3])
    reason = explain("matchpoints", played, table=1, contestant=1)
    assert (reason.raw, reason.points, reason.top) == (2, Fraction(7, 2), 4)
    assert words(reason)[1] == "Neuberg: (points + 1) × 3 / 2 − 1."


def test_with_one_for_each_result_beaten_the_formula_has_halves():
    played = tables_of([420, 170, None], [1, 2, 3])
    options = {"display": "one"}
    reason = explain("matchpoints", played, table=1, contestant=1, method_options=options)
    assert (reason.raw, reason.points, reason.top) == (1, Fraction(7, 4), 2)
    assert words(reason)[1] == "Neuberg: (points + ½) × 3 / 2 − ½."
    assert (reason.raw + Fraction(1, 2)) * Fraction(3, 2) - Fraction(1, 2) == reason.points


def test_the_outcomes_of_a_ruling_are_compared_each_by_its_weight():
    outcomes = ((420, Fraction(4, 5)), (450, Fraction(1, 5)))
    award = Award(1, 5, 1, "A", "A", outcomes=outcomes)
    played = tables_of([450, 420, 170, -50, None])
    own = explain("matchpoints", played, table=5, contestant=5, awards=(award,))
    assert (own.raw, own.points) == (Fraction(27, 5), Fraction(27, 5))
    assert [x.weight for x in own.comparisons] == [Fraction(4, 5)] * 4 + [Fraction(1, 5)] * 4
    other = explain("matchpoints", played, table=2, contestant=2, awards=(award,))
    assert (420, 420, Fraction(4, 5), 1) in listed(other)
    assert (420, 450, 1 + Fraction(1, 5), 0) in listed(other)
    assert other.raw == other.points


def test_an_artificial_score_has_no_comparisons():
    played = tables_of([420, 170, None])
    reason = explain("matchpoints", played, table=3, contestant=3, awards=(Award(1, 3, 1, "A+", "A"),))
    assert (reason.comparisons, reason.points) == ((), Fraction(12, 5))
    assert words(reason) == ["An artificial score: this board is not compared."]


def test_a_group_of_a_fouled_board_that_is_too_small_is_said_to_be():
    fouled = (FouledBoard(1, (frozenset({(1, 6)}),)),)
    played = tables_of([420, 170, 100, 90, 80, 70])
    more = {"fouled": fouled, "method_options": {"fouled": "acbl"}}
    reason = explain("matchpoints", played, table=6, contestant=6, **more)
    assert reason.points == 6
    assert words(reason)[1] == "Too few to compare: the group gets artificial scores."


def test_cross_imps_are_the_imps_against_each_other_table():
    played = tables_of([420, 450, -100, -200, 400, 590])
    reason = explain("cross_imps", played, table=1, contestant=1)
    assert listed(reason) == [
        (420, -200, 1, 12),
        (420, -100, 1, 11),
        (420, 400, 1, 1),
        (420, 450, 1, -1),
        (420, 590, 1, -5),
    ]
    assert (reason.raw, reason.points) == (18, Fraction(18, 5))
    assert words(reason)[1] == "The sum is divided by 5."


def test_butler_is_one_comparison_with_the_datum():
    played = tables_of([690, 660, 630, 620, -100, -200])
    assert listed(explain("butler", played, table=1, contestant=1)) == [(690, 450, 1, 6)]
    assert listed(explain("butler", played, table=1, contestant=101)) == [(-690, -450, 1, -6)]


def test_a_teams_board_is_compared_with_the_other_table():
    options = {"vp_scale": "none"}
    reason = explain("teams_imps", a_match(450), table=1, contestant=2, method_options=options)
    assert listed(reason) == [(-550, -100, 1, -10)]
    assert (reason.raw, reason.points) == (-10, -10)
    won = explain("board_a_match", a_match(450), table=2, contestant=1)
    assert listed(won) == [(-100, -550, 1, 1)]


@pytest.mark.parametrize("method", ["matchpoints", "cross_imps", "butler", "aggregate"])
@given(SCORES, st.data())
def test_on_a_full_board_the_comparisons_account_for_all_the_points(method, scores, data):
    table = data.draw(st.integers(1, len(scores)))
    side = data.draw(st.sampled_from((0, 100)))
    if len(scores) < 2:
        return
    reason = explain(method, tables_of(scores), table=table, contestant=table + side)
    divisor = len(scores) - 1 if method == "cross_imps" else 1
    assert reason.raw / divisor == reason.points


def test_who_sat_elsewhere_or_has_no_points_has_nothing_to_explain():
    played = tables_of([420, 170])
    assert explain("matchpoints", played, table=1, contestant=2) is None
    assert explain("matchpoints", played, table=1, contestant=1, board=7) is None


def test_a_total_is_its_boards_and_what_was_taken_off():
    fines = (Penalty(1, Fraction(1)), Penalty(2, Fraction(9)), Penalty(1, Fraction(5), is_percent=True))
    award = Award(1, 1, 2, "A+", "A-")
    played = tables_of([420, 170, 100], [1, 2, 3])
    found, contest = ranked_contest("matchpoints", played, penalties=fines, awards=(award,))
    addends = explain_total(contest, found, contestant=1)
    assert [(x.points, x.top) for x in addends] == [(4, 4), (4, 4), (-1, 0)]
    row = next(row for row in found.rows if row.contestant == 1)
    assert sum(x.points for x in addends) == row.figures["matchpoints"]
    assert addends[-1].penalty == fines[0]
