"""How many rounds, and how many boards a round, make an evening of about 26 boards."""

from scoring.movements.plan import MovementError
from scoring.words import mark as _

MOST_BOARDS = 27
FEWEST_BOARDS = 24
USUAL_BOARDS = 26


def plan_length(longest: int, *, rounds: int | None, boards_per_round: int | None) -> tuple[int, int]:
    """Rounds and boards a round for a movement that lasts ``longest`` rounds when complete.

    What is given is kept; what is None is chosen so that each contestant plays 24 to 27 boards if that
    can be, in as many rounds as possible. Raises MovementError for a number out of range.
    """
    _check_rounds(rounds, longest)
    _check_boards(boards_per_round)
    if boards_per_round is None:
        boards_per_round = _usual_boards(longest) if rounds is None else max(1, MOST_BOARDS // rounds)
    return rounds or _curtailed(longest, boards_per_round), boards_per_round


def complete_length(longest: int, *, rounds: int | None, boards_per_round: int | None) -> tuple[int, int]:
    """As ``plan_length``, but play every round where 20 to 30 boards allow it: all then meet all."""
    boards = max(1, round(USUAL_BOARDS / longest))
    if rounds is None and boards_per_round is None and 20 <= boards * longest <= 30:
        return longest, boards
    return plan_length(longest, rounds=rounds, boards_per_round=boards_per_round)


def _check_rounds(rounds: int | None, longest: int) -> None:
    if rounds is not None and not 1 <= rounds <= longest:
        text = _("this movement has 1 to %(longest)d rounds; %(rounds)d is not possible")
        raise MovementError("rounds", text, longest=longest, rounds=rounds)


def _check_boards(boards_per_round: int | None) -> None:
    if boards_per_round is not None and boards_per_round < 1:
        text = _("a round has at least 1 board; %(boards)d is not possible")
        raise MovementError("boards_per_round", text, boards=boards_per_round)


def _curtailed(longest: int, boards_per_round: int) -> int:
    return min(longest, max(1, MOST_BOARDS // boards_per_round))


def _usual_boards(longest: int) -> int:
    def fitness(boards: int) -> tuple[int, int, int]:
        rounds = _curtailed(longest, boards)
        return min(rounds * boards, FEWEST_BOARDS), rounds, boards

    return max(range(2, 10), key=fitness)
