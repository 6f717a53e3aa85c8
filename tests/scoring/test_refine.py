"""What is done with a ranking: carry-over, handicaps, strata; none of them changes a result."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lines import EntryError
from scoring.methods import ranked
from scoring.results import Column, Standing, Standings
from scoring.standings.refine import (
    Contender,
    Strength,
    complete_ranking,
    explain_refinement,
    parse_letters,
    parse_strata,
    refine,
    refined_columns,
    section_rankings,
    stratum_rankings,
)

PERCENT = (Column("percent", "Percent", "percent"), Column("boards", "Boards", "count"))
HANDICAPS = {"handicaps": "session"}
STRATA = {"strata": "master_points", "strata_limits": "A 500\nB 100\nC"}


def field(*percents, groups=""):
    rows = [
        Standing(number, groups, None, False, Fraction(percent), 10, {"percent": Fraction(percent)})
        for number, percent in enumerate(percents, 1)
    ]
    return Standings(ranked(rows))


def pair(*handicaps, **kwargs):
    return Contender(tuple(Strength(None if h is None else Fraction(h)) for h in handicaps), **kwargs)


def masters(*points, **kwargs):
    return Contender(
        tuple(Strength(master_points=None if p is None else Fraction(p)) for p in points), **kwargs
    )


def result(given, found, **contenders):
    options = complete_ranking(given)
    known = {int(name[1:]): contender for name, contender in contenders.items()}
    return refine(found, known, options)


def places(found):
    return [(row.contestant, row.rank, row.score) for row in found.rows]


def test_nothing_chosen_leaves_a_ranking_as_it_is():
    assert refine(field(60, 55), {}, complete_ranking({})) == field(60, 55)
    assert refined_columns(PERCENT, complete_ranking({})) == PERCENT


def test_a_pairs_handicap_is_the_mean_of_its_players_or_their_sum():
    found = result(HANDICAPS, field(60, 55), _1=pair(0, 2), _2=pair(8, 6))
    assert places(found) == [(2, 1, 62), (1, 2, 61)]
    summed = result(HANDICAPS | {"handicap_of": "sum"}, field(60, 55), _1=pair(0, 2), _2=pair(8, 6))
    assert places(summed) == [(2, 1, 69), (1, 2, 62)]


def test_part_of_a_handicap_may_count_and_for_each_board():
    half = result(HANDICAPS | {"handicap_share": 50}, field(60), _1=pair(5))
    assert places(half) == [(1, 1, Fraction(125, 2))]
    boards = result({"handicaps": "board"}, field(60), _1=pair(Fraction(1, 2)))
    assert places(boards) == [(1, 1, 65)]


def test_the_raw_result_and_its_place_stand_beside_the_handicapped_one():
    row = result(HANDICAPS, field(60, 55), _1=pair(None), _2=pair(8)).rows[0]
    assert row.figures == {"percent": 55, "raw": 55, "raw_rank": 2, "handicap": 8, "handicapped": 63}
    assert [column.name for column in refined_columns(PERCENT, complete_ranking(HANDICAPS))] == [
        *("handicapped", "percent", "handicap", "raw_rank", "boards"),
    ]


def test_a_handicap_fixed_for_the_session_goes_before_the_players():
    assert places(result(HANDICAPS, field(60), _1=pair(5, handicap=Fraction(-3)))) == [(1, 1, 57)]


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6), st.integers(-20, 20))
def test_the_same_handicap_for_all_changes_no_place(percents, handicap):
    contenders = {f"_{number}": pair(handicap) for number in range(1, len(percents) + 1)}
    found = result(HANDICAPS, field(*percents), **contenders)
    assert [row.rank for row in found.rows] == [row.rank for row in field(*percents).rows]


def test_points_are_carried_over_whole_in_part_and_capped():
    earlier = {
        "_1": Contender(earlier=Fraction(40)),
        "_2": Contender(earlier=Fraction(10)),
        "_3": Contender(),
    }
    whole = result({"carry": "carried"}, field(10, 20, 30), **earlier)
    assert places(whole) == [(1, 1, 50), (2, 2, 30), (3, 2, 30)]
    half = result({"carry": "carried", "carry_share": 50}, field(10, 20, 30), **earlier)
    assert places(half) == [(1, 1, 30), (3, 1, 30), (2, 3, 25)]
    capped = result({"carry": "carried", "carry_most": 15}, field(10, 20, 30), **earlier)
    assert places(capped) == [(2, 1, 30), (3, 1, 30), (1, 3, 25)]
    assert whole.rows[0].figures == {"percent": 10, "carried": 40, "carried_total": 50}


def test_strata_go_by_the_strongest_player_or_by_the_mean():
    field_ = field(60, 55, 50)
    contenders = {"_1": masters(600, 20), "_2": masters(90, 120), "_3": masters(10, 10)}
    found = result(STRATA, field_, **contenders)
    assert {row.contestant: row.figures["stratum"] for row in found.rows} == {1: 0, 2: 1, 3: 2}
    mean = result(STRATA | {"strata_of": "mean"}, field_, **contenders)
    assert {row.contestant: row.figures["stratum"] for row in mean.rows} == {1: 1, 2: 1, 3: 2}


def test_who_has_no_number_is_of_the_highest_stratum_unless_the_director_says_otherwise():
    found = result(STRATA, field(60, 55), _1=masters(None, 20), _2=masters(None, 20, stratum="C"))
    assert [row.figures["stratum"] for row in found.rows] == [0, 2]


def test_a_lower_stratum_is_ranked_in_every_higher_one():
    options = complete_ranking(STRATA)
    contenders = {1: masters(600), 2: masters(5), 3: masters(200), 4: masters(7)}
    found = refine(field(60, 55, 55, 40), contenders, options)
    own = stratum_rankings(found, contenders, options)
    assert {name: [(row.contestant, row.rank, row.is_tied) for row in x.rows] for name, x in own.items()} == {
        "B": [(2, 1, True), (3, 1, True), (4, 3, False)],
        "C": [(2, 1, False), (4, 2, False)],
    }


def test_a_low_handicap_is_strong_and_the_order_of_the_limits_decides():
    by_handicap = {"strata": "handicap", "strata_limits": "A 4\nB"}
    found = result(by_handicap, field(60, 55), _1=pair(4, 9), _2=pair(5))
    assert [row.figures["stratum"] for row in found.rows] == [0, 1]
    rising = {"strata": "rating", "strata_limits": "gold 3\nsilver 7\nbronze"}
    contender = Contender((Strength(rating=Fraction(5)),))
    assert result(rising, field(60), _1=contender).rows[0].figures["stratum"] == 1


def test_strata_may_be_letters():
    letters = {"strata": "letter", "strata_letters": "A, B"}
    found = result(
        letters, field(60, 55), _1=Contender((Strength(letter="B"), Strength(letter="B"))), _2=Contender()
    )
    assert [row.figures["stratum"] for row in found.rows] == [1, 0]
    (column,) = [each for each in refined_columns(PERCENT, complete_ranking(letters)) if each.texts]
    assert column.texts == ("A", "B")


def test_sections_are_ranked_by_themselves_where_that_is_asked_for():
    contenders = {1: Contender(section="A"), 2: Contender(section="B"), 3: Contender(section="B")}
    own = section_rankings(field(60, 55, 50), contenders, complete_ranking({"section_ranks": True}))
    assert {name: [row.rank for row in found.rows] for name, found in own.items()} == {"A": [1], "B": [1, 2]}
    assert section_rankings(field(60), contenders, complete_ranking({})) == {}


def test_how_it_was_ranked_is_said_in_sentences():
    found = result(HANDICAPS | STRATA | {"handicap_share": 50}, field(60), _1=masters(1))
    assert [str(sentence) for sentence in found.how] == [
        "Ranked with handicaps: 50 per cent of the handicap is added to the result.",
        "The handicap of several players is the mean of theirs.",
        "Strata by master points: A ≥ 500, B ≥ 100, C.",
    ]


def test_a_contestants_result_is_unfolded():
    options = complete_ranking({"handicaps": "board", "carry": "carried", "carry_share": 50, "carry_most": 9})
    contender = pair(Fraction(1, 2), earlier=Fraction(40))
    (row,) = refine(field(50), {1: contender}, options).rows
    assert [str(sentence) for sentence in explain_refinement(row, contender, options)] == [
        "Carried over: 50 per cent of 40, at most 9, that is 9; with it, 59.",
        "Handicap: 100 per cent of ½ for each of 10 boards, that is 5; 59 becomes 64.",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A", "strata need two lines at least, the strongest first"),
        ("A 500\nB", ""),
        ("A\nB 5", "line 1: A needs a limit; only the last line has none"),
        ("A 5\nB 4", "line 2: B needs a limit; only the last line has none"),
        ("A 5\nA", "line 2: there is a stratum A already"),
        ("A 5\nB 9\nC 7\nD", "line 3: the limit 7 does not follow those above it, the strongest first"),
        ("A five\nB", "line 1: A five is not the name of a stratum and its limit, such as B 300"),
        ("A 1/2\nB", "line 1: A 1/2 is not the name of a stratum and its limit, such as B 300"),
    ],
)
def test_strata_that_cannot_be_say_which_line(text, message):
    if not message:
        assert [stratum.name for stratum in parse_strata(text)] == ["A", "B"]
        return
    with pytest.raises(EntryError) as caught:
        parse_strata(text)
    assert (caught.value.field, str(caught.value)) == ("strata_limits", message)


@given(st.text(max_size=60))
def test_any_text_is_strata_or_an_entry_error(text):
    for parse in (parse_strata, parse_letters):
        try:
            assert len(parse(text)) > 1
        except EntryError:
            continue
