"""The mark by which a form that is sent twice is known again."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.sending import FIELD

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """A hidden field for a form whose view is carried out once."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_urlsafe(12))
