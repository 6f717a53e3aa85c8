"""Brisca: card points to a total of 120, most points win the hand, first to an agreed number of hands.

Source: the Brisca rules (Fournier's sheet, "La brisca"). Two or three play each for himself, four in two
pairs, six in two sides of three. Play and deal go to the right. Hands are numbered 1, 2, 3 ...
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.lines import (
    Choice,
    Deal,
    Entry,
    EntryError,
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
    Value,
    check_fields,
)
from scoring.words import Message
from scoring.words import mark as _

Places = tuple[str, ...]

TWO = ("S", "N")
THREE = ("S", "W", "E")
FOUR = ("S", "W", "N", "E")
SIX = ("1", "2", "3", "4", "5", "6")
CARD_POINTS = 120
MOST_CANTES = 100
UNREACHABLE = (1, CARD_POINTS - 1)
"""No cards are worth 1 point (they count 11, 10, 4, 3 and 2), so no side can have 1, nor leave 1."""

_SIDES: Mapping[Places, tuple[Places, ...]] = {
    TWO: (("S",), ("N",)),
    THREE: (("S",), ("W",), ("E",)),
    FOUR: (("S", "N"), ("W", "E")),
    SIX: (("1", "3", "5"), ("2", "4", "6")),
}
_SIDE_NAMES: Mapping[Places, str] = {
    ("S",): _("South"),
    ("W",): _("West"),
    ("N",): _("North"),
    ("E",): _("East"),
    ("S", "N"): _("South and North"),
    ("W", "E"): _("West and East"),
    ("1", "3", "5"): _("seats 1, 3 and 5"),
    ("2", "4", "6"): _("seats 2, 4 and 6"),
}
_POINTS_LABELS: Mapping[Places, str] = {
    ("S",): _("Card points of South"),
    ("W",): _("Card points of West"),
    ("N",): _("Card points of North"),
    ("E",): _("Card points of East"),
    ("S", "N"): _("Card points of South and North"),
    ("W", "E"): _("Card points of West and East"),
    ("1", "3", "5"): _("Card points of seats 1, 3 and 5"),
    ("2", "4", "6"): _("Card points of seats 2, 4 and 6"),
}
_CANTES_LABELS: Mapping[Places, str] = {
    ("S",): _("Cantes of South"),
    ("W",): _("Cantes of West"),
    ("N",): _("Cantes of North"),
    ("E",): _("Cantes of East"),
    ("S", "N"): _("Cantes of South and North"),
    ("W", "E"): _("Cantes of West and East"),
    ("1", "3", "5"): _("Cantes of seats 1, 3 and 5"),
    ("2", "4", "6"): _("Cantes of seats 2, 4 and 6"),
}
_TRUMPS = (
    Choice("coins", _("coins")),
    Choice("cups", _("cups")),
    Choice("swords", _("swords")),
    Choice("clubs", _("clubs (batons)")),
)

OPTIONS = (
    Option(
        name="target",
        label=_("Hands to win"),
        kind="number",
        default=5,
        minimum=1,
        maximum=50,
        meaning=_("The match goes to whoever is first to win so many hands."),
    ),
    Option(
        name="ties",
        label=_("Equal at the top, of three"),
        kind="choice",
        default="nobody",
        choices=(
            Choice("nobody", _("Nobody wins the hand")),
            Choice("shared", _("Each of them wins a hand")),
        ),
        meaning=_(
            "Where three play and two or all have the most. Between two sides, 60 to 60 is always void."
        ),
    ),
    Option(
        name="void_deal",
        label=_("After a void hand"),
        kind="choice",
        default="next",
        choices=(Choice("next", _("The deal passes on")), Choice("same", _("The same player deals again"))),
        meaning=_("A hand that nobody wins never counts towards the match."),
    ),
    Option(
        name="cantes",
        label=_("Cantes"),
        kind="flag",
        default=False,
        meaning=_("Kings and knights declared for 20 or 40, as at tute, are added to the card points."),
    ),
    Option(
        name="deck_at_three",
        label=_("Cards at a table of three"),
        kind="choice",
        default="39",
        choices=(
            Choice("39", _("39: one two is left out")),
            Choice("36", _("36: all the twos are left out")),
        ),
        meaning=_("A reminder only: the card points are 120 either way."),
    ),
    Option(
        name="stake",
        label=_("Stake"),
        kind="number",
        default=0,
        maximum=1000,
        meaning=_("A reminder only: what each player puts into the pot for the winners of the match."),
    ),
)


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand settled: each side's points with its cantes, and the sides that win the hand."""

    totals: Mapping[Places, int]
    winners: tuple[Places, ...]

    @property
    def is_void(self) -> bool:
        return not self.winners


def _settle(entry: Entry, places: Places, options: Options) -> _Hand:
    sides = _SIDES[places]
    totals = {
        side: int(entry[f"points_{number}"] or 0) + int(entry.get(f"cantes_{number}") or 0)
        for number, side in enumerate(sides, start=1)
    }
    most = max(totals.values())
    winners = tuple(side for side in sides if totals[side] == most)
    if len(winners) > 1 and (len(sides) == 2 or options["ties"] == "nobody"):
        winners = ()
    return _Hand(totals, winners)


class Brisca:
    """The ruleset ``brisca``."""

    slug = "brisca"
    name = "Brisca"
    summary = _("Spanish cards, 120 points a hand; two, three, four or six at a table, first to five hands.")
    tables: tuple[Places, ...] = (FOUR, TWO, THREE, SIX)
    partnerships = False
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        sides = _SIDES[tuple(deal.seats)]
        points = tuple(_points_field(number, side, sides) for number, side in enumerate(sides, start=1))
        cantes = tuple(_cantes_field(number, side) for number, side in enumerate(sides, start=1))
        trump = Field("trump", _("Trump suit"), "choice", _TRUMPS, required=False)
        return (*points, *(cantes if options["cantes"] else ()), trump)

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number)
        if self.score(before, options).is_over:
            last = before.lines[-1].number
            raise EntryError("board", _("the match ended with hand %(number)s"), number=last)
        return _deal(before, number, options)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        checked = check_fields(self.fields(deal, options), entry)
        names = [name for name in checked if name.startswith("points_")]
        _complete(checked, names)
        for name in names:
            if checked[name] in UNREACHABLE:
                raise EntryError(name, _("no cards add up to %(points)s points"), points=checked[name])
        _check_cantes(checked)
        return checked

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        if CARD_POINTS in (value for name, value in entry.items() if name.startswith("points_")):
            return (Message(_("one side has all the points")),)
        return ()

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals: dict[str, Points] = dict.fromkeys(sitting.places, 0)
        lines: list[LineScore] = []
        winners: Places = ()
        for position, line in enumerate(sitting.lines):
            hand = _settle(line.entry, sitting.places, options)
            points = _points(hand)
            totals = {place: totals[place] + points[place] for place in sitting.places}
            before = Sitting(sitting.places, sitting.boards, sitting.lines[:position])
            deal = _deal(before, line.number, options)
            lines.append(LineScore(line.number, deal, points, totals, _counts(hand)))
            winners = _match_winners(totals, options)
            if winners:
                break
        return SittingScore(tuple(lines), totals, bool(winners), winners)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        hand = _settle(sitting.line(number).entry, sitting.places, options)
        parts = tuple(Part(side, 1, Message(_("the hand"))) for side in hand.winners)
        return Explanation(parts, _words(hand))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        return "–".join(str(value) for name, value in entry.items() if name.startswith("points_"))

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _points_field(number: int, side: Places, sides: tuple[Places, ...]) -> Field:
    is_last = number == len(sides)
    return Field(
        f"points_{number}",
        _POINTS_LABELS[side],
        "number",
        maximum=CARD_POINTS,
        required=not is_last,
        help=_("Left empty, it is what is left of 120.") if is_last else "",
    )


def _cantes_field(number: int, side: Places) -> Field:
    label = _CANTES_LABELS[side]
    return Field(f"cantes_{number}", label, "number", maximum=MOST_CANTES, required=False, default=0)


def _complete(checked: dict[str, Value], names: list[str]) -> None:
    """Fill in the last side's points where they were left empty; refuse a total other than 120."""
    last = names[-1]
    others = sum(int(checked[name] or 0) for name in names[:-1])
    if others > CARD_POINTS:
        text = _("that makes %(total)s; there are only 120 points in the cards")
        raise EntryError(names[-2], text, total=others)
    if checked[last] is None:
        checked[last] = CARD_POINTS - others
    total = others + int(checked[last] or 0)
    if total != CARD_POINTS:
        text = _("the card points must add up to 120; these make %(total)s")
        raise EntryError(last, text, total=total)


def _check_cantes(checked: Mapping[str, Value]) -> None:
    total = 0
    for name, value in checked.items():
        if name.startswith("cantes_"):
            total += int(value or 0)
            if int(value or 0) % 20:
                raise EntryError(name, _("cantes are 20 or 40 each; %(points)s is not"), points=value)
            if total > MOST_CANTES:
                text = _("four suits make at most %(most)s in cantes; not %(total)s")
                raise EntryError(name, text, most=MOST_CANTES, total=total)


def _deal(before: Sitting, number: int, options: Options) -> Deal:
    """Who deals: the turn goes to the right, from the scorer, and may stay after a void hand."""
    turns = number - 1
    if options["void_deal"] == "same":
        turns -= sum(_settle(line.entry, before.places, options).is_void for line in before.lines)
    dealer = before.places[-turns % len(before.places)]
    return Deal(number, {place: place for place in before.places}, dealer)


def _points(hand: _Hand) -> dict[str, Points]:
    return {place: int(side in hand.winners) for side in hand.totals for place in side}


def _counts(hand: _Hand) -> dict[str, dict[str, int]]:
    return {
        place: {"card_points": points, "hands": int(side in hand.winners), "void": int(hand.is_void)}
        for side, points in hand.totals.items()
        for place in side
    }


def _match_winners(totals: Mapping[str, Points], options: Options) -> Places:
    most = max(totals.values())
    if most < int(options["target"] or 5):
        return ()
    return tuple(place for place, won in totals.items() if won == most)


def _words(hand: _Hand) -> Message:
    ordered = sorted(hand.totals.values(), reverse=True)
    values: dict[str, object] = {"points": "–".join(map(str, ordered))}
    if hand.is_void:
        return Message(_("%(points)s: nobody wins the hand"), values)
    values["side"] = Message(_SIDE_NAMES[hand.winners[0]])
    if len(hand.winners) == 1:
        return Message(_("%(points)s: the hand to %(side)s"), values)
    values["other"] = Message(_SIDE_NAMES[hand.winners[1]])
    if len(hand.winners) == 2:
        return Message(_("%(points)s: a hand each to %(side)s and %(other)s"), values)
    return Message(_("%(points)s: a hand to everybody"), values)


_STATED = "the Brisca rules: more of the 120 points wins the hand, 60 to 60 is void"


def _example(places: Places, card_points: tuple[int, ...], winner: Places) -> Example:
    entry: Entry = {f"points_{number}": points for number, points in enumerate(card_points, start=1)}
    return Example(places, entry, {place: int(place in winner) for place in places}, _STATED)


EXAMPLES = (
    _example(FOUR, (61, 59), ("S", "N")),
    _example(FOUR, (60, 60), ()),
    _example(FOUR, (47,), ("W", "E")),
    _example(TWO, (120, 0), ("S",)),
    _example(THREE, (50, 40, 30), ("S",)),
    _example(THREE, (40, 40, 40), ()),
    _example(SIX, (55, 65), ("2", "4", "6")),
)

RULESET = Brisca()
