"""Team matches: two teams at two tables, and round robins with whole matches or as American Whist.

With n teams, numbers 1 to n are their first pairs and n + 1 to 2n their second pairs, in the same order.
A match of two teams is whole when both tables have played its boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.movements.howell import longest_howell, rows_of_round
from scoring.movements.lengths import plan_length
from scoring.movements.mitchell import count_tables
from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.words import Message
from scoring.words import mark as _

SLUG = "american-whist"
NAME = _("American Whist")
ROBIN = "team-round-robin"
ROBIN_NAME = _("Round robin of teams")
TWO = "team-match"
TWO_NAME = _("Match of two teams")
MOST_PARTS = 8
USUAL_MATCH = 24


def longest_whist(teams: int) -> int:
    """Rounds until each team has met each other; 0 for under 3 teams."""
    return teams - 1 if teams >= 3 else 0


def american_whist(teams: int, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """Every team meets every other; North-South stay at their home table, nearly nothing is shared.

    With an odd number boards go up one table and visitors two, so that at B's table, when A visits it, lie
    the boards that lie at A's table when B visits that. With an even number see `_even_visits`. Raises
    MovementError.
    """
    longest = longest_whist(teams)
    if not longest:
        text = _("%(name)s wants 3 teams or more; %(teams)d is not possible")
        raise MovementError("teams", text, name=Message(NAME), teams=teams)
    rounds, boards = plan_length(longest, rounds=rounds or longest, boards_per_round=boards_per_round)
    visits = _odd_visits(teams, rounds) if teams % 2 else _even_visits(teams, rounds)
    places = [
        _visit(teams, step, table, visit, boards)
        for step, visit in enumerate(visits, start=1)
        for table in range(teams)
    ]
    notes = _whist_notes(teams, rounds, boards)
    return make_movement(SLUG, NAME, places, notes=notes, teams=teams)


@dataclass(frozen=True, slots=True)
class _Visit:
    """A round: at home table t sits team t - ``team``, on the set of boards t - ``boards``.

    Without ``boards`` both tables of each match play it in this round, on a set of their own.
    """

    team: int
    boards: int | None


def _visit(teams: int, step: int, table: int, visit: _Visit, boards_per_round: int) -> Place:
    visitors = teams + (table - visit.team) % teams + 1
    if visit.boards is None:
        dealt = (teams if step > 1 else 0) + table % (teams // 2) + 1
    else:
        dealt = (table - visit.boards) % teams + 1
    return Place(step, table + 1, seat_pairs(table + 1, visitors), board_set(dealt, boards_per_round))


def _odd_visits(teams: int, rounds: int) -> list[_Visit]:
    return [_Visit(2 * step, step) for step in range(1, rounds + 1)]


def _even_visits(teams: int, rounds: int) -> list[_Visit]:
    """Two rounds make each match whole; those who sit half the room apart play theirs in the last.

    In two rounds, visitors come from d tables further down, and then from d further up: with boards x
    tables down, and then x - d, both tables of each match play the same. Over all d the numbers x and
    x - d must differ, or somebody would meet a board again: an even starter of the cyclic group. In the
    last round no set is new to both teams of a match, so each match has one of its own.
    """
    found = []
    for distance, (one, other) in list(_even_starter(teams))[: rounds // 2]:
        found += [_Visit(distance, one), _Visit(-distance, other)]
    if rounds % 2:
        found.append(_Visit(teams // 2, None))
    return found


def _even_starter(teams: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each difference from 1 to teams / 2 - 1 with its two numbers modulo ``teams``, all of them distinct.

    Even differences lie round 0, odd ones next to them round the middle of what is left.
    """
    middle = (teams // 2 - 1) // 2 + teams // 4
    for distance in range(1, teams // 2):
        if distance % 2 == 0:
            yield distance, (distance // 2, -distance // 2)
        else:
            yield distance, (middle + 1 + distance // 2, middle - distance // 2)


def _whist_notes(teams: int, rounds: int, boards_per_round: int) -> tuple[Message, ...]:
    is_all = rounds == teams - 1
    notes = [Message(_("Every team meets every other") if is_all else _("No two teams meet twice"))]
    text = _("Rounds: %(rounds)d; boards a match: %(boards)d")
    notes.append(Message(text, _length(rounds, boards_per_round)))
    notes += map(Message, _ODD_NOTES if teams % 2 else _EVEN_NOTES[rounds % 2])
    if teams % 2 and not is_all:
        notes.append(Message(_("Matches that only one table has played do not count")))
    return tuple(notes)


_ODD_NOTES = (
    _("No boards are shared"),
    _("North-South stay at home; East-West go up two tables before each round, also the first"),
    _("Boards go up one table before each round"),
)
_EVEN_NOTES = (
    (
        _("No boards are shared"),
        _("North-South stay at home; the guide cards say where East-West and the boards go"),
        _("After every second round two matches of each team are whole: a break to score them up"),
    ),
    (
        _("North-South stay at home; the guide cards say where East-West and the boards go"),
        _("After every second round two matches of each team are whole: a break to score them up"),
        _("In the last round the two tables of a match share their boards, which nobody has met"),
    ),
)


def longest_robin(teams: int) -> int:
    """Rounds until each team has met each other, 0 where that is impossible: it wants 3 to 80 teams."""
    return teams if teams == 3 else longest_howell(teams)


def team_round_robin(
    teams: int, *, rounds: int | None = None, boards_per_round: int | None = None
) -> Movement:
    """In each round whole matches, team against team, and nobody twice; of an odd number one has a bye.

    North-South stay at their home table and East-West visit the opponents' home. Both tables of a match
    play the same boards in the same round, and no other match has them then; over all the rounds no team
    meets a board twice. (Who meets whom with which boards are those of a Howell.) Raises MovementError.
    """
    longest = longest_robin(teams)
    if not longest:
        text = _("%(name)s wants 3 to 80 teams; %(teams)d is not possible")
        raise MovementError("teams", text, name=Message(ROBIN_NAME), teams=teams)
    rounds, boards_per_round = plan_length(
        longest, rounds=rounds or longest, boards_per_round=boards_per_round
    )
    places = [place for step in range(1, rounds + 1) for place in _matches(teams, step, boards_per_round)]
    notes = _robin_notes(teams, rounds, boards_per_round)
    return make_movement(ROBIN, ROBIN_NAME, places, notes=notes, teams=teams)


def _matches(teams: int, step: int, boards_per_round: int) -> Iterator[Place]:
    for one, other, dealt in rows_of_round(count_tables(teams), step):
        boards = board_set(dealt, boards_per_round)
        for home, visitor in ((one, other), (other, one)) if max(one, other) <= teams else ():
            yield Place(step, home, seat_pairs(home, teams + visitor), boards)


def _robin_notes(teams: int, rounds: int, boards_per_round: int) -> tuple[Message, ...]:
    complete = _("Every team meets every other")
    notes = [
        Message(complete if rounds == longest_robin(teams) else _("No two teams meet twice")),
        Message(_("Rounds: %(rounds)d; boards a match: %(boards)d"), _length(rounds, boards_per_round)),
        Message(_("North-South stay at home; East-West go to the home table of the opponents")),
        Message(_("The two tables of a match play the same boards and pass them across half-way")),
    ]
    if teams % 2:
        notes.append(Message(_("One team has a bye in each round, and none has two")))
    if count_tables(teams) <= 3:
        notes.append(Message(_("In some rounds two matches need the same boards")))
    return tuple(notes)


def _length(rounds: int, boards: int) -> dict[str, int]:
    return {"rounds": rounds, "boards": boards}


def whole_matches(movement: Movement) -> tuple[tuple[int, int], ...]:
    """The two teams of each match whose boards both tables have played, ascending."""
    played = {
        (movement.holder(place.seats["N"]), movement.holder(place.seats["E"]), place.boards)
        for place in movement.places
        if place.is_played
    }
    whole = {(ns, ew) for ns, ew, boards in played if ns < ew and (ew, ns, boards) in played}
    return tuple(sorted(whole))


def longest_match(teams: int) -> int:
    """Parts in which two teams may play their match; 0 unless there are two."""
    return MOST_PARTS if teams == 2 else 0


def team_match(teams: int = 2, *, rounds: int | None = None, boards_per_round: int | None = None) -> Movement:
    """A match in so many parts; both tables play the same boards in each, and team 2 changes tables.

    So each pair meets both pairs of the other team. Raises MovementError.
    """
    if teams != 2:
        raise MovementError("teams", _("a match is between two teams; not %(teams)d"), teams=teams)
    parts = 2 if rounds is None else rounds
    if not 1 <= parts <= MOST_PARTS:
        text = _("this movement has 1 to %(longest)d rounds; %(rounds)d is not possible")
        raise MovementError("rounds", text, longest=MOST_PARTS, rounds=parts)
    boards = max(1, USUAL_MATCH // parts) if boards_per_round is None else boards_per_round
    places = [place for part in range(1, parts + 1) for place in _part(part, boards)]
    notes = [
        Message(_("Parts: %(parts)d; boards a part: %(boards)d"), {"parts": parts, "boards": boards}),
        Message(_("Team 1 is North-South at table 1 and East-West at table 2; both play the same boards")),
    ]
    if parts > 1:
        notes.append(Message(_("The pairs of team 2 change tables after each part")))
    return make_movement(TWO, TWO_NAME, places, notes=notes, teams=2)


def _part(part: int, boards: int) -> tuple[Place, Place]:
    dealt = board_set(part, boards)
    home, away = (2, 4) if part % 2 else (4, 2)
    return Place(part, 1, seat_pairs(1, away), dealt), Place(part, 2, seat_pairs(home, 3), dealt)
