"""USEBIO 1.0 to 1.3, the XML in which British scoring programs exchange results.

``loads`` reads a file into an :class:`Event`, ``dumps`` writes one. Nothing is recomputed: scores,
points, totals and places are those of the file, exactly, as Fractions. What is odd but readable is kept
and told in ``Event.warnings``; what cannot be read is a :class:`~scoring.formats.FormatError`.
"""

from scoring.formats.usebio.reading import loads
from scoring.formats.usebio.values import (
    EVENT_TYPES,
    BoardResults,
    DealtBoard,
    Entrant,
    EntrantPlayer,
    Event,
    Match,
    Section,
    TravellerLine,
    entrants_by_seat,
)
from scoring.formats.usebio.writing import dumps

__all__ = [
    "EVENT_TYPES",
    "BoardResults",
    "DealtBoard",
    "Entrant",
    "EntrantPlayer",
    "Event",
    "Match",
    "Section",
    "TravellerLine",
    "dumps",
    "entrants_by_seat",
    "loads",
]
