"""How fast boards are compared: ``python -m tests.benchmarks.methods_speed``.

Match points for one board of many results, and how the time grows; cross-IMPs by distinct scores
beside comparing each pair of results; victory points, afresh and from the table made once.
"""

import random
import timeit
from collections import Counter

from scoring.bridge import SCORES
from scoring.methods import cross_imps, matchpoints
from scoring.scales import continuous_scale, imps


def best_of(call, *, number=1, repeat=5):
    """Seconds of one call: the best of several runs, as noise only adds."""
    return min(timeit.repeat(call, number=number, repeat=repeat)) / number


def results(count):
    """Results of one board: scores as contracts give them, for either side."""
    rng = random.Random(count)
    pool = sorted({score for scores in SCORES[True].values() for score in scores})
    return [rng.choice((1, -1)) * rng.choice(pool) for _ in range(count)]


def by_pairs(scores):
    return [sum(imps(score - other) for other in scores) for score in scores]


def by_distinct_scores(scores):
    totals = cross_imps(Counter(scores))
    return [totals[score] for score in scores]


def main():
    print("match points, one board")
    first = None
    for count in (1_000, 10_000, 100_000):
        scores = results(count)
        seconds = best_of(lambda scores=scores: matchpoints(scores))
        first = first or seconds / count
        print(
            f"  {count:7d} results {seconds * 1e3:8.2f} ms, {seconds / count * 1e9:6.0f} ns a result, "
            f"{seconds / count / first:.2f} of the smallest board's"
        )
    typical = random.Random(7).choices(sorted(set(results(40))), k=1_000)
    for name, scores in (("40 scores", typical), ("every score", results(1_000))):
        assert by_pairs(scores) == by_distinct_scores(scores)
        pairs = best_of(lambda scores=scores: by_pairs(scores), repeat=2)
        distinct = best_of(lambda scores=scores: by_distinct_scores(scores))
        print(
            f"cross-IMPs, 1,000 results, {name} ({len(set(scores))} distinct): pairs {pairs * 1e3:.1f} ms, "
            f"distinct scores {distinct * 1e3:.2f} ms, pairs / distinct = {pairs / distinct:.0f}"
        )
    make = best_of(lambda: continuous_scale.__wrapped__(32), number=3)
    look_up = best_of(lambda: continuous_scale(32).convert(17), number=1_000)
    print(f"VP scale for 32 boards: made once in {make * 1e3:.2f} ms, a look-up {look_up * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
