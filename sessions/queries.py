"""Every read of a session, handed out as values of ``scoring``, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from django.core.cache import cache
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop

from clubs.models import Club, Player, Role
from clubs.privacy import CLUB, audience, shown_names
from scoring.lines import (
    Deal,
    Explanation,
    Field,
    Line,
    LineScore,
    Points,
    Ruleset,
    Sitting,
    SittingScore,
    check_options,
)
from scoring.methods import GRADES, METHODS
from scoring.results import (
    Award,
    Contest,
    FouledBoard,
    Penalty,
    Played,
    Scored,
    Standing,
    Standings,
    weigh_outcomes,
)
from scoring.rulesets import RULESETS
from scoring.standings import make_contest
from scoring.words import Message

from . import rulings
from .clock import ClockFace, read_clock
from .models import (
    Adjustment,
    Chair,
    Contestant,
    Device,
    Entrant,
    HouseRules,
    Notice,
    Placing,
    Posting,
    ScoreLine,
    Seating,
    Session,
    Table,
)
from .rules import Rules, complete

CACHE_SECONDS = 60 * 60
DISPUTED = Message(gettext_noop("the table does not agree on this result"), {})


@dataclass(frozen=True, slots=True)
class Person:
    """A player as pages and sheets name him."""

    pk: int
    name: str
    called: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Side:
    """A contestant with its players; ``label`` is its number as spoken at the table (``"4 NS"``)."""

    pk: int
    number: int
    group: str
    section: str
    players: tuple[Person, ...]
    is_single: bool = False

    @property
    def label(self) -> str:
        return f"{self.number} {self.group}".strip()

    @property
    def name(self) -> str:
        return " & ".join(person.name for person in self.players) or self.label

    def __str__(self) -> str:
        return self.name


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
        return any(self.doubts(number) for number in self.lines)

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

    @cached_property
    def round_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({seat.round for seat in self.rounds}))

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
    def contest(self) -> Contest:
        """All that the method needs; the tables are scored already."""
        return make_contest(
            (Scored(seat.played, seat.score) for seat in self.rounds),
            ruleset=self.session.ruleset,
            groups={pk: side.group for pk, side in self.sides.items()},
            options=self.options,
            method_options=self.session.method_options,
            awards=self.awards,
            penalties=self.penalties,
            fouled=self.fouled,
        )

    @cached_property
    def standings(self) -> Standings:
        return self.session.method.rank(self.contest)

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
    seatings = Seating.objects.filter(session=session).select_related("table", "table__section")
    chairs = Chair.objects.filter(seating__session=session).select_related("player")
    lines = ScoreLine.objects.filter(session=session, is_current=True, entry__isnull=False)
    if table is not None:
        seatings = seatings.filter(table__number=table)
        chairs = chairs.filter(seating__table__number=table)
        lines = lines.filter(seating__table__number=table)
    sides = load_sides(session, table=table)
    options = check_options(session.ruleset, session.options)
    by_seating = defaultdict(list)
    for chair in chairs:
        by_seating[chair.seating_id].append(chair)
    lines_of = defaultdict(dict)
    for line in lines:
        lines_of[line.seating_id][line.board] = line
    rounds = tuple(
        _table_round(seating, by_seating[seating.pk], lines_of[seating.pk], sides, session, options)
        for seating in seatings.order_by("round", "table__number")
    )
    adjustments = tuple(session.adjustments.filter(is_current=True).select_related("seating__table", "by"))
    return Night(
        session=session,
        sides=sides,
        rounds=rounds,
        awards=tuple(_award(x) for x in adjustments if x.kind == Adjustment.Kind.AWARD),
        penalties=tuple(_penalty(x) for x in adjustments if x.kind == Adjustment.Kind.PENALTY),
        fouled=tuple(_fouled(x) for x in adjustments if x.kind == Adjustment.Kind.FOULED),
        adjustments=adjustments,
        options=options,
    )


def load_sides(session: Session, *, table: int | None = None) -> dict[int, Side]:
    """The contestants of a session, or of one of its tables, with their players, by key."""
    players = defaultdict(list)
    contestants = Contestant.objects.filter(session=session).select_related("section")
    entrants = Entrant.objects.filter(session=session).select_related("player").order_by("position", "pk")
    if table is not None:
        here = Chair.objects.filter(seating__session=session, seating__table__number=table)
        contestants = contestants.filter(pk__in=here.values("contestant"))
        entrants = entrants.filter(contestant__in=here.values("contestant"))
    for entrant in entrants:
        players[entrant.contestant_id].append(person_of(entrant.player, session))
    return {
        contestant.pk: Side(
            pk=contestant.pk,
            number=contestant.number,
            group=contestant.group,
            section=contestant.section.letter,
            players=tuple(players[contestant.pk]),
            is_single=not session.ruleset.partnerships,
        )
        for contestant in contestants
    }


def person_of(player: Player, session: Session) -> Person:
    """A player of a session; its club is looked up only for readers who need its choice of names."""
    if audience() == CLUB:
        return Person(player.pk, player.name, player.called)
    return person_in(player, session.club)


def person_in(player: Player, club: Club) -> Person:
    """The player as the present reader may know him: the one place where names join the results."""
    return Person(player.pk, *shown_names(player, club))


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
) -> TableRound:
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
    return TableRound(
        pk=seating.pk,
        table=seating.table.number,
        section=seating.table.section.letter,
        round=seating.round,
        boards=tuple(seating.boards),
        ended_at=seating.ended_at,
        seats={p: person_of(by_place[p].player, session) if by_place[p].player else None for p in taken},
        sides={place: sides[pk] for place, pk in contestants.items()},
        played=Played(seating.round, seating.table.number, contestants, sitting),
        lines=lines,
        score=ruleset.score(sitting, options),
        ruleset=ruleset,
        options=options,
    )


def _award(adjustment: Adjustment) -> Award:
    shares = (adjustment.first, adjustment.second)
    is_share = not (adjustment.is_points or adjustment.outcomes)
    first, second = (_share(text) for text in shares) if is_share else ("A", "A")
    outcomes = ((each["score"], Fraction(each["weight"])) for each in adjustment.outcomes)
    return Award(
        round=adjustment.seating.round,
        table=adjustment.seating.table.number,
        board=adjustment.board,
        first=first,
        second=second,
        top=Fraction(adjustment.top) if adjustment.top else None,
        reason=adjustment.reason,
        keeps_score=adjustment.keeps_score,
        outcomes=weigh_outcomes(outcomes) if adjustment.outcomes else (),
        points=(Fraction(shares[0]), Fraction(shares[1])) if adjustment.is_points else None,
    )


def _fouled(adjustment: Adjustment) -> FouledBoard:
    tables = frozenset((round_, table) for round_, table in adjustment.tables)
    return FouledBoard(adjustment.board, (tables,))


def _share(text: str) -> Fraction | str:
    return text if text in GRADES else Fraction(text) / 100


def _penalty(adjustment: Adjustment) -> Penalty:
    return Penalty(
        contestant=adjustment.contestant_id,
        amount=Fraction(adjustment.amount),
        is_percent=adjustment.is_percent,
        reason=adjustment.reason,
    )


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the leaderboard: a standing and the contestant it belongs to."""

    standing: Standing
    side: Side

    @property
    def rank(self) -> str:
        """``"3"``, ``"3="`` for a tie, empty for who has no result yet."""
        if self.standing.rank is None:
            return ""
        return f"{self.standing.rank}{'=' if self.standing.is_tied else ''}"


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The ranking of a session by group of winners, with the number of lines behind it."""

    groups: Mapping[str, tuple[Place, ...]]
    standings: Standings
    lines: int
    expected: int
    decisions: tuple[rulings.Decision, ...] = ()
    differences: tuple["Difference", ...] = ()


def leaderboard(session: Session) -> Leaderboard:
    """The ranking, computed once for each revision of the session, and for each who may read its names."""
    key = f"leaderboard:{session.pk}:{session.revision}:{audience()}:{get_language()}"
    found = cache.get(key)
    if found is None:
        found = make_public_leaderboard(load_night(session))
        cache.set(key, found, CACHE_SECONDS)
    return found


def make_public_leaderboard(night: Night) -> Leaderboard:
    """The ranking as readers see it: that of a published session is the one that was frozen."""
    if not night.session.is_published:
        return make_leaderboard(night)
    frozen = placings(night.session)
    found = make_leaderboard(night, frozen_rows(night, frozen))
    return replace(found, differences=differences(night, frozen))


def podium(session: Session) -> list[Place]:
    """The first three of each group of winners."""
    groups = leaderboard(session).groups.values()
    return [place for places in groups for place in places[:3] if place.standing.rank]


def make_leaderboard(night: Night, rows: Iterable[Standing] = ()) -> Leaderboard:
    """The ranking as it is computed, or of the rows given."""
    groups = defaultdict(list)
    for standing in rows or night.standings.rows:
        groups[standing.group].append(Place(standing, night.sides[standing.contestant]))
    return Leaderboard(
        groups={group: tuple(rows) for group, rows in sorted(groups.items(), key=_north_south_first)},
        standings=night.standings,
        lines=sum(len(seat.lines) for seat in night.rounds),
        expected=sum(len(seat.boards) for seat in night.rounds if not seat.is_sit_out),
        decisions=night.decisions,
    )


def _north_south_first(item: tuple[str, object]) -> str:
    return {"NS": "0", "EW": "1"}.get(item[0], item[0])


def revision_of(*, club_slug: str, pk: int) -> Mapping | None:
    """What decides whether a leaderboard has changed and who may see it, in one small query."""
    fields = ("pk", "revision", "is_public", "club_id", "status", "published_at", "final_at", "notices")
    return Session.objects.filter(pk=pk, club__slug=club_slug).values(*fields).first()


def sessions_of(club: Club, *, role: Role | None) -> QuerySet[Session]:
    """The sessions that a role may see, newest first: a stranger sees the public ones only."""
    found = club.sessions.annotate(
        contestant_count=Count("contestants", distinct=True), table_count=Count("tables", distinct=True)
    )
    if role is None:
        found = found.filter(is_public=True)
    if role is None or role < Role.SCORER:
        found = found.exclude(status=Session.Status.SETUP)
    return found.order_by("-date", "-pk")


def may_see(session: Session, role: Role | None) -> bool:
    """Whether somebody with this role in the session's club may look at it."""
    if session.status == Session.Status.SETUP:
        return role is not None and role >= Role.SCORER
    return role is not None or session.is_public


def find_session(club: Club, pk: int, *, role: Role | None) -> Session | None:
    """The club's session of that key, or None where there is none or it is not to be seen."""
    session = club.sessions.select_related("club", "clock").filter(pk=pk).first()
    return session if session is not None and may_see(session, role) else None


def find_table(code: str) -> Table | None:
    """The table that a code opens: only while its session runs."""
    tables = Table.objects.select_related("session", "session__club", "session__clock", "section")
    return tables.filter(code=code.strip().upper(), session__status=Session.Status.RUNNING).first()


def table_numbers(session: Session) -> tuple[int, ...]:
    """The numbers of a session's tables, ascending."""
    return tuple(session.tables.order_by("number").values_list("number", flat=True))


def has_results(session: Session) -> bool:
    return session.lines.exists() or session.adjustments.exists()


def history(*, seating_id: int, board: int) -> list[ScoreLine]:
    """Every version of a line, the newest first."""
    lines = ScoreLine.objects.filter(seating_id=seating_id, board=board).select_related("by")
    return list(lines.order_by("-pk"))


def placings(session: Session) -> list[Placing]:
    """The published places, by rank."""
    return list(session.placings.select_related("contestant").order_by("contestant__group", "rank", "pk"))


# --- the rules ----------------------------------------------------------------------------------


def house_rules(club: Club, ruleset: str) -> Rules:
    """How a club plays a game: its own rules, or the usual ones."""
    return _rules(ruleset, club.house_rules.filter(ruleset_slug=ruleset).first())


def all_house_rules(club: Club) -> tuple[Rules, ...]:
    """How a club plays each game there is."""
    own = {found.ruleset_slug: found for found in club.house_rules.all()}
    return tuple(_rules(slug, own.get(slug)) for slug in RULESETS)


def session_rules(session: Session) -> Rules:
    """The rules that a session is played by."""
    return _rules(session.ruleset_slug, session)


def preview(session: Session, *, method: str, method_options: Mapping) -> tuple[Session, Leaderboard]:
    """The session as if it were ranked this way, and its ranking then; nothing is stored."""
    seen = Session.objects.select_related("club").get(pk=session.pk)
    seen.method_slug, seen.method_options = method, dict(method_options)
    return seen, make_leaderboard(load_night(seen))


def _rules(slug: str, stored: HouseRules | Session | None) -> Rules:
    ruleset = RULESETS[slug]
    method = METHODS[stored.method_slug if stored else ruleset.methods[0]]
    return Rules(
        ruleset=ruleset,
        options=complete(ruleset.options, stored.options if stored else {}),
        method=method,
        method_options=complete(method.options, stored.method_options if stored else {}),
        is_own=stored is not None,
    )


# --- for the director ---------------------------------------------------------------------------


def may_reseat(session: Session) -> bool:
    """Whether the seating and the rules may still change."""
    return session.status != Session.Status.CLOSED and not has_results(session)


def usual_game(club: Club) -> str:
    """The game that the club played last, or the first there is."""
    last = club.sessions.order_by("-pk").values_list("ruleset_slug", flat=True).first()
    return last if last in RULESETS else next(iter(RULESETS))


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a contestant is in one round; ``seats`` as on a guide card (``"NS"``)."""

    seat: TableRound
    seats: str


def chart(night: Night) -> tuple[tuple[Side, tuple[Stop | None, ...]], ...]:
    """Each contestant with its stops round by round; None for a round without a seat."""
    stops: dict[tuple[int, int], Stop] = {}
    for seat in night.rounds:
        for pk in {side.pk for side in seat.sides.values()}:
            taken = [place for place in seat.places if place in seat.sides and seat.sides[place].pk == pk]
            places = "".join(sorted(taken, key="NSEW".find))
            stops[pk, seat.round] = Stop(seat, places)
    rounds = night.round_numbers
    sides = sorted(
        night.sides.values(), key=lambda side: (_north_south_first((side.group, None)), side.number)
    )
    return tuple((side, tuple(stops.get((side.pk, r)) for r in rounds)) for side in sides)


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table with its rounds, None where it stands empty, and the round that it is in."""

    table: Table
    cells: tuple[TableRound | None, ...]
    current: TableRound | None


def grid(night: Night) -> tuple[GridRow, ...]:
    """The room as the director watches it: a row a table, a cell a round."""
    cells = {(seat.table, seat.round): seat for seat in night.rounds}
    return tuple(
        GridRow(
            table=table,
            cells=tuple(cells.get((table.number, number)) for number in night.round_numbers),
            current=night.current_round(table.number),
        )
        for table in night.session.tables.all()
    )


@dataclass(frozen=True, slots=True)
class Concern:
    """A board that wants the director's eye: its result is doubtful, or missing when it should be there."""

    seat: TableRound
    board: int
    doubts: tuple[Message, ...] = ()

    @property
    def is_missing(self) -> bool:
        return not self.doubts


def concerns(night: Night) -> tuple[Concern, ...]:
    """Doubtful results first, then the boards left out: a later one has been played, or play is over."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    doubtful = [
        Concern(seat, board, seat.doubts(board))
        for seat in night.rounds
        for board in seat.lines
        if seat.doubts(board) and (seat.round, seat.table, board) not in awarded
    ]
    missing = [
        Concern(seat, board)
        for seat in night.rounds
        for board in _left_out(night, seat)
        if (seat.round, seat.table, board) not in awarded
    ]
    return (*_disputed(night), *doubtful, *missing)


def _disputed(night: Night) -> list[Concern]:
    """The lines on which a table does not agree, or two phones differ."""
    lines = [(seat, board, line) for seat in night.rounds for board, line in seat.lines.items()]
    return [Concern(seat, board, (DISPUTED,)) for seat, board, line in lines if line.is_disputed]


def _left_out(night: Night, seat: TableRound) -> tuple[int, ...]:
    if seat.is_sit_out:
        return ()
    later = any(other.lines for other in night.of_table(seat.table) if other.round > seat.round)
    if seat.is_ended or later or night.session.status == Session.Status.CLOSED:
        return seat.missing
    return tuple(board for board in seat.missing if board < max(seat.lines, default=0))


def unplayed(night: Night) -> tuple[Concern, ...]:
    """Every board that has neither a result nor an award, and every match that has not ended."""
    awarded = {(award.round, award.table, award.board) for award in night.awards}
    return tuple(
        Concern(seat, board)
        for seat in night.rounds
        if not seat.is_complete
        for board in (seat.missing if seat.boards else (seat.sitting.next_number(),))
        if (seat.round, seat.table, board) not in awarded
    )


def find_table_round(night: Night, pk: int) -> TableRound | None:
    """The table in its round by the key of its seating."""
    return next((seat for seat in night.rounds if seat.pk == pk), None)


def find_seating(session: Session, pk: int) -> Seating | None:
    """A seating of this session, and of no other."""
    return session.seatings.select_related("session__club", "table").filter(pk=pk).first()


def find_line(session: Session, *, seating_id: int, board: int, pk: int) -> ScoreLine | None:
    """A version of this line, and of no other."""
    lines = session.lines.select_related("session__club", "seating__session__club", "seating__table")
    return lines.filter(seating_id=seating_id, board=board, pk=pk).first()


def find_adjustment(session: Session, pk: int) -> Adjustment | None:
    """A decision of this session that still stands."""
    found = session.adjustments.select_related("session__club").filter(pk=pk, is_current=True)
    return found.first()


def find_contestant(session: Session, pk: int) -> Contestant | None:
    return session.contestants.select_related("session__club").filter(pk=pk).first()


def fouled_board(night: Night, board: int) -> Adjustment | None:
    """The ruling that a board was played in two forms, where it stands."""
    fouled = (x for x in night.adjustments if x.kind == Adjustment.Kind.FOULED)
    return next((x for x in fouled if x.board == board), None)


def board_decisions(night: Night, board: int | None = None) -> tuple[rulings.Decision, ...]:
    """The rulings that stand on a board, or on all boards, told in full."""
    found = (x for x in night.adjustments if x.board is not None and board in (None, x.board))
    return night.tell(found, in_full=True)


def line_decisions(night: Night, seat: TableRound, board: int) -> tuple[rulings.Decision, ...]:
    """The ruling that stands on a board at one table."""
    found = (x for x in night.adjustments if (x.seating_id, x.board) == (seat.pk, board))
    return night.tell(found, in_full=True)


def past_decisions(night: Night) -> tuple[rulings.Decision, ...]:
    """The decisions taken back or replaced, the latest first."""
    found = night.session.adjustments.filter(is_current=False).select_related("by", "seating__table")
    return night.tell(found.order_by("-pk"), in_full=True)


def find_numbered_table(session: Session, number: int) -> Table | None:
    """The session's table of that number."""
    return session.tables.select_related("session").filter(number=number).first()


def open_sessions(club: Club, *, role: Role | None) -> list[Session]:
    """The sessions in play or being set up, those in play first, with the number of their results."""
    lines = ScoreLine.objects.filter(session=OuterRef("pk"), is_current=True, entry__isnull=False)
    counted = lines.order_by().values("session").annotate(count=Count("pk")).values("count")
    found = sessions_of(club, role=role).exclude(status=Session.Status.CLOSED)
    found = found.select_related("club").annotate(line_count=Coalesce(Subquery(counted), 0))
    return list(found.order_by("status", "-date", "-pk"))


def finished_sessions(club: Club, *, role: Role | None) -> QuerySet[Session]:
    """The sessions whose play has ended, newest first."""
    return sessions_of(club, role=role).filter(status=Session.Status.CLOSED).select_related("club")


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won a published session, or one group of it: the names, and the figure that ranks."""

    pk: int
    group: str
    name: str
    figure: Fraction | None
    label: str
    kind: str


def winners_of(sessions: Iterable[Session]) -> dict[int, list[Winner]]:
    """The published winners by session, North-South first; in three queries whatever their number."""
    known = {session.pk: session for session in sessions}
    placings = Placing.objects.filter(session__in=known, rank=1).select_related("contestant")
    found: dict[int, list[Winner]] = defaultdict(list)
    for placing in placings.prefetch_related("contestant__entrants__player").order_by("contestant__number"):
        found[placing.session_id].append(_winner(placing, known[placing.session_id]))
    return {
        pk: sorted(rows, key=lambda row: _north_south_first((row.group, row))) for pk, rows in found.items()
    }


def _winner(placing: Placing, session: Session) -> Winner:
    contestant, first = placing.contestant, session.method.columns[0]
    people = (person_of(entrant.player, session) for entrant in contestant.entrants.all())
    names = " & ".join(person.name for person in people)
    figure = placing.figures.get(first.name)
    return Winner(
        pk=contestant.pk,
        group=contestant.group,
        name=names or str(contestant.number),
        figure=None if figure is None else Fraction(figure),
        label="" if first.kind == "percent" else first.label,
        kind=first.kind,
    )


def contestant_of(session: Session, player: Player | None) -> Contestant | None:
    """The contestant that a player belongs to in a session, if any."""
    if player is None:
        return None
    return session.contestants.filter(entrants__player=player).first()


def session_with_club(pk: int) -> Session:
    """A session whose right to be seen is already established."""
    return Session.objects.select_related("club", "clock").get(pk=pk)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board at a table as the director reads it: the line in words, its points, doubts and award."""

    board: int
    line: ScoreLine | None
    text: str = ""
    points: tuple[tuple[Side, Points], ...] = ()
    words: Message | None = None
    doubts: tuple[Message, ...] = ()
    award: Adjustment | None = None


def board_view(night: Night, seat: TableRound, board: int) -> BoardView:
    """One board of a table; its line is None where there is no result."""
    places = ((x.seating_id, x.board, x) for x in night.adjustments)
    award = next((x for pk, number, x in places if (pk, number) == (seat.pk, board)), None)
    line = seat.lines.get(board)
    score = seat.line_score(board)
    if line is None or score is None:
        return BoardView(board, line, award=award)
    return BoardView(
        board=board,
        line=line,
        text=seat.describe(board),
        points=tuple({side.pk: (side, score.points[place]) for place, side in seat.sides.items()}.values()),
        words=seat.explain(board).words,
        doubts=seat.doubts(board),
        award=award,
    )


def board_views(night: Night, seat: TableRound) -> tuple[BoardView, ...]:
    """The boards of a table in a round; in an open-ended game the hands so far and the next one."""
    following = () if seat.boards or seat.next_board is None else (seat.next_board,)
    boards = sorted({*seat.boards, *seat.lines, *following})
    return () if seat.is_sit_out else tuple(board_view(night, seat, board) for board in boards)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a line and its text, empty for a withdrawal."""

    line: ScoreLine
    text: str


def versions(seat: TableRound, board: int) -> tuple[Version, ...]:
    """Every version of a line in words, the newest first."""
    deal = seat.deal(board)
    return tuple(
        Version(line, "" if line.entry is None else seat.ruleset.describe(line.entry, deal))
        for line in history(seating_id=seat.pk, board=board)
    )


# --- at the table -------------------------------------------------------------------------------


def find_closed_table(code: str) -> Table | None:
    """The table whose code opened it while its session ran; only for a phone that has been there."""
    tables = Table.objects.select_related("session", "session__club", "section")
    found = tables.filter(code=code.strip().upper())
    return found.exclude(session__status=Session.Status.RUNNING).first()


def find_round(table: Table, number: int) -> Seating | None:
    """The table's seating of a round."""
    return table.seatings.select_related("session__club", "table").filter(round=number).first()


def is_late(seating: Seating) -> bool:
    """Whether a round has ended at its table while the session goes on."""
    running = Session.Status.RUNNING
    return Seating.objects.filter(pk=seating.pk, ended_at__isnull=False, session__status=running).exists()


def current_line(line: ScoreLine) -> ScoreLine | None:
    """What counts now in the place of a line."""
    current = ScoreLine.objects.select_related("session").filter(is_current=True, entry__isnull=False)
    return current.filter(seating=line.seating_id, board=line.board).first()


def line_of_key(session: Session, key: str) -> ScoreLine | None:
    """The line that a phone stored under its own key."""
    return session.lines.filter(key=key).first()


def find_current_line(seating: Seating, board: int) -> ScoreLine | None:
    """The line that counts at a table in its round."""
    lines = ScoreLine.objects.select_related("session").filter(seating=seating, board=board)
    return lines.filter(is_current=True, entry__isnull=False).first()


def devices_of(session: Session) -> list[Device]:
    """The phones that have opened a table of this session, by table."""
    found = Device.objects.filter(table__session=session).select_related("table")
    return list(found.order_by("table__number", "pk"))


def find_device(session: Session, pk: int) -> Device | None:
    return Device.objects.filter(table__session=session, pk=pk).first()


# --- a published result -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """A contestant whose place or score is not what was frozen; ``""`` for no place and no score."""

    side: Side
    was_rank: str
    was_score: str
    rank: str
    score: str

    def as_stored(self) -> dict:
        """The difference as it is kept with a posting."""
        was, now = [self.was_rank, self.was_score], [self.rank, self.score]
        return {"contestant": self.side.pk, "was": was, "now": now}


def _rank_text(rank: int | None, is_tied: bool) -> str:
    return "" if rank is None else f"{rank}{'=' if is_tied else ''}"


def _place_text(found: Placing | Standing | None) -> tuple[str, str]:
    """A place and its exact score, as two texts; both empty for who has none."""
    if found is None:
        return "", ""
    score = "" if found.score is None else str(found.score)
    return _rank_text(found.rank, found.is_tied), score


def differences(night: Night, frozen: Iterable[Placing] | None = None) -> tuple[Difference, ...]:
    """Where a session's lines no longer add up to the places that were published."""
    before = {row.contestant_id: row for row in (placings(night.session) if frozen is None else frozen)}
    now = {row.contestant: row for row in night.standings.rows}
    found = ((pk, _place_text(before.get(pk)), _place_text(now.get(pk))) for pk in night.sides)
    return tuple(Difference(night.sides[pk], *was, *is_now) for pk, was, is_now in found if was != is_now)


def frozen_rows(night: Night, frozen: Iterable[Placing]) -> tuple[Standing, ...]:
    """The standings with the places, scores and figures that were published, in their order."""
    computed = {row.contestant: row for row in night.standings.rows}
    ordered = sorted(frozen, key=lambda row: (row.rank is None, row.rank or 0, row.pk))
    return tuple(
        replace(
            computed[row.contestant_id],
            rank=row.rank,
            is_tied=row.is_tied,
            score=row.exact_score,
            figures={name: Fraction(value) for name, value in row.figures.items()},
        )
        for row in ordered
        if row.contestant_id in computed
    )


def published_sessions(pk: int | None = None) -> QuerySet[Session]:
    """The sessions whose result is published, or the one of them with that key."""
    found = Session.objects.filter(published_at__isnull=False).select_related("club").order_by("pk")
    return found if pk is None else found.filter(pk=pk)


def postings(session: Session) -> list[Posting]:
    """What happened to the published result, the newest first."""
    return list(session.postings.select_related("by").order_by("-pk"))


# --- the round clock and the director's messages ------------------------------------------------


def clock_of(session: Session) -> ClockFace | None:
    """The round clock as it stands now; None where nobody has started one."""
    clock = getattr(session, "clock", None) if session.notices else None
    return None if clock is None else read_clock(clock, timezone.now())


def most_boards(session: Session) -> int:
    """The boards of the longest round; 0 where matches have no set length."""
    return max((len(boards) for boards in session.seatings.values_list("boards", flat=True)), default=0)


def round_now(session: Session) -> int:
    """The latest round of which there is a result; the first while there is none."""
    return session.lines.filter(is_current=True).aggregate(last=Max("seating__round"))["last"] or 1


def last_round(session: Session) -> int:
    return session.seatings.aggregate(last=Max("round"))["last"] or 1


def messages_for(table: Table) -> list[Notice]:
    """What the director has to say to a table and the table has not read yet."""
    if not table.session.notices:
        return []
    found = table.session.messages.filter(Q(table=None) | Q(table=table), is_current=True)
    return list(found.exclude(readings__table=table).order_by("pk"))


def find_message(session: Session, pk: int, *, table: Table | None = None) -> Notice | None:
    """A message of this session that still stands; with ``table`` only one that is for it."""
    found = session.messages.select_related("session").filter(pk=pk, is_current=True)
    if table is not None:
        found = found.filter(Q(table=None) | Q(table=table))
    return found.first()


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as its sender follows it: the tables that have read it, and those that have not."""

    notice: Notice
    read: tuple[int, ...]
    unread: tuple[int, ...]


def sent_messages(session: Session, tables: Sequence[int]) -> list[Sent]:
    """The messages on the phones, the newest first."""
    if not session.notices:
        return []
    found = session.messages.filter(is_current=True).select_related("table")
    return [_sent(each, tables) for each in found.prefetch_related("readings__table").order_by("-pk")]


def _sent(notice: Notice, tables: Sequence[int]) -> Sent:
    read = {reading.table.number for reading in notice.readings.all()}
    asked = tables if notice.table is None else (notice.table.number,)
    return Sent(notice, tuple(sorted(read)), tuple(number for number in asked if number not in read))


def last_change(session: Session) -> ScoreLine | None:
    """The director's last change of a result, while it stands."""
    lines = session.lines.filter(origin=ScoreLine.Origin.DIRECTOR, is_current=True)
    return lines.select_related("by", "seating__table", "replaces").order_by("-pk").first()


def find_change(session: Session, pk: int) -> ScoreLine | None:
    """A line of this session, with what undoing it needs."""
    where = ("session__club", "seating__session__club", "seating__table")
    replaced = ("replaces__session", "replaces__seating__session", "replaces__seating__table")
    return session.lines.select_related(*where, *replaced).filter(pk=pk).first()
