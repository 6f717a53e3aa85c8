"""The rule by which a file's results come out as the file has them, and what then still differs."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product

from django.utils.translation import gettext as _

from scoring.bridge import SEATS
from scoring.lines import Line, check_options
from scoring.lines import Sitting as TableSitting
from scoring.results import Award, Penalty, Played, Scored, Standing
from scoring.standings import score_tables, standings

from .awards import Ruling
from .findings import Findings, decimal
from .pairs import Pair
from .rows import RULESET
from .seats import Sitting

ROUNDED = Fraction(1, 200)
"""Percentages are printed to 0.01; a half is taken up or down by one program or another."""
FINES = ((True, -1), (False, -1), (True, 1), (False, 1))


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to count: Matchpoints' own options, what an award is a share of, what an adjustment is.

    ``top`` is ``"label"`` (of the session's top or the board's, as the label says), ``"session"`` or
    ``"board"``. ``fine`` says whether the file's adjustments are per cent, and their sign as penalties.
    """

    unequal: str = "neuberg"
    totals: str = "exact"
    top: str = "label"
    fine: tuple[bool, int] = FINES[0]

    @property
    def method_options(self) -> dict[str, str]:
        return {"unequal": self.unequal, "totals": self.totals}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of the file's percentages and places a rule gives."""

    percents: int
    places: int


@dataclass
class Draft:
    """A session to be: its pairs, who met where, and the rulings."""

    pairs: Sequence[Pair]
    sittings: Sequence[Sitting]
    rulings: Sequence[Ruling]
    places: Mapping[tuple[int, int], tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        """Where each row is played: round and table, by North-South pair and board."""
        self.places = {
            (row.ns.index, row.board): (sitting.round, sitting.table)
            for sitting in self.sittings
            for row in sitting.rows
        }

    @cached_property
    def scored(self) -> tuple[Scored, ...]:
        return score_tables(map(_played, self.sittings), ruleset=RULESET)

    @cached_property
    def session_top(self) -> int:
        """Match points of the best result where the most tables play a board."""
        sizes: dict[int, int] = defaultdict(int)
        for sitting in self.sittings:
            for row in sitting.rows:
                sizes[row.board] += row.score is not None or row.line.artificial is not None
        return 2 * max(max(sizes.values(), default=2) - 1, 1)

    def awards(self, rule: Rule) -> list[tuple[Ruling, Award]]:
        return [(ruling, self._award(ruling, rule)) for ruling in self.rulings]

    def _award(self, ruling: Ruling, rule: Rule) -> Award:
        top = self._top(ruling, rule)
        shares = [points / top for points in ruling.points] if ruling.points else ruling.label
        number, table = self.places[ruling.row.ns.index, ruling.row.board]
        return Award(
            round=number,
            table=table,
            board=ruling.row.board,
            first=shares[0],
            second=shares[1],
            top=None if top == self.session_top else Fraction(top),
            keeps_score=ruling.keeps_score,
        )

    def _top(self, ruling: Ruling, rule: Rule) -> int:
        own = max(ruling.own_top, 2)
        if rule.top == "label" and ruling.points and ruling.label:
            tops = (self.session_top, own)
            labels = (tuple(share * top for share in ruling.label) for top in tops)
            return dict(zip(labels, tops, strict=False)).get(ruling.points, self.session_top)
        return own if rule.top == "board" else self.session_top

    def penalties(self, rule: Rule) -> list[Penalty]:
        is_percent, sign = rule.fine
        return [
            Penalty(pair.index, sign * pair.entrant.adjustment, is_percent)
            for pair in self.pairs
            if pair.entrant.adjustment
        ]

    def rank(self, rule: Rule) -> dict[int, Standing]:
        """Each pair's standing by its index."""
        ranked = standings(
            self.scored,
            ruleset=RULESET,
            method="matchpoints",
            groups={pair.index: pair.group for pair in self.pairs},
            options=check_options(RULESET, {}),
            method_options=rule.method_options,
            awards=[award for _ruling, award in self.awards(rule)],
            penalties=self.penalties(rule),
        )
        return {row.contestant: row for row in ranked.rows}


def _played(sitting: Sitting) -> Played:
    first = sitting.first
    contestants = {seat: (first.ns if seat in "NS" else first.ew).index for seat in SEATS}
    lines = tuple(Line(row.board, row.entry) for row in sitting.rows if row.entry is not None)
    return Played(sitting.round, sitting.table, contestants, TableSitting(SEATS, sitting.boards, lines))


def choose_rule(draft: Draft, findings: Findings) -> tuple[Rule, Agreement]:
    """The rule that gives the most of the file's percentages and places, the more usual one if several.

    Where none gives half of them the file's results do not follow from its lines, and the usual rule stands.
    """
    tops = ("label", "session", "board") if draft.rulings else ("label",)
    fines = FINES if any(pair.entrant.adjustment for pair in draft.pairs) else FINES[:1]
    rules = [
        Rule(unequal, totals, top, fine)
        for fine, top, totals, unequal in product(fines, tops, ("exact", "hundredths"), ("neuberg", "plain"))
    ]
    found = [(rule, count_agreement(draft.pairs, draft.rank(rule))) for rule in rules]
    best = max(found, key=lambda item: (item[1].percents, item[1].places))
    told = sum(pair.entrant.percent is not None for pair in draft.pairs)
    if 2 * best[1].percents >= told:
        return best
    findings.warn(_("no rule gives the results of the file from its lines; the usual one is taken"))
    return found[0]


def count_agreement(pairs: Sequence[Pair], ranked: Mapping[int, Standing]) -> Agreement:
    return Agreement(
        percents=sum(_same_percent(pair, ranked[pair.index]) for pair in pairs),
        places=sum(_same_place(pair, ranked[pair.index]) for pair in pairs),
    )


def _same_percent(pair: Pair, row: Standing) -> bool:
    printed = pair.entrant.percent
    return printed is not None and row.score is not None and abs(row.score - printed) <= ROUNDED


def _same_place(pair: Pair, row: Standing) -> bool:
    return bool(pair.entrant.place) and read_place(pair.entrant.place) == row.rank


def read_place(text: str) -> int | None:
    """A printed place, ``"7"``, ``"7="`` or ``"=7"``, as a number; None for anything else."""
    digits = text.strip().strip("=").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


def compare_results(draft: Draft, rule: Rule, findings: Findings) -> Agreement:
    """Tell every percentage and place that is not the file's; the counts of those that are."""
    ranked = draft.rank(rule)
    for pair in draft.pairs:
        row, entrant = ranked[pair.index], pair.entrant
        where = _("pair %(number)s") % {"number": pair.label}
        if entrant.percent is not None and not _same_percent(pair, row):
            template = _("%(told)s %% in the file, %(found)s %% by its lines")
            found = _("nothing") if row.score is None else f"{float(row.score):.2f}"
            findings.differ(where, template, told=f"{float(entrant.percent):.2f}", found=found)
        if entrant.place and not _same_place(pair, row):
            template = _("place %(told)s in the file, %(found)s by its lines")
            findings.differ(where, template, told=entrant.place, found=row.rank or _("none"))
    return count_agreement(draft.pairs, ranked)


def describe_rule(draft: Draft, rule: Rule, agreement: Agreement) -> list[str]:
    """The rule in plain sentences, the last one saying how well it fits."""
    sentences = [
        _("Boards with fewer results than others are brought to the same number by Neuberg's formula.")
        if rule.unequal == "neuberg"
        else _("Each board counts out of its own top."),
        _("Match points are rounded to 0.01 before the percentage.")
        if rule.totals == "hundredths"
        else _("Totals are exact until they are shown."),
    ]
    tops = sorted({award.top or Fraction(draft.session_top) for _ruling, award in draft.awards(rule)})
    sentences += [_("Awarded boards count out of %(top)s.") % {"top": decimal(top)} for top in tops]
    percents = sum(pair.entrant.percent is not None for pair in draft.pairs)
    places = sum(bool(pair.entrant.place) for pair in draft.pairs)
    if not percents and not places:
        return [*sentences, _("The file has no percentages or places to compare with.")]
    counts = {"percents": agreement.percents, "all_percents": percents}
    counts |= {"places": agreement.places, "all_places": places}
    template = _(
        "This gives %(percents)d of the file's %(all_percents)d percentages"
        " and %(places)d of its %(all_places)d places."
    )
    return [*sentences, template % counts]
