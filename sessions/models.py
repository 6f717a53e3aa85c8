"""An evening's play as it is stored: who sat where, and every version of every line.

Only what cannot be computed is stored. Points, places and totals follow from the lines; a published
session alone keeps its placings, because a posted result is a record.
"""

import secrets
from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
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
    before, ``planned_rounds`` are to be played in all; 0 for as many as there are.
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
        return self.ruleset_slug


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


class ScoreLine(models.Model):
    """One version of one line. The current one counts; the others stay readable and can be put back.

    ``entry`` is ``None`` where the line was withdrawn. ``key`` is the sender's own: the same key
    stores once, however often it is sent. ``is_rival``: it came when another result stood already, never
    counted, and is kept for the director. ``agreed_by`` names the side of the table that agreed, or says
    ``SECOND`` where another phone entered the same.
    """

    SECOND = "second"

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


class Clock(models.Model):
    """A session's round clock. It is never written while it ticks: it runs until ``ends_at``.

    Where it stands still, ``ends_at`` is None and ``left_seconds`` is what a start has yet to run.
    """

    session = models.OneToOneField(Session, models.CASCADE, primary_key=True, related_name="clock")
    round = models.PositiveIntegerField(default=1)
    minutes = models.PositiveSmallIntegerField()
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


class Job(models.Model):
    """A file that takes a while to make: what was ordered, how far it is, and the file for a day.

    Its key is the right to see it. `touched_at` moves while somebody works on it, so a job whose maker was
    stopped is told from one that goes on.
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
