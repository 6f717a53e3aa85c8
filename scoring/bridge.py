"""Contract bridge: notation of contracts, dealer and vulnerability of a board, the contract score.

Source of the numbers: Laws of Duplicate Bridge 2017, Law 2 (board conditions) and Law 77 (score).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.lines import Choice, EntryError
from scoring.words import mark as _

SEATS = ("N", "E", "S", "W")
SIDES = ("NS", "EW")
DENOMINATIONS = ("C", "D", "H", "S", "NT")
RISKS = ("", "X", "XX")
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
SPOKEN = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades"), "NT": _("no trump")}
SEAT_NAMES = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}

_TRICK_VALUE = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
_FACTOR = {"": 1, "X": 2, "XX": 4}
_GAME_BONUS = {False: 300, True: 500}
_SLAM_BONUS = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
_PART_SCORE_BONUS = 50
_INSULT = {"": 0, "X": 50, "XX": 100}
_OVERTRICK = {("X", False): 100, ("X", True): 200, ("XX", False): 200, ("XX", True): 400}
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
"""``SCORES[vulnerable]["4SX"][tricks]``: points for the declaring side, negative when set."""


def contract_score(contract: str, tricks: int, *, vulnerable: bool) -> int:
    """The duplicate score of the declaring side (Law 77).

    ``contract`` is a text such as ``"3NT"`` or ``"4SX"``, ``tricks`` 0 to 13 won by declarer.
    Raises KeyError or IndexError where these are not a contract and a number of tricks.
    """
    return SCORES[vulnerable][contract][tricks]


_LETTERS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "×": "X"}


def parse_contract(text: str) -> Contract:
    """Read ``"3NT"``, ``"3 n"``, ``"4♠x"``, ``"2♡××"``. Raises EntryError quoting the text."""
    plain = "".join(_LETTERS.get(char, char) for char in text.upper() if not char.isspace())
    body = plain.rstrip("X")
    if body.endswith("N"):
        body += "T"
    found = CONTRACTS.get(body + plain[len(plain.rstrip("X")) :])
    if found is None:
        raise EntryError("contract", _("%(text)s is not a contract"), text=text)
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
