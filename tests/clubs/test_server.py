import io
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clubs import server
from clubs.config.environment import stored_key


@pytest.fixture
def on_a_network(monkeypatch):
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.0.2.7"])


def test_a_server_for_everyone_names_its_network_address_first(on_a_network):
    assert server.site_urls("0.0.0.0", 8000) == ["http://192.0.2.7:8000/", "http://localhost:8000/"]


def test_a_server_for_this_machine_names_only_it():
    assert server.site_urls("127.0.0.1", 80) == ["http://127.0.0.1/"]
    assert server.site_urls("::1", 8000) == ["http://[::1]:8000/"]


def test_the_address_is_printed_with_a_square_to_scan(on_a_network):
    out = io.StringIO()
    server.print_addresses("0.0.0.0", 8000, path="/start/", out=out)
    lines = out.getvalue().splitlines()
    assert lines[:2] == ["  http://192.0.2.7:8000/start/", "  http://localhost:8000/start/"]
    assert len(lines) > 10


def test_the_site_answers_to_its_network_address(on_a_network, settings):
    settings.ALLOWED_HOSTS = []
    server.allow_hosts("0.0.0.0")
    assert settings.ALLOWED_HOSTS == ["192.0.2.7"]


def test_what_takes_long_the_first_time_is_told_when_the_server_begins(monkeypatch):
    heard = []
    monkeypatch.setattr(server, "server_begins", SimpleNamespace(send=lambda sender: heard.append("begins")))
    monkeypatch.setattr(server, "Crew", lambda **_more: SimpleNamespace(start=lambda: None))
    for name in ("_keep_what_is_loaded", "_allow_open_files", "allow_hosts"):
        monkeypatch.setattr(server, name, lambda *_given: None)
    monkeypatch.setattr(server.tidying, "keep_tidy", lambda: None)
    monkeypatch.setattr(server.sys, "setswitchinterval", lambda _seconds: None)
    monkeypatch.setattr(
        server, "create_server", lambda *_given, **_more: SimpleNamespace(run=lambda: heard.append("runs"))
    )
    server.serve_forever("127.0.0.1", 80)
    assert heard == ["begins", "runs"]


def test_a_taken_port_is_noticed():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert not server.is_port_free("127.0.0.1", taken.getsockname()[1])


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path):
    path = tmp_path / "key"
    key = stored_key(path)
    assert stored_key(path) == key
    assert len(key) > 50
    assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == 0o600


def run_manage(*arguments, **environment):
    """The command as a club runs it: without what the tests of a browser set for themselves."""
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        env={**inherited, "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_deployment_by_https_passes_djangos_check(tmp_path):
    check = run_manage("check", "--deploy", OVERTRICK_DATA=str(tmp_path), OVERTRICK_HTTPS="1")
    output, _errors = check.communicate(timeout=60)
    assert (check.returncode, output) == (0, "System check identified no issues (1 silenced).\n")


@contextmanager
def served(data, **environment):
    """The address of a fresh site, open until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = run_manage(
        "serve", "--noinput", "--no-qr", "--host", "127.0.0.1", "--port", str(port),
        OVERTRICK_DATA=str(data), DATABASE_URL="", **environment,
    )  # fmt: skip
    try:
        yield next(line.strip() for line in serve.stdout if line.startswith("  http"))
    finally:
        serve.terminate()
        serve.communicate(timeout=20)


def test_one_command_opens_a_fresh_site(tmp_path):
    with served(tmp_path) as address:
        page = _fetch_when_open(address)
    assert "Set up your club" in page
    assert "overtrick/overtrick." in page


def test_behind_a_proxy_with_https_the_site_believes_the_proxy_and_nobody_else(tmp_path):
    passed_on = {"Host": "club.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    deployed = {"OVERTRICK_HTTPS": "1", "OVERTRICK_HOSTS": "club.example"}
    with served(tmp_path, **deployed, OVERTRICK_PROXY="1") as address:
        assert "Set up your club" in _fetch_when_open(address, passed_on)
    with served(tmp_path, **deployed) as address, pytest.raises(urllib.error.HTTPError) as caught:
        _fetch_when_open(address, passed_on)
    assert (caught.value.code, caught.value.headers["Location"][:22]) == (301, "https://club.example/s")


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def _fetch_when_open(address, headers=None):
    browser = urllib.request.build_opener(_Stay)
    for _attempt in range(50):
        try:
            request = urllib.request.Request(address, headers=headers or {})
            with browser.open(request, timeout=20) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {address}")


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_a_whole_database_of_its_own(riverside, tmp_path):
    if connection.vendor != "sqlite":
        with pytest.raises(CommandError, match="pg_dump"):
            call_command("backup", tmp_path)
        return
    out = io.StringIO()
    call_command("backup", tmp_path / "kept", stdout=out)
    (path,) = (tmp_path / "kept").iterdir()
    assert out.getvalue() == f"Everything is in {path}.\n"
    assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == 0o600
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("SELECT name FROM clubs_club").fetchall() == [("Riverside",)]
