"""The field of a session: handicaps and strata fixed for it, and where its points are carried over from."""

import re
from collections.abc import Mapping
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubs.names import clean_text
from scoring.lines import EntryError
from scoring.standings.refine import has_strata, strata_of

from .. import queries
from ..models import Contestant, Session
from .actors import RefusedError
from .revision import lock, touch

NUMBER = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,3})?")


@transaction.atomic
def set_field(
    *, session: Session, handicaps: Mapping[int, str], strata: Mapping[int, str], carried_from: Session | None
) -> Session:
    """Fix handicaps and strata of contestants; an empty text lets them follow from the players.

    The results stay as they are. Raises EntryError for ``handicap_<contestant>`` or ``stratum_<contestant>``,
    and RefusedError once the session is published or where the points would come from cannot be.
    """
    session = lock(session)
    if session.is_published:
        raise RefusedError(_("This session is published; take it back before you rank it another way."))
    if carried_from is not None and carried_from not in queries.carry_sources(session):
        raise RefusedError(_("No points can be carried over from that session."))
    ranking = queries.session_rules(session).ranking_options
    known = {stratum.name for stratum in strata_of(ranking)} if has_strata(ranking) else set()
    contestants = list(session.contestants.all())
    for each in contestants:
        each.handicap = _read_handicap(handicaps.get(each.pk, each.handicap), each.pk)
        each.stratum = _read_stratum(strata.get(each.pk, each.stratum), each.pk, known)
    Contestant.objects.bulk_update(contestants, ["handicap", "stratum"])
    session.carried_from = carried_from
    session.save(update_fields=["carried_from"])
    return touch(session)


def _read_handicap(text: str, pk: int) -> str:
    """A handicap as an exact text."""
    text = text.strip().replace(",", ".").replace("−", "-")
    if not text:
        return ""
    if not NUMBER.fullmatch(text):
        raise EntryError(f"handicap_{pk}", gettext_noop("%(text)s is not a handicap, such as 3.5"), text=text)
    return str(Fraction(text))


def _read_stratum(text: str, pk: int, known: set[str]) -> str:
    text = clean_text(text)
    if text and known and text not in known:
        raise EntryError(f"stratum_{pk}", gettext_noop("there is no stratum %(text)s"), text=text)
    return text[:10]
