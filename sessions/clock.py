"""The round clock as people read it: what is left of a round, of which only its end is stored."""

import datetime
import math
from dataclasses import dataclass

from .models import Clock

MINUTES_PER_BOARD = 7.5
MINUTES_OF_A_MATCH = 30
WARNING_SECONDS = 120
LONGEST_MINUTES = 240


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock at one moment; ``left_seconds`` is never below 0."""

    round: int
    minutes: int
    left_seconds: int
    ends_at: datetime.datetime | None
    has_sound: bool

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
        return "ready" if self.left_seconds == self.minutes * 60 else "paused"

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
    return ClockFace(clock.round, clock.minutes, left_seconds(clock, now), clock.ends_at, clock.has_sound)


def usual_minutes(boards: int) -> int:
    """How long a round of so many boards takes, seven and a half minutes each; half an hour for a match."""
    return min(LONGEST_MINUTES, math.ceil(boards * MINUTES_PER_BOARD)) if boards else MINUTES_OF_A_MATCH
