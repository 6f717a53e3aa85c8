"""Plays an evening of the demonstration: seats it, records what is dealt, ends it or leaves it half-way."""

import datetime
from collections.abc import Collection, Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from scoring.lines import Line, Sitting, default_options
from scoring.movements import MOVEMENTS, Movement
from scoring.movements.drawn import DRAWINGS
from scoring.rulesets import RULESETS
from sessions import drawing, house, queries, services
from sessions.models import ScoreLine, Seating, Session
from sessions.proposals import propose
from sessions.services import Actor

from .dealing import Dealer
from .evenings import PACE, Evening, Incident

START, ROUND = datetime.time(19, 30), datetime.timedelta(minutes=25)


def seat(
    club: Club, evening: Evening, entrants: Sequence[Sequence[Player]], *, date: datetime.date, by
) -> Session:
    """A session with its tables open for results."""
    session = services.create_session(
        club=club,
        ruleset=evening.ruleset,
        date=date,
        title=_(evening.title),
        by=by,
        method=evening.method,
    )
    if evening.ranking:
        house.change_method(
            session=session,
            method=session.method_slug,
            method_options=session.method_options,
            ranking_options=evening.ranking,
        )
    services.seat_players(
        session=session, entrants=entrants, movement=_movement(evening), names=evening.teams
    )
    return services.start_session(session=session)


def play_out(session: Session, evening: Evening) -> None:
    """Play to the end, publish, and tell the hours as they would have been that evening."""
    dealer = _dealer(session, evening)
    incidents = {(each.round, each.table): each for each in evening.incidents}
    done: set[int] = set()
    while True:
        for seating, played in _tables(session, without=done):
            sitting = dealer.play(played.places, played.boards, at=f"{played.round}/{played.table}")
            incident = incidents.get((played.round, played.table))
            _record(seating, played, sitting, dealer=dealer, incident=incident)
            services.end_round(seating=seating, by=_table(played))
            done.add(seating.pk)
        if not _draw(session):
            break
    services.close_session(session=session)
    services.publish_session(session=session)
    _antedate(session)


def _draw(session: Session) -> bool:
    """Seat the next round where there is one to be drawn; whether there is."""
    if session.drawing is None:
        return False
    answers = {each.match.key: each.match.first for each in drawing.outlook(session).questions}
    found = drawing.outlook(session, answers=answers)
    if found.preview is None or found.is_complete:
        return False
    order = [side.pk for side in found.people]
    director = Actor(user=session.created_by, origin=ScoreLine.Origin.DIRECTOR)
    drawing.draw_round(session=session, answers=answers, order=order, token=found.preview.token, by=director)
    return True


def play_half(session: Session, evening: Evening) -> None:
    """Play half of the rounds and part of the next, each table at its own pace, one result doubtful."""
    dealer = _dealer(session, evening)
    tables = list(_tables(session))
    now = (max(played.round for _seating, played in tables) + 1) // 2
    at_play = [played for _seating, played in tables if played.round == now and not played.is_sit_out]
    for seating, played in tables:
        sitting = dealer.play(played.places, played.boards, at=f"{played.round}/{played.table}")
        if played.round < now:
            _record(seating, played, sitting)
            services.end_round(seating=seating, by=_table(played))
        elif played in at_play:
            part = _part(sitting, at_play.index(played))
            _record(seating, played, dealer.add_doubtful(part) if played is at_play[0] else part)
    services.set_public(session=session, is_public=True)


def _movement(evening: Evening) -> Movement:
    if evening.movement in DRAWINGS:
        return DRAWINGS[evening.movement].movement(evening.count, rounds=evening.rounds)
    if evening.movement:
        family = MOVEMENTS[evening.movement]
        return family.build(evening.count, rounds=evening.rounds, boards_per_round=evening.boards)
    ruleset, boards = RULESETS[evening.ruleset], evening.boards
    given = {"boards" if isinstance(boards, Mapping) else "boards_per_round": boards}
    return propose(ruleset, evening.count, rounds=evening.rounds, **given)[0]


def _dealer(session: Session, evening: Evening) -> Dealer:
    options = default_options(session.ruleset)
    return Dealer(session.ruleset, options, evening.name, is_common=session.method.compares_boards)


def _tables(session: Session, *, without: Collection[int] = ()):
    """Each table in each round, as stored and as read, in the order of play; ``without`` those done."""
    stored = Seating.objects.select_related("session__club", "table").in_bulk(
        list(session.seatings.values_list("pk", flat=True))
    )
    for played in queries.load_night(session).rounds:
        if played.pk not in without:
            yield stored[played.pk], played


def _table(played: queries.TableRound) -> Actor:
    return Actor(device=f"demo-{played.table}")


def _record(
    seating: Seating,
    played: queries.TableRound,
    sitting: Sitting,
    *,
    dealer: Dealer | None = None,
    incident: Incident | None = None,
) -> None:
    """Record the lines of a sitting one by one, as its scorer would."""
    if played.is_sit_out:
        return
    for nth, line in enumerate(sitting.lines, start=1):
        if incident is not None and incident.nth == nth:
            _record_incident(seating, played, sitting, line, dealer=dealer, incident=incident)
        else:
            _write(seating, line, by=_table(played))


def _record_incident(
    seating: Seating,
    played: queries.TableRound,
    sitting: Sitting,
    line: Line,
    *,
    dealer: Dealer,
    incident: Incident,
) -> None:
    director, reason = (
        Actor(user=seating.session.created_by, origin=ScoreLine.Origin.DIRECTOR),
        incident.reason,
    )
    if incident.is_corrected:
        slip = Line(line.number, dealer.slip_of_the_pen(sitting, line.number))
        wrong = _write(seating, slip, by=_table(played))
        _write(seating, line, by=director, expected=wrong.pk, reason=_(reason))
    else:
        _write(seating, Line(line.number, incident.entry or line.entry), by=_table(played))
    if incident.award:
        first, second = incident.award
        services.award_board(
            seating=seating,
            board=line.number,
            first=first,
            second=second,
            by=director.user,
            reason=_(reason),
        )


def _write(seating: Seating, line: Line, *, by: Actor, **correction) -> ScoreLine:
    recorded = services.record_line(seating=seating, board=line.number, entry=line.entry, by=by, **correction)
    return recorded.line


def _part(sitting: Sitting, rank: int) -> Sitting:
    """What a table has recorded so far of its round: at least two lines are still to come, if it has them."""
    whole = len(sitting.lines)
    count = max(0, min(int(whole * PACE[rank % len(PACE)]), whole - 2))
    return Sitting(sitting.places, sitting.boards, sitting.lines[:count])


def _antedate(session: Session) -> None:
    """Set the hours of what was just written to those of the evening."""
    start = timezone.make_aware(datetime.datetime.combine(session.date, START))
    last = start
    for seating in session.seatings.all():
        last = start + seating.round * ROUND
        seating.lines.update(created_at=last)
        seating.adjustments.update(created_at=last)
        session.seatings.filter(pk=seating.pk).update(ended_at=last)
    end = last + ROUND
    Session.objects.filter(pk=session.pk).update(created_at=start, closed_at=end, published_at=end)
