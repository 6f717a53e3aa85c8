"""Bid Whist as played at S&P: bids of 3 to 7 up, down or no trump, a kitty book, first to +7 or -7.

Source: the S&P rules (after pagat.com); variants from Parlett, Cardsharks and the Columbus Whist
Players Society are options. A table is one match between two pairs; its hands are numbered 1, 2, 3 ...
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.bridge import SEAT_NAMES
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
    check_fields,
)
from scoring.words import Message
from scoring.words import mark as _

PLACES = ("S", "W", "N", "E")
BOOKS = 13
TYPES = ("U", "D", "NT")
TYPE_NAMES = {"U": _("uptown"), "D": _("downtown"), "NT": _("no trump")}
TYPE_LABELS = {"U": _("up"), "D": _("down"), "NT": _("no trump")}
_OPPONENTS = {"S": ("W", "E"), "N": ("W", "E"), "W": ("S", "N"), "E": ("S", "N")}
_SIDE = {"S": ("S", "N"), "N": ("S", "N"), "W": ("W", "E"), "E": ("W", "E")}


def split_bid(bid: str) -> tuple[int, str]:
    """``"4NT"`` -> ``(4, "NT")``: books above six, and uptown, downtown or no trump."""
    return int(bid[0]), bid[1:]


def is_higher_bid(bid: str, standing: str, *, low_beats_high: bool = False) -> bool:
    """Whether ``bid`` may be made over the ``standing`` bid.

    A higher number outranks; at the same number no trump outranks up and down, which are equal
    (or, as an option, down outranks up).
    """
    ranks = {"U": 0, "D": 1 if low_beats_high else 0, "NT": 2}
    (number, kind), (old_number, old_kind) = split_bid(bid), split_bid(standing)
    return (number, ranks[kind]) > (old_number, ranks[old_kind])


OPTIONS = (
    Option(
        name="target",
        label=_("Target"),
        kind="number",
        default=7,
        minimum=1,
        maximum=50,
        meaning=_("A side wins the match at this many points above zero, and loses it as far below."),
    ),
    Option(
        name="end",
        label=_("The match ends"),
        kind="choice",
        default="target",
        choices=(
            Choice("target", _("At the target")),
            Choice("time", _("When time is called: the higher score wins")),
        ),
        meaning=_("By time, the hand in progress is finished and the higher score wins."),
    ),
    Option(
        name="minimum_bid",
        label=_("Lowest bid"),
        kind="number",
        default=3,
        minimum=1,
        maximum=7,
        meaning=_("Books above six that the lowest bid promises."),
    ),
    Option(
        name="kitty",
        label=_("Cards in the kitty"),
        kind="choice",
        default="6",
        choices=(Choice("6", "6"), Choice("5", "5"), Choice("4", "4"), Choice("0", _("none"))),
        meaning=_("With a kitty, it is the first book of the bidding side."),
    ),
    Option(
        name="rank",
        label=_("Up and down"),
        kind="choice",
        default="equal",
        choices=(Choice("equal", _("Rank the same")), Choice("low", _("Down outranks up"))),
        meaning=_("Whether a downtown bid may be made over an uptown bid of the same number."),
    ),
    Option(
        name="overbooks",
        label=_("Overbooks"),
        kind="choice",
        default="count",
        choices=(Choice("count", _("Count")), Choice("bid_only", _("Only the bid counts"))),
        meaning=_("Whether books won above the bid score."),
    ),
    Option(
        name="boston",
        label=_("Boston"),
        kind="choice",
        default="none",
        choices=(
            Choice("none", _("No bonus")),
            Choice("thirteen", _("All 13 books score 13, at no trump 26")),
            Choice("four_times", _("All 13 books score four times")),
        ),
        meaning=_("What the bidding side scores for winning all the books."),
    ),
    Option(
        name="set_rule",
        label=_("A set bid"),
        kind="choice",
        default="bid",
        choices=(
            Choice("bid", _("The bidding side loses its bid")),
            Choice("opponents", _("Besides, opponents score their books above six")),
        ),
        meaning=_("What happens when the bidding side wins too few books."),
    ),
    Option(
        name="renege",
        label=_("A renege"),
        kind="choice",
        default="books",
        choices=(
            Choice("books", _("Moves three books to the other side")),
            Choice("game", _("Loses the match")),
        ),
        meaning=_("A side with fewer than three books that reneges gives the other side all thirteen."),
    ),
)


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand settled: books of the bidding side after a renege, and what each side scores."""

    number: int
    kind: str
    books: int
    bidders: int
    opponents: int
    is_made: bool
    loser: str = ""


def adjust_books(books: int, renege: str) -> int:
    """The bidding side's books after a renege by ``"bidder"``, ``"opponents"`` or ``"none"``."""
    if renege == "bidder":
        return books - 3 if books >= 3 else 0
    if renege == "opponents":
        return books + 3 if BOOKS - books >= 3 else BOOKS
    return books


def _settle(entry: Entry, options: Options) -> _Hand:
    number, kind = split_bid(str(entry["bid"]))
    renege = str(entry.get("renege") or "none")
    if renege != "none" and options["renege"] == "game":
        return _Hand(number, kind, int(entry["books"] or 0), 0, 0, False, loser=renege)
    books = adjust_books(int(entry["books"] or 0), renege)
    won = books - 6
    factor = 2 if kind == "NT" else 1
    if won >= number:
        return _Hand(number, kind, books, _made(number, won, factor, options), 0, True)
    answer = BOOKS - books - 6 if options["set_rule"] == "opponents" else 0
    return _Hand(number, kind, books, -number * factor, max(answer, 0) * factor, False)


def _made(number: int, won: int, factor: int, options: Options) -> int:
    points = number if options["overbooks"] == "bid_only" else won
    if won == 7 and options["boston"] == "thirteen":
        points = 13
    if won == 7 and options["boston"] == "four_times":
        points *= 4
    return points * factor


class BidWhist:
    """The ruleset ``bid_whist``."""

    slug = "bid_whist"
    name = "Bid Whist"
    summary = _("Two pairs a table; bids of 3 to 7 up, down or no trump; first to +7, or the other to -7.")
    tables: tuple[tuple[str, ...], ...] = (PLACES,)
    partnerships = True
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games",)

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        lowest = int(options["minimum_bid"] or 3)
        bids = tuple(_bid_choice(n, kind) for n in range(lowest, 8) for kind in TYPES)
        directional = tuple(f"{n}{kind}" for n in range(1, 8) for kind in ("U", "D"))
        no_trumps = tuple(f"{n}NT" for n in range(1, 8))
        return (
            Field("bidder", _("Bidder"), "seat", _seat_choices(deal)),
            Field("bid", _("Bid"), "choice", bids),
            Field(
                "trump", _("Trump suit"), "choice", _TRUMPS, required=False, absent_when=(("bid", no_trumps),)
            ),
            Field(
                "direction",
                _("Played"),
                "choice",
                _DIRECTIONS,
                required=False,
                absent_when=(("bid", directional),),
            ),
            Field(
                "books",
                _("Books won by the bidding side, kitty included"),
                "number",
                minimum=0 if options["kitty"] == "0" else 1,
                maximum=BOOKS,
                par={choice.value: int(choice.value[0]) + 6 for choice in bids},
            ),
            Field("renege", _("Renege"), "choice", _RENEGES, required=False, default="none"),
            Field("forced", _("The dealer was forced to bid"), "flag", required=False, default=False),
        )

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number)
        if self.score(before, options).is_over:
            last = before.lines[-1].number
            raise EntryError("board", _("the match ended with hand %(number)s"), number=last)
        return _deal(sitting.places, number)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        checked = check_fields(self.fields(deal, options), entry)
        if checked["forced"] and checked["bidder"] != deal.dealer:
            raise EntryError("forced", _("only the dealer can be forced to bid"))
        return checked

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        found = []
        number, _kind = split_bid(str(entry["bid"]))
        if int(entry["books"] or 0) <= number - 1:
            found.append(Message(_("that is seven or more books short")))
        if int(entry["books"] or 0) == BOOKS and number < 5:
            found.append(Message(_("all thirteen books on a low bid")))
        return tuple(found)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals: dict[str, Points] = dict.fromkeys(sitting.places, 0)
        lines: list[LineScore] = []
        winners: tuple[str, ...] = ()
        for line in sitting.lines:
            hand = _settle(line.entry, options)
            points = _hand_points(line.entry, hand)
            totals = {place: totals[place] + points[place] for place in sitting.places}
            deal = _deal(sitting.places, line.number)
            lines.append(LineScore(line.number, deal, points, totals, _counts(line.entry, hand)))
            winners = _winners(line.entry, hand, totals, options)
            if winners:
                break
        if options["end"] == "time" and not winners:
            return SittingScore(tuple(lines), totals, False, _leaders(totals))
        return SittingScore(tuple(lines), totals, bool(winners), winners)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        entry = sitting.line(number).entry
        hand = _settle(entry, options)
        bidder = str(entry["bidder"])
        parts = [Part(_SIDE[bidder], hand.bidders, _bid_reason(hand))] if not hand.loser else []
        if hand.opponents:
            parts.append(Part(_OPPONENTS[bidder], hand.opponents, Message(_("books above six"))))
        return Explanation(tuple(parts), _words(entry, hand))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        number, kind = split_bid(str(entry["bid"]))
        label = {"U": "↑", "D": "↓", "NT": "NT"}[kind]
        return f"{number}{label} {entry['bidder']} {entry['books']}"

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


_TRUMPS = (
    Choice("S", "♠", tone="S", spoken=_("spades")),
    Choice("H", "♥", tone="H", spoken=_("hearts")),
    Choice("D", "♦", tone="D", spoken=_("diamonds")),
    Choice("C", "♣", tone="C", spoken=_("clubs")),
)
_DIRECTIONS = (Choice("U", _("uptown")), Choice("D", _("downtown")))
_RENEGES = (
    Choice("none", _("none")),
    Choice("bidder", _("by the bidding side")),
    Choice("opponents", _("by the opponents")),
)


def _seat_choices(deal: Deal) -> tuple[Choice, ...]:
    return tuple(Choice(place, SEAT_NAMES[seat]) for place, seat in deal.seats.items())


def _bid_choice(number: int, kind: str) -> Choice:
    return Choice(
        value=f"{number}{kind}",
        label=f"{number} {'NT' if kind == 'NT' else {'U': '↑', 'D': '↓'}[kind]}",
        row=str(number),
        spoken=f"{number} {TYPE_NAMES[kind]}",
    )


def _deal(places: tuple[str, ...], number: int) -> Deal:
    dealer = places[(number - 1) % len(places)]
    return Deal(number, dict(zip(places, places, strict=True)), dealer=dealer)


def _hand_points(entry: Entry, hand: _Hand) -> dict[str, Points]:
    bidder = str(entry["bidder"])
    points: dict[str, Points] = dict.fromkeys(_SIDE[bidder], hand.bidders)
    return points | dict.fromkeys(_OPPONENTS[bidder], hand.opponents)


def _counts(entry: Entry, hand: _Hand) -> dict[str, dict[str, int]]:
    facts = {"bids": 1, "made": int(hand.is_made), "set": int(not hand.is_made)}
    facts["bostons"] = int(hand.is_made and hand.books == BOOKS)
    return dict.fromkeys(_SIDE[str(entry["bidder"])], facts)


def _winners(entry: Entry, hand: _Hand, totals: Mapping[str, Points], options: Options) -> tuple[str, ...]:
    bidder = str(entry["bidder"])
    if hand.loser:
        return _OPPONENTS[bidder] if hand.loser == "bidder" else _SIDE[bidder]
    if options["end"] == "time":
        return ()
    target = int(options["target"] or 7)
    if totals[bidder] >= target:
        return _SIDE[bidder]
    opponent = _OPPONENTS[bidder][0]
    if totals[bidder] <= -target or totals[opponent] >= target:
        return _OPPONENTS[bidder]
    return ()


def _leaders(totals: Mapping[str, Points]) -> tuple[str, ...]:
    first, second = PLACES[0], PLACES[1]
    if totals[first] == totals[second]:
        return ()
    return _SIDE[first] if totals[first] > totals[second] else _SIDE[second]


def _bid_reason(hand: _Hand) -> Message:
    values = {"number": hand.number, "kind": Message(TYPE_NAMES[hand.kind]), "books": hand.books}
    if hand.is_made:
        return Message(_("%(number)s %(kind)s made with %(books)s books"), values)
    return Message(_("%(number)s %(kind)s set with %(books)s books"), values)


def _words(entry: Entry, hand: _Hand) -> Message:
    if hand.loser == "bidder":
        return Message(_("the bidding side reneged and loses the match"))
    if hand.loser:
        return Message(_("the opponents reneged and lose the match"))
    values: dict[str, object] = {"reason": _bid_reason(hand), "points": f"{hand.bidders:+d}"}
    values |= {"answer": hand.opponents, "moved": abs(hand.books - int(entry["books"] or 0))}
    if hand.opponents:
        return Message(_("%(reason)s: %(points)s for the bidders, +%(answer)s for the opponents"), values)
    if values["moved"]:
        return Message(_("%(reason)s after the renege moved %(moved)s: %(points)s for the bidders"), values)
    return Message(_("%(reason)s: %(points)s for the bidders"), values)


_STATED = "S&P rules: worked examples of a bid set, a bid made with overbooks, and no trump doubled"


def _example(bid: str, books: int, points: int, renege: str = "none") -> Example:
    entry: Entry = {"bidder": "S", "bid": bid, "books": books, "renege": renege}
    return Example(PLACES, entry, {"S": points, "N": points, "W": 0, "E": 0}, _STATED)


EXAMPLES = (
    _example("5U", 10, -5),
    _example("5U", 12, 6),
    _example("4NT", 11, 10),
    _example("4NT", 8, -8),
    _example("3D", 9, 3),
    _example("7NT", 13, 14),
    _example("5U", 11, -5, renege="bidder"),
    _example("4U", 11, 7, renege="opponents"),
)

RULESET = BidWhist()
