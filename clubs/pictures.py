"""Squares to scan."""

import segno


def qr_image(address: str) -> str:
    """The address of an image, inside the page itself, that a phone's camera reads as ``address``."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=2, light="#fff")
