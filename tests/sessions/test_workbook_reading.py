"""What is read in a workbook: whatever people type, in any language, and of an evening that has moved on."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from scoring.lines import Deal, Sitting, default_options
from scoring.rulesets import RULESETS
from sessions import changing, queries, services
from sessions.sheets.spellings import UnclearError, find_choice
from sessions.sheets.workbook import choice_text, text_of

from .test_workbook import fill, read

LANGUAGES = [language for language, _name in settings.LANGUAGES]


@pytest.fixture
def pairs(make_session):
    return make_session("duplicate", 6, boards_per_round=2)


# --- in whatever language -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "typed", "stored"),
    [
        ("en", "3nt", "3NT"),
        ("en", "3 N.T.", "3NT"),
        ("en", "3SA", "3NT"),
        ("en", "4 ♥", "4H"),
        ("en", "4C", "4C"),
        ("en", "1k", "1D"),
        ("en", "4SX", "4SX"),
        ("en", "3 sans Kontra", "3NTX"),
        ("fr", "4C", "4H"),
        ("fr", "4H", "4H"),
        ("fr", "4 cœur contré", "4HX"),
        ("fr", "2 Trèfle", "2C"),
        ("de", "7 SA rekontriert", "7NTXX"),
        ("de", "5 karo", "5D"),
        ("it", "1Q", "1D"),
        ("es", "6 st xx", "6NTXX"),
        ("ru", "3БК", "3NT"),
        ("ru", "2 трефы", "2C"),
        ("ru", "4Ч контра", "4HX"),
        ("de", "Rundum gepasst", "PASS"),
        ("de", "pass", "PASS"),
        ("fr", "not played", "NP"),
        ("ru", "3С", UnclearError),
        ("en", "8NT", None),
        ("en", "maybe", None),
    ],
)
def test_contracts_are_read_as_people_type_them(language, typed, stored):
    contract = next(x for x in RULESETS["duplicate"].fields(Deal(1, {}), {}) if x.name == "contract")
    if stored is UnclearError:
        with pytest.raises(UnclearError):
            find_choice(contract.choices, typed, language)
    else:
        assert find_choice(contract.choices, typed, language) == stored


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_every_game_is_read_as_its_drop_down_writes_it(language):
    for ruleset in RULESETS.values():
        deal = ruleset.deal(
            Sitting(ruleset.tables[0], (1,) if ruleset.boards else ()), 1, options_of(ruleset)
        )
        for item in ruleset.fields(deal, options_of(ruleset)):
            for choice in item.choices if item.kind == "choice" else ():
                with translation.override(language):
                    text = choice_text(choice)
                for reader in LANGUAGES:
                    with translation.override(reader):
                        assert find_choice(item.choices, text, language) in (choice.value, text or "")


def options_of(ruleset):
    """Every rule of a game that asks for more."""
    flags = {option.name: True for option in ruleset.options if option.kind == "flag"}
    return default_options(ruleset) | flags


@pytest.mark.parametrize(
    ("language", "typed", "place"),
    [
        *(("de", text, "E") for text in ("O", "ost", "O Player 002", "Player 002", "East", "Восток")),
        *(("fr", text, "W") for text in ("O", "Ouest", "O Player 004", "W", "W Player 004", "З")),
        *(("ru", text, "N") for text in ("С", "C", "север", "North")),
        *(("en", text, None) for text in ("O", "O Player 002", "W Player 002", "Nobody")),
        ("en", "E Somebody Else", "E"),
    ],
)
def test_seats_are_read_as_people_type_them(make_session, book_of, language, typed, place):
    """Player 002 sits East and Player 004 West; an O is East to some and West to others."""
    session = make_session("bid_whist", 2, names=["Player 001", "Player 003", "Player 002", "Player 004"])
    with translation.override(language):
        content = book_of(session)
        sheet = translation.gettext("Table %(table)d") % {"table": 1}
        bid = text_of(bids_of(session), "4NT")
    (line,) = read(fill(content, {(sheet, 1): {"bidder": typed, "bid": bid, "books": 10}}), session)
    assert (line.entry["bidder"] if line.entry else None) == place


def bids_of(session):
    (seat,) = queries.load_night(session).rounds
    return next(item for item in seat.fields(1) if item.name == "bid")


@pytest.mark.parametrize(
    ("typed", "forced"), [("x", True), ("ja", True), (True, True), ("no", False), (0, False)]
)
def test_yes_and_no_are_read_in_any_language(make_session, book_of, typed, forced):
    session = make_session("bid_whist", 2)
    values = {"bidder": "S", "bid": "3U", "books": 9, "forced": typed}
    (line,) = read(fill(book_of(session), {("Table 1", 1): values}), session)
    assert line.entry["forced"] is forced


def test_a_row_that_was_emptied_takes_no_result_away_and_says_so(
    make_session, book_of, director, seating_of, signed_in, ada
):
    session = make_session("brist", 4)
    entry = {"declarer": "S", "contract": "3NT", "tricks": 9}
    services.record_line(seating=seating_of(session), board=1, entry=entry, by=director)
    nothing = {("Table 1", 1): {"declarer": None, "contract": None, "tricks": None}}
    content = fill(book_of(session, is_filled=True), nothing)
    (line,) = read(content, session)
    assert (line.state, line.stored) == ("emptied", "3NT S 9")
    page = signed_in(ada).post(
        reverse("sessions:upload", args=[session.club.slug, session.pk]),
        {"workbook": SimpleUploadedFile("filled.xlsx", content)},
    )
    where = reverse("sessions:direct_line", args=[session.club.slug, session.pk, seating_of(session).pk, 1])
    assert f'href="{where}"' in page.content.decode()
    assert page.context["to_record"] == []


# --- an evening that has moved on -----------------------------------------------------------------


def test_a_result_corrected_since_is_not_put_back_by_a_row_that_nobody_touched(
    make_session, book_of, director, seating_of
):
    session = make_session("brist", 4)
    first, second = ({"declarer": "S", "contract": "3NT", "tricks": tricks} for tricks in (9, 10))
    made = services.record_line(seating=seating_of(session), board=1, entry=first, by=director)
    content = book_of(session, is_filled=True)
    services.record_line(
        seating=seating_of(session), board=1, entry=second, by=director, expected=made.line.pk, reason="typo"
    )
    (line,) = read(content, session)
    (changed,) = read(fill(content, {("Table 1", 1): {"tricks": 11}}), session)
    assert line.state == "same"
    assert (changed.state, changed.is_late, changed.stored) == ("differs", True, "3NT S 10")


def test_rows_of_another_seating_are_wrong_and_the_others_are_read(pairs, book_of, director):
    content = book_of(pairs)
    boards = queries.load_night(pairs).at(table=1, round=1).boards
    found = changing.preview_change(session=pairs, kind="turn", values={"round": 1, "table": 1})
    changing.make_change(
        session=pairs, kind="turn", values={"round": 1, "table": 1}, token=found.token, by=director
    )
    other = queries.load_night(pairs).at(table=2, round=1).boards
    entry = {"contract": "3NT", "declarer": "N", "tricks": 9}
    lines = read(fill(content, {("Table 1", boards[0]): entry, ("Table 2", other[0]): entry}), pairs)
    assert [(line.table, line.state) for line in lines] == [(1, "wrong"), (2, "new")]
    assert "Others sit here" in lines[0].message


def test_a_round_that_is_no_longer_played_is_wrong_where_it_is_filled_in(pairs, book_of, director):
    content = book_of(pairs)
    last = queries.load_night(pairs).last_round
    seat = queries.load_night(pairs).at(table=1, round=last)
    found = changing.preview_change(session=pairs, kind="drop_round", values={})
    changing.make_change(session=pairs, kind="drop_round", values={}, token=found.token, by=director)
    entry = {"contract": "3NT", "declarer": "N", "tricks": 9}
    (line,) = read(fill(content, {("Table 1", seat.boards[0]): entry}), pairs)
    assert (line.state, line.round) == ("wrong", last)
    assert "does not play this round" in line.message


def test_a_match_that_is_over_has_a_blank_workbook_too(make_session, book_of, director, seating_of):
    session = make_session("bid_whist", 2)
    entry = {"bidder": "S", "bid": "7NT", "books": 13}
    services.record_line(seating=seating_of(session), board=1, entry=entry, by=director)
    assert read(book_of(session), session) == []
    assert [line.state for line in read(book_of(session, is_filled=True), session)] == ["same"]
