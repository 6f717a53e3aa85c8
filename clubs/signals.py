"""What clubs tell the other parts of the site, of which they know nothing."""

from django.dispatch import Signal

player_forgotten = Signal()
"""Sent with ``player``, the ``names`` that he had, and the ``name`` that stands for him from now on."""
