"""A club's own rules, and how a session is ranked: who may set them, and what follows from them."""

import datetime
import re

import pytest
from django.urls import reverse

from scoring.lines import EntryError
from sessions import house, queries, services
from sessions.models import ScoreLine, Session
from sessions.services import RefusedError

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}
EVENING = datetime.date(2026, 3, 5)
MIRROR = {"options": {"defence_bonus": "mirror"}, "method": "total_points", "method_options": {}}


def at(name, club, *args):
    return reverse(f"sessions:{name}", args=[club.slug, *args])


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture
def pairs(make_session):
    """Six pairs who have played everything: table 1 makes game on each board, the others a part score."""
    session = make_session("duplicate", 6, movement="straight-mitchell")
    for seat in queries.load_night(session).rounds:
        for board in seat.boards:
            entry = GAME if seat.table == 1 else PART
            key = f"{seat.pk}-{board}"
            ScoreLine.objects.create(session=session, seating_id=seat.pk, board=board, entry=entry, key=key)
    services.touch(session)
    return session


# --- the club's rules ---------------------------------------------------------------------------


def test_everyone_reads_the_rules_as_played_here(client, riverside):
    assert client.get(at("rules", riverside)).status_code == 200
    assert client.get(at("rules_as_played", riverside, "brist")).status_code == 200
    assert client.get(at("rules_as_played", riverside, "poker")).status_code == 404


def test_only_directors_set_the_house_rules(client, signed_in, riverside, ben, dov, ada):
    page, reset = at("house_rules", riverside, "brist"), at("reset_house_rules", riverside, "brist")
    assert client.get(page).status_code == client.post(reset).status_code == 302
    for stranger in (ben, dov):
        assert signed_in(stranger).get(page).status_code == 403
        assert signed_in(stranger).post(page, {}).status_code == 403
        assert signed_in(stranger).post(reset).status_code == 403
    assert signed_in(ada).get(page).status_code == 200
    assert signed_in(ada).get(at("house_rules", riverside, "poker")).status_code == 404


def test_a_new_session_starts_from_the_clubs_rules(riverside):
    house.set_house_rules(club=riverside, ruleset="brist", **MIRROR)
    session = services.create_session(club=riverside, ruleset="brist", date=EVENING)
    assert (session.options["defence_bonus"], session.method_slug) == ("mirror", "total_points")
    given = services.create_session(club=riverside, ruleset="brist", date=EVENING, options={})
    assert (given.options["defence_bonus"], given.method_slug) == ("flat", "points_per_board")


def test_the_rules_of_another_club_change_nothing_here(riverside, hilltop):
    house.set_house_rules(club=hilltop, ruleset="brist", **MIRROR)
    assert queries.house_rules(riverside, "brist").is_usual


def test_the_director_saves_the_rules_and_takes_them_back(signed_in, ada, riverside):
    client, page = signed_in(ada), at("house_rules", riverside, "brist")
    form = client.get(page).context["form"]
    values = {field.html_name: field.value() for field in form}
    values = {name: value for name, value in values.items() if value is not False}
    saved = client.post(page, values | {"option_defence_bonus": "mirror", "option_three_seats": "stay"})
    assert saved.url == at("rules_as_played", riverside, "brist")
    shown = text_of(client.get(saved.url))
    assert (
        "Defence bonus: <strong>What declarer played for: 10, 10, 25, 50</strong>; usually: Always 10."
        in shown
    )
    assert [rule.option.name for rule in queries.house_rules(riverside, "brist").differing] == [
        "defence_bonus",
        "three_seats",
    ]
    client.post(at("reset_house_rules", riverside, "brist"))
    assert queries.house_rules(riverside, "brist").is_usual


def test_a_rule_that_cannot_be_is_refused_by_its_name(signed_in, ada, riverside):
    refused = signed_in(ada).post(
        at("house_rules", riverside, "brist"), {"method": "total_points", "option_defence_bonus": "triple"}
    )
    assert refused.status_code == 422
    assert "option_defence_bonus" in refused.context["form"].errors
    with pytest.raises(EntryError) as error:
        house.set_house_rules(
            club=riverside, ruleset="brist", **MIRROR | {"options": {"defence_bonus": "triple"}}
        )
    assert error.value.field == "defence_bonus"
    with pytest.raises(RefusedError):
        house.set_house_rules(club=riverside, ruleset="brist", **MIRROR | {"method": "butler"})


def test_worked_examples_are_scored_by_the_clubs_rules(client, riverside):
    house.set_house_rules(
        club=riverside,
        ruleset="bid_whist",
        options={"overbooks": "bid_only"},
        method="games",
        method_options={},
    )
    examples = client.get(at("rules_as_played", riverside, "bid_whist")).context["examples"]
    changed = {example.text: (example.points, example.usual) for example in examples if not example.is_usual}
    assert changed["5↑ S 12"] == ((("NS", 5), ("EW", 0)), (("NS", 6), ("EW", 0)))


def test_the_list_of_games_costs_the_same_with_one_set_of_rules_and_with_two(
    client, riverside, django_assert_num_queries
):
    for ruleset in ("brist", "tricks"):
        house.set_house_rules(club=riverside, ruleset=ruleset, **MIRROR | {"options": {}})
        with django_assert_num_queries(2):
            client.get(at("rules", riverside))


# --- how a session is scored --------------------------------------------------------------------


def test_only_directors_change_how_a_session_is_scored(
    client, signed_in, pairs, ben, dov, riverside, hilltop
):
    page = at("scoring", riverside, pairs.pk)
    assert client.get(page).status_code == 302
    assert signed_in(ben).get(page).status_code == signed_in(dov).post(page, {}).status_code == 403
    assert signed_in(dov).get(at("scoring", hilltop, pairs.pk)).status_code == 404


def test_a_session_is_ranked_another_way_after_its_results_are_in(signed_in, ada, riverside, pairs):
    page = at("scoring", riverside, pairs.pk)
    saved = signed_in(ada).post(page, {"method": "cross_imps", "cross_imps_comparisons": "total"})
    assert saved.status_code == 302
    found = Session.objects.get(pk=pairs.pk)
    assert (found.method_slug, found.method_options["comparisons"]) == ("cross_imps", "total")
    assert found.revision > pairs.revision
    assert queries.leaderboard(found).standings.rows[0].figures["imps"] > 0


def test_a_look_first_changes_nothing(signed_in, ada, riverside, pairs):
    page = at("scoring", riverside, pairs.pk)
    looked = signed_in(ada).post(page, {"method": "cross_imps", "preview": "1"})
    assert "So it would be: Cross-IMPs" in text_of(looked)
    assert looked.context["preview"].standings.rows[0].figures["imps"] > 0
    assert Session.objects.get(pk=pairs.pk).method_slug == "matchpoints"


def test_a_published_session_keeps_its_method(signed_in, ada, riverside, pairs):
    services.close_session(session=pairs)
    services.publish_session(session=Session.objects.get(pk=pairs.pk))
    page = at("scoring", riverside, pairs.pk)
    refused = signed_in(ada).post(page, {"method": "cross_imps"})
    assert refused.status_code == 422
    assert Session.objects.get(pk=pairs.pk).method_slug == "matchpoints"


def test_a_method_option_that_cannot_be_is_refused(signed_in, ada, riverside, pairs):
    page = at("scoring", riverside, pairs.pk)
    refused = signed_in(ada).post(page, {"method": "matchpoints", "matchpoints_unequal": "magic"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["matchpoints_unequal"])


# --- a table that a club pastes -----------------------------------------------------------------

SCALE = {"method": "teams_imps", "teams_imps_vp_scale": "pasted"}


@pytest.fixture
def teams(pairs):
    Session.objects.filter(pk=pairs.pk).update(method_slug="teams_imps", method_options={})
    return Session.objects.get(pk=pairs.pk)


def test_a_club_pastes_its_own_table_of_victory_points(signed_in, ada, riverside, teams):
    page = at("scoring", riverside, teams.pk)
    client = signed_in(ada)
    assert client.post(page, SCALE | {"teams_imps_vp_table": "0 15\n5 <b>20"}).status_code == 422
    assert client.post(page, SCALE | {"teams_imps_vp_table": "0 15 15\n5 20 10"}).status_code == 302
    found = Session.objects.get(pk=teams.pk)
    assert found.method_options["vp_table"] == "0 15 15\n5 20 10"
    assert '<pre class="pasted">0 15 15\n5 20 10</pre>' in client.get(page).content.decode()


def test_what_is_wrong_with_a_pasted_table_stands_beside_it(signed_in, ada, riverside, teams):
    refused = signed_in(ada).post(
        at("scoring", riverside, teams.pk), SCALE | {"teams_imps_vp_table": "0 15\n5 <b>"}
    )
    assert refused.context["form"].errors == {
        "teams_imps_vp_table": ["Line 2: 5 <b> is not IMPs and VPs, such as 3-5 12 8"]
    }
    assert "5 &lt;b&gt; is not IMPs" in refused.content.decode()


def test_a_pasted_table_that_does_not_count_is_no_rule(teams):
    rules = queries.session_rules(teams)
    assert "vp_table" not in [rule.option.name for rule in rules.of_method]
