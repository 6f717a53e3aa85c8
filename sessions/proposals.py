"""Which ways of seating a game allows for those who are here, chosen by the game's shape."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from scoring.lines import Ruleset
from scoring.movements import MOVEMENTS, Movement, propose_pairs, propose_players, propose_teams
from scoring.movements.balance import balance
from scoring.movements.drawn import DRAWINGS, SWISS, USUAL_BOARDS
from scoring.movements.matches import matches
from scoring.movements.mixed import mixed
from scoring.movements.plan import MovementError
from scoring.words import Message
from scoring.words import mark as _

__all__ = ["MOVEMENTS", "propose"]


def propose(
    ruleset: Ruleset,
    count: int,
    *,
    rounds: int | None = None,
    boards: Mapping[int, int] | None = None,
    partners: Sequence[tuple[int, int]] = (),
    has_teams: bool = False,
    planned: int | None = None,
    tables: int = 0,
    **wishes,
) -> tuple[Movement, ...]:
    """The movements for ``count`` contestants: teams, or pairs where the game has partnerships, or players.

    ``boards`` are boards a round by players at a table (games without fixed pairs), and ``partners``
    contestants kept together at a table of four; ``wishes`` are those of `propose_pairs`. Where rounds are
    drawn from results, ``planned`` are to be played in all, at ``tables`` at most. The best comes first.
    Raises MovementError where nothing fits.
    """
    if not ruleset.partnerships:
        usual = {size: counts[0] for size, counts in ruleset.boards.items()}
        given = {"boards_per_round": usual | dict(boards or {}), "seatings": ruleset.tables}
        if partners or not usual:
            return (mixed(count, rounds=rounds or 1, partners=partners, **given),)
        return propose_players(count, rounds or 1, **given)
    if not ruleset.boards:
        return _propose_matches(count, rounds or 1, planned=planned, tables=tables)
    if has_teams:
        found = (
            *_propose_teams(count, rounds=rounds, **wishes),
            *_propose_swiss(count, planned, has_teams=True, **wishes),
        )
    else:
        found = propose_pairs(count, rounds=rounds, **wishes)
        found = (*found, *_propose_swiss(count, planned, **wishes))
    if not found:
        raise _refusal(count, rounds=rounds, **wishes)
    return found


WISHES = {
    "still": _("who must keep a seat"),
    "minutes": _("minutes to play"),
    "winners": _("winners"),
    "copies": _("sets of boards at hand"),
    "boards_per_round": _("boards a round"),
    "rounds": _("rounds"),
}


def _refusal(count: int, **wishes) -> MovementError:
    """Why nothing fits: the wish without which something would, if it is a single one."""
    for name, words in WISHES.items():
        if wishes.get(name) and propose_pairs(count, **{**wishes, name: 0 if name == "still" else None}):
            text = _("no movement fits all these wishes; without this one there would be some: %(wish)s")
            return MovementError("movement", text, wish=Message(words))
    return MovementError("movement", _("no movement fits all these wishes; leave one of them open"))


def _propose_matches(count: int, rounds: int, *, planned: int | None, tables: int) -> tuple[Movement, ...]:
    """Whole games, pair against pair: everybody against everybody, or drawn from round to round."""
    ways: list[Callable[[], Movement]] = [
        partial(matches, count, rounds=rounds),
        *(
            partial(drawing.movement, count, rounds=planned, tables=tables)
            for drawing in DRAWINGS.values()
            if count >= drawing.fewest
        ),
    ]
    found, refused = [], []
    for way in ways:
        try:
            found.append(way())
        except MovementError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    return tuple(found)


def _propose_swiss(
    count: int,
    planned: int | None,
    *,
    winners: int | None = None,
    boards_per_round: int | None = None,
    minutes: int | None = None,
    still: int = 0,
    has_teams: bool = False,
    **_others: object,
) -> tuple[Movement, ...]:
    """The Swiss, where there is to be one winner and nobody must keep a seat."""
    drawing = DRAWINGS[SWISS]
    if winners == 2 or still or count < drawing.fewest or (planned or 1) > drawing.longest(count):
        return ()
    movement = drawing.movement(
        count, rounds=planned, boards=boards_per_round or USUAL_BOARDS, has_teams=has_teams
    )
    is_too_long = minutes is not None and balance(movement).minutes * movement.planned > minutes
    return () if is_too_long else (movement,)


def _propose_teams(
    count: int,
    *,
    rounds: int | None = None,
    boards_per_round: int | None = None,
    minutes: int | None = None,
    **_of_pairs,
) -> tuple[Movement, ...]:
    """The movements for so many teams; ``boards_per_round`` are those of a match."""
    return propose_teams(count, rounds=rounds, boards_a_match=boards_per_round, minutes=minutes)
