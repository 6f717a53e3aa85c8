"""Two contestants of a session compared, board by board."""

from dataclasses import dataclass

from .values import Card, CardRow


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A board that both played; ``have_met`` where they played it at one table."""

    board: int
    first: CardRow
    second: CardRow
    have_met: bool

    @property
    def lead(self) -> int:
        """1 where the first did better, -1 where the second did, 0 where neither did or nothing tells."""
        if self.first.credit is None or self.second.credit is None:
            return 0
        mine, theirs = self.first.credit.points, self.second.credit.points
        return (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two contestants and the boards that both played, but for those that the reader may not see yet."""

    first: Card
    second: Card
    rows: tuple[DuelRow, ...]

    @property
    def ahead(self) -> int:
        return sum(row.lead > 0 for row in self.rows)

    @property
    def behind(self) -> int:
        return sum(row.lead < 0 for row in self.rows)

    @property
    def level(self) -> int:
        return len(self.rows) - self.ahead - self.behind


def compare(first: Card, second: Card) -> Duel:
    """The two cards side by side, by board."""
    mine, theirs = _by_board(first), _by_board(second)
    rows = (
        DuelRow(board, mine[board], theirs[board], mine[board].result.seat is theirs[board].result.seat)
        for board in sorted(mine.keys() & theirs.keys())
    )
    return Duel(first, second, tuple(rows))


def _by_board(card: Card) -> dict[int, CardRow]:
    rows = [row for found in card.rounds for row in found.rows]
    return {row.result.board: row for row in rows if row.result.line and not row.result.is_hidden}
