"""What a table's own phones ask."""

from django.db.models import Max

from clubs.models import Player
from sessions.models import Device, ScoreLine, Seating, Session, Table

from .people import Person, person_of


def find_table(code: str) -> Table | None:
    """The table that a code opens: only while its session runs."""
    tables = Table.objects.select_related("session", "session__club", "session__clock", "section")
    return tables.filter(code=code.strip().upper(), session__status=Session.Status.RUNNING).first()


def find_closed_table(code: str) -> Table | None:
    """The table whose code opened it while its session ran; only for a phone that has been there."""
    tables = Table.objects.select_related("session", "session__club", "section")
    found = tables.filter(code=code.strip().upper())
    return found.exclude(session__status=Session.Status.RUNNING).first()


def find_hall(code: str) -> Session | None:
    """The session whose hall a code opens: only while it runs."""
    sessions = Session.objects.select_related("club", "clock")
    return sessions.filter(code=code.strip().upper(), status=Session.Status.RUNNING).first()


def find_closed_hall(code: str) -> Session | None:
    """The session whose hall a code opened; only for a phone that has been there."""
    sessions = Session.objects.select_related("club").filter(code=code.strip().upper())
    return sessions.exclude(status=Session.Status.RUNNING).first()


def entered(session: Session) -> list[Person]:
    """Everybody who plays in a session, by name."""
    found = Player.objects.filter(entries__session=session).order_by("name", "pk")
    return [person_of(player, session) for player in found]


def find_entered(session: Session, pk: int) -> Player | None:
    """A player, if he plays in this session."""
    return Player.objects.filter(entries__session=session, pk=pk).first()


def seating_of(session: Session, player: Player) -> Seating | None:
    """Where a player sits now: in the first of his rounds that has not ended, else in the last.

    Partners sit together, whoever of them has the chair; a team has two tables, and its players their own.
    """
    whose = "chairs__player" if session.has_teams else "chairs__contestant__entrants__player"
    found = Seating.objects.filter(session=session, **{whose: player})
    rounds = list(found.select_related("table").order_by("round").distinct())
    return next((each for each in rounds if each.ended_at is None), rounds[-1] if rounds else None)


def table_of(session: Session, player: Player) -> Table | None:
    """The table at which a player sits now."""
    found = seating_of(session, player)
    return None if found is None else found.table


def pulse_of(table: Table) -> str:
    """A text that changes with the results and rounds of a table that several phones share; else empty."""
    session = table.session
    if not (session.has_own_phones or session.asks_opponents or session.wants_second_entry):
        return ""
    lines = ScoreLine.objects.filter(seating__table=table).aggregate(last=Max("pk"), said=Max("agreed_at"))
    ended = table.seatings.filter(ended_at__isnull=False).count()
    return f"{lines['last'] or 0}-{lines['said'] or ''}-{ended}"


def find_round(table: Table, number: int) -> Seating | None:
    """The table's seating of a round."""
    seating = table.seatings.filter(round=number).first()
    if seating is not None:
        seating.session = table.session
    return seating


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
    found = Device.objects.filter(table__session=session).select_related("table", "player")
    return list(found.order_by("table__number", "pk"))


def find_device(session: Session, pk: int) -> Device | None:
    return Device.objects.filter(table__session=session, pk=pk).first()
