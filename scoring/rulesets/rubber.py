"""Rubber bridge: two pairs a table, scores below and above the line, first to two games.

Source: Laws of Rubber Bridge, Laws 72 to 81. A table is one rubber; its deals are numbered 1, 2, 3 ...
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.bridge import (
    SEAT_NAMES,
    SEATS,
    SIDES,
    Award,
    carry,
    check_play,
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

RUBBER_BONUS = {0: 700, 1: 500}
"""The bonus for the rubber, by the games of the losers."""

OPTIONS = (
    Option(
        name="honours",
        label=_("Honours"),
        kind="flag",
        default=True,
        meaning=_("Whether honours held in one hand score, for whichever side."),
    ),
    Option(
        name="first_dealer",
        label=_("First dealer"),
        kind="choice",
        default="N",
        choices=tuple(Choice(seat, SEAT_NAMES[seat]) for seat in SEATS),
        meaning=_("Who deals first at each table; then the deal passes to the left."),
    ),
    Option(
        name="unfinished_game",
        label=_("Unfinished rubber: a game"),
        kind="number",
        default=300,
        maximum=500,
        meaning=_("When play ends early, what the only side with a game receives."),
    ),
    Option(
        name="unfinished_part",
        label=_("Unfinished rubber: a part score"),
        kind="choice",
        default="100",
        choices=(Choice("100", "100"), Choice("50", _("50, as in older laws")), Choice("0", _("nothing"))),
        meaning=_("When play ends early, what the only side with a part score in the last game receives."),
    ),
)


@dataclass(frozen=True, slots=True)
class Stand:
    """How a rubber stands between deals: games won, and part scores in the game under way."""

    games: Mapping[str, int]
    part_scores: Mapping[str, int]

    @property
    def vulnerable(self) -> frozenset[str]:
        """The sides that have won a game."""
        return frozenset(side for side, won in self.games.items() if won)

    @property
    def winner(self) -> str:
        """The side with two games, ``""`` while there is none."""
        return next((side for side, won in self.games.items() if won == 2), "")


START = Stand(MappingProxyType(dict.fromkeys(SIDES, 0)), MappingProxyType(dict.fromkeys(SIDES, 0)))


@dataclass(frozen=True, slots=True)
class _Step:
    """One deal of the rubber: how it stood before and stands after, and what was earned between."""

    number: int
    entry: Entry
    before: Stand
    after: Stand
    awards: tuple[Award, ...]
    game: str


def _steps(sitting: Sitting, options: Options) -> Iterator[_Step]:
    """The deals in order, until the rubber is won; an unfinished rubber is settled with its last deal."""
    stand = START
    for line in sitting.lines:
        step = _play(line.number, line.entry, stand)
        stand = step.after
        if sitting.is_ended and line is sitting.lines[-1] and not stand.winner:
            settled = (*step.awards, *unfinished_awards(stand, options))
            step = _Step(step.number, step.entry, step.before, stand, settled, step.game)
        yield step
        if stand.winner:
            return


def _play(number: int, entry: Entry, before: Stand) -> _Step:
    awards = play_awards(entry, before.vulnerable)
    part_scores, game = carry(before.part_scores, awards)
    games = {side: won + (side == game) for side, won in before.games.items()}
    after = Stand(games, part_scores)
    if after.winner:
        bonus = RUBBER_BONUS[games[other_side(game)]]
        awards = (*awards, Award(game, bonus, _("above the line: the rubber")))
    return _Step(number, entry, before, after, awards, game)


def unfinished_awards(stand: Stand, options: Options) -> tuple[Award, ...]:
    """What a rubber broken off earns: for the only game, and for the only part score (Law 80)."""
    awards = []
    for held, points, reason in (
        (stand.games, options["unfinished_game"], _("above the line: the only game of an unfinished rubber")),
        (stand.part_scores, options["unfinished_part"], _("above the line: the only part score left")),
    ):
        holders = [side for side in SIDES if held[side]]
        if len(holders) == 1 and int(points or 0):
            awards.append(Award(holders[0], int(points or 0), reason))
    return tuple(awards)


def stand_of(sitting: Sitting) -> Stand:
    """How the rubber stands after the lines so far: games and part scores."""
    stand = START
    for line in sitting.lines:
        if stand.winner:
            break
        stand = _play(line.number, line.entry, stand).after
    return stand


class Rubber:
    """The ruleset ``rubber``."""

    slug = "rubber"
    name = _("Rubber bridge")
    summary = _("Two pairs a table: below and above the line, the first to two games wins the rubber bonus.")
    tables: tuple[tuple[str, ...], ...] = (SEATS,)
    partnerships = True
    carries = True
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    options = OPTIONS
    methods: tuple[str, ...] = ("games", "total_points")

    def fields(self, deal: Deal, options: Options) -> tuple[Field, ...]:
        return play_fields(honours=bool(options["honours"]))

    def deal(self, sitting: Sitting, number: int, options: Options) -> Deal:
        before = sitting.before(number)
        stand = stand_of(before)
        if stand.winner:
            last = before.lines[-1].number
            raise EntryError("board", _("the rubber ended with deal %(number)s"), number=last)
        return _deal(number, stand, options)

    def check(self, entry: Entry, deal: Deal, options: Options) -> Entry:
        return check_play(entry, honours=bool(options["honours"]))

    def doubts(self, entry: Entry, deal: Deal, options: Options) -> tuple[Message, ...]:
        return doubt_play(entry)

    def score(self, sitting: Sitting, options: Options) -> SittingScore:
        totals = dict.fromkeys(SIDES, 0)
        lines, stand = [], START
        for step in _steps(sitting, options):
            points = sum_awards(step.awards)
            totals = {side: totals[side] + points[side] for side in SIDES}
            deal, counts = _deal(step.number, step.before, options), _counts(step)
            lines.append(LineScore(step.number, deal, spread(points), spread(totals), counts))
            stand = step.after
        is_over = bool(stand.winner) or (sitting.is_ended and bool(lines))
        return SittingScore(tuple(lines), spread(totals), is_over, leaders(totals) if is_over else ())

    def explain(self, sitting: Sitting, number: int, options: Options) -> Explanation:
        step = next(step for step in _steps(sitting, options) if step.number == number)
        return Explanation(tuple(award.part for award in step.awards), _words(step))

    def earn_alone(self, entry: Entry, options: Options, *, is_vulnerable: bool) -> Mapping[str, Points]:
        vulnerable = frozenset(SIDES if is_vulnerable else ())
        return spread(sum_awards(play_awards({**entry, "honours": "none"}, vulnerable)))

    def tie_breaks(self, options: Options) -> tuple[str, ...]:
        return ()

    def describe(self, entry: Entry, deal: Deal) -> str:
        return describe_play(entry)

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES


def _deal(number: int, stand: Stand, options: Options) -> Deal:
    first = SEATS.index(str(options["first_dealer"]))
    dealer = SEATS[(first + number - 1) % 4]
    return Deal(number, {seat: seat for seat in SEATS}, dealer, None, stand.vulnerable)


def _counts(step: _Step) -> dict[str, dict[str, int]]:
    return join_counts(count_awards(step.awards, step.game), count_entry(step.entry))


def _words(step: _Step) -> Message:
    play = play_words(step.entry, step.awards)
    values: dict[str, object] = {"play": play, "side": step.game}
    if step.after.winner:
        return Message(_("%(play)s; %(side)s win the rubber"), values)
    if step.game:
        return Message(_("%(play)s; a game to %(side)s"), values)
    return play


_SLIDES = "slideplayer.com/slide/2812193, a rubber worked deal by deal"
_LAW = "Laws of Rubber Bridge, Laws 72 to 81"


def _example(contract: str, tricks: int, ns: int, ew: int, source: str, honours: str = "none") -> Example:
    entry: Entry = {"contract": contract, "declarer": "N", "tricks": tricks, "honours": honours}
    points: dict[str, Points] = {"N": ns, "S": ns, "E": ew, "W": ew}
    return Example(SEATS, entry, points, source)


EXAMPLES = (
    _example("3NT", 10, 130, 0, _SLIDES),
    _example("2H", 10, 120, 0, _SLIDES),
    _example("6HX", 13, 1010, 0, _SLIDES),
    _example("5D", 11, 100, 0, _LAW),
    _example("1NTXX", 7, 260, 0, _LAW),
    _example("4SX", 8, 0, 300, _LAW),
    _example("4S", 10, 120, 100, _LAW, honours="EW100"),
    Example(SEATS, {"contract": "PASS"}, dict.fromkeys(SEATS, 0), _LAW),
)

RULESET = Rubber()
