"""Several sessions as one event: who sees it, what it adds up, and what it opens to."""

import datetime
import io
import re
from fractions import Fraction

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from scoring.lines import EntryError
from scoring.sheets import Sheet
from scoring.sheets.overall import Overall, overall_sheet
from sessions import event_book, events, queries, services
from sessions.models import Event, ScoreLine, Session
from sessions.sheets.event import make_event_sheet

GAME = {"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9}
PART = {"contract": "1NT", "risk": "", "declarer": "N", "tricks": 7}


def at(name, club, *args):
    return reverse(f"sessions:{name}", args=[club.slug, *args])


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


@pytest.fixture
def evening(make_session):
    """`evening(7, rounds=2)`: four pairs, the same ones always, have played so many rounds; days later."""

    def make(days, *, best=1, rounds=None, count=4):
        session = make_session("duplicate", count)
        for seat in queries.load_night(session).rounds:
            for board in seat.boards if rounds is None or seat.round <= rounds else ():
                entry = GAME if seat.table == best else PART
                key = f"{seat.pk}-{board}"
                ScoreLine.objects.create(
                    session=session, seating_id=seat.pk, board=board, entry=entry, key=key
                )
        date = datetime.date(2026, 3, 5) + datetime.timedelta(days=days)
        Session.objects.filter(pk=session.pk).update(date=date, is_public=True)
        return services.touch(Session.objects.select_related("club").get(pk=session.pk))

    return make


@pytest.fixture
def two(evening, riverside):
    """Two evenings of four pairs, the second one shorter, and the event of both."""
    sessions = [evening(0), evening(7, best=2, rounds=2)]
    return event_book.save_event(
        club=riverside, title="Championship", method="boards", least=None, sessions=sessions
    )


def results(session):
    """Percentage and boards by the players of each contestant."""
    places = [place for places in queries.leaderboard(session).groups.values() for place in places]
    return {place.side.name: (place.standing.score, place.standing.boards) for place in places}


def test_results_are_averaged_by_the_boards_played(two):
    outcome = events.load_event(two)
    first, second = map(results, outcome.sessions)
    assert {row.name: row.total for row in outcome.rows} == {
        name: (first[name][0] * first[name][1] + second[name][0] * second[name][1])
        / (first[name][1] + second[name][1])
        for name in first
    }
    assert [row.standing.rank for row in outcome.rows][0] == 1


@pytest.mark.parametrize(("method", "share"), [("mean", Fraction(1, 2)), ("sum", 1)])
def test_results_are_averaged_alike_or_added_up(two, method, share):
    Event.objects.filter(pk=two.pk).update(method=method)
    outcome = events.load_event(Event.objects.get(pk=two.pk))
    first, second = map(results, outcome.sessions)
    assert {row.name: row.total for row in outcome.rows} == {
        name: (first[name][0] + second[name][0]) * share for name in first
    }


def test_match_points_are_added_up(two):
    Event.objects.filter(pk=two.pk).update(method="points")
    outcome = events.load_event(Event.objects.get(pk=two.pk))
    boards = [queries.leaderboard(session).standings.rows for session in outcome.sessions]
    total = sum(row.figures["matchpoints"] for rows in boards for row in rows)
    assert sum(row.total for row in outcome.rows) == total


def test_every_number_opens_the_sessions_and_their_cards(client, two, riverside):
    outcome = events.load_event(two)
    page = text_of(client.get(two.get_absolute_url()))
    row = outcome.rows[0]
    assert row.name.replace("&", "&amp;") in page
    address = at("event_row", riverside, two.pk, row.terms[0].contestant)
    assert address in page
    opened = text_of(client.get(address))
    for share in row.terms:
        assert at("contestant", riverside, share.session.pk, share.contestant) in opened
    assert client.get(at("event_row", riverside, two.pk, 99999)).status_code == 404
    assert "Part of" in text_of(client.get(outcome.sessions[0].get_absolute_url()))


def test_who_missed_a_session_has_no_place_unless_fewer_are_enough(evening, riverside):
    sessions = [evening(0), evening(7, count=6)]
    event = event_book.save_event(club=riverside, title="Open", method="mean", least=None, sessions=sessions)
    ranks = [row.standing.rank for row in events.load_event(event).rows]
    assert (len(ranks), ranks.count(None)) == (6, 2)
    event.least = 1
    assert None not in [row.standing.rank for row in events.load_event(event).rows]


def test_an_event_is_seen_by_whoever_sees_all_of_its_sessions(client, signed_in, two, riverside, dov, ben):
    hidden = two.sessions.first()
    Session.objects.filter(pk=hidden.pk).update(is_public=False)
    assert client.get(two.get_absolute_url()).status_code == 404
    assert signed_in(dov).get(two.get_absolute_url()).status_code == 404
    assert signed_in(ben).get(two.get_absolute_url()).status_code == 200
    client.logout()
    assert client.get(f"/api/v1/clubs/{riverside.slug}/events/{two.pk}/").status_code == 404


def test_sessions_that_cannot_be_combined_are_refused(evening, riverside, make_session):
    one = evening(0)
    for sessions, field in (([one], "sessions"), ([one, make_session("brist", 8)], "sessions")):
        with pytest.raises(EntryError) as caught:
            event_book.save_event(club=riverside, title="X", method="mean", least=None, sessions=sessions)
        assert caught.value.field == field


def test_a_director_combines_sessions_and_takes_the_event_away_again(signed_in, ada, evening, riverside):
    client, sessions = signed_in(ada), [evening(0), evening(7)]
    form = {"title": "Cup <b>", "method": "boards", "least": "", "sessions": [s.pk for s in sessions]}
    refused = client.post(at("new_event", riverside), form | {"sessions": [sessions[0].pk]})
    assert refused.context["form"].errors == {"sessions": ["Choose two sessions at least"]}
    made = client.post(at("new_event", riverside), form)
    event = Event.objects.get()
    assert made.url == event.get_absolute_url()
    assert "Cup &lt;b&gt;" in text_of(client.get(made.url))
    asked = text_of(client.get(at("delete_event", riverside, event.pk)))
    assert "Cup &lt;b&gt;" in asked
    assert sessions[0].title in asked
    client.post(at("delete_event", riverside, event.pk))
    assert Session.objects.filter(pk__in=[s.pk for s in sessions], event=None).count() == 2


def test_an_event_is_taken_along_and_read_by_programs(client, two, riverside):
    values = client.get(f"/api/v1/clubs/{riverside.slug}/events/{two.pk}/").json()
    outcome = events.load_event(two)
    assert [row["total"] for row in values["rows"]] == [str(row.total) for row in outcome.rows]
    assert [len(row["shares"]) for row in values["rows"]] == [2, 2, 2, 2]
    assert client.get(f"{two.get_absolute_url()}?export=csv").content.decode("utf-8-sig").startswith("Place,")


def test_the_list_of_events_costs_the_same_with_one_and_with_three(
    client, two, evening, riverside, django_assert_max_num_queries
):
    for title in ("B", "C"):
        event_book.save_event(
            club=riverside, title=title, method="mean", least=None, sessions=[evening(20), evening(27)]
        )
    with django_assert_max_num_queries(8):
        assert client.get(at("events", riverside)).status_code == 200


def test_an_event_keeps_its_old_sessions_when_it_is_changed_after_years(two, evening, riverside, monkeypatch):
    monkeypatch.setattr(events, "ELIGIBLE_MAX", 1)
    newer = [evening(400), evening(500)]
    offered = events.eligible_sessions(riverside, two)
    assert {session.pk for session in offered} == {*(s.pk for s in two.sessions.all()), newer[-1].pk}


def test_two_events_cannot_take_the_same_session(two, evening, riverside):
    stale = events.sessions_in(two)[0]
    stale.event = None  # as a page read it before the other director saved
    with pytest.raises(EntryError, match="another event"):
        event_book.save_event(
            club=riverside, title="B", method="mean", least=None, sessions=[stale, evening(20)]
        )
    assert two.sessions.count() == 2


def test_the_ranking_list_of_an_event_is_printed_as_page_pdf_and_workbook(client, two, riverside):
    outcome = events.load_event(two)
    sheet = make_event_sheet(outcome)
    assert (sheet.title, sheet.mark, sheet.subtitle[0]) == (
        "Championship",
        "Ranking",
        "March 5, 2026 – March 12, 2026",
    )
    assert [str(column.label) for column in sheet.columns] == [
        *("Place", "Name", "Total", "03/05/2026", "03/12/2026", "Boards"),
    ]
    assert [row.cells for row in sheet.rows] == [
        (row.place, row.name, row.total, *(share.value for share in row.shares), row.boards)
        for row in outcome.rows
    ]
    page = client.get(at("event_sheet", riverside, two.pk, "html"))
    assert "Championship" in text_of(page)
    book = client.get(at("event_sheet", riverside, two.pk, "xlsx"))
    assert 'filename="2026-03-12-championship-ranking.xlsx"' in book["Content-Disposition"]
    cells = load_workbook(io.BytesIO(book.content)).active.iter_rows(values_only=True)
    assert outcome.rows[0].name in {cell for row in cells for cell in row}
    paper = client.get(at("event_sheet", riverside, two.pk, "pdf") + "?paper=letter")
    assert (paper["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    assert client.get(at("event_sheet", riverside, two.pk, "exe")).status_code == 404


def test_with_many_sessions_their_number_stands_for_what_each_gave():
    rows = [Overall("1", "Ada", 700, (*[60] * 13, None), 90)]
    sheet = overall_sheet(Sheet("Year"), kind="percent", sessions=["day"] * 14, rows=rows)
    assert [row.cells for row in sheet.rows] == [("1", "Ada", 700, 13, 90)]
    assert not sheet.is_wide


def test_strangers_print_no_event_that_they_may_not_see(client, two, riverside):
    Session.objects.filter(pk=two.sessions.first().pk).update(is_public=False)
    assert client.get(at("event_sheet", riverside, two.pk, "pdf")).status_code == 404
