"""Players' pages: what they add up, what they cost, and who reads whose name."""

import json
from fractions import Fraction

import pytest
from django.urls import reverse

from clubs.models import Player
from clubs.privacy import Naming
from clubs.services import update_club, update_player
from sessions import careers, charts, services
from sessions.careers import Finish, milestones
from sessions.ladder_book import create_ladder
from sessions.models import Contestant, Entrant, Placing, ScoreLine, SeatingChange, Session
from sessions.queries import load_night

ENTRY = {"contract": "3NT", "declarer": "S", "tricks": 10}
CAST = ["Ben Carter", "Cleo Diaz", "Eva", "Finn"]


def address(name, *args, club="riverside"):
    return reverse(f"sessions:{name}", args=[club, *args])


def finish(session, entry=ENTRY):
    ScoreLine.objects.bulk_create(
        ScoreLine(session=session, seating_id=seat.pk, board=board, entry=entry, key=f"{seat.pk}-{board}")
        for seat in load_night(session).rounds
        for board in seat.boards
    )
    services.close_session(session=session)
    return services.publish_session(session=session)


def place(rank, field, *, tied=1):
    session = Session(ruleset_slug="duplicate", method_slug="matchpoints")
    return Finish(session, 1, rank, tied > 1, tied, field, None)


# --- what is added up -----------------------------------------------------------------------------


def test_who_wins_alone_has_left_all_behind_and_who_ties_half():
    assert place(1, 5).beaten == 100
    assert place(5, 5).beaten == 0
    assert place(1, 2, tied=2).beaten == 50
    assert place(2, 4, tied=2).beaten == 50
    assert place(1, 1).beaten is None


def test_milestones_are_the_first_the_tenth_and_the_first_win():
    found = milestones([*[place(2, 4)] * 8, place(1, 4), place(3, 4)])
    assert [str(each.label) for each in found] == ["Session number 10", "First win", "First session"]


def test_publishing_keeps_what_each_players_lines_add_up_to(make_session):
    session = make_session("brist", 4, names=CAST)
    declared = {}
    for seat in load_night(session).rounds:
        for _board in seat.boards:
            declared[seat.seats["S"].name] = declared.get(seat.seats["S"].name, 0) + 1
    finish(session)
    kept = {e.player.name: e.counts.get("declared", 0) for e in session.entrants.select_related("player")}
    assert {name: times for name, times in kept.items() if times} == declared


def test_a_players_page_tells_the_record_the_partners_and_the_opponents(make_session, client, riverside):
    names = ["Ben Carter", "Cleo Diaz", "Eva", "Finn", "Gus", "Hal", "Ida", "Jan"]
    finish(make_session("duplicate", 4, names=names), ENTRY | {"risk": ""})
    ben = riverside.players.get(name="Ben Carter")
    career = careers.load_career(riverside, ben)
    assert [row.person.name for row in career.partners] == ["Cleo Diaz"]
    assert {row.person.name for row in career.opponents} == set(names[2:])
    text = client.get(address("player", ben.pk)).content.decode()
    assert "Cleo Diaz" in text
    assert "First session" in text


@pytest.mark.parametrize(("game", "risk"), [("duplicate", {"risk": ""}), ("brist", {})])
def test_the_record_of_declarer_and_defender_is_told_out_of_how_many(
    game, risk, make_session, client, riverside
):
    names = ["Ben Carter", "Cleo Diaz", "Eva", "Finn", "Gus", "Hal", "Ida", "Jan"]
    finish(make_session(game, 4, names=names), ENTRY | risk)
    finish(make_session(game, 4, names=names), ENTRY | risk | {"contract": "6NT"})
    facts = {}
    for player in riverside.players.all():
        for fact in careers.load_career(riverside, player).record:
            facts.setdefault(str(fact.label), []).append((fact.times, fact.out_of))
    for label in ("Contracts made", "Contracts stopped"):
        times, out_of = (sum(column) for column in zip(*facts[label], strict=True))
        assert 2 * times == out_of > 0
    assert "Slams bid and made" not in facts
    pages = [client.get(address("player", player.pk)).content.decode() for player in riverside.players.all()]
    assert any("Contracts made" in text and "50 %" in text for text in pages)


def test_an_unpublished_session_is_no_part_of_a_career(make_session, client, riverside):
    make_session("brist", 4, names=CAST)
    ben = riverside.players.get(name="Ben Carter")
    assert "No published session yet" in client.get(address("player", ben.pk)).content.decode()
    assert "Ben Carter" not in client.get(address("players")).content.decode()


@pytest.mark.parametrize("nights", [1, 1000])
def test_a_career_costs_the_same_however_long_it_is(nights, riverside, client, django_assert_num_queries):
    ben = riverside.players.get(name="Ben Carter")
    sessions = Session.objects.bulk_create(
        Session(
            club=riverside,
            title=f"Night {n}",
            date="2026-01-01",
            ruleset_slug="duplicate",
            method_slug="matchpoints",
            status=Session.Status.CLOSED,
            is_public=True,
            published_at="2026-01-01T22:00:00Z",
        )
        for n in range(nights)
    )
    sections = [session.sections.model(session=session) for session in sessions]
    Session.sections.rel.related_model.objects.bulk_create(sections)
    pairs = Contestant.objects.bulk_create(
        Contestant(session=s, section=section, number=n)
        for s, section in zip(sessions, sections, strict=True)
        for n in (1, 2)
    )
    cleo = riverside.players.get(name="Cleo Diaz")
    Entrant.objects.bulk_create(
        Entrant(session_id=pair.session_id, contestant=pair, player=ben if pair.number == 1 else cleo)
        for pair in pairs
    )
    Placing.objects.bulk_create(
        Placing(session_id=p.session_id, contestant=p, rank=p.number, figures={"percent": "60"})
        for p in pairs
    )
    with django_assert_num_queries(8):
        response = client.get(address("player", ben.pk))
    assert len(response.content) < 150_000


# --- the chart ------------------------------------------------------------------------------------


def test_a_chart_says_what_it_shows_and_escapes_it():
    text = charts.trend([Fraction(0), Fraction(100)], title="<b>", text="two sessions")
    assert '<title id="trend-title">&lt;b&gt;</title>' in text
    assert 'role="img" aria-labelledby="trend-title trend-text"' in text
    assert text.count("<circle") == 2
    assert 'class="best"' in text, "a win is a ring, not only a colour"


def test_a_chart_of_one_session_is_a_dot_in_the_middle():
    assert charts.trend([Fraction(50)], title="a", text="b").count("<circle") == 1


# --- who reads whose name -------------------------------------------------------------------------

EVERYWHERE = (
    *("club", "session", "leaderboard", "tables", "table", "boards", "board", "contestant", "players"),
    *("ladder", "ladder_csv", "embed_session", "embed_ladder", "results_feed", "calendar_file"),
    *("api_session", "api_ladder", "sheet"),
)


@pytest.fixture
def season(make_session, riverside):
    """A published session in which Ben lets strangers read his initial only and Eva is a minor."""
    names = ["Ben Carter", "Cleo Diaz", "Eva Underage", "Finn", "Gus", "Hal", "Ida", "Jan"]
    session = finish(make_session("duplicate", 4, names=names), ENTRY | {"risk": ""})
    update_player(player=riverside.players.get(name="Ben Carter"), naming=Naming.INITIAL)
    update_player(player=riverside.players.get(name="Eva Underage"), is_minor=True)
    ladder = create_ladder(club=riverside, title="Season")
    one = session.contestants.get(entrants__player__name="Ben Carter")
    other = session.contestants.get(entrants__player__name="Eva Underage")
    return session, ladder, (one, other)


def everywhere(season):
    """Every public address that names people, with its name."""
    session, ladder, contestants = season
    yield from ((name, address(name)) for name in ("club", "players", "results_feed", "calendar_file"))
    for name in ("session", "leaderboard", "tables", "boards", "embed_session", "api_session"):
        yield name, address(name, session.pk)
    yield from (("contestant", address("contestant", session.pk, each.pk)) for each in contestants)
    yield from ((name, address(name, session.pk, 1)) for name in ("table", "board"))
    yield from ((name, address(name, ladder.pk)) for name in ("ladder", "embed_ladder", "api_ladder"))
    yield from ((kind, f"{address('ladder', ladder.pk)}?export={kind}") for kind in ("csv", "json"))
    for kind in ("recording", "traveller"):
        yield kind, f"{address('sheet', session.pk, kind, 'html')}?format=html&filled=1"


@pytest.mark.parametrize("reader", ["visitor", "dov"])
def test_strangers_nowhere_read_a_name_that_is_withheld(season, client, signed_in, dov, ben, reader):
    member = signed_in(ben)
    for _name, where in everywhere(season):
        member.get(where)  # what is kept for members must not answer strangers
    client.logout()
    if reader == "dov":
        signed_in(dov)
    for name, where in everywhere(season):
        text = client.get(where).content.decode()
        assert "Underage" not in text, name
        assert "Carter" not in text, name


def test_members_read_every_name_in_full(season, client, signed_in, ben):
    for _name, where in everywhere(season):
        client.get(where)  # nor may what is kept for strangers answer members
    member = signed_in(ben)
    session, ladder, _contestants = season
    for where in (
        address("session", session.pk),
        address("leaderboard", session.pk),
        address("ladder", ladder.pk),
    ):
        text = member.get(where).content.decode()
        assert "Eva Underage" in text
        assert "Ben Carter" in text


def test_a_tag_of_the_members_leaderboard_does_not_answer_a_stranger(season, client, signed_in, ben):
    where = address("leaderboard", season[0].pk)
    tag = signed_in(ben).get(where)["ETag"]
    client.logout()
    assert client.get(where, headers={"If-None-Match": tag}).status_code == 200


def test_a_hidden_player_has_no_page_for_strangers(season, client, signed_in, ben, riverside):
    eva = riverside.players.get(name="Eva Underage")
    row = address("ladder_row", season[1].pk, str(eva.pk))
    assert [client.get(where).status_code for where in (address("player", eva.pk), row)] == [404, 404]
    member = signed_in(ben)
    assert [member.get(where).status_code for where in (address("player", eva.pk), row)] == [200, 200]


def test_a_new_choice_holds_at_once_for_what_is_kept(season, client, riverside):
    where = address("leaderboard", season[0].pk)
    assert "Cleo Diaz" in client.get(where).content.decode()
    update_club(club=riverside, naming=Naming.HIDDEN)
    text = client.get(where).content.decode()
    assert "Cleo" not in text
    assert "Name withheld" in text
    assert "Ben C." in text, "his own choice goes before the club's"


def test_a_player_chooses_for_himself_and_for_nobody_else(signed_in, ben, cleo, riverside):
    own = riverside.players.get(user=ben)
    signed_in(ben).post(address("naming", own.pk), {"naming": "hidden"})
    own.refresh_from_db()
    assert own.naming == "hidden"
    assert signed_in(cleo).post(address("naming", own.pk), {"naming": "full"}).status_code == 403


def test_a_player_takes_his_data_along(season, signed_in, ben, cleo, riverside):
    own = riverside.players.get(user=ben)
    response = signed_in(ben).get(address("player_data", own.pk))
    found = json.loads(response.content)
    assert (found["name"], found["account"], len(found["sessions"])) == ("Ben Carter", "ben", 1)
    assert found["phones"] == []
    assert found["sessions"][0]["place"]
    assert "Cleo" not in response.content.decode()
    assert signed_in(cleo).get(address("player_data", own.pk)).status_code == 403


def test_a_forgotten_player_leaves_the_results_as_they_were(season, client, signed_in, olga, riverside):
    session, _ladder, _contestants = season
    ben = riverside.players.get(name="Ben Carter")
    before = list(Placing.objects.values("contestant", "rank", "score", "figures"))
    signed_in(olga).post(address("erase_player", ben.pk))
    assert list(Placing.objects.values("contestant", "rank", "score", "figures")) == before
    text = signed_in(olga).get(address("session", session.pk)).content.decode()
    assert "Ben Carter" not in text
    assert f"Former player {ben.pk}" in text
    assert not Player.objects.filter(name="Ben Carter").exists()


def test_nothing_written_at_the_tables_names_who_is_forgotten(season, signed_in, olga, riverside):
    session, _ladder, _contestants = season
    ben = riverside.players.get(name="Ben Carter")
    sentence = {
        "template": "%(name)s comes for %(other)s.",
        "params": {"name": "Ben Carter & Eva", "other": "Finn"},
    }
    SeatingChange.objects.create(session=session, kind="substitute", sentences=[sentence])
    plan = {"names": "ben  CARTER & Cleo Diaz\nEva & Finn", "still": "Ben Carter"}
    Session.objects.filter(pk=session.pk).update(plan=plan)
    source = {"file": "night.xml", "differences": [{"where": "Ben Carter", "message": "58"}]}
    Session.objects.filter(pk=session.pk).update(source=source)
    signed_in(olga).post(address("erase_player", ben.pk))
    session.refresh_from_db()
    assert session.source["differences"] == [{"where": f"Former player {ben.pk}", "message": "58"}]
    nobody = f"Former player {ben.pk}"
    assert session.plan == {"names": f"{nobody} & Cleo Diaz\nEva & Finn", "still": nobody}
    (change,) = session.changes.all()
    assert change.sentences[0]["params"] == {"name": f"Former player {ben.pk} & Eva", "other": "Finn"}
