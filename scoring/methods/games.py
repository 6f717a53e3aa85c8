"""The method ``games``: matches won, then the difference of points."""

from collections import defaultdict
from fractions import Fraction

from scoring.lines import Option, Options, Points
from scoring.methods.boards import fined
from scoring.methods.ranking import ranked_with_breaks
from scoring.results import Column, Contest, Scored, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _

_HOW_WALKOVERS = Message(_("A bye, or a drawn match from which somebody goes on, counts as a match won."))


class Games:
    """The method ``games``: matches won, then the difference of points."""

    slug = "games"
    name = _("Matches won")
    compares_boards = False
    ranks_teams = False
    columns: tuple[Column, ...] = (
        Column("won", _("Won")),
        Column("lost", _("Lost"), "count"),
        Column("difference", _("Difference")),
        Column("points", _("Points")),
        Column("boards", _("Hands"), "count"),
    )
    options: tuple[Option, ...] = ()

    def columns_by(self, options: Options) -> tuple[Column, ...]:
        return self.columns

    def rank(self, contest: Contest) -> Standings:
        tallies: dict[int, dict[str, Points]] = defaultdict(lambda: defaultdict(int))
        for table in contest.tables:
            if len(_first_places(table)) > 1 and table.score.lines:
                _tally(tallies, table)
        for contestant, won in contest.walkovers.items():
            tallies[contestant]["won"] += won
        for bye in contest.byes:
            tallies[bye.contestant]["won"] += 1
        rows = [self._row(contest, number, tallies.get(number)) for number in contest.groups]
        how = Message(_("Ranked by matches won, then by the difference of points."))
        words = (how, _HOW_WALKOVERS) if contest.walkovers or contest.byes else (how,)
        return Standings(ranked_with_breaks(rows, ("difference",)), (), words)

    def _row(self, contest: Contest, contestant: int, tally: dict[str, Points] | None) -> Standing:
        group = contest.groups[contestant]
        if tally is None:
            return Standing(contestant, group, None, False, None, 0, {})
        fine = fined(contest.penalties, contestant, is_percent=False)
        figures: dict[str, Points] = {name: tally[name] for name in ("won", "lost", "points", "boards")}
        figures["difference"] = Fraction(tally["points"] - tally["against"]) - fine
        score = Fraction(tally["won"])
        return Standing(contestant, group, None, False, score, int(tally["boards"]), figures)


def _tally(tallies: dict[int, dict[str, Points]], table: Scored) -> None:
    """Add one match; ``against`` is the mean total of the others at the table, the opponents' at a pairs'."""
    totals, winners = table.score.totals, table.score.winners
    for contestant, own in _first_places(table).items():
        others = [totals[place] for place, other in table.played.contestants.items() if other != contestant]
        tally = tallies[contestant]
        tally["points"] += totals[own]
        tally["against"] += Fraction(sum(others), len(others))
        tally["boards"] += len(table.score.lines)
        tally["won"] += _worth(table, own) if own in winners else 0
        tally["lost"] += bool(winners) and own not in winners


def _worth(table: Scored, place: str) -> int:
    """What a match won counts for: 1, unless the last hand says more."""
    return table.score.lines[-1].counts.get(place, {}).get("matches", 1)


def _first_places(table: Scored) -> dict[int, str]:
    """Each contestant at a table with the first of its places."""
    found: dict[int, str] = {}
    for place, contestant in table.played.contestants.items():
        found.setdefault(contestant, place)
    return found
