"""A session as a table: what is written is read back, and an error names line and column."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import RULESETS, EntryError, FormatError, Line, Played, Sitting, default_options
from scoring.formats import score_csv
from scoring.formats.score_csv import ScoreFile
from tests.scoring.test_contract import EVERY_RULESET, any_options, play_some

DUPLICATE = """\
ruleset,round,table,board,NS,EW,contract,risk,declarer,tricks
duplicate,1,1,1,1,2,4S,X,N,9
duplicate,1,1,2,1,2,PASS,,,
duplicate,2,1,3,1,4,3NT,,E,9
"""
PLACES = {"N": 1, "S": 1, "E": 2, "W": 2}
NEXT_PLACES = {"N": 1, "S": 1, "E": 4, "W": 4}


def line(number, contract, declarer, tricks, risk=""):
    return Line(number, {"contract": contract, "risk": risk, "declarer": declarer, "tricks": tricks})


TABLES = (
    Played(
        1,
        1,
        PLACES,
        Sitting(("N", "E", "S", "W"), (1, 2), (line(1, "4S", "N", 9, "X"), Line(2, {"contract": "PASS"}))),
    ),
    Played(2, 1, NEXT_PLACES, Sitting(("N", "E", "S", "W"), (3,), (line(3, "3NT", "E", 9),))),
)


def test_a_row_is_one_board_at_one_table():
    assert score_csv.loads(DUPLICATE) == ScoreFile(RULESETS["duplicate"], TABLES)


@pytest.mark.parametrize(
    "text",
    [
        DUPLICATE.replace(",", ";"),
        DUPLICATE.replace(",", "\t"),
        DUPLICATE.replace("\n", "\r\n"),
        "\ufeff" + DUPLICATE,
        DUPLICATE.replace("\n", ",\n"),
        DUPLICATE + "\n,,,\n",
        "board,table,round,declarer,tricks,risk,contract,N,E,S,W,ruleset\n"
        "1,1,1,N,9,X,4S,1,2,1,2,duplicate\n2,1,1,,,,PASS,1,2,1,2,\n3,1,2,E,9,,3NT,1,4,1,4,\n",
        "ruleset,round,table,board,NS,EW,line\n"
        "duplicate,1,1,1,1,2,4♠x n -1\nduplicate,1,1,2,1,2,pass\nduplicate,2,1,3,1,4,3NT E =\n",
    ],
    ids=[
        "semicolons",
        "tabs",
        "windows",
        "bom",
        "empty column",
        "empty rows",
        "own order",
        "a line in words",
    ],
)
def test_a_file_may_come_from_any_spreadsheet(text):
    assert score_csv.loads(text.encode()).tables == TABLES


def test_a_file_that_names_no_game_is_read_as_the_game_asked_for():
    text = "table,board,S,W,E,line\n3,1,7,8,9,3NT S 10\n"
    table = Played(1, 3, {"S": 7, "W": 8, "E": 9}, Sitting(("S", "W", "E"), (1,), (BRIST_LINE,)))
    assert score_csv.loads(text, ruleset=RULESETS["brist"]).tables == (table,)
    with pytest.raises(FormatError, match="column ruleset: the file does not say which game it is"):
        score_csv.loads(text)


BRIST_LINE = Line(1, {"declarer": "S", "contract": "3NT", "tricks": 10})


def test_tables_of_three_and_four_stand_in_one_file():
    text = "ruleset,table,board,S,W,N,E,line\nbrist,1,1,1,2,3,4,3NT S 10\nbrist,2,1,5,6,,7,3NT S 10\n"
    assert [table.sitting.places for table in score_csv.loads(text).tables] == [
        ("S", "W", "N", "E"),
        ("S", "W", "E"),
    ]


def test_a_board_that_is_set_and_not_recorded_has_empty_fields():
    text = "ruleset,table,board,NS,EW,line\nduplicate,1,1,1,2,\nduplicate,1,2,1,2,pass\n"
    sitting = Sitting(("N", "E", "S", "W"), (1, 2), (Line(2, {"contract": "PASS"}),))
    assert score_csv.loads(text).tables == (Played(1, 1, PLACES, sitting),)


def test_a_rubber_that_was_stopped_is_marked_as_ended():
    text = "ruleset,table,board,NS,EW,line,ended\nrubber,1,1,1,2,3NT N 9,yes\n"
    (table,) = score_csv.loads(text).tables
    assert table.sitting.is_ended
    assert score_csv.loads(score_csv.dumps(ScoreFile(RULESETS["rubber"], (table,)))).tables == (table,)


@pytest.mark.parametrize("ruleset", EVERY_RULESET)
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_written_is_read_back(ruleset, data):
    options = any_options(data.draw, ruleset)
    tables = []
    for number in range(1, data.draw(st.integers(1, 3)) + 1):
        places = data.draw(st.sampled_from(ruleset.tables))
        sitting = play_some(data.draw, ruleset, places, options)
        boards = tuple(line.number for line in sitting.lines) if ruleset.boards else ()
        sitting = Sitting(places, boards, sitting.lines, sitting.is_ended)
        tables.append(
            Played(1, number, {place: 10 * number + at for at, place in enumerate(places)}, sitting)
        )
    file = ScoreFile(ruleset, tuple(tables))
    assert score_csv.loads(score_csv.dumps(file, options=options), options=options) == file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column table: this heading is missing"),
        ("ruleset,table,board,NS,EW,line\n", "the file: it has no rows below its headings"),
        (DUPLICATE.replace("round", "table"), "line 1, column table: this heading stands there twice"),
        (DUPLICATE.replace("4S", "9S"), "line 2, column contract: 9S is not possible here"),
        (
            DUPLICATE.replace("E,9", "E,14"),
            "line 4, column tricks: Tricks won by declarer must be 0 to 13; 14 is not",
        ),
        (DUPLICATE.replace("E,9", "E,"), "line 4, column tricks: Tricks won by declarer is missing"),
        (DUPLICATE.replace("risk", "double"), "line 2, column double: there is no field double in this game"),
        (
            DUPLICATE.replace("1,2,1,2,P", "1,1,1,2,P"),
            "line 3, column board: board 1 stands twice at this table",
        ),
        (DUPLICATE.replace("2,1,3", "2,1,x"), "line 4, column board: 'x' is not a whole number"),
        (DUPLICATE.replace("2,1,3", "2,1,0"), "line 4, column board: boards are numbered from 1 to 999"),
        (DUPLICATE.replace("2,1,3", "2,one,3"), "line 4, column table: 'one' is not a whole number"),
        (
            DUPLICATE.replace("1,2,P", "1,3,P"),
            "line 3, column NS: other players than in the first row of this table",
        ),
        (DUPLICATE.replace("1,1,1,2", "1,1,Ann,2"), "line 2, column NS: 'Ann' is not a whole number"),
        (DUPLICATE.replace("duplicate,2", "brist,2"), "line 4, column ruleset: a file holds one game only"),
        (DUPLICATE.replace("duplicate", "poker"), "line 2, column ruleset: poker is none of the games brist"),
        (
            DUPLICATE.replace("NS,EW", "home,away"),
            "line 1, column N: the columns that say who plays are missing",
        ),
        (DUPLICATE.replace("NS,EW", "NS,NW"), "line 1, column NW: a place has two columns"),
        (DUPLICATE.replace("risk", "line"), "line 1, column contract: beside a column line"),
        (DUPLICATE.replace("E,9", "E,9,9"), "line 4: 11 cells under 10 headings"),
        (DUPLICATE.replace("4S", '"4S'), "line"),
        (
            "ruleset,table,board,NS,EW,line\nrubber,1,2,1,2,pass\nrubber,1,1,1,2,pass\n",
            "in the order of play",
        ),
        (
            "ruleset,table,board,NS,EW,line\nbrist,1,1,1,2,2S S 10\n",
            "line 2, column line: 2S is not a BRiST contract",
        ),
        (
            "ruleset,table,board,NS,EW,line,ended\nrubber,1,1,1,2,pass,soon\n",
            "column ended: soon is neither yes nor no",
        ),
    ],
)
def test_a_file_that_cannot_be_is_refused_by_line_and_column(text, message):
    with pytest.raises(FormatError) as refused:
        score_csv.loads(text)
    assert message in str(refused.value)


@settings(max_examples=150)
@given(
    data=st.one_of(
        st.binary(max_size=60),
        st.text(max_size=60),
        st.lists(
            st.lists(
                st.sampled_from(
                    ["duplicate", "brist", "1", "2", "", "4S", "N", "9", "x", "3NT S 10", '"', "½", "²"]
                ),
                max_size=8,
            ).map(",".join),
            max_size=5,
        ).map(lambda rows: "\n".join(["ruleset,table,board,N,E,S,W,line", *rows])),
    )
)
def test_any_file_is_read_or_refused(data):
    for ruleset in (None, RULESETS["brist"]):
        try:
            file = score_csv.loads(data, ruleset=ruleset)
        except FormatError:
            continue
        assert score_csv.loads(score_csv.dumps(file)) == file


def test_an_option_that_the_game_does_not_have_is_refused():
    with pytest.raises(EntryError, match="there is no option target in this game"):
        score_csv.loads(DUPLICATE, options={"target": 5})


def test_every_row_is_checked_by_the_options_of_the_club():
    text = "ruleset,table,board,S,W,N,E,line\nbrist,1,1,1,2,3,4,5S S 11\n"
    options = {**default_options(RULESETS["brist"]), "extra_contracts": True}
    assert score_csv.loads(text, options=options).tables[0].sitting.lines[0].entry["contract"] == "5S"
