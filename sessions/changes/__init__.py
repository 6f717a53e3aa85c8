"""What a change during play does to the rounds that are left: planned and checked, stored elsewhere.

A planner takes the room and what the director wants, and answers with a `Change`: the places before
and after, what happens in sentences, and every fault it would bring. What has been played stays.
"""

from .arriving import arrive
from .change import Change, LineMove
from .chart import apply, chart
from .draw import decide, draw, exchanged
from .leaving import leave, merge, substitute
from .length import add_round, cut_round, drop_board, drop_round
from .line_ups import line_up
from .mistakes import exchange, move_results, turn
from .room import NEW, Holder, ImpossibleError, Key, Room, Spot, Who

__all__ = [
    "AFTERWARDS",
    "NEW",
    "PLANNERS",
    "Change",
    "Holder",
    "ImpossibleError",
    "Key",
    "LineMove",
    "Room",
    "Spot",
    "Who",
    "apply",
    "chart",
    "exchanged",
]

PLANNERS = {
    "arrive": arrive,
    "leave": leave,
    "substitute": substitute,
    "merge": merge,
    "line_up": line_up,
    "drop_board": drop_board,
    "cut_round": cut_round,
    "drop_round": drop_round,
    "add_round": add_round,
    "turn": turn,
    "exchange": exchange,
    "move_results": move_results,
    "draw": draw,
    "decide": decide,
}
AFTERWARDS = ("turn", "exchange", "move_results", "line_up")
"""What may still be put right once play has ended."""
