"""Every address of the site and who may open it: one table, which fails when an address has no row.

A name in a row may open the address; everyone else is sent to sign in, refused, or told it is not there.
"""

import base64
import re
from http.cookies import SimpleCookie

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import URLPattern, get_resolver, reverse

from clubs.colours import look_of
from clubs.invitations import invite
from clubs.logos import read_logo
from clubs.models import Role
from clubs.services import add_news, set_colour, set_logo
from sessions import services
from sessions.house import set_rated
from sessions.ladder_book import create_ladder
from sessions.models import Event, Job, ScoreLine, Session
from sessions.queries import load_night

A_LOGO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ANYONE = ("visitor", "dov", "ben", "ada", "olga")
MEMBERS = ("ben", "ada", "olga")
DIRECTORS = ("ada", "olga")
OWNERS = ("olga",)
ACCOUNTS = ("dov", "ben", "ada", "olga")

ROWS = {
    # the front page and accounts
    "set_language": ANYONE,
    "clubs:home": ANYONE,
    "clubs:start": ANYONE,
    "clubs:language": ANYONE,
    "clubs:sign_in": ANYONE,
    "clubs:sign_out": ANYONE,
    "clubs:account": ACCOUNTS,
    "clubs:password": ACCOUNTS,
    "clubs:password_done": ACCOUNTS,
    "clubs:email": ACCOUNTS,
    "clubs:leave": ("ben",),  # the membership of the address is his
    "clubs:codes": ACCOUNTS,
    "clubs:prepare_codes": ACCOUNTS,
    "clubs:confirm_codes": ACCOUNTS,
    "clubs:renew_codes": ACCOUNTS,
    "clubs:turn_codes_off": ACCOUNTS,
    "clubs:sign_in_code": (),  # leads back to the password for whoever has not given it
    "clubs:password_reset": ANYONE,
    "clubs:password_reset_done": ANYONE,
    "clubs:password_reset_confirm": ANYONE,
    "clubs:password_reset_complete": ANYONE,
    "clubs:invitation": ANYONE,  # its token is the right
    "clubs:removed": DIRECTORS,
    "clubs:put_back": DIRECTORS,
    "clubs:logo": ANYONE,
    "clubs:look": ANYONE,
    # a public session, and the club's site
    "sessions:club": ANYONE,
    "sessions:session": ANYONE,
    "sessions:leaderboard": ANYONE,
    "sessions:tables": ANYONE,
    "sessions:schedule": ANYONE,
    "sessions:table": ANYONE,
    "sessions:boards": ANYONE,
    "sessions:board": ANYONE,
    "sessions:contestant": ANYONE,
    "sessions:compare": ANYONE,
    "sessions:team_matches": ANYONE,
    "sessions:team_match": ANYONE,
    "sessions:team_pairs": ANYONE,
    "sessions:projector": ANYONE,
    "sessions:projector_slides": ANYONE,
    "sessions:session_picture": ANYONE,
    "sessions:embed_session": ANYONE,
    "sessions:embed_ladder": ANYONE,
    "sessions:players": ANYONE,
    "sessions:player": ANYONE,
    "sessions:head_to_head": ANYONE,
    "sessions:ladders": ANYONE,
    "sessions:ladder": ANYONE,
    "sessions:ladder_row": ANYONE,
    "sessions:events": ANYONE,
    "sessions:event": ANYONE,
    "sessions:event_row": ANYONE,
    "sessions:event_sheet": ANYONE,
    "sessions:api_event": ANYONE,
    "sessions:ratings": ANYONE,
    "sessions:rating": ANYONE,
    "sessions:rating_on": DIRECTORS,
    "sessions:rating_off": DIRECTORS,
    "sessions:calendar": ANYONE,
    "sessions:calendar_file": ANYONE,
    "sessions:news": ANYONE,
    "sessions:results_feed": ANYONE,
    "sessions:rules": ANYONE,
    "sessions:rules_as_played": ANYONE,
    "sessions:api": ANYONE,
    "sessions:api_openapi": ANYONE,
    "sessions:api_clubs": ANYONE,
    "sessions:api_club": ANYONE,
    "sessions:api_session": ANYONE,
    "sessions:api_ladder": ANYONE,
    # a file in the making: its key is the right
    "sessions:job": ANYONE,
    "sessions:job_file": ANYONE,
    "sessions:cancel_job": ANYONE,
    "sessions:season": DIRECTORS,
    # a player's own; ben is the player of the address
    "sessions:naming": MEMBERS,
    "sessions:player_data": ("ben", "olga"),
    "sessions:erase_player": OWNERS,
    # directors and owners
    "sessions:new_session": DIRECTORS,
    "sessions:new_ladder": DIRECTORS,
    "sessions:edit_ladder": DIRECTORS,
    "sessions:new_event": DIRECTORS,
    "sessions:edit_event": DIRECTORS,
    "sessions:delete_event": DIRECTORS,
    "sessions:delete_ladder": DIRECTORS,
    "sessions:tell_news": DIRECTORS,
    "sessions:remove_news": DIRECTORS,
    "sessions:codes": DIRECTORS,
}
PREFIXES = {
    r"c/<slug:club_slug>/members/": DIRECTORS,
    r"c/<slug:club_slug>/settings/": OWNERS,
    r"c/<slug:club_slug>/rules/": DIRECTORS,
    r"c/<slug:club_slug>/sessions/<int:session_id>/setup/": DIRECTORS,
    r"c/<slug:club_slug>/sessions/<int:session_id>/direct/": DIRECTORS,
    r"c/<slug:club_slug>/sessions/<int:session_id>/sheets/upload/": DIRECTORS,
    r"c/<slug:club_slug>/sessions/<int:session_id>/sheets/": ANYONE,
    r"t/": ANYONE,  # the code in the address is the right
    r"h/": ANYONE,  # here too
}
"""Rooms whose every address has the same right; a row of its own goes before, then the first that fits."""

HIDDEN_WHEN_PRIVATE = (
    *(
        "session",
        "leaderboard",
        "schedule",
        "tables",
        "table",
        "boards",
        "board",
        "contestant",
        "compare",
        "sheets",
        "sheet",
    ),
    *("projector", "projector_slides"),
)
OF_TEAMS = ("sessions:team_matches", "sessions:team_match", "sessions:team_pairs")
"""Looked up in a session of teams by tests of their own."""

NEVER_PRIVATE = ("embed_session", "api_session", "session_picture")
"""For other sites and programs: what is not public is not there for anyone."""


def addresses():
    """Every address with its name, its pattern and the right of its row."""

    def walk(resolver, namespace="", before=""):
        for each in resolver.url_patterns:
            route = before + str(each.pattern)
            if isinstance(each, URLPattern):
                yield f"{namespace}:{each.name}" if namespace else str(each.name), route
            else:
                yield from walk(each, each.namespace or namespace, route)

    return dict(walk(get_resolver()))


def right_of(name, route):
    found = [right for prefix, right in PREFIXES.items() if route.startswith(prefix)]
    return ROWS.get(name, found[0] if found else None)


ADDRESSES = addresses()
CHECKED = {name: right_of(name, route) for name, route in ADDRESSES.items()}


def test_every_address_has_a_row():
    missing = sorted(name for name, right in CHECKED.items() if right is None)
    assert not missing, f"say who may open it: add a row to ROWS in {__file__} for {', '.join(missing)}"
    assert not set(ROWS) - set(ADDRESSES), "a row of ROWS has no address any more: take it out"


@pytest.fixture
def site(make_session, riverside, ben, olga):
    """A published session, a ladder and news: the values of every address."""
    session = make_session("duplicate", 4, names=["Ben Carter", "Cleo Diaz", "Eva", "Finn", *"GHIJ"])
    night = load_night(session)
    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating_id=seat.pk,
            board=board,
            key=f"{seat.pk}-{board}",
            entry={"contract": "3NT", "risk": "", "declarer": "N", "tricks": 9},
        )
        for seat in night.rounds
        for board in seat.boards
    )
    services.close_session(session=session)
    services.publish_session(session=session)
    ladder = create_ladder(club=riverside, title="Season")
    event = Event.objects.create(club=riverside, title="Championship")
    Session.objects.filter(pk=session.pk).update(event=event)
    set_rated(club=riverside, ruleset="duplicate", is_on=True)
    ben_himself = riverside.players.get(user=ben)
    seating = session.seatings.first()
    return {
        "club_slug": riverside.slug,
        "session_id": session.pk,
        "table": session.tables.first().number,
        "board": night.board_numbers[0],
        "contestant_id": session.contestants.first().pk,
        "seating_id": seating.pk,
        "line_id": session.lines.first().pk,
        "player_id": ben_himself.pk,
        "other_id": riverside.players.get(name="Cleo Diaz").pk,
        "ladder_id": ladder.pk,
        "event_id": event.pk,
        "who": str(ben_himself.pk),
        "look": look_of(set_colour(club=riverside, colour="#7a1030").colour).version,
        "version": set_logo(club=riverside, content=read_logo(A_LOGO)).logo_version,
        "news_id": add_news(club=riverside, title="Cake").pk,
        "membership_id": riverside.memberships.get(user=ben).pk,
        "code": session.tables.first().code,
        "token": invite(club=riverside, role=Role.SCORER, by=olga)[1],
        "key": a_file(riverside).key,
        "round": 1,
        "ruleset": "duplicate",
        "kind": "recording",
        "extension": "xlsx",
    }


def a_file(club):
    """A file that is ready."""
    return Job.objects.create(
        club=club, key="a-key", title="Sheets", back_url="/", state="done", content=b"%PDF", file_name="a.pdf"
    )


@pytest.fixture
def people(client, ada, ben, dov, olga):
    return {"visitor": None, "ada": ada, "ben": ben, "dov": dov, "olga": olga}


def address(name, site, **values):
    known = site | values
    names = re.findall(r"<\w+:(\w+)>", ADDRESSES[name])
    return reverse(name, kwargs={each: known.get(each, 1) for each in names})


def ask_in_vain(client, method, where, values=None):
    """The answer, with all that it changed in the database taken back."""
    with transaction.atomic():
        response = getattr(client, method)(where, values)
        transaction.set_rollback(True)
    return response


@pytest.fixture
def ask(client, people):
    """`ask("ben", "/c/riverside/")`: the status for Ben; 403 where he is sent to sign in.

    What the answer has changed is taken back, so that one evening serves for many addresses.
    """
    cookies = {}

    def sign_in(person):
        client.cookies = SimpleCookie()
        if people[person]:
            client.force_login(people[person], backend="django.contrib.auth.backends.ModelBackend")
        cookies[person] = {name: cookie.value for name, cookie in client.cookies.items()}

    def status(person, where, method="get"):
        if person not in cookies:
            sign_in(person)
        client.cookies = SimpleCookie(cookies[person])
        response = ask_in_vain(client, method, where)
        is_sent_away = response.status_code == 302 and reverse(settings.LOGIN_URL) in response.url
        return 403 if is_sent_away else response.status_code

    return status


SINGLE = sorted(name for name, right in CHECKED.items() if right)


@pytest.mark.parametrize("person", ANYONE)
def test_an_address_opens_for_those_in_its_row_and_for_nobody_else(person, site, ask):
    faults = [fault for name in SINGLE for fault in faults_of(name, person, address(name, site), ask)]
    assert not faults


def faults_of(name, person, where, ask):
    """What the site does with somebody at an address that it should not do."""
    status = ask(person, where)
    if status >= 500:
        yield f"{name} breaks for {person}: {status}"
    if person in CHECKED[name]:
        if status == 403:
            yield f"{name} is shut for {person}"
        return
    if status not in (403, 404, 405):
        yield f"{name} is open to {person}: {status}"
    posted = ask(person, where, "post")
    if posted not in (403, 404, 405):
        yield f"{name} can be posted by {person}: {posted}"
    if {status, posted} == {405}:
        yield f"{name} answers {person} to neither reading nor writing"


POSTED = ("set_language", "clubs:start", "clubs:sign_out", "sessions:cancel_job")


def test_what_is_open_to_anyone_answers_200_where_there_is_something(site, ask):
    """Tables are over by now, the languages are posted, and only teams have matches."""
    asked = [
        name
        for name in SINGLE
        if CHECKED[name] == ANYONE
        and "/" in ADDRESSES[name]
        and not ADDRESSES[name].startswith(("t/", "h/"))
        and name not in (*OF_TEAMS, *POSTED)
    ]
    answers = {name: ask("visitor", address(name, site)) for name in asked}
    assert answers == dict.fromkeys(asked, 200)


def test_a_private_session_is_there_for_its_club_only(site, ask, make_session):
    values = private_session(make_session)
    found = {
        name: [ask(person, address(f"sessions:{name}", site, **values)) for person in ANYONE]
        for name in HIDDEN_WHEN_PRIVATE
    }
    assert found == dict.fromkeys(HIDDEN_WHEN_PRIVATE, [404, 404, 200, 200, 200])


def test_other_sites_and_programs_see_what_is_public_only(site, ask, make_session):
    values = private_session(make_session)
    found = {
        name: {ask(person, address(f"sessions:{name}", site, **values)) for person in ANYONE}
        for name in NEVER_PRIVATE
    }
    assert found == dict.fromkeys(NEVER_PRIVATE, {404})


def private_session(make_session):
    session = make_session("duplicate", 4)
    return {
        "session_id": session.pk,
        "contestant_id": session.contestants.first().pk,
        "table": session.tables.first().number,
        "board": load_night(session).board_numbers[0],
    }


@pytest.mark.parametrize("name", ["ladder", "ladder_row", "edit_ladder"])
def test_a_ladder_for_members_is_not_there_for_strangers(name, site, ask, riverside):
    ladder = create_ladder(club=riverside, title="Ours", is_public=False)
    where = address(f"sessions:{name}", site, ladder_id=ladder.pk)
    expected = [403, 403, 403, 200, 200] if name == "edit_ladder" else [404, 404, 200, 200, 200]
    assert [ask(person, where) for person in ANYONE] == expected
    for name in ("embed_ladder", "api_ladder"):
        assert ask("ada", address(f"sessions:{name}", site, ladder_id=ladder.pk)) == 404


@pytest.mark.parametrize(
    "name", ["player", "ladder", "ladder_row", "session", "embed_ladder", "embed_session", "event"]
)
def test_nothing_of_a_club_is_found_at_another(name, site, ask, hilltop):
    assert ask("dov", address(f"sessions:{name}", site, club_slug=hilltop.slug)) == 404


def test_search_engines_are_kept_out_unless_the_club_lets_them_in(site, client, riverside):
    pages = ("club", "session", "player", "ladder", "calendar", "news")
    where = [address(f"sessions:{name}", site) for name in pages]
    assert {client.get(page).headers.get("X-Robots-Tag") for page in where} == {"noindex, nofollow"}
    riverside.is_indexed = True
    riverside.save()
    assert {client.get(page).headers.get("X-Robots-Tag") for page in where} == {None}
