"""What a phone takes along so that it can show a score and ask about a doubt without a network."""

import hashlib
from collections.abc import Mapping
from importlib.metadata import version

from django.core.cache import cache
from django.utils.translation import get_language

from scoring.diagrams import Diagram, conditions, draw, draw_points

from .forms import as_text
from .queries import TableRound
from .results import table_sides
from .table_page import doubt_words, names_a_contract, repeated_words, side_names
from .templatetags.overtrick import points

VERSION = version("overtrick")
KEEP_SECONDS = 24 * 60 * 60


def table_name(seat: TableRound, number: int) -> str:
    """A name that all deals share whose entries earn the same and are doubted alike, in one language."""
    game = (seat.ruleset.slug, sorted(seat.options.items()), seat.places, _shown_places(seat))
    known = (game, conditions(seat.deal(number)), get_language(), VERSION)
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def score_table(seat: TableRound, number: int) -> dict:
    """The points of each side and the doubts by entry, as diagrams; None where one would be too big.

    Points are texts in the order of the table's sides; none for a side that earns nothing at all.
    """
    return cache.get_or_set(
        f"scores:{table_name(seat, number)}", lambda: _make_table(seat, number), KEEP_SECONDS
    )


def _make_table(seat: TableRound, number: int) -> dict:
    deal = seat.deal(number)
    fields = seat.ruleset.fields(deal, seat.options)
    earned = draw_points(seat.ruleset, seat.sitting.before(0), number, seat.options)
    doubts = draw(fields, lambda entry: doubt_words(seat, deal, entry))
    shown = [seat.places.index(place) for place in _shown_places(seat)]
    return {
        "points": _plain(earned, lambda found: [points(found[at]) or None for at in shown]),
        "doubts": _plain(doubts, list),
    }


def _shown_places(seat: TableRound) -> tuple[str, ...]:
    """A place of each side, in the order in which the sides are shown."""
    return tuple(side.place for side in table_sides(seat))


def _plain(diagram: Diagram | None, say) -> dict | None:
    if diagram is None:
        return None
    return {
        "asks": [[ask.name, ask.values, ask.usual] for ask in diagram.asks],
        "nodes": diagram.nodes,
        "findings": [None if found is None else say(found) for found in diagram.findings],
        "root": diagram.root,
    }


def ahead(seat: TableRound, numbers: tuple[int, ...], unseen: tuple[int, ...] = ()) -> Mapping:
    """What goes with the pages of a round: its sides, the name of each deal's table, and the last result.

    A result is asked about where the fields in ``contract`` say the same as in the one before, and one of
    those in ``results`` says anything. What is ``unseen``, for this phone is to enter it too, is not told.
    """
    if seat.is_sit_out:
        return {}
    fields = seat.fields(numbers[0]) if numbers else ()
    last = seat.last_line if seat.last_line and seat.last_line.board not in unseen else None
    return {
        "sides": side_names(seat),
        "tables": {number: table_name(seat, number) for number in numbers},
        "contract": [item.name for item in fields if names_a_contract(item)],
        "results": [item.name for item in fields if item.kind == "number"],
        "repeated": {number: repeated_words(seat, number) for number in (*numbers, *seat.lines)},
        "last": last and {"board": last.board, "entry": {k: as_text(v) for k, v in last.entry.items()}},
    }
