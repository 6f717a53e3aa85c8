"""The code that lets the person at the server, and nobody else on the network, set a new site up."""

from django.utils.crypto import constant_time_compare, salted_hmac


def start_code() -> str:
    """Eight letters and digits that follow from the secret key; `serve` prints them."""
    return salted_hmac("clubs.start_code", "start", algorithm="sha256").hexdigest()[:8]


def is_start_code(text: str) -> bool:
    return constant_time_compare(text.strip().lower(), start_code())
