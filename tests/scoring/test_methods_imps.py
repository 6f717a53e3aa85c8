"""IMPs across the field: laws, awards, rulings, boards not played, penalties."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import EntryError, Line, Sitting
from scoring.methods import METHODS, board_scale, cross_imps, datum, neuberg
from scoring.results import Award, FouledBoard, Penalty, Played, weigh_outcomes
from scoring.rulesets import RULESETS
from scoring.scales import imps
from scoring.standings import score_tables, standings

DUPLICATE = RULESETS["duplicate"]
SEATS = ("N", "E", "S", "W")
SCORES = st.lists(st.integers(-760, 760).map(lambda tens: tens * 10), min_size=1, max_size=40)
SIGNED = ("cross_imps", "butler", "aggregate")
ACROSS_THE_FIELD = ("matchpoints", *SIGNED)


def entry_of(score):
    return {"contract": "NP"} if score is None else {"contract": "?", "score": score}


def tables_of(*boards):
    """A table for each result of each board: pair 1 against 101, 2 against 102 ..."""
    found = []
    for number in range(1, max(len(scores) for scores in boards) + 1):
        lines = tuple(
            Line(board, entry_of(scores[number - 1]))
            for board, scores in enumerate(boards, start=1)
            if number <= len(scores)
        )
        seats = {"N": number, "S": number, "E": 100 + number, "W": 100 + number}
        found.append(Played(1, number, seats, Sitting(SEATS, tuple(x.number for x in lines), lines)))
    return found


def rank(method, *boards, **more):
    played = tables_of(*boards)
    groups = {c: "" for table in played for c in table.contestants.values()}
    return standings(
        score_tables(played, ruleset=DUPLICATE), ruleset=DUPLICATE, method=method, groups=groups, **more
    )


def firsts(found, board=1):
    return {row.key[1]: row.first for row in found.boards if row.board == board}


def scores_of(found):
    return {row.contestant: row.score for row in found.rows}


@given(SCORES)
def test_cross_imps_are_what_comparing_each_pair_gives(scores):
    totals = cross_imps(Counter(scores))
    assert totals == {score: sum(imps(score - other) for other in scores) for score in scores}


@given(SCORES)
def test_a_better_score_never_gets_fewer_imps(scores):
    totals = cross_imps(Counter(scores))
    assert sorted(totals.values()) == [totals[score] for score in sorted(totals)]


@pytest.mark.parametrize("method", SIGNED)
@given(SCORES)
def test_what_one_side_gains_the_other_loses(method, scores):
    assert all(row.first == -row.second for row in rank(method, scores).boards)


@given(SCORES)
def test_the_imps_of_a_board_add_up_to_nothing(scores):
    assert sum(row.first for row in rank("cross_imps", scores).boards) == 0


@pytest.mark.parametrize("method", ACROSS_THE_FIELD)
@given(SCORES, st.randoms())
def test_the_order_of_the_tables_changes_nobodys_points(method, scores, random):
    order = random.sample(range(len(scores)), len(scores))
    before = firsts(rank(method, scores))
    after = firsts(rank(method, [scores[at] for at in order]))
    assert {order[table - 1] + 1: points for table, points in after.items()} == before


@pytest.mark.parametrize("method", ACROSS_THE_FIELD)
@given(SCORES)
def test_a_better_score_never_ranks_lower_on_a_board(method, scores):
    found = dict(zip(scores, firsts(rank(method, scores)).values(), strict=True))
    ordered = [found[score] for score in sorted(found)]
    assert ordered == sorted(ordered)


@given(SCORES, st.integers(0, 20))
def test_neubergs_formula_in_per_cent_is_the_other_form_of_it(scores, missing):
    results, expected = len(scores), len(scores) + missing
    if results < 2:
        return
    scale = board_scale(scores, expected=expected, formula="neuberg")
    factor = Fraction(expected * (results - 1), results * (expected - 1))
    for score, points in board_scale(scores, expected=results, formula="plain").by_score.items():
        percent = Fraction(points, 2 * (results - 1)) * 100
        assert Fraction(scale.by_score[score], scale.unit * scale.top) * 100 == 50 + (percent - 50) * factor
        assert Fraction(scale.by_score[score], scale.unit) == neuberg(
            points, results=results, expected=expected
        )


@given(st.lists(st.integers(-760, 760).map(lambda t: t * 10), min_size=2, max_size=12), st.data())
def test_a_weighted_ruling_and_the_others_share_the_points_of_the_board(scores, data):
    percent = data.draw(st.integers(1, 99))
    outcomes = tuple(
        (data.draw(st.sampled_from(scores)) + shift, Fraction(weight, 100))
        for shift, weight in ((0, percent), (10, 100 - percent))
    )
    at = len(scores) + 1
    award = Award(1, at, 1, "A", "A", outcomes=outcomes)
    rows = rank("matchpoints", [*scores, None], awards=(award,)).boards
    assert sum(row.first for row in rows) == at * Fraction(2 * (at - 1), 2)
    assert all(row.first + row.second == row.top for row in rows)
    assert sum(row.first for row in rank("cross_imps", [*scores, None], awards=(award,)).boards) == 0


def test_a_ruling_of_one_outcome_is_that_score():
    award = Award(1, 4, 1, "A", "A", outcomes=((420, Fraction(1)),))
    for method in ACROSS_THE_FIELD:
        ruled = firsts(rank(method, [450, 420, -50, None], awards=(award,)))
        assert ruled == firsts(rank(method, [450, 420, -50, 420]))


def test_the_weights_of_a_ruling_are_given_in_per_cent():
    assert weigh_outcomes([(170, 67), (140, 33)]) == ((170, Fraction(67, 100)), (140, Fraction(33, 100)))


@pytest.mark.parametrize(
    ("outcomes", "field", "message"),
    [
        ([(170, 60), (140, 30)], "weight", "the weights add up to 90, not to 100"),
        ([(170, 110), (140, -10)], "weight", "each weight must be more than 0"),
        ([(170, 60), (170, 40)], "score", "each score may stand once in a weighted ruling"),
        ([], "weight", "the weights add up to 0, not to 100"),
    ],
)
def test_a_weighted_ruling_that_cannot_be_is_refused(outcomes, field, message):
    with pytest.raises(EntryError) as caught:
        weigh_outcomes(outcomes)
    assert (caught.value.field, str(caught.value)) == (field, message)


@pytest.mark.parametrize("method", SIGNED)
def test_imps_of_a_ruling_are_weighted_and_not_its_points(method):
    outcomes = ((620, Fraction(1, 2)), (-100, Fraction(1, 2)))
    award = Award(1, 3, 1, "A", "A", outcomes=outcomes)
    options = {"weighted": "apart", "dropped": 0, "rounding": "none"}
    found = firsts(rank(method, [170, 170, None], awards=(award,), method_options=options))
    assert (
        found[3]
        == {
            "cross_imps": Fraction(imps(450) + imps(-270), 2),
            "butler": Fraction(imps(450) + imps(-270), 2),
            "aggregate": 260,
        }[method]
    )


def test_average_plus_is_three_imps_and_average_minus_costs_three():
    award = Award(1, 3, 1, "A+", "A-")
    found = rank("cross_imps", [420, -50, None], awards=(award,))
    assert (scores_of(found)[3], scores_of(found)[103]) == (3, -3)
    assert firsts(found)[1] == 10


def test_both_sides_may_receive_average_plus_and_the_club_says_how_much():
    award = Award(1, 3, 1, "A+", "A+")
    found = rank("butler", [420, -50, None], awards=(award,), method_options={"average_imps": 2})
    assert (scores_of(found)[3], scores_of(found)[103]) == (2, 2)
    assert "Average plus is worth 2" in " ".join(str(sentence) for sentence in found.how)


def test_an_award_outright_is_what_the_sides_receive():
    award = Award(1, 3, 1, "A", "A", points=(Fraction(0), Fraction(6, 5)))
    found = rank("butler", [420, -50, None], awards=(award,))
    assert (scores_of(found)[3], scores_of(found)[103]) == (0, Fraction(6, 5))


def test_added_up_comparisons_count_average_plus_for_each_of_them():
    award = Award(1, 4, 1, "A+", "A")
    options = {"comparisons": "total"}
    found = rank("cross_imps", [420, 400, -50, None], awards=(award,), method_options=options)
    assert scores_of(found)[4] == 9


@pytest.mark.parametrize(("choice", "percent"), [("out", None), ("A", Fraction(50)), ("A+", Fraction(60))])
def test_a_board_not_played_is_left_out_or_awarded_to_both(choice, percent):
    found = rank("matchpoints", [420, -50, None], method_options={"not_played": choice})
    own = {row.contestant: row.figures.get("percent") for row in found.rows}
    assert (own[3], own[103]) == (percent, percent)


def test_a_ruling_goes_before_the_rule_for_boards_not_played():
    award = Award(1, 3, 1, "A-", "A+")
    found = rank("matchpoints", [420, -50, None], awards=(award,), method_options={"not_played": "A"})
    own = {row.contestant: row.figures.get("percent") for row in found.rows}
    assert (own[3], own[103]) == (40, 60)


def test_an_averaged_board_may_count_as_much_as_its_other_tables():
    boards = ([1, 2, 3, 4], [10, 20, None])
    award = Award(1, 3, 2, "A", "A")
    for choice, top in (("session", 6), ("board", 2)):
        options = {"averages": choice, "unequal": "plain"}
        found = rank("matchpoints", *boards, awards=(award,), method_options=options)
        assert next(row.top for row in found.boards if row.is_award) == top


def test_matchpoints_shown_as_one_and_a_half_change_no_percentage():
    boards = ([420, 420, -50, 100], [10, 20, None])
    one, two = (rank("matchpoints", *boards, method_options={"display": x}) for x in ("one", "two"))
    assert scores_of(one) == scores_of(two)
    assert [row.first * 2 for row in one.boards] == [row.first for row in two.boards]
    assert [row.top * 2 for row in one.boards] == [row.top for row in two.boards]


def test_a_penalty_is_in_the_points_that_are_shown():
    fine = (Penalty(1, Fraction(1)),)
    for choice, top in (("one", 1), ("two", 2)):
        found = rank("matchpoints", [420, -50], penalties=fine, method_options={"display": choice})
        assert scores_of(found)[1] == Fraction(top - 1, top) * 100


def test_a_penalty_in_per_cent_means_nothing_in_imps_and_is_said_to_be_left_out():
    fines = (Penalty(1, Fraction(2)), Penalty(1, Fraction(5), is_percent=True))
    found = rank("cross_imps", [420, -50], penalties=fines)
    assert scores_of(found)[1] == 10 - 2
    assert str(found.how[-1]) == "Penalties in per cent mean nothing here and are left out."


def test_groups_of_a_fouled_board_are_compared_in_imps_within_themselves():
    fouled = (FouledBoard(1, (frozenset({(1, 3), (1, 4)}),)),)
    found = firsts(rank("cross_imps", [420, -50, 1430, 680], fouled=fouled))
    assert found == {1: 10, 2: -10, 3: 13, 4: -13}


def test_a_table_alone_in_its_group_of_a_fouled_board_has_half_of_the_top():
    fouled = (FouledBoard(1, (frozenset({(1, 4)}),)),)
    found = firsts(rank("matchpoints", [420, -50, 170, 680], fouled=fouled))
    assert found[4] == 3


def test_two_partners_who_score_each_for_himself_both_receive_the_points():
    def table(number, seats, score):
        line = Line(1, entry_of(score))
        return Played(1, number, dict(zip(SEATS, seats, strict=True)), Sitting(SEATS, (1,), (line,)))

    played = [table(1, (1, 2, 3, 4), 420), table(2, (5, 6, 7, 8), -50)]
    found = standings(
        score_tables(played, ruleset=DUPLICATE),
        ruleset=DUPLICATE,
        method="matchpoints",
        groups=dict.fromkeys(range(1, 9), ""),
    )
    assert scores_of(found) == {1: 100, 3: 100, 6: 100, 8: 100, 2: 0, 4: 0, 5: 0, 7: 0}


@pytest.mark.parametrize(
    ("scores", "options", "middle"),
    [
        ([690, 660, 630, 620, -100, -200], {}, 450),
        ([690, 660, 630, 620, -100, -200], {"rounding": "none"}, Fraction(905, 2)),
        ([690, 660, 630, 620, -100, -200], {"kind": "median", "rounding": "none"}, 625),
        ([40, 50], {"dropped": 0}, 50),
        ([40, 50], {"dropped": 0, "rounding": "even"}, 40),
        ([-40, -50], {"dropped": 0}, -50),
        ([100, 420], {"dropped": 5}, 260),
        ([100], {}, 100),
    ],
)
def test_the_datum_of_a_board(scores, options, middle):
    assert datum(scores, **options) == middle


@pytest.mark.parametrize("method", ACROSS_THE_FIELD)
def test_options_are_explained_and_their_defaults_are_possible(method):
    for option in METHODS[method].options:
        assert option.meaning.endswith(".")
        if option.kind == "choice":
            assert option.default in {choice.value for choice in option.choices}


@pytest.mark.parametrize("method", ACROSS_THE_FIELD)
def test_every_choice_of_every_option_ranks(method):
    award = Award(1, 3, 1, "A+", "A-")
    fouled = (FouledBoard(2, (frozenset({(1, 1)}),)),)
    for option in METHODS[method].options:
        for choice in option.choices:
            found = rank(
                method,
                [420, -50, 170, None],
                [420, 400, -50, 10],
                awards=(award,),
                fouled=fouled,
                method_options={option.name: choice.value},
            )
            assert all(row.rank for row in found.rows)
            assert all(str(sentence) for sentence in found.how)
            columns = {column.name for column in METHODS[method].columns}
            assert all(columns <= set(row.figures) for row in found.rows)
