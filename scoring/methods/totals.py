"""Sums of points that stay exact and cheap."""

from collections import defaultdict
from fractions import Fraction


class Totals:
    """Sums of fractions with few denominators, exact and cheap: a whole number for each denominator."""

    __slots__ = ("_top", "boards", "parts")

    def __init__(self) -> None:
        self.parts: dict[int, int] = defaultdict(int)
        self._top: int | Fraction = 0
        self.boards = 0

    def add(self, numerator: int, denominator: int, top: int | Fraction) -> None:
        self.parts[denominator] += numerator
        self._top += top
        self.boards += 1

    @property
    def points(self) -> Fraction:
        return sum((Fraction(number, unit) for unit, number in self.parts.items()), Fraction(0))

    @property
    def top(self) -> Fraction:
        return Fraction(self._top)

    @property
    def share(self) -> Fraction | None:
        return self.points / self.top if self._top else None
