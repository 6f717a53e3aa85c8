"""A season's results as a workbook: seconds and memory, for a tenth of the lines and for all of them.

Run ``python -m tests.benchmarks.season_export [lines]``: it makes a club of its own with so many lines
(100,000 unless said otherwise) in a database of its own, and writes the workbook in a process by itself.
"""

import datetime
import multiprocessing
import os
import resource
import sys
import tempfile
import time

LINES = 100_000
TABLES, BOARDS = 42, 24
FIRST_DAY = datetime.date(2026, 1, 1)


def _set_up(data: str) -> None:
    os.environ["OVERTRICK_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
    import django

    django.setup()


def _fill(data: str, sessions: int) -> None:
    """A club with so many evenings of a thousand lines each."""
    _set_up(data)
    from django.core.management import call_command

    from clubs.services import create_club, ensure_players
    from scoring.rulesets import RULESETS
    from sessions import services
    from sessions.proposals import propose

    call_command("migrate", verbosity=0)
    club = create_club(name="Riverside")
    players = ensure_players(club=club, names=[f"Player {n:03d}" for n in range(4 * TABLES)])
    plan = propose(RULESETS["brist"], len(players), rounds=1, boards={4: BOARDS})[0]
    for number in range(sessions):
        day = FIRST_DAY + datetime.timedelta(days=number)
        session = services.create_session(club=club, ruleset="brist", date=day, title=f"Evening {number}")
        services.seat_players(session=session, entrants=[(player,) for player in players], movement=plan)
        _play(session)


def _play(session) -> None:
    from sessions.models import ScoreLine

    ScoreLine.objects.bulk_create(
        ScoreLine(
            session=session,
            seating=seating,
            board=board,
            key=f"{seating.pk}-{board}",
            entry={"contract": "3NT", "declarer": "SWNE"[board % 4], "tricks": 7 + board % 5},
        )
        for seating in session.seatings.all()
        for board in seating.boards
    )


def _export(data: str, days: int, answer) -> None:
    _set_up(data)
    from clubs.models import Club
    from sessions.sheets.season import Span, write_season

    told = []
    span = Span(FIRST_DAY, FIRST_DAY + datetime.timedelta(days=days - 1))
    start = time.perf_counter()
    content = write_season(Club.objects.get(), span, tell=lambda done, parts: told.append(done))
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    answer.put((told[-1], len(told), seconds, len(content), memory))


def _apart(target, *values):
    process = multiprocessing.get_context("spawn").Process(target=target, args=values)
    process.start()
    process.join()


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    sessions = max(1, lines // (TABLES * BOARDS))
    with tempfile.TemporaryDirectory() as data:
        _apart(_fill, data, sessions)
        for days in sorted({max(1, sessions // 10), sessions}):
            answer = multiprocessing.get_context("spawn").Queue()
            _apart(_export, data, days, answer)
            count, told, seconds, size, memory = answer.get()
            print(f"{count:7d} lines {seconds:7.1f} s {size // 1024:6d} KiB {memory:4d} MiB, {told} steps")


if __name__ == "__main__":
    main()
