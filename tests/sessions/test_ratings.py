"""Ratings: off until a director wants them, fair to partner and field, and never stored."""

import random

import pytest
from django.urls import reverse

from clubs.models import Player
from clubs.services import update_player
from sessions import house, ratings, services
from sessions.models import Contestant, Entrant, Placing, Section, Session
from sessions.skill import SETTLED, SPREAD, START, Match, Step, Track, order, rate

GUESTS = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal")


def last(history):
    return {key: track.last.value for key, track in history.items()}


def test_whoever_was_ranked_higher_is_rated_higher_and_ties_are_equal():
    found = last(rate([Match(1, ((1,), (2,), (3,)), (1, 2, 2))]))
    assert found[1] > START > found[2] == found[3]


def test_a_pair_shares_what_it_won():
    found = last(rate([Match(1, ((1, 2), (3, 4)), (1, 2))]))
    assert (found[1], found[3]) == (found[2], found[4])


def test_to_beat_the_strong_earns_more_than_to_beat_the_weak():
    before = [Match(n, ((1,), (2,)), (1, 2)) for n in range(6)]
    strong = rate([*before, Match(9, ((3,), (1,)), (1, 2))])
    weak = rate([*before, Match(9, ((3,), (2,)), (1, 2))])
    assert last(strong)[3] > last(weak)[3] > START


def test_a_win_with_a_strong_partner_was_to_be_expected():
    before = [Match(n, ((1,), (2,)), (1, 2)) for n in range(6)]
    with_strong = rate([*before, Match(9, ((1, 3), (5, 6)), (1, 2))])
    with_weak = rate([*before, Match(9, ((2, 3), (5, 6)), (1, 2))])
    assert last(with_weak)[3] > last(with_strong)[3]


def test_every_session_makes_a_rating_surer():
    track = rate([Match(n, ((1,), (2,), (3,)), (1, 2, 3)) for n in range(5)])[1]
    spreads = [SPREAD, *track.spreads]
    assert spreads == sorted(spreads, reverse=True)


def test_a_field_of_one_says_nothing():
    assert rate([Match(1, ((1, 2),), (1,))]) == {}


def test_strength_is_found_whoever_sits_with_whom():
    """Thirty players of known strength in random pairs, forty evenings: the ratings put them in order."""
    rng = random.Random(7)
    strength = {key: rng.gauss(0, 1) for key in range(30)}
    matches = []
    for night in range(40):
        keys = rng.sample(range(30), 20)
        pairs = [tuple(keys[at : at + 2]) for at in range(0, 20, 2)]
        results = {pair: sum(strength[key] for key in pair) + rng.gauss(0, 1) for pair in pairs}
        best_first = sorted(pairs, key=results.get, reverse=True)
        matches.append(Match(night, tuple(best_first), tuple(range(1, 11))))
    found = last(rate(matches))
    top = sorted(strength, key=strength.get)[-10:]
    assert sum(key in top for key in sorted(found, key=found.get)[-10:]) >= 8


def track_of(*values):
    track = Track()
    for session, value in enumerate(values):
        track.add(Step(session, value, 8.0))
    return track


def test_whoever_played_little_comes_after_those_with_a_place():
    assert order({1: track_of(40.0), 2: track_of(*[20.0] * SETTLED)}) == [2, 1]
    assert track_of(26.0, 24.5).changes == (1.0, -1.5)
    assert track_of(26.0, 24.5).steps == (Step(0, 26.0, 8.0), Step(1, 24.5, 8.0))


# --- on the site ------------------------------------------------------------------------------------


def address(name, *args):
    return reverse(f"sessions:{name}", args=["riverside", *args])


def make_nights(club, nights, *, names=GUESTS):
    """Published evenings of pairs, always finishing in the order of the names."""
    players = [Player.objects.get_or_create(club=club, name=name)[0] for name in names]
    for night in range(nights):
        session = Session.objects.create(
            club=club,
            title=f"Night {night}",
            date=f"2026-01-{night + 1:02d}",
            ruleset_slug="duplicate",
            method_slug="matchpoints",
            status=Session.Status.CLOSED,
            is_public=True,
            published_at="2026-01-31T22:00:00Z",
        )
        section = Section.objects.create(session=session)
        for at in range(0, len(players), 2):
            pair = Contestant.objects.create(session=session, section=section, number=at // 2 + 1)
            Placing.objects.create(
                session=session, contestant=pair, rank=at // 2 + 1, figures={"percent": "50"}
            )
            for position, player in enumerate(players[at : at + 2]):
                Entrant.objects.create(session=session, contestant=pair, player=player, position=position)
    return players


@pytest.fixture
def rated(riverside):
    house.set_rated(club=riverside, ruleset="duplicate", is_on=True)
    return make_nights(riverside, SETTLED)


def test_no_game_is_rated_until_a_director_wants_it(riverside, client, signed_in, ada):
    make_nights(riverside, 1)
    assert client.get(address("rating", "duplicate")).status_code == 404
    assert "rates no game" in client.get(address("ratings")).content.decode()
    director = signed_in(ada)
    director.post(address("rating_on", "duplicate"))
    assert client.get(address("rating", "duplicate")).status_code == 200
    assert client.get(address("rating", "brist")).status_code == 404
    director.post(address("rating_off", "duplicate"))
    assert client.get(address("rating", "duplicate")).status_code == 404
    assert director.post(address("rating_on", "tiddlywinks")).status_code == 404


def test_a_rating_ranks_its_players_and_explains_itself(rated, client):
    response = client.get(address("rating", "duplicate"))
    names = [row.record["who"] for row in response.context["table"].rows]
    assert set(names[:2]) == {"Ada", "Bea"}
    assert set(names[-2:]) == {"Gus", "Hal"}
    assert "A pair or team is as strong as its players together" in response.content.decode()


def test_a_players_page_tells_the_rating_its_history_and_how_unsure_it_is(rated, client):
    text = client.get(address("player", rated[0].pk)).content.decode()
    assert "Rating: Bridge" in text or "Rating: " in text
    assert 'class="band"' in text
    assert "±" in text
    assert text.count("Night 2") >= 2, "in the history of the rating as among the sessions"


def test_a_corrected_place_changes_the_rating_at_once(rated, riverside):
    before = ratings.load_rating(riverside, "duplicate")[0]
    assert before.person.name in ("Ada", "Bea")
    session = riverside.sessions.latest("date")
    Placing.objects.filter(session=session, rank=1).update(rank=9)
    services.touch(session)
    after = {each.person.name: each.step.value for each in ratings.load_rating(riverside, "duplicate")}
    assert after[before.person.name] < before.step.value


def test_an_unpublished_session_does_not_count(rated, riverside):
    riverside.sessions.update(published_at=None)
    assert ratings.load_rating(riverside, "duplicate") == []


def test_a_hidden_player_is_not_named_in_a_rating(rated, client, signed_in, ben):
    update_player(player=rated[0], naming="hidden")
    for kind in ("", "?export=csv", "?export=json", "?q=ada"):
        text = client.get(address("rating", "duplicate") + kind).content.decode()
        assert ">Ada<" not in text
        assert '"Ada"' not in text
        assert ",Ada," not in text
        assert f"/players/{rated[0].pk}/" not in text
    assert ">Ada<" in signed_in(ben).get(address("rating", "duplicate")).content.decode()


@pytest.mark.parametrize(("nights", "names"), [(1, GUESTS[:4]), (20, GUESTS)])
def test_a_rating_costs_the_same_for_many(nights, names, riverside, client, django_assert_num_queries):
    house.set_rated(club=riverside, ruleset="duplicate", is_on=True)
    make_nights(riverside, nights, names=names)
    with django_assert_num_queries(7):
        client.get(address("rating", "duplicate"))
    with django_assert_num_queries(4):
        client.get(address("rating", "duplicate"))
