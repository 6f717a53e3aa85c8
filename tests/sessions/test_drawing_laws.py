"""Laws of drawn evenings through the database, and real schedules of Bid Whist seated by hand."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.movements.drawn import DRAWINGS
from sessions import advancing, changing, drawing, queries, services
from sessions.services import Actor, RefusedError
from tests.oracle import oracle_path, read_json

SCHEDULES = ("SCHEDULES_FILE", "facts/bidwhist-schedules.json")
WON = {"bid": "7NT", "bidder": "S", "books": 13}


@pytest.fixture
def evening(make_session):
    """`evening("swiss", 7)`: a running session of so many pairs of Bid Whist, drawn by the director."""

    def make(slug, count, *, itself=False, **wishes):
        session = make_session("bid_whist", count, movement=DRAWINGS[slug].movement(count, **wishes))
        return advancing.set_draws_itself(session=session, draws_itself=itself)

    return make


def play(session, director, losers=()):
    """Every table that has not begun plays its match; South's pair wins but at these tables."""
    for seat in queries.load_night(session).rounds:
        if not (seat.is_sit_out or seat.lines):
            bidder = "E" if seat.table in losers else "S"
            seating = queries.find_seating(session, seat.pk)
            services.record_line(seating=seating, board=1, entry=WON | {"bidder": bidder}, by=director)


def draw(session, director, order=()):
    """The next round, in this order of the contestants' keys; the change that seated it."""
    found = drawing.outlook(session, order=order)
    if found.preview is None:
        raise RefusedError(found.refusal)
    people = [side.pk for side in found.people]
    return drawing.draw_round(
        session=session, answers={}, order=people, token=found.preview.token, by=director
    )


def change(session, director, kind, **values):
    found = changing.preview_change(session=session, kind=kind, values=values)
    changing.make_change(session=session, kind=kind, values=values, token=found.token, by=director)


def meetings(session):
    """Who met whom, by round."""
    return [
        (seat.round, seat.table, frozenset(side.number for side in seat.sides.values()))
        for seat in queries.load_night(session).rounds
        if not seat.is_sit_out
    ]


# --- real schedules -----------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, 1])
def test_a_real_schedule_is_seated_by_hand_and_whoever_meets_again_is_named(index, evening, director):
    schedule = read_json(oracle_path(*SCHEDULES))[index]
    rounds = whole_rounds(schedule["matches"])
    teams = list(dict.fromkeys(team for match in rounds[0] for team in match))
    numbers = {team: number for number, team in enumerate(teams, start=1)}
    session = evening("swiss", len(teams), rounds=schedule["rounds"])
    keys = dict(session.contestants.values_list("number", "pk"))
    met: dict[frozenset, int] = {}
    for at, matches in enumerate(rounds, start=1):
        theirs = [frozenset(numbers[team] for team in match) for match in matches]
        if at > 1:
            play(session, director)
            order = [keys[numbers[team]] for match in matches for team in match]
            made = draw(session, director, order)
            named = sum("meet again" in each["template"] for each in made.sentences)
            assert named == sum(pair in met for pair in theirs)
        ours = [pair for number, _table, pair in meetings(session) if number == at]
        assert ours == [pair for pair in theirs if len(pair) == 2]
        met |= {pair: at for pair in theirs if len(pair) == 2}


def whole_rounds(matches):
    """The rounds in which everybody is there: the teams of each match by table, a bye last."""
    last = max(match["round"] for match in matches)
    rounds = [[match for match in matches if match["round"] == number] for number in range(1, last + 1)]
    everybody = {match["teamA"] for match in rounds[0]} | {match["teamB"] for match in rounds[0]}
    found = []
    for each in rounds:
        each.sort(key=lambda match: (match["isBye"], match["table"]))
        teams = [[t for t in (match["teamA"], match["teamB"]) if t != "BYE"] for match in each]
        if {team for match in teams for team in match} == everybody - {"BYE"}:
            found.append(teams)
    return found


@pytest.mark.parametrize(("index", "byes"), [(0, 5), (1, 3)])
def test_where_a_real_schedule_repeats_matches_or_byes_ours_do_not(index, byes, evening, director):
    schedule = read_json(oracle_path(*SCHEDULES))[index]
    teams = {match[side] for match in schedule["matches"] for side in ("teamA", "teamB")} - {"BYE"}
    session = evening("swiss", len(teams), rounds=schedule["rounds"])
    play(session, director)
    for _round in range(1, schedule["rounds"]):
        draw(session, director)
        play(session, director)
    found = [pair for _round, _table, pair in meetings(session)]
    assert len(found) == len(set(found)) == schedule["rounds"] * (len(teams) // 2)
    idle = Counter(number for number in range(1, len(teams) + 1) for _bye in range(schedule["rounds"]))
    idle -= Counter(number for pair in found for number in pair)
    assert idle == Counter(dict.fromkeys(idle, 1))
    assert sum(idle.values()) == byes


# --- laws ---------------------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(st.sampled_from(["play", "draw", "arrive", "leave", "undo"]), st.integers(0, 10**6)),
    min_size=4,
    max_size=12,
)


def step(session, director, kind, pick):
    """One thing that may happen; nothing where it is refused."""
    present = sorted(session.contestants.values_list("pk", flat=True))
    if kind == "play":
        play(session, director, losers={table for table in range(1, 9) if pick >> table & 1})
    elif kind == "draw":
        draw(session, director)
    elif kind == "arrive":
        change(session, director, "arrive", names=(f"Late {pick}", f"Later {pick}"))
    elif kind == "leave":
        change(session, director, "leave", contestant=present[pick % len(present)])
    else:
        newest = session.changes.filter(undone_at__isnull=True).last()
        if newest:
            changing.undo_change(change=newest, by=director)


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(slug=st.sampled_from(sorted(DRAWINGS)), count=st.integers(3, 9), itself=st.booleans(), steps=STEPS)
def test_whatever_happens_nobody_sits_twice_and_a_meeting_again_is_said(
    evening, ada, slug, count, itself, steps
):
    director = Actor(user=ada, origin="director")
    session = evening(slug, count, itself=itself)
    for kind, pick in steps:
        try:
            step(session, director, kind, pick)
        except RefusedError:
            continue
        session.refresh_from_db()
        check(session)


def check(session):
    found = meetings(session)
    for number in {round_ for round_, _table, _pair in found}:
        seated = [who for round_, _table, pair in found for who in pair if round_ == number]
        assert len(seated) == len(set(seated))
    if session.drawing.bye_wins:
        again = len(found) - len({pair for _round, _table, pair in found})
        said = sum(
            "meet again" in each["template"]
            for made in session.changes.filter(undone_at__isnull=True)
            for each in made.sentences
        )
        assert again <= said
