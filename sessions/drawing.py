"""The next round as it would be drawn now, the director's hand in it, and how many rounds there are to be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.lines import EntryError
from scoring.movements.drawn import MOST_ROUNDS, Match, Slot, Slots, State
from scoring.movements.plan import MovementError
from scoring.words import Message

from . import changing, queries, seatings
from .changes import Key, Room, exchanged
from .changing import Preview
from .models import SeatingChange, Session
from .queries import Night, RankedThen, Side, TableRound
from .services import Actor, RefusedError, lock, touch
from .templatetags.overtrick import figure
from .words import say


@dataclass(frozen=True, slots=True)
class Question:
    """A match of which somebody must say who goes on; ``answer`` is the contestant chosen, if any."""

    match: Match
    sides: tuple[Side, Side]
    answer: int | None

    @property
    def name(self) -> str:
        """The field of a form that answers it."""
        return f"winner-{self.match.round}-{self.match.table}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A slot with the names of those in it."""

    tables: tuple[int, ...]
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be drawn: from which ranking, what is still open, and the draw, where there can be one.

    ``refusal`` says why there is none. ``is_complete`` once all the planned rounds are drawn.
    """

    round: int
    sides: Mapping[int, Side]
    ranking: tuple[RankedThen, ...]
    questions: tuple[Question, ...] = ()
    unfinished: tuple[TableRound, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    preview: Preview | None = None
    values: Mapping | None = None
    refusal: str = ""
    is_complete: bool = False

    @property
    def is_ranked(self) -> bool:
        """Whether anybody has a place yet."""
        return any(row.rank for row in self.ranking)

    @property
    def people(self) -> tuple[Side, ...]:
        """Everybody who is drawn, as a form lists them."""
        return tuple(side for pairing in self.pairings for side in pairing.sides)

    @property
    def order(self) -> str:
        """Everybody drawn, slot by slot, as a form sends it back."""
        return ",".join(str(side.pk) for side in self.people)


def outlook(
    session: Session,
    *,
    answers: Mapping[Key, int] | None = None,
    order: Sequence[int] = (),
    exchange: Sequence[int] = (),
) -> Outlook:
    """The next round, drawn from what has been played so far.

    ``answers`` say who goes on where the table did not, ``order`` puts the same people into the slots in
    another order, and ``exchange`` are two who take each other's place.
    """
    night = queries.load_night(session)
    room = seatings.load_room(session, night)
    return Desk(night, room).draw(answers or {}, order, exchange)


def state_of(night: Night, room: Room) -> State:
    """What a draw looks at."""
    present = room.present()
    ranked = [place.side.pk for place in _places(night) if place.standing.rank is not None]
    order = [key for key in ranked if key in present]
    return State(
        ranking=(*order, *(key for key in present if key not in order)),
        matches=_matches(night),
        slots=next((drawn.slots for drawn in reversed(night.draws) if drawn.slots), ()),
        byes=tuple(bye.contestant for bye in night.byes),
        tables=session_tables(night.session),
    )


def session_tables(session: Session) -> int:
    """The most tables at which may be played; 0 for as many as are wanted."""
    return session.plan.get("tables") or 0


def _places(night: Night) -> list[queries.Place]:
    groups = queries.make_leaderboard(night).groups.values()
    return [place for places in groups for place in places]


def _end(seat: TableRound) -> tuple:
    """Orders tables by when they ended; those that have not come last."""
    moment = seat.ended_at or (seat.last_line.created_at if seat.last_line else None)
    return (not seat.is_complete, moment is None, moment.timestamp() if moment else 0, seat.round, seat.table)


def _matches(night: Night) -> tuple[Match, ...]:
    """The matches in the order in which they ended; the two tables of teams are one match, numbered anew."""
    seats = [seat for seat in sorted(night.rounds, key=_end) if not seat.is_sit_out]
    found = [_match(night, seat) for seat in seats]
    if not night.session.has_teams:
        return tuple(found)
    return tuple(replace(match, table=(match.table + 1) // 2) for match in found if match.table % 2)


def _match(night: Night, seat: TableRound) -> Match:
    first, second = dict.fromkeys(side.pk for side in seat.sides.values())
    winner = night.winner_of(seat) if seat.is_complete or seat.played.key in night.decided else None
    return Match(seat.round, seat.table, first, second, winner, is_over=seat.is_complete)


class Desk:
    """One session at the moment of a draw."""

    def __init__(self, night: Night, room: Room) -> None:
        self.night, self.room, self.session = night, room, night.session
        self.drawing = self.session.drawing
        self.state = state_of(night, room)
        self.round = max(night.round_numbers, default=0) + 1
        self.ranking = tuple(_ranked(night))

    def draw(
        self,
        answers: Mapping[Key, int] = MappingProxyType({}),
        order: Sequence[int] = (),
        exchange: Sequence[int] = (),
        *,
        waits_for_answers: bool = True,
    ) -> Outlook:
        """The draw, once everybody knows who goes on; or else of those who can without an answer."""
        asked = self.drawing.undecided(self.state)
        decided = {
            match.key: answers[match.key] for match in asked if answers.get(match.key) in match.contestants
        }
        found = Outlook(
            round=self.round,
            sides=self.night.sides,
            ranking=self.ranking,
            questions=tuple(self._question(match, decided) for match in asked),
            unfinished=self._unfinished(),
            is_complete=0 < self.session.planned_rounds < self.round,
        )
        refusal = self._refusal(found)
        if refusal:
            return replace(found, refusal=refusal)
        if len(decided) < len(asked) and waits_for_answers:
            return found
        return self._drawn(found, decided, order, exchange)

    def _question(self, match: Match, decided: Mapping[Key, int]) -> Question:
        first, second = (self.night.sides[pk] for pk in match.contestants)
        return Question(match, (first, second), decided.get(match.key))

    def _unfinished(self) -> tuple[TableRound, ...]:
        if self.drawing.by_table:
            return ()
        now = self.round - 1
        return tuple(
            seat
            for seat in self.night.rounds
            if seat.round == now
            and not (seat.is_complete or seat.is_ended)
            and (seat.missing or not seat.boards)
        )

    def _refusal(self, found: Outlook) -> str:
        if not self.session.is_running:
            return _("The tables are not open: the next round is drawn while the session is in play.")
        last = [seat for seat in self.night.rounds if seat.round == self.round - 1]
        if not self.drawing.by_table and not any(seat.lines or seat.is_ended for seat in last):
            text = _("Round %(round)d is seated and nobody has entered a result of it yet.")
            return text % {"round": self.round - 1}
        if found.is_complete and not self.drawing.undecided(self.state):
            return _("All the rounds that were planned have been drawn.")
        return ""

    def _drawn(
        self, found: Outlook, decided: Mapping[Key, int], order: Sequence[int], exchange: Sequence[int]
    ) -> Outlook:
        won = tuple(
            replace(match, winner=decided.get(match.key, match.winner), is_over=True)
            if match.key in decided
            else match
            for match in self.state.matches
        )
        state = replace(self.state, matches=won)
        kind, slots = "decide", ()
        if not found.is_complete:
            try:
                kind, slots = "draw", self.drawing.following(state)
            except MovementError as error:
                return replace(found, refusal=_sentence(say(error.message)))
        drawn = slots
        slots = _arranged(slots, order)
        if len(exchange) == 2:
            slots = exchanged(slots, *exchange)
        reasons = self._reasons(state, slots) if slots == drawn else [Message(_BY_HAND)]
        values = self._values(slots, decided, state, found.unfinished) | {"reasons": tuple(reasons)}
        try:
            preview = changing.preview_change(session=self.session, kind=kind, values=values)
        except RefusedError as error:
            return replace(found, refusal=str(error))
        pairings = tuple(self._pairing(slot) for slot in slots)
        return replace(found, pairings=pairings, preview=preview, values=values)

    def _reasons(self, state: State, slots: Slots) -> Iterator[Message]:
        """Why it was drawn so, with names."""
        for why in self.drawing.explain(state, slots):
            names = {name: _listed(map(self.room.name, people)) for name, people in why.people.items()}
            yield Message(why.text, names)

    def _values(
        self,
        slots: Slots,
        decided: Mapping[Key, int],
        state: State,
        unfinished: Sequence[TableRound],
    ) -> dict:
        latest = state.latest if self.drawing.by_table else state.last_round
        rests_on = [[*match.key, match.winner] for match in latest if match.is_over]
        kept = queries.written(round=self.round, slots=slots, decided=decided, ranking=self.ranking)
        ends = [[seat.round, seat.table] for seat in unfinished]
        return {
            "drawing": self.drawing,
            "slots": slots,
            "matches": state.matches,
            "decided": decided,
            "details": {**kept, "ends": ends, "from": rests_on},
        }

    def _pairing(self, slot: Slot) -> Pairing:
        return Pairing(
            slot.tables(has_teams=self.room.has_teams), tuple(self.night.sides[pk] for pk in slot.contestants)
        )


_BY_HAND = gettext_noop("The director has put some into other places by hand.")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _ranked(night: Night) -> Iterator[RankedThen]:
    column = night.session.method.columns[0]
    for place in _places(night):
        shown = figure(place.standing, column) if place.standing.rank else ""
        yield RankedThen(place.side.pk, place.rank, shown)


def _arranged(slots: Slots, order: Sequence[int]) -> Slots:
    """The slots with the same people in another order; as they are where it is not the same people."""
    people = [number for slot in slots for number in slot.contestants]
    if sorted(order) != sorted(people):
        return slots
    left = iter(order)
    return tuple(Slot(slot.table, next(left), None if slot.second is None else next(left)) for slot in slots)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


@transaction.atomic
def draw_round(
    *, session: Session, answers: Mapping[Key, int], order: Sequence[int], token: str, by: Actor
) -> SeatingChange:
    """Seat the round that was previewed. Raises RefusedError where the tables have moved on meanwhile."""
    session = lock(session)
    found = outlook(session, answers=answers, order=order)
    if found.preview is None:
        raise RefusedError(found.refusal or _("Say first who goes on from each match."))
    kind = found.preview.change.kind
    return changing.make_change(session=session, kind=kind, values=found.values, token=token, by=by)


def _with_breaks_between(session: Session, rounds: int) -> dict:
    """Where every round but the last had a break after it, so has each of those that are added."""
    breaks = session.breaks
    if not breaks or not set(range(1, session.planned_rounds)) <= set(breaks):
        return {}
    minutes = breaks[min(breaks)]
    added = dict.fromkeys(range(session.planned_rounds, rounds), minutes)
    return {"pauses": {str(after): length for after, length in sorted({**breaks, **added}.items())}}


@transaction.atomic
def plan_rounds(*, session: Session, rounds: int) -> Session:
    """Say how many rounds are to be played; none fewer than are drawn already."""
    session = lock(session)
    if session.drawing is None or not session.drawing.has_choice_of_rounds:
        raise RefusedError(_("The number of rounds follows from the movement."))
    drawn = queries.last_round(session)
    if not drawn <= rounds <= MOST_ROUNDS:
        text = gettext_noop("there can be %(fewest)s to %(most)s rounds")
        raise EntryError("rounds", text, fewest=drawn, most=MOST_ROUNDS)
    session.plan = {**session.plan, **_with_breaks_between(session, rounds)}
    session.planned_rounds = rounds
    session.save(update_fields=["planned_rounds", "plan"])
    return touch(session)
