"""``imps``, ``vps``, ``compare`` and ``board``: the tables that a bridge scorer looks things up in."""

import argparse
from collections import Counter
from fractions import Fraction

from scoring.bridge import SEAT_NAMES, dealer_of, vulnerability_of
from scoring.cli.report import Report, make_table, plain_points
from scoring.lines import EntryError
from scoring.methods import cross_imps, matchpoints
from scoring.scales import continuous_scale, discrete_scale, imps
from scoring.words import mark as _

_MOST_BOARDS = 1000


def run_imps(asked: argparse.Namespace) -> Report:
    """IMPs of each difference."""
    found = [(difference, imps(difference)) for difference in asked.differences]
    rows = [[str(difference), str(value)] for difference, value in found]
    return Report(make_table(["Points", "IMPs"], rows), [{"points": a, "imps": b} for a, b in found])


def run_vps(asked: argparse.Namespace) -> Report:
    """VPs of both sides."""
    if not 1 <= asked.boards <= _MOST_BOARDS:
        text = _("%(boards)s is not a number of boards from 1 to %(most)s")
        raise EntryError("boards", text, boards=asked.boards, most=_MOST_BOARDS)
    scale = continuous_scale(asked.boards) if asked.scale == "continuous" else discrete_scale(asked.boards)
    if scale is None:
        raise EntryError("boards", _("the discrete scale has no column for %(boards)s"), boards=asked.boards)
    pair = scale.convert(asked.margin)
    first, second = (f"{float(vps):.2f}" for vps in pair)
    data = {"imps": asked.margin, "boards": asked.boards, "vps": [plain_points(vps) for vps in pair]}
    return Report(f"{first} - {second}", data)


def run_board(asked: argparse.Namespace) -> Report:
    """Match points and cross-IMPs of one board's results, the best first."""
    if len(asked.scores) < 2:
        text = _("%(scores)s alone has nothing to be compared with")
        raise EntryError("score", text, scores=asked.scores[0])
    counts = Counter(asked.scores)
    points, totals = matchpoints(asked.scores), cross_imps(counts)
    others = len(asked.scores) - 1
    rows = []
    data: list[dict[str, int | str]] = []
    for score in sorted(asked.scores, reverse=True):
        percent, mean = Fraction(points[score] * 50, others), Fraction(totals[score], others)
        rows.append([str(score), str(points[score]), f"{float(percent):.2f}", f"{float(mean):.2f}"])
        figures = {"percent": plain_points(percent), "cross_imps": plain_points(mean)}
        data.append({"score": score, "matchpoints": points[score], **figures})
    return Report(make_table(["Score", "Match points", "Percent", "Cross-IMPs"], rows), data)


def run_conditions(asked: argparse.Namespace) -> Report:
    """Dealer and vulnerability (Law 2)."""
    if asked.number < 1:
        raise EntryError("board", _("%(number)s: boards are numbered from 1"), number=asked.number)
    dealer, vulnerable = dealer_of(asked.number), vulnerability_of(asked.number)
    text = f"Board {asked.number}: dealer {SEAT_NAMES[dealer]}, vulnerable {vulnerable}"
    return Report(text, {"board": asked.number, "dealer": dealer, "vulnerable": vulnerable})
