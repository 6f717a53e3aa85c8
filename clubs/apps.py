"""Clubs, their players, and who may do what."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from . import tidying  # noqa: F401 (registers the receiver)
