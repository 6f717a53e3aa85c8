"""Lines, seatings and contestants by their keys, and every version of a line."""

from collections.abc import Sequence
from dataclasses import dataclass

from sessions.models import Contestant, Device, ScoreLine, Seating, Session, Table

from .night import Night, TableRound


def history(*, seating_id: int, board: int) -> list[ScoreLine]:
    """Every version of a line, the newest first."""
    lines = ScoreLine.objects.filter(seating_id=seating_id, board=board).select_related("by")
    return list(lines.order_by("-pk"))


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


def find_contestant(session: Session, pk: int) -> Contestant | None:
    return session.contestants.select_related("session__club").filter(pk=pk).first()


def find_numbered_table(session: Session, number: int) -> Table | None:
    """The session's table of that number."""
    return session.tables.select_related("session").filter(number=number).first()


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a line and its text, empty for a withdrawal; devices as the director knows them."""

    line: ScoreLine
    text: str
    device: str = ""
    agreed_device: str = ""
    disputed_device: str = ""


def versions(seat: TableRound, board: int) -> tuple[Version, ...]:
    """Every version of a line in words, the newest first."""
    deal = seat.deal(board)
    lines = history(seating_id=seat.pk, board=board)
    names = _device_names(lines)
    return tuple(
        Version(
            line,
            "" if line.entry is None else seat.ruleset.describe(line.entry, deal),
            names.get(line.device, line.device[:4]),
            names.get(line.agreed_device, line.agreed_device[:4]),
            names.get(line.disputed_device, line.disputed_device[:4]),
        )
        for line in lines
    )


def _device_names(lines: Sequence[ScoreLine]) -> dict[str, str]:
    """The phones that had a part in lines of one session, as the list of phones shows them."""
    tokens = {token for line in lines for token in (line.device, line.agreed_device, line.disputed_device)}
    sessions = {line.session_id for line in lines}
    known = Device.objects.filter(table__session__in=sessions, token__in=tokens - {""})
    return {each.token: each.spoken for each in known.select_related("player").order_by("pk")}


def last_change(session: Session) -> ScoreLine | None:
    """The director's last change of a result, while it stands."""
    lines = session.lines.filter(origin=ScoreLine.Origin.DIRECTOR, is_current=True)
    return lines.select_related("by", "seating__table", "replaces").order_by("-pk").first()


def find_change(session: Session, pk: int) -> ScoreLine | None:
    """A line of this session, with what undoing it needs."""
    where = ("session__club", "seating__session__club", "seating__table")
    replaced = ("replaces__session", "replaces__seating__session", "replaces__seating__table")
    return session.lines.select_related(*where, *replaced).filter(pk=pk).first()
