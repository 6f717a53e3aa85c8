"""The site as a club serves it: a process and a database of its own, to be killed and started again.

The database is PostgreSQL where DATABASE_URL names one, else a file, as for the rest of a run's tests.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

PATIENCE = 180
PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class FileStore:
    """A data directory with the SQLite database in it."""

    folder: Path

    @property
    def environment(self):
        return {"OVERTRICK_DATA": str(self.folder), "DATABASE_URL": ""}

    def copy(self, folder):
        return FileStore(shutil.copytree(self.folder, folder))

    def drop(self):
        shutil.rmtree(self.folder)


@dataclass(frozen=True)
class PostgresStore:
    """A database of its own on the server that ``url`` names, with a data directory for the rest."""

    folder: Path
    url: str
    name: str

    @classmethod
    def make(cls, folder, url):
        made = cls(folder, url, f"served_{uuid.uuid4().hex[:12]}")
        made.run("CREATE DATABASE {}", made.name)
        return made

    @property
    def environment(self):
        return {
            "OVERTRICK_DATA": str(self.folder),
            "DATABASE_URL": f"{self.url.rpartition('/')[0]}/{self.name}",
        }

    def copy(self, folder):
        made = PostgresStore(
            shutil.copytree(self.folder, folder), self.url, f"{self.name}_{uuid.uuid4().hex[:8]}"
        )
        self.hang_up()
        self.run("CREATE DATABASE {} TEMPLATE {}", made.name, self.name)
        return made

    def hang_up(self):
        """End what a killed server left behind: a database in use is no template."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            connection.execute(query, [self.name])

    def drop(self):
        self.run("DROP DATABASE {} WITH (FORCE)", self.name)
        shutil.rmtree(self.folder)

    def run(self, command, *names):
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))


def make_store(folder):
    """An empty store of the kind that this run uses."""
    url = os.environ.get("DATABASE_URL", "")
    return PostgresStore.make(folder, url) if url.startswith("postgres") else FileStore(folder)


class Server:
    """The site in a process of its own that can be killed in the middle of things."""

    def __init__(self, store):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.environment = {**os.environ, **store.environment}
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def run(self, code):
        """What a piece of Python prints as JSON in its last line, run beside the server."""
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
        done = subprocess.run(command, cwd=PROJECT, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def start(self):
        words = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--noinput", "--no-qr")
        command = [sys.executable, "manage.py", *words]
        self.process = subprocess.Popen(
            command, cwd=PROJECT, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.is_alive, f"the server ended by itself: {self.process.returncode}"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)

    def answers(self):
        try:
            urllib.request.urlopen(f"{self.url}/t/", timeout=5).close()
        except OSError:
            return False
        return True

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
