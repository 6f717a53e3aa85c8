"""The addresses of an evening's play, gathered from the views that answer them."""

from importlib import import_module
from importlib.util import find_spec

app_name = "sessions"

urlpatterns = [
    route
    for room in (
        "ahead",
        "handing_in",
        "hall",
        "tableside",
        "devices",
        "director",
        "director.changes",
        "rules",
        "paper",
        "upload",
        "jobs",
        "players",
        "ladders",
        "events",
        "ratings",
        "pictures",
        "feeds",
        "api",
        "pages",
        "public",
        "team_matches",
        "projector",
        "notices",
    )
    if find_spec(f"sessions.views.{room}")
    for route in import_module(f"sessions.views.{room}").urlpatterns
]
