"""The ranking list of a combined event, with the names joined."""

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from scoring.sheets import Sheet
from scoring.sheets.overall import Overall, overall_sheet
from scoring.words import Message
from sessions.events import Outcome
from sessions.words import say


def make_event_sheet(outcome: Outcome) -> Sheet:
    """The sheet in the active language."""
    state = gettext_noop("Final") if outcome.is_final else gettext_noop("Provisional")
    head = Sheet(
        title=outcome.event.title,
        overline=outcome.event.club.name,
        subtitle=(*_days(outcome), Message(state)),
        mark=Message(gettext_noop("Ranking")),
        notes=outcome.how,
    )
    rows = [
        Overall(
            row.place,
            row.name,
            row.total,
            tuple(share and share.value for share in row.shares),
            row.boards,
        )
        for row in outcome.rows
    ]
    days = [date_format(session.date, "SHORT_DATE_FORMAT") for session in outcome.sessions]
    return overall_sheet(head, kind=outcome.kind, sessions=days, rows=rows).words(say)


def _days(outcome: Outcome) -> tuple[str, ...]:
    """The first and the last day of the event; one where it had only one."""
    days = [session.date for session in outcome.sessions]
    if not days:
        return ()
    first, last = (date_format(day, "DATE_FORMAT") for day in (min(days), max(days)))
    return (first,) if first == last else (f"{first} – {last}",)


def event_file_name(outcome: Outcome, extension: str) -> str:
    """A name for the file that every system can keep: ``2026-03-12-championship-ranking.pdf``."""
    last = max((str(session.date) for session in outcome.sessions), default="")
    parts = (last, slugify(outcome.event.title)[:60], "ranking")
    return f"{'-'.join(part for part in parts if part)}.{extension}"
