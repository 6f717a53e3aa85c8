"""Our movements beside the published ones of the same size; ``pytest -s`` shows the table.

Sizes of more than 16 contestants are compared by ``python -m tests.benchmarks.movements_compared``.
"""

import pytest

from tests.oracle import oracle_path, read_json
from tests.scoring.movement_comparisons import NONE, WORSE, compare

MOVEMENTS = ("MOVEMENTS_FILE", "movements.json")
MOST = 16


@pytest.fixture(scope="module")
def comparisons():
    entries = read_json(oracle_path(*MOVEMENTS))["movements"]
    found = compare(entries, most=MOST)
    print()
    for comparison in found:
        print(comparison)
    return found


def test_ours_are_as_balanced_as_the_best_published_but_for_those_listed(comparisons) -> None:
    worse = {comparison.size for comparison in comparisons if comparison.verdict == "worse"}
    assert worse == {size for size in WORSE if size[1] <= MOST}


def test_the_sizes_that_we_do_not_offer_are_listed(comparisons) -> None:
    none = {comparison.size for comparison in comparisons if comparison.verdict == "none"}
    assert none == {size for size in NONE if size[1] <= MOST}


def test_most_sizes_are_covered_and_most_of_those_are_better(comparisons) -> None:
    verdicts = [comparison.verdict for comparison in comparisons]
    assert verdicts.count("better") > verdicts.count("worse")
