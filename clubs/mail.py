"""Sends the few letters that the site writes; without a mail server it writes none and says so."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext as _

from .models import Invitation

log = logging.getLogger(__name__)


def can_mail() -> bool:
    """Whether a mail server is configured."""
    return settings.HAS_MAIL


def send_invitation(invitation: Invitation, link: str) -> bool:
    """Mail the link to whom it is for; False where it cannot be, so that it is to be given by hand."""
    if not (can_mail() and invitation.email):
        return False
    values = {"club": invitation.club.name, "role": invitation.get_role_display(), "link": link}
    subject = _("%(club)s invites you") % values
    text = _("%(club)s would like you as: %(role)s.\n\nThis link works once, for a week:\n%(link)s\n")
    try:
        return send_mail(subject, text % values, None, [invitation.email]) == 1
    except (OSError, SMTPException) as error:
        # The error itself may name the address, which has no place in a log.
        log.error("an invitation could not be mailed: %s", type(error).__name__)
        return False
