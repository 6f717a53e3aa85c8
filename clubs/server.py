"""Serves the site to a club's network from one process, and says where it is to be found."""

import gc
import ipaddress
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from waitress.server import create_server

from . import tidying
from .crew import Crew
from .signals import server_begins

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None

DEFAULT_PORT = 8000
THREADS = 16
# So many answer while nobody waits long: Python runs one at a time, and more only slow one another down.
FEW = 3
# Threads take turns so often, in seconds: one that lays out a long ranking must not hold up those that
# store results, each of which asks for its turn again after every word with the database.
TURN = 0.0005
# Python looks for what is no longer used after so many new objects; a long ranking alone makes 20,000.
LITTER = 10_000
# Each phone keeps a few connections open; select() on Windows takes no more than 512.
CONNECTIONS = 2000 if hasattr(select, "poll") else 400
EVERY_ADDRESS = {"", "0.0.0.0", "::"}  # noqa: S104 - recognised, not bound to
# An address kept for documentation: nothing is sent there, but the system says which way it would go.
ELSEWHERE = ("198.51.100.1", 9)


def prepare(*, verbosity: int = 0) -> None:
    """Bring the database to the newest form, forget what is old, and collect the static files."""
    call_command("migrate", interactive=False, verbosity=verbosity)
    tidying.tidy_if_possible()
    call_command("collectstatic", interactive=False, verbosity=0)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses as others on its network see them, the likeliest first."""
    found = [*_routed_addresses(), *_named_addresses()]
    return list(dict.fromkeys(address for address in found if _is_reachable(address)))


def site_urls(host: str, port: int) -> list[str]:
    """Where a server bound to `host` and `port` answers, the address to hand out first."""
    hosts = lan_addresses() if host in EVERY_ADDRESS else [host]
    if host in EVERY_ADDRESS:
        hosts.append("localhost")
    return [f"http://{_in_url(each)}{'' if port == 80 else f':{port}'}/" for each in hosts]


def print_addresses(
    host: str, port: int, *, path: str = "", qr: bool = True, out: TextIO = sys.stdout
) -> None:
    """Print where the site is, with a square to scan for the first address."""
    urls = [url + path.lstrip("/") for url in site_urls(host, port)]
    out.write("".join(f"  {url}\n" for url in urls))
    if qr:
        with suppress(UnicodeEncodeError):
            segno.make(urls[0], error="l").terminal(out=out, compact=True, border=2)


def serve_forever(host: str, port: int, *, threads: int = THREADS) -> None:
    """Answer requests until interrupted, at most `threads` at once."""
    allow_hosts(host)
    _allow_open_files(CONNECTIONS + 100)
    sys.setswitchinterval(TURN)
    application = get_wsgi_application()
    _keep_what_is_loaded()
    crew = Crew(few=FEW, most=threads)
    crew.start()
    tidying.keep_tidy()
    server = create_server(
        application,
        _dispatcher=crew,
        host=host or "*",
        port=port,
        threads=threads,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=hasattr(select, "poll"),
        channel_timeout=60,
        ident="Overtrick",
        # Behind a proxy Django reads what it says; nobody else is believed.
        clear_untrusted_proxy_headers=not settings.BEHIND_PROXY,
        max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    )
    server_begins.send(sender=None)
    server.run()


def allow_hosts(host: str) -> None:
    """Let the site be reached by this machine's own addresses."""
    own = lan_addresses() if host in EVERY_ADDRESS else [host]
    settings.ALLOWED_HOSTS.extend(_in_url(each) for each in own)


def is_port_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _keep_what_is_loaded() -> None:
    """Look no more through the site itself for what is no longer used: all would stand still meanwhile."""
    get_resolver().url_patterns  # noqa: B018 - loads every page's code
    gc.collect()
    gc.freeze()
    gc.set_threshold(LITTER)


def _allow_open_files(wanted: int) -> None:
    """Ask for room for as many connections; macOS grants 256 files by itself."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE,
                (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard),
            )


def _routed_addresses() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(ELSEWHERE)
        yield sock.getsockname()[0]


def _named_addresses() -> Iterator[str]:
    with suppress(OSError):
        for *_rest, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])


def _is_reachable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
