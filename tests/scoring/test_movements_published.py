"""Published movements, read where they lie: the checker passes them all, and ours agree with them."""

from typing import Any

import pytest

from scoring.movements.howell import howell
from scoring.movements.matches import matches
from scoring.movements.mitchell import share_relay_mitchell, skip_mitchell, straight_mitchell
from scoring.movements.plan import Movement, Place, check_movement, make_movement, seat_pairs
from tests.oracle import oracle_path, read_json

MOVEMENTS = ("MOVEMENTS_FILE", "movements.json")
SCHEDULES = ("SCHEDULES_FILE", "facts/bidwhist-schedules.json")
MITCHELLS = {
    "rule:mitchell-": straight_mitchell,
    "rule:skip-mitchell-": skip_mitchell,
    "rule:share-relay-mitchell-": share_relay_mitchell,
}


@pytest.fixture(scope="module")
def published() -> dict[str, dict[str, Any]]:
    return {movement["id"]: movement for movement in read_json(oracle_path(*MOVEMENTS))["movements"]}


def as_boards(board_set: int | list[int]) -> tuple[int, ...]:
    return tuple(board_set) if isinstance(board_set, list) else (board_set,)


def as_seats(kind: str, numbers: list[int]) -> dict[str, int]:
    if kind == "pairs":
        return seat_pairs(*(number or None for number in numbers))
    seats = {"individual": "NSEW", "triples": "SWE", "quads": "SWNE"}[kind]
    return {seat: number for seat, number in zip(seats, numbers, strict=True) if number}


def as_movement(entry: dict[str, Any]) -> Movement:
    places = [
        Place(round_number, table, as_seats(entry["kind"], numbers), as_boards(boards))
        for round_number, table, *numbers, boards in entry["rows"]
    ]
    return make_movement("published", entry["name"], places)


def rows(movement: Movement) -> list[tuple[int, ...]]:
    return [(p.round, p.table, p.seats["N"], p.seats["E"], *p.boards) for p in movement.places]


def test_no_published_movement_has_a_fault(published) -> None:
    faults = {name: check_movement(as_movement(entry)) for name, entry in published.items()}
    assert len(faults) == 939
    assert {name: found for name, found in faults.items() if found} == {}


def test_the_checker_finds_a_fault_planted_in_each_published_movement(published) -> None:
    for name, entry in published.items():
        movement = as_movement(entry)
        first = next(place for place in movement.places if place.is_played and any(place.boards))
        again = Place(movement.rounds + 1, first.table, first.seats, first.boards)
        assert check_movement(make_movement("planted", "Planted", [*movement.places, again])), name


@pytest.mark.parametrize("prefix", MITCHELLS)
def test_our_mitchells_are_the_published_ones_row_by_row(published, prefix) -> None:
    entries = [entry for name, entry in published.items() if name.startswith(prefix)]
    assert len(entries) >= 6
    for entry in entries:
        tables = entry["tables"]
        ours = MITCHELLS[prefix](2 * tables, rounds=entry["rounds"], boards_per_round=1)
        expected = [(r, t, ns, ew - 100 + tables, boards) for r, t, ns, ew, boards in entry["rows"]]
        assert rows(ours) == expected


@pytest.mark.parametrize(("name", "pairs"), [("nbb:NBBR/NBB/N021_Howell_4.txt", 4), ("howell-gen:10T", 20)])
def test_our_howells_are_the_published_ones_row_by_row(published, name, pairs) -> None:
    ours = howell(pairs, rounds=pairs - 1, boards_per_round=1)
    assert rows(ours) == [tuple(row) for row in published[name]["rows"]]


def test_our_howell_of_three_tables_has_the_published_meetings(published) -> None:
    def facts(movement: Movement) -> set[tuple[object, ...]]:
        return {(place.round, frozenset(place.contestants), place.boards) for place in movement.places}

    ours = howell(6, boards_per_round=1)
    assert facts(ours) == facts(as_movement(published["howellcards:6pairs"]))


def test_real_bid_whist_rounds_seat_nobody_twice_and_ours_do_as_many() -> None:
    for schedule in read_json(oracle_path(*SCHEDULES)):
        theirs = as_schedule(schedule["matches"])
        assert check_movement(theirs) == ()
        ours = matches(len(theirs.contestants), schedule["rounds"])
        assert check_movement(ours) == ()
        assert (ours.rounds, ours.tables) == (schedule["rounds"], theirs.tables)


def as_schedule(played: list[dict[str, Any]]) -> Movement:
    """A real schedule; teams keep the order in which they first appear, byes have a table of their own."""
    teams = list(dict.fromkeys(team for m in played for team in (m["teamA"], m["teamB"]) if team != "BYE"))
    number = {team: index for index, team in enumerate(teams, start=1)}
    places = [
        Place(m["round"], m["table"], seat_pairs(number[m["teamA"]], number[m["teamB"]]))
        for m in played
        if not m["isBye"]
    ]
    return make_movement("real", "Real", places, entered=len(teams))
