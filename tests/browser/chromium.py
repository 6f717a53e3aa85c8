"""The browser that is installed here, and the devices that it plays."""

import os
import shutil

import pytest

NAMES = (
    "chromium-headless-shell",  # the same Chromium without its windows: two thirds of the work
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


def find_chromium() -> str:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        message = f"no browser: install Chromium, or name it in CHROMIUM (looked for {', '.join(NAMES)})"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path
