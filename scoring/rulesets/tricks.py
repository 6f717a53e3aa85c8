"""Thirteen tricks between two sides, a point each: not the scale of any published game.

Tennis Whist, the introduction to BRiST, has no published scoring; a club that plays it, or plain whist
without trumps or with, may count its tricks by this.
"""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.lines import (
    Deal,
    Entry,
    Example,
    Explanation,
    Field,
    LineScore,
    Option,
    Options,
    Part,
    Points,
    Sitting,
    SittingScore,
    check_fields,
)
from scoring.words import Message
from scoring.words import mark as _

PLACES = ("S", "W", "N", "E")
TRICKS = 13
_FIRST, _SECOND = ("S", "N"), ("W", "E")


class Tricks:
    """The ruleset ``tricks``."""

    slug = "tricks"
    name = _("Tricks only (unofficial)")
    summary = _("Thirteen tricks shared by two sides, a point each. Unofficial: no published rules.")
    tables: tuple[tuple[str, ...], ...] = (PLACES,)
    partnerships = False
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({4: (16, 20)})
    options: tuple[Option, ...] = ()
    methods: tuple[str, ...] = ("points_per_board", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        return (
            Field("tricks", _("Tricks won by South and North"), "number", maximum=TRICKS, short=_("Tricks")),
        )

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        index = sitting.boards.index(number) if number in sitting.boards else number - 1
        return Deal(number, {place: place for place in PLACES}, PLACES[index % len(PLACES)])

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        return check_fields(self.fields(deal, options), entry)

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        return (Message(_("one side won every trick")),) if entry["tricks"] in (0, TRICKS) else ()

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals: dict[str, Points] = dict.fromkeys(sitting.places, 0)
        lines = []
        for line in sitting.lines:
            points = _points(line.entry)
            totals = {place: totals[place] + points[place] for place in sitting.places}
            deal = self.deal(sitting, line.number, options)
            lines.append(LineScore(line.number, deal, points, totals))
        is_over = bool(sitting.boards) and len(lines) >= len(sitting.boards)
        return SittingScore(tuple(lines), totals, is_over)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        points = _points(sitting.line(number).entry)
        first, second = points["S"], points["W"]
        parts = (Part(_FIRST, first, Message(_("tricks"))), Part(_SECOND, second, Message(_("tricks"))))
        words = _("%(first)s tricks to South and North, %(second)s to West and East")
        return Explanation(parts, Message(words, {"first": first, "second": second}))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        return f"{entry['tricks']}–{TRICKS - int(entry['tricks'] or 0)}"

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _points(entry: Entry) -> dict[str, Points]:
    tricks = int(entry["tricks"] or 0)
    points: dict[str, Points] = dict.fromkeys(_FIRST, tricks)
    return points | dict.fromkeys(_SECOND, TRICKS - tricks)


_UNOFFICIAL = "unofficial: a point for each trick, as nothing is published"


def _example(tricks: int) -> Example:
    other = TRICKS - tricks
    return Example(
        PLACES, {"tricks": tricks}, {"S": tricks, "N": tricks, "W": other, "E": other}, _UNOFFICIAL
    )


EXAMPLES = (_example(7), _example(4), _example(13))

RULESET = Tricks()
