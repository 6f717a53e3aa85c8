"""From lines to a ranking: score every table under its ruleset, then compare under a method."""

from collections.abc import Iterable, Mapping

from scoring.lines import Options, Ruleset, check_options
from scoring.methods import METHODS
from scoring.results import Award, Contest, Penalty, Played, Scored, Standings


def standings(
    played: Iterable[Played],
    *,
    ruleset: Ruleset,
    method: str,
    groups: Mapping[int, str],
    options: Options | None = None,
    method_options: Options | None = None,
    awards: Iterable[Award] = (),
    penalties: Iterable[Penalty] = (),
) -> Standings:
    """Rank the contestants named in ``groups`` (contestant -> group of winners, ``""`` for one).

    ``options`` are the ruleset's; what is absent stands at its default. Raises KeyError for an
    unknown method.
    """
    full = check_options(ruleset, options or {})
    contest = Contest(
        tables=tuple(Scored(table, ruleset.score(table.sitting, full)) for table in played),
        groups=groups,
        ruleset=ruleset,
        options=full,
        method_options=method_options or {},
        awards=tuple(awards),
        penalties=tuple(penalties),
    )
    return METHODS[method].rank(contest)
