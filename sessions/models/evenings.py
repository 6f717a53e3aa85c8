"""An evening of the club: its game, its options, how far it is."""

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.names import NAME_MAX
from scoring.lines import Ruleset
from scoring.methods import METHODS
from scoring.movements.drawn import DRAWINGS, Drawing
from scoring.results import Column, Method
from scoring.rulesets import RULESETS
from scoring.standings.refine import complete_ranking, refined_columns

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def make_code() -> str:
    """A table's code: six characters that are not mistaken for one another, about 10^9 of them."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


class Session(models.Model):
    """One evening: a game, its options, its tables; ``revision`` rises with every change of a result.

    ``notices`` rises with every change of the round clock and of the director's messages. ``code`` is on
    the wall of the hall: whoever has it chooses a table, or a name. Where each round is drawn from the one
    before, ``planned_rounds`` are to be played in all, 0 for as many as there are; and it is drawn as soon
    as the results are in where the session ``draws_itself``, else when the director says so. The ``plan`` is
    the set-up as it was typed, with the breaks as they are now.
    """

    class Status(models.TextChoices):
        SETUP = "setup", _("Being set up")
        RUNNING = "running", _("In play")
        CLOSED = "closed", _("Play has ended")

    class Checking(models.TextChoices):
        SCORER = "scorer", _("nobody: the scorer shows it and confirms it")
        OPPONENTS = "opponents", _("the opponents, on the scorer's phone or on their own")
        SECOND = "second", _("a second phone: it enters the result too, without seeing the first")

    class Phones(models.TextChoices):
        TABLE = "table", _("a phone stays at each table")
        OWN = "own", _("everybody's own phone goes along with its player")

    class Travellers(models.TextChoices):
        NEVER = "never", _("never")
        ENTERED = "entered", _("of a board that the table has just entered")
        PLAYED = "played", _("of a board that every table has played")

    club = models.ForeignKey(Club, models.CASCADE, related_name="sessions")
    title = models.CharField(_("title"), max_length=NAME_MAX)
    date = models.DateField(_("date"))
    ruleset_slug = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    method_slug = models.CharField(_("method"), max_length=40)
    method_options = models.JSONField(default=dict, blank=True)
    ranking_options = models.JSONField(default=dict, blank=True)
    event = models.ForeignKey("Event", models.SET_NULL, null=True, blank=True, related_name="sessions")
    carried_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="carried_to"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.SETUP)
    is_public = models.BooleanField(_("shown to everyone"), default=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=make_code)
    phones = models.CharField(_("phones"), max_length=10, choices=Phones, default=Phones.TABLE)
    checking = models.CharField(
        _("who checks a result"), max_length=10, choices=Checking, default=Checking.SCORER
    )
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    plan = models.JSONField(default=dict, blank=True)
    movement_name = models.CharField(max_length=100, blank=True)
    movement_slug = models.CharField(max_length=40, blank=True)
    planned_rounds = models.PositiveSmallIntegerField(default=0)
    draws_itself = models.BooleanField(default=False)
    notes = models.JSONField(default=list, blank=True)
    source = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    final_at = models.DateTimeField(null=True, blank=True)
    notices = models.PositiveIntegerField(default=0)
    travellers = models.CharField(
        _("travellers on the phones"), max_length=10, choices=Travellers, default=Travellers.NEVER
    )

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        indexes = [models.Index(fields=["club", "-date"], name="session_by_club_and_date")]

    def __str__(self) -> str:
        return self.title

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.ruleset_slug]

    @property
    def method(self) -> Method:
        return METHODS[self.method_slug]

    @property
    def drawing(self) -> Drawing | None:
        """How the rounds after the first are drawn; None where all of them were seated at the start."""
        return DRAWINGS.get(self.movement_slug)

    @property
    def breaks(self) -> dict[int, int]:
        """The minutes of each break by the round after which it comes."""
        return {int(after): minutes for after, minutes in self.plan.get("pauses", {}).items()}

    @property
    def has_schedule(self) -> bool:
        """Whether it is told match by match: who met whom, and who won."""
        has_matches = self.ruleset.partnerships and not self.ruleset.boards
        return not self.has_teams and (self.drawing is not None or has_matches)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The figures of the ranking, the one that ranks first: the method's, and what the club adds."""
        return refined_columns(
            self.method.columns_by(self.method_options), complete_ranking(self.ranking_options)
        )

    @property
    def ranking_columns(self) -> tuple[Column, ...]:
        """Those that a ranking has room for: beside what the club adds, only what ranked without it."""
        first, *others = self.columns
        spare = {column.name for column in self.method.columns[1:]} | {"carried_total"}
        return (first, *(column for column in others if not self.has_field or column.name not in spare))

    @property
    def has_field(self) -> bool:
        """Whether its contestants have handicaps, strata, or points from an earlier session."""
        ranking = complete_ranking(self.ranking_options)
        return any(ranking[name] != "none" for name in ("handicaps", "strata", "carry"))

    @property
    def ranks_in_percent(self) -> bool:
        """Whether boards are compared out of a top, so that results are percentages."""
        return any(column.kind == "percent" for column in self.method.columns)

    @property
    def has_teams(self) -> bool:
        """Whether teams are ranked, so that a contestant sits at two tables at once."""
        return self.method.ranks_teams

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def is_final(self) -> bool:
        """Whether the published result stands: nobody corrected it until its period was over."""
        return self.is_published and (self.final_at is None or self.final_at <= timezone.now())

    @property
    def asks_opponents(self) -> bool:
        """Whether the opponents agree to each result."""
        return self.checking == self.Checking.OPPONENTS

    @property
    def wants_second_entry(self) -> bool:
        """Whether another phone of the table enters each result too, to be compared."""
        return self.checking == self.Checking.SECOND

    @property
    def has_own_phones(self) -> bool:
        """Whether each phone goes along with its player instead of staying at a table."""
        return self.phones == self.Phones.OWN

    @property
    def shows_travellers(self) -> bool:
        """Whether phones at the tables show how others did on a board."""
        return self.travellers != self.Travellers.NEVER and self.method.compares_boards

    @property
    def is_correctable(self) -> bool:
        """Whether the result is published but may still be corrected."""
        return self.is_published and not self.is_final

    def get_absolute_url(self) -> str:
        return reverse("sessions:session", args=[self.club.slug, self.pk])


class HouseRules(models.Model):
    """How a club plays a game: what its new sessions of that game start from."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    ruleset_slug = models.CharField(_("game"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    method_slug = models.CharField(_("method"), max_length=40)
    method_options = models.JSONField(default=dict, blank=True)
    ranking_options = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "ruleset_slug"], name="a_club_has_one_set_of_rules_a_game"
            )
        ]

    def __str__(self) -> str:
        return str(_(RULESETS[self.ruleset_slug].name))

    def get_absolute_url(self) -> str:
        return reverse("sessions:rules_as_played", args=[self.club.slug, self.ruleset_slug])
