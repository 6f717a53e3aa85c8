"""The notation of contracts: every contract is read back from every way it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge import CONTRACTS, SCORES, contract_score, format_contract, parse_contract
from scoring.lines import EntryError

FILLED = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
HOLLOW = {"C": "♧", "D": "♢", "H": "♡", "S": "♤", "NT": "N"}
LETTERS = {denomination: denomination for denomination in FILLED}
SMALL = {"C": "c", "D": "d", "H": "h", "S": "s", "NT": "nt"}
DOUBLES = {"": [""], "X": ["X", "x", " x", "×", " ×"], "XX": ["XX", "xx", " xx", "××", "×x"]}


@pytest.mark.parametrize("text", CONTRACTS)
def test_a_contract_is_read_back_as_it_is_written(text):
    contract = CONTRACTS[text]
    assert parse_contract(text) == contract
    assert parse_contract(str(contract)) == contract
    assert parse_contract(format_contract(text)) == contract


@given(
    text=st.sampled_from(list(CONTRACTS)),
    names=st.sampled_from([FILLED, HOLLOW, LETTERS, SMALL]),
    gap=st.sampled_from(["", " ", "\u00a0"]),
    data=st.data(),
)
def test_a_contract_is_read_in_every_spelling_met_in_result_files(text, names, gap, data):
    contract = CONTRACTS[text]
    double = data.draw(st.sampled_from(DOUBLES[contract.risk]))
    written = f"{contract.level}{gap}{names[contract.denomination]}{double}"
    assert parse_contract(written) == contract


@given(text=st.text(max_size=12))
def test_any_text_is_a_contract_or_is_refused_with_its_words(text):
    try:
        contract = parse_contract(text)
    except EntryError as error:
        assert error.message.params == {"text": text}  # noqa: PT017
        return
    assert CONTRACTS[str(contract)] == contract


@pytest.mark.parametrize("text", ["", "42", "8C", "0NT", "4Z", "XX", "PASS", "3NTXXX", "4S5"])
def test_what_is_no_contract_is_refused(text):
    with pytest.raises(EntryError, match="is not a contract"):
        parse_contract(text)


@given(text=st.sampled_from(list(CONTRACTS)), tricks=st.integers(0, 13), vulnerable=st.booleans())
def test_a_contract_score_is_that_of_the_table(text, tricks, vulnerable):
    assert contract_score(text, tricks, vulnerable=vulnerable) == SCORES[vulnerable][text][tricks]


@pytest.mark.parametrize(
    ("text", "tricks", "field", "message"),
    [
        ("9S", 9, "contract", "9S is not a contract"),
        ("4S", 14, "tricks", "a deal has 0 to 13 tricks; 14 is not possible"),
        ("4S", -1, "tricks", "a deal has 0 to 13 tricks; -1 is not possible"),
    ],
)
def test_what_has_no_score_is_refused_by_field_and_text(text, tricks, field, message):
    with pytest.raises(EntryError) as refused:
        contract_score(text, tricks, vulnerable=True)
    assert (refused.value.field, str(refused.value)) == (field, message)
