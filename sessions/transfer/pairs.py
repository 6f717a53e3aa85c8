"""Who is who in a results file: the pairs, their numbers, and whom a traveller means by a number."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.bridge import SIDES
from scoring.formats.usebio import Entrant, Event, Section, TravellerLine, entrants_by_seat

from .findings import refuse

LETTER_MAX = 10
_DIGITS = re.compile(r"[^0-9]*([0-9]{1,6})[^0-9]*", re.ASCII)
Seat = tuple[Section, str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of the session to be. ``index`` tells pairs apart; ``group`` is empty with one winner.

    ``entrant`` is what the file says of it; where only travellers name it, no more than the number.
    """

    index: int
    section: str
    number: int
    group: str
    entrant: Entrant
    is_listed: bool = True

    @property
    def label(self) -> str:
        return f"{self.number} {self.group}".strip()


@dataclass(frozen=True, slots=True)
class PairField:
    """All pairs of an event, where each number on its travellers leads, and its sections' letters."""

    pairs: tuple[Pair, ...]
    by_seat: dict[Seat, Pair]
    letters: dict[Section, str]


def read_pairs(event: Event) -> PairField:
    """The pairs of an event. A number that only travellers have becomes a pair without names.

    Raises FormatError where a number is none, or stands for two pairs of one section.
    """
    letters = _letters(event)
    register = _Register(event)
    for seat in _seats(event):
        register.enter(seat)
    pairs = [_pair(register, index, letters) for index in range(len(register.people))]
    _check_numbers(pairs)
    return PairField(tuple(pairs), {seat: pairs[i] for seat, i in register.found.items()}, letters)


def rows_of(event: Event) -> Iterator[tuple[Section, int, TravellerLine]]:
    """Every row of every traveller, with its section and board, that names both sides."""
    for board in event.boards:
        for line in board.lines:
            if line.ns and line.ew:
                yield board.section, board.number, line


def has_two_winners(event: Event) -> bool:
    """Whether North-South and East-West are ranked apart; where the file is silent, its pairs tell."""
    directions = {entrant.direction for entrant in event.entrants}
    return event.winners == 2 or (event.winners is None and directions == set(SIDES))


@dataclass(slots=True)
class _Register:
    """Finds the entrant of a seat. ``people`` are the file's own entrants, then those it does not list."""

    event: Event
    people: list[Entrant] = field(init=False)
    listed: dict[Seat, int] = field(init=False)
    found: dict[Seat, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.people = list(self.event.entrants)
        positions = {id(entrant): index for index, entrant in enumerate(self.people)}
        self.listed = {seat: positions[id(x)] for seat, x in entrants_by_seat(self.event).items()}

    def enter(self, seat: Seat) -> None:
        if seat not in self.found:
            index = self._look_up(*seat)
            self.found[seat] = self._add(*seat) if index is None else index

    def _look_up(self, section: Section, number: str, side: str) -> int | None:
        """Of this section, else of the whole session or event, else the only one of that number."""
        for place in (section, Section(section.session), Section()):
            if (place, number, side) in self.listed:
                return self.listed[place, number, side]
        called = {index for (_place, name, at), index in self.listed.items() if (name, at) == (number, side)}
        return called.pop() if len(called) == 1 else None

    def _add(self, section: Section, number: str, side: str) -> int:
        two = has_two_winners(self.event)
        self.people.append(Entrant(section, number, direction=side if two else ""))
        for at in (side,) if two else SIDES:
            self.listed[section, number, at] = len(self.people) - 1
        return len(self.people) - 1


def _seats(event: Event) -> Iterator[Seat]:
    for section, _board, line in rows_of(event):
        yield section, line.ns, "NS"
        yield section, line.ew, "EW"


def _letters(event: Event) -> dict[Section, str]:
    """A short name for each section in which somebody plays."""
    used = list(dict.fromkeys(section for section, _board, _line in rows_of(event)))
    names = [section.name or "A" for section in used]
    if len(set(names)) < len(names) or any(len(name) > LETTER_MAX for name in names):
        names = [str(number) for number in range(1, len(used) + 1)]
    return dict(zip(used, names, strict=True))


def _pair(register: _Register, index: int, letters: dict[Section, str]) -> Pair:
    entrant = register.people[index]
    seats = [seat for seat, found in register.found.items() if found == index]
    section = seats[0][0] if seats else entrant.section
    digits = _DIGITS.fullmatch(entrant.number)
    if entrant.kind != "PAIR" or digits is None:
        raise refuse(_("pair %(number)s"), _("this is not the number of a pair"), number=entrant.number)
    return Pair(
        index=index,
        section=letters.get(section, next(iter(letters.values()))),
        number=int(digits[1]),
        group=_group(register.event, entrant, seats),
        entrant=entrant,
        is_listed=index < len(register.event.entrants),
    )


def _group(event: Event, entrant: Entrant, seats: Sequence[Seat]) -> str:
    if not has_two_winners(event):
        return ""
    sides = {side for _section, _number, side in seats}
    side = entrant.direction or ("".join(sides) if len(sides) == 1 else "")
    if not side:
        message = _("there are two winners, and the file does not say which side this pair plays for")
        raise refuse(_("pair %(number)s"), message, number=entrant.number)
    return side


def _check_numbers(pairs: Sequence[Pair]) -> None:
    seen: dict[tuple[str, str, int], list[Pair]] = defaultdict(list)
    for pair in pairs:
        seen[pair.section, pair.group, pair.number].append(pair)
    for (section, _group, _number), found in seen.items():
        if len(found) > 1:
            message = _("section %(section)s has this number twice")
            raise refuse(_("pair %(number)s"), message, number=found[0].label, section=section)
