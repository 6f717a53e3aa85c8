"""Bid Whist as played at S&P: bids of 3 to 7 up, down or no trump, a kitty book, first to +7 or -7.

Source: the S&P rules (after pagat.com); variants from Parlett, Cardsharks and the Columbus Whist
Players Society are options. A table is one match between two pairs; its hands are numbered 1, 2, 3 ...
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

from scoring.bridge import PASS, SEAT_NAMES, seat_choices
from scoring.lines import (
    Choice,
    Deal,
    Entry,
    EntryError,
    Example,
    Explanation,
    Field,
    Line,
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

PLACES = ("S", "W", "N", "E")
BOOKS = 13
TYPES = ("U", "D", "NT")
TYPE_NAMES = {"U": _("uptown"), "D": _("downtown"), "NT": _("no trump")}
_MARKS = {"U": "↑", "D": "↓", "NT": "NT"}
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
        choices=(
            Choice("6", _("6, with two jokers")),
            Choice("5", _("5, with one joker")),
            Choice("4", _("4, without jokers")),
            Choice("0", _("none: thirteen cards each")),
        ),
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
        name="two_sets",
        label=_("Set twice"),
        kind="flag",
        default=False,
        meaning=_("Whether a side that is set twice in a match loses it at once."),
    ),
    Option(
        name="renege",
        label=_("A renege"),
        kind="choice",
        default="books",
        choices=(
            Choice("books", _("Moves three books to the other side")),
            Choice("game", _("Loses the match")),
            Choice("game_five", _("Loses the match, and the other side scores 5")),
        ),
        meaning=_("A side with fewer than three books that reneges gives the other side all thirteen."),
    ),
    Option(
        name="renege_kitty",
        label=_("The kitty is a book to lose"),
        kind="flag",
        default=True,
        meaning=_("Whether the kitty counts when a side that reneged has fewer than three books."),
    ),
    Option(
        name="second_renege",
        label=_("A second renege"),
        kind="flag",
        default=False,
        meaning=_("Whether a hand may have a second renege; both are applied, in order."),
    ),
    Option(
        name="forced_bid",
        label=_("When the first three pass"),
        kind="choice",
        default="bid",
        choices=(
            Choice("bid", _("The dealer must bid")),
            Choice("redeal", _("The dealer may pass too, and deals again")),
        ),
        meaning=_("A hand that all four pass is recorded as passed out and does not count."),
    ),
    Option(
        name="auction",
        label=_("Record the bidding"),
        kind="flag",
        default=False,
        meaning=_("Whether the four calls may be recorded; then they are checked against the rules."),
    ),
    Option(
        name="double_match",
        label=_("Counts as two matches"),
        kind="choice",
        default="none",
        choices=(
            Choice("none", _("Nothing")),
            Choice("no_trump", _("A match won with a no trump bid")),
            Choice("boston", _("A match won with a Boston")),
            Choice("both", _("A match won with either")),
        ),
        meaning=_("What the last hand of a match is worth in matches won."),
    ),
    Option(
        name="sporting",
        label=_("The kitty is shown"),
        kind="flag",
        default=False,
        meaning=_("A reminder only: whether the bidder shows the kitty to all before taking it up."),
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


def adjust_books(books: int, renege: str, *, safe: int = 0) -> int:
    """The bidding side's books after a renege by ``"bidder"``, ``"opponents"`` or ``"none"``.

    ``safe`` is 1 where the bidders' kitty does not count among the three books that they lose.
    """
    if renege == "bidder":
        return books - 3 if books - safe >= 3 else 0
    if renege == "opponents":
        return books + 3 if BOOKS - books >= 3 else BOOKS
    return books


def _reneges(entry: Entry) -> tuple[str, ...]:
    """Which side reneged, in order."""
    found = (str(entry.get(name) or "none") for name in ("renege", "second_renege"))
    return tuple(side for side in found if side != "none")


def _settle(entry: Entry, options: Options) -> _Hand:
    number, kind = split_bid(str(entry["bid"]))
    reneges, books = _reneges(entry), int(entry["books"] or 0)
    if reneges and options["renege"] != "books":
        return _lost_match(_Hand(number, kind, books, 0, 0, False, loser=reneges[0]), options)
    safe = int(not options["renege_kitty"] and options["kitty"] != "0")
    for renege in reneges:
        books = adjust_books(books, renege, safe=safe)
    won = books - 6
    factor = 2 if kind == "NT" else 1
    if won >= number:
        return _Hand(number, kind, books, _made(number, won, factor, options), 0, True)
    answer = BOOKS - books - 6 if options["set_rule"] == "opponents" else 0
    return _Hand(number, kind, books, -number * factor, max(answer, 0) * factor, False)


def _lost_match(hand: _Hand, options: Options) -> _Hand:
    """A renege that loses the match: nothing for the bid, and perhaps five for the other side."""
    points = 5 if options["renege"] == "game_five" else 0
    if hand.loser == "bidder":
        return replace(hand, opponents=points)
    return replace(hand, bidders=points)


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
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games",)

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        bids, has_redeal = _bids(options), options["forced_bid"] == "redeal"
        bidder = Field("bidder", _("Bidder"), "seat", seat_choices(deal), absent_when=_PASSED)
        bid = Field("bid", _("Bid"), "choice", (*bids, _ALL_PASS) if has_redeal else bids)
        return (
            *(_call_fields(bids) if options["auction"] else ()),
            *((bid, bidder) if has_redeal else (bidder, bid)),
            *_trump_fields(),
            Field(
                "books",
                _("Books won by the bidding side, kitty included"),
                "number",
                minimum=0 if options["kitty"] == "0" else 1,
                maximum=BOOKS,
                absent_when=_PASSED,
                par={choice.value: int(choice.value[0]) + 6 for choice in bids},
                short=_("Books"),
            ),
            *_renege_fields(options),
            *(() if has_redeal else (_FORCED,)),
        )

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number)
        if self.score(before, options).is_over:
            last = before.lines[-1].number
            raise EntryError("board", _("the match ended with hand %(number)s"), number=last)
        return _deal(sitting.places, number, passed=sum(_is_passed(line.entry) for line in before.lines))

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        checked = check_fields(self.fields(deal, options), entry)
        if options["auction"]:
            _check_auction(checked, deal, options)
        if checked.get("forced") and checked["bidder"] != deal.dealer:
            raise EntryError("forced", _("only the dealer can be forced to bid"))
        return checked

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        if _is_passed(entry):
            return ()
        found = []
        number, _kind = split_bid(str(entry["bid"]))
        if int(entry["books"] or 0) <= number - 1:
            found.append(Message(_("that is seven or more books short")))
        if int(entry["books"] or 0) == BOOKS and number < 5:
            found.append(Message(_("all thirteen books on a low bid")))
        if entry.get("forced") and number > int(options["minimum_bid"] or 3):
            found.append(Message(_("a dealer who is forced usually makes the lowest bid")))
        return tuple(found)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        match = _Match(dict.fromkeys(sitting.places, 0))
        lines: list[LineScore] = []
        for line in sitting.lines:
            deal = _deal(sitting.places, line.number, passed=match.passed)
            lines.append(_play(match, line, deal, options))
            if match.winners:
                break
        is_timed_out = options["end"] == "time" and sitting.is_ended
        winners = match.winners or (_leaders(match.totals) if is_timed_out else ())
        return SittingScore(tuple(lines), match.totals, bool(winners) or is_timed_out, winners)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        entry = sitting.line(number).entry
        if _is_passed(entry):
            return Explanation((), Message(_("all four passed: the same player deals again")))
        hand = _settle(entry, options)
        bidder = str(entry["bidder"])
        parts = []
        if hand.bidders or not hand.loser:
            parts.append(Part(_SIDE[bidder], hand.bidders, _bid_reason(hand)))
        if hand.opponents:
            reason = Message(_("renege") if hand.loser else _("books above six"))
            parts.append(Part(_OPPONENTS[bidder], hand.opponents, reason))
        return Explanation(tuple(parts), _words(entry, hand))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        if _is_passed(entry):
            return _("passed out")
        number, kind = split_bid(str(entry["bid"]))
        return f"{number}{_MARKS[kind]} {entry['bidder']} {entry['books']}"

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


_PASSED = (("bid", (PASS,)),)
_ALL_PASS = Choice(PASS, _("All passed"), row="other")
_FORCED = Field(
    "forced", _("The dealer was forced to bid"), "flag", required=False, default=False, short=_("Forced")
)
_CALLS = ("call_1", "call_2", "call_3", "call_4")
_CALL_LABELS = (_("First call, on dealer's left"), _("Second call"), _("Third call"), _("Dealer's call"))
_CALL_HEADINGS = (_("1st call"), _("2nd call"), _("3rd call"), _("Dealer's call"))


def _is_passed(entry: Entry) -> bool:
    return entry["bid"] == PASS


def _bids(options: Options) -> tuple[Choice, ...]:
    return _bids_from(int(options["minimum_bid"] or 3))


@cache
def _bids_from(lowest: int) -> tuple[Choice, ...]:
    return tuple(_bid_choice(number, kind) for number in range(lowest, 8) for kind in TYPES)


def _call_fields(bids: tuple[Choice, ...]) -> tuple[Field, ...]:
    calls = (Choice(PASS, _("Pass"), row="other"), *bids)
    return tuple(
        Field(name, label, "choice", calls, required=False, short=short)
        for name, label, short in zip(_CALLS, _CALL_LABELS, _CALL_HEADINGS, strict=True)
    )


@cache
def _trump_fields() -> tuple[Field, ...]:
    directional = tuple(f"{n}{kind}" for n in range(1, 8) for kind in ("U", "D"))
    no_trumps = tuple(f"{n}NT" for n in range(1, 8))
    without_trump, without_direction = (("bid", (*bids, PASS)) for bids in (no_trumps, directional))
    return (
        Field(
            "trump",
            _("Trump suit"),
            "choice",
            _TRUMPS,
            required=False,
            absent_when=(without_trump,),
            short=_("Trump"),
        ),
        Field(
            "direction", _("Played"), "choice", _DIRECTIONS, required=False, absent_when=(without_direction,)
        ),
    )


def _renege_fields(options: Options) -> tuple[Field, ...]:
    renege = Field(
        "renege", _("Renege"), "choice", _RENEGES, required=False, default="none", absent_when=_PASSED
    )
    if not options["second_renege"]:
        return (renege,)
    without_first = (*_PASSED, ("renege", ("none",)))
    return renege, replace(renege, name="second_renege", label=_("Second renege"), absent_when=without_first)


def _check_auction(checked: dict[str, Value], deal: Deal, options: Options) -> None:
    """Check the calls, if they are recorded, against the rules and against bid and bidder."""
    calls = {name: checked.get(name) for name in _CALLS}
    if not any(calls.values()):
        return
    for name, call in calls.items():
        if call is None:
            raise EntryError(name, _("this call is missing; give all four, or none"))
    winner, bid = _run_auction(calls, deal, low_beats_high=options["rank"] == "low")
    if bid == PASS and options["forced_bid"] == "bid":
        raise EntryError("call_4", _("when the others pass, the dealer must bid"))
    if checked["bid"] != bid:
        text = _("the bidding ended at %(bid)s") if bid != PASS else _("all four passed")
        raise EntryError("bid", text, bid=bid)
    if bid != PASS and checked["bidder"] != winner:
        raise EntryError("bidder", _("%(seat)s made the highest bid"), seat=Message(SEAT_NAMES[winner]))
    is_forced = winner == deal.dealer and all(calls[name] == PASS for name in _CALLS[:3])
    if checked.get("forced") and not is_forced:
        raise EntryError("forced", _("somebody bid before the dealer"))
    if "forced" in checked:
        checked["forced"] = is_forced


def _run_auction(calls: Mapping[str, Value], deal: Deal, *, low_beats_high: bool) -> tuple[str, str]:
    """Who made the highest bid, and the bid, ``PASS`` if nobody; each must be higher than the last."""
    places = tuple(deal.seats)
    start = places.index(str(deal.dealer)) + 1
    winner, standing = "", PASS
    for place, (name, value) in zip(places[start:] + places[:start], calls.items(), strict=True):
        call = str(value)
        if call == PASS:
            continue
        if standing != PASS and not is_higher_bid(call, standing, low_beats_high=low_beats_high):
            text = _("%(bid)s is not higher than %(standing)s")
            raise EntryError(name, text, bid=_bid_label(call), standing=_bid_label(standing))
        winner, standing = place, call
    return winner, standing


def _bid_label(bid: str) -> str:
    number, kind = split_bid(bid)
    return f"{number} {_MARKS[kind]}"


def _bid_choice(number: int, kind: str) -> Choice:
    return Choice(
        value=f"{number}{kind}",
        label=f"{number} {_MARKS[kind]}",
        row=str(number),
        spoken=f"{number} {TYPE_NAMES[kind]}",
    )


def _deal(places: tuple[str, ...], number: int, *, passed: int) -> Deal:
    """The dealer of a hand after ``passed`` hands that were passed out and dealt again."""
    dealer = places[(number - 1 - passed) % len(places)]
    return Deal(number, dict(zip(places, places, strict=True)), dealer=dealer)


@dataclass(slots=True)
class _Match:
    """A match as far as it is folded: totals by place, sets by place, hands passed out, who has won."""

    totals: dict[str, Points]
    sets: Counter[str] = field(default_factory=Counter)
    passed: int = 0
    winners: tuple[str, ...] = ()


def _play(match: _Match, line: Line, deal: Deal, options: Options) -> LineScore:
    """Add a hand to the match, and score it."""
    if _is_passed(line.entry):
        match.passed += 1
        return LineScore(line.number, deal, {}, match.totals)
    hand = _settle(line.entry, options)
    points = _hand_points(line.entry, hand)
    match.totals = {place: total + points[place] for place, total in match.totals.items()}
    if not hand.is_made and not hand.loser:
        match.sets.update(_SIDE[str(line.entry["bidder"])])
    match.winners = _winners(line.entry, hand, match, options)
    counts = _counts(line.entry, hand)
    if match.winners:
        _count_match(counts, match.winners, _worth(line.entry, hand, match, options))
    return LineScore(line.number, deal, points, match.totals, counts)


def _hand_points(entry: Entry, hand: _Hand) -> dict[str, Points]:
    bidder = str(entry["bidder"])
    points: dict[str, Points] = dict.fromkeys(_SIDE[bidder], hand.bidders)
    return points | dict.fromkeys(_OPPONENTS[bidder], hand.opponents)


def _counts(entry: Entry, hand: _Hand) -> dict[str, dict[str, int]]:
    facts = {"bids": 1, "made": int(hand.is_made), "set": int(not hand.is_made)}
    facts["bostons"] = int(hand.is_made and hand.books == BOOKS)
    return {place: dict(facts) for place in _SIDE[str(entry["bidder"])]}


def _count_match(counts: dict[str, dict[str, int]], winners: tuple[str, ...], worth: int) -> None:
    for place in winners:
        counts.setdefault(place, {})["matches"] = worth


def _worth(entry: Entry, hand: _Hand, match: _Match, options: Options) -> int:
    """In matches won, what the last hand is worth: two where the bidders win it in a special way."""
    if entry["bidder"] not in match.winners or not hand.is_made:
        return 1
    special = {"no_trump": hand.kind == "NT", "boston": hand.books == BOOKS, "none": False}
    special["both"] = special["no_trump"] or special["boston"]
    return 2 if special[str(options["double_match"])] else 1


def _winners(entry: Entry, hand: _Hand, match: _Match, options: Options) -> tuple[str, ...]:
    bidder = str(entry["bidder"])
    totals, opponents = match.totals, _OPPONENTS[bidder]
    if hand.loser:
        return opponents if hand.loser == "bidder" else _SIDE[bidder]
    if options["two_sets"] and match.sets[bidder] >= 2:
        return opponents
    if options["end"] == "time":
        return ()
    target = int(options["target"] or 7)
    if totals[bidder] >= target:
        return _SIDE[bidder]
    if totals[bidder] <= -target or totals[opponents[0]] >= target:
        return opponents
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
