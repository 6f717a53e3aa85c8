"""Files that take their time."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A file that takes a while to make: what was ordered, how far it is, and the file for a day.

    Its key is the right to see it. `touched_at` moves while somebody works on it, so a job whose maker was
    stopped is told from one that goes on. A search says in `report` what it has found so far, and its file
    is the best until then.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="jobs")
    key = models.CharField(max_length=32, unique=True)
    order_digest = models.CharField(max_length=64)
    work = models.CharField(max_length=20)
    order = models.JSONField(default=dict)
    title = models.CharField(max_length=200)
    back_url = models.CharField(max_length=300)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    parts_done = models.PositiveIntegerField(default=0)
    parts = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    problem = models.CharField(max_length=300, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    content_type = models.CharField(max_length=100, blank=True)
    content = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        return self.state in (self.State.WAITING, self.State.RUNNING)

    @property
    def percent(self) -> int:
        """How much of it is done, in whole per cents."""
        return min(100 * self.parts_done // self.parts, 100) if self.parts else 0
