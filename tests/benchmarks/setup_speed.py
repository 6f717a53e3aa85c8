"""How soon the set-up page answers with movements: ``python -m tests.benchmarks.setup_speed [every]``.

Asks for the fragment of the page (proposals, pictures, balance, who meets whom) for each game, wish and
number of contestants, or for every so manieth number only, and prints the slowest answer to each wish.
Seconds are those of the processor, of one run.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
PAIRS, PLAYERS, TEAMS = range(4, 81), range(3, 61), range(2, 41)
ROUNDS_OF_PAIRS = (*range(1, 11), 13, 16, 20)
ROUNDS_OF_PLAYERS = range(1, 13)


def wishes_of(ruleset) -> Iterator[tuple[str, dict]]:
    """What a director may ask of a movement, each with its name."""
    yield "nothing", {}
    rounds = ROUNDS_OF_PAIRS if ruleset.partnerships else ROUNDS_OF_PLAYERS
    for number in rounds:
        yield f"{number} rounds", {"rounds": number}
    if not ruleset.partnerships:
        yield "as listed, 5 rounds", {"rounds": 5, "order": "listed"}
    elif ruleset.boards:
        yield "one winner", {"winners": 1}
        yield "two winners", {"winners": 2}
        yield "one winner, 4 sets", {"winners": 1, "copies": 4}
        yield "two winners, 6 sets", {"winners": 2, "copies": 6}
        yield "150 minutes", {"minutes": 150}
        yield "one winner, 4 sets, 200 minutes", {"winners": 1, "copies": 4, "minutes": 200}
        yield "two keep a seat", {"still": "Player 1, Player 3"}
        yield "North-South missing", {"missing": "NS"}
        yield "2 boards a round", {"boards_per_round": 2}


def ask(client, session, count: int, wishes: dict) -> tuple[float, int]:
    """Seconds and bytes of the answer for so many."""
    from django.urls import reverse

    size = 2 if session.ruleset.partnerships else 1
    names = [f"Player {number}" for number in range(1, count * size * (1 + session.has_teams) + 1)]
    step = size * (1 + session.has_teams)
    lines = [" & ".join(names[at : at + step]) for at in range(0, len(names), step)]
    lines = [f"Team {at}: {line}" for at, line in enumerate(lines, 1)] if session.has_teams else lines
    order = "listed" if session.ruleset.partnerships else "draw"
    sent = {"names": "\n".join(lines), "order": order, "seed": 1, "date": "2026-03-05"} | wishes
    url = reverse("sessions:proposals", args=[session.club.slug, session.pk])
    started = time.process_time()
    answer = client.post(url, sent)
    seconds = time.process_time() - started
    assert answer.status_code == 200, answer.status_code
    return seconds, len(answer.content)


def measure(client, session, counts: range) -> None:
    print(f"{session.title}")
    for name, wishes in wishes_of(session.ruleset):
        found = [(*ask(client, session, count, wishes), count) for count in counts]
        seconds, _size, count = max(found)
        size = max(size for _seconds, size, _count in found)
        print(f"  {name:<34}{seconds:6.2f} s at {count:2d} {size // 1000:5d} kB", flush=True)


def main() -> None:
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    os.environ["OVERTRICK_DATA"] = tempfile.mkdtemp()
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    from clubs.services import create_club
    from scoring.rulesets import RULESETS
    from sessions import services
    from sessions.rules import methods_of

    call_command("migrate", verbosity=0)
    user = get_user_model().objects.create_user("director", password=None)
    club = create_club(name="Riverside", owner=user)
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    for slug, ruleset in RULESETS.items():
        for has_teams in (False, True) if methods_of(ruleset, ranks_teams=True) else (False,):
            title = f"{ruleset.name}, teams" if has_teams else str(ruleset.name)
            session = services.create_session(
                club=club, ruleset=slug, date=timezone.localdate(), title=title, by=user, has_teams=has_teams
            )
            counts = TEAMS if has_teams else PAIRS if ruleset.partnerships else PLAYERS
            measure(client, session, counts[::every])


if __name__ == "__main__":
    main()
