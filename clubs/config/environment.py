"""Reads the OVERTRICK_* environment variables and the key kept in the data directory."""

import os
import secrets
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

YES = {"1", "true", "yes", "on"}


def read_flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in YES


def read_list(name: str) -> list[str]:
    """The comma-separated values of a variable, without blanks."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def mail_server(url: str) -> dict[str, object]:
    """Django's settings for ``smtp://user:password@host:587`` (STARTTLS) or ``smtps://`` (TLS at once)."""
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError("OVERTRICK_MAIL is to look like smtp://user:password@mail.example:587")
    is_implicit = parts.scheme == "smtps"
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if is_implicit else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": is_implicit,
        "EMAIL_USE_TLS": not is_implicit and parts.username is not None,
    }


def make_data_dir(path: Path) -> Path:
    """A directory for what the site keeps, made if need be and open to its owner only."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def stored_key(path: Path) -> str:
    """The secret key in `path`, written there once with mode 0600."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _read_key(path)
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    return key


def _read_key(path: Path) -> str:
    """The key another process may be writing at this moment."""
    for _ in range(20):
        key = path.read_text(encoding="ascii").strip()
        if key:
            return key
        time.sleep(0.1)
    raise RuntimeError(f"{path} is empty: delete it, and a new key will be made.")
