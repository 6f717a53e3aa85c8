"""From the bytes of a USEBIO file to a closed session, and a report of what differs."""

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.names import NAME_MAX, clean_text
from scoring.formats import usebio
from scoring.formats.usebio import Event

from .. import services
from ..models import Session
from ..words import say
from .awards import find_rulings, tell_labels
from .findings import Difference, Findings, refuse
from .pairs import read_pairs, rows_of
from .players import find_players
from .rows import read_rows
from .rules import Agreement, Draft, choose_rule, compare_results, describe_rule
from .seats import seat_rows
from .storing import store_session

READABLE = "MP_PAIRS"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was imported and how well it agrees: counts, the rule in sentences, differences, warnings."""

    file: str
    program: str
    counts: Mapping[str, int]
    rule: tuple[str, ...]
    differences: tuple[Difference, ...]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Plain values, as the session keeps them."""
        return {
            **asdict(self),
            "counts": dict(self.counts),
            "rule": list(self.rule),
            "differences": [asdict(difference) for difference in self.differences],
            "warnings": list(self.warnings),
        }


@transaction.atomic
def import_usebio(
    *,
    club: Club,
    data: bytes,
    filename: str,
    by=None,
    publish: bool = False,
    is_public: bool = False,
    date: datetime.date | None = None,
) -> tuple[Session, ImportReport]:
    """Store a file of matchpoint pairs as a closed session; with ``publish``, its places are frozen.

    ``date`` is for a file that has none. Raises FormatError, which says where and what is wrong; then
    nothing is stored.
    """
    event = usebio.loads(data)
    _check_event(event)
    date = event.date or date
    if date is None:
        raise refuse(_("the file"), _("it has no date; say when the session was played"))
    findings = Findings(warnings=[_sentence(warning) for warning in event.warnings])
    draft = _make_draft(event, findings)
    rule, _found = choose_rule(draft, findings)
    agreement = compare_results(draft, rule, findings)
    players = find_players(club, draft.pairs, findings)
    title = clean_text(event.name)[:NAME_MAX].strip()
    session = store_session(club=club, title=title, date=date, draft=draft, rule=rule, players=players, by=by)
    report = ImportReport(
        file=clean_text(filename)[:NAME_MAX],
        program=clean_text(f"{event.program} {event.program_version}"),
        counts=_counts(draft, agreement),
        rule=tuple(describe_rule(draft, rule, agreement)),
        differences=tuple(findings.differences),
        warnings=tuple(findings.warnings),
    )
    session.source = report.as_json()
    session.save(update_fields=["source"])
    return _show(session, publish=publish, is_public=is_public), report


def _sentence(warning) -> str:
    return f"{say(warning.where)}: {say(warning.message)}"


def _check_event(event: Event) -> None:
    """Refuse what is no matchpoint pairs of one session."""
    if event.event_type != READABLE:
        kind = event.event_type or event.scoring_method or "?"
        message = _(
            "it is an event of type %(type)s; sessions of matchpoint pairs (MP_PAIRS) can be imported"
        )
        raise refuse(_("the file"), message, type=kind[:40])
    sessions = {section.session for section, _board, _line in rows_of(event)}
    if not sessions:
        raise refuse(_("the file"), _("it has no results by board, so there is nothing to compare"))
    if len(sessions) > 1:
        message = _("it holds %(count)d sessions; one session at a time can be imported")
        raise refuse(_("the file"), message, count=len(sessions))


def _make_draft(event: Event, findings: Findings) -> Draft:
    field = read_pairs(event)
    rows = read_rows(event, field, findings)
    rulings = find_rulings(rows, findings)
    tell_labels(rulings, findings)
    if any(entrant.handicap for entrant in event.entrants):
        findings.warn(_("the file has handicaps, which are not applied"))
    findings.warn(_("the file does not say who met in which round; rounds and tables are worked out"))
    return Draft(field.pairs, seat_rows(rows), rulings)


def _counts(draft: Draft, agreement: Agreement) -> dict[str, int]:
    rows = [row for sitting in draft.sittings for row in sitting.rows]
    return {
        "pairs": len(draft.pairs),
        "tables": len({sitting.table for sitting in draft.sittings}),
        "rounds": len({sitting.round for sitting in draft.sittings}),
        "boards": len({row.board for row in rows}),
        "lines": len(rows),
        "awards": len(draft.rulings),
        "percents": sum(pair.entrant.percent is not None for pair in draft.pairs),
        "percents_agreeing": agreement.percents,
        "places": sum(bool(pair.entrant.place) for pair in draft.pairs),
        "places_agreeing": agreement.places,
    }


def _show(session: Session, *, publish: bool, is_public: bool) -> Session:
    if publish:
        return services.publish_session(session=session)
    return services.set_public(session=session, is_public=True) if is_public else session
