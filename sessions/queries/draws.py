"""How each round of a session was drawn: what was seated at the start, and every draw that stands."""

from collections import defaultdict
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
    later = [_read(change) for change in changes if change.kind in (DRAW, DECIDE)]
    gone: dict[int, set[int]] = defaultdict(set)
    for change in changes:
        for number in change.details.get("unplayed", []):
            gone[number].add(change.details["left"])
    drawn = (_first(session, changes), *later)
    return tuple(replace(each, absent=frozenset(gone[each.round])) for each in drawn)


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
