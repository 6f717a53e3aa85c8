"""With an odd number of pairs, which side of a Mitchell lacks one.

Mitchells are built with a pair missing East-West: whoever sits North-South opposite the gap sits out at
its own table. The other way round, no pair is at home at the last table: each East-West pair that comes
there sits out.
"""

from collections.abc import Callable
from dataclasses import replace

from scoring.movements.plan import Movement, Place, make_movement
from scoring.words import Message
from scoring.words import mark as _

NS = "NS"


def build_missing(
    build: Callable[..., Movement],
    pairs: int,
    missing: str = "",
    *,
    rounds: int | None = None,
    boards_per_round: int | None = None,
) -> Movement:
    """The movement that ``build`` makes; where it has two sides of which one lacks a pair, North-South.

    ``missing`` is ``"NS"`` for that, anything else leaves the movement as it is. One pair more is seated,
    and the pair at home at the last table is left out; those after it move up by a number. Raises
    MovementError.
    """
    length = {"rounds": rounds, "boards_per_round": boards_per_round}
    movement = build(pairs, **length)
    return _without_host(build(pairs + 1, **length)) if missing == NS and has_gap(movement) else movement


def has_gap(movement: Movement) -> bool:
    """Whether North-South and East-West are ranked apart and a pair at some table has no opponent."""
    return movement.winners == 2 and any(len(place.contestants) == 1 for place in movement.places)


def _without_host(full: Movement) -> Movement:
    table = full.tables
    host = max(place.seats["N"] for place in full.in_round(1))
    places = [_leave_out(place, host) for place in full.places]
    text = _("No pair is at home at table %(table)d: the East-West pair that comes there sits out that round")
    notes = (*full.notes[:-1], Message(text, {"table": table}), full.notes[-1])
    return make_movement(full.slug, full.name, places, winners=2, notes=notes)


def _leave_out(place: Place, host: int) -> Place:
    seats = {seat: pair - (pair > host) for seat, pair in place.seats.items() if pair != host}
    return replace(place, seats=seats)
