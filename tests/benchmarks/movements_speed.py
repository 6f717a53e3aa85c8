"""How fast movements are proposed: ``python -m tests.benchmarks.movements_speed``."""

import time

from scoring.movements import propose_pairs, propose_players
from scoring.movements.balance import balance


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main():
    slowest = max((seconds(lambda n=n: propose_pairs(n)), n) for n in range(4, 81))
    print(f"proposals for 4 to 80 pairs: slowest {slowest[0]:.2f} s at {slowest[1]} pairs")
    slowest = max((seconds(lambda n=n: propose_pairs(n, None, 1, copies=4)), n) for n in range(4, 81))
    print(f"the same for one winner with copies: slowest {slowest[0]:.2f} s at {slowest[1]} pairs")
    for rounds in (1, 4, 8):
        times = [(seconds(lambda n=n, r=rounds: propose_players(n, r)), n) for n in range(3, 61)]
        slowest = max(times)
        print(f"3 to 60 players, {rounds} rounds: slowest {slowest[0]:.2f} s at {slowest[1]} players")
    movement = propose_pairs(80)[0]
    print(f"balance of 80 pairs: {seconds(lambda: balance(movement)) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
