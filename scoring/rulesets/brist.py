"""BRiST: no auction; the dealer is declarer and names one of twenty contracts.

Source: the rules of BRiST (brist.club). Tables of four play as two sides, tables of three each for
himself, with the seat opposite the declarer empty.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from scoring.bridge import CONTRACTS, DENOMINATIONS, contract_choice, format_contract, seat_choices
from scoring.lines import (
    Choice,
    Deal,
    Entry,
    EntryError,
    Example,
    Explanation,
    Field,
    LineScore,
    Move,
    Option,
    Options,
    Part,
    Points,
    Sitting,
    SittingScore,
    check_fields,
    format_points,
)
from scoring.words import Message
from scoring.words import mark as _

FOUR = ("S", "W", "N", "E")
THREE = ("S", "W", "E")
VOID = "VOID"

PART, GAME, SMALL, GRAND = "part", "game", "small", "grand"
BONUS = {PART: 0, GAME: 10, SMALL: 25, GRAND: 50}
CLASS_NAMES = {PART: _("part score"), GAME: _("game"), SMALL: _("small slam"), GRAND: _("grand slam")}
DEFENCE_BONUS = {
    "flat": {PART: 10, GAME: 10, SMALL: 10, GRAND: 10},
    "mirror": {PART: 10, GAME: 10, SMALL: 25, GRAND: 50},
}

_GAME_LEVEL = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}
_CLOCKWISE = ("S", "W", "N", "E")
_OPPOSITE = {"S": "N", "N": "S", "W": "E", "E": "W"}


def _is_listed(contract: str) -> bool:
    level, denomination = CONTRACTS[contract].level, CONTRACTS[contract].denomination
    return level in (1, 6, 7) or level == _GAME_LEVEL[denomination]


LISTED = tuple(
    f"{level}{denomination}"
    for level in range(1, 8)
    for denomination in DENOMINATIONS
    if _is_listed(f"{level}{denomination}")
)
"""The twenty contracts of the rules."""

EXTRA = tuple(
    f"{level}{denomination}"
    for level in range(1, 8)
    for denomination in DENOMINATIONS
    if not _is_listed(f"{level}{denomination}")
)
"""What a club may allow besides: below game a part score, above it a game."""


def class_of(contract: str) -> str:
    """``"part"``, ``"game"``, ``"small"`` or ``"grand"``."""
    level, denomination = CONTRACTS[contract].level, CONTRACTS[contract].denomination
    if level >= 6:
        return SMALL if level == 6 else GRAND
    return GAME if level >= _GAME_LEVEL[denomination] else PART


def defence_bonus(contract: str, options: Options) -> int:
    """What the defenders add to their tricks when the contract is defeated."""
    preset = str(options["defence_bonus"])
    if preset == "own":
        return int(options[f"defence_{class_of(contract)}"] or 0)
    return DEFENCE_BONUS[preset][class_of(contract)]


@dataclass(frozen=True, slots=True)
class _Earned:
    """One board: the points of declarer's side and of the defence, split into tricks and bonus."""

    contract: str
    tricks: int
    is_made: bool
    declarer_tricks: int
    declarer_bonus: int
    defence_bonus: int

    @property
    def defence_tricks(self) -> int:
        return 13 - self.tricks


def _earn(contract: str, tricks: int, options: Options) -> _Earned:
    is_made = tricks >= CONTRACTS[contract].need
    return _Earned(
        contract=contract,
        tricks=tricks,
        is_made=is_made,
        declarer_tricks=tricks if is_made else 0,
        declarer_bonus=BONUS[class_of(contract)] if is_made else 0,
        defence_bonus=0 if is_made else defence_bonus(contract, options),
    )


_BONUS_FIELDS = tuple(
    Option(
        name=f"defence_{name}",
        label=label,
        kind="number",
        default=10,
        maximum=100,
        meaning=_("Used when the defence bonus table is the club's own."),
        counts_when=("defence_bonus", ("own",)),
    )
    for name, label in (
        (PART, _("Own defence bonus: part score")),
        (GAME, _("Own defence bonus: game")),
        (SMALL, _("Own defence bonus: small slam")),
        (GRAND, _("Own defence bonus: grand slam")),
    )
)

OPTIONS = (
    Option(
        name="defence_bonus",
        label=_("Defence bonus"),
        kind="choice",
        default="flat",
        choices=(
            Choice("flat", _("Always 10")),
            Choice("mirror", _("What declarer played for: 10, 10, 25, 50")),
            Choice("own", _("The club's own table")),
        ),
        meaning=_("What defenders add to their tricks when they defeat the contract."),
    ),
    *_BONUS_FIELDS,
    Option(
        name="extra_contracts",
        label=_("Extra contracts"),
        kind="flag",
        default=False,
        meaning=_("Also allow contracts between part score and game, and between game and slam."),
    ),
    Option(
        name="three_defence",
        label=_("Defenders' tricks at three"),
        kind="choice",
        default="side_total",
        choices=(
            Choice("side_total", _("Each defender scores all the side's tricks")),
            Choice("half", _("Each defender scores half the side's tricks")),
            Choice("own", _("Each defender scores the tricks won himself")),
        ),
        meaning=_("At a table of three, how the two defenders' tricks count. The bonus counts for each."),
    ),
    Option(
        name="three_seats",
        label=_("Seats at three"),
        kind="choice",
        default="move",
        choices=(
            Choice("move", _("The seat opposite the declarer is always empty: somebody moves")),
            Choice("stay", _("Everybody stays seated")),
        ),
        meaning=_("At a table of three, whether players change seats between boards."),
    ),
    Option(
        name="ties",
        label=_("Ties"),
        kind="choice",
        default="shared",
        choices=(
            Choice("shared", _("Equal totals share the place")),
            Choice("made", _("More contracts made, then a shared place")),
            Choice("bonuses", _("More boards with a bonus, then a shared place")),
            Choice("play_off", _("A play-off board; until the director settles it, a shared place")),
        ),
        meaning=_("What separates players with the same points."),
    ),
)


class Brist:
    """The ruleset ``brist``."""

    slug = "brist"
    name = "BRiST"
    summary = _("No auction: the dealer names one of twenty contracts. Three or four at a table.")
    tables: tuple[tuple[str, ...], ...] = (FOUR, THREE)
    partnerships = False
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({4: (16, 20), 3: (15, 18, 21)})
    options = OPTIONS
    methods: tuple[str, ...] = ("points_per_board", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        names = LISTED + EXTRA if options["extra_contracts"] else LISTED
        names = tuple(sorted(names, key=lambda x: (x[0], DENOMINATIONS.index(x[1:]))))
        choices = tuple(contract_choice(int(name[0]), name[1:]) for name in names)
        fields = (
            Field("declarer", _("Declarer"), "seat", seat_choices(deal), default=deal.declarer),
            Field(
                "contract",
                _("Contract"),
                "choice",
                (*choices, Choice(VOID, _("Void board"), row="other", for_director=True)),
            ),
            Field(
                "tricks",
                _("Tricks won by declarer's side"),
                "number",
                maximum=13,
                absent_when=(("contract", (VOID,)),),
                par={name: CONTRACTS[name].need for name in names},
                short=_("Tricks"),
            ),
        )
        return (*fields, *_own_tricks_field(deal, options))

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        index = sitting.boards.index(number) if number in sitting.boards else number - 1
        return _deal(sitting.places, index, number, str(options["three_seats"]))

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        contract = str(entry.get("contract") or "").strip()
        if contract in CONTRACTS and not options["extra_contracts"] and contract not in LISTED:
            raise EntryError("contract", _("%(contract)s is not a BRiST contract"), contract=contract)
        checked = check_fields(self.fields(deal, options), {**entry, "contract": contract or None})
        own = checked.get("left_tricks")
        if own is not None and int(own) > 13 - int(checked["tricks"] or 0):
            raise EntryError("left_tricks", _("that is more than the defenders won together"))
        return checked

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        found = []
        if entry["declarer"] != deal.declarer:
            found.append(Message(_("it is not this player's turn to declare")))
        contract = str(entry["contract"])
        if contract != VOID and int(entry["tricks"] or 0) <= CONTRACTS[contract].need - 7:
            found.append(Message(_("that is seven or more tricks short")))
        elif contract != VOID and CONTRACTS[contract].level == 7:
            found.append(Message(_("a grand slam")))
        return tuple(found)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals: dict[str, Points] = dict.fromkeys(sitting.places, 0)
        lines = []
        for line in sitting.lines:
            deal = self.deal(sitting, line.number, options)
            points, counts = _score_entry(line.entry, sitting.places, options)
            for place, earned in points.items():
                totals[place] += earned
            lines.append(LineScore(line.number, deal, points, dict(totals), counts))
        is_over = bool(sitting.boards) and len(lines) >= len(sitting.boards)
        return SittingScore(tuple(lines), totals, is_over)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        entry = sitting.line(number).entry
        if entry["contract"] == VOID:
            return Explanation((), Message(_("void board: nobody scores")))
        earned = _earn(str(entry["contract"]), int(entry["tricks"] or 0), options)
        return Explanation(
            _parts(entry, sitting.places, earned, options), _words(entry, sitting.places, earned, options)
        )

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return {"made": ("made",), "bonuses": ("bonuses",)}.get(str(options["ties"]), ())

    def describe(self, entry: Entry, deal: Deal) -> str:
        contract = str(entry["contract"])
        if contract == VOID:
            return _("void")
        return f"{format_contract(contract)} {deal.seats[str(entry['declarer'])]} {entry['tricks']}"

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _own_tricks_field(deal: Deal, options: Options) -> tuple[Field, ...]:
    if len(deal.seats) != 3 or options["three_defence"] != "own":
        return ()
    label = _("Tricks won by the defender on declarer's left")
    absent_when = (("contract", (VOID,)),)
    return (
        Field("left_tricks", label, "number", maximum=13, absent_when=absent_when, short=_("On the left")),
    )


@lru_cache(maxsize=4096)
def _deal(places: tuple[str, ...], index: int, number: int, three_seats: str) -> Deal:
    declarer = places[index % len(places)]
    if len(places) == 4 or three_seats == "stay":
        return Deal(number, dict(zip(places, places, strict=True)), dealer=declarer, declarer=declarer)
    seats, moves = _three_seats(index)
    return Deal(number, seats, dealer=declarer, declarer=declarer, moves=moves)


def _three_seats(index: int) -> tuple[dict[str, str], tuple[Move, ...]]:
    """Seats at a table of three before the deal ``index`` (from 0), and the move that led to them.

    Whoever sits opposite the next declarer moves one seat to the right, into the empty seat.
    """
    seats = {place: place for place in THREE}
    moves: tuple[Move, ...] = ()
    for step in range(1, index + 1):
        goal = _OPPOSITE[seats[THREE[step % 3]]]
        place = next(name for name, seat in seats.items() if seat == goal)
        empty = next(seat for seat in _CLOCKWISE if seat not in seats.values())
        moves = (Move(place, goal, empty),)
        seats[place] = empty
    return seats, moves


def _defenders(declarer: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """The defenders, the one on declarer's left first."""
    start = places.index(declarer)
    ring = places[start + 1 :] + places[:start]
    return ring if len(places) == 3 else (ring[0], ring[2])


def _declaring_side(declarer: str, places: tuple[str, ...]) -> tuple[str, ...]:
    if len(places) == 3:
        return (declarer,)
    return (declarer, places[(places.index(declarer) + 2) % 4])


def _defence_tricks(
    entry: Entry, places: tuple[str, ...], earned: _Earned, options: Options
) -> dict[str, Points]:
    """The trick points of each defender."""
    left, right = _defenders(str(entry["declarer"]), places)
    total = earned.defence_tricks
    if len(places) == 3 and options["three_defence"] == "half":
        half = Fraction(total, 2)
        each: Points = half.numerator if half.denominator == 1 else half
        return {left: each, right: each}
    if len(places) == 3 and options["three_defence"] == "own":
        own = int(entry.get("left_tricks") or 0)
        return {left: own, right: total - own}
    return {left: total, right: total}


def _score_entry(
    entry: Entry, places: tuple[str, ...], options: Options
) -> tuple[dict[str, Points], dict[str, dict[str, int]]]:
    if entry["contract"] == VOID:
        return {}, {}
    points: dict[str, Points] = dict.fromkeys(places, 0)
    earned = _earn(str(entry["contract"]), int(entry["tricks"] or 0), options)
    declarer = str(entry["declarer"])
    counts = {place: {"boards": 1} for place in places}
    for place in _declaring_side(declarer, places):
        points[place] = earned.declarer_tricks + earned.declarer_bonus
        counts[place]["bonuses"] = int(earned.declarer_bonus > 0)
    for place, tricks in _defence_tricks(entry, places, earned, options).items():
        points[place] = tricks + earned.defence_bonus
        counts[place]["bonuses"] = int(earned.defence_bonus > 0)
        counts[place] |= {"defended": 1, "stopped": int(not earned.is_made)}
    slams = int(earned.is_made and class_of(earned.contract) in (SMALL, GRAND))
    counts[declarer] |= {"declared": 1, "made": int(earned.is_made), "slams": slams}
    return points, counts


def _parts(entry: Entry, places: tuple[str, ...], earned: _Earned, options: Options) -> tuple[Part, ...]:
    side = _declaring_side(str(entry["declarer"]), places)
    defence = _defence_tricks(entry, places, earned, options)
    parts = []
    if earned.is_made:
        parts.append(Part(side, earned.declarer_tricks, Message(_("tricks"))))
    if earned.declarer_bonus:
        reason = Message(_("%(kind)s bonus"), {"kind": Message(CLASS_NAMES[class_of(earned.contract)])})
        parts.append(Part(side, earned.declarer_bonus, reason))
    parts += [Part((place,), tricks, Message(_("tricks"))) for place, tricks in defence.items()]
    if earned.defence_bonus:
        parts.append(Part(tuple(defence), earned.defence_bonus, Message(_("contract defeated"))))
    return tuple(parts)


def _words(entry: Entry, places: tuple[str, ...], earned: _Earned, options: Options) -> Message:
    left, right = _defence_tricks(entry, places, earned, options).values()
    values: dict[str, object] = {
        "contract": format_contract(earned.contract),
        "tricks": earned.tricks,
        "bonus": earned.declarer_bonus,
        "total": earned.declarer_tricks + earned.declarer_bonus,
        "down": CONTRACTS[earned.contract].need - earned.tricks,
        "defence": _defence_words(left, right, earned.defence_bonus),
    }
    if earned.is_made and earned.declarer_bonus:
        template = _(
            "%(contract)s made with %(tricks)s: %(tricks)s tricks + %(bonus)s bonus = %(total)s; %(defence)s"
        )
    elif earned.is_made:
        template = _("%(contract)s made with %(tricks)s: %(tricks)s tricks; %(defence)s")
    else:
        template = _("%(contract)s down %(down)s with %(tricks)s: declarer's side 0; %(defence)s")
    return Message(template, values)


def _defence_words(left: Points, right: Points, bonus: int) -> Message:
    values = {"left": format_points(left), "right": format_points(right), "bonus": bonus}
    values |= {"total": format_points(left + bonus), "other": format_points(right + bonus)}
    if left != right and bonus:
        return Message(
            _("defenders %(left)s and %(right)s tricks + %(bonus)s bonus = %(total)s and %(other)s"), values
        )
    if left != right:
        return Message(_("defenders %(left)s and %(right)s"), values)
    if bonus:
        return Message(_("defenders %(left)s tricks + %(bonus)s bonus = %(total)s each"), values)
    return Message(_("defenders %(left)s each"), values)


_STATED = "rules of BRiST: a grand slam made is 63; a defeated part score gives 10 plus the tricks"


def _example(contract: str, tricks: int, declaring: int, defending: int) -> Example:
    entry: Entry = {"declarer": "S", "contract": contract, "tricks": tricks}
    points = {"S": declaring, "W": defending, "N": declaring, "E": defending}
    return Example(FOUR, entry, points, _STATED)


EXAMPLES = (
    _example("7NT", 13, 63, 0),
    _example("1C", 7, 7, 6),
    _example("1S", 9, 9, 4),
    _example("3NT", 10, 20, 3),
    _example("4H", 9, 0, 14),
    _example("6D", 12, 37, 1),
    _example("1NT", 6, 0, 17),
    Example(THREE, {"declarer": "S", "contract": "3NT", "tricks": 9}, {"S": 19, "W": 4, "E": 4}, _STATED),
    Example(
        THREE, {"declarer": "W", "contract": "4S", "tricks": 8}, {"S": 15, "W": 0, "E": 15}, _STATED, board=2
    ),
)

RULESET = Brist()
