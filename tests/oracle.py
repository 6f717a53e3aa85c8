"""Where the known answers stand, and what to do when they do not: said plainly, never in silence."""

import json
import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
SHARED = PROJECT.parent / "shared"


def oracle_path(variable: str, default: str) -> Path:
    """The folder or file of known answers: the environment variable, or ``../shared/oracle/...``.

    Skips the test, saying what is missing; in CI (environment variable CI) that is a failure.
    """
    path = Path(os.environ.get(variable) or SHARED / "oracle" / default)
    if not path.exists():
        message = f"known answers are missing: {path} (set {variable})"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path


def read_json(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))
