"""Handicaps, strata, sections and carry-over of a session: who sets them, and where they show."""

import datetime
import re

import pytest
from django.urls import reverse

from clubs.models import Player
from scoring.lines import EntryError
from scoring.standings.refine import complete_ranking
from sessions import house, queries, seasons, services
from sessions.ladder_book import create_ladder
from sessions.models import Contestant, ScoreLine, Session
from sessions.services import RefusedError
from sessions.sheets import build
from sessions.sheets.build import Order

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}
HANDICAPS = {"handicaps": "session"}
STRATA = {"strata": "master_points", "strata_limits": "A 500\nB"}


def at(name, session, *args):
    return reverse(f"sessions:{name}", args=[session.club.slug, session.pk, *args])


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


def play_all(session):
    """Table 1 makes game on each board, the others a part score."""
    for seat in queries.load_night(session).rounds:
        for board in seat.boards:
            entry = GAME if seat.table == 1 else PART
            key = f"{seat.pk}-{board}"
            ScoreLine.objects.create(session=session, seating_id=seat.pk, board=board, entry=entry, key=key)
    return services.touch(session)


@pytest.fixture
def pairs(make_session):
    """Four pairs in a Howell who have played everything."""
    return play_all(make_session("duplicate", 4))


def rank_by(session, **ranking):
    house.change_method(
        session=session, method="matchpoints", method_options={}, ranking_options=complete_ranking(ranking)
    )
    return Session.objects.select_related("club").get(pk=session.pk)


def percents(session):
    rows = queries.load_night(session).standings.rows
    return {row.contestant: row.figures["percent"] for row in rows}


def last_of(session):
    return queries.load_night(session).standings.rows[-1].contestant


def handicap_of(session, contestant, number):
    for player in Player.objects.filter(entries__contestant=contestant, entries__session=session):
        player.handicap = number
        player.save()


def test_the_players_handicaps_rank_and_the_raw_result_stays(client, pairs):
    before, last = percents(pairs), last_of(pairs)
    handicap_of(pairs, last, 90)
    session = rank_by(pairs, **HANDICAPS)
    rows = queries.load_night(session).standings.rows
    assert rows[0].contestant == last
    assert rows[0].figures["handicapped"] == before[last] + 90
    assert percents(session) == before
    services.set_public(session=session, is_public=True)
    page = text_of(client.get(at("session", session)))
    assert "With handicap" in page
    assert "100 per cent of the handicap is added to the result" in page


def test_a_handicap_fixed_for_a_session_is_its_own(signed_in, ada, pairs):
    session, last = rank_by(pairs, **HANDICAPS), last_of(pairs)
    page = at("field", session)
    assert "Handicap of" in text_of(signed_in(ada).get(page))
    assert signed_in(ada).post(page, {f"handicap_{last}": "3,5"}).status_code == 302
    assert Contestant.objects.get(pk=last).handicap == "7/2"
    refused = signed_in(ada).post(page, {f"handicap_{last}": "lots <b>"})
    assert refused.status_code == 422
    assert refused.context["form"].errors == {f"handicap_{last}": ["Lots <b> is not a handicap, such as 3.5"]}


def test_a_session_without_any_of_it_says_where_to_begin(signed_in, ada, pairs):
    assert "no handicaps, no strata and no carry-over" in text_of(signed_in(ada).get(at("field", pairs)))


def test_a_published_result_keeps_its_handicaps_whatever_becomes_of_the_players(pairs):
    last = last_of(pairs)
    handicap_of(pairs, last, 90)
    session = rank_by(pairs, **HANDICAPS)
    services.close_session(session=session)
    services.publish_session(session=Session.objects.get(pk=session.pk))
    handicap_of(pairs, last, 0)
    session = Session.objects.select_related("club").get(pk=session.pk)
    assert queries.leaderboard(session).differences == ()
    assert queries.leaderboard(session).groups[""][0].side.pk == last
    with pytest.raises(RefusedError):
        services.set_field(session=session, handicaps={}, strata={}, carried_from=None)


def test_strata_have_their_own_places_on_page_sheet_and_interface(client, pairs):
    weak = last_of(pairs)
    for entrant in pairs.entrants.select_related("player"):
        entrant.player.master_points = 10 if entrant.contestant_id == weak else 900
        entrant.player.save()
    session = services.set_public(session=rank_by(pairs, **STRATA), is_public=True)
    (part,) = queries.leaderboard(session).parts
    assert [(place.rank, place.side.pk) for place in part.groups[""]] == [("1", weak)]
    assert "Stratum B" in text_of(client.get(at("session", session)))
    values = client.get(f"/api/v1/clubs/{session.club.slug}/sessions/{session.pk}/").json()
    assert [own["name"] for own in values["parts"]] == ["Stratum B"]
    assert values["parts"][0]["groups"][0]["places"][0]["rank"] == 1
    (sheet,) = build.make_sheets(session, Order("ranking", "a4"), is_director=True)
    assert [row.heading for row in sheet.rows if row.heading] == ["Stratum B"]


def test_a_stratum_is_fixed_by_the_director(pairs):
    session, last = rank_by(pairs, **STRATA), last_of(pairs)
    services.set_field(session=session, handicaps={}, strata={last: "B"}, carried_from=None)
    levels = {row.contestant: row.figures["stratum"] for row in queries.load_night(session).standings.rows}
    assert levels == {pk: int(pk == last) for pk in levels}
    with pytest.raises(EntryError) as caught:
        services.set_field(session=session, handicaps={}, strata={last: "Z"}, carried_from=None)
    assert caught.value.field == f"stratum_{last}"


def later(session, make_session):
    found = play_all(make_session("duplicate", 4))
    Session.objects.filter(pk=found.pk).update(date=session.date + datetime.timedelta(days=7))
    return Session.objects.select_related("club").get(pk=found.pk)


def test_points_are_carried_over_from_an_earlier_session_of_the_same_pairs(client, pairs, make_session):
    services.close_session(session=pairs)
    second = rank_by(later(pairs, make_session), carry="carried", carry_share=50, carry_most=30)
    services.set_field(session=second, handicaps={}, strata={}, carried_from=Session.objects.get(pk=pairs.pk))
    second = services.set_public(session=Session.objects.get(pk=second.pk), is_public=True)
    row = queries.load_night(second).standings.rows[0]
    assert row.figures["carried_total"] == row.figures["percent"] + min(30, row.figures["percent"] / 2)
    card = text_of(client.get(at("contestant", second, row.contestant)))
    assert "Carried over: 50 per cent of" in card


def test_a_correction_of_the_earlier_session_changes_the_later_one(pairs, make_session):
    services.close_session(session=pairs)
    second = rank_by(later(pairs, make_session), carry="carried")
    services.set_field(session=second, handicaps={}, strata={}, carried_from=Session.objects.get(pk=pairs.pk))
    before = Session.objects.get(pk=second.pk).revision
    services.touch(Session.objects.get(pk=pairs.pk))
    assert Session.objects.get(pk=second.pk).revision == before + 1


def test_points_never_go_round_in_a_circle(pairs, make_session):
    services.close_session(session=pairs)
    second = rank_by(later(pairs, make_session), carry="carried")
    services.close_session(session=second)
    Session.objects.filter(pk=pairs.pk).update(date=second.date)
    first, second = Session.objects.get(pk=pairs.pk), Session.objects.get(pk=second.pk)
    services.set_field(session=second, handicaps={}, strata={}, carried_from=first)
    with pytest.raises(RefusedError):
        services.set_field(session=first, handicaps={}, strata={}, carried_from=second)


def test_a_ladder_counts_raw_or_with_handicaps(client, pairs, riverside):
    last = last_of(pairs)
    handicap_of(pairs, last, 90)
    session = rank_by(pairs, **HANDICAPS)
    services.close_session(session=session)
    services.publish_session(session=Session.objects.get(pk=session.pk))
    raw = seasons.load_season(create_ladder(club=riverside, title="Raw", unit="pair", measure="wins"))
    ladder = create_ladder(club=riverside, title="Adjusted", unit="pair", has_handicaps=True)
    adjusted = seasons.load_season(ladder)
    first = adjusted.rungs[0]
    assert last in first.contestants.values()
    assert first.row.score == first.row.raw + 90
    winners = [rung for rung in raw.rungs if rung.row.score]
    assert winners
    assert all(last not in rung.contestants.values() for rung in winners)
    page = text_of(client.get(reverse("sessions:ladder_row", args=[riverside.slug, ladder.pk, first.slug])))
    assert "and a handicap of 90" in page


def test_a_clubs_own_strata_reach_its_new_sessions(signed_in, ada, riverside):
    page = reverse("sessions:house_rules", args=[riverside.slug, "duplicate"])
    form = {"method": "matchpoints", "ranking_strata": "letter", "ranking_strata_letters": "A"}
    refused = signed_in(ada).post(page, form)
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["ranking_strata_letters"])
    assert signed_in(ada).post(page, form | {"ranking_strata_letters": "A B C"}).status_code == 302
    session = services.create_session(club=riverside, ruleset="duplicate", date=datetime.date(2026, 4, 1))
    assert session.ranking_options["strata_letters"] == "A B C"
    assert "Strata: <strong>By the letter" in text_of(
        signed_in(ada).get(reverse("sessions:rules_as_played", args=[riverside.slug, "duplicate"]))
    )
