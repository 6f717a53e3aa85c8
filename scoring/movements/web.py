"""Web Mitchell: more tables than rounds, and yet everybody plays all the boards, of which there are copies.

North-South sit still and East-West go up one table. With R rounds (odd) there are R sets. At the lower
tables set and table rise together and the boards go down; at the upper tables, H and beyond, they fall
together and the boards go up. A pair that passes from the lower to the upper tables finds there, backwards,
what it has not met below; that works out where twice H and the number of tables differ by a multiple of R.
With an even number of rounds all tables play the same set at the same time.
"""

from dataclasses import dataclass, replace
from functools import cache

from scoring.movements.arrows import balance_arrows
from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import count_note, count_tables
from scoring.movements.plan import (
    Movement,
    MovementError,
    Place,
    board_set,
    find_shares,
    make_movement,
    seat_pairs,
)
from scoring.words import Message
from scoring.words import mark as _

SLUG = "web-mitchell"
NAME = _("Web Mitchell")
SCRAMBLED = "scrambled-web-mitchell"
SCRAMBLED_NAME = _("Scrambled web Mitchell")
FEWEST_TABLES = 4


def longest_web(pairs: int) -> int:
    """Most rounds, 0 where it is impossible: fewer than there are tables, of which it wants 4."""
    tables = count_tables(pairs)
    return tables - 1 if tables >= FEWEST_TABLES else 0


def web_mitchell(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """All the boards for everybody; two winners. An odd number of rounds needs the fewest copies.

    Raises MovementError.
    """
    return _build(pairs, rounds, boards_per_round, 2)


def scrambled_web(pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """The same with one winner: the boards are turned at some tables, for the most even comparison."""
    return _build(pairs, rounds, boards_per_round, 1)


@cache
def _build(pairs: int, rounds: int | None, boards_per_round: int | None, winners: int) -> Movement:
    longest = longest_web(pairs)
    if not longest:
        text = _("%(name)s is not possible with %(pairs)d pairs")
        raise MovementError("pairs", text, name=Message(NAME), pairs=pairs)
    if rounds is None:
        rounds = _usual_rounds(longest, boards_per_round)
    rounds, boards_per_round = plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)
    web = _Web(count_tables(pairs), rounds)
    places = [
        _place(web, round_number, table, pairs, boards_per_round)
        for round_number in range(1, rounds + 1)
        for table in range(1, web.tables + 1)
    ]
    places = balance_arrows(places) if winners == 1 else places
    slug, name = (SLUG, NAME) if winners == 2 else (SCRAMBLED, SCRAMBLED_NAME)
    movement = make_movement(slug, name, places, entered=pairs, winners=winners)
    return replace(movement, notes=_notes(web, movement, boards_per_round))


def _usual_rounds(longest: int, boards_per_round: int | None) -> int:
    rounds, _boards = plan_length(longest, rounds=None, boards_per_round=boards_per_round)
    return rounds if rounds % 2 or rounds == 1 else rounds - 1


@dataclass(frozen=True, slots=True)
class _Web:
    tables: int
    rounds: int

    @property
    def lower(self) -> int:
        """How many tables are lower ones."""
        if self.tables % 2 == 0:
            return self.tables // 2
        return (self.tables + self.rounds) // 2

    def set_number(self, step: int, table: int) -> int:
        """The board set at a table, both counted from 0, as are the sets."""
        if self.rounds % 2 == 0:
            return step
        if table < self.lower:
            return (table + step) % self.rounds
        return (2 * self.lower - 2 - table - step) % self.rounds


def _place(web: _Web, round_number: int, table: int, pairs: int, boards_per_round: int) -> Place:
    step = round_number - 1
    visitors = web.tables + (table - 1 - step) % web.tables + 1
    boards = board_set(web.set_number(step, table - 1) + 1, boards_per_round)
    return Place(round_number, table, seat_pairs(table, visitors if visitors <= pairs else None), boards)


def _notes(web: _Web, movement: Movement, boards_per_round: int) -> tuple[Message, ...]:
    copies = max((len(share.tables) for share in find_shares(movement)), default=1)
    return (
        Message(_("Everybody plays all the boards, of which you need %(copies)d copies"), {"copies": copies}),
        count_note(web.rounds, boards_per_round, movement.places),
        Message(_("North-South stay; East-West move up one table")),
        *_board_notes(web),
        *_phantom_notes(web, movement),
        _winner_note(movement.winners),
    )


def _board_notes(web: _Web) -> tuple[Message, ...]:
    if web.rounds % 2 == 0:
        return (Message(_("All tables play the same boards in each round")),)
    low, high = {"last": web.lower}, {"first": web.lower + 1, "last": web.tables}
    return (
        Message(_("At tables 1 to %(last)d boards go down a set after each round"), low),
        Message(_("At tables %(first)d to %(last)d boards go up a set after each round"), high),
    )


def _phantom_notes(web: _Web, movement: Movement) -> tuple[Message, ...]:
    missing = 2 * web.tables
    if missing in movement.contestants:
        return ()
    text = _("There is no pair %(number)d: the pair that would meet it sits out that round")
    return (Message(text, {"number": missing}),)


def _winner_note(winners: int) -> Message:
    if winners == 2:
        return Message(_("Two winners: one pair North-South and one East-West"))
    return Message(_("One winner: guide cards say where the boards are turned"))
