"""Fouled boards: groups too small to be compared receive artificial scores.

Sources: EBU, "Scoring fouled boards", and White Book practice for small groups (EBU forum 1580);
ACBLscore manual, "Fouled and adjusted boards" (web2.acbl.org/acblscore/manual/92.htm); for several
groups ACBL Bulletin, June 1991, as told by asecomputing.com: the largest group is compared at any size.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.methods.boards import Group

SMALL_SHARES: Mapping[int, tuple[Fraction, ...]] = {
    1: (Fraction(60, 100),),
    2: (Fraction(65, 100), Fraction(55, 100)),
    3: (Fraction(70, 100), Fraction(60, 100), Fraction(50, 100)),
}


def is_too_small(group: Group, rule: str) -> bool:
    """Whether a group of a fouled board gets artificial scores.

    ``"ebu"``: at most three results that are also at most a third of the field. ``"acbl"``: at most
    three, in any group but the largest. Any other rule compares groups of every size.
    """
    if not group.is_fouled or group.weighted or group.size not in SMALL_SHARES:
        return False
    if rule == "ebu":
        return 3 * group.size <= group.field_size
    return rule == "acbl" and group.is_smaller


def small_group_shares(scores: Sequence[int]) -> dict[int, tuple[Fraction, Fraction]]:
    """Shares of the top of the two sides, by score, in a group of up to three results.

    Each side's best gets the most; equal scores share what their places bring.
    """
    firsts = _by_place(sorted(scores, reverse=True))
    seconds = _by_place(sorted(scores))
    return {score: (firsts[score], seconds[score]) for score in firsts}


def _by_place(ordered: Sequence[int]) -> dict[int, Fraction]:
    shares = SMALL_SHARES[len(ordered)]
    found: dict[int, list[Fraction]] = {}
    for score, share in zip(ordered, shares, strict=True):
        found.setdefault(score, []).append(share)
    return {score: sum(own, Fraction(0)) / len(own) for score, own in found.items()}
