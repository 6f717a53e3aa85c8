"""IMP and VP tables, each with its source.

Sources: Laws of Duplicate Bridge 2017, Law 78B (IMPs); WBF Technical Report on Victory Points scales,
January 2013, and the printed 4-board column of the WBF's scales (continuous VPs); bridgehands.com,
"Victory Points" (the older discrete scale).
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from scoring.lines import EntryError, Points
from scoring.words import mark as _

IMP_BOUNDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


@lru_cache(maxsize=8192)
def imps(difference: Points) -> int:
    """IMPs for a difference in points (Law 78B): negative for a negative difference."""
    if difference < 0:
        return -bisect_right(IMP_BOUNDS, -difference)
    return bisect_right(IMP_BOUNDS, difference)


@dataclass(frozen=True, slots=True)
class VpScale:
    """VPs by the margin in IMPs: from ``bounds[i]`` on, the winner gets ``winner[i]``.

    ``bounds`` ascend from 0.
    """

    bounds: tuple[int, ...]
    winner: tuple[Fraction, ...]
    loser: tuple[Fraction, ...]

    def convert(self, margin: int) -> tuple[Fraction, Fraction]:
        """VPs of a side that won by ``margin`` IMPs (negative: lost), and of the other side."""
        found = bisect_right(self.bounds, abs(margin)) - 1
        won, lost = self.winner[found], self.loser[found]
        return (won, lost) if margin >= 0 else (lost, won)

    @property
    def top(self) -> Fraction:
        """The most that a side can get."""
        return max(self.winner)


def _scale(bounds: Sequence[int], winner: Sequence[Fraction]) -> VpScale:
    """A scale whose two sides always share the same sum, twice the VPs of a draw."""
    total = 2 * winner[0]
    return VpScale(tuple(bounds), tuple(winner), tuple(total - vps for vps in winner))


@lru_cache(maxsize=128)
def continuous_scale(boards: int) -> VpScale:
    """The WBF's continuous 20-VP scale for a match of so many boards, to two decimals.

    With X = 15 sqrt(N) and tau = (sqrt 5 - 1) / 2, a margin of I IMPs gives the winner
    ``10 + 10 (1 - tau^(3 I / X)) / (1 - tau^3)``, and 20 from X on. A value is then raised by 0.01
    wherever it would leave an increment larger than the one before.
    """
    if boards < 1:
        raise EntryError("boards", _("a match needs at least one board"))
    blitz = isqrt(225 * boards - 1) + 1
    hundredths = [_hundredths(margin, boards) for margin in range(blitz)] + [2000]
    _make_concave(hundredths)
    return _scale(range(blitz + 1), [Fraction(value, 100) for value in hundredths])


def _hundredths(margin: int, boards: int) -> int:
    """The winner's VPs by the formula, in hundredths, rounded half up."""
    with localcontext(prec=50):
        tau = (Decimal(5).sqrt() - 1) / 2
        share = Decimal(3 * margin) / (15 * Decimal(boards).sqrt())
        value = 10 + 10 * (1 - tau**share) / (1 - tau**3)
        return int((value * 100).quantize(Decimal(1), ROUND_HALF_UP))


def _make_concave(values: list[int]) -> None:
    """Raise values by one until no increment exceeds the one before."""
    changed = True
    while changed:
        changed = False
        for middle in range(1, len(values) - 1):
            if values[middle + 1] - values[middle] > values[middle] - values[middle - 1]:
                values[middle] += 1
                changed = True


_TEN_TO_TWENTY = tuple(Fraction(vps) for vps in range(10, 21))
_DISCRETE = {
    range(6, 9): _scale((0, 1, 3, 5, 8, 11, 14, 17, 20, 24, 28), _TEN_TO_TWENTY),
    range(9, 12): _scale((0, 1, 3, 6, 10, 14, 18, 22, 26, 31, 36), _TEN_TO_TWENTY),
}


def discrete_scale(boards: int) -> VpScale | None:
    """The older 20-VP scale in whole numbers; None for a length that it has no column for."""
    return next((scale for band, scale in _DISCRETE.items() if boards in band), None)


_BAD_LINE = _("line %(line)s: %(text)s is not IMPs and VPs, such as 3-5 12 8")
_NOT_FROM_0 = _("the first line must begin at 0 IMPs")
_NOT_NEXT = _("line %(line)s: %(imps)s IMPs do not follow the line before")
_FALLS = _("line %(line)s: the winner's VPs are fewer than in the line before")
_RISES = _("line %(line)s: the loser's VPs are more than in the line before")


@lru_cache(maxsize=32)
def parse_scale(text: str, *, field: str = "vp_table") -> VpScale:
    """A scale as a club pastes it: ``3-5 12 8`` a line: IMPs, the winner's VPs, the loser's.

    IMPs may also be ``3`` or ``26+``. The loser's may be left out: then the two share twice the VPs of
    a draw. Spaces, tabs, semicolons and vertical bars separate; a comma is a decimal comma. Raises
    EntryError naming the line.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    rows = [(number, *_read_row(line, number, field)) for number, line in lines if line]
    if not rows or rows[0][1] != 0:
        raise EntryError(field, _NOT_FROM_0)
    total = 2 * rows[0][3]
    losers = [total - row[3] if row[4] is None else row[4] for row in rows]
    _check_rows(rows, losers, field)
    return VpScale(tuple(row[1] for row in rows), tuple(row[3] for row in rows), tuple(losers))


_Row = tuple[int, int, int | None, Fraction, Fraction | None]


def _read_row(text: str, line: int, field: str) -> tuple[int, int | None, Fraction, Fraction | None]:
    """First and last margin of a line, the winner's VPs, and the loser's where they are given."""
    try:
        margin, *vps = text.translate(_SEPARATORS).split()
        low, _dash, high = margin.removesuffix("+").partition("-")
        winner, loser = [*(_read_vps(word) for word in vps), None][:2] if len(vps) < 3 else (None, None)
        if winner is None:
            raise ValueError(text)
        return _read_margin(low), _read_margin(high) if high else None, winner, loser
    except ValueError:
        raise EntryError(field, _BAD_LINE, line=line, text=text[:40]) from None


_SEPARATORS = str.maketrans({";": " ", "|": " ", "\t": " ", ",": ".", "–": "-", "−": "-"})


def _read_margin(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 4):
        raise ValueError(word)
    return int(word)


def _read_vps(word: str) -> Fraction:
    if len(word) > 8 or "/" in word or "e" in word.lower():
        raise ValueError(word)
    return Fraction(word)


def _check_rows(rows: Sequence[_Row], losers: Sequence[Fraction], field: str) -> None:
    """Margins follow one another without gaps, and no VPs run the wrong way."""
    for at in range(1, len(rows)):
        line, low, _high, winner, _loser = rows[at]
        _line, last_low, last_high, last_winner, _last_loser = rows[at - 1]
        if low <= last_low or (last_high is not None and low != last_high + 1):
            raise EntryError(field, _NOT_NEXT, line=line, imps=low)
        if winner < last_winner:
            raise EntryError(field, _FALLS, line=line)
        if losers[at] > losers[at - 1]:
            raise EntryError(field, _RISES, line=line)
