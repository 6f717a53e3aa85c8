"""All published movements beside ours, size by size: ``python -m tests.benchmarks.movements_compared``."""

from collections import Counter

from tests.oracle import oracle_path, read_json
from tests.scoring.movement_comparisons import NONE, WORSE, compare


def main():
    entries = read_json(oracle_path("MOVEMENTS_FILE", "movements.json"))["movements"]
    found = compare(entries)
    for comparison in found:
        print(comparison)
    print(dict(Counter(comparison.verdict for comparison in found)))
    verdicts = {comparison.size: comparison.verdict for comparison in found}
    assert {size for size, verdict in verdicts.items() if verdict == "worse"} == set(WORSE)
    assert {size for size, verdict in verdicts.items() if verdict == "none"} == set(NONE)


if __name__ == "__main__":
    main()
