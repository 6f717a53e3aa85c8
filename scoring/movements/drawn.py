"""DRAWINGS: sessions whose rounds after the first are drawn from what has been played.

Each kind seats a first round and, from a `State`, the following one. A round is a sequence of slots: the
matches table by table, and who has no opponent, in order.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.movements.plan import Movement, MovementError, Place, board_set, make_movement, seat_pairs
from scoring.movements.swiss import (
    Queue,
    Two,
    advance_bracket,
    draw_bracket,
    draw_swiss,
    move_winners,
    start_queue,
)
from scoring.words import Message
from scoring.words import mark as _

SWISS, KNOCK_OUT, PROGRESSIVE, RISE_AND_FLY = "swiss", "knock-out", "progressive", "rise-and-fly"

FEWEST_ROUNDS = 3
USUAL_PROGRESSIVE = 6
MOST_ROUNDS = 60
USUAL_BOARDS = 6


@dataclass(frozen=True, slots=True)
class Slot:
    """A match at a table; or, without a table and a second, who has a bye or waits in line."""

    table: int | None
    first: int
    second: int | None = None

    @property
    def contestants(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    def seats(self, *, second_pairs: int = 0) -> tuple[tuple[int, int, int], ...]:
        """Table, North-South and East-West of the match; none for a bye.

        Where teams play, ``second_pairs`` added to a team's number is that of its second pair, which sits
        East-West.
        """
        if self.table is None or self.second is None:
            return ()
        if not second_pairs:
            return ((self.table, self.first, self.second),)
        one, other = self.first, self.second
        table, second = self.tables(has_teams=True)
        return ((table, one, second_pairs + other), (second, other, second_pairs + one))

    def tables(self, *, has_teams: bool) -> tuple[int, ...]:
        """The table of the match, or both where teams play; none for a bye."""
        if self.table is None:
            return ()
        return (2 * self.table - 1, 2 * self.table) if has_teams else (self.table,)


Slots = tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Two who met, and who goes on as the winner; None while that is open. ``first`` sat North-South.

    ``is_over`` once nothing more is played there, though it may have been a draw.
    """

    round: int
    table: int
    first: int
    second: int
    winner: int | None = None
    is_over: bool = True

    @property
    def key(self) -> Two:
        """Round and table."""
        return self.round, self.table

    @property
    def contestants(self) -> Two:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class State:
    """What the next round is drawn from.

    ``ranking`` holds everybody who is still here, the best first. ``matches`` are all so far, in the
    order in which they ended. ``slots`` are those of the round drawn last, ``byes`` those who had one.
    ``tables`` are the most at which may be played; 0 for as many as are wanted.
    """

    ranking: tuple[int, ...]
    matches: tuple[Match, ...] = ()
    slots: Slots = ()
    byes: tuple[int, ...] = ()
    tables: int = 0

    @property
    def latest(self) -> tuple[Match, ...]:
        """The last match of each table, by table."""
        found = {match.table: match for match in sorted(self.matches, key=lambda match: match.round)}
        return tuple(found[table] for table in sorted(found))

    @property
    def last_round(self) -> tuple[Match, ...]:
        """The matches of the round played last, by table."""
        last = max((match.round for match in self.matches), default=0)
        return tuple(match for match in self.latest if match.round == last)

    def match_of(self, slot: Slot) -> Match | None:
        """How a slot of the last round was played: at its table, or by who had a bye and got a match."""
        at_table = (match for match in self.last_round if match.table == slot.table)
        found = (match for match in self.last_round if slot.first in match.contestants)
        return next(at_table if slot.table is not None else found, None)

    def sits_at(self, match: Match, number: int) -> bool:
        """Whether somebody is still here and has gone nowhere since this match."""
        own = [each for each in self.matches if number in each.contestants]
        waits = any(slot.table is None and slot.first == number for slot in self.slots)
        is_last = max(own, key=lambda each: each.round, default=None) == match
        return number in self.ranking and is_last and not waits


@dataclass(frozen=True, slots=True)
class Why:
    """A sentence about a draw, with the contestants that it names."""

    text: str
    people: Mapping[str, tuple[int, ...]]


def _explain_nothing(_state: State, _slots: Slots) -> tuple[Why, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A kind of session whose rounds are drawn; ``notes`` are for the director who chooses.

    ``explain`` says of a draw what the rule alone does not: who was passed over, and why.

    ``first`` seats contestants, the best or first listed first, at so many tables at most (0: as many as
    are wanted). ``following`` draws from a state, and raises MovementError where it cannot. ``usual`` and
    ``longest`` are numbers of rounds for a number of contestants, 0 where there is no limit. With
    ``needs_winners`` each match must have one before the draw; ``by_table`` draws for each table by
    itself; ``bye_wins``: who has a bye has won a match. ``takes_latecomers``: who comes late is drawn too.
    ``is_bracket``: the matches of a round lead two by two to those of the next. ``draws_itself``: nobody
    need look at a draw before it is seated. It is not worth offering for fewer than ``fewest`` contestants.
    """

    slug: str
    name: str
    first: Callable[[Sequence[int], int], Slots]
    following: Callable[[State], Slots]
    usual: Callable[[int], int]
    longest: Callable[[int], int]
    notes: tuple[str, ...]
    needs_winners: bool = True
    by_table: bool = False
    bye_wins: bool = False
    takes_latecomers: bool = True
    has_choice_of_rounds: bool = True
    is_bracket: bool = False
    draws_itself: bool = False
    explain: Callable[[State, Slots], tuple[Why, ...]] = _explain_nothing
    fewest: int = 4

    def undecided(self, state: State) -> tuple[Match, ...]:
        """The matches of which somebody must say who goes on before the next round can be drawn."""
        if not self.needs_winners:
            return ()
        asked = [match for match in state.latest if match.is_over] if self.by_table else state.last_round
        return tuple(match for match in asked if match.winner is None)

    def movement(
        self,
        count: int,
        *,
        rounds: int | None = None,
        tables: int = 0,
        boards: int | None = None,
        has_teams: bool = False,
    ) -> Movement:
        """The first round, with what is planned. ``boards`` a round are the same at every table.

        Teams play each match at two tables, with the same boards. Raises MovementError.
        """
        planned = self._planned(count, rounds)
        slots = self.first(range(1, count + 1), tables)
        played = () if boards is None else board_set(1, boards)
        seats = [seated for slot in slots for seated in slot.seats(second_pairs=count if has_teams else 0)]
        places = [Place(1, table, seat_pairs(ns, ew), played) for table, ns, ew in seats]
        entered, teams = (0, count) if has_teams else (count, 0)
        notes = [Message(text) for text in self.notes]
        return make_movement(
            self.slug, self.name, places, entered=entered, notes=notes, planned=planned, teams=teams
        )

    def _planned(self, count: int, rounds: int | None) -> int:
        if count < 2:
            raise MovementError("pairs", _("a match needs two pairs"))
        longest = self.longest(count) or MOST_ROUNDS
        planned = self.usual(count) if rounds is None or not self.has_choice_of_rounds else rounds
        if planned > longest:
            text = _("%(pairs)d pairs can play 1 to %(longest)d rounds before two meet again; not %(rounds)d")
            raise MovementError("rounds", text, pairs=count, longest=longest, rounds=planned)
        return planned


# --- Swiss --------------------------------------------------------------------------------------


def _first_swiss(numbers: Sequence[int], _tables: int) -> Slots:
    """Neighbours in the list meet; with an odd number the last has the bye."""
    return _swiss(State(tuple(numbers)))


def _swiss(state: State) -> Slots:
    met = [match.contestants for match in state.matches]
    draw = draw_swiss(state.ranking, met, state.byes)
    north = Counter(match.first for match in state.matches)
    matches = [two if north[two[0]] <= north[two[1]] else two[::-1] for two in draw.matches]
    bye = () if draw.bye is None else (Slot(None, draw.bye),)
    return (*_at_tables(matches), *bye)


def _at_tables(matches: Iterable[Two]) -> Slots:
    return tuple(Slot(table, *two) for table, two in enumerate(matches, start=1))


def _explain_swiss(state: State, slots: Slots) -> tuple[Why, ...]:
    """Who has the bye and why, and each who does not meet the next in the ranking."""
    met = {frozenset(match.contestants) for match in state.matches}
    rest = list(state.ranking)
    found = []
    for slot in slots:
        if slot.second is None:
            found.append(_explain_bye(state, slot.first))
            rest.remove(slot.first)
    for slot in slots:
        if slot.second is not None:
            one, other = sorted(slot.contestants, key=rest.index)
            passed = rest[rest.index(one) + 1 : rest.index(other)]
            found += _explain_float(one, other, passed, met)
            rest = [number for number in rest if number not in slot.contestants]
    if repeats(slots, state.matches):
        found.append(Why(_("No draw was found in which nobody meets again."), {}))
    return tuple(found)


def _explain_bye(state: State, number: int) -> Why:
    below = state.ranking[state.ranking.index(number) + 1 :]
    if not below:
        return Why(_("%(name)s has the bye, as the last of the ranking."), {"name": (number,)})
    people = {"name": (number,), "others": tuple(below)}
    if set(below) <= set(state.byes):
        return Why(_("%(name)s has the bye; further down in the ranking, who had one: %(others)s."), people)
    return Why(_("%(name)s has the bye, and none of these, so that fewer meet again: %(others)s."), people)


def _explain_float(
    one: int, other: int, passed: Sequence[int], met: Collection[frozenset[int]]
) -> Iterable[Why]:
    """Why somebody does not meet those who stand between them in the ranking of who is left."""
    known = tuple(number for number in passed if frozenset((one, number)) in met)
    left = tuple(number for number in passed if number not in known)
    people = {"name": (one,), "other": (other,)}
    if known and not left:
        text = _("%(name)s meets %(other)s further down, having met before: %(passed)s.")
        yield Why(text, people | {"passed": known})
    elif left:
        text = _(
            "%(name)s meets %(other)s further down, so that the rest need not meet again: not %(passed)s."
        )
        yield Why(text, people | {"passed": tuple(passed)})


def longest_swiss(count: int) -> int:
    """Rounds in which nobody need meet anybody twice."""
    return max(0, count - 1 + count % 2)


def _usual_swiss(count: int) -> int:
    return min(longest_swiss(count), max(FEWEST_ROUNDS, rounds_to_win(count)))


def repeats(slots: Iterable[Slot], matches: Iterable[Match]) -> tuple[tuple[Slot, int], ...]:
    """The slots whose two have met, each with the round in which they last did."""
    met = {frozenset(match.contestants): match.round for match in matches}
    found = ((slot, met.get(frozenset(slot.contestants))) for slot in slots if slot.second is not None)
    return tuple((slot, last) for slot, last in found if last is not None)


# --- knock-out ----------------------------------------------------------------------------------


def rounds_to_win(count: int) -> int:
    """The rounds after which one of so many is left undefeated."""
    return max(0, count - 1).bit_length()


def _first_knock_out(numbers: Sequence[int], _tables: int) -> Slots:
    return _bracket(draw_bracket(numbers))


def _bracket(matches: Iterable[tuple[int | None, int | None]]) -> Slots:
    """The slots of a round in the order of the bracket; tables are numbered over the matches played."""
    slots: list[Slot] = []
    for first, second in matches:
        here = [number for number in (first, second) if number is not None]
        table = sum(slot.table is not None for slot in slots) + 1
        slots.append(Slot(table, *here) if len(here) == 2 else Slot(None, here[0]))
    return tuple(slots)


def _following_knock_out(state: State) -> Slots:
    """Who has won goes on; for a winner who has gone home, whoever they beat."""
    matches = [_left_in(state, slot) for slot in state.slots]
    winners = {match.winner for match in state.last_round if match.winner is not None}
    following = advance_bracket(matches, winners)
    if not following:
        raise MovementError("rounds", _("the final has been played"))
    return _bracket(following)


def _left_in(state: State, slot: Slot) -> Two | tuple[int, None]:
    """The two of a match who are still here, or the one; as it was played, whatever was drawn."""
    match = state.match_of(slot)
    played = match.contestants if match else slot.contestants
    here = [number for number in played if number in state.ranking]
    if not here:
        raise MovementError("winners", _("both of a match have gone home; undo one of these changes"))
    return (here[0], here[1]) if len(here) == 2 else (here[0], None)


# --- progressive --------------------------------------------------------------------------------


def _first_in_line(numbers: Sequence[int], tables: int) -> Slots:
    return _queued(start_queue(numbers, tables or len(numbers) // 2))


def _queued(queue: Queue) -> Slots:
    return (*_at_tables(queue.tables), *(Slot(None, number) for number in queue.waiting))


def _progressive(state: State) -> Slots:
    played = state.last_round
    tables = [match.contestants for match in played]
    winners = {match.winner for match in played if match.winner is not None}
    line = _line(state, playing={number for two in tables for number in two})
    moved = move_winners(tables, winners, line)
    return _queued(_without_gaps(moved, state))


def _line(state: State, playing: Iterable[int]) -> tuple[int, ...]:
    """Who waits, in the order of the line; who has come since stands at its end."""
    taken = set(playing)
    waited = [slot.first for slot in state.slots if slot.table is None]
    known = [number for number in waited if number in state.ranking and number not in taken]
    new = [number for number in sorted(state.ranking) if number not in taken and number not in known]
    return (*known, *new)


def _without_gaps(queue: Queue, state: State) -> Queue:
    """The tables without those who have gone home: the line fills the seats, then tables close up."""
    seats = [number for two in queue.tables for number in two if number in state.ranking]
    people = [*seats, *(number for number in queue.waiting if number in state.ranking)]
    most = state.tables or len(people) // 2
    if len(people) < 2:
        raise MovementError("pairs", _("a match needs two pairs"))
    return start_queue(people, most)


# --- rise and fly -------------------------------------------------------------------------------


def _rise_and_fly(state: State) -> Slots:
    """For each table whose match has ended: the winner stays, and the first in line sits down.

    Who loses goes to the end of the line, in the order in which the matches ended. The answer holds the
    new matches and then the line.
    """
    free = [match for match in state.matches if match in state.latest and match.winner is not None]
    if not free:
        raise MovementError("winners", _("no table has finished its match"))
    busy = {number for match in state.latest if match.winner is None for number in match.contestants}
    at_table = {number for match in free for number in match.contestants if state.sits_at(match, number)}
    line = list(_line(state, busy | at_table))
    matches: list[Slot] = []
    for match in free:
        line += [number for number in match.contestants if number in at_table and number != match.winner]
        seated = [match.winner] if match.winner in at_table else []
        seated += [line.pop(0) for _chair in range(min(2 - len(seated), len(line)))]
        if len(seated) == 2:
            matches.append(Slot(match.table, *seated))
        else:
            line = [*seated, *line]
    matches.sort(key=lambda slot: slot.table or 0)
    return (*matches, *(Slot(None, number) for number in line))


def _open_tables(numbers: Sequence[int], tables: int) -> Slots:
    """One or two fewer than fit, unless told otherwise, so that somebody waits for a seat."""
    return _first_in_line(numbers, tables or max(1, (len(numbers) - 1) // 2))


_ALL = (
    Drawing(
        SWISS,
        _("Swiss"),
        _first_swiss,
        _swiss,
        _usual_swiss,
        longest_swiss,
        notes=(
            _("Each round is drawn from the ranking after the one before; you see it before it counts"),
            _("Neighbours in the ranking meet, and nobody meets anybody twice"),
        ),
        needs_winners=False,
        bye_wins=True,
        explain=_explain_swiss,
    ),
    Drawing(
        KNOCK_OUT,
        _("Knock-out"),
        _first_knock_out,
        _following_knock_out,
        rounds_to_win,
        rounds_to_win,
        notes=(
            _("Who loses is out; the winners go on until one is left"),
            _("The first of the list are set apart: the best two can meet in the final only"),
        ),
        bye_wins=True,
        takes_latecomers=False,
        has_choice_of_rounds=False,
        is_bracket=True,
        fewest=3,
    ),
    Drawing(
        PROGRESSIVE,
        _("Progressive, winners move up"),
        _first_in_line,
        _progressive,
        lambda _count: USUAL_PROGRESSIVE,
        lambda _count: 0,
        notes=(
            _("After each round the winners go up a table; who loses at table 1 goes to the last"),
            _("When time is called the higher score wins"),
        ),
        draws_itself=True,
    ),
    Drawing(
        RISE_AND_FLY,
        _("Rise and fly"),
        _open_tables,
        _rise_and_fly,
        lambda _count: 0,
        lambda _count: 0,
        notes=(
            _("Who wins stays at the table; who loses goes to the end of the line"),
            _("Each table goes on as soon as its match is over"),
        ),
        by_table=True,
        has_choice_of_rounds=False,
        draws_itself=True,
        fewest=3,
    ),
)

DRAWINGS: Mapping[str, Drawing] = {drawing.slug: drawing for drawing in _ALL}
