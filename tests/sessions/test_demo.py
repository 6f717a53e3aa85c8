"""The demonstration is complete, and the same each time."""

import datetime
from collections import Counter

import pytest
from django.apps import apps
from django.db import transaction

from scoring.lines import default_options
from scoring.rulesets import RULESETS
from sessions import queries
from sessions.demo import club as demo_club
from sessions.demo.dealing import Dealer
from sessions.demo.evenings import PAST
from sessions.models import Adjustment, Placing, Session

TODAY = datetime.date(2026, 3, 5)
TOMORROW = TODAY + datetime.timedelta(days=1)
PLACES = {slug: ruleset.tables[0] for slug, ruleset in RULESETS.items()}


@pytest.fixture(scope="module")
def _built(django_db_setup, django_db_blocker):
    """One demonstration for all the tests that only look at it."""
    with django_db_blocker.unblock(), transaction.atomic():
        demo_club.build(today=TODAY)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def lantern(_built, db):
    return demo_club.find_club()


@pytest.fixture
def final(lantern):
    """The bridge session with the most tables: the one where things happened."""
    sessions = Session.objects.filter(ruleset_slug="duplicate", status="closed")
    return max(sessions, key=lambda session: session.tables.count())


def count_rows():
    return {model._meta.label: model.objects.count() for model in apps.get_models()}


def dealt(session):
    return list(
        session.lines.order_by("pk").values_list("seating__table__number", "seating__round", "board", "entry")
    )


def seated(session):
    return set(session.entrants.values_list("contestant__number", "position", "player"))


def test_each_game_has_past_and_live_evenings(lantern):
    found = Counter(lantern.sessions.values_list("ruleset_slug", "status"))
    assert found == {
        ("brist", "closed"): 3,
        ("brist", "running"): 1,
        ("duplicate", "closed"): 6,
        ("duplicate", "running"): 1,
        ("bid_whist", "closed"): 3,
        ("bid_whist", "running"): 1,
    }


def test_twenty_members_and_ten_visitors_play(lantern):
    assert Counter(lantern.players.values_list("is_visitor", flat=True)) == {False: 20, True: 10}


def test_past_evenings_are_published_to_everyone(lantern):
    past = lantern.sessions.filter(status="closed")
    assert {(session.is_public, session.is_published) for session in past} == {(True, True)}
    assert {session.contestants.count() - session.placings.count() for session in past} == {0}


def test_past_evenings_happened_on_their_own_day(lantern):
    for session in lantern.sessions.filter(status="closed"):
        moments = [session.closed_at, *session.lines.values_list("created_at", flat=True)]
        assert {moment.date() for moment in moments} == {session.date}


def test_every_past_board_was_played(lantern):
    for session in lantern.sessions.filter(status="closed"):
        assert all(seat.is_complete for seat in queries.load_night(session).rounds)


def test_published_places_are_what_the_lines_give(lantern):
    for session in lantern.sessions.filter(status="closed"):
        rows = queries.load_night(session).standings.rows
        stored = Placing.objects.filter(session=session)
        assert {row.contestant: (row.rank, row.score) for row in rows} == {
            placing.contestant_id: (placing.rank, placing.exact_score) for placing in stored
        }


def test_live_evenings_are_half_played_and_have_one_doubtful_result(lantern):
    for session in lantern.sessions.filter(status="running"):
        states = [(seat, number) for seat in queries.load_night(session).rounds for number in seat.lines]
        assert len([number for seat, number in states if seat.doubts(number)]) == 1
        assert session.is_public
        assert session.drawing or not queries.load_night(session).rounds[-1].lines


def test_a_past_knock_out_ends_with_a_winner_and_a_live_one_waits_for_its_draw(lantern):
    past, live = lantern.sessions.filter(movement_slug="knock-out").order_by("date")
    assert [len(past.seatings.filter(round=number)) for number in (1, 2, 3)] == [2, 2, 1]
    assert past.placings.get(rank=1).exact_score == 3
    assert live.seatings.filter(round__gt=1).count() == 0


def test_live_tables_are_not_all_equally_far(lantern):
    for session in lantern.sessions.filter(status="running"):
        night = queries.load_night(session)
        now = [night.current_round(table) for table in night.table_numbers]
        assert len({len(seat.lines) for seat in now if not seat.is_sit_out}) > 1


def test_the_table_to_look_at_has_a_board_to_play(lantern):
    assert len(demo_club.live_sessions(lantern)) == 3
    for session in demo_club.live_sessions(lantern):
        table = demo_club.busy_table(session)
        assert queries.load_night(session).current_round(table.number).next_board


def test_nobody_sits_in_two_live_evenings(lantern):
    players = lantern.sessions.filter(status="running").values_list("entrants__player", flat=True)
    assert max(Counter(players).values()) == 1


def test_the_bridge_final_has_two_winners_and_a_sit_out(final):
    night = queries.load_night(final)
    assert night.groups == ("EW", "NS")
    assert Counter(seat.round for seat in night.rounds if seat.is_sit_out) == dict.fromkeys(range(1, 9), 1)


def test_the_bridge_final_has_an_average_and_a_split_score(final):
    awards = Adjustment.objects.filter(session=final, is_current=True).order_by("pk")
    assert [(award.first, award.second) for award in awards] == [("A+", "A-"), ("60", "35")]
    assert all(award.reason and award.by.username == "director" for award in awards)


def test_the_bridge_final_has_a_passed_out_board_and_one_not_played(final):
    contracts = Counter(line.entry["contract"] for line in final.lines.filter(is_current=True))
    assert (contracts["PASS"], contracts["NP"]) == (1, 1)


def test_the_bridge_final_has_corrections_with_their_history(final):
    corrected = final.lines.filter(origin="director")
    assert corrected.count() == 2
    for line in corrected:
        assert line.is_current
        assert line.reason
        assert not line.replaces.is_current
        assert line.replaces.entry != line.entry


def test_the_three_accounts_have_their_roles_and_are_players(lantern, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    roles = {each.user.username: each.get_role_display() for each in lantern.memberships.all()}
    assert roles == {"owner": "Owner", "director": "Director", "player": "Member"}
    assert all(
        each.user.check_password("demo") and each.user.players.exists() for each in lantern.memberships.all()
    )


def test_building_again_the_same_day_adds_nothing(lantern):
    before = count_rows()
    demo_club.build(today=TODAY)
    assert count_rows() == before


def test_building_on_another_day_adds_live_evenings_and_deletes_nothing(lantern):
    before = set(lantern.sessions.values_list("pk", flat=True))
    demo_club.build(today=TOMORROW)
    new = lantern.sessions.exclude(pk__in=before)
    assert set(new.values_list("date", "status")) == {(TOMORROW, "running")}
    assert new.count() == 3
    assert lantern.sessions.count() == len(before) + 3


@pytest.mark.parametrize("evening", [PAST[-1], PAST[-2]], ids=lambda evening: evening.ruleset)
def test_an_evening_held_again_has_the_same_players_and_results(lantern, evening):
    first = lantern.sessions.get(date=TODAY - datetime.timedelta(days=evening.days_ago))
    demo_club.hold_past(lantern, evening, TODAY)
    again = lantern.sessions.filter(date=first.date).exclude(pk=first.pk).get()
    assert dealt(again) == dealt(first)
    assert seated(again) == seated(first)


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_the_same_seed_deals_the_same(slug):
    def play(seed):
        dealer = Dealer(RULESETS[slug], default_options(RULESETS[slug]), seed, is_common=True)
        boards = tuple(range(1, 9)) if RULESETS[slug].boards else ()
        return dealer.play(PLACES[slug], boards, at="1/1")

    assert play("spring") == play("spring")
    assert play("spring") != play("autumn")


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_a_slip_of_the_pen_is_possible_and_wrong(slug):
    ruleset, options = RULESETS[slug], default_options(RULESETS[slug])
    dealer = Dealer(ruleset, options, "spring", is_common=True)
    sitting = dealer.play(PLACES[slug], (1, 2) if ruleset.boards else (), at="1/1")
    slip = dealer.slip_of_the_pen(sitting, 1)
    assert slip != sitting.line(1).entry
    assert ruleset.check(slip, ruleset.deal(sitting.before(1), 1, options), options) == slip
