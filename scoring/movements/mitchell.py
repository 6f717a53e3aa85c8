"""Mitchell movements: North-South sit still, East-West go up one table, boards go down one.

Source of the rows: the rules for odd tables, for the skip and for the bye stand (relay) as played in
clubs everywhere; they are arithmetic modulo the number of tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.movements.lengths import plan_length
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

FEWEST_TABLES = 3
STRAIGHT = "straight-mitchell"
SKIP = "skip-mitchell"
SHARE_RELAY = "share-relay-mitchell"
SEVEN = 7
NAMES = {
    STRAIGHT: _("Mitchell"),
    SKIP: _("Skip Mitchell"),
    SHARE_RELAY: _("Share-and-relay Mitchell"),
}
_REASONS = {
    STRAIGHT: _("An odd number of tables: the plainest movement there is"),
    SKIP: _("No boards are shared; each pair leaves out one opponent"),
    SHARE_RELAY: _("Everybody meets every opponent; two tables share boards"),
}


def count_tables(pairs: int) -> int:
    """Tables for so many pairs; an odd pair needs a table too."""
    return (pairs + 1) // 2


def longest_straight(pairs: int) -> int:
    """Rounds of a complete straight Mitchell, 0 where it is impossible: it wants odd tables."""
    tables = count_tables(pairs)
    return tables if tables >= FEWEST_TABLES and tables % 2 else 0


def longest_skip(pairs: int) -> int:
    """Rounds of a complete skip Mitchell, 0 where it is impossible: it wants even tables."""
    return max(0, longest_share_relay(pairs) - 1)


def longest_share_relay(pairs: int) -> int:
    """Rounds of a complete share-and-relay Mitchell, 0 where it is impossible: it wants even tables."""
    tables = count_tables(pairs)
    return tables if tables >= FEWEST_TABLES and tables % 2 == 0 else 0


def straight_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None, winners: int = 2
) -> Movement:
    """The movement for an odd number of tables. ``winners=1`` adds arrow-switched last rounds."""
    length = _length(
        STRAIGHT, pairs, longest_straight(pairs), rounds=rounds, boards_per_round=boards_per_round
    )
    return _build(_Plan(STRAIGHT, pairs, *length, _count_switched(length[0], winners)))


def skip_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None, winners: int = 2
) -> Movement:
    """For an even number of tables: half-way, East-West go up two tables at once."""
    length = _length(SKIP, pairs, longest_skip(pairs), rounds=rounds, boards_per_round=boards_per_round)
    return _build(_Plan(SKIP, pairs, *length, _count_switched(length[0], winners)))


def share_relay_mitchell(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None, winners: int = 2
) -> Movement:
    """For an even number of tables: the first and last share, a set rests between the middle two."""
    length = _length(
        SHARE_RELAY, pairs, longest_share_relay(pairs), rounds=rounds, boards_per_round=boards_per_round
    )
    return _build(_Plan(SHARE_RELAY, pairs, *length, _count_switched(length[0], winners)))


def _length(
    slug: str, pairs: int, longest: int, *, rounds: int | None, boards_per_round: int | None
) -> tuple[int, int]:
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAMES[slug]), pairs=pairs)
    if (slug, longest, rounds, boards_per_round) == (STRAIGHT, SEVEN, None, None):
        return SEVEN, 4  # 28 boards, so that all meet all and play all the boards
    return plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)


def _count_switched(rounds: int, winners: int) -> int:
    """About one eighth of the rounds where there is to be one winner."""
    if winners not in (1, 2):
        raise MovementError("winners", _("a Mitchell has one winner or two"))
    return max(1, round(rounds / 8)) if winners == 1 else 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """The numbers that make a Mitchell. ``switched`` counts the arrow-switched rounds at the end."""

    slug: str
    pairs: int
    rounds: int
    boards_per_round: int
    switched: int

    @property
    def tables(self) -> int:
        return count_tables(self.pairs)

    @property
    def half(self) -> int:
        return self.tables // 2

    def is_switched(self, round_number: int) -> bool:
        return round_number > self.rounds - self.switched

    def east_west(self, round_number: int, table: int) -> int | None:
        """The pair that visits a table, None for the missing one."""
        step = round_number - 1
        if self.slug == SKIP and round_number > self.half:
            step += 1
        pair = self.tables + (table - 1 - step) % self.tables + 1
        return pair if pair <= self.pairs else None

    def set_number(self, round_number: int, table: int) -> int:
        """The board set at a table; beyond the relay everything lies one further on."""
        shift = 1 if self.slug == SHARE_RELAY and table > self.half else 0
        return (table - 1 + shift + round_number - 1) % self.tables + 1

    def place(self, round_number: int, table: int) -> Place:
        visitors = self.east_west(round_number, table)
        sides = (visitors, table) if self.is_switched(round_number) else (table, visitors)
        boards = board_set(self.set_number(round_number, table), self.boards_per_round)
        return Place(round_number, table, seat_pairs(*sides), boards)


def _build(plan: _Plan) -> Movement:
    places = [
        plan.place(round_number, table)
        for round_number in range(1, plan.rounds + 1)
        for table in range(1, plan.tables + 1)
    ]
    winners = 1 if plan.switched else 2
    return make_movement(plan.slug, NAMES[plan.slug], places, winners=winners, notes=_notes(plan, places))


def _notes(plan: _Plan, places: Iterable[Place]) -> tuple[Message, ...]:
    return (
        Message(_REASONS[plan.slug]),
        count_note(plan.rounds, plan.boards_per_round, places),
        Message(_("North-South stay; East-West move up one table, boards move down one")),
        *_special_notes(plan),
        *_phantom_notes(plan),
        *_winner_notes(plan),
    )


def count_note(rounds: int, boards_per_round: int, places: Iterable[Place]) -> Message:
    """How long everybody plays, and how much of what there is to play."""
    text = _("Rounds: %(rounds)d; boards a round: %(each)d; boards to play: %(total)d of %(all)d")
    total, boards = rounds * boards_per_round, {board for place in places for board in place.boards}
    return Message(text, {"rounds": rounds, "each": boards_per_round, "total": total, "all": len(boards)})


def _special_notes(plan: _Plan) -> tuple[Message, ...]:
    if plan.slug == SKIP and plan.rounds > plan.half:
        text = _("After round %(round)d, East-West skip a table: they move up two")
        return (Message(text, {"round": plan.half}),)
    if plan.slug == SHARE_RELAY:
        last, middle = {"last": plan.tables}, {"low": plan.half, "high": plan.half + 1}
        return (
            Message(_("Tables 1 and %(last)d share boards in every round"), last),
            Message(_("A set of boards rests on a stand between tables %(low)d and %(high)d"), middle),
        )
    return ()


def _phantom_notes(plan: _Plan) -> tuple[Message, ...]:
    missing = 2 * plan.tables
    if missing == plan.pairs:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": missing}),)


def _winner_notes(plan: _Plan) -> tuple[Message, ...]:
    if not plan.switched:
        return (Message(_("Two winners: one pair North-South and one East-West")),)
    text = _("One winner: from round %(round)d on, turn the boards, so that North-South hold the other cards")
    return (Message(text, {"round": plan.rounds - plan.switched + 1}),)
