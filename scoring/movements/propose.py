"""Which movement suits those who are here: every possible one, the best first, with plain reasons."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.movements import (
    barometer,
    cyclic,
    few,
    howell,
    individual,
    mitchell,
    rover,
    sections,
    switched,
    teams,
    weave,
    web,
)
from scoring.movements.balance import ENOUGH, Balance, balance, count_minutes, measure_minutes
from scoring.movements.lengths import MOST_BOARDS, complete_length, plan_length
from scoring.movements.measure import measure
from scoring.movements.missing import build_missing
from scoring.movements.mitchell import count_tables
from scoring.movements.mixed import BOARDS_PER_ROUND, SEATINGS, Seating, mixed, threes
from scoring.movements.plan import Movement, MovementError, find_shares
from scoring.words import Message
from scoring.words import mark as _

FEWEST_PAIRS = 4
MOST_TABLES_OF_A_HOWELL = {None: 4, 1: 7}  # up to so many tables, a Howell is the better choice
USUAL_COPIES = 2  # two tables can share one set by passing the boards on
MOST_TABLES_OF_A_SET = 14  # a larger field is given more sets than one, unless it is said how many there are
MOST_BOARDS_A_ROUND = 9
COPIED = (web.SLUG, web.SCRAMBLED, sections.SLUG, barometer.SLUG)
LONG = (howell.SLUG, cyclic.REDUCED, cyclic.HESITATION)

Build = Callable[..., Movement]


@dataclass(frozen=True, slots=True)
class _Way:
    """A kind of movement for pairs. ``rank`` orders kinds that are otherwise as good.

    It is of use for more rounds than ``above`` gives for a number of pairs. Where turning boards takes time,
    ``alike`` builds one of the same length, or ``plan`` gives the length.
    """

    longest: Callable[[int], int]
    build: Build
    winners: int
    rank: int
    above: Callable[[int], int] = lambda pairs: 0
    alike: Build | None = None
    plan: Callable[..., tuple[int, int]] | None = None


_WAYS = (
    _Way(mitchell.longest_straight, mitchell.straight_mitchell, 2, 0),
    _Way(mitchell.longest_skip, mitchell.skip_mitchell, 2, 0),
    _Way(mitchell.longest_share_relay, mitchell.share_relay_mitchell, 2, 0),
    _Way(weave.longest_weave, weave.weave_mitchell, 2, 2),
    _Way(rover.longest_rover, rover.rover_mitchell, 2, 1),
    _Way(web.longest_web, web.web_mitchell, 2, 2),
    _Way(sections.longest_sections, sections.sectioned_mitchell, 2, 2),
    _Way(howell.longest_howell, howell.howell, 1, 3, plan=complete_length),
    _Way(cyclic.longest_reduced, cyclic.reduced_howell, 1, 4, plan=plan_length),
    _Way(cyclic.longest_hesitation, cyclic.hesitation_mitchell, 1, 4, plan=plan_length),
    _Way(
        switched.longest_switched,
        switched.scrambled_mitchell,
        1,
        4,
        alike=switched.arrow_switched_mitchell,
    ),
    _Way(switched.longest_switched, switched.arrow_switched_mitchell, 1, 5),
    _Way(web.longest_web, web.scrambled_web, 1, 6, alike=web.web_mitchell),
    _Way(barometer.longest_barometer, barometer.barometer, 1, 6),
    _Way(few.longest_lines, few.two_lines, 2, 7),
    _Way(few.longest_repeated, few.repeated_howell, 1, 7, howell.longest_howell, plan=plan_length),
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a director asks of a movement for pairs; None leaves it open.

    ``copies`` are the sets of boards at hand, ``minutes`` what there is to play, ``still`` how many pairs
    must keep their seats all the time. ``missing`` is ``"NS"`` where an odd number of pairs leaves a
    Mitchell without a North-South pair, otherwise it lacks one East-West.
    """

    boards_per_round: int | None = None
    winners: int | None = None
    rounds: int | None = None
    copies: int | None = None
    minutes: int | None = None
    still: int = 0
    missing: str = ""


def propose_pairs(
    pairs: int,
    boards_per_round: int | None = None,
    winners: int | None = None,
    *,
    rounds: int | None = None,
    copies: int | None = None,
    minutes: int | None = None,
    still: int = 0,
    missing: str = "",
) -> tuple[Movement, ...]:
    """The movements for so many pairs, best first; each says in its notes what speaks for it.

    See Wish for what restricts them; what would take too long is made shorter. First come those that give
    everybody 70 % of the boards; a Howell leads in a small room; then the most rounds, and among equals what
    shares no boards. The answer is empty where nothing fits all the wishes. Raises MovementError for under 4
    pairs, another number of winners, or more rounds than anything lasts.
    """
    wish = Wish(boards_per_round, winners, rounds, copies, minutes, still, missing)
    _check(pairs, wish)
    found = [
        _Found(movement, balance(movement), way) for way in _WAYS for movement in _build(way, pairs, wish)
    ]
    fitting = [entry for entry in found if _fits(entry, pairs, wish)]
    useful = [entry for entry in fitting if not _is_stunted(entry)] or fitting
    ranked = sorted(useful, key=lambda entry: _order(entry, pairs, wish))
    return tuple(_with_reasons(entry.movement, entry.measured) for entry in ranked)


@dataclass(frozen=True, slots=True)
class _Found:
    movement: Movement
    measured: Balance
    way: _Way


def _check(pairs: int, wish: Wish) -> None:
    if wish.winners not in (None, 1, 2):
        raise MovementError("winners", _("there can be one winner or two"))
    if pairs < FEWEST_PAIRS:
        text = _("a movement needs %(fewest)d pairs; there are %(pairs)d")
        raise MovementError("pairs", text, fewest=FEWEST_PAIRS, pairs=pairs)
    longest = max(way.longest(pairs) for way in _WAYS)
    if wish.rounds is not None and not 1 <= wish.rounds <= longest:
        text = _("so many pairs can play 1 to %(longest)d rounds; not %(rounds)d")
        raise MovementError("rounds", text, longest=longest, rounds=wish.rounds)


def _build(way: _Way, pairs: int, wish: Wish) -> Iterator[Movement]:
    is_long_enough = way.above(pairs) < (wish.rounds or 1) <= way.longest(pairs)
    is_wanted = wish.winners in (None, way.winners)
    if is_long_enough and is_wanted and not _is_hopeless(way, pairs, wish):
        length: tuple[int | None, int | None] | None = (wish.rounds, wish.boards_per_round)
        if wish.minutes is not None and _minutes(way, pairs, wish) > wish.minutes:
            length = _shorter(way, pairs, wish)
        if length:
            rounds, boards = length
            yield build_missing(way.build, pairs, wish.missing, rounds=rounds, boards_per_round=boards)


def _minutes(way: _Way, pairs: int, wish: Wish) -> int:
    """How long a movement of this kind lasts where nobody looks at the clock."""
    length = {"rounds": wish.rounds, "boards_per_round": wish.boards_per_round}
    if way.plan:
        return count_minutes(*way.plan(way.longest(pairs), **length))
    return measure_minutes(build_missing(way.alike or way.build, pairs, wish.missing, **length))


def _shorter(way: _Way, pairs: int, wish: Wish) -> tuple[int, int] | None:
    """The rounds, and boards a round, that make the most of the minutes there are; None for too few.

    Most boards, if everybody plays enough of those in play; else most rounds.
    """
    longest, minutes = way.longest(pairs), wish.minutes or 0
    counts = [wish.rounds] if wish.rounds else range(way.above(pairs) + 1, longest + 1)
    sizes = [wish.boards_per_round] if wish.boards_per_round else range(1, MOST_BOARDS_A_ROUND + 1)
    lengths = [(r, b) for r in counts for b in sizes if count_minutes(r, b) <= minutes]

    def worth(length: tuple[int, int]) -> tuple[bool, int, int]:
        rounds, boards = length
        is_enough = rounds >= ENOUGH * longest
        return is_enough, rounds * boards if is_enough else rounds, boards

    return max(lengths, key=worth, default=None)


def _is_hopeless(way: _Way, pairs: int, wish: Wish) -> bool:
    """Whether it is plain before turning boards, which takes time, that a movement will not do.

    A Howell of many tables cannot give anybody enough of the boards in an evening; a barometer and a web
    want copies of them.
    """
    copies = _most_copies(pairs, wish)
    if way.build is howell.howell:
        return wish.rounds is None and way.longest(pairs) * ENOUGH > MOST_BOARDS
    if way.build is web.scrambled_web:
        length = {"rounds": wish.rounds, "boards_per_round": wish.boards_per_round}
        shares = find_shares(web.web_mitchell(pairs, **length))
        return any(len(share.tables) > copies for share in shares)
    if way.build is few.two_lines:
        return wish.winners != 2
    return way.build is barometer.barometer and pairs // 2 > copies


def _most_copies(pairs: int, wish: Wish) -> int:
    """How many tables may need the same boards at once."""
    return max(USUAL_COPIES, wish.copies or -(-count_tables(pairs) // MOST_TABLES_OF_A_SET))


def _fits(entry: _Found, pairs: int, wish: Wish) -> bool:
    """Whether a movement keeps to the wishes; a Howell of three tables shares a set at the end."""
    measured = entry.measured
    is_howell = entry.movement.slug in (howell.SLUG, few.REPEATED) and wish.copies is None
    return (
        (is_howell or measured.copies <= _most_copies(pairs, wish))
        and (wish.minutes is None or measured.minutes <= wish.minutes)
        and len(measured.still) >= wish.still
    )


def _is_stunted(entry: _Found) -> bool:
    """Whether it is a movement that makes sense at full length only, and cut short."""
    return entry.movement.slug in LONG and entry.measured.share < ENOUGH


def _order(entry: _Found, pairs: int, wish: Wish) -> tuple[bool | int, ...]:
    movement, measured, way = entry.movement, entry.measured, entry.way
    limit = MOST_TABLES_OF_A_HOWELL[1 if wish.winners == 1 else None]
    return (
        wish.copies is not None and movement.slug in COPIED and wish.copies < measured.copies,
        len(movement.places[0].boards) == 1 and wish.boards_per_round is None and wish.minutes is None,
        measured.share < ENOUGH,
        movement.slug in COPIED and (wish.copies or 1) < measured.copies,
        movement.slug != howell.SLUG or count_tables(pairs) > limit,
        way.winners != (wish.winners or 2),
        _evenness(measured, way),
        way.rank,
        -movement.rounds,
        measured.copies > 1,
    )


def _evenness(measured: Balance, way: _Way) -> int:
    """Among movements with one winner, how uneven the comparisons are, in steps of five hundredths."""
    return -(measured.quality // 5) if way.winners == 1 else 0


def _with_reasons(movement: Movement, measured: Balance) -> Movement:
    """The movement with what was measured about it at the end of its notes."""
    notes = [*movement.notes, *_share_reasons(measured), *_even_reasons(movement, measured)]
    notes.append(Message(_("About %(minutes)d minutes"), {"minutes": measured.minutes}))
    if measured.still:
        text = _("Pairs that keep their seats: %(count)d")
        notes.append(Message(text, {"count": len(measured.still)}))
    return replace(movement, notes=tuple(notes))


def _share_reasons(measured: Balance) -> Iterator[Message]:
    if measured.share < 1:
        text = _("Everybody plays at least %(percent)d %% of the boards")
        if measured.share < ENOUGH:
            text = _("Somebody plays only %(percent)d %% of the boards; 70 %% is thought fair")
        yield Message(text, {"percent": int(100 * measured.share)})


def _even_reasons(movement: Movement, measured: Balance) -> Iterator[Message]:
    if movement.winners == 1:
        text = _("Evenness of the comparisons between pairs: %(quality)d of 100")
        yield Message(text, {"quality": measured.quality})


_INDIVIDUALS: tuple[tuple[Callable[[int], int], Build], ...] = (
    (individual.longest_individual, individual.individual),
    (individual.longest_rainbow, individual.rainbow_individual),
)


def propose_players(
    players: int,
    rounds: int = 1,
    boards_per_round: Mapping[int, int] = BOARDS_PER_ROUND,
    *,
    seatings: tuple[Seating, ...] = SEATINGS,
) -> tuple[Movement, ...]:
    """The movements for so many single players, best first: fewest sit-outs, then fewest meetings again.

    Beside tables of the sizes in ``seatings``, tables of three alone where their number allows it, and
    individual movements with a new partner in each round.
    """
    found = [mixed(players, rounds, boards_per_round, seatings=seatings)]
    sizes = {len(seats) for seats in seatings}
    if 3 in sizes and players % 3 == 0 and len(found[0].places[0].seats) != 3:
        found.append(threes(players, rounds, boards_per_round.get(3)))
    for longest, build in _INDIVIDUALS if 4 in sizes else ():
        if rounds <= longest(players):
            found.append(build(players, rounds=rounds, boards_per_round=boards_per_round.get(4) or None))
    return tuple(with_company(movement) for movement in sorted(found, key=company))


def company(movement: Movement) -> tuple[int, int]:
    """What ranks movements of single players, lowest first: sit-outs, then meetings again."""
    measured = measure(movement)
    return sum(measured.sit_outs.values()), measured.repeats


def with_company(movement: Movement) -> Movement:
    """The movement with its meetings again in the notes, and how few there might be."""
    measured = measure(movement)
    if movement.rounds == 1 or not measured.repeats:
        return movement
    text = _("Meetings again: %(repeats)d; no seating can have fewer than %(bound)d")
    params = {"repeats": measured.repeats, "bound": measured.bound}
    return replace(movement, notes=(*movement.notes, Message(text, params)))


_TEAMS: tuple[tuple[Callable[[int], int], Build, int | None], ...] = (
    (teams.longest_match, teams.team_match, None),
    (teams.longest_whist, teams.american_whist, 1),
    (teams.longest_robin, teams.team_round_robin, 1),
)
"""Each with the rounds over which a match goes; None: over all of them."""


def propose_teams(
    count: int, *, rounds: int | None = None, boards_a_match: int | None = None, minutes: int | None = None
) -> tuple[Movement, ...]:
    """The movements for so many teams of four, best first: what shares no boards, then a round robin.

    ``minutes`` is what there is to play; where nothing fits, the answer is empty. Raises MovementError for
    under 2 teams, or more rounds than any of them lasts.
    """
    longest = max(longest(count) for longest, _build, _rounds in _TEAMS)
    if not longest:
        text = _("team matches want 2 teams or more; %(teams)d is not possible")
        raise MovementError("teams", text, teams=count)
    if rounds is not None and not 1 <= rounds <= longest:
        text = _("so many teams can play 1 to %(longest)d rounds; not %(rounds)d")
        raise MovementError("rounds", text, longest=longest, rounds=rounds)
    found = (
        build(count, rounds=rounds, boards_per_round=_part_of(boards_a_match, of_match or rounds or 2))
        for longest_of, build, of_match in _TEAMS
        if longest_of(count) >= (rounds or 1)
    )
    return tuple(each for each in found if minutes is None or measure_minutes(each) <= minutes)


def _part_of(boards: int | None, rounds: int) -> int | None:
    """The boards of a match for each of its rounds, rounded up."""
    return None if boards is None else -(-boards // rounds)
