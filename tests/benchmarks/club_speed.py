"""How soon, and how large, the pages of a large club are.

``python -m tests.benchmarks.club_speed [folder [sessions]]``

Makes a club of 5,000 members and 300 sessions of forty players each, kept in the folder if one is given, and
asks for each page three times. Prints the least of the processor's milliseconds, the kilobytes and the
queries; marks what takes over 300 ms or 500 kB.
"""

import datetime
import os
import random
import sys
import tempfile
import time
from itertools import permutations
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
MEMBERS, SESSIONS, SEATED = 5000, 300, 40
MOST_MILLISECONDS, MOST_KILOBYTES = 300, 500
FIRST = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kira", "Liam", "Mona")
SYLLABLES = ("bra", "cos", "dim", "egg", "far", "gru", "hor", "ili", "jan", "kel", "lin", "mor", "nov", "sen")


def fill(sessions: int) -> None:
    """The club, its owner and its evenings; of each the first round is played."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from clubs.models import Player
    from clubs.services import create_club
    from sessions import services
    from sessions.models import ScoreLine
    from sessions.proposals import propose

    call_command("migrate", verbosity=0)
    owner = get_user_model().objects.create_user("owner", password=None)
    club = create_club(name="Large", owner=owner)
    surnames = ["".join(found).title() for found in permutations(SYLLABLES, 3)]
    names = [f"{FIRST[at % 13]} {surnames[at // 13 * 5]}" for at in range(MEMBERS)]
    Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    players, draw = list(Player.objects.all()), random.Random(1)
    movements = {}
    for number in range(sessions):
        day = datetime.date(2026, 3, 5) - datetime.timedelta(days=3 * number)
        session = services.create_session(club=club, ruleset="brist", date=day, by=owner)
        movement = movements.setdefault("brist", propose(session.ruleset, SEATED)[0])
        entrants = [[player] for player in draw.sample(players, SEATED)]
        services.seat_players(session=session, entrants=entrants, movement=movement)
        session = services.start_session(session=session)
        ScoreLine.objects.bulk_create(
            ScoreLine(
                session=session,
                seating=seat,
                board=board,
                key=f"{seat.pk}/{board}",
                entry={"contract": "3NT", "declarer": "S", "tricks": 6 + (board + seat.table_id) % 8},
            )
            for seat in session.seatings.all()
            for board in seat.boards
        )
        services.set_public(session=session, is_public=True)
        if number:
            services.publish_session(session=services.close_session(session=session))


def pages() -> dict[str, str]:
    """The addresses to ask for, by name."""
    from django.urls import reverse

    from clubs.models import Club
    from sessions import services
    from sessions.models import Session

    club = Club.objects.get()
    running = Session.objects.order_by("-date").first()
    owner = club.memberships.get().user
    unseated = services.create_session(club=club, ruleset="duplicate", date=running.date, by=owner)
    player = running.entrants.first().player
    return {
        "front page": reverse("clubs:home"),
        "the club": reverse("sessions:club", args=[club.slug]),
        "calendar": reverse("sessions:calendar", args=[club.slug]),
        "members": reverse("clubs:members", args=[club.slug]),
        "members, searched": reverse("clubs:members", args=[club.slug]) + "?q=kel",
        "on the list twice": reverse("clubs:duplicates", args=[club.slug]),
        "who may do what": reverse("clubs:people", args=[club.slug]),
        "players": reverse("sessions:players", args=[club.slug]),
        "players, searched": reverse("sessions:players", args=[club.slug]) + "?q=kel",
        "a player": reverse("sessions:player", args=[club.slug, player.pk]),
        "new session": reverse("sessions:new_session", args=[club.slug]),
        "set-up": reverse("sessions:setup", args=[club.slug, unseated.pk]),
        "direct": reverse("sessions:direct", args=[club.slug, running.pk]),
        "changes": reverse("sessions:direct", args=[club.slug, running.pk]) + "changes/",
        "session": reverse("sessions:session", args=[club.slug, running.pk]),
        "leaderboard": reverse("sessions:leaderboard", args=[club.slug, running.pk]),
        "leaderboard, searched": reverse("sessions:leaderboard", args=[club.slug, running.pk]) + "?q=kel",
        "ladders": reverse("sessions:ladders", args=[club.slug]),
        "new ladder": reverse("sessions:new_ladder", args=[club.slug]),
        "ratings": reverse("sessions:ratings", args=[club.slug]),
        "rating": reverse("sessions:rating", args=[club.slug, "brist"]),
        "import of members": reverse("clubs:import_members", args=[club.slug]),
        "season": reverse("sessions:season", args=[club.slug]),
    }


def measure(client, address: str) -> tuple[float, float, int, int]:
    """The least milliseconds, kilobytes, queries and the status."""
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _turn in range(3):
        cache.clear()
        started = time.process_time()
        answer = client.get(address)
        times.append(1000 * (time.process_time() - started))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return min(times), len(answer.content) / 1000, len(queries), answer.status_code


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    os.environ["OVERTRICK_DATA"] = str(folder)
    is_new = not (folder / "overtrick.sqlite3").exists()
    folder.mkdir(parents=True, exist_ok=True)
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.test import Client

    if is_new:
        fill(int(sys.argv[2]) if len(sys.argv) > 2 else SESSIONS)
    client = Client(SERVER_NAME="localhost")
    owner = get_user_model().objects.get(username="owner")
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for name, address in pages().items():
        milliseconds, kilobytes, queries, status = measure(client, address)
        mark = "  slow" * (milliseconds > MOST_MILLISECONDS) + "  large" * (kilobytes > MOST_KILOBYTES)
        print(
            f"{name:<24}{status:4d}{milliseconds:8.0f} ms{kilobytes:8.0f} kB{queries:5d} queries{mark}",
            flush=True,
        )


if __name__ == "__main__":
    main()
