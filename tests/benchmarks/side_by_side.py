"""The library beside its peers, in one run: ``python -m tests.benchmarks.side_by_side``.

endplay is measured where it is installed (``pip install '.[benchmark]'``), the npm package bridge-scorer
where node and npm are (it is installed into a temporary folder, or taken from ``--npm FOLDER``). Every
score and every total of a peer is compared with ours before anything is timed. A peer in JavaScript has
two figures: its first run, as a program that scores one event has it, and its best when warm.

A contract's score is asked for in three ways, and like is compared with like:

* from a text, each time: ``contract_score("4SX", 9, vulnerable=True)`` beside endplay's ``Contract`` made of
  ``"4SNX-1"`` and its ``score``;
* from a contract that is there already: endplay's ``Contract.score`` beside our row of the table, which is
  what a contract is here, ``row = SCORES[True]["4SX"]``, and then ``row[9]``;
* from the whole table, ``SCORES[True]["4SX"][9]``, beside bare nested lists: about the least Python can do.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import tracemalloc
from contextlib import contextmanager
from pathlib import Path

from scoring import RULESETS, rank_simultaneous, rank_tables, read_traveller, score_tables
from scoring.bridge import (
    CONTRACTS,
    DENOMINATIONS,
    RISKS,
    SCORES,
    SEATS,
    contract_score,
    side_of,
    vulnerable_sides,
)
from scoring.lines import Line, Sitting
from scoring.methods import matchpoints
from scoring.results import Played
from tests.benchmarks.methods_speed import best_of, by_distinct_scores, by_pairs, results
from tests.benchmarks.scoring_speed import contract_cases, time_bare_lookup, time_endplay, time_ours

PAIRS, BOARDS = 5_000, 24
PEER = Path(__file__).with_name("peer.js")


def say(name, seconds, per=1.0, unit="ns", note=""):
    scale = {"ns": 1e9, "us": 1e6, "ms": 1e3}[unit]
    print(f"  {name:58s} {seconds / per * scale:10.1f} {unit}  {note}")


def say_peer(name, theirs, ours):
    """A peer's figure beside ours for the same question; nothing where the peer is not installed."""
    if theirs is not None:
        say(name, theirs, note=ratio(theirs, ours))


def ratio(theirs, ours):
    return f"{theirs / ours:.1f} times ours" if theirs >= ours else f"1/{ours / theirs:.1f} of ours"


def time_table(cases):
    """A look-up in the public table, without a call."""

    def run():
        scores = SCORES[True]
        for text, tricks in cases:
            scores[text][tricks]

    return best_of(run, number=20) / len(cases)


def time_ready_row(cases):
    """The score of a contract that is there: its row of the table, and then the tricks."""
    rows = [(SCORES[True][text], tricks) for text, tricks in cases]

    def run():
        for row, tricks in rows:
            row[tricks]

    return best_of(run, number=20) / len(cases)


def time_bare_table(cases):
    """The same in bare nested lists, without a call."""
    nested = [[[list(SCORES[True][f"{n}{d}{r}"]) for r in RISKS] for d in DENOMINATIONS] for n in range(1, 8)]
    split = [(CONTRACTS[text], tricks) for text, tricks in cases]
    places = [
        (c.level - 1, DENOMINATIONS.index(c.denomination), RISKS.index(c.risk), tricks) for c, tricks in split
    ]

    def run():
        for level, denomination, risk, tricks in places:
            nested[level][denomination][risk][tricks]

    return best_of(run, number=20) / len(cases)


def time_endplay_from_text(cases):
    """endplay from what we start with: contract and tricks as they are written."""
    try:
        from endplay.types import Contract, Vul
    except ImportError:
        return None
    split = [(CONTRACTS[text], tricks) for text, tricks in cases]
    texts = [f"{c.level}{c.denomination}N{c.risk}{tricks - c.need:+d}" for c, tricks in split]

    def run():
        for text in texts:
            Contract(text).score(Vul.both)

    return best_of(run, number=1, repeat=3) / len(cases)


def time_nothing(cases):
    """The loop itself, which is part of every figure."""

    def run():
        for _text, _tricks in cases:
            pass

    return best_of(run, number=20) / len(cases)


def make_event(pairs=PAIRS, boards=BOARDS, seed=1):
    """The columns of each board: every table plays all the boards; one contract in ten is doubled."""
    rng = random.Random(seed)
    plain = [name for name in CONTRACTS if not name.endswith("X")]
    tables = range(pairs // 2)
    return [
        {
            "board": board,
            "ns": [2 * table + 1 for table in tables],
            "ew": [2 * table + 2 for table in tables],
            "contracts": [rng.choice(plain) + ("" if rng.random() < 0.9 else "X") for _ in tables],
            "declarers": [rng.choice(SEATS) for _ in tables],
            "tricks": [rng.randint(5, 13) for _ in tables],
        }
        for board in range(1, boards + 1)
    ]


def rows_of(columns):
    names = ("ns", "ew", "contracts", "declarers", "tricks")
    return zip(*(columns[name] for name in names), strict=True)


def run_simultaneous(event):
    return rank_simultaneous(
        [read_traveller(columns["board"], **without_board(columns)) for columns in event]
    )


def without_board(columns):
    return {name: values for name, values in columns.items() if name != "board"}


def as_tables(event):
    """The event as tables with lines, as a club session holds it."""
    lines = {}
    for columns in event:
        for ns, ew, contract, declarer, tricks in rows_of(columns):
            bare = contract.rstrip("X")
            entry = {"contract": bare, "risk": contract[len(bare) :], "declarer": declarer, "tricks": tricks}
            lines.setdefault((ns, ew), []).append(Line(columns["board"], entry))
    boards = tuple(columns["board"] for columns in event)
    return [
        Played(1, at, {"N": ns, "E": ew, "S": ns, "W": ew}, Sitting(SEATS, boards, tuple(found)))
        for at, ((ns, ew), found) in enumerate(lines.items(), start=1)
    ]


def run_tables(tables):
    ruleset = RULESETS["duplicate"]
    groups = {contestant: "" for table in tables for contestant in table.contestants.values()}
    scored = score_tables(tables, ruleset=ruleset)
    return rank_tables(scored, ruleset=ruleset, method="matchpoints", groups=groups)


def as_game(contract, declarer, tricks, board=None, ns=0, ew=0):
    """A result as bridge-scorer takes it. Without a board, declarer is vulnerable."""
    found = CONTRACTS[contract]
    vulnerable = board is None or side_of(declarer) in vulnerable_sides(board)
    made = tricks - 6 if tricks >= found.need else tricks - found.need
    text = {
        "level": found.level,
        "denomination": found.denomination,
        "risk": found.risk,
        "declaror": declarer,
    }
    return {"contract": text, "vulnerable": vulnerable, "made": made, "ns": ns, "ew": ew}


@contextmanager
def npm_package(folder):
    """The folder of bridge-scorer; None where it cannot be had."""
    if folder or not (shutil.which("node") and shutil.which("npm")):
        yield Path(folder).resolve() if folder else None
        return
    with tempfile.TemporaryDirectory() as home:
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "bridge-scorer@2.4.0"]
        done = subprocess.run(command, cwd=home, capture_output=True, check=False)
        yield Path(home) / "node_modules" / "bridge-scorer" if done.returncode == 0 else None


def ask_npm(folder, cases, event):
    boards = [
        [
            as_game(contract, declarer, tricks, columns["board"], ns, ew)
            for ns, ew, contract, declarer, tricks in rows
        ]
        for columns, rows in ((columns, rows_of(columns)) for columns in event)
    ]
    asked = json.dumps(
        {"contracts": [as_game(text, "N", tricks) for text, tricks in cases], "boards": boards}
    )
    command = ["node", str(PEER), str(folder)]
    return json.loads(
        subprocess.run(command, input=asked, capture_output=True, encoding="utf-8", check=True).stdout
    )


def print_contract_scores(cases, npm):
    text, row, table = time_ours(cases), time_ready_row(cases), time_table(cases)
    bare, bare_table = time_bare_lookup(cases), time_bare_table(cases)
    print("contract score (each figure holds the loop around it)")
    say("the loop alone", time_nothing(cases))
    print(" from a text, each time")
    say("ours: contract_score(text, tricks, vulnerable=True)", text)
    say_peer("endplay: Contract(text).score(vul)", time_endplay_from_text(cases), text)
    say("a function around bare nested lists", bare, note=f"ours / bare = {text / bare:.2f}")
    print(" from a contract that is there already")
    say("ours: row[tricks], with row = SCORES[True][text]", row)
    say_peer("endplay: contract.score(vul)", time_endplay(cases), row)
    say_peer("the same endplay beside our call with a text", time_endplay(cases), text)
    print(" from the table")
    say("ours: SCORES[True][text][tricks]", table)
    say("bare nested lists, no call", bare_table, note=f"ours / bare = {table / bare_table:.2f}")
    print(" from contract, tricks and vulnerability as a record")
    if npm:
        found, count = npm["contract"], npm["contract"]["count"]
        say(
            "bridge-scorer, first run",
            found["first"],
            count,
            note=f"{ratio(found['first'] / count, text)} from a text",
        )
        say(
            "bridge-scorer, warm",
            found["best"],
            count,
            note=f"{ratio(found['best'] / count, text)} from a text",
        )
        wrong = sum(
            theirs != contract_score(*case, vulnerable=True)
            for theirs, case in zip(found["scores"], cases, strict=True)
        )
        print(f"  {wrong} of bridge-scorer's {count} scores differ from ours")


def print_methods():
    print("comparing one board")
    for count in (10_000, 100_000):
        scores = results(count)
        seconds = best_of(lambda scores=scores: matchpoints(scores))
        say(
            f"match points of {count:,} results",
            seconds,
            unit="ms",
            note=f"{seconds / count * 1e9:.0f} ns a result",
        )
    scores = random.Random(7).choices(sorted(set(results(40))), k=1_000)
    assert by_pairs(scores) == by_distinct_scores(scores)
    pairs, distinct = best_of(lambda: by_pairs(scores), repeat=2), best_of(lambda: by_distinct_scores(scores))
    say("cross-IMPs of 1,000 results", distinct, unit="ms")
    say("  by pairs of results", pairs, unit="ms", note=ratio(pairs, distinct))


def print_event(event, npm):
    print(f"simultaneous event, {PAIRS:,} pairs x {BOARDS} boards = {PAIRS * BOARDS // 2:,} results")
    first = best_of(lambda: run_simultaneous(event), repeat=1)
    ours = best_of(lambda: run_simultaneous(event), repeat=7)
    tables = as_tables(event)
    full = best_of(lambda: run_tables(tables), repeat=2)
    rows = run_simultaneous(event)
    assert tuple(row.standing for row in rows) == run_tables(tables).rows
    say("ours, contracts to places: first run", first, unit="ms")
    say("ours, contracts to places: best of 7", ours, unit="ms")
    say("ours by tables and lines, all of it unfoldable", full, unit="ms", note=ratio(full, ours))
    if npm:
        same = {str(row.contestant): row.matchpoints for row in rows} == npm["event"]["totals"]
        print(f"  bridge-scorer's totals are {'the same' if same else 'not the same'}")
        for key, name in (
            ("event", "bridge-scorer, contracts to places"),
            ("scores", "bridge-scorer, only the scores"),
        ):
            say(f"{name}: first run", npm[key]["first"], unit="ms", note=ratio(npm[key]["first"], first))
            say(f"{name}: warm", npm[key]["best"], unit="ms", note=ratio(npm[key]["best"], ours))


def print_memory():
    print("memory at its most, beyond the columns themselves")
    for pairs, boards in ((PAIRS // 2, BOARDS), (PAIRS, BOARDS), (PAIRS, 2 * BOARDS)):
        event = make_event(pairs, boards)
        tracemalloc.start()
        run_simultaneous(event)
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        each = most / (pairs * boards // 2)
        print(f"  {pairs:6,} pairs x {boards} boards: {most / 2**20:6.1f} MB, {each:5.1f} bytes a result")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--npm", metavar="FOLDER", help="where bridge-scorer is already")
    asked = parser.parse_args()
    cases, event = contract_cases(), make_event()
    with npm_package(asked.npm) as folder:
        npm = ask_npm(folder, cases, event) if folder else None
    if npm is None:
        print("bridge-scorer is left out: node or npm is missing, or the package cannot be had")
    print_contract_scores(cases, npm)
    print_methods()
    print_event(event, npm)
    print_memory()


if __name__ == "__main__":
    main()
