"""A line as people write it: what a ruleset describes is read back, anything else is read or refused."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring import RULESETS, EntryError, check_options, read_line, score_lines
from scoring.formats import line_text
from scoring.lines import Line, Sitting
from tests.scoring.test_contract import EVERY_RULESET, any_options, plausible_entry

CONTRACTS_SPELT = [
    "3NT",
    "4♠x",
    "5♥",
    "7nXX",
    "1c",
    "9S",
    "5↑",
    "4nt",
    "3d",
    "void",
    "pass",
    "np",
    "?",
    "x",
    "××",
]
NUMBERS_SPELT = [
    "6",
    "10",
    "-1",
    "+2",
    "=",
    "61-59",
    "120",
    "40–40–40",
    "(420)",
    "-50",
    "½",
    "²",
    "٣",
    "﹣1",
    "down2",
]
PLACES_SPELT = ["N", "east", "Seat", "S", "W", "1+2:", "5", "1:", "0", "alone", "forced", "by"]
NAMED_SPELT = ["renege=bidder", "honours=NS100", "foo=1", "trump=H", "AH", "10♦", ";", "==", "a=b=", "☃"]
PIECES = st.sampled_from(CONTRACTS_SPELT + NUMBERS_SPELT + PLACES_SPELT + NAMED_SPELT)


def described(ruleset, entry, deal):
    return line_text.dumps(entry, ruleset=ruleset, deal=deal)


def points_of(ruleset, places, entry, deal, options):
    sitting = Sitting(places, (), (Line(deal.number, entry),))
    return ruleset.score(sitting, options).lines[0].points


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=60)
@given(data=st.data())
def test_what_a_ruleset_describes_is_read_back(ruleset, data):
    places = data.draw(st.sampled_from(ruleset.tables))
    options = any_options(data.draw, ruleset)
    number = data.draw(st.integers(1, 12)) if ruleset.boards else 1
    deal = ruleset.deal(Sitting(places), number, options)
    try:
        entry = ruleset.check(plausible_entry(data.draw, ruleset, deal, options), deal, options)
    except EntryError:
        assume(False)
    text = described(ruleset, entry, deal)
    if entry.get("left_tricks") is not None:  # the text leaves it out: it is asked for, and never guessed
        text += f" {entry['left_tricks']}"
    read = line_text.loads(text, ruleset=ruleset, deal=deal, options=options)
    assert described(ruleset, read, deal) == described(ruleset, entry, deal)


@pytest.mark.parametrize("slug", ["brist", "duplicate", "rubber", "chicago", "tricks"])
@settings(max_examples=60)
@given(data=st.data())
def test_a_contract_and_its_tricks_are_read_back_whole(slug, data):
    ruleset = RULESETS[slug]
    options = check_options(ruleset, {})
    deal = ruleset.deal(Sitting(ruleset.tables[0]), 1, options)
    try:
        entry = dict(ruleset.check(plausible_entry(data.draw, ruleset, deal, options), deal, options))
    except EntryError:
        assume(False)
    if "honours" in entry:
        entry["honours"] = "none"
    text = described(ruleset, entry, deal)
    assert line_text.loads(text, ruleset=ruleset, deal=deal, options=options) == entry


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=150)
@given(
    text=st.one_of(
        st.text(max_size=20),
        st.lists(PIECES, max_size=7).map(" ".join),
        st.lists(PIECES, max_size=4).map("".join),
    ),
    data=st.data(),
)
def test_any_text_is_a_score_or_an_entry_error(ruleset, text, data):
    places = data.draw(st.sampled_from(ruleset.tables))
    options = any_options(data.draw, ruleset)
    deal = ruleset.deal(Sitting(places), 1, options)
    try:
        entry = line_text.loads(text, ruleset=ruleset, deal=deal, options=options)
    except EntryError as error:
        refused = error.field, str(error)
        assert all(refused)
        return
    assert ruleset.check(entry, deal, options) == entry
    points_of(ruleset, places, entry, deal, options)


@pytest.mark.parametrize(
    ("ruleset", "texts", "entry"),
    [
        (
            "duplicate",
            ["4SX N -1", "4♠X N 9", "4♤ × n −1", "4sxn-1", "4 spades doubled by North 9", "N 4S X down 1"],
            {"contract": "4S", "risk": "X", "declarer": "N", "tricks": 9},
        ),
        (
            "duplicate",
            ["3NT S =", "3n s 9", "3NTS9", "3 NT by south =", "3NT, S, 9"],
            {"contract": "3NT", "risk": "", "declarer": "S", "tricks": 9},
        ),
        ("duplicate", ["pass", "PASS", "passed out", "all pass", "Passed"], {"contract": "PASS"}),
        ("duplicate", ["np", "not played"], {"contract": "NP"}),
        ("duplicate", ["? (-420)", "? -420", "? score=-420"], {"contract": "?", "score": -420}),
        ("brist", ["void", "VOID board"], {"declarer": "S", "contract": "VOID"}),
        (
            "brist",
            ["3NT 10", "3NT S 10", "3n +1", "3NT S 10-3"],
            {"declarer": "S", "contract": "3NT", "tricks": 10},
        ),
        (
            "bid_whist",
            ["5↑ S 10", "5U S 10", "5 up S 10", "5 uptown south -1"],
            {"bidder": "S", "bid": "5U", "trump": None, "books": 10, "renege": "none", "forced": False},
        ),
        (
            "brisca",
            ["61–59", "61-59", "61 59", "61 - 59", "61"],
            {"points_1": 61, "points_2": 59, "trump": None},
        ),
        (
            "euchre_five",
            ["1 alone 4", "1: 4", "caller=1 alone=chosen tricks=4"],
            {"caller": "1", "alone": "choice", "trump": None, "tricks": 4},
        ),
        ("tricks", ["7–6", "7-6", "7", "7 6"], {"tricks": 7}),
    ],
)
def test_a_line_may_be_spelt_in_many_ways(ruleset, texts, entry):
    assert {text: read_line(text, ruleset=ruleset) for text in texts} == dict.fromkeys(texts, entry)


@pytest.mark.parametrize(
    ("ruleset", "text", "field", "message"),
    [
        ("brist", "2S S 10", "contract", "2S is not a BRiST contract"),
        ("duplicate", "9S N 10", "contract", "9S is not possible here"),
        ("duplicate", "4S N 14", "tricks", "Tricks won by declarer must be 0 to 13; 14 is not"),
        ("duplicate", "4S N +5", "tricks", "+5 is not possible with this contract"),
        ("duplicate", "4S N", "tricks", "Tricks won by declarer is missing"),
        ("duplicate", "-1 N", "tricks", "-1 has no contract to be compared with"),
        ("duplicate", "4S N 10 banana", "score", "banana does not fit here"),
        ("duplicate", "4S N 10 tricks=9", "tricks", "9: this is given twice"),
        ("rubber", "4S N 10 honors=NS100", "honors", "there is no field honors in this game"),
        ("brisca", "1-119", "points_1", "no cards add up to 1 points"),
        ("euchre_five", "1 1 4", "partner", "nobody is his own partner; who calls alone plays alone"),
        ("tricks", "7-7", "tricks", "7 does not fit here"),
        ("tricks", " ", "line", "the line is empty"),
        ("tricks", "7" * 201, "line", "a line has at most 200 characters"),
        ("pinochle", "7", "ruleset", f"pinochle is none of the games {', '.join(RULESETS)}"),
    ],
)
def test_a_line_that_cannot_be_is_refused_by_field_and_text(ruleset, text, field, message):
    with pytest.raises(EntryError) as refused:
        read_line(text, ruleset=ruleset)
    assert (refused.value.field, str(refused.value)) == (field, message)


def test_lines_in_order_make_a_match():
    assert score_lines("bid_whist", "5U S 10", "7NT W 13").winners == ("W", "E")
    assert score_lines("rubber", "3NT N 9", "3NT N 9").totals == {"N": 900, "S": 900, "E": 0, "W": 0}
    assert score_lines("brist", "3NT S 10", "3NT 9", players=3).totals == {"S": 24, "W": 22, "E": 7}


def test_a_line_after_the_end_of_a_match_is_refused():
    with pytest.raises(EntryError, match="the match ended with hand 2"):
        score_lines("bid_whist", "5U S 10", "7NT W 13", "3U S 9")


def test_a_table_of_a_size_that_the_game_does_not_have_is_refused():
    with pytest.raises(EntryError, match="7 players cannot play this game; a table has 4, 3"):
        score_lines("brist", "3NT S 10", players=7)
