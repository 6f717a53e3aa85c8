"""What was published: a posted result is a record."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .evenings import Session
from .room import Contestant


class Placing(models.Model):
    """A place as it was published: exact numbers as text, so that a recomputation can be compared."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="placings")
    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="placings")
    rank = models.PositiveIntegerField(null=True)
    is_tied = models.BooleanField(default=False)
    score = models.CharField(max_length=120, blank=True)
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ["rank", "contestant"]
        constraints = [
            models.UniqueConstraint(fields=["session", "contestant"], name="one_placing_for_a_contestant")
        ]

    def __str__(self) -> str:
        return f"{self.rank}"

    @property
    def exact_score(self) -> Fraction | None:
        return Fraction(self.score) if self.score else None


class Posting(models.Model):
    """What happened to a published result; ``changes`` says whose place or score a correction altered."""

    class Kind(models.TextChoices):
        PUBLISHED = "published", _("published")
        CORRECTED = "corrected", _("corrected")
        FINAL = "final", _("declared final")
        TAKEN_BACK = "taken_back", _("taken back")

    session = models.ForeignKey(Session, models.CASCADE, related_name="postings")
    kind = models.CharField(max_length=10, choices=Kind)
    changes = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.get_kind_display()
