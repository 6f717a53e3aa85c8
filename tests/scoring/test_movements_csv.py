"""A club's own movement from a spreadsheet: read, checked with every fault named, and written again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.formats import FormatError
from scoring.formats.movement_csv import dumps, format_boards, loads, read
from scoring.movements import MOVEMENTS
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.matches import matches
from scoring.movements.missing import build_missing
from scoring.movements.mitchell import straight_mitchell
from scoring.movements.mixed import mixed
from scoring.movements.plan import Movement, Place, seat_pairs
from scoring.rulesets import RULESETS

TWO_ROUNDS = "round,table,NS,EW,boards\n1,1,1,2,1-2\n1,2,3,4,1-2\n2,1,1,3,3 4\n2,2,2,4,3 4\n"


def faults(text: str) -> list[str]:
    reading = read(text)
    assert (reading.movement is None) == bool(reading.faults)
    return [str(fault) for fault in reading.faults]


def content(movement: Movement) -> tuple[object, ...]:
    places = [
        (p.round, p.table, {seat: p.seats[seat] for seat in sorted(p.seats)}, p.boards)
        for p in movement.places
    ]
    return movement.rounds, movement.tables, movement.winners, movement.contestants, places


def test_pairs_are_read_row_by_row() -> None:
    movement = loads(TWO_ROUNDS)
    assert movement.places[2:] == (
        Place(2, 1, seat_pairs(1, 3), (3, 4)),
        Place(2, 2, seat_pairs(2, 4), (3, 4)),
    )
    assert (movement.rounds, movement.tables, movement.winners, movement.boards) == (2, 2, 1, 4)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_spreadsheet_may_separate_the_cells_in_its_own_way(separator) -> None:
    assert loads(TWO_ROUNDS.replace(",", separator)) == loads(TWO_ROUNDS)


def test_a_table_of_three_leaves_a_seat_empty() -> None:
    movement = loads("round,table,N,S,E,W,boards\n1,1,1,2,3,4,1-4\n1,2,,5,6,7,1-3\n")
    assert movement.places[1].seats == {"S": 5, "E": 6, "W": 7}


def test_the_ebu_form_counts_its_rows_round_by_round() -> None:
    movement = loads("1,3,6,2,2\n1,1,1\n2,2,2\n3,3,3\n1,3,2\n2,1,3\n3,2,1\n")
    assert content(movement) == content(straight_mitchell(6, rounds=2, boards_per_round=2))


def test_the_ebu_form_leaves_out_the_missing_pair() -> None:
    movement = loads("0,2,3,1,3,4\n4,1,1\n2,3,1\n4,2,2\n3,1,2\n4,3,3\n1,2,3\n")
    assert [movement.sit_outs(r) for r in (1, 2, 3)] == [(1,), (2,), (3,)]


def test_the_ebu_form_of_an_individual_has_four_players_at_a_table() -> None:
    movement = loads("3,1,3,1,3\n4,1,2,3,1\n4,2,3,1,2\n4,3,1,2,3\n")
    assert movement.places[0].seats == {"N": 4, "S": 1, "E": 2, "W": 3}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["There is nothing in it"]),
        ("round,table,NS,EW,boards\n", ["There is no table in it"]),
        (
            "round,table,NS,boards\n1,1,1,1\n",
            ["Line 1: there must be columns for those who sit at the table: NS and EW, or N, S, E, W"],
        ),
        ("round,table,NS,EW,colour\n", ["Line 1: column COLOUR is not known"]),
        ("round,NS,EW\n", ["Line 1: column table is missing"]),
        ("round,table,NS,EW,boards\n1,x,1,2,1\n", ["Line 2: table: a whole number is wanted, not “x”"]),
        ("round,table,NS,EW,boards\n1,1,1,2,4-1\n", ["Line 2: boards: 4-1 runs backwards"]),
        ("round,table,NS,EW,boards\n1,1,,,1\n", ["Line 2: nobody sits at this table"]),
        ("round,table,NS,EW,boards\n1,1,1,2,1,9\n", ["Line 2: it has more cells than there are columns"]),
        ("round,table,NS,EW,boards\n1,1,1,2,1\n1,2,1,3,2\n", ["Round 1: number 1 sits at tables 1 and 2"]),
        (
            "round,table,NS,EW,boards\n1,1,1,2,1\n2,1,1,3,1\n",
            ["Round 2, table 1: number 1 meets board 1 again (round 1)"],
        ),
        ("round,table,NS,EW,boards\n1,1,1,2,1\n3,1,1,2,2\n", ["Round 2 has no table"]),
        ("round,table,NS,EW,boards\n1,1,1,5,1\n", ["Numbers from 2 to 4 never sit"]),
        ("1,3,6,2,2\n1,1,1\n", ["Line 1: 3 tables and 2 rounds make 6 rows; there are 1"]),
        ("9,1,1,1,1\n1,2,1\n", ["Line 1: movement type: a number from 0 to 7 is wanted, not “9”"]),
        ("0,1,1,1,1\n1,2\n", ["Line 2: 3 numbers are wanted; there are 2"]),
        (
            "hello,you\n",
            ["Line 1: the heading round, table, ... or the five numbers of the EBU's form are wanted"],
        ),
    ],
)
def test_each_fault_says_where_it_is(text, expected) -> None:
    assert faults(text) == expected


def test_all_the_faults_are_named_at_once() -> None:
    assert faults("round,table,NS,EW,boards\n1,x,1,2,1\n1,2,3,y,1\n") == [
        "Line 2: table: a whole number is wanted, not “x”",
        "Line 3: EW: a whole number is wanted, not “y”",
    ]


def test_a_faulty_file_is_refused_with_its_first_fault() -> None:
    with pytest.raises(FormatError, match="Line 1: column table is missing"):
        loads(b"round,NS,EW\n")


@pytest.mark.parametrize(
    "movement",
    [
        straight_mitchell(9),
        build_missing(straight_mitchell, 9, "NS"),
        howell(7),
        individual(9),
        mixed(7, 2),
        matches(5, 3),
        matches(6),
    ],
    ids=lambda movement: movement.name,
)
def test_a_movement_that_is_written_is_read_back(movement) -> None:
    own = loads(dumps(movement))
    assert own.places == loads(dumps(own)).places
    assert content(own)[4] == content(movement)[4]


SIXES_AND_FOURS = (("1", "2", "3", "4", "5", "6"), ("S", "W", "N", "E"))


@pytest.mark.parametrize(
    ("movement", "head"),
    [
        (mixed(6, 3, {}, seatings=RULESETS["brisca"].tables), "round,table,1,2,3,4,5,6,boards"),
        (mixed(11, 3, {}, seatings=RULESETS["euchre_five"].tables), "round,table,1,2,3,4,5,boards"),
        (mixed(10, 2, {6: 6}, seatings=SIXES_AND_FOURS), "round,table,N,S,E,W,1,2,3,4,5,6,boards"),
    ],
    ids=["Brisca for six", "Euchre for five", "a table of six beside one of four"],
)
def test_tables_whose_seats_have_numbers_come_back_the_same(movement, head) -> None:
    text = dumps(movement)
    assert text.splitlines()[0] == head
    assert content(loads(text)) == content(movement)


@settings(max_examples=40)
@given(players=st.integers(5, 60), rounds=st.integers(1, 4), game=st.sampled_from(["brisca", "euchre_five"]))
def test_every_room_of_five_six_and_fewer_comes_back_the_same(players, rounds, game) -> None:
    movement = mixed(players, rounds, {}, seatings=RULESETS[game].tables)
    seated = {number for place in movement.places for number in place.contestants}
    if seated == set(movement.contestants):  # who sits out all the time leaves no trace in a file
        assert content(loads(dumps(movement))) == content(movement)


@settings(max_examples=60)
@given(pairs=st.integers(6, 40), data=st.data())
def test_every_movement_for_pairs_comes_back_the_same(pairs, data) -> None:
    families = [f for f in MOVEMENTS.values() if f.contestants == "pairs" and f.is_possible(pairs)]
    family = data.draw(st.sampled_from(families))
    movement = family.build(pairs, rounds=data.draw(st.sampled_from(family.choices(pairs))))
    seated = {number for place in movement.places for number in place.contestants}
    if seated == set(movement.contestants):  # a bye in the only round leaves no trace in a file
        assert content(loads(dumps(movement)))[4] == content(movement)[4]


@given(text=st.text(max_size=200))
def test_no_text_whatever_brings_the_reader_down(text) -> None:
    read(text)


@given(
    rows=st.lists(
        st.lists(st.sampled_from(["1", "2", "", "x", "1-3", "999999999999"]), max_size=6), max_size=6
    )
)
def test_no_table_whatever_brings_the_reader_down(rows) -> None:
    read("round,table,NS,EW,boards\n" + "\n".join(",".join(row) for row in rows))
    read("0,1,1,1,1\n" + "\n".join(",".join(row) for row in rows))


@given(boards=st.sets(st.integers(1, 60)))
def test_boards_are_written_as_ranges(boards) -> None:
    text = format_boards(sorted(boards))
    expanded = [
        n for part in text.split() for n in range(int(part.split("-")[0]), int(part.split("-")[-1]) + 1)
    ]
    assert expanded == sorted(boards)
