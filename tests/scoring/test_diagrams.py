"""A diagram tells of every entry what the ruleset itself would."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.diagrams import conditions, draw, draw_points
from scoring.lines import Choice, Field, Line, Sitting, default_options
from scoring.rulesets import RULESETS
from tests.scoring.test_contract import any_options, check_or_refuse, plausible_entry, play_some

BOARDS = tuple(range(1, 17))
EVERY_RULESET = [pytest.param(ruleset, id=ruleset.slug) for ruleset in RULESETS.values()]
DRAWN = {}


def as_posted(fields, entry):
    """An entry as a form carries it."""
    values = {item.name: entry.get(item.name, item.default) for item in fields if not item.is_absent(entry)}
    return {name: as_text(value) for name, value in values.items()}


def as_text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def sitting_of(ruleset, places):
    return Sitting(places, BOARDS if ruleset.boards else ())


def points_diagram(ruleset, places, number, options):
    key = (ruleset.slug, places, number, tuple(options.items()))
    if key not in DRAWN:
        DRAWN[key] = draw_points(ruleset, sitting_of(ruleset, places), number, options)
    return DRAWN[key]


def doubts_diagram(ruleset, deal, options):
    fields = ruleset.fields(deal, options)
    return draw(fields, lambda entry: tuple(map(str, ruleset.doubts(entry, deal, options))))


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=40)
@given(data=st.data())
def test_a_diagram_finds_the_points_and_the_doubts_of_every_entry(ruleset, data):
    places, options = data.draw(st.sampled_from(ruleset.tables)), default_options(ruleset)
    if "three_defence" in options:
        options["three_defence"] = data.draw(st.sampled_from(["side_total", "half", "own"]))
    empty, number = sitting_of(ruleset, places), data.draw(st.integers(1, 2))
    deal = ruleset.deal(empty, number, options)
    fields = ruleset.fields(deal, options)
    checked, error = check_or_refuse(
        ruleset, plausible_entry(data.draw, ruleset, deal, options), deal, options
    )
    assume(error is None)
    posted = as_posted(fields, checked)
    points = points_diagram(ruleset, places, number, options)
    if points is not None:
        line = ruleset.score(Sitting(places, empty.boards, (Line(number, checked),)), options).lines[0]
        assert points.find(posted) == tuple(line.points.get(place) for place in places)
    doubts = doubts_diagram(ruleset, deal, options)
    if doubts is not None:
        assert doubts.find(posted) == tuple(map(str, ruleset.doubts(checked, deal, options)))


def test_the_points_can_be_laid_out_but_for_games_with_a_memory_and_for_counted_card_points():
    without = {
        ruleset.slug
        for ruleset in RULESETS.values()
        for places in ruleset.tables
        if points_diagram(ruleset, places, 1, default_options(ruleset)) is None
    }
    assert without == {"rubber", "chicago", "brisca"}


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=60)
@given(data=st.data())
def test_where_nothing_is_carried_a_line_earns_what_it_would_alone(ruleset, data):
    options = any_options(data.draw, ruleset)
    places = data.draw(st.sampled_from(ruleset.tables))
    sitting = play_some(data.draw, ruleset, places, options)
    alone = [
        ruleset.score(Sitting(places, (), (line,)), options).lines[0].points
        for line in (sitting.line(scored.number) for scored in ruleset.score(sitting, options).lines)
    ]
    together = [line.points for line in ruleset.score(sitting, options).lines]
    assert ruleset.carries or together == alone


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
def test_deals_with_the_same_conditions_have_the_same_diagrams(ruleset):
    options, seen = default_options(ruleset), {}
    for places in ruleset.tables:
        for number in BOARDS if ruleset.boards else (1,):
            deal = ruleset.deal(sitting_of(ruleset, places), number, options)
            found = (points_diagram(ruleset, places, number, options), doubts_diagram(ruleset, deal, options))
            assert seen.setdefault((places, conditions(deal)), found) == found
            if not ruleset.boards:
                dealt = [replace(deal, number=2, dealer=place) for place in places]
                assert all(doubts_diagram(ruleset, each, options) == found[1] for each in dealt)


def test_what_is_alike_is_drawn_once_and_what_does_not_count_is_not_asked_for():
    colours = tuple(Choice(value, value) for value in ("red", "blue", "secret"))
    fields = (
        Field("colour", "colour", "choice", (*colours[:2], Choice("secret", "secret", for_director=True))),
        Field("size", "size", "number", maximum=2),
        Field("loud", "loud", "flag", required=False, default=False),
        Field("note", "note", "choice", colours),
    )
    found = draw(fields, lambda entry: bool(entry["loud"]) and int(entry["size"] or 0) > 1)
    assert [(ask.name, ask.values, ask.usual) for ask in found.asks] == [
        ("size", ("0", "1", "2"), None),
        ("loud", ("false", "true"), 0),
    ]
    assert (found.nodes, found.findings) == (((0, -1, -1, -2), (1, -1, 0)), (False, True))
    assert found.find({"size": "2", "loud": "true"}) is True
    assert found.find({"size": "2"}) is False
    with pytest.raises(LookupError):
        found.find({"loud": "true"})
    assert draw(fields, lambda entry: (entry["size"], entry["loud"], entry["note"]), most=5) is None
