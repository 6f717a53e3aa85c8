"""A movement that a club brings along: read from a table of cells, checked against the game and the list."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.formats import FormatError
from scoring.formats.movement_csv import read
from scoring.lines import Ruleset
from scoring.movements.plan import Movement, Place
from scoring.words import Message
from scoring.words import mark as _

SLUG = "own"


class OwnMovementError(Exception):
    """A movement that cannot be played: every reason why, by line, or by round and table."""

    def __init__(self, faults: tuple[Message, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(map(str, faults)))


def read_own(text: str, *, ruleset: Ruleset, count: int, has_teams: bool = False) -> Movement:
    """The movement in a text, for so many contestants of a game. Raises OwnMovementError.

    For n teams it is written with the numbers of their pairs: 1 to n the first of each, then the second.
    """
    try:
        reading = read(text)
    except FormatError as error:
        raise OwnMovementError((error.message,)) from None
    if reading.movement is None:
        raise OwnMovementError(reading.faults)
    movement = replace(reading.movement, teams=count) if has_teams else reading.movement
    faults = tuple(_misfits(movement, ruleset, count))
    if faults:
        raise OwnMovementError(faults)
    return movement


def _misfits(movement: Movement, ruleset: Ruleset, count: int) -> Iterator[Message]:
    """What does not go with the game or with those who are here."""
    wanted = len(movement.contestants)
    if movement.teams and wanted != 2 * movement.teams:
        text = _("It is a movement for %(wanted)d pairs; %(count)d teams have two each")
        yield Message(text, {"wanted": wanted, "count": count})
    elif count and wanted != count and not movement.teams:
        text = _("It is a movement for %(wanted)d; there are %(count)d on the list")
        yield Message(text, {"wanted": wanted, "count": count})
    for place in movement.places:
        where = {"round": place.round, "table": place.table}
        if ruleset.partnerships != _has_pairs(place):
            text = _("Round %(round)d, table %(table)d: this game is played by pairs")
            if not ruleset.partnerships:
                text = _("Round %(round)d, table %(table)d: this game is played by single players")
            yield Message(text, where)
        elif not any(set(place.seats) <= set(seats) for seats in ruleset.tables):
            seats = ", ".join(place.seats)
            text = _("Round %(round)d, table %(table)d: this game has no table with the seats %(seats)s")
            yield Message(text, where | {"seats": seats})
        elif bool(place.boards) != bool(ruleset.boards):
            text = _("Round %(round)d, table %(table)d has no boards")
            if not ruleset.boards:
                text = _("Round %(round)d, table %(table)d: this game has no numbered boards")
            yield Message(text, where)


def _has_pairs(place: Place) -> bool:
    """Whether each contestant has both seats of a side."""
    return all(len(place.seats_of(number)) == 2 for number in place.contestants)
