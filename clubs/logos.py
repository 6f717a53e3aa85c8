"""Makes an uploaded picture a club's logo: a small PNG of our own, whatever the file brought along."""

import hashlib
import io

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

BYTES_MAX = 4 * 1024 * 1024
PIXELS_MAX = 16_000_000
SIDE_MAX = 480
"""The longest side of a logo, in pixels: 4 cm on paper at 300 to the inch."""
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def read_logo(content: bytes) -> bytes:
    """The first picture of the file as a PNG of at most ``SIDE_MAX`` pixels a side, without anything else.

    The size is read before anything is unpacked. Raises ValidationError for whatever is no such picture.
    """
    from PIL import Image, ImageOps  # slow import

    if len(content) > BYTES_MAX:
        raise ValidationError(_("That picture is too large; 4 MB is the most."))
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as found:
            if found.width * found.height > PIXELS_MAX:
                raise ValidationError(_("That picture has too many points; 16 million is the most."))
            found.draft("RGB", (SIDE_MAX, SIDE_MAX))
            picture = ImageOps.exif_transpose(found).convert("RGBA")
    except ValidationError:
        raise
    except Exception as error:  # Pillow raises whatever the broken file makes it stumble over
        raise ValidationError(
            _("That is no picture that can be read: take PNG, JPEG, WebP or GIF.")
        ) from error
    picture.thumbnail((SIDE_MAX, SIDE_MAX))
    return _written(picture)


def _written(picture) -> bytes:
    is_opaque = picture.getextrema()[3][0] == 255
    bare = picture.convert("RGB") if is_opaque else picture
    bare.info = {}
    file = io.BytesIO()
    bare.save(file, "PNG", optimize=True)
    return file.getvalue()


def logo_version(content: bytes) -> str:
    """What tells one logo from another in its address."""
    return hashlib.sha256(content).hexdigest()[:16]
