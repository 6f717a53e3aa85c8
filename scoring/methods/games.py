"""The method ``games``: matches won, then the difference of points."""

from collections import Counter, defaultdict
from fractions import Fraction

from scoring.lines import Option, Points
from scoring.methods.boards import fined, sides
from scoring.methods.ranking import ranked_with_breaks
from scoring.results import Column, Contest, Scored, Standing, Standings
from scoring.words import Message
from scoring.words import mark as _


class Games:
    """The method ``games``: matches won, then the difference of points."""

    slug = "games"
    name = _("Matches won")
    compares_boards = False
    columns: tuple[Column, ...] = (
        Column("won", _("Won")),
        Column("lost", _("Lost"), "count"),
        Column("difference", _("Difference")),
        Column("points", _("Points")),
        Column("boards", _("Hands"), "count"),
    )
    options: tuple[Option, ...] = ()

    def rank(self, contest: Contest) -> Standings:
        tallies: dict[int, Counter[str]] = defaultdict(Counter)
        for table in contest.tables:
            if None not in sides(table) and table.score.lines:
                _tally(tallies, table)
        rows = [self._row(contest, number, tallies.get(number)) for number in contest.groups]
        how = Message(_("Ranked by matches won, then by the difference of points."))
        return Standings(ranked_with_breaks(rows, ("difference",)), (), (how,))

    def _row(self, contest: Contest, contestant: int, tally: Counter[str] | None) -> Standing:
        group = contest.groups[contestant]
        if tally is None:
            return Standing(contestant, group, None, False, None, 0, {})
        fine = fined(contest.penalties, contestant, is_percent=False)
        figures: dict[str, Points] = {name: tally[name] for name in ("won", "lost", "points", "boards")}
        figures["difference"] = Fraction(tally["points"] - tally["against"]) - fine
        score = Fraction(tally["won"])
        return Standing(contestant, group, None, False, score, tally["boards"], figures)


def _tally(tallies: dict[int, Counter[str]], table: Scored) -> None:
    places = table.played.sitting.places
    first, second = sides(table)
    for contestant, own, other in ((first, places[0], places[1]), (second, places[1], places[0])):
        if contestant is None:
            continue
        tally = tallies[contestant]
        tally["points"] += int(table.score.totals[own])
        tally["against"] += int(table.score.totals[other])
        tally["boards"] += len(table.score.lines)
        tally["won"] += own in table.score.winners
        tally["lost"] += other in table.score.winners
