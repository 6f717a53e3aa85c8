"""`manage.py demo` keeps to a database of its own, says where it is, and ends cleanly."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from clubs.models import Club
from clubs.services import create_account, create_club
from sessions.demo import database

PROJECT = Path(__file__).resolve().parents[2]


def count_rows():
    return {model._meta.label: model.objects.count() for model in apps.get_models()}


@pytest.mark.usefixtures("riverside")
def test_a_database_with_a_real_club_is_refused_and_stays_as_it_is():
    before = count_rows()
    with pytest.raises(CommandError, match="holds a real club"):
        call_command("demo", build_only=True, fresh=True)
    assert count_rows() == before


@pytest.mark.django_db
def test_a_database_where_somebody_has_an_account_is_refused():
    create_account(username="ada", password="felt-green-77")
    before = count_rows()
    with pytest.raises(CommandError, match="has accounts already"):
        call_command("demo", build_only=True)
    assert count_rows() == before


@pytest.mark.usefixtures("riverside")
def test_a_real_club_beside_a_demonstration_is_refused():
    create_club(name="Lantern", is_demo=True)
    before = count_rows()
    with pytest.raises(CommandError, match="holds a real club"):
        call_command("demo", build_only=True)
    assert count_rows() == before


@pytest.mark.django_db
def test_clearing_empties_a_demonstration_only():
    create_club(name="Lantern", is_demo=True)
    database.clear()
    assert not Club.objects.exists()
    create_club(name="Riverside")
    with pytest.raises(database.NotDemoError):
        database.clear()
    assert Club.objects.count() == 1


def test_a_taken_port_is_said_before_anything_is_built():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken; try --port {port + 1}"):
            call_command("demo", host="127.0.0.1", port=port)


@pytest.fixture
def in_a_shell(tmp_path):
    """The environment of a bare machine, with an empty data directory."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OVERTRICK_")}
    kept.pop("DATABASE_URL", None)
    return kept | {"OVERTRICK_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}


def start_demo(env, *options):
    command = [sys.executable, "manage.py", "demo", *options]
    return subprocess.Popen(
        command,
        cwd=PROJECT,
        env=env,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def wait_for_page(url):
    for _attempt in range(400):
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} never answered")


def rows(path, table):
    with sqlite3.connect(path) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C reaches a whole console there")
def test_the_demonstration_opens_in_a_file_of_its_own_and_ends_with_ctrl_c(in_a_shell, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (tmp_path / "demo.sqlite3").touch()
    server = start_demo(in_a_shell, "--fresh", "--host", "127.0.0.1", "--port", str(port))
    try:
        page = wait_for_page(f"http://127.0.0.1:{port}/c/demo/")
        server.send_signal(signal.SIGINT)
        said, _errors = server.communicate(timeout=20)
    finally:
        server.kill()
    assert "The Lantern Card Club" in page
    assert server.returncode == 0
    assert "Traceback" not in said
    assert f"http://127.0.0.1:{port}/t/" in said
    assert "director / demo" in said
    assert rows(tmp_path / "demo.sqlite3", "club_sessions_session") == 15
    assert not (tmp_path / "overtrick.sqlite3").exists()
