"""A session whole: every table in every round with its lines and scores, in six queries whatever its size."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from django.db.models import Max, Q, QuerySet

from clubs.models import Player
from scoring.lines import (
    Deal,
    Explanation,
    Field,
    Line,
    LineScore,
    Options,
    Ruleset,
    Sitting,
    SittingScore,
    check_options,
)
from scoring.results import Award, Bye, Contest, FouledBoard, Penalty, Played, Scored, Standings
from scoring.standings import make_contest
from scoring.standings.combine import join_sections, say_across
from scoring.standings.refine import Contender, complete_ranking, refine
from sessions import rulings
from sessions.models import Adjustment, Chair, Contestant, ScoreLine, Seating, Session

from .awards import award_of, fouled_of, penalty_of
from .draws import Drawn, load_draws
from .notices import breaks_ahead
from .people import Person, Side, gone_home, load_sides, person_of
from .sitting_in import Seat, load_halfway


@dataclass(frozen=True)
class TableRound:
    """One table in one round: who sits where, the current lines, and the scored sitting."""

    pk: int
    table: int
    section: str
    round: int
    boards: tuple[int, ...]
    ended_at: object
    seats: Mapping[str, Person | None]
    sides: Mapping[str, Side]
    played: Played
    lines: Mapping[int, ScoreLine]
    score: SittingScore
    ruleset: Ruleset
    options: Mapping

    @property
    def places(self) -> tuple[str, ...]:
        return self.played.sitting.places

    @property
    def sitting(self) -> Sitting:
        return self.played.sitting

    @property
    def is_sit_out(self) -> bool:
        """Whether somebody sits here without an opponent."""
        return len({side.pk for side in self.sides.values()}) < 2

    @property
    def is_complete(self) -> bool:
        """Whether no line is missing: every board has one, or the match has ended."""
        return self.is_sit_out or self.score.is_over or (self.ended_at is not None and not self.boards)

    @property
    def is_ended(self) -> bool:
        return self.ended_at is not None

    @property
    def missing(self) -> tuple[int, ...]:
        """The set boards that have no line yet; none at a sit-out, or where the match has ended."""
        if self.is_sit_out or self.score.is_over:
            return ()
        return tuple(board for board in self.boards if board not in self.lines)

    @property
    def next_board(self) -> int | None:
        """The board to play now; None when there is none left."""
        return None if self.is_complete or self.is_ended else self.sitting.next_number()

    @property
    def last_line(self) -> ScoreLine | None:
        """The line recorded last, which the table itself may still correct."""
        return max(self.lines.values(), key=lambda line: (line.created_at, line.pk), default=None)

    @property
    def correctable(self) -> int | None:
        """The board whose result the table itself may still correct."""
        return None if self.is_ended or self.last_line is None else self.last_line.board

    @property
    def has_doubts(self) -> bool:
        """Whether a result is in conflict, or doubtful and not yet looked at."""
        return any(
            line.is_disputed or (line.settled_at is None and self.doubts(number))
            for number, line in self.lines.items()
        )

    @property
    def state(self) -> str:
        """``sitout``, ``waiting``, ``playing``, ``complete``, or ``doubtful``: a line asks for a look."""
        if self.is_sit_out:
            return "sitout"
        if self.has_doubts:
            return "doubtful"
        if self.is_complete:
            return "complete"
        return "playing" if self.lines else "waiting"

    @property
    def winner(self) -> int | None:
        """The contestant who has won the match; None while there is no single one."""
        won = {self.sides[place].pk for place in self.score.winners if place in self.sides}
        return won.pop() if len(won) == 1 else None

    def deal(self, board: int) -> Deal:
        """Who sits, deals and declares on a board. Raises EntryError once the match has ended."""
        return self.ruleset.deal(self.sitting, board, self.options)

    def fields(self, board: int) -> tuple[Field, ...]:
        return self.ruleset.fields(self.deal(board), self.options)

    def doubts(self, board: int):
        return self.ruleset.doubts(self.lines[board].entry, self.deal(board), self.options)

    def explain(self, board: int) -> Explanation:
        return self.ruleset.explain(self.sitting, board, self.options)

    def line_score(self, board: int) -> LineScore | None:
        return next((line for line in self.score.lines if line.number == board), None)

    def describe(self, board: int) -> str:
        return self.ruleset.describe(self.lines[board].entry, self.deal(board))

    def with_entry(self, board: int, entry: Mapping) -> Sitting:
        """The sitting as it would stand with this line new or replaced."""
        lines = {line.number: line for line in self.sitting.lines} | {board: Line(board, entry)}
        ordered = tuple(lines[number] for number in self._order(lines))
        return Sitting(self.places, self.boards, ordered, self.is_ended)

    def _order(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers)


@dataclass
class Night:
    """A session whole: its contestants, every table in every round, its adjustments."""

    session: Session
    sides: Mapping[int, Side]
    rounds: tuple[TableRound, ...]
    awards: tuple[Award, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    fouled: tuple[FouledBoard, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    options: Mapping = field(default_factory=dict)
    draws: tuple[Drawn, ...] = ()
    earlier: Mapping[frozenset[int], Fraction] = field(default_factory=dict)

    @cached_property
    def round_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({seat.round for seat in self.rounds}))

    @cached_property
    def last_round(self) -> int:
        """The last round of the session, however much of it is loaded."""
        return self.session.seatings.aggregate(last=Max("round"))["last"] or 1

    @cached_property
    def gone(self) -> frozenset[int]:
        """The keys of the contestants who have gone home."""
        return gone_home(self.session)

    @cached_property
    def breaks(self) -> Mapping[int, int]:
        """The minutes of each break by the round after which it comes; none comes after the last."""
        return breaks_ahead(self.session)

    @cached_property
    def table_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({seat.table for seat in self.rounds}))

    @cached_property
    def board_numbers(self) -> tuple[int, ...]:
        """Boards compared across tables; none where each table plays its own deals."""
        found = {board for seat in self.rounds for board in (*seat.boards, *seat.lines)}
        return tuple(sorted(found))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        return tuple(sorted({side.group for side in self.sides.values()}))

    @cached_property
    def has_common_boards(self) -> bool:
        """Whether tables play the same deals, so that a board has a traveller."""
        return self.session.method.compares_boards

    @cached_property
    def ranking(self) -> Options:
        """What the club does with the ranking, complete: see ``scoring.standings.refine``."""
        return complete_ranking(self.session.ranking_options)

    @cached_property
    def contenders(self) -> dict[int, Contender]:
        """Each contestant as he is ranked, with his score in the session that points come from."""
        return {
            pk: replace(side.contender, earlier=self.earlier.get(frozenset(p.pk for p in side.players)))
            for pk, side in self.sides.items()
        }

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The sections that are compared each by itself; none where the field is compared as one."""
        found = sorted({seat.section for seat in self.rounds})
        is_mixed = any(side.section != seat.section for seat in self.rounds for side in seat.sides.values())
        is_one = self.ranking["sections"] == "across" or len(found) < 2 or is_mixed
        return () if is_one else tuple(found)

    @cached_property
    def _contests(self) -> dict[str, Contest]:
        return {section: self._contest(section) for section in self.sections or ("",)}

    @property
    def contests(self) -> tuple[Contest, ...]:
        """What is compared within itself: each section, or the whole field."""
        return tuple(self._contests.values())

    def contest_of(self, seat: TableRound) -> Contest:
        """All that a table was compared with."""
        return self._contests[seat.section if self.sections else ""]

    def _contest(self, section: str) -> Contest:
        """All that the method needs, of one section or of the field; the tables are scored already."""
        rounds = [seat for seat in self.rounds if section in ("", seat.section)]
        keys = {seat.played.key for seat in rounds}
        return make_contest(
            (Scored(seat.played, seat.score) for seat in rounds),
            ruleset=self.session.ruleset,
            groups={pk: side.group for pk, side in self.sides.items() if section in ("", side.section)},
            options=self.options,
            method_options=self.session.method_options,
            awards=[award for award in self.awards if (award.round, award.table) in keys],
            penalties=self.penalties,
            fouled=self.fouled,
            walkovers=Counter(self.decided.values()),
            byes=[bye for bye in self.byes if section in ("", self.sides[bye.contestant].section)],
        )

    @cached_property
    def _halfway(self) -> Mapping[Seat, tuple[tuple[int, frozenset[int]], ...]]:
        has_substitutes = any(
            len(side.players) > (1 if side.is_single else 2) for side in self.sides.values()
        )
        return load_halfway(self.session) if has_substitutes else {}

    def person_at(self, seat: TableRound, place: str, board: int) -> Person | None:
        """Who had a place on a board: whoever sits there, but for what was played before he sat in."""
        for player, boards in self._halfway.get((seat.round, seat.table, place), ()):
            if board in boards:
                people = (person for side in self.sides.values() for person in side.players)
                return next((person for person in people if person.pk == player), None)
        return seat.seats.get(place)

    @cached_property
    def decided(self) -> Mapping[tuple[int, int], int]:
        """Who goes on from a match that has no winner of its own, by round and table."""
        found = {key: winner for drawn in self.draws for key, winner in drawn.decided.items()}
        open_matches = {seat.played.key for seat in self.rounds if seat.winner is None}
        return {key: winner for key, winner in found.items() if key in open_matches}

    def winner_of(self, seat: TableRound) -> int | None:
        """The contestant who won at a table, by its lines or else by the director's word."""
        return seat.winner or self.decided.get(seat.played.key)

    @cached_property
    def byes(self) -> tuple[Bye, ...]:
        """Who had no opponent in which round that was drawn, where it counts: not for who waits in line."""
        if self.session.drawing is None or not self.session.drawing.bye_wins:
            return ()
        return tuple(bye for drawn in self.draws if drawn.slots for bye in self._byes_of(drawn))

    def _byes_of(self, drawn: Drawn) -> Iterator[Bye]:
        """Who was drawn and has no opponent in a round that is played: none was left, or it went home."""
        seats = [seat for seat in self.rounds if seat.round == drawn.round]
        if not any(seat.lines for seat in seats):
            return
        playing = {side.pk for seat in seats if not seat.is_sit_out for side in seat.sides.values()}
        alone = (side.pk for seat in seats if seat.is_sit_out for side in seat.sides.values())
        boards = max((len(seat.boards) for seat in seats), default=0)
        for number in dict.fromkeys((*drawn.idle, *alone)):
            if number not in playing and number in self.sides:
                yield Bye(number, drawn.round, boards)

    @cached_property
    def standings(self) -> Standings:
        compared = join_sections([self.session.method.rank(each) for each in self._contests.values()])
        if self.has_common_boards and not self.sections and len({seat.section for seat in self.rounds}) > 1:
            compared = say_across(compared)
        return refine(compared, self.contenders, self.ranking)

    @cached_property
    def decisions(self) -> tuple[rulings.Decision, ...]:
        """What the director ruled and what stands of it, in words."""
        return self.tell(self.adjustments)

    def tell(
        self, adjustments: Iterable[Adjustment], *, in_full: bool = False
    ) -> tuple[rulings.Decision, ...]:
        """Decisions in words; what might give a board away ``in_full`` only, or once play has ended."""
        is_over = in_full or self.session.status == Session.Status.CLOSED
        seats = {seat.pk: _labels(seat) for seat in self.rounds}
        return tuple(
            rulings.describe(each, sides=self.sides, seats=seats, is_over=is_over) for each in adjustments
        )

    def at(self, *, table: int, round: int) -> TableRound | None:
        return next((s for s in self.rounds if s.table == table and s.round == round), None)

    def of_table(self, table: int) -> tuple[TableRound, ...]:
        """The rounds of a table, in order."""
        return tuple(seat for seat in self.rounds if seat.table == table)

    def of_board(self, board: int) -> tuple[TableRound, ...]:
        """The tables that play a board, in the order of pairs or rounds."""
        return tuple(seat for seat in self.rounds if board in seat.boards or board in seat.lines)

    def of_side(self, pk: int) -> tuple[TableRound, ...]:
        """Where a contestant sits, round by round."""
        found = (seat for seat in self.rounds if any(side.pk == pk for side in seat.sides.values()))
        return tuple(sorted(found, key=lambda seat: seat.round))

    def current_round(self, table: int) -> TableRound | None:
        """The round that a table is in: its first that has not ended, else its last."""
        rounds = self.of_table(table)
        return next((seat for seat in rounds if not seat.is_ended), rounds[-1] if rounds else None)


def _labels(seat: TableRound) -> tuple[str, str]:
    """Both sides of a table as they are spoken of."""
    found = list(dict.fromkeys(side.label for side in seat.sides.values()))
    return (found[0], found[1]) if len(found) > 1 else ("", "")


def load_night(session: Session, *, table: int | None = None) -> Night:
    """Everything of a session, or of one of its tables, in six queries whatever its size."""
    return _load(session, None if table is None else session.seatings.filter(table__number=table))


def load_around(session: Session, table: int) -> Night:
    """A table with all its rounds, and for each the next round of everybody who sits there.

    A team has two tables in a round, and either pair of it may come from here.
    """
    chairs = Chair.objects.filter(seating__session=session)
    here = set(chairs.filter(seating__table__number=table).values_list("seating__round", "contestant"))
    of_contestant = defaultdict(list)
    known = chairs.filter(contestant__in={contestant for _round, contestant in here})
    for contestant, number, pk in known.values_list("contestant", "seating__round", "seating"):
        of_contestant[contestant].append((number, pk))
    wanted = {pk for number, contestant in here for pk in _next_seatings(of_contestant[contestant], number)}
    around = _load(session, session.seatings.filter(Q(table__number=table) | Q(pk__in=wanted)))
    return replace(around, draws=load_draws(session))


def _next_seatings(stops: Sequence[tuple[int, int]], number: int) -> list[int]:
    """The keys of the seatings in the first round after this one, of stops with round and key."""
    following = min((later for later, _pk in stops if later > number), default=0)
    return [pk for later, pk in stops if later == following]


def _load(session: Session, only: QuerySet[Seating] | None) -> Night:
    seatings = session.seatings.all() if only is None else only
    seatings = seatings.select_related("table__section")
    chairs = Chair.objects.filter(seating__session=session)
    lines = ScoreLine.objects.filter(session=session, is_current=True, entry__isnull=False)
    if only is not None:
        only = only.order_by()
        chairs, lines = chairs.filter(seating__in=only), lines.filter(seating__in=only)
    sides = load_sides(session, seatings=only)
    options = check_options(session.ruleset, session.options)
    by_seating = defaultdict(list)
    for chair in chairs:
        by_seating[chair.seating_id].append(chair)
    people = _people_of(sides, chairs, session)
    lines_of = defaultdict(dict)
    for line in lines:
        lines_of[line.seating_id][line.board] = line
    rounds = tuple(
        _table_round(seating, by_seating[seating.pk], lines_of[seating.pk], sides, session, options, people)
        for seating in seatings.order_by("round", "table__number")
    )
    adjustments = tuple(session.adjustments.filter(is_current=True).select_related("seating__table", "by"))
    return Night(
        session=session,
        sides=sides,
        rounds=rounds,
        awards=tuple(award_of(x) for x in adjustments if x.kind == Adjustment.Kind.AWARD),
        penalties=tuple(penalty_of(x) for x in adjustments if x.kind == Adjustment.Kind.PENALTY),
        fouled=tuple(fouled_of(x) for x in adjustments if x.kind == Adjustment.Kind.FOULED),
        adjustments=adjustments,
        options=options,
        draws=load_draws(session) if only is None else (),
        earlier=earlier_scores(session) if session.carried_from_id and only is None else {},
    )


def _people_of(sides: Mapping[int, Side], chairs: Iterable[Chair], session: Session) -> dict[int, Person]:
    """Who has a chair, by key: nearly always a player of the contestants, who are known already."""
    people = {person.pk: person for side in sides.values() for person in side.players}
    others = {chair.player_id for chair in chairs if chair.player_id is not None} - people.keys()
    if others:
        people |= {player.pk: person_of(player, session) for player in Player.objects.filter(pk__in=others)}
    return people


def load_seat(session: Session, seating: Seating, versions: Iterable[ScoreLine] | None = None) -> TableRound:
    """One table in one round as it is stored now, its people unnamed: all that a line is checked by.

    ``versions`` are the current versions of its lines, where they are known already; then it is one query.
    """
    chairs = list(
        Chair.objects.filter(seating=seating).select_related("contestant", "seating__table__section")
    )
    now = chairs[0].seating if chairs else Seating.objects.select_related("table__section").get(pk=seating.pk)
    lines = seating.lines.filter(is_current=True) if versions is None else versions
    sides = {chair.contestant_id: _nameless(chair.contestant, session) for chair in chairs}
    return _table_round(
        now,
        chairs,
        {line.board: line for line in lines if line.entry is not None},
        sides,
        session,
        check_options(session.ruleset, session.options),
    )


def _nameless(contestant: Contestant, session: Session) -> Side:
    is_single = not session.ruleset.partnerships
    return Side(contestant.pk, contestant.number, contestant.group, "", (), is_single)


def earlier_scores(session: Session) -> dict[frozenset[int], Fraction]:
    """What the same players scored in the session that points are carried over from, as it was published."""
    source = Session.objects.select_related("club").get(pk=session.carried_from_id)
    if source.is_published:
        scores = {placing.contestant_id: placing.exact_score for placing in source.placings.all()}
    else:
        scores = {row.contestant: row.score for row in load_night(source).standings.rows}
    people: dict[int, set[int]] = defaultdict(set)
    for contestant, player in source.entrants.values_list("contestant", "player"):
        people[contestant].add(player)
    return {frozenset(people[pk]): score for pk, score in scores.items() if score is not None}


def places_of(ruleset: Ruleset, taken: Iterable[str]) -> tuple[str, ...]:
    """The places of a table: the smallest seating of the game that holds all those taken."""
    taken = set(taken)
    fitting = [places for places in ruleset.tables if taken <= set(places)]
    return min(fitting, key=len) if fitting else ruleset.tables[0]


def _table_round(
    seating: Seating,
    chairs: Sequence[Chair],
    lines: Mapping[int, ScoreLine],
    sides: Mapping[int, Side],
    session: Session,
    options: Mapping,
    people: Mapping[int, Person] = MappingProxyType({}),
) -> TableRound:
    """``people`` by key: who is not among them has a seat and no name."""
    ruleset = session.ruleset
    places = places_of(ruleset, (chair.place for chair in chairs))
    by_place = {chair.place: chair for chair in chairs}
    taken = [place for place in places if place in by_place]
    sitting = Sitting(
        places,
        tuple(seating.boards),
        tuple(Line(number, lines[number].entry) for number in sorted(lines)),
        is_ended=seating.ended_at is not None,
    )
    contestants = {place: by_place[place].contestant_id for place in taken}
    seats = {place: people.get(by_place[place].player_id) for place in taken}
    return TableRound(
        pk=seating.pk,
        table=seating.table.number,
        section=seating.table.section.letter,
        round=seating.round,
        boards=tuple(seating.boards),
        ended_at=seating.ended_at,
        seats=seats,
        sides={place: _side_at(sides[pk], contestants, seats) for place, pk in contestants.items()},
        played=Played(seating.round, seating.table.number, contestants, sitting),
        lines=lines,
        score=ruleset.score(sitting, options),
        ruleset=ruleset,
        options=options,
    )


def _side_at(side: Side, contestants: Mapping[str, int], seats: Mapping[str, Person | None]) -> Side:
    """The contestant at a table: of a team, the pair that sits there."""
    if not side.own_name:
        return side
    people = (seats[place] for place, pk in contestants.items() if pk == side.pk)
    return replace(side, players=tuple(person for person in people if person is not None))
