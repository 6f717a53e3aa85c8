"""A simultaneous event gives every pair the place that the way over tables and lines gives it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import RULESETS, EntryError, Line, Played, Sitting, rank_tables, score_tables
from scoring.bridge import CONTRACTS, PASS, SEATS, contract_score
from scoring.standings.simultaneous import Placed, Traveller, rank_simultaneous, read_traveller

RESULTS = st.tuples(st.sampled_from([*CONTRACTS, PASS]), st.sampled_from(SEATS), st.integers(0, 13))


@st.composite
def events(draw):
    """Tables that have each played some of the boards: by table, board and contract, declarer, tricks."""
    tables = draw(st.integers(1, 6))
    boards = draw(st.integers(1, 5))
    places = [(table, board) for table in range(1, tables + 1) for board in range(1, boards + 1)]
    return draw(st.dictionaries(st.sampled_from(places), RESULTS, min_size=1))


def by_columns(event):
    """The event as travellers."""
    for board in sorted({board for _table, board in event}):
        rows = [(table, *result) for (table, at), result in sorted(event.items()) if at == board]
        tables, contracts, declarers, tricks = zip(*rows, strict=True)
        yield read_traveller(
            board,
            ns=[2 * table - 1 for table in tables],
            ew=[2 * table for table in tables],
            contracts=contracts,
            declarers=declarers,
            tricks=tricks,
        )


def entry(contract, declarer, tricks):
    if contract == PASS:
        return {"contract": PASS}
    bare = contract.rstrip("X")
    return {"contract": bare, "risk": contract[len(bare) :], "declarer": declarer, "tricks": tricks}


def by_tables(event):
    """The event as tables with their lines."""
    for table in sorted({table for table, _board in event}):
        lines = tuple(
            Line(board, entry(*result)) for (at, board), result in sorted(event.items()) if at == table
        )
        ns, ew = 2 * table - 1, 2 * table
        yield Played(1, table, {"N": ns, "E": ew, "S": ns, "W": ew}, Sitting(SEATS, (), lines))


@given(event=events(), is_apart=st.booleans())
def test_the_quick_way_and_the_full_way_agree(event, is_apart):
    pairs = sorted({pair for table, _board in event for pair in (2 * table - 1, 2 * table)})
    groups = {pair: ("NS" if pair % 2 else "EW") if is_apart else "" for pair in pairs}
    quick = rank_simultaneous(by_columns(event), groups=groups)
    if not quick:  # nothing to compare
        return
    ruleset = RULESETS["duplicate"]
    full = rank_tables(
        score_tables(by_tables(event), ruleset=ruleset), ruleset=ruleset, method="matchpoints", groups=groups
    )
    assert tuple(row.standing for row in quick) == full.rows


@given(event=events())
def test_pairs_of_any_number_are_ranked_alike(event):
    near = list(by_columns(event))
    far = [Traveller(t.board, [9**9 + x for x in t.ns], [9**9 + x for x in t.ew], t.scores) for t in near]
    moved = [row._replace(contestant=row.contestant - 9**9) for row in rank_simultaneous(far)]
    assert moved == list(rank_simultaneous(near))


def test_equal_pairs_share_a_place():
    traveller = read_traveller(
        1,
        ns=[1, 3, 5],
        ew=[2, 4, 6],
        contracts=["3NT", "3NT", PASS],
        declarers=["N", "S", ""],
        tricks=[9, 9, 0],
    )
    assert traveller.scores == [400, 400, 0]
    rows = rank_simultaneous([traveller])
    assert [(row.contestant, row.rank, row.is_tied) for row in rows] == [
        *((6, 1, False), (1, 2, True), (3, 2, True), (2, 4, True), (4, 4, True), (5, 6, False)),
    ]
    assert rows[0] == Placed(6, "", 1, False, points=12, unit=3, boards=1, top=4)
    assert (rows[1].matchpoints, rows[1].percent) == (3, 75)


def test_an_event_without_results_ranks_nobody():
    assert rank_simultaneous([]) == ()
    assert rank_simultaneous([Traveller(1, (), (), ())]) == ()
    assert rank_simultaneous([Traveller(1, [1], [2], [420])]) == ()


def test_a_lone_result_on_a_board_is_worth_half():
    rows = rank_simultaneous([Traveller(1, [1, 3], [2, 4], [420, 420]), Traveller(2, [1], [2], [50])])
    assert {row.percent for row in rows} == {Fraction(50)}


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("contracts", ["9S"], "9S is not a contract"),
        ("declarers", ["X"], "X is not a seat"),
        ("tricks", [14], "14 is not a number of tricks"),
        ("tricks", [9, 9], "the columns of board 7 differ in length"),
    ],
)
def test_a_row_that_cannot_be_is_refused(column, value, message):
    columns = {"ns": [1], "ew": [2], "contracts": ["3NT"], "declarers": ["N"], "tricks": [9], column: value}
    with pytest.raises(EntryError, match=message):
        read_traveller(7, **columns)


@given(result=RESULTS.filter(lambda result: result[0] != PASS), board=st.integers(1, 32))
def test_a_traveller_has_the_scores_of_its_contracts(result, board):
    contract, declarer, tricks = result
    found = read_traveller(board, ns=[1], ew=[2], contracts=[contract], declarers=[declarer], tricks=[tricks])
    own = (
        abs(contract_score(contract, tricks, vulnerable=True)),
        abs(contract_score(contract, tricks, vulnerable=False)),
    )
    assert abs(found.scores[0]) in own
