"""What the director is told of each movement that fits: how much is played, how evenly, how long."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.movements.balance import ENOUGH, Balance, balance, whole_minutes
from scoring.movements.drawn import DRAWINGS
from scoring.movements.plan import Movement, Place

from .clock import tell_breaks
from .words import say

MOST_DRAWN = 20
"""Tables beyond so many are not drawn."""

MOST_MET = 24
"""With more contestants than so many, who meets whom is said in a sentence only."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table of the first round as the picture of the room shows it: numbers by seat."""

    table: int
    seats: tuple[tuple[str, int], ...]
    is_sit_out: bool


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often two sit at one table: in words, and by ``numbers`` in ``rows`` of one count for each of them.

    A count is None for oneself; there are no rows in a large field.
    """

    summary: str
    numbers: tuple[int, ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement with its facts in a few words each, what warns of it, and the room at its beginning.

    Where rounds are drawn from results, nobody knows yet who meets whom, and ``meetings`` is None. With
    ``may_search``, a longer search may find a better one of its kind.
    """

    movement: Movement
    facts: tuple[str, ...]
    warnings: tuple[str, ...]
    tables: tuple[Drawn, ...]
    meetings: Meetings | None
    may_search: bool = False

    @property
    def slug(self) -> str:
        return self.movement.slug


def make_offers(
    movements: Iterable[Movement],
    *,
    are_pairs: bool,
    has_teams: bool = False,
    searched: Collection[str] = (),
) -> list[Offer]:
    """Each movement with what speaks for and against it; teams all play for one place, by matches.

    ``searched`` are the slugs of those for which a longer search makes sense.
    """
    found = (
        _offer(movement, are_pairs=are_pairs and not has_teams, are_sides=are_pairs or has_teams)
        for movement in movements
    )
    return [replace(offer, may_search=offer.slug in searched) for offer in found]


def _offer(movement: Movement, *, are_pairs: bool, are_sides: bool) -> Offer:
    found = balance(movement)
    return Offer(
        movement=movement,
        facts=tuple(_facts(movement, found, are_pairs=are_pairs)),
        warnings=tuple(_warnings(movement, found, are_pairs=are_pairs)),
        tables=tuple(_draw(place) for place in movement.in_round(1)[:MOST_DRAWN]),
        meetings=None if movement.slug in DRAWINGS else _meetings(found, are_sides=are_sides),
    )


def _meetings(found: Balance, *, are_sides: bool) -> Meetings:
    numbers = found.contestants
    met = {two: found.opposed.get(two, 0) + found.partnered.get(two, 0) for two in combinations(numbers, 2)}
    shown = numbers if len(numbers) <= MOST_MET else ()
    rows = tuple(
        (one, tuple(None if one == other else met[min(one, other), max(one, other)] for other in shown))
        for one in shown
    )
    return Meetings(" ".join(_say_meetings(found, met, are_sides=are_sides)), shown, rows)


def _say_meetings(found: Balance, met: Mapping[tuple[int, int], int], *, are_sides: bool) -> Iterator[str]:
    """How many meet how often; that North-South never meet North-South is said once, and not counted."""
    rivals = found.rivals if len(found.lines) > 1 else ()
    apart = set() if any(met[two] for two in rivals) else set(rivals)
    say = _say_of_pairs if are_sides else _say_of_players
    times = Counter(count for two, count in met.items() if two not in apart)
    for count, twos in sorted(times.items()):
        yield say(count, twos) % {"twos": twos, "count": count}
    if apart:
        yield _("Pairs of the same direction do not meet.")


def _say_of_pairs(count: int, twos: int) -> str:
    if count == 0:
        return ngettext(
            "%(twos)d meeting of two pairs does not take place.",
            "%(twos)d meetings of two pairs do not take place.",
            twos,
        )
    if count == 1:
        return ngettext(
            "%(twos)d meeting of two pairs takes place once.",
            "%(twos)d meetings of two pairs take place once.",
            twos,
        )
    return ngettext(
        "%(twos)d meeting of two pairs takes place %(count)d times.",
        "%(twos)d meetings of two pairs take place %(count)d times each.",
        twos,
    )


def _say_of_players(count: int, twos: int) -> str:
    if count == 0:
        return ngettext(
            "In %(twos)d case, two players never sit together.",
            "In %(twos)d cases, two players never sit together.",
            twos,
        )
    if count == 1:
        return ngettext(
            "In %(twos)d case, two players sit together once.",
            "In %(twos)d cases, two players sit together once.",
            twos,
        )
    return ngettext(
        "In %(twos)d case, two players sit together %(count)d times.",
        "In %(twos)d cases, two players sit together %(count)d times.",
        twos,
    )


def _facts(movement: Movement, found: Balance, *, are_pairs: bool) -> Iterable[str]:
    if movement.slug in DRAWINGS:
        yield from _facts_of_drawn(movement, found)
        return
    yield ngettext("%(count)d round", "%(count)d rounds", movement.rounds) % {"count": movement.rounds}
    if found.boards:
        yield _boards_each(found)
        if are_pairs:
            yield _("%(percent)d %% of the boards in play") % {"percent": found.share * 100}
        yield _("about %(hours)d:%(minutes)02d hours") % _clock(found.minutes)
        yield from map(say, tell_breaks(movement.breaks))
    if are_pairs:
        yield _("two winners") if movement.winners == 2 else _("one winner")
        if found.boards and found.quality < 100:
            yield _("compared %(percent)d %% evenly") % {"percent": found.quality}
    yield _sit_outs(found)


def _facts_of_drawn(movement: Movement, found: Balance) -> Iterable[str]:
    """What is known of rounds that are yet to be drawn."""
    planned = movement.planned
    if planned:
        text = ngettext("%(count)d round", "%(count)d rounds, one drawn after the other", planned)
        yield text % {"count": planned}
    else:
        yield _("as many matches as there is time for")
    if found.boards:
        text = ngettext("%(count)d board a round", "%(count)d boards a round", found.boards)
        yield text % {"count": found.boards}
        yield _("about %(hours)d:%(minutes)02d hours") % _clock(whole_minutes(movement))
        yield from map(say, tell_breaks(movement.breaks))
    yield _("one winner")
    yield _idle(movement)


def _idle(movement: Movement) -> str:
    idle = len({movement.holder(number) for number in movement.sit_outs(1)})
    if not idle:
        return _("nobody sits out")
    if DRAWINGS[movement.slug].bye_wins:
        text = ngettext("%(count)d bye in the first round", "%(count)d byes in the first round", idle)
        return text % {"count": idle}
    return ngettext("%(count)d waits in line", "%(count)d wait in line", idle) % {"count": idle}


def _boards_each(found: Balance) -> str:
    fewest, most = min(found.played.values()), max(found.played.values())
    if fewest == most:
        return ngettext("%(count)d board each", "%(count)d boards each", most) % {"count": most}
    return _("%(fewest)d to %(most)d boards each") % {"fewest": fewest, "most": most}


def _clock(minutes: int) -> dict[str, int]:
    hours, rest = divmod(minutes, 60)
    return {"hours": hours, "minutes": rest}


def _sit_outs(found: Balance) -> str:
    total = sum(found.sit_outs.values())
    if not total:
        return _("nobody sits out")
    most = max(found.sit_outs.values())
    if most == 1:
        return ngettext("%(count)d sits out once", "%(count)d sit out once", total) % {"count": total}
    return ngettext("sit-outs: %(count)d at most", "sit-outs: %(count)d at most each", most) % {"count": most}


def _warnings(movement: Movement, found: Balance, *, are_pairs: bool) -> Iterable[str]:
    if not are_pairs or not found.boards:
        return
    if found.share < ENOUGH:
        # xgettext:no-python-format
        yield _("Somebody plays less than 70 % of the boards.")
    if movement.slug in DRAWINGS:
        yield _("All tables play the same boards in a round: pass them on, or make copies.")
    elif found.copies > 1:
        text = _("Up to %(count)d tables need the same boards at once: share them, or make copies.")
        yield text % {"count": found.copies}


def _draw(place: Place) -> Drawn:
    return Drawn(place.table, tuple(place.seats.items()), not place.is_played)
