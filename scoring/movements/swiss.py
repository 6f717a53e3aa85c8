"""Swiss draws and other rounds that depend on results: pure functions from a state to the next round.

Contestants are numbers, in the order of the ranking where one is given. ``met`` are those who have played
each other already, each two in either order.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.movements.plan import MovementError
from scoring.words import mark as _

Two = tuple[int, int]

MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Draw:
    """The matches of a round, table by table from the top, and who has a bye.

    ``repeats`` counts matches between contestants who have met: 0 wherever that can be.
    """

    matches: tuple[Two, ...]
    bye: int | None
    repeats: int


def draw_swiss(ranking: Sequence[int], met: Iterable[Two] = (), byes: Collection[int] = ()) -> Draw:
    """Pair neighbours in the ranking, nobody twice; the bye goes to the lowest who has had none.

    The leader meets the next who has not been met, then the next of those left, and so on; where that
    leaves people at the bottom who have all met, earlier choices are mended from the bottom up. Only if
    no draw whatever avoids it do some meet again, as few and as low as possible.
    """
    if len(set(ranking)) < len(ranking):
        raise MovementError("ranking", _("the ranking has a number twice"))
    if len(ranking) < 2:
        raise MovementError("ranking", _("a match needs two contestants"))
    known = {frozenset(two) for two in met}
    for bye in _byes(ranking, byes):
        rest = [number for number in ranking if number != bye]
        matches = _Pairing(known, 0).draw(rest)
        if matches is not None:
            return Draw(tuple(matches), bye, 0)
    bye = next(iter(_byes(ranking, byes)))
    rest = [number for number in ranking if number != bye]
    return _least_repeats(rest, known, bye)


def _byes(ranking: Sequence[int], had: Collection[int]) -> Sequence[int | None]:
    """Who may have the bye, the first choice first; only None where all can play."""
    if len(ranking) % 2 == 0:
        return (None,)
    upwards = ranking[::-1]
    return [number for number in upwards if number not in had] or upwards


def _least_repeats(rest: Sequence[int], known: set[frozenset[int]], bye: int | None) -> Draw:
    for repeats in range(1, len(rest) // 2 + 1):
        matches = _Pairing(known, repeats).draw(rest)
        if matches is not None:
            again = sum(frozenset(match) in known for match in matches)
            return Draw(tuple(matches), bye, again)
    neighbours = tuple(zip(rest[::2], rest[1::2], strict=True))
    return Draw(neighbours, bye, sum(frozenset(match) in known for match in neighbours))


class _Pairing:
    """Depth first from the top of the ranking, given up after so many steps."""

    def __init__(self, known: set[frozenset[int]], allowed: int) -> None:
        self.known, self.allowed = known, allowed
        self.steps = 0
        self.hopeless: set[tuple[int, tuple[int, ...]]] = set()

    def draw(self, rest: Sequence[int], repeats: int = 0) -> list[Two] | None:
        if not rest:
            return []
        state = (repeats, tuple(rest))
        self.steps += 1
        if state in self.hopeless or self.steps > MOST_STEPS:
            return None
        first, others = rest[0], rest[1:]
        for again in (False, True) if repeats < self.allowed else (False,):
            for index, other in enumerate(others):
                if (frozenset((first, other)) in self.known) == again:
                    left = [*others[:index], *others[index + 1 :]]
                    below = self.draw(left, repeats + again)
                    if below is not None:
                        return [(first, other), *below]
        self.hopeless.add(state)
        return None


def rank_by_score(scores: Mapping[int, float]) -> tuple[int, ...]:
    """The numbers by score, the highest first; level ones by number."""
    return tuple(sorted(scores, key=lambda number: (-scores[number], number)))


def draw_bracket(seeds: Sequence[int]) -> tuple[tuple[int | None, int | None], ...]:
    """The first round of a knock-out: the best meet last, and have the byes (None) if there are any."""
    size = 1
    while size < len(seeds):
        size *= 2
    order = [1]
    while len(order) < size:
        order = [seed for place in order for seed in (place, 2 * len(order) + 1 - place)]
    entered: list[int | None] = [*seeds, *[None] * (size - len(seeds))]
    seated = [entered[seed - 1] for seed in order]
    return tuple(zip(seated[::2], seated[1::2], strict=True))


def advance_bracket(
    matches: Sequence[tuple[int | None, int | None]], winners: Collection[int]
) -> tuple[tuple[int | None, int | None], ...]:
    """The next round from those who won; empty after the final. Who has a bye wins without playing.

    Raises MovementError for a match without exactly one winner.
    """
    through = [_winner(match, winners) for match in matches]
    return tuple(zip(through[::2], through[1::2], strict=True)) if len(through) > 1 else ()


def _winner(match: tuple[int | None, int | None], winners: Collection[int]) -> int:
    players = [number for number in match if number is not None]
    won = players if len(players) == 1 else [number for number in players if number in winners]
    if len(won) != 1:
        text = _("the match of %(first)s and %(second)s has no single winner")
        raise MovementError("winners", text, first=match[0], second=match[1])
    return won[0]


def move_winners(tables: Sequence[Two], winners: Collection[int], waiting: Sequence[int] = ()) -> "Queue":
    """Timed progressive rounds: winners go up a table, losers stay, and at the top it is the other way.

    Table 1 is the top: its winner stays, and its loser goes down to the last table; where some wait for a
    seat, the first of them sits down there instead, and the loser joins the end of their line. The first
    of each two in the answer is who stays. Raises MovementError for a table without exactly one winner.
    """
    won = [_winner(table, winners) for table in tables]
    lost = [second if first == up else first for (first, second), up in zip(tables, won, strict=True)]
    line = [*waiting, lost[0]]
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], line[0]]
    return Queue(tuple(zip(staying, coming, strict=True)), tuple(line[1:]))


@dataclass(frozen=True, slots=True)
class Queue:
    """Two at each table, and the rest in line."""

    tables: tuple[Two, ...]
    waiting: tuple[int, ...] = ()


def start_queue(numbers: Sequence[int], tables: int) -> Queue:
    """The first so many sit down, two at a table; the rest stand in line."""
    seats = min(2 * tables, len(numbers) - len(numbers) % 2)
    seated = numbers[:seats]
    return Queue(tuple(zip(seated[::2], seated[1::2], strict=True)), tuple(numbers[seats:]))
