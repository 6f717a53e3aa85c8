"""Chicago: four deals of rubber scoring, each with a fixed dealer and vulnerability.

Source: ACBL, Chicago scoring; David Stevenson's Chicago page. A table is one match of four deals; a deal
passed out is dealt again by the same dealer and does not count, so it takes a number of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.bridge import (
    OVERTRICKS,
    PASS,
    SEAT_NAMES,
    SEATS,
    SIDES,
    Award,
    bonus_score,
    carry,
    check_play,
    contract_of,
    count_awards,
    count_entry,
    describe_play,
    doubt_play,
    join_counts,
    leaders,
    other_side,
    play_awards,
    play_fields,
    play_words,
    side_of,
    spread,
    sum_awards,
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
    Points,
    Sitting,
    SittingScore,
)
from scoring.words import Message
from scoring.words import mark as _

DEALS = 4
GAME_BONUS = {False: 300, True: 500}
LAST_PART_SCORE = 100

OPTIONS = (
    Option(
        name="scoring",
        label=_("Part scores"),
        kind="choice",
        default="carried",
        choices=(
            Choice("carried", _("Carried to the next deals until somebody makes game")),
            Choice("duplicate", _("50 for each, nothing carried: four deals scored as at duplicate")),
        ),
        meaning=_("Whether part scores add up to a game over the deals, as in a rubber."),
    ),
    Option(
        name="vulnerability",
        label=_("Vulnerable on deals 2 and 3"),
        kind="choice",
        default="dealer",
        choices=(Choice("dealer", _("The dealer's side")), Choice("other", _("The other side"))),
        meaning=_("Nobody is vulnerable on deal 1, and everybody on deal 4."),
    ),
    Option(
        name="honours",
        label=_("Honours"),
        kind="flag",
        default=True,
        meaning=_("Whether honours held in one hand score; never where part scores count 50."),
    ),
    Option(
        name="first_dealer",
        label=_("First dealer"),
        kind="choice",
        default="N",
        choices=tuple(Choice(seat, SEAT_NAMES[seat]) for seat in SEATS),
        meaning=_("Who deals first at each table; then the deal passes to the left."),
    ),
)


@dataclass(frozen=True, slots=True)
class _Step:
    """One deal: its conditions, the part scores after it, and what it earned."""

    deal: Deal
    entry: Entry
    part_scores: Mapping[str, int]
    awards: tuple[Award, ...]
    game: str


_NOTHING: Mapping[str, int] = MappingProxyType(dict.fromkeys(SIDES, 0))


def _steps(sitting: Sitting, options: Options) -> Iterator[_Step]:
    """The deals in order, those passed out included, until four have been played."""
    played, part_scores = 0, _NOTHING
    for line in sitting.lines:
        if played == DEALS:
            return
        deal = _deal(line.number, played, options)
        step = _play(deal, line.entry, part_scores, options, is_last=played == DEALS - 1)
        part_scores = step.part_scores
        played += line.entry["contract"] != PASS
        yield step


def _play(deal: Deal, entry: Entry, before: Mapping[str, int], options: Options, *, is_last: bool) -> _Step:
    awards = play_awards(entry, deal.vulnerable)
    if options["scoring"] == "duplicate":
        return _Step(deal, entry, _NOTHING, _as_duplicate(entry, awards, deal), "")
    after, game = carry(before, awards)
    if game:
        bonus = GAME_BONUS[game in deal.vulnerable]
        awards = (*awards, Award(game, bonus, _("above the line: game")))
    elif is_last and awards and awards[0].is_below:
        awards = (*awards, Award(awards[0].side, LAST_PART_SCORE, _("above the line: part score on deal 4")))
    return _Step(deal, entry, after, awards, game)


def _as_duplicate(entry: Entry, awards: tuple[Award, ...], deal: Deal) -> tuple[Award, ...]:
    """The deal by itself: overtricks and undertricks as before, and one bonus for what was made."""
    if not awards or not awards[0].is_below:
        return awards
    side = awards[0].side
    kept = tuple(award for award in awards if award.is_below or award.reason == OVERTRICKS)
    bonus = bonus_score(contract_of(entry), vulnerable=side in deal.vulnerable)
    return (*kept, Award(side, bonus, _("above the line: bonus")))


def part_scores_of(sitting: Sitting, options: Options) -> Mapping[str, int]:
    """The part scores carried after the lines so far, by side."""
    steps = list(_steps(sitting, options))
    return steps[-1].part_scores if steps else _NOTHING


class Chicago:
    """The ruleset ``chicago``."""

    slug = "chicago"
    name = _("Chicago bridge")
    summary = _("Two pairs a table play four deals; part scores are carried, and game has its own bonus.")
    tables: tuple[tuple[str, ...], ...] = (SEATS,)
    partnerships = True
    carries = True
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        return play_fields(honours=_has_honours(options))

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number).lines
        passed = sum(line.entry["contract"] == PASS for line in before)
        if len(before) - passed >= DEALS:
            last = before[-1].number
            raise EntryError("board", _("the four deals were over with number %(number)s"), number=last)
        return _deal(number, number - 1 - passed, options)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        return check_play(entry, honours=_has_honours(options))

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        return doubt_play(entry)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals = dict.fromkeys(SIDES, 0)
        lines, played = [], 0
        for step in _steps(sitting, options):
            is_played = step.entry["contract"] != PASS
            played += is_played
            points = sum_awards(step.awards)
            totals = {side: totals[side] + points[side] for side in SIDES}
            by_place = spread(points) if is_played else {}
            counts = _counts(step)
            lines.append(LineScore(step.deal.number, step.deal, by_place, spread(totals), counts))
        is_over = played == DEALS
        return SittingScore(tuple(lines), spread(totals), is_over, leaders(totals) if is_over else ())

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        step = next(step for step in _steps(sitting, options) if step.deal.number == number)
        return Explanation(tuple(award.part for award in step.awards), _words(step))

    def earn_alone(self, entry: Entry, options: Options, *, is_vulnerable: bool) -> Mapping[str, Points]:
        deal = replace(_deal(1, 0, options), vulnerable=frozenset(SIDES if is_vulnerable else ()))
        step = _play(deal, {**entry, "honours": "none"}, _NOTHING, options, is_last=False)
        return spread(sum_awards(step.awards))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        return describe_play(entry)

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _has_honours(options: Options) -> bool:
    return bool(options["honours"]) and options["scoring"] == "carried"


def _deal(number: int, played: int, options: Options) -> Deal:
    """The conditions after ``played`` deals that count; a spare number beyond the fourth has none."""
    seats = {seat: seat for seat in SEATS}
    if played >= DEALS:
        return Deal(number, seats)
    dealer = SEATS[(SEATS.index(str(options["first_dealer"])) + played) % 4]
    side = side_of(dealer) if options["vulnerability"] == "dealer" else other_side(side_of(dealer))
    vulnerable = {0: frozenset[str](), DEALS - 1: frozenset(SIDES)}.get(played, frozenset({side}))
    return Deal(number, seats, dealer, None, vulnerable)


def _counts(step: _Step) -> dict[str, dict[str, int]]:
    return join_counts(count_awards(step.awards, step.game), count_entry(step.entry))


def _words(step: _Step) -> Message:
    if step.entry["contract"] == PASS:
        return Message(_("passed out: the same dealer deals again"))
    play = play_words(step.entry, step.awards)
    values: dict[str, object] = {"play": play, "side": step.game}
    values |= {side.lower(): step.part_scores[side] for side in SIDES}
    if step.game:
        return Message(_("%(play)s; a game to %(side)s"), values)
    if any(step.part_scores.values()):
        return Message(_("%(play)s; part scores now %(ns)s to North-South, %(ew)s to East-West"), values)
    return play


_ACBL = "ACBL, Chicago scoring: nobody vulnerable on the first deal; 300 for a game not vulnerable"
_FOUR = "ysmenwestportweston.org, four-deal bridge: each deal scored as at duplicate"


def _example(contract: str, tricks: int, ns: int, ew: int, scoring: str = "carried") -> Example:
    entry: Entry = {"contract": contract, "declarer": "N", "tricks": tricks}
    points: dict[str, Points] = {"N": ns, "S": ns, "E": ew, "W": ew}
    source = _ACBL if scoring == "carried" else _FOUR
    return Example(SEATS, entry, points, source, options={"scoring": scoring})


EXAMPLES = (
    _example("3NT", 9, 400, 0),
    _example("2H", 9, 90, 0),
    _example("4S", 9, 0, 50),
    _example("6C", 12, 920, 0),
    _example("2H", 9, 140, 0, scoring="duplicate"),
    _example("6C", 12, 920, 0, scoring="duplicate"),
    Example(SEATS, {"contract": PASS}, {}, "David Stevenson's Chicago page: passed out is dealt again"),
)

RULESET = Chicago()
