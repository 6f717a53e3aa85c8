"""Results as readers look them up: a board's traveller, a table's record, a contestant's card."""

from .readings import Readings, board_unit
from .schedule import Schedule, make_schedule
from .seats import boards_of, partner_of, table_sides
from .values import (
    BoardProgress,
    Card,
    CardRound,
    CardRow,
    Cell,
    Credit,
    Declared,
    Frequency,
    MoveMade,
    RecordRow,
    Result,
    RoundRecord,
    Source,
    TableProgress,
    TableSide,
    Traveller,
)

__all__ = [
    "BoardProgress",
    "Card",
    "CardRound",
    "CardRow",
    "Cell",
    "Credit",
    "Declared",
    "Frequency",
    "MoveMade",
    "Readings",
    "RecordRow",
    "Result",
    "RoundRecord",
    "Schedule",
    "Source",
    "TableProgress",
    "TableSide",
    "Traveller",
    "board_unit",
    "boards_of",
    "make_schedule",
    "partner_of",
    "table_sides",
]
