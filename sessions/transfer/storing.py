"""Stores a drafted session: closed, with its tables, lines and awards, as if it had been played here."""

import datetime
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from scoring.bridge import SEATS
from scoring.results import Award

from .. import services
from ..models import Adjustment, Chair, Contestant, Entrant, ScoreLine, Seating, Section, Session, Table
from .awards import Ruling
from .pairs import Pair
from .rows import RULESET
from .rules import Draft, Rule
from .seats import Sitting

Seated = Sequence[tuple[Sitting, Seating]]


@transaction.atomic
def store_session(
    *,
    club: Club,
    title: str,
    date: datetime.date,
    draft: Draft,
    rule: Rule,
    players: Mapping[int, Sequence[Player]],
    by=None,
) -> Session:
    """A closed session of ``draft``, counted by ``rule``."""
    session = services.create_session(
        club=club,
        ruleset=RULESET.slug,
        date=date,
        title=title,
        by=by,
        method="matchpoints",
        method_options=rule.method_options,
    )
    sections = _create_sections(session, draft)
    contestants = _create_contestants(session, sections, draft.pairs, players)
    seated = _create_seatings(session, sections, draft.sittings)
    _create_chairs(seated, contestants, players)
    _create_lines(session, seated, by)
    _create_awards(session, seated, draft.awards(rule), by)
    _create_penalties(session, contestants, draft, rule, by)
    session.status, session.closed_at = Session.Status.CLOSED, timezone.now()
    session.save(update_fields=["status", "closed_at"])
    return services.touch(session)


def _create_sections(session: Session, draft: Draft) -> dict[str, Section]:
    letters = dict.fromkeys(pair.section for pair in draft.pairs)
    letters |= dict.fromkeys(sitting.first.section for sitting in draft.sittings)
    made = Section.objects.bulk_create(Section(session=session, letter=letter) for letter in letters)
    return {section.letter: section for section in made}


def _create_contestants(
    session: Session,
    sections: Mapping[str, Section],
    pairs: Sequence[Pair],
    players: Mapping[int, Sequence[Player]],
) -> dict[int, Contestant]:
    made = Contestant.objects.bulk_create(
        Contestant(session=session, section=sections[pair.section], number=pair.number, group=pair.group)
        for pair in pairs
    )
    Entrant.objects.bulk_create(
        Entrant(session=session, contestant=contestant, player=player, position=position)
        for pair, contestant in zip(pairs, made, strict=True)
        for position, player in enumerate(players[pair.index])
    )
    return {pair.index: contestant for pair, contestant in zip(pairs, made, strict=True)}


def _create_seatings(
    session: Session, sections: Mapping[str, Section], sittings: Sequence[Sitting]
) -> Seated:
    homes = {sitting.table: sections[sitting.first.section] for sitting in sittings}
    tables = {
        number: Table.objects.create(
            session=session, section=section, number=number, code=services.free_code()
        )
        for number, section in sorted(homes.items())
    }
    now = timezone.now()
    made = Seating.objects.bulk_create(
        Seating(
            session=session,
            table=tables[sitting.table],
            round=sitting.round,
            boards=list(sitting.boards),
            ended_at=now,
        )
        for sitting in sittings
    )
    return list(zip(sittings, made, strict=True))


def _create_chairs(
    seated: Seated, contestants: Mapping[int, Contestant], players: Mapping[int, Sequence[Player]]
) -> None:
    Chair.objects.bulk_create(
        Chair(
            seating=seating,
            place=seat,
            contestant=contestants[pair.index],
            player=players[pair.index][seat in "SW"],
        )
        for sitting, seating in seated
        for seat in SEATS
        for pair in (sitting.first.ns if seat in "NS" else sitting.first.ew,)
    )


def _create_lines(session: Session, seated: Seated, by) -> None:
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating=seating,
            board=row.board,
            entry=dict(row.entry),
            key=f"import-{sitting.round}-{sitting.table}-{row.board}",
            origin=ScoreLine.Origin.IMPORT,
            by=by,
        )
        for sitting, seating in seated
        for row in sitting.rows
        if row.entry is not None
    )


def _create_awards(session: Session, seated: Seated, awards: Sequence[tuple[Ruling, Award]], by) -> None:
    seatings = {(sitting.round, sitting.table): seating for sitting, seating in seated}
    Adjustment.objects.bulk_create(
        Adjustment(
            session=session,
            kind=Adjustment.Kind.AWARD,
            seating=seatings[award.round, award.table],
            board=award.board,
            first=str(award.first * 100),
            second=str(award.second * 100),
            top="" if award.top is None else str(award.top),
            keeps_score=award.keeps_score,
            reason=_("As in the imported file"),
            by=by,
        )
        for _ruling, award in awards
    )


def _create_penalties(
    session: Session, contestants: Mapping[int, Contestant], draft: Draft, rule: Rule, by
) -> None:
    Adjustment.objects.bulk_create(
        Adjustment(
            session=session,
            kind=Adjustment.Kind.PENALTY,
            contestant=contestants[penalty.contestant],
            amount=str(penalty.amount),
            is_percent=penalty.is_percent,
            reason=_("As in the imported file"),
            by=by,
        )
        for penalty in draft.penalties(rule)
    )
