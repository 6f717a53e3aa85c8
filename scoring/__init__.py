"""Scores of card games as clubs play them: exact, pure Python, nothing to install beside it.

One deal::

    >>> from scoring import contract_score, imps
    >>> contract_score("4SX", 9, vulnerable=True)
    -200
    >>> imps(420 - -50)
    10

A line of any game, read as it is written on paper, and what each player at the table has then::

    >>> from scoring import RULESETS, read_line, score_lines
    >>> score_lines("brist", "3NT S 10", "4S W 8").totals
    {'S': 35, 'W': 3, 'N': 35, 'E': 3}
    >>> read_line("4♠x n -1", ruleset="duplicate")
    {'contract': '4S', 'risk': 'X', 'declarer': 'N', 'tricks': 9}

One board compared across a field::

    >>> from scoring import matchpoints
    >>> matchpoints([420, 450, -50, 420])
    {-50: 0, 420: 3, 450: 6}

A whole session: tables (:class:`Played`) are scored under a ruleset, then ranked by a method::

    scored = score_tables(tables, ruleset=RULESETS["duplicate"])
    ranking = rank_tables(scored, ruleset=RULESETS["duplicate"], method="matchpoints", groups={1: "", 2: ""})

Thousands of pairs on the same boards are ranked in one pass: :func:`rank_simultaneous`.

``RULESETS``, ``METHODS`` and ``MOVEMENTS`` hold the games, the ways to compare results, and who plays
where. Input that cannot be raises :class:`EntryError` with ``field`` and ``message``. Whole numbers and
Fractions throughout; nothing is rounded before it is shown. ``python -m scoring --help`` is the same in a
terminal. Each name is imported when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.bridge import (
        CONTRACTS,
        SCORES,
        Contract,
        contract_score,
        dealer_of,
        format_contract,
        parse_contract,
        vulnerability_of,
    )
    from scoring.formats import FormatError
    from scoring.formats.line_text import read_line, score_lines
    from scoring.lines import (
        Deal,
        EntryError,
        Line,
        Ruleset,
        Sitting,
        SittingScore,
        check_options,
        default_options,
        format_points,
    )
    from scoring.methods import METHODS, cross_imps, datum, matchpoints, neuberg
    from scoring.movements import MOVEMENTS
    from scoring.results import Award, FouledBoard, Method, Penalty, Played, Scored, Standing, Standings
    from scoring.rulesets import RULESETS
    from scoring.scales import continuous_scale, discrete_scale, imps, parse_scale
    from scoring.standings import score_tables
    from scoring.standings import standings as rank_tables
    from scoring.standings.simultaneous import Traveller, rank_simultaneous, read_traveller

_HOMES = {
    "scoring.bridge": "CONTRACTS SCORES Contract contract_score dealer_of format_contract parse_contract "
    "vulnerability_of",
    "scoring.formats": "FormatError",
    "scoring.formats.line_text": "read_line score_lines",
    "scoring.lines": "Deal EntryError Line Ruleset Sitting SittingScore check_options default_options "
    "format_points",
    "scoring.methods": "METHODS cross_imps datum matchpoints neuberg",
    "scoring.movements": "MOVEMENTS",
    "scoring.results": "Award FouledBoard Method Penalty Played Scored Standing Standings",
    "scoring.rulesets": "RULESETS",
    "scoring.scales": "continuous_scale discrete_scale imps parse_scale",
    "scoring.standings": "score_tables rank_tables",
    "scoring.standings.simultaneous": "Traveller rank_simultaneous read_traveller",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
_OTHER_NAMES = {"rank_tables": "standings"}

__all__ = [
    "CONTRACTS",
    "METHODS",
    "MOVEMENTS",
    "RULESETS",
    "SCORES",
    "Award",
    "Contract",
    "Deal",
    "EntryError",
    "FormatError",
    "FouledBoard",
    "Line",
    "Method",
    "Penalty",
    "Played",
    "Ruleset",
    "Scored",
    "Sitting",
    "SittingScore",
    "Standing",
    "Standings",
    "Traveller",
    "check_options",
    "continuous_scale",
    "contract_score",
    "cross_imps",
    "datum",
    "dealer_of",
    "default_options",
    "discrete_scale",
    "format_contract",
    "format_points",
    "imps",
    "matchpoints",
    "neuberg",
    "parse_contract",
    "parse_scale",
    "rank_simultaneous",
    "rank_tables",
    "read_line",
    "read_traveller",
    "score_lines",
    "score_tables",
    "vulnerability_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'scoring' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
