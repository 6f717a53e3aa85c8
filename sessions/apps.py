"""An evening's play."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SessionsConfig(AppConfig):
    name = "sessions"
    label = "club_sessions"
    verbose_name = _("Club sessions")

    def ready(self) -> None:
        from clubs.merging import register

        from . import advancing, jobs, signals  # noqa: F401 (register the receivers)
        from .belongings import SESSIONS
        from .sheets import pdf  # noqa: F401 (the same)

        register(SESSIONS)
