"""Rankings over several evenings: combined events, ladders, ratings."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.names import NAME_MAX


class Event(models.Model):
    """Several sessions that are ranked as one. Whoever may see all of them may see it."""

    class Method(models.TextChoices):
        BOARDS = "boards", _("The average of the results, by the boards played")
        MEAN = "mean", _("The average of the results, each session alike")
        SUM = "sum", _("The results added up")
        POINTS = "points", _("The match points added up")

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    title = models.CharField(_("title"), max_length=NAME_MAX)
    method = models.CharField(
        _("how they are combined"), max_length=10, choices=Method, default=Method.BOARDS
    )
    least = models.PositiveSmallIntegerField(_("sessions needed for a place"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("combined event")
        verbose_name_plural = _("combined events")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("sessions:event", args=[self.club.slug, self.pk])


class Ladder(models.Model):
    """What a club counts over many published sessions, and how: its season."""

    class Measure(models.TextChoices):
        PERCENT = "percent", _("Percentage, the average of the sessions")
        PER_BOARD = "per_board", _("Points per board over all the boards")
        TOTAL = "total", _("Points added up")
        VPS = "result", _("Victory points added up")
        IMPS = "imps", _("IMPs added up")
        WINS = "wins", _("Sessions won")
        PLACES = "places", _("Points for places: one for each contestant left behind, and one")

    class Unit(models.TextChoices):
        PLAYER = "player", _("Each player")
        PAIR = "pair", _("Each pair or team")

    club = models.ForeignKey(Club, models.CASCADE, related_name="ladders")
    title = models.CharField(_("title"), max_length=NAME_MAX)
    rulesets = models.JSONField(_("games"), default=list, blank=True)
    starts = models.DateField(_("from"), null=True, blank=True)
    ends = models.DateField(_("until"), null=True, blank=True)
    measure = models.CharField(_("what counts"), max_length=12, choices=Measure, default=Measure.PERCENT)
    unit = models.CharField(_("who is ranked"), max_length=10, choices=Unit, default=Unit.PLAYER)
    best = models.PositiveSmallIntegerField(_("best sessions that count"), null=True, blank=True)
    dropped = models.PositiveSmallIntegerField(_("worst sessions left out"), default=0)
    minimum = models.PositiveSmallIntegerField(_("sessions needed for a place"), default=0)
    attendance = models.PositiveSmallIntegerField(_("points for each attendance"), default=0)
    has_visitors = models.BooleanField(_("visitors are ranked too"), default=True)
    has_handicaps = models.BooleanField(_("with the handicaps of the sessions"), default=False)
    is_public = models.BooleanField(_("shown to everyone"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("sessions:ladder", args=[self.club.slug, self.pk])

    @property
    def is_percent(self) -> bool:
        return self.measure == self.Measure.PERCENT


class RatedGame(models.Model):
    """A game that a club rates; without a row it does not. The ratings themselves are nowhere stored."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rated_games")
    ruleset_slug = models.CharField(_("game"), max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "ruleset_slug"], name="a_club_rates_a_game_once")
        ]

    def __str__(self) -> str:
        return self.ruleset_slug
