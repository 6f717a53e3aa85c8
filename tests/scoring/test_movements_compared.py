"""Our movements beside the published ones of the same size; ``pytest -rP`` shows the table."""

from collections import Counter

import pytest

from tests.oracle import oracle_path, read_json
from tests.scoring.movement_comparisons import NONE, WORSE, compare


@pytest.mark.long
def test_ours_are_as_balanced_as_the_best_published_of_each_size_but_for_those_listed() -> None:
    entries = read_json(oracle_path("MOVEMENTS_FILE", "movements.json"))["movements"]
    found = list(compare(entries))
    print(*found, sep="\n")
    verdicts = Counter(comparison.verdict for comparison in found)
    print(f"{len(found)} sizes:", ", ".join(f"{verdict} {count}" for verdict, count in verdicts.items()))
    by_size = {comparison.size: comparison.verdict for comparison in found}
    assert {size for size, verdict in by_size.items() if verdict == "worse"} == set(WORSE)
    assert {size for size, verdict in by_size.items() if verdict == "none"} == set(NONE)
    assert verdicts["better"] > len(found) / 3
