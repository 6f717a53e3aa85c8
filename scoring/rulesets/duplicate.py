"""Duplicate bridge: the same boards at every table, compared with one another.

Source: Laws of Duplicate Bridge 2017, Laws 2, 77 and 78.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from scoring.bridge import (
    CONTRACTS,
    DENOMINATIONS,
    SCORES,
    SEAT_NAMES,
    SEATS,
    bonus_score,
    contract_choice,
    count_play,
    dealer_of,
    doubt_contract,
    format_contract,
    format_result,
    overtrick_score,
    side_of,
    trick_score,
    vulnerable_sides,
)
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

PASS = "PASS"  # noqa: S105 (the call, not a password)
NOT_PLAYED = "NP"
UNKNOWN = "?"
_NO_PLAY = (PASS, NOT_PLAYED)
_SIDE_PLACES = {"NS": ("N", "S"), "EW": ("E", "W")}

_CONTRACT_CHOICES = (
    *(contract_choice(level, denomination) for level in range(1, 8) for denomination in DENOMINATIONS),
    Choice(PASS, _("Passed out"), row="other"),
    Choice(NOT_PLAYED, _("Not played"), row="other"),
    Choice(UNKNOWN, _("Contract not known"), row="other", for_director=True),
)
_RISK_CHOICES = (
    Choice("", _("no"), spoken=_("undoubled")),
    Choice("X", "X", spoken=_("doubled")),
    Choice("XX", "XX", spoken=_("redoubled")),
)
_DECLARERS = tuple(Choice(seat, SEAT_NAMES[seat]) for seat in SEATS)
_ABSENT = (("contract", (*_NO_PLAY, UNKNOWN)),)
_MOST = max(max(abs(score) for score in scores) for scores in SCORES[True].values())
_ATTAINABLE = frozenset(abs(n) for by_contract in SCORES.values() for n in chain(*by_contract.values()))
_FIELDS = (
    Field("contract", _("Contract"), "choice", _CONTRACT_CHOICES),
    Field(
        "risk",
        _("Doubled"),
        "choice",
        _RISK_CHOICES,
        required=False,
        default="",
        absent_when=_ABSENT,
        short=_("Dbl."),
    ),
    Field("declarer", _("Declarer"), "seat", _DECLARERS, absent_when=_ABSENT, short=_("By")),
    Field(
        "tricks",
        _("Tricks won by declarer"),
        "number",
        maximum=13,
        absent_when=_ABSENT,
        par={name: contract.need for name, contract in CONTRACTS.items() if not contract.risk},
        short=_("Tricks"),
    ),
    Field(
        "score",
        _("Score to North-South"),
        "number",
        minimum=-_MOST,
        maximum=_MOST,
        required=False,
        help=_("Only where the score is not what the contract gives: it counts as it stands here."),
        absent_when=(("contract", _NO_PLAY),),
        for_director=True,
    ),
)


class Duplicate:
    """The ruleset ``duplicate``."""

    slug = "duplicate"
    name = _("Duplicate bridge")
    summary = _("Pairs play the same boards and are compared: match points and percentages.")
    tables: tuple[tuple[str, ...], ...] = (SEATS,)
    partnerships = True
    carries = False
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({4: (24, 20, 22, 26, 28)})
    options: tuple[Option, ...] = ()
    methods: tuple[str, ...] = (
        *("matchpoints", "cross_imps", "butler", "aggregate"),
        *("teams_imps", "board_a_match", "point_a_board", "hybrid"),
    )

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        return _FIELDS

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        return board_deal(number)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        checked = check_fields(_FIELDS, _split_risk(entry))
        if checked["contract"] not in (*_NO_PLAY, UNKNOWN) and checked.get("risk") is None:
            checked["risk"] = ""
        score = checked.pop("score", None)
        if score is None and checked["contract"] == UNKNOWN:
            raise EntryError("score", _("where the contract is not known, the score is needed"))
        if score is not None and abs(int(score)) not in _ATTAINABLE:
            raise EntryError("score", _("%(score)s is no score of a contract"), score=score)
        if score is None or (checked["contract"] != UNKNOWN and score == score_ns(checked, deal.number)):
            return checked
        return {**checked, "score": score}

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        if entry["contract"] in _NO_PLAY:
            return ()
        if entry.get("score") is not None:
            return (Message(_("the score is not what the contract gives")),)
        return doubt_contract(CONTRACTS[f"{entry['contract']}{entry['risk']}"], int(entry["tricks"] or 0))

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        total = 0
        lines = []
        for line in sitting.lines:
            score = score_ns(line.entry, line.number)
            total += score or 0
            lines.append(
                LineScore(
                    line.number,
                    board_deal(line.number),
                    _by_place(score) if score is not None else {},
                    _by_place(total),
                    _counts(line.entry),
                )
            )
        is_over = bool(sitting.boards) and len(lines) >= len(sitting.boards)
        return SittingScore(tuple(lines), _by_place(total), is_over)

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        entry = sitting.line(number).entry
        if entry["contract"] in _NO_PLAY:
            return Explanation((), Message(_NO_PLAY_WORDS[str(entry["contract"])]))
        if entry.get("score") is not None:
            return _explain_given(int(entry["score"] or 0))
        return _explain_play(entry, number)

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        if entry["contract"] in _NO_PLAY:
            return _NO_PLAY_WORDS[str(entry["contract"])]
        if entry["contract"] == UNKNOWN:
            return f"{UNKNOWN} ({entry['score']})"
        text = f"{entry['contract']}{entry['risk']}"
        result = format_result(int(entry["tricks"] or 0), CONTRACTS[text].need)
        given = "" if entry.get("score") is None else f" ({entry['score']})"
        return f"{format_contract(text)} {entry['declarer']} {result}{given}"

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _counts(entry: Entry) -> Mapping[str, Mapping[str, int]]:
    """What a played contract adds to the players' records, whatever score was written down for it."""
    if entry["contract"] in (*_NO_PLAY, UNKNOWN):
        return {}
    return count_play(
        f"{entry['contract']}{entry['risk']}", str(entry["declarer"]), int(entry["tricks"] or 0)
    )


_NO_PLAY_WORDS = {PASS: _("passed out"), NOT_PLAYED: _("not played")}


def _split_risk(entry: Entry) -> Entry:
    """Accept ``contract="4SX"`` as well as ``contract="4S", risk="X"``."""
    contract = str(entry.get("contract") or "").strip()
    bare = contract.rstrip("X")
    if bare == contract or contract in _NO_PLAY:
        return entry
    if entry.get("risk"):
        raise EntryError("risk", _("the double is given twice"))
    return {**entry, "contract": bare, "risk": contract[len(bare) :]}


@lru_cache(maxsize=512)
def board_deal(number: int) -> Deal:
    """Dealer and vulnerability of a board; everyone keeps his seat."""
    return Deal(number, {seat: seat for seat in SEATS}, dealer_of(number), None, vulnerable_sides(number))


def score_ns(entry: Entry, board: int) -> int | None:
    """The score of a line from North-South's side; ``None`` for a board not played.

    A score that the line itself holds counts, whatever its contract gives.
    """
    contract = entry["contract"]
    if contract == PASS:
        return 0
    if contract == NOT_PLAYED:
        return None
    if entry.get("score") is not None:
        return int(entry["score"] or 0)
    side = side_of(str(entry["declarer"]))
    vulnerable = side in vulnerable_sides(board)
    score = SCORES[vulnerable][f"{contract}{entry['risk']}"][int(entry["tricks"] or 0)]
    return score if side == "NS" else -score


@lru_cache(maxsize=2048)
def _by_place(score: int) -> Mapping[str, Points]:
    return MappingProxyType({"N": score, "E": -score, "S": score, "W": -score})


def _explain_play(entry: Entry, board: int) -> Explanation:
    contract = CONTRACTS[f"{entry['contract']}{entry['risk']}"]
    tricks = int(entry["tricks"] or 0)
    side = side_of(str(entry["declarer"]))
    vulnerable = side in vulnerable_sides(board)
    score = SCORES[vulnerable][str(contract)][tricks]
    other = "EW" if side == "NS" else "NS"
    values: dict[str, object] = {"contract": format_contract(str(contract)), "declarer": entry["declarer"]}
    values |= {"result": format_result(tricks, contract.need), "score": abs(score)}
    values["side"] = side if score > 0 else other
    words = Message(_("%(contract)s by %(declarer)s, %(result)s: %(score)s to %(side)s"), values)
    if score < 0:
        return Explanation((Part(_SIDE_PLACES[other], -score, Message(_("undertricks"))),), words)
    amounts = (
        (trick_score(contract), _("tricks bid and made")),
        (overtrick_score(contract, tricks - contract.need, vulnerable=vulnerable), _("overtricks")),
        (bonus_score(contract, vulnerable=vulnerable), _("bonus")),
    )
    parts = tuple(Part(_SIDE_PLACES[side], points, Message(why)) for points, why in amounts if points)
    return Explanation(parts, words)


def _explain_given(score: int) -> Explanation:
    side = "NS" if score > 0 else "EW"
    words = Message(_("%(score)s to %(side)s, as it was recorded"), {"score": abs(score), "side": side})
    return Explanation((Part(_SIDE_PLACES[side], abs(score), Message(_("recorded score"))),), words)


_LAW = "Laws of Duplicate Bridge 2017, Law 77"


def _example(contract: str, risk: str, tricks: int, score: int, *, board: int) -> Example:
    entry: Entry = {"contract": contract, "risk": risk, "declarer": "N", "tricks": tricks}
    return Example(SEATS, entry, {"N": score, "S": score, "E": -score, "W": -score}, _LAW, board)


EXAMPLES = (
    _example("3NT", "", 9, 400, board=1),
    _example("4S", "", 10, 620, board=2),
    _example("1NT", "", 8, 120, board=1),
    _example("4S", "X", 8, -300, board=1),
    _example("2H", "X", 8, 670, board=2),
    _example("7NT", "", 13, 1520, board=1),
    Example(SEATS, {"contract": PASS}, {"N": 0, "E": 0, "S": 0, "W": 0}, _LAW),
)

RULESET = Duplicate()
