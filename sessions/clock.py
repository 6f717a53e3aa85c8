"""The round clock as people read it: what is left of a round, of which only its end is stored."""

import datetime
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy, gettext_noop

from scoring.words import Message

from .models import Clock

MINUTES_PER_BOARD = 7.5
MINUTES_OF_A_MATCH = 30
WARNING_SECONDS = 120
LONGEST_MINUTES = 240
BREAKS = r"^[\s,;]*([0-9]{1,2}([\s,;]+|$))*$"
"""The numbers of rounds as people write them, one after the other."""
WRONG_BREAKS = gettext_lazy("Write the numbers of rounds, such as 2, 4.")


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock at one moment; ``left_seconds`` is never below 0.

    In the break after a round, ``break_minutes`` are those of the whole break.
    """

    round: int
    minutes: int
    left_seconds: int
    ends_at: datetime.datetime | None
    has_sound: bool
    break_minutes: int = 0

    @property
    def is_break(self) -> bool:
        """Whether the round is over and the next has not begun."""
        return self.break_minutes > 0

    @property
    def next_round(self) -> int:
        """The round that comes after this one, or after the break."""
        return self.round + 1

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def is_over(self) -> bool:
        return self.left_seconds == 0

    @property
    def is_warning(self) -> bool:
        """Whether the round is about to end."""
        return self.is_running and 0 < self.left_seconds <= WARNING_SECONDS

    @property
    def state(self) -> str:
        """``over``, ``warning``, ``running``, ``ready`` or ``paused``."""
        if self.is_over:
            return "over"
        if self.is_running:
            return "warning" if self.is_warning else "running"
        whole = self.break_minutes or self.minutes
        return "ready" if self.left_seconds == whole * 60 else "paused"

    @property
    def text(self) -> str:
        """``"7:05"``, minutes and seconds."""
        return f"{self.left_seconds // 60}:{self.left_seconds % 60:02d}"

    @property
    def ends_in_milliseconds(self) -> str:
        """When time is up, since 1970, for a browser that counts by itself; empty while it stands."""
        return "" if self.ends_at is None else str(round(self.ends_at.timestamp() * 1000))


def left_seconds(clock: Clock, now: datetime.datetime) -> int:
    """What is left of the round, in whole seconds begun."""
    if clock.ends_at is None:
        return clock.left_seconds
    return max(0, math.ceil((clock.ends_at - now).total_seconds()))


def read_clock(clock: Clock, now: datetime.datetime) -> ClockFace:
    left = left_seconds(clock, now)
    return ClockFace(clock.round, clock.minutes, left, clock.ends_at, clock.has_sound, clock.break_minutes)


def read_breaks(text: str) -> tuple[int, ...]:
    """The rounds after which there is to be a break; ``text`` fits `BREAKS`, and 0 is for none."""
    return tuple(sorted({int(number) for number in re.findall(r"[0-9]+", text)} - {0}))


def tell_breaks(breaks: Mapping[int, int]) -> tuple[Message, ...]:
    """The breaks in words: those of one length together."""
    rounds: dict[int, list[int]] = {}
    for after, minutes in sorted(breaks.items()):
        rounds.setdefault(minutes, []).append(after)
    return tuple(_tell_breaks(minutes, after) for minutes, after in rounds.items())


def _tell_breaks(minutes: int, after: Sequence[int]) -> Message:
    if len(after) == 1:
        text = gettext_noop("Break of %(minutes)d minutes after round %(round)d")
        return Message(text, {"minutes": minutes, "round": after[0]})
    text = gettext_noop("Breaks of %(minutes)d minutes after rounds %(rounds)s")
    return Message(text, {"minutes": minutes, "rounds": ", ".join(map(str, after))})


def usual_minutes(boards: int) -> int:
    """How long a round of so many boards takes, seven and a half minutes each; half an hour for a match."""
    return min(LONGEST_MINUTES, math.ceil(boards * MINUTES_PER_BOARD)) if boards else MINUTES_OF_A_MATCH
