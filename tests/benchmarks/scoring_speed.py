"""How fast scoring is, beside a peer in the same run: ``python -m tests.benchmarks.scoring_speed``.

Prints the contract score against endplay's ``Contract.score`` and against a bare nested look-up, and
session standings for three sizes of event, with the time for each result: it must not grow.
"""

import random
import timeit

from scoring.bridge import CONTRACTS, DENOMINATIONS, RISKS, SCORES, contract_score
from scoring.lines import Line, Sitting
from scoring.results import Played
from scoring.rulesets import RULESETS
from scoring.standings import score_tables, standings

SEATS = ("N", "E", "S", "W")
SIZES = ((10, 26), (200, 30), (3000, 26))


def best_of(call, *, number, repeat=5):
    """Seconds of one call: the best of several runs, as noise only adds."""
    return min(timeit.repeat(call, number=number, repeat=repeat)) / number


def contract_cases():
    return [(text, tricks) for text in CONTRACTS for tricks in range(14)]


def time_ours(cases):
    def run():
        for text, tricks in cases:
            contract_score(text, tricks, vulnerable=True)

    return best_of(run, number=5) / len(cases)


def time_bare_lookup(cases):
    """The same numbers in nested lists, indexed by whole numbers: about the least Python can do."""
    nested = [
        [[list(SCORES[True][f"{level}{d}{risk}"]) for risk in RISKS] for d in DENOMINATIONS]
        for level in range(1, 8)
    ]
    indexed = [
        (c.level - 1, DENOMINATIONS.index(c.denomination), RISKS.index(c.risk), tricks)
        for c, tricks in ((CONTRACTS[text], tricks) for text, tricks in cases)
    ]

    def look_up(level, denomination, risk, tricks):
        return nested[level][denomination][risk][tricks]

    def run():
        for level, denomination, risk, tricks in indexed:
            look_up(level, denomination, risk, tricks)

    return best_of(run, number=5) / len(cases)


def time_endplay(cases):
    try:
        from endplay.types import Contract, Denom, Penalty, Player, Vul
    except ImportError:
        return None
    denominations = dict(
        zip(DENOMINATIONS, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True)
    )
    penalties = dict(zip(RISKS, (Penalty.passed, Penalty.doubled, Penalty.redoubled), strict=True))
    contracts = [
        Contract(
            level=c.level,
            denom=denominations[c.denomination],
            declarer=Player.north,
            penalty=penalties[c.risk],
            result=tricks - c.need,
        )
        for c, tricks in ((CONTRACTS[text], tricks) for text, tricks in cases)
    ]
    for contract, (text, tricks) in zip(contracts, cases, strict=True):
        assert contract.score(Vul.both) == contract_score(text, tricks, vulnerable=True)

    def run():
        for contract in contracts:
            contract.score(Vul.both)

    return best_of(run, number=1, repeat=3) / len(cases)


def event(pairs, boards, seed=1):
    """Random results: ``pairs`` pairs meet in twos, each table plays all the boards."""
    rng = random.Random(seed)
    names = [name for name in CONTRACTS if not name.endswith("X")]
    return [
        Played(
            1,
            table,
            {"N": 2 * table, "S": 2 * table, "E": 2 * table + 1, "W": 2 * table + 1},
            Sitting(
                SEATS,
                tuple(range(1, boards + 1)),
                tuple(
                    Line(
                        board,
                        {
                            "contract": rng.choice(names),
                            "risk": "",
                            "declarer": rng.choice(SEATS),
                            "tricks": rng.randint(5, 13),
                        },
                    )
                    for board in range(1, boards + 1)
                ),
            ),
        )
        for table in range(1, pairs // 2 + 1)
    ]


def time_standings(tables):
    ruleset = RULESETS["duplicate"]
    groups = {contestant: "" for table in tables for contestant in table.contestants.values()}

    def run():
        scored = score_tables(tables, ruleset=ruleset)
        return standings(scored, ruleset=ruleset, method="matchpoints", groups=groups)

    return best_of(run, number=1, repeat=3)


def main():
    cases = contract_cases()
    ours, bare, endplay = time_ours(cases), time_bare_lookup(cases), time_endplay(cases)
    print(f"contract score       {ours * 1e9:8.0f} ns")
    print(f"  bare nested lists  {bare * 1e9:8.0f} ns   ours / bare = {ours / bare:.2f}")
    if endplay is None:
        print("  endplay is not installed: pip install '.[benchmark]'")
    else:
        print(f"  endplay            {endplay * 1e9:8.0f} ns   endplay / ours = {endplay / ours:.1f}")
    print("session standings (results = tables x boards)")
    first = None
    for tables, boards in SIZES:
        played = event(2 * tables, boards)
        seconds = time_standings(played)
        each = seconds / (tables * boards)
        first = first or each
        print(
            f"  {tables:5d} x {boards}: {seconds * 1e3:9.2f} ms, {each * 1e6:6.2f} us a result, "
            f"{each / first:.2f} of the smallest event's"
        )


if __name__ == "__main__":
    main()
