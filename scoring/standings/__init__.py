"""From lines to a ranking: score every table under its ruleset, then compare under a method."""

from collections.abc import Iterable, Mapping

from scoring.lines import Options, Ruleset, check_options
from scoring.methods import METHODS
from scoring.results import Award, Bye, Contest, FouledBoard, Penalty, Played, Scored, Standings


def score_tables(
    played: Iterable[Played], *, ruleset: Ruleset, options: Options | None = None
) -> tuple[Scored, ...]:
    """Each table with its score; options that are absent stand at their defaults."""
    full = check_options(ruleset, options or {})
    return tuple(Scored(table, ruleset.score(table.sitting, full)) for table in played)


def make_contest(
    tables: Iterable[Scored],
    *,
    ruleset: Ruleset,
    groups: Mapping[int, str],
    options: Options | None = None,
    method_options: Options | None = None,
    awards: Iterable[Award] = (),
    penalties: Iterable[Penalty] = (),
    fouled: Iterable[FouledBoard] = (),
    walkovers: Mapping[int, int] | None = None,
    byes: Iterable[Bye] = (),
) -> Contest:
    """All that a method needs. ``groups`` are the contestants (each with its group of winners, or ``""``).

    ``options`` are those the tables were scored with; what is absent stands at its default.
    """
    return Contest(
        tables=tuple(tables),
        groups=groups,
        ruleset=ruleset,
        options=check_options(ruleset, options or {}),
        method_options=method_options or {},
        awards=tuple(awards),
        penalties=tuple(penalties),
        fouled=tuple(fouled),
        walkovers=walkovers or {},
        byes=tuple(byes),
    )


def standings(
    tables: Iterable[Scored],
    *,
    ruleset: Ruleset,
    method: str,
    groups: Mapping[int, str],
    options: Options | None = None,
    method_options: Options | None = None,
    awards: Iterable[Award] = (),
    penalties: Iterable[Penalty] = (),
    fouled: Iterable[FouledBoard] = (),
    byes: Iterable[Bye] = (),
) -> Standings:
    """Rank the contestants named in ``groups`` (contestant -> group of winners, ``""`` for one).

    ``options`` are those the tables were scored with. Raises KeyError for an unknown method.
    """
    contest = make_contest(
        tables,
        ruleset=ruleset,
        groups=groups,
        options=options,
        method_options=method_options,
        awards=awards,
        penalties=penalties,
        fouled=fouled,
        byes=byes,
    )
    return METHODS[method].rank(contest)
