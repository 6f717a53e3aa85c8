"""``python -m scoring`` and ``from scoring import ...``: the library used on its own."""

import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

import scoring
from scoring.cli import main
from scoring.cli.report import read_options
from scoring.methods import METHODS

PROJECT = Path(__file__).resolve().parents[2]
RUBBER = ("3NT N 10", "4S E 10", "3NT N 9")
SESSION = """\
ruleset,table,board,NS,EW,line
duplicate,1,1,1,2,4SX N 9
duplicate,2,1,3,4,4S N 10
duplicate,1,2,1,2,3NT E 9
duplicate,2,2,3,4,3NT E 9
"""


def said(capsys, *arguments):
    """What a command prints."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def told(capsys, *arguments):
    """The same as data."""
    return json.loads(said(capsys, *arguments, "--json"))


def complaint(capsys, *arguments):
    """The one line on standard error of a command that ends with 2 and prints nothing else."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.rstrip("\n")


def test_a_deal_is_scored_and_explained(capsys):
    assert said(capsys, "score", "brist", "3NT S 10") == (
        "BRiST\n"
        "Board  Line       S  W   N  E\n"
        "    1  3NT S 10  20  3  20  3\n"
        "3NT made with 10: 10 tricks + 10 bonus = 20; defenders 3 each\n"
    )


def test_several_deals_are_one_match_with_its_total_and_its_winner(capsys):
    lines = said(capsys, "score", "bid_whist", "5U S 10", "7NT W 13").splitlines()
    assert lines[-2].split() == ["Total", "-5", "14", "-5", "14"]
    assert lines[-1] == "It is over: West and East win."


@pytest.mark.parametrize(
    ("arguments", "totals"),
    [
        (["brist", "3NT S 10"], {"S": 20, "W": 3, "N": 20, "E": 3}),
        (["brist", "3NT S 10", "--players", "3"], {"S": 20, "W": 3, "E": 3}),
        (["brist", "2NT S 8", "--option", "extra_contracts=yes"], {"S": 8, "W": 5, "N": 8, "E": 5}),
        (["duplicate", "4S N 10"], {"N": 420, "E": -420, "S": 420, "W": -420}),
        (["duplicate", "4S N 10", "--board", "2"], {"N": 620, "E": -620, "S": 620, "W": -620}),
        (["duplicate", "4SX N -1", "--vulnerable", "ns"], {"N": -200, "E": 200, "S": -200, "W": 200}),
        (["duplicate", "4SX N -1", "--vulnerable", "none"], {"N": -100, "E": 100, "S": -100, "W": 100}),
        (["bid_whist", "5U S 10"], {"S": -5, "W": 0, "N": -5, "E": 0}),
        (["rubber", "1NT N 7"], {"N": 40, "E": 0, "S": 40, "W": 0}),
        (["rubber", "1NT N 7", "--ended"], {"N": 140, "E": 0, "S": 140, "W": 0}),
        (["chicago", "3NT N 9"], {"N": 400, "E": 0, "S": 400, "W": 0}),
        (["brisca", "61-59"], {"S": 1, "W": 0, "N": 1, "E": 0}),
        (["brisca", "50-40-30", "--players", "3"], {"S": 1, "W": 0, "E": 0}),
        (["euchre_five", "1 alone 5"], {"1": 2, "2": 0, "3": 0, "4": 0, "5": 0}),
        (["euchre_five", "1 alone 5", "--option", "lone_march=4"], {"1": 4, "2": 0, "3": 0, "4": 0, "5": 0}),
        (["tricks", "7-6"], {"S": 7, "W": 6, "N": 7, "E": 6}),
    ],
)
def test_every_game_is_scored_with_its_options(capsys, arguments, totals):
    if totals is None:
        assert complaint(capsys, "score", *arguments).startswith(
            "error: defence_game: there is no such option"
        )
    else:
        assert told(capsys, "score", *arguments)["totals"] == totals


def test_lines_may_come_from_standard_input(capsys, monkeypatch, tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(RUBBER), encoding="utf-8")
    with path.open(encoding="utf-8") as lines:
        monkeypatch.setattr("sys.stdin", lines)
        read = told(capsys, "score", "rubber", "-")
    assert read == told(capsys, "score", "rubber", *RUBBER)
    assert read["is_over"]
    assert read["winners"] == ["N", "S"]


def test_fractions_are_exact_for_programs(capsys):
    found = told(capsys, "score", "brist", "3NT S 10", "--players", "3", "--option", "three_defence=half")
    assert found["totals"] == {"S": 20, "W": "3/2", "E": "3/2"}


def test_a_session_is_ranked_from_its_file(capsys, tmp_path):
    path = tmp_path / "evening.csv"
    path.write_text(SESSION, encoding="utf-8")
    assert said(capsys, "rank", str(path)) == (
        "Duplicate bridge, Match points\n"
        "Place  No.  Percent  Match points  of  Boards\n"
        "   1=    2    75.00             3   4       2\n"
        "   1=    3    75.00             3   4       2\n"
        "   3=    1    25.00             1   4       2\n"
        "   3=    4    25.00             1   4       2\n"
        "Match points: 2 for each result beaten, 1 for each equal.\n"
    )
    imps = told(capsys, "rank", str(path), "--method", "cross_imps", "--two-winners")
    assert [(x["contestant"], x["group"], x["rank"]) for x in imps["rows"]] == [
        (2, "EW", 1),
        (4, "EW", 2),
        (3, "NS", 1),
        (1, "NS", 2),
    ]


def test_the_options_of_a_method_change_a_ranking(capsys, tmp_path):
    path = tmp_path / "evening.csv"
    path.write_text(SESSION, encoding="utf-8")
    halves = told(capsys, "rank", str(path), "--method-option", "display=one")
    assert halves["rows"][0]["figures"] == {"percent": 75, "matchpoints": "3/2", "top": 2, "boards": 2}


def test_a_pasted_table_is_read_from_a_file(tmp_path):
    file = tmp_path / "vps.txt"
    file.write_text("0 10\n5 20\n", encoding="utf-8")
    options = METHODS["teams_imps"].options
    assert read_options([f"vp_table={file}"], options) == {"vp_table": "0 10\n5 20\n"}
    with pytest.raises(OSError, match="missing"):
        read_options([f"vp_table={tmp_path / 'missing'}"], options)


def test_games_options_and_methods_are_listed(capsys):
    assert [game["ruleset"] for game in told(capsys, "rulesets")] == list(scoring.RULESETS)
    assert [method["method"] for method in told(capsys, "methods")] == list(scoring.METHODS)
    assert "target=7" in said(capsys, "options", "bid_whist")
    for slug in scoring.RULESETS:
        assert said(capsys, "rulesets").count(slug)
        for line in told(capsys, "options", slug)["lines"]:
            told(capsys, "score", slug, line)


def test_the_tables_of_bridge_are_looked_up(capsys):
    assert told(capsys, "imps", "-420", "10") == [{"points": -420, "imps": -9}, {"points": 10, "imps": 0}]
    assert said(capsys, "vps", "16", "--boards", "10") == "15.05 - 4.95\n"
    assert said(capsys, "vps", "-3", "--boards", "6", "--scale", "discrete") == "8.00 - 12.00\n"
    assert said(capsys, "board", "7") == "Board 7: dealer South, vulnerable all\n"
    assert told(capsys, "compare", "420", "450", "-50") == [
        {"score": 450, "matchpoints": 4, "percent": 100, "cross_imps": 6},
        {"score": 420, "matchpoints": 2, "percent": 50, "cross_imps": "9/2"},
        {"score": -50, "matchpoints": 0, "percent": 0, "cross_imps": "-21/2"},
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "brist", "2S S 10"], "error: contract: 2S is not a BRiST contract"),
        (
            ["score", "duplicate", "4S N 14"],
            "error: tricks: Tricks won by declarer must be 0 to 13; 14 is not",
        ),
        (
            ["score", "rubber", "3NT N 9", "9S N 9"],
            "error: contract: 9S is not possible here (line 2, '9S N 9')",
        ),
        (
            ["score", "rubber", "3NT N 9", "--board", "2"],
            "error: board: the deals of this game are numbered from 1",
        ),
        (["score", "brist", "3NT S 9", "--board", "0"], "error: board: 0 is not a board from 1 to 999"),
        (
            ["score", "rubber", "pass", "--vulnerable", "ns"],
            "error: vulnerable: ns: this game gives nobody that choice",
        ),
        (
            ["score", "brist", "3NT S 9", "--players", "5"],
            "error: players: 5 players cannot play this game; a table",
        ),
        (["score", "brist", "3NT S 9", "--option", "x"], "error: option: x is not of the form name=value"),
        (["score", "brisca", "61-59", "--option", "target=0"], "error: target: 0 is not a possible value"),
        (
            ["score", "brisca", "61-59", "--option", "ties=us"],
            "error: ties: us is not possible; nobody or shared",
        ),
        (["score", "pinochle", "9"], "error: argument RULESET: invalid choice: 'pinochle'"),
        (["score", "brist"], "error: the following arguments are required: LINE"),
        (["rank", "nowhere.csv"], "error: nowhere.csv: No such file or directory"),
        (["imps", "many"], "error: argument POINTS: invalid int value: 'many'"),
        (["vps", "3", "--boards", "0"], "error: boards: 0 is not a number of boards from 1 to 1000"),
        (
            ["vps", "3", "--boards", "5", "--scale", "discrete"],
            "error: boards: the discrete scale has no column for 5",
        ),
        (["compare", "420"], "error: score: 420 alone has nothing to be compared with"),
        (["board", "0"], "error: board: 0: boards are numbered from 1"),
        ([], "error: the following arguments are required: COMMAND"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(capsys, arguments, message):
    assert complaint(capsys, *arguments).startswith(message)


def test_an_error_in_a_file_is_said_with_its_line_and_column(capsys, tmp_path):
    path = tmp_path / "evening.csv"
    path.write_text(SESSION.replace("4S N 10", "9S N 10"), encoding="utf-8")
    assert (
        complaint(capsys, "rank", str(path)) == f"error: {path}: line 3, column line: 9S is not possible here"
    )
    path.write_text(SESSION.replace("duplicate", "").replace("ruleset", ""), encoding="utf-8")
    assert complaint(capsys, "rank", str(path)).endswith(
        "column ruleset: the file does not say which game it is"
    )
    assert told(capsys, "rank", str(path), "--ruleset", "duplicate")["rows"]


def test_the_library_runs_as_a_module():
    command = [sys.executable, "-m", "scoring", "score", "duplicate", "4♠x n -1"]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env={"PYTHONUTF8": "1"}, cwd=PROJECT, check=True
    )
    assert "4♠X by N, -1: 100 to EW" in done.stdout


def test_every_public_name_is_there_and_importing_the_library_loads_nothing():
    names = "; ".join(f"scoring.{name}" for name in scoring.__all__)
    code = f"import scoring, sys; print([m for m in sys.modules if m.startswith('scoring.')]); {names}"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=PROJECT, check=True
    )
    assert done.stdout == "[]\n"
    assert set(scoring.__all__) <= set(dir(scoring))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        scoring.nothing  # noqa: B018


def test_the_examples_of_the_front_door_are_true():
    assert doctest.testmod(scoring) == doctest.TestResults(failed=0, attempted=8)
