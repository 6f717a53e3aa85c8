"""Compares two players over the sessions that both have played, from frozen places alone."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from clubs.models import Club, Player

from .careers import Finish, finishes_of
from .models import Session
from .queries import Person, person_in

PARTNERS, AHEAD, BEHIND, LEVEL, APART = "partners", "ahead", "behind", "level", "apart"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A session that both played: where each ended, and what that makes the first to the second."""

    first: Finish
    second: Finish

    @property
    def session(self) -> Session:
        return self.first.session

    @property
    def outcome(self) -> str:
        """Who was ahead; ``apart`` where they were ranked in different groups of winners."""
        if self.first.contestant == self.second.contestant:
            return PARTNERS
        if self.first.group != self.second.group:
            return APART
        if self.first.rank == self.second.rank:
            return LEVEL
        return AHEAD if self.first.rank < self.second.rank else BEHIND


@dataclass(frozen=True)
class HeadToHead:
    """Two players and the sessions that both played, the newest first."""

    first: Person
    second: Person
    meetings: tuple[Meeting, ...]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(meeting.outcome for meeting in self.meetings)

    @property
    def ahead(self) -> int:
        return self._counts[AHEAD]

    @property
    def behind(self) -> int:
        return self._counts[BEHIND]

    @property
    def level(self) -> int:
        return self._counts[LEVEL]

    @property
    def together(self) -> int:
        return self._counts[PARTNERS]


def load_head_to_head(club: Club, first: Player, second: Player) -> HeadToHead:
    """Both players' sessions side by side, in six queries whatever they have played."""
    others = {finish.session.pk: finish for finish in finishes_of(second)}
    own = finishes_of(first)
    meetings = (Meeting(each, others[each.session.pk]) for each in own if each.session.pk in others)
    return HeadToHead(person_in(first, club), person_in(second, club), tuple(meetings))
