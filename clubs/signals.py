"""What clubs tell the other parts of the site, of which they know nothing."""

from django.dispatch import Signal

player_forgotten = Signal()
"""Sent with ``player``, the ``names`` that he had, and the ``name`` that stands for him from now on."""

time_to_tidy = Signal()
"""Sent now and then: whoever keeps what is of use for a while only, forgets what has grown old."""

server_begins = Signal()
"""Sent once, as the server begins to answer: what takes long the first time can be got ready aside."""
