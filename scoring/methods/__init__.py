"""Ways to compare results: a module each, registered in ``METHODS``."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.methods.aggregate import Aggregate
from scoring.methods.artificial import GRADES, artificial_imps, artificial_share
from scoring.methods.butler import Butler, datum
from scoring.methods.cross_imps import CrossImps, cross_imps
from scoring.methods.games import Games
from scoring.methods.hybrid import Hybrid
from scoring.methods.matchpoint import BoardScale, board_scale, matchpoints, neuberg
from scoring.methods.percentages import Matchpoints
from scoring.methods.points import TotalPoints
from scoring.methods.ranking import ranked
from scoring.methods.rounding import HALF, round_half_up
from scoring.methods.team_boards import TeamsBoards, win_share
from scoring.methods.team_imps import TeamsImps
from scoring.results import Method
from scoring.words import mark as _

__all__ = [
    "GRADES",
    "HALF",
    "METHODS",
    "Aggregate",
    "BoardScale",
    "Butler",
    "CrossImps",
    "Games",
    "Hybrid",
    "Matchpoints",
    "TeamsBoards",
    "TeamsImps",
    "TotalPoints",
    "artificial_imps",
    "artificial_share",
    "board_scale",
    "cross_imps",
    "datum",
    "matchpoints",
    "neuberg",
    "ranked",
    "round_half_up",
    "win_share",
]

_ALL: tuple[Method, ...] = (
    Matchpoints(),
    CrossImps(),
    Butler(),
    Aggregate(),
    TeamsImps(),
    TeamsBoards(
        "board_a_match",
        _("Teams, board-a-match"),
        top=1,
        how=_("Each board is worth 1 where it is won, ½ where it is tied, by any difference."),
    ),
    TeamsBoards(
        "point_a_board",
        _("Teams, point-a-board"),
        top=2,
        how=_("Each board is worth 2 where it is won, 1 where it is tied, by any difference."),
    ),
    Hybrid(),
    TotalPoints("points_per_board", _("Points per board"), per_board=True),
    TotalPoints("total_points", _("Total points"), per_board=False),
    Games(),
)

METHODS: Mapping[str, Method] = MappingProxyType({method.slug: method for method in _ALL})
