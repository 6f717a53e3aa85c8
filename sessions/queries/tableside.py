"""What a table's own phones ask."""

from sessions.models import Device, ScoreLine, Seating, Session, Table


def find_table(code: str) -> Table | None:
    """The table that a code opens: only while its session runs."""
    tables = Table.objects.select_related("session", "session__club", "session__clock", "section")
    return tables.filter(code=code.strip().upper(), session__status=Session.Status.RUNNING).first()


def find_closed_table(code: str) -> Table | None:
    """The table whose code opened it while its session ran; only for a phone that has been there."""
    tables = Table.objects.select_related("session", "session__club", "section")
    found = tables.filter(code=code.strip().upper())
    return found.exclude(session__status=Session.Status.RUNNING).first()


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
    found = Device.objects.filter(table__session=session).select_related("table")
    return list(found.order_by("table__number", "pk"))


def find_device(session: Session, pk: int) -> Device | None:
    return Device.objects.filter(table__session=session, pk=pk).first()
