"""An evening match by match: who meets whom in each round, what came of it, and who has no opponent."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.lines import Points
from scoring.results import TableKey
from scoring.words import Message
from sessions.clock import tell_breaks
from sessions.queries import Night, RankedThen, Side, TableRound

from .readings import Readings
from .seats import boards_of, table_sides
from .values import TableSide

BRACKET_NAMES = (gettext_noop("Final"), gettext_noop("Semi-finals"), gettext_noop("Quarter-finals"))
ROUND, LAST = gettext_noop("Round %(round)d"), gettext_noop("Round of the last %(count)d")


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a match: its points, None while they are not to be told, and whether it has won."""

    side: TableSide
    points: Points | None
    has_won: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table in a round with those who play there; ``is_decided``: by the director, not at the table."""

    seat: TableRound
    parts: tuple[Part, ...]
    is_decided: bool

    @property
    def is_open(self) -> bool:
        """Whether it is still being played."""
        return not (self.seat.is_complete or self.seat.is_ended)


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """A round with its matches, who has no opponent, from which ranking it was drawn, and how, in words."""

    number: int
    name: Message
    meetings: tuple[Meeting, ...]
    idle: tuple[Side, ...]
    ranking: tuple[RankedThen, ...] = ()
    sentences: tuple[dict, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """All the rounds that are seated, whether more are to come, and the breaks, by the round before each."""

    rounds: tuple[ScheduleRound, ...]
    has_more: bool
    breaks: Mapping[int, Message]


def make_schedule(readings: Readings) -> Schedule:
    """The evening as this reader may see it."""
    night = readings.night
    points = _points_by_table(readings)
    drawn = {each.round: each for each in night.draws if each.slots}
    rounds = tuple(_round(readings, number, points, drawn.get(number)) for number in night.round_numbers)
    planned = night.session.planned_rounds
    has_more = night.session.is_running and night.session.drawing is not None
    breaks = {after: tell_breaks({after: minutes})[0] for after, minutes in night.breaks.items()}
    return Schedule(rounds, has_more and (not planned or len(rounds) < planned), breaks)


def drawn_rounds(readings: Readings) -> dict[int, ScheduleRound]:
    """The rounds by number where they are drawn one after the other; none where all are seated at once."""
    if readings.night.session.drawing is None:
        return {}
    return {found.number: found for found in make_schedule(readings).rounds}


def _points_by_table(readings: Readings) -> dict[TableKey, tuple[Points, Points]]:
    """What both sides of a table earned by comparison with others."""
    found: dict[TableKey, tuple[Points, Points]] = defaultdict(lambda: (0, 0))
    for board in readings.night.standings.boards:
        first, second = found[board.key]
        found[board.key] = (first + board.first, second + board.second)
    return found


def _round(readings: Readings, number: int, points, drawn) -> ScheduleRound:
    night = readings.night
    seats = [seat for seat in night.rounds if seat.round == number]
    meetings = tuple(_meeting(readings, seat, points) for seat in seats if not seat.is_sit_out)
    return ScheduleRound(
        number=number,
        name=round_name(night, number),
        meetings=meetings,
        idle=_idle(night, seats, drawn),
        ranking=drawn.ranking if drawn else (),
        sentences=drawn.sentences if drawn else (),
    )


def _idle(night: Night, seats: list[TableRound], drawn) -> tuple[Side, ...]:
    """Who has no opponent: as it was drawn; in a round seated at the start, who sits alone or nowhere."""
    playing = {side.pk for seat in seats if not seat.is_sit_out for side in seat.sides.values()}
    alone = [side.pk for seat in seats if seat.is_sit_out for side in dict.fromkeys(seat.sides.values())]
    if night.session.drawing is not None:
        keys = [*(drawn.idle if drawn else ()), *alone]
    else:
        keys = sorted(night.sides, key=lambda pk: night.sides[pk].number)
    return tuple(night.sides[pk] for pk in keys if pk in night.sides and pk not in playing)


def _meeting(readings: Readings, seat: TableRound, points) -> Meeting:
    night = readings.night
    winner = night.winner_of(seat)
    sides = table_sides(seat)
    earned = _earned(readings, seat, sides, points)
    parts = tuple(
        Part(side, given, has_won=side.side.pk == winner) for side, given in zip(sides, earned, strict=True)
    )
    return Meeting(seat, parts, is_decided=seat.played.key in night.decided)


def _earned(readings: Readings, seat: TableRound, sides: tuple[TableSide, ...], points) -> list:
    """The points of each side of a match; none before it begins, or while they would give a board away."""
    if not seat.lines:
        return [None for _side in sides]
    if not readings.night.has_common_boards:
        return [seat.score.totals.get(side.place, 0) for side in sides]
    if len(sides) != 2 or readings.hidden.intersection(boards_of(seat)):
        return [None for _side in sides]
    return list(points.get(seat.played.key, (0, 0)))


def round_name(night: Night, number: int) -> Message:
    """``Round 2``, or ``Semi-finals`` where a bracket says so."""
    session = night.session
    left = session.planned_rounds - number
    if session.drawing is None or not session.drawing.is_bracket or left < 0:
        return Message(ROUND, {"round": number})
    if left < len(BRACKET_NAMES):
        return Message(BRACKET_NAMES[left])
    return Message(LAST, {"count": 2 ** (left + 1)})
