"""Published team events, entered line by line into the database and ranked there: every total and place."""

import pytest

from scoring.bridge import parse_contract
from scoring.movements.plan import Place, make_movement, seat_pairs
from sessions import queries, results
from sessions.models import ScoreLine
from sessions.results import Readings
from tests.oracle import oracle_path, read_json
from tests.scoring.test_events import TEAM_PLACES, TEAM_TOTALS


def pasted_scale():
    """The options of a club with a table of its own, for matches of three boards."""
    facts = read_json(oracle_path("VECTORS_DIR", "") / "facts" / "formula_examples.json")
    table = next(item for item in facts if item["id"] == "vp-3-boards")["imps_to_vp"]
    text = "\n".join(f"{margin} {vps}" for margin, vps in table.items())
    return {"vp_scale": "pasted", "vp_table": text}


def read_event(name):
    return read_json(oracle_path("EVENTS_DIR", "events") / f"{name}.json")["lines"]


def movement_of(lines, teams):
    """A table for each two pairs that met; ``"3-1-2"`` is team 3's first pair, ``"3-3-4"`` its second."""
    meetings = {}
    for line in lines:
        meetings.setdefault((line["ns"], line["ew"]), []).append(line["board"])
    places = [
        Place(1, table, seat_pairs(*(number_of(pair, teams) for pair in pairs)), tuple(boards))
        for table, (pairs, boards) in enumerate(meetings.items(), start=1)
    ]
    return make_movement("", "As published", places, teams=teams), dict(
        zip(meetings, range(1, 999), strict=False)
    )


def number_of(pair, teams):
    team, first, _second = map(int, pair.split("-"))
    return team + (teams if first == 3 else 0)


def entry_of(line):
    if line["contract"] in ("PASS", "P", ""):
        return {"contract": "PASS"}
    contract = str(parse_contract(line["contract"]))
    bare = contract.rstrip("X")
    return {
        "contract": bare,
        "risk": contract[len(bare) :],
        "declarer": line["declarer"],
        "tricks": line["tricks"],
    }


def record(session, lines, tables):
    seatings = {seating.table.number: seating for seating in session.seatings.select_related("table")}
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating=seatings[tables[line["ns"], line["ew"]]],
            board=line["board"],
            entry=entry_of(line),
            key=f"line-{at}",
        )
        for at, line in enumerate(lines)
    )


@pytest.mark.parametrize(
    ("name", "method", "options", "vps"),
    [
        (
            "ukbridge-multiple-teams",
            "teams_imps",
            pasted_scale,
            20,
        ),
        ("ukbridge-point-a-board", "point_a_board", dict, 12),
    ],
)
def test_a_published_team_event_has_its_totals_and_places(make_teams, name, method, options, vps):
    lines, totals = read_event(name), TEAM_TOTALS[name]
    movement, tables = movement_of(lines, len(totals))
    session = make_teams(movement, method=method, method_options=options())
    record(session, lines, tables)
    night = queries.load_night(session)
    scores = {
        (seat.table, line.number): int(line.points["N"]) for seat in night.rounds for line in seat.score.lines
    }
    assert scores == {(tables[line["ns"], line["ew"]], line["board"]): line["score_ns"] for line in lines}
    found = sorted(night.standings.rows, key=lambda row: night.sides[row.contestant].number)
    assert tuple(row.figures["result"] for row in found) == totals
    assert tuple(row.rank for row in found) == TEAM_PLACES[name]
    matches = results.team_matches(Readings(night, sees_all=True))
    assert {match.points.first_points + match.points.second_points for match in matches} == {vps}
    assert all(match.is_complete and None not in (row.first for row in match.rows) for match in matches)
