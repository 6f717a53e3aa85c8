"""Mitchells with one winner: the boards are turned for some rounds, or at some tables.

Turning all tables for about one round in eight is easy to announce. Turning single tables, chosen so
that all pairs are compared evenly, is fairer, and wants guide cards.
"""

from collections.abc import Callable
from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.mitchell import (
    longest_share_relay,
    longest_skip,
    longest_straight,
    share_relay_mitchell,
    skip_mitchell,
    straight_mitchell,
)
from scoring.movements.plan import Movement, MovementError, make_movement
from scoring.movements.weave import longest_weave, weave_mitchell
from scoring.words import Message
from scoring.words import mark as _

ARROW = "arrow-switched-mitchell"
SCRAMBLED = "scrambled-mitchell"
NAMES = {ARROW: _("Arrow-switched Mitchell"), SCRAMBLED: _("Scrambled Mitchell")}
_REASONS = {
    ARROW: _("One winner: a Mitchell of which some rounds are arrow-switched"),
    SCRAMBLED: _("One winner: a Mitchell turned at single tables, so that all pairs are compared evenly"),
}


def longest_switched(pairs: int) -> int:
    """Rounds of a complete Mitchell for so many pairs, 0 where there is none."""
    return longest_straight(pairs) or longest_share_relay(pairs)


def arrow_switched_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """A Mitchell with its last rounds arrow-switched. Raises MovementError."""
    build = _choose(ARROW, pairs, rounds, boards_per_round)
    movement = build(pairs, rounds=rounds, boards_per_round=boards_per_round, winners=1)
    return _renamed(ARROW, movement, movement.notes[1:])


@cache
def scrambled_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """A Mitchell with single tables turned, for the most even comparison. Raises MovementError."""
    build = _choose(SCRAMBLED, pairs, rounds, boards_per_round)
    movement = build(pairs, rounds=rounds, boards_per_round=boards_per_round)
    if movement.rounds == longest_weave(pairs):
        movement = weave_mitchell(pairs, rounds=rounds, boards_per_round=boards_per_round)
    turned = Message(_("Guide cards say who sits North-South"))
    places = tuple(balance_arrows(movement.places))
    scrambled = make_movement(SCRAMBLED, movement.name, places, entered=pairs)
    return _renamed(SCRAMBLED, scrambled, (*movement.notes[1:-1], turned))


def _choose(
    slug: str, pairs: int, rounds: int | None, boards_per_round: int | None
) -> Callable[..., Movement]:
    """Straight with odd tables; with even ones skip where that is as long, else share and relay."""
    if not longest_switched(pairs):
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAMES[slug]), pairs=pairs)
    if longest_straight(pairs):
        return straight_mitchell
    wanted = rounds or share_relay_mitchell(pairs, boards_per_round=boards_per_round).rounds
    return skip_mitchell if wanted <= longest_skip(pairs) else share_relay_mitchell


def _renamed(slug: str, movement: Movement, notes: tuple[Message, ...]) -> Movement:
    entered = max(movement.contestants)
    reasons = (Message(_REASONS[slug]), *notes)
    return make_movement(slug, NAMES[slug], movement.places, entered=entered, winners=1, notes=reasons)
