"""Teams: matches found from who met whom, and what boards and matches earn."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import EntryError, Line, Sitting, check_options
from scoring.methods import METHODS
from scoring.methods.reasons import ExplainsMatches, MatchBoard
from scoring.results import Award, FouledBoard, MatchPoints, Penalty, Played
from scoring.rulesets import RULESETS
from scoring.scales import continuous_scale
from scoring.standings import make_contest, score_tables, standings

DUPLICATE = RULESETS["duplicate"]
SEATS = ("N", "E", "S", "W")
TEAM_METHODS = ("teams_imps", "board_a_match", "point_a_board", "hybrid")
SCORE = st.integers(-760, 760).map(lambda tens: tens * 10)


def table(number, ns, ew, scores, *, round=1, boards=None):
    """A table of two teams; ``scores`` are those of its North-South, by board."""
    lines = tuple(Line(board, {"contract": "?", "score": score}) for board, score in sorted(scores.items()))
    seats = {"N": ns, "S": ns, "E": ew, "W": ew}
    return Played(round, number, seats, Sitting(SEATS, boards or tuple(sorted(scores)), lines))


def rank(method, played, **more):
    groups = {c: "" for one in played for c in one.contestants.values()}
    return standings(
        score_tables(played, ruleset=DUPLICATE), ruleset=DUPLICATE, method=method, groups=groups, **more
    )


def a_match(*swings, round=1):
    """Teams 1 and 2 over as many boards as there are swings for team 1."""
    open_room = {board: 100 + swing for board, swing in enumerate(swings, start=1)}
    closed_room = dict.fromkeys(open_room, 100)
    return [table(1, 1, 2, open_room, round=round), table(2, 2, 1, closed_room, round=round)]


def results(found):
    return {row.contestant: (row.rank, row.figures["result"]) for row in found.rows}


def test_a_board_is_the_difference_of_two_tables_in_imps():
    found = rank("teams_imps", a_match(450, -50, 0), method_options={"vp_scale": "none"})
    assert results(found) == {1: (1, 8), 2: (2, -8)}
    assert [(row.key[1], row.board, row.first) for row in found.boards] == [
        (1, 1, 10),
        (2, 1, -10),
        (1, 2, -2),
        (2, 2, 2),
        (1, 3, 0),
        (2, 3, 0),
    ]


def test_a_match_becomes_victory_points():
    found = rank("teams_imps", a_match(450, -50, 0, 0))
    assert found.matches == (MatchPoints(1, 2, (1,), 4, 4, 8, -8, Fraction("14.18"), Fraction("5.82")),)
    assert results(found) == {1: (1, Fraction("14.18")), 2: (2, Fraction("5.82"))}


def test_the_older_scale_serves_six_boards_and_says_where_it_does_not():
    six = rank("teams_imps", a_match(450, -50, 0, 0, 0, 0), method_options={"vp_scale": "discrete"})
    assert results(six) == {1: (1, 14), 2: (2, 6)}
    four = rank("teams_imps", a_match(450, -50, 0, 0), method_options={"vp_scale": "discrete"})
    assert results(four)[1] == (1, Fraction("14.18"))
    assert "no column" in " ".join(str(sentence) for sentence in four.how)


def test_a_club_may_paste_its_own_scale():
    options = {"vp_scale": "pasted", "vp_table": "0 15 15\n5 20 10\n10 30 0"}
    assert results(rank("teams_imps", a_match(450, -50), method_options=options)) == {1: (1, 20), 2: (2, 10)}


def refusal(**given):
    with pytest.raises(EntryError) as caught:
        check_options(METHODS["teams_imps"], given)
    return caught.value.field, str(caught.value)


def test_a_pasted_table_is_checked_with_the_other_options():
    checked = check_options(METHODS["teams_imps"], {"vp_scale": "pasted", "vp_table": " 0 10\r\n5 20 \r\n"})
    assert checked["vp_table"] == "0 10\n5 20"
    assert refusal(vp_scale="pasted", vp_table="0 10\n5 won") == (
        "vp_table",
        "line 2: 5 won is not IMPs and VPs, such as 3-5 12 8",
    )


def test_a_pasted_table_is_needed_where_it_counts_only():
    missing = ("vp_table", "The club's own table of victory points is missing")
    assert refusal(vp_scale="pasted") == refusal(vp_scale="pasted", vp_table="\n") == missing
    assert check_options(METHODS["teams_imps"], {})["vp_table"] == ""


def test_a_pasted_table_is_a_text_of_some_length():
    assert refusal(vp_table=7) == (
        "vp_table",
        "7 is not a possible value of The club's own table of victory points",
    )
    assert refusal(vp_table="0 10\n" * 1000)[1].endswith("may have 4000 characters; this has 4999")


@pytest.mark.parametrize("method", TEAM_METHODS)
@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=8))
def test_the_points_of_a_match_add_up_whatever_happened(method, scores):
    first, second = ({board: pair[at] for board, pair in enumerate(scores, 1)} for at in (0, 1))
    found = rank(method, [table(1, 1, 2, first), table(2, 2, 1, second)])
    (match,) = found.matches
    total = {"teams_imps": 20, "board_a_match": 1, "point_a_board": 2, "hybrid": 30 + 2 * len(scores)}[method]
    by_board = len(scores) if method in ("board_a_match", "point_a_board") else 1
    assert match.first_points + match.second_points == total * by_board
    assert match.first_margin == -match.second_margin


@pytest.mark.parametrize("method", TEAM_METHODS)
@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=4))
def test_the_order_of_the_tables_changes_nothing(method, scores):
    first, second = ({board: pair[at] for board, pair in enumerate(scores, 1)} for at in (0, 1))
    one, other = table(1, 1, 2, first), table(2, 2, 1, second)
    assert rank(method, [one, other]).rows == rank(method, [other, one]).rows


@pytest.mark.parametrize(
    ("method", "points"), [("board_a_match", (1, Fraction(1, 2), 0)), ("point_a_board", (2, 1, 0))]
)
def test_each_board_is_won_tied_or_lost(method, points):
    found = rank(method, a_match(10, 0, -1000))
    assert tuple(row.first for row in found.boards if row.key[1] == 1) == points
    assert {row.contestant: row.score for row in found.rows} == {1: 50, 2: 50}


@pytest.mark.parametrize("method", ["board_a_match", "point_a_board"])
def test_a_difference_of_ten_may_be_a_tie(method):
    found = rank(method, a_match(10, 20), method_options={"min_difference": "10"})
    top = found.boards[0].top
    assert [row.first for row in found.boards if row.key[1] == 1] == [top / 2, top]


def test_a_hybrid_adds_the_share_of_the_imps_and_the_points_of_the_boards():
    found = rank("hybrid", a_match(450, -50, 0, 0))
    assert results(found)[1] == (1, Fraction("14.18") * Fraction(30, 20) + 2 + 0 + 1 + 1)
    assert results(found)[2] == (2, Fraction("5.82") * Fraction(30, 20) + 0 + 2 + 1 + 1)


def test_a_board_played_at_one_table_waits_for_the_other():
    open_room, closed_room = a_match(450, 450)
    half = Sitting(SEATS, (1, 2), closed_room.sitting.lines[:1])
    found = rank("teams_imps", [open_room, Played(1, 2, closed_room.contestants, half)])
    assert [(match.boards, match.done, match.first_margin) for match in found.matches] == [(2, 1, 10)]


def test_a_match_that_has_not_begun_gives_nobody_points():
    played = [table(1, 1, 2, {}, boards=(1, 2)), table(2, 2, 1, {}, boards=(1, 2))]
    found = rank("teams_imps", played)
    assert [row.rank for row in found.rows] == [None, None]


def test_the_two_tables_of_a_match_may_stand_in_different_rounds():
    """Teams that move like pairs: one half of the match is played three rounds after the other."""
    played = [
        table(1, 1, 2, {1: 420, 2: 0}, round=1),
        table(2, 2, 1, {1: -30, 2: 0}, round=4),
        table(3, 1, 3, {1: 0, 2: 0}, round=2),
    ]
    found = rank("teams_imps", played)
    assert [(m.first, m.second, m.rounds, m.done) for m in found.matches] == [
        (1, 2, (1, 4), 2),
        (1, 3, (2,), 0),
    ]


@pytest.mark.parametrize(("choice", "margins"), [("rounds", [10, 10]), ("teams", [20])])
def test_teams_that_meet_again_play_another_match_or_go_on_with_the_first(choice, margins):
    again = [
        table(1, 1, 2, {5: 450}, round=2),
        table(2, 2, 1, {5: 0}, round=2),
    ]
    found = rank("teams_imps", [*a_match(450), *again], method_options={"matches": choice})
    assert [match.first_margin for match in found.matches] == margins


def test_an_artificial_score_at_one_table_decides_the_board_and_need_not_balance():
    played = a_match(0, 450)
    award = Award(1, 2, 2, first="A+", second="A+")
    found = rank("teams_imps", played, awards=(award,), method_options={"vp_scale": "none"})
    assert results(found) == {1: (1, 3), 2: (1, 3)}
    assert [(row.key[1], row.board) for row in found.boards if row.is_award] == [(2, 2)]


def test_an_artificial_score_belongs_to_the_sides_of_its_own_table():
    """At the second table team 2 sits North-South: its average plus is the first of the award."""
    award = Award(1, 2, 1, first="A+", second="A-")
    found = rank("teams_imps", a_match(450), awards=(award,), method_options={"vp_scale": "none"})
    assert results(found) == {2: (1, 3), 1: (2, -3)}


def test_a_weighted_ruling_is_weighted_in_imps():
    outcomes = ((620, Fraction(3, 5)), (-100, Fraction(2, 5)))
    played = [table(1, 1, 2, {1: 620}), table(2, 2, 1, {1: 170})]
    award = Award(1, 1, 1, "A", "A", outcomes=outcomes)
    found = rank("teams_imps", played, awards=(award,), method_options={"vp_scale": "none"})
    assert results(found)[1] == (1, Fraction(3, 5) * 10 + Fraction(2, 5) * -7)


@pytest.mark.parametrize(
    ("method", "own"), [("board_a_match", Fraction(3, 5)), ("point_a_board", Fraction(6, 5))]
)
def test_average_plus_is_a_share_of_the_board(method, own):
    award = Award(1, 1, 1, "A+", "A-")
    found = rank(method, a_match(0), awards=(award,))
    assert found.boards[0].first == own
    assert {row.contestant: row.score for row in found.rows} == {1: 60, 2: 40}


def test_penalties_are_in_victory_points():
    found = rank("teams_imps", a_match(0, 0), penalties=(Penalty(1, Fraction(1, 2)),))
    assert results(found) == {2: (1, 10), 1: (2, Fraction(19, 2))}


def test_equal_totals_share_a_place_or_are_separated_by_the_difference():
    played = a_match(4000) + [table(3, 3, 4, {1: 3500}), table(4, 4, 3, {1: 0})]
    for choice, places in (("shared", {1: 1, 3: 1, 2: 3, 4: 3}), ("margin", {1: 1, 3: 2, 4: 3, 2: 4})):
        found = rank("teams_imps", played, method_options={"ties": choice})
        assert {row.contestant: row.rank for row in found.rows} == places
        assert {row.figures["result"] for row in found.rows} == {20, 0}


@pytest.mark.parametrize("method", TEAM_METHODS)
def test_every_choice_of_every_option_ranks(method):
    for option in METHODS[method].options:
        assert option.meaning.endswith(".")
        for choice in option.choices:
            given = {option.name: choice.value, "vp_table": "0 10\n5 15\n10 20"}
            found = rank(method, a_match(450, -50, 0), method_options=given)
            assert [row.rank for row in found.rows] == [1, 2] or found.rows[0].is_tied
            columns = {column.name for column in METHODS[method].columns}
            assert all(columns <= set(row.figures) for row in found.rows)


# --- how a match came to its result -------------------------------------------------------------


def explain(method, played, **more):
    groups = {c: "" for one in played for c in one.contestants.values()}
    contest = make_contest(score_tables(played, ruleset=DUPLICATE), ruleset=DUPLICATE, groups=groups, **more)
    return METHODS[method].explain_matches(contest)


@pytest.mark.parametrize("method", [method.slug for method in METHODS.values() if method.ranks_teams])
def test_every_method_for_teams_explains_the_matches_that_it_ranks_by(method):
    assert isinstance(METHODS[method], ExplainsMatches)
    played = [*a_match(450, -50, 0), *a_match(10, round=2)]
    assert tuple(reason.match for reason in explain(method, played)) == rank(method, played).matches


def test_a_match_is_told_board_by_board_with_the_tables_that_are_missing():
    open_room, closed = a_match(450, -50)
    closed = table(2, 2, 1, {1: 100}, boards=(1, 2))
    (reason,) = explain("teams_imps", [open_room, closed])
    assert reason.boards == (
        MatchBoard(1, ((1, 1),), ((1, 2),), (10, -10)),
        MatchBoard(2, ((1, 1),), ((1, 2),), None),
    )
    assert [str(step) for step in reason.steps] == ["10 IMPs over 2 boards are 16.46 to 3.54 victory points."]


def test_a_penalty_within_a_match_costs_its_team_imps_before_the_victory_points():
    penalty = Penalty(1, Fraction(3), round=1)
    second = [table(1, 1, 2, {2: 100}, round=2), table(2, 2, 1, {2: 100}, round=2)]
    found = rank("teams_imps", [*a_match(450), *second], penalties=[penalty])
    assert [(m.first_margin, m.second_margin) for m in found.matches] == [(7, -10), (0, 0)]
    assert results(found)[1][1] == continuous_scale(1).convert(7)[0] + 10
    assert results(found)[2][1] == continuous_scale(1).convert(-10)[0] + 10
    assert "Penalties of a match" in " ".join(map(str, found.how))
    assert "Penalties are taken off the totals" not in " ".join(map(str, found.how))


def test_the_steps_say_why_two_margins_differ():
    (reason,) = explain("teams_imps", a_match(450), penalties=[Penalty(2, Fraction(2), round=1)])
    assert "10 and -12 IMPs over 1 boards" in str(reason.steps[0])


def test_the_steps_of_a_hybrid_add_up_for_each_team():
    (reason,) = explain("hybrid", a_match(450, -50, 0, 0))
    assert [str(step) for step in reason.steps] == [
        "8 IMPs over 4 boards bring 21.27, the boards 4: 25.27 in all.",
        "-8 IMPs over 4 boards bring 8.73, the boards 4: 12.73 in all.",
    ]


def test_a_board_with_other_cards_at_one_table_counts_only_as_ruled():
    fouled = [FouledBoard(1, (frozenset({(1, 2)}),))]
    found = rank("teams_imps", a_match(450, -50), fouled=fouled)
    assert [(row.board, row.first) for row in found.boards if row.key[1] == 1] == [(2, -2)]
    ruled = rank("teams_imps", a_match(450, -50), fouled=fouled, awards=[Award(1, 1, 1, "A+", "A-")])
    assert [(row.board, row.first) for row in ruled.boards if row.key[1] == 1] == [(1, 3), (2, -2)]
    both = rank("teams_imps", a_match(450), fouled=[FouledBoard(1, (frozenset({(1, 1), (1, 2)}),))])
    assert both.boards[0].first == 10


@pytest.mark.parametrize(
    ("method", "options", "headings"),
    [
        ("teams_imps", {}, ["VPs", "IMPs"]),
        ("teams_imps", {"vp_scale": "none"}, ["IMPs", "before penalties"]),
        ("board_a_match", {}, ["Percent", "Points"]),
        ("hybrid", {}, ["VPs", "IMPs"]),
    ],
)
def test_a_result_is_headed_by_what_it_is_in(method, options, headings):
    columns = METHODS[method].columns_by(options)
    assert [column.label for column in columns][:2] == headings
    assert [column.name for column in columns] == [column.name for column in METHODS[method].columns]
