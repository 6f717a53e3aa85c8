"""Contract bridge: notation of contracts, dealer and vulnerability of a board, the contract score.

Source of the numbers: Laws of Duplicate Bridge 2017, Law 2 (board conditions) and Law 77 (score).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.lines import Choice, Deal, Entry, EntryError, Field, Part, Points, Value, check_fields
from scoring.words import Message
from scoring.words import mark as _

SEATS = ("N", "E", "S", "W")
SIDES = ("NS", "EW")
DENOMINATIONS = ("C", "D", "H", "S", "NT")
RISKS = ("", "X", "XX")
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
SPOKEN = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades"), "NT": _("no trump")}
SEAT_NAMES = {
    "N": _("North"),
    "E": _("East"),
    "S": _("South"),
    "W": _("West"),
    "1": _("Seat 1"),
    "2": _("Seat 2"),
    "3": _("Seat 3"),
    "4": _("Seat 4"),
    "5": _("Seat 5"),
    "6": _("Seat 6"),
}
"""What a seat is called: a point of the compass, or a number where a table has five seats or six."""

SIDE_PLACES = {"NS": ("N", "S"), "EW": ("E", "W")}
PASS = "PASS"  # noqa: S105 (the call, not a password)

_TRICK_VALUE = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
_FACTOR = {"": 1, "X": 2, "XX": 4}
_GAME_BONUS = {False: 300, True: 500}
_SLAM_BONUS = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
_PART_SCORE_BONUS = 50
_INSULT = {"": 0, "X": 50, "XX": 100}
_OVERTRICK = {("X", False): 100, ("X", True): 200, ("XX", False): 200, ("XX", True): 400}
_HONOURS = {
    "none": ("", 0),
    "NS100": ("NS", 100),
    "NS150": ("NS", 150),
    "EW100": ("EW", 100),
    "EW150": ("EW", 150),
}
_UNDERTRICKS = {  # the first, the second and third, each later one
    ("", False): (50, 50, 50),
    ("", True): (100, 100, 100),
    ("X", False): (100, 200, 300),
    ("X", True): (200, 300, 300),
    ("XX", False): (200, 400, 600),
    ("XX", True): (400, 600, 600),
}


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: level 1 to 7, denomination ``C D H S NT``, risk ``""``, ``"X"`` or ``"XX"``."""

    level: int
    denomination: str
    risk: str = ""

    @property
    def need(self) -> int:
        """Tricks that make it."""
        return self.level + 6

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{self.risk}"


def side_of(seat: str) -> str:
    """The side, ``"NS"`` or ``"EW"``, of a seat."""
    return "NS" if seat in "NS" else "EW"


def dealer_of(board: int) -> str:
    """The dealer of a board (Law 2): North deals board 1, then clockwise."""
    return SEATS[(board - 1) % 4]


_VULNERABLE = (
    *("none", "NS", "EW", "all"),
    *("NS", "EW", "all", "none"),
    *("EW", "all", "none", "NS"),
    *("all", "none", "NS", "EW"),
)
_VULNERABLE_SIDES = {
    "none": frozenset[str](),
    "NS": frozenset({"NS"}),
    "EW": frozenset({"EW"}),
    "all": frozenset(SIDES),
}


def vulnerability_of(board: int) -> str:
    """``"none"``, ``"NS"``, ``"EW"`` or ``"all"``, repeating every 16 boards (Law 2)."""
    return _VULNERABLE[(board - 1) % 16]


def vulnerable_sides(board: int) -> frozenset[str]:
    """The vulnerable sides of a board."""
    return _VULNERABLE_SIDES[vulnerability_of(board)]


def trick_score(contract: Contract) -> int:
    """The points of the odd tricks bid, doubled where doubled; 100 or more is game."""
    first = 10 if contract.denomination == "NT" else 0
    return (contract.level * _TRICK_VALUE[contract.denomination] + first) * _FACTOR[contract.risk]


def overtrick_score(contract: Contract, overtricks: int, *, vulnerable: bool) -> int:
    """The points of the tricks made above the contract."""
    each = _OVERTRICK.get((contract.risk, vulnerable), _TRICK_VALUE[contract.denomination])
    return overtricks * each


def bonus_score(contract: Contract, *, vulnerable: bool) -> int:
    """Game or part score, slam, and the insult of a double, for a contract made at duplicate."""
    game = _GAME_BONUS[vulnerable] if trick_score(contract) >= 100 else _PART_SCORE_BONUS
    slam = _SLAM_BONUS[contract.level][vulnerable] if contract.level >= 6 else 0
    return game + slam + _INSULT[contract.risk]


def undertrick_score(risk: str, undertricks: int, *, vulnerable: bool) -> int:
    """What the defenders receive for so many tricks short (a positive number)."""
    first, second, later = _UNDERTRICKS[(risk, vulnerable)]
    steps = (first, second, second)
    return sum(steps[:undertricks]) + max(0, undertricks - 3) * later


def _compute_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    if tricks < contract.need:
        return -undertrick_score(contract.risk, contract.need - tricks, vulnerable=vulnerable)
    return (
        trick_score(contract)
        + overtrick_score(contract, tricks - contract.need, vulnerable=vulnerable)
        + bonus_score(contract, vulnerable=vulnerable)
    )


CONTRACTS: Mapping[str, Contract] = {
    str(contract): contract
    for contract in (Contract(n, d, r) for n in range(1, 8) for d in DENOMINATIONS for r in RISKS)
}
"""Every contract by its text: ``"3NT"``, ``"4SX"``."""

SCORES: Mapping[bool, Mapping[str, tuple[int, ...]]] = {
    vulnerable: {
        text: tuple(_compute_score(contract, tricks, vulnerable=vulnerable) for tricks in range(14))
        for text, contract in CONTRACTS.items()
    }
    for vulnerable in (False, True)
}
"""``SCORES[vulnerable]["4SX"][tricks]``: points for the declaring side, negative when set.

A look-up here is quicker than a call of :func:`contract_score`, but checks nothing.
"""

_SCORE_OF, _VULNERABLE_SCORE_OF = (
    {text: dict(enumerate(scores)) for text, scores in SCORES[vulnerable].items()}
    for vulnerable in (False, True)
)


def contract_score(contract: str, tricks: int, *, vulnerable: bool) -> int:
    """The duplicate score of the declaring side (Law 77).

    ``contract`` is a text such as ``"3NT"`` or ``"4SX"``, ``tricks`` 0 to 13 won by declarer.
    Raises EntryError where these are not a contract and a number of tricks.
    """
    try:
        return (_VULNERABLE_SCORE_OF if vulnerable else _SCORE_OF)[contract][tricks]
    except KeyError:
        if contract in CONTRACTS:
            text = _("a deal has 0 to 13 tricks; %(tricks)s is not possible")
            raise EntryError("tricks", text, tricks=tricks) from None
        raise EntryError("contract", _NOT_A_CONTRACT, text=contract) from None


_NOT_A_CONTRACT = _("%(text)s is not a contract")
_LETTERS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "×": "X"}


def parse_contract(text: str) -> Contract:
    """Read ``"3NT"``, ``"3 n"``, ``"4♠x"``, ``"2♡××"``. Raises EntryError quoting the text."""
    plain = "".join(_LETTERS.get(char, char) for char in text.upper() if not char.isspace())
    body = plain.rstrip("X")
    if body.endswith("N"):
        body += "T"
    found = CONTRACTS.get(body + plain[len(plain.rstrip("X")) :])
    if found is None:
        raise EntryError("contract", _NOT_A_CONTRACT, text=text)
    return found


def format_contract(text: str) -> str:
    """A contract's text with its suit as a symbol: ``"4♠X"`` for ``"4SX"``."""
    contract = CONTRACTS[text]
    return f"{contract.level}{SYMBOLS[contract.denomination]}{contract.risk}"


def format_result(tricks: int, need: int) -> str:
    """``"="``, ``"+1"`` or ``"-2"``: tricks against those needed."""
    return "=" if tricks == need else f"{tricks - need:+d}"


def contract_choice(level: int, denomination: str) -> Choice:
    """One key of the contract pad."""
    return Choice(
        value=f"{level}{denomination}",
        label=f"{level}{SYMBOLS[denomination]}",
        row=str(level),
        tone=denomination,
        spoken=f"{level} {SPOKEN[denomination]}",
    )


def seat_choices(deal: Deal) -> tuple[Choice, ...]:
    """The places of a deal, each by the name of its seat."""
    return tuple(Choice(place, SEAT_NAMES[seat]) for place, seat in deal.seats.items())


# --- a table's own score: rubber bridge and Chicago -------------------------------------------------
# Source: Laws of Rubber Bridge, Laws 72 to 81. Below the line stand the odd tricks bid and made, which
# make games; above it stands everything else.


@dataclass(frozen=True, slots=True)
class Award:
    """Points of one side for one thing, below the line or above it. ``reason`` is a marked text."""

    side: str
    points: int
    reason: str
    is_below: bool = False

    @property
    def part(self) -> Part:
        return Part(SIDE_PLACES[self.side], self.points, Message(self.reason))


OVERTRICKS = _("above the line: overtricks")
_PASSED = (("contract", (PASS,)),)
_PLAY_FIELDS = (
    Field(
        "contract",
        _("Contract"),
        "choice",
        (
            *(
                contract_choice(level, denomination)
                for level in range(1, 8)
                for denomination in DENOMINATIONS
            ),
            Choice(PASS, _("Passed out"), row="other"),
        ),
    ),
    Field(
        "risk",
        _("Doubled"),
        "choice",
        (
            Choice("", _("undoubled")),
            Choice("X", "X", spoken=_("doubled")),
            Choice("XX", "XX", spoken=_("redoubled")),
        ),
        required=False,
        default="",
        absent_when=_PASSED,
    ),
    Field(
        "declarer",
        _("Declarer"),
        "seat",
        tuple(Choice(seat, SEAT_NAMES[seat]) for seat in SEATS),
        absent_when=_PASSED,
    ),
    Field(
        "tricks",
        _("Tricks won by declarer"),
        "number",
        maximum=13,
        absent_when=_PASSED,
        par={name: contract.need for name, contract in CONTRACTS.items() if not contract.risk},
        short=_("Tricks"),
    ),
)
_HONOURS_FIELD = Field(
    "honours",
    _("Honours in one hand"),
    "choice",
    (
        Choice("none", _("none")),
        Choice("NS100", "NS 100", spoken=_("North-South 100")),
        Choice("NS150", "NS 150", spoken=_("North-South 150")),
        Choice("EW100", "EW 100", spoken=_("East-West 100")),
        Choice("EW150", "EW 150", spoken=_("East-West 150")),
    ),
    required=False,
    default="none",
    short=_("Honours"),
    help=_("100 for four of the five top trumps; 150 for all five, or for four aces at no trump."),
    absent_when=_PASSED,
)


def play_fields(*, honours: bool) -> tuple[Field, ...]:
    """What is recorded of a deal: contract, double, declarer, tricks, and honours where they count."""
    return (*_PLAY_FIELDS, _HONOURS_FIELD) if honours else _PLAY_FIELDS


def check_play(entry: Entry, *, honours: bool) -> dict[str, Value]:
    """The entry as it is stored. Accepts a double within the contract; raises EntryError."""
    checked = check_fields(play_fields(honours=honours), split_risk(entry))
    if checked["contract"] == PASS:
        return checked
    checked["risk"] = checked.get("risk") or ""
    if str(checked["contract"]).endswith("NT") and str(checked.get("honours")).endswith("100"):
        raise EntryError("honours", _("at no trump only four aces in one hand count: 150"))
    return checked


def split_risk(entry: Entry) -> Entry:
    """Turn ``contract="4SX"`` into ``contract="4S", risk="X"``; anything else stays as it is."""
    contract = str(entry.get("contract") or "").strip()
    bare = contract.rstrip("X")
    if bare == contract:
        return entry
    if entry.get("risk"):
        raise EntryError("risk", _("the double is given twice"))
    return {**entry, "contract": bare, "risk": contract[len(bare) :]}


def contract_of(entry: Entry) -> Contract:
    """The contract of a checked entry that was not passed out."""
    return CONTRACTS[f"{entry['contract']}{entry['risk']}"]


def play_awards(entry: Entry, vulnerable: frozenset[str]) -> tuple[Award, ...]:
    """What a deal earns below and above the line, without any bonus for game, part score or rubber."""
    if entry["contract"] == PASS:
        return ()
    contract, side = contract_of(entry), side_of(str(entry["declarer"]))
    over = int(entry["tricks"] or 0) - contract.need
    if over < 0:
        points = undertrick_score(contract.risk, -over, vulnerable=side in vulnerable)
        awards = [Award(other_side(side), points, _("above the line: undertricks"))]
    else:
        awards = _made_awards(contract, over, side, side in vulnerable)
    holder, honours = _HONOURS[str(entry.get("honours") or "none")]
    if honours:
        awards.append(Award(holder, honours, _("above the line: honours")))
    return tuple(awards)


def _made_awards(contract: Contract, over: int, side: str, vulnerable: bool) -> list[Award]:
    slam = _SLAM_BONUS[contract.level][vulnerable] if contract.level >= 6 else 0
    above = (
        (overtrick_score(contract, over, vulnerable=vulnerable), OVERTRICKS),
        (slam, _("above the line: slam")),
        (_INSULT[contract.risk], _("above the line: doubled contract made")),
    )
    below = Award(side, trick_score(contract), _("below the line: tricks bid and made"), is_below=True)
    return [below, *(Award(side, points, reason) for points, reason in above if points)]


def other_side(side: str) -> str:
    return "EW" if side == "NS" else "NS"


def carry(part_scores: Mapping[str, int], awards: tuple[Award, ...]) -> tuple[dict[str, int], str]:
    """The part scores after a deal, and the side that completed a game, ``""`` for neither.

    A game wipes out the part scores of both sides.
    """
    after = dict(part_scores)
    for award in awards:
        if award.is_below:
            after[award.side] += award.points
    winner = next((side for side in SIDES if after[side] >= 100), "")
    return (dict.fromkeys(SIDES, 0), winner) if winner else (after, "")


def sum_awards(awards: tuple[Award, ...]) -> dict[str, int]:
    """The points of each side."""
    return {side: sum(award.points for award in awards if award.side == side) for side in SIDES}


def spread(points: Mapping[str, Points]) -> dict[str, Points]:
    """The points of both sides by place."""
    return {seat: points[side_of(seat)] for seat in SEATS}


def count_awards(awards: tuple[Award, ...], game: str) -> dict[str, dict[str, int]]:
    """By place: points ``below`` and ``above`` the line, and ``games`` won with this deal."""
    return {
        seat: {
            "below": sum(x.points for x in awards if x.is_below and x.side == side_of(seat)),
            "above": sum(x.points for x in awards if not x.is_below and x.side == side_of(seat)),
            "games": int(side_of(seat) == game),
        }
        for seat in SEATS
    }


@lru_cache(maxsize=8192)
def count_play(contract: str, declarer: str, tricks: int) -> Mapping[str, Mapping[str, int]]:
    """By place, what ``4SX`` adds to the players' records.

    For the declarer ``declared``, ``made``, and ``slams`` that were bid and made; for each defender
    ``defended`` and ``stopped``. The dummy has no part in it.
    """
    found = CONTRACTS[contract]
    is_made = tricks >= found.need
    counts = {
        seat: {"defended": 1, "stopped": int(not is_made)}
        for seat in SEATS
        if side_of(seat) != side_of(declarer)
    }
    slams = int(is_made and found.level >= 6)
    return counts | {declarer: {"declared": 1, "made": int(is_made), "slams": slams}}


def count_entry(entry: Entry) -> Mapping[str, Mapping[str, int]]:
    """``count_play`` of a line; nothing where the deal was passed out."""
    if entry["contract"] == PASS:
        return {}
    return count_play(str(contract_of(entry)), str(entry["declarer"]), int(entry["tricks"] or 0))


def join_counts(*several: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """By place, the facts of all of them."""
    return {
        seat: {name: times for counts in several for name, times in counts.get(seat, {}).items()}
        for seat in SEATS
    }


def leaders(totals: Mapping[str, int]) -> tuple[str, ...]:
    """The places of the side with the larger total; none when they are equal."""
    if totals["NS"] == totals["EW"]:
        return ()
    return SIDE_PLACES["NS" if totals["NS"] > totals["EW"] else "EW"]


def doubt_play(entry: Entry) -> tuple[Message, ...]:
    """What is unlikely in a contract and its tricks."""
    if entry["contract"] == PASS:
        return ()
    return doubt_contract(contract_of(entry), int(entry["tricks"] or 0))


def doubt_contract(contract: Contract, tricks: int) -> tuple[Message, ...]:
    """What is unlikely in a contract with so many tricks: far down, or a grand slam at all."""
    short = contract.need - tricks
    found = []
    if short >= (4 if contract.risk else 6):
        found.append(Message(_("that is %(short)s down"), {"short": short}))
    if contract.level == 7:
        found.append(
            Message(_("a grand slam that went down") if short > 0 else _("a grand slam, bid and made"))
        )
    return tuple(found)


def describe_play(entry: Entry) -> str:
    """``"4♠X N +1"``, or that the deal was passed out."""
    if entry["contract"] == PASS:
        return _("passed out")
    contract = contract_of(entry)
    result = format_result(int(entry["tricks"] or 0), contract.need)
    return f"{format_contract(str(contract))} {entry['declarer']} {result}"


def play_words(entry: Entry, awards: tuple[Award, ...]) -> Message:
    """A sentence: the contract, its result, and what each side scores below and above the line."""
    if entry["contract"] == PASS:
        return Message(_("passed out: nobody scores"))
    contract = contract_of(entry)
    values: dict[str, object] = {
        "contract": format_contract(str(contract)),
        "declarer": entry["declarer"],
        "result": format_result(int(entry["tricks"] or 0), contract.need),
    }
    counts = count_awards(awards, "")
    values |= {
        f"{side.lower()}_{line}": counts[side[0]][line] for side in SIDES for line in ("below", "above")
    }
    return Message(
        _(
            "%(contract)s by %(declarer)s, %(result)s: North-South %(ns_below)s below and %(ns_above)s above "
            "the line, East-West %(ew_below)s and %(ew_above)s"
        ),
        values,
    )
