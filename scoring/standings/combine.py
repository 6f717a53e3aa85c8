"""From rankings to a ranking: several sessions, carry-over, handicaps, strata, sections.

Every function takes values and gives values; places are given anew by the exact numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from scoring.lines import Points
from scoring.methods import ranked
from scoring.results import Column, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _

By = Literal["sum", "mean", "boards", "points"]


def combine_sessions(
    sessions: Sequence[Standings],
    *,
    by: By = "mean",
    figure: str = "",
    least: int | None = None,
    groups: Mapping[int, str] | None = None,
) -> Standings:
    """One ranking of several sessions.

    ``by`` is ``"sum"``, ``"mean"`` (each session alike), ``"boards"`` (the mean by boards played), or
    ``"points"``: the sum of the match points in ``figure``.
    ``figure`` names what is combined, ``"percent"`` for instance; empty: the score that ranked. Who
    played fewer than ``least`` sessions (all of them, if None) has no place. The figures are ``total``,
    ``sessions``, and ``session_1``, ``session_2`` ...
    """
    found: dict[int, dict[int, tuple[Fraction, int]]] = defaultdict(dict)
    names = dict(groups or {})
    for number, session in enumerate(sessions, start=1):
        for row in session.rows:
            names.setdefault(row.contestant, "" if groups is not None else row.group)
            value = row.figures.get(figure) if figure else row.score
            if row.score is not None and value is not None:
                found[row.contestant][number] = (Fraction(value), row.boards)
    needed = len(sessions) if least is None else least
    rows = [_combined(c, group, found.get(c, {}), by, needed) for c, group in names.items()]
    return Standings(ranked(rows), (), (Message(_HOW_COMBINED[by], {"sessions": len(sessions)}),))


_HOW_COMBINED: Mapping[By, str] = {
    "sum": _("The results of %(sessions)s sessions added up."),
    "points": _("The match points of %(sessions)s sessions added up."),
    "mean": _("The mean of %(sessions)s sessions, each counting alike."),
    "boards": _("The mean of %(sessions)s sessions, by the boards played in each."),
}


def _combined(
    contestant: int, group: str, found: Mapping[int, tuple[Fraction, int]], by: By, needed: int
) -> Standing:
    boards = sum(count for _value, count in found.values())
    figures: dict[str, Points] = {f"session_{number}": value for number, (value, _n) in found.items()}
    if not found or (by == "boards" and not boards):
        return Standing(contestant, group, None, False, None, 0, figures)
    if by == "boards":
        total = sum((value * count for value, count in found.values()), Fraction(0)) / boards
    else:
        total = sum((value for value, _n in found.values()), Fraction(0))
        total = total / len(found) if by == "mean" else total
    figures |= {"total": total, "sessions": len(found)}
    return Standing(contestant, group, None, False, total if len(found) >= needed else None, boards, figures)


def combined_columns(sessions: int) -> tuple[Column, ...]:
    """Headings for :func:`combine_sessions`; the labels of sessions are their numbers."""
    own = (Column(f"session_{number}", str(number), "average") for number in range(1, sessions + 1))
    return (Column("total", _("Total"), "average"), *own, Column("sessions", _("Sessions"), "count"))


def carry_over(found: Standings, carried: Mapping[int, Fraction], *, figure: str = "") -> Standings:
    """The ranking with points carried over from an earlier stage, in the unit of the score.

    ``figure`` names the figure that shows the score, which then shows the sum. ``carried`` is added as
    a figure of that name.
    """

    def row_with(row: Standing) -> Standing:
        more = carried.get(row.contestant, Fraction(0))
        figures = {**row.figures, "carried": more}
        if figure and figure in row.figures:
            figures[figure] = row.figures[figure] + more
        score = more if row.score is None and row.contestant in carried else row.score
        if row.score is not None:
            score = row.score + more
        return replace(row, score=score, figures=figures)

    how = Message(_("With what was carried over from an earlier stage."))
    return replace(found, rows=ranked(row_with(row) for row in found.rows), how=(*found.how, how))


def with_handicaps(found: Standings, handicaps: Mapping[int, Fraction]) -> Standings:
    """The ranking by score plus handicap, in the unit of the score, with the raw one beside it.

    The figures gain ``raw``, ``raw_rank``, ``handicap``, ``handicapped``.
    """
    rows = []
    for row in found.rows:
        if row.score is None or row.rank is None:
            rows.append(row)
            continue
        handicap = handicaps.get(row.contestant, Fraction(0))
        score = row.score + handicap
        figures = {**row.figures, "raw": row.score, "raw_rank": row.rank, "handicap": handicap}
        rows.append(replace(row, score=score, figures={**figures, "handicapped": score}))
    how = Message(_("Handicaps are added to the results."))
    return replace(found, rows=ranked(rows), how=(*found.how, how))


def rank_strata(found: Standings, strata: Mapping[int, str], order: Sequence[str]) -> dict[str, Standings]:
    """A ranking for each stratum, the highest of ``order`` first.

    A contestant is ranked in his own stratum and in every higher one, against all who are: stratum A of
    A, B, C holds everybody. Who is in no stratum counts for the highest.
    """
    level = {stratum: number for number, stratum in enumerate(order)}
    own = {row.contestant: level.get(strata.get(row.contestant, order[0]), 0) for row in found.rows}
    return {
        stratum: replace(found, rows=_among([row for row in found.rows if own[row.contestant] >= number]))
        for number, stratum in enumerate(order)
    }


def _among(rows: Sequence[Standing]) -> tuple[Standing, ...]:
    """The places of a part of the field among itself; whoever was ahead still is."""
    ahead = Counter((row.group, row.rank) for row in rows if row.rank is not None)
    places: dict[tuple[str, int], int] = {}
    seen: Counter[str] = Counter()
    for group, rank in sorted(ahead):
        places[group, rank] = seen[group] + 1
        seen[group] += ahead[group, rank]
    return tuple(
        row
        if row.rank is None
        else replace(row, rank=places[row.group, row.rank], is_tied=ahead[row.group, row.rank] > 1)
        for row in sorted(rows, key=lambda row: (row.group, row.rank is None, row.rank or 0, row.contestant))
    )


def rank_sections(found: Standings, sections: Mapping[int, str]) -> dict[str, Standings]:
    """A ranking for each section of a field that was compared as one."""
    of: dict[str, list[Standing]] = defaultdict(list)
    for row in found.rows:
        of[sections.get(row.contestant, "")].append(row)
    return {section: replace(found, rows=_among(rows)) for section, rows in sorted(of.items())}


def rank_together(found: Standings) -> Standings:
    """One ranking over all groups of winners, as of North-South and East-West together."""
    return replace(found, rows=ranked(replace(row, group="") for row in found.rows))


def say_across(found: Standings) -> Standings:
    """The ranking of several sections that were compared as one field, which it says."""
    how = Message(_("The sections are compared with one another, across the field."))
    return replace(found, how=(*found.how, how))


def join_sections(sections: Sequence[Standings]) -> Standings:
    """One ranking over sections that were compared each within itself; the scores must be alike.

    A single section stays as it is.
    """
    if len(sections) == 1:
        return sections[0]
    rows = ranked(row for section in sections for row in section.rows)
    boards = tuple(board for section in sections for board in section.boards)
    how = dict.fromkeys(message.template for section in sections for message in section.how)
    params = {message.template: message for section in sections for message in section.how}
    matches = tuple(match for section in sections for match in section.matches)
    told = (*(params[template] for template in how), Message(_("Each section is compared by itself.")))
    byes = tuple(bye for section in sections for bye in section.byes)
    return Standings(rows, boards, told, matches, byes)
