"""The smaller papers as values: score cards by the rules, guide cards, frequencies, boards in ranges."""

from fractions import Fraction
from itertools import product

import pytest

from scoring.bridge import Contract, contract_score, play_awards, sum_awards
from scoring.lines import Line, Sitting, default_options
from scoring.results import BoardPoints
from scoring.rulesets import RULESETS
from scoring.sheets import Row, Sheet, scorecard
from scoring.sheets.cards import (
    Meeting,
    Visit,
    board_ranges,
    frequency_list,
    guide_card,
    movement_sheet,
    table_guide,
)
from scoring.sheets.outcomes import is_vulnerable, make_outcomes
from scoring.sheets.scorecard import score_cards

BRIST, WHIST, DUPLICATE = (RULESETS[name] for name in ("brist", "bid_whist", "duplicate"))
HEAD = Sheet("Thursday")


def rows_of(sheets):
    return [row for sheet in sheets for row in sheet.words(str).rows]


def test_the_score_card_of_brist_is_one_page_of_six_rows():
    (card,) = score_cards(HEAD, ruleset=BRIST, options=default_options(BRIST), places=BRIST.tables[0])
    rows = {row.cells[0]: row.cells[1:] for row in card.rows}
    assert list(rows) == [
        "1♣  1♦  1♥  1♠  1NT",
        "3NT",
        "4♥  4♠",
        "5♣  5♦",
        "6♣  6♦  6♥  6♠  6NT",
        "7♣  7♦  7♥  7♠  7NT",
    ]
    assert (rows["3NT"][8], rows["3NT"][9]) == ("0 / 15", "19 / 4")
    assert rows["7♣  7♦  7♥  7♠  7NT"][13] == "63 / 0"


def test_the_score_card_follows_the_clubs_options():
    options = default_options(BRIST) | {"defence_bonus": "mirror"}
    (card,) = score_cards(HEAD, ruleset=BRIST, options=options, places=BRIST.tables[0])
    assert card.rows[-1].cells[13] == "0 / 51"


LETTERS = str.maketrans("♣♦♥♠", "CDHS")
RISKS = ("", "X", "XX")


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("duplicate", {}),
        ("rubber", {}),
        ("chicago", {}),
        ("chicago", {"scoring": "duplicate"}),
    ],
)
def test_the_score_card_of_bridge_is_one_page_that_says_what_everything_earns(slug, options):
    ruleset = RULESETS[slug]
    options = default_options(ruleset) | options
    (card,) = score_cards(HEAD, ruleset=ruleset, options=options, places=ruleset.tables[0])
    made, more, short = _sections(card)
    assert [len(each) for each in (made, more, short)] == [35, 5, 13]
    for at, (risk, is_so) in enumerate(product(RISKS, (False, True))):
        for label, tricks in product(made, range(14)):
            contract = Contract(int(label[0]), label[1:].translate(LETTERS), risk)
            over = tricks - contract.need
            shown = made[label][at] + over * more[label[1:]][at] if over >= 0 else short[f"−{-over}"][at]
            assert shown == _points_of(slug, contract, tricks, is_so, options), (label, tricks)


def _sections(card):
    """What the rows of each section say, by each of the words that they begin with."""
    sections = [{}]
    for row in card.rows:
        if row.heading:
            sections.append({})
        else:
            sections[-1] |= dict.fromkeys(row.cells[0].split(), row.cells[1:])
    return sections


def _points_of(slug, contract, tricks, is_so, options):
    if slug == "duplicate" or options.get("scoring") == "duplicate":
        return contract_score(str(contract), tricks, vulnerable=is_so)
    line = f"{contract.level}{contract.denomination}"
    entry = {"contract": line, "risk": contract.risk, "declarer": "N", "tricks": tricks}
    awards = play_awards(entry, frozenset({"NS"} if is_so else ()))
    points = sum_awards(awards)
    is_game = slug == "chicago" and sum(x.points for x in awards if x.is_below) >= 100
    return points["NS"] - points["EW"] + (500 if is_so else 300) * is_game


def test_the_score_card_of_bridge_has_a_column_for_each_double_and_vulnerability():
    (card,) = score_cards(HEAD, ruleset=DUPLICATE, options={}, places=DUPLICATE.tables[0])
    assert [str(column.label) for column in card.columns[1:]] == [
        f"{risk} · {state}"
        for risk in ("undoubled", "doubled", "redoubled")
        for state in ("not vulnerable", "vulnerable")
    ]
    rows = {row.cells[0]: row.cells[1:] for row in card.rows if row.cells}
    assert rows["3NT"] == (400, 600, 550, 750, 800, 1000)
    assert rows["♥ ♠ NT"] == (30, 30, 100, 200, 200, 400)
    assert rows["−2"] == (-100, -200, -300, -500, -600, -1000)
    assert not card.is_wide


def test_a_card_that_can_be_neither_brief_nor_one_page_breaks_between_sections(monkeypatch):
    monkeypatch.setattr(scorecard, "ROWS_MAX", 12)
    monkeypatch.setattr(scorecard, "TALL_ROWS_MAX", 12)
    cards = _whist_cards()
    assert [[str(row.heading) for row in card.rows if row.heading] for card in cards] == [
        ["Renege: none"],
        ["Renege: by the bidding side"],
        ["Renege: by the opponents"],
    ]


def test_the_score_card_of_bid_whist_is_one_upright_page():
    (card,) = _whist_cards()
    assert [str(row.heading) for row in card.rows if row.heading] == [
        "Renege: none",
        "Renege: by the bidding side",
        "Renege: by the opponents",
    ]
    assert not card.is_wide
    assert [column.label for column in card.columns[1:4]] == ["1–5", "6", "7"]  # up to five are alike


def test_the_score_card_of_bid_whist_doubles_at_no_trump():
    rows = {row.cells[0]: row.cells for row in rows_of(_whist_cards())[1:11]}
    assert rows["4 NT"][-3:] == (10, 12, 14)
    assert rows["4 ↑  4 ↓"][-3:] == (5, 6, 7)


def _whist_cards():
    return score_cards(HEAD, ruleset=WHIST, options=default_options(WHIST), places=WHIST.tables[0])


@pytest.mark.parametrize("slug", ["brisca", "euchre_five", "tricks"])
def test_a_game_without_contracts_has_no_score_card(slug):
    ruleset = RULESETS[slug]
    options = default_options(ruleset)
    assert score_cards(HEAD, ruleset=ruleset, options=options, places=ruleset.tables[0]) == ()


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        (BRIST, {}),
        (BRIST, {"three_defence": "half", "extra_contracts": True}),
        (BRIST, {"three_defence": "own", "defence_bonus": "mirror"}),
        (DUPLICATE, {}),
        (WHIST, {"second_renege": True, "boston": "four_times", "set_rule": "opponents"}),
        (WHIST, {"forced_bid": "redeal"}),
    ],
)
def test_outcomes_hold_whoever_is_named_on_whatever_board(ruleset, options):
    options = default_options(ruleset) | options
    for places in ruleset.tables:
        for at, place in enumerate(places):
            for number in (1, 2, 3, 4, 10, 16):
                sitting = Sitting(places, (number,) if ruleset.boards else ())
                deal = ruleset.deal(sitting, number, options)
                vulnerable = is_vulnerable(deal, place)
                outcomes = make_outcomes(ruleset, places, options, vulnerable=vulnerable)
                for key, expected in list(outcomes.points.items())[at::7]:
                    entry = {item.name: value for item, value in zip(outcomes.fields, key, strict=True)}
                    entry |= {} if outcomes.seat.is_absent(entry) else {outcomes.seat.name: place}
                    checked = ruleset.check(entry, deal, options)
                    lines = (Line(number, checked),)
                    (line,) = ruleset.score(Sitting(places, sitting.boards, lines), options).lines
                    turned = [line.points.get(x) for x in (*places[at:], *places[:at])]
                    assert turned == list(expected or [None] * len(places))


def test_a_guide_card_says_where_to_go_and_when_to_sit_out():
    visits = [Visit(1, 2, "NS", ("5",), (1, 2, 3)), Visit(2)]
    card = guide_card(HEAD, visits).words(str)
    assert card.rows == (Row((1, 2, "NS", "5", "1–3")), Row((2, None, None, "sits out", None)))


def test_a_table_and_the_movement_name_who_meets():
    meetings = [Meeting(1, 1, {"NS": "1", "EW": "6"}, (1, 2)), Meeting(2, 1, {"NS": "1"}, (3, 4))]
    assert table_guide(HEAD, meetings).rows == (Row((1, "1", "6", "1–2")), Row((2, "1", "–", "3–4")))
    sheet = movement_sheet(HEAD, meetings, tables=(1, 2))
    assert sheet.rows == (Row((1, "1 – 6 (1–2)", "–")), Row((2, "1 (3–4)", "–")))


def test_frequencies_count_each_score_once_the_best_first():
    def found(score, first):
        return BoardPoints((1, 1), 1, score, Fraction(first), Fraction(4 - first), Fraction(4))

    points = [found(-50, 0), found(620, 3), found(620, 3)]
    assert frequency_list(HEAD, points, unit="MP").rows == (Row((620, 2, 3, 1)), Row((-50, 1, 0, 4)))


def test_boards_are_written_in_ranges():
    assert board_ranges((1, 2, 3, 7, 9, 10)) == "1–3, 7, 9–10"
    assert board_ranges(()) == ""
