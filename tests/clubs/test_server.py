import io
import os
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

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


def test_one_command_opens_a_fresh_site(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = run_manage(
        "serve", "--noinput", "--no-qr", "--host", "127.0.0.1", "--port", str(port),
        OVERTRICK_DATA=str(tmp_path), DATABASE_URL="",
    )  # fmt: skip
    try:
        address = next(line.strip() for line in serve.stdout if line.startswith("  http"))
        page = _fetch_when_open(address)
    finally:
        serve.terminate()
        serve.communicate(timeout=20)
    assert "Set up your club" in page
    assert "overtrick/overtrick." in page


def _fetch_when_open(address):
    for _attempt in range(50):
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                return answer.read().decode()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {address}")
