"""The first byte of a leaderboard: ``python -m tests.benchmarks.leaderboard_speed``.

One run, one machine, in turns. Over a connection to the server in a process of its own: a bare static file,
the leaderboard from the cache, and its 304. In this process, with nothing kept: the leaderboard, its whole
page, and the JSON of the same numbers. Ends with 1 where the cached one takes more than 3 times as long as
the static file, or the uncached one more than 5 times as long as the JSON.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from tests.benchmarks.load import SETUP, Browser, free_port, run, serve

TABLES, BOARDS = 15, 24
WARM, COLD = 300, 15
STATIC = "/static/overtrick/overtrick.js"
FILL = """
from sessions.models import ScoreLine, Session
session = Session.objects.get()
ScoreLine.objects.bulk_create(
    ScoreLine(session=session, seating=seat, board=board, key=f"{seat.pk}/{board}",
              entry={"contract": "3NT", "declarer": "S", "tricks": 6 + (board + seat.table_id) % 8})
    for seat in session.seatings.all() for board in seat.boards)
print("FOUND", ScoreLine.objects.count())
"""


async def time_first_bytes(port: int, paths: dict[str, tuple[str, tuple[str, ...]]]) -> dict[str, float]:
    """The median time in milliseconds of each path with its headers, in turns."""
    browser, times = Browser(port), {name: [] for name in paths}
    for _round in range(WARM):
        for name, (path, headers) in paths.items():
            started = time.perf_counter()
            status, _found, _body = await browser.ask(path, headers=headers)
            times[name].append(1000 * (time.perf_counter() - started))
            assert status in (200, 304), (path, status)
    return {name: statistics.median(found) for name, found in times.items()}


async def measure_warm(port: int, address: str) -> dict[str, float]:
    _status, found, _body = await Browser(port).ask(address)
    packed = ("Accept-Encoding: gzip",)
    return await time_first_bytes(
        port,
        {
            "static file": (STATIC, packed),
            "leaderboard, cached": (address, packed),
            "leaderboard, 304": (address, (*packed, f"If-None-Match: {found['etag']}")),
        },
    )


def measure_cold(paths: dict[str, str]) -> dict[str, float]:
    """The median of the processor's time in milliseconds with an empty cache, in turns."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubs.config.settings")
    import django

    django.setup()
    from django.core.cache import cache
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    times = {name: [] for name in paths}
    for _round in range(COLD):
        for name, path in paths.items():
            cache.clear()
            times[name].append(_spend(lambda path=path: client.get(path)))
    return {name: statistics.median(found[1:]) for name, found in times.items()}


def _spend(call: Callable) -> float:
    started = time.thread_time()
    assert call().status_code == 200
    return 1000 * (time.thread_time() - started)


def show(title: str, times: dict[str, float]) -> float:
    """Print each with its ratio to the first; the ratio of the second."""
    (_first, base), (_second, measured), *_others = times.items()
    print(title)
    for name, found in times.items():
        print(f"  {name:<24}{found:9.2f} ms {found / base:7.2f} times")
    return measured / base


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "OVERTRICK_DATA": folder}
        slug, session, _boards = json.loads(run(SETUP.format(tables=TABLES, boards=BOARDS), environment))
        lines = run(FILL, environment)
        print(f"{4 * TABLES} players, {lines} results")
        page = f"/c/{slug}/sessions/{session}/"
        port = free_port()
        server = serve(port, environment)
        try:
            cached = show("Over a connection:", asyncio.run(measure_warm(port, f"{page}leaderboard/")))
        finally:
            server.terminate()
            server.wait()
        os.environ["OVERTRICK_DATA"] = folder
        api = f"/api/v1/clubs/{slug}/sessions/{session}/"
        cold = {"JSON": api, "leaderboard, uncached": f"{page}leaderboard/", "its page": page}
        uncached = show("With nothing kept:", measure_cold(cold))
    return 0 if cached <= 3 and uncached <= 5 else 1


if __name__ == "__main__":
    sys.exit(main())
