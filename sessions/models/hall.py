"""What is told to the tables: the round clock and the director's messages."""

from django.conf import settings
from django.db import models

from .evenings import Session
from .room import Table


class Clock(models.Model):
    """A session's round clock. It is never written while it ticks: it runs until ``ends_at``.

    Where it stands still, ``ends_at`` is None and ``left_seconds`` is what a start has yet to run. In the
    break after its round, ``break_minutes`` are those of the whole break; 0 while the round is played.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="clock")
    round = models.PositiveIntegerField(default=1)
    minutes = models.PositiveSmallIntegerField()
    break_minutes = models.PositiveSmallIntegerField(default=0)
    left_seconds = models.PositiveIntegerField()
    ends_at = models.DateTimeField(null=True, blank=True)
    has_sound = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.session_id}/{self.round}"


class Notice(models.Model):
    """A message of the director to a table, or to all of them where ``table`` is None."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="messages")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="messages")
    text = models.CharField(max_length=200)
    is_current = models.BooleanField(default=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


class Reading(models.Model):
    """A table's word that it has read a message, and from which device."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="readings")
    table = models.ForeignKey(Table, models.CASCADE, related_name="readings")
    device = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "table"], name="a_table_reads_a_message_once")
        ]

    def __str__(self) -> str:
        return f"{self.notice_id}/{self.table_id}"
