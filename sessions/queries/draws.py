"""How each round of a session was drawn: what was seated at the start, and every draw that stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.movements.drawn import Slot, Slots
from sessions.models import SeatingChange, Session

DRAW, DECIDE = "draw", "decide"
"""The kinds of change that draw a round, and that only say who won a match."""


@dataclass(frozen=True, slots=True)
class RankedThen:
    """A contestant's place in the ranking from which a round was drawn; empty without a result."""

    contestant: int
    rank: str
    figure: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: its slots by contestants' keys, and the ranking behind it; none of these for the first round.

    ``round`` is that of its first match. ``decided`` says who goes on from a match, by round and table,
    where the table did not; ``absent`` are those who went home before it was played. ``rests_on`` are the
    matches behind it, by round and table, with who had won; ``sentences`` say how it was drawn.
    """

    round: int
    slots: Slots
    decided: Mapping[tuple[int, int], int] = field(default_factory=dict)
    ranking: tuple[RankedThen, ...] = ()
    change: int | None = None
    absent: frozenset[int] = frozenset()
    rests_on: tuple[tuple[int, int, int | None], ...] = ()
    sentences: tuple[dict, ...] = ()

    @property
    def idle(self) -> tuple[int, ...]:
        """Who has no opponent, in the order of the line."""
        found = (slot.first for slot in self.slots if slot.table is None)
        return tuple(number for number in found if number not in self.absent)


def load_draws(session: Session) -> tuple[Drawn, ...]:
    """The draws that stand, the first round before them; none where the rounds are not drawn."""
    if session.drawing is None:
        return ()
    changes = list(session.changes.filter(undone_at__isnull=True).order_by("pk"))
    found = [_first(session, changes)]
    for change in changes:
        if change.kind in (DRAW, DECIDE):
            found.append(_read(change))
        else:
            last = max(at for at, drawn in enumerate(found) if drawn.slots)
            found[last] = _amended(found[last], change, is_line=not session.drawing.bye_wins)
    return tuple(found)


def _amended(drawn: Drawn, change: SeatingChange, *, is_line: bool) -> Drawn:
    """The draw after somebody has come or gone: a line gets longer or shorter, a bye may not be taken up."""
    details = change.details
    if "left" in details and (is_line or drawn.round in details["unplayed"]):
        drawn = replace(drawn, absent=drawn.absent | {details["left"]})
    came = [*details.get("contestants", ()), *([details["back"]] if "back" in details else ())]
    seated = {holder for spot in change.after for holder, _player in (spot["seats"] or {}).values()}
    if is_line and came:
        new = tuple(Slot(None, key) for key in came if key not in seated)
        kept = tuple(slot for slot in drawn.slots if slot.table is not None or slot.first not in came)
        drawn = replace(drawn, slots=(*kept, *new), absent=drawn.absent.difference(came))
    return drawn


def _first(session: Session, changes: Iterable[SeatingChange]) -> Drawn:
    came = {pk for change in changes for pk in change.details.get("contestants", [])}
    keys = session.contestants.exclude(pk__in=came).order_by("number").values_list("pk", flat=True)
    tables = session.plan.get("tables") or 0
    return Drawn(1, session.drawing.first(list(keys), tables))


def _read(change: SeatingChange) -> Drawn:
    details = change.details
    return Drawn(
        round=details["round"],
        slots=tuple(Slot(*slot) for slot in details["slots"]),
        decided={(round_, table): winner for round_, table, winner in details["decided"]},
        ranking=tuple(RankedThen(*row) for row in details["ranking"]),
        change=change.pk,
        rests_on=tuple((round_, table, winner) for round_, table, winner in details["from"]),
        sentences=tuple(change.sentences),
    )


def written(
    *, round: int, slots: Slots, decided: Mapping[tuple[int, int], int], ranking: Iterable[RankedThen]
) -> dict:
    """A draw as it is kept with its change."""
    return {
        "round": round,
        "slots": [[slot.table, slot.first, slot.second] for slot in slots],
        "decided": [[*key, winner] for key, winner in sorted(decided.items())],
        "ranking": [[row.contestant, row.rank, row.figure] for row in ranking],
    }
