"""A knock-out whole: every round from the first to the final, with who is known and who is yet to come."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from scoring.lines import Points
from scoring.movements.drawn import Slot
from scoring.words import Message
from sessions.queries import Drawn, Night, Side

from .readings import Readings
from .schedule import Meeting, ScheduleRound, make_schedule, round_name


@dataclass(frozen=True, slots=True)
class BracketSide:
    """Who plays in a match, or in words who will: exactly one of the two is there."""

    side: Side | None = None
    words: Message | None = None
    points: Points | None = None
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match with its number in the bracket, and how it stands once it is seated; a bye has neither."""

    number: int | None
    sides: tuple[BracketSide, ...]
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The matches of a round from top to bottom: two by two they lead to those of the next."""

    name: Message
    matches: tuple[BracketMatch, ...]


def make_bracket(night: Night, rounds: Sequence[ScheduleRound]) -> tuple[BracketRound, ...]:
    """All the rounds of a knock-out, as far as drawn from the schedule; none where it is something else."""
    drawing = night.session.drawing
    draws = [each for each in night.draws if each.slots]
    if drawing is None or not drawing.is_bracket or not draws:
        return ()
    meetings = {meeting.seat.played.key: meeting for each in rounds for meeting in each.meetings}
    return tuple(_Bracket(night, meetings).rounds(draws))


def whole_bracket(readings: Readings) -> tuple[BracketRound, ...]:
    """The knock-out as this reader may see it."""
    return make_bracket(readings.night, make_schedule(readings).rounds)


class _Bracket:
    """Counts the matches from the first round on."""

    def __init__(self, night: Night, meetings: Mapping[tuple[int, int], Meeting]) -> None:
        self.night, self.meetings, self.count = night, meetings, 0

    def rounds(self, draws: Sequence[Drawn]) -> Iterator[BracketRound]:
        matches: tuple[BracketMatch, ...] = ()
        for drawn in draws:
            matches = tuple(self._drawn(drawn.round, slot) for slot in drawn.slots)
            yield BracketRound(round_name(self.night, drawn.round), matches)
        number = draws[-1].round
        while len(matches) > 1:
            number += 1
            through = [_winner(match) for match in matches]
            pairs = zip(through[::2], through[1::2], strict=True)
            matches = tuple(BracketMatch(self._next(), two) for two in pairs)
            yield BracketRound(round_name(self.night, number), matches)

    def _next(self) -> int:
        self.count += 1
        return self.count

    def _drawn(self, number: int, slot: Slot) -> BracketMatch:
        meeting = self._meeting(number, slot)
        if meeting is not None:
            sides = (BracketSide(p.side.side, None, p.points, p.has_won) for p in meeting.parts)
            return BracketMatch(self._next(), tuple(sides), meeting)
        here = [key for key in slot.contestants if key in self.night.sides]
        return BracketMatch(None, tuple(BracketSide(self.night.sides[key]) for key in here[:1]))

    def _meeting(self, number: int, slot: Slot) -> Meeting | None:
        """How a slot was played: at its table, or by who had a bye and then got an opponent."""
        if slot.table is not None:
            return self.meetings.get((number, slot.table))
        found = (meeting for key, meeting in self.meetings.items() if key[0] == number)
        theirs = (each for each in found if any(part.side.side.pk == slot.first for part in each.parts))
        return next(theirs, None)


def _winner(match: BracketMatch) -> BracketSide:
    """Who goes on, or whose winner will."""
    if match.number is None:
        return match.sides[0] if match.sides else BracketSide(words=Message("–"))
    won = next((side for side in match.sides if side.has_won), None)
    if won is not None:
        return BracketSide(won.side)
    text = gettext_noop("the winner of match %(match)d")
    return BracketSide(words=Message(text, {"match": match.number}))
