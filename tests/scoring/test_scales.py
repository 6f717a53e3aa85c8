"""IMP and VP tables: laws that hold for all of them, and the published corners."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import EntryError
from scoring.scales import IMP_BOUNDS, continuous_scale, discrete_scale, imps, parse_scale

BOARDS = st.integers(1, 128)


@given(st.integers(-8000, 8000))
def test_imps_are_antisymmetric(difference):
    assert imps(-difference) == -imps(difference)


@given(st.integers(-8000, 8000), st.integers(0, 500))
def test_a_larger_difference_never_gives_fewer_imps(difference, more):
    assert imps(difference) <= imps(difference + more)


def test_each_step_of_the_imp_scale_begins_at_its_bound():
    assert [imps(bound) for bound in IMP_BOUNDS] == list(range(1, 25))
    assert [imps(bound - 10) for bound in IMP_BOUNDS] == list(range(24))


@given(BOARDS, st.integers(-200, 200))
def test_the_victory_points_of_a_match_add_up_to_20(boards, margin):
    assert sum(continuous_scale(boards).convert(margin)) == 20


@given(BOARDS, st.integers(-200, 200))
def test_the_losers_victory_points_are_the_winners_seen_from_the_other_side(boards, margin):
    scale = continuous_scale(boards)
    assert scale.convert(margin) == scale.convert(-margin)[::-1]


@given(BOARDS)
def test_another_imp_never_earns_more_than_the_one_before(boards):
    winner = continuous_scale(boards).winner
    gains = [b - a for a, b in zip(winner, winner[1:], strict=False)]
    assert all(later <= earlier for earlier, later in zip(gains, gains[1:], strict=False))
    assert min(gains) >= 0
    assert (winner[0], winner[-1]) == (10, 20)


@given(BOARDS)
def test_victory_points_have_two_decimals(boards):
    assert all((value * 100).denominator == 1 for value in continuous_scale(boards).winner)


def test_the_printed_column_for_four_boards():
    printed = """10.00 10.61 11.20 11.76 12.29 12.80 13.28 13.74 14.18 14.60 15.00 15.38 15.74 16.09 16.42
        16.73 17.03 17.31 17.59 17.84 18.09 18.33 18.55 18.76 18.97 19.16 19.34 19.52 19.69 19.85 20.00"""
    assert list(continuous_scale(4).winner) == [Fraction(word) for word in printed.split()]


def test_a_value_is_raised_where_the_next_imp_would_earn_more():
    assert continuous_scale(16).convert(14)[0] == Fraction("13.75")
    assert continuous_scale(24).convert(5)[0] == Fraction("11.23")


def test_the_older_scale_knows_matches_of_6_to_11_boards():
    assert [boards for boards in range(1, 40) if discrete_scale(boards)] == [6, 7, 8, 9, 10, 11]
    assert discrete_scale(8).convert(-7) == (7, 13)


def test_a_match_without_boards_has_no_scale():
    with pytest.raises(EntryError) as caught:
        continuous_scale(0)
    assert caught.value.field == "boards"


def test_a_pasted_scale_is_read_in_the_ways_that_clubs_write_it():
    text = "0\t10\t10\n1-2; 11; 9\n\n3–5 | 12,5 | 7,5\n6+ 20 0\n"
    scale = parse_scale(text)
    assert [scale.convert(margin) for margin in (0, 2, 4, -40)] == [
        (10, 10),
        (11, 9),
        (Fraction(25, 2), Fraction(15, 2)),
        (0, 20),
    ]
    assert scale.top == 20


def test_the_losers_points_may_be_left_out():
    assert parse_scale("0 15\n1 18\n9 25").loser == (15, 12, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line must begin at 0 IMPs"),
        ("1 11", "the first line must begin at 0 IMPs"),
        ("0 10\nwon 11", "line 2: won 11 is not IMPs and VPs, such as 3-5 12 8"),
        ("0 10\n1", "line 2: 1 is not IMPs and VPs, such as 3-5 12 8"),
        ("0 10\n1 2 3 4", "line 2: 1 2 3 4 is not IMPs and VPs, such as 3-5 12 8"),
        ("0 10\n1 1/3", "line 2: 1 1/3 is not IMPs and VPs, such as 3-5 12 8"),
        ("0 10\n1 1e999", "line 2: 1 1e999 is not IMPs and VPs, such as 3-5 12 8"),
        ("0-1 10\n3 11", "line 2: 3 IMPs do not follow the line before"),
        ("0 10\n2 11\n2 12", "line 3: 2 IMPs do not follow the line before"),
        ("0 10\n1 9", "line 2: the winner's VPs are fewer than in the line before"),
        ("0 10 10\n1 11 11", "line 2: the loser's VPs are more than in the line before"),
    ],
)
def test_a_pasted_scale_that_cannot_be_says_which_line(text, message):
    with pytest.raises(EntryError) as caught:
        parse_scale(text)
    assert (caught.value.field, str(caught.value)) == ("vp_table", message)


@given(st.text(max_size=60))
def test_any_text_is_a_scale_or_an_entry_error(text):
    try:
        bounds = parse_scale(text).bounds
    except EntryError:
        bounds = (0,)
    assert bounds[0] == 0
