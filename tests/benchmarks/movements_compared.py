"""All published movements beside ours, size by size: ``python -m tests.benchmarks.movements_compared``.

Each line appears as soon as its size is measured; all of them take about a minute.
"""

from collections import Counter

from tests.oracle import oracle_path, read_json
from tests.scoring.movement_comparisons import compare


def main():
    entries = read_json(oracle_path("MOVEMENTS_FILE", "movements.json"))["movements"]
    verdicts = Counter()
    for comparison in compare(entries):
        print(comparison, flush=True)
        verdicts[comparison.verdict] += 1
    print(dict(verdicts))


if __name__ == "__main__":
    main()
