"""The form of one result: made of the game's fields, checked by the game."""

import pytest
from django.template.loader import render_to_string

from scoring.lines import EntryError
from scoring.rulesets import RULESETS
from sessions import queries, services
from sessions.forms import EntryForm, Sender


def seat_at(session, *, table=1, round=1):
    return queries.load_night(session).at(table=table, round=round)


def test_a_brist_form_asks_for_a_contract_and_tricks_and_presets_the_declarer(make_session):
    form = EntryForm(seat_at(make_session("brist", 4)), 1)
    assert [step.control.name for step in form.steps] == ["contract", "tricks"]
    assert [control.chosen.note for control in form.presets] == ["South"]


def test_the_pad_leaves_the_cells_of_contracts_that_a_game_lacks_empty(make_session):
    form = EntryForm(seat_at(make_session("brist", 4)), 1)
    rows = form.steps[0].control.rows
    assert [[key and key.value for key in row] for row in rows[:3]] == [
        ["1C", "1D", "1H", "1S", "1NT"],
        [None, None, None, None, "3NT"],
        [None, None, "4H", "4S", None],
    ]


def test_a_row_without_denominations_stands_by_itself(make_session):
    form = EntryForm(seat_at(make_session("duplicate", 4)), 1)
    assert [key.value for key in form.steps[0].control.rows[-1]] == ["PASS", "NP"]


def test_only_a_director_is_offered_a_void_board(make_session):
    seat = seat_at(make_session("brist", 4))
    offered = {
        is_director: {key.value for key in EntryForm(seat, 1, is_director=is_director).steps[0].control.keys}
        for is_director in (True, False)
    }
    assert offered[True] - offered[False] == {"VOID"}


def test_an_optional_field_goes_with_the_next_decision(make_session):
    form = EntryForm(seat_at(make_session("duplicate", 4)), 1)
    steps = [(step.control.name, [extra.name for extra in step.shown]) for step in form.steps]
    assert steps == [("contract", []), ("declarer", ["risk"]), ("tricks", [])]


def test_what_is_seldom_needed_hides_behind_more(make_session):
    form = EntryForm(seat_at(make_session("bid_whist", 2)), 1)
    assert [step.control.name for step in form.steps] == ["bidder", "bid", "books"]
    assert [extra.name for extra in form.steps[-1].tucked] == ["trump", "direction", "renege", "forced"]
    assert not form.steps[-1].is_open


def test_a_filled_form_gives_the_entry_that_is_stored(make_session):
    data = {"contract": " 3NT ", "tricks": "9"}
    form = EntryForm(seat_at(make_session("brist", 4)), 1, data=data)
    assert form.is_valid()
    assert form.entry == {"declarer": "S", "contract": "3NT", "tricks": 9}


def test_values_that_another_makes_meaningless_are_left_out(make_session):
    data = {"contract": "PASS", "risk": "X", "declarer": "N", "tricks": "9"}
    form = EntryForm(seat_at(make_session("duplicate", 4)), 1, data=data)
    assert form.is_valid()
    assert form.entry == {"contract": "PASS"}


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({"contract": "3NT", "tricks": "14"}, "tricks", "0 to 13"),
        ({"contract": "2S", "tricks": "8"}, "contract", "2S is not a BRiST contract"),
        ({"contract": "3NT"}, "tricks", "missing"),
        ({"contract": "3NT", "tricks": "nine"}, "tricks", "Nine is not a whole number"),
        ({"contract": "3NT", "tricks": "9", "declarer": "Q"}, "declarer", "Q is not possible here"),
    ],
)
def test_a_refusal_names_its_field_and_keeps_what_was_filled_in(make_session, data, field, message):
    form = EntryForm(seat_at(make_session("brist", 4)), 1, data=data)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert message in form.errors[field]
    assert {name: form.values[name] for name in data} == data


def test_an_error_is_shown_beside_its_field(make_session):
    form = EntryForm(seat_at(make_session("brist", 4)), 1, data={"contract": "3NT", "tricks": "14"})
    form.is_valid()
    shown = {control.name: control.error for control in form.controls}
    assert shown == {"declarer": "", "contract": "", "tricks": form.errors["tricks"]}


def test_a_board_of_another_round_has_no_form(make_session):
    seat = seat_at(make_session("brist", 4))
    with pytest.raises(EntryError) as caught:
        EntryForm(seat, 10**12)
    assert caught.value.field == "board"


def test_an_entry_comes_back_as_it_was_filled_in(make_session):
    entry = {"bidder": "W", "bid": "4NT", "books": 10, "renege": "none", "forced": True, "direction": "D"}
    seat = seat_at(make_session("bid_whist", 2))
    form = EntryForm(seat, 1, entry=entry)
    assert EntryForm(seat, 1, data=dict(form.hidden)).values == form.values
    assert form.steps[-1].is_open


def test_a_form_carries_the_line_that_it_replaces(make_session, seating_of, phone):
    session = make_session("brist", 4)
    entry = {"contract": "3NT", "tricks": 9}
    line = services.record_line(seating=seating_of(session), board=1, entry=entry, by=phone).line
    assert EntryForm(seat_at(session), 1).sender.expected == line.pk
    assert EntryForm(seat_at(session), 2).sender.expected is None


def test_a_mangled_key_is_tidied_and_a_missing_one_made():
    assert Sender.read({"key": "a\x00-b" + "c" * 100}).key == "ab" + "c" * 62
    assert len(Sender.read({}).key) == 32


@pytest.mark.parametrize("text", ["", "x", "²", "-1", "9" * 40])
def test_a_mangled_line_number_counts_as_none(text):
    assert Sender.read({"key": "k", "expected": text}) == Sender("k", None)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_field_is_on_the_page_with_its_legend(make_session, game):
    size = len(RULESETS[game].tables[0]) if not RULESETS[game].partnerships else 4
    form = EntryForm(seat_at(make_session(game, size)), 1)
    html = render_to_string("sessions/_entry_fields.html", {"form": form})
    assert html.count("<legend") == len(form.fields)
    for item in form.fields:
        assert f'data-field="{item.name}"' in html


def test_a_hostile_name_is_shown_as_text(make_session):
    names = ["<script>alert(1)</script>", "Ada \"&'", "Cleo", "Dov"]
    form = EntryForm(seat_at(make_session("brist", 4, names=names)), 1)
    html = render_to_string("sessions/_entry_fields.html", {"form": form})
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
