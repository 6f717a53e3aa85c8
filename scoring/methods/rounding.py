"""Rounding that is the same everywhere."""

from fractions import Fraction

HALF = Fraction(1, 2)


def round_half_up(value: Fraction, places: int) -> Fraction:
    """Round to so many decimals, half away from zero."""
    scale = 10**places
    whole = int(abs(value) * scale + HALF)
    return Fraction(whole if value >= 0 else -whole, scale)
