"""A session before its first result: made, seated, started, removed."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.names import clean_name
from clubs.removing import remove
from scoring.lines import check_options
from scoring.methods import METHODS
from scoring.movements import Movement
from scoring.rulesets import RULESETS

from .. import queries
from ..models import Chair, Contestant, Entrant, Seating, Section, Session, Table, make_code
from .actors import RefusedError
from .revision import lock, set_status, touch


@transaction.atomic
def create_session(
    *,
    club: Club,
    ruleset: str,
    date: datetime.date,
    title: str = "",
    by=None,
    options: Mapping | None = None,
    method: str = "",
    method_options: Mapping | None = None,
    has_teams: bool = False,
) -> Session:
    """A new session, being set up: by the club's own rules, but for the options or the method given.

    ``has_teams``: it is one of teams, ranked as those of the club were last time. Raises EntryError for
    options that the game does not know.
    """
    game, ranking_options = RULESETS[ruleset], {}
    if has_teams:
        method, method_options = queries.usual_team_method(club, ruleset)
    if options is None:
        rules = queries.house_rules(club, ruleset)
        options, ranking_options = rules.options, rules.ranking_options
        if not method:
            method, method_options = rules.method.slug, rules.method_options
    return Session.objects.create(
        club=club,
        title=clean_name(title) if title.strip() else _(game.name),
        date=date,
        ruleset_slug=ruleset,
        options=check_options(game, options or {}),
        method_slug=method or game.methods[0],
        method_options=dict(method_options or {}),
        ranking_options=dict(ranking_options),
        created_by=by,
        code=free_code(),
        **_habits(club),
    )


def _habits(club: Club) -> dict[str, str]:
    """What the club chose for its last session about phones, checking and travellers goes on."""
    names = ("phones", "checking", "travellers")
    return club.sessions.order_by("-pk").values(*names).first() or {}


@transaction.atomic
def update_session(*, session: Session, **values) -> Session:
    """Change title, date, options or method. Options of the game change only before the first result."""
    session = lock(session)
    if session.is_final and values.keys() - {"title", "date"}:
        raise RefusedError(_("This result is final; take it back before you change it."))
    if "title" in values:
        values["title"] = clean_name(values["title"])
    if "options" in values:
        values["options"] = check_options(session.ruleset, values["options"])
        if values["options"] != session.options and queries.has_results(session):
            raise RefusedError(_("The rules cannot change once a result is recorded."))
    method = METHODS.get(values.get("method_slug", session.method_slug))
    if method is None:
        raise RefusedError(_("There is no such way to compare results."))
    if method.ranks_teams != session.has_teams and session.contestants.exists():
        raise RefusedError(_("Pairs and teams are ranked in other ways: the seating must change first."))
    for name, value in values.items():
        setattr(session, name, value)
    session.full_clean(exclude=["created_by"])
    session.save(update_fields=list(values))
    return touch(session)


@transaction.atomic
def seat_players(
    *,
    session: Session,
    entrants: Sequence[Sequence[Player]],
    movement: Movement,
    plan: Mapping | None = None,
    names: Sequence[str] = (),
    draws_itself: bool | None = None,
) -> Session:
    """Seat contestants 1, 2, 3 ... as the movement says; whatever was seated before is replaced.

    ``entrants`` holds the players of each contestant, in the order of their numbers, and ``names`` those
    of teams, whose first two players are one pair and the next two the other. Tables keep their codes.
    ``draws_itself`` is said where it is to be other than usual for rounds that are drawn.
    Raises RefusedError once a result is recorded or when somebody is named twice.
    """
    session = lock(session)
    if session.status == Session.Status.CLOSED or queries.has_results(session):
        raise RefusedError(_("The seating cannot be replaced once a result is recorded."))
    _check_entrants(session, entrants, movement)
    session.seatings.all().delete()
    session.contestants.all().delete()
    sections = _ensure_sections(session, movement)
    contestants = _create_contestants(session, sections, entrants, movement, names)
    _create_seatings(session, sections, movement, contestants, entrants)
    session.sections.exclude(pk__in=[section.pk for section in sections.values()]).delete()
    session.plan = dict(plan or {})
    if movement.breaks:
        session.plan["pauses"] = {str(after): minutes for after, minutes in movement.breaks.items()}
    session.movement_name, session.movement_slug = movement.name, movement.slug
    session.planned_rounds = movement.planned
    session.draws_itself = _draws_itself(session, draws_itself)
    session.notes = [{"template": m.template, "params": dict(m.params)} for m in movement.notes]
    seated = ["plan", "movement_name", "movement_slug", "planned_rounds", "draws_itself", "notes"]
    session.save(update_fields=seated)
    return touch(session)


def _draws_itself(session: Session, wanted: bool | None) -> bool:
    """Whether each round is drawn as soon as the results are in."""
    if session.drawing is None:
        return False
    return session.drawing.draws_itself if wanted is None else wanted


@transaction.atomic
def keep_plan(*, session: Session, plan: Mapping) -> Session:
    """Keep what a set-up is made of, and seat nobody. Raises RefusedError once a result is recorded."""
    session = lock(session)
    if session.status == Session.Status.CLOSED or queries.has_results(session):
        raise RefusedError(_("The seating cannot be replaced once a result is recorded."))
    pauses = {"pauses": session.plan["pauses"]} if "pauses" in session.plan else {}
    session.plan = {**pauses, **plan}
    session.save(update_fields=["plan"])
    return touch(session)


def _check_entrants(session: Session, entrants: Sequence[Sequence[Player]], movement: Movement) -> None:
    players = [player for group in entrants for player in group]
    if any(player.club_id != session.club_id for player in players):
        raise RefusedError(_("Every player must belong to this club."))
    seen: set[int] = set()
    for player in players:
        if player.pk in seen:
            raise RefusedError(_("%(name)s is named twice.") % {"name": player.name})
        seen.add(player.pk)
    if len(entrants) < movement.holders:
        raise RefusedError(_("The movement needs more players than are here."))
    if session.has_teams != bool(movement.teams):
        raise RefusedError(_("Teams need a movement for teams, and only they can play one."))


def _ensure_sections(session: Session, movement: Movement) -> dict[str, Section]:
    """The sections of the movement by their letters."""
    letters = dict.fromkeys(movement.section_at(table) for table in range(1, movement.tables + 1))
    return {letter: Section.objects.get_or_create(session=session, letter=letter)[0] for letter in letters}


def _create_contestants(
    session: Session,
    sections: Mapping[str, Section],
    entrants: Sequence[Sequence[Player]],
    movement: Movement,
    names: Sequence[str],
) -> dict[int, Contestant]:
    groups, letters = _groups(movement), _letters(movement)
    called = dict(enumerate(names, start=1))
    made = Contestant.objects.bulk_create(
        Contestant(
            session=session,
            section=sections[letters.get(number, "A")],
            number=number,
            group=groups.get(number, ""),
            name=called.get(number, ""),
        )
        for number in range(1, len(entrants) + 1)
    )
    Entrant.objects.bulk_create(
        Entrant(session=session, contestant=contestant, player=player, position=position)
        for contestant, group in zip(made, entrants, strict=True)
        for position, player in enumerate(group)
    )
    return {contestant.number: contestant for contestant in made}


def _groups(movement: Movement) -> dict[int, str]:
    """The group of winners of each number: its side in the first round where there are two."""
    if movement.winners != 2:
        return {}
    found: dict[int, str] = {}
    for place in movement.places:
        for seat, number in place.seats.items():
            found.setdefault(number, "NS" if seat in "NS" else "EW")
    return found


def _letters(movement: Movement) -> dict[int, str]:
    """The section of each who is ranked: that of the table where he first sits."""
    found: dict[int, str] = {}
    for place in movement.places:
        for number in place.contestants:
            found.setdefault(movement.holder(number), movement.section_at(place.table))
    return found


def _create_seatings(
    session: Session,
    sections: Mapping[str, Section],
    movement: Movement,
    contestants: Mapping[int, Contestant],
    entrants: Sequence[Sequence[Player]],
) -> None:
    tables = _ensure_tables(session, sections, movement)
    seatings = Seating.objects.bulk_create(
        Seating(session=session, table=tables[place.table], round=place.round, boards=list(place.boards))
        for place in movement.places
    )
    Chair.objects.bulk_create(
        Chair(seating=seating, place=seat, contestant=contestants[number], player=player)
        for seating, place in zip(seatings, movement.places, strict=True)
        for seat, number, player in _chairs(place.seats, movement, entrants)
    )


def _ensure_tables(session: Session, sections: Mapping[str, Section], movement: Movement) -> dict[int, Table]:
    """The tables of the movement by number, each in its section; those that stand keep their codes."""
    tables = {table.number: table for table in session.tables.all()}
    session.tables.filter(number__gt=movement.tables).delete()
    for number in range(1, movement.tables + 1):
        section = sections[movement.section_at(number)]
        if number not in tables:
            tables[number] = Table.objects.create(
                session=session, section=section, number=number, code=free_code()
            )
        elif tables[number].section_id != section.pk:
            tables[number].section = section
            tables[number].save(update_fields=["section"])
    return tables


def _chairs(seats: Mapping[str, int], movement: Movement, entrants: Sequence[Sequence[Player]]):
    """Each seat with its contestant's number and the player of it who sits there."""
    taken: Counter[int] = Counter()
    for seat, number in seats.items():
        holder = movement.holder(number)
        players = entrants[holder - 1]
        position = taken[number] + (2 if number != holder else 0)
        taken[number] += 1
        yield seat, holder, players[position] if position < len(players) else None


def free_code() -> str:
    """A code that no other table and no other session has."""
    code = make_code()
    while Table.objects.filter(code=code).exists() or Session.objects.filter(code=code).exists():
        code = make_code()
    return code


@transaction.atomic
def start_session(*, session: Session) -> Session:
    """Open the tables for results."""
    session = lock(session)
    if session.status != Session.Status.SETUP:
        raise RefusedError(_("This session has started already."))
    if not session.seatings.exists():
        raise RefusedError(_("Seat the players first."))
    return set_status(session, Session.Status.RUNNING)


@transaction.atomic
def unstart_session(*, session: Session) -> Session:
    """Back to setting up, while no result is recorded."""
    session = lock(session)
    if queries.has_results(session):
        raise RefusedError(_("The set-up is closed once a result is recorded."))
    return set_status(session, Session.Status.SETUP)


@transaction.atomic
def delete_session(*, session: Session, by=None) -> None:
    """Take away a session that has no result, so that it can be put back; one with results stays."""
    session = lock(session)
    if queries.has_results(session):
        raise RefusedError(_("A session with results cannot be deleted."))
    remove(session, club=session.club, by=by)


@transaction.atomic
def renew_hall_code(*, session: Session) -> Session:
    """A new code for the hall; the old one opens nothing any more. Phones at their tables go on."""
    session = lock(session)
    session.code = free_code()
    session.save(update_fields=["code"])
    return touch(session)


@transaction.atomic
def renew_code(*, table: Table) -> Table:
    """A new code for a table; the old one opens nothing any more."""
    table.code = free_code()
    table.save(update_fields=["code"])
    touch(table.session)
    return table
