"""Every version of every line, what the director ruled, and how the seating changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .evenings import Session
from .room import Contestant, Seating


class ScoreLine(models.Model):
    """One version of one line. The current one counts; the others stay readable and can be put back.

    ``entry`` is ``None`` where the line was withdrawn. ``key`` is the sender's own: the same key
    stores once, however often it is sent. ``is_rival``: it came when another result stood already, never
    counted, and is kept for the director. ``agreed_by`` names the side of the table that agreed, or says
    ``OTHERS`` where each plays for himself, and ``SECOND`` where another phone entered the same.
    """

    OTHERS, SECOND = "all", "second"

    class Origin(models.TextChoices):
        TABLE = "table", _("at the table")
        DIRECTOR = "director", _("director")
        IMPORT = "import", _("imported")

    session = models.ForeignKey(Session, models.CASCADE, related_name="lines")
    seating = models.ForeignKey(Seating, models.CASCADE, related_name="lines")
    board = models.PositiveIntegerField()
    entry = models.JSONField(null=True)
    is_current = models.BooleanField(default=True)
    replaces = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="replaced_by")
    key = models.CharField(max_length=64)
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.TABLE)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    is_rival = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_by = models.CharField(max_length=10, blank=True)
    agreed_device = models.CharField(max_length=64, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    disputed_device = models.CharField(max_length=64, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "board"],
                condition=Q(is_current=True),
                name="one_current_line_for_a_board_at_a_table",
            ),
            models.UniqueConstraint(fields=["session", "key"], name="a_key_stores_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seating_id}/{self.board}"

    @property
    def is_disputed(self) -> bool:
        """Whether the table does not agree on it and the director has not looked yet."""
        return self.disputed_at is not None and self.settled_at is None


class Adjustment(models.Model):
    """A director's decision: a board awarded instead of compared, points taken, a board played in two forms.

    Shares and amounts are exact texts, ``"60"`` or ``"131/2"`` per cent, or a grade ``"A+" "A" "A-"``. With
    ``is_points`` the two shares are points outright. ``outcomes`` are those of a weighted ruling: the score
    of the first side, its weight in per cent as an exact text, and what the director wrote. ``tables`` are
    round, table and form of those that did not play a fouled board in its first form: 1 for the second.
    """

    class Kind(models.TextChoices):
        AWARD = "award", _("awarded board")
        PENALTY = "penalty", _("penalty")
        FOULED = "fouled", _("fouled board")

    session = models.ForeignKey(Session, models.CASCADE, related_name="adjustments")
    kind = models.CharField(max_length=10, choices=Kind)
    seating = models.ForeignKey(Seating, models.CASCADE, null=True, blank=True, related_name="adjustments")
    board = models.PositiveIntegerField(null=True, blank=True)
    contestant = models.ForeignKey(
        Contestant, models.CASCADE, null=True, blank=True, related_name="adjustments"
    )
    first = models.CharField(max_length=40, blank=True)
    second = models.CharField(max_length=40, blank=True)
    top = models.CharField(max_length=40, blank=True)
    keeps_score = models.BooleanField(default=False)
    is_points = models.BooleanField(default=False)
    outcomes = models.JSONField(default=list, blank=True)
    tables = models.JSONField(default=list, blank=True)
    amount = models.CharField(max_length=40, blank=True)
    is_percent = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    is_current = models.BooleanField(default=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "board"],
                condition=Q(is_current=True, kind="award"),
                name="one_award_for_a_board_at_a_table",
            ),
            models.UniqueConstraint(
                fields=["session", "board"],
                condition=Q(is_current=True, kind="fouled"),
                name="a_board_is_fouled_once",
            ),
            models.CheckConstraint(
                condition=Q(kind="penalty", contestant__isnull=False)
                | Q(kind="award", seating__isnull=False, board__isnull=False)
                | Q(kind="fouled", board__isnull=False),
                name="an_adjustment_says_what_it_adjusts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class SeatingChange(models.Model):
    """A change to who sits where while play goes on, with each affected place before and after it.

    ``sentences`` are messages as template and parameters. ``details`` tell what else came with it:
    contestants and entrants made, tables added, who left or came back, results moved. ``last_line`` is
    the newest line at the time, so that it can be told what has been recorded since.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20)
    sentences = models.JSONField(default=list)
    before = models.JSONField(default=list)
    after = models.JSONField(default=list)
    details = models.JSONField(default=dict, blank=True)
    last_line = models.PositiveBigIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_undone(self) -> bool:
        return self.undone_at is not None
