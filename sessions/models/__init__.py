"""An evening's play as it is stored: who sat where, and every version of every line.

Only what cannot be computed is stored. Points, places and totals follow from the lines; a published
session alone keeps its placings, because a posted result is a record.
"""

from .evenings import CODE_LENGTH, CODE_LETTERS, HouseRules, Session, make_code
from .hall import Clock, Notice, Reading
from .jobs import Job
from .lines import Adjustment, ScoreLine, SeatingChange
from .published import Placing, Posting
from .room import Chair, Contestant, Device, Entrant, Guesser, Seating, Section, Table
from .seasons import Event, Ladder, RatedGame

__all__ = [
    "Adjustment",
    "CODE_LENGTH",
    "CODE_LETTERS",
    "Chair",
    "Clock",
    "Contestant",
    "Device",
    "Entrant",
    "Event",
    "Guesser",
    "HouseRules",
    "Job",
    "Ladder",
    "Notice",
    "Placing",
    "Posting",
    "RatedGame",
    "Reading",
    "ScoreLine",
    "Seating",
    "SeatingChange",
    "Section",
    "Session",
    "Table",
    "make_code",
]
