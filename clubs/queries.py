"""Every read of clubs, players and roles."""

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django_otp.plugins.otp_totp.models import TOTPDevice

from .models import Club, Logo, Membership, Player, Role
from .names import plain_letters


def clubs_of(user) -> QuerySet[Club]:
    """The clubs where `user` has a role; all of them for a superuser, none for a visitor."""
    if user.is_superuser:
        return Club.objects.all()
    if not user.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user)


def visible_clubs(user) -> QuerySet[Club]:
    """The clubs on `user`'s front page: the listed ones and their own."""
    if user.is_superuser:
        return Club.objects.all()
    mine = Membership.objects.filter(user_id=user.pk).values("club")
    return Club.objects.filter(Q(is_listed=True) | Q(pk__in=mine))


def listed_clubs() -> QuerySet[Club]:
    """The clubs that show themselves to everyone."""
    return Club.objects.filter(is_listed=True)


def logo_of(club: Club) -> bytes | None:
    """The club's logo as a PNG, if it has one."""
    content = Logo.objects.filter(club=club).values_list("content", flat=True).first()
    return None if content is None else bytes(content)


def role_of(user, club: Club) -> Role | None:
    """`user`'s role in `club`: None for strangers, owner for superusers."""
    if not user.is_authenticated:
        return None
    if user.is_superuser:
        return Role.OWNER
    role = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def players(club: Club) -> QuerySet[Player]:
    """The active players of `club`, by name."""
    return club.players.filter(is_active=True)


def all_players(club: Club) -> QuerySet[Player]:
    """Active and former players of `club`: the active first, then by name."""
    return club.players.order_by("-is_active", *Player._meta.ordering)


def find_players(club: Club, text: str) -> list[Player]:
    """Active and former players whose name or number holds a text, whatever its accents; all for none.

    Between commas stand several texts, of which one will do.
    """
    wanted = [plain_letters(part) for part in text.split(",") if part.strip()]
    return [
        player
        for player in all_players(club)
        if not wanted
        or any(part in plain_letters(f"{player.name} {player.short_name} {player.number}") for part in wanted)
    ]


def player_of(user, club: Club) -> Player | None:
    """The player that `user` is in `club`."""
    return club.players.filter(user=user).first() if user.is_authenticated else None


def memberships_of(user) -> QuerySet[Membership]:
    """`user`'s own roles, by club."""
    return user.memberships.select_related("club").order_by(Lower("club__name"), "pk")


def memberships(club: Club) -> QuerySet[Membership]:
    """The accounts of `club`, the owners first, and whether signing in takes them a code."""
    codes = TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True)
    found = club.memberships.select_related("user").annotate(has_codes=Exists(codes))
    return found.order_by("-role", "user__username")


def is_first_run() -> bool:
    """Whether nobody has an account yet."""
    return not get_user_model().objects.exists()
