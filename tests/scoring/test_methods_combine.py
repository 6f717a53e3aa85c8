"""From rankings to a ranking: sessions, carry-over, handicaps, strata, sections."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.methods import ranked
from scoring.results import Standing, Standings
from scoring.standings.combine import (
    carry_over,
    combine_sessions,
    combined_columns,
    join_sections,
    rank_sections,
    rank_strata,
    rank_together,
    with_handicaps,
)
from tests.oracle import oracle_path, read_json
from tests.scoring.events import Event, Rule


def session(percents, *, boards=24, groups=None):
    found = []
    for number, percent in percents.items():
        score, own = (None, {}) if percent is None else (Fraction(percent), figures(percent))
        group = (groups or {}).get(number, "")
        found.append(Standing(number, group, None, False, score, boards if own else 0, own))
    return Standings(ranked(found))


def figures(percent):
    return {"percent": Fraction(percent), "matchpoints": 2 * percent}


def places(found):
    return [(row.contestant, row.rank, row.score) for row in found.rows]


def test_sessions_count_alike_or_by_their_boards():
    two = (session({1: 60, 2: 50}, boards=20), session({1: 45, 2: 60}, boards=30))
    assert places(combine_sessions(two)) == [(2, 1, 55), (1, 2, Fraction(105, 2))]
    assert places(combine_sessions(two, by="boards")) == [(2, 1, 56), (1, 2, 51)]
    assert places(combine_sessions(two, by="sum")) == [(2, 1, 110), (1, 2, 105)]
    assert places(combine_sessions(two, by="sum", figure="matchpoints")) == [(2, 1, 220), (1, 2, 210)]


def test_who_missed_a_session_has_no_place_unless_fewer_are_enough():
    two = (session({1: 60, 2: 50}), session({2: 52}))
    assert places(combine_sessions(two)) == [(2, 1, 51), (1, None, None)]
    assert places(combine_sessions(two, least=1)) == [(1, 1, 60), (2, 2, 51)]


def test_the_sessions_stay_to_be_seen_beside_the_total():
    row = combine_sessions((session({1: 60}), session({1: 51}))).rows[0]
    assert row.figures == {"session_1": 60, "session_2": 51, "total": Fraction(111, 2), "sessions": 2}
    assert {column.name for column in combined_columns(2)} == set(row.figures)


def test_two_winners_of_each_session_may_be_one_field_in_the_end():
    two = (session({1: 60, 2: 50}, groups={1: "NS", 2: "EW"}), session({1: 50, 2: 70}))
    assert places(combine_sessions(two)) == [(2, 1, 60), (1, 1, 55)]
    assert places(combine_sessions(two, groups={1: "", 2: ""})) == [(2, 1, 60), (1, 2, 55)]


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 100), min_size=1))
def test_one_session_combined_is_that_session(percents):
    one = session(percents)
    assert places(combine_sessions((one,))) == places(one)


def test_points_are_carried_over_into_the_score():
    found = carry_over(session({1: 50, 2: 52}), {1: Fraction(5, 2)}, figure="percent")
    assert places(found) == [(1, 1, Fraction(105, 2)), (2, 2, 52)]
    assert found.rows[0].figures["percent"] == Fraction(105, 2)
    assert [row.figures["carried"] for row in found.rows] == [Fraction(5, 2), 0]


def test_who_has_not_played_yet_leads_by_what_he_carried():
    assert places(carry_over(session({1: None, 2: None}), {2: Fraction(3)})) == [(2, 1, 3), (1, None, None)]


def test_handicapped_and_raw_results_stand_side_by_side():
    found = with_handicaps(session({1: 60, 2: 55, 3: None}), {2: Fraction(6)})
    assert places(found) == [(2, 1, 61), (1, 2, 60), (3, None, None)]
    own = found.rows[0].figures
    assert (own["raw"], own["raw_rank"], own["handicap"], own["handicapped"]) == (55, 2, 6, 61)


def test_a_lower_stratum_is_ranked_in_the_higher_ones_too():
    found = rank_strata(session({1: 60, 2: 55, 3: 50, 4: 45}), {1: "A", 2: "C", 3: "B", 4: "C"}, "ABC")
    assert {stratum: [row.contestant for row in own.rows] for stratum, own in found.items()} == {
        "A": [1, 2, 3, 4],
        "B": [2, 3, 4],
        "C": [2, 4],
    }
    assert [row.rank for row in found["C"].rows] == [1, 2]


def test_sections_of_one_field_have_their_own_places():
    found = rank_sections(session({1: 60, 2: 55, 3: 50}), {1: "A", 2: "B", 3: "B"})
    assert {section: places(own) for section, own in found.items()} == {
        "A": [(1, 1, 60)],
        "B": [(2, 1, 55), (3, 2, 50)],
    }


def test_sections_compared_each_within_itself_are_joined_by_their_results():
    assert places(join_sections((session({1: 60}), session({2: 61})))) == [(2, 1, 61), (1, 2, 60)]


def test_north_south_and_east_west_may_be_ranked_together():
    found = rank_together(session({1: 50, 2: 60}, groups={1: "NS", 2: "EW"}))
    assert places(found) == [(2, 1, 60), (1, 2, 50)]


def test_the_strata_of_a_real_game_have_its_published_places():
    """Places of a section are within its direction, places of the event over both, for each stratum."""
    data = read_json(oracle_path("EVENTS_DIR", "events") / "acbl-club-game.json")
    event = Event(data, Rule(options={"display": "one"}))
    found = event.rank()
    lowest = {}
    for person in data["participants"]:
        strata = [place["strat_number"] for place in person["ranks"]] or [1]
        lowest[event.contestant(person)] = str(max(strata))
    ours = {
        ("Section", stratum): places_by(own) for stratum, own in rank_strata(found, lowest, "123").items()
    }
    together = rank_strata(rank_together(found), lowest, "123")
    ours |= {("Event", stratum): places_by(own) for stratum, own in together.items()}
    checked = 0
    for person in data["participants"]:
        for place in person["ranks"]:
            own = ours[place["type"], str(place["strat_number"])][event.contestant(person)]
            low = place["rank"].split("/")[0].split("-")[0]
            assert str(own) == low, (person["id"], place)
            checked += 1
    print(f"places in strata: {checked}")
    assert checked


def places_by(found):
    return {row.contestant: row.rank for row in found.rows}
