"""Breaks between rounds: where the matches of teams are whole and can be scored up."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.movements.balance import MINUTES_PER_BOARD
from scoring.movements.plan import Movement, Place

SHORT, LONG = 5, 10
"""The minutes of each of several breaks, and of the only one."""

APART = 45
"""So many minutes are played before a break, at least."""

MatchKey = tuple[int, int, tuple[int, ...]]


def with_breaks(movement: Movement, rounds: tuple[int, ...] | None, minutes: int | None = None) -> Movement:
    """The movement with a break after each of these rounds but the last; None: where one is of use."""
    rounds = usual_breaks(movement) if rounds is None else rounds
    last = movement.planned or movement.rounds
    after = sorted({number for number in rounds if 0 < number < last})
    return replace(movement, breaks=dict.fromkeys(after, break_length(len(after), minutes)))


def break_length(count: int, minutes: int | None = None) -> int:
    """The minutes of each of so many breaks, unless told otherwise."""
    return minutes or (LONG if count == 1 else SHORT)


def usual_breaks(movement: Movement) -> tuple[int, ...]:
    """The rounds after which teams have a break: no match is half played then, and time has passed.

    Where some match is half played until the end, the middle of the evening. Others have none.
    """
    if not movement.teams:
        return ()
    last = movement.planned or movement.rounds
    whole = tuple(range(1, last)) if movement.planned else _whole_after(movement)
    return tuple(_apart(movement, whole)) or ((last // 2,) if last > 1 else ())


def _whole_after(movement: Movement) -> tuple[int, ...]:
    """The rounds but the last after which both tables of each match have played the same boards."""
    open_: set[MatchKey] = set()
    found = []
    for number in range(1, movement.rounds):
        for place in movement.in_round(number):
            if place.is_played:
                open_ ^= {_match(movement, place)}
        if not open_:
            found.append(number)
    return tuple(found)


def _match(movement: Movement, place: Place) -> MatchKey:
    first, second = sorted(map(movement.holder, place.contestants))
    return first, second, place.boards


def _apart(movement: Movement, rounds: tuple[int, ...]) -> Iterator[int]:
    """Those of the rounds between which enough is played."""
    minutes = _round_minutes(movement)
    passed = 0.0
    for number in range(1, max(rounds, default=0) + 1):
        passed += minutes[min(number, movement.rounds)]
        if number in rounds and passed >= APART:
            passed = 0
            yield number


def _round_minutes(movement: Movement) -> Mapping[int, float]:
    return {
        number: float(max(len(place.boards) for place in movement.in_round(number)) * MINUTES_PER_BOARD)
        for number in range(1, movement.rounds + 1)
    }
