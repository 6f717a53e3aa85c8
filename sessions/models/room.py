"""Who is there, at which tables, with which phones, and where everybody sits."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from clubs.names import NAME_MAX

from .evenings import CODE_LENGTH, Session, make_code


class Section(models.Model):
    """A part of the field with its own numbering; most sessions have the one section A."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="sections")
    letter = models.CharField(max_length=10, default="A")

    class Meta:
        ordering = ["letter"]
        constraints = [models.UniqueConstraint(fields=["session", "letter"], name="one_section_for_a_letter")]

    def __str__(self) -> str:
        return self.letter


class Table(models.Model):
    """A table of a session. Whoever has its code may write to it while the session runs."""

    class Call(models.TextChoices):
        HELP = "help", _("calls")
        TURNED = "turned", _("sat the wrong way round")

    session = models.ForeignKey(Session, models.CASCADE, related_name="tables")
    section = models.ForeignKey(Section, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=make_code)
    called_at = models.DateTimeField(null=True, blank=True)
    called_for = models.CharField(max_length=10, choices=Call, default=Call.HELP)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_table_for_a_number")]

    def __str__(self) -> str:
        return str(self.number)


class Device(models.Model):
    """A phone that has opened a table, as it names itself; ``player`` is whose it is, where told."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="devices")
    token = models.CharField(max_length=64)
    label = models.CharField(max_length=60, blank=True)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="phones")
    is_shut_out = models.BooleanField(default=False)
    first_seen_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField()

    class Meta:
        ordering = ["table__number", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "token"], name="a_device_joins_a_table_once")]

    def __str__(self) -> str:
        return self.label

    @property
    def spoken(self) -> str:
        """``"Ben Carter, Android, Chrome 3f2a"``: whose it is, what it is, and a mark that tells it apart."""
        owner = self.player.name if self.player else ""
        return f"{', '.join(filter(None, (owner, self.label)))} {self.token[:4]}".strip()


class Guesser(models.Model):
    """Somebody who tries wrong codes, by a keyed hash of the address: nobody is known by it.

    ``recent`` counts since ``recent_since``, ``misses`` since ``since``; ``held_until`` no code of this
    address is looked at. ``is_stopped`` where that is for long.
    """

    address = models.CharField(max_length=64, unique=True)
    recent = models.PositiveIntegerField(default=0)
    recent_since = models.DateTimeField()
    misses = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    last_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True, blank=True)
    is_stopped = models.BooleanField(default=False)

    class Meta:
        ordering = ["-last_at"]

    def __str__(self) -> str:
        return self.address[:4]


class Contestant(models.Model):
    """Who is ranked: a player, a pair or a team. ``group`` names the winners it competes among.

    A team has four to six players: the first two are one pair, the next two the other, the rest wait.
    Who of them plays where in a round is told by the chairs. Only teams have a ``name`` of their own.

    ``handicap`` (an exact text) and ``stratum`` are those fixed for this session; where they are empty,
    they follow from the players.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="contestants")
    section = models.ForeignKey(Section, models.CASCADE, related_name="contestants")
    number = models.PositiveIntegerField()
    group = models.CharField(max_length=10, blank=True)
    name = models.CharField(max_length=NAME_MAX, blank=True)
    handicap = models.CharField(max_length=40, blank=True)
    stratum = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering = ["section__letter", "group", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "section", "group", "number"], name="one_contestant_for_a_number"
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)


class Entrant(models.Model):
    """A player as part of a contestant; nobody plays for two contestants of a session.

    ``counts`` are the facts that the player's lines add up to, frozen when the session is published.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="entrants")
    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField(default=0)
    counts = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="a_player_enters_a_session_once"),
            models.UniqueConstraint(fields=["contestant", "position"], name="one_entrant_for_a_position"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Seating(models.Model):
    """One table in one round, with the boards it is to play; ``ended_at`` once the round is over there."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seatings")
    round = models.PositiveIntegerField()
    boards = models.JSONField(default=list, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "table__number"]
        constraints = [models.UniqueConstraint(fields=["table", "round"], name="one_seating_for_a_round")]

    def __str__(self) -> str:
        return f"{self.round}/{self.table_id}"


class Chair(models.Model):
    """A place at a table in a round: which contestant has it, and which of its players sits there."""

    seating = models.ForeignKey(Seating, models.CASCADE, related_name="chairs")
    place = models.CharField(max_length=2)
    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="chairs")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="chairs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "place"], name="one_chair_for_a_place")]

    def __str__(self) -> str:
        return self.place
