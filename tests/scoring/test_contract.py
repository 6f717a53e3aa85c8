"""Every ruleset keeps the protocol: its worked examples score, its refusals are entry errors."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.lines import (
    Deal,
    EntryError,
    Line,
    Sitting,
    check_fields,
    check_options,
    default_options,
)
from scoring.methods import METHODS
from scoring.rulesets import RULESETS

EXAMPLES = [
    pytest.param(ruleset, example, id=f"{ruleset.slug}-{number}")
    for ruleset in RULESETS.values()
    for number, example in enumerate(ruleset.examples, start=1)
]
EVERY_RULESET = [pytest.param(ruleset, id=ruleset.slug) for ruleset in RULESETS.values()]


def sitting_with(ruleset, places, entry, *, board=1, options=None):
    options = check_options(ruleset, options or {})
    boards = tuple(range(1, board + 1)) if ruleset.boards else ()
    empty = Sitting(tuple(places), boards)
    deal = ruleset.deal(empty, board, options)
    checked = ruleset.check(entry, deal, options)
    return Sitting(tuple(places), boards, (Line(board, checked),)), deal, options


@pytest.mark.parametrize(("ruleset", "example"), EXAMPLES)
def test_a_worked_example_scores_as_its_source_says(ruleset, example):
    sitting, _deal, options = sitting_with(
        ruleset, example.places, example.entry, board=example.board, options=example.options
    )
    assert ruleset.score(sitting, options).lines[0].points == example.points


@pytest.mark.parametrize(("ruleset", "example"), EXAMPLES)
def test_the_parts_of_an_explanation_add_up_to_the_points(ruleset, example):
    sitting, _deal, options = sitting_with(
        ruleset, example.places, example.entry, board=example.board, options=example.options
    )
    explanation = ruleset.explain(sitting, example.board, options)
    for place, points in example.points.items():
        own = sum(part.points for part in explanation.parts if place in part.places)
        other = sum(part.points for part in explanation.parts if place not in part.places)
        assert points in (own, -other)
    assert str(explanation.words)


@pytest.mark.parametrize(("ruleset", "example"), EXAMPLES)
def test_checking_a_checked_entry_changes_nothing(ruleset, example):
    sitting, deal, options = sitting_with(
        ruleset, example.places, example.entry, board=example.board, options=example.options
    )
    entry = sitting.lines[0].entry
    assert ruleset.check(entry, deal, options) == entry
    assert ruleset.describe(entry, deal)
    assert isinstance(ruleset.doubts(entry, deal, options), tuple)


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
def test_a_ruleset_describes_itself_consistently(ruleset):
    assert ruleset.examples
    assert ruleset.name
    assert ruleset.summary
    assert all(method in METHODS for method in ruleset.methods)
    assert check_options(ruleset, default_options(ruleset)) == default_options(ruleset)
    for places in ruleset.tables:
        deal = ruleset.deal(Sitting(places), 1, default_options(ruleset))
        fields = ruleset.fields(deal, default_options(ruleset))
        assert len({field.name for field in fields}) == len(fields)
        assert set(deal.seats) == set(places)


ENTRIES = st.dictionaries(
    st.one_of(
        st.sampled_from(
            ["contract", "declarer", "tricks", "risk", "bid", "bidder", "books", "renege", "honours"]
            + ["points_1", "points_2", "points_3", "caller", "partner", "alone"]
        ),
        st.text(max_size=8),
    ),
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 20),
        st.integers(),
        st.sampled_from(["3NT", "2S", "7NT", "PASS", "S", "N", "4U", "3D", "X", "XX", "none", "bidder"]),
        st.sampled_from(["NS100", "EW150", "1", "2", "no", "forced", 60, 61]),
        st.text(max_size=8),
    ),
    max_size=7,
)


def check_or_refuse(ruleset, entry, deal, options):
    """The checked entry and no error, or nothing and the error that refuses it."""
    try:
        return ruleset.check(entry, deal, options), None
    except EntryError as error:
        return None, error


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@given(entry=ENTRIES, data=st.data())
def test_any_entry_gives_a_score_or_an_entry_error(ruleset, entry, data):
    places = data.draw(st.sampled_from(ruleset.tables))
    options = default_options(ruleset)
    deal = ruleset.deal(Sitting(places), 1, options)
    checked, error = check_or_refuse(ruleset, entry, deal, options)
    if error is not None:
        assert str(error)
        return
    sitting = Sitting(places, (), (Line(1, checked),))
    ruleset.doubts(checked, deal, options)
    assert ruleset.score(sitting, options).lines
    assert str(ruleset.explain(sitting, 1, options).words)


def plausible_entry(draw, ruleset, deal: Deal, options):
    """Any entry that the fields themselves offer at the table."""
    entry = {}
    for field in ruleset.fields(deal, options):
        if field.is_absent(entry) or field.for_director:
            continue
        if field.kind == "flag":
            entry[field.name] = False
        elif not field.required and draw(st.booleans()):
            continue
        elif field.kind == "number":
            entry[field.name] = draw(st.integers(field.minimum, field.maximum))
        else:
            offered = [choice.value for choice in field.choices if not choice.for_director]
            entry[field.name] = draw(st.sampled_from(offered))
    return entry


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@given(data=st.data())
def test_whatever_the_fields_offer_is_stored_or_refused_by_the_name_of_a_field(ruleset, data):
    places = data.draw(st.sampled_from(ruleset.tables))
    options = default_options(ruleset)
    number = data.draw(st.integers(1, 12))
    deal = ruleset.deal(Sitting(places, tuple(range(1, 13))), number, options)
    fields = ruleset.fields(deal, options)
    entry = plausible_entry(data.draw, ruleset, deal, options)
    assert check_fields(fields, entry)
    checked, error = check_or_refuse(ruleset, entry, deal, options)
    assert checked if error is None else error.field in {field.name for field in fields}
    assume(error is None)


def any_options(draw, ruleset):
    """Every option of a game at any of its values."""
    kinds = {
        "flag": lambda option: st.booleans(),
        "number": lambda option: st.integers(option.minimum, option.maximum),
        "choice": lambda option: st.sampled_from([choice.value for choice in option.choices]),
    }
    return {option.name: draw(kinds[option.kind](option)) for option in ruleset.options}


def play_some(draw, ruleset, places, options):
    """A sitting of up to eight plausible deals, those refused left out; it may end before or be closed."""
    sitting = Sitting(places)
    for _attempt in range(draw(st.integers(1, 8))):
        if ruleset.score(sitting, options).is_over:
            break
        number = sitting.next_number()
        deal = ruleset.deal(sitting, number, options)
        entry = plausible_entry(draw, ruleset, deal, options)
        checked, _error = check_or_refuse(ruleset, entry, deal, options)
        if checked is not None:
            sitting = Sitting(places, (), (*sitting.lines, Line(number, checked)))
    return Sitting(places, (), sitting.lines, is_ended=draw(st.booleans()))


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=60)
@given(data=st.data())
def test_under_any_options_lines_add_up_to_totals_and_parts_to_lines(ruleset, data):
    options = any_options(data.draw, ruleset)
    places = data.draw(st.sampled_from(ruleset.tables))
    sitting = play_some(data.draw, ruleset, places, options)
    score = ruleset.score(sitting, options)
    assert len(score.lines) == len(sitting.lines)
    assert set(score.winners) <= set(places)
    for place in places:
        assert score.totals[place] == sum(line.points.get(place, 0) for line in score.lines)
        for line in score.lines:
            parts = ruleset.explain(sitting, line.number, options).parts
            own = sum(part.points for part in parts if place in part.places)
            other = sum(part.points for part in parts if place not in part.places)
            assert line.points.get(place, 0) in (own, -other)
