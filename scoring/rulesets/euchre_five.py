"""Call-your-partner euchre for five: a caller and a partner against three, each for himself, first to ten.

Source: the five-player rules; variants from bradwilson.io (call-your-partner euchre) and standard euchre
are options. Twenty-eight cards, five tricks; sides change with each hand. Hands are numbered 1, 2, 3 ...
"""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.bridge import SPOKEN, SYMBOLS, seat_choices
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

PLACES = ("1", "2", "3", "4", "5")
TRICKS = 5
SUITS = ("S", "H", "D", "C")
RANKS = ("A", "K", "Q", "J", "10", "9", "8")
RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "10": "10", "9": "9", "8": "8"}
LONE = ("choice", "forced")
_SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}

OPTIONS = (
    Option(
        name="target",
        label=_("Target"),
        kind="number",
        default=10,
        minimum=1,
        maximum=50,
        meaning=_("The match ends when somebody has so many points."),
    ),
    Option(
        name="lone_march",
        label=_("All five tricks alone"),
        kind="choice",
        default="none",
        choices=(Choice("none", _("2, as with a partner")), Choice("4", "4"), Choice("5", "5")),
        meaning=_("What a caller without a partner scores for winning every trick."),
    ),
    Option(
        name="defender_sweep",
        label=_("All five tricks by the defenders"),
        kind="choice",
        default="4",
        choices=(Choice("4", "4"), Choice("2", _("2, as for three or four"))),
        meaning=_("What each defender scores when the caller's side wins no trick."),
    ),
    Option(
        name="ties",
        label=_("Several at the target"),
        kind="choice",
        default="shared",
        choices=(
            Choice("shared", _("The highest total wins; equals share the win")),
            Choice("play_on", _("Play on until one leads alone")),
        ),
        meaning=_("What happens when more than one player passes the target on the same hand."),
    ),
    Option(
        name="partner_card",
        label=_("The called card"),
        kind="choice",
        default="any",
        choices=(Choice("any", _("May be a trump")), Choice("plain", _("Must not be a trump"))),
        meaning=_("Which card may be called for a partner; checked where card and trump are recorded."),
    ),
)


def hand_points(tricks: int, options: Options, *, is_alone: bool) -> tuple[int, int]:
    """The points of each attacker and of each defender for the attackers' tricks."""
    if tricks == 0:
        return 0, int(str(options["defender_sweep"]))
    if tricks < 3:
        return 0, 2
    if tricks < TRICKS:
        return 1, 0
    march = str(options["lone_march"])
    return (int(march) if is_alone and march != "none" else 2), 0


class EuchreFive:
    """The ruleset ``euchre_five``."""

    slug = "euchre_five"
    name = _("Call-your-partner euchre")
    summary = _("Five at a table, each for himself: caller and called partner against three; first to ten.")
    tables: tuple[tuple[str, ...], ...] = (PLACES,)
    partnerships = False
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        seats = seat_choices(deal)
        with_partner = (("alone", LONE),)
        return (
            Field("caller", _("Caller"), "seat", seats),
            Field(
                "alone",
                _("Plays alone"),
                "choice",
                _ALONE,
                required=False,
                default="no",
                short=_("Alone"),
                help=_("Forced: the called card was among those not dealt."),
            ),
            Field(
                "partner",
                _("Partner, once known"),
                "seat",
                seats,
                absent_when=with_partner,
                short=_("Partner"),
            ),
            Field("trump", _("Trump suit"), "choice", _TRUMPS, required=False, short=_("Trump")),
            Field(
                "called_card",
                _("Called card"),
                "choice",
                _CARDS,
                required=False,
                absent_when=(("alone", ("choice",)),),
            ),
            Field(
                "tricks", _("Tricks won by the caller's side"), "number", maximum=TRICKS, short=_("Tricks")
            ),
        )

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number)
        if self.score(before, options).is_over:
            last = before.lines[-1].number
            raise EntryError("board", _("the match ended with hand %(number)s"), number=last)
        return _deal(number)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        checked = check_fields(self.fields(deal, options), entry)
        if checked.get("partner") == checked["caller"]:
            raise EntryError("partner", _("nobody is his own partner; who calls alone plays alone"))
        if options["partner_card"] == "plain" and _is_trump(checked):
            raise EntryError("called_card", _("the called card must not be a trump"))
        return checked

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        found = []
        if _is_trump(entry):
            found.append(Message(_("the called card is a trump")))
        if entry["tricks"] == 0:
            found.append(Message(_("the caller's side won no trick at all")))
        return tuple(found)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals: dict[str, Points] = dict.fromkeys(sitting.places, 0)
        lines: list[LineScore] = []
        winners: tuple[str, ...] = ()
        for line in sitting.lines:
            attack, defence = _hand(line.entry, options)
            attackers = _attackers(line.entry)
            points = {place: attack if place in attackers else defence for place in sitting.places}
            totals = {place: totals[place] + points[place] for place in sitting.places}
            lines.append(LineScore(line.number, _deal(line.number), points, totals, _counts(line.entry)))
            winners = _match_winners(totals, options)
            if winners:
                break
        return SittingScore(tuple(lines), totals, bool(winners), winners)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        entry = sitting.line(number).entry
        attack, defence = _hand(entry, options)
        attackers = _attackers(entry)
        defenders = tuple(place for place in sitting.places if place not in attackers)
        reason = Message(_("%(tricks)s tricks to the caller's side"), {"tricks": entry["tricks"]})
        parts = [Part(attackers, attack, reason)] if attack else []
        if defence:
            parts.append(Part(defenders, defence, Message(_("the caller's side euchred"))))
        return Explanation(tuple(parts), _words(entry, attack, defence))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        return f"{'+'.join(_attackers(entry))}: {entry['tricks']}"

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


_ALONE = (
    Choice("no", _("no")),
    Choice("choice", _("chosen")),
    Choice("forced", _("forced")),
)
_TRUMPS = tuple(Choice(suit, SYMBOLS[suit], tone=suit, spoken=SPOKEN[suit]) for suit in SUITS)
_CARDS = tuple(
    Choice(
        value=f"{rank}{suit}",
        label=f"{rank}{SYMBOLS[suit]}",
        row=rank,
        tone=suit,
        spoken=f"{RANK_NAMES[rank]}, {SPOKEN[suit]}",
    )
    for rank in RANKS
    for suit in SUITS
)


def _deal(number: int) -> Deal:
    return Deal(number, {place: place for place in PLACES}, PLACES[(number - 1) % len(PLACES)])


def _is_alone(entry: Entry) -> bool:
    return entry["alone"] in LONE


def _attackers(entry: Entry) -> tuple[str, ...]:
    return tuple(str(place) for place in (entry["caller"], entry.get("partner")) if place)


def _hand(entry: Entry, options: Options) -> tuple[int, int]:
    return hand_points(int(entry["tricks"] or 0), options, is_alone=_is_alone(entry))


def _is_trump(entry: Entry) -> bool:
    """Whether the recorded called card is a trump; the other jack of the colour is one too."""
    card, trump = str(entry.get("called_card") or ""), str(entry.get("trump") or "")
    return bool(card and trump) and (card[-1] == trump or card == f"J{_SAME_COLOUR[trump]}")


def _counts(entry: Entry) -> dict[str, dict[str, int]]:
    tricks = int(entry["tricks"] or 0)
    facts = {"declared": 1, "made": int(tricks >= 3), "euchred": int(tricks < 3)}
    facts |= {"marches": int(tricks == TRICKS), "alone": int(_is_alone(entry))}
    return {str(entry["caller"]): facts}


def _match_winners(totals: Mapping[str, Points], options: Options) -> tuple[str, ...]:
    most = max(totals.values())
    best = tuple(place for place, total in totals.items() if total == most)
    if most < int(options["target"] or 10) or (len(best) > 1 and options["ties"] == "play_on"):
        return ()
    return best


def _words(entry: Entry, attack: int, defence: int) -> Message:
    values: dict[str, object] = {"caller": entry["caller"], "partner": entry.get("partner")}
    values |= {"tricks": entry["tricks"], "attack": attack, "defence": defence}
    if _is_alone(entry) and attack:
        return Message(_("%(caller)s alone, %(tricks)s tricks: %(attack)s to the caller"), values)
    if _is_alone(entry):
        return Message(_("%(caller)s alone, %(tricks)s tricks: %(defence)s to each defender"), values)
    if attack:
        return Message(
            _("%(caller)s with %(partner)s, %(tricks)s tricks: %(attack)s to each of them"), values
        )
    return Message(_("%(caller)s with %(partner)s, %(tricks)s tricks: %(defence)s to each defender"), values)


_STATED = "the five-player rules: 1 for three or four tricks, 2 for five; defenders 2, or 4 for all five"
_LONE = "the five-player rules give no scale for a lone hand; standard euchre: a lone march is 4"


def _example(tricks: int, attack: int, defence: int) -> Example:
    entry: Entry = {"caller": "1", "partner": "2", "tricks": tricks}
    points = {place: attack if place in ("1", "2") else defence for place in PLACES}
    return Example(PLACES, entry, points, _STATED)


def _lone_example(tricks: int, attack: int, defence: int, lone_march: str = "none") -> Example:
    entry: Entry = {"caller": "1", "alone": "choice", "tricks": tricks}
    points = {place: attack if place == "1" else defence for place in PLACES}
    return Example(PLACES, entry, points, _LONE, options={"lone_march": lone_march})


EXAMPLES = (
    _example(5, 2, 0),
    _example(4, 1, 0),
    _example(3, 1, 0),
    _example(2, 0, 2),
    _example(0, 0, 4),
    _lone_example(5, 2, 0),
    _lone_example(5, 4, 0, lone_march="4"),
    _lone_example(1, 0, 2),
)

RULESET = EuchreFive()
