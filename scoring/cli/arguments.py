"""The commands and their arguments, with the help that a scorer reads."""

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from scoring.cli import compare, lists, rank, score
from scoring.cli.report import Report
from scoring.methods import METHODS
from scoring.rulesets import RULESETS

DESCRIPTION = """\
Score card games: one deal, a whole match, or a club's evening from a file.

  python -m scoring rulesets                        which games there are
  python -m scoring options bid_whist               the rules that a club may choose; lines to copy
  python -m scoring score brist "3NT S 10"          one deal: contract, declarer, tricks
  python -m scoring score duplicate "4SX N -1" --vulnerable ns
  python -m scoring score bid_whist "5U S 10" "3NT W 11"
  python -m scoring rank evening.csv                a ranking of a whole session
"""
SCORE_HELP = """\
Score one deal, or several in the order in which a table played them.

Put each line in quotes. Write it as you would on paper: the contract, who played it, the tricks.
  3NT S 10    4SX N -1    4hx w =    5U S 10    61-59    1+2: 4    pass
Suits are C D H S or their symbols, no trump is NT or N, a double is X, a redouble XX.
+1, -2 and = count from the contract. Anything else goes by its name: renege=bidder, honours=NS100.
With - in place of a line, the lines are read from standard input, one in each row.
"""
RANK_HELP = """\
Rank a session from a table that a spreadsheet saved as CSV. Each row is one board at one table:

  ruleset,round,table,board,NS,EW,contract,risk,declarer,tricks
  duplicate,1,1,1,1,2,4S,X,N,9

NS and EW (or N, E, S and W; or S, W and E) hold the numbers of the contestants. Instead of the
columns from the contract on, one column may hold the whole line:

  ruleset,table,board,S,W,N,E,line
  brist,1,1,11,12,13,14,3NT S 10

An error names the line of the file and the column.
"""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        print(f"error: {message}; {self.prog} --help says more", file=sys.stderr)
        sys.exit(2)


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; what it returns has ``run`` and ``json``."""
    parser = _Parser(
        prog="python -m scoring",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_score(commands)
    _add_rank(commands)
    _add_lists(commands)
    _add_comparisons(commands)
    return parser


_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"
_Run: TypeAlias = Callable[[argparse.Namespace], Report]


def _add(commands: _Commands, name: str, summary: str, run: _Run, *, text: str = "") -> _Parser:
    found = commands.add_parser(
        name,
        help=summary,
        description=text or summary,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("--json", action="store_true", help="for programs: print JSON")
    found.set_defaults(run=run)
    return found


def _add_score(commands: _Commands) -> None:
    found = _add(commands, "score", "score one deal, or a table's deals in order", score.run, text=SCORE_HELP)
    _add_ruleset(found)
    found.add_argument("lines", metavar="LINE", nargs="+", help='such as "3NT S 10"')
    found.add_argument(
        "--players", type=int, metavar="N", help="players at the table, where a game has a choice"
    )
    found.add_argument("--board", type=int, metavar="N", help="number of the first board (1)")
    found.add_argument(
        "--vulnerable",
        choices=("none", "ns", "ew", "all"),
        help="at duplicate bridge, instead of --board",
    )
    _add_option(found)
    found.add_argument(
        "--ended", action="store_true", help="play was stopped here: settle what is unfinished"
    )
    found.add_argument("--explain", action="store_true", help="say of each line why it scores so")


def _add_rank(commands: _Commands) -> None:
    found = _add(commands, "rank", "rank a session from a CSV file", rank.run, text=RANK_HELP)
    found.add_argument("file", metavar="FILE.csv", help="the file; - reads standard input")
    found.add_argument(
        "--ruleset", metavar="RULESET", choices=tuple(RULESETS), help="the game, where the file does not say"
    )
    found.add_argument(
        "--method", metavar="METHOD", choices=tuple(METHODS), help="how results are compared; see methods"
    )
    _add_option(found)
    found.add_argument(
        "--method-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule of the method; see methods",
    )
    found.add_argument(
        "--two-winners", action="store_true", help="rank the two sides apart, as North-South and East-West"
    )


def _add_lists(commands: _Commands) -> None:
    _add(commands, "rulesets", "list the games", lists.run_rulesets)
    _add_ruleset(_add(commands, "options", "a game's options, and lines to copy", lists.run_options))
    _add(commands, "methods", "list the ways to compare results, with their options", lists.run_methods)


def _add_comparisons(commands: _Commands) -> None:
    found = _add(commands, "imps", "IMPs for a difference in points", compare.run_imps)
    found.add_argument("differences", metavar="POINTS", nargs="+", type=int, help="such as 420 or -50")
    found = _add(commands, "vps", "VPs of a match for its margin in IMPs", compare.run_vps)
    found.add_argument("margin", metavar="IMPS", type=int, help="won by so many; negative: lost by")
    found.add_argument("--boards", type=int, required=True, metavar="N", help="boards in the match")
    found.add_argument(
        "--scale",
        choices=("continuous", "discrete"),
        default="continuous",
        help="the WBF's scale to two decimals, or the older one in whole numbers",
    )
    found = _add(
        commands, "compare", "match points and cross-IMPs of the scores of one board", compare.run_board
    )
    found.add_argument("scores", metavar="SCORE", nargs="+", type=int, help="North-South's, two or more")
    found = _add(commands, "board", "dealer and vulnerability of a board at bridge", compare.run_conditions)
    found.add_argument("number", metavar="N", type=int)


def _add_ruleset(parser: _Parser) -> None:
    parser.add_argument("ruleset", metavar="RULESET", choices=tuple(RULESETS), help=", ".join(RULESETS))


def _add_option(parser: _Parser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a club's rule, such as target=5; see options",
    )
