"""Every number of a contestant's page can be unfolded, in every game and however it is ranked."""

import pytest
from django.urls import reverse

from scoring.methods import METHODS
from scoring.rulesets import RULESETS
from sessions import queries, services
from sessions.demo.dealing import Dealer
from sessions.models import ScoreLine, Session
from sessions.proposals import propose
from sessions.results.readings import BOARD_FIGURES, Readings
from sessions.results.seats import has_place
from sessions.results.team_matches import matches_of, team_matches

EVERY_WAY = [
    pytest.param(ruleset, method, places, id=f"{ruleset.slug}-{method}-{len(places)}")
    for ruleset in RULESETS.values()
    for method in ruleset.methods
    for places in ruleset.tables
]
IN_TEAMS = [way for way in EVERY_WAY if METHODS[way.values[1]].ranks_teams]
SINGLY = [way for way in EVERY_WAY if way not in IN_TEAMS]
UNFOLDED = '<details class="why">'


@pytest.fixture
def play_out(make_session, make_teams):
    """`play_out(ruleset, method, places)`: a session of two tables or a few more, played to its end."""

    def seat(ruleset, method, places):
        if METHODS[method].ranks_teams:
            movement = propose(ruleset, 3, has_teams=True, boards_per_round=2)[0]
            return make_teams(movement, method=method)
        count = 4 if ruleset.partnerships else 2 * len(places)
        session = make_session(ruleset.slug, count, rounds=2)
        Session.objects.filter(pk=session.pk).update(method_slug=method)
        return Session.objects.select_related("club").get(pk=session.pk)

    def play(ruleset, method, places):
        session = seat(ruleset, method, places)
        dealer = Dealer(ruleset, queries.load_night(session).options, "unfolding", is_common=True)
        for seat_ in queries.load_night(session).rounds:
            if seat_.is_sit_out:
                continue
            sitting = dealer.play(seat_.places, seat_.boards, at=f"{seat_.round}/{seat_.table}")
            ScoreLine.objects.bulk_create(
                ScoreLine(
                    session=session,
                    seating_id=seat_.pk,
                    board=line.number,
                    entry=line.entry,
                    key=f"{seat_.pk}-{line.number}",
                )
                for line in sitting.lines
            )
        services.touch(session)
        return services.close_session(session=services.set_public(session=session, is_public=True))

    return play


def check_row(row, own):
    """The parts of a board's reason add up to its score, and its comparisons to what it gave."""
    seat = row.result.seat
    won = sum(part.points for part in row.why.parts if has_place(seat, own, part.places))
    if row.credit is not None:  # a compared score is one side's gain and the other's loss
        won -= sum(part.points for part in row.why.parts if not has_place(seat, own, part.places))
    assert str(row.why.words)
    assert won == row.points
    if row.credit is not None:
        assert row.reason.points == row.credit.points
        assert row.reason.steps or row.reason.raw == row.credit.points


def shown_total(session, card):
    """The figure that adds up what boards gave."""
    names = BOARD_FIGURES if session.method.compares_boards else ("points",)
    return next(card.standing.figures[name] for name in names if name in card.standing.figures)


def page(client, session, name, number):
    return client.get(
        reverse(f"sessions:{name}", args=[session.club.slug, session.pk, number])
    ).content.decode()


@pytest.mark.parametrize(("ruleset", "method", "places"), SINGLY)
def test_each_board_has_a_reason_and_all_add_up_to_the_total(client, play_out, ruleset, method, places):
    session = play_out(ruleset, method, places)
    readings = Readings(queries.load_night(session))
    for side in readings.night.sides.values():
        card = readings.card(side)
        rows = [row for found in card.rounds for row in found.rows]
        assert rows
        for row in rows:
            check_row(row, side)
        for found in card.rounds:
            assert found.points in (None, sum(row.points for row in found.rows))
        gave = [row.points if row.credit is None else row.credit.points for row in rows]
        assert sum(gave) == shown_total(session, card)
        if not session.method.compares_boards:
            assert sum(source.points for source in card.sources) == shown_total(session, card)
        assert page(client, session, "contestant", side.pk).count(UNFOLDED) == len(rows)


@pytest.mark.parametrize(("ruleset", "method", "places"), IN_TEAMS)
def test_each_match_of_a_team_opens_its_boards_and_all_add_up(client, play_out, ruleset, method, places):
    session = play_out(ruleset, method, places)
    readings = Readings(queries.load_night(session))
    matches = team_matches(readings)
    for side in readings.night.sides.values():
        card, lines = readings.card(side), matches_of(matches, side)
        for row in (row for found in card.rounds for row in found.rows):
            check_row(row, side)
        assert lines
        assert sum(line.own for line in lines) == card.standing.figures["result"]
        for line in lines:
            gave = [row.first if side.pk == line.match.first.pk else row.second for row in line.match.rows]
            assert sum(gave) == (line.margin if session.method.margin_name else line.own)
            assert line.match.steps or line.own == sum(gave)
    for match in matches:
        assert [len(row.why) for row in match.rows] == [2] * len(match.rows)
        assert page(client, session, "team_match", match.number).count(UNFOLDED) == len(match.rows)
