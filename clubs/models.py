"""A club, the players it knows, and the accounts that may act for it."""

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .colours import look_of
from .names import NAME_MAX
from .privacy import Naming


class Role(models.IntegerChoices):
    """What an account may do in a club; a higher role may do all that a lower one may."""

    MEMBER = 10, _("Member")
    SCORER = 20, _("Scorer")
    DIRECTOR = 30, _("Director")
    OWNER = 40, _("Owner")


class Club(models.Model):
    name = models.CharField(_("name"), max_length=NAME_MAX)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    short_name = models.CharField(_("short name"), max_length=30, blank=True)
    description = models.TextField(_("description"), max_length=2000, blank=True)
    place = models.CharField(_("where you play"), max_length=200, blank=True)
    contact = models.CharField(_("whom to ask"), max_length=NAME_MAX, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    website = models.URLField(_("web site"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    is_listed = models.BooleanField(_("shown on the front page to everyone"), default=True)
    naming = models.CharField(
        _("names shown to strangers"), max_length=10, choices=Naming, default=Naming.FULL
    )
    is_indexed = models.BooleanField(_("search engines may list its pages"), default=False)
    is_demo = models.BooleanField(_("demonstration"), default=False)
    colour = models.CharField(_("colour"), max_length=7, blank=True)
    logo_version = models.CharField(max_length=16, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = [Lower("name"), "pk"]
        verbose_name = _("club")
        verbose_name_plural = _("card clubs")
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("sessions:club", args=[self.slug])

    @property
    def called(self) -> str:
        """The name where room is scarce."""
        return self.short_name or self.name

    @property
    def logo_url(self) -> str:
        """The address of its logo, another one whenever the logo changes; empty where it has none."""
        return reverse("clubs:logo", args=[self.slug, self.logo_version]) if self.logo_version else ""

    @property
    def has_contacts(self) -> bool:
        return any((self.place, self.contact, self.email, self.phone, self.website))

    @property
    def phone_number(self) -> str:
        """The telephone as a link dials it: digits, with a plus before them if there is one."""
        return "".join(char for char in self.phone if char in "+0123456789")

    @property
    def look_url(self) -> str:
        """The address of the stylesheet of its colour, another one whenever it changes; empty without."""
        if not self.colour:
            return ""
        return reverse("clubs:look", args=[self.slug, look_of(self.colour).version])


class Logo(models.Model):
    """A club's logo as a PNG of ours, in a table of its own: reading a club does not read the picture."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="logo")
    content = models.BinaryField()

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")

    def __str__(self) -> str:
        return str(self.club)

    def get_absolute_url(self) -> str:
        return self.club.get_absolute_url()


class Player(models.Model):
    """Someone who sits down at a club's tables, with or without an account."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=NAME_MAX)
    short_name = models.CharField(_("called"), max_length=40, blank=True)
    number = models.CharField(_("member number"), max_length=30, blank=True)
    is_visitor = models.BooleanField(_("visitor"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    naming = models.CharField(_("name shown to strangers"), max_length=10, choices=Naming, blank=True)
    is_minor = models.BooleanField(_("minor"), default=False)
    handicap = models.DecimalField(_("handicap"), max_digits=7, decimal_places=2, null=True, blank=True)
    rating = models.DecimalField(_("rating"), max_digits=8, decimal_places=2, null=True, blank=True)
    master_points = models.DecimalField(
        _("master points"), max_digits=10, decimal_places=2, null=True, blank=True
    )
    stratum = models.CharField(_("stratum"), max_length=10, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("account"),
    )
    told_apart = models.ManyToManyField("self", blank=True)

    class Meta:
        ordering = [Lower("name"), "pk"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="one_player_for_a_number"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="one_player_for_an_account"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The name that friends use at the table."""
        return self.short_name or self.name


class Merge(models.Model):
    """A player who turned out to be another, with all that it takes to make two of them again.

    ``gone``, ``before`` and ``after`` are fields of the one who went and of the one kept; ``moved`` is what
    other parts of the site gave from the one to the other.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone_key = models.PositiveBigIntegerField()
    name = models.CharField(max_length=NAME_MAX)
    gone = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    moved = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("merge")
        verbose_name_plural = _("merges")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account's role in a club; the player it is, if any, is the `Player` with the same user."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(_("role"), choices=Role, default=Role.MEMBER)

    class Meta:
        ordering = ["-role", "pk"]
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_for_an_account"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_has_a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class Invitation(models.Model):
    """A role offered by a link that works once; the link's token is kept as its digest alone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.PositiveSmallIntegerField(_("role"), choices=Role, default=Role.MEMBER)
    email = models.EmailField(_("e-mail address"), blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="invitations"
    )
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_has_a_known_role")
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} {self.pk}"


class News(models.Model):
    """Something that a club tells everyone on its site."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    title = models.CharField(_("title"), max_length=NAME_MAX)
    text = models.TextField(_("text"), max_length=4000, blank=True)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-published_at", "-pk"]
        verbose_name = _("news")
        verbose_name_plural = _("news")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("sessions:news", args=[self.club.slug])


class Removal(models.Model):
    """Something that a club took away, with all that it takes to put it back: see ``clubs.removing``.

    ``content`` are the rows that went, ``ties`` the fields of others that lost their value: model, field,
    keys of rows, value.
    """

    TITLE_MAX = 200

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=TITLE_MAX)
    content = models.JSONField(default=list)
    ties = models.JSONField(default=list)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("removal")
        verbose_name_plural = _("removals")

    def __str__(self) -> str:
        return self.title

    @property
    def kind_name(self) -> str:
        """What kind of thing it was, in words."""
        return apps.get_model(self.kind)._meta.verbose_name


class Sent(models.Model):
    """A form that was sent, and where it led: sent again, it is not done again. Kept for a day."""

    key = models.CharField(max_length=64, primary_key=True)
    location = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key
