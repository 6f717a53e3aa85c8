"""Real sessions as plain values, turned into tables that have played: for the tests of whole events."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.lines import Line, Sitting
from scoring.results import Award, Played
from scoring.rulesets import RULESETS
from scoring.standings import score_tables, standings

DUPLICATE = RULESETS["duplicate"]
SEATS = ("N", "E", "S", "W")
SHARES = {"+": Fraction(3, 5), "=": Fraction(1, 2), "-": Fraction(2, 5)}


@dataclass(frozen=True)
class Rule:
    """How one event was scored: a single choice for all its boards.

    ``totals`` are options that its totals followed and its travellers did not. ``shown`` is how its
    files show a board: ``points`` or ``percent``, with so many ``decimals``. ``adjusted`` is what its
    adjusted lines hold: ``percent``, ``points``, or ``not played``. ``rulings`` are awards that the
    lines do not tell, by board and number of the first pair. ``hidden`` are scores that count
    and are not listed, by board. ``players`` is how a line names who played: ``pairs``, ``teams``, or
    ``individual`` (each table twice, with one partner of each side).
    """

    method: str = "matchpoints"
    options: dict = field(default_factory=dict)
    totals: dict = field(default_factory=dict)
    shown: str = "points"
    decimals: int = 2
    adjusted: str = "percent"
    rulings: dict = field(default_factory=dict)
    hidden: dict = field(default_factory=dict)
    players: str = "pairs"


class Event:
    """An event's lines as tables, one for each line, and its contestants as whole numbers."""

    def __init__(self, data, rule):
        self.data, self.rule, self.lines = data, rule, data["lines"]
        people = data["participants"]
        self.has_sections = len({str(p.get("section")) for p in people}) > 1
        ids = Counter((self._section(p), p["id"]) for p in people)
        self.has_same_numbers = any(count > 1 for count in ids.values())
        self.has_two_winners = bool(people) and all(p.get("dir") for p in people)
        self.numbers = {}
        self.played = [self._table(at, line) for at, line in enumerate(self.lines, start=1)]
        if rule.players == "individual":
            self.played = [
                self._join(*pair) for pair in zip(self.played[::2], self.played[1::2], strict=True)
            ]

    def _section(self, item):
        return str(item.get("section")) if self.has_sections else ""

    def _number(self, key):
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def _seats(self, line):
        """The contestants of a line by place."""
        if self.rule.players == "teams":
            return {seat: self._number(line[side].split("-")[0]) for seat, side in (("N", "ns"), ("E", "ew"))}
        if self.rule.players == "individual":
            return {
                seat: self._number(("", "", line[side].split("+")[0]))
                for seat, side in (("N", "ns"), ("E", "ew"))
            }
        section = self._section(line)
        ns, ew = ("NS", "EW") if self.has_same_numbers else ("", "")
        return {"N": self._number((section, ns, line["ns"])), "E": self._number((section, ew, line["ew"]))}

    def _table(self, at, line):
        board, score = line["board"], line["score_ns"]
        entry = {"contract": "NP"} if score is None else {"contract": "?", "score": score}
        return Played(1, at, self._seats(line), Sitting(SEATS, (board,), (Line(board, entry),)))

    def _join(self, one, other):
        """The two lines of a table at which each plays for himself."""
        assert one.sitting == other.sitting
        seats = {
            **one.contestants,
            "S": other.contestants["N"],
            "W": other.contestants["E"],
        }
        return Played(one.round, one.table, seats, one.sitting)

    def contestant(self, participant):
        """The number of a participant; None for who played nothing."""
        direction = participant.get("dir", "") if self.has_same_numbers else ""
        return self.numbers.get((self._section(participant), direction, participant["id"]))

    def _awards(self):
        for at, line in enumerate(self.lines, start=1):
            award = self._award(at, line)
            if award is not None:
                yield award

    def _award(self, at, line):
        place = (1, at, line["board"])
        ruling = self.rule.rulings.get((line["board"], line["ns"]))
        if ruling is not None:
            return Award(*place, **{"first": "A", "second": "A", **ruling})
        if "adjusted" not in line or self.rule.adjusted == "not played":
            return None
        if self.rule.adjusted == "points":
            points = Fraction(str(line["ns_points"])), Fraction(str(line["ew_points"]))
            return Award(*place, "A", "A", points=points)
        first, second = line["adjusted"]
        if first.startswith("A"):
            return Award(*place, SHARES[first[1]], SHARES[first[2]])
        return Award(*place, Fraction(first) / 100, Fraction(second) / 100)

    def _hidden(self):
        for number, (board, score) in enumerate(self.rule.hidden.items(), start=10_000):
            line = Line(board, {"contract": "?", "score": score})
            yield Played(1, number, {"N": -number, "E": -number - 1}, Sitting(SEATS, (board,), (line,)))

    def _groups(self):
        groups = dict.fromkeys(self.numbers.values(), "")
        if self.has_two_winners:
            people = self.data["participants"]
            groups |= {self.contestant(p): p["dir"] for p in people if self.contestant(p)}
        return groups

    def rank(self, **options):
        """The event ranked under its rule, with some options changed."""
        return standings(
            score_tables([*self.played, *self._hidden()], ruleset=DUPLICATE),
            ruleset=DUPLICATE,
            method=self.rule.method,
            method_options={**self.rule.options, **options},
            groups=self._groups(),
            awards=tuple(self._awards()),
        )
