"""Every write of invitations and of the way back for whoever lost a password: one transaction each."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from .models import Club, Invitation, Membership, Player, Role
from .queries import role_of
from .second_step import turn_off
from .services import add_member, create_account, link_player

VALID_FOR = timedelta(days=7)


@transaction.atomic
def invite(
    *, club: Club, role: Role, by, email: str = "", player: Player | None = None
) -> tuple[Invitation, str]:
    """An invitation and the token of its link, which is nowhere kept."""
    token = secrets.token_urlsafe(24)
    invitation = Invitation(club=club, role=role, by=by, email=email, player=player, digest=_digest(token))
    invitation.expires_at = timezone.now() + VALID_FOR
    invitation.full_clean()
    invitation.save()
    return invitation, token


def find_invitation(token: str) -> Invitation | None:
    """The invitation behind a link; none once it was used, is too old, or whoever made it owns no more."""
    found = Invitation.objects.filter(digest=_digest(token), accepted_at=None, expires_at__gt=timezone.now())
    invitation = found.select_related("club", "player", "by").first()
    is_backed = invitation is not None and role_of(invitation.by, invitation.club) == Role.OWNER
    return invitation if is_backed else None


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Those that can still be accepted, the latest first."""
    return club.invitations.filter(accepted_at=None, expires_at__gt=timezone.now()).select_related("player")


@transaction.atomic
def accept(*, token: str, user) -> Membership:
    """Give the invited role to an account, once; a higher role that it has already is left alone."""
    invitation = find_invitation(token)
    locked = invitation and Invitation.objects.select_for_update().get(pk=invitation.pk)
    if locked is None or locked.accepted_at is not None:
        raise ValidationError(_("This invitation is not valid any more. Ask for another."))
    locked.accepted_at, locked.accepted_by = timezone.now(), user
    locked.save(update_fields=["accepted_at", "accepted_by"])
    held = invitation.club.memberships.filter(user=user).values_list("role", flat=True).first()
    role = Role(max(held or invitation.role, invitation.role))
    membership = add_member(club=invitation.club, user=user, role=role)
    if invitation.player is not None and invitation.player.user_id is None:
        link_player(player=invitation.player, user=user)
    return membership


@transaction.atomic
def accept_as_new(*, token: str, username: str, password: str, email: str = "") -> Membership:
    """Make an account and accept with it."""
    user = create_account(username=username, password=password, email=email)
    return accept(token=token, user=user)


@transaction.atomic
def withdraw(*, invitation: Invitation) -> None:
    """The link opens nothing any more."""
    invitation.delete()


def check_is_ours(membership: Membership) -> None:
    """Raise ValidationError for an account that is not this club's alone: it opens another club as well."""
    user = membership.user
    if user.is_superuser or user.memberships.exclude(club_id=membership.club_id).exists():
        raise ValidationError(
            _("That account acts for another club as well; only whoever has it can change it.")
        )


def reset_path(membership: Membership) -> str:
    """The address where an account of this club alone chooses a new password: once, and for three days."""
    check_is_ours(membership)
    key = urlsafe_base64_encode(force_bytes(membership.user_id))
    return reverse(
        "clubs:password_reset_confirm", args=[key, default_token_generator.make_token(membership.user)]
    )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def remove_codes(*, membership: Membership) -> None:
    """Let an account of this club alone sign in without one-time codes."""
    check_is_ours(membership)
    turn_off(user=membership.user)
