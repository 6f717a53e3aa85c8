"""The director's adjustments as values of ``scoring``."""

from collections import defaultdict
from fractions import Fraction

from scoring.methods import GRADES
from scoring.results import Award, FouledBoard, Penalty, TableKey, weigh_outcomes
from sessions.models import Adjustment


def award_of(adjustment: Adjustment) -> Award:
    shares = (adjustment.first, adjustment.second)
    is_share = not (adjustment.is_points or adjustment.outcomes)
    first, second = (_share(text) for text in shares) if is_share else ("A", "A")
    outcomes = ((each["score"], Fraction(each["weight"])) for each in adjustment.outcomes)
    return Award(
        round=adjustment.seating.round,
        table=adjustment.seating.table.number,
        board=adjustment.board,
        first=first,
        second=second,
        top=Fraction(adjustment.top) if adjustment.top else None,
        reason=adjustment.reason,
        keeps_score=adjustment.keeps_score,
        outcomes=weigh_outcomes(outcomes) if adjustment.outcomes else (),
        points=(Fraction(shares[0]), Fraction(shares[1])) if adjustment.is_points else None,
    )


def fouled_of(adjustment: Adjustment) -> FouledBoard:
    groups: dict[int, set[TableKey]] = defaultdict(set)
    for round_, table, form in adjustment.tables:
        groups[form].add((round_, table))
    return FouledBoard(adjustment.board, tuple(frozenset(groups[form]) for form in sorted(groups)))


def _share(text: str) -> Fraction | str:
    return text if text in GRADES else Fraction(text) / 100


def penalty_of(adjustment: Adjustment) -> Penalty:
    return Penalty(
        contestant=adjustment.contestant_id,
        amount=Fraction(adjustment.amount),
        is_percent=adjustment.is_percent,
        reason=adjustment.reason,
        round=adjustment.seating.round if adjustment.seating else None,
    )
