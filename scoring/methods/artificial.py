"""Artificial scores: average plus, average, average minus (Laws 12C2 and 86).

Source: Laws of Duplicate Bridge 2017.
"""

from fractions import Fraction

from scoring.methods.rounding import HALF

GRADES = {"A+": Fraction(3, 5), "A": HALF, "A-": Fraction(2, 5)}


def artificial_share(grade: Fraction | str, session: Fraction | None) -> Fraction:
    """The share of the top for an award. ``session`` is the contestant's share on his other boards.

    Law 12C2: a non-offender (A+) gets at least 60 %, and his session's result when it is better; an
    offender (A-) at most 40 %, and his session's when it is worse.
    """
    if isinstance(grade, Fraction):
        return grade
    share = GRADES[grade]
    if session is None or grade == "A":
        return share
    return max(share, session) if grade == "A+" else min(share, session)


def artificial_imps(grade: Fraction | str, average_plus: Fraction) -> Fraction:
    """IMPs for an award: ``average_plus`` for A+, nothing for A, as much lost for A- (Law 86: 3 IMPs).

    A share of the top stands for the IMPs in proportion: 60 % is average plus, 40 % average minus.
    """
    share = grade if isinstance(grade, Fraction) else GRADES[grade]
    return (share - HALF) / (GRADES["A+"] - HALF) * average_plus
